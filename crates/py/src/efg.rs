//! Trees as extensive-form files, which Gambit and OpenSpiel read.

use std::path::PathBuf;

use agon_numbers::{EfgError, EfgSize, EfgSpec, Root, Worth, efg_by_id, efg_file_by_id};
use agon_rules::{Record, Viewer};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Number, Words, settings, short};
use crate::error::{AgonError, NumberError, Result, Wrong};
use crate::table::Table;
use crate::think::think;

/// The tree of a game as an extensive-form file (`.efg`), which Gambit and OpenSpiel read: what `agon efg` writes.
///
/// `place` is the id of a game with its options as keywords: then the tree begins before the deal. Or it is a table: then
/// it begins at its position, and chance first decides among all that spectators cannot tell from it.
///
/// With `file` the tree is written there; otherwise the result holds it as `text`. A tree with more than `nodes` nodes
/// is refused before anything is written. `payoff` says what the end of a game is worth to a player: `"margin"`, the own
/// score less that of the other (usual between two: what `agon.solve` states), `"scores"`, the own score (usual among
/// more), or `"outcome"`, where the losers pay 1 each to the winners. After `max_plies` plies a game is broken off and
/// worth nothing. With `names` information sets are called by what the player has seen.
///
/// >>> import agon
/// >>> tree = agon.efg(agon.Table("tic-tac-toe", position="xo1/xo1/o1x 0"))
/// >>> tree.nodes, tree.ends, tree.sets
/// (12, 6, [3, 3])
/// >>> print(tree.text.splitlines()[3])
/// p "" 1 1 "1:1" { "b1" "c2" "c3" } 0
#[pyfunction]
#[pyo3(signature = (place, /, file=None, *, nodes=None, payoff=None, max_plies=None, names=false, options=None,
    **keywords))]
#[allow(clippy::too_many_arguments)] // Python has them by name.
pub fn efg(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    file: Option<PathBuf>,
    nodes: Option<Number>,
    payoff: Option<Words>,
    max_plies: Option<Number>,
    names: bool,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Efg> {
    let usual = EfgSpec::default();
    let spec = EfgSpec {
        worth: payoff.map(|name| worth(&name.0)).transpose()?,
        max_plies: max_plies
            .map(|plies| plies.within("number of plies", 1..=u32::MAX))
            .transpose()?
            .map(|n| n as usize),
        names,
        most_nodes: nodes.map_or(Ok(usual.most_nodes), |nodes| nodes.within("number of nodes", 1..=u64::MAX))?,
    };
    let (game, settings, root) = root(py, place, &settings(options, keywords)?)?;
    let written = think(py, |stop| {
        let (game, mut text) = ((game.as_str(), settings.as_slice()), Vec::new());
        let size = match &file {
            Some(path) => efg_file_by_id(game, &root, &spec, path, stop),
            None => efg_by_id(game, &root, &spec, &mut text, stop),
        };
        size.map(|size| Efg { size, text: file.is_none().then(|| String::from_utf8_lossy(&text).into_owned()) })
    })?;
    written.map_err(|why| match (why, &file) {
        (EfgError::Tree(why), _) => why.into(),
        (EfgError::Io(why), Some(path)) => PyOSError::new_err(format!("{}: {why}", path.display())).into(),
        (EfgError::TooLarge(most), _) => Wrong::from(NumberError::new_err(format!(
            "the tree has more than {most} nodes; begin at a later position, break games off (`max_plies`), or raise \
             `nodes`"
        ))),
        (why, _) => AgonError::new_err(why.to_string()).into(),
    })
}

/// Where a tree begins.
fn root(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    settings: &[(String, String)],
) -> Result<(String, agon_lab::Settings, Root)> {
    if place.is_instance_of::<PyString>() {
        return Ok((place.extract::<Words>()?.0, settings.to_vec(), Root::Deals));
    }
    let table = place.cast::<Table>().map_err(|_| PyTypeError::new_err("a table or the id of a game is needed"))?;
    if let Some((name, _)) = settings.first() {
        let said = format!("a table has its options already; leave `{}` out", short(name));
        return Err(AgonError::new_err(said).into());
    }
    let Record { game, options, .. } = table.get().record_of(py)?;
    let position = table.get().with(py, |table| table.table().position(Viewer::Referee))?;
    Ok((game, options, Root::Position(position, Viewer::Spectator)))
}

fn worth(name: &str) -> Result<Worth> {
    match name {
        "outcome" => Ok(Worth::Outcome),
        "margin" => Ok(Worth::Margin),
        "scores" => Ok(Worth::Scores),
        other => {
            let said = format!("unknown payoff `{}`; there is `outcome`, `margin` or `scores`", short(other));
            Err(AgonError::new_err(said).into())
        }
    }
}

/// A tree that was written down, and how large it is.
#[pyclass(frozen, module = "agon")]
pub struct Efg {
    size: EfgSize,
    text: Option<String>,
}

#[pymethods]
impl Efg {
    /// The file as text; `None` where it was written to a file.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// All nodes.
    #[getter]
    fn nodes(&self) -> u64 {
        self.size.nodes
    }

    /// Nodes where chance decides.
    #[getter]
    fn chance(&self) -> u64 {
        self.size.chance
    }

    /// Nodes where the game is over.
    #[getter]
    fn ends(&self) -> u64 {
        self.size.ends
    }

    /// The number of information sets of each seat.
    #[getter]
    fn sets(&self) -> Vec<u64> {
        self.size.sets.clone()
    }

    fn __repr__(&self) -> String {
        let sets: u64 = self.size.sets.iter().sum();
        format!("<agon.Efg {} nodes, {sets} information sets>", self.size.nodes)
    }
}
