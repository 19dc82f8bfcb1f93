//! A game as a tree with explicit chance: what solvers of game theory walk through.

use std::sync::Mutex;

use agon_numbers::{Odds, Root, Rules, TreeState, tree_by_id};
use agon_rules::Viewer;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::args::{Eyes, Number, Words, settings};
use crate::arrays::{Form, elements, numpy};
use crate::error::{AgonError, BugError, Result, Wrong};
use crate::numbering::{payoff_name, rules};
use crate::think::sound;

/// A node of a game's tree, with explicit chance and perfect recall.
///
/// The tree begins before the deal, or at `position`, a position text with everything open: then chance first decides
/// among all that `viewer` cannot tell from it. Nobody but the referee sees more than a spectator, so that with
/// `viewer="spectator"` every seat knows its own things only.
///
/// >>> import agon
/// >>> node = agon.Tree("tic-tac-toe")
/// >>> node.is_chance, node.player, node.legal
/// (False, 0, [0, 1, 2, 3, 4, 5, 6, 7, 8])
/// >>> node.apply(4)
/// >>> node.information_state(1)
/// 'seat 1: 3/3/3 0 | 0 b2'
/// >>> node.undo(), node.history
/// (True, [])
#[pyclass(frozen, module = "agon")]
pub struct Tree {
    inner: Mutex<Box<dyn TreeState>>,
    seed: Seed,
}

/// How a tree was made.
#[derive(Clone)]
struct Seed {
    game: String,
    settings: Vec<(String, String)>,
    root: Root,
    rules: Rules,
    /// whether what is hidden was drawn anew since, so that the history does not lead here
    resampled: bool,
}

impl Tree {
    fn grow(seed: Seed) -> Result<Self> {
        let Seed { game, settings, root, rules, .. } = &seed;
        let grown = sound(|| tree_by_id(game, settings, root, *rules))??;
        Ok(Tree { inner: Mutex::new(grown), seed })
    }

    /// Does something with the node while nobody else does.
    fn with<T>(&self, py: Python<'_>, use_it: impl FnOnce(&mut dyn TreeState) -> T) -> Result<T> {
        sound(|| {
            let mut node = self.inner.lock_py_attached(py).map_err(|_| {
                BugError::new_err("an earlier call failed in the middle of this tree; begin another one")
            })?;
            Ok(use_it(node.as_mut()))
        })?
    }
}

#[pymethods]
impl Tree {
    #[new]
    #[pyo3(signature = (game, /, *, position=None, viewer=Eyes::Spectator, max_plies=None, payoff=None, options=None,
        **keywords))]
    #[allow(clippy::too_many_arguments)] // Python has them by name.
    fn new(
        game: Words,
        position: Option<Words>,
        viewer: Eyes,
        max_plies: Option<Number>,
        payoff: Option<Words>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self> {
        let settings = settings(options, keywords)?;
        let seats = agon_numbers::numbering_by_id(&game.0, &settings)?.seats;
        let viewer = viewer.viewer(seats)?;
        let root = position.map_or(Root::Deal, |position| Root::Position(position.0, viewer));
        let rules = rules(payoff.as_ref(), max_plies.as_ref())?;
        Tree::grow(Seed { game: game.0, settings, root, rules, resampled: false })
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.seed.game
    }

    /// How many play.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |node| node.seats())
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |node| node.actions())
    }

    /// How many numbers an observation has.
    #[getter]
    fn size(&self, py: Python<'_>) -> Result<usize> {
        self.with(py, |node| node.size())
    }

    /// Whether chance decides here.
    #[getter]
    fn is_chance(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, |node| node.is_chance())
    }

    /// Whether the game is over.
    #[getter]
    fn is_terminal(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, |node| node.is_terminal())
    }

    /// The outcomes of a chance node, each with its probability; none elsewhere.
    #[getter]
    fn chance_outcomes(&self, py: Python<'_>) -> Result<Vec<(usize, f64)>> {
        let odds = self.with(py, |node| node.chance_outcomes())?;
        Ok(odds.into_iter().map(Odds::share).enumerate().collect())
    }

    /// The seat that decides; `None` at chance nodes and at the end.
    #[getter]
    fn player(&self, py: Python<'_>) -> Result<Option<usize>> {
        self.with(py, |node| node.player())
    }

    /// The legal actions of that seat in ascending order.
    #[getter]
    fn legal(&self, py: Python<'_>) -> Result<Vec<u32>> {
        self.with(py, |node| node.legal().to_vec())
    }

    /// What the game is worth to each seat; all 0 until it is over.
    #[getter]
    fn returns(&self, py: Python<'_>) -> Result<Vec<f64>> {
        self.with(py, |node| node.returns())
    }

    /// The position as text, as a viewer sees it: a seat, `"spectator"`, or `"referee"`, who sees everything. Empty before
    /// the deal is done.
    #[pyo3(signature = (viewer=Eyes::Referee))]
    fn position(&self, py: Python<'_>, viewer: Eyes) -> Result<String> {
        self.with(py, |node| Ok(node.position(viewer.viewer(node.seats())?)))?
    }

    /// A node that this seat cannot tell from this one, with everything drawn anew that it does not see. There is no way
    /// back from it.
    #[pyo3(signature = (seat, /, seed))]
    fn resample(&self, py: Python<'_>, seat: Number, seed: Number) -> Result<Tree> {
        let node = self.with(py, |node| Ok::<_, Wrong>(node.resample(seat.seat(node.seats())?, seed.seed()?)?))??;
        Ok(Tree { inner: Mutex::new(node), seed: Seed { resampled: true, ..self.seed.clone() } })
    }

    /// The actions and outcomes that led here.
    #[getter]
    fn history(&self, py: Python<'_>) -> Result<Vec<u32>> {
        self.with(py, |node| node.history().to_vec())
    }

    /// Goes on by an action, or at a chance node by an outcome.
    #[pyo3(signature = (action, /))]
    fn apply(&self, py: Python<'_>, action: Number) -> Result<()> {
        Ok(self.with(py, |node| node.apply(action.near()))??)
    }

    /// Goes back by one; `False` at the root.
    fn undo(&self, py: Python<'_>) -> Result<bool> {
        self.with(py, |node| node.undo())
    }

    /// Everything a seat has seen so far: the same text exactly where it cannot tell nodes apart.
    #[pyo3(signature = (seat, /))]
    fn information_state(&self, py: Python<'_>, seat: Number) -> Result<String> {
        self.with(py, |node| Ok(node.information_state(seat.seat(node.seats())?)?.to_owned()))?
    }

    /// The numbers of the moves so far, as a seat knows them: `None` for those that are hidden from it. A node that was
    /// resampled begins there.
    #[pyo3(signature = (seat, /))]
    fn known_actions(&self, py: Python<'_>, seat: Number) -> Result<Vec<Option<u32>>> {
        self.with(py, |node| Ok(node.known_actions(seat.seat(node.seats())?)?))?
    }

    /// What a seat sees now, as a float32 array; all 0 before the deal is done. It is written into `out` if that is given.
    #[pyo3(signature = (seat, /, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Number,
        out: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        numpy(py)?;
        let size = self.size(py)?;
        let out = out.unwrap_or_else(|| PyArray1::<f32>::zeros(py, size, false).into_any());
        let mut lent = Form { name: "out", shape: &[size] }.writable::<f32>(&out)?;
        let slice = elements("out", &mut lent)?;
        self.with(py, |node| Ok::<_, Wrong>(node.observe(seat.seat(node.seats())?, slice)?))??;
        Ok(out)
    }

    /// What an action is called here: its text, or at a chance node the number of the outcome.
    #[pyo3(signature = (action, /))]
    fn text(&self, py: Python<'_>, action: Number) -> Result<String> {
        Ok(self.with(py, |node| node.text(action.near()))??)
    }

    /// A separate node at the same place.
    fn fork(&self, py: Python<'_>) -> Result<Tree> {
        Ok(Tree { inner: Mutex::new(self.with(py, |node| node.fork())?), seed: self.seed.clone() })
    }

    fn __copy__(&self, py: Python<'_>) -> Result<Tree> {
        self.fork(py)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Result<Tree> {
        self.fork(py)
    }

    /// The node that some actions and outcomes lead to from here.
    #[pyo3(signature = (history, /))]
    fn after(&self, py: Python<'_>, history: Vec<Number>) -> Result<Tree> {
        let node = self.fork(py)?;
        history.into_iter().try_for_each(|action| node.apply(py, action))?;
        Ok(node)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> Result<((&str,), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        if let Root::Position(position, viewer) = &self.seed.root {
            keywords.set_item("position", position)?;
            match viewer {
                Viewer::Seat(seat) => keywords.set_item("viewer", seat)?,
                Viewer::Spectator => keywords.set_item("viewer", "spectator")?,
                Viewer::Referee => keywords.set_item("viewer", "referee")?,
            }
        }
        keywords.set_item("max_plies", self.seed.rules.max_plies)?;
        keywords.set_item("payoff", payoff_name(self.seed.rules.payoff))?;
        let options = PyDict::new(py);
        self.seed.settings.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
        keywords.set_item("options", options)?;
        Ok(((&self.seed.game,), keywords))
    }

    fn __getstate__(&self, py: Python<'_>) -> Result<Vec<u32>> {
        if self.seed.resampled {
            let said = "a node that was resampled cannot be saved; save the one it came from";
            return Err(AgonError::new_err(said).into());
        }
        self.history(py)
    }

    #[pyo3(signature = (history, /))]
    fn __setstate__(&self, py: Python<'_>, history: Vec<u32>) -> Result<()> {
        Ok(self.with(py, |node| {
            while node.undo() {}
            history.iter().try_for_each(|action| node.apply((*action).into()))
        })??)
    }

    fn __repr__(&self, py: Python<'_>) -> Result<String> {
        self.with(py, |node| {
            let now = match node.player() {
                _ if node.is_chance() => "chance".to_owned(),
                Some(seat) => format!("seat {seat} to move"),
                None => "over".to_owned(),
            };
            format!("<agon.Tree of {}, {} steps, {now}>", self.seed.game, node.history().len())
        })
    }
}
