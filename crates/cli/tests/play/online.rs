//! Games on a server, by two real clients in two terminals; a small server stands in for the real one.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use super::fake::Fake;
use super::terminal::{AGON, PATIENCE, Terminal};

/// Types a move and waits until both have it.
fn play(number: usize, text: &str, mover: &mut Terminal, other: &mut Terminal) {
    let wanted = format!("{number}.{text}");
    mover.wait("turn", |screen| screen.contains("You: "));
    mover.send(format!("{text}\r").as_bytes());
    mover.wait("move", |screen| screen.contains(&wanted));
    other.wait("move", |screen| screen.contains(&wanted));
}

#[test]
fn two_terminals_play_a_game_to_the_end_though_a_connection_is_cut() {
    let fake = Fake::new();
    let mut host =
        Terminal::open("host", &["tic-tac-toe", "--online", "new", "--clock", "5m+3s", "--server", &fake.address]);
    host.wait("code", |text| text.contains("K 7 X M - 4 Q P T") && text.contains("--online K7XM-4QPT"));
    let join = ["--online", "k7xm 4qpt", "--server", &fake.address];
    let mut guest = Terminal::open("guest", &join);
    guest.wait("board", |text| text.contains("room K7XM-4QPT: connected") && text.contains("Player 1: Mark"));
    host.wait("board", |text| text.contains("You: Mark") && text.contains("Player 2") && text.contains("4:5"));
    play(1, "b2", &mut host, &mut guest);
    host.send(b"a1\r");
    host.wait("complaint", |text| text.contains("it is Player 2's turn"));
    play(2, "a1", &mut guest, &mut host);

    // Words.
    guest.send(b"name Ada\r");
    host.wait("name", |text| text.contains("Ada"));
    host.send(b"draw\r");
    guest.wait("offer", |text| text.contains("`draw` agrees"));
    host.wait("offer", |text| text.contains("you offer a draw"));
    guest.send(b"decline\r");
    host.wait("answer", |text| !text.contains("you offer a draw"));
    host.send(b"hint\r");
    host.wait("refusal", |text| text.contains("no help in a game against others"));
    host.send(b"analysis\r");
    host.wait("refusal", |text| text.contains("no help in a game against others"));
    host.send(b"\x1b[5~");
    host.wait("earlier position", |text| text.contains("looking at move 1 of 2"));
    host.send(b"\x1b[F");
    host.send(b"resign x\r");
    host.wait("refusal", |text| text.contains("this server is too small"));

    // The connection of one is cut; the game goes on without it, and it comes back by itself.
    fake.cut(1);
    guest.wait("loss", |text| text.contains("reconnecting in"));
    host.wait("absence", |text| text.contains("Ada, away"));
    host.send(b"b1\r");
    host.wait("move", |text| text.contains("3.b1"));
    assert!(!guest.text().contains("3.b1"));
    fake.release();
    guest.wait("move", |text| text.contains("3.b1") && text.contains(": connected"));
    play(4, "b3", &mut guest, &mut host);

    // The same command resumes the same seat; whoever has none watches.
    guest.send(b"\x03\x03");
    assert!(guest.ended().success());
    host.wait("absence", |text| text.contains("Ada, away"));
    let mut guest = Terminal::again(guest.state.clone(), &join);
    guest.wait("board", |text| text.contains(": connected") && text.contains("4.b3"));
    assert!(!guest.text().contains("watching"), "{}", guest.text());
    let mut crowd = Terminal::open("crowd", &join);
    crowd.wait("board", |text| text.contains("watching") && text.contains("4.b3"));
    host.wait("crowd", |text| text.contains("1 watches"));
    crowd.send(b"a3\r");
    crowd.wait("complaint", |text| text.contains("you are watching"));

    play(5, "a3", &mut host, &mut guest);
    play(6, "c3", &mut guest, &mut host);
    play(7, "c1", &mut host, &mut guest);
    for terminal in [&mut host, &mut guest, &mut crowd] {
        terminal.wait("end", |text| text.contains("wins:") || text.contains("you win:"));
    }
    assert_eq!(fake.moves(), ["b2", "a1", "b1", "b3", "a3", "c3", "c1"]);
    // Now every position may be rated.
    guest.send(b"\x1b[5~analysis\r");
    guest.wait("values", |text| text.contains("looking at move 6 of 7") && text.contains("wins, proved"));
    guest.send(b"quit\r");
    assert!(guest.ended().success());
    guest.is_restored();
}

/// The line client, with its output as it comes.
pub struct Lines {
    input: ChildStdin,
    output: Receiver<String>,
    text: String,
    child: std::process::Child,
}

impl Lines {
    fn open(fake: &Fake, args: &[&str]) -> Self {
        Lines::at(&fake.address, args)
    }

    /// At the address of any server.
    pub fn at(address: &str, args: &[&str]) -> Self {
        let mut command = Command::new(AGON);
        let state = std::env::temp_dir().join(format!("agon-lines-{}-{}", std::process::id(), args.join("-")));
        command.arg("play").args(args).env("AGON_SERVER", address).env("XDG_STATE_HOME", state.join("state"));
        let _ = std::fs::remove_dir_all(&state);
        command.env("HOME", &state).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let (send, output) = mpsc::channel();
        let read = BufReader::new(child.stdout.take().expect("its output"));
        thread::spawn(move || read.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        let input = child.stdin.take().expect("its input");
        Lines { input, output, text: String::new(), child }
    }

    /// Waits for a text after those that were waited for before.
    pub fn wait(&mut self, wanted: &str) {
        let begin = Instant::now();
        while !self.text.contains(wanted) {
            assert!(begin.elapsed() < PATIENCE, "no {wanted}:\n{}", self.text);
            if let Ok(line) = self.output.recv_timeout(std::time::Duration::from_millis(50)) {
                self.text += &line;
                self.text.push('\n');
            }
        }
        let end = self.text.find(wanted).expect("it is there") + wanted.len();
        self.text.drain(..end);
    }

    pub fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("it listens");
    }
}

#[test]
fn two_line_clients_play_a_game_to_the_end() {
    let fake = Fake::new();
    let mut host = Lines::open(&fake, &["tic-tac-toe", "--online", "new", "--plain"]);
    host.wait("the code is K7XM-4QPT");
    let mut guest = Lines::open(&fake, &["--online", "K7XM4QPT"]);
    host.wait("your move");
    host.send("zz");
    host.wait("illegal move `zz`");
    guest.wait("connected");
    guest.send("b2");
    guest.wait("it is Player 1's turn");
    let mut both = [host, guest];
    for (at, text) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let wanted = format!("move {}: player {} plays {text}", at + 1, at % 2 + 1);
        both[at % 2].send(text);
        both.iter_mut().for_each(|lines| lines.wait(&wanted));
    }
    for (mut lines, end) in both.into_iter().zip(["you win:", "Player 1 wins:"]) {
        lines.wait(end);
        lines.send("quit");
        lines.wait("record: tic-tac-toe~size=3~line=3~seed=0~a1~b1~a2~b2~a3");
        assert!(lines.child.wait().expect("its status").success());
    }
}

#[test]
fn what_cannot_work_is_said_in_one_line() {
    let fake = Fake::new();
    let nobody =
        TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port that is free again");
    let nobody = format!("http://{nobody}");
    let there = fake.address.as_str();
    for (args, wanted) in [
        (vec!["--online", "ZZZZ-ZZZZ", "--server", there], "there is no room `ZZZZ-ZZZZ`"),
        (vec!["--online", "ZZZZ-ZZZZ", "--watch", "--server", there], "there is no room `ZZZZ-ZZZZ`"),
        (vec!["--online", "hello", "--server", there], "`hello` is not the code of a room; one looks like"),
        (vec!["--online", "K7XM-4QPT", "--server", &nobody], "no server answers at"),
        (vec!["--online", "K7XM-4QPT", "--server", "127.0.0.1:8000"], "bad address `127.0.0.1:8000`"),
        (vec!["--online", "new", "--server", there], "say which game"),
        (vec!["gambit", "--online", "K7XM-4QPT", "--server", there], "has its game already"),
    ] {
        let output = Command::new(AGON).arg("play").args(&args).stdin(Stdio::null()).output().expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && text.contains(wanted) && text.trim().lines().count() == 1,
            "{args:?}: {text}"
        );
    }
}
