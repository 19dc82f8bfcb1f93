//! How hard a puzzle is, from 1 to 5, by measurement.

use agon_rules::{Game, Path};

use super::natural::misses;
use super::prove::moves;
use crate::alphabeta::{AlphaBeta, Rated};
use crate::control::Control;
use crate::play::Guide;
use crate::transposition_table::TranspositionTable;

/// Nodes for all depths together.
const NODES: u64 = 40_000;
/// The deepest look.
const DEEPEST: i32 = 9;
/// The depth of a first look, at which moves look good or bad.
const FIRST_LOOK: usize = 1;
const TABLE: usize = 1 << 20;

/// What is measured of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difficulty {
    /// the share of seeds with which `medium` misses it
    pub medium: f64,
    /// the share of seeds with which `hard` misses it
    pub hard: f64,
    /// plies until a search sees that the best-looking wrong move is worse
    pub refutation: i32,
    /// wrong moves that a first look likes at least as much as the solution
    pub decoys: usize,
    /// decisions of the solver in the line
    pub decisions: usize,
}

pub(super) fn measure<G: Game, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    (only, medium): (G::Move, f64),
    decisions: usize,
) -> Difficulty {
    let hard = misses((game, guide), path, guide.graders()[2], only);
    let moves = moves(game, path);
    let at = moves.iter().position(|m| *m == only).expect("the solution is legal");
    let sign = if game.turn(path.state()) == 0 { 1 } else { -1 };
    let mut control = Control::new(NODES, &|| false);
    let mut table = TranspositionTable::new(TABLE);
    let mut search = AlphaBeta::new(game, guide, path, &mut table).strict();
    let mut looks: Vec<Vec<i32>> = Vec::new();
    for depth in 1..=DEEPEST {
        let values = search.rate(&moves, depth, Rated::EveryMove, &mut control);
        if control.stopped() {
            break;
        }
        looks.push(values.into_iter().map(|value| sign * value).collect());
    }
    let Some(first) = looks.get(FIRST_LOOK).or(looks.last()) else {
        return Difficulty { medium, hard, refutation: DEEPEST, decoys: moves.len() - 1, decisions };
    };
    let decoys = first.iter().filter(|value| **value >= first[at]).count() - 1;
    let wrong = (0..moves.len()).filter(|other| *other != at).max_by_key(|other| (first[*other], usize::MAX - other));
    let wrong = wrong.expect("there are at least three moves");
    let seen = looks.iter().rposition(|values| values[wrong] >= values[at]).map_or(0, |depth| depth + 1);
    Difficulty { medium, hard, refutation: seen as i32 + 1, decoys, decisions }
}

impl Difficulty {
    /// The grade: `1.5 hard + 0.5 medium + 0.25 min(refutation, 6) + 0.5 log2(1 + decoys) + 0.15 decisions - 0.5`, rounded
    /// down to a whole number from 1 to 5. The logarithm is rounded down too.
    ///
    /// The weights were chosen by eye on early samples of six games, and then held against the whole collection:
    /// docs/puzzles.md shows what players with other seeds solve of each grade.
    pub fn grade(&self) -> u8 {
        let points = 1.5 * self.hard
            + 0.5 * self.medium
            + 0.25 * f64::from(self.refutation.min(6))
            + 0.5 * f64::from((1 + self.decoys).ilog2())
            + 0.15 * self.decisions as f64
            - 0.5;
        (points as u8).clamp(1, 5)
    }
}
