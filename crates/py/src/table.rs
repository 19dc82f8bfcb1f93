//! A game in play: the rules' own table behind a lock, so that threads cannot disturb each other's moves.

use std::sync::Mutex;

use agon_numbers::Rules;
use agon_rules::{Record, Start, Viewer, ascii};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyType};

use crate::args::{Eyes, Number, Words, settings};
use crate::arrays::{Form, elements, numpy};
use crate::error::{AgonError, BugError, Result, Wrong};
use crate::game::options;
use crate::numbering::{payoff_name, rules};
use crate::outcome::Outcome;
use crate::picture;
use crate::report::data;
use crate::seated::Inner;
use crate::think::sound;

/// A game in play.
///
/// `seed` chooses the deal, or the game begins at `position`. For programs that learn, `max_plies` breaks a long game
/// off, and `payoff` says what `returns` counts. Every other keyword is an option of the game. Seats are counted from 0.
///
/// >>> import agon
/// >>> table = agon.Table("tic-tac-toe", size=3)
/// >>> table.play("b2")
/// >>> table.turn, table.legal
/// (1, ['a1', 'a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3'])
/// >>> table.play("b2")
/// Traceback (most recent call last):
/// agon.MoveError: illegal move `b2`; `a1`, `a2`, `a3`, `b1`, `b3`, `c1`, `c2` or `c3` is possible
/// >>> table.undo(), table.ply
/// (True, 0)
///
/// A table can be used by several threads, copied and pickled. In a notebook it shows itself as a picture.
#[pyclass(frozen, module = "agon")]
pub struct Table {
    inner: Mutex<Inner>,
    rules: Rules,
}

impl Table {
    /// Opens a game.
    pub fn open(
        id: &str,
        seed: Option<Number>,
        position: Option<Words>,
        settings: &[(String, String)],
        rules: Rules,
    ) -> Result<Self> {
        let start = match (seed, position) {
            (Some(_), Some(_)) => {
                return Err(AgonError::new_err("a game begins with a seed or at a position, not with both").into());
            }
            (None, Some(position)) => Start::Position(position.0),
            (seed, None) => Start::Seed(seed.map_or(Ok(0), |seed| seed.seed())?),
        };
        Table::made(rules, || Inner::open(id, settings, start, rules))
    }

    /// A table around a game that is opened; a panic on the way is ours.
    fn made(rules: Rules, open: impl FnOnce() -> Result<Inner, agon_numbers::Error>) -> Result<Self> {
        Ok(Table { inner: Mutex::new(sound(open)??), rules })
    }

    /// Does something with the table while nobody else does. It must not call Python.
    pub fn with<T>(&self, py: Python<'_>, use_it: impl FnOnce(&mut Inner) -> T) -> Result<T> {
        // A panic would leave the lock poisoned, and the table refused from then on.
        sound(|| {
            let mut table = self.inner.lock_py_attached(py).map_err(|_| {
                BugError::new_err("an earlier call failed in the middle of this table; begin another one")
            })?;
            Ok(use_it(&mut table))
        })?
    }

    /// The whole game so far.
    pub fn record_of(&self, py: Python<'_>) -> Result<Record> {
        self.with(py, |table| table.table().record())
    }

    /// Asks the table something as a viewer sees it.
    fn seen<T>(
        &self,
        py: Python<'_>,
        viewer: &Eyes,
        ask: impl FnOnce(&dyn agon_rules::Table, Viewer) -> T,
    ) -> Result<T> {
        self.with(py, |table| Ok(ask(table.table(), viewer.viewer(table.table().seats())?)))?
    }
}

/// The ply that is asked for: the last one unless it is said.
fn ply_of(table: &dyn agon_rules::Table, ply: Option<&Number>) -> Result<usize> {
    let last = table.ply() as u64;
    ply.map_or(Ok(last), |ply| ply.within("ply", 0..=last)).map(|ply| ply as usize)
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, /, *, seed=None, position=None, max_plies=None, payoff=None, options=None, **keywords))]
    fn new(
        game: Words,
        seed: Option<Number>,
        position: Option<Words>,
        max_plies: Option<Number>,
        payoff: Option<Words>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self> {
        let rules = rules(payoff.as_ref(), max_plies.as_ref())?;
        Table::open(&game.0, seed, position, &settings(options, keywords)?, rules)
    }

    /// The table that a record leads to.
    ///
    /// >>> import agon
    /// >>> agon.Table.replay("tic-tac-toe~seed=0~b2~a1").ply
    /// 2
    #[staticmethod]
    #[pyo3(signature = (record, /, max_plies=None, payoff=None))]
    fn replay(record: Words, max_plies: Option<Number>, payoff: Option<Words>) -> Result<Self> {
        let (record, rules) = (record.0.parse()?, rules(payoff.as_ref(), max_plies.as_ref())?);
        Table::made(rules, || Inner::follow(&record, rules))
    }

    /// The id of the game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Result<&'static str> {
        self.with(py, |table| table.table().id())
    }

    /// Every option by name and value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let known = self.with(py, |table| table.table().options())?;
        Ok(options(py, known.iter().map(|(name, value)| (name.as_str(), *value)))?)
    }

    /// How many play.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |table| table.table().seats())
    }

    /// How many moves have been made.
    #[getter]
    fn ply(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |table| table.table().ply())
    }

    /// The seat that decides; `None` when the game is over.
    #[getter]
    fn turn(&self, py: Python<'_>) -> Result<Option<usize>> {
        self.with(py, |table| table.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, |table| table.turn().is_none())
    }

    /// Every legal move of the seat to move, in the notation of the rules page.
    #[getter]
    fn legal(&self, py: Python<'_>) -> Result<Vec<String>> {
        self.with(py, |table| table.legal())
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Result<Option<Outcome>> {
        Ok(self.with(py, |table| table.table().outcome())?.map(Outcome))
    }

    /// The whole game as one word of text, what is hidden included: `agon.Table.replay` reads it.
    #[getter]
    fn record(&self, py: Python<'_>) -> Result<String> {
        Ok(self.record_of(py)?.to_string())
    }

    /// How many moves were taken back and can be made again.
    #[getter]
    fn undone(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |table| table.table().undone())
    }

    /// Makes a move for the seat to move, or for the one that is named.
    #[pyo3(signature = (r#move, /, seat=None))]
    fn play(&self, py: Python<'_>, r#move: Words, seat: Option<Number>) -> Result<()> {
        self.with(py, |table| {
            let seat = match seat {
                // After the end any seat is told so.
                None => table.turn().unwrap_or(0),
                Some(seat) => seat.seat(table.table().seats())?,
            };
            Ok(table.play(seat, &r#move.0)?)
        })?
    }

    /// Takes the last move back; `False` when there is none.
    fn undo(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, Inner::undo)
    }

    /// Makes the last move again that was taken back; `False` when there is none.
    fn redo(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, Inner::redo)
    }

    /// Another table with the first moves of this one; with all of them unless `ply` says how many.
    #[pyo3(signature = (ply=None))]
    fn fork(&self, py: Python<'_>, ply: Option<Number>) -> Result<Table> {
        let fork = self.with(py, |table| Ok::<_, Wrong>(table.fork(ply_of(table.table(), ply.as_ref())?)))??;
        Ok(Table { inner: Mutex::new(fork), rules: self.rules })
    }

    /// How many actions there are: every move that can ever be legal has a number from 0 up, which never changes.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Result<usize> {
        Ok(self.with(py, |table| Ok::<_, agon_numbers::Error>(table.numbered()?.actions()))??)
    }

    /// The numbers of the legal moves, in ascending order.
    ///
    /// >>> import agon
    /// >>> table = agon.Table("tic-tac-toe")
    /// >>> table.apply(4)
    /// >>> table.legal_actions
    /// [0, 1, 2, 3, 5, 6, 7, 8]
    #[getter]
    fn legal_actions(&self, py: Python<'_>) -> Result<Vec<u32>> {
        Ok(self.with(py, |table| Ok::<_, agon_numbers::Error>(table.numbered()?.legal().to_vec()))??)
    }

    /// Makes the move with this number for the seat to move.
    #[pyo3(signature = (action, /))]
    fn apply(&self, py: Python<'_>, action: Number) -> Result<()> {
        Ok(self.with(py, |table| table.numbered()?.apply(action.near()))??)
    }

    /// The number of a legal move.
    #[pyo3(signature = (r#move, /))]
    fn action_of(&self, py: Python<'_>, r#move: Words) -> Result<u32> {
        Ok(self.with(py, |table| table.numbered()?.number(&r#move.0))??)
    }

    /// The legal move with this number.
    #[pyo3(signature = (action, /))]
    fn move_of(&self, py: Python<'_>, action: Number) -> Result<String> {
        Ok(self.with(py, |table| table.numbered()?.text(action.near()))??)
    }

    /// For each action whether it is legal, as an array of bool. It is written into `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        numpy(py)?;
        let actions = self.actions(py)?;
        let out = out.unwrap_or_else(|| PyArray1::<bool>::zeros(py, actions, false).into_any());
        let mut lent = Form { name: "out", shape: &[actions] }.writable::<bool>(&out)?;
        let slice = elements("out", &mut lent)?;
        self.with(py, |table| table.numbered()?.mask(slice))??;
        Ok(out)
    }

    /// What a seat sees, as an array of float32 whose parts `agon.numbering` names: the seat to move unless one is given,
    /// and the first seat after the end. It is written into `out` if that is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
        out: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        numpy(py)?;
        let size = self.with(py, |table| Ok::<_, agon_numbers::Error>(table.numbered()?.size()))??;
        let out = out.unwrap_or_else(|| PyArray1::<f32>::zeros(py, size, false).into_any());
        let mut lent = Form { name: "out", shape: &[size] }.writable::<f32>(&out)?;
        let slice = elements("out", &mut lent)?;
        self.with(py, |table| {
            let numbered = table.numbered()?;
            let seat = seat.map_or_else(|| Ok(numbered.turn().unwrap_or(0)), |seat| seat.seat(numbered.seats()))?;
            Ok::<_, Wrong>(numbered.observe(seat, slice)?)
        })??;
        Ok(out)
    }

    /// What the game is worth to each seat; all 0 until it is over. With `payoff="outcome"` losers pay 1, which the
    /// winners share; with `payoff="margin"` it is the own score less the mean of the others'.
    #[getter]
    fn returns(&self, py: Python<'_>) -> Result<Vec<f64>> {
        Ok(self.with(py, |table| Ok::<_, agon_numbers::Error>(table.numbered()?.returns()))??)
    }

    /// Whether the game was broken off, after `max_plies` plies.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, |table| table.is_truncated())
    }

    /// The position as text, as a viewer sees it: a seat, `"spectator"`, or `"referee"`, who sees everything.
    ///
    /// >>> import agon
    /// >>> agon.Table("tic-tac-toe").position()
    /// '3/3/3 0'
    #[pyo3(signature = (viewer=Eyes::Referee))]
    fn position(&self, py: Python<'_>, viewer: Eyes) -> Result<String> {
        self.seen(py, &viewer, |table, viewer| table.position(viewer))
    }

    /// Whether anything is hidden from a viewer now.
    #[pyo3(signature = (viewer=Eyes::Referee))]
    fn hides(&self, py: Python<'_>, viewer: Eyes) -> Result<bool> {
        self.seen(py, &viewer, |table, viewer| table.hides(viewer))
    }

    /// The moves made so far as a viewer knows them, each with the seat that made it.
    #[pyo3(signature = (viewer=Eyes::Referee))]
    fn history(&self, py: Python<'_>, viewer: Eyes) -> Result<Vec<(usize, String)>> {
        let steps = self.seen(py, &viewer, |table, viewer| table.history(viewer))?;
        Ok(steps.into_iter().map(|step| (step.seat, step.text)).collect())
    }

    /// What a viewer sees, or saw after some plies, as data: zones, cells, pieces, choices, notes, in the form that
    /// docs/protocol.md describes.
    #[pyo3(signature = (viewer=Eyes::Referee, *, ply=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Eyes, ply: Option<Number>) -> Result<Bound<'py, PyAny>> {
        let see =
            |table: &dyn agon_rules::Table, viewer| ply_of(table, ply.as_ref()).map(|ply| table.view_at(ply, viewer));
        let view = self.seen(py, &viewer, see)??;
        data(py, &view)
    }

    /// The table in plain characters, as a viewer sees it.
    ///
    /// >>> import agon
    /// >>> print(agon.Table("gambit").text())
    /// 4  .  .  .  .  .  .  .  .
    /// 3  X  X  X  X  X  X  X  X
    /// 2  O  O  O  O  O  O  O  O
    /// 1  .  .  .  .  .  .  .  .
    ///    a  b  c  d  e  f  g  h
    /// ...
    #[pyo3(signature = (viewer=Eyes::Referee))]
    fn text(&self, py: Python<'_>, viewer: Eyes) -> Result<String> {
        self.seen(py, &viewer, |table, viewer| ascii::picture(&table.view(viewer)))
    }

    /// The table as one SVG that needs nothing else, as a viewer sees it now or saw it after some plies.
    #[pyo3(signature = (viewer=Eyes::Referee, *, ply=None, names=None))]
    fn svg(&self, py: Python<'_>, viewer: Eyes, ply: Option<Number>, names: Option<Vec<Words>>) -> Result<String> {
        let names = names.map(|names| names.into_iter().map(|name| name.0).collect());
        self.seen(py, &viewer, |table, viewer| Ok(picture::svg(table, ply_of(table, ply.as_ref())?, viewer, names)))?
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> Result<String> {
        self.with(py, |table| picture::svg(table.table(), table.table().ply(), Viewer::Referee, None))
    }

    fn __str__(&self, py: Python<'_>) -> Result<String> {
        self.text(py, Eyes::Referee)
    }

    fn __repr__(&self, py: Python<'_>) -> Result<String> {
        self.with(py, |table| {
            let now = table.turn().map_or_else(|| "over".to_owned(), |seat| format!("seat {seat} to move"));
            format!("<agon.Table {}, ply {}, {now}>", table.table().id(), table.table().ply())
        })
    }

    fn __copy__(&self, py: Python<'_>) -> Result<Table> {
        self.fork(py, None)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Result<Table> {
        self.fork(py, None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, Rebuilt)> {
        let replay = PyType::new::<Table>(py).getattr("replay")?;
        Ok((replay, (self.record(py)?, self.rules.max_plies, payoff_name(self.rules.payoff))))
    }
}

/// What a pickled table is made of.
type Rebuilt = (String, Option<usize>, &'static str);
