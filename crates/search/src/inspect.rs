//! What programs ask of a game itself, by text and data alone: exact values, lines counted, random games.
//!
//! Like [`ask`](crate::ask) this has no clock, thread or I/O: the caller says when to stop. Everything here sees the
//! whole state, what is hidden from the players too.

use std::ops::ControlFlow;

use agon_rules::trace::{Event, trace as tell};
use agon_rules::{Error, Match, Path, Record, Settings, Show, Start, Viewer, position_text, walk};

use crate::ask::NoReply;
use crate::control::Control;
use crate::guides::Guided;
use crate::play::Guide;
use crate::registry::find;
use crate::solve::{
    Endgame, EquilibriumRequest, Fraction, GameSize, GameValue, MixedValue, Request, SOON, Stage, StrongSolution,
    Summary, Tablebase, Want, count_positions, give, look_up, retrograde, strong_solution as solve_all,
};

/// How much a solver may use.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// bytes for the transposition table
    pub memory: usize,
    /// how many nodes it may visit
    pub nodes: u64,
    /// whether only the value and the principal variation are wanted, or the value of every move
    pub want: Want,
    /// says when to give up
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What is known of a position after solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// its value, seen from seat 0
    pub value: GameValue,
    /// every legal move with its value, in bytewise order
    pub moves: Vec<(String, GameValue)>,
    /// best play from here, while it is proved
    pub line: Vec<String>,
    /// how many nodes were visited
    pub nodes: u64,
    /// the plies of the shortest forced win, where play could go in circles
    pub win_in: Option<usize>,
    /// whether something is hidden from a seat, or will be, so that this holds for open cards only
    pub hidden: bool,
    /// where a tablebase said it: how many positions that has, and after how many plies each move wins or loses, in the
    /// order of `moves`
    pub tablebase: Option<FromTablebase>,
}

/// What only a tablebase says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromTablebase {
    /// how many positions it has, a byte each
    pub positions: usize,
    /// after how many plies each move wins or loses, that move included; none where it draws
    pub plies: Vec<Option<usize>>,
}

/// Solves the position at the end of a record, as if everybody saw everything. `progress` hears how many of how many
/// moves are done.
///
/// ```
/// use agon_search::{GameValue, Want, inspect::{Budget, solve}};
///
/// let record = "tic-tac-toe~seed=0~a1~a2~b1~b2".parse()?;
/// let budget = Budget { memory: 1 << 20, nodes: u64::MAX, want: Want::EveryMove, stop: &|| false };
/// let solved = solve(&record, &budget, &mut |_, _| {})?;
/// assert_eq!((solved.value, solved.line), (GameValue::Proved(1), vec!["c1".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(record: &Record, budget: &Budget, progress: &mut dyn FnMut(usize, usize)) -> Result<Solved, NoReply> {
    find(&record.game)?.solve(record, budget, progress)
}

pub(crate) struct Solve<'a> {
    pub record: &'a Record,
    pub budget: &'a Budget<'a>,
    pub progress: &'a mut dyn FnMut(usize, usize),
}

impl Guided for Solve<'_> {
    type Out = Result<Solved, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let table = reach(game, self.record)?;
        let (game, mut path) = (table.game(), table.path().clone());
        if game.seats() != 2 {
            return Err(NoReply::Seats(game.seats()));
        }
        let Budget { memory, nodes, want, stop } = *self.budget;
        let mut control = Control::new(nodes, stop);
        let found = look_up(game, &guide, &path, SOON.min(memory as u64).min(nodes), &mut control);
        let (solution, tablebase) = match found {
            Some(found) => (found.solution, Some((found.size, found.plies))),
            None => {
                let request = Request::new(want, memory, &mut control).with_progress(self.progress);
                (guide.solve(game, &path, request), None)
            }
        };
        let hidden = !guide.is_known(game, path.state());
        let text = |at: usize| game.write_move(path.state(), solution.moves[at].0);
        let mut order: Vec<(String, usize)> = (0..solution.moves.len()).map(|at| (text(at), at)).collect();
        order.sort();
        let tablebase = tablebase.map(|(positions, plies)| FromTablebase {
            positions,
            plies: order.iter().map(|(_, at)| plies[*at]).collect(),
        });
        let moves = order.into_iter().map(|(text, at)| (text, solution.moves[at].1)).collect();
        let mut line = Vec::new();
        for m in solution.pv {
            line.push(game.write_move(path.state(), m));
            path.play(game, m);
        }
        let (value, nodes, win_in) = (solution.value, solution.nodes, solution.plies);
        Ok(Solved { value, moves, line, nodes, win_in, hidden, tablebase })
    }
}

/// A tablebase to build.
pub struct Tabling<'a> {
    /// the values that are known already, of the first slices: from a file, or none
    pub known: Vec<u8>,
    /// no more positions than this, a byte each
    pub most: u64,
    /// says when to give up
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// hears how far it has come, of how many positions, with the values that will not change
    pub tell: &'a mut dyn FnMut(Stage, usize, &[u8]),
}

/// What became of a tablebase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tabled {
    /// There is none for such a position: nobody has numbered its endgame.
    None,
    /// It would have this many positions.
    TooLarge(u64),
    /// It was stopped.
    Stopped,
    /// Every position is known.
    Built {
        /// a byte each
        values: Vec<u8>,
        /// what they add up to
        summary: Summary,
        /// a position with the longest win, in the notation of the game
        longest: Option<String>,
    },
}

/// Builds the tablebase of the position at the end of a record: with its pieces, and what can become of them.
pub fn tablebase(record: &Record, tabling: Tabling) -> Result<Tabled, NoReply> {
    find(&record.game)?.tablebase(record, tabling)
}

/// Makes a tablebase that was built for the position at the end of a record known to every solver and player of this
/// process. False if these cannot be its values.
pub fn give_tablebase(record: &Record, values: Vec<u8>) -> Result<bool, NoReply> {
    find(&record.game)?.give_tablebase(record, values)
}

pub(crate) struct BuildTable<'a, 't>(pub &'a Record, pub Tabling<'t>);

impl Guided for BuildTable<'_, '_> {
    type Out = Result<Tabled, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let BuildTable(record, Tabling { known, most, stop, tell }) = self;
        let table = reach(game, record)?;
        let game = table.game();
        let positions = match guide.endgame(game, table.path().state(), most) {
            Endgame::None => return Ok(Tabled::None),
            Endgame::TooLarge(size) => return Ok(Tabled::TooLarge(size)),
            Endgame::Fits(positions) => positions,
        };
        let (size, mut control) = (positions.size(), Control::new(u64::MAX, stop));
        let values = retrograde(game, &*positions, known, &mut control, &mut |stage, known| tell(stage, size, known));
        let Some(values) = values else { return Ok(Tabled::Stopped) };
        let summary = Summary::of(&values);
        let longest = summary.longest.and_then(|(_, number)| positions.position(number));
        let longest = longest.map(|s| position_text(game, &Path::new(s, 0), Viewer::Referee));
        Ok(Tabled::Built { values, summary, longest })
    }
}

pub(crate) struct GiveTable<'a>(pub &'a Record, pub Vec<u8>);

impl Guided for GiveTable<'_> {
    type Out = Result<bool, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let GiveTable(record, values) = self;
        let table = reach(game, record)?;
        let Endgame::Fits(positions) = guide.endgame(table.game(), table.path().state(), values.len() as u64) else {
            return Ok(false);
        };
        Ok(Tablebase::known(positions, values).map(give).is_some())
    }
}

/// A move of a mixed strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed {
    /// the move
    pub text: String,
    /// how likely it is played
    pub chance: f64,
    /// what it is worth on average against the strategy found, seen from seat 0
    pub worth: f64,
    /// the same where it is proved
    pub exact: Option<Fraction>,
}

/// What is known of a position in which something is hidden, or will be.
#[derive(Clone, PartialEq, Debug)]
pub struct EquilibriumReply {
    /// its value, seen from seat 0: that of the game which begins here, with everything that not all seats see dealt anew,
    /// each way equally likely
    pub value: MixedValue,
    /// what the seat to move does, given what it sees, in bytewise order; empty where no strategy was found
    pub strategy: Vec<Mixed>,
    /// what the seat to move can expect from what it sees, if both play as found
    pub seen: Option<f64>,
    /// how large the game is
    pub size: GameSize,
    /// how many nodes were visited
    pub nodes: u64,
}

/// Looks for the equilibrium of the position at the end of a record, with strategies that lose at most `within` points
/// against the best reply. None where nothing is hidden, or both seats can work it out: then [`solve`] has the value.
///
/// ```
/// use agon_search::{Want, inspect::{Budget, equilibrium}};
///
/// let late = "parity-twist~variant=hidden-master~at=1,2,3/4,5,./7,.,._._0_-".parse()?;
/// let budget = Budget { memory: 1 << 24, nodes: u64::MAX, want: Want::EveryMove, stop: &|| false };
/// let found = equilibrium(&late, &budget, 0.01)?.expect("something will be hidden");
/// assert!(found.value.exploitability() <= Some(0.01));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equilibrium(record: &Record, budget: &Budget, within: f64) -> Result<Option<EquilibriumReply>, NoReply> {
    find(&record.game)?.equilibrium(record, budget, within)
}

pub(crate) struct FindEquilibrium<'a> {
    pub record: &'a Record,
    pub budget: &'a Budget<'a>,
    pub within: f64,
}

impl Guided for FindEquilibrium<'_> {
    type Out = Result<Option<EquilibriumReply>, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let table = reach(game, self.record)?;
        let (game, state) = (table.game(), table.path().state());
        if game.seats() != 2 {
            return Err(NoReply::Seats(game.seats()));
        }
        if G::LOOPS || guide.is_known(game, state) || table.choices().is_empty() {
            return Ok(None);
        }
        let mut control = Control::new(self.budget.nodes, self.budget.stop);
        let bytes = self.budget.memory;
        let request = EquilibriumRequest { bytes, within: self.within, control: &mut control };
        let found = guide.equilibrium(game, state, request);
        let text = |m| game.write_move(state, m);
        let strategy = found.strategy.iter();
        let mut strategy: Vec<Mixed> = strategy
            .map(|mixed| Mixed { text: text(mixed.m), chance: mixed.chance, worth: mixed.worth, exact: mixed.exact })
            .collect();
        strategy.sort_by(|a, b| a.text.cmp(&b.text));
        Ok(Some(EquilibriumReply {
            value: found.value,
            strategy,
            seen: found.seen,
            size: found.size,
            nodes: control.nodes,
        }))
    }
}

/// Every position that can be reached from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachable {
    /// what was found; none when the budget was too small
    pub found: Option<StrongSolution>,
    /// how many positions were looked at
    pub positions: u64,
    /// how many these are if no two count as one, where that could be counted within the same budget
    pub apart: Option<u64>,
    /// whether the value says who wins, so that it can be said in how many plies
    pub has_wins: bool,
}

/// Solves every position that can be reached from the end of a record (see [`strong_solution`](crate::strong_solution)).
pub fn strong_solution(record: &Record, budget: &Budget) -> Result<Reachable, NoReply> {
    find(&record.game)?.strong(record, budget)
}

pub(crate) struct StrongSolve<'a> {
    pub record: &'a Record,
    pub budget: &'a Budget<'a>,
}

impl Guided for StrongSolve<'_> {
    type Out = Result<Reachable, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let table = reach(game, self.record)?;
        if table.game().seats() != 2 || G::LOOPS {
            return Err(NoReply::NotStrong);
        }
        let mut control = Control::new(self.budget.nodes, self.budget.stop);
        let found = solve_all(table.game(), &guide, table.path().state(), self.budget.memory, &mut control);
        let positions = control.nodes;
        let mut control = Control::new(self.budget.nodes, self.budget.stop);
        let (game, state) = (table.game(), table.path().state());
        let apart = found.as_ref().and_then(|_| count_positions(game, state, self.budget.memory, &mut control));
        Ok(Reachable { found, positions, apart, has_wins: !G::POINTS })
    }
}

/// Which lines to count.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// the id of the game
    pub game: &'a str,
    /// its options
    pub settings: &'a Settings,
    /// where they begin
    pub start: Start,
    /// how many moves they are long
    pub depth: u32,
    /// whether the scores at their ends are added up
    pub scores: bool,
}

/// Lines that were counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// how many there are
    pub leaves: u64,
    /// how many begin with each first move, in bytewise order
    pub roots: Vec<(String, u64)>,
    /// for each seat the sum of its scores at their ends, if asked for
    pub scores: Option<Vec<i64>>,
}

/// Counts lines of play (see [`walk::perft`]), until `stop` returns true: then what was counted is worth nothing.
/// `progress` hears how many of how many first moves are done. It needs a stack as deep as the lines are long: less than
/// a kilobyte a ply.
///
/// ```
/// use agon_rules::Start;
/// use agon_search::inspect::{Lines, perft};
///
/// let lines = Lines { game: "gambit", settings: &[], start: Start::Seed(0), depth: 4, scores: false };
/// assert_eq!(perft(&lines, &|| false, &mut |_, _| {})?.leaves, 19154);
/// # Ok::<(), agon_rules::Error>(())
/// ```
pub fn perft(
    lines: &Lines,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Counted, Error> {
    find(lines.game)?.perft(Counting { lines, stop, progress })
}

pub(crate) struct Counting<'a> {
    pub lines: &'a Lines<'a>,
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub progress: &'a mut dyn FnMut(usize, usize),
}

impl Guided for Counting<'_> {
    type Out = Result<Counted, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let Lines { depth, scores, .. } = *self.lines;
        let table = Match::new(game, self.lines.start.clone())?;
        let (game, mut path) = (table.game(), table.path().clone());
        let mut sums = vec![0_i64; game.seats()];
        // The leaves below where the path stands. Scores are added up on the way, if they are asked for.
        let mut below = |path: &mut Path<G::State>, depth: u32| {
            if !scores {
                return walk::perft_until(game, path, depth, &self.stop);
            }
            let mut leaves = 0;
            walk::leaves(game, path, depth, &mut |state| {
                leaves += 1;
                sums.iter_mut().enumerate().for_each(|(seat, sum)| *sum += i64::from(game.score(state, seat)));
            });
            leaves
        };
        let mut first: Vec<_> = table.choices().iter().map(|&m| (game.write_move(path.state(), m), m)).collect();
        first.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let (mut roots, mut leaves) = (Vec::new(), 0);
        if depth == 0 || first.is_empty() {
            leaves = below(&mut path, 0);
        } else {
            let of = first.len();
            for (text, m) in first {
                if (self.stop)() {
                    break;
                }
                path.play(game, m);
                let count = below(&mut path, depth - 1);
                path.undo();
                leaves += count;
                roots.push((text, count));
                (self.progress)(roots.len(), of);
            }
        }
        Ok(Counted { leaves, roots, scores: scores.then_some(sums) })
    }
}

/// Random games to tell.
pub(crate) struct Trace<'a> {
    pub position: Option<&'a str>,
    pub games: u64,
    pub seed: u64,
    pub each: &'a mut dyn FnMut(&Event) -> ControlFlow<()>,
}

impl Guided for Trace<'_> {
    type Out = Result<(), Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let Trace { position, games, seed, each } = self;
        // The caller's wish to stop ends the telling as an error would, and is none.
        let told = tell(&game, position, games, seed, &mut |event| match each(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(None),
        });
        told.or_else(|why: Option<Error>| why.map_or(Ok(()), Err))
    }
}

/// Plays games at random to their end and tells everything that happens, until `each` says to stop (see
/// [`agon_rules::trace`]).
pub fn trace(
    (game, settings): (&str, &Settings),
    position: Option<&str>,
    (games, seed): (u64, u64),
    each: &mut dyn FnMut(&Event) -> ControlFlow<()>,
) -> Result<(), Error> {
    find(game)?.trace(settings, Trace { position, games, seed, each })
}

/// The match at the end of a record.
fn reach<G: Show>(game: G, record: &Record) -> Result<Match<G>, Error> {
    let mut table = Match::new(game, record.start.clone())?;
    record.follow(&mut table)?;
    Ok(table)
}
