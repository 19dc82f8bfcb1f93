//! Where the zones of a view lie on the screen and how they are drawn: as large as there is room for.
//!
//! It knows no game: boards are grids of cells, hands and stacks are rows of them. What does not fit is scrolled.

use agon_rules::{Cell, Face, Ground, Mark, PlaceOf, Shape, Site, Verdict, View, Zone};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::Style;

use crate::pager::wrap;
use crate::theme::{Edge, Theme};

/// What is to be pointed out on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// where the keys are
    pub cursor: Option<Site>,
    /// tapped already
    pub tapped: Vec<Site>,
    /// where the next tap can go
    pub lit: Vec<Site>,
    /// changed by the last move
    pub last: Vec<Site>,
    /// suggested
    pub hint: Vec<Site>,
}

/// Zones laid out in as much room as they need.
pub struct Board {
    /// the room they need
    pub size: Size,
    /// where each cell is
    pub spots: Vec<(Site, Rect)>,
    blocks: Vec<Block>,
    scale: u16,
    /// where rows begin, beside their titles
    indent: u16,
}

/// One zone laid out.
struct Block {
    zone: usize,
    /// where its title is, or the names of the rows
    corner: Position,
    /// how wide and high a cell is
    cell: Size,
}

/// Larger cells than this do not help.
const LARGEST: u16 = 5;

impl Board {
    /// Lays a view out as large as it fits, or as small as it goes.
    pub fn fit(view: &View, room: Size, flipped: bool) -> Self {
        let sizes = (1..=LARGEST).rev().map(|scale| Board::scaled(view, room.width, scale, flipped));
        let mut last = None;
        for board in sizes {
            if board.size.width <= room.width && board.size.height <= room.height {
                return board;
            }
            last = Some(board);
        }
        last.expect("there is a smallest")
    }

    fn scaled(view: &View, width: u16, scale: u16, flipped: bool) -> Self {
        let grids = view.zones.iter().filter(|zone| matches!(zone.shape, Shape::Grid { .. })).count();
        let titles = view.zones.iter().filter(|zone| !matches!(zone.shape, Shape::Grid { .. })).map(title_width);
        let indent = titles.max().unwrap_or(0) + 1;
        let mut board = Board { size: Size::default(), spots: Vec::new(), blocks: Vec::new(), scale, indent };
        let mut y = 0;
        for (at, zone) in view.zones.iter().enumerate() {
            y = match zone.shape {
                Shape::Grid { cols } => board.grid(at, zone, cols, y, grids > 1, flipped),
                Shape::Row | Shape::Pile => board.row(at, zone, width, y),
            };
        }
        board.size.height = y;
        board
    }

    /// Rows of cells with their names at the left and below.
    fn grid(&mut self, at: usize, zone: &Zone, cols: usize, y: u16, titled: bool, flipped: bool) -> u16 {
        let text = zone.cells.iter().map(|cell| width(&cell_text(cell))).max().unwrap_or(0);
        let cell = Size::new((text + 2).max(2 * self.scale + 1), self.scale);
        let left = margin(zone) + 1;
        let top = y + u16::from(titled) + u16::from(!zone.columns.is_empty());
        let count = zone.cells.len();
        for place in 0..count {
            let (col, row) = ((place % cols) as u16, (place / cols) as u16);
            let spot = Rect::new(left + col * cell.width, top + row * cell.height, cell.width, cell.height);
            self.spots.push((Site::new(at, if flipped { count - 1 - place } else { place }), spot));
        }
        self.blocks.push(Block { zone: at, corner: Position::new(0, y), cell });
        let beside = if zone.verdicts.is_empty() { 0 } else { 2 + self.beside() };
        self.size.width = self.size.width.max(left + cols as u16 * cell.width + beside);
        let gap = u16::from(self.scale > 1);
        top + count.div_ceil(cols) as u16 * cell.height + 1 + gap
    }

    /// How wide verdicts beside a board are: where a row has but one line there is no room for reasons.
    fn beside(&self) -> u16 {
        if self.scale > 1 { 26 } else { 14 }
    }

    /// A title, then cells side by side, as many lines as it takes.
    fn row(&mut self, at: usize, zone: &Zone, room: u16, y: u16) -> u16 {
        let indent = self.indent;
        let height = if self.scale > 2 { 3 } else { 1 };
        let (mut x, mut line) = (indent, y);
        for (index, cell) in zone.cells.iter().enumerate().filter(|(_, cell)| !gone(zone, cell)) {
            let named = named(zone, cell);
            let wide = width(&cell_text(cell)) + 2 + if named { width(&cell.name) + 1 } else { 0 };
            let wide = if zone.shape == Shape::Pile { wide.min(room.saturating_sub(indent).max(5)) } else { wide };
            if x > indent && x + wide > room {
                (x, line) = (indent, line + height);
            }
            self.spots.push((Site::new(at, index), Rect::new(x, line, wide, height)));
            x += wide + u16::from(height > 1 || named);
            self.size.width = self.size.width.max(x);
        }
        self.blocks.push(Block { zone: at, corner: Position::new(0, y), cell: Size::new(0, height) });
        line + height + u16::from(height > 1)
    }

    /// Draws a view into as much room as it needs.
    pub fn draw(&self, view: &View, marks: &Marks, theme: Theme) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.width.max(1), self.size.height.max(1)));
        for block in &self.blocks {
            let zone = &view.zones[block.zone];
            match zone.shape {
                Shape::Grid { cols } => self.names(&mut buffer, block, zone, cols, theme),
                Shape::Row | Shape::Pile => {
                    let y = block.corner.y + block.cell.height / 2;
                    let mut x = 0;
                    if let Some(seat) = zone.owner {
                        put(&mut buffer, 0, y, &format!(" {} ", seat + 1), theme.seat(seat));
                        x = 4;
                    }
                    put(&mut buffer, x, y, &zone.title.to_string(), theme.heading());
                    if zone.cells.iter().all(|cell| gone(zone, cell)) {
                        put(&mut buffer, self.indent + 1, y, "-", theme.faint());
                    }
                }
            }
        }
        for (site, spot) in &self.spots {
            let zone = &view.zones[site.zone];
            let cell = &zone.cells[site.cell];
            let edge = edge(*site, cell, marks);
            match zone.shape {
                Shape::Grid { cols } => {
                    let odd = (site.cell / cols + site.cell % cols) % 2 == 1;
                    square(&mut buffer, *spot, cell, edge, odd, theme);
                }
                Shape::Row | Shape::Pile => card(&mut buffer, *spot, zone, cell, edge, theme),
            }
        }
        buffer
    }

    /// The names of rows and columns, as notation has them.
    fn names(&self, buffer: &mut Buffer, block: &Block, zone: &Zone, cols: usize, theme: Theme) {
        let spots: Vec<_> = self.spots.iter().filter(|(site, _)| site.zone == block.zone).collect();
        let above = u16::from(!zone.columns.is_empty());
        if let Some((_, first)) = spots.first()
            && first.y > block.corner.y + above
        {
            put(buffer, 0, block.corner.y, &zone.title.to_string(), theme.heading());
        }
        for (site, spot) in spots.iter().take(cols) {
            let Some(heading) = zone.columns.get(site.cell % cols) else { break };
            let (text, style) = match heading.seat {
                Some(seat) => (format!(" {} ", seat + 1), theme.seat(seat)),
                None => (heading.text.to_string(), theme.heading()),
            };
            let x = spot.x + spot.width.saturating_sub(width(&text)) / 2;
            put(buffer, x, spot.y.saturating_sub(1), &text, style);
        }
        for (site, spot) in spots.iter().skip(cols - 1).step_by(cols) {
            if let Some(Some(verdict)) = zone.verdicts.get(site.cell / cols) {
                self.verdict(buffer, *spot, verdict, theme);
            }
        }
        for (site, spot) in spots.iter().step_by(cols) {
            put(buffer, 0, spot.y + (spot.height - 1) / 2, digits(&zone.cells[site.cell]), theme.faint());
        }
        let last_row = spots.len().saturating_sub(1) / cols * cols;
        for (site, spot) in &spots[last_row..] {
            let letters = letters(&zone.cells[site.cell]);
            let x = spot.x + (spot.width.saturating_sub(width(letters))) / 2;
            put(buffer, x, spot.bottom(), letters, theme.faint());
        }
    }
}

impl Board {
    /// What holds in a row, beside the last cell of it: whose it is, what decides, and why where there is room.
    fn verdict(&self, buffer: &mut Buffer, last: Rect, verdict: &Verdict, theme: Theme) {
        let mut x = last.right() + 2;
        if let Some(seat) = verdict.seat {
            put(buffer, x, last.y, &format!(" {} ", seat + 1), theme.seat(seat));
        }
        x += 4;
        put(buffer, x, last.y, &verdict.text.to_string(), theme.heading());
        let why = wrap(&verdict.reason.to_string(), usize::from(self.beside() - 4));
        for (y, line) in (last.y + 1..last.bottom()).zip(why) {
            put(buffer, x, y, &line, theme.faint());
        }
    }
}

/// A square of a board: its ground, then the piece in the middle.
fn square(buffer: &mut Buffer, spot: Rect, cell: &Cell, edge: Edge, odd: bool, theme: Theme) {
    let ground = theme.ground(cell.ground, odd);
    buffer.set_style(spot, ground);
    let body = theme.edge(edge, ground);
    if matches!(edge, Edge::Cursor | Edge::Tapped | Edge::Marked(_)) {
        buffer.set_style(spot, body);
    }
    let middle = spot.y + (spot.height - 1) / 2;
    let text = cell_text(cell);
    let x = spot.x + (spot.width - width(&text).min(spot.width)) / 2;
    let (left, right) = theme.edges(edge);
    put(buffer, x.saturating_sub(1).max(spot.x), middle, left, body);
    put(buffer, (x + width(&text)).min(spot.right() - 1), middle, right, body);
    match cell.pieces.last() {
        None => put(buffer, x, middle, &text, body),
        Some(piece) => {
            let style = piece.owner.map_or(theme.card(), |seat| theme.seat(seat));
            if spot.height > 3 {
                let inner = Rect::new(spot.x + 1, spot.y + 1, spot.width - 2, spot.height - 2);
                buffer.set_style(inner, style);
            }
            put(buffer, x, middle, &text, style);
        }
    }
}

/// A card of a hand, or a stack.
fn card(buffer: &mut Buffer, spot: Rect, zone: &Zone, cell: &Cell, edge: Edge, theme: Theme) {
    let middle = spot.y + (spot.height - 1) / 2;
    let mut spot = spot;
    if named(zone, cell) {
        put(buffer, spot.x, middle, &cell.name, theme.faint());
        let name = width(&cell.name) + 1;
        spot = Rect::new(spot.x + name, spot.y, spot.width.saturating_sub(name), spot.height);
    }
    let owner = cell.pieces.last().and_then(|piece| piece.owner).or(zone.owner);
    let style = match (cell.pieces.is_empty(), owner) {
        (true, _) => theme.ground(Ground::Plain, false),
        (false, Some(seat)) if zone.shape == Shape::Pile => theme.seat(seat),
        _ => theme.card(),
    };
    let style = theme.edge(edge, style);
    buffer.set_style(spot, style);
    // Of a stack that is too long the top is what matters.
    let (text, room) = (cell_text(cell), usize::from(spot.width.saturating_sub(2)));
    let skip = text.chars().count().saturating_sub(room);
    let text: String = if skip == 0 { text } else { "…".chars().chain(text.chars().skip(skip + 1)).collect() };
    let (left, right) = theme.edges(edge);
    put(buffer, spot.x, middle, left, style);
    put(buffer, spot.x + 1, middle, &text, style);
    put(buffer, spot.right().saturating_sub(1), middle, right, style);
}

fn edge(site: Site, cell: &Cell, marks: &Marks) -> Edge {
    if marks.cursor == Some(site) {
        Edge::Cursor
    } else if marks.tapped.contains(&site) {
        Edge::Tapped
    } else if marks.hint.contains(&site) {
        Edge::Marked(Mark::Hint)
    } else if cell.mark != Mark::None {
        Edge::Marked(cell.mark)
    } else if marks.lit.contains(&site) {
        Edge::Lit
    } else if marks.last.contains(&site) {
        Edge::Last
    } else {
        Edge::None
    }
}

/// What stands in a cell: its pieces from the bottom up, or a sign for its ground.
fn cell_text(cell: &Cell) -> String {
    const HOMES: [&str; 6] = ["₁", "₂", "₃", "₄", "₅", "₆"];
    const GOALS: [&str; 6] = ["¹", "²", "³", "⁴", "⁵", "⁶"];
    let pieces: Vec<String> = cell
        .pieces
        .iter()
        .map(|piece| {
            let text = if piece.face == Face::Down { "?" } else { &piece.text };
            side(piece.owner, text).to_owned() + text
        })
        .collect();
    match (pieces.is_empty(), cell.ground) {
        (false, _) => pieces.join(","),
        (true, Ground::Blocked) => "#".to_owned(),
        (true, Ground::Home(seat)) => HOMES[seat % 6].to_owned(),
        (true, Ground::Goal(seat)) => GOALS[seat % 6].to_owned(),
        (true, _) => "·".to_owned(),
    }
}

/// Whose piece it is, where its text has a sign of its own: seat 0 looks up the board, others down.
pub fn side(owner: Option<usize>, text: &str) -> &'static str {
    match owner {
        Some(seat) if text.starts_with(['+', '-', '−']) => {
            if seat == 0 {
                "▲"
            } else {
                "▼"
            }
        }
        _ => "",
    }
}

/// Whether a tray only keeps a place here for what is gone.
fn gone(zone: &Zone, cell: &Cell) -> bool {
    zone.place == PlaceOf::Tray && zone.shape == Shape::Row && cell.pieces.is_empty()
}

/// Whether the name of a cell says more than what lies there.
fn named(zone: &Zone, cell: &Cell) -> bool {
    !cell.name.is_empty() && zone.title != *cell.name && cell.pieces.first().is_none_or(|piece| piece.text != cell.name)
}

fn title_width(zone: &Zone) -> u16 {
    width(&zone.title.to_string()) + if zone.owner.is_some() { 4 } else { 0 }
}

fn margin(zone: &Zone) -> u16 {
    zone.cells.iter().map(|cell| width(digits(cell))).max().unwrap_or(0)
}

fn digits(cell: &Cell) -> &str {
    cell.name.trim_start_matches(|c: char| !c.is_ascii_digit())
}

fn letters(cell: &Cell) -> &str {
    cell.name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// How many columns a text takes; all our signs take one.
pub fn width(text: &str) -> u16 {
    text.chars().count().min(500) as u16
}

/// Writes a text as far as there is room.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = buffer.area;
    if x < area.right() && (area.y..area.bottom()).contains(&y) {
        buffer.set_stringn(x, y, text, (area.right() - x).into(), style);
    }
}
