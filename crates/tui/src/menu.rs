//! The list of games, and beside it what each is about.

use std::path::Path;

use agon_client::{Sitter, variant};
use agon_rules::games::{self, Info};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::put;
use crate::day::when;
use crate::draw::{Hit, Screen};
use crate::form::{Form, Row};
use crate::keep::{self, Kept};
use crate::pager::{bar, wrap};
use crate::theme::Theme;
use crate::word::Way;

/// The list of games.
pub struct Menu {
    /// games that were left unfinished, the last one first
    kept: Vec<Kept>,
    /// which day it is
    today: u32,
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
    Kept(&'a Kept),
    /// opens the form of a game
    Game(&'a Info),
    /// shows what can be learned
    Learn,
    /// opens a file
    File,
}

impl Menu {
    /// The list of games; those that were left are kept in that folder.
    pub fn new(folder: Option<&Path>, today: u32) -> Self {
        let kept = folder.map(keep::kept).unwrap_or_default();
        Menu { kept, today, games: games::list(), at: 0, file: String::new(), trouble: None }
    }

    /// Every line.
    pub fn items(&self) -> Vec<Item<'_>> {
        let kept = self.kept.iter().map(Item::Kept);
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
    // Games that were left stand apart from those that can be begun.
    let left = menu.kept.len();
    let headings = if left == 0 { Vec::new() } else { vec![(0, "unfinished games"), (left, "new game")] };
    let heading = |line: usize| headings.iter().find(|(before, _)| *before == line).map(|(_, text)| *text);
    let rows: Vec<(Option<usize>, &str)> = (0..items.len())
        .flat_map(|line| heading(line).map(|text| (None, text)).into_iter().chain([(Some(line), "")]))
        .collect();
    let here = rows.iter().position(|(line, _)| *line == Some(menu.at)).unwrap_or(0);
    let first = (here + 1).saturating_sub(room.into());
    // Where there is no room beside the list, its lines say more.
    let list = if menu.kept.is_empty() { LIST } else { LONG_LIST };
    let alone = area.width <= list + 20;
    let wide = if alone { area.width } else { list };
    for (y, (line, heading)) in (area.y + 1..).zip(rows.into_iter().skip(first).take(room.into())) {
        let Some(line) = line else {
            put(buffer, area.x + 1, y, heading, theme.heading());
            continue;
        };
        let text = match &items[line] {
            Item::Kept(kept) => resumed(kept, menu.today, usize::from(wide.saturating_sub(3))),
            Item::Game(info) => info.name.to_owned(),
            Item::Learn => "learn".to_owned(),
            Item::File => "open a file".to_owned(),
        };
        entry(buffer, Rect::new(area.x, y, wide, 1), &text, line == menu.at, theme);
        screen.hits.push((Rect::new(area.x, y, wide, 1), Hit::Item(line)));
    }
    if !alone {
        let side = Rect::new(area.x + wide + 2, area.y + 1, (area.width - wide - 3).min(90), room);
        let lines = about(menu, &items[menu.at], usize::from(side.width), theme);
        for (y, (line, style)) in (side.y..side.bottom()).zip(lines) {
            put(buffer, side.x, y, &line, style);
        }
    }
    let ways = [" arrows, Enter   F1 help   F7 rules   F10 leave", " Enter   F1 help   F7 rules   F10 leave"];
    let keys = ways.into_iter().find(|keys| keys.len() <= area.width.into()).unwrap_or(" F1 help   F10 leave");
    foot(buffer, area, menu.trouble.as_deref(), keys, theme);
    screen
}

/// The list is so wide, where something stands beside it; games that were left take more room.
const LIST: u16 = 30;
const LONG_LIST: u16 = 42;

/// A game that was left in one line: which, which variant as far as there is room, and when.
fn resumed(kept: &Kept, today: u32, room: usize) -> String {
    let name = games::info(&kept.plan.record.game).map_or("?", |info| info.name);
    let when = when(kept.when, today);
    let variant = variant_of(kept);
    let room = room.saturating_sub(name.chars().count() + when.chars().count() + 5);
    let long = variant.chars().count() > room;
    let shown: String = variant.chars().take(if long { room.saturating_sub(1) } else { room }).collect();
    match shown.trim_end() {
        "" => format!("{name}, {when}"),
        shown => format!("{name} ({shown}{}), {when}", if long { "…" } else { "" }),
    }
}

fn variant_of(kept: &Kept) -> String {
    let record = &kept.plan.record;
    let variant = games::open(&record.game, &record.options, record.start.clone()).map(|table| {
        let options: Vec<(String, String)> =
            table.options().into_iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        variant(&record.game, &options).iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
    });
    variant.unwrap_or_default()
}

/// What is told of a line.
fn about(menu: &Menu, item: &Item, width: usize, theme: Theme) -> Vec<(String, Style)> {
    let plain = |text: &str| wrap(text, width).into_iter().map(|line| (line, Style::new())).collect::<Vec<_>>();
    match item {
        Item::Kept(kept) => {
            let plan = &kept.plan;
            let name = games::info(&plan.record.game).map_or("?", |info| info.name);
            let players: Vec<&str> = plan.sitters.iter().map(Sitter::word).collect();
            let mut lines = vec![(name.to_owned(), theme.heading())];
            lines.extend(plain(&variant_of(kept)));
            lines.extend(plain(&format!("left {}", when(kept.when, menu.today))));
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
