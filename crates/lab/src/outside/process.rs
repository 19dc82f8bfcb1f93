//! A program while it runs: lines in, lines out, what it complains about, and its end. Nothing here waits for ever.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;

/// The longest line that is read. A longer answer counts as illegal.
const LONGEST: u64 = 10_000;
/// How many lines it may write, or leave unread, before somebody waits.
const WAITING: usize = 16;
/// How many lines of its stderr are remembered, and how many characters are shown.
const LINES: usize = 20;
const SHOWN: usize = 400;
/// How long somebody waits for the exit code of a program that has closed its output: it comes at once, or never.
const LAST: Duration = Duration::from_secs(5);
/// How often somebody looks whether a program has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A program that runs. Dropping it kills it; [`quit`](Process::quit) lets it end.
pub struct Process {
    child: Child,
    // None when nothing more is to be said: that closes the program's input.
    input: Option<SyncSender<String>>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    // Its sender is dropped when stderr has ended.
    silence: Receiver<()>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts a program: its first word, and the others as arguments.
    pub fn start(command: &[String]) -> Result<Self, Failure> {
        let failed = |why: std::io::Error| Failure::NotStarted(why.to_string());
        let (program, arguments) = command.split_first().expect("a command has a first word");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt from the keyboard is for us: the games in play are still finished.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let mut stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        // A program that does not read would block whoever writes to it.
        let (input, said) = mpsc::sync_channel::<String>(WAITING);
        thread::spawn(move || {
            for line in said {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        // A few unread lines may queue up; after that, a program that keeps writing blocks on the full pipe.
        let (sender, lines) = mpsc::sync_channel(WAITING);
        thread::spawn(move || each_line(stdout, |line| sender.send(line).is_ok()));
        let complaints = Arc::<Mutex<VecDeque<String>>>::default();
        let (ended, silence) = mpsc::channel();
        let tail = complaints.clone();
        thread::spawn(move || {
            let _ended: mpsc::Sender<()> = ended;
            each_line(stderr, |line| {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend((!line.trim().is_empty()).then_some(line));
                if tail.len() > LINES {
                    tail.pop_front();
                }
                true
            });
        });
        Ok(Process { child, input: Some(input), lines, complaints, silence })
    }

    /// Writes a line.
    pub fn send(&mut self, mut line: String) -> Result<(), Failure> {
        line.push('\n');
        match self.input.as_ref().map(|input| input.try_send(line)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Failure::Deaf(self.complaints())),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// The next line that it writes.
    pub fn receive(&mut self, patience: Duration) -> Result<String, Failure> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Late(patience, self.complaints())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// A line that it has written already.
    pub fn spoken(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Closes its input and gives it some time to end; none where it does not.
    pub fn quit(&mut self, grace: Duration) -> Option<ExitStatus> {
        self.input = None;
        let begin = Instant::now();
        loop {
            // What it still writes must not stop it.
            while self.lines.try_recv().is_ok() {}
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < grace => thread::sleep(LOOK),
                _ => return None,
            }
        }
    }

    /// How it ended, as a failure: nobody told it to.
    fn ended(&mut self) -> Failure {
        let status = self.quit(LAST);
        // What it wrote last may still be on its way.
        let _ = self.silence.recv_timeout(LAST);
        Failure::Ended(status.map(how), self.complaints())
    }

    /// The end of what it has written to stderr, in one line.
    pub fn complaints(&self) -> String {
        let tail = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = tail.iter().map(|line| line.trim()).collect();
        let text: Vec<char> = words.join(" | ").chars().filter(|c| !c.is_control()).collect();
        let cut = text.len().saturating_sub(SHOWN);
        let start = if cut > 0 { "…" } else { "" };
        start.chars().chain(text[cut..].iter().copied()).collect()
    }
}

/// Reads lines, each cut where it is too long, until there are no more or nobody wants them.
fn each_line(from: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = Read::take(&mut reader, LONGEST).read_until(b'\n', &mut line);
        if read.is_err() || line.is_empty() || !each(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
    }
}

/// How a program ended, in words.
pub fn how(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}
