//! Tree search on Connect Four beside the crate `arbor`: `cargo bench -p agon-benches --bench trees`.
//!
//! Both make so many rounds from the start on one thread, as curious as each other, each a random game from a new leaf of a tree that is thrown
//! away afterwards.

use std::fmt;

use agon_benches::connect_four::{ConnectFour, State};
use agon_benches::{Contender, race};
use agon_rules::{Game, Rng};
use agon_search::{Control, ismcts};
use arbor::{Action, GameResult, GameState, MCTS, Player};

fn main() {
    for rounds in [1_000, 20_000] {
        let mut seed = 0;
        let ours = move || {
            seed += 1;
            let start = ConnectFour.deal(&mut Rng::new(0));
            let best = ismcts(&ConnectFour, &start, rounds, &mut Rng::new(seed), &mut Control::free());
            std::hint::black_box(best);
            rounds
        };
        let theirs = move || {
            let mut tree = MCTS::new(Board(ConnectFour.deal(&mut Rng::new(0)))).with_exploration(0.7);
            tree.ponder(rounds as usize);
            std::hint::black_box(tree.best());
            rounds
        };
        let contenders = vec![Contender::new("agon", ours), Contender::new("arbor 0.2.0", theirs)];
        race(&format!("Connect Four, {rounds} rounds a search"), "rounds", contenders);
    }
}

/// Our Connect Four for `arbor`.
#[derive(Clone, Copy, Debug)]
struct Board(State);

#[derive(Clone, Copy, Debug)]
struct Column(u8);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(bool);

impl Action for Column {}
impl Player for Side {}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl GameState<Side, Column> for Board {
    fn actions<F: FnMut(Column)>(&self, f: &mut F) {
        self.0.columns().for_each(|column| f(Column(column)));
    }

    fn make(&self, action: Column) -> Self {
        let mut after = self.0;
        ConnectFour.play(&mut after, action.0);
        Board(after)
    }

    fn gameover(&self) -> Option<GameResult> {
        match self.0 {
            State { won: true, .. } => Some(GameResult::Lose),
            state if state.is_over() => Some(GameResult::Draw),
            _ => None,
        }
    }

    fn player(&self) -> Side {
        Side(ConnectFour.turn(&self.0) == 0)
    }
}
