//! What is done about a wish: decided from the room as it is, without changing it.

use agon_rules::{Record, Seat, Viewer};
use agon_search::ask;
use agon_wire::{Act, Code, Ending, Offers, Refusal, Who};

use super::{GRACE_MS, Outside, Room};
use crate::event::{Event, Offer, name};

/// A room in which more has happened than this takes moves only: takebacks and new names could fill a disk.
const MOST_EVENTS: u64 = 20_000;

/// Computers that may play on for a person.
const STAND_INS: [&str; 3] = ["medium", "hard", "expert"];
/// A player must have been away for so long before a computer can play on for them, even if all others agree.
const AWAY_MS: u64 = 10_000;

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

impl Room {
    /// Decides what is done about the wish of a seat's player, or of a spectator.
    pub fn decide(&mut self, who: Option<Seat>, act: &Act, outside: &Outside) -> Result<Decision, Refusal> {
        let seat = who.ok_or_else(|| Refusal::new(Code::NotSeated, "you watch; only players can do this"))?;
        if self.len >= MOST_EVENTS && !matches!(act, Act::Play { .. } | Act::Resign) {
            return Err(Refusal::new(Code::State, "too much has happened in this room; only moves are taken now"));
        }
        let happens = |event: Event| Ok(Decision::Happens(vec![event]));
        match act {
            Act::Play { revision, text } => self.play(seat, *revision, text, outside.now),
            // What changes nothing is not stored: a room must not grow by it.
            Act::Name(called) if name(called) == self.seats[seat].name => Ok(Decision::Already),
            Act::Name(called) => happens(Event::Named { seat, name: name(called) }),
            Act::Return if self.is_over() => Err(self.not_now()),
            Act::Return if self.resigned.contains(&seat) => {
                Err(Refusal::new(Code::State, "you have given up; a computer plays on for you"))
            }
            Act::Return if self.replaced.contains(&seat) => happens(Event::Returned { seat }),
            Act::Return => Err(Refusal::new(Code::State, "no computer plays for you")),
            Act::Decline if self.offers == Offers::default() => Ok(Decision::Already),
            Act::Decline => happens(Event::Declined { seat }),
            Act::Computer { seat: wanted, player } => self.computer(seat, *wanted, player, outside),
            Act::Rematch => self.rematch(seat),
            Act::Resign | Act::Takeback | Act::Draw if self.is_over() => Err(self.not_now()),
            Act::Resign | Act::Takeback | Act::Draw if !self.started() => Err(self.not_now()),
            Act::Resign if self.resigned.contains(&seat) => Ok(Decision::Already),
            Act::Resign if self.seats.len() > 2 => happens(self.gives_up(seat)),
            Act::Resign => happens(Event::Ended { ending: Ending::Resigned(seat) }),
            Act::Takeback => self.takeback(seat),
            Act::Draw => self.draw(seat),
        }
    }

    fn not_now(&self) -> Refusal {
        let why = if self.is_over() { "the game is over" } else { "the game has not begun: a seat is open" };
        Refusal::new(Code::State, why)
    }

    fn play(&mut self, seat: Seat, revision: u64, text: &str, now: u64) -> Result<Decision, Refusal> {
        // A repeated message has done what it asks for.
        let at = usize::try_from(revision).unwrap_or(usize::MAX);
        if let Some(Some((by, made))) = self.changes.get(at)
            && *by == seat
            && made == text
        {
            return Ok(Decision::Already);
        }
        if self.is_over() || !self.started() {
            return Err(self.not_now());
        }
        if revision != self.changes.len() as u64 {
            let late = revision < self.changes.len() as u64;
            let why = if late { "the game has gone on since" } else { "the game has not come so far" };
            return Err(Refusal::new(Code::Stale, format!("{why}; look at the newest view")));
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
        let history = self.table.view(Viewer::Referee).history;
        let to = history.iter().rposition(|step| step.seat == asker);
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
            let all = table.position(Viewer::Referee);
            (0..table.seats()).all(|seat| table.position(Viewer::Seat(seat)) == all)
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
        let done = Event::Computer { seat: wanted, player: player.to_owned(), resigned: false };
        match &chair.who {
            Who::Computer(_) => Err(Refusal::new(Code::State, "a computer plays there already")),
            Who::Open => Ok(Decision::Happens(vec![done])),
            Who::Human if self.is_over() => Err(self.not_now()),
            Who::Human => {
                let away = outside.away[wanted].ok_or_else(|| Refusal::new(Code::State, "that player is here"))?;
                // Whoever plays against them must not choose a fool, nor use a moment without a network.
                if !STAND_INS.contains(&player) {
                    let names = STAND_INS.join("`, `");
                    return Err(Refusal::new(Code::Bad, format!("for a person only `{names}` can play on")));
                }
                if away < AWAY_MS {
                    return Err(Refusal::new(Code::State, "that player has only just gone; wait ten seconds"));
                }
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
}
