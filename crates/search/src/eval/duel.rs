//! Primi Composti, version 1, for two, as ruling R13 sees it: hands, tops and the difference are all that matters.
//!
//! The same game in a form that is searched several times faster. Only the search knows it; it has no text or looks.

use agon_rules::bits::Ones;
use agon_rules::games::primi_composti::{self as primi, PRIMES, PrimiComposti, value};
use agon_rules::{Game, Moves, Rng, Seat};

use crate::{Guide, fingerprint};

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duel;

/// Hands as sets of cards, the visible cards, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [u128; 2],
    /// primes and composites of seat 0, then of seat 1; 0 for none
    tops: [u8; 4],
    turn: u8,
    /// points of seat 0 less those of seat 1
    lead: i16,
}

/// With so few cards in the mover's hand it is faster to search than to remember.
const FEW: u32 = 2;
/// Cards run from 2 to 73.
const CARDS: usize = 74;

/// The cards that two cards make.
static MAKES: [[u128; CARDS]; CARDS] = {
    let mut makes = [[0; CARDS]; CARDS];
    let mut a = 2;
    while a < CARDS {
        let mut b = 2;
        while b < a {
            let mut set = 1 << (a - b);
            if a + b < CARDS {
                set |= 1 << (a + b);
            }
            if a * b < CARDS {
                set |= 1 << (a * b);
            }
            if a % b == 0 {
                set |= 1 << (a / b);
            }
            makes[a][b] = set;
            makes[b][a] = set;
            b += 1;
        }
        a += 1;
    }
    makes
};

impl State {
    /// What matters of a state of the real game.
    pub fn of(game: &PrimiComposti, s: &primi::State) -> Self {
        let hands = [0, 1].map(|seat| game.hand(s, seat).fold(0, |hand, card| hand | 1 << card));
        let tops = [s.tops[0][0], s.tops[0][1], s.tops[1][0], s.tops[1][1]];
        State { hands, tops, turn: s.turn, lead: (s.points[0] - s.points[1]) as i16 }
    }

    /// The cards that two visible primes make, a prime and a composite, and two composites.
    #[inline]
    fn made(&self) -> [u128; 3] {
        let [p, c, q, d] = self.tops.map(usize::from);
        [MAKES[p][q], MAKES[p][c] | MAKES[p][d] | MAKES[q][c] | MAKES[q][d], MAKES[c][d]]
    }
}

/// What a card is worth when such pairs make it.
#[inline]
fn gain(made: &[u128; 3], card: u8) -> i32 {
    let pair = made.iter().zip([4, 3, 2]).find(|(set, _)| **set >> card & 1 == 1);
    value(card) + pair.map_or(0, |(_, worth)| worth)
}

impl Game for Duel {
    type State = State;
    type Move = u8;

    fn deal(&self, rng: &mut Rng) -> State {
        let game = PrimiComposti::default();
        State::of(&game, &game.deal(rng))
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        Ones(s.hands[usize::from(s.turn)]).for_each(|card| out.push(card as u8));
    }

    #[inline]
    fn play(&self, s: &mut State, card: u8) {
        let seat = usize::from(s.turn);
        let points = gain(&s.made(), card) as i16;
        s.lead += if seat == 0 { points } else { -points };
        s.hands[seat] &= !(1 << card);
        s.tops[2 * seat + usize::from(value(card) == 1)] = card;
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        if seat == 0 { s.lead.into() } else { 0 }
    }
}

/// The guide of the duel: the card that scores most at once first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duellist;

impl Guide<Duel> for Duellist {
    const UNIT: i32 = 1;
    const LEARNS: bool = false;

    fn eval(&self, _game: &Duel, _s: &State) -> i32 {
        0
    }

    fn banked(&self, _game: &Duel, s: &State) -> i32 {
        s.lead.into()
    }

    #[inline]
    fn key(&self, _game: &Duel, s: &State) -> Option<u128> {
        let few = s.hands[usize::from(s.turn)].count_ones() <= FEW;
        (!few).then(|| fingerprint(&(s.hands, u32::from_le_bytes(s.tops), s.turn)))
    }

    /// A card brings its own value at least, and at most four more for two primes.
    #[inline]
    fn range(&self, _game: &Duel, s: &State) -> Option<(i32, i32)> {
        let count = |hand: u128| hand.count_ones() as i32;
        let sum = |hand: u128| count(hand) + count(hand & PRIMES);
        let own = sum(s.hands[0]) - sum(s.hands[1]);
        Some((own - 4 * count(s.hands[1]), own + 4 * count(s.hands[0])))
    }

    #[inline]
    fn order(&self, _game: &Duel, s: &State, card: u8) -> i32 {
        gain(&s.made(), card)
    }

    fn over(&self, _game: &Duel, s: &State, _scratch: &mut Moves<u8>) -> bool {
        s.hands[usize::from(s.turn)] == 0
    }
}
