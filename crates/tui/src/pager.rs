//! A page of text to scroll through: rules and help.

use agon_rules::games::{self, Info};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::put;
use crate::markdown::{self, Line};
use crate::theme::Theme;
use crate::word;

/// A page of text.
pub struct Pager {
    title: String,
    text: String,
    /// the game whose pictures the page has
    game: Option<String>,
    top: usize,
    lines: Vec<Line>,
    /// for how many columns the lines were set
    width: usize,
    /// how many lines fitted when it was last drawn
    room: usize,
}

impl Pager {
    /// A page of Markdown from its top.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Pager { title: title.into(), text: text.into(), game: None, top: 0, lines: Vec::new(), width: 0, room: 1 }
    }

    /// The rules page of a game.
    pub fn rules(info: &Info) -> Self {
        Pager { game: Some(info.id.to_owned()), ..Pager::new(info.name, games::rules(info.id).unwrap_or_default()) }
    }

    /// Everything that can be typed and pressed.
    pub fn help() -> Self {
        let mut text = "# Playing\n\nArrows move between the places where a move can go on, marked ( ); Enter or Space taps, Esc takes \
            taps back. A click taps too. Or type a move in the notation of the rules page: Tab completes, Enter plays.\n\n\
            # Signs\n\n| sign | meaning |\n|---|---|\n| [ ] | the keys are here |\n| ( ) | a tap goes on here |\n\
            | { } | tapped |\n| ' ' | changed by the last move |\n| ? ? | a hint |\n| \\* \\* | won |\n| ! ! | lost |\n\
            | \\< > | in the middle of its turn |\n| ₁ ₂ | whose half it is |\n\n\
            # Words and keys\n\n| word | key | what it does |\n|---|---|---|\n"
            .to_owned();
        for (_, name, key, what) in word::ALL {
            text += &format!("| {name} | {key} | {what} |\n");
        }
        text += "\nA word after `/` is never taken for a move. Alt and the arrow keys scroll the list of the analysis. Values are seen from the player to move: points ahead, or +1 for \
            a win.";
        Pager::new("Help", text)
    }

    /// Goes up or down by lines.
    pub fn scroll(&mut self, by: isize) {
        let most = self.lines.len().saturating_sub(self.room);
        self.top = self.top.saturating_add_signed(by).min(most);
    }

    /// How many lines fit.
    pub fn page(&self) -> isize {
        self.room.max(2) as isize - 1
    }

    /// Draws as much as fits.
    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, theme: Theme) {
        let width = usize::from(area.width.saturating_sub(2).max(1)).min(WIDEST);
        if width != self.width {
            self.lines = markdown::set(&self.text, width, self.game.as_deref());
            self.width = width;
        }
        self.room = usize::from(area.height.saturating_sub(2)).max(1);
        self.scroll(0);
        bar(buffer, area, area.y, &format!(" {}", self.title), theme);
        let seen = self.lines.iter().skip(self.top).take(self.room);
        for (y, line) in (area.y + 1..area.bottom().saturating_sub(1)).zip(seen) {
            for (x, (letter, look)) in (area.x + 1..area.right()).zip(line) {
                put(buffer, x, y, letter.encode_utf8(&mut [0; 4]), theme.look(*look));
            }
        }
        let count = self.lines.len();
        let last = (self.top + self.room).min(count);
        let place = format!(" {}-{last} of {count}", self.top + 1);
        let keys = ["   arrows, PgUp, PgDn scroll   Esc back", "   PgDn, PgUp   Esc back", "   Esc back"];
        let keys = keys.iter().find(|keys| place.len() + keys.len() <= area.width.into()).unwrap_or(&"");
        if area.height > 1 {
            bar(buffer, area, area.bottom() - 1, &format!("{place}{keys}"), theme);
        }
    }
}

/// Longer lines are hard to read.
pub const WIDEST: usize = 100;

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
