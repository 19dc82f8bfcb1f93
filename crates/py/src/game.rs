//! The games there are: what they are called, what can be chosen, who can play them.

use agon_numbers::Rules;
use agon_rules::games as known;
use agon_rules::games::Info;
use agon_rules::{OptionInfo, Value};
use agon_search::ask;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::args::{Number, Words, settings};
use crate::error::Result;
use crate::table::Table;
use crate::think::sound;

/// A game: what it is called, how many play it, and what can be chosen.
///
/// >>> import agon
/// >>> game = agon.game("parity-twist")
/// >>> game.name, game.seats
/// ('Parity Twist', (2, 2))
/// >>> [option.name for option in game.options]
/// ['variant']
/// >>> len(game.variants())
/// 12
#[pyclass(frozen, module = "agon")]
pub struct Game(Info);

impl Game {
    fn find(id: &str) -> Result<Self> {
        Ok(Game(known::info(id)?))
    }
}

#[pymethods]
impl Game {
    /// Its name in commands, records and links.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id
    }

    /// Its name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// What it is about, in a sentence or two.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.about
    }

    /// The fewest and the most that can play.
    #[getter]
    fn seats(&self) -> (usize, usize) {
        self.0.seats
    }

    /// What can be chosen.
    #[getter]
    fn options(&self) -> Vec<GameOption> {
        self.0.options.iter().cloned().map(GameOption).collect()
    }

    /// The rules page, as Markdown.
    #[getter]
    fn rules(&self) -> Result<&'static str> {
        Ok(known::rules(self.0.id)?)
    }

    /// Every allowed combination of option values, the usual one first.
    fn variants<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyDict>>> {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for option in &self.0.options {
            // The usual value first, as it is the first of all combinations.
            let others = option.values.iter().filter(|value| **value != option.default);
            let values = std::iter::once(&option.default).chain(others);
            let with = |value: &Value| all.iter().map(|some| [&some[..], &[*value]].concat()).collect::<Vec<_>>();
            all = values.flat_map(with).collect();
        }
        let names: Vec<&str> = self.0.options.iter().map(|option| option.name.as_str()).collect();
        let mut out = Vec::new();
        for values in all {
            let written: Vec<_> =
                names.iter().zip(&values).map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
            // Some exclude each other.
            if known::open(self.0.id, &written, agon_rules::Start::Seed(0)).is_ok() {
                out.push(options(py, names.iter().zip(&values).map(|(name, value)| (*name, *value)))?);
            }
        }
        Ok(out)
    }

    /// The computer players, each with what it does; see `agon.players`.
    #[pyo3(signature = (*, options=None, **keywords))]
    fn players<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyDict>> {
        players(py, Words(self.0.id.to_owned()), options, keywords)
    }

    /// A new game; see `agon.Table`.
    #[pyo3(signature = (*, seed=None, position=None, options=None, **keywords))]
    fn table(
        &self,
        seed: Option<Number>,
        position: Option<Words>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Table> {
        Table::open(self.0.id, seed, position, &settings(options, keywords)?, Rules::default())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("agon")?.getattr("game")?, (self.0.id,)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().0.id == self.0.id)
    }

    fn __hash__(&self, py: Python<'_>) -> Result<isize> {
        Ok(PyString::new(py, self.0.id).hash()?)
    }

    fn __repr__(&self) -> String {
        format!("agon.game('{}')", self.0.id)
    }
}

/// Something that can be chosen before a game begins.
///
/// >>> import agon
/// >>> size = agon.game("tic-tac-toe").options[0]
/// >>> size.name, size.values, size.default
/// ('size', [3, 4, 5], 3)
#[pyclass(frozen, module = "agon")]
pub struct GameOption(OptionInfo);

#[pymethods]
impl GameOption {
    /// Its name, with hyphens; as a keyword it is written with underscores.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What it means.
    #[getter]
    fn help(&self) -> &str {
        &self.0.help
    }

    /// Every value it takes.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyList>> {
        let values = self.0.values.iter().map(|value| value_of(py, *value)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, values)?)
    }

    /// The value when nothing is said.
    #[getter]
    fn default<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(value_of(py, self.0.default)?)
    }

    fn __repr__(&self) -> String {
        let values: Vec<String> = self.0.values.iter().map(Value::to_string).collect();
        format!("<option {}={} of {}>", self.0.name, self.0.default, values.join(" "))
    }
}

/// A value of an option as Python has it.
pub fn value_of(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Flag(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => number.into_bound_py_any(py),
        Value::Word(word) => word.into_bound_py_any(py),
    }
}

/// Options by name and value.
pub fn options<'py, 'a>(
    py: Python<'py>,
    options: impl IntoIterator<Item = (&'a str, Value)>,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (name, value) in options {
        out.set_item(name, value_of(py, value)?)?;
    }
    Ok(out)
}

/// Every game.
///
/// >>> import agon
/// >>> "gambit" in [game.id for game in agon.games()]
/// True
#[pyfunction]
pub fn games() -> Vec<Game> {
    known::list().into_iter().map(Game).collect()
}

/// The game with an id.
///
/// >>> import agon
/// >>> agon.game("gambit").name
/// 'Gambit'
/// >>> agon.game("gamit")
/// Traceback (most recent call last):
/// agon.GameError: unknown game `gamit`; did you mean `gambit`? (there is ...)
#[pyfunction]
#[pyo3(signature = (id, /))]
pub fn game(id: Words) -> Result<Game> {
    Game::find(&id.0)
}

/// The computer players of a game, each with what it does, from weak to strong.
///
/// >>> import agon
/// >>> list(agon.players("gambit"))
/// ['easy', 'medium', 'hard', 'expert', 'weighing', 'weighing_2', 'weighing_3', 'greedy', 'records', 'perfect', 'random']
#[pyfunction]
#[pyo3(signature = (game, /, *, options=None, **keywords))]
pub fn players<'py>(
    py: Python<'py>,
    game: Words,
    options: Option<&Bound<'py, PyDict>>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> Result<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let settings = settings(options, keywords)?;
    for (name, about) in sound(|| ask::players(&game.0, &settings))?? {
        out.set_item(name, about)?;
    }
    Ok(out)
}
