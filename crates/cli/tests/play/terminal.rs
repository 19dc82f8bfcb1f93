//! The real binary in a terminal of its own, with keys to press and a screen to read.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

pub const AGON: &str = env!("CARGO_BIN_EXE_agon");
/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How a game that is over reads.
pub const ENDS: [&str; 4] = ["wins:", "you win:", "a draw:", "shared by"];

/// The real binary in a terminal of its own.
pub struct Terminal {
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    gone: Arc<AtomicBool>,
    screen: vt100::Parser,
    pub child: Box<dyn Child + Send + Sync>,
    pub state: PathBuf,
}

impl Terminal {
    pub fn open(test: &str, args: &[&str]) -> Self {
        let state = std::env::temp_dir().join(format!("agon-play-{}-{test}", std::process::id()));
        Terminal::again(state, args)
    }

    /// The same with what an earlier one has kept.
    pub fn again(state: PathBuf, args: &[&str]) -> Self {
        Terminal::start(state, "play", args)
    }

    /// Another command.
    pub fn start(state: PathBuf, word: &str, args: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(AGON);
        command.arg(word);
        command.args(args);
        std::fs::create_dir_all(&state).expect("a folder");
        command.cwd(&state);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", &state);
        command.env("HOME", &state);
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the binary runs");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let (send, output) = mpsc::channel();
        let gone = Arc::new(AtomicBool::new(false));
        let theirs = gone.clone();
        thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() || theirs.load(Ordering::Relaxed) {
                    return;
                }
            }
        });
        let screen = vt100::Parser::new(24, 80, 0);
        Terminal { master: Some(pair.master), keys, output, gone, screen, child, state }
    }

    /// Closes every handle of the terminal, as when its window is shut.
    pub fn vanish(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
        // Whoever reads lets go after what this key makes it write.
        self.send(b"x");
        while self.output.recv_timeout(PATIENCE).is_ok() {}
        self.master = None;
        self.keys = Box::new(std::io::sink());
    }

    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    pub fn send(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).expect("it listens");
        self.keys.flush().expect("it listens");
    }

    /// Takes output in until the screen is as wanted.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        while !wanted(&self.text()) {
            assert!(begin.elapsed() < PATIENCE, "no {what}:\n{}", self.text());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.screen.process(&bytes);
            }
        }
    }

    /// Takes output in until none comes for a moment.
    pub fn settle(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(25)) {
            self.screen.process(&bytes);
        }
    }

    pub fn is_over(&self) -> bool {
        ENDS.iter().any(|end| self.text().contains(end))
    }

    pub fn resize(&mut self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.as_ref().expect("a terminal").resize(size).expect("it can be resized");
        self.screen.screen_mut().set_size(rows, cols);
    }

    /// Waits for the process to end.
    pub fn ended(&mut self) -> portable_pty::ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.screen.process(&bytes);
            }
        }
    }

    /// The terminal is as it was before: its own screen, cursor, mouse and line editing.
    pub fn is_restored(&mut self) {
        // On a busy machine the last output comes after the end.
        let begin = Instant::now();
        while self.screen.screen().alternate_screen() && begin.elapsed() < PATIENCE {
            self.settle();
        }
        self.settle();
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let name = self.master.as_ref().and_then(|master| master.tty_name()).expect("a name");
        let modes = Command::new("stty").arg("-F").arg(name).arg("-a").output().expect("stty");
        let modes = String::from_utf8_lossy(&modes.stdout).into_owned();
        assert!(modes.contains(" icanon") && modes.contains(" echo "), "{modes}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.state);
    }
}
