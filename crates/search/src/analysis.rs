//! What every legal move is worth, better and better: the work behind [`analyse`](crate::ask::analyse).
//!
//! Two seats that see everything are searched deeper and deeper, everybody else by trying moves out.

use agon_rules::{Game, Path, Rng, Seat};

use crate::alphabeta::{AlphaBeta, Found};
use crate::ask::Analysis;
use crate::control::Control;
use crate::engine::Worth;
use crate::guide::Guide;
use crate::ismcts::try_all;
use crate::memory::Memory;

/// Bytes for a table of positions.
pub(crate) const TABLE: usize = 32_000_000;
/// Nodes for first estimates, before a proof is tried.
const QUICK: u64 = 200_000;
/// No search goes deeper; only one that goes in circles would.
const DEEPEST: i32 = 1000;
/// Rounds of tree search after which another changes nothing: averages are kept in numbers of 24 bits.
const ROUNDS: u64 = 1 << 24;
/// Rounds of tree search where there is nothing to choose.
const FEW: u64 = 2000;
/// How many nodes the tree of moves that are tried out may have.
const NODES: usize = 1 << 20;

/// Nodes for a proof: usually, and where play can go in circles. There a node costs ten times as much, and a proof is
/// short or there is none.
pub(crate) fn budget<G: Game>([usual, circles]: [u64; 2]) -> u64 {
    if G::LOOPS { circles } else { usual }
}

/// Whether two play and both see everything to the end. Otherwise what is proved with open cards is not proved of this
/// game.
pub(crate) fn is_open<G: Game>(game: &G, state: &G::State) -> bool {
    game.seats() == 2 && !game.will_hide(state)
}

/// What is known of the moves so far, and who hears of it.
pub(crate) struct Ledger<'a> {
    /// who chooses
    pub seat: Seat,
    /// the notation of every move
    pub texts: Vec<String>,
    /// what each is worth
    pub worths: Vec<Worth>,
    /// how often each was tried out
    pub visits: Vec<u32>,
    /// how deep the last whole round went
    pub depth: Option<i32>,
    /// playouts or nodes
    pub nodes: u64,
    /// who hears of it
    pub each: &'a mut dyn FnMut(&Analysis),
}

impl<'a> Ledger<'a> {
    /// Nothing is known of these moves of a seat.
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

    /// Tells what is known.
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

impl Worth {
    /// A number that is the greater, the better it is for a seat.
    fn for_seat(self, seat: Seat) -> f64 {
        let points = match self {
            Worth::Unknown => return f64::NEG_INFINITY,
            Worth::Share(share) => return share,
            Worth::Proved(points) => points.into(),
            Worth::Points(points) => points,
        };
        if seat == 0 { points } else { -points }
    }
}

/// Rates the moves of two seats that see everything. So many nodes as [`budget`] says may go into one try to prove everything at once.
pub(crate) fn look_ahead<G: Game, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    moves: &[G::Move],
    proof: [u64; 2],
    stop: &(dyn Fn() -> bool + Sync),
    ledger: &mut Ledger,
) {
    let mut memory = Memory::new(TABLE);
    let mut search = AlphaBeta::new(game, guide, path, &mut memory);
    if G::LOOPS {
        // What was proved deeper may be longer than the quiet plies that are left here.
        search = search.strict();
    }
    let (mut depth, mut tried) = (1, false);
    while depth <= DEEPEST && !stop() {
        let limit = if tried { u64::MAX } else { QUICK.saturating_sub(ledger.nodes) };
        let mut control = Control::new(limit, stop);
        let whole = round((game, guide), &mut search, moves, depth, &mut control, ledger);
        ledger.nodes += control.nodes;
        if whole {
            ledger.depth = Some(depth);
            depth += 1;
        } else if !tried && control.nodes > limit {
            tried = true;
            let mut control = Control::new(budget::<G>(proof), stop);
            let solution = guide.solve(game, path, &mut Memory::new(TABLE), &mut control, &mut |_, _| {});
            ledger.nodes += control.nodes;
            for (m, value) in solution.moves {
                let at = moves.iter().position(|other| *other == m);
                if let (Some(at), Some(value)) = (at, value.proved()) {
                    debug_assert!(!ledger.is_proved(at) || ledger.worths[at] == Worth::Proved(value), "{m:?}");
                    ledger.worths[at] = Worth::Proved(value);
                }
            }
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

/// Searches every move that is not proved to a depth; false when it was stopped before the end. Then only what was
/// proved on the way is kept, so that no two estimates are of different depths.
fn round<G: Game, E: Guide<G>>(
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
        let less = depth - guide.cost(game, search.state(), m);
        search.play(m);
        let Found { value, solid } = search.exact(less, control);
        search.undo();
        if control.stopped() {
            return false;
        }
        let points = f64::from(value) / f64::from(E::UNIT);
        fresh[at] = if solid { Worth::Proved(points as i32) } else { Worth::Points(points) };
        if solid {
            ledger.worths[at] = fresh[at];
        }
    }
    ledger.worths = fresh;
    true
}

/// Rates the moves where something is hidden or more than two play: by the share of the game they win when tried out.
pub(crate) fn try_out<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    stop: &(dyn Fn() -> bool + Sync),
    ledger: &mut Ledger,
) {
    let mut control = Control::new(u64::MAX, stop);
    let rounds = if moves.len() == 1 { FEW } else { ROUNDS };
    let rounds = if stop() { 0 } else { rounds };
    try_all(game, state, (rounds, NODES), &mut Rng::new(0), &mut control, |rounds, tried| {
        for tried in tried.iter().filter(|tried| tried.visits > 0) {
            let at = moves.iter().position(|m| *m == tried.m).expect("a guess leaves the moves as they are");
            ledger.worths[at] = Worth::Share(tried.share);
            ledger.visits[at] = tried.visits;
        }
        ledger.nodes = rounds;
        ledger.tell(false);
    });
    ledger.tell(true);
}
