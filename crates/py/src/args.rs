//! What Python hands over: texts, numbers, viewers and options, checked here so that a value out of range raises an
//! exception of ours and not one of the border.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use agon_rules::{Seat, Viewer};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyDictMethods, PyInt, PyString};

use crate::error::{NumberError, OptionError, Result, SeatError};

/// A text. Half of a surrogate pair becomes a replacement character, which nothing accepts.
pub struct Words(pub String);

impl<'py> FromPyObject<'_, 'py> for Words {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Words(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// A whole number, however large; numpy's too.
pub struct Number(i128);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Most numbers are small, and these are read at once.
        let beyond = |raised: &PyErr| raised.is_instance_of::<PyOverflowError>(object.py());
        match object.extract::<i64>() {
            Ok(number) => return Ok(Number(number.into())),
            Err(raised) if beyond(&raised) => {}
            Err(raised) => return Err(raised),
        }
        match object.extract::<i128>() {
            Ok(number) => Ok(Number(number)),
            // So large that nothing accepts it.
            Err(raised) if beyond(&raised) => Ok(Number(if object.lt(0)? { i128::MIN } else { i128::MAX })),
            Err(raised) => Err(raised),
        }
    }
}

impl Number {
    /// The number, if it lies within bounds; `what` says in a message what it is.
    pub fn within<T: Copy + Into<i128> + TryFrom<i128> + Display>(
        &self,
        what: &str,
        bounds: RangeInclusive<T>,
    ) -> Result<T> {
        let (low, high) = (*bounds.start(), *bounds.end());
        if !(low.into()..=high.into()).contains(&self.0) {
            let shown = match self.0 {
                i128::MIN | i128::MAX => "a number of more than 128 bits".to_owned(),
                number => format!("`{number}`"),
            };
            return Err(NumberError::new_err(format!("bad {what} {shown}; it goes from {low} to {high}")).into());
        }
        Ok(T::try_from(self.0).unwrap_or(low))
    }

    /// The nearest number of 64 bits: what is beyond them nothing accepts.
    pub fn near(&self) -> i64 {
        i64::try_from(self.0).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }

    /// A seat of a game with this number of them.
    pub fn seat(&self, seats: Seat) -> Result<Seat> {
        match Seat::try_from(self.0) {
            Ok(seat) if seat < seats => Ok(seat),
            _ => {
                let said = format!("there is no seat {}; seats are numbered from 0 to {}", self.near(), seats - 1);
                Err(SeatError::new_err(said).into())
            }
        }
    }

    /// A seed.
    pub fn seed(&self) -> Result<u64> {
        self.within("seed", 0..=u64::MAX)
    }
}

/// A number that need not be whole; one that is too large for a float is infinite.
pub fn real(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    match object.extract() {
        Err(raised) if PyErr::is_instance_of::<PyOverflowError>(&raised, object.py()) => Ok(f64::INFINITY),
        number => number,
    }
}

/// A number of seconds.
pub fn seconds(number: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(number)
        .map_err(|why| NumberError::new_err(format!("bad number of seconds `{number}`: {why}")).into())
}

/// Who looks: a seat, `"spectator"`, or `"referee"`, which `None` means too.
pub enum Eyes {
    /// a seat by its number
    Seat(Number),
    /// anybody else by name
    Name(String),
    /// whoever sees everything
    Referee,
    /// who sees least
    Spectator,
}

impl<'py> FromPyObject<'_, 'py> for Eyes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Eyes::Referee);
        }
        if object.is_instance_of::<PyString>() {
            return Ok(Eyes::Name(object.extract::<Words>()?.0));
        }
        object.extract().map(Eyes::Seat)
    }
}

impl Eyes {
    /// The viewer of a game with this number of seats.
    pub fn viewer(&self, seats: Seat) -> Result<Viewer> {
        let unknown = |shown: &str| {
            let last = seats - 1;
            let said =
                format!("unknown viewer `{shown}`; a seat from 0 to {last}, `spectator` or `referee` is possible");
            Err(SeatError::new_err(said).into())
        };
        match self {
            Eyes::Referee => Ok(Viewer::Referee),
            Eyes::Spectator => Ok(Viewer::Spectator),
            Eyes::Name(name) => match name.as_str() {
                "referee" => Ok(Viewer::Referee),
                "spectator" => Ok(Viewer::Spectator),
                _ => unknown(&short(name)),
            },
            Eyes::Seat(Number(number)) => match Seat::try_from(*number) {
                Ok(seat) if seat < seats => Ok(Viewer::Seat(seat)),
                _ => unknown(&number.to_string()),
            },
        }
    }
}

/// Text from outside, fit to be quoted on one line.
pub fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(120).collect()
}

/// Options by name and value, from a dictionary, from keywords, or from both. An underscore in a name reads as a hyphen.
pub fn settings(
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<Vec<(String, String)>> {
    let mut settings = Vec::new();
    for (name, value) in [options, keywords].into_iter().flatten().flat_map(PyDictMethods::iter) {
        let name = name.extract::<Words>()?.0.replace('_', "-");
        let value = value_of(&name, &value)?;
        settings.push((name, value));
    }
    Ok(settings)
}

/// A value of an option as people write it.
pub fn value_of(option: &str, value: &Bound<'_, PyAny>) -> Result<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_string_lossy().into_owned());
    }
    if let Ok(number) = value.extract::<Number>() {
        return Ok(number.0.to_string());
    }
    let kind = value.get_type().name()?.to_string_lossy().into_owned();
    let said =
        format!("bad value of option `{option}`: a word, a whole number, True or False is possible, not a {kind}");
    Err(OptionError::new_err(said).into())
}
