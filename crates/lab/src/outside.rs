//! Other programs as players: one line of JSON in, one line with a move out. docs/players.md is the protocol.
//!
//! A program is told when a game begins and when it is its turn, and is shown what its seat sees. A mistake costs it the
//! current game only: the program is stopped, and started again for the next game.

pub mod check;
mod process;

use std::time::Duration;

use agon_rules::{Seat, Table, Viewer};
use serde_json::{Map, Value, json};

pub use process::{Process, how};

/// What a player begins with that is the command line of a program.
pub const PREFIX: &str = "cmd:";
/// The version of the protocol. Fields and events may be added to it; what there is stays.
pub const PROTOCOL: u32 = 1;
/// How long a program may take to end when its input has ended.
pub const GRACE: Duration = Duration::from_secs(2);

/// What is called what in a player that is a program: `cmd:COMMAND`, or `NAME=cmd:COMMAND`.
fn parts(player: &str) -> Option<(&str, &str)> {
    match player.strip_prefix(PREFIX) {
        Some(command) => Some((player, command)),
        None => player.split_once('=').and_then(|(name, rest)| Some((name, rest.strip_prefix(PREFIX)?))),
    }
}

/// Whether a player is a program.
pub fn is_program(player: &str) -> bool {
    parts(player).is_some()
}

/// What a player is called: a program by the name it was given, everybody else by what was written.
///
/// ```
/// use agon_lab::outside::label;
///
/// assert_eq!((label("mine=cmd:python3 player.py"), label("hard")), ("mine", "hard"));
/// ```
pub fn label(player: &str) -> &str {
    parts(player).map_or(player, |(name, _)| name)
}

/// What a program did wrong, with the end of what it wrote to stderr.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The system cannot start it.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It has ended, and how.
    #[error("has ended{}{}", .0.as_ref().map(|how| format!(" with {how}")).unwrap_or_default(), after(.1))]
    Ended(Option<String>, String),
    /// It has not answered in time.
    #[error("answered nothing within {:.1} s{}", .0.as_secs_f64(), after(.1))]
    Late(Duration, String),
    /// It has answered with something else than a legal move.
    #[error("answered `{answer}`, which is no legal move{}", after(.1), answer = .0)]
    Illegal(String, String),
    /// It does not read what it is told.
    #[error("does not read its input{}", after(.0))]
    Deaf(String),
}

/// What it wrote to stderr, if anything.
fn after(complaints: &str) -> String {
    if complaints.is_empty() { String::new() } else { format!("; it wrote: {complaints}") }
}

/// How long a program has, and what the clock of the game shows where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Time {
    /// for this move
    pub patience: Duration,
    /// the milliseconds that each seat has left
    pub left_ms: Option<Vec<u64>>,
}

impl From<Duration> for Time {
    fn from(patience: Duration) -> Self {
        Time { patience, left_ms: None }
    }
}

/// A program that plays.
pub struct Outside {
    name: String,
    command: Vec<String>,
    process: Option<Process>,
}

impl Outside {
    /// The program of a player `cmd:…` or `NAME=cmd:…`: words separated by spaces. None if it is none, or empty.
    pub fn new(player: &str) -> Option<Self> {
        let (name, command) = parts(player)?;
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        (!command.is_empty() && !name.is_empty()).then(|| Outside { name: name.to_owned(), command, process: None })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells the program that a game begins, in which it has a seat.
    pub fn begin(&mut self, table: &dyn Table, seat: Seat, seed: u64) -> Result<(), Failure> {
        self.send(&start(table, seat, seed))
    }

    /// Its move where a table has come to, or what it did wrong. The answer is one of the legal moves.
    pub fn choose(&mut self, table: &dyn Table, time: &Time) -> Result<String, Failure> {
        let legal = table.legal();
        let seat = table.turn().unwrap_or(0);
        let history = table.history(Viewer::Seat(seat)).into_iter();
        let history: Vec<(Seat, String)> = history.map(|step| (step.seat, step.text)).collect();
        let told = turn(seat, &table.position(Viewer::Seat(seat)), &legal, &history, time);
        self.answer(&told, &legal, time.patience)
    }

    /// Its answer to a turn.
    pub fn answer(&mut self, turn: &Value, legal: &[String], patience: Duration) -> Result<String, Failure> {
        self.send(turn)?;
        let process = self.process.as_mut().expect("it was just told something");
        let answer = process.receive(patience)?;
        match legal.iter().find(|text| *text == answer.trim()) {
            Some(text) => Ok(text.clone()),
            None => Err(Failure::Illegal(shown(&answer), process.complaints())),
        }
    }

    /// Tells the program how a game ended; whether it listens does not matter.
    pub fn end(&mut self, scores: &[i32], winners: &[Seat]) {
        let _ = self.send(&end(scores, winners));
    }

    /// Kills the program; it is started again when it is needed.
    pub fn dismiss(&mut self) {
        self.process = None;
    }

    /// Tells the program something; it is started where it does not run.
    pub fn send(&mut self, message: &Value) -> Result<(), Failure> {
        self.process()?.send(message.to_string())
    }

    /// The program while it runs; it is started where it does not.
    pub fn process(&mut self) -> Result<&mut Process, Failure> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.command)?,
        };
        Ok(self.process.insert(process))
    }
}

/// Lets a program make one move where a game begins. One that cannot do that would lose every game.
pub fn try_out(player: &str, table: &dyn Table, seed: u64, patience: Duration) -> Result<(), Failure> {
    let Some(mut program) = Outside::new(player) else { return Ok(()) };
    program.begin(table, table.turn().unwrap_or(0), seed)?;
    let tried = program.choose(table, &patience.into());
    if tried.is_err() {
        program.dismiss();
    }
    tried.map(drop)
}

impl Drop for Outside {
    fn drop(&mut self) {
        // A program that did nothing wrong may put its things away.
        self.process.as_mut().map(|process| process.quit(GRACE));
    }
}

/// The event that a game begins.
pub fn start(table: &dyn Table, seat: Seat, seed: u64) -> Value {
    let options: Map<String, Value> = table.options().into_iter().map(|(name, value)| (name, json!(value))).collect();
    json!({"event": "start", "protocol": PROTOCOL, "game": table.id(), "options": options, "seat": seat,
        "seats": table.seats(), "seed": seed})
}

/// The event that a program is to move.
pub fn turn(seat: Seat, position: &str, legal: &[String], history: &[(Seat, String)], time: &Time) -> Value {
    let history: Vec<Value> = history.iter().map(|(seat, text)| json!({"seat": seat, "move": text})).collect();
    let mut clock = json!({"move_ms": u64::try_from(time.patience.as_millis()).unwrap_or(u64::MAX)});
    if let Some(left) = &time.left_ms {
        clock["left_ms"] = json!(left);
    }
    json!({"event": "turn", "seat": seat, "ply": history.len(), "position": position, "legal": legal,
        "history": history, "clock": clock})
}

/// The event that a game is over.
pub fn end(scores: &[i32], winners: &[Seat]) -> Value {
    json!({"event": "end", "scores": scores, "winners": winners})
}

/// An answer short enough for a line.
fn shown(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(40).collect()
}
