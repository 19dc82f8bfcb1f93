//! How a room begins: from what its maker asks for to its first event, and who joins.

use agon_rules::{Seat, Start, Text, games, text};
use agon_search::ask;
use agon_wire::{Clock, Code, NewRoom, Place, Refusal, Who};

use super::{Change, Room, decide};
use crate::bots::check_budget;
use crate::event::{Event, Sitting, name};
use crate::players;

/// The longest time and increment of a clock, in seconds.
const LONGEST: u32 = Clock::DAY;
/// The longest time for a move, in seconds.
const LONGEST_MOVE: u32 = Clock::MOST_DAYS * Clock::DAY;

/// What is said to somebody without a key at a rated game.
fn no_key() -> Refusal {
    Refusal::new(Code::Bad, text!("this game is rated: send a key, so that the result can be kept with your name"))
}

/// The clock of a room: nobody shall avoid a loss in a rated game by never moving again.
pub(crate) fn clock(wanted: Clock, rated: bool) -> Clock {
    if rated && wanted == Clock::None { Clock::Move { seconds: LONGEST_MOVE } } else { wanted }
}

/// The first event of a new room, and the maker's seat. Nobody else may know `seed`; `key` is the fingerprint of the
/// maker's token, and `order` draws who gets which seat.
pub fn make(
    new: &NewRoom,
    seed: u64,
    key: &str,
    order: &dyn Fn(usize) -> Vec<usize>,
) -> Result<(Event, Option<Seat>), Refusal> {
    let bad = |why: Text| Refusal::new(Code::Bad, why);
    let table = games::open(&new.game, &new.options, Start::Seed(seed)).map_err(|error| bad(error.text()))?;
    let count = table.seats();
    let mut places = new.seats.clone();
    if places.is_empty() {
        places.push(Place::Me);
    }
    if places.len() > count {
        let listed = places.len();
        return Err(bad(text!("{listed} seats are listed, but the game has {count}", listed, count)));
    }
    places.resize(count, Place::Open);
    if places.iter().filter(|place| **place == Place::Me).count() > 1 {
        return Err(bad(text!("`me` can take only one seat")));
    }
    let player = new.key.as_deref().map(players::check_key).transpose()?;
    let clock = clock(new.clock, new.rated);
    if new.rated {
        if player.is_none() {
            return Err(no_key());
        }
        let people = places.iter().filter(|place| **place == Place::Open).count();
        if count != 2 || people != 1 || !places.contains(&Place::Me) {
            return Err(bad(text!("only a game of two people can be rated: you at one seat, and the other one open")));
        }
    }
    let (seconds, increment, longest) = match clock {
        Clock::None => (1, 0, LONGEST),
        Clock::Move { seconds } => (seconds, 0, LONGEST_MOVE),
        Clock::Total { seconds, increment } => (seconds, increment, LONGEST),
    };
    if !(1..=longest).contains(&seconds) || increment > LONGEST {
        return Err(bad(text!(
            "a clock starts with 1 second to 24 hours and adds at most 24 hours per move, or has up to 14 days for every move"
        )));
    }
    if new.shuffle {
        places = order(count).into_iter().map(|at| places[at].clone()).collect();
    }
    let sitting = |place: &Place| match place {
        Place::Me => {
            // The name of a player with a key is kept with the key, so that it can be erased.
            let name = if player.is_some() { String::new() } else { name(&new.name) };
            Ok(Sitting { who: Who::Human, name, key: Some(key.to_owned()), player: player.clone() })
        }
        Place::Open => Ok(Sitting { who: Who::Open, name: String::new(), key: None, player: None }),
        Place::Computer(player) => {
            ask::check(&new.game, &new.options, player).map_err(|error| bad(error.text()))?;
            check_budget(player).map_err(bad)?;
            Ok(Sitting { who: Who::Computer(player.clone()), name: String::new(), key: None, player: None })
        }
    };
    let seats = places.iter().map(sitting).collect::<Result<_, Refusal>>()?;
    let mine = places.iter().position(|place| *place == Place::Me);
    let options = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
    let (rules, rated) = (table.version(), new.rated);
    Ok((Event::Made { game: new.game.clone(), options, seed, seats, clock, rules, rated }, mine))
}

impl Room {
    /// Gives the first open seat away.
    pub fn join(&self, called: &str, key: &str) -> Result<(Change, Seat), Refusal> {
        self.join_as(called, key, None)
    }

    /// The same for somebody whose key keeps their name, by their public id.
    pub fn join_as(&self, called: &str, key: &str, player: Option<&str>) -> Result<(Change, Seat), Refusal> {
        if self.is_outdated() {
            return Err(decide::outdated());
        }
        if self.rated {
            let player = player.ok_or_else(no_key)?;
            if self.seats.iter().any(|seat| seat.player.as_deref() == Some(player)) {
                return Err(Refusal::new(Code::Bad, text!("a rated game needs two players, each with their own key")));
            }
        }
        // A player who has gone to another room waits for nobody here.
        let open = self.seats.iter().position(|seat| seat.who == Who::Open).filter(|_| self.next.is_none());
        let seat = open.ok_or_else(|| Refusal::new(Code::Full, text!("every seat is taken; you can still watch")))?;
        // The name of a player with a key is kept with the key, so that it can be erased.
        let name = if player.is_some() { String::new() } else { name(called) };
        let joined = Event::Joined { seat, name, key: key.to_owned(), player: player.map(str::to_owned) };
        Ok((self.sits(seat, joined), seat))
    }

    /// Somebody takes an open seat. With the last one the game is dealt; the seed is drawn when that is stored.
    pub(super) fn sits(&self, seat: Seat, event: Event) -> Change {
        let mut change = self.change(event);
        if (0..self.seats.len()).all(|other| other == seat || self.seats[other].who != Who::Open) {
            change.events.push(Event::Dealt { seed: 0 });
        }
        change
    }
}
