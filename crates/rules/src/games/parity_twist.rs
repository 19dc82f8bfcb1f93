//! Parity Twist: fill a grid and a Master Key with numbers; parity decides whether low or high wins a row.
//!
//! Twelve variants share one state. What a variant adds is in `start`, `cells`, `numbers` and `play`; how it
//! scores is in `row`. Rules: docs/rules/parity-twist.md.

use crate::grid::seat;
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
const NAMES: [&str; 9] = ["a1", "b1", "k1", "a2", "b2", "k2", "a3", "b3", "k3"];
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
    Ones(set.into()).map(|n| n as u8)
}

impl Game for ParityTwist {
    type State = State;
    type Move = Move;

    fn deal(&self, rng: &mut Rng) -> State {
        let mut s = self.start();
        let mut cards: Vec<u8> = list(s.free).collect();
        rng.shuffle(&mut cards);
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
            let closer = self.closer(s, row) == Some(seat);
            match self.variant {
                Hodgkins => 2 * i32::from(won) + i32::from(closer),
                TotalScore => i32::from(won) * i32::from(s.cells[3 * row + seat]),
                _ => i32::from(won),
            }
        };
        (0..3).map(points).sum()
    }

    fn sample(&self, s: &State, rng: &mut Rng, scratch: &mut Moves<Move>) -> Option<Move> {
        if matches!(self.variant, Draft | Peltola) || s.empty == 0 {
            scratch.clear();
            self.moves(s, scratch);
            return (!scratch.is_empty()).then(|| scratch[rng.below(scratch.len())]);
        }
        let (cells, numbers) = (self.cells(s), self.numbers(s));
        let count = numbers.count_ones() as usize;
        let n = rng.below(cells.count_ones() as usize * count);
        Some(Move::Place(nth(cells.into(), (n / count) as u32) as u8, nth(numbers.into(), (n % count) as u32) as u8))
    }

    fn hide(&self, s: &mut State, eyes: Eyes) {
        if s.empty == 0 || eyes == Eyes::Referee {
            return;
        }
        if let Draft | Lanier = self.variant {
            s.deck.iter_mut().filter(|card| **card != NONE).for_each(|card| *card = UNKNOWN);
        }
        if self.variant == Lanier {
            (0..2).filter(|&seat| !eyes.see(seat)).for_each(|seat| s.hands[seat] = 0);
        }
        if self.hides_master(s, eyes) {
            s.free |= under_master(s);
            s.cells[MASTER] = UNKNOWN;
        }
    }

    fn hide_move(&self, now: &State, m: Move, _eyes: Eyes) -> Move {
        match m {
            Move::Place(cell, _) if usize::from(cell) == MASTER && now.cells[MASTER] == UNKNOWN => {
                Move::Place(cell, UNKNOWN)
            }
            _ => m,
        }
    }

    fn guess(&self, s: &mut State, eyes: Eyes, rng: &mut Rng) {
        if s.empty == 0 || eyes == Eyes::Referee {
            return;
        }
        if self.hides_master(s, eyes) {
            let unseen = s.free | under_master(s);
            let n = nth(unseen.into(), rng.below(unseen.count_ones() as usize) as u32);
            s.cells[MASTER] = n as u8;
            s.free = unseen & !(1 << n);
        }
        let seen = match self.variant {
            Draft => s.hands[0] | number(s.held).map_or(0, |n| 1 << n),
            Lanier => (0..2).filter(|&seat| eyes.see(seat)).fold(0, |seen, seat| seen | s.hands[seat]),
            _ => return,
        };
        let mut cards = [NONE; 12];
        let count = (s.free & !seen).count_ones() as usize;
        list(s.free & !seen).zip(&mut cards).for_each(|(n, card)| *card = n);
        rng.shuffle(&mut cards[..count]);
        let mut cards = cards.into_iter();
        if self.variant == Lanier {
            for seat in (0..2).filter(|&seat| !eyes.see(seat)) {
                s.hands[seat] = set(cards.by_ref().take(self.hand_size(s, seat)));
            }
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
}

impl ParityTwist {
    fn hides_master(&self, s: &State, eyes: Eyes) -> bool {
        let knows = s.knows == 0b11 || (0..2).any(|seat| s.knows >> seat & 1 == 1 && eyes.see(seat));
        self.variant == HiddenMaster && s.knows != 0 && !knows
    }

    /// The zones of the numbers to choose from: the market, the hands, or all unused ones.
    fn numbers_zone(&self, s: &State) -> usize {
        let first = 1 + usize::from(!self.masters().is_empty());
        if self.variant == Lanier { first + usize::from(s.turn) } else { first }
    }

    /// What the zone of numbers shows.
    fn pool(&self, s: &State) -> u16 {
        match self.variant {
            Draft => s.hands[0],
            Peltola => s.free & !number(s.held).map_or(0, |n| 1 << n),
            Lanier => s.hands[usize::from(s.turn)],
            _ => self.numbers(s),
        }
    }

    fn cell_name(&self, cell: usize) -> &'static str {
        NAMES.get(cell).copied().unwrap_or_else(|| self.masters()[cell - MASTER])
    }

    fn note_row(&self, s: &State, row: usize) -> Option<Note> {
        let Row { winner, low } = self.row(s, row)?;
        let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
        let ruler = self.ruler(s, row)?;
        let against = if self.variant == Delfs { "the sum" } else { "the Master Key" };
        let (parity, which) =
            if low { ("the same parity as", "the lower") } else { ("another parity than", "the higher") };
        let (won, lost) = if winner == 0 { (a, b) } else { (b, a) };
        let mut text = format!(
            "row {}: Key {key} has {parity} {against} {ruler}, {which} wins: {won} beats {lost}, player {}",
            row + 1,
            winner + 1
        );
        if let Some(seat) = self.closer(s, row) {
            text += &format!("; player {} is closer to the Key", seat + 1);
        }
        Some(Note::new(text, (3 * row..3 * row + 3).map(|cell| Site::new(0, cell)).collect()))
    }
}

impl Show for ParityTwist {
    const ID: &'static str = "parity-twist";
    const NAME: &'static str = "Parity Twist";
    const RULES: &'static str = include_str!("../../../../docs/rules/parity-twist.md");
    const POINTS: bool = true;

    fn write_move(&self, _s: &State, m: Move) -> String {
        match m {
            Move::Place(cell, n) => format!("{}={}", self.cell_name(cell.into()), text(n)),
            Move::Draft(n) => format!("draft:{n}"),
            Move::Give(n) => format!("give:{n}"),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let board: Vec<String> = s.cells[..MASTER].chunks(3).map(|row| joined(row.iter().map(|n| text(*n)))).collect();
        let masters = joined(s.cells[MASTER..self.total()].iter().map(|n| text(*n)));
        let hand = |seat: Seat| match list(s.hands[seat]).map(text) {
            none if s.hands[seat] == 0 && self.variant == Lanier => {
                joined(none.chain((0..self.hand_size(s, seat)).map(|_| text(UNKNOWN))))
            }
            cards => joined(cards),
        };
        let deck = || joined(s.deck.iter().filter(|card| **card != NONE).map(|card| text(*card)));
        let extra = match self.variant {
            KeyLock if s.lock > 0 => s.lock.to_string(),
            HiddenMaster if s.knows > 0 => list(s.knows.into()).map(|seat| seat.to_string()).collect(),
            Peltola if s.held != NONE => format!("place:{}", s.held),
            Peltola if s.empty != 0 => "give".to_owned(),
            Draft => format!("{} {} {}", hand(0), joined(number(s.held).map(text).into_iter()), deck()),
            Lanier => format!("{} {} {}", hand(0), hand(1), deck()),
            _ => "-".to_owned(),
        };
        format!("{} {masters} {} {extra}", board.join("/"), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, masters, turn, extra @ ..] = fields.as_slice() else {
            return Err("it needs a board, the masters, a seat and more".to_owned());
        };
        let mut s = self.start();
        let mut left = s.free;
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(',').collect()).collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err("the board must be three rows of three cells, `a,b,k/a,b,k/a,b,k`".to_owned());
        }
        let masters: Vec<&str> = if *masters == "-" { vec![] } else { masters.split(',').collect() };
        if masters.len() != self.masters().len() {
            return Err(format!("it must have {} master cells", self.masters().len()));
        }
        for (cell, word) in rows.into_iter().flatten().chain(masters).enumerate() {
            if word != "." {
                s.cells[cell] = take(&mut left, word)?;
                s.empty &= !(1 << cell);
            }
        }
        s.free = left;
        s.turn = seat(turn, 2)?;
        self.read_extra(&mut s, left, extra)?;
        let giving = usize::from(self.variant == Peltola && s.held == NONE && s.empty != 0);
        let filled = self.filled(&s);
        if filled < giving || (filled - giving) % 2 != usize::from(s.turn) {
            return Err(format!("with {filled} cells filled seat {} cannot be to move", s.turn));
        }
        if self.variant == Sandkuhler && filled > 5 && s.cells[MASTER] == NONE {
            return Err("the Master Key must be filled by the sixth placement".to_owned());
        }
        Ok(s)
    }

    fn reason(&self, s: &State) -> &'static str {
        let equal = self.score(s, 0) == self.score(s, 1);
        match self.variant {
            Hodgkins if equal => "equal-points",
            Hodgkins => "most-points",
            TotalScore if equal => "equal-total",
            TotalScore => "highest-total",
            _ => "most-rows",
        }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let open = self.cells(s);
        let cell = |at: usize| {
            let ground = match at % 3 {
                _ if s.empty & !open & 1 << at != 0 => Ground::Blocked,
                column if column < 2 && at < MASTER => Ground::Home(column),
                _ => Ground::Plain,
            };
            let won = at < MASTER && self.row(s, at / 3).is_some_and(|row| row.winner == at % 3);
            let piece = match s.cells[at] {
                NONE => None,
                UNKNOWN => Some(Piece::down()),
                n => Some(Piece::up(n)),
            };
            Cell::named(self.cell_name(at)).on(ground).with(piece).marked(if won { Mark::Win } else { Mark::None })
        };
        let numbers = |title: &str, set: u16| Zone::row(title, list(set).map(Piece::up));
        let hand = |seat: Seat| match s.hands[seat] {
            0 => Zone::row("hand", (0..self.hand_size(s, seat)).map(|_| Piece::down())),
            cards => numbers("hand", cards),
        };
        let mut zones = vec![Zone::new("board", crate::Shape::Grid { cols: 3 }, (0..MASTER).map(cell).collect())];
        if !self.masters().is_empty() {
            zones.push(Zone::new("master key", crate::Shape::Row, (MASTER..self.total()).map(cell).collect()));
        }
        let deck = || Zone::pile("deck", s.deck.iter().filter(|card| **card != NONE).count());
        let held = || numbers("to place", number(s.held).map_or(0, |n| 1 << n));
        match self.variant {
            Draft => zones.extend([numbers("market", s.hands[0]), held(), deck()]),
            Lanier => zones.extend([hand(0).of(0), hand(1).of(1), deck()]),
            Peltola => zones.extend([numbers("numbers", self.pool(s)), held()]),
            _ => zones.push(numbers("numbers", self.pool(s))),
        }
        zones
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let pool = |n: u8| Site::new(self.numbers_zone(s), (self.pool(s) & ((1 << n) - 1)).count_ones() as usize);
        match m {
            Move::Place(cell, n) => {
                let cell = usize::from(cell);
                let site = if cell < MASTER { Site::new(0, cell) } else { Site::new(1, cell - MASTER) };
                if s.held == NONE { vec![site, pool(n)] } else { vec![site] }
            }
            Move::Draft(n) | Move::Give(n) => vec![pool(n)],
        }
    }

    fn prompt(&self, s: &State) -> String {
        match self.variant {
            Draft if s.held == NONE => "take a number from the market".to_owned(),
            Peltola if s.held == NONE => "choose the number your opponent must place".to_owned(),
            Draft | Peltola => format!("put {} into an empty cell", s.held),
            Sandkuhler if self.cells(s) != s.empty => "put a number into the Master Key".to_owned(),
            _ => "put a number into an empty cell".to_owned(),
        }
    }

    fn notes(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Some((before, Move::Place(cell, n))) = last
            && before.empty == s.empty
        {
            let text = format!(
                "{n} is under the Master Key: it cannot go to {}, and the same player moves again",
                self.cell_name(cell.into())
            );
            notes.push(Note::new(text, vec![Site::new(1, 0)]));
        }
        notes.extend((0..3).filter_map(|row| self.note_row(s, row)));
        notes
    }
}

impl ParityTwist {
    /// Reads the fields after the seat. `left` are the numbers that are in no cell.
    fn read_extra(&self, s: &mut State, mut left: u16, extra: &[&str]) -> Result<(), String> {
        let mut cards = |word: &str| -> Result<Vec<u8>, String> {
            if word == "-" { Ok(vec![]) } else { word.split(',').map(|word| take(&mut left, word)).collect() }
        };
        match (self.variant, extra) {
            (Draft, [market, drafted, deck]) => {
                s.hands[0] = set(cards(market)?);
                s.held = match cards(drafted)?.as_slice() {
                    [] => NONE,
                    [n] => *n,
                    _ => return Err("only one number can be drafted".to_owned()),
                };
                let placed = self.filled(s) + usize::from(s.held != NONE);
                read_deck(s, &cards(deck)?, DECK.saturating_sub(placed))?;
            }
            (Lanier, [hand0, hand1, deck]) => {
                s.hands = [set(cards(hand0)?), set(cards(hand1)?)];
                read_deck(s, &cards(deck)?, 4_usize.saturating_sub(self.filled(s)))?;
                if (0..2).any(|seat| s.hands[seat].count_ones() as usize != self.hand_size(s, seat)) {
                    let sizes = [0, 1].map(|seat| self.hand_size(s, seat));
                    return Err(format!("the hands must have {} and {} cards", sizes[0], sizes[1]));
                }
            }
            (Draft | Lanier, _) => return Err("it must have six fields".to_owned()),
            (_, [word]) => return self.read_word(s, word),
            _ => return Err("it must have four fields".to_owned()),
        }
        if left == 0 { Ok(()) } else { Err(format!("{} is nowhere", left.trailing_zeros())) }
    }

    /// Reads the one field after the seat.
    fn read_word(&self, s: &mut State, word: &str) -> Result<(), String> {
        match (self.variant, word) {
            (KeyLock, "1" | "2" | "3") => {
                s.lock = word.as_bytes()[0] - b'0';
                if s.cells[3 * usize::from(s.lock) - 1] == NONE {
                    return Err(format!("row {word} cannot be locked while its Key is empty"));
                }
            }
            (HiddenMaster, _) => {
                s.knows = match word {
                    "-" => 0,
                    "0" => 0b01,
                    "1" => 0b10,
                    "01" => 0b11,
                    _ => return Err(format!("who knows the Master Key is `-`, `0`, `1` or `01`, not `{word}`")),
                };
                if (s.knows == 0) != (s.cells[MASTER] == NONE) {
                    return Err("somebody knows the Master Key exactly when it is filled".to_owned());
                }
            }
            (Peltola, "-") if s.empty == 0 => {}
            (Peltola, "give") if s.empty != 0 => {}
            (Peltola, _) => match word.strip_prefix("place:") {
                Some(n) if s.empty != 0 => s.held = take(&mut s.free.clone(), n)?,
                _ if s.empty == 0 => return Err("the last field must be `-` when the game is over".to_owned()),
                _ => return Err(format!("the last field must be `place:N` or `give`, not `{word}`")),
            },
            (_, "-") => {}
            _ => return Err(format!("the last field cannot be `{word}`")),
        }
        Ok(())
    }
}

fn read_deck(s: &mut State, cards: &[u8], expected: usize) -> Result<(), String> {
    if cards.len() != expected {
        return Err(format!("the deck must have {expected} cards, not {}", cards.len()));
    }
    s.deck[..expected].copy_from_slice(cards);
    Ok(())
}

/// Takes a number out of those that are left.
fn take(left: &mut u16, word: &str) -> Result<u8, String> {
    let n: u8 =
        word.parse().ok().filter(|n| *n < 16).ok_or_else(|| format!("`{word}` is no number of this variant"))?;
    if *left >> n & 1 == 0 {
        return Err(format!("{n} is out of range or stands twice"));
    }
    *left &= !(1 << n);
    Ok(n)
}

fn text(n: u8) -> String {
    match n {
        NONE => ".".to_owned(),
        UNKNOWN => "?".to_owned(),
        _ => n.to_string(),
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}
