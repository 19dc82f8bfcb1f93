//! Where a report comes from: the command that repeats it, and by what, when and where it was made.
//!
//! Results depend on the study and the version alone. Date and machine stand beside them, and can be set, so that a whole
//! file can be made again to the byte.

use agon_rules::{Start, games};
use serde_json::{Map, Value, json};

use crate::ladder::Precision;
use crate::report::SCHEMA;
use crate::sprt::Test;
use crate::study::{Kind, Settings, Study};
use crate::trial::Trial;

/// By what, when and where something was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// the version of Agon
    pub version: String,
    /// the commit it was built from, where that is known
    pub commit: Option<String>,
    /// the day, as in `2026-11-18`
    pub date: String,
    /// the machine
    pub machine: String,
}

impl Circumstances {
    /// This version, of a commit that the program knows.
    pub fn new(commit: Option<&str>, date: String, machine: String) -> Self {
        let commit = commit.filter(|commit| !commit.is_empty()).map(str::to_owned);
        Circumstances { version: env!("CARGO_PKG_VERSION").to_owned(), commit, date, machine }
    }

    /// Here and now; `SOURCE_DATE_EPOCH` sets another date.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn here(commit: Option<&str>) -> Self {
        let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
        let since = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = set.unwrap_or_else(|| since().map_or(0, |since| since.as_secs().cast_signed()));
        Circumstances::new(commit, day(now), machine())
    }
}

/// The day of a moment in seconds since 1970, in UTC.
pub fn day(seconds: i64) -> String {
    time::OffsetDateTime::from_unix_timestamp(seconds)
        .map_or_else(|_| String::new(), |moment| moment.date().to_string())
}

/// What kind of machine this is; nothing that names it or its owner.
#[cfg(not(target_arch = "wasm32"))]
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let system = format!("{} {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH);
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| system.clone(), |(_, model)| format!("{system}, {}", model.trim()))
}

/// Where a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// the command that repeats it; none for variants that no command lists in this order
    pub command: Option<String>,
    /// the seed
    pub seed: u64,
    /// the game
    pub game: String,
    /// the options that all its parts have in common
    pub options: Settings,
    /// by what, when and where
    pub made: Circumstances,
}

impl Provenance {
    /// Of a study.
    pub fn of(study: &Study, made: Circumstances) -> Self {
        Provenance { command: command(study), ..Provenance::about(study, made) }
    }

    /// Of a sequential test.
    pub fn of_trial(trial: &Trial, made: Circumstances) -> Self {
        let command = trial_command(&trial.study, &trial.test);
        Provenance { command: Some(command), ..Provenance::about(&trial.study, made) }
    }

    /// Of a ladder of the players of a study.
    pub fn of_ladder(study: &Study, precision: Precision, made: Circumstances) -> Self {
        let mut words: Vec<String> = ["agon", "ladder", &study.game].map(word).into();
        words.extend(["--players".to_owned(), word(&study.players.join(","))]);
        words.extend(set(&common(&study.parts)));
        let Precision { margin, games } = precision;
        words.push(format!("--margin {margin} --games {games} --seed {} --opening {}", study.seed, study.opening));
        Provenance { command: Some(words.join(" ")), ..Provenance::about(study, made) }
    }

    fn about(study: &Study, made: Circumstances) -> Self {
        let (seed, game) = (study.seed, study.game.clone());
        Provenance { command: None, seed, game, options: common(&study.parts), made }
    }

    /// Two lines for people: the command, and the circumstances.
    pub fn lines(&self) -> Vec<String> {
        let Circumstances { version, commit, date, machine } = &self.made;
        let commit = commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
        let made = format!("agon {version}{commit}, {date}, {machine}");
        self.command.iter().cloned().chain([made]).collect()
    }

    /// The command that makes the same file again to the byte, in this format.
    pub fn command_of_file(&self, format: &str) -> Option<String> {
        let Circumstances { date, machine, .. } = &self.made;
        let command = self.command.as_ref()?;
        Some(format!("{command} --format {format} --date {} --machine {}", word(date), word(machine)))
    }

    /// The same by name, as columns have it.
    pub fn pairs(&self) -> Vec<(&'static str, Value)> {
        let Circumstances { version, commit, date, machine } = &self.made;
        vec![
            ("command", json!(self.command)),
            ("seed", json!(self.seed)),
            ("version", json!(version)),
            ("commit", json!(commit)),
            ("date", json!(date)),
            ("machine", json!(machine)),
            ("game", json!(self.game)),
            ("options", json!(written(&self.options))),
            ("schema", json!(SCHEMA)),
        ]
    }

    /// The same for programs: the options are an object.
    pub fn json(&self) -> Value {
        let options: Map<String, Value> =
            self.options.iter().map(|(name, value)| (name.clone(), typed(value))).collect();
        let mut pairs: Map<String, Value> =
            self.pairs().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        pairs.insert("options".to_owned(), Value::Object(options));
        Value::Object(pairs)
    }
}

/// The value of an option, with its type.
fn typed(text: &str) -> Value {
    let number = text.parse::<i64>().ok().map(Value::from);
    number.or_else(|| text.parse::<bool>().ok().map(Value::from)).unwrap_or_else(|| text.into())
}

/// Options as reports write them.
pub fn written(options: &[(String, String)]) -> String {
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The options that all parts have in common.
fn common(parts: &[Settings]) -> Settings {
    let first = parts.first().cloned().unwrap_or_default();
    first.into_iter().filter(|option| parts.iter().all(|part| part.contains(option))).collect()
}

/// A word as shells read it.
fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=:,./+@%".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// The command that plays a study, whatever its arguments were: threads and files make no difference to its result.
pub fn command(study: &Study) -> Option<String> {
    // Named one by one, so that a new field is not forgotten here.
    let Study { kind, game, parts, players, games, seed, opening, openings, quality } = study;
    let mut words = vec!["agon".to_owned()];
    let list = players.join(",");
    words.extend(match kind {
        Kind::Match => ["match", game].into_iter().chain(players.iter().map(String::as_str)).map(word).collect(),
        Kind::Table => vec!["table".to_owned(), word(game), "--players".to_owned(), word(&list)],
        Kind::Tournament => vec!["tournament".to_owned(), word(game), "--players".to_owned(), word(&list)],
        Kind::Balance => vec!["balance".to_owned(), word(game), "--player".to_owned(), word(&list)],
    });
    words.extend(set(&common(parts)));
    for (name, values) in varied(game, parts)? {
        words.extend(["--vary".to_owned(), word(&format!("{name}={}", values.join(",")))]);
    }
    words.extend(["--games".to_owned(), games.to_string()]);
    words.extend(beginning(*seed, *opening, openings));
    if *quality > 0 {
        words.extend(["--quality".to_owned(), quality.to_string()]);
    }
    Some(words.join(" "))
}

fn trial_command(study: &Study, test: &Test) -> String {
    let Test { elo0, elo1, alpha, beta } = test;
    let mut words: Vec<String> = ["agon", "sprt", &study.game].map(word).into();
    words.extend(study.players.iter().map(|player| word(player)));
    words.extend(set(&common(&study.parts)));
    words.push(format!("--elo0 {elo0} --elo1 {elo1} --alpha {alpha} --beta {beta} --games {}", study.games));
    words.extend(beginning(study.seed, study.opening, &study.openings));
    words.join(" ")
}

fn set(options: &Settings) -> impl Iterator<Item = String> + '_ {
    options.iter().flat_map(|(name, value)| ["--set".to_owned(), word(&format!("{name}={value}"))])
}

fn beginning(seed: u64, opening: u32, openings: &[String]) -> Vec<String> {
    let mut words = vec!["--seed".to_owned(), seed.to_string()];
    if !openings.is_empty() {
        words.extend(["--openings".to_owned(), book(openings)]);
    }
    if opening > 0 {
        words.extend(["--opening".to_owned(), opening.to_string()]);
    }
    words
}

/// What a book is called, wherever its file was: no two books have the same name.
pub fn book(openings: &[String]) -> String {
    format!("book-{}-{:016x}.txt", openings.len(), agon_search::fingerprint(&openings) as u64)
}

/// The options that differ between parts with their values, in an order in which `--vary` makes these very parts.
fn varied(game: &str, parts: &[Settings]) -> Option<Choices> {
    let first = parts.first()?;
    let differs = |name: &String| parts.iter().any(|part| value(part, name) != value(first, name));
    let names: Vec<&String> = first.iter().map(|(name, _)| name).filter(|name| differs(name)).collect();
    let values = |name: &String| {
        let mut values: Vec<String> = Vec::new();
        for value in parts.iter().filter_map(|part| value(part, name)) {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        (name.clone(), values)
    };
    // More options than these are never varied at once.
    const MOST: usize = 6;
    if names.len() > MOST {
        return None;
    }
    let fixed = common(parts);
    orders(&names).into_iter().find_map(|order| {
        let varied: Choices = order.into_iter().map(values).collect();
        let made = vary(game, std::slice::from_ref(&fixed), &varied);
        let same = |a: &Settings, b: &Settings| a.len() == b.len() && a.iter().all(|option| b.contains(option));
        let is_same = made.len() == parts.len() && made.iter().zip(parts).all(|(a, b)| same(a, b));
        is_same.then_some(varied)
    })
}

/// Options with several values each.
pub type Choices = Vec<(String, Vec<String>)>;

/// Every combination of values: the first option changes slowest.
pub fn combinations(parts: &[Settings], varied: &[(String, Vec<String>)]) -> Vec<Settings> {
    let mut parts = parts.to_vec();
    for (name, values) in varied {
        let with = |part: &Settings, value: &String| [&part[..], &[(name.clone(), value.clone())]].concat();
        parts = parts.iter().flat_map(|part| values.iter().map(move |value| with(part, value))).collect();
    }
    parts
}

/// Every combination that the game allows.
pub fn vary(game: &str, parts: &[Settings], varied: &[(String, Vec<String>)]) -> Vec<Settings> {
    let mut all = combinations(parts, varied);
    if !varied.is_empty() {
        all.retain(|part| games::open(game, part, Start::Seed(0)).is_ok());
    }
    all
}

fn value<'a>(part: &'a Settings, name: &str) -> Option<&'a String> {
    part.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// Every order of some things.
fn orders<T: Copy>(all: &[T]) -> Vec<Vec<T>> {
    let Some((&first, rest)) = all.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<T>| {
        (0..=order.len()).map(move |at| [&order[..at], &[first], &order[at..]].concat()).collect::<Vec<_>>()
    };
    orders(rest).into_iter().flat_map(insert).collect()
}
