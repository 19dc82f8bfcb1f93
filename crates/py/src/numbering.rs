//! A game as numbers: how many actions it has, and what an observation consists of.

use agon_numbers::{Payoff, Playouts as Counted, Rules, numbering_by_id, playouts_by_id};
use agon_rules::{Rng, Start, Viewer};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Number, Words, settings, short};
use crate::error::{AgonError, Result};
use crate::exact::place;
use crate::think::{sound, think};

/// What a result is worth, by name.
pub fn payoff(name: Option<&Words>) -> Result<Payoff> {
    match name.map(|name| name.0.as_str()) {
        None | Some("outcome") => Ok(Payoff::Outcome),
        Some("margin") => Ok(Payoff::Margin),
        Some(other) => {
            let said = format!("unknown payoff `{}`; there is `outcome` or `margin`", short(other));
            Err(AgonError::new_err(said).into())
        }
    }
}

/// The name of what a result is worth.
pub fn payoff_name(payoff: Payoff) -> &'static str {
    match payoff {
        Payoff::Outcome => "outcome",
        Payoff::Margin => "margin",
    }
}

/// How a game is played by numbers.
pub fn rules(name: Option<&Words>, max_plies: Option<&Number>) -> Result<Rules> {
    let max_plies = max_plies.map(|plies| plies.within("number of plies", 1..=u32::MAX)).transpose()?;
    Ok(Rules { payoff: payoff(name)?, max_plies: max_plies.map(|plies| plies as usize) })
}

/// A variant of a game as numbers.
///
/// >>> import agon
/// >>> numbers = agon.numbering("tic-tac-toe")
/// >>> numbers.seats, numbers.actions, numbers.size
/// (2, 9, 20)
/// >>> [(block.name, block.shape) for block in numbers.blocks]
/// [('own', (3, 3)), ('other', (3, 3)), ('turn', (2,))]
#[pyclass(frozen, module = "agon")]
pub struct Numbering(agon_numbers::Numbering);

#[pymethods]
impl Numbering {
    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats
    }

    /// How many actions there are; they are numbered from 0.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn size(&self) -> usize {
        self.0.size
    }

    /// What an observation consists of, in this order.
    #[getter]
    fn blocks(&self) -> Vec<Block> {
        self.0.blocks.iter().cloned().map(Block).collect()
    }

    /// The least and the most that a seat can get, by `payoff="outcome"`.
    #[getter]
    fn outcome_bounds(&self) -> (f64, f64) {
        self.0.outcome_bounds
    }

    /// The least and the most that a seat can get, by `payoff="margin"`.
    #[getter]
    fn margin_bounds(&self) -> (f64, f64) {
        self.0.margin_bounds
    }

    /// Whether anything is hidden from a seat, at the start or later.
    #[getter]
    fn hides(&self) -> bool {
        self.0.hides
    }

    /// How many outcomes each draw of a deal has: the chance nodes of a tree, in their order.
    #[getter]
    fn deal(&self) -> Vec<usize> {
        self.0.deal.clone()
    }

    /// Whether positions can come back, so that games may be long.
    #[getter]
    fn loops(&self) -> bool {
        self.0.loops
    }

    /// No game has more plies; `None` where positions can come back.
    #[getter]
    fn most_plies(&self) -> Option<usize> {
        self.0.most_plies
    }

    /// Whether scores are points, so that margins mean something.
    #[getter]
    fn points(&self) -> bool {
        self.0.points
    }

    fn __repr__(&self) -> String {
        let agon_numbers::Numbering { seats, actions, size, .. } = &self.0;
        format!("<agon.Numbering {seats} seats, {actions} actions, observations of {size}>")
    }
}

/// A part of an observation: numbers that belong together.
#[pyclass(frozen, module = "agon")]
pub struct Block(agon_rules::Block);

#[pymethods]
impl Block {
    /// What it is.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// How its numbers are arranged.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> Result<Bound<'py, pyo3::types::PyTuple>> {
        Ok(pyo3::types::PyTuple::new(py, &self.0.shape)?)
    }

    /// No number is lower.
    #[getter]
    fn low(&self) -> f32 {
        self.0.low
    }

    /// No number is higher.
    #[getter]
    fn high(&self) -> f32 {
        self.0.high
    }

    fn __repr__(&self) -> String {
        format!("<agon.Block {} of {:?}>", self.0.name, self.0.shape)
    }
}

/// What a program needs to know of a variant of a game before it plays by numbers; see `agon.Numbering`.
#[pyfunction]
#[pyo3(signature = (game, /, *, options=None, **keywords))]
pub fn numbering(
    game: Words,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Numbering> {
    let settings = settings(options, keywords)?;
    Ok(Numbering(sound(|| numbering_by_id(&game.0, &settings))??))
}

/// Games that are played between two looks at whether to stop.
const BLOCK: u64 = 4096;

/// Plays whole games at random, in Rust, and counts them: from a table, or by the id of a game, each from a deal of its
/// own.
///
/// >>> import agon
/// >>> counted = agon.playouts("tic-tac-toe", 1000)
/// >>> counted.games, sum(counted.wins) + counted.draws
/// (1000, 1000)
#[pyfunction]
#[pyo3(signature = (place, /, games, *, seed=None, options=None, **keywords))]
pub fn playouts(
    py: Python<'_>,
    place: &Bound<'_, PyAny>,
    games: Number,
    seed: Option<Number>,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Playouts> {
    let record = self::place(py, place, options, keywords)?;
    let is_dealt = place.is_instance_of::<PyString>();
    let start = if is_dealt { None } else { Some(Start::Position(record.replay()?.position(Viewer::Referee))) };
    let games = games.within("number of games", 0..=u64::MAX)?;
    let seed = seed.map_or(Ok(0), |seed| seed.seed())?;
    let counted = think(py, |stop| {
        let mut sum: Option<Counted> = None;
        for (at, first) in (0..games.max(1)).step_by(BLOCK as usize).enumerate() {
            let (count, seed) = (BLOCK.min(games - first), Rng::derive(seed, at as u64));
            let block = playouts_by_id(&record.game, &record.options, start.clone(), count, seed)?;
            sum = Some(match sum {
                None => block,
                Some(sum) => Counted {
                    games: sum.games + block.games,
                    plies: sum.plies + block.plies,
                    wins: sum.wins.iter().zip(block.wins).map(|(a, b)| a + b).collect(),
                    draws: sum.draws + block.draws,
                },
            });
            if stop() {
                break;
            }
        }
        Ok::<_, agon_numbers::Error>(sum.unwrap_or_default())
    })?;
    Ok(Playouts(counted?))
}

/// Random games, counted.
#[pyclass(frozen, module = "agon")]
pub struct Playouts(Counted);

#[pymethods]
impl Playouts {
    /// How many games.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    /// How many plies in all of them.
    #[getter]
    fn plies(&self) -> u64 {
        self.0.plies
    }

    /// By seat: games that it alone has won.
    #[getter]
    fn wins(&self) -> Vec<u64> {
        self.0.wins.clone()
    }

    /// Games that several have won, or nobody.
    #[getter]
    fn draws(&self) -> u64 {
        self.0.draws
    }

    fn __repr__(&self) -> String {
        format!("<agon.Playouts {} games, {} plies>", self.0.games, self.0.plies)
    }
}
