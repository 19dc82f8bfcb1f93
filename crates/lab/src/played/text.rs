//! Games as text that people read, in the way of chess's PGN: tags, then the moves. What is written is read back as the
//! same games, and those are written as the same bytes.
//!
//! ```text
//! [Game "tic-tac-toe"]
//! [Options "size=3 line=3"]
//! [Start "seed=7"]
//! [Player1 "hard"]
//! [Player2 "easy"]
//! [Result "1-0"]
//! [Reason "line"]
//!
//! b2 {1024n} a1 c3 {980n} a2 a3 {33n} b1 c1 {1n} 1-0
//! ```

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use agon_rules::{Record, Start};

use super::{Played, Thinking, short};

/// Lines of moves are at most this long.
const WIDTH: usize = 80;
/// A text without a closing quote or bracket ends here.
const LONGEST: usize = 1 << 20;

/// The game as text, with an empty line behind it.
pub fn write(game: &Played) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} {}]", quoted(value));
    };
    let options: Vec<String> = game.record.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    tag("Game", &game.record.game);
    tag("Options", &options.join(" "));
    match &game.record.start {
        Start::Seed(seed) => tag("Start", &format!("seed={seed}")),
        Start::Position(position) => tag("Start", &format!("at={position}")),
    }
    for (at, player) in game.players.iter().enumerate() {
        tag(&format!("Player{}", at + 1), player);
    }
    let result = game.result();
    tag("Result", &result);
    let scores =
        game.scores.as_ref().map(|scores| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    let opening = if game.opening > 0 { game.opening.to_string() } else { String::new() };
    for (name, value) in [
        ("Scores", scores.as_deref().unwrap_or_default()),
        ("Reason", &game.reason),
        ("Note", &game.note),
        ("Opening", &opening),
        ("Date", &game.date),
        ("Source", &game.source),
    ] {
        if !value.is_empty() {
            tag(name, value);
        }
    }
    let mut words = Vec::new();
    for (at, text) in game.record.moves.iter().enumerate() {
        words.push(word(text, &result));
        match game.thinking.get(at) {
            None | Some(Thinking::Unknown) => {}
            Some(thinking) => words.push(format!("{{{thinking}}}")),
        }
    }
    words.push(result);
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        let (gap, fits) = (usize::from(width > 0), width + 1 + length <= WIDTH);
        text.push_str(if width == 0 || !fits { "\n" } else { " " });
        width = if fits { width + gap + length } else { length };
        text.push_str(&word);
    }
    text.push_str("\n\n");
    text
}

/// A move; in quotes where it could be taken for something else.
fn word(text: &str, result: &str) -> String {
    let odd = |c: char| c.is_whitespace() || c.is_control() || "{}[]\"\\".contains(c);
    if text.is_empty() || text == result || text.contains(odd) { quoted(text) } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => drop(write!(quoted, "\\u{{{:x}}}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// What is wrong with a text, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Fault {
    /// the line, counted from 1
    pub line: usize,
    /// what is wrong
    pub why: String,
}

/// Reads the games of a text one after the other. After a fault nothing more is read.
pub struct Games<'a> {
    text: Peekable<Chars<'a>>,
    line: usize,
    failed: bool,
}

impl<'a> Games<'a> {
    /// The games of a text. What it says of them was not checked yet ([`Played::check`]).
    pub fn new(text: &'a str) -> Self {
        Games { text: text.chars().peekable(), line: 1, failed: false }
    }
}

impl Iterator for Games<'_> {
    /// A game, with the line where it begins.
    type Item = Result<(usize, Played), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        if self.failed || self.text.peek().is_none() {
            return None;
        }
        let line = self.line;
        let game = self.game().map_err(|why| Fault { line: self.line, why });
        self.failed = game.is_err();
        Some(game.map(|game| (line, game)))
    }
}

impl Games<'_> {
    fn take(&mut self) -> Option<char> {
        let c = self.text.next();
        self.line += usize::from(c == Some('\n'));
        c
    }

    /// Passes over spaces and ends of lines.
    fn skip(&mut self) {
        while self.text.peek().is_some_and(|c| c.is_whitespace()) {
            self.take();
        }
    }

    fn game(&mut self) -> Result<Played, String> {
        let mut tags = Tags::default();
        while self.text.peek() == Some(&'[') {
            self.take();
            let name = self.until(|c| c.is_whitespace() || "\"]".contains(c))?;
            self.skip();
            let value = self.quoted()?;
            self.skip();
            if self.take() != Some(']') {
                return Err(format!("the tag `{}` does not end with `]`", short(&name)));
            }
            tags.set(&name, value)?;
            self.skip();
        }
        let mut game = tags.game()?;
        loop {
            self.skip();
            match self.text.peek() {
                None => return Err(format!("the moves do not end with the result `{}`", short(&tags.result))),
                Some('"') => game.record.moves.push(self.quoted()?),
                Some('{') => {
                    self.take();
                    let text = self.until(|c| c == '}')?;
                    self.take();
                    let thinking = Thinking::read(&text);
                    let thinking =
                        thinking.ok_or_else(|| format!("`{{{}}}` is not `{{12ms}}` or `{{100n}}`", short(&text)))?;
                    let made = game.record.moves.len();
                    if made == 0 || game.thinking.len() >= made {
                        return Err(format!("`{{{text}}}` follows no move"));
                    }
                    game.thinking.resize(made - 1, Thinking::Unknown);
                    game.thinking.push(thinking);
                }
                Some('[') => return Err(format!("a tag comes before the result `{}`", short(&tags.result))),
                Some(_) => {
                    let word = self.until(|c| c.is_whitespace() || "{}[]\"".contains(c))?;
                    if word == tags.result {
                        break;
                    }
                    if word.is_empty() {
                        return Err("a bracket is out of place".to_owned());
                    }
                    game.record.moves.push(word);
                }
            }
        }
        if !game.thinking.is_empty() {
            game.thinking.resize(game.record.moves.len(), Thinking::Unknown);
        }
        Ok(game)
    }

    /// The text up to a character, which stays.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> Result<String, String> {
        let mut text = String::new();
        while let Some(c) = self.text.peek().copied().filter(|c| !ends(*c)) {
            self.take();
            text.push(c);
            if text.len() > LONGEST {
                return Err(format!("`{}` does not end", short(&text)));
            }
        }
        Ok(text)
    }

    /// A text in quotes.
    fn quoted(&mut self) -> Result<String, String> {
        if self.take() != Some('"') {
            return Err("a text in quotes is missing".to_owned());
        }
        let mut text = String::new();
        loop {
            match self.take() {
                Some('"') => return Ok(text),
                Some('\\') => match self.take() {
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('u') => {
                        let code = self.until(|c| c == '}')?;
                        self.take();
                        let code = code.strip_prefix('{').and_then(|code| u32::from_str_radix(code, 16).ok());
                        text.push(code.and_then(char::from_u32).ok_or("`\\u{…}` holds no character")?);
                    }
                    _ => return Err("after `\\` comes `\\`, `\"` or `u{…}`".to_owned()),
                },
                Some(c) if text.len() < LONGEST => text.push(c),
                _ => return Err(format!("the quotes around `{}` are not closed", short(&text))),
            }
        }
    }
}

/// The tags of a game.
#[derive(Default)]
struct Tags {
    values: Vec<(String, String)>,
    result: String,
}

/// The tags there are, beside one for each player.
const TAGS: [&str; 10] =
    ["Game", "Options", "Start", "Result", "Scores", "Reason", "Note", "Opening", "Date", "Source"];

impl Tags {
    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        let player = name.strip_prefix("Player").and_then(|seat| seat.parse::<usize>().ok());
        if !TAGS.contains(&name) && player.is_none() {
            return Err(format!("unknown tag `{}`; there is {} and `Player1`", short(name), TAGS.join(", ")));
        }
        if self.values.iter().any(|(other, _)| other == name) {
            return Err(format!("the tag `{name}` is there twice"));
        }
        self.values.push((name.to_owned(), value));
        Ok(())
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn need(&self, name: &str) -> Result<&str, String> {
        self.find(name).ok_or_else(|| format!("the tag `{name}` is missing"))
    }

    /// A game without its moves.
    fn game(&mut self) -> Result<Played, String> {
        let text = |name: &str| self.find(name).unwrap_or_default().to_owned();
        // A record reads options and start alike.
        let options = text("Options").replace(' ', "~");
        let gap = if options.is_empty() { "" } else { "~" };
        let start = self.need("Start")?;
        let start = match start.strip_prefix("at=") {
            Some(position) => Some(Start::Position(position.to_owned())),
            None => start.strip_prefix("seed=").and_then(|seed| seed.parse().ok()).map(Start::Seed),
        };
        let head: Record = format!("{}~{options}{gap}seed=0", self.need("Game")?)
            .parse()
            .map_err(|why: agon_rules::Error| why.to_string())?;
        let record = Record { start: start.ok_or("the tag `Start` is `seed=N` or `at=POSITION`")?, ..head };
        let count = self.values.iter().filter(|(name, _)| name.starts_with("Player")).count();
        let players = (1..=count).map(|seat| self.need(&format!("Player{seat}")).map(str::to_owned));
        let mut game = Played::new(record, players.collect::<Result<_, _>>()?);
        let result = self.need("Result")?.to_owned();
        if !game.set_result(&result) {
            return Err(format!("the result `{}` is not like `1-0`, `1/2-1/2` or `*`", short(&result)));
        }
        if let Some(scores) = self.find("Scores") {
            let scores: Option<Vec<i32>> = scores.split(' ').map(|score| score.parse().ok()).collect();
            game.scores = Some(scores.ok_or("the tag `Scores` holds numbers")?);
        }
        if let Some(opening) = self.find("Opening") {
            game.opening = opening.parse().map_err(|_| "the tag `Opening` is a number of plies".to_owned())?;
        }
        (game.reason, game.note, game.date, game.source) = (text("Reason"), text("Note"), text("Date"), text("Source"));
        self.result = result;
        Ok(game)
    }
}
