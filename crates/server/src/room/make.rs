//! How a room begins: from what its maker asks for to its first event.

use agon_rules::{Seat, Start, Text, games, text};
use agon_search::ask;
use agon_wire::{Clock, Code, NewRoom, Place, Refusal, Who};

use crate::event::{Event, Sitting, name};

/// The longest time and increment of a clock, in seconds.
const LONGEST: u32 = 24 * 3600;

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
    let (seconds, increment) = match new.clock {
        Clock::None => (1, 0),
        Clock::Move { seconds } => (seconds, 0),
        Clock::Total { seconds, increment } => (seconds, increment),
    };
    if !(1..=LONGEST).contains(&seconds) || increment > LONGEST {
        return Err(bad(text!("a clock starts with 1 second to 24 hours and adds at most 24 hours per move")));
    }
    if new.shuffle {
        places = order(count).into_iter().map(|at| places[at].clone()).collect();
    }
    let sitting = |place: &Place| match place {
        Place::Me => Ok(Sitting { who: Who::Human, name: name(&new.name), key: Some(key.to_owned()) }),
        Place::Open => Ok(Sitting { who: Who::Open, name: String::new(), key: None }),
        Place::Computer(player) => {
            ask::check(&new.game, &new.options, player).map_err(|error| bad(error.text()))?;
            Ok(Sitting { who: Who::Computer(player.clone()), name: String::new(), key: None })
        }
    };
    let seats = places.iter().map(sitting).collect::<Result<_, Refusal>>()?;
    let mine = places.iter().position(|place| *place == Place::Me);
    let options = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
    Ok((Event::Made { game: new.game.clone(), options, seed, seats, clock: new.clock }, mine))
}
