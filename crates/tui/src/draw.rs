//! Draws the screen of a game: the board as large as there is room for, with what can be chosen on it. It knows no game.
//!
//! Who plays and what happened stands beside it (`draw/panel.rs`), the prompt and what is typed below it (`draw/lines.rs`),
//! and what a lesson or puzzle says beside it, or above it on a narrow screen (`draw/text.rs`).

mod keys;
mod lines;
mod panel;
mod text;

use agon_rules::{Choice, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use crate::board::{Board, put, width};
use crate::desk::Desk;
use crate::pager::bar;
use crate::room;
use crate::taps::{Focus, Menu};
use crate::theme::Theme;
use crate::word::Word;

use keys::Keys;
use lines::{Prompt, input_line};
use panel::{analysis, panel};

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
    /// a move of the analysis
    Value(usize),
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
    /// where the values of moves are
    pub values: Rect,
}

/// The panel is not narrower than this, and not there on a screen narrower than twice and a half that.
const PANEL: u16 = 21;
const WIDEST: u16 = 56;

/// What is to be read in a lesson is this wide, where the screen is at least that.
const TEXT: u16 = 34;
const ROOMY: u16 = 76;

/// Draws a desk and says where everything is.
pub fn desk(buffer: &mut Buffer, desk: &Desk, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    if area.width < 4 || area.height < 2 {
        return screen;
    }
    // What there is no room for is left out, the least important first.
    let (title, footer, prompt) = (area.height >= 10, area.height >= 8, area.height >= 4);
    let paneled = area.width >= PANEL * 5 / 2;
    let mut top = area.y;
    let mut bottom = area.bottom();
    if title {
        bar(buffer, area, top, &title_of(desk, area.width.into(), paneled), theme);
        top += 1;
    }
    if footer {
        let keys = Keys::of(desk, area.width, area.height);
        bottom -= keys.height();
        keys.draw(buffer, Rect::new(area.x, bottom, area.width, keys.height()), &mut screen, theme);
    }
    bottom -= 1;
    let input = bottom;
    if prompt {
        let prompt = Prompt::of(desk, !paneled);
        let high = prompt.height(area.width, area.height / 4);
        bottom -= high;
        prompt.draw(buffer, Rect::new(area.x, bottom, area.width, high), theme);
    }
    let buttons = desk.buttons();
    if !buttons.is_empty() && bottom > top + 1 {
        bottom -= 1;
        self::buttons(buffer, Rect::new(area.x, bottom, area.width, 1), &buttons, desk.hand.focus, &mut screen, theme);
    }
    let room = Rect::new(area.x, top, area.width, bottom.saturating_sub(top));
    let room = match desk.game.study().filter(|_| !paneled) {
        Some(study) => text::above(buffer, room, study, desk, theme),
        None => room,
    };
    let room = if !paneled && desk.bots.analysing { below(buffer, room, desk, &mut screen, theme) } else { room };
    let least = if desk.game.study().is_some() && area.width >= ROOMY { TEXT } else { PANEL };
    let most = if paneled { room.width - least - 1 } else { room.width };
    let board = Board::fit(&desk.view, Size::new(most, room.height), desk.look.flipped);
    let wide = board.size.width.min(most);
    let (left, right) = if paneled {
        let panel = (room.width - wide - 1).clamp(least, WIDEST);
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

/// The values of moves below the board, where nothing stands beside it. Returns the room that is left.
fn below(buffer: &mut Buffer, room: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) -> Rect {
    let board = Board::fit(&desk.view, Size::new(room.width, 1), desk.look.flipped).size.height;
    let high = room.height.saturating_sub(board).max(3).min(room.height / 2);
    let left = Rect { height: room.height - high, ..room };
    analysis(buffer, Rect { y: left.bottom(), height: high, ..room }, desk, screen, theme);
    left
}

/// What the bar at the top says: as much as there is room for, the variant first to go, then the number of moves.
fn title_of(desk: &Desk, room: usize, paneled: bool) -> String {
    let venue = desk.game.venue();
    if let Some(study) = desk.game.study() {
        return format!(" {}", study.title());
    }
    let variant: Vec<String> = venue.variant().iter().map(ToString::to_string).collect();
    let variant = if variant.is_empty() { String::new() } else { format!("  {}", variant.join(" · ")) };
    let ply = match desk.look.review {
        Some(ply) => format!("   looking at move {ply} of {}", venue.ply()),
        None => format!("   move {}", venue.ply()),
    };
    let scores: Vec<String> = desk.view.scores.iter().map(ToString::to_string).collect();
    let scores = if paneled || scores.is_empty() { String::new() } else { format!("   {}", scores.join(" : ")) };
    let online = desk.game.joined().map_or_else(String::new, room::title);
    let name = venue.title();
    let ways = [format!(" {name}{variant}{scores}{ply}{online}"), format!(" {name}{scores}{ply}{online}")];
    let fits = ways.into_iter().find(|text| text.chars().count() <= room);
    fits.unwrap_or_else(|| format!(" {name}{scores}{online}"))
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
