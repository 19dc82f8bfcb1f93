//! Primi Composti, version 1, for two, as ruling R13 sees it: hands, tops and the difference are all that matters.
//!
//! The same game in a form that is searched many times faster: the cards that still matter, at most 28, are numbered
//! anew, so that sets of them and what they make fit the nearest cache. Only the search knows it; it has no text or looks.

use agon_rules::bits::Ones;
use agon_rules::games::primi_composti::{self as primi, PrimiComposti, makes, value};
use agon_rules::{Game, Moves, Rng, Seat};

use crate::{Guide, fingerprint};

/// Twelve cards in each hand, four on the tops, and 0 for none.
const MOST: usize = 32;

/// The game: which cards there are and what they make.
#[derive(Clone, Debug)]
pub struct Duel {
    /// by number: the card
    pub cards: [u8; MOST],
    primes: u32,
    makes: [[u32; MOST]; MOST],
}

/// Hands as sets of numbers, the visible cards, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [u32; 2],
    /// primes and composites of seat 0, then of seat 1; 0 for none
    tops: [u8; 4],
    /// points of seat 0 less those of seat 1
    lead: i16,
    turn: u8,
    /// how many cards each hand has
    left: [u8; 2],
    /// the values of the cards in hand of seat 0 less those of seat 1
    worth: i8,
}

impl Duel {
    /// What matters of a state of the real game.
    pub fn of(game: &PrimiComposti, s: &primi::State) -> (Self, State) {
        let mut duel = Duel { cards: [0; MOST], primes: 0, makes: [[0; MOST]; MOST] };
        let mut count = 0;
        let mut number = |card: u8| {
            if card == 0 {
                return 0;
            }
            count += 1;
            duel.cards[count] = card;
            count as u8
        };
        let hands = [0, 1].map(|seat| game.hand(s, seat).fold(0, |hand, card| hand | 1 << number(card)));
        let tops = [s.tops[0][0], s.tops[0][1], s.tops[1][0], s.tops[1][1]].map(number);
        for a in 1..MOST {
            let card = duel.cards[a];
            duel.primes |= u32::from(value(card) == 2) << a;
            for b in (1..MOST).filter(|&b| b != a && card > 0 && duel.cards[b] > 0) {
                let made = (1..MOST).filter(|&c| c != a && c != b && makes(card, duel.cards[b], duel.cards[c]));
                duel.makes[a][b] = made.fold(0, |set, c| set | 1 << c);
            }
        }
        let lead = (s.points[0] - s.points[1]) as i16;
        let sum = |hand: u32| Ones(hand).map(|card| value(duel.cards[card])).sum::<i32>();
        let (left, worth) = (hands.map(|hand: u32| hand.count_ones() as u8), (sum(hands[0]) - sum(hands[1])) as i8);
        (duel, State { hands, tops, lead, turn: s.turn, left, worth })
    }

    /// The cards that two visible primes make, a prime and a composite, and two composites.
    #[inline]
    fn made(&self, s: &State) -> [u32; 3] {
        let [p, c, q, d] = s.tops.map(|top| usize::from(top) % MOST);
        let makes = &self.makes;
        [makes[p][q], makes[p][c] | makes[p][d] | makes[q][c] | makes[q][d], makes[c][d]]
    }

    /// What a card is worth when such pairs make it.
    #[inline]
    fn gain(&self, made: &[u32; 3], card: u8) -> i32 {
        let has = |set: u32| (set >> card & 1) as i32;
        let pair = (4 * has(made[0])).max(3 * has(made[1])).max(2 * has(made[2]));
        1 + has(self.primes) + pair
    }

    /// What best play adds to the lead, by trying everything.
    fn rest(&self, s: &State) -> i32 {
        let lines = Ones(s.hands[usize::from(s.turn)]).map(|card| {
            let mut after = *s;
            self.play(&mut after, card as u8);
            i32::from(after.lead - s.lead) + self.rest(&after)
        });
        if s.turn == 0 { lines.max() } else { lines.min() }.unwrap_or(0)
    }
}

impl Game for Duel {
    type State = State;
    type Move = u8;

    /// A duel is made of a state of the real game; by itself it has nothing to deal.
    fn deal(&self, _rng: &mut Rng) -> State {
        State { hands: [0; 2], tops: [0; 4], lead: 0, turn: 0, left: [0; 2], worth: 0 }
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
        let prime = (self.primes >> card & 1) as i8;
        let sign = if seat == 0 { 1 } else { -1 };
        s.lead += sign * self.gain(&self.made(s), card) as i16;
        s.worth -= sign as i8 * (1 + prime);
        s.hands[seat] &= !(1 << card);
        s.left[seat] -= 1;
        s.tops[2 * seat + usize::from(prime == 0)] = card;
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
        let hands = u64::from(s.hands[0]) << 32 | u64::from(s.hands[1]);
        Some(fingerprint(&(hands, u64::from(u32::from_le_bytes(s.tops)) << 1 | u64::from(s.turn))))
    }

    /// A card brings its own value at least, and at most four more for two primes.
    #[inline]
    fn range(&self, _game: &Duel, s: &State) -> Option<(i32, i32)> {
        let (worth, [own, others]) = (i32::from(s.worth), s.left.map(i32::from));
        Some((worth - 4 * others, worth + 4 * own))
    }

    #[inline]
    fn finish(&self, game: &Duel, s: &State) -> Option<i32> {
        (s.left[usize::from(s.turn)] <= 2).then(|| game.rest(s))
    }

    fn order(&self, game: &Duel, s: &State, card: u8) -> i32 {
        game.gain(&game.made(s), card)
    }

    #[inline]
    fn rank(&self, game: &Duel, s: &State, cards: &[u8], scores: &mut Vec<i32>) {
        let made = game.made(s);
        scores.extend(cards.iter().map(|card| game.gain(&made, *card)));
    }

    fn over(&self, _game: &Duel, s: &State, _scratch: &mut Moves<u8>) -> bool {
        s.left[usize::from(s.turn)] == 0
    }
}
