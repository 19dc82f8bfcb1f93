//! How meanings look. Every colour goes with a shape or letter that says the same, so nothing is lost without it.
//!
//! Foreground and background are always set together, so that a light terminal shows what a dark one does.

use agon_rules::{Ground, Mark, Seat};
use ratatui::style::{Color, Modifier, Style};

use crate::markdown::Look;

/// How meanings look.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    colors: bool,
}

/// What the edges of a cell say: the more urgent first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// where the keys are
    Cursor,
    /// tapped already
    Tapped,
    /// what the game or a hint marks
    Marked(Mark),
    /// where the next tap can go
    Lit,
    /// changed by the last move
    Last,
    /// nothing
    None,
}

impl Theme {
    /// With colours unless NO_COLOR is set to something.
    pub fn from_env() -> Self {
        Theme { colors: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    /// Without any colour.
    pub fn plain() -> Self {
        Theme { colors: false }
    }

    fn pair(self, fg: u8, bg: u8) -> Style {
        if self.colors { Style::new().fg(Color::Indexed(fg)).bg(Color::Indexed(bg)) } else { Style::new() }
    }

    /// A seat's pieces and name.
    pub fn seat(self, seat: Seat) -> Style {
        // Blue, red, green, amber, purple, teal: far apart for most eyes, and the seat's number or letter is there too.
        const BACKS: [(u8, u8); 6] = [(231, 25), (231, 124), (231, 22), (16, 214), (231, 90), (16, 44)];
        let (fg, bg) = BACKS[seat % BACKS.len()];
        self.pair(fg, bg).add_modifier(Modifier::BOLD)
    }

    /// Where a player is ahead, in a graph.
    pub fn ahead(self, seat: Seat) -> Style {
        const FRONTS: [u8; 2] = [33, 160];
        if self.colors { Style::new().fg(Color::Indexed(FRONTS[seat % 2])) } else { Style::new() }
    }

    /// A piece of nobody's: a card or number.
    pub fn card(self) -> Style {
        self.pair(16, 253).add_modifier(Modifier::BOLD)
    }

    /// The ground of a board; `odd` squares of a plain board are a shade darker.
    pub fn ground(self, ground: Ground, odd: bool) -> Style {
        match ground {
            Ground::Plain => self.pair(94, if odd { 223 } else { 230 }),
            Ground::Dark => self.pair(94, 180),
            Ground::Home(seat) | Ground::Goal(seat) => {
                const BACKS: [(u8, u8); 6] = [(153, 189), (217, 224), (151, 194), (222, 229), (183, 225), (152, 195)];
                let (even, light) = BACKS[seat % BACKS.len()];
                self.pair(240, if odd { even } else { light })
            }
            Ground::Blocked => self.pair(250, 240),
        }
    }

    /// The edges of a cell, left and right.
    pub fn edges(self, edge: Edge) -> (&'static str, &'static str) {
        match edge {
            Edge::Cursor => ("[", "]"),
            Edge::Tapped => ("{", "}"),
            Edge::Marked(Mark::Live) => ("<", ">"),
            Edge::Marked(Mark::Win) => ("*", "*"),
            Edge::Marked(Mark::Lost | Mark::Danger) => ("!", "!"),
            Edge::Marked(Mark::Hint) => ("?", "?"),
            Edge::Lit => ("(", ")"),
            Edge::Last => ("'", "'"),
            Edge::Marked(Mark::None) | Edge::None => (" ", " "),
        }
    }

    /// What a cell with such edges looks like besides them.
    pub fn edge(self, edge: Edge, below: Style) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match edge {
            Edge::Cursor if self.colors => self.pair(231, 16).patch(bold),
            Edge::Cursor => bold.add_modifier(Modifier::REVERSED),
            Edge::Tapped => below.patch(self.pair(16, 220)).patch(bold),
            Edge::Marked(Mark::Win) => below.patch(self.pair(16, 120)).patch(bold),
            Edge::Marked(Mark::Lost | Mark::Danger) => below.patch(self.pair(16, 210)).patch(bold),
            Edge::Marked(Mark::Live) => below.patch(self.pair(16, 220)).patch(bold),
            Edge::Marked(Mark::Hint) => below.patch(self.pair(16, 159)).patch(bold),
            Edge::Lit => {
                let fg = if self.colors { Style::new().fg(Color::Indexed(22)) } else { Style::new() };
                below.patch(fg).patch(bold)
            }
            Edge::Last => below.patch(bold),
            Edge::Marked(Mark::None) | Edge::None => below,
        }
    }

    /// A heading.
    pub fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Something less important.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Letters of a page.
    pub fn look(self, look: Look) -> Style {
        match look {
            Look::Plain => Style::new(),
            Look::Strong | Look::Heading => self.heading(),
            Look::Slanted => Style::new().add_modifier(Modifier::ITALIC),
            Look::Faint => self.faint(),
        }
    }

    /// The line at the top and what is chosen in a list.
    pub fn bar(self) -> Style {
        if self.colors { self.pair(231, 24) } else { Style::new().add_modifier(Modifier::REVERSED) }
    }

    /// The name of a key.
    pub fn key(self) -> Style {
        if self.colors { self.pair(231, 240) } else { Style::new().add_modifier(Modifier::REVERSED) }
    }

    /// Something went wrong.
    pub fn bad(self) -> Style {
        self.pair(231, 124).add_modifier(Modifier::BOLD)
    }

    /// Something to know.
    pub fn good(self) -> Style {
        self.pair(231, 22).add_modifier(Modifier::BOLD)
    }
}
