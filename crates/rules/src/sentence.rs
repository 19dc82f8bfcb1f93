//! Sentences for people as data, in the way of gettext: an English template and its arguments.
//!
//! [`text!`](crate::text!) writes one where it arises, so that a game stays one file. English fills the template in;
//! another language looks it up. Nothing is put together before somebody reads it.

#[macro_use]
mod write;
mod catalogue;
mod po;
mod wire;

use std::borrow::Cow;
use std::fmt;

use crate::Seat;

pub use catalogue::Catalogue;
pub use po::{BadCatalogue, Entry, entries};
#[cfg(feature = "schema")]
pub use wire::TextWire;
#[doc(hidden)]
pub use write::{Fill, check};

/// Between the context and the template of a key, as in the files that gettext compiles.
const CONTEXT: char = '\u{4}';
/// Between the singular and the plural of a key, as there.
const PLURAL: char = '\0';

/// A sentence for people: a template with named gaps, and what fills them. [`text!`](crate::text!) makes one.
///
/// ```
/// use agon_rules::text;
///
/// let island = text!("{pieces} piece" | "{pieces} pieces", pieces = 2);
/// let note = text!("player {seat}: an island of {island}", seat = 1, island);
/// assert_eq!(note.to_string(), "player 1: an island of 2 pieces");
/// assert_eq!(note.template(), "player {seat}: an island of {island}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Text {
    /// the template, with its context before it and its plural behind it where it has them
    key: Cow<'static, str>,
    /// what fills the gaps; the first one counts where there is a plural
    args: Vec<(Cow<'static, str>, Arg)>,
}

/// What fills a gap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    /// a whole number
    Number(i64),
    /// a part that is translated itself
    Text(Text),
    /// notation or a name, the same in every language
    Plain(String),
    /// a player by seat; a client that knows names says the name
    Player(Seat),
}

/// A language: the template it has for a text.
pub trait Language {
    /// The template of the text in this language; none when there is no translation, which leaves English.
    fn template(&self, text: &Text) -> Option<&str>;
}

/// The language in which texts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct English;

impl Language for English {
    fn template(&self, _text: &Text) -> Option<&str> {
        None
    }
}

impl Text {
    /// How many bytes a text has at most once it is filled in: a text from outside may repeat its gaps.
    const LONGEST: usize = 16_384;

    /// A text by its key: [`text!`](crate::text!) writes it and has checked it.
    #[doc(hidden)]
    #[inline(never)] // There are hundreds of them, and over the air each counts.
    pub fn of_key(key: &'static str) -> Self {
        Text { key: Cow::Borrowed(key), args: Vec::new() }
    }

    #[inline(never)]
    fn fill_arg(&mut self, name: &'static str, arg: Arg) {
        self.args.push((Cow::Borrowed(name), arg));
    }

    #[inline(never)]
    fn fill_number(&mut self, name: &'static str, number: i64) {
        self.fill_arg(name, Arg::Number(number));
    }

    #[inline(never)]
    fn fill_text(&mut self, name: &'static str, text: Text) {
        self.fill_arg(name, Arg::Text(text));
    }

    #[inline(never)]
    fn fill_plain(&mut self, name: &'static str, text: String) {
        self.fill_arg(name, Arg::Plain(text));
    }

    #[inline(never)]
    fn fill_str(&mut self, name: &'static str, text: &str) {
        self.fill_plain(name, text.to_owned());
    }

    /// A term without a context: what is not written where it is said but comes from a table.
    pub fn word(word: impl Into<Cow<'static, str>>) -> Self {
        Text { key: word.into(), args: Vec::new() }
    }

    /// A term in a context: what is not written where it is said but comes from a table, such as the name of an option.
    /// It has no gaps.
    pub fn term(context: &str, term: impl AsRef<str>) -> Self {
        fn term_of(context: &str, term: &str) -> Text {
            Text { key: [context, "\u{4}", term].concat().into(), args: Vec::new() }
        }
        term_of(context, term.as_ref())
    }

    /// A move for people. Where its notation is a word, `stop`, or a word and a number, `draft:3`, it is translated.
    pub fn of_move(notation: &str) -> Self {
        let (word, number) = notation.split_once(':').map_or((notation, None), |(word, n)| (word, n.parse().ok()));
        let is_word = word.len() > 2 && word.bytes().all(|c| c.is_ascii_lowercase());
        match number {
            Some(number) if is_word => {
                let key = ["move\u{4}", word, ":{number}"].concat().into();
                Text { key, args: vec![(Cow::Borrowed("number"), Arg::Number(number))] }
            }
            None if is_word && word == notation => Text::term("move", word),
            _ => Text::plain(notation),
        }
    }

    /// Notation or a name: the same in every language.
    pub fn plain(text: impl Into<String>) -> Self {
        fn plain_of(text: String) -> Text {
            let mut plain = Text::of_key("{text}");
            plain.fill_plain("text", text);
            plain
        }
        plain_of(text.into())
    }

    /// A sentence about a player, as `you` and as everybody else hears it. Within `they` the gap `player` is
    /// [`Arg::Player`]. Where nobody is addressed, it reads as for everybody else.
    ///
    /// ```
    /// use agon_rules::{Arg, Text, text};
    ///
    /// let they = text!("{player} takes {square}", player = Arg::Player(1), square = "f2");
    /// let told = Text::about(1, text!("You take {square}", square = "f2"), they);
    /// assert_eq!(told, "Player 2 takes f2");
    /// assert_eq!(told.addressed(Some(1), &|_| text!("Ada")), "You take f2");
    /// assert_eq!(told.addressed(Some(0), &|_| text!("Ada")), "Ada takes f2");
    /// ```
    pub fn about(player: Seat, you: Text, they: Text) -> Self {
        let mut text = Text::of_key("{they}");
        text.fill_text("they", they);
        text.fill_text("you", you);
        text.fill_arg("player", Arg::Player(player));
        text
    }

    /// The same text said to a player, with names for the others. What is said to nobody in particular names everybody.
    pub fn addressed(&self, me: Option<Seat>, name: &dyn Fn(Seat) -> Text) -> Text {
        let find = |wanted: &str| self.args.iter().find(|(known, _)| known == wanted).map(|(_, arg)| arg);
        if self.key == "{they}"
            && let (Some(Arg::Text(they)), Some(Arg::Text(you)), Some(Arg::Player(seat))) =
                (find("they"), find("you"), find("player"))
        {
            return if me == Some(*seat) { you } else { they }.addressed(me, name);
        }
        let args = self.args.iter().map(|(gap, arg)| {
            let arg = match arg {
                Arg::Player(seat) => Arg::Text(name(*seat)),
                Arg::Text(text) => Arg::Text(text.addressed(me, name)),
                other => other.clone(),
            };
            (gap.clone(), arg)
        });
        Text { key: self.key.clone(), args: args.collect() }
    }

    /// What a player is called where nobody knows a name.
    pub fn player(seat: Seat) -> Text {
        crate::text!("Player {seat}", seat = seat + 1)
    }

    /// What tells this template from an equal one with another meaning; empty for most.
    pub fn context(&self) -> &str {
        self.key.split_once(CONTEXT).map_or("", |(context, _)| context)
    }

    /// The English template; its singular where it has a plural.
    pub fn template(&self) -> &str {
        self.forms().0
    }

    /// The plural of the English template and the number that decides.
    pub fn plural(&self) -> Option<(&str, i64)> {
        let number = match self.args.first() {
            Some((_, Arg::Number(number))) => *number,
            _ => 0,
        };
        self.forms().1.map(|plural| (plural, number))
    }

    /// What fills the gaps, by name.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Arg)> {
        self.args.iter().map(|(name, arg)| (&**name, arg))
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// The text in a language. What that language lacks stays English.
    pub fn tell(&self, language: &dyn Language) -> String {
        let (mut out, mut room) = (String::new(), Self::LONGEST);
        self.fill(language, &mut out, &mut room);
        out
    }

    /// The same text with what came from outside made fit to be shown in one line.
    pub(crate) fn tidy(mut self) -> Self {
        for (_, arg) in &mut self.args {
            match arg {
                Arg::Plain(text) => *text = crate::error::one_line(text, 400),
                Arg::Text(text) => *text = std::mem::take(text).tidy(),
                Arg::Number(_) | Arg::Player(_) => {}
            }
        }
        self
    }

    /// Singular and plural, without the context.
    fn forms(&self) -> (&str, Option<&str>) {
        let forms = self.key.split_once(CONTEXT).map_or(&*self.key, |(_, forms)| forms);
        forms.split_once(PLURAL).map_or((forms, None), |(one, many)| (one, Some(many)))
    }

    fn fill(&self, language: &dyn Language, out: &mut String, room: &mut usize) {
        let template = language.template(self).unwrap_or_else(|| match self.plural() {
            Some((plural, number)) if number != 1 => plural,
            _ => self.template(),
        });
        for (gap, piece) in pieces(template) {
            if let Some(name) = gap {
                match self.args.iter().find(|(known, _)| known == name).map(|(_, arg)| arg) {
                    Some(Arg::Number(number)) => push(out, room, &number.to_string()),
                    Some(Arg::Plain(text)) => push(out, room, text),
                    Some(Arg::Text(text)) if *room > 0 => text.fill(language, out, room),
                    Some(Arg::Player(seat)) if *room > 0 => Text::player(*seat).fill(language, out, room),
                    Some(Arg::Text(_) | Arg::Player(_)) => {}
                    None => push(out, room, &["{", name, "}"].concat()),
                }
            }
            push(out, room, piece);
        }
    }
}

/// Appends as long as there is room. A piece costs one more than its length, so that empty ones come to an end too.
fn push(out: &mut String, room: &mut usize, piece: &str) {
    if let Some(left) = room.checked_sub(piece.len() + 1) {
        out.push_str(piece);
        *room = left;
    } else {
        *room = 0;
    }
}

/// The pieces of a template, each with the name of the gap before it. A brace that opens no gap is text.
pub fn pieces(template: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut rest = Some(template);
    let mut gap = None;
    std::iter::from_fn(move || {
        let text = rest?;
        let found = text.match_indices('{').find_map(|(at, _)| {
            let (name, after) = text[at + 1..].split_once('}')?;
            is_name(name).then_some((at, name, after))
        });
        let (piece, next, after) = match found {
            Some((at, name, after)) => (&text[..at], Some(name), Some(after)),
            None => (text, None, None),
        };
        rest = after;
        Some((std::mem::replace(&mut gap, next), piece))
    })
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 32 && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(&English))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.tell(&English), f)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, english: &str) -> bool {
        self.tell(&English) == english
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, english: &&str) -> bool {
        self == *english
    }
}

#[cfg(test)]
mod tests;
