//! What can be wrong with text from outside, and how it is said.
//!
//! Every message quotes the input and says what would work, in one line.

use std::fmt;

use crate::{Arg, Text};

/// Something from outside that the rules do not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    Game { text: String, hint: Text },
    Option { game: &'static str, name: String, hint: Text },
    Pair { text: String },
    Twice { name: String },
    Value { option: String, text: String, hint: Text },
    Together { game: &'static str, why: Text },
    Position { text: String, why: Text },
    Move { text: String, hint: Text },
    Ambiguous { text: String, hint: Text },
    Over { text: String, reason: Text },
    Turn { seat: usize, turn: usize },
    Record { text: String, why: Text },
    Replay { ply: usize, why: Box<Error> },
    Register { id: String, why: Text },
}

impl Error {
    /// The message.
    pub fn text(&self) -> Text {
        match self.clone() {
            Error::Game { text, hint } => text!("unknown game `{text}`; {hint}", text, hint),
            Error::Option { game, name, hint } => text!("unknown option `{name}` of {game}; {hint}", name, game, hint),
            Error::Pair { text } => text!("bad option `{text}`; write it as `name=value`", text),
            Error::Twice { name } => text!("option `{name}` is given twice; once is enough", name),
            Error::Value { option, text, hint } => {
                text!("bad value `{text}` of option `{option}`; {hint}", text, option, hint)
            }
            Error::Together { game, why } => text!("these options of {game} do not go together: {why}", game, why),
            Error::Position { text, why } => text!("bad position `{text}`: {why}", text, why),
            Error::Move { text, hint } => text!("illegal move `{text}`; {hint}", text, hint),
            Error::Ambiguous { text, hint } => text!("ambiguous move `{text}`; {hint}", text, hint),
            Error::Over { text, reason } => text!("no move `{text}`: the game is over ({reason})", text, reason),
            Error::Turn { seat, turn } => text!("seat {seat} is not to move; wait for seat {turn}", seat, turn),
            Error::Record { text, why } => text!("bad record `{text}`: {why}", text, why),
            Error::Replay { ply, why } => text!("bad record, at move {ply}: {why}", ply, why = why.text()),
            Error::Register { id, why } => text!("cannot register the game `{id}`: {why}", id, why),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Error {}

/// Text from outside, made fit to be quoted in a message.
pub(crate) fn quote(text: &str) -> String {
    one_line(text, 120)
}

/// Text on one line: control characters escaped, cut where it would be longer than `room` characters.
pub(crate) fn one_line(text: &str, mut room: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        // Neither control characters nor those that turn or break a line reach a terminal.
        let turns = ('\u{2028}'..='\u{202e}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
        let shown = if c.is_control() || turns { c.escape_unicode().to_string() } else { c.to_string() };
        match room.checked_sub(shown.chars().count()) {
            Some(left) => room = left,
            None => return out + "…",
        }
        out += &shown;
    }
    out
}

/// `a`, `b` or `c`
pub(crate) fn one_of<T: AsRef<str>>(words: &[T]) -> Arg {
    any_of(words.iter().map(|w| format!("`{}`", w.as_ref())).collect())
}

/// a, b or c
pub(crate) fn any_of(words: Vec<String>) -> Arg {
    match words.as_slice() {
        [] => text!("none").into(),
        [one] => one.clone().into(),
        [init @ .., last] => text!("{some} or {last}", some = init.join(", "), last = last.clone()).into(),
    }
}

/// As much of a text as is compared with what would have worked.
fn head(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A hint what would have worked: the word nearest to a misspelt one if it is near, and all of them, which `say` puts
/// into words.
pub(crate) fn near(text: &str, words: Vec<&str>, say: fn(Arg) -> Text) -> Text {
    let text = head(text);
    let all = say(one_of(&words));
    // How many letters must change, in thousandths of the longer word.
    let far = |word: &str| {
        let longest = text.chars().count().max(word.chars().count()).max(1);
        strsim::osa_distance(&text, word) * 1000 / longest
    };
    match words.iter().rev().map(|word| (far(word), *word)).min_by_key(|(far, _)| *far) {
        Some((far, word)) if far <= 500 => text!("did you mean `{word}`? ({all})", word, all),
        _ => all,
    }
}

/// A hint which moves are possible: all if they are few, otherwise the nearest.
pub(crate) fn possible(text: &str, legal: &[String]) -> Text {
    const MANY: usize = 12;
    if legal.len() <= MANY {
        return text!("{moves} is possible", moves = one_of(legal));
    }
    let text = head(text);
    // Whole thousandths, so that they can be compared.
    let mut rest: Vec<(i32, &String)> =
        legal.iter().map(|legal| ((strsim::jaro_winkler(&text, legal) * -1000.0) as i32, legal)).collect();
    // The nearest one by one: for so few, sorting all would only be more code. The first of equal ones comes first.
    let mut nearest = Vec::new();
    while nearest.len() < MANY / 2
        && let Some(at) = (0..rest.len()).min_by_key(|&at| rest[at].0)
    {
        nearest.push(rest.remove(at).1);
    }
    let (moves, more) = (one_of(&nearest), legal.len() - MANY / 2);
    text!("{moves} is possible, and {more} more", moves, more)
}
