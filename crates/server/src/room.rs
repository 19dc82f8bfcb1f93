//! A room as pure logic: what has happened makes its state, a wish is decided from it, and nothing changes in between.
//!
//! There is no I/O, clock or chance here: time, presence and what is random come in from outside, so that a whole
//! evening of games can be run again from a seed.

use agon_rules::{Error, Record, Seat, Start, Table, Viewer, games};
use agon_search::ask;
use agon_wire::{Chair, Clock, Code, Ending, NewRoom, Offers, Place, Refusal, RoomView, Who};

use crate::event::{Event, Offer, Sitting, name};

mod decide;

pub use decide::Decision;

/// A player who has been away for so long may be replaced at one other's wish.
pub const GRACE_MS: u64 = 60_000;

/// What only the outside knows when something is decided.
pub struct Outside {
    /// milliseconds by a clock that never goes back
    pub now: u64,
    /// for how many milliseconds each seat's player has been away; none while they are here
    pub away: Vec<Option<u64>>,
}

/// A room.
pub struct Room {
    code: String,
    options: Vec<(String, String)>,
    table: Box<dyn Table>,
    seats: Vec<Sitting>,
    /// seats of people for whom a computer plays
    replaced: Vec<Seat>,
    /// those of them who have given up
    resigned: Vec<Seat>,
    clock: Clock,
    /// milliseconds left to every seat when the turn began
    left: Vec<u64>,
    /// when the turn began
    since: u64,
    /// how many events there are
    len: u64,
    /// what each change of the game was, if it was a move: by whom and its text
    changes: Vec<Option<(Seat, String)>>,
    offers: Offers,
    ending: Option<Ending>,
    next: Option<String>,
}

/// The first event of a new room, from a wish and a seed that nobody else knows. `key` is the fingerprint of the token of
/// whoever makes it, and `order` says where each wished place goes.
pub fn make(
    wish: &NewRoom,
    seed: u64,
    key: &str,
    order: &dyn Fn(usize) -> Vec<usize>,
) -> Result<(Event, Option<Seat>), Refusal> {
    let bad = |error: &dyn std::fmt::Display| Refusal::new(Code::Bad, error.to_string());
    let table = games::open(&wish.game, &wish.options, Start::Seed(seed)).map_err(|error| bad(&error))?;
    let count = table.seats();
    let mut places = wish.seats.clone();
    if places.is_empty() {
        places.push(Place::Me);
    }
    if places.len() > count {
        return Err(bad(&format!("{} seats are named, but {count} play", places.len())));
    }
    places.resize(count, Place::Open);
    if places.iter().filter(|place| **place == Place::Me).count() > 1 {
        return Err(bad(&"`me` can sit at one seat only"));
    }
    let (seconds, increment) = match wish.clock {
        Clock::None => (1, 0),
        Clock::Move { seconds } => (seconds, 0),
        Clock::Total { seconds, increment } => (seconds, increment),
    };
    if !(1..=24 * 3600).contains(&seconds) || increment > 24 * 3600 {
        return Err(bad(&"a clock has 1 second to 24 hours, and adds at most that"));
    }
    if wish.shuffle {
        let order = order(count);
        places = order.iter().map(|&at| places[at].clone()).collect();
    }
    let mut seats = Vec::new();
    for place in &places {
        seats.push(match place {
            Place::Me => Sitting { who: Who::Human, name: name(&wish.name), key: Some(key.to_owned()) },
            Place::Open => Sitting { who: Who::Open, name: String::new(), key: None },
            Place::Computer(player) => {
                ask::check(&wish.game, &wish.options, player).map_err(|error| bad(&error))?;
                Sitting { who: Who::Computer(player.clone()), name: String::new(), key: None }
            }
        });
    }
    let mine = places.iter().position(|place| *place == Place::Me);
    let options = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
    Ok((Event::Made { game: wish.game.clone(), options, seed, seats, clock: wish.clock }, mine))
}

impl Room {
    /// The room that these events have made; none when they make no sense.
    pub fn replay(code: &str, events: &[Event], now: u64) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let Event::Made { game, options, seed, seats, clock } = first else { return None };
        let table = games::open(game, options, Start::Seed(*seed)).ok()?;
        if !first.fits(table.seats()) {
            return None;
        }
        let start = match clock {
            Clock::None => 0,
            Clock::Move { seconds } | Clock::Total { seconds, .. } => u64::from(*seconds) * 1000,
        };
        let mut room = Room {
            code: code.to_owned(),
            options: options.clone(),
            left: vec![start; table.seats()],
            table,
            seats: seats.clone(),
            replaced: Vec::new(),
            resigned: Vec::new(),
            clock: *clock,
            since: now,
            len: 1,
            changes: Vec::new(),
            offers: Offers::default(),
            ending: None,
            next: None,
        };
        rest.iter().try_for_each(|event| room.apply(event, now)).ok()?;
        Some(room)
    }

    /// Its code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// How many events it has.
    pub fn version(&self) -> u64 {
        self.len
    }

    /// Whether every seat is taken.
    pub fn started(&self) -> bool {
        self.seats.iter().all(|seat| seat.who != Who::Open)
    }

    /// Whether the game is over, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.table.turn().is_none()
    }

    /// The seats, with the fingerprints of their tokens.
    pub fn seats(&self) -> &[Sitting] {
        &self.seats
    }

    fn turn(&self) -> Option<Seat> {
        if self.ending.is_some() || !self.started() { None } else { self.table.turn() }
    }

    /// Lets something happen. An error means that it cannot have happened here.
    pub fn apply(&mut self, event: &Event, now: u64) -> Result<(), Error> {
        if !event.fits(self.seats.len()) {
            let (text, why) = ("an event".to_owned(), "it names seats or clocks that are not there".to_owned());
            return Err(Error::Record { text, why });
        }
        match event {
            Event::Made { .. } => {}
            Event::Joined { seat, name, key } => {
                self.seats[*seat] = Sitting { who: Who::Human, name: name.clone(), key: Some(key.clone()) };
                self.since = now;
            }
            Event::Named { seat, name } => self.seats[*seat].name = name.clone(),
            Event::Computer { seat, player, resigned } => {
                if *resigned {
                    self.resigned.push(*seat);
                }
                if self.seats[*seat].who == Who::Human {
                    self.replaced.push(*seat);
                }
                self.seats[*seat].who = Who::Computer(player.clone());
                self.offers.replace.retain(|(away, _)| away != seat);
                self.since = now;
            }
            Event::Returned { seat } => {
                self.seats[*seat].who = Who::Human;
                self.replaced.retain(|other| other != seat);
            }
            Event::Moved { seat, text, left } => {
                self.table.play(*seat, text)?;
                self.changes.push(Some((*seat, text.clone())));
                if !left.is_empty() {
                    self.left.clone_from(left);
                }
                self.turned(now);
            }
            Event::TakenBack { to } => {
                while self.table.ply() > *to && self.table.undo() {}
                self.changes.push(None);
                self.turned(now);
            }
            Event::Offered { seat, offer } => match offer {
                Offer::Takeback => self.offers.takeback.push(*seat),
                Offer::Draw => self.offers.draw.push(*seat),
                Offer::Rematch => self.offers.rematch.push(*seat),
                Offer::Replace(away) => self.offers.replace.push((*away, *seat)),
            },
            Event::Declined { .. } => self.offers = Offers::default(),
            Event::Ended { ending } => {
                self.ending = Some(ending.clone());
                self.changes.push(None);
                self.turned(now);
            }
            Event::Next { room } => self.next = Some(room.clone()),
        }
        self.len += 1;
        Ok(())
    }

    /// The next turn begins: what was offered before is forgotten.
    fn turned(&mut self, now: u64) {
        self.since = now;
        self.offers = Offers::default();
    }

    /// What the mover has used of the clock by now.
    fn used(&self, now: u64) -> u64 {
        now.saturating_sub(self.since)
    }

    /// Milliseconds until the mover's time is up.
    pub fn time_left(&self, now: u64) -> Option<u64> {
        let seat = self.turn().filter(|_| self.clock != Clock::None)?;
        Some(self.left[seat].saturating_sub(self.used(now)))
    }

    /// What happens when the mover's time is up.
    pub fn flag(&self, now: u64) -> Option<Event> {
        let seat = self.turn().filter(|_| self.time_left(now) == Some(0))?;
        // Among more than two the others play on.
        Some(if self.seats.len() > 2 { self.gives_up(seat) } else { Event::Ended { ending: Ending::TimeUp(seat) } })
    }

    /// What happens when one of several gives up: a computer plays on for them.
    fn gives_up(&self, seat: Seat) -> Event {
        Event::Computer { seat, player: "medium".to_owned(), resigned: true }
    }

    /// Who has won, once it is over: nobody where it is a draw.
    fn winners(&self) -> Option<Vec<Seat>> {
        match &self.ending {
            Some(Ending::Resigned(seat) | Ending::TimeUp(seat)) => {
                Some((0..self.seats.len()).filter(|other| other != seat).collect())
            }
            Some(Ending::Agreed) => Some(Vec::new()),
            None => {
                let outcome = self.table.outcome()?;
                Some(outcome.winners.unwrap_or_else(|| outcome.winner.into_iter().collect()))
            }
        }
    }

    /// What every seat has left after a move of this one.
    fn left_after(&self, seat: Seat, now: u64) -> Vec<u64> {
        let mut left = self.left.clone();
        match self.clock {
            Clock::None => return Vec::new(),
            Clock::Move { seconds } => left[seat] = u64::from(seconds) * 1000,
            Clock::Total { increment, .. } => {
                left[seat] = left[seat].saturating_sub(self.used(now)) + u64::from(increment) * 1000;
            }
        }
        left
    }

    /// The computer player whose turn it is, and the game as far as it has come.
    pub fn thinker(&self) -> Option<(Seat, &str, Record, u64)> {
        let seat = self.turn()?;
        match &self.seats[seat].who {
            Who::Computer(player) => Some((seat, player, self.table.record(), self.changes.len() as u64)),
            _ => None,
        }
    }

    /// The move of a computer player that has thought about the game at a `revision`.
    pub fn computer_move(&self, revision: u64, text: &str, now: u64) -> Option<Event> {
        let (seat, ..) = self.thinker().filter(|(.., at)| *at == revision)?;
        Some(Event::Moved { seat, text: text.to_owned(), left: self.left_after(seat, now) })
    }

    /// Whether this move of whoever is to move ends the game.
    pub fn ends_with(&mut self, text: &str) -> bool {
        let Some(seat) = self.table.turn() else { return false };
        if self.table.play(seat, text).is_err() {
            return false;
        }
        let ends = self.table.turn().is_none();
        let undone = self.table.undo();
        debug_assert!(undone && self.table.turn() == Some(seat), "what was tried is taken back");
        ends
    }

    /// The first open seat, taken.
    pub fn join(&self, called: &str, key: &str) -> Result<(Event, Seat), Refusal> {
        let open = self.seats.iter().position(|seat| seat.who == Who::Open);
        let seat = open.ok_or_else(|| Refusal::new(Code::Full, "every seat is taken; you can still watch"))?;
        Ok((Event::Joined { seat, name: name(called), key: key.to_owned() }, seat))
    }

    /// The room as the player of a seat, or the crowd, sees it.
    pub fn view(&self, seat: Option<Seat>, outside: &Outside, watchers: usize) -> RoomView {
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let mut view = self.table.view(viewer);
        // Whoever is played for by a computer chooses nothing.
        if self.turn().is_none() || seat.is_some_and(|seat| self.replaced.contains(&seat)) {
            view.choices.clear();
        }
        if let Some(ending) = &self.ending {
            view.turn = None;
            view.prompt = match ending {
                Ending::Resigned(seat) => format!("player {} has resigned", seat + 1),
                Ending::TimeUp(seat) => format!("the time of player {} is up", seat + 1),
                Ending::Agreed => "a draw by agreement".to_owned(),
            };
        }
        let chairs = self.seats.iter().enumerate().map(|(at, sitting)| {
            let running = self.turn() == Some(at) && self.clock != Clock::None;
            let left = match self.ending {
                Some(Ending::TimeUp(seat)) if seat == at => 0,
                _ => self.left[at].saturating_sub(if running { self.used(outside.now) } else { 0 }),
            };
            Chair {
                who: sitting.who.clone(),
                name: sitting.name.clone(),
                here: match sitting.who {
                    Who::Open => false,
                    Who::Computer(_) => true,
                    Who::Human => outside.away[at].is_none(),
                },
                left_ms: (self.clock != Clock::None).then_some(left),
            }
        });
        RoomView {
            room: self.code.clone(),
            version: self.len,
            revision: self.changes.len() as u64,
            game: self.table.id().to_owned(),
            options: self.options.clone(),
            clock: self.clock,
            seat,
            chairs: chairs.collect(),
            watchers,
            offers: self.offers.clone(),
            started: self.started(),
            ending: self.ending.clone(),
            winners: self.winners(),
            next: self.next.clone(),
            record: self.is_over().then(|| self.table.record().to_string()),
            view,
        }
    }
}
