//! Primi Composti: play cards onto stacks of primes and composites; a card made from two visible ones scores.
//!
//! Version 1 counts points, version 2 captures the cards it was made from. Rules: docs/rules/primi-composti.md.

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
pub fn value(card: u8) -> i32 {
    i32::from(card > 0) + (PRIMES >> card & 1) as i32
}

/// The stack a card belongs on: 0 primes, 1 composites.
fn kind(card: u8) -> usize {
    usize::from(PRIMES >> card & 1 == 0)
}

/// Whether two cards make a third: the largest of the three is the sum or the product of the others.
pub fn makes(a: u8, b: u8, c: u8) -> bool {
    let [a, b, c] = [a, b, c].map(u16::from);
    a + b == c || a + c == b || b + c == a || a * b == c || a * c == b || b * c == a
}

impl PrimiComposti {
    /// Calls `each` with every pair of operands that is visible, each card with its owner.
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

    /// What a move adds to its player's score at once.
    pub fn gain(&self, s: &State, m: Move) -> i32 {
        let more = match self.version {
            1 => self.best_pair(s, m.card).map_or(0, |(a, b)| value(a) + value(b)),
            _ => value(m.steals[0]) + value(m.steals[1]),
        };
        value(m.card) + more
    }

    /// Calls `each` once with every stolen set of greatest worth for a card (version 2).
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
    pub fn hand<'a>(&self, s: &'a State, seat: Seat) -> impl Iterator<Item = u8> + use<'a> {
        let cards = s.at.iter().enumerate();
        cards.filter(move |(_, at)| **at == HAND + seat as u8).map(|(card, _)| card as u8)
    }

    /// How many cards a seat has in hand.
    fn hand_size(&self, s: &State, seat: Seat) -> usize {
        usize::from(s.size) - usize::from(seat < usize::from(s.turn))
    }

    /// A stack from the bottom up.
    fn stack(&self, s: &State, seat: Seat, kind: usize) -> Vec<u8> {
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

/// What a pair of cards with their owners gives to steal, in ascending order: those of other players.
fn stolen(mover: Seat, (a, owner_a): (u8, Seat), (b, owner_b): (u8, Seat)) -> [u8; 2] {
    let mut set = [if owner_a == mover { 0 } else { a }, if owner_b == mover { 0 } else { b }];
    set.sort_unstable();
    set
}

fn push(s: &mut State, seat: Seat, card: u8) {
    let top = &mut s.tops[seat][kind(card)];
    s.at[usize::from(card)] = ABOVE + *top;
    *top = card;
}

/// Takes a card off the top of its stack and says whose it was; nothing for no card.
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

    fn deal(&self, rng: &mut Rng) -> State {
        let (players, size) = (self.seats(), usize::from(self.cards));
        let mut cards: Vec<usize> = (2..players * size + 2).collect();
        rng.shuffle(&mut cards);
        let first = cards.iter().position(|card| *card == 2).expect("the 2 is in every deck") / size;
        let mut s =
            State { at: [OUT; HIGHEST + 1], tops: [[0; 2]; SEATS], points: [0; SEATS], turn: 0, size: self.cards };
        for (i, card) in cards.into_iter().enumerate() {
            s.at[card] = HAND + ((i / size + players - first) % players) as u8;
        }
        s
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        if s.size == 0 {
            return;
        }
        for card in self.hand(s, s.turn.into()) {
            if self.version == 1 {
                out.push(Move { card, steals: [0; 2] });
            } else {
                self.thefts(s, card, |steals| out.push(Move { card, steals }));
            }
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.size == 0
    }

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

    fn determinize(&self, s: &mut State, viewer: Viewer, rng: &mut Rng) {
        self.hide(s, viewer);
        let mut pool = [0; HIGHEST];
        let mut count = 0;
        for card in (2..=HIGHEST).filter(|card| s.at[*card] == UNSEEN) {
            pool[count] = card;
            count += 1;
        }
        rng.shuffle(&mut pool[..count]);
        // Whoever held the 2 became seat 0: while it is not seen it can be nowhere else.
        if let (Some(0), Some(at)) = (self.unseen(viewer).next(), pool[..count].iter().position(|card| *card == 2)) {
            pool.swap(0, at);
        }
        let mut pool = pool[..count].iter();
        for seat in self.unseen(viewer) {
            pool.by_ref().take(self.hand_size(s, seat)).for_each(|card| s.at[*card] = HAND + seat as u8);
        }
    }
}

impl Show for PrimiComposti {
    const ID: &'static str = "primi-composti";
    const NAME: &'static str = "Primi Composti";
    page!("primi-composti.md");
    const SEATS: (Seat, Seat) = (2, SEATS);
    const POINTS: bool = true;

    fn check(&self) -> Result<(), Text> {
        if self.uncover && self.version == 1 { Err(text!("uncover=true needs version=2")) } else { Ok(()) }
    }

    fn write_move(&self, s: &State, m: Move) -> String {
        let stolen = m.steals.into_iter().filter(|card| *card != 0);
        if self.has_choice(s, m.card) { format!("{}<{}", m.card, joined(stolen)) } else { m.card.to_string() }
    }

    fn write_state(&self, s: &State) -> String {
        let hands = (0..self.seats()).map(|seat| {
            let (seen, size) = (joined(self.hand(s, seat)), self.hand_size(s, seat));
            if seen == "-" && size > 0 { format!("*{size}") } else { seen }
        });
        let stacks = (0..self.seats())
            .map(|seat| format!("{}:{}", joined(self.stack(s, seat, 0)), joined(self.stack(s, seat, 1))));
        let scores = if self.version == 1 { joined(s.points[..self.seats()].iter()) } else { "-".to_owned() };
        let (hands, stacks): (Vec<_>, Vec<_>) = (hands.collect(), stacks.collect());
        format!("{} {} {} {scores}", hands.join("/"), stacks.join("/"), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [hands, stacks, turn, scores] = fields(text)?;
        let (players, turn) = (self.seats(), seat(turn, self.seats())?);
        let mut s = State { at: [OUT; HIGHEST + 1], tops: [[0; 2]; SEATS], points: [0; SEATS], turn, size: 0 };
        let hands: Vec<Vec<u8>> = hands.split('/').map(cards).collect::<Result<_, _>>()?;
        let stacks: Vec<&str> = stacks.split('/').collect();
        let few = || text!("there must be {players} hands and {players} pairs of stacks, separated by `/`", players);
        if hands.len() != players || stacks.len() != players {
            return Err(few());
        }
        s.size = hands[usize::from(turn)].len() as u8;
        for (seat, (hand, stacks)) in hands.iter().zip(stacks).enumerate() {
            if hand.len() > self.cards.into() {
                return Err(text!("seat {seat} has more than {most} cards", seat, most = self.cards));
            }
            if hand.len() + usize::from(seat < turn.into()) != usize::from(s.size) {
                return Err(text!(
                    "with seat {turn} to move the hand of seat {seat} cannot have {cards} cards",
                    turn,
                    seat,
                    cards = hand.len()
                ));
            }
            for card in hand {
                enter(&mut s, *card)?;
                s.at[usize::from(*card)] = HAND + seat as u8;
            }
            let wrong = || text!("the stacks `{stacks}` are not `PRIMES:COMPOSITES`", stacks);
            let (primes, composites) = stacks.split_once(':').ok_or_else(wrong)?;
            for (on, stack) in [primes, composites].into_iter().enumerate() {
                for card in cards(stack)? {
                    enter(&mut s, card)?;
                    if kind(card) != on {
                        return Err(text!("{card} is on the wrong stack", card));
                    }
                    push(&mut s, seat, card);
                    s.points[seat] += if self.version == 2 { value(card) } else { 0 };
                }
            }
        }
        if self.version == 1 {
            let points: Vec<i32> = scores.split(',').map_while(|n| n.parse().ok()).collect();
            if points.len() != players || points.iter().any(|n| !(0..=MOST_POINTS).contains(n)) {
                return Err(text!(
                    "the scores must be {players} numbers from 0 to {most}, joined by `,`",
                    players,
                    most = MOST_POINTS
                ));
            }
            s.points[..players].copy_from_slice(&points);
        }
        Ok(s)
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "all cards played")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let zones = |seat: Seat| {
            let seen: Vec<Piece> = self.hand(s, seat).map(|card| Piece::of(seat, card)).collect();
            let hidden = if seen.is_empty() { self.hand_size(s, seat) } else { 0 };
            let hand = Zone::row(text!("hand"), seen.into_iter().chain((0..hidden).map(|_| Piece::down())));
            let stack = |title: Text, kind| {
                let cards = self.stack(s, seat, kind).into_iter();
                Zone::pile(title, cards.map(|card| Piece::of(seat, card))).of(seat)
            };
            [hand.of(seat), stack(text!("primes"), 0), stack(text!("composites"), 1)]
        };
        (0..self.seats()).flat_map(zones).collect()
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let mover = usize::from(s.turn);
        let index = self.hand(s, mover).position(|card| card == m.card).unwrap_or(0);
        let mut sites = vec![Site::new(3 * mover, index)];
        if self.has_choice(s, m.card) {
            // Two cards of one stack are two taps on it.
            let stolen = m.steals.into_iter().filter(|card| *card != 0);
            sites.extend(stolen.map(|card| self.stack_site(s, card)));
        }
        sites
    }

    fn prompt(&self, _s: &State) -> Text {
        text!("play a card of your hand")
    }

    fn notes(&self, _s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let Some((before, m)) = last else { return Vec::new() };
        if self.version == 1 {
            let points = self.gain(before, m);
            let points = text!("{points} point" | "{points} points", points);
            return vec![match self.best_pair(before, m.card) {
                Some((a, b)) => Note::new(
                    text!("{equation}: {points}", equation = equation(a, b, m.card), points),
                    [a, b].map(|card| self.stack_site(before, card)).to_vec(),
                ),
                None => Note::new(text!("nothing makes {card}: {points}", card = m.card, points), vec![]),
            }];
        }
        let mover = usize::from(before.turn);
        let mut made = None;
        self.pairs(before, |(a, owner_a), (b, owner_b)| {
            if stolen(mover, (a, owner_a), (b, owner_b)) == m.steals && makes(a, b, m.card) {
                made = made.or(Some((a, b)));
            }
        });
        let taken: Vec<u8> = m.steals.into_iter().filter(|card| *card != 0).collect();
        let sites = taken.iter().map(|card| self.stack_site(before, *card)).collect();
        vec![match made {
            Some((a, b)) => {
                let (equation, player) = (equation(a, b, m.card), mover + 1);
                let text = match *taken {
                    [] => text!("{equation}: nothing to steal", equation),
                    [one] => text!("{equation}: player {player} steals {one}", equation, player, one),
                    [one, other, ..] => {
                        text!("{equation}: player {player} steals {one} and {other}", equation, player, one, other)
                    }
                };
                Note::new(text, sites)
            }
            None => Note::new(text!("nothing makes {card}", card = m.card), sites),
        }]
    }
}

impl PrimiComposti {
    /// The site of the stack a card lies on.
    fn stack_site(&self, s: &State, card: u8) -> Site {
        let on = |seat: &Seat| self.stack(s, *seat, kind(card)).contains(&card);
        let owner = (0..self.seats()).find(on).unwrap_or(0);
        Site::new(3 * owner + 1 + kind(card), 0)
    }
}

/// How two cards make a third, written out.
fn equation(a: u8, b: u8, c: u8) -> String {
    let (high, low) = (a.max(b), a.min(b));
    match c {
        _ if a + b == c => format!("{a} + {b} = {c}"),
        _ if high - low == c => format!("{high} − {low} = {c}"),
        _ if high % low == 0 && high / low == c => format!("{high} / {low} = {c}"),
        _ => format!("{a} · {b} = {c}"),
    }
}

/// More points than any game gives; a limit for positions that are read in.
const MOST_POINTS: i32 = 1_000_000;

fn cards(text: &str) -> Result<Vec<u8>, Text> {
    let words = (text != "-").then(|| text.split(',')).into_iter().flatten();
    let card = |word: &str| {
        let wrong = || text!("`{word}` is no card from 2 to {highest}", word, highest = HIGHEST);
        word.parse().ok().filter(|card| (2..=HIGHEST).contains(card)).map(|card| card as u8).ok_or_else(wrong)
    };
    words.map(card).collect()
}

fn enter(s: &mut State, card: u8) -> Result<(), Text> {
    if s.at[usize::from(card)] == OUT { Ok(()) } else { Err(text!("{card} is there twice", card)) }
}
