//! What is being done right now, how far it is, and since when: a line that moves on a terminal, a line now and then
//! elsewhere. The output of a command is shown only if it fails.

use std::collections::BTreeMap;
use std::io::{BufReader, IsTerminal, Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::root;

/// Counts steps of a command as it tells them: crates that Cargo has compiled, tests that have run.
#[derive(Default)]
struct Far {
    done: usize,
    total: usize,
    things: &'static str,
}

impl Far {
    /// Takes a line of output; whether it told nothing but progress.
    fn hear(&mut self, line: &str) -> bool {
        let line = line.trim_start_matches("\u{1b}[K").trim();
        if let Some(rest) = line.strip_prefix("Building [") {
            // Cargo's own bar: `Building [===>   ] 12/340: serde, syn`.
            let count = rest.split(']').nth(1).and_then(|rest| rest.split(':').next()).unwrap_or_default();
            if let Some((done, total)) = count.trim().split_once('/') {
                *self = Far { done: done.parse().unwrap_or(0), total: total.parse().unwrap_or(0), things: "crates" };
            }
            return true;
        }
        if let Some(count) = line.strip_prefix("running ").and_then(|rest| rest.split_once(" test")) {
            self.total += count.0.parse::<usize>().unwrap_or(0);
            self.things = "tests";
        } else if line.starts_with("test ") && line.contains(" ... ") {
            self.done += 1;
            return line.ends_with(" ok");
        }
        ["Compiling ", "Checking ", "Downloaded ", "Downloading ", "Documenting ", "Fresh "]
            .iter()
            .any(|word| line.starts_with(word))
    }
}

impl std::fmt::Display for Far {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        if self.total == 0 { Ok(()) } else { write!(f, " {}/{} {}", self.done, self.total, self.things) }
    }
}

/// A step that is under way.
struct Doing {
    what: String,
    far: Far,
    /// seconds of processor time that its commands took
    processor: u64,
}

/// The steps that are under way.
pub struct Board {
    begin: Instant,
    doing: Mutex<BTreeMap<usize, Doing>>,
    shown: bool,
}

impl Board {
    pub fn new() -> Arc<Self> {
        let shown = std::io::stdout().is_terminal();
        let board = Arc::new(Board { begin: Instant::now(), doing: Mutex::default(), shown });
        let watched = Arc::downgrade(&board);
        let pause = Duration::from_secs(if shown { 1 } else { 15 });
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(pause);
                let Some(board) = watched.upgrade() else { return };
                board.show();
            }
        });
        board
    }

    /// Minutes and seconds since the beginning.
    pub fn clock(&self) -> String {
        let seconds = self.begin.elapsed().as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    fn doing(&self) -> MutexGuard<'_, BTreeMap<usize, Doing>> {
        self.doing.lock().expect("nobody panics while it writes")
    }

    fn show(&self) {
        let doing: Vec<String> = self.doing().values().map(|Doing { what, far, .. }| format!("{what}{far}")).collect();
        if doing.is_empty() {
            return;
        }
        let line = format!("[{}] … {}", self.clock(), doing.join(" · "));
        if self.shown {
            print!("\r\u{1b}[K{}", line.chars().take(110).collect::<String>());
        } else {
            println!("{line}");
        }
        let _ = std::io::stdout().flush();
    }

    pub fn say(&self, what: &str) {
        println!("{}[{}] {what}", if self.shown { "\r\u{1b}[K" } else { "" }, self.clock());
    }

    /// Does something under a name, and says how long it took.
    pub fn step<T>(&self, what: &str, run: impl FnOnce(usize) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let begin = Instant::now();
        let key = {
            let mut doing = self.doing();
            let key = doing.last_key_value().map_or(0, |(key, _)| key + 1);
            doing.insert(key, Doing { what: what.to_owned(), far: Far::default(), processor: 0 });
            key
        };
        let result = run(key);
        let processor = self.doing().remove(&key).map_or(0, |step| step.processor);
        let processor = if processor > 0 { format!(" ({processor} s of processor time)") } else { String::new() };
        let how = if result.is_ok() { "done" } else { "FAILED" };
        self.say(&format!("{how}: {what}, {} s{processor}", begin.elapsed().as_secs()));
        result
    }

    /// Runs a command as a step; what it printed for other programs.
    pub fn run(&self, what: &str, program: &str, args: &[&str], env: &[(&str, &str)]) -> anyhow::Result<String> {
        let mut command = Command::new(program);
        command.args(args).envs(env.iter().copied()).current_dir(root());
        self.step(what, |key| self.listen(key, &mut command))
    }

    /// Runs a command for a step, and follows how far it is.
    pub fn listen(&self, key: usize, command: &mut Command) -> anyhow::Result<String> {
        let shown = format!("{command:?}").replace('"', "").chars().take(120).collect::<String>();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Cargo shows its bar only to a terminal, unless it is told to; the bar has what is done and what is to do.
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "80");
        command.env("CARGO_TERM_COLOR", "never");
        let mut child = command.spawn().with_context(|| format!("`{shown}` does not run; is it installed?"))?;
        let (out, err) = (child.stdout.take().context("its output")?, child.stderr.take().context("its errors")?);
        let (out, err) = std::thread::scope(|scope| {
            let out = scope.spawn(|| self.hear(key, out));
            let err = self.hear(key, err);
            (out.join().unwrap_or_default(), err)
        });
        // It has ended, and the system keeps its times until somebody waits for it.
        if let (Some(seconds), Some(step)) = (processor_seconds(child.id()), self.doing().get_mut(&key)) {
            step.processor += seconds;
        }
        if !child.wait()?.success() {
            bail!("`{shown}` failed:\n{out}{err}");
        }
        Ok(out)
    }

    /// What a command writes, without what told only progress.
    fn hear(&self, key: usize, stream: impl Read) -> String {
        let (mut text, mut line) = (String::new(), Vec::new());
        let mut end = |line: &mut Vec<u8>| {
            let told = String::from_utf8_lossy(line).into_owned();
            line.clear();
            let is_progress = self.doing().get_mut(&key).is_some_and(|step| step.far.hear(&told));
            if !is_progress && !told.trim().is_empty() {
                text += &told;
                text.push('\n');
            }
        };
        for byte in BufReader::new(stream).bytes().map_while(Result::ok) {
            // A bar is written over and over, with a return instead of an end of line.
            if byte == b'\n' || byte == b'\r' {
                end(&mut line);
            } else {
                line.push(byte);
            }
        }
        end(&mut line);
        text
    }
}

/// The processor time of a process and of all that it waited for, where the system tells.
fn processor_seconds(process: u32) -> Option<u64> {
    let told = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name in parentheses: user, system, and the same of the children, in hundredths.
    let mut fields = told.rsplit_once(')')?.1.split_whitespace().skip(11).map(|field| field.parse::<u64>().ok());
    (0..4).map(|_| fields.next()?).sum::<Option<u64>>().map(|hundredths| hundredths / 100)
}

/// Runs two things side by side; if one of them fails, the other goes on to its end.
pub fn both<A: Send, B>(
    one: impl FnOnce() -> anyhow::Result<A> + Send,
    two: impl FnOnce() -> anyhow::Result<B>,
) -> anyhow::Result<(A, B)> {
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        scope.spawn(move || send.send(one()));
        let two = two();
        let one = receive.recv().context("one of two tasks panicked")?;
        Ok((one?, two?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_told_of_processes_that_live() {
        let mut child = Command::new("sleep").arg("5").spawn().expect("sleep");
        let told = processor_seconds(child.id());
        child.kill().and_then(|()| child.wait()).expect("it ran");
        assert_eq!(told, std::path::Path::new("/proc/self/stat").exists().then_some(0));
        assert_eq!(processor_seconds(u32::MAX), None);
    }

    #[test]
    fn progress_is_read_from_what_cargo_and_the_tests_print() {
        let mut far = Far::default();
        for (line, is_progress, told) in [
            ("   Compiling serde v1.0.0", true, ""),
            ("\u{1b}[K    Building [=====>        ] 12/340: serde, syn", true, " 12/340 crates"),
            ("error[E0308]: mismatched types", false, " 12/340 crates"),
        ] {
            assert_eq!((far.hear(line), far.to_string().as_str()), (is_progress, told), "{line}");
        }
        let mut far = Far::default();
        for (line, is_progress, told) in [
            ("running 3 tests", false, " 0/3 tests"),
            ("test a::b ... ok", true, " 1/3 tests"),
            ("test a::c ... FAILED", false, " 2/3 tests"),
        ] {
            assert_eq!((far.hear(line), far.to_string().as_str()), (is_progress, told), "{line}");
        }
    }
}
