//! What a lesson or puzzle says, beside the board or above it: wrapped, with bold words and no signs for them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use crate::board::{Board, put, width};
use crate::desk::Desk;
use crate::pager::wrap;
use crate::study::{Paragraph, Study};
use crate::theme::Theme;

/// A line of letters, each with its look.
type Line = Vec<(char, Style)>;

/// Below the players beside the board; then what the game says, as far as there is room.
pub fn beside(buffer: &mut Buffer, area: Rect, study: &Study, desk: &Desk, theme: Theme) {
    let room = usize::from(area.width);
    let mut lines = Vec::new();
    for part in study.text() {
        if !lines.is_empty() {
            lines.push(Line::new());
        }
        lines.extend(set(&part, room, theme));
    }
    let notes = desk.view.notes.iter().flat_map(|note| wrap(&format!("• {}", note.text), room));
    let notes: Vec<Line> = notes.map(|line| plain(&line, Style::new())).collect();
    if !notes.is_empty() && lines.len() + notes.len() < usize::from(area.height) {
        lines.push(Line::new());
        lines.extend(notes);
    }
    write(buffer, area, &lines, theme);
}

/// Above the board, where nothing is beside it: the last word first, and as much as the board leaves. Returns the room
/// that is left.
pub fn above(buffer: &mut Buffer, area: Rect, study: &Study, desk: &Desk, theme: Theme) -> Rect {
    let board = Board::fit(&desk.view, Size::new(area.width, 1), desk.look.flipped).size.height;
    let mut parts = study.text();
    // What was last said is what matters most, then what to do; the title is in the first line already.
    let weight = |part: &Paragraph| match part {
        Paragraph::Right(_) | Paragraph::Wrong(_) => 0,
        Paragraph::Ask(_) => 1,
        Paragraph::Heading(_) => {
            if matches!(study, Study::Puzzle(_)) {
                1
            } else {
                4
            }
        }
        Paragraph::Words(_) => 2,
        Paragraph::Faint(_) => 3,
    };
    parts.sort_by_key(weight);
    parts.retain(|part| weight(part) < 4);
    let lines: Vec<Line> = parts.iter().flat_map(|part| set(part, area.width.into(), theme)).collect();
    let high = area.height.saturating_sub(board).max(2).min(area.height / 2 + 1).min(lines.len() as u16);
    write(buffer, Rect { height: high, ..area }, &lines, theme);
    Rect { y: area.y + high, height: area.height - high, ..area }
}

/// As many lines as fit; where some do not, the last that does says how to read them.
fn write(buffer: &mut Buffer, area: Rect, lines: &[Line], theme: Theme) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        for (x, (letter, style)) in (area.x..area.right()).zip(line) {
            put(buffer, x, y, letter.encode_utf8(&mut [0; 4]), *style);
        }
    }
    if lines.len() > area.height.into() && area.height > 0 {
        let more = "… F3: all";
        put(buffer, area.right().saturating_sub(width(more)), area.bottom() - 1, more, theme.key());
    }
}

/// A paragraph in lines.
fn set(part: &Paragraph, width: usize, theme: Theme) -> Vec<Line> {
    match part {
        Paragraph::Heading(text) => wrap(text, width).iter().map(|line| plain(line, theme.heading())).collect(),
        Paragraph::Words(text) => rich(text, width, Style::new(), theme.heading()),
        Paragraph::Ask(text) => rich(&format!("▸ {text}"), width, Style::new(), theme.heading()),
        Paragraph::Right(text) => padded(text, width, theme.good()),
        Paragraph::Wrong(text) => padded(text, width, theme.bad()),
        Paragraph::Faint(text) => wrap(text, width).iter().map(|line| plain(line, theme.faint())).collect(),
    }
}

fn plain(line: &str, style: Style) -> Line {
    line.chars().map(|letter| (letter, style)).collect()
}

/// Lines that are as wide as there is room, so that they read as one block.
fn padded(text: &str, width: usize, style: Style) -> Vec<Line> {
    let lines = rich(text, width, style, style.add_modifier(Modifier::BOLD)).into_iter();
    lines.map(|line| line.into_iter().chain(std::iter::repeat((' ', style))).take(width).collect()).collect()
}

/// Text with `**bold**` words in lines. The signs are gone before the lines are broken.
fn rich(text: &str, width: usize, usual: Style, bold: Style) -> Vec<Line> {
    let parts = text.split("**").enumerate();
    let look = |at: usize| if at % 2 == 1 { bold } else { usual };
    let letters: Line = parts.flat_map(|(at, part)| part.chars().map(move |letter| (letter, look(at)))).collect();
    let bare: String = letters.iter().map(|(letter, _)| letter).collect();
    let mut letters = letters.into_iter();
    // Breaking lines only leaves spaces out.
    let mut find = |wanted: char| letters.find(|(letter, _)| *letter == wanted).unwrap_or((wanted, usual));
    wrap(&bare, width).iter().map(|line| line.chars().map(&mut find).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_words_keep_their_look_when_lines_are_broken() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let lines = rich("Over **one enemy** piece, onto **the** square.", 12, Style::new(), bold);
        let shown: Vec<String> = lines
            .iter()
            .map(|line| {
                line.iter().map(|(c, style)| if *style == bold { c.to_ascii_uppercase() } else { *c }).collect()
            })
            .collect();
        assert_eq!(shown, ["Over ONE", "ENEMY piece,", "onto THE", "square."]);
    }
}
