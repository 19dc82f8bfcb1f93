//! Who is in a room: connected to this process, polling over HTTP, or connected to another process.
//!
//! Pure bookkeeping. Times are milliseconds of the hub's clock.

use std::collections::HashMap;

use agon_rules::Seat;

/// A player who uses plain HTTP counts as present for this long after each request.
const POLLED_MS: u64 = 20_000;
/// Another process counts as gone when it has not reported its members for this long.
const SILENCE_MS: u64 = 10_000;

/// Who is in a room.
pub(super) struct Presence {
    /// the seat of each connection to this process, by its number; none for a spectator
    members: HashMap<u64, Option<Seat>>,
    next_member: u64,
    seats: Vec<Player>,
    /// the members that other processes have reported, by process
    elsewhere: HashMap<u64, Report>,
}

/// What is known of the player of a seat.
#[derive(Clone, Copy)]
struct Player {
    /// when the last connection to this process closed; none while one is open
    gone: Option<u64>,
    /// when the player last sent an HTTP request, if that still counts
    polled: Option<u64>,
}

/// What another process has reported.
struct Report {
    when: u64,
    members: Members,
}

/// The members of a room at one process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Members {
    /// the seats of players, in order
    pub seats: Vec<Seat>,
    /// the number of spectators
    pub watchers: usize,
}

impl Presence {
    /// Nobody is there.
    pub(super) fn new(seats: usize, now: u64) -> Self {
        Presence {
            members: HashMap::new(),
            next_member: 0,
            seats: vec![Player { gone: Some(now), polled: None }; seats],
            elsewhere: HashMap::new(),
        }
    }

    /// Adds a connection; returns its number.
    pub(super) fn enter(&mut self, seat: Option<Seat>) -> u64 {
        let id = self.next_member;
        self.next_member += 1;
        self.members.insert(id, seat);
        if let Some(seat) = seat {
            self.seats[seat].gone = None;
        }
        id
    }

    /// Removes a connection; false if it was not there.
    pub(super) fn leave(&mut self, id: u64, now: u64) -> bool {
        let Some(seat) = self.members.remove(&id) else { return false };
        if let Some(seat) = seat
            && !self.has_member(Some(seat))
        {
            self.seats[seat].gone = Some(now);
        }
        true
    }

    /// Notes an HTTP request of a player; true if they were not polling before.
    pub(super) fn poll(&mut self, seat: Seat, now: u64) -> bool {
        let player = &mut self.seats[seat];
        player.gone = player.gone.map(|_| now);
        player.polled.replace(now).is_none()
    }

    /// Notes what another process reports; true if that process is new.
    pub(super) fn hear(&mut self, process: u64, members: Members, now: u64) -> bool {
        self.elsewhere.insert(process, Report { when: now, members }).is_none()
    }

    /// Forgets players and processes that have been silent for too long; true if there were any.
    pub(super) fn expire(&mut self, now: u64) -> bool {
        let processes = self.elsewhere.len();
        self.elsewhere.retain(|_, report| now.saturating_sub(report.when) < SILENCE_MS);
        let expired = self.seats.iter_mut().filter_map(|player| player.polled.take_if(|when| !polls(*when, now)));
        expired.count() > 0 || self.elsewhere.len() != processes
    }

    /// Whether nobody is connected to this process.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether the player of a seat, or a spectator, is connected to this process.
    pub(super) fn has_member(&self, seat: Option<Seat>) -> bool {
        self.members.values().any(|member| *member == seat)
    }

    /// Whether another process has members too.
    pub(super) fn is_shared(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// The members at this process.
    pub(super) fn members(&self, now: u64) -> Members {
        let there = |seat: &Seat| self.has_member(Some(*seat)) || self.is_polling(*seat, now);
        Members { seats: (0..self.seats.len()).filter(there).collect(), watchers: self.watchers_here() }
    }

    fn watchers_here(&self) -> usize {
        self.members.values().filter(|seat| seat.is_none()).count()
    }

    /// The number of spectators at all processes.
    pub(super) fn watchers(&self) -> usize {
        self.watchers_here() + self.elsewhere.values().map(|report| report.members.watchers).sum::<usize>()
    }

    /// For how many milliseconds each player has been away; none for those who are present.
    pub(super) fn away(&self, now: u64) -> Vec<Option<u64>> {
        let away = self.seats.iter().enumerate().map(|(seat, player)| {
            let elsewhere = self.elsewhere.values().any(|report| report.members.seats.contains(&seat));
            player.gone.filter(|_| !elsewhere && !self.is_polling(seat, now)).map(|gone| now.saturating_sub(gone))
        });
        away.collect()
    }

    fn is_polling(&self, seat: Seat, now: u64) -> bool {
        self.seats[seat].polled.is_some_and(|when| polls(when, now))
    }
}

/// Whether a request at that time still counts.
fn polls(when: u64, now: u64) -> bool {
    now.saturating_sub(when) < POLLED_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_away_from_when_the_last_connection_closes() {
        let mut presence = Presence::new(2, 100);
        let (first, second) = (presence.enter(Some(0)), presence.enter(Some(0)));
        assert_eq!(presence.away(150), [None, Some(50)]);
        assert!(presence.leave(first, 200) && !presence.leave(first, 200));
        assert_eq!(presence.away(300), [None, Some(200)]);
        presence.leave(second, 300);
        assert_eq!(presence.away(310), [Some(10), Some(210)]);
        assert!(presence.is_empty());
    }

    #[test]
    fn a_player_who_polls_is_present_for_twenty_seconds() {
        let mut presence = Presence::new(2, 0);
        assert!(presence.poll(1, 5_000) && !presence.poll(1, 6_000));
        assert_eq!(presence.away(25_999), [Some(25_999), None]);
        assert_eq!(presence.members(25_999).seats, [1]);
        assert!(!presence.expire(25_999) && presence.expire(26_000));
        assert_eq!(presence.away(26_000), [Some(26_000), Some(20_000)]);
    }

    #[test]
    fn members_of_another_process_count_until_it_falls_silent() {
        let mut presence = Presence::new(2, 0);
        presence.enter(None);
        let report = Members { seats: vec![1], watchers: 2 };
        assert!(presence.hear(7, report.clone(), 1_000) && !presence.hear(7, report, 2_000));
        assert_eq!((presence.away(3_000), presence.watchers()), (vec![Some(3_000), None], 3));
        assert_eq!(presence.members(3_000), Members { seats: vec![], watchers: 1 }, "others report their own");
        assert!(presence.is_shared() && presence.expire(12_000) && !presence.is_shared());
        assert_eq!((presence.away(12_000), presence.watchers()), (vec![Some(12_000); 2], 1));
    }
}
