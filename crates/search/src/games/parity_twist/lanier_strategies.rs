//! `lanier`: the strategies of both seats from a position on, kept for a whole game.
//!
//! What a seat does depends on its hand and on the order of the open moves. The board alone would not tell it: of two numbers
//! that lie there either may have been the first. So strategies are looked up by the line of moves since the first position.

use agon_rules::Game;
use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{MASTER, Move, NONE, ParityTwist, State};

use super::compact::cells;
use super::lanier::{DECK, Tree};
use super::lanier_cfr::Cfr;
use crate::EquilibriumRequest;

/// Strategies for both seats.
pub struct LanierStrategies {
    game: ParityTwist,
    first: State,
    tree: Tree,
    sums: Vec<f32>,
    /// what seat 0's strategy wins at least on average, and what seat 1's loses at most
    pub value: (f64, f64),
}

/// A move with a number: how likely it is, or what it is worth.
pub type Rated = Vec<(Move, f64)>;

/// Where a line of moves leads in the tree.
struct Spot {
    /// the children that were taken, by number and cell
    steps: Vec<(usize, usize)>,
    at: usize,
    /// the board as it stands in the tree
    board: State,
    like: Like,
}

/// How a board is made like that of the tree: rows that were filled alike may have changed places, and low and high may be
/// swapped together with the columns.
#[derive(Clone, Copy)]
struct Like {
    rows: [u8; 3],
    mirror: bool,
}

impl Like {
    fn cell(self, cell: u8) -> u8 {
        if usize::from(cell) >= MASTER {
            return cell;
        }
        let column = cell % 3;
        3 * self.rows[usize::from(cell) / 3] + if self.mirror && column < 2 { 1 - column } else { column }
    }

    fn number(self, n: u8) -> u8 {
        if self.mirror { 9 - n } else { n }
    }

    fn hand(self, hand: u16) -> u16 {
        Ones(hand).fold(0, |all, n| all | 1 << self.number(n as u8))
    }
}

impl LanierStrategies {
    /// Finds the strategies from a position on, in which hands and deck are dealt anew. None when the deck is empty, they do
    /// not fit, or the control stops the search before they are as good as asked for.
    pub fn new(game: &ParityTwist, first: &State, request: EquilibriumRequest) -> Option<Self> {
        let (tree, value, sums) = super::lanier::search(game, first, request)?;
        let first = State { hands: [0; 2], deck: [NONE; 7], ..*first };
        Some(LanierStrategies { game: *game, first, tree, sums, value })
    }

    /// How likely each move of the seat to move is, after a line of moves since the first position, by its hand. None once
    /// the deck is empty: from there on everything is known.
    pub fn chances(&self, line: &[(u8, u8)], state: &State) -> Option<Rated> {
        let spot = self.spot(line)?;
        let hand = self.hand(&spot, state);
        let chances = Cfr::chances(&self.tree, &self.sums, (spot.steps.len(), spot.at), hand);
        Some(self.by_move(&spot, state, &chances))
    }

    /// What each move of the seat to move is worth to it, if the other seat plays its strategy and this one replies as well
    /// as it can.
    pub fn replies(&mut self, line: &[(u8, u8)], state: &State) -> Option<Rated> {
        let spot = self.spot(line)?;
        let hand = self.hand(&spot, state);
        let mut cfr = Cfr::of(&self.tree, std::mem::take(&mut self.sums));
        let worths = cfr.reply(&spot.steps, hand);
        self.sums = cfr.into_sums();
        Some(self.by_move(&spot, state, &worths))
    }

    /// Which hand the seat to move has.
    fn hand(&self, spot: &Spot, state: &State) -> usize {
        let own = spot.like.hand(state.hands[usize::from(state.turn)]);
        let place = |n: usize| (spot.board.free & ((1 << n) - 1)).count_ones();
        self.tree.hands[spot.steps.len()].find(Ones(own).fold(0, |mask, n| mask | 1 << place(n)))
    }

    /// Numbers by card and cell of the tree, as those of the moves themselves.
    fn by_move(&self, spot: &Spot, state: &State, numbers: &[f64]) -> Rated {
        let tried: Vec<u8> = cells(&spot.board).collect();
        let own = spot.like.hand(state.hands[usize::from(state.turn)]);
        let mut rated = Vec::new();
        for cell in Ones(state.empty) {
            // Of cells that are alike the first is played.
            let Some(at) = tried.iter().position(|other| *other == spot.like.cell(cell as u8)) else { continue };
            for n in Ones(state.hands[usize::from(state.turn)]) {
                let below = (1 << spot.like.number(n as u8)) - 1;
                let card = (own & below).count_ones() as usize;
                rated.push((Move::Place(cell as u8, n as u8), numbers[card * tried.len() + at]));
            }
        }
        rated
    }

    fn spot(&self, line: &[(u8, u8)]) -> Option<Spot> {
        if self.tree.filled + line.len() >= DECK {
            return None;
        }
        let like = Like { rows: [0, 1, 2], mirror: false };
        let mut spot = Spot { steps: Vec::new(), at: 0, board: self.first, like };
        for &(cell, n) in line {
            if spot.steps.is_empty() && self.tree.mirror.is_some() {
                spot.like.mirror = n >= 5;
            }
            let mut to = spot.like.cell(cell);
            if usize::from(to) < MASTER {
                // The first of the rows that are filled alike is the one that was tried.
                let row = |row: u8| &spot.board.cells[3 * usize::from(row)..][..3];
                let (now, first) = (to / 3, (0..3).find(|other| row(*other) == row(to / 3)).expect("itself at least"));
                spot.like.rows.iter_mut().for_each(|row| match *row {
                    other if other == now => *row = first,
                    other if other == first => *row = now,
                    _ => {}
                });
                to = 3 * first + to % 3;
            }
            let n = spot.like.number(n);
            let place = (spot.board.free & ((1 << n) - 1)).count_ones() as usize;
            let tried = cells(&spot.board).position(|other| other == to).expect("a cell that is tried");
            let node = self.tree.levels[spot.steps.len()][spot.at];
            spot.at = node.first + place * node.cells + tried;
            spot.steps.push((place, tried));
            self.game.play(&mut spot.board, Move::Place(to, n));
        }
        Some(spot)
    }
}

#[cfg(test)]
mod tests {
    use agon_rules::Rng;
    use agon_rules::games::parity_twist::Variant;

    use super::*;

    /// The mirror image of a deal or a board.
    fn mirrored(s: &State) -> State {
        let like = Like { rows: [0, 1, 2], mirror: true };
        let mut after = State { hands: s.hands.map(|hand| like.hand(hand)), free: like.hand(s.free), ..*s };
        for (cell, n) in (0..).zip(s.cells).filter(|(_, n)| *n <= 9) {
            after.cells[usize::from(like.cell(cell))] = like.number(n);
        }
        for (cell, n) in (0..).zip(s.cells).filter(|(_, n)| *n > 9) {
            after.cells[usize::from(like.cell(cell))] = n;
        }
        after.empty = Ones(s.empty).fold(0, |all, cell| all | 1 << like.cell(cell as u8));
        after
    }

    #[test]
    fn mirror_images_are_looked_up_at_the_same_place() {
        let (game, like) = (ParityTwist { variant: Variant::Lanier }, Like { rows: [0, 1, 2], mirror: true });
        let first = State { hands: [0; 2], deck: [NONE; 7], ..game.deal(&mut Rng::new(0)) };
        let (tree, _) = Tree::new(&game, &first).expect("a full deck");
        let found = LanierStrategies { game, first, tree, sums: Vec::new(), value: (0.0, 0.0) };
        let mut moves = agon_rules::Moves::new();
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let (mut state, mut line) = (game.deal(&mut rng), Vec::new());
            for _ in 0..3 {
                let Some(Move::Place(cell, n)) = game.sample(&state, &mut rng, &mut moves) else {
                    panic!("a placement")
                };
                game.play(&mut state, Move::Place(cell, n));
                line.push((cell, n));
                let image: Vec<(u8, u8)> = line.iter().map(|(cell, n)| (like.cell(*cell), like.number(*n))).collect();
                let turned = mirrored(&state);
                let [one, other] = [&line, &image].map(|line| found.spot(line).expect("a deck"));
                assert!(one.steps == other.steps && one.at == other.at && one.board == other.board);
                assert_eq!(found.hand(&one, &state), found.hand(&other, &turned));
                // Every move has the number of its mirror image.
                let count = super::super::hands::HAND * found.tree.levels[line.len()][one.at].cells;
                let numbers: Vec<f64> = (0..count as u32).map(f64::from).collect();
                let moves = found.by_move(&one, &state, &numbers);
                let images = found.by_move(&other, &turned, &numbers);
                assert_eq!((moves.len(), images.len()), (count, count));
                for (m, number) in moves {
                    let Move::Place(cell, n) = m else { panic!("a placement") };
                    let rows = |m: &Move| matches!(m, Move::Place(to, other) if *other == like.number(n) && to % 3 == like.cell(cell) % 3);
                    assert!(images.iter().any(|(m, other)| *other == number && rows(m)), "{m:?}");
                }
            }
        }
    }
}
