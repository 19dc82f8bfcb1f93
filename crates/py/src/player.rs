//! Computer players by name: they choose moves for a table, and see only what the seat to move sees.

use std::time::{Duration, Instant};

use agon_rules::Record;
use agon_search::{Worth, ask};
use pyo3::prelude::*;

use crate::args::{Number, Words, real, seconds, short};
use crate::error::Result;
use crate::table::Table;
use crate::think::think;

/// A computer player: a level (`easy` to `expert`, `perfect`), one of the game's own, or an engine such as
/// `mcts:playouts=2000`; `agon.players` lists them.
///
/// `seed` is that of its own chance: the same seed chooses the same moves.
///
/// >>> import agon
/// >>> table = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2")
/// >>> hard = agon.player("original_hard")
/// >>> hard.choose(table).move
/// 'c1'
/// >>> agon.player("nobody").choose(table)
/// Traceback (most recent call last):
/// agon.PlayerError: unknown player `nobody`; there is ...
#[pyclass(frozen, module = "agon")]
pub struct Player {
    name: String,
    seed: u64,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, /, *, seed=None))]
    fn new(name: Words, seed: Option<Number>) -> Result<Self> {
        Ok(Player { name: name.0, seed: seed.map_or(Ok(0), |seed| seed.seed())? })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The seed of its own chance.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The move it would make, with what it thinks of it. The table stays as it is.
    #[pyo3(signature = (table, /))]
    fn choose(&self, py: Python<'_>, table: &Bound<'_, Table>) -> Result<Reply> {
        choose(py, &table.get().record_of(py)?, &self.name, self.seed)
    }

    /// Chooses a move and makes it.
    #[pyo3(signature = (table, /))]
    fn play(&self, py: Python<'_>, table: &Bound<'_, Table>) -> Result<Reply> {
        let reply = self.choose(py, table)?;
        // Somebody else may have moved meanwhile; then this raises.
        table.get().with(py, |table| table.play(reply.seat, &reply.inner.text))??;
        Ok(reply)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (&str, u64))> {
        Ok((py.import("agon")?.getattr("player")?, (&self.name, self.seed)))
    }

    fn __repr__(&self) -> String {
        format!("<agon.Player {}, seed {}>", short(&self.name), self.seed)
    }
}

/// A computer player by name; see `agon.Player`.
///
/// >>> import agon
/// >>> agon.player("expert")
/// <agon.Player expert, seed 0>
#[pyfunction]
#[pyo3(signature = (name, /, seed=None))]
pub fn player(name: Words, seed: Option<Number>) -> Result<Player> {
    Player::new(name, seed)
}

fn choose(py: Python<'_>, record: &Record, name: &str, seed: u64) -> Result<Reply> {
    let begin = Instant::now();
    let inner = think(py, |stop| {
        let late = |time: Option<Duration>| stop() || time.is_some_and(|time| begin.elapsed() >= time);
        ask::reply(record, name, seed, &late)
    })??;
    Ok(Reply { seat: seat_of(record), inner })
}

/// Who is to move at the end of a record; seat 0 where nobody is.
fn seat_of(record: &Record) -> usize {
    record.replay().ok().and_then(|table| table.turn()).unwrap_or(0)
}

/// A move that was chosen, and what is thought of it.
///
/// >>> import agon
/// >>> reply = agon.best(agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2"), "perfect")
/// >>> reply.move, reply.value, reply.proved
/// ('c1', 1.0, True)
/// >>> print(reply)
/// c1, value +1 for seat 0 (proved)
#[pyclass(frozen, module = "agon")]
pub struct Reply {
    seat: usize,
    inner: ask::Reply,
}

#[pymethods]
impl Reply {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.inner.text
    }

    /// The seat that is to make it.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The final score of seat 0 less that of seat 1, where it is known or estimated.
    #[getter]
    fn value(&self) -> Option<f64> {
        worth(self.inner.worth).0
    }

    /// The share of the game that the mover wins, where that is estimated.
    #[getter]
    fn share(&self) -> Option<f64> {
        worth(self.inner.worth).1
    }

    /// Whether the value is proved.
    #[getter]
    fn proved(&self) -> bool {
        matches!(self.inner.worth, Worth::Proved(_))
    }

    /// How many nodes were visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Why it is good, in one sentence, where a fact says so; for hints.
    #[getter]
    fn why(&self) -> Option<String> {
        self.inner.why.as_ref().map(|why| why.text().to_string())
    }

    fn __str__(&self) -> String {
        self.inner.text.clone() + &worth_text(self.inner.worth)
    }

    fn __repr__(&self) -> String {
        format!("<agon.Reply {self}>", self = self.__str__())
    }
}

/// A value for seat 0, or the share that the mover wins.
fn worth(worth: Worth) -> (Option<f64>, Option<f64>) {
    match worth {
        Worth::Unknown => (None, None),
        Worth::Proved(value) => (Some(value.into()), None),
        Worth::Points(value) => (Some(value), None),
        Worth::Share(share) => (None, Some(share)),
    }
}

fn worth_text(worth: Worth) -> String {
    match worth {
        Worth::Unknown => String::new(),
        Worth::Proved(value) => format!(", value {value:+} for seat 0 (proved)"),
        Worth::Points(value) => format!(", value {value:+.2} for seat 0 (estimate)"),
        Worth::Share(share) => format!(", wins {:.0} % (estimate)", 100.0 * share),
    }
}

/// The move a computer player makes at a table.
///
/// >>> import agon
/// >>> agon.best(agon.Table("gambit"), "hard").proved
/// False
#[pyfunction]
#[pyo3(signature = (table, player=None, *, seed=None))]
pub fn best(py: Python<'_>, table: &Bound<'_, Table>, player: Option<Words>, seed: Option<Number>) -> Result<Reply> {
    let name = player.map_or_else(|| "expert".to_owned(), |player| player.0);
    let seed = seed.map_or(Ok(0), |seed| seed.seed())?;
    choose(py, &table.get().record_of(py)?, &name, seed)
}

/// A good move for the seat to move, and why: proved best where a proof is found within seconds.
///
/// >>> import agon
/// >>> hint = agon.hint(agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2"))
/// >>> hint.move, hint.why
/// ('c1', 'It wins at once.')
#[pyfunction]
#[pyo3(signature = (table, /))]
pub fn hint(py: Python<'_>, table: &Bound<'_, Table>) -> Result<Reply> {
    let record = table.get().record_of(py)?;
    let inner = think(py, |stop| ask::hint(&record, stop))??;
    Ok(Reply { seat: seat_of(&record), inner })
}

/// What every legal move is worth, the best first, found within some seconds or proved.
///
/// >>> import agon
/// >>> analysis = agon.analyse(agon.Table("tic-tac-toe"), seconds=10)
/// >>> analysis.proved, len(analysis.moves)
/// (True, 9)
#[pyfunction]
#[pyo3(signature = (table, /, *, seconds=1.0))]
pub fn analyse(
    py: Python<'_>,
    table: &Bound<'_, Table>,
    #[pyo3(from_py_with = real)] seconds: f64,
) -> Result<Analysis> {
    let (record, time, begin) = (table.get().record_of(py)?, self::seconds(seconds)?, Instant::now());
    let found = think(py, |stop| {
        let mut last = None;
        let late = || stop() || begin.elapsed() >= time;
        ask::analyse(&record, &late, &mut |found| last = Some(found.clone()))?;
        Ok::<_, ask::NoReply>(last)
    })??;
    let empty = || ask::Analysis { moves: Vec::new(), depth: None, nodes: 0, done: true };
    Ok(Analysis { seat: seat_of(&record), inner: found.unwrap_or_else(empty) })
}

/// What the moves of a position are worth.
#[pyclass(frozen, module = "agon")]
pub struct Analysis {
    seat: usize,
    inner: ask::Analysis,
}

#[pymethods]
impl Analysis {
    /// Every legal move with what is thought of it, the best for the seat to move first.
    #[getter]
    fn moves(&self) -> Vec<Reply> {
        let reply = |(text, worth): &(String, Worth)| Reply {
            seat: self.seat,
            inner: ask::Reply { text: text.clone(), worth: *worth, nodes: self.inner.nodes, why: None },
        };
        self.inner.moves.iter().map(reply).collect()
    }

    /// The depth of the estimates in plies; `None` where they come from playouts or everything is proved.
    #[getter]
    fn depth(&self) -> Option<i32> {
        self.inner.depth
    }

    /// How many nodes or playouts it took.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Whether every move is proved.
    #[getter]
    fn proved(&self) -> bool {
        self.inner.moves.iter().all(|(_, worth)| matches!(worth, Worth::Proved(_)))
    }

    fn __str__(&self) -> String {
        self.moves().iter().map(|reply| reply.__str__() + "\n").collect()
    }

    fn __repr__(&self) -> String {
        let best = self.inner.moves.first().map_or_else(String::new, |(text, _)| format!(", best {text}"));
        format!("<agon.Analysis of {} moves{best}>", self.inner.moves.len())
    }
}
