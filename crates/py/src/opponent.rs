//! A named player for many games of one variant: it answers by action numbers, without texts, and keeps what it finds out.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use agon_numbers::{NumberedPlayer, player_by_id};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::args::{Number, Words, settings, short};
use crate::error::{BugError, Result};
use crate::table::Table;
use crate::think::sound;

/// A computer player for tables of one variant, who answers by action numbers.
///
/// `agon.Player` plays any game and says what it thinks; this one is quick, for programs that play many games against it.
/// It sees only what the seat to move sees.
///
/// >>> import agon
/// >>> table = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2")
/// >>> hard = agon.Opponent("tic-tac-toe", "original_hard")
/// >>> hard.choose(table)
/// 2
/// >>> hard.play(table)
/// 2
/// >>> table.over, hard.choose(table)
/// (True, None)
#[pyclass(frozen, module = "agon")]
pub struct Opponent {
    inner: Mutex<Box<dyn NumberedPlayer>>,
    game: String,
    name: String,
    settings: Vec<(String, String)>,
}

/// What a pickled opponent is made of.
type Rebuilt<'py> = ((String, String), Bound<'py, PyDict>);

impl Opponent {
    /// Chooses an action at a table, and makes the move if `make` says so. The interpreter's lock is released meanwhile.
    fn answer(&self, py: Python<'_>, table: &Table, seed: Option<Number>, make: bool) -> Result<Option<u32>> {
        let seed = seed.map_or(Ok(0), |seed| seed.seed())?;
        table.with(py, |inner| {
            let table = inner.numbered()?;
            let mut locked = self.inner.lock_py_attached(py).map_err(|_| {
                BugError::new_err("an earlier call failed in the middle of this opponent; call another one")
            })?;
            let (player, begin) = (locked.as_mut(), Instant::now());
            let late = |time: Option<Duration>| time.is_some_and(|time| begin.elapsed() >= time);
            let chosen = py.detach(|| player.choose(&*table, seed, &late))?;
            if let Some(action) = chosen.filter(|_| make) {
                table.apply(action.into())?;
            }
            Ok(chosen)
        })?
    }
}

#[pymethods]
impl Opponent {
    #[new]
    #[pyo3(signature = (game, name, /, *, options=None, **keywords))]
    fn new(
        game: Words,
        name: Words,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self> {
        let settings = settings(options, keywords)?;
        let inner = Mutex::new(sound(|| player_by_id(&game.0, &settings, &name.0))??);
        Ok(Opponent { inner, game: game.0, name: name.0, settings })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The number of the move it would make; `None` when the game is over. The table stays as it is. `seed` is that of
    /// the game, for the chance of the player.
    #[pyo3(signature = (table, /, seed=None))]
    fn choose(&self, py: Python<'_>, table: &Bound<'_, Table>, seed: Option<Number>) -> Result<Option<u32>> {
        self.answer(py, table.get(), seed, false)
    }

    /// Chooses a move and makes it; its number, or `None` when the game is over.
    #[pyo3(signature = (table, /, seed=None))]
    fn play(&self, py: Python<'_>, table: &Bound<'_, Table>, seed: Option<Number>) -> Result<Option<u32>> {
        self.answer(py, table.get(), seed, true)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> Result<Rebuilt<'py>> {
        let (keywords, options) = (PyDict::new(py), PyDict::new(py));
        self.settings.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
        keywords.set_item("options", options)?;
        Ok(((self.game.clone(), self.name.clone()), keywords))
    }

    fn __repr__(&self) -> String {
        format!("<agon.Opponent {} of {}>", short(&self.name), short(&self.game))
    }
}
