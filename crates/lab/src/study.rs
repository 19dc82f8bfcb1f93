//! What to measure: a game, players and a number of games; and the cells to play for that.

use std::sync::Arc;

use agon_rules::{Rng, Seat};
use serde::{Deserialize, Serialize};

use crate::openings::Openings;
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
    /// every seating of the players: where two play, every one of them in the first seat against every one in the second
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
    /// how many games: of a match, of each cell of a table, of each pair of a tournament, of each part otherwise. Matches
    /// and tournaments are played in rounds of all seatings, so that the number is rounded up to whole rounds
    pub games: u64,
    /// the seed of every deal and every player
    pub seed: u64,
    /// random plies at the beginning of each game
    pub opening: u32,
    /// a book: records or positions from which games begin
    pub openings: Vec<String>,
    /// playouts from each position, which measure the quality of the game; none where it is not asked for
    #[serde(default, skip_serializing_if = "is_none")]
    pub quality: u32,
}

// Serde asks with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(playouts: &u32) -> bool {
    *playouts == 0
}

/// More seatings than these are not played.
pub(crate) const MOST_CELLS: usize = 10_000;

impl Study {
    /// How many seatings make a round, for this number of seats.
    fn round(&self, seats: Seat) -> usize {
        match self.kind {
            Kind::Match | Kind::Tournament => seats,
            Kind::Table | Kind::Balance => 1,
        }
    }

    /// The number of games in whole rounds.
    pub(crate) fn whole(&self, seats: Seat) -> u64 {
        self.games.next_multiple_of(self.round(seats) as u64)
    }

    /// How many rounds each group of seatings plays.
    pub(crate) fn rounds(&self, seats: Seat) -> u64 {
        self.games.div_ceil(self.round(seats) as u64)
    }

    /// How many seatings a table has, for this number of seats.
    pub(crate) fn seatings(&self, seats: Seat) -> usize {
        self.players.len().saturating_pow(seats as u32)
    }

    /// The cells to play for one part, with this number of seats and these openings.
    pub fn plan(&self, seats: Seat, openings: Openings) -> Plan {
        let n = self.players.len();
        let mut cells = Vec::new();
        // All seatings of a round begin with the same deal, so that a lucky deal favours neither player.
        let mut round = |a: &str, b: &str, seed: u64| {
            for first in 0..seats {
                let players = (0..seats).map(|seat| if seat == first { a } else { b }.to_owned()).collect();
                cells.push(Cell { players, games: self.rounds(seats), seed });
            }
        };
        match self.kind {
            Kind::Match => round(&self.players[0], &self.players[1], self.seed),
            Kind::Tournament => {
                for (i, a) in self.players.iter().enumerate() {
                    for (j, b) in self.players.iter().enumerate().skip(i + 1) {
                        round(a, b, Rng::derive(self.seed, (i * n + j) as u64));
                    }
                }
            }
            Kind::Table => {
                for at in 0..self.seatings(seats) {
                    let players = seating(at, n, seats).map(|player| self.players[player].clone()).collect();
                    cells.push(Cell { players, games: self.games, seed: Rng::derive(self.seed, at as u64) });
                }
            }
            // All begin with the same deals, so that levels can be compared.
            Kind::Balance => cells.extend(self.players.iter().map(|player| Cell {
                players: vec![player.clone(); seats],
                games: self.games,
                seed: Rng::derive(self.seed, 0),
            })),
        }
        let (round, openings) = (self.round(seats), Arc::new(openings));
        Plan { cells, round, openings, balanced: 0, records: false, patience: PATIENCE, quality: self.quality }
    }
}

/// Who sits where in a cell of a table of `n` players, by its place: the last seat changes first.
pub(crate) fn seating(at: usize, n: usize, seats: Seat) -> impl Iterator<Item = usize> {
    (0..seats).rev().map(move |later| at / n.pow(later as u32) % n)
}
