//! What stands beside the board: who plays, what happened, what moves are worth, and what was played.

use agon_client::words::{self, Scale};
use agon_rules::{Face, Seat, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Hit, Screen, text};
use crate::board::{put, side, width};
use crate::desk::Desk;
use crate::pager::wrap;
use crate::room;
use crate::theme::Theme;

/// Everything there is room for, the players first.
pub fn panel(buffer: &mut Buffer, area: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) {
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
    if let Some(study) = desk.game.study() {
        y += 1;
        return text::beside(buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area }, study, desk, theme);
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
        // What was played takes a few lines; the values have the others.
        let high = left(y).saturating_sub(5).max(left(y) * 2 / 3) as u16;
        y = analysis(buffer, Rect { y, height: high, ..area }, desk, screen, theme) + 1;
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

/// The value of every move by now, the best first. What there is no room for is scrolled to.
pub fn analysis(buffer: &mut Buffer, area: Rect, desk: &Desk, screen: &mut Screen, theme: Theme) -> u16 {
    let head = match &desk.bots.rated {
        None if desk.view.turn.is_none() => "analysis: the game is over".to_owned(),
        None if !desk.bots.is_rating() => "analysis: hidden, this player sees more than you".to_owned(),
        None => "analysis: …".to_owned(),
        Some(rated) => {
            let depth = rated.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
            let nodes = if rated.nodes >= 1_000_000 {
                format!("{} M", rated.nodes / 1_000_000)
            } else {
                format!("{} k", rated.nodes / 1000)
            };
            format!("analysis{depth}, {nodes}{}", if rated.done { ", done" } else { "" })
        }
    };
    let moves = desk.values();
    // On a low screen the heading gives way to what is scrolled.
    let is_low = area.height <= 4 && moves.len() >= usize::from(area.height);
    let head = if is_low { Vec::new() } else { wrap(&head, area.width.into()) };
    let mut y = area.y;
    for line in head.iter().take(area.height.into()) {
        put(buffer, area.x, y, line, theme.heading());
        y += 1;
    }
    // The whole sentence where there is room for it.
    let (seat, scale) = (desk.view.turn.unwrap_or(0), Scale::of(&desk.view));
    let say = if area.width >= 36 { words::worth } else { words::short_worth };
    let names = moves.iter().map(|(text, _)| width(text)).max().unwrap_or(0).clamp(4, (area.width / 2).max(4));
    let mut room = area.bottom().saturating_sub(y);
    let is_cut = moves.len() > room.into();
    room -= u16::from(is_cut).min(room);
    let first = desk.look.scroll.min(moves.len().saturating_sub(room.into()));
    let last = (first + usize::from(room)).min(moves.len());
    screen.values = Rect { y, height: room, ..area };
    for (at, (text, value)) in moves.iter().enumerate().take(last).skip(first) {
        let line = format!("{text:<names$} {}", say((*value).into(), seat, scale), names = usize::from(names));
        let style = if desk.hand.input == *text { theme.bar() } else { Style::new() };
        put(buffer, area.x, y, &line, style);
        screen.hits.push((Rect::new(area.x, y, area.width, 1), Hit::Value(at)));
        y += 1;
    }
    if is_cut && y < area.bottom() {
        let head = if is_low { "analysis " } else { "" };
        put(buffer, area.x, y, &format!("{head}{}-{last} of {} Alt ↑↓", first + 1, moves.len()), theme.faint());
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
