//! What can be wrong with text from outside, and how it is said.
//!
//! Every message quotes the input and says what would work, in one line.

/// Something from outside that the rules do not accept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error("unknown game `{text}`; {hint}")]
    Game { text: String, hint: String },
    #[error("unknown option `{name}` of {game}; {hint}")]
    Option { game: &'static str, name: String, hint: String },
    #[error("bad option `{text}`; write it as `name=value`")]
    Pair { text: String },
    #[error("option `{name}` is given twice; once is enough")]
    Twice { name: String },
    #[error("bad value `{text}` of option `{option}`; {hint}")]
    Value { option: String, text: String, hint: String },
    #[error("these options of {game} do not go together: {why}")]
    Together { game: &'static str, why: String },
    #[error("bad position `{text}`: {why}")]
    Position { text: String, why: String },
    #[error("illegal move `{text}`; {hint}")]
    Move { text: String, hint: String },
    #[error("ambiguous move `{text}`; {hint}")]
    Ambiguous { text: String, hint: String },
    #[error("no move `{text}`: the game is over ({reason})")]
    Over { text: String, reason: String },
    #[error("seat {seat} is not to move; wait for seat {turn}")]
    Turn { seat: usize, turn: usize },
    #[error("bad record `{text}`: {why}")]
    Record { text: String, why: String },
    #[error("bad record, at move {ply}: {why}")]
    Replay { ply: usize, why: Box<Error> },
    #[error("cannot register the game `{id}`: {why}")]
    Register { id: String, why: String },
}

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
pub(crate) fn one_of<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{}`", w.as_ref())).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// As much of a text as is compared with what would have worked.
fn head(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A hint what would have worked: the word nearest to a misspelt one if it is near, and all of them.
pub(crate) fn near<'a>(text: &str, words: impl Iterator<Item = &'a str>, verb: &str) -> String {
    let (text, words) = (head(text), words.collect::<Vec<&str>>());
    if words.is_empty() {
        return format!("{verb} none");
    }
    let best = words.iter().map(|w| (strsim::normalized_damerau_levenshtein(&text, w), *w));
    match best.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((score, word)) if score >= 0.5 => format!("did you mean `{word}`? ({verb} {})", one_of(&words)),
        _ => format!("{verb} {}", one_of(&words)),
    }
}

/// A hint which moves are possible: all if they are few, otherwise the nearest.
pub(crate) fn possible(text: &str, legal: &[String]) -> String {
    const MANY: usize = 12;
    if legal.len() <= MANY {
        return format!("{} is possible", one_of(legal));
    }
    let text = head(text);
    let mut nearest: Vec<&String> = legal.iter().collect();
    // Whole thousandths, so that they can be sorted; the sort keeps the order of equal ones.
    nearest.sort_by_cached_key(|legal| (strsim::jaro_winkler(&text, legal) * -1000.0) as i32);
    format!("{} is possible, and {} more", one_of(&nearest[..MANY / 2]), legal.len() - MANY / 2)
}
