//! Arrays of numpy that belong to the caller: checked for shape and type, and lent to Rust while a call lasts.

use std::fmt::Write;

use numpy::{
    BorrowError, Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::error::{ArrayError, Result, Wrong};

/// Makes sure that numpy is there: without it the first array would fail in a way that Python cannot catch.
pub fn numpy(py: Python<'_>) -> Result<()> {
    static IS_THERE: PyOnceLock<()> = PyOnceLock::new();
    IS_THERE.get_or_try_init(py, || py.import("numpy").map(drop))?;
    Ok(())
}

/// What an array must be.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    /// what it is called in messages
    pub name: &'a str,
    /// its dimensions
    pub shape: &'a [usize],
}

impl Form<'_> {
    /// The array of this form, or what is wrong with the one that was given.
    fn check<'py, T: Element>(&self, array: &Bound<'py, PyAny>) -> Result<Bound<'py, PyArrayDyn<T>>> {
        let py = array.py();
        let wanted = T::get_dtype(py);
        let Ok(any) = array.cast::<PyUntypedArray>() else {
            let kind = array.get_type().name()?.to_string();
            return Err(self.refuse(format_args!("is a {kind}; it needs an array of numpy")));
        };
        if !any.dtype().is_equiv_to(&wanted) || any.shape() != self.shape {
            let (dtype, shape, needed) = (any.dtype(), tuple(any.shape()), tuple(self.shape));
            let said = format_args!("has shape {shape} and dtype {dtype}; it needs shape {needed} and dtype {wanted}");
            return Err(self.refuse(said));
        }
        if !any.is_c_contiguous() {
            return Err(self.refuse(format_args!("is not contiguous; `numpy.ascontiguousarray` makes a copy that is")));
        }
        Ok(array.cast::<PyArrayDyn<T>>().map_err(PyErr::from)?.clone())
    }

    /// An array to write into.
    pub fn writable<'py, T: Element>(&self, array: &Bound<'py, PyAny>) -> Result<PyReadwriteArrayDyn<'py, T>> {
        self.check::<T>(array)?.try_readwrite().map_err(|why| self.no_loan(&why))
    }

    /// An array to read.
    pub fn readable<'py, T: Element>(&self, array: &Bound<'py, PyAny>) -> Result<PyReadonlyArrayDyn<'py, T>> {
        self.check::<T>(array)?.try_readonly().map_err(|why| self.no_loan(&why))
    }

    /// Why it cannot be used now.
    fn no_loan(&self, why: &BorrowError) -> Wrong {
        self.refuse(match why {
            BorrowError::NotWriteable => format_args!("cannot be written; give an array that is not read-only"),
            _ => format_args!("is in use: another array of this call, or another thread, has the same memory"),
        })
    }

    /// Why its memory cannot be used.
    pub fn refuse(&self, said: std::fmt::Arguments) -> Wrong {
        ArrayError::new_err(format!("`{}` {said}", self.name)).into()
    }
}

/// The elements of an array that is lent for writing.
pub fn elements<'a, T: Element>(name: &str, array: &'a mut PyReadwriteArrayDyn<'_, T>) -> Result<&'a mut [T]> {
    let form = Form { name, shape: &[] };
    array.as_slice_mut().map_err(|_| form.refuse(format_args!("is not aligned; `numpy.copy` makes one that is")))
}

/// A shape as Python writes it.
fn tuple(shape: &[usize]) -> String {
    let mut out = String::from("(");
    for (at, size) in shape.iter().enumerate() {
        let _ = write!(out, "{}{size}", if at > 0 { ", " } else { "" });
    }
    out + if shape.len() == 1 { ",)" } else { ")" }
}

/// The arrays that a batch writes: a row for each game, about the position where the caller is to decide next.
///
/// `agon.Batch.arrays` makes them; to use your own, hand them over here. They stay yours: a batch writes into them and
/// keeps nothing.
#[pyclass(frozen, module = "agon")]
pub struct Arrays {
    /// What the seat to move sees: float32, a row for each game.
    #[pyo3(get)]
    observation: Py<PyAny>,
    /// Which actions are legal: bool, a row for each game.
    #[pyo3(get)]
    mask: Py<PyAny>,
    /// The seat to move: int32.
    #[pyo3(get)]
    turn: Py<PyAny>,
    /// What the game that has just ended is worth to each seat, 0 while it goes on: float32, a row for each game.
    #[pyo3(get)]
    reward: Py<PyAny>,
    /// Whether a game has just ended, and the next one has been dealt: bool.
    #[pyo3(get)]
    done: Py<PyAny>,
    /// Whether it was broken off: bool.
    #[pyo3(get)]
    truncated: Py<PyAny>,
}

#[pymethods]
impl Arrays {
    #[new]
    fn new(
        observation: Py<PyAny>,
        mask: Py<PyAny>,
        turn: Py<PyAny>,
        reward: Py<PyAny>,
        done: Py<PyAny>,
        truncated: Py<PyAny>,
    ) -> Self {
        Arrays { observation, mask, turn, reward, done, truncated }
    }
}

/// How large the arrays of a batch are.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// how many games
    pub games: usize,
    /// how many numbers an observation has
    pub size: usize,
    /// how many actions there are
    pub actions: usize,
    /// how many play
    pub seats: usize,
}

impl Arrays {
    /// New arrays, all zero.
    pub fn zeros(py: Python<'_>, sizes: Sizes) -> Result<Self> {
        numpy(py)?;
        let Sizes { games, size, actions, seats } = sizes;
        Ok(Arrays {
            observation: PyArray2::<f32>::zeros(py, (games, size), false).into_any().unbind(),
            mask: PyArray2::<bool>::zeros(py, (games, actions), false).into_any().unbind(),
            turn: PyArray1::<i32>::zeros(py, games, false).into_any().unbind(),
            reward: PyArray2::<f32>::zeros(py, (games, seats), false).into_any().unbind(),
            done: PyArray1::<bool>::zeros(py, games, false).into_any().unbind(),
            truncated: PyArray1::<bool>::zeros(py, games, false).into_any().unbind(),
        })
    }

    /// Lends them for one call.
    pub fn lend<'py>(&self, py: Python<'py>, sizes: Sizes) -> Result<Lent<'py>> {
        numpy(py)?;
        let Sizes { games, size, actions, seats } = sizes;
        let form = |name, shape| Form { name, shape };
        Ok(Lent {
            observation: form("observation", &[games, size]).writable(self.observation.bind(py))?,
            mask: form("mask", &[games, actions]).writable(self.mask.bind(py))?,
            turn: form("turn", &[games]).writable(self.turn.bind(py))?,
            reward: form("reward", &[games, seats]).writable(self.reward.bind(py))?,
            done: form("done", &[games]).writable(self.done.bind(py))?,
            truncated: form("truncated", &[games]).writable(self.truncated.bind(py))?,
        })
    }
}

/// Arrays while they are lent.
pub struct Lent<'py> {
    observation: PyReadwriteArrayDyn<'py, f32>,
    mask: PyReadwriteArrayDyn<'py, bool>,
    turn: PyReadwriteArrayDyn<'py, i32>,
    reward: PyReadwriteArrayDyn<'py, f32>,
    done: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
}

impl Lent<'_> {
    /// Their elements.
    pub fn slices(&mut self) -> Result<agon_numbers::Arrays<'_>> {
        Ok(agon_numbers::Arrays {
            observation: elements("observation", &mut self.observation)?,
            mask: elements("mask", &mut self.mask)?,
            turn: elements("turn", &mut self.turn)?,
            reward: elements("reward", &mut self.reward)?,
            done: elements("done", &mut self.done)?,
            truncated: elements("truncated", &mut self.truncated)?,
        })
    }
}
