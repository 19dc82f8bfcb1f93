//! When two puzzles are alike: the same under symmetry, or with a trivial change.

use agon_rules::{Game, Match, Record, Show};

use super::NoPuzzle;
use crate::guides::Guided;
use crate::hash::fingerprint;
use crate::play::Guide;

/// Two positions that differ in no more cells than this are alike if their solutions begin alike: one piece elsewhere,
/// or another one.
const TRIVIAL: usize = 2;

/// What is compared of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// the variant
    options: Vec<(String, String)>,
    /// the same for symmetric positions
    twin: u128,
    /// what lies in every cell that the referee sees
    cells: Vec<u128>,
    /// the solution
    line: Vec<String>,
}

impl Sketch {
    /// Whether two puzzles of a game are alike: symmetric, or the same but for a trivial change. In another variant they
    /// are alike if position and solution are the same.
    pub fn is_like(&self, other: &Sketch) -> bool {
        if self.options != other.options {
            return self.twin == other.twin && self.cells == other.cells && self.line == other.line;
        }
        let changed = || self.cells.iter().zip(&other.cells).filter(|(one, other)| one != other).count();
        let same_ground = self.line.first() == other.line.first() && self.cells.len() == other.cells.len();
        self.twin == other.twin || (same_ground && changed() <= TRIVIAL)
    }
}

/// The sketch of a puzzle.
pub(crate) struct Draft<'a>(pub &'a Record);

impl Guided for Draft<'_> {
    type Out = Result<Sketch, NoPuzzle>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let table = Match::new(game, self.0.start.clone())?;
        let (game, state) = (table.game(), table.path().state());
        let zones = Show::zones(game, state);
        let cells = zones.iter().flat_map(|zone| &zone.cells).map(|cell| fingerprint(&format!("{:?}", cell.pieces)));
        Ok(Sketch {
            options: self.0.options.clone(),
            twin: fingerprint(&Game::canonical(game, state)),
            cells: cells.collect(),
            line: self.0.moves.clone(),
        })
    }
}
