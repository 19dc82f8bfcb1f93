//! Equilibria: the value of a position in which something is hidden, and mixed strategies that keep it.
//!
//! A position with hidden things has a value once it is said how likely each of them is. Here everything that not all
//! seats see is dealt anew, each way equally likely, and each seat sees its own part of that: the game that begins so has
//! a value, and it is this value that is meant. Nothing found here by iteration is called proved: a strategy says how
//! much it loses at most against the best reply, which is computed exactly but for rounding.

mod cfr;
mod strategies;
mod tree;

use agon_rules::Game;

use self::cfr::Cfr;
pub use self::strategies::Strategies;
pub use self::tree::Shape;
use self::tree::Tree;
use crate::control::Control;
use crate::evaluate::Evaluate;

/// How an equilibrium is looked for.
pub struct EquilibriumRequest<'a, 'c> {
    /// bytes for the tree and its numbers
    pub bytes: usize,
    /// how exploitable the strategies may be, in points
    pub within: f64,
    /// when to stop
    pub control: &'a mut Control<'c>,
}

/// A value in whole parts, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// so many parts
    pub numerator: i64,
    /// of so many that make one point
    pub denominator: i64,
}

impl Fraction {
    /// A fraction in lowest terms. The denominator must be positive.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        let common = gcd(numerator.abs(), denominator).max(1);
        Fraction { numerator: numerator / common, denominator: denominator / common }
    }

    /// As one number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl std::fmt::Display for Fraction {
    /// `+1`, `-3/5`, `0`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Fraction { numerator: 0, .. } => f.write_str("0"),
            Fraction { numerator, denominator: 1 } => write!(f, "{numerator:+}"),
            Fraction { numerator, denominator } => write!(f, "{numerator:+}/{denominator}"),
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is known of the value of a position in which something is hidden, seen from seat 0 in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MixedValue {
    /// Proved: both seats see the same, and chance is counted out.
    Exact(Fraction),
    /// Strategies were found. Seat 0's wins at least the first on average, seat 1's loses at most the second.
    Near(f64, f64),
    /// No strategies were found within the limits: bounds from both sides.
    Bound(f64, f64),
}

impl MixedValue {
    /// The least and the most that the value can be.
    pub fn range(self) -> (f64, f64) {
        match self {
            MixedValue::Exact(value) => (value.to_f64(), value.to_f64()),
            MixedValue::Near(lower, upper) | MixedValue::Bound(lower, upper) => (lower, upper),
        }
    }

    /// The value, as well as it is known, if it was found.
    pub fn value(self) -> Option<f64> {
        match self {
            MixedValue::Exact(value) => Some(value.to_f64()),
            MixedValue::Near(lower, upper) => Some((lower + upper) / 2.0),
            MixedValue::Bound(..) => None,
        }
    }

    /// How much the strategies that were found lose at most against the best reply.
    pub fn exploitability(self) -> Option<f64> {
        match self {
            MixedValue::Exact(_) => Some(0.0),
            MixedValue::Near(lower, upper) => Some(upper - lower),
            MixedValue::Bound(..) => None,
        }
    }
}

/// What the seat to move does with one of its moves, given what it sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MixedMove<M> {
    /// the move
    pub m: M,
    /// how likely it is played
    pub chance: f64,
    /// what it is worth on average against the strategy found, seen from seat 0
    pub worth: f64,
    /// the same where it is proved
    pub exact: Option<Fraction>,
}

/// The equilibrium of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium<M> {
    /// the value of the game that begins here
    pub value: MixedValue,
    /// what the seat to move does, in the order of the list of moves; empty where no strategy was found
    pub strategy: Vec<MixedMove<M>>,
    /// what the seat to move can expect from what it sees, if both play as found
    pub seen: Option<f64>,
    /// how large the game is
    pub size: GameSize,
}

/// How large a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameSize {
    /// the equally likely ways in which the hidden things can lie, where they were counted
    pub worlds: usize,
    /// nodes of the tree, or positions
    pub nodes: usize,
    /// information sets: what a seat that decides can tell apart
    pub information_sets: usize,
    /// iterations of the search for strategies
    pub rounds: u64,
    /// the bytes that the search for strategies needs, where they are known and were too many
    pub needs: Option<usize>,
}

impl<M> Equilibrium<M> {
    /// Bounds without a strategy.
    pub fn bound(lower: f64, upper: f64, size: GameSize) -> Self {
        Equilibrium { value: MixedValue::Bound(lower, upper), strategy: Vec::new(), seen: None, size }
    }
}

/// The bounds that a guide has without a search, in points.
pub fn trivial_bounds<G: Game, E: Evaluate<G>>(game: &G, guide: &E, state: &G::State) -> (f64, f64) {
    let banked = f64::from(guide.banked(game, state));
    let most = f64::from(game.highest_score());
    let (least, most) = guide.range(game, state).map_or((-most - banked, most - banked), |(a, b)| (a.into(), b.into()));
    (banked + least, banked + most)
}

/// The equilibrium of a position by CFR+ on its whole tree.
///
/// `state` may be blanked for the seat to move. `is_known` says whether both seats know a state, and will know everything
/// to the end: what follows is then worked out by minimax. The game must be for two seats, and its positions must not
/// repeat.
pub fn equilibrium_by_cfr<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    state: &G::State,
    is_known: &dyn Fn(&G::State) -> bool,
    request: EquilibriumRequest,
) -> Equilibrium<G::Move> {
    debug_assert!(!G::LOOPS && game.seats() == 2, "positions of this game can repeat, or not two play");
    let (lower, upper) = trivial_bounds(game, guide, state);
    let Some(tree) =
        Tree::build(game, guide, state, Shape { is_known, first: &|_| true }, request.bytes, request.control)
    else {
        let size = GameSize { nodes: request.control.nodes as usize, ..GameSize::default() };
        return Equilibrium::bound(lower, upper, size);
    };
    let mut cfr = Cfr::new(&tree);
    let (least, most) = cfr.run(request.within, request.control);
    let size = GameSize {
        worlds: tree.worlds(),
        nodes: tree.nodes.len(),
        information_sets: tree.sets.len(),
        rounds: cfr.rounds,
        needs: None,
    };
    // The seats cannot do better than the scores allow, whatever strategies were found.
    let value = MixedValue::Near(least.max(lower), most.min(upper));
    let (strategy, seen) = cfr.at_root();
    let strategy =
        tree.moves.iter().zip(strategy).map(|(&m, (chance, worth))| MixedMove { m, chance, worth, exact: None });
    Equilibrium { value, strategy: strategy.collect(), seen, size }
}

/// Bounds of the value of a position in which only some moves may be made first, by CFR+. None when its tree does not fit,
/// or the control stops it.
pub(crate) fn bounds_by_cfr<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    state: &G::State,
    shape: Shape<G>,
    request: EquilibriumRequest,
) -> Option<(f64, f64)> {
    let tree = Tree::build(game, guide, state, shape, request.bytes, request.control)?;
    let found = Cfr::new(&tree).run(request.within, request.control);
    (!request.control.stopped()).then_some(found)
}
