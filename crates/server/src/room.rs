//! A room as pure logic: what has happened makes its state, a wish is decided from it, and nothing changes in between.
//!
//! There is no I/O, clock or chance here: time, presence and what is random come in from outside, so that a whole
//! evening of games can be run again from a seed.

use agon_rules::{Error, Eyes, Record, Seat, Start, Table, games};
use agon_search::ask;
use agon_wire::{Act, Chair, Clock, Code, Ending, NewRoom, Offers, Place, Refusal, RoomView, Who};

use crate::event::{Event, Offer, Sitting, name};

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

/// What is done about a wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These things happen.
    Happens(Vec<Event>),
    /// It has happened already: a repeated message.
    Already,
    /// Everybody wants to play again: a room with this first event is to be made, and this one says where.
    Rematch(Box<Event>),
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
            Event::Computer { seat, player } => {
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
                while self.table.seq() > *to && self.table.undo() {}
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
        Some(Event::Ended { ending: Ending::TimeUp(seat) })
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

    /// The move of a computer player that has thought about the game at a `seq`.
    pub fn computer_move(&self, seq: u64, text: &str, now: u64) -> Option<Event> {
        let (seat, ..) = self.thinker().filter(|(.., at)| *at == seq)?;
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

    /// Decides what is done about the wish of a seat's player, or of a spectator.
    pub fn decide(&mut self, who: Option<Seat>, act: &Act, outside: &Outside) -> Result<Decision, Refusal> {
        let seat = who.ok_or_else(|| Refusal::new(Code::NotSeated, "you watch; only players can do this"))?;
        let happens = |event: Event| Ok(Decision::Happens(vec![event]));
        match act {
            Act::Play { seq, text } => self.play(seat, *seq, text, outside.now),
            // What changes nothing is not stored: a room must not grow by it.
            Act::Name(called) if self.seats[seat].name == name(called) => Ok(Decision::Already),
            Act::Name(called) => happens(Event::Named { seat, name: name(called) }),
            Act::Return if self.replaced.contains(&seat) => happens(Event::Returned { seat }),
            Act::Return => Err(Refusal::new(Code::State, "no computer plays for you")),
            Act::Decline if self.offers == Offers::default() => Ok(Decision::Already),
            Act::Decline => happens(Event::Declined { seat }),
            Act::Computer { seat: wanted, player } => self.computer(seat, *wanted, player, outside),
            Act::Rematch => self.rematch(seat),
            Act::Resign | Act::Takeback | Act::Draw if self.is_over() => Err(self.not_now()),
            Act::Resign | Act::Takeback | Act::Draw if !self.started() => Err(self.not_now()),
            Act::Resign if self.seats.len() > 2 && self.replaced.contains(&seat) => Ok(Decision::Already),
            Act::Resign if self.seats.len() > 2 => happens(Event::Computer { seat, player: "medium".to_owned() }),
            Act::Resign => happens(Event::Ended { ending: Ending::Resigned(seat) }),
            Act::Takeback => self.takeback(seat),
            Act::Draw => self.draw(seat),
        }
    }

    fn not_now(&self) -> Refusal {
        let why = if self.is_over() { "the game is over" } else { "the game has not begun: a seat is open" };
        Refusal::new(Code::State, why)
    }

    fn play(&mut self, seat: Seat, seq: u64, text: &str, now: u64) -> Result<Decision, Refusal> {
        // A repeated message has done what it asks for.
        let at = usize::try_from(seq).unwrap_or(usize::MAX);
        if let Some(Some((by, made))) = self.changes.get(at)
            && *by == seat
            && made == text
        {
            return Ok(Decision::Already);
        }
        if self.is_over() || !self.started() {
            return Err(self.not_now());
        }
        if seq != self.changes.len() as u64 {
            return Err(Refusal::new(Code::Stale, "the game has gone on since; look at the newest view"));
        }
        if self.time_left(now) == Some(0) {
            return Err(Refusal::new(Code::State, "your time is up"));
        }
        let turn = self.table.turn();
        if turn != Some(seat) || self.replaced.contains(&seat) {
            return Err(Refusal::new(Code::Turn, "it is not your turn"));
        }
        if !self.table.legal().iter().any(|legal| legal == text) {
            // An illegal move changes nothing; the rules say what would work.
            let error =
                self.table.play(seat, text).err().map_or_else(|| "illegal".to_owned(), |error| error.to_string());
            return Err(Refusal::new(Code::Illegal, error));
        }
        Ok(Decision::Happens(vec![Event::Moved { seat, text: text.to_owned(), left: self.left_after(seat, now) }]))
    }

    /// The people at the table for whom no computer plays.
    fn people(&self) -> Vec<Seat> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].who == Who::Human).collect()
    }

    /// An offer, and what it leads to once everybody wants it.
    fn offer(&self, seat: Seat, offer: Offer, wanted: &[Seat], done: Event) -> Decision {
        let others = self.people().into_iter().filter(|other| *other != seat);
        let agreed = others.into_iter().all(|other| wanted.contains(&other));
        match (agreed, wanted.contains(&seat)) {
            (true, _) => Decision::Happens(vec![done]),
            (false, true) => Decision::Already,
            (false, false) => Decision::Happens(vec![Event::Offered { seat, offer }]),
        }
    }

    fn takeback(&self, seat: Seat) -> Result<Decision, Refusal> {
        // Whoever asked first takes back their own last move, and everything after it.
        let asker = self.offers.takeback.first().copied().unwrap_or(seat);
        let trail = self.table.view(Eyes::Referee).trail;
        let to = trail.iter().rposition(|step| step.seat == asker);
        let to = to.ok_or_else(|| Refusal::new(Code::State, "there is nothing of yours to take back"))?;
        if !self.open_since(to) {
            return Err(Refusal::new(
                Code::State,
                "something hidden may have been seen since; it cannot be taken back",
            ));
        }
        Ok(self.offer(seat, Offer::Takeback, &self.offers.takeback, Event::TakenBack { to }))
    }

    /// Whether nothing was hidden from anybody since so many moves.
    fn open_since(&self, ply: usize) -> bool {
        let record = self.table.record();
        (ply..=record.moves.len()).all(|moves| {
            let part = Record { moves: record.moves[..moves].to_vec(), ..record.clone() };
            let Ok(table) = part.replay() else { return false };
            let all = table.position(Eyes::Referee);
            (0..table.seats()).all(|seat| table.position(Eyes::Seat(seat)) == all)
        })
    }

    fn draw(&self, seat: Seat) -> Result<Decision, Refusal> {
        if self.seats.len() != 2 || self.people().len() != 2 {
            return Err(Refusal::new(Code::State, "a draw can be agreed by two people only"));
        }
        Ok(self.offer(seat, Offer::Draw, &self.offers.draw, Event::Ended { ending: Ending::Agreed }))
    }

    fn rematch(&self, seat: Seat) -> Result<Decision, Refusal> {
        if !self.is_over() {
            return Err(Refusal::new(Code::State, "the game is not over yet"));
        }
        if self.next.is_some() {
            return Ok(Decision::Already);
        }
        let mut seats = self.seats.clone();
        self.replaced.iter().for_each(|&seat| seats[seat].who = Who::Human);
        seats.rotate_left(1);
        let (game, options, clock) = (self.table.id().to_owned(), self.options.clone(), self.clock);
        // The seed is chosen by whoever makes the room.
        let made = Event::Made { game, options, seed: 0, seats, clock };
        match self.offer(seat, Offer::Rematch, &self.offers.rematch, made) {
            Decision::Happens(mut events) if matches!(events[0], Event::Made { .. }) => {
                Ok(Decision::Rematch(Box::new(events.remove(0))))
            }
            decision => Ok(decision),
        }
    }

    fn computer(&self, seat: Seat, wanted: Seat, player: &str, outside: &Outside) -> Result<Decision, Refusal> {
        let Some(chair) = self.seats.get(wanted) else {
            return Err(Refusal::new(Code::Bad, format!("there is no seat {wanted}; they are numbered from 0")));
        };
        ask::check(self.table.id(), &self.options, player)
            .map_err(|error| Refusal::new(Code::Bad, error.to_string()))?;
        let done = Event::Computer { seat: wanted, player: player.to_owned() };
        match &chair.who {
            Who::Computer(_) => Err(Refusal::new(Code::State, "a computer plays there already")),
            Who::Open => Ok(Decision::Happens(vec![done])),
            Who::Human if self.is_over() => Err(self.not_now()),
            Who::Human => {
                let away = outside.away[wanted].ok_or_else(|| Refusal::new(Code::State, "that player is here"))?;
                let wants = |other: Seat| other == seat || self.offers.replace.contains(&(wanted, other));
                let others =
                    self.people().into_iter().filter(|other| *other != wanted && outside.away[*other].is_none());
                if seat != wanted && (away >= GRACE_MS || others.into_iter().all(wants)) {
                    Ok(Decision::Happens(vec![done]))
                } else if self.offers.replace.contains(&(wanted, seat)) {
                    Ok(Decision::Already)
                } else {
                    Ok(Decision::Happens(vec![Event::Offered { seat, offer: Offer::Replace(wanted) }]))
                }
            }
        }
    }

    /// The room as the player of a seat, or the crowd, sees it.
    pub fn view(&self, seat: Option<Seat>, outside: &Outside, watchers: usize) -> RoomView {
        let eyes = seat.map_or(Eyes::Crowd, Eyes::Seat);
        let mut view = self.table.view(eyes);
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
            let left = self.left[at].saturating_sub(if running { self.used(outside.now) } else { 0 });
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
            seq: self.changes.len() as u64,
            game: self.table.id().to_owned(),
            options: self.options.clone(),
            clock: self.clock,
            seat,
            chairs: chairs.collect(),
            watchers,
            offers: self.offers.clone(),
            started: self.started(),
            ending: self.ending.clone(),
            next: self.next.clone(),
            record: self.is_over().then(|| self.table.record().to_string()),
            view,
        }
    }
}
