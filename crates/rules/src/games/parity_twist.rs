//! Parity Twist: fill a grid and a Master Key with numbers; parity decides whether low or high wins a row.
//!
//! Twelve variants share one state. What a variant adds is in `start`, `cells`, `numbers` and `play`; how it
//! scores is in `row`. Twelve notations make a file of their own, `show`, what is told of rows
//! another, `explain`, and the game as numbers a third, `numbers`. Rules: docs/rules/parity-twist.md.

mod explain;
mod numbers;
mod show;

use crate::prelude::*;
use Variant::{
    Classic, Delfs, Draft, DualMaster, HiddenMaster, Hodgkins, KeyLock, Lanier, Peltola, Sandkuhler, TotalScore,
    Whiteacre,
};

words! {
    /// The rule sets.
    pub enum Variant {
        Classic = "classic", Delfs = "delfs", Whiteacre = "whiteacre", Hodgkins = "hodgkins",
        DualMaster = "dual-master", KeyLock = "key-lock", Draft = "draft", HiddenMaster = "hidden-master",
        TotalScore = "total-score", Sandkuhler = "sandkuhler", Peltola = "peltola", Lanier = "lanier",
    }
}

options! {
    /// Parity Twist.
    pub struct ParityTwist {
        /// the rule set
        variant: Variant = Classic => Variant::ALL,
    }
}

/// No number: an empty cell, nothing to place, the end of the deck.
pub const NONE: u8 = 255;
/// A number that is not seen.
pub const UNKNOWN: u8 = 254;
/// The index of the Master Key, or of `mo`; `me` follows it.
pub const MASTER: usize = 9;
const KEYS: u16 = 0b100_100_100;
const DECK: usize = 7;

/// The cells, and what the variants need besides. Sets of numbers are bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// a1 b1 k1 a2 … k3, then the masters
    pub cells: [u8; 11],
    /// who moves next
    pub turn: u8,
    /// key-lock: the row, counted from 1, whose Key was filled by the last move, else 0
    pub lock: u8,
    /// hidden-master: bits of the seats that know the number under `m`
    pub knows: u8,
    /// the number that must be placed: assigned in peltola, drafted in draft
    pub held: u8,
    /// draft, lanier: the face-down cards, next card first
    pub deck: [u8; DECK],
    /// the cells still empty
    pub empty: u16,
    /// the numbers in no cell
    pub free: u16,
    /// lanier: the hands; draft: the market comes first
    pub hands: [u16; 2],
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// a number into a cell
    Place(u8, u8),
    /// draft: take a number from the market
    Draft(u8),
    /// peltola: the opponent must place this number
    Give(u8),
}

/// How a row stands.
struct Row {
    winner: Seat,
    /// whether the lower number wins
    low: bool,
}

impl ParityTwist {
    /// The lowest and the highest number.
    pub fn range(&self) -> (u8, u8) {
        match self.variant {
            Whiteacre => (1, 12),
            Lanier => (0, 9),
            Delfs => (1, 9),
            DualMaster => (1, 11),
            _ => (1, 10),
        }
    }

    /// The names of the master cells.
    pub fn masters(&self) -> &'static [&'static str] {
        match self.variant {
            Delfs => &[],
            DualMaster => &["mo", "me"],
            _ => &["m"],
        }
    }

    fn total(&self) -> usize {
        MASTER + self.masters().len()
    }

    /// How many cells are filled.
    pub fn filled(&self, s: &State) -> usize {
        self.total() - s.empty.count_ones() as usize
    }

    fn start(&self) -> State {
        let (low, high) = self.range();
        State {
            cells: [NONE; 11],
            turn: 0,
            lock: 0,
            knows: 0,
            held: NONE,
            deck: [NONE; DECK],
            empty: (1 << self.total()) - 1,
            free: (1 << (high + 1)) - (1 << low),
            hands: [0; 2],
        }
    }

    /// The cells the mover may fill.
    fn cells(&self, s: &State) -> u16 {
        let unlocked = match self.variant {
            KeyLock if s.lock > 0 => s.empty & !(0b011 << (3 * (s.lock - 1))),
            Sandkuhler if self.filled(s) == 5 => s.empty & 1 << MASTER,
            _ => 0,
        };
        if unlocked == 0 { s.empty } else { unlocked }
    }

    /// The numbers the mover may place, or try to place.
    fn numbers(&self, s: &State) -> u16 {
        match self.variant {
            Lanier => s.hands[usize::from(s.turn)],
            Draft | Peltola if s.held != NONE => 1 << s.held,
            Draft | Peltola => 0,
            HiddenMaster if s.knows >> s.turn & 1 == 0 => s.free | under_master(s),
            _ => s.free,
        }
    }

    /// The number whose parity rules a row, if it is known.
    fn ruler(&self, s: &State, row: usize) -> Option<u8> {
        let key = number(s.cells[3 * row + 2])?;
        match self.variant {
            Delfs => Some(number(s.cells[2])? + number(s.cells[5])? + number(s.cells[8])?),
            DualMaster if key % 2 == 0 => number(s.cells[MASTER + 1]),
            _ => number(s.cells[MASTER]),
        }
    }

    fn row(&self, s: &State, row: usize) -> Option<Row> {
        let [a, b, key] = [0, 1, 2].map(|column| number(s.cells[3 * row + column]));
        let (a, b, key, ruler) = (a?, b?, key?, self.ruler(s, row)?);
        let low = key % 2 == ruler % 2;
        Some(Row { winner: Seat::from((a < b) != low), low })
    }

    /// Who has won a row, once that is certain.
    pub fn row_winner(&self, s: &State, row: usize) -> Option<Seat> {
        self.row(s, row).map(|row| row.winner)
    }

    /// hodgkins: who is closer to the Key of a row.
    fn closer(&self, s: &State, row: usize) -> Option<Seat> {
        let [a, b, key] = [0, 1, 2].map(|column| number(s.cells[3 * row + column]));
        let (a, b) = (a?.abs_diff(key?), b?.abs_diff(key?));
        (self.variant == Hodgkins && a != b).then_some(Seat::from(b < a))
    }

    fn draw_card(s: &mut State) -> u16 {
        let card = s.deck[0];
        s.deck.rotate_left(1);
        s.deck[DECK - 1] = NONE;
        if card == NONE { 0 } else { 1 << card }
    }

    fn place(&self, s: &mut State, cell: u8, n: u8) {
        if self.variant == HiddenMaster && s.cells[MASTER] == n {
            s.knows = 0b11; // refused: nothing changes but the knowledge
            return;
        }
        let mover = usize::from(s.turn);
        s.cells[usize::from(cell)] = n;
        s.empty &= !(1 << cell);
        s.free &= !(1 << n);
        s.turn ^= 1;
        match self.variant {
            KeyLock => s.lock = if KEYS >> cell & 1 == 1 { cell / 3 + 1 } else { 0 },
            HiddenMaster if usize::from(cell) == MASTER => s.knows = 1 << mover,
            Draft => s.held = NONE,
            Peltola => {
                s.held = NONE;
                s.turn ^= u8::from(s.empty != 0); // the same seat gives, unless the game is over
            }
            Lanier => s.hands[mover] = s.hands[mover] & !(1 << n) | Self::draw_card(s),
            _ => {}
        }
    }

    /// lanier: how many cards a hand has.
    fn hand_size(&self, s: &State, seat: Seat) -> usize {
        let played = (self.filled(s) + 1 - seat) / 2;
        3 + played.min(2) - played
    }

    /// hidden-master: whether the viewer does not see what lies under `m`.
    fn hides_master(&self, s: &State, viewer: Viewer) -> bool {
        let knows = s.knows == 0b11 || (0..2).any(|seat| s.knows >> seat & 1 == 1 && viewer.sees(seat));
        self.variant == HiddenMaster && s.knows != 0 && !knows
    }
}

fn number(cell: u8) -> Option<u8> {
    (cell < UNKNOWN).then_some(cell)
}

fn under_master(s: &State) -> u16 {
    number(s.cells[MASTER]).map_or(0, |n| 1 << n)
}

fn set(numbers: impl IntoIterator<Item = u8>) -> u16 {
    numbers.into_iter().fold(0, |set, n| set | 1 << n)
}

fn list(set: u16) -> impl Iterator<Item = u8> {
    Ones(set).map(|n| n as u8)
}

impl Game for ParityTwist {
    type State = State;
    type Move = Move;

    fn deal(&self, chance: &mut impl Chance) -> State {
        let mut s = self.start();
        let mut cards = [NONE; 12];
        let count = s.free.count_ones() as usize;
        list(s.free).zip(&mut cards).for_each(|(n, card)| *card = n);
        let cards = &mut cards[..count];
        // The market and the hands are sets, the deck has an order. Where nothing is dealt the order is drawn all the same:
        // what is drawn afterwards by the same generator stays what it was.
        let groups: &[usize] = match self.variant {
            Peltola => &[1],
            Draft => &[3, 1, 1, 1, 1, 1, 1, 1],
            Lanier => &[3, 3, 1, 1, 1, 1],
            _ => &[],
        };
        chance.hand_out(cards, groups);
        match self.variant {
            Peltola => s.held = cards[0],
            Draft => {
                s.hands[0] = set(cards[..3].iter().copied());
                s.deck.copy_from_slice(&cards[3..]);
            }
            Lanier => {
                s.hands = [set(cards[..3].iter().copied()), set(cards[3..6].iter().copied())];
                s.deck[..4].copy_from_slice(&cards[6..]);
            }
            _ => {}
        }
        s
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        if s.empty == 0 {
            return;
        }
        match self.variant {
            Draft if s.held == NONE => list(s.hands[0]).for_each(|n| out.push(Move::Draft(n))),
            Peltola if s.held == NONE => list(s.free).for_each(|n| out.push(Move::Give(n))),
            _ => {
                let numbers = self.numbers(s);
                for cell in list(self.cells(s)) {
                    list(numbers).for_each(|n| out.push(Move::Place(cell, n)));
                }
            }
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.empty == 0
    }

    fn play(&self, s: &mut State, m: Move) {
        match m {
            Move::Place(cell, n) => self.place(s, cell, n),
            Move::Draft(n) => {
                s.held = n;
                s.hands[0] = s.hands[0] & !(1 << n) | Self::draw_card(s);
            }
            Move::Give(n) => {
                s.held = n;
                s.turn ^= 1;
            }
        }
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        let points = |row: usize| {
            let won = self.row(s, row).is_some_and(|row| row.winner == seat);
            match self.variant {
                Hodgkins => 2 * i32::from(won) + i32::from(self.closer(s, row) == Some(seat)),
                TotalScore => i32::from(won) * i32::from(s.cells[3 * row + seat]),
                _ => i32::from(won),
            }
        };
        (0..3).map(points).sum()
    }

    fn sample(&self, s: &State, rng: &mut Rng, scratch: &mut Moves<Move>) -> Option<Move> {
        if matches!(self.variant, Draft | Peltola) || s.empty == 0 {
            return scratch.relist(self, s).draw(rng);
        }
        let (cells, numbers) = (self.cells(s), self.numbers(s));
        let count = numbers.count_ones() as usize;
        let n = rng.below(cells.count_ones() as usize * count);
        Some(Move::Place(nth_of_few(cells, n / count), nth_of_few(numbers, n % count)))
    }

    fn hides(&self, s: &State, viewer: Viewer) -> bool {
        let in_deck = s.deck.iter().any(|card| *card != NONE);
        let in_hands = |viewer: Viewer| (0..2).any(|seat| !viewer.sees(seat) && self.hand_size(s, seat) > 0);
        s.empty != 0
            && viewer != Viewer::Referee
            && match self.variant {
                Draft => in_deck,
                Lanier => in_deck || in_hands(viewer),
                _ => self.hides_master(s, viewer),
            }
    }

    fn will_hide(&self, s: &State) -> bool {
        // A number under the Master Key is hidden from its layer's opponent, unless it was the last to be laid.
        let master = self.variant == HiddenMaster && s.knows == 0 && s.empty.count_ones() > 1;
        master || (0..2).any(|seat| self.hides(s, Viewer::Seat(seat)))
    }

    fn hide(&self, s: &mut State, viewer: Viewer) {
        if s.empty == 0 || viewer == Viewer::Referee {
            return;
        }
        if let Draft | Lanier = self.variant {
            s.deck.iter_mut().filter(|card| **card != NONE).for_each(|card| *card = UNKNOWN);
        }
        if self.variant == Lanier {
            (0..2).filter(|&seat| !viewer.sees(seat)).for_each(|seat| s.hands[seat] = 0);
        }
        if self.hides_master(s, viewer) {
            s.free |= under_master(s);
            s.cells[MASTER] = UNKNOWN;
        }
    }

    fn hide_move(&self, now: &State, m: Move) -> Move {
        match m {
            Move::Place(cell, _) if usize::from(cell) == MASTER && now.cells[MASTER] == UNKNOWN => {
                Move::Place(cell, UNKNOWN)
            }
            _ => m,
        }
    }

    fn determinize(&self, s: &mut State, viewer: Viewer, chance: &mut impl Chance) {
        if s.empty == 0 || viewer == Viewer::Referee {
            return;
        }
        if self.hides_master(s, viewer) {
            let unseen = s.free | under_master(s);
            let n = nth_of_few(unseen, chance.below(unseen.count_ones() as usize));
            s.cells[MASTER] = n;
            s.free = unseen & !(1 << n);
        }
        let seen = match self.variant {
            Draft => s.hands[0] | number(s.held).map_or(0, |n| 1 << n),
            Lanier => (0..2).filter(|&seat| viewer.sees(seat)).fold(0, |seen, seat| seen | s.hands[seat]),
            _ => return,
        };
        let mut cards = [NONE; 12];
        let count = (s.free & !seen).count_ones() as usize;
        list(s.free & !seen).zip(&mut cards).for_each(|(n, card)| *card = n);
        // The hands that are not seen, then the deck card by card.
        let mut groups = [1; 12];
        let unseen = || (0..2).filter(|&seat| self.variant == Lanier && !viewer.sees(seat));
        unseen().zip(&mut groups).for_each(|(seat, group)| *group = self.hand_size(s, seat));
        let in_deck = count - unseen().map(|seat| self.hand_size(s, seat)).sum::<usize>();
        chance.hand_out(&mut cards[..count], &groups[..unseen().count() + in_deck]);
        let mut cards = cards.into_iter();
        for seat in unseen() {
            s.hands[seat] = set(cards.by_ref().take(self.hand_size(s, seat)));
        }
        s.deck.iter_mut().zip(cards).for_each(|(slot, card)| *slot = card);
    }

    /// The order of the rows does not matter.
    fn canonical(&self, s: &State) -> State {
        let mut rows = [0, 1, 2].map(|row| {
            ([s.cells[3 * row], s.cells[3 * row + 1], s.cells[3 * row + 2]], usize::from(s.lock) == row + 1)
        });
        rows.sort_unstable();
        let mut twin = State { lock: 0, empty: s.empty >> MASTER << MASTER, ..*s };
        for (row, (cells, locked)) in rows.into_iter().enumerate() {
            for (column, n) in cells.into_iter().enumerate() {
                twin.cells[3 * row + column] = n;
                twin.empty |= u16::from(n == NONE) << (3 * row + column);
            }
            if locked {
                twin.lock = row as u8 + 1;
            }
        }
        twin
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
        match self.variant {
            Hodgkins => 9,
            TotalScore => (0..3).map(|less| i32::from(self.range().1) - less).sum(),
            _ => 3,
        }
    }

    fn most_plies(&self) -> Option<usize> {
        let cells = self.total();
        Some(match self.variant {
            HiddenMaster => cells + 1, // one try is refused at most: then both know
            Draft => 2 * cells,
            Peltola => 2 * cells - 1,
            _ => cells,
        })
    }
}
