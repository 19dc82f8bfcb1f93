//! The lab's work, as the worker does it: plays a study and tells what is known so far, in every form.

use agon_client::words;
use agon_lab::Course;
use agon_lab::provenance::{Circumstances, Provenance, day};
use agon_lab::report::Report;
use agon_rules::{Language, Text, text};
use serde::{Deserialize, Serialize};

use crate::explorer::Explorer;
use crate::lab::Form;
use crate::route::Route;

/// Milliseconds between two reports.
const PAUSE: f64 = 200.0;
/// Nodes and memory for the exact value of a game, and the milliseconds for all of them.
const EXACT: u64 = 1_000_000;
const EXACT_MEMORY: usize = 16_000_000;
const EXACT_TIME: f64 = 4000.0;
/// A study of no more games than these is kept with all of them.
const GAMES: u64 = 2000;
/// The least and the most pixels for a chart.
const WIDTHS: (u32, u32) = (320, 760);

/// What is known so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// games played
    pub done: u64,
    /// games to play
    pub of: u64,
    /// nothing more will come
    pub over: bool,
    /// title, charts, table and notes as HTML without style; empty while too little is known
    pub html: String,
    /// the same in files
    pub files: Vec<File>,
}

/// A file to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// what it is, in short
    pub label: String,
    /// its name
    pub name: String,
    /// its type on the web
    pub kind: String,
    /// what is in it
    pub text: String,
}

/// Plays the study of an address; what is shown of it is told in a language. `now` tells the milliseconds, and `each` hears what is known, a few times a second and at
/// the end.
pub fn measure(
    link: &str,
    width: u32,
    language: &dyn Language,
    now: &(dyn Fn() -> f64 + Sync),
    each: &mut dyn FnMut(Measured),
) -> Result<(), Text> {
    let form = match Route::read(link) {
        Route::Lab { game, pairs } => Form::read(&game, &pairs)?,
        Route::Lost(why) => return Err(why),
        _ => return Err(text!("`{link}` is no address of the lab", link)),
    };
    let width = f64::from(width.clamp(WIDTHS.0, WIDTHS.1));
    let name = format!("{}-{}", form.setup.game(), form.word());
    let mut course = Course::new(form.study()?).map_err(|why| why.text())?;
    let mut last = now();
    each(told(&course, false, &name, width, language));
    let parts = course.study.parts.iter().map(|part| Explorer::new(&course.study.game, part));
    // Variants that are compared have openings of their own: those of the first are shown.
    let mut explorer = parts.take(1).next().flatten();
    let few = course.games() <= GAMES;
    let (most, mut games) = (if few || explorer.is_some() { Explorer::GAMES } else { 0 }, String::new());
    let played = course.play_with_games(most, &mut |course, part, mut played| {
        if let Some(explorer) = explorer.as_mut().filter(|_| part == 0) {
            explorer.add(&played);
        }
        if few {
            played.iter_mut().for_each(|game| link.clone_into(&mut game.source));
            games.extend(played.iter().map(agon_lab::played::text::write));
        }
        if now() - last >= PAUSE {
            last = now();
            each(told(course, false, &name, width, language));
        }
        true
    });
    let begin = now();
    let stop = || now() - begin > EXACT_TIME;
    played.and_then(|()| course.prove(EXACT, EXACT_MEMORY, &stop)).map_err(|why| why.text())?;
    let mut last = told(&course, true, &name, width, language);
    last.html.extend(explorer.map(|explorer| explorer.html(language)));
    if few {
        last.files.push(file("TXT", &format!("{name}.txt"), "text/plain", games));
    }
    each(last);
    Ok(())
}

fn told(course: &Course, over: bool, name: &str, width: f64, language: &dyn Language) -> Measured {
    let (done, of) = (course.played(), course.games());
    let mut measured = Measured { done, of, over, html: String::new(), files: Vec::new() };
    // Ratings say nothing while somebody has not played.
    if done == 0 || (course.study.kind == agon_lab::Kind::Tournament && !course.is_everywhere()) {
        return measured;
    }
    // Files name things as commands do; on the page they have the names that people read.
    let [mut report, mut shown] = [course.report(), course.report_in_words(&words::computer)]
        .map(|report| report.carrying(Provenance::of(&course.study, made())));
    if !over {
        for report in [&mut report, &mut shown] {
            report.notes.insert(0, text!("partial: {done} of {of} games were played", done, of));
        }
        report.json["partial"] = true.into();
    }
    measured.html = shown.part(width, language);
    measured.files = files(&report, &if over { name.to_owned() } else { format!("{name}-partial") });
    measured
}

/// By what, when and where the page measures.
fn made() -> Circumstances {
    Circumstances::new(option_env!("AGON_COMMIT"), day(now()), machine())
}

#[cfg(target_arch = "wasm32")]
fn now() -> i64 {
    (js_sys::Date::now() / 1000.0) as i64
}

#[cfg(not(target_arch = "wasm32"))]
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs().cast_signed())
}

/// The browser, as it names itself.
fn machine() -> String {
    #[cfg(target_arch = "wasm32")]
    {
        let of = |object: &wasm_bindgen::JsValue, name: &str| js_sys::Reflect::get(object, &name.into()).ok();
        let agent = of(&js_sys::global(), "navigator").and_then(|navigator| of(&navigator, "userAgent"));
        if let Some(agent) = agent.and_then(|agent| agent.as_string()) {
            return agent;
        }
    }
    "browser".to_owned()
}

fn file(label: &str, name: &str, kind: &str, text: String) -> File {
    File { label: label.to_owned(), name: name.to_owned(), kind: kind.to_owned(), text }
}

fn files(report: &Report, name: &str) -> Vec<File> {
    let file = |label: &str, end: &str, kind: &str, text: String| file(label, &format!("{name}{end}"), kind, text);
    let mut files = vec![
        file("CSV", ".csv", "text/csv", report.csv()),
        file("JSON", ".json", "application/json", format!("{}\n", report.json)),
        file("HTML", ".html", "text/html", report.html()),
    ];
    for (chart, nth) in report.charts.iter().zip(["", "2", "3"]) {
        let dash = if nth.is_empty() { "" } else { "-" };
        let (label, end) = (format!("SVG {nth}"), format!("{dash}{nth}.svg"));
        files.push(file(label.trim_end(), &end, "image/svg+xml", chart.file()));
    }
    files
}
