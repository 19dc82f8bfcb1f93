//! What is counted of the quality of a game: how long its outcome stays open, whether who is behind can still win, when
//! it is decided, and how often the choice of a move matters. docs/lab.md defines every measure.
//!
//! A position is judged by random playouts to the end of the game. They fall into two halves: where one half says who is
//! behind, the other says by how much, so that the noise of the estimates does not look like drama.

use serde::{Deserialize, Serialize};

use crate::play::SEATS;
use crate::tally::{Counts, WHOLE};

/// Shares are counted in ten-thousandths, so that only whole numbers are added up.
pub const PARTS: f64 = 10_000.0;
/// At so many moments of every game the uncertainty is kept.
pub const MOMENTS: usize = 10;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quality {
    /// games that were looked at
    pub games: u64,
    /// uncertainty: how often each mean over the positions of a game occurred
    pub uncertainty: Counts,
    /// the same over the last third of a game
    pub late: Counts,
    /// the uncertainty at every tenth of a game, from its start on, added up over the games
    pub curve: Vec<u64>,
    /// drama: how far the eventual winner was behind, on average over a game
    pub drama: Counts,
    /// how far the eventual winner was behind where it was worst
    pub comeback: Counts,
    /// decisiveness: the share of a game that was left to play once the winner was out of reach
    pub decisiveness: Counts,
    /// decisions at which another move was tried, one a game
    pub tried: u64,
    /// how often the other move has led to another result
    pub changed: u64,
    /// how often the same move has, played on with other seeds
    pub chance: u64,
}

/// A finished game that was looked at again.
pub struct Looked {
    /// the positions at which somebody had to move, from the first that was not part of an opening
    pub sights: Vec<Sight>,
    /// who has won, one bit a seat
    pub won: u8,
    /// who wins after another move, and after the same one with other seeds; none where there was nothing to decide
    pub others: Option<[u8; 2]>,
}

/// How the playouts from a position ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// how often each set of winners occurred, one bit a seat
    ends: Vec<(u8, u64)>,
    /// the playouts of each half, and the shares that its seats have won, in sixtieths
    halves: [(u64, [u64; SEATS]); 2],
}

impl Sight {
    /// Counts a playout that ended with these winners, one bit a seat.
    pub fn add(&mut self, won: u8) {
        let playouts = self.playouts();
        match self.ends.iter_mut().find(|(end, _)| *end == won) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((won, 1)),
        }
        let (count, shares) = &mut self.halves[(playouts % 2) as usize];
        *count += 1;
        let share = WHOLE / u64::from(won.count_ones().max(1));
        (0..SEATS).filter(|seat| won >> seat & 1 == 1).for_each(|seat| shares[seat] += share);
    }

    fn playouts(&self) -> u64 {
        self.halves[0].0 + self.halves[1].0
    }

    /// How likely two playouts are to end differently, estimated without bias.
    fn uncertainty(&self) -> f64 {
        let all = self.playouts();
        let same: u64 = self.ends.iter().map(|(_, count)| count * (count - 1)).sum();
        1.0 - same as f64 / (all * (all - 1)) as f64
    }

    /// The share of a seat by one half of the playouts.
    fn share(&self, half: usize, seat: usize) -> f64 {
        let (count, shares) = &self.halves[half];
        shares[seat] as f64 / (WHOLE * count) as f64
    }

    /// The share of a seat by all of them.
    fn whole_share(&self, seat: usize) -> f64 {
        (self.halves[0].1[seat] + self.halves[1].1[seat]) as f64 / (WHOLE * self.playouts()) as f64
    }

    /// The best of the other seats by one half of the playouts, and by how much it leads.
    fn ahead(&self, half: usize, winner: usize) -> (usize, f64) {
        let lead = |seat: usize| self.share(half, seat) - self.share(half, winner);
        let others = (0..SEATS).filter(|seat| *seat != winner).map(|seat| (seat, lead(seat)));
        others.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((winner, 0.0))
    }
}

impl Quality {
    /// Whether nothing was counted: then it is not written into files.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Counts a game. One without a decision after its opening has nothing to say.
    pub fn add(&mut self, game: &Looked) {
        let sights = &game.sights;
        if sights.is_empty() {
            return;
        }
        self.games += 1;
        let uncertain: Vec<f64> = sights.iter().map(Sight::uncertainty).collect();
        let last = &uncertain[uncertain.len() * 2 / 3..];
        count(&mut self.uncertainty, mean(&uncertain));
        count(&mut self.late, mean(last));
        self.curve.resize(MOMENTS, 0);
        for (moment, sum) in self.curve.iter_mut().enumerate() {
            *sum += whole(uncertain[uncertain.len() * moment / MOMENTS]) as u64;
        }
        // Where several have won, nobody has come back and nothing was decided.
        if game.won.count_ones() == 1 {
            let winner = game.won.trailing_zeros() as usize;
            let [drama, comeback] = behind(sights, winner);
            count(&mut self.drama, drama);
            count(&mut self.comeback, comeback);
            count(&mut self.decisiveness, left_over(sights, winner));
        }
        if let Some([other, same]) = game.others {
            self.tried += 1;
            self.changed += u64::from(other != game.won);
            self.chance += u64::from(same != game.won);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Quality) {
        let pairs = [
            (&mut self.uncertainty, &other.uncertainty),
            (&mut self.late, &other.late),
            (&mut self.drama, &other.drama),
            (&mut self.comeback, &other.comeback),
            (&mut self.decisiveness, &other.decisiveness),
        ];
        for (into, from) in pairs {
            from.iter().for_each(|(value, count)| *into.entry(*value).or_default() += count);
        }
        self.curve.resize(self.curve.len().max(other.curve.len()), 0);
        self.curve.iter_mut().zip(&other.curve).for_each(|(into, from)| *into += from);
        self.games += other.games;
        self.tried += other.tried;
        self.changed += other.changed;
        self.chance += other.chance;
    }
}

fn whole(share: f64) -> i64 {
    (share * PARTS).round() as i64
}

fn count(counts: &mut Counts, share: f64) {
    *counts.entry(whole(share)).or_default() += 1;
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// How far the winner of a game was behind the best of the others: on average, and where it was worst. One half of the
/// playouts finds out who leads and where, the other by how much; then they change places.
fn behind(sights: &[Sight], winner: usize) -> [f64; 2] {
    let (mut sum, mut worst) = (0.0, 0.0);
    for half in 0..2 {
        let measured = |sight: &Sight, leader: usize| sight.share(1 - half, leader) - sight.share(1 - half, winner);
        let mut most: Option<(f64, f64)> = None;
        for sight in sights {
            let (leader, lead) = sight.ahead(half, winner);
            if lead > 0.0 {
                let measured = measured(sight, leader);
                sum += measured;
                if most.is_none_or(|(most, _)| lead > most) {
                    most = Some((lead, measured));
                }
            }
        }
        worst += most.map_or(0.0, |(_, measured)| measured);
    }
    [sum / (2 * sights.len()) as f64, worst / 2.0]
}

/// The share of a game that was left once its winner stood better than any loser ever did in it.
fn left_over(sights: &[Sight], winner: usize) -> f64 {
    let losers = |sight: &Sight| {
        (0..SEATS).filter(|seat| *seat != winner).map(|seat| sight.whole_share(seat)).fold(0.0, f64::max)
    };
    let threshold = sights.iter().map(losers).fold(0.0, f64::max);
    let passed = sights.iter().position(|sight| sight.whole_share(winner) > threshold);
    passed.map_or(0.0, |at| (sights.len() - at) as f64 / sights.len() as f64)
}
