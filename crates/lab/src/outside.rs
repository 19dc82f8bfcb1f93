//! Other programs as players: one line of JSON in, one line with a move out.
//!
//! The program is told when a game begins and when it is its turn, and is shown what its seat sees. A mistake costs it the
//! current game only: the program is stopped, and started again for the next game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use agon_rules::{Path, Seat, Show, Viewer, options_of, position_text};
use serde_json::{Map, Value, json};

/// What a name begins with that is the command line of a program.
pub const PREFIX: &str = "cmd:";

/// A program that plays.
pub struct Outside {
    command: Vec<String>,
    patience: Duration,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The longest line that is read. A longer answer counts as illegal.
const LONGEST: u64 = 10_000;

impl Outside {
    /// The program of a name that begins with `cmd:`, words separated by spaces. `patience` is its time for each move.
    pub fn new(name: &str, patience: Duration) -> Option<Self> {
        let command: Vec<String> = name.strip_prefix(PREFIX)?.split_whitespace().map(str::to_owned).collect();
        (!command.is_empty()).then_some(Outside { command, patience, process: None })
    }

    /// Tells the program that a game begins.
    pub fn begin<G: Show>(&mut self, game: &G, seat: Seat, seed: u64) -> Result<(), String> {
        let options: Map<String, Value> =
            options_of(game).into_iter().map(|(name, value)| (name, json!(value))).collect();
        self.send(&json!({"event": "start", "game": G::ID, "options": options, "seat": seat, "seats": game.seats(),
            "seed": seed}))
    }

    /// Its move, or what it did wrong.
    pub fn choose<G: Show>(&mut self, game: &G, path: &Path<G::State>, moves: &[G::Move]) -> Result<G::Move, String> {
        let seat = game.turn(path.state());
        let texts: Vec<String> = moves.iter().map(|m| game.write_move(path.state(), *m)).collect();
        let mut legal = texts.clone();
        legal.sort_unstable();
        let position = position_text(game, path, Viewer::Seat(seat));
        self.send(&json!({"event": "turn", "seat": seat, "position": position, "legal": legal}))?;
        let answer = self.receive()?;
        match texts.iter().position(|text| *text == answer.trim()) {
            Some(at) => Ok(moves[at]),
            None => Err(format!("answered `{}`, which is no legal move", shown(&answer))),
        }
    }

    /// Tells the program how a game ended; whether it listens does not matter.
    pub fn end(&mut self, scores: &[i32], winners: &[Seat]) {
        let _ = self.send(&json!({"event": "end", "scores": scores, "winners": winners}));
    }

    /// Ends the program; it is started again when it is needed.
    pub fn dismiss(&mut self) {
        self.process = None;
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        let process = self.process.as_mut().expect("it was just started");
        writeln!(process.input, "{message}").and_then(|()| process.input.flush()).map_err(|_| "has ended".to_owned())
    }

    fn receive(&mut self) -> Result<String, String> {
        let process = self.process.as_ref().ok_or("has ended")?;
        process.lines.recv_timeout(self.patience).map_err(|why| match why {
            RecvTimeoutError::Timeout => format!("answered nothing within {:.1} s", self.patience.as_secs_f64()),
            RecvTimeoutError::Disconnected => "has ended".to_owned(),
        })
    }

    fn start(&self) -> Result<Process, String> {
        let failed = |why: std::io::Error| format!("cannot be started: {why}");
        let (program, arguments) = self.command.split_first().expect("a command has a first word");
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        // A few unread lines may queue up; after that, a program that keeps writing blocks on the full pipe.
        let (sender, lines) = mpsc::sync_channel(16);
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = std::io::Read::take(&mut reader, LONGEST).read_until(b'\n', &mut line);
                if read.is_err() || line.is_empty() {
                    break;
                }
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input, lines })
    }
}

/// An answer short enough for a line.
fn shown(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(40).collect()
}
