//! Many games at once, which one call steps, with arrays of the caller.

use std::sync::Mutex;

use agon_numbers::{BatchSpec, batch_by_id};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, PyOnceLock};
use pyo3::types::PyDict;

use crate::args::{Eyes, Number, Words, settings};
use crate::arrays::{Arrays, Form, Sizes, elements, numpy};
use crate::error::{BugError, Result};
use crate::numbering::{payoff, payoff_name};
use crate::think::sound;

/// Many games of one variant, stepped together by action numbers, with no Python call for each game.
///
/// A game that ends is dealt anew by itself: its row of `done` says so, and `reward` what it was worth to each seat.
/// `players` names who moves for some seats, in Rust; the others are the caller's. `max_plies` breaks long games off.
/// The same seed and actions give the same games. The interpreter's lock is released while games are played.
///
/// >>> import agon
/// >>> batch = agon.Batch("gambit", 64, seed=7)
/// >>> out = batch.reset()
/// >>> out.observation.shape, out.mask.shape, out.turn.shape, out.reward.shape
/// ((64, 98), (64, 129), (64,), (64, 2))
/// >>> finished = 0
/// >>> for _ in range(100):
/// ...     actions = batch.sample()          # a network would choose among those that the mask allows
/// ...     out = batch.step(actions)
/// ...     finished += out.done.sum()
/// >>> bool(finished > 64)
/// True
#[pyclass(frozen, module = "agon")]
pub struct Batch {
    inner: Mutex<Box<dyn agon_numbers::Batch>>,
    sizes: Sizes,
    game: String,
    settings: Vec<(String, String)>,
    spec: BatchSpec,
    /// arrays of its own, for callers who bring none
    own: PyOnceLock<Py<Arrays>>,
    /// the same for actions
    chosen: PyOnceLock<Py<PyArray1<i64>>>,
}

/// Games of a batch: with more, memory could run out in a way that ends the interpreter.
const MOST: u64 = 1 << 20;

impl Batch {
    /// Does something with the games while nobody else does.
    fn with<T>(&self, py: Python<'_>, use_it: impl FnOnce(&mut dyn agon_numbers::Batch) -> T) -> Result<T> {
        sound(|| {
            let mut batch = self.inner.lock_py_attached(py).map_err(|_| {
                BugError::new_err("an earlier call failed in the middle of this batch; begin another one")
            })?;
            Ok(use_it(batch.as_mut()))
        })?
    }

    /// The arrays to write: those of the caller, or the batch's own.
    fn out<'py>(&self, py: Python<'py>, out: Option<Bound<'py, Arrays>>) -> Result<Bound<'py, Arrays>> {
        if let Some(out) = out {
            return Ok(out);
        }
        if self.own.get(py).is_none() {
            let fresh = Py::new(py, Arrays::zeros(py, self.sizes)?)?;
            let _ = self.own.set(py, fresh);
        }
        let own = self.own.get(py).ok_or_else(|| BugError::new_err("no arrays"))?;
        Ok(own.bind(py).clone())
    }

    /// The array for actions: the caller's, or the batch's own.
    fn actions_out<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        numpy(py)?;
        if let Some(out) = out {
            return Ok(out);
        }
        let own = self.chosen.get_or_init(py, || PyArray1::<i64>::zeros(py, self.sizes.games, false).unbind());
        Ok(own.bind(py).clone().into_any())
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, /, *, seed=None, players=None, max_plies=None, payoff=None, options=None,
        **keywords))]
    #[allow(clippy::too_many_arguments)] // Python has them by name.
    fn new(
        game: Words,
        games: Number,
        seed: Option<Number>,
        players: Option<Vec<Option<Words>>>,
        max_plies: Option<Number>,
        payoff: Option<Words>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self> {
        let settings = settings(options, keywords)?;
        let players = players.unwrap_or_default().into_iter().map(|name| name.map(|name| name.0));
        let max_plies = max_plies.map(|plies| plies.within("number of plies", 1..=u32::MAX)).transpose()?;
        let spec = BatchSpec {
            games: games.within("number of games", 1..=MOST)? as usize,
            seed: seed.map_or(Ok(0), |seed| seed.seed())?,
            players: players.collect(),
            max_plies,
            payoff: self::payoff(payoff.as_ref())?,
        };
        let inner = sound(|| batch_by_id(&game.0, &settings, &spec))??;
        let sizes = Sizes { games: inner.games(), size: inner.size(), actions: inner.actions(), seats: inner.seats() };
        Ok(Batch {
            inner: Mutex::new(inner),
            sizes,
            game: game.0,
            settings,
            spec,
            own: PyOnceLock::new(),
            chosen: PyOnceLock::new(),
        })
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// How many games.
    #[getter]
    fn games(&self) -> usize {
        self.sizes.games
    }

    /// How many play in each.
    #[getter]
    fn seats(&self) -> usize {
        self.sizes.seats
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.sizes.actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn size(&self) -> usize {
        self.sizes.size
    }

    /// What a result is worth: `outcome` or `margin`.
    #[getter]
    fn payoff(&self) -> &'static str {
        payoff_name(self.spec.payoff)
    }

    /// New arrays of the right shapes, all zero.
    fn arrays(&self, py: Python<'_>) -> Result<Arrays> {
        Arrays::zeros(py, self.sizes)
    }

    /// Deals all games anew and writes where the caller is to decide first. Without `out` it writes into arrays of its
    /// own, the same each time; they are returned. Without `seed` the batch begins with the one it was made with.
    #[pyo3(signature = (out=None, *, seed=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, Arrays>>,
        seed: Option<Number>,
    ) -> Result<Bound<'py, Arrays>> {
        let seed = seed.map_or(Ok(self.spec.seed), |seed| seed.seed())?;
        let out = self.out(py, out)?;
        let mut lent = out.get().lend(py, self.sizes)?;
        let slices = lent.slices()?;
        self.with(py, |batch| py.detach(|| batch.reset(seed, slices)))??;
        Ok(out)
    }

    /// Makes a move in every game, then those of players until the caller is to decide again, and deals games anew that
    /// have ended. `actions` is an int64 array. If one is not legal, none is made.
    #[pyo3(signature = (actions, out=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<Bound<'py, Arrays>>,
    ) -> Result<Bound<'py, Arrays>> {
        let out = self.out(py, out)?;
        let mut lent = out.get().lend(py, self.sizes)?;
        let slices = lent.slices()?;
        let form = Form { name: "actions", shape: &[self.sizes.games] };
        let actions = form.readable::<i64>(actions)?;
        let actions = actions.as_slice().map_err(|_| form.refuse(format_args!("is not aligned")))?;
        self.with(py, |batch| py.detach(|| batch.step(actions, slices)))??;
        Ok(out)
    }

    /// A legal action for every game, each equally likely: an int64 array, the batch's own unless one is given.
    #[pyo3(signature = (actions=None))]
    fn sample<'py>(&self, py: Python<'py>, actions: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        let actions = self.actions_out(py, actions)?;
        let mut lent = Form { name: "actions", shape: &[self.sizes.games] }.writable::<i64>(&actions)?;
        let slice = elements("actions", &mut lent)?;
        self.with(py, |batch| py.detach(|| batch.sample(slice)))??;
        Ok(actions)
    }

    /// Makes a random move in every game: `sample` and `step` in one call.
    #[pyo3(signature = (out=None, *, actions=None))]
    fn step_randomly<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, Arrays>>,
        actions: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, Arrays>> {
        let (out, actions) = (self.out(py, out)?, self.actions_out(py, actions)?);
        let mut lent = out.get().lend(py, self.sizes)?;
        let slices = lent.slices()?;
        let mut chosen = Form { name: "actions", shape: &[self.sizes.games] }.writable::<i64>(&actions)?;
        let chosen = elements("actions", &mut chosen)?;
        self.with(py, |batch| py.detach(|| batch.step_randomly(chosen, slices)))??;
        Ok(out)
    }

    /// The legal actions of a game, in ascending order.
    #[pyo3(signature = (game, /))]
    fn legal(&self, py: Python<'_>, game: Number) -> Result<Vec<u32>> {
        let game = self.place(&game)?;
        let mut legal = self.with(py, |batch| batch.legal(game).map(<[u32]>::to_vec))?.unwrap_or_default();
        legal.sort_unstable();
        Ok(legal)
    }

    /// The position of a game as text, as a viewer sees it.
    #[pyo3(signature = (game, /, viewer=Eyes::Referee))]
    fn position(&self, py: Python<'_>, game: Number, viewer: Eyes) -> Result<String> {
        let (game, viewer) = (self.place(&game)?, viewer.viewer(self.sizes.seats)?);
        Ok(self.with(py, |batch| batch.position(game, viewer))?.unwrap_or_default())
    }

    /// The seed of the deal of a game, and how many plies have been played since.
    #[pyo3(signature = (game, /))]
    fn deal(&self, py: Python<'_>, game: Number) -> Result<(u64, u32)> {
        let game = self.place(&game)?;
        Ok(self.with(py, |batch| batch.deal(game))?.unwrap_or_default())
    }

    fn __repr__(&self) -> String {
        let options: Vec<String> = self.settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        format!("<agon.Batch of {} games of {}{}>", self.sizes.games, self.game, options.concat())
    }
}

impl Batch {
    /// A game by its number.
    fn place(&self, game: &Number) -> Result<usize> {
        Ok(game.within("game", 0..=(self.sizes.games - 1) as u64)? as usize)
    }
}
