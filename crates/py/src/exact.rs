//! What is exact: the values of positions, and how many lines of play there are.

use std::time::Instant;

use agon_numbers::Rules;
use agon_rules::{Record, Seat, Start, Viewer};
use agon_search::inspect::{self, Budget, Counted, Lines, Solved};
use agon_search::{GameValue, StrongSolution, Want};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Number, Words, real, seconds, settings};
use crate::error::{AgonError, NumberError, Result};
use crate::table::Table;
use crate::think::think;

/// Where to begin: a table, or the beginning of a game by id with some options.
pub fn place(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Record> {
    let settings = settings(options, keywords)?;
    if place.is_instance_of::<PyString>() {
        return Table::open(&place.extract::<Words>()?.0, None, None, &settings, Rules::default())?.record_of(py);
    }
    let table = place.cast::<Table>().map_err(|_| PyTypeError::new_err("a table or the id of a game is needed"))?;
    if let Some((name, _)) = settings.first() {
        let said = format!("a table has its options already; leave `{name}` out");
        return Err(AgonError::new_err(said).into());
    }
    table.get().record_of(py)
}

/// The largest transposition table, in megabytes.
const MOST_MEMORY: u64 = 65536;

/// How much a solver may use, as Python says it.
struct Effort {
    memory: Option<Number>,
    nodes: Option<Number>,
    seconds: f64,
}

impl Effort {
    /// Solves within these limits.
    fn spend<T: Send>(
        &self,
        py: Python<'_>,
        want: Want,
        work: impl FnOnce(&Budget) -> Result<T, agon_search::ask::NoReply> + Send,
    ) -> Result<T> {
        let memory = self.memory.as_ref().map_or(Ok(64), |memory| memory.within("memory", 1..=MOST_MEMORY))?;
        let nodes = self.nodes.as_ref().map_or(Ok(u64::MAX), |nodes| nodes.within("number of nodes", 0..=u64::MAX))?;
        let (time, begin) = (seconds(self.seconds)?, Instant::now());
        // The solver takes its table at once, and a process that gets no memory ends.
        let bytes = memory as usize * 1_000_000;
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            NumberError::new_err(format!("bad memory `{memory}`; this machine has not so many megabytes left"))
        })?;
        let solved = think(py, |stop| {
            let late = || stop() || begin.elapsed() >= time;
            work(&Budget { memory: bytes, nodes, want, stop: &late })
        })?;
        Ok(solved?)
    }
}

/// The exact value of a position, of every legal move in it, and best play, as if everybody saw everything.
///
/// `place` is a table, or the id of a game with its options as keywords. `seconds`, `nodes` and `memory` (megabytes)
/// limit the effort; what is proved until then is returned. With `brief` only the value and best play are found, much
/// sooner in large games.
///
/// >>> import agon
/// >>> solution = agon.solve("tic-tac-toe")
/// >>> solution.value, solution.proved, solution.moves["b2"]
/// (0, True, 0)
/// >>> agon.solve(agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2")).line
/// ['c1']
#[pyfunction]
#[pyo3(signature = (place, /, *, seconds=600.0, nodes=None, memory=None, brief=false, options=None, **keywords))]
#[allow(clippy::too_many_arguments)] // Python has them by name.
pub fn solve(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = real)] seconds: f64,
    nodes: Option<Number>,
    memory: Option<Number>,
    brief: bool,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Solution> {
    let record = self::place(py, place, options, keywords)?;
    let want = if brief { Want::Value } else { Want::EveryMove };
    let effort = Effort { memory, nodes, seconds };
    effort.spend(py, want, |budget| inspect::solve(&record, budget, &mut |_, _| {})).map(Solution)
}

/// What is known of a position after solving.
#[pyclass(frozen, module = "agon")]
pub struct Solution(Solved);

#[pymethods]
impl Solution {
    /// The final score of seat 0 less that of seat 1 with best play; `None` where it is not proved.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.0.value.proved()
    }

    /// Whether the value is proved.
    #[getter]
    fn proved(&self) -> bool {
        self.0.value.proved().is_some()
    }

    /// The lowest and the highest value that are still possible, each where it is known.
    #[getter]
    fn bounds(&self) -> (Option<i32>, Option<i32>) {
        self.0.value.range()
    }

    /// The seat that wins with best play; `None` in a draw, and where that is not proved.
    #[getter]
    fn winner(&self) -> Option<Seat> {
        self.0.value.proved().filter(|value| *value != 0).map(|value| Seat::from(value < 0))
    }

    /// Best play from here, while it is proved.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.0.line.clone()
    }

    /// The value of every legal move that is proved.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (text, value) in &self.0.moves {
            if let GameValue::Proved(value) = value {
                out.set_item(text, value)?;
            }
        }
        Ok(out)
    }

    /// How many nodes were visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The plies of the shortest forced win, where play could go in circles.
    #[getter]
    fn win_in(&self) -> Option<usize> {
        self.0.win_in
    }

    /// Whether something is hidden from a seat, so that this holds for open cards only.
    #[getter]
    fn hidden(&self) -> bool {
        self.0.hidden
    }

    fn __repr__(&self) -> String {
        let value = match self.0.value {
            GameValue::Proved(value) => format!("value {value:+}, proved"),
            GameValue::Between(..) => "not proved".to_owned(),
        };
        format!("<agon.Solution {value}, {} nodes>", self.0.nodes)
    }
}

/// Solves every position that can be reached, and counts them by value; for games whose positions cannot come back.
///
/// >>> import agon
/// >>> every = agon.solve_all("tic-tac-toe")
/// >>> every.value, every.positions
/// (0, 765)
#[pyfunction]
#[pyo3(signature = (place, /, *, seconds=600.0, nodes=None, memory=None, options=None, **keywords))]
pub fn solve_all(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = real)] seconds: f64,
    nodes: Option<Number>,
    memory: Option<Number>,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<StrongResult> {
    let record = self::place(py, place, options, keywords)?;
    let effort = Effort { memory, nodes, seconds };
    let found = effort.spend(py, Want::Value, |budget| inspect::strong_solution(&record, budget))?;
    Ok(StrongResult { found: found.found, positions: found.positions })
}

/// Every position that can be reached from one, counted by value.
#[pyclass(frozen, module = "agon")]
pub struct StrongResult {
    found: Option<StrongSolution>,
    positions: u64,
}

#[pymethods]
impl StrongResult {
    /// The value of the first position; `None` where the budget was too small.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.found.as_ref().map(|found| found.value)
    }

    /// How many positions were looked at.
    #[getter]
    fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions have each value, counted from there on.
    #[getter]
    fn tally<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (value, count) in self.found.iter().flat_map(|found| &found.tally) {
            out.set_item(value, count)?;
        }
        Ok(out)
    }

    fn __repr__(&self) -> String {
        let value =
            self.found.as_ref().map_or_else(|| "not solved".to_owned(), |found| format!("value {:+}", found.value));
        format!("<agon.StrongResult {value}, {} positions>", self.positions)
    }
}

/// How many lines of play there are, `depth` moves long; one that ends sooner counts once. From a table they are counted
/// as if the game began at its position.
///
/// >>> import agon
/// >>> agon.perft("gambit", 4)
/// 19154
#[pyfunction]
#[pyo3(signature = (place, /, depth, *, options=None, **keywords))]
pub fn perft(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    depth: Number,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<u64> {
    Ok(count(py, &self::place(py, place, options, keywords)?, &depth)?.leaves)
}

/// The same below every first move.
///
/// >>> import agon
/// >>> agon.divide("tic-tac-toe", 2)["b2"]
/// 8
#[pyfunction]
#[pyo3(signature = (place, /, depth, *, options=None, **keywords))]
pub fn divide<'py>(
    py: Python<'py>,
    place: &Bound<'py, PyAny>,
    depth: Number,
    options: Option<&Bound<'py, PyDict>>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> Result<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (text, leaves) in count(py, &self::place(py, place, options, keywords)?, &depth)?.roots {
        out.set_item(text, leaves)?;
    }
    Ok(out)
}

fn count(py: Python<'_>, record: &Record, depth: &Number) -> Result<Counted> {
    let depth = depth.within("depth", 0..=u32::MAX)?;
    let start = match record.moves.is_empty() {
        true => record.start.clone(),
        false => Start::Position(record.replay()?.position(Viewer::Referee)),
    };
    let lines = Lines { game: &record.game, settings: &record.options, start, depth, scores: false };
    Ok(think(py, |stop| inspect::perft(&lines, stop, &mut |_, _| {}))??)
}
