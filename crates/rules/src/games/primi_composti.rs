//! Primi Composti: play cards onto stacks of primes and composites; a card made from two visible ones scores.
//!
//! Version 1 counts points, version 2 captures the cards it was made from. How it reads and looks is in `show`, how
//! it becomes numbers in `numbers`. Rules: docs/rules/primi-composti.md.

mod numbers;
mod show;

use crate::prelude::*;

options! {
    /// Primi Composti for two to six players.
    pub struct PrimiComposti {
        /// 1 points, 2 captures
        version: u8 = 1 => 1..=2,
        /// number of seats
        players: u8 = 2 => 2..=6,
        /// cards per player
        cards: u8 = 12 => 2..=12,
        /// version 2: the top of a stack and the card directly below it may be the two operands
        uncover: bool = false => [false, true],
    }
}

const SEATS: usize = 6;
/// Cards are numbers from 2 to 73.
const HIGHEST: usize = 73;
const PRIMES: u128 = {
    let (mut primes, mut n) = (0, 2);
    while n <= HIGHEST {
        let mut divisor = 2;
        while n % divisor != 0 {
            divisor += 1;
        }
        if divisor == n {
            primes |= 1 << n;
        }
        n += 1;
    }
    primes
};

/// By card: 2 for a prime, 1 for a composite, 0 for no card.
const VALUES: [u8; HIGHEST + 1] = {
    let (mut values, mut n) = ([0; HIGHEST + 1], 2);
    while n <= HIGHEST {
        values[n] = 1 + (PRIMES >> n & 1) as u8;
        n += 1;
    }
    values
};

// Where a card is: out of the game, in the hand of a seat, in a hand that is not seen, or on a stack with a card
// (or 0, nothing) below it.
const OUT: u8 = 0;
const HAND: u8 = 1;
const UNSEEN: u8 = 7;
const ABOVE: u8 = 8;

/// Where every card is, who moves, and what everybody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// by card: `OUT`, `HAND` + seat, `UNSEEN`, or `ABOVE` + the card below it on its stack
    pub at: [u8; HIGHEST + 1],
    /// by seat: the top cards of the stacks of primes and of composites, 0 for none
    pub tops: [[u8; 2]; SEATS],
    /// by seat: points in version 1, the worth of its stacks in version 2
    pub points: [i32; SEATS],
    /// who moves next
    pub turn: u8,
    /// how many cards the mover has in hand
    pub size: u8,
}

/// A card, and in version 2 the one or two cards it steals in ascending order (0 for none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// the card that is played
    pub card: u8,
    /// what it steals
    pub steals: [u8; 2],
}

/// 2 for a prime, 1 for a composite, 0 for no card.
#[inline]
pub fn value(card: u8) -> i32 {
    VALUES[usize::from(card)].into()
}

/// The stack a card belongs on: 0 primes, 1 composites.
#[inline]
fn kind(card: u8) -> usize {
    usize::from(VALUES[usize::from(card)] < 2)
}

/// Whether two cards make a third: the largest of the three is the sum or the product of the others.
#[inline]
pub fn makes(a: u8, b: u8, c: u8) -> bool {
    let [a, b, c] = [a, b, c].map(u32::from);
    // Without branches: whether two cards make a third is hard to foretell.
    (a + b == c) | (a + c == b) | (b + c == a) | (a * b == c) | (a * c == b) | (b * c == a)
}

impl PrimiComposti {
    /// Calls `each` with every pair of operands that is visible, each card with its owner.
    #[inline]
    fn pairs(&self, s: &State, mut each: impl FnMut((u8, Seat), (u8, Seat))) {
        let tops = s.tops.as_flattened();
        for (i, &a) in tops[..2 * self.seats()].iter().enumerate() {
            if a == 0 {
                continue;
            }
            for (j, &b) in tops[..i].iter().enumerate() {
                if b != 0 {
                    each((a, i / 2), (b, j / 2));
                }
            }
            let below = s.at[usize::from(a)] - ABOVE;
            if self.uncover && below != 0 {
                each((a, i / 2), (below, i / 2));
            }
        }
    }

    /// The pair that makes a card and is worth most, if any does (version 1).
    fn best_pair(&self, s: &State, card: u8) -> Option<(u8, u8)> {
        let mut best = None;
        let mut most = 0;
        self.pairs(s, |(a, _), (b, _)| {
            if value(a) + value(b) > most && makes(a, b, card) {
                most = value(a) + value(b);
                best = Some((a, b));
            }
        });
        best
    }

    /// What the best pair is worth that makes a card; 0 if none does (version 1).
    #[inline]
    fn bonus(&self, s: &State, card: u8) -> i32 {
        if self.uncover {
            return self.best_pair(s, card).map_or(0, |(a, b)| value(a) + value(b));
        }
        // The tops that there are: primes, then composites.
        let (mut tops, mut counts) = ([[0; SEATS]; 2], [0; 2]);
        for own in &s.tops[..self.seats()] {
            for kind in 0..2 {
                tops[kind][counts[kind]] = own[kind];
                counts[kind] += usize::from(own[kind] != 0);
            }
        }
        let [primes, composites] = [&tops[0][..counts[0]], &tops[1][..counts[1]]];
        let one_makes = |a: u8, others: &[u8]| others.iter().any(|b| makes(a, *b, card));
        let two_make = |tops: &[u8]| (1..tops.len()).any(|at| one_makes(tops[at], &tops[..at]));
        if two_make(primes) {
            4
        } else if primes.iter().any(|a| one_makes(*a, composites)) {
            3
        } else if two_make(composites) {
            2
        } else {
            0
        }
    }

    /// What a move adds to its player's score at once.
    #[inline]
    pub fn gain(&self, s: &State, m: Move) -> i32 {
        let more = match self.version {
            1 => self.bonus(s, m.card),
            _ => value(m.steals[0]) + value(m.steals[1]),
        };
        value(m.card) + more
    }

    /// By card: whether a visible pair makes it. Most cards are made by none, and steal nothing.
    #[inline]
    fn made(&self, s: &State) -> [bool; HIGHEST + 1] {
        let mut made = [false; HIGHEST + 1];
        self.pairs(s, |(a, _), (b, _)| {
            let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
            let quotient = if high % low == 0 { high / low } else { 0 };
            for card in [low + high, high - low, low * high, quotient] {
                if let Some(made) = made.get_mut(card) {
                    *made = true;
                }
            }
        });
        made
    }

    /// Calls `each` once with every stolen set of greatest worth for a card (version 2).
    #[inline]
    fn thefts(&self, s: &State, card: u8, mut each: impl FnMut([u8; 2])) {
        let mover = usize::from(s.turn);
        let worth = |set: [u8; 2]| value(set[0]) + value(set[1]);
        let mut best = [[0; 2]; 4 * SEATS * SEATS];
        let mut count = 1;
        self.pairs(s, |(a, owner_a), (b, owner_b)| {
            let set = stolen(mover, (a, owner_a), (b, owner_b));
            if worth(set) < worth(best[0]).max(1) || !makes(a, b, card) {
                return;
            }
            if worth(set) > worth(best[0]) {
                count = 0;
            }
            if !best[..count].contains(&set) {
                best[count] = set;
                count += 1;
            }
        });
        best[..count].iter().for_each(|set| each(*set));
    }

    /// Whether a card can be played in more than one way.
    fn has_choice(&self, s: &State, card: u8) -> bool {
        let mut ways = 0;
        if self.version == 2 {
            self.thefts(s, card, |_| ways += 1);
        }
        ways > 1
    }

    /// The cards of a seat's hand that are seen, lowest first.
    pub fn hand(&self, s: &State, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        Ones(self.hand_set(s, seat)).map(|card| card as u8)
    }

    /// The same as a set.
    #[inline]
    pub fn hand_set(&self, s: &State, seat: Seat) -> u128 {
        cards_at(s, HAND + seat as u8)
    }

    /// How many cards a seat has in hand.
    fn hand_size(&self, s: &State, seat: Seat) -> usize {
        usize::from(s.size) - usize::from(seat < usize::from(s.turn))
    }

    /// A stack from the bottom up: kind 0 for primes, 1 for composites.
    pub fn stack(&self, s: &State, seat: Seat, kind: usize) -> Vec<u8> {
        let below = |card: &u8| Some(s.at[usize::from(*card)] - ABOVE).filter(|below| *below != 0);
        let mut cards: Vec<u8> =
            std::iter::successors(Some(s.tops[seat][kind]).filter(|top| *top != 0), below).collect();
        cards.reverse();
        cards
    }

    /// Whose hand the viewer does not see. With two players everything is known by elimination.
    fn unseen(&self, viewer: Viewer) -> impl Iterator<Item = Seat> {
        let hidden = self.players > 2;
        (0..self.seats()).filter(move |&seat| hidden && !viewer.sees(seat))
    }
}

/// The cards that are at a place, as a set: eight at a time.
#[inline]
fn cards_at(s: &State, place: u8) -> u128 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7F * ONES;
    let among = |eight: &[u8; 8]| {
        let other = u64::from_le_bytes(*eight) ^ (ONES * u64::from(place));
        // The highest bit of a byte is 0 only where the whole byte is. The product gathers them in its highest byte.
        let here = !(((other & LOW) + LOW) | other) >> 7 & ONES;
        here.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let (eights, rest) = s.at.as_chunks();
    let low = eights[..8].iter().rev().fold(0, |set, eight| set << 8 | among(eight));
    let high = rest.iter().rev().fold(0, |set, other| set << 1 | u64::from(*other == place));
    u128::from(high << 8 | among(&eights[8])) << 64 | u128::from(low)
}

/// What a pair of cards with their owners gives to steal, in ascending order: those of other players.
#[inline]
fn stolen(mover: Seat, (a, owner_a): (u8, Seat), (b, owner_b): (u8, Seat)) -> [u8; 2] {
    let mut set = [if owner_a == mover { 0 } else { a }, if owner_b == mover { 0 } else { b }];
    set.sort_unstable();
    set
}

#[inline]
fn push(s: &mut State, seat: Seat, card: u8) {
    let top = &mut s.tops[seat][kind(card)];
    s.at[usize::from(card)] = ABOVE + *top;
    *top = card;
}

/// Takes a card off the top of its stack and says whose it was; nothing for no card.
#[inline]
fn pop(s: &mut State, card: u8) -> Option<Seat> {
    if card == 0 {
        return None;
    }
    let owner = s.tops.iter().position(|tops| tops[kind(card)] == card)?;
    s.tops[owner][kind(card)] = s.at[usize::from(card)] - ABOVE;
    Some(owner)
}

impl Game for PrimiComposti {
    type State = State;
    type Move = Move;

    fn seats(&self) -> Seat {
        self.players.into()
    }

    fn deal(&self, chance: &mut impl Chance) -> State {
        let (players, size) = (self.seats(), usize::from(self.cards));
        let mut cards: [u8; HIGHEST - 1] = std::array::from_fn(|i| i as u8 + 2);
        let cards = &mut cards[..players * size];
        chance.hand_out(cards, &[size; SEATS][..players]);
        let first = cards.iter().position(|card| *card == 2).expect("the 2 is in every deck") / size;
        let mut s =
            State { at: [OUT; HIGHEST + 1], tops: [[0; 2]; SEATS], points: [0; SEATS], turn: 0, size: self.cards };
        for (i, hand) in cards.chunks(size).enumerate() {
            let at = HAND + ((i + players - first) % players) as u8;
            hand.iter().for_each(|card| s.at[usize::from(*card)] = at);
        }
        s
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        if s.size == 0 {
            return;
        }
        let made = if self.version == 1 { [false; HIGHEST + 1] } else { self.made(s) };
        for card in self.hand(s, s.turn.into()) {
            if made[usize::from(card)] {
                self.thefts(s, card, |steals| out.push(Move { card, steals }));
            } else {
                out.push(Move { card, steals: [0; 2] });
            }
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.size == 0
    }

    #[inline]
    fn sample(&self, s: &State, rng: &mut Rng, scratch: &mut Moves<Move>) -> Option<Move> {
        if self.version != 1 {
            return scratch.relist(self, s).draw(rng);
        }
        let mut hand = if s.size == 0 { 0 } else { self.hand_set(s, s.turn.into()) };
        let cards = hand.count_ones() as usize;
        (cards > 0).then(|| {
            (0..rng.below(cards)).for_each(|_| hand &= hand - 1);
            Move { card: hand.trailing_zeros() as u8, steals: [0; 2] }
        })
    }

    #[inline]
    fn play(&self, s: &mut State, m: Move) {
        let mover = usize::from(s.turn);
        if self.version == 1 {
            s.points[mover] += self.gain(s, m);
        } else {
            s.points[mover] += value(m.card);
            // A card below another can only be taken after it.
            let [low, high] = m.steals;
            let high_first = s.tops.as_flattened().contains(&high);
            for card in if high_first { [high, low] } else { [low, high] } {
                if let Some(owner) = pop(s, card) {
                    s.points[owner] -= value(card);
                    s.points[mover] += value(card);
                }
            }
            m.steals.into_iter().filter(|card| *card != 0).for_each(|card| push(s, mover, card));
        }
        push(s, mover, m.card);
        s.turn += 1;
        if s.turn == self.players {
            s.turn = 0;
            s.size -= 1;
        }
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        s.points[seat]
    }

    fn hides(&self, s: &State, viewer: Viewer) -> bool {
        self.unseen(viewer).any(|seat| self.hand_size(s, seat) > 0)
    }

    fn hide(&self, s: &mut State, viewer: Viewer) {
        for seat in self.unseen(viewer) {
            s.at.iter_mut().filter(|at| **at == HAND + seat as u8).for_each(|at| *at = UNSEEN);
        }
    }

    fn determinize(&self, s: &mut State, viewer: Viewer, chance: &mut impl Chance) {
        let unseen = self.unseen(viewer).fold(cards_at(s, UNSEEN), |all, seat| all | self.hand_set(s, seat));
        let mut pool = [0; HIGHEST];
        let mut count = 0;
        for card in Ones(unseen) {
            s.at[card] = UNSEEN;
            pool[count] = card;
            count += 1;
        }
        // Hand by hand. The first card stands for itself if it may change places with the 2 below.
        let mut groups = [0; SEATS + 1];
        self.unseen(viewer).zip(&mut groups[1..]).for_each(|(seat, group)| *group = self.hand_size(s, seat));
        if groups[1] > 0 && s.at[2] == UNSEEN {
            (groups[0], groups[1]) = (1, groups[1] - 1);
        }
        chance.hand_out(&mut pool[..count], &groups);
        // Whoever held the 2 became seat 0: while it is not seen it can be nowhere else.
        if let (Some(0), Some(at)) = (self.unseen(viewer).next(), pool[..count].iter().position(|card| *card == 2)) {
            pool.swap(0, at);
        }
        let mut pool = pool[..count].iter();
        for seat in self.unseen(viewer) {
            pool.by_ref().take(self.hand_size(s, seat)).for_each(|card| s.at[*card] = HAND + seat as u8);
        }
    }

    fn actions(&self) -> Vec<Move> {
        numbers::actions(self)
    }

    fn blocks(&self) -> Vec<Block> {
        numbers::blocks(self)
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        numbers::observe(self, s, seat, out);
    }

    fn highest_score(&self) -> i32 {
        let all = (2..).take(numbers::deck(self)).map(value).sum();
        // A prime made from two primes is worth six points.
        if self.version == 1 { 6 * i32::from(self.cards) } else { all }
    }

    fn most_plies(&self) -> Option<usize> {
        Some(self.seats() * usize::from(self.cards))
    }
}
