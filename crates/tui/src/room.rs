//! Draws what only games on a server have: the code while players are waited for, the connection, and what is offered.

use agon_client::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::{put, width};
use crate::joined::Joined;
use crate::pager::wrap;
use crate::server::clean;
use crate::theme::Theme;

/// What the bar at the top says.
pub fn title(joined: &Joined) -> String {
    let watch = if joined.online.seat().is_none() { "   watching" } else { "" };
    let connection = clean(&words::connection(&joined.online.connection(joined.now())).to_string());
    format!("   room {}: {connection}{watch}", joined.online.code())
}

/// The code, large, and how somebody else comes in.
pub fn waiting(buffer: &mut Buffer, area: Rect, joined: &Joined, theme: Theme) {
    let code = joined.online.code();
    let letters: Vec<String> = code.chars().map(|letter| letter.to_string()).collect();
    let wide = format!("║   {}   ║", letters.join(" "));
    let edge = |left, right| format!("{left}{}{right}", "═".repeat(wide.chars().count() - 2));
    let empty = format!("║{}║", " ".repeat(wide.chars().count() - 2));
    let mut lines = vec![(edge("╔", "╗"), theme.heading()), (empty.clone(), theme.heading())];
    lines.push((wide.clone(), theme.heading()));
    lines.extend([(empty, theme.heading()), (edge("╚", "╝"), theme.heading()), (String::new(), Style::new())]);
    let room = usize::from(area.width.saturating_sub(2));
    let join = format!("agon play --online {code} --server {}", joined.server.base());
    let how = if joined.is_looking() {
        format!("Looking for a player in the lobby. Stay here.\n{}", joined.nobody_yet().unwrap_or_default())
    } else {
        format!("Waiting for players. Others join with\n{join}")
    };
    lines.extend(how.lines().flat_map(|line| wrap(line, room)).map(|line| (line, Style::new())));
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (y, (line, style)) in (top..area.bottom()).zip(&lines) {
        put(buffer, area.x + area.width.saturating_sub(width(line)) / 2, y, line, *style);
    }
}

/// Below the players: who watches, and what is offered. Returns where the next line goes.
pub fn lines(buffer: &mut Buffer, area: Rect, joined: &Joined, theme: Theme) -> u16 {
    let room = usize::from(area.width);
    let watchers = match joined.online.room().map_or(0, |room| room.watchers) {
        0 => None,
        1 => Some("1 watches".to_owned()),
        count => Some(format!("{count} watch")),
    };
    let watchers = joined.rated().into_iter().chain(watchers).map(|line| (line, theme.faint()));
    let offers = joined.offers().into_iter().flat_map(|line| wrap(&line, room)).map(|line| (line, theme.good()));
    let mut y = area.y;
    for (line, style) in watchers.chain(offers) {
        if y >= area.bottom() {
            break;
        }
        put(buffer, area.x, y, &line, style);
        y += 1;
    }
    y
}
