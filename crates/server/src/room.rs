//! A room as pure logic: its events make its state, requests are decided from that state, and nothing changes in between.
//!
//! There is no I/O, clock or chance here: time, presence and random numbers come from outside, so that a whole evening
//! of games can be run again from a seed.

mod apply;
mod decide;
mod make;
mod standing;
mod timer;
mod view;

use agon_rules::{Error, Outcome, Record, Seat, Start, Table, Viewer, games};
use agon_search::level;
use agon_wire::{EarlyEnd, Listing, Offers, Phrase, Who};

use self::timer::Timer;
use crate::event::{Entry, Event, Offer, Sitting};
use crate::store::Phase;

pub use decide::Decision;
pub(crate) use make::clock;
pub use make::make;
pub(crate) use standing::Decided;
pub(crate) use view::Lone;

/// A player who has been away for this long may be replaced when one other player asks for it.
pub const GRACE_MS: u64 = 60_000;

/// What a room cannot know by itself.
pub struct Outside {
    /// milliseconds by a clock that never goes back
    pub now: u64,
    /// for how many milliseconds each seat's player has been away; none while they are present
    pub away: Vec<Option<u64>>,
}

/// Events that are about to happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// what happens
    pub events: Vec<Event>,
    /// whether the game is over after it
    pub phase: Phase,
}

impl Change {
    /// An event after which the game is over.
    pub(crate) fn over(event: Event) -> Self {
        Change { events: vec![event], phase: Phase::Over }
    }
}

/// Why an event cannot have happened in a room.
#[derive(Debug, thiserror::Error)]
pub enum Impossible {
    /// It names seats or clocks that the room does not have.
    #[error("the event names seats or clocks that do not exist")]
    Misfit,
    /// The rules do not allow its move.
    #[error(transparent)]
    Move(#[from] Error),
}

/// The computer player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinker<'a> {
    /// its seat
    pub seat: Seat,
    /// the text that names it
    pub player: &'a str,
    /// the revision of the game that it thinks about
    pub revision: u64,
}

/// A room.
pub struct Room {
    code: String,
    options: Vec<(String, String)>,
    table: Box<dyn Table>,
    /// who moves next by the rules; kept here because finding out means listing moves
    mover: Option<Seat>,
    seats: Vec<Sitting>,
    /// how often the player of each seat has changed their name
    named: Vec<u64>,
    /// seats of people for whom a computer plays
    replaced: Vec<Seat>,
    /// those of them who have given up
    resigned: Vec<Seat>,
    timer: Timer,
    /// the number of events
    version: u64,
    /// every change of the game: the mover and the text of a move, none for a takeback or an ending
    changes: Vec<Option<(Seat, String)>>,
    offers: Offers,
    /// every move on the board, where they were made by other rules than today's; the table has those that fit
    outdated: Option<Vec<String>>,
    /// who has offered what, and when: nobody may offer the same again at once
    offered: Vec<(Seat, Offer, u64)>,
    ended: Option<EarlyEnd>,
    listing: Listing,
    talk: Vec<Talk>,
    /// who has reported whom
    reports: Vec<(Seat, Seat)>,
    next: Option<String>,
    /// whether the result counts, and once it has the ratings of every seat before and after
    rated: bool,
    ratings: Vec<[u32; 2]>,
}

/// What the player of a seat says.
#[derive(Clone, Copy, Default)]
struct Talk {
    /// what was said since the last move
    said: Option<Phrase>,
    /// when something was said last
    when: Option<u64>,
    /// how often something was said
    count: u64,
}

impl Room {
    /// The room that stored events make; none when they make no sense.
    ///
    /// Servers have been running since `up`, by the store's clock.
    pub fn read(code: &str, texts: &[String], up: u64, now: u64) -> Option<Self> {
        let entries: Vec<Entry> = texts.iter().map(|text| Entry::read(text)).collect::<Result<_, _>>().ok()?;
        Self::load(code, &entries, up, now)
    }

    /// The room that these events make; none when they make no sense.
    pub fn replay(code: &str, events: &[Event], now: u64) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let Event::Made { game, options, seed, seats, clock, rules, rated } = first else { return None };
        let table = games::open(game, options, Start::Seed(*seed)).ok()?;
        if !first.fits(table.seats()) {
            return None;
        }
        let mut room = Room {
            code: code.to_owned(),
            options: options.clone(),
            timer: Timer::new(*clock, table.seats(), now),
            outdated: (*rules != table.version()).then(Vec::new),
            mover: table.turn(),
            table,
            seats: seats.clone(),
            named: vec![0; seats.len()],
            replaced: Vec::new(),
            resigned: Vec::new(),
            version: 1,
            changes: Vec::new(),
            offers: Offers::default(),
            offered: Vec::new(),
            ended: None,
            listing: Listing::Private,
            talk: vec![Talk::default(); seats.len()],
            reports: Vec::new(),
            next: None,
            rated: *rated,
            ratings: Vec::new(),
        };
        rest.iter().try_for_each(|event| room.apply(event, now)).ok()?;
        // When that was is not known.
        room.offered.clear();
        Some(room)
    }

    /// The room that stored events make, for a process that loads it; none when they make no sense.
    ///
    /// Its clock goes by the times of the events, so it shows the same wherever it is loaded. Servers have been running
    /// since `up`; a player to move has at least a minute after that. Computers do not think while nobody loads the room.
    pub fn load(code: &str, entries: &[Entry], up: u64, now: u64) -> Option<Self> {
        let (first, rest) = entries.split_first()?;
        let mut room = Room::replay(code, std::slice::from_ref(&first.event), first.time(now))?;
        for entry in rest {
            room.apply(&entry.event, entry.time(now)).ok()?;
        }
        room.timer.up_since(up);
        if room.thinker().is_some() {
            room.timer.turn_begins(now);
        }
        Some(room)
    }

    /// Its code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The number of its events.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The number of changes of its game: moves, takebacks and an ending.
    pub fn revision(&self) -> u64 {
        self.changes.len() as u64
    }

    /// Whether every seat is taken.
    pub fn started(&self) -> bool {
        self.seats.iter().all(|seat| seat.who != Who::Open)
    }

    /// Whether the game is over, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.ending().is_some() || self.mover.is_none()
    }

    /// How it ended, if not by the rules. A game by other rules than today's cannot go on.
    fn ending(&self) -> Option<EarlyEnd> {
        self.ended.clone().or_else(|| self.is_outdated().then_some(EarlyEnd::RulesChanged))
    }

    /// Whether it goes by other rules than today's, and has not been decided in the same way by both.
    fn is_outdated(&self) -> bool {
        let decided = self.ended.is_some() || self.mover.is_none();
        self.outdated.as_ref().is_some_and(|moves| !decided || moves.len() != self.table.ply())
    }

    /// The seats, with the fingerprints of their tokens.
    pub fn seats(&self) -> &[Sitting] {
        &self.seats
    }

    /// The game so far, hidden things included.
    pub fn record(&self) -> Record {
        let record = self.table.record();
        Record { moves: self.outdated.clone().unwrap_or_else(|| record.moves.clone()), ..record }
    }

    /// The same for everybody, once the game is over. By other rules it may go on at another server, so what is hidden
    /// stays so.
    fn shown_record(&self) -> Option<String> {
        let secret = self.is_outdated() && self.table.hides(Viewer::Spectator);
        (self.is_over() && !secret).then(|| self.record().to_string())
    }

    /// Who moves next; nobody before the start and after the end.
    fn turn(&self) -> Option<Seat> {
        self.mover.filter(|_| self.ending().is_none() && self.started())
    }

    /// An event that is no move, as a change of this room.
    fn change(&self, event: Event) -> Change {
        let ends = self.is_over() || matches!(event, Event::Ended { .. });
        Change { events: vec![event], phase: if ends { Phase::Over } else { Phase::Open } }
    }

    /// A move as a change of this room; the error of the rules where it is illegal.
    fn moves(&self, seat: Seat, text: &str, now: u64) -> Result<Change, Error> {
        let checked = self.table.check(seat, text)?;
        let moved = Event::Moved { seat, text: text.to_owned(), left: self.timer.after_move(seat, now) };
        Ok(Change { events: vec![moved], phase: if checked.ends_game { Phase::Over } else { Phase::Open } })
    }

    /// Milliseconds until the mover's time is up; none where no clock runs.
    pub fn time_left(&self, now: u64) -> Option<u64> {
        let seat = self.turn().filter(|_| self.timer.runs())?;
        Some(self.timer.of_mover(seat, now))
    }

    /// What happens when the mover's time is up.
    pub fn flag(&self, now: u64) -> Option<Change> {
        let seat = self.turn().filter(|_| self.time_left(now) == Some(0))?;
        Some(self.change(self.gives_up(seat, EarlyEnd::TimeUp(seat))))
    }

    /// What happens when a player resigns or runs out of time: where several are left they play on, and a computer does
    /// for that player; the last one who is left has won.
    fn gives_up(&self, seat: Seat, ending: EarlyEnd) -> Event {
        if self.remaining().filter(|other| *other != seat).count() < 2 {
            return Event::Ended { ending };
        }
        Event::Computer { seat, player: level::MEDIUM.to_owned(), resigned: true }
    }

    /// The seats that can still win.
    fn remaining(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats.len()).filter(|seat| !self.resigned.contains(seat))
    }

    /// Who has won, once it is over; nobody when it is a draw.
    fn winners(&self) -> Option<Vec<Seat>> {
        match self.ending() {
            Some(EarlyEnd::Resigned(seat) | EarlyEnd::TimeUp(seat)) => {
                Some(self.remaining().filter(|other| *other != seat).collect())
            }
            Some(EarlyEnd::Agreed | EarlyEnd::RulesChanged) => Some(Vec::new()),
            None => Some(self.winners_of(&self.table.outcome()?)),
        }
    }

    /// Who has won by the rules, apart from those who have resigned: where only they have, the best of the others.
    fn winners_of(&self, outcome: &Outcome) -> Vec<Seat> {
        let won = outcome.winners();
        let stayed: Vec<Seat> = won.iter().copied().filter(|seat| !self.resigned.contains(seat)).collect();
        if won.is_empty() || !stayed.is_empty() {
            return stayed;
        }
        let Some(scores) = &outcome.scores else { return self.remaining().collect() };
        let most = self.remaining().map(|seat| scores[seat]).max();
        self.remaining().filter(|seat| Some(scores[*seat]) == most).collect()
    }

    /// Begins the turn anew: the time since it began is not counted.
    pub(crate) fn begin_turn(&mut self, now: u64) {
        self.timer.turn_begins(now);
    }

    /// The computer player whose turn it is.
    pub fn thinker(&self) -> Option<Thinker<'_>> {
        let seat = self.turn()?;
        match &self.seats[seat].who {
            Who::Computer(player) => Some(Thinker { seat, player, revision: self.revision() }),
            Who::Open | Who::Human => None,
        }
    }

    /// The move of a computer player that has thought about this revision; none when it is out of date or illegal.
    pub fn computer_move(&self, revision: u64, text: &str, now: u64) -> Option<Change> {
        let thinker = self.thinker().filter(|thinker| thinker.revision == revision)?;
        self.moves(thinker.seat, text, now).ok()
    }
}
