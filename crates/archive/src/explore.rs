//! The explorer of openings: from a position, what was played there and how those games ended.

use std::collections::HashMap;

use agon_rules::Seat;

use crate::filter::bit;
use crate::read::Hit;
use crate::{Archive, ArchiveError, Filter};

/// What was played from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// all games that came to it
    pub all: Tried,
    /// the moves that were made there, the most frequent first
    pub moves: Vec<Tried>,
}

/// A move, and how the games with it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// its notation
    pub text: String,
    /// how many games
    pub games: u64,
    /// by seat: games won alone
    pub wins: Vec<u64>,
    /// games that nobody has won more than anybody else
    pub draws: u64,
}

impl Tried {
    fn count(&mut self, hit: &Hit, seats: Seat) {
        self.games += 1;
        self.wins.resize(self.wins.len().max(seats), 0);
        self.draws += u64::from(hit.winners == (0..seats).map(bit).sum::<u64>());
        if let Some(wins) = (0..seats).find(|seat| hit.winners == bit(*seat)).map(|seat| &mut self.wins[seat]) {
            *wins += 1;
        }
    }
}

impl Archive {
    /// What was played from the position of a filter, whichever way a game came there. A game counts once, where it came
    /// there first.
    pub fn explore(&self, filter: &Filter) -> Result<Explored, ArchiveError> {
        let hits = self.hits(filter)?;
        let seatings: HashMap<i64, Seat> = self
            .texts("SELECT id, players FROM seating")?
            .into_iter()
            .map(|(id, players)| (id, players.split('\n').count()))
            .collect();
        let ids: Vec<i64> = hits.iter().map(|hit| hit.id).collect();
        let (mut explored, mut moves, mut at) = (Explored::default(), HashMap::<String, Tried>::new(), 0);
        self.walk_or_seek("SELECT id, moves FROM line", "id", &ids, |id, row| {
            while hits[at].id < id {
                at += 1;
            }
            let (hit, line) = (&hits[at], row.get_ref(1)?.as_str()?);
            let seats = seatings.get(&hit.seating).copied().unwrap_or(0);
            explored.all.count(hit, seats);
            // After the last move there is none.
            if let Some(text) = line.split_terminator('~').nth(hit.ply) {
                if !moves.contains_key(text) {
                    moves.insert(text.to_owned(), Tried { text: text.to_owned(), ..Tried::default() });
                }
                moves.get_mut(text).expect("it was just set").count(hit, seats);
            }
            Ok(())
        })?;
        explored.moves = moves.into_values().collect();
        explored.moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
        Ok(explored)
    }
}
