//! Studies of the lab: a question, the blocks of games that answer it, and what came out.
//!
//! A study is played here on threads, or its blocks are played anywhere, one call each, and put together: the report is
//! the same to the byte.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use agon_lab::keep::{self, Done};
use agon_lab::{
    Block, Course, EXACT_MEMORY, EXACT_NODES, Finished, Kind, NoStudy, Plan, Records, Tally, Workers, run_by_id,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};

use crate::args::{Number, Words, real, seconds, settings, short, value_of};
use crate::error::{AgonError, Result, StudyError};
use crate::report::Report;
use crate::think::{Stop, sound, think, think_aloud};

/// A question that games answer, made ready to be played: `agon.lab` asks the usual ones.
///
/// `kind` is `"match"`, `"table"`, `"tournament"` or `"balance"`. A study is the same wherever it is made with the same
/// arguments, can be pickled, and falls into blocks of games that can be played anywhere in any order.
///
/// >>> import agon
/// >>> study = agon.Study("match", "tic-tac-toe", ["hard", "random"], games=20)
/// >>> lines = [study.play(block) for block in study.blocks()]
/// >>> study.report(lines).text == study.run().text
/// True
#[pyclass(frozen, module = "agon")]
pub struct Study {
    study: agon_lab::Study,
    plans: Vec<Plan>,
    patience: f64,
}

/// As many games as the command line allows.
const MOST_GAMES: u64 = 10_000_000_000;

/// Blocks by part, group of seatings, first round and the round after the last.
type Span = (usize, usize, u64, u64);
/// The same as Python hands it over.
type Numbers = (Number, Number, Number, Number);

/// Numbers that are too large are those of no block.
fn span((part, group, first, end): Numbers) -> Span {
    let small = |number: Number| usize::try_from(number.near()).unwrap_or(usize::MAX);
    (small(part), small(group), small(first) as u64, small(end) as u64)
}

impl Study {
    fn ready(study: agon_lab::Study, patience: f64) -> Result<Self> {
        let time = seconds(patience)?;
        if study.parts.is_empty() {
            return Err(StudyError::new_err("a study needs the options of one part at least, be they none").into());
        }
        let mut course = sound(|| Course::new(study))??;
        course.plans.iter_mut().for_each(|plan| plan.patience = time);
        Ok(Study { study: course.study, plans: course.plans, patience })
    }

    /// The study with nothing counted yet.
    fn course(&self) -> Result<Course> {
        let mut course = sound(|| Course::new(self.study.clone()))??;
        course.plans.clone_from(&self.plans);
        Ok(course)
    }

    fn block(&self, (part, group, first, end): Span) -> Result<(usize, Block)> {
        let cell = self.plans.get(part).and_then(|plan| plan.cells.get(group.saturating_mul(plan.round)));
        if first >= end || end > cell.map_or(0, |cell| cell.games) {
            let said = format!("no block ({part}, {group}, {first}, {end}) of this study; `blocks` lists them");
            return Err(StudyError::new_err(said).into());
        }
        Ok((part, Block { group, first, end }))
    }
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (kind, game, players, /, *, games=None, seed=None, opening=None, openings=None, patience=10.0,
        vary=None, quality=None, options=None, **keywords))]
    #[allow(clippy::too_many_arguments)] // Python has them by name.
    fn new(
        kind: Words,
        game: Words,
        players: Vec<Words>,
        games: Option<Number>,
        seed: Option<Number>,
        opening: Option<Number>,
        openings: Option<Vec<Words>>,
        #[pyo3(from_py_with = real)] patience: f64,
        vary: Option<&Bound<'_, PyDict>>,
        quality: Option<Number>,
        options: Option<&Bound<'_, PyDict>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self> {
        let kind = match kind.0.as_str() {
            "match" => Kind::Match,
            "table" => Kind::Table,
            "tournament" => Kind::Tournament,
            "balance" => Kind::Balance,
            other => {
                let there_is = "there is `match`, `table`, `tournament` or `balance`";
                return Err(StudyError::new_err(format!("unknown study `{}`; {there_is}", short(other))).into());
            }
        };
        let mut parts = vec![settings(options, keywords)?];
        for (name, values) in vary.into_iter().flat_map(PyDictMethods::iter) {
            let name = name.extract::<Words>()?.0.replace('_', "-");
            let mut varied = Vec::new();
            for value in values.try_iter()? {
                let value = value_of(&name, &value?)?;
                varied.extend(parts.iter().map(|part| [&part[..], &[(name.clone(), value.clone())]].concat()));
            }
            if varied.is_empty() {
                return Err(StudyError::new_err(format!("cannot vary `{}`: no value is given", short(&name))).into());
            }
            parts = varied;
        }
        if let Some(vary) = vary {
            parts = together(vary.py(), &game.0, parts)?;
        }
        let study = agon_lab::Study {
            kind,
            game: game.0,
            parts,
            players: players.into_iter().map(|name| name.0).collect(),
            games: games.map_or(Ok(1000), |games| games.within("number of games", 1..=MOST_GAMES))?,
            seed: seed.map_or(Ok(0), |seed| seed.seed())?,
            opening: opening.map_or(Ok(0), |plies| plies.within("number of plies", 0..=u32::MAX))?,
            openings: book(openings)?,
            quality: quality.map_or(Ok(0), |playouts| playouts.within("number of playouts", 2..=1_000_000_u32))?,
        };
        Study::ready(study, patience)
    }

    /// The study that `json` has written.
    #[staticmethod]
    #[pyo3(signature = (text, /, patience=10.0))]
    fn read(text: Words, #[pyo3(from_py_with = real)] patience: f64) -> Result<Self> {
        let study = serde_json::from_str(&text.0)
            .map_err(|why| StudyError::new_err(format!("bad study `{}`: {why}", short(&text.0))))?;
        Study::ready(study, patience)
    }

    /// The study as text: the first line of a file of `--keep`.
    #[getter]
    fn json(&self) -> Result<String> {
        serde_json::to_string(&self.study).map_err(|why| StudyError::new_err(why.to_string()).into())
    }

    /// How many games there are to play.
    #[getter]
    fn games(&self) -> u64 {
        self.plans.iter().flat_map(|plan| &plan.cells).map(|cell| cell.games).sum()
    }

    /// The blocks of games, each as part, group of seatings, first round and the round after the last: a round is one game
    /// in each seating of the group. Without what is in `done` already, which are blocks too.
    #[pyo3(signature = (done=Vec::new(), /))]
    fn blocks(&self, done: Vec<Numbers>) -> Result<Vec<Span>> {
        let known = done.into_iter().map(|block| self.block(span(block))).collect::<Result<Vec<_>>>()?;
        let known: Vec<Done> =
            known.into_iter().map(|(part, block)| Done { part, block, tallies: Vec::new() }).collect();
        let parts = self.plans.iter().enumerate();
        let parts = parts.map(|(part, plan)| (part, plan.missing(part, &known, &|_| true)));
        let span = |part: usize| move |block: Block| (part, block.group, block.first, block.end);
        Ok(parts.flat_map(|(part, blocks)| blocks.into_iter().map(span(part))).collect())
    }

    /// Plays a block on this thread and returns what was counted, as a line of a file of `--keep`.
    #[pyo3(signature = (block, /))]
    fn play(&self, py: Python<'_>, block: Numbers) -> Result<String> {
        let mut lines = self.play_all(py, vec![block], None)?;
        Ok(lines.pop().ok_or_else(|| StudyError::new_err("the block was stopped"))?)
    }

    /// Plays blocks one after the other on this thread and returns a line for each, in their order. Players keep what they
    /// have worked out from one block of a cell to the next, so that this is faster than a call for each. After so many
    /// `seconds` the block that is being played is the last one.
    ///
    /// >>> import agon
    /// >>> study = agon.Study("match", "tic-tac-toe", ["easy", "random"], games=20)
    /// >>> study.play_all(study.blocks()) == [study.play(block) for block in study.blocks()]
    /// True
    #[pyo3(signature = (blocks, /, *, seconds=None))]
    fn play_all(&self, py: Python<'_>, blocks: Vec<Numbers>, seconds: Option<f64>) -> Result<Vec<String>> {
        let (time, begin) = (seconds.map(self::seconds).transpose()?, Instant::now());
        let is_late = || time.is_some_and(|time| begin.elapsed() >= time);
        let blocks = blocks.into_iter().map(|block| self.block(span(block))).collect::<Result<Vec<_>>>()?;
        let counted = think(py, |stop| {
            let mut counted = Vec::new();
            for same in blocks.chunk_by(|(part, _), (next, _)| part == next) {
                if is_late() {
                    break;
                }
                let part = same[0].0;
                let same: Vec<Block> = same.iter().map(|(_, block)| *block).collect();
                let game = (self.study.game.as_str(), self.study.parts[part].as_slice());
                run_by_id(game, &self.plans[part], &same, Workers { threads: 0, stop }, &mut |block, tallies, _| {
                    counted.push(Done { part, block: *block, tallies });
                    !is_late()
                })?;
            }
            Ok::<_, NoStudy>(counted)
        })??;
        let line = |done: &Done| serde_json::to_string(done).map_err(|why| StudyError::new_err(why.to_string()).into());
        counted.iter().map(line).collect()
    }

    /// The report of blocks that were played elsewhere, by the lines that `play` returned; of some of them only if
    /// `partial` says so. A line that is there twice, or of no block of this study, is refused.
    #[pyo3(signature = (lines, /, *, partial=false))]
    fn report(&self, py: Python<'_>, lines: Vec<Words>, partial: bool) -> Result<Report> {
        let mut course = self.course()?;
        let mut all = Vec::new();
        for Words(line) in &lines {
            let done: Done = serde_json::from_str(line)
                .map_err(|why| StudyError::new_err(format!("bad line `{}`: {why}", short(line))))?;
            let Block { group, first, end } = done.block;
            self.block((done.part, group, first, end))?;
            let (plan, cells) = (&self.plans[done.part], &course.tallies[done.part]);
            let shape = |tally: &Tally| [tally.wins.len(), tally.shares.len(), tally.scores.len()];
            let fits = |tally: &Tally| shape(tally) == shape(&cells[0]) && tally.games == end - first;
            if done.tallies.len() != plan.round || !done.tallies.iter().all(fits) {
                return Err(
                    StudyError::new_err(format!("bad line `{}`: it does not fit its block", short(line))).into()
                );
            }
            all.push(done);
        }
        keep::no_overlap(&all)?;
        sound(|| course.count(&all))?;
        let (played, games) = (course.played(), course.games());
        if played != games && !partial {
            return Err(StudyError::new_err(format!("{} of {games} games are missing", games.abs_diff(played))).into());
        }
        prove(py, &mut course)?;
        told(&course)
    }

    /// Plays everything on this machine and reports. `threads` is all cores unless said otherwise, and makes no
    /// difference. With `keep`, finished games are saved in that file, and taken from it if it exists. `save` is a file to
    /// which the record of every game is appended. `progress` is called now and then with the games played and all
    /// games.
    #[pyo3(signature = (*, threads=None, keep=None, save=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        threads: Option<Number>,
        keep: Option<PathBuf>,
        save: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Report> {
        let mut course = self.course()?;
        let threads = self::threads(threads)?;
        let (mut file, done) = match &keep {
            None => (None, Vec::new()),
            Some(path) => {
                let (file, done) = keep::Keep::open(path, &course.study)?;
                (Some(file), done)
            }
        };
        course.count(&done);
        course.plans.iter_mut().for_each(|plan| plan.records = save.is_some());
        let (games, played) = (course.games(), AtomicU64::new(course.played()));
        let mut save = save.as_deref().map(Records::open).transpose()?;
        let work = |stop: &Stop| -> Result<_> {
            let mut failed = Ok(());
            course.run(&done, &|_| true, Workers { threads, stop }, &mut |finished| {
                failed = match finished {
                    Finished::Part => save.as_mut().map_or(Ok(()), Records::part_is_over),
                    Finished::Block(done, at, records) => {
                        played.fetch_add(done.games(), Ordering::Relaxed);
                        let saved = save.as_mut().map_or(Ok(()), |save| save.add(at, records));
                        saved.and_then(|()| file.as_mut().map_or(Ok(()), |file| file.add(done)))
                    }
                };
                failed.is_ok()
            })?;
            Ok(failed?)
        };
        let mut heard = u64::MAX;
        let tell = |_py: Python<'_>| {
            let now = played.load(Ordering::Relaxed);
            if let Some(progress) = progress.filter(|_| now != heard) {
                heard = now;
                progress.call1((now, games))?;
            }
            Ok(())
        };
        think_aloud(py, work, tell)??;
        if let Some(progress) = progress {
            progress.call1((games, games))?;
        }
        prove(py, &mut course)?;
        told(&course)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (String, f64))> {
        Ok((py.get_type::<Study>().getattr("read")?, (self.json()?, self.patience)))
    }

    fn __repr__(&self) -> String {
        let kind = format!("{:?}", self.study.kind).to_lowercase();
        format!("<agon.Study {kind} of {}, {} games>", self.study.game, self.games())
    }
}

/// The parts whose options go together; the others are left out with a warning.
fn together(py: Python<'_>, game: &str, parts: Vec<Vec<(String, String)>>) -> Result<Vec<Vec<(String, String)>>> {
    let (mut fit, mut last) = (Vec::new(), None);
    for part in parts {
        match agon_rules::games::open(game, &part, agon_rules::Start::Seed(0)) {
            Err(why @ agon_rules::Error::Together { .. }) => {
                let options: Vec<String> = part.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let said = format!("left out {}: {why}", options.join(" "));
                let said = std::ffi::CString::new(said).unwrap_or_default();
                PyErr::warn(py, &py.get_type::<pyo3::exceptions::PyUserWarning>(), &said, 2)?;
                last = Some(why);
            }
            _ => fit.push(part),
        }
    }
    match last {
        Some(why) if fit.is_empty() => Err(why.into()),
        _ => Ok(fit),
    }
}

/// The openings of a book: lines of its file, which may hold remarks.
pub fn book(lines: Option<Vec<Words>>) -> Result<Vec<String>> {
    let Some(lines) = lines else { return Ok(Vec::new()) };
    let text: Vec<String> = lines.into_iter().map(|line| line.0).collect();
    agon_lab::openings::lines_of_book(&text.join("\n"))
        .map_err(|why| StudyError::new_err(format!("the book: {why}")).into())
}

/// The number of threads: all cores unless it is said.
pub fn threads(threads: Option<Number>) -> Result<usize> {
    let all = || std::thread::available_parallelism().map_or(1, Into::into) as u64;
    Ok(threads.map_or_else(|| Ok(all()), |threads| threads.within("number of threads", 1..=1024))? as usize)
}

/// The report of a study.
fn told(course: &Course) -> Result<Report> {
    sound(|| Report::new(course.report(), &course.study))
}

/// Finds exact values where the study wants them.
fn prove(py: Python<'_>, course: &mut Course) -> Result<()> {
    think(py, |stop| course.prove(EXACT_NODES, EXACT_MEMORY, stop))??;
    Ok(())
}

/// The report of files of `--keep`, all of one study: what `agon merge` prints.
#[pyfunction]
#[pyo3(signature = (files, /))]
pub fn merge(py: Python<'_>, files: Vec<PathBuf>) -> Result<Report> {
    if files.is_empty() {
        return Err(AgonError::new_err("no files to merge; give at least one").into());
    }
    let (study, done) = keep::merge(&files)?;
    let mut course = Course::new(study)?;
    let (games, played) = (course.games(), done.iter().map(Done::games).sum::<u64>());
    if games != played {
        let names: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
        let missing = games.saturating_sub(played);
        let said = format!("{missing} of {games} games are missing from {}", names.join(", "));
        return Err(StudyError::new_err(said).into());
    }
    course.count(&done);
    prove(py, &mut course)?;
    told(&course)
}

/// A file of finished blocks, as `--keep` has it: a study that is played in many places is resumed from it.
///
/// `done` has the lines that are there already; `add` appends one.
#[pyclass(frozen, module = "agon")]
pub struct Keep {
    file: std::sync::Mutex<keep::Keep>,
    done: Vec<Done>,
}

#[pymethods]
impl Keep {
    #[new]
    #[pyo3(signature = (path, study, /))]
    fn new(path: PathBuf, study: &Bound<'_, Study>) -> Result<Self> {
        let (file, done) = keep::Keep::open(&path, &study.get().study)?;
        Ok(Keep { file: file.into(), done })
    }

    /// The lines that were there when the file was opened.
    #[getter]
    fn done(&self) -> Result<Vec<String>> {
        let line = |done: &Done| serde_json::to_string(done).map_err(|why| StudyError::new_err(why.to_string()).into());
        self.done.iter().map(line).collect()
    }

    /// The blocks of those lines.
    #[getter]
    fn blocks(&self) -> Vec<Span> {
        self.done.iter().map(|Done { part, block, .. }| (*part, block.group, block.first, block.end)).collect()
    }

    /// Appends a line that `Study.play` has returned.
    #[pyo3(signature = (line, /))]
    fn add(&self, line: Words) -> Result<()> {
        let done: Done = serde_json::from_str(&line.0)
            .map_err(|why| StudyError::new_err(format!("bad line `{}`: {why}", short(&line.0))))?;
        let mut file = self.file.lock().map_err(|_| StudyError::new_err("an earlier line could not be written"))?;
        Ok(file.add(&done)?)
    }
}
