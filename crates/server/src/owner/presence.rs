//! Who is in a room: connected to this process, polling over HTTP, or connected to another process.
//!
//! Pure bookkeeping. Times are milliseconds of the hub's clock.

use std::collections::HashMap;

use agon_rules::Seat;

/// A player who uses plain HTTP counts as present for this long after each request, and computers play on for this long
/// after everybody has gone.
const POLLED_MS: u64 = 20_000;
/// Another process counts as gone when it has not reported its members for this long.
const SILENCE_MS: u64 = 10_000;

/// Who is in a room.
pub(super) struct Presence {
    /// the connections to this process, by their numbers
    members: HashMap<u64, Connection>,
    next_member: u64,
    /// when somebody was last here: connected to this process, or with a request
    attended: Option<u64>,
    seats: Vec<Player>,
    /// the members that other processes have reported, by process
    elsewhere: HashMap<u64, Report>,
}

/// A connection to this process.
#[derive(Clone, Copy)]
pub(super) struct Connection {
    /// the seat; none for a spectator
    pub seat: Option<Seat>,
    /// whether they know only views
    pub needs_views: bool,
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
            attended: None,
            seats: vec![Player { gone: Some(now), polled: None }; seats],
            elsewhere: HashMap::new(),
        }
    }

    /// Adds a connection; returns its number.
    pub(super) fn enter(&mut self, connection: Connection) -> u64 {
        let id = self.next_member;
        self.next_member += 1;
        self.members.insert(id, connection);
        if let Some(seat) = connection.seat {
            self.seats[seat].gone = None;
        }
        id
    }

    /// Removes a connection; false if it was not there.
    pub(super) fn leave(&mut self, id: u64, now: u64) -> bool {
        let Some(Connection { seat, .. }) = self.members.remove(&id) else { return false };
        self.attend(now);
        if let Some(seat) = seat
            && !self.has_player(seat)
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

    /// Notes what another process reports; returns what it reported before.
    pub(super) fn hear(&mut self, process: u64, members: Members, now: u64) -> Option<Members> {
        self.elsewhere.insert(process, Report { when: now, members }).map(|report| report.members)
    }

    /// Notes that somebody is here.
    pub(super) fn attend(&mut self, now: u64) {
        self.attended = Some(now);
    }

    /// Whether anybody is here, or was a moment ago.
    pub(super) fn is_attended(&self, now: u64) -> bool {
        !self.members.is_empty() || self.attended.is_some_and(|when| polls(when, now))
    }

    /// Whether anybody is at another process.
    pub(super) fn is_attended_elsewhere(&self) -> bool {
        let mut reports = self.elsewhere.values();
        reports.any(|report| report.members.watchers > 0 || !report.members.seats.is_empty())
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

    /// Whether the player of a seat is connected to this process.
    fn has_player(&self, seat: Seat) -> bool {
        self.members.values().any(|member| member.seat == Some(seat))
    }

    /// Whether somebody is connected to this process who knows only views.
    pub(super) fn needs_views(&self) -> bool {
        self.members.values().any(|member| member.needs_views)
    }

    /// Whether another process has members too.
    pub(super) fn is_shared(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// The members at this process.
    pub(super) fn members(&self, now: u64) -> Members {
        let there = |seat: &Seat| self.has_player(*seat) || self.is_polling(*seat, now);
        Members { seats: (0..self.seats.len()).filter(there).collect(), watchers: self.watchers_here() }
    }

    fn watchers_here(&self) -> usize {
        self.members.values().filter(|member| member.seat.is_none()).count()
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

    fn player(seat: Seat) -> Connection {
        Connection { seat: Some(seat), needs_views: false }
    }

    #[test]
    fn a_room_is_attended_until_twenty_seconds_after_everybody_has_gone() {
        let mut presence = Presence::new(2, 0);
        assert!(!presence.is_attended(0), "nobody has come yet");
        let id = presence.enter(player(0));
        assert!(presence.is_attended(100_000));
        presence.leave(id, 100_000);
        assert!(presence.is_attended(119_999) && !presence.is_attended(120_000));
        presence.attend(130_000);
        assert!(presence.is_attended(149_999) && !presence.is_attended(150_000));
        presence.hear(7, Members { seats: vec![], watchers: 1 }, 150_000);
        assert!(!presence.is_attended(150_000) && presence.is_attended_elsewhere());
    }

    #[test]
    fn a_player_is_away_from_when_the_last_connection_closes() {
        let mut presence = Presence::new(2, 100);
        let (first, second) = (presence.enter(player(0)), presence.enter(player(0)));
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
        presence.enter(Connection { seat: None, needs_views: false });
        let report = Members { seats: vec![1], watchers: 2 };
        assert_eq!(presence.hear(7, report.clone(), 1_000), None);
        assert_eq!(presence.hear(7, report.clone(), 2_000), Some(report));
        assert_eq!((presence.away(3_000), presence.watchers()), (vec![Some(3_000), None], 3));
        assert_eq!(presence.members(3_000), Members { seats: vec![], watchers: 1 }, "others report their own");
        assert!(presence.is_shared() && presence.expire(12_000) && !presence.is_shared());
        assert_eq!((presence.away(12_000), presence.watchers()), (vec![Some(12_000); 2], 1));
    }
}
