//! Primi Composti's evaluation: points are banked as they are scored, and the card that scores most is tried first.
//!
//! In version 1 only hands and tops matter for what is still to come (ruling R13).

use agon_rules::games::primi_composti::{Move, PrimiComposti, State};

use super::Cards;
use crate::Evaluate;
use crate::hash::fingerprint;

impl Evaluate<PrimiComposti> for Cards {
    const UNIT: i32 = 1;

    fn eval(&self, _game: &PrimiComposti, _s: &State) -> i32 {
        0
    }

    fn banked(&self, _game: &PrimiComposti, s: &State) -> i32 {
        s.points[0] - s.points[1]
    }

    fn key(&self, game: &PrimiComposti, s: &State) -> Option<u128> {
        if game.version == 2 {
            return Some(fingerprint(&(s.at, s.tops, s.turn)));
        }
        let hands = [0, 1].map(|seat| game.hand_set(s, seat));
        Some(fingerprint(&(hands, s.tops[0], s.tops[1], s.turn)))
    }

    fn order(&self, game: &PrimiComposti, s: &State, m: Move) -> i32 {
        game.gain(s, m)
    }
}
