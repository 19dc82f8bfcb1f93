//! What came out of a study: rows for data frames, text, CSV, JSON, and a page with charts.

use std::path::PathBuf;

use agon_lab::provenance::{Circumstances, Provenance};
use agon_lab::report::{Item, Sheet};
use agon_lab::sprt::{Test, Verdict};
use agon_lab::{Kind, Trial, With, Workers};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::args::{Number, Words, real, seconds, settings};
use crate::error::{AgonError, Result, StudyError, Wrong};
use crate::study::{book, threads};
use crate::think::think;

/// A study and what came out of it, in every form.
///
/// >>> import agon
/// >>> report = agon.lab.match("tic-tac-toe", "hard", "random", games=100)
/// >>> report.columns[:3]
/// ['seat', 'games', 'won']
/// >>> report.rows[-1]["seat"], report.rows[-1]["games"]
/// ('all', 100)
/// >>> print(report.title)
/// hard against random: tic-tac-toe size=3 line=3
#[pyclass(frozen, module = "agon")]
pub struct Report {
    title: String,
    rows: Sheet,
    long: Sheet,
    text: String,
    csv: String,
    html: String,
    json: Value,
    notes: Vec<String>,
}

impl Report {
    /// Takes over what the lab reports of a study.
    pub fn new(report: agon_lab::report::Report, study: &agon_lab::Study) -> Self {
        let report = report.carrying(Provenance::of(study, made()));
        Report {
            title: report.title.to_string(),
            text: report.text(),
            csv: report.csv(),
            html: report.html(),
            notes: report.notes.iter().map(ToString::to_string).collect(),
            long: report.marked(&report.long),
            rows: report.sheet,
            json: report.json,
        }
    }

    /// The columns by name, each with its values.
    fn table<'py>(&self, py: Python<'py>, wide: bool) -> Result<Bound<'py, PyDict>> {
        let (sheet, out) = (if wide { &self.rows } else { &self.long }, PyDict::new(py));
        for (at, name) in sheet.keys().iter().enumerate() {
            let values = sheet.rows.iter().map(|row| item(py, &row[at])).collect::<PyResult<Vec<_>>>()?;
            out.set_item(name, PyList::new(py, values)?)?;
        }
        Ok(out)
    }
}

/// By what, when and where a report is made.
fn made() -> Circumstances {
    Circumstances::here(option_env!("AGON_COMMIT"))
}

/// The rows of a table, each a dictionary by column.
fn dicts<'py>(py: Python<'py>, sheet: &Sheet) -> Result<Vec<Bound<'py, PyDict>>> {
    let keys = sheet.keys();
    let row = |row: &Vec<Item>| {
        let out = PyDict::new(py);
        for (name, value) in keys.iter().zip(row) {
            out.set_item(name, item(py, value)?)?;
        }
        Ok(out)
    };
    sheet.rows.iter().map(row).collect()
}

/// A value as Python has it; shares lie between 0 and 1.
fn item<'py>(py: Python<'py>, item: &Item) -> PyResult<Bound<'py, PyAny>> {
    match item {
        Item::Text(text) => text.to_string().into_bound_py_any(py),
        Item::Label(_, text) => text.into_bound_py_any(py),
        Item::Known(number, _) => number.into_bound_py_any(py),
        Item::Count(count) => count.into_bound_py_any(py),
        Item::Share(number) | Item::Number(number, _) if number.is_nan() => Ok(py.None().into_bound(py)),
        Item::Share(number) | Item::Number(number, _) => number.into_bound_py_any(py),
        Item::Missing => Ok(py.None().into_bound(py)),
    }
}

#[pymethods]
impl Report {
    /// The question.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// The names of the columns, which CSV and JSON have too.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.rows.keys()
    }

    /// The rows, each a dictionary by column.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyDict>>> {
        dicts(py, &self.rows)
    }

    /// The same in long form: a row for every number, under columns that every kind of study has, with where it comes
    /// from.
    #[getter]
    fn long<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyDict>>> {
        dicts(py, &self.long)
    }

    /// Where it comes from: the command that repeats it, seed, version and commit, date, machine, game and options.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        data(py, &self.json["provenance"])
    }

    /// Remarks that help to read it.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// As aligned text, which the command line prints.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// As comma-separated values.
    #[getter]
    fn csv(&self) -> &str {
        &self.csv
    }

    /// As a page with charts that needs nothing else.
    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    /// As one line of JSON, with more than the rows have.
    #[getter]
    fn json(&self) -> String {
        self.json.to_string()
    }

    /// The same as dictionaries and lists.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        data(py, &self.json)
    }

    /// The report as a data frame of pandas in long form, a row for every number; with `wide`, the rows as they are.
    #[pyo3(signature = (*, wide=false))]
    fn to_pandas<'py>(&self, py: Python<'py>, wide: bool) -> Result<Bound<'py, PyAny>> {
        Ok(py.import("pandas")?.call_method1("DataFrame", (self.table(py, wide)?,))?)
    }

    /// The report as a data frame of polars in long form, a row for every number; with `wide`, the rows as they are.
    #[pyo3(signature = (*, wide=false))]
    fn to_polars<'py>(&self, py: Python<'py>, wide: bool) -> Result<Bound<'py, PyAny>> {
        // Not every number is whole: polars looks at a few only unless it is told to look at all.
        let all = PyDict::new(py);
        all.set_item("strict", false)?;
        Ok(py.import("polars")?.call_method("DataFrame", (self.table(py, wide)?,), Some(&all))?)
    }

    /// What a notebook shows: the page, in a frame of its own.
    fn _repr_html_(&self) -> String {
        let page = self.html.replace('&', "&amp;").replace('"', "&quot;");
        format!("<iframe srcdoc=\"{page}\" style=\"width:100%;height:32rem;border:0\"></iframe>")
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<agon.Report {}>", self.title)
    }
}

/// Data as Python's own lists and dictionaries.
pub fn data<'py>(py: Python<'py>, value: &impl Serialize) -> Result<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|why| AgonError::new_err(why.to_string()))?;
    Ok(py.import("json")?.call_method1("loads", (text,))?)
}

/// Plays two players until it is clear enough whether the first is stronger by so much Elo; `agon.lab.sprt` says more.
#[pyfunction]
#[pyo3(signature = (game, first, second, /, *, elo0=0.0, elo1=20.0, alpha=0.05, beta=0.05, games=None, seed=None,
    opening=None, openings=None, patience=10.0, threads=None, keep=None, options=None, **keywords))]
#[allow(clippy::too_many_arguments)] // Python has them by name.
pub fn sprt(
    py: Python<'_>,
    game: Words,
    first: Words,
    second: Words,
    #[pyo3(from_py_with = real)] elo0: f64,
    #[pyo3(from_py_with = real)] elo1: f64,
    #[pyo3(from_py_with = real)] alpha: f64,
    #[pyo3(from_py_with = real)] beta: f64,
    games: Option<Number>,
    seed: Option<Number>,
    opening: Option<Number>,
    openings: Option<Vec<Words>>,
    #[pyo3(from_py_with = real)] patience: f64,
    threads: Option<Number>,
    keep: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<TrialResult> {
    let study = agon_lab::Study {
        kind: Kind::Match,
        game: game.0,
        parts: vec![settings(options, keywords)?],
        players: vec![first.0, second.0],
        games: games.map_or(Ok(100_000), |games| games.within("number of games", 2..=10_000_000_u64))?,
        seed: seed.map_or(Ok(0), |seed| seed.seed())?,
        opening: opening.map_or(Ok(0), |plies| plies.within("number of plies", 0..=u32::MAX))?,
        openings: book(openings)?,
        quality: 0,
    };
    let (patience, threads) = (seconds(patience)?, self::threads(threads)?);
    let test = Test { elo0, elo1, alpha, beta };
    let trial = think(py, |stop| {
        let with = With { patience, workers: Workers { threads, stop }, keep: keep.as_deref() };
        Trial::play(study, test, with, &mut |_| {})
    })?;
    trial.map(TrialResult).map_err(|why| match why {
        agon_lab::NoTrial::Study(why) => why.into(),
        agon_lab::NoTrial::Keep(why) => why.into(),
        why => Wrong::from(StudyError::new_err(why.to_string())),
    })
}

/// A sequential test, and what came out of it.
#[pyclass(frozen, module = "agon")]
pub struct TrialResult(Trial);

#[pymethods]
impl TrialResult {
    /// Games won by the first player.
    #[getter]
    fn won(&self) -> u64 {
        self.0.results()[0]
    }

    /// Games tied.
    #[getter]
    fn tied(&self) -> u64 {
        self.0.results()[1]
    }

    /// Games lost by the first player.
    #[getter]
    fn lost(&self) -> u64 {
        self.0.results()[2]
    }

    /// The log likelihood ratio.
    #[getter]
    fn ratio(&self) -> f64 {
        self.0.ratio()
    }

    /// The difference in Elo as the games show it, with the ends of its 95 % interval. Where every game was won or lost there
    /// is only one end.
    #[getter]
    fn elo(&self) -> (Option<f64>, Option<f64>, Option<f64>) {
        let (_, elo, _) = self.0.elo();
        (elo.value, elo.low, elo.high)
    }

    /// The bounds between which the test stays open.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        self.0.test.bounds()
    }

    /// The difference in Elo that is accepted; `None` while the test is open.
    #[getter]
    fn accepted(&self) -> Option<f64> {
        self.0.accepted()
    }

    /// As text, which the command line prints.
    #[getter]
    fn text(&self) -> String {
        let lines = Provenance::of_trial(&self.0, made()).lines();
        lines.iter().fold(self.0.text(), |text, line| text + line + "\n")
    }

    /// As one line of JSON.
    #[getter]
    fn json(&self) -> String {
        let mut json = self.0.json();
        json["provenance"] = Provenance::of_trial(&self.0, made()).json();
        json.to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let [won, tied, lost] = self.0.results();
        let now = if self.0.verdict == Verdict::Open { "open" } else { "decided" };
        format!("<agon.TrialResult {won} won, {tied} tied, {lost} lost, {now}>")
    }
}
