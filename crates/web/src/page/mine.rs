//! The games of this device in rooms, with a mark where it is the person's turn: on the first screen and on that of
//! rooms. The server knows how they stand; this device knows which they are.

use agon_client::words;
use agon_rules::games;
use agon_wire::{Stand, Standing};

use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::page::server;
use crate::route::Route;
use crate::shell::Shell;
use crate::words::Word;

/// How often the server is asked again, in milliseconds.
const AGAIN: u64 = 30_000;

/// The games.
#[derive(Default)]
pub struct Mine(Vec<Standing>);

impl Mine {
    /// Asks how they stand.
    pub fn open(shell: &Shell) -> Self {
        server::ask_games(&*shell.device());
        Mine::default()
    }

    /// Takes in what the server says. Replies to other questions are not for this.
    pub fn hear(&mut self, heard: &Heard<'_>, shell: &Shell) {
        let device = shell.device();
        match heard {
            Heard::Time("mine") => server::ask_games(&*device),
            Heard::Reply(200, text) => {
                let Some(mut all) = Standing::hear(text).filter(|all| !all.is_empty()) else { return };
                // What is over can be found by its address, and is no game to go on with.
                for one in all.iter().filter(|one| matches!(one.state, Stand::Over | Stand::Gone)) {
                    server::leave(&*device, &one.room);
                }
                // Seats that were taken on other devices are opened by the key.
                for one in all.iter().filter(|one| server::token(&*device, &one.room).is_none()) {
                    server::keep_token(&*device, &one.room, &server::make_key(&*device));
                }
                all.retain(|one| !matches!(one.state, Stand::Over | Stand::Gone));
                self.0 = all;
                device.after(AGAIN, "mine");
            }
            _ => {}
        }
    }

    /// Whether the game at an address is among them.
    pub fn has(&self, hash: &str) -> bool {
        self.0.iter().any(|one| address(one) == hash)
    }

    /// How they look; nothing where there are none.
    pub fn html(&self, to: &mut Html<'_>) {
        if self.0.is_empty() {
            return;
        }
        html!(to, "<section data-key='mine'><div class='sec'><h2>" {Word::YourGames} "</h2></div><ul class='mine'>");
        // Those first in which it is one's turn.
        let is_yours = |one: &&Standing| one.state == Stand::Yours;
        let others = self.0.iter().filter(|one| !is_yours(one));
        for one in self.0.iter().filter(is_yours).chain(others) {
            let Ok(info) = games::info(&one.game) else { continue };
            let (class, state) = match one.state {
                Stand::Yours => (" yours", Word::YourTurn),
                Stand::Waiting => ("", Word::WaitingPlayers),
                _ => ("", Word::TheirTurn),
            };
            html!(to, "<li><a class='sheet look" [class] "' data-style='--hue:" {u32::from(info.look.accent)} "' href='"
                {address(one)} "'><span><b>" {info.title()} "</b>");
            if !one.against.is_empty() {
                html!(to, " · " {one.against.join(", ")});
            }
            html!(to, "</span><span class='small'>" {state});
            if let Some(left) = one.left_ms {
                html!(to, " · " {words::clock(left)});
            }
            html!(to, "</span></a></li>");
        }
        html!(to, "</ul></section>");
    }
}

fn address(one: &Standing) -> String {
    Route::Room { code: one.room.clone(), key: None }.write()
}
