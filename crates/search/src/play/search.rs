//! A guide with its type erased.

use agon_rules::{Game, Path, Text};

use super::engines;
use super::guide::Guide;
use super::roster::{Policy, Roster};
use super::skill::judge;
use super::spec::Spec;
use super::turn::{Pick, Turn};
use crate::alphabeta::AlphaBeta;
use crate::control::Control;
use crate::solve::{Request, Solution, Solve};
use crate::transposition_table::TranspositionTable;

/// What is asked of a guide once a move or less, with the type of the guide erased.
///
/// The searches behind it are statically dispatched, and compiled where a guide is made one of these: for a registered
/// game where it is registered (see [`search_of`](crate::search_of)), and not again in every crate that uses players.
pub trait Search<G: Game>: Send + Sync {
    /// The players of the game by name (see [`Roster::players`](crate::Roster::players)).
    fn players(&self, game: &G) -> Vec<Policy<G>>;
    /// The move of an engine; none if it has to prove it and cannot.
    fn pick(&self, spec: &Spec, turn: &mut Turn<G>) -> Option<Pick<G::Move>>;
    /// The value of a position in the units of the guide, as deep as the limits allow; none if they allow nothing.
    fn value(
        &self,
        game: &G,
        path: &Path<G::State>,
        table: &mut TranspositionTable,
        control: &mut Control,
    ) -> Option<i32>;
    /// Solves a position (see [`Solve::solve`](crate::Solve::solve)).
    fn solve(&self, game: &G, path: &Path<G::State>, request: Request) -> Solution<G::Move>;
    /// See [`Solve::solvable`](crate::Solve::solvable).
    fn solvable(&self, game: &G) -> bool;
    /// See [`Solve::too_large`](crate::Solve::too_large).
    fn too_large(&self, game: &G) -> bool;
    /// See [`Solve::slow`](crate::Solve::slow).
    fn slow(&self, game: &G) -> bool;
    /// See [`Solve::is_known`](crate::Solve::is_known).
    fn is_known(&self, game: &G, state: &G::State) -> bool;
    /// See [`Solve::no_equilibrium`](crate::Solve::no_equilibrium).
    fn no_equilibrium(&self, game: &G, path: &Path<G::State>) -> Option<Text>;
}

/// The deepest a value is searched.
const DEEPEST: i32 = 100;

impl<G: Game, E: Guide<G>> Search<G> for E {
    fn players(&self, game: &G) -> Vec<Policy<G>> {
        Roster::players(self, game)
    }

    fn pick(&self, spec: &Spec, turn: &mut Turn<G>) -> Option<Pick<G::Move>> {
        Some(match spec {
            Spec::Random => Pick::plain(turn.random()),
            Spec::Minimax(skill) if skill.is_sure() => engines::full_width(turn, self, skill.depth.into()),
            Spec::Minimax(skill) => judge(turn, self, *skill),
            Spec::Mcts(limits) => engines::mcts(turn, limits),
            Spec::AlphaBeta(limits) => engines::alphabeta(turn, self, limits),
            Spec::Perfect => return engines::perfect(turn, self),
        })
    }

    fn value(
        &self,
        game: &G,
        path: &Path<G::State>,
        table: &mut TranspositionTable,
        control: &mut Control,
    ) -> Option<i32> {
        let found = AlphaBeta::new(game, self, path, table).deepen(DEEPEST, control, &mut |_| {});
        found.map(|found| found.score.value)
    }

    fn solve(&self, game: &G, path: &Path<G::State>, request: Request) -> Solution<G::Move> {
        Solve::solve(self, game, path, request)
    }

    fn solvable(&self, game: &G) -> bool {
        Solve::solvable(self, game)
    }

    fn too_large(&self, game: &G) -> bool {
        Solve::too_large(self, game)
    }

    fn slow(&self, game: &G) -> bool {
        Solve::slow(self, game)
    }

    fn is_known(&self, game: &G, state: &G::State) -> bool {
        Solve::is_known(self, game, state)
    }

    fn no_equilibrium(&self, game: &G, path: &Path<G::State>) -> Option<Text> {
        Solve::no_equilibrium(self, game, path)
    }
}
