//! The lines below the board: the prompt, and what is typed.

use agon_client::words;
use agon_rules::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::board::{put, width};
use crate::desk::Desk;
use crate::game::Game;
use crate::pager::wrap;
use crate::server::clean;
use crate::study::{State, Study};
use crate::taps::{Focus, Tone};
use crate::theme::Theme;

/// Who is to do what, or how the game ended: the seat whose number stands before it, and the words.
pub struct Prompt {
    seat: Option<Seat>,
    text: String,
}

impl Prompt {
    /// What is to be said; `narrow` where nothing stands beside the board.
    pub fn of(desk: &Desk, narrow: bool) -> Self {
        let venue = desk.game.venue();
        let plain = |text: String| Prompt { seat: None, text };
        if desk.look.review.is_some() {
            return plain("looking back: PgUp, PgDn, Home, End; `branch` plays on from here".to_owned());
        }
        if let Some(text) = desk.game.study().filter(|_| desk.bots.thinking.is_none()).and_then(standing) {
            return plain(text.to_owned());
        }
        let Some(seat) = venue.turn() else { return plain(ended(desk, narrow)) };
        let text = match &desk.bots.thinking {
            Some(thought) => {
                let (spinner, name) = (spinner(thought.began.elapsed().as_millis()), desk.game.name(seat));
                format!("{spinner} {name} thinks, {} (Esc: move now)", thought.progress())
            }
            _ if desk.bots.paused => "paused; Esc goes on".to_owned(),
            _ => format!("{}: {}", desk.game.name(seat), desk.view.prompt),
        };
        Prompt { seat: Some(seat), text }
    }

    /// Its lines, not more than `most`.
    fn lines(&self, width: u16, most: u16) -> Vec<String> {
        let room = width.saturating_sub(if self.seat.is_some() { 5 } else { 1 });
        let mut lines = wrap(&self.text, room.into());
        lines.truncate(most.max(1).into());
        lines
    }

    /// How many lines it takes, not more than `most`.
    pub fn height(&self, width: u16, most: u16) -> u16 {
        self.lines(width, most).len().max(1) as u16
    }

    /// Draws it.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect, theme: Theme) {
        let mut x = area.x + 1;
        if let Some(seat) = self.seat {
            put(buffer, x, area.y, &format!(" {} ", seat + 1), theme.seat(seat));
            x += 4;
        }
        for (y, line) in (area.y..area.bottom()).zip(self.lines(area.width, area.height)) {
            put(buffer, x, y, &line, theme.heading());
        }
    }
}

/// How a game ended. Where nothing stands beside the board, also why.
fn ended(desk: &Desk, narrow: bool) -> String {
    let venue = desk.game.venue();
    let scores = venue.ending().map(|ending| words::scores(&ending)).unwrap_or_default();
    let result = format!("{}{}{scores}", clean(&venue.prompt().to_string()), if scores.is_empty() { "" } else { ", " });
    let why = desk.view.end.as_ref().filter(|_| narrow).map(|end| end.why.to_string()).unwrap_or_default();
    if why.is_empty() { result } else { format!("{result}. {why}") }
}

/// How a task or puzzle stands, where no move is awaited.
fn standing(study: &Study) -> Option<&'static str> {
    match (study.state(), study) {
        (State::Open, _) => None,
        (State::Wrong, _) => Some("not yet: Enter takes it back"),
        (State::Done, Study::Lesson(_)) => Some("done: Enter goes on, F4 returns"),
        (State::Done, Study::Puzzle(_)) => Some("done: Enter goes on; `play` from here"),
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
    let caption = caption(desk);
    let room = usize::from(area.right().saturating_sub(x + 2));
    let rest = match &desk.game {
        _ if !desk.hand.input.is_empty() => desk.completions().join(" "),
        Game::Study(study) if study.state() != State::Open => "next, again, play, learn, puzzle, menu".to_owned(),
        _ if desk.view.turn.is_some() => {
            let ways = ["type a move, or arrows and Enter; ? help", "arrows and Enter, or type; ? help", "? help"];
            let fits = |way: &&&str| width(&caption) + width(way) <= room as u16;
            caption.clone() + ways.iter().find(fits).unwrap_or(&"")
        }
        Game::Study(_) => "next, back, hint, play, learn, puzzle, menu, quit".to_owned(),
        Game::Here(_) => "over: review, again, restart, undo, menu".to_owned(),
        Game::Room(_) => "over: review, rematch, menu".to_owned(),
    };
    // On a narrow screen the words that are also elsewhere go first.
    let rest = if room < 40 { rest.replace(" restart,", "").replace(" learn, puzzle,", "") } else { rest };
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

fn spinner(millis: u128) -> char {
    ['-', '\\', '|', '/'][(millis / 150 % 4) as usize]
}
