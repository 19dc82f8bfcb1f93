//! A page of text to scroll through: rules and help.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::put;
use crate::theme::Theme;
use crate::word;

/// A page of text.
pub struct Pager {
    title: String,
    text: String,
    top: usize,
    /// how many lines there were and fitted when it was last drawn
    lines: usize,
    room: usize,
}

impl Pager {
    /// A page from its top.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Pager { title: title.into(), text: text.into(), top: 0, lines: 0, room: 1 }
    }

    /// Everything that can be typed and pressed.
    pub fn help() -> Self {
        let mut text = "# Playing\n\nArrows move between the places where a move can go on, marked ( ); Enter or Space taps, Esc takes \
            taps back. A click taps too. Or type a move in the notation of the rules page: Tab completes, Enter plays.\n\n\
            # Signs\n\n[ ] the keys are here   ( ) a tap goes on here   { } tapped   ' ' the last move   ? ? hint\n\
            * * won   ! ! lost   < > in the middle of its turn   ₁ ₂ whose half it is\n\n# Words and keys\n\n"
            .to_owned();
        for (_, name, key, what) in word::ALL {
            text += &format!("{name:<10}{key:<11}{what}\n");
        }
        text += "\nA word after `/` is never taken for a move. Values are seen from the player to move: points ahead, or +1 for \
            a win.";
        Pager::new("Help", text)
    }

    /// Goes up or down by lines.
    pub fn scroll(&mut self, by: isize) {
        let most = self.lines.saturating_sub(self.room);
        self.top = self.top.saturating_add_signed(by).min(most);
    }

    /// How many lines fit.
    pub fn page(&self) -> isize {
        self.room.max(2) as isize - 1
    }

    /// Draws as much as fits.
    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, theme: Theme) {
        let width = usize::from(area.width.saturating_sub(2).max(1)).min(100);
        let lines: Vec<(String, bool)> = self.text.lines().flat_map(|line| folded(line, width)).collect();
        self.lines = lines.len();
        self.room = usize::from(area.height.saturating_sub(2)).max(1);
        self.scroll(0);
        bar(buffer, area, area.y, &format!(" {}", self.title), theme);
        let seen = lines.iter().skip(self.top).take(self.room);
        for (y, (line, heading)) in (area.y + 1..area.bottom().saturating_sub(1)).zip(seen) {
            let style = if *heading { theme.heading() } else { ratatui::style::Style::new() };
            put(buffer, area.x + 1, y, line, style);
        }
        let last = (self.top + self.room).min(self.lines);
        let keys = format!(" lines {}-{last} of {}   arrows, PgUp, PgDn scroll   Esc back", self.top + 1, self.lines);
        if area.height > 1 {
            bar(buffer, area, area.bottom() - 1, &keys, theme);
        }
    }
}

/// A line of Markdown as lines that fit, and whether it is a heading. Tables and pictures are left as they are.
fn folded(line: &str, width: usize) -> Vec<(String, bool)> {
    let heading = line.starts_with('#');
    let line = line.trim_start_matches('#').replace("**", "");
    let line = if heading { line.trim().to_owned() } else { line };
    if line.starts_with('|') || line.starts_with("    ") {
        return vec![(line, false)];
    }
    let folded: Vec<_> = wrap(&line, width).into_iter().map(|line| (line, heading)).collect();
    if folded.is_empty() { vec![(String::new(), false)] } else { folded }
}

/// Text in lines of at most `width` characters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, width.max(1)).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// A bar across the screen.
pub fn bar(buffer: &mut Buffer, area: Rect, y: u16, text: &str, theme: Theme) {
    if (area.y..area.bottom()).contains(&y) {
        let text = format!("{text:<rest$}", rest = usize::from(area.width));
        put(buffer, area.x, y, &text, theme.bar());
    }
}
