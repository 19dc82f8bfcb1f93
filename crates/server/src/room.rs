//! A room as pure logic: its events make its state, requests are decided from that state, and nothing changes in between.
//!
//! There is no I/O, clock or chance here: time, presence and random numbers come from outside, so that a whole evening
//! of games can be run again from a seed.

mod decide;
mod make;
mod timer;

use agon_rules::{Error, Outcome, Record, Seat, Start, Table, Text, Viewer, games, text};
use agon_search::level;
use agon_wire::{Chair, Code, EarlyEnd, Offers, Refusal, RoomView, Who};

use self::timer::Timer;
use crate::event::{Event, Offer, Sitting, name};
use crate::store::Phase;

pub use decide::Decision;
pub use make::make;

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
    ending: Option<EarlyEnd>,
    next: Option<String>,
}

impl Room {
    /// The room that these events make; none when they make no sense.
    pub fn replay(code: &str, events: &[Event], now: u64) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let Event::Made { game, options, seed, seats, clock } = first else { return None };
        let table = games::open(game, options, Start::Seed(*seed)).ok()?;
        if !first.fits(table.seats()) {
            return None;
        }
        let mut room = Room {
            code: code.to_owned(),
            options: options.clone(),
            timer: Timer::new(*clock, table.seats(), now),
            mover: table.turn(),
            table,
            seats: seats.clone(),
            named: vec![0; seats.len()],
            replaced: Vec::new(),
            resigned: Vec::new(),
            version: 1,
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
        self.ending.is_some() || self.mover.is_none()
    }

    /// The seats, with the fingerprints of their tokens.
    pub fn seats(&self) -> &[Sitting] {
        &self.seats
    }

    /// The game so far, hidden things included.
    pub fn record(&self) -> Record {
        self.table.record()
    }

    /// Who moves next; nobody before the start and after the end.
    fn turn(&self) -> Option<Seat> {
        self.mover.filter(|_| self.ending.is_none() && self.started())
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

    /// Lets an event happen. An error means that it cannot have happened here.
    pub fn apply(&mut self, event: &Event, now: u64) -> Result<(), Impossible> {
        if !event.fits(self.seats.len()) {
            return Err(Impossible::Misfit);
        }
        match event {
            Event::Made { .. } => {}
            Event::Joined { seat, name, key } => {
                self.seats[*seat] = Sitting { who: Who::Human, name: name.clone(), key: Some(key.clone()) };
                self.timer.turn_begins(now);
            }
            Event::Dealt { seed } => {
                if self.table.ply() > 0 {
                    return Err(Impossible::Misfit);
                }
                self.table = games::open(self.table.id(), &self.options, Start::Seed(*seed))?;
                self.mover = self.table.turn();
            }
            Event::Named { seat, name } => {
                self.seats[*seat].name = name.clone();
                self.named[*seat] += 1;
            }
            Event::Computer { seat, player, resigned } => {
                let under_way = self.started();
                if *resigned {
                    self.resigned.push(*seat);
                }
                if self.seats[*seat].who == Who::Human {
                    self.replaced.push(*seat);
                }
                self.seats[*seat].who = Who::Computer(player.clone());
                self.offers.replace.retain(|(away, by)| away != seat && by != seat);
                // Offers of somebody who is not there any more are not to be agreed to.
                for offers in [&mut self.offers.takeback, &mut self.offers.draw, &mut self.offers.rematch] {
                    offers.retain(|by| by != seat);
                }
                // A computer that takes over in the middle of a game begins its own turn anew, and no other.
                if !under_way || self.mover == Some(*seat) {
                    self.timer.turn_begins(now);
                }
            }
            Event::Returned { seat } => {
                self.seats[*seat].who = Who::Human;
                self.replaced.retain(|other| other != seat);
            }
            Event::Moved { seat, text, left } => {
                self.table.play(*seat, text)?;
                self.timer.moved(left);
                self.changed(Some((*seat, text.clone())), now);
            }
            Event::TakenBack { to } => {
                while self.table.ply() > *to && self.table.undo() {}
                self.timer.take_back(*to);
                self.changed(None, now);
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
                self.changed(None, now);
            }
            Event::Next { room } => self.next = Some(room.clone()),
        }
        self.version += 1;
        Ok(())
    }

    /// The game has changed: a turn begins, and open offers are dropped.
    fn changed(&mut self, change: Option<(Seat, String)>, now: u64) {
        self.changes.push(change);
        self.mover = self.table.turn();
        self.timer.turn_begins(now);
        self.offers = Offers::default();
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
        match &self.ending {
            Some(EarlyEnd::Resigned(seat) | EarlyEnd::TimeUp(seat)) => {
                Some(self.remaining().filter(|other| other != seat).collect())
            }
            Some(EarlyEnd::Agreed) => Some(Vec::new()),
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

    /// Gives the first open seat away.
    pub fn join(&self, called: &str, key: &str) -> Result<(Change, Seat), Refusal> {
        let open = self.seats.iter().position(|seat| seat.who == Who::Open);
        let seat = open.ok_or_else(|| Refusal::new(Code::Full, text!("every seat is taken; you can still watch")))?;
        Ok((self.sits(seat, Event::Joined { seat, name: name(called), key: key.to_owned() }), seat))
    }

    /// Somebody takes an open seat. With the last one the game is dealt; the seed is drawn when that is stored.
    fn sits(&self, seat: Seat, event: Event) -> Change {
        let mut change = self.change(event);
        if (0..self.seats.len()).all(|other| other == seat || self.seats[other].who != Who::Open) {
            change.events.push(Event::Dealt { seed: 0 });
        }
        change
    }

    /// The room as the player of a seat, or a spectator, sees it.
    pub fn view(&self, seat: Option<Seat>, outside: &Outside, watchers: usize) -> RoomView {
        // Nobody has a hand to look at before everybody sits.
        let dealt = self.started() || !self.table.hides(Viewer::Spectator);
        let mut view = self.table.view(seat.filter(|_| dealt).map_or(Viewer::Spectator, Viewer::Seat));
        let turn = self.turn();
        // A player for whom a computer plays has nothing to choose.
        if turn.is_none() || seat.is_some_and(|seat| self.replaced.contains(&seat)) {
            view.choices.clear();
        }
        // The rules do not know who has resigned.
        if let Some(outcome) = view.outcome.as_mut().filter(|_| !self.resigned.is_empty()) {
            let winners = self.winners_of(outcome);
            outcome.winner = (winners.len() == 1).then(|| winners[0]);
            outcome.winners = outcome.winners.is_some().then_some(winners);
            view.prompt = outcome.sentence();
        }
        // Nobody is asked for a move any more. How it ended is in `ending`, and clients put it into words.
        if self.ending.is_some() {
            view.turn = None;
            view.prompt = Text::default();
        }
        let chairs = (0..self.seats.len()).map(|at| self.chair(at, turn, outside)).collect();
        RoomView {
            room: self.code.clone(),
            version: self.version,
            revision: self.revision(),
            game: self.table.id().to_owned(),
            options: self.options.clone(),
            clock: self.timer.clock,
            seat,
            chairs,
            watchers,
            offers: self.offers.clone(),
            started: self.started(),
            ending: self.ending.clone(),
            winners: self.winners(),
            next: self.next.clone(),
            record: self.is_over().then(|| self.record().to_string()),
            view,
        }
    }

    fn chair(&self, seat: Seat, turn: Option<Seat>, outside: &Outside) -> Chair {
        let sitting = &self.seats[seat];
        let left = match self.ending {
            Some(EarlyEnd::TimeUp(loser)) if loser == seat => 0,
            _ if turn == Some(seat) => self.timer.of_mover(seat, outside.now),
            _ => self.timer.at_turn(seat),
        };
        Chair {
            who: sitting.who.clone(),
            name: sitting.name.clone(),
            here: match sitting.who {
                Who::Open => false,
                Who::Computer(_) => true,
                Who::Human => outside.away[seat].is_none(),
            },
            left_ms: self.timer.runs().then_some(left),
            resigned: self.resigned.contains(&seat) || self.ending == Some(EarlyEnd::Resigned(seat)),
        }
    }
}
