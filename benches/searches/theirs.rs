//! Any of our games for the crate `minimax`: its seats alternate, and its games end in a win, a loss or a draw.
//!
//! So who moves twice in a row is answered by a pass, and a game for points goes on with passes after its end until
//! the depth is used up, which gives the very values of our search.

use std::cell::RefCell;
use std::time::Instant;

use agon_rules::{Game, Moves};
use agon_search::Evaluate;
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy, Winner};

use super::{Run, TABLE};

/// The settings it is tried with. Those that change values (null moves, quiescence) stay out.
pub fn settings() -> Vec<(&'static str, IterativeOptions)> {
    let plain = IterativeOptions::new().with_table_byte_size(TABLE);
    vec![
        ("as it is", plain),
        ("countermoves and history", plain.with_countermoves().with_countermove_history()),
        ("the same, aspiration", plain.with_countermoves().with_countermove_history().with_aspiration_window(20)),
        ("the same, MTD(f)", plain.with_countermoves().with_countermove_history().with_mtdf()),
    ]
}

/// Searches to a depth.
pub fn search<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    start: G::State,
    depth: i32,
    options: IterativeOptions,
    hash: fn(&G::State) -> u64,
) -> Run {
    let desk = Desk { game: game.clone(), guide: guide.clone(), hash, scratch: RefCell::new(Moves::new()) };
    // It has rules without a value to ask: every position points to them.
    let desk: &'static Desk<G, E> = Box::leak(Box::new(desk));
    let position = Position { desk, seat: game.turn(&start), state: start };
    let mut search = IterativeSearch::new(Judge(desk), options);
    search.set_max_depth(depth as u8);
    let begin = Instant::now();
    search.choose_move(&position);
    let time = begin.elapsed();
    let sign = if position.seat == 0 { 1 } else { -1 };
    let value = sign
        * match search.root_value() {
            minimax::BEST_EVAL => E::UNIT,
            minimax::WORST_EVAL => -E::UNIT,
            value => value.into(),
        };
    // The number of nodes is only to be had as text.
    let told = search.stats(&mut position.clone());
    let nodes = told.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    Run { value, nodes: nodes.expect("it says how many nodes"), time }
}

/// The rules, the evaluator and some memory.
pub struct Desk<G: Game, E> {
    game: G,
    guide: E,
    hash: fn(&G::State) -> u64,
    scratch: RefCell<Moves<G::Move>>,
}

#[derive(Clone)]
pub struct Position<G: Game, E: 'static> {
    desk: &'static Desk<G, E>,
    state: G::State,
    /// whose turn it is by alternation
    seat: usize,
}

impl<G: Game, E: Evaluate<G>> Position<G, E> {
    /// The difference of the final scores, for the seat to move.
    fn result(&self) -> i32 {
        self.desk.game.score(&self.state, self.seat) - self.desk.game.score(&self.state, 1 - self.seat)
    }

    fn winner(&self) -> Winner {
        match self.result() {
            0 => Winner::Draw,
            1.. => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        }
    }

    fn is_over(&self) -> bool {
        self.desk.game.over(&self.state, &mut self.desk.scratch.borrow_mut())
    }
}

/// Whether there are points, not only a winner.
const fn has_points<G: Game, E: Evaluate<G>>() -> bool {
    // The default of `MOST`: no value is a win for certain.
    E::MOST >= i32::MAX / 2
}

struct Rules<G, E>(std::marker::PhantomData<(G, E)>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step<M> {
    Play(M),
    Pass,
}

impl<G: Game, E: Evaluate<G>> minimax::Game for Rules<G, E> {
    type S = Position<G, E>;
    type M = Step<G::Move>;

    fn generate_moves(p: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        if p.desk.game.turn(&p.state) != p.seat {
            moves.push(Step::Pass);
            return None;
        }
        let mut scratch = p.desk.scratch.borrow_mut();
        let list = scratch.relist(&p.desk.game, &p.state);
        if !list.is_empty() {
            moves.extend(list.iter().map(|&m| Step::Play(m)));
        } else if has_points::<G, E>() {
            moves.push(Step::Pass);
        } else {
            return Some(p.winner());
        }
        None
    }

    fn apply(p: &mut Self::S, m: Self::M) -> Option<Self::S> {
        let mut after = Position { seat: 1 - p.seat, ..p.clone() };
        if let Step::Play(m) = m {
            p.desk.game.play(&mut after.state, m);
        }
        Some(after)
    }

    fn get_winner(p: &Self::S) -> Option<Winner> {
        (!has_points::<G, E>() && p.is_over()).then(|| p.winner())
    }

    fn zobrist_hash(p: &Self::S) -> u64 {
        (p.desk.hash)(&p.state) ^ p.seat as u64
    }

    fn null_move(_p: &Self::S) -> Option<Self::M> {
        Some(Step::Pass)
    }

    fn table_index(m: Self::M) -> u16 {
        match m {
            Step::Play(m) => (agon_search::fast_hash(0, &m) >> (u64::BITS - 12)) as u16,
            Step::Pass => 0,
        }
    }

    fn max_table_index() -> u16 {
        0xfff
    }
}

struct Judge<G: Game, E: 'static>(&'static Desk<G, E>);

impl<G: Game, E: Evaluate<G>> minimax::Evaluator for Judge<G, E> {
    type G = Rules<G, E>;

    fn evaluate(&self, p: &Position<G, E>) -> Evaluation {
        let Desk { game, guide, .. } = self.0;
        if has_points::<G, E>() && p.is_over() {
            return (p.result() * E::UNIT) as Evaluation;
        }
        let value = guide.eval(game, &p.state) + guide.banked(game, &p.state) * E::UNIT;
        (if p.seat == 0 { value } else { -value }) as Evaluation
    }
}
