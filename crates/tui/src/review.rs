//! The screen of a review: the graph of the game, the moves that gave something away, and what is known at the cursor.
//!
//! The line above the middle is the first player's, below it the second's. Full blocks are proved, shaded ones estimated, so
//! that nothing depends on colour.

use agon_client::{Review, review::Ply, words};
use agon_rules::text;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::{put, width};
use crate::desk::Desk;
use crate::draw::{Hit, Screen};
use crate::pager::{bar, wrap};
use crate::theme::Theme;
use crate::thought::Thought;
use crate::word::Way;

/// A review on the screen, or behind it.
pub struct Pane {
    /// what was found so far
    pub review: Review,
    /// the search for the rest
    pub thought: Option<Thought>,
    /// the position the keys are on, by the number of moves made before it
    pub at: usize,
    /// whether it is on the screen
    pub is_open: bool,
}

/// Names beside the graph are not longer than this.
const NAME: u16 = 12;
/// A position takes not more columns than this.
const WIDEST: u16 = 4;

impl Pane {
    /// The plies at which something was given away.
    pub fn turns(&self) -> Vec<usize> {
        let plies = self.review.plies().iter().enumerate();
        plies.filter(|(_, ply)| ply.is_turn()).map(|(at, _)| at).collect()
    }

    /// Goes to the position before or after.
    pub fn step(&mut self, way: Way) {
        self.at = match way {
            Way::Back => self.at.saturating_sub(1),
            Way::Forward => (self.at + 1).min(self.review.plies().len()),
        };
    }

    /// Goes to the turning point before or after; past the last one to the end.
    pub fn turn(&mut self, way: Way) {
        let turns = self.turns();
        let next = match way {
            Way::Back => turns.into_iter().rev().find(|at| *at < self.at),
            Way::Forward => turns.into_iter().find(|at| *at > self.at),
        };
        self.at = next.unwrap_or(if way == Way::Back { self.at } else { self.review.plies().len() });
    }

    /// What the move at a ply gave away.
    pub fn told(&self, at: usize) -> Option<String> {
        let ply = self.review.plies().get(at).filter(|ply| ply.is_turn())?;
        Some(words::turning_point(ply, at, self.review.scale()).to_string())
    }
}

/// Draws a review.
pub fn draw(buffer: &mut Buffer, desk: &Desk, pane: &Pane, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    let (review, of) = (&pane.review, pane.review.plies().len());
    let far = if review.done() < of { format!(", {} of {of}", review.done()) } else { String::new() };
    bar(buffer, area, area.y, &format!(" {}   review{far}", desk.game.venue().title()), theme);
    if area.height < 4 {
        return screen;
    }
    let keys =
        [" ← → move   ↑ ↓ turning point   Enter look   Esc back", " ← → ↑ ↓   Enter look   Esc back", " Esc back"];
    let fits = keys.iter().find(|keys| width(keys) <= area.width).unwrap_or(&"");
    bar(buffer, area, area.bottom() - 1, fits, theme);
    let room = Rect { y: area.y + 1, height: area.height - 2, ..area };
    // An odd number of lines, so that one is the middle.
    let high = (room.height / 3).clamp(3, 11) | 1;
    let graph = Rect { height: (high + 2).min(room.height), ..room };
    self::graph(buffer, graph, desk, pane, &mut screen, theme);
    let mut y = graph.bottom();
    let text = usize::from(area.width.saturating_sub(2));
    for line in wrap(&here(desk, pane), text).into_iter().take(usize::from(room.bottom().saturating_sub(y)).min(3)) {
        put(buffer, area.x + 1, y, &line, Style::new());
        y += 1;
    }
    if let Some(decided) = review.decided() {
        let (when, sure) = words::decided(decided);
        put(buffer, area.x + 1, y, &format!("{when} ({sure})"), theme.heading());
        y += 1;
    }
    if room.height > 14 {
        let legend = format!("█ {}   ▒ {}   1 2 who gave something away", text!("proved"), text!("estimated"));
        put(buffer, area.x + 1, y, &legend, theme.faint());
        y += 2;
    }
    turns(buffer, Rect { y, height: room.bottom().saturating_sub(y), ..room }, pane, &mut screen, theme);
    screen
}

/// What is known of the position the keys are on.
fn here(desk: &Desk, pane: &Pane) -> String {
    let review = &pane.review;
    let Some(ply) = review.plies().get(pane.at) else { return format!("The end: {}", desk.game.venue().prompt()) };
    let Ply { seat, text, best, made, .. } = ply;
    let worth = |value| words::worth(value, *seat, review.scale()).to_string();
    let move_made = format!("Move {}, {}: {text}", pane.at + 1, desk.game.name(*seat));
    match (best, made) {
        (None, _) => format!("{move_made}; not looked at yet"),
        (Some((best, value)), _) if best == text => format!("{move_made}, the best move: {}", worth(*value)),
        (Some((best, value)), Some(made)) => format!("{move_made}: {}; best {best}: {}", worth(*made), worth(*value)),
        (Some((best, value)), None) => format!("{move_made}; best {best}: {}", worth(*value)),
    }
}

/// The columns of the graph.
#[derive(Clone, Copy)]
struct Columns {
    /// where the first one is
    left: u16,
    /// how many there are
    count: u16,
    /// how many one position takes
    step: u16,
    /// how many moves there are
    plies: usize,
}

impl Columns {
    fn of(area: Rect, names: u16, plies: usize) -> Self {
        let room = area.width.saturating_sub(names + 2).max(1);
        let step = (usize::from(room) / (plies + 1)).clamp(1, WIDEST.into()) as u16;
        let count = (usize::from(step) * (plies + 1)).min(room.into()) as u16;
        Columns { left: area.x + names + 1, count, step, plies }
    }

    /// Which position a column shows.
    fn ply(self, column: u16) -> usize {
        if usize::from(self.count) < self.plies + 1 {
            usize::from(column) * self.plies / usize::from(self.count.max(2) - 1)
        } else {
            usize::from(column / self.step)
        }
    }

    /// Where a position is.
    fn x(self, ply: usize) -> u16 {
        let first = (0..self.count).find(|column| self.ply(*column) >= ply).unwrap_or(self.count.saturating_sub(1));
        self.left + first
    }
}

/// The graph: above it who erred where, below it where the keys are.
fn graph(buffer: &mut Buffer, area: Rect, desk: &Desk, pane: &Pane, screen: &mut Screen, theme: Theme) {
    let review = &pane.review;
    let curve = review.curve();
    let names: Vec<String> = (0..review.seats().min(2)).map(|seat| desk.game.name(seat)).collect();
    // Where more than two play, the line is the first one's.
    let names = &names[..if review.seats() == 2 { 2 } else { 1 }];
    let wide = names.iter().map(|name| width(name)).max().unwrap_or(0).min(NAME);
    let columns = Columns::of(area, wide, review.plies().len());
    let (top, high) = (area.y + 1, area.height.saturating_sub(2));
    let (half, middle) = (high / 2, top + high / 2);
    for (name, y) in names.iter().zip([top, top + high.saturating_sub(1)]) {
        put(buffer, area.x + 1, y, &name.chars().take(wide.into()).collect::<String>(), theme.heading());
    }
    for column in 0..columns.count {
        let (x, ply) = (columns.left + column, columns.ply(column));
        let point = curve.get(ply).copied().flatten();
        put(buffer, x, middle, if point.is_some() { "─" } else { "·" }, theme.faint());
        screen.hits.push((Rect::new(x, area.y, 1, area.height), Hit::Ply(ply)));
        let Some((height, proved)) = point else { continue };
        let sign = if proved { "█" } else { "▒" };
        let long = (height.abs() * f64::from(half)).round() as u16;
        for by in 1..=long {
            let y = if height > 0.0 { middle - by } else { middle + by };
            put(buffer, x, y, sign, theme.ahead(usize::from(height < 0.0)));
        }
    }
    for at in pane.turns() {
        let seat = review.plies()[at].seat;
        put(buffer, columns.x(at), area.y, &(seat + 1).to_string(), theme.seat(seat));
    }
    if area.height > 2 {
        put(buffer, columns.x(pane.at), area.bottom() - 1, "▲", theme.heading());
    }
}

/// The turning points, the one the keys are on marked; those around it where there is no room for all.
fn turns(buffer: &mut Buffer, area: Rect, pane: &Pane, screen: &mut Screen, theme: Theme) {
    let (turns, over) = (pane.turns(), pane.review.done() >= pane.review.plies().len());
    let room = usize::from(area.width.saturating_sub(5));
    if turns.is_empty() && over {
        for (y, line) in (area.y..area.bottom()).zip(wrap(&words::no_turning_point().to_string(), room + 3)) {
            put(buffer, area.x + 1, y, &line, Style::new());
        }
        return;
    }
    let mut lines = Vec::new();
    let mut here = 0..0;
    for (at, ply) in turns.iter().enumerate() {
        let first = lines.len();
        let told = pane.told(*ply).unwrap_or_default();
        lines.extend(wrap(&told, room).into_iter().enumerate().map(|(y, line)| (at, y == 0, line)));
        if *ply <= pane.at {
            here = first..lines.len();
        }
    }
    let top = here.end.saturating_sub(area.height.into()).min(here.start);
    for (y, (at, is_first, line)) in (area.y..area.bottom()).zip(lines.into_iter().skip(top)) {
        let (ply, seat) = (turns[at], pane.review.plies()[turns[at]].seat);
        let style = if ply == pane.at { theme.bar() } else { Style::new() };
        if is_first {
            put(buffer, area.x, y, if ply == pane.at { ">" } else { " " }, theme.heading());
            put(buffer, area.x + 1, y, &format!(" {} ", seat + 1), theme.seat(seat));
        }
        put(buffer, area.x + 5, y, &line, style);
        screen.hits.push((Rect::new(area.x, y, area.width, 1), Hit::Ply(ply)));
    }
}
