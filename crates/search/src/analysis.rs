//! The worth of every legal move, refined step by step: the work behind [`analyse`](crate::ask::analyse).
//!
//! Two seats that see everything are searched by iterative deepening and a proof, all other games by ISMCTS.

use agon_rules::{Game, Path, Rng, Seat};

use crate::alphabeta::{AlphaBeta, Score};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::ismcts::{TreeLimits, Uniform, search_tree};
use crate::play::Worth;
use crate::solve::{GameValue, QUICK as QUICK_TABLE, Request, Solve, Want, look_up};
use crate::transposition_table::TranspositionTable;

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Every legal move with its worth, the best for the seat to move first. ISMCTS puts the most visited move first,
    /// so that a few lucky playouts put no move in front.
    pub moves: Vec<(String, Worth)>,
    /// the depth of the estimates in plies; none where they come from ISMCTS or everything is proved
    pub depth: Option<i32>,
    /// playouts or nodes so far
    pub nodes: u64,
    /// whether this is the last one
    pub done: bool,
}

/// Bytes of the transposition table of estimates, and of that of a proof.
const TABLE: usize = 32_000_000;
pub(crate) const PROOF_TABLE: usize = 64_000_000;
/// Nodes for first estimates, before a proof is attempted.
const QUICK: u64 = 200_000;
/// The depth limit. Only a search that goes in circles would exceed it.
const DEEPEST: i32 = 1000;
/// Iterations of ISMCTS after which another changes nothing: averages have 24 bits.
const ITERATIONS: u64 = 1 << 24;
/// Iterations of ISMCTS where there is only one move.
const FEW: u64 = 2000;
/// Nodes of the tree of ISMCTS.
const NODES: usize = 1 << 20;

/// The node limit of a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofNodes {
    /// where no position can repeat
    pub usual: u64,
    /// where play can go in circles: there a node costs ten times as much, and a proof is short or there is none
    pub circles: u64,
}

impl ProofNodes {
    /// The limit for a game.
    pub fn of<G: Game>(self) -> u64 {
        if G::LOOPS { self.circles } else { self.usual }
    }
}

/// Whether there are two seats and both see everything to the end. Otherwise a proof with open cards proves nothing
/// about the game.
pub(crate) fn is_open<G: Game>(game: &G, state: &G::State) -> bool {
    game.seats() == 2 && !game.will_hide(state)
}

/// What is known of the moves so far, and the observer to tell.
pub(crate) struct Ledger<'a> {
    /// the seat to move
    pub seat: Seat,
    /// the notation of every move
    pub texts: Vec<String>,
    /// the worth of each
    pub worths: Vec<Worth>,
    /// the visits of each by ISMCTS
    pub visits: Vec<u32>,
    /// the depth of the last complete iteration
    pub depth: Option<i32>,
    /// playouts or nodes
    pub nodes: u64,
    /// the observer
    pub each: &'a mut dyn FnMut(&Analysis),
}

impl<'a> Ledger<'a> {
    /// Nothing is known yet.
    pub fn new(seat: Seat, texts: Vec<String>, each: &'a mut dyn FnMut(&Analysis)) -> Self {
        let count = texts.len();
        Ledger { seat, texts, worths: vec![Worth::Unknown; count], visits: vec![0; count], depth: None, nodes: 0, each }
    }

    fn is_proved(&self, at: usize) -> bool {
        matches!(self.worths[at], Worth::Proved(_))
    }

    fn all_proved(&self) -> bool {
        (0..self.worths.len()).all(|at| self.is_proved(at))
    }

    /// Tells the observer what is known.
    fn tell(&mut self, done: bool) {
        let mut order: Vec<usize> = (0..self.texts.len()).collect();
        order.sort_by(|&a, &b| {
            let good = |at: usize| self.worths[at].for_seat(self.seat);
            let (tried, better) = (self.visits[b].cmp(&self.visits[a]), good(b).total_cmp(&good(a)));
            tried.then(better).then(self.is_proved(b).cmp(&self.is_proved(a)))
        });
        let moves = order.into_iter().map(|at| (self.texts[at].clone(), self.worths[at])).collect();
        let depth = self.depth.filter(|_| !self.all_proved());
        (self.each)(&Analysis { moves, depth, nodes: self.nodes, done });
    }
}

/// Rates the moves where two seats see everything: by iterative deepening, with one attempt to prove all values at once.
pub(crate) fn look_ahead<G: Game, E: Solve<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    moves: &[G::Move],
    proof: ProofNodes,
    stop: &(dyn Fn() -> bool + Sync),
    ledger: &mut Ledger,
) {
    let mut control = Control::new(proof.of::<G>(), stop);
    if let Some(found) = look_up(game, guide, path, QUICK_TABLE, &mut control) {
        ledger.nodes += control.nodes;
        keep_proofs(&found.solution.moves, moves, ledger);
        if ledger.all_proved() {
            return ledger.tell(true);
        }
    }
    let mut table = TranspositionTable::new(TABLE);
    let mut search = AlphaBeta::new(game, guide, path, &mut table);
    if G::LOOPS {
        // A proof from a deeper search may take longer than the quiet plies that are left here.
        search = search.strict();
    }
    let (mut depth, mut tried) = (1, false);
    while depth <= DEEPEST && !stop() {
        let limit = if tried { u64::MAX } else { QUICK.saturating_sub(ledger.nodes) };
        let mut control = Control::new(limit, stop);
        let complete = iteration((game, guide), &mut search, moves, depth, &mut control, ledger);
        ledger.nodes += control.nodes;
        if complete {
            ledger.depth = Some(depth);
            depth += 1;
        } else if !tried && control.nodes > limit {
            tried = true;
            let mut control = Control::new(proof.of::<G>(), stop);
            let solution = guide.solve(game, path, Request::new(Want::EveryMove, PROOF_TABLE, &mut control));
            ledger.nodes += control.nodes;
            keep_proofs(&solution.moves, moves, ledger);
        } else {
            break;
        }
        if ledger.all_proved() || (tried && moves.len() == 1) {
            break;
        }
        ledger.tell(false);
    }
    ledger.tell(true);
}

/// Keeps what a solver has proved.
fn keep_proofs<M: Copy + PartialEq + std::fmt::Debug>(solved: &[(M, GameValue)], moves: &[M], ledger: &mut Ledger) {
    for (m, value) in solved {
        let at = moves.iter().position(|other| other == m);
        if let (Some(at), Some(value)) = (at, value.proved()) {
            debug_assert!(!ledger.is_proved(at) || ledger.worths[at] == Worth::Proved(value), "{m:?}");
            ledger.worths[at] = Worth::Proved(value);
        }
    }
}

/// Searches every move that is not proved to a depth. False when it was stopped: then only proofs are kept, so that all
/// estimates have the same depth.
fn iteration<G: Game, E: Evaluate<G>>(
    (game, guide): (&G, &E),
    search: &mut AlphaBeta<G, E>,
    moves: &[G::Move],
    depth: i32,
    control: &mut Control,
    ledger: &mut Ledger,
) -> bool {
    let mut fresh = ledger.worths.clone();
    for (at, &m) in moves.iter().enumerate() {
        if ledger.is_proved(at) {
            continue;
        }
        let before = *search.state();
        search.play(m);
        let less = depth - guide.cost(game, &before, m, search.state());
        let Score { value, exact } = search.search_full(less, control);
        search.undo();
        if control.stopped() {
            return false;
        }
        let points = f64::from(value) / f64::from(E::UNIT);
        fresh[at] = if exact { Worth::Proved(points as i32) } else { Worth::Points(points) };
        if exact {
            ledger.worths[at] = fresh[at];
        }
    }
    ledger.worths = fresh;
    true
}

/// Rates the moves where something is hidden or more than two play: by ISMCTS.
pub(crate) fn try_out<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    stop: &(dyn Fn() -> bool + Sync),
    ledger: &mut Ledger,
) {
    let mut control = Control::new(u64::MAX, stop);
    let iterations = if moves.len() == 1 { FEW } else { ITERATIONS };
    let limits = TreeLimits { iterations: if stop() { 0 } else { iterations }, nodes: NODES };
    search_tree((game, &mut Uniform::new(game)), state, limits, &mut Rng::new(0), &mut control, |iterations, tried| {
        for tried in tried.iter().filter(|tried| tried.visits > 0) {
            let at = moves.iter().position(|m| *m == tried.m).expect("a determinization leaves the moves as they are");
            ledger.worths[at] = Worth::Share(tried.share);
            ledger.visits[at] = tried.visits;
        }
        ledger.nodes = iterations;
        ledger.tell(false);
    });
    ledger.tell(true);
}
