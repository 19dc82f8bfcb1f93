//! What follows from a request of a player: decided from the room as it is, without changing it.

use agon_rules::{Seat, Viewer, text};
use agon_search::{ask, level};
use agon_wire::{Act, Code, EarlyEnd, Listing, Offers, Phrase, Refusal, Who};

use super::{Change, GRACE_MS, Outside, Room};
use crate::bots::check_budget;
use crate::event::{Event, Offer, name};

/// A room with more events than this takes moves and resignations only: takebacks and names could fill a disk.
const MOST_EVENTS: u64 = 20_000;
/// A player has at most this many names in a room, so that the names of six leave room for everything else.
const MOST_NAMES: u64 = 2_000;

/// A player says at most this much in a room, and one thing after another.
const MOST_PHRASES: u64 = 200;
const BREATH_MS: u64 = 3_000;

/// Computer players that may play on for a person.
const STAND_INS: [&str; 3] = [level::MEDIUM, level::HARD, level::EXPERT];
/// A player must have been away for this long before a computer can play on for them, even if all others agree.
const AWAY_MS: u64 = 10_000;

/// A player who has offered something may offer the same again after this long.
const COOLDOWN_MS: u64 = 20_000;

/// What follows from a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Something happens.
    Happens(Change),
    /// Nothing: it has happened already, as when a message is repeated.
    Already,
    /// Everybody wants to play again. A room with this first event must be made, and then this room says where.
    Rematch(Box<Event>),
}

/// Nobody plays on by other rules than they began with.
pub(super) fn outdated() -> Refusal {
    Refusal::new(
        Code::State,
        text!("the rules of this game have changed since the room was made, so it cannot go on; play a new game"),
    )
}

impl Room {
    /// Decides what follows from a request of a seat's player, or of a spectator.
    pub fn decide(&self, who: Option<Seat>, act: &Act, outside: &Outside) -> Result<Decision, Refusal> {
        let seat =
            who.ok_or_else(|| Refusal::new(Code::NotSeated, text!("you are watching; only players can do this")))?;
        if self.version >= MOST_EVENTS && !matches!(act, Act::Play { .. } | Act::Resign) {
            return Err(Refusal::new(
                Code::State,
                text!("this room has reached its limit; from now on you can only move or resign"),
            ));
        }
        if self.is_outdated() && !matches!(act, Act::Rematch | Act::Name(_)) {
            return Err(outdated());
        }
        match act {
            Act::Play { revision, text } => self.play(seat, *revision, text, outside.now),
            // What changes nothing is not stored: it would only make the room grow.
            Act::Name(called) if name(called) == self.seats[seat].name => Ok(Decision::Already),
            Act::Name(_) if self.seats[seat].player.is_some() => {
                Err(Refusal::new(Code::State, text!("your name is kept with your key; change it there")))
            }
            Act::Name(_) if self.named[seat] >= MOST_NAMES => {
                Err(Refusal::new(Code::State, text!("you have changed your name too often in this room")))
            }
            Act::Name(called) => self.happens(Event::Named { seat, name: name(called) }),
            Act::Withdraw if self.listing.is_private() => Ok(Decision::Already),
            Act::Withdraw => self.happens(Event::Listed { listing: Listing::Private }),
            Act::Say(phrase) => self.say(seat, *phrase, outside.now),
            Act::Report { seat: whom } => self.report(seat, *whom),
            Act::Return if self.is_over() => Err(self.not_now()),
            // They have no say in a game that goes on without them.
            Act::Return | Act::Takeback | Act::Draw | Act::Decline | Act::Computer { .. } | Act::Rematch
                if self.resigned.contains(&seat) && !self.is_over() =>
            {
                Err(Refusal::new(Code::State, text!("you have resigned; a computer plays on for you")))
            }
            Act::Takeback if self.rated => {
                Err(Refusal::new(Code::State, text!("nothing can be taken back in a rated game")))
            }
            Act::Computer { .. } if self.rated => {
                Err(Refusal::new(Code::State, text!("no computer plays in a rated game")))
            }
            Act::Takeback | Act::Draw | Act::Decline | Act::Computer { .. }
                if self.replaced.contains(&seat) && !self.is_over() =>
            {
                Err(Refusal::new(Code::State, text!("a computer is playing for you; take your seat back first")))
            }
            Act::Return if self.replaced.contains(&seat) => self.happens(Event::Returned { seat }),
            Act::Return => Err(Refusal::new(Code::State, text!("no computer is playing for you"))),
            Act::Decline if self.offers == Offers::default() => Ok(Decision::Already),
            Act::Decline => self.happens(Event::Declined { seat }),
            Act::Computer { seat: wanted, player } => self.computer(seat, *wanted, player, outside),
            Act::Rematch => self.rematch(seat, outside.now),
            Act::Resign | Act::Takeback | Act::Draw if self.is_over() => Err(self.not_now()),
            Act::Resign | Act::Takeback | Act::Draw if !self.started() => Err(self.not_now()),
            Act::Resign if self.resigned.contains(&seat) => Ok(Decision::Already),
            Act::Resign => self.happens(self.gives_up(seat, EarlyEnd::Resigned(seat))),
            Act::Takeback => self.takeback(seat, outside.now),
            Act::Draw => self.draw(seat, outside.now),
        }
    }

    fn say(&self, seat: Seat, phrase: Phrase, now: u64) -> Result<Decision, Refusal> {
        let talk = self.talk[seat];
        if talk.said == Some(phrase) {
            return Ok(Decision::Already);
        }
        if talk.when.is_some_and(|when| now.saturating_sub(when) < BREATH_MS) {
            return Err(Refusal::new(Code::Slow, text!("wait three seconds before you say more")));
        }
        if talk.count >= MOST_PHRASES {
            return Err(Refusal::new(Code::State, text!("you have said enough in this room")));
        }
        self.happens(Event::Said { seat, phrase })
    }

    fn report(&self, by: Seat, seat: Seat) -> Result<Decision, Refusal> {
        // A person stays responsible for the seat where a computer plays on for them.
        if seat == by || self.seats.get(seat).is_none_or(|sitting| sitting.key.is_none()) {
            return Err(Refusal::new(Code::Bad, text!("only another person in this room can be reported")));
        }
        if self.reports.contains(&(by, seat)) {
            Ok(Decision::Already)
        } else {
            self.happens(Event::Reported { by, seat })
        }
    }

    fn happens(&self, event: Event) -> Result<Decision, Refusal> {
        Ok(Decision::Happens(self.change(event)))
    }

    fn not_now(&self) -> Refusal {
        let why = if self.is_over() {
            text!("the game is over")
        } else {
            text!("the game has not started: a seat is still open")
        };
        Refusal::new(Code::State, why)
    }

    fn play(&self, seat: Seat, revision: u64, text: &str, now: u64) -> Result<Decision, Refusal> {
        // A repeated message: the move has been made.
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
        if revision != self.revision() {
            let why = if revision < self.revision() {
                text!("the position has changed since; choose your move again")
            } else {
                text!("the game has not got that far; check the current position")
            };
            return Err(Refusal::new(Code::Stale, why));
        }
        if self.time_left(now) == Some(0) {
            return Err(Refusal::new(Code::State, text!("your time is up")));
        }
        if self.turn() != Some(seat) || self.replaced.contains(&seat) {
            return Err(Refusal::new(Code::Turn, text!("it is not your turn")));
        }
        // The rules say why a move is illegal, and what would work.
        let change = self.moves(seat, text, now).map_err(|error| Refusal::new(Code::Illegal, error.text()))?;
        Ok(Decision::Happens(change))
    }

    /// The people at the table for whom no computer plays.
    fn people(&self) -> Vec<Seat> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].who == Who::Human).collect()
    }

    /// Whether all other people have made the offer that a seat makes now.
    fn all_agree(&self, seat: Seat, wanted: &[Seat]) -> bool {
        self.people().into_iter().all(|other| other == seat || wanted.contains(&other))
    }

    /// Makes an offer that is open until all other people have made it too.
    fn offer(&self, seat: Seat, offer: Offer, wanted: &[Seat], now: u64) -> Result<Decision, Refusal> {
        if wanted.contains(&seat) {
            return Ok(Decision::Already);
        }
        let before = self.offered.iter().find(|(by, what, _)| (*by, *what) == (seat, offer));
        // A clock may have been set back: nobody waits for longer than that.
        let left = before.map_or(0, |(.., when)| when.saturating_add(COOLDOWN_MS).saturating_sub(now).min(COOLDOWN_MS));
        if left > 0 {
            let seconds = left.div_ceil(1000) as usize;
            return Err(Refusal::new(
                Code::State,
                text!(
                    "you have just offered this; you can offer it again in {seconds} second"
                        | "you have just offered this; you can offer it again in {seconds} seconds",
                    seconds
                ),
            ));
        }
        self.happens(Event::Offered { seat, offer })
    }

    fn takeback(&self, seat: Seat, now: u64) -> Result<Decision, Refusal> {
        // Those who are away would find another game than the one they left. Those who have resigned do not come back.
        if self.replaced.iter().any(|seat| !self.resigned.contains(seat)) {
            return Err(Refusal::new(
                Code::State,
                text!("nothing can be taken back while a computer plays for somebody who is away"),
            ));
        }
        // The player who asked first takes back their own last move, and everything after it.
        let wanted = &self.offers.takeback;
        let asker = wanted.first().copied().unwrap_or(seat);
        let to = self.table.history(Viewer::Referee).iter().rposition(|step| step.seat == asker);
        let to = to.ok_or_else(|| Refusal::new(Code::State, text!("you have no move to take back")))?;
        if !self.is_open_since(to) {
            return Err(Refusal::new(
                Code::State,
                text!("hidden information may have been seen since, so the move cannot be taken back"),
            ));
        }
        if self.all_agree(seat, wanted) {
            return self.happens(Event::TakenBack { to });
        }
        self.offer(seat, Offer::Takeback, wanted, now)
    }

    /// Whether nothing has been hidden from any player since that ply.
    fn is_open_since(&self, ply: usize) -> bool {
        let all_see = |ply| {
            let mut players = (0..self.seats.len()).map(Viewer::Seat);
            players.all(|player| self.table.looks_alike(ply, Viewer::Referee, player))
        };
        (ply..=self.table.ply()).all(all_see)
    }

    fn draw(&self, seat: Seat, now: u64) -> Result<Decision, Refusal> {
        if self.seats.len() != 2 || self.people().len() != 2 {
            return Err(Refusal::new(Code::State, text!("only two people can agree on a draw")));
        }
        if self.all_agree(seat, &self.offers.draw) {
            return self.happens(Event::Ended { ending: EarlyEnd::Agreed });
        }
        self.offer(seat, Offer::Draw, &self.offers.draw, now)
    }

    fn rematch(&self, seat: Seat, now: u64) -> Result<Decision, Refusal> {
        if !self.is_over() {
            return Err(Refusal::new(Code::State, text!("the game is not over yet")));
        }
        if self.next.is_some() {
            return Ok(Decision::Already);
        }
        // Nobody plays again in the name of somebody for whom a computer has played.
        let wanted = &self.offers.rematch;
        let mut replaced = self.replaced.iter();
        if !self.all_agree(seat, wanted) || !replaced.all(|other| *other == seat || wanted.contains(other)) {
            return self.offer(seat, Offer::Rematch, &self.offers.rematch, now);
        }
        let mut seats = self.seats.clone();
        self.replaced.iter().for_each(|&seat| seats[seat].who = Who::Human);
        seats.rotate_left(1);
        let (game, options) = (self.table.id().to_owned(), self.options.clone());
        let (clock, rated, rules) = (self.timer.clock, self.rated, self.table.version());
        // The seed is drawn when the room is made.
        Ok(Decision::Rematch(Box::new(Event::Made { game, options, seed: 0, seats, clock, rules, rated })))
    }

    fn computer(&self, seat: Seat, wanted: Seat, player: &str, outside: &Outside) -> Result<Decision, Refusal> {
        let Some(chair) = self.seats.get(wanted) else {
            return Err(Refusal::new(Code::Bad, text!("there is no seat {wanted}; seats are numbered from 0", wanted)));
        };
        ask::check(self.table.id(), &self.options, player).map_err(|error| Refusal::new(Code::Bad, error.text()))?;
        check_budget(player).map_err(|why| Refusal::new(Code::Bad, why))?;
        let plays = Event::Computer { seat: wanted, player: player.to_owned(), resigned: false };
        match &chair.who {
            Who::Computer(_) => Err(Refusal::new(Code::State, text!("a computer already plays that seat"))),
            Who::Open => Ok(Decision::Happens(self.sits(wanted, plays))),
            Who::Human if self.is_over() => Err(self.not_now()),
            Who::Human if self.timer.clock.is_slow() => Err(Refusal::new(
                Code::State,
                text!("players have days to move here, so nobody is replaced; the clock decides"),
            )),
            Who::Human => {
                let away =
                    outside.away[wanted].ok_or_else(|| Refusal::new(Code::State, text!("that player is connected")))?;
                // Opponents must not choose a weak player, nor use a moment without a network.
                if !STAND_INS.contains(&player) {
                    let names = STAND_INS.join("`, `");
                    return Err(Refusal::new(Code::Bad, text!("only `{names}` can take over for a person", names)));
                }
                if away < AWAY_MS {
                    return Err(Refusal::new(Code::State, text!("that player has only just left; wait ten seconds")));
                }
                let wants = |other: &Seat| *other == seat || self.offers.replace.contains(&(wanted, *other));
                let is_present = |other: &Seat| *other != wanted && (*other == seat || outside.away[*other].is_none());
                let present: Vec<Seat> = self.people().into_iter().filter(is_present).collect();
                if away < GRACE_MS && present.len() < 2 {
                    let why = text!("that player has been away for less than a minute; wait a little longer");
                    return Err(Refusal::new(Code::State, why));
                }
                if seat != wanted && (away >= GRACE_MS || present.iter().all(wants)) {
                    self.happens(plays)
                } else if self.offers.replace.contains(&(wanted, seat)) {
                    Ok(Decision::Already)
                } else {
                    self.happens(Event::Offered { seat, offer: Offer::Replace(wanted) })
                }
            }
        }
    }
}
