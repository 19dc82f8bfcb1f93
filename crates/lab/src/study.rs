//! What to measure: a game, players and a number of games; and the cells to play for that.

use agon_rules::{Rng, Seat};
use serde::{Deserialize, Serialize};

use crate::play::PATIENCE;
use crate::run::{Cell, Plan};

/// Options by name and value.
pub type Settings = Vec<(String, String)>;

/// What kind of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// the first player against the second, in every seat alike
    Match,
    /// every player in the first seat against every player in the others
    Table,
    /// every two players against each other, in both seatings
    Tournament,
    /// one player against itself, for every part
    Balance,
}

/// A question that games answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    /// what kind of question
    pub kind: Kind,
    /// the id of the game
    pub game: String,
    /// the options of every part, all of them by name; one part unless options are varied
    pub parts: Vec<Settings>,
    /// the names of the players
    pub players: Vec<String>,
    /// how many games: of a match, of each cell of a table, of each pair of a tournament, of each part otherwise
    pub games: u64,
    /// the seed of every deal and every player
    pub seed: u64,
    /// random plies at the beginning of each game
    pub opening: u32,
}

impl Study {
    /// The cells to play for one part, with this number of seats.
    pub fn plan(&self, seats: Seat) -> Plan {
        let seating = |first: Seat, a: &str, b: &str| -> Vec<String> {
            (0..seats).map(|seat| if seat == first { a } else { b }.to_owned()).collect()
        };
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let mut cells = Vec::new();
        // Both seatings begin with the same deals, so that a lucky deal favours neither player.
        let mut pair = |a: &str, b: &str, seed: u64| {
            for seat in 0..seats {
                let games = self.games / seats as u64 + u64::from((seat as u64) < self.games % seats as u64);
                cells.push(Cell { players: seating(seat, a, b), games, seed });
            }
        };
        match self.kind {
            Kind::Match => pair(players[0], players[1], self.seed),
            Kind::Tournament => {
                for (i, a) in players.iter().enumerate() {
                    for (j, b) in players.iter().enumerate().skip(i + 1) {
                        pair(a, b, Rng::derive(self.seed, (i * players.len() + j) as u64));
                    }
                }
            }
            Kind::Table | Kind::Balance => {
                for (i, a) in players.iter().enumerate() {
                    for (j, b) in players.iter().enumerate() {
                        let seed = Rng::derive(self.seed, (i * players.len() + j) as u64);
                        cells.push(Cell { players: seating(0, a, b), games: self.games, seed });
                    }
                }
            }
        }
        Plan { cells, opening: self.opening, balanced: false, records: false, patience: PATIENCE }
    }
}
