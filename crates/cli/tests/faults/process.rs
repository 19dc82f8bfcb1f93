//! Real processes: servers and Redis, started, killed and paused.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// A folder of our own, deleted with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("agon-faults-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that is killed with the test.
pub struct Process(Child);

impl Process {
    pub fn id(&self) -> String {
        self.0.id().to_string()
    }

    pub fn signal(&self, name: &str) {
        let id = self.id();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill").success(), "kill {name} {id}");
    }

    /// `kill -9`: no word, no end of anything.
    pub fn kill(&mut self) {
        // It may have been killed before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server, and where it is.
pub struct Server {
    pub process: Process,
    /// `http://host:port`
    pub address: String,
}

impl Server {
    /// Starts one on a port of its own.
    pub fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(["serve", "--port", "0", "--no-limits"]).args(args).env("RUST_LOG", "off");
        Server::run(&mut command).expect("the server starts")
    }

    /// Starts one on this port; none when it does not come up there, because somebody else has the port by now.
    pub fn start_at(port: &str, args: &[&str]) -> Option<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(["serve", "--port", port, "--no-limits"]).args(args).env("RUST_LOG", "off");
        Server::run(&mut command)
    }

    /// Runs a command that ends in a server.
    pub fn run(command: &mut Command) -> Option<Self> {
        let child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut process = Process(child);
        let mut line = String::new();
        let output = process.0.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("agon serves at ")?.to_owned();
        Some(Server { process, address })
    }

    pub fn port(&self) -> &str {
        self.address.rsplit(':').next().expect("a port")
    }
}

/// A Redis that has everything on disk before it answers.
pub struct Redis {
    pub process: Process,
    port: u16,
    folder: Folder,
}

impl Redis {
    pub fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
        let folder = Folder::new();
        Redis { process: run_redis(port, folder.path()), port, folder }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Starts it again after it was killed: the same port, the same folder.
    pub fn start_again(&mut self) {
        self.process = run_redis(self.port, self.folder.path());
    }
}

fn run_redis(port: u16, folder: &Path) -> Process {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"]);
    command.args(["--appendfsync", "always", "--dir"]).arg(folder).stdout(Stdio::null());
    let child = command.spawn().unwrap_or_else(|error| {
        panic!("cannot run `redis-server`: {error}; install it (Debian: `apt-get install redis-server`)")
    });
    let mut process = Process(child);
    eventually("Redis listens", || {
        assert!(process.is_running(), "redis-server has ended");
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    process
}

/// Waits until something is so, and says how long that took.
pub fn eventually(what: &str, mut so: impl FnMut() -> bool) -> Duration {
    let begin = Instant::now();
    while !so() {
        assert!(begin.elapsed() < PATIENCE, "not in {PATIENCE:?}: {what}");
        // Another process is waited for, which says nothing by itself.
        thread::sleep(Duration::from_millis(20));
    }
    begin.elapsed()
}
