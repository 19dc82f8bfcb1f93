//! The lines below the board: the prompt, what is typed, and the keys.

use agon_client::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Hit, Screen};
use crate::board::{put, width};
use crate::desk::Desk;
use crate::game::Game;
use crate::pager::wrap;
use crate::server::clean;
use crate::study::{State, Study};
use crate::taps::{Focus, Tone};
use crate::theme::Theme;
use crate::word::Word;

/// The keys at the foot of the screen.
const KEYS: [(&str, &str, Word); 10] = [
    ("F1", "help", Word::Help),
    ("F2", "hint", Word::Hint),
    ("F3", "rate", Word::Analysis),
    ("F4", "undo", Word::Undo),
    ("F5", "redo", Word::Redo),
    ("F6", "flip", Word::Flip),
    ("F7", "rules", Word::Rules),
    ("F8", "save", Word::Save),
    ("F9", "menu", Word::Menu),
    ("F10", "quit", Word::Quit),
];

/// The same in a lesson or a puzzle.
const STUDY: [(&str, &str, Word); 9] = [
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

/// Who is to do what, or how the game ended.
pub fn prompt_line(buffer: &mut Buffer, area: Rect, desk: &Desk, theme: Theme) {
    let venue = desk.game.venue();
    let mut x = area.x + 1;
    let text = if desk.look.review.is_some() {
        "looking back: PgUp, PgDn, Home, End; `branch` plays on from here".to_owned()
    } else if let Some(text) = desk.game.study().filter(|_| desk.bots.thinking.is_none()).and_then(standing) {
        text.to_owned()
    } else if let Some(seat) = venue.turn() {
        put(buffer, x, area.y, &format!(" {} ", seat + 1), theme.seat(seat));
        x += 4;
        match &desk.bots.thinking {
            Some(thought) => {
                let (spinner, name) = (spinner(thought.began.elapsed().as_millis()), desk.game.name(seat));
                format!("{spinner} {name} thinks, {} (Esc: move now)", thought.progress())
            }
            _ if desk.bots.paused => "paused; Esc goes on".to_owned(),
            _ => format!("{}: {}", desk.game.name(seat), desk.view.prompt),
        }
    } else {
        let scores = venue.ending().map(|ending| words::scores(&ending)).unwrap_or_default();
        format!("{}{}{scores}", clean(&venue.prompt().to_string()), if scores.is_empty() { "" } else { ", " })
    };
    put(buffer, x, area.y, &text, theme.heading());
}

/// How a task or puzzle stands, where no move is awaited.
fn standing(study: &Study) -> Option<&'static str> {
    match (study.state(), study) {
        (State::Open, _) => None,
        (State::Wrong, _) => Some("not yet: Enter takes it back"),
        (State::Done, Study::Lesson(_)) => Some("done: Enter goes on, F4 returns"),
        (State::Done, Study::Puzzle(_)) => Some("done: Enter for the next, `play` from here"),
    }
}

/// What is typed and what it may become, or a message.
pub fn input_line(buffer: &mut Buffer, area: Rect, desk: &Desk, theme: Theme) {
    if let Some(message) =
        desk.hand.message.as_ref().filter(|_| desk.hand.input.is_empty() || desk.hand.input.starts_with("save"))
    {
        let style = match message.tone {
            Tone::Good => theme.good(),
            Tone::Bad => theme.bad(),
        };
        let lines = wrap(&message.text, usize::from(area.width.saturating_sub(2)));
        let up = u16::from(!desk.hand.input.is_empty());
        let shown = lines.iter().take(usize::from(area.y.saturating_sub(up) + 1).min(6));
        let count = shown.len() as u16;
        for (at, line) in shown.enumerate() {
            let y = area.y + 1 + at as u16 - count - up;
            buffer.set_style(Rect::new(area.x, y, area.width, 1), style);
            put(buffer, area.x, y, &format!(" {line:<rest$}", rest = usize::from(area.width) - 1), style);
        }
        if up == 0 {
            return;
        }
    }
    if let Some(thought) = &desk.bots.hinting {
        let spinner = spinner(thought.began.elapsed().as_millis());
        let text = format!(" {spinner} looking for a hint, {}", thought.progress());
        return put(buffer, area.x, area.y, &text, theme.good());
    }
    let room = usize::from(area.width.saturating_sub(4));
    let skip = desk.hand.input.chars().count().saturating_sub(room);
    let typed: String = desk.hand.input.chars().skip(skip).collect();
    put(buffer, area.x, area.y, "> ", theme.heading());
    put(buffer, area.x + 2, area.y, &typed, theme.heading());
    let x = area.x + 2 + width(&typed);
    put(buffer, x, area.y, " ", Style::new().add_modifier(Modifier::REVERSED));
    let rest = match &desk.game {
        _ if !desk.hand.input.is_empty() => desk.completions().join(" "),
        Game::Study(study) if study.state() != State::Open => "next, again, play, learn, puzzle, menu".to_owned(),
        _ if desk.view.turn.is_some() => caption(desk) + "type a move, or arrows and Enter; ? help",
        Game::Study(_) => "next, back, hint, play, learn, puzzle, menu, quit".to_owned(),
        Game::Here(_) => "the game is over: again, restart, undo, menu".to_owned(),
        Game::Room(_) => "the game is over: rematch, menu".to_owned(),
    };
    put(buffer, x + 2, area.y, &rest, theme.faint());
}

/// What is written small on the card where the keys are.
fn caption(desk: &Desk) -> String {
    let Some(Focus::Site(site)) = desk.hand.focus else { return String::new() };
    let cell = desk.view.zones.get(site.zone).and_then(|zone| zone.cells.get(site.cell));
    match cell.and_then(|cell| cell.pieces.last()) {
        Some(piece) if !piece.caption.is_empty() => format!("{} = {}; ", piece.text, piece.caption),
        _ => String::new(),
    }
}

/// What the keys do, as many as there is room for.
pub fn keys(buffer: &mut Buffer, area: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) {
    let mut x = area.x;
    let keys: &[_] = if desk.game.study().is_some() { &STUDY } else { &KEYS };
    // A task has nothing to answer with but a move.
    let is_lesson = matches!(desk.game.study(), Some(Study::Lesson(_)));
    for &(key, what, word) in keys.iter().filter(|(.., word)| !(is_lesson && *word == Word::Answer)) {
        let shown = width(key) + width(what) + 1;
        if x + shown > area.right() {
            break;
        }
        put(buffer, x, area.y, key, theme.key());
        put(buffer, x + width(key), area.y, what, Style::new());
        screen.hits.push((Rect::new(x, area.y, shown, 1), Hit::Word(word)));
        x += shown;
    }
}

fn spinner(millis: u128) -> char {
    ['-', '\\', '|', '/'][(millis / 150 % 4) as usize]
}
