//! What somebody at a table is about to do: the taps of the move in the making, and where they look.

use agon_rules::{Pick, Picker, Site, View};

use crate::screen::Message;

/// The hand and the viewer of whoever is in front of the screen.
#[derive(Default)]
pub(crate) struct Hand {
    /// the taps of the move in the making
    pub picker: Picker,
    /// moves with the same taps: which one is asked
    pub menu: Vec<String>,
    /// what the client says
    pub message: Option<Message>,
    /// after how many moves one looks, when not at the newest
    pub look: Option<usize>,
    /// the boards are turned round
    pub flipped: bool,
}

impl Hand {
    /// Lets go of whatever was in the making.
    pub fn clear(&mut self) {
        self.picker.clear();
        self.menu.clear();
    }

    /// Taps a cell: the move that is complete now, none when it takes more taps, or why it leads nowhere.
    pub fn tap(&mut self, view: &View, site: Site) -> Result<Option<String>, String> {
        match self.picker.tap(&view.choices, site) {
            Pick::Play(text) => return Ok(Some(text)),
            Pick::Menu(moves) => self.menu = moves,
            Pick::More | Pick::Back => {}
            Pick::Refused => {
                let name = view.zones.get(site.zone).and_then(|zone| zone.cells.get(site.cell));
                // A card that lies face down has no name.
                let at = match name.map_or("", |cell| &cell.name) {
                    "" => "here".to_owned(),
                    name => format!("at {name}"),
                };
                return Err(format!("no move goes on {at}. {}", view.prompt));
            }
        }
        Ok(None)
    }

    /// Says why something is not done.
    pub fn refuse(&mut self, text: &str) {
        self.message = Some(Message { text: text.to_owned(), refusal: true });
    }

    /// Says something.
    pub fn tell(&mut self, text: &str) {
        self.message = Some(Message { text: text.to_owned(), refusal: false });
    }
}
