//! The list of games, and beside it what each is about.

use std::path::{Path, PathBuf};

use agon_client::{Plan, Sitter};
use agon_rules::games::{self, Info};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::put;
use crate::draw::{Hit, Screen};
use crate::form::{Form, Row};
use crate::keep;
use crate::pager::{bar, wrap};
use crate::theme::Theme;
use crate::word::Way;

/// The list of games.
pub struct Menu {
    /// games that were left unfinished, the last one first
    pub kept: Vec<(PathBuf, Plan)>,
    games: Vec<Info>,
    /// the line the keys are on
    pub at: usize,
    /// the file to open
    pub file: String,
    /// what went wrong
    pub trouble: Option<String>,
}

/// What a line of the menu does.
pub enum Item<'a> {
    /// goes on with a game that was left
    Kept(&'a PathBuf, &'a Plan),
    /// opens the form of a game
    Game(&'a Info),
    /// shows what can be learned
    Learn,
    /// opens a file
    File,
}

impl Menu {
    /// The list of games; those that were left are kept in that folder.
    pub fn new(folder: Option<&Path>) -> Self {
        let kept = folder.map(keep::kept).unwrap_or_default();
        Menu { kept, games: games::list(), at: 0, file: String::new(), trouble: None }
    }

    /// Every line.
    pub fn items(&self) -> Vec<Item<'_>> {
        let kept = self.kept.iter().map(|(path, plan)| Item::Kept(path, plan));
        kept.chain(self.games.iter().map(Item::Game)).chain([Item::Learn, Item::File]).collect()
    }

    /// Moves the keys up or down.
    pub fn step(&mut self, way: Way) {
        self.at = way.step(self.at, self.items().len());
    }

    /// Takes typed text as the name of a file, where that is asked.
    pub fn write(&mut self, text: &str) {
        if matches!(self.items()[self.at], Item::File) {
            let room = 2000_usize.saturating_sub(self.file.chars().count());
            self.file.extend(text.chars().filter(|c| !c.is_control()).take(room));
        }
    }
}

/// Draws the list of games.
pub fn draw(buffer: &mut Buffer, menu: &Menu, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    bar(buffer, area, area.y, " Agon   choose a game", theme);
    let items = menu.items();
    let room = area.height.saturating_sub(2).max(1);
    let first = (menu.at + 1).saturating_sub(room.into());
    let wide = 30.min(area.width);
    for (line, item) in items.iter().enumerate().skip(first).take(room.into()) {
        let y = area.y + 1 + (line - first) as u16;
        let text = match item {
            Item::Kept(_, plan) => {
                format!("continue: {}", games::info(&plan.record.game).map_or("?", |info| info.name))
            }
            Item::Game(info) => info.name.to_owned(),
            Item::Learn => "learn".to_owned(),
            Item::File => "open a file".to_owned(),
        };
        entry(buffer, Rect::new(area.x, y, wide, 1), &text, line == menu.at, theme);
        screen.hits.push((Rect::new(area.x, y, wide, 1), Hit::Item(line)));
    }
    if area.width > wide + 12 {
        let side = Rect::new(area.x + wide + 2, area.y + 1, (area.width - wide - 3).min(90), room);
        let lines = about(menu, &items[menu.at], usize::from(side.width), theme);
        for (y, (line, style)) in (side.y..side.bottom()).zip(lines) {
            put(buffer, side.x, y, &line, style);
        }
    }
    foot(buffer, area, menu.trouble.as_deref(), " arrows, Enter   F1 help   F7 rules   F10 leave", theme);
    screen
}

/// What is told of a line.
fn about(menu: &Menu, item: &Item, width: usize, theme: Theme) -> Vec<(String, Style)> {
    let plain = |text: &str| wrap(text, width).into_iter().map(|line| (line, Style::new())).collect::<Vec<_>>();
    match item {
        Item::Kept(_, plan) => {
            let name = games::info(&plan.record.game).map_or("?", |info| info.name);
            let players: Vec<&str> = plan.sitters.iter().map(Sitter::word).collect();
            let mut lines = vec![(name.to_owned(), theme.heading())];
            lines.extend(plain(&format!("{}; moves played: {}", players.join(" against "), plan.record.moves.len())));
            lines
        }
        Item::Game(info) => {
            let seats = match info.seats {
                (low, high) if low == high => format!("{low} players"),
                (low, high) => format!("{low} to {high} players"),
            };
            let mut lines = vec![(format!("{}, {seats}", info.name), theme.heading()), (String::new(), Style::new())];
            if !info.look.pitch.is_empty() {
                lines.extend(plain(info.look.pitch));
                lines.push((String::new(), Style::new()));
            }
            lines.extend(plain(info.about));
            lines.push((String::new(), Style::new()));
            for option in &info.options {
                let help = format!("{}: {}", info.option_title(option), option.help);
                lines.extend(wrap(&help, width).into_iter().map(|line| (line, theme.faint())));
            }
            lines
        }
        Item::Learn => plain("Lessons of a few minutes, from the first move on, and puzzles with one best move."),
        Item::File => {
            let mut lines = plain("Type the name of a file, or paste a record; Enter opens it.");
            lines.push((String::new(), Style::new()));
            let skip = menu.file.chars().count().saturating_sub(width.saturating_sub(3));
            lines.push((format!("> {}_", menu.file.chars().skip(skip).collect::<String>()), theme.heading()));
            lines
        }
    }
}

/// Draws the form of a new game.
pub fn draw_form(buffer: &mut Buffer, form: &Form, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    bar(buffer, area, area.y, &format!(" {}   a new game", form.info.name), theme);
    let rows = form.rows();
    let names = rows.iter().map(|row| form.text(*row).0.chars().count()).max().unwrap_or(0).max(16);
    let room = area.height.saturating_sub(3).max(1);
    let first = (form.at + 1).saturating_sub(room.into());
    for (line, row) in rows.iter().enumerate().skip(first).take(room.into()) {
        let y = area.y + 1 + (line - first) as u16;
        let (name, value, _) = form.text(*row);
        let text = if *row == Row::Start { "[ start ]".to_owned() } else { format!("{name:<names$} ◂ {value} ▸") };
        entry(buffer, Rect::new(area.x, y, area.width, 1), &text, line == form.at, theme);
        screen.hits.push((Rect::new(area.x, y, area.width, 1), Hit::Item(line)));
    }
    if area.height > 3 {
        let (.., help) = form.text(rows[form.at.min(rows.len() - 1)]);
        put(buffer, area.x + 2, area.bottom() - 2, &help, theme.faint());
    }
    foot(
        buffer,
        area,
        form.trouble.as_deref(),
        " up, down: line   left, right: value   Enter: start   F7 rules   Esc back",
        theme,
    );
    screen
}

/// A line of a list, marked where the keys are on it.
pub fn entry(buffer: &mut Buffer, area: Rect, text: &str, here: bool, theme: Theme) {
    let style = if here { theme.bar() } else { Style::new() };
    buffer.set_style(area, style);
    let mark = if here { ">" } else { " " };
    let text: String = format!(" {mark} {text}").chars().take(area.width.into()).collect();
    put(buffer, area.x, area.y, &text, style);
}

/// The keys, or what is wrong.
pub fn foot(buffer: &mut Buffer, area: Rect, trouble: Option<&str>, keys: &str, theme: Theme) {
    if area.height < 2 {
        return;
    }
    match trouble {
        None => bar(buffer, area, area.bottom() - 1, keys, theme),
        Some(text) => {
            let lines = wrap(text, usize::from(area.width.saturating_sub(2)));
            let count = lines.len().min(usize::from(area.height)) as u16;
            for (y, line) in (area.bottom() - count..area.bottom()).zip(lines) {
                buffer.set_style(Rect::new(area.x, y, area.width, 1), theme.bad());
                put(buffer, area.x, y, &format!(" {line:<rest$}", rest = usize::from(area.width) - 1), theme.bad());
            }
        }
    }
}
