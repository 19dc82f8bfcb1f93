//! Draws the screen of a game: the board as large as there is room for, beside it who plays and what happened, below it
//! the prompt and what is typed. It knows no game.

use agon_client::words::{self, Scale};
use agon_rules::{Choice, Face, Seat, Site, View};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use crate::board::{Board, put, side, width};
use crate::desk::Desk;
use crate::game::Game;
use crate::pager::{bar, wrap};
use crate::room;
use crate::server::clean;
use crate::taps::{Focus, Menu, Tone};
use crate::theme::Theme;
use crate::word::Word;

/// What a click can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// a cell
    Site(Site),
    /// a move that is a button
    Button(usize),
    /// a command
    Word(Word),
    /// a move of the list
    Ply(usize),
    /// a line of a list or form
    Item(usize),
}

/// Where things are on the screen.
#[derive(Default)]
pub struct Screen {
    /// what a click can hit, the topmost last
    pub hits: Vec<(Rect, Hit)>,
    /// where the keys can go
    pub spots: Vec<(Focus, Rect)>,
}

/// The panel is not narrower than this, and not there on a screen narrower than twice and a half that.
const PANEL: u16 = 21;
const WIDEST: u16 = 56;

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

/// Draws a desk and says where everything is.
pub fn desk(buffer: &mut Buffer, desk: &Desk, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    if area.width < 4 || area.height < 2 {
        return screen;
    }
    // What there is no room for is left out, the least important first.
    let (title, footer, prompt) = (area.height >= 10, area.height >= 8, area.height >= 4);
    let mut top = area.y;
    let mut bottom = area.bottom();
    if title {
        bar(buffer, area, top, &title_of(desk), theme);
        top += 1;
    }
    if footer {
        bottom -= 1;
        keys(buffer, Rect::new(area.x, bottom, area.width, 1), &mut screen, theme);
    }
    bottom -= 1;
    let input = bottom;
    if prompt {
        bottom -= 1;
        prompt_line(buffer, Rect::new(area.x, bottom, area.width, 1), desk, theme);
    }
    let buttons = desk.buttons();
    if !buttons.is_empty() && bottom > top + 1 {
        bottom -= 1;
        self::buttons(buffer, Rect::new(area.x, bottom, area.width, 1), &buttons, desk.hand.focus, &mut screen, theme);
    }
    let room = Rect::new(area.x, top, area.width, bottom.saturating_sub(top));
    let paneled = area.width >= PANEL * 5 / 2;
    let most = if paneled { room.width - PANEL - 1 } else { room.width };
    let board = Board::fit(&desk.view, Size::new(most, room.height), desk.look.flipped);
    let wide = board.size.width.min(most);
    let (left, right) = if paneled {
        let panel = (room.width - wide - 1).clamp(PANEL, WIDEST);
        let left = Rect { width: room.width - panel - 1, ..room };
        (left, Some(Rect { x: left.right() + 1, width: panel, ..room }))
    } else {
        (room, None)
    };
    match desk.game.joined().filter(|joined| joined.online.is_waiting()) {
        Some(joined) => room::waiting(buffer, left, joined, theme),
        None => blit(buffer, left, &board, desk, &mut screen, theme),
    }
    if let Some(right) = right {
        panel(buffer, right, desk, &mut screen, theme);
    }
    input_line(buffer, Rect::new(area.x, input, area.width, 1), desk, theme);
    if let Some(open) = &desk.hand.menu {
        menu(buffer, room, open, &mut screen, theme);
    }
    screen
}

fn title_of(desk: &Desk) -> String {
    let venue = desk.game.venue();
    let variant: Vec<String> = venue.variant().iter().map(ToString::to_string).collect();
    let (name, variant) = (venue.title(), variant.join(" · "));
    let ply = match desk.look.review {
        Some(ply) => format!("looking at move {ply} of {}", venue.ply()),
        None => format!("move {}", venue.ply()),
    };
    let gap = if variant.is_empty() { "" } else { "  " };
    let room = desk.game.joined().map_or_else(String::new, room::title);
    format!(" {name}{gap}{variant}   {ply}{room}")
}

/// The board, centred; scrolled to where the keys are when it is too large.
fn blit(buffer: &mut Buffer, area: Rect, board: &Board, desk: &Desk, screen: &mut Screen, theme: Theme) {
    let drawn = board.draw(&desk.view, &desk.marks(), theme);
    let at = match desk.hand.focus {
        Some(Focus::Site(site)) => board.spots.iter().find(|(spot, _)| *spot == site).map(|(_, spot)| *spot),
        _ => None,
    };
    let offset = |size: u16, room: u16, centre: Option<u16>| {
        centre.map_or(0, |centre| centre.saturating_sub(room / 2)).min(size.saturating_sub(room))
    };
    let panned = |offset: u16, by: i32, size: u16, room: u16| {
        (i32::from(offset) + by).clamp(0, size.saturating_sub(room).into()) as u16
    };
    let dx = offset(board.size.width, area.width, at.map(|spot| spot.x + spot.width / 2));
    let dx = panned(dx, desk.look.pan.0, board.size.width, area.width);
    let dy = offset(board.size.height, area.height, at.map(|spot| spot.y + spot.height / 2));
    let dy = panned(dy, desk.look.pan.1, board.size.height, area.height);
    let left = area.x + area.width.saturating_sub(board.size.width) / 2;
    let top = area.y + area.height.saturating_sub(board.size.height) / 2;
    let (wide, high) = (board.size.width.min(area.width), board.size.height.min(area.height));
    for y in 0..high {
        for x in 0..wide {
            if let (Some(to), Some(from)) = (buffer.cell_mut((left + x, top + y)), drawn.cell((x + dx, y + dy))) {
                *to = from.clone();
            }
        }
    }
    let seen = Rect::new(dx, dy, wide, high);
    for (site, spot) in &board.spots {
        screen.spots.push((Focus::Site(*site), *spot));
        let part = spot.intersection(seen);
        if !part.is_empty() {
            let spot = Rect::new(part.x - dx + left, part.y - dy + top, part.width, part.height);
            screen.hits.push((spot, Hit::Site(*site)));
        }
    }
    if (board.size.height > area.height || board.size.width > area.width) && area.width > 20 {
        put(buffer, area.x, area.bottom() - 1, " more: ^ and arrows ", theme.key());
    }
    // Buttons lie below everything.
    for (at, (_, hit)) in screen.hits.clone().iter().filter(|(_, hit)| matches!(hit, Hit::Button(_))).enumerate() {
        if let Hit::Button(button) = hit {
            screen.spots.push((Focus::Button(*button), Rect::new(12 * at as u16, board.size.height + 1, 10, 1)));
        }
    }
}

fn buttons(buffer: &mut Buffer, area: Rect, moves: &[Choice], focus: Option<Focus>, screen: &mut Screen, theme: Theme) {
    let mut x = area.x + 1;
    for (at, choice) in moves.iter().enumerate() {
        let text = choice.name();
        let here = focus == Some(Focus::Button(at));
        let shown = if here { format!("[ {text} ]") } else { format!("( {text} )") };
        let style = if here { Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { theme.key() };
        put(buffer, x, area.y, &shown, style);
        screen.hits.push((Rect::new(x, area.y, width(&shown), 1).intersection(area), Hit::Button(at)));
        x += width(&shown) + 2;
    }
}

fn keys(buffer: &mut Buffer, area: Rect, screen: &mut Screen, theme: Theme) {
    let mut x = area.x;
    for (key, what, word) in KEYS {
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

/// Who is to do what, or how the game ended.
fn prompt_line(buffer: &mut Buffer, area: Rect, desk: &Desk, theme: Theme) {
    let venue = desk.game.venue();
    let mut x = area.x + 1;
    let text = if desk.look.review.is_some() {
        "looking back: PgUp, PgDn, Home, End; `branch` plays on from here".to_owned()
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

fn spinner(millis: u128) -> char {
    ['-', '\\', '|', '/'][(millis / 150 % 4) as usize]
}

/// What is typed and what it may become, or a message.
fn input_line(buffer: &mut Buffer, area: Rect, desk: &Desk, theme: Theme) {
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
        _ if desk.view.turn.is_some() => caption(desk) + "type a move, or arrows and Enter; ? help",
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

/// Who plays, what happened, what moves are worth, and what was played.
fn panel(buffer: &mut Buffer, area: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) {
    for y in area.y..area.bottom() {
        put(buffer, area.x.saturating_sub(1), y, "│", theme.faint());
    }
    let view = &desk.view;
    let room = usize::from(area.width);
    let mut y = area.y;
    let venue = desk.game.venue();
    for seat in 0..venue.seats() {
        if y >= area.bottom() {
            return;
        }
        let mark = if view.turn == Some(seat) { "▶" } else { " " };
        put(buffer, area.x, y, mark, theme.heading());
        put(buffer, area.x + 1, y, &format!(" {} ", seat + 1), theme.seat(seat));
        let letter = letter(view, seat).map_or_else(String::new, |letter| format!(" ({letter})"));
        let name = format!("{}{letter}", desk.game.label(seat));
        put(buffer, area.x + 5, y, &name, Style::new());
        let score = view.scores.get(seat).map_or_else(String::new, |score| format!(" {score} "));
        put(buffer, area.right().saturating_sub(width(&score)), y, &score, theme.heading());
        if let Some(clock) = desk.game.clock(seat) {
            let clock = format!(" {clock} ");
            put(buffer, area.right().saturating_sub(width(&score) + width(&clock)), y, &clock, theme.heading());
        } else if let Some(role) = view.roles.get(seat) {
            let role = format!("  {role}");
            if 5 + width(&name) + width(&role) + width(&score) <= area.width {
                put(buffer, area.x + 5 + width(&name), y, &role, theme.faint());
            }
        }
        y += 1;
    }
    if let Some(joined) = desk.game.joined() {
        y = room::lines(buffer, Rect { y, height: area.bottom() - y, ..area }, joined, theme);
    }
    if !view.goal.is_empty() && area.bottom() > y + 8 {
        for line in wrap(&format!("Goal: {}", view.goal), room) {
            put(buffer, area.x, y, &line, theme.faint());
            y += 1;
        }
    }
    y += 1;
    let left = |y: u16| usize::from(area.bottom().saturating_sub(y));
    // Notes leave room for some moves.
    let why = view.end.iter().map(|end| &end.why).filter(|why| view.notes.iter().all(|note| note.text != **why));
    let notes: Vec<String> = why
        .chain(view.notes.iter().map(|note| &note.text))
        .filter(|text| !text.is_empty())
        .flat_map(|text| wrap(&format!("• {text}"), room))
        .collect();
    for line in notes.iter().take(left(y).saturating_sub(4).max(3)) {
        put(buffer, area.x, y, line, Style::new());
        y += 1;
    }
    if !notes.is_empty() {
        y += 1;
    }
    if desk.bots.analysing {
        y = rated(buffer, Rect { y, height: (left(y) * 2 / 3) as u16, ..area }, desk, theme) + 1;
    }
    moves(buffer, Rect { y, height: left(y) as u16, ..area }, desk, screen, theme);
}

/// The letter or sign on a player's pieces, where they have one.
fn letter(view: &View, seat: Seat) -> Option<String> {
    let pieces = view.zones.iter().flat_map(|zone| &zone.cells).flat_map(|cell| &cell.pieces);
    let mut own = pieces.filter(|piece| piece.owner == Some(seat) && piece.face == Face::Up);
    let text = own.next()?.text.clone();
    let sign = side(Some(seat), &text);
    if !sign.is_empty() {
        return Some(sign.to_owned());
    }
    (text.chars().count() == 1 && text.chars().all(char::is_alphabetic)).then_some(text)
}

/// What every move is worth by now.
fn rated(buffer: &mut Buffer, area: Rect, desk: &Desk, theme: Theme) -> u16 {
    let head = match &desk.bots.rated {
        None if desk.view.turn.is_none() => "values: the game is over".to_owned(),
        None if !desk.bots.is_rating() => "values: hidden, this player sees more than you".to_owned(),
        None => "values: …".to_owned(),
        Some(rated) => {
            let depth = rated.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
            let nodes = if rated.nodes >= 1_000_000 {
                format!("{} M", rated.nodes / 1_000_000)
            } else {
                format!("{} k", rated.nodes / 1000)
            };
            format!("values{depth}, {nodes}{}", if rated.done { ", done" } else { "" })
        }
    };
    let mut y = area.y;
    for line in wrap(&head, area.width.into()) {
        put(buffer, area.x, y, &line, theme.heading());
        y += 1;
    }
    // The whole sentence where there is room for it.
    let (seat, scale) = (desk.view.turn.unwrap_or(0), Scale::of(&desk.view.scores));
    let say = if area.width >= 36 { words::worth } else { words::short_worth };
    let worth = |worth: agon_search::Worth| say(worth.into(), seat, scale);
    for (text, value) in desk.bots.rated.iter().flat_map(|rated| &rated.moves) {
        if y >= area.bottom() {
            break;
        }
        put(buffer, area.x, y, &format!("{text:<8} {}", worth(*value)), Style::new());
        y += 1;
    }
    y
}

/// The moves that were made, the one looked at marked.
fn moves(buffer: &mut Buffer, area: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) {
    if area.height < 2 {
        return;
    }
    put(buffer, area.x, area.y, "moves", theme.heading());
    let all = desk.game.venue().history();
    let at = desk.look.review.unwrap_or(all.len());
    // Each where it would stand in endless lines, then the lines around the one looked at.
    let (mut x, mut line) = (0_u16, 0_u16);
    let mut places = Vec::new();
    for (ply, step) in all.iter().enumerate() {
        let text = format!("{}.{}", ply + 1, step.text);
        if x > 0 && x + width(&text) > area.width {
            (x, line) = (0, line + 1);
        }
        places.push((x, line, ply, step.seat, text.clone()));
        x += width(&text) + 1;
    }
    let room = area.height - 1;
    let here = places.iter().find(|place| place.2 + 1 == at).map_or(if at == 0 { 0 } else { line }, |place| place.1);
    let first = (here + 1).saturating_sub(room.max(1));
    for (x, line, ply, seat, text) in places {
        if line < first || line - first >= room {
            continue;
        }
        let y = area.y + 1 + line - first;
        let style = if ply + 1 == at {
            theme.bar()
        } else if seat == 0 {
            Style::new()
        } else {
            theme.heading()
        };
        put(buffer, area.x + x, y, &text, style);
        screen.hits.push((Rect::new(area.x + x, y, width(&text), 1), Hit::Ply(ply + 1)));
    }
}

/// A choice between moves with the same taps.
fn menu(buffer: &mut Buffer, area: Rect, menu: &Menu, screen: &mut Screen, theme: Theme) {
    let Menu { moves, at } = menu;
    let at = *at;
    let wide = moves.iter().map(|text| width(text)).max().unwrap_or(0) + 6;
    let high = moves.len().min(usize::from(area.height)) as u16;
    let x = area.x + area.width.saturating_sub(wide) / 2;
    let y = area.y + area.height.saturating_sub(high) / 2;
    for (line, text) in moves.iter().enumerate().skip((at + 1).saturating_sub(high.into())).take(high.into()) {
        let spot = Rect::new(x, y + (line - (at + 1).saturating_sub(high.into())) as u16, wide, 1).intersection(area);
        let style = if line == at { theme.bar() } else { theme.key() };
        let mark = if line == at { ">" } else { " " };
        put(buffer, spot.x, spot.y, &format!(" {mark} {text:<rest$}", rest = usize::from(wide) - 3), style);
        screen.hits.push((spot, Hit::Item(line)));
    }
}
