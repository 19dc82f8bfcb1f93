//! The keys at the foot of the screen: all of them, in as many lines as it takes; on a low screen the most important.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Hit, Screen};
use crate::board::{put, width};
use crate::desk::Desk;
use crate::study::Study;
use crate::theme::Theme;
use crate::word::Word;

/// A key, what it does, and the command.
type Key = (&'static str, &'static str, Word);

/// The keys of a game.
const KEYS: [Key; 11] = [
    ("F1", "help", Word::Help),
    ("F2", "hint", Word::Hint),
    ("^R", "review", Word::Review),
    ("F3", "analysis", Word::Analysis),
    ("F4", "undo", Word::Undo),
    ("F5", "redo", Word::Redo),
    ("F6", "flip", Word::Flip),
    ("F7", "rules", Word::Rules),
    ("F8", "save", Word::Save),
    ("F9", "menu", Word::Menu),
    ("F10", "quit", Word::Quit),
];

/// The same in a lesson or a puzzle.
const STUDY: [Key; 9] = [
    ("F1", "help", Word::Help),
    ("F2", "hint", Word::Hint),
    ("F3", "text", Word::Text),
    ("F4", "back", Word::Back),
    ("F5", "next", Word::Next),
    ("F7", "rules", Word::Rules),
    ("F8", "answer", Word::Answer),
    ("F9", "menu", Word::Menu),
    ("F10", "quit", Word::Quit),
];

/// What a low and narrow screen shows first. The page of help has all of them.
const FIRST: [Word; 8] =
    [Word::Help, Word::Quit, Word::Hint, Word::Review, Word::Text, Word::Next, Word::Menu, Word::Undo];

/// A screen that is lower than this has one line for keys.
const LOW: u16 = 16;

/// The keys in lines.
pub struct Keys(Vec<Vec<Key>>);

impl Keys {
    /// The keys that mean something now, for a screen of this size.
    pub fn of(desk: &Desk, width: u16, height: u16) -> Self {
        let is_lesson = matches!(desk.game.study(), Some(Study::Lesson(_)));
        let is_over = desk.game.venue().turn().is_none();
        let keys: &[Key] = if desk.game.study().is_some() { &STUDY } else { &KEYS };
        let means = |word: Word| match word {
            // A task has nothing to answer with but a move.
            Word::Answer => !is_lesson,
            // What is over is looked at again, and has no next move.
            Word::Hint => !is_over || desk.game.study().is_some(),
            Word::Review => is_over,
            _ => true,
        };
        let keys: Vec<Key> = keys.iter().copied().filter(|(.., word)| means(*word)).collect();
        let lines = lines(&keys, width);
        if lines.len() <= 1 || height >= LOW {
            return Keys(lines);
        }
        let mut first: Vec<Key> = Vec::new();
        for wanted in FIRST {
            let more: Vec<Key> =
                first.iter().copied().chain(keys.iter().copied().filter(|key| key.2 == wanted)).collect();
            if self::lines(&more, width).len() <= 1 {
                first = more;
            }
        }
        Keys(vec![keys.into_iter().filter(|key| first.contains(key)).collect()])
    }

    /// How many lines they take.
    pub fn height(&self) -> u16 {
        self.0.len() as u16
    }

    /// Draws them.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect, screen: &mut Screen, theme: Theme) {
        for (y, line) in (area.y..area.bottom()).zip(&self.0) {
            let mut x = area.x;
            for &(key, what, word) in line {
                put(buffer, x, y, key, theme.key());
                put(buffer, x + width(key), y, what, Style::new());
                screen.hits.push((Rect::new(x, y, wide(key, what), 1).intersection(area), Hit::Word(word)));
                x += wide(key, what) + 1;
            }
        }
    }
}

fn wide(key: &str, what: &str) -> u16 {
    width(key) + width(what)
}

/// Keys in as many lines as it takes.
fn lines(keys: &[Key], room: u16) -> Vec<Vec<Key>> {
    let mut lines: Vec<Vec<Key>> = Vec::new();
    let mut x = 0;
    for &key in keys {
        let wide = wide(key.0, key.1);
        match lines.last_mut() {
            Some(line) if x + 1 + wide <= room => {
                line.push(key);
                x += 1 + wide;
            }
            _ => {
                lines.push(vec![key]);
                x = wide;
            }
        }
    }
    lines
}
