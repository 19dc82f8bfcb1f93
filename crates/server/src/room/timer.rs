//! The clocks of a room: how long each player has left. Times are milliseconds.

use agon_rules::Seat;
use agon_wire::Clock;

use super::GRACE_MS;

/// The players' clocks.
pub(super) struct Timer {
    pub(super) clock: Clock,
    /// what every seat had left when the turn began
    left: Vec<u64>,
    /// the same for every move on the board: what every seat had left when its turn began
    past: Vec<Vec<u64>>,
    /// when the turn began
    since: u64,
    /// since when servers have been running without a break
    up: u64,
}

impl Timer {
    /// Full clocks for this many seats.
    pub(super) fn new(clock: Clock, seats: usize, now: u64) -> Self {
        let full = match clock {
            Clock::None => 0,
            Clock::Move { seconds } | Clock::Total { seconds, .. } => u64::from(seconds) * 1000,
        };
        Timer { clock, left: vec![full; seats], past: Vec::new(), since: now, up: 0 }
    }

    /// Whether there is a clock at all.
    pub(super) fn runs(&self) -> bool {
        self.clock != Clock::None
    }

    /// A turn begins.
    pub(super) fn turn_begins(&mut self, now: u64) {
        self.since = now;
    }

    /// Servers have been running since then: time thought before then never costs a player the last minute. With days
    /// for a move nobody needs to be there in a given minute, so there it gives nobody more time.
    pub(super) fn up_since(&mut self, up: u64) {
        self.up = if self.clock.is_slow() { 0 } else { up };
    }

    /// Sets the clocks to the times of a stored move; without a clock it has none.
    pub(super) fn moved(&mut self, left: &[u64]) {
        if self.runs() {
            self.past.push(self.left.clone());
        }
        if !left.is_empty() {
            self.left.clear();
            self.left.extend_from_slice(left);
        }
    }

    /// Sets the clocks back to when only that many moves were made.
    pub(super) fn take_back(&mut self, to: usize) {
        if to < self.past.len() {
            self.left = self.past.swap_remove(to);
            self.past.truncate(to);
        }
    }

    /// What a seat had left when the turn began.
    pub(super) fn at_turn(&self, seat: Seat) -> u64 {
        self.left[seat]
    }

    /// What the mover has left now.
    pub(super) fn of_mover(&self, seat: Seat, now: u64) -> u64 {
        let left = self.left[seat];
        // Before servers were up again, everything but a minute may have passed, and no more.
        let began = self.since.max(self.up.saturating_sub(left.saturating_sub(GRACE_MS)));
        left.saturating_sub(now.saturating_sub(began))
    }

    /// What every seat has left after a move of this one; nothing where there is no clock.
    pub(super) fn after_move(&self, seat: Seat, now: u64) -> Vec<u64> {
        let mut left = self.left.clone();
        match self.clock {
            Clock::None => left.clear(),
            Clock::Move { seconds } => left[seat] = u64::from(seconds) * 1000,
            Clock::Total { increment, .. } => left[seat] = self.of_mover(seat, now) + u64::from(increment) * 1000,
        }
        left
    }
}
