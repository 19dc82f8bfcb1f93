//! The list of what can be learned: the lesson of every game that has one with how far it is, and puzzles.

use agon_client::learn::Collection;
use agon_rules::games;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::put;
use crate::collection::collection;
use crate::draw::{Hit, Screen};
use crate::menu::{entry, foot};
use crate::pager::{bar, wrap};
use crate::study::{Learned, Wish, progress, taught};
use crate::theme::Theme;
use crate::word::Way;

/// The list of what can be learned.
pub struct Shelf {
    /// every line: what it opens, and what it says
    pub items: Vec<(Item, String)>,
    /// the line the keys are on
    pub at: usize,
    /// what went wrong
    pub trouble: Option<String>,
}

/// What a line opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// the lesson of a game
    Lesson(&'static str),
    /// a puzzle
    Puzzle(Wish),
}

impl Shelf {
    /// Everything there is, on a day.
    pub fn new(learned: &Learned, day: u32) -> Self {
        let mut items = lessons(learned);
        let all = collection();
        if !all.is_empty() {
            let run = learned.streak().run(day);
            let today = if learned.streak().has(day) { ", solved" } else { "" };
            let days = if run > 0 { format!("  {run} in a row{today}") } else { String::new() };
            items.push((Item::Puzzle(Wish::Daily(day)), format!("Puzzle of the day{days}")));
        }
        items.extend(puzzles(&all, learned));
        Shelf { items, at: 0, trouble: None }
    }

    /// Moves the keys up or down.
    pub fn step(&mut self, way: Way) {
        self.at = way.step(self.at, self.items.len().max(1));
        self.trouble = None;
    }
}

/// The lessons with how far each is.
pub fn lessons(learned: &Learned) -> Vec<(Item, String)> {
    let line = |(id, count): (&'static str, usize)| {
        let name = games::info(id).map_or(id, |info| info.name);
        (Item::Lesson(id), format!("{name}: {} of {count} tasks done", progress(learned, id, count)))
    };
    taught().into_iter().map(line).collect()
}

fn puzzles(all: &Collection, learned: &Learned) -> Vec<(Item, String)> {
    let line = |id: &str| {
        let name = games::info(id).map_or("?", |info| info.name);
        let text = format!("{name}: {} of {} puzzles solved", learned.solved(id), all.ids(id).count());
        (Item::Puzzle(Wish::Next(id.to_owned(), None)), text)
    };
    all.games().into_iter().map(line).collect()
}

/// Draws the list.
pub fn draw(buffer: &mut Buffer, shelf: &Shelf, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    bar(buffer, area, area.y, " Agon   lessons and puzzles", theme);
    let room = area.height.saturating_sub(2).max(1);
    let first = (shelf.at + 1).saturating_sub(room.into());
    for (line, (_, text)) in shelf.items.iter().enumerate().skip(first).take(room.into()) {
        let spot = Rect::new(area.x, area.y + 1 + (line - first) as u16, area.width, 1).intersection(area);
        entry(buffer, spot, text, line == shelf.at, theme);
        screen.hits.push((spot, Hit::Item(line)));
    }
    let below = area.y + 2 + shelf.items.len() as u16;
    let about = "A lesson is a handful of short tasks, each with one move to find. A puzzle has exactly one best move, and \
        the program has proved it.";
    for (y, line) in (below..area.bottom().saturating_sub(1)).zip(wrap(about, area.width.saturating_sub(6).into())) {
        put(buffer, area.x + 3, y, &line, theme.faint());
    }
    foot(buffer, area, shelf.trouble.as_deref(), " arrows, Enter   F1 help   Esc games   F10 leave", theme);
    screen
}
