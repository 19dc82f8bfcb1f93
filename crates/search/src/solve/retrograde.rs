//! Retrograde analysis: the fate of every position of an endgame, and after how many plies it is sealed, in a byte each.
//!
//! For games of two seats who alternate and whose play can go in circles. Every value comes from [`Game::moves`] and
//! [`Game::play`]: what an endgame knows of moves taken back only says which positions are worth another look.
//!
//! Positions are decided in the order of their distance. In layer `d` a position is won in `d` plies if a move leads to one
//! that is lost in `d - 1`, and lost in `d` plies if every move leads to one that is won in fewer. Only what is decided at a
//! smaller distance counts, so the order of the positions of a layer does not matter. Whatever is never decided is drawn.
//!
//! Repetition and quiet plies play no part here: [`Tablebase`](super::Tablebase) says what follows for a game in which they
//! do.

use std::cmp::Ordering;
use std::ops::Range;

use agon_rules::{Game, Moves};

use crate::control::Control;

/// The positions of an endgame, numbered: what can come of its pieces, and nothing else.
pub trait Positions<G: Game>: Send + Sync {
    /// Where each slice ends; it begins where the one before ends, the first at 0. A move leads to the same slice, to an
    /// earlier one, or to the end of the game.
    fn slices(&self) -> &[usize];

    /// The number of a position, the same for positions that are symmetric. None for one that is not of this endgame; one
    /// in which the game is over may have none, see [`stays`](Positions::stays).
    fn number(&self, s: &G::State) -> Option<usize>;

    /// A position with this number. None if no position has it.
    fn position(&self, number: usize) -> Option<G::State>;

    /// Calls `each` with every position of the same slice from which a move leads to this one, and with that move. Others may
    /// be among them, and moves that are not legal there; where the game is over, a state may say that it goes on.
    fn before(&self, s: &G::State, each: &mut dyn FnMut(&G::State, G::Move));

    /// Whether it is known without looking that a move stays in the slice. If it ends the game, then with a draw, or with a
    /// position that has a number in the slice and is lost for the seat to move.
    fn stays(&self, _s: &G::State, _m: G::Move) -> bool {
        false
    }

    /// Whether the positions are played by the same rules in this variant.
    fn serves(&self, game: &G) -> bool;

    /// How many numbers there are.
    fn size(&self) -> usize {
        self.slices().last().copied().unwrap_or(0)
    }
}

/// What becomes of a position with best play, seen from the seat to move. The winner hurries, the other seat holds out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Won after this many plies; [`BEYOND`] is any number above [`LONGEST`].
    Won(u8),
    /// Lost after this many plies, after none where the game is over; [`BEYOND`] is any number above [`LONGEST`].
    Lost(u8),
    /// Neither seat can force a win.
    Drawn,
}

/// Distances up to this are exact: a longer win may meet the draw by quiet plies anyway.
pub const LONGEST: u8 = 100;
/// Stands for every distance above [`LONGEST`].
pub const BEYOND: u8 = LONGEST + 1;

/// Not decided; when all is done, drawn. Won in `d` plies is the byte `d`.
const OPEN: u8 = 0;
/// Lost in `d` plies is this and `d`.
const LOST: u8 = BEYOND + 1;
/// No position has this number, or the game is over there and not lost for the seat to move.
const NONE: u8 = 255;

impl Fate {
    /// The fate that a byte stands for. None where there is no position, or the game is over.
    pub fn of(byte: u8) -> Option<Self> {
        match byte {
            OPEN => Some(Fate::Drawn),
            1..=BEYOND => Some(Fate::Won(byte)),
            _ if byte - LOST <= BEYOND => Some(Fate::Lost(byte - LOST)),
            _ => None,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Fate::Drawn => OPEN,
            Fate::Won(plies) => plies.min(BEYOND),
            Fate::Lost(plies) => LOST + plies.min(BEYOND),
        }
    }

    /// The plies until it is won or lost.
    pub fn plies(self) -> Option<u8> {
        match self {
            Fate::Won(plies) | Fate::Lost(plies) => Some(plies),
            Fate::Drawn => None,
        }
    }
}

/// How far the analysis has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// So many positions have been looked at for the first time.
    Looked(usize),
    /// All positions of the slice that are decided within so many plies are known.
    Layer(u8),
    /// Everything up to this number is known for ever.
    Done(usize),
}

/// The values of all positions by number, as bytes (see [`Fate::of`]). `values` are those of the first slices if they are
/// known already, otherwise nothing. `tell` hears every [`Stage`] with the values so far.
///
/// None when the control stops it, or when a move leads out of the endgame.
pub fn retrograde<G: Game>(
    game: &G,
    positions: &dyn Positions<G>,
    mut values: Vec<u8>,
    control: &mut Control,
    tell: &mut dyn FnMut(Stage, &[u8]),
) -> Option<Vec<u8>> {
    debug_assert!(game.seats() == 2, "retrograde analysis is for two seats");
    let known = positions.slices().iter().filter(|end| **end <= values.len()).count();
    let start = known.checked_sub(1).map_or(0, |last| positions.slices()[last]);
    values.truncate(start);
    values.reserve_exact(positions.size() - start);
    values.resize(positions.size(), OPEN);
    let mut work = Work {
        game,
        positions,
        values,
        won: [0; COUNTS],
        lost: [0; COUNTS],
        slice: 0..start,
        moves: Moves::new(),
        escaped: false,
    };
    for end in &positions.slices()[known..] {
        work.slice = work.slice.end..*end;
        (work.won, work.lost) = ([0; COUNTS], [0; COUNTS]);
        work.slice(control, tell)?;
        tell(Stage::Done(*end), &work.values[..*end]);
    }
    Some(work.values)
}

const COUNTS: usize = BEYOND as usize + 1;
/// After so many positions it is told how many there were.
const TELL: usize = 1 << 16;

struct Work<'a, G: Game> {
    game: &'a G,
    positions: &'a dyn Positions<G>,
    values: Vec<u8>,
    /// how many positions of the slice are said to be won, and lost, by distance
    won: [usize; COUNTS],
    lost: [usize; COUNTS],
    /// the numbers that are being worked on
    slice: Range<usize>,
    moves: Moves<G::Move>,
    /// whether a move led to a position that is not of this endgame, or to a later slice
    escaped: bool,
}

/// What is known of the position after a move.
struct After {
    /// seen from the seat who is to move there
    fate: Fate,
    /// whether it is the end of the game or in an earlier slice, and so never changes
    leaves: bool,
}

impl<G: Game> Work<'_, G> {
    /// Decides the positions of a slice. None when the control stops it.
    fn slice(&mut self, control: &mut Control, tell: &mut dyn FnMut(Stage, &[u8])) -> Option<()> {
        for number in self.slice.clone() {
            let value = self.positions.position(number).map_or(NONE, |s| self.first_look(&s));
            self.set(number, value);
            if control.tick() || self.escaped {
                return None;
            }
            if number % TELL == 0 {
                tell(Stage::Looked(number), &self.values[..self.slice.start]);
            }
        }
        for layer in 1..=LONGEST {
            let from = usize::from(layer) - 1;
            if self.won[from..].iter().chain(&self.lost[from..]).all(|count| *count == 0) {
                return Some(());
            }
            self.confirm(layer, control)?;
            self.spread(layer, control)?;
            tell(Stage::Layer(layer), &self.values[..self.slice.start]);
        }
        self.beyond(control)
    }

    /// What a position is said to be as far as its moves lead to earlier slices or to ends without a number. A win is a bound: it may come
    /// sooner by a move within the slice. A loss is a date: not before it all moves out of the slice are known to lose.
    fn first_look(&mut self, s: &G::State) -> u8 {
        let (mut soonest, mut latest) = (None::<u8>, None::<u8>);
        let mut held = false;
        let none = self.moves.len();
        self.game.moves(s, &mut self.moves);
        if self.moves.len() == none {
            let seat = self.game.turn(s);
            let lost = self.game.score(s, seat) < self.game.score(s, 1 - seat);
            return if lost { Fate::Lost(0).byte() } else { NONE };
        }
        while self.moves.len() > none {
            let m = self.moves[self.moves.len() - 1];
            self.moves.truncate(self.moves.len() - 1);
            if self.positions.stays(s, m) {
                continue;
            }
            match self.after(s, m, BEYOND + 1).filter(|after| after.leaves).map(|after| after.fate) {
                Some(Fate::Lost(plies)) => soonest = Some(soonest.map_or(plies, |soonest| soonest.min(plies))),
                Some(Fate::Won(plies)) => latest = latest.max(Some(plies)),
                Some(Fate::Drawn) => held = true,
                None => {}
            }
        }
        match (soonest, latest) {
            (Some(plies), _) => Fate::Won(plies + 1).byte(),
            (None, Some(plies)) if !held => Fate::Lost(plies + 1).byte(),
            _ => OPEN,
        }
    }

    /// What is known of the position after a move within fewer than `below` plies, seen from the seat who is to move there.
    #[inline]
    fn after(&mut self, s: &G::State, m: G::Move, below: u8) -> Option<After> {
        let game = self.game;
        let mut after = *s;
        game.play(&mut after, m);
        let seat = game.turn(&after);
        debug_assert!(seat != game.turn(s), "the seats alternate");
        if game.over(&after, &mut self.moves) {
            let fate = match game.score(&after, seat).cmp(&game.score(&after, 1 - seat)) {
                Ordering::Greater => Fate::Won(0),
                Ordering::Less => Fate::Lost(0),
                Ordering::Equal => Fate::Drawn,
            };
            return Some(After { fate, leaves: true });
        }
        let Some(number) = self.positions.number(&after).filter(|number| *number < self.slice.end) else {
            debug_assert!(false, "a move leads out of the endgame: {s:?} {m:?}");
            self.escaped = true;
            return None;
        };
        let leaves = number < self.slice.start;
        let fate = Fate::of(self.values[number])?;
        let known = fate.plies().map_or(leaves, |plies| plies < below);
        known.then_some(After { fate, leaves })
    }

    /// Whether this move is legal and leads to a position that is lost within fewer than `below` plies.
    fn wins(&mut self, s: &G::State, m: G::Move, below: u8) -> bool {
        let from = self.moves.len();
        self.game.moves(s, &mut self.moves);
        let is_legal = self.moves[from..].contains(&m);
        self.moves.truncate(from);
        is_legal && matches!(self.after(s, m, below).map(|after| after.fate), Some(Fate::Lost(_)))
    }

    /// Whether a move leads to a position that is lost within fewer than `below` plies.
    fn is_won(&mut self, s: &G::State, below: u8) -> bool {
        self.any_after(s, below, |fate| matches!(fate, Some(Fate::Lost(_))))
    }

    /// Whether there are moves, and each leads to a position that is won within fewer than `below` plies.
    fn is_lost(&mut self, s: &G::State, below: u8) -> bool {
        !self.any_after(s, below, |fate| !matches!(fate, Some(Fate::Won(_)))) && !self.game.over(s, &mut self.moves)
    }

    fn any_after(&mut self, s: &G::State, below: u8, test: impl Fn(Option<Fate>) -> bool) -> bool {
        let from = self.moves.len();
        self.game.moves(s, &mut self.moves);
        let mut any = false;
        for at in from..self.moves.len() {
            let m = self.moves[at];
            if test(self.after(s, m, below).map(|after| after.fate)) {
                any = true;
                break;
            }
        }
        self.moves.truncate(from);
        any
    }

    /// Looks at the positions that could be lost in this layer since a move out of the slice lost in the one before: all
    /// others of their moves must lose too.
    fn confirm(&mut self, layer: u8, control: &mut Control) -> Option<()> {
        let lost = Fate::Lost(layer).byte();
        if self.lost[usize::from(layer)] == 0 {
            return Some(());
        }
        for number in self.slice.clone() {
            if self.values[number] != lost {
                continue;
            }
            let s = self.positions.position(number)?;
            if !self.is_lost(&s, layer) {
                self.set(number, OPEN);
            }
            if control.tick() {
                return None;
            }
        }
        Some(())
    }

    /// Decides the positions of a layer that lead to those of the layer before.
    fn spread(&mut self, layer: u8, control: &mut Control) -> Option<()> {
        let before = usize::from(layer) - 1;
        if self.won[before] + self.lost[before] == 0 {
            return Some(());
        }
        let (won, lost) = (Fate::Won(layer - 1), Fate::Lost(layer - 1));
        let mut earlier: Vec<(G::State, G::Move)> = Vec::new();
        for number in self.slice.clone() {
            let fate = Fate::of(self.values[number]);
            if fate != Some(won) && fate != Some(lost) {
                continue;
            }
            let s = self.positions.position(number)?;
            earlier.clear();
            self.positions.before(&s, &mut |s, m| earlier.push((*s, m)));
            for (s, m) in &earlier {
                let Some(number) = self.positions.number(s).filter(|number| self.slice.contains(number)) else {
                    continue;
                };
                let decided =
                    Fate::of(self.values[number]).is_none_or(|fate| fate.plies().is_some_and(|at| at <= layer));
                if decided {
                    continue;
                }
                if fate == Some(lost) && self.wins(s, *m, layer) {
                    self.set(number, Fate::Won(layer).byte());
                } else if fate == Some(won) && self.values[number] == OPEN && self.is_lost(s, layer) {
                    self.set(number, Fate::Lost(layer).byte());
                }
                if control.tick() || self.escaped {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Decides the positions that take more than [`LONGEST`] plies, if there are any, by passes until nothing changes.
    fn beyond(&mut self, control: &mut Control) -> Option<()> {
        let (last, beyond) = (usize::from(LONGEST), usize::from(BEYOND));
        if self.won[last] + self.lost[last] + self.won[beyond] + self.lost[beyond] == 0 {
            return Some(());
        }
        // That a position could be lost so late was only a date.
        for number in self.slice.clone() {
            if self.values[number] == Fate::Lost(BEYOND).byte() {
                self.set(number, OPEN);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for number in self.slice.clone() {
                if self.values[number] != OPEN {
                    continue;
                }
                let s = self.positions.position(number)?;
                let fate = if self.is_won(&s, BEYOND + 1) {
                    Fate::Won(BEYOND)
                } else if self.is_lost(&s, BEYOND + 1) {
                    Fate::Lost(BEYOND)
                } else {
                    Fate::Drawn
                };
                changed |= fate != Fate::Drawn;
                self.set(number, fate.byte());
                if control.tick() || self.escaped {
                    return None;
                }
            }
        }
        Some(())
    }

    fn set(&mut self, number: usize, value: u8) {
        let mut count = |value: u8, by: isize| match Fate::of(value) {
            Some(Fate::Won(at)) => self.won[usize::from(at)] = self.won[usize::from(at)].wrapping_add_signed(by),
            Some(Fate::Lost(at)) => self.lost[usize::from(at)] = self.lost[usize::from(at)].wrapping_add_signed(by),
            _ => {}
        };
        count(self.values[number], -1);
        count(value, 1);
        self.values[number] = value;
    }
}
