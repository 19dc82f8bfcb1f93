//! The lobby in two real terminals and line by line, at a real server.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use super::online::Lines;
use super::terminal::{AGON, Terminal};

/// A server that is ended with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let data = std::env::temp_dir().join(format!("agon-lobby-{}", std::process::id()));
        let mut child = Command::new(AGON)
            .args(["serve", "--port", "0", "--no-limits", "--data"])
            .arg(&data)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        Server { child, address: line.trim().trim_start_matches("agon serves at ").to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn strangers_meet_in_the_lobby_in_terminals_and_line_by_line() {
    let server = Server::start();
    let args = ["tic-tac-toe", "--online", "--server", &server.address];
    let mut ada = Terminal::open("ada", &args);
    ada.wait("lobby", |text| text.contains("No open games.") && text.contains("1 person is here"));
    // Up to the name, and back to the quick match.
    ada.send(b"\x1b[AAda\r");
    ada.wait("name", |text| text.contains("your name      Ada_"));
    ada.send(b"\r");
    ada.wait("room", |text| text.contains("Looking for a player"));
    let mut bob = Terminal::open("bob", &args);
    bob.wait("game", |text| text.contains("join Tic-Tac-Toe, 3 × 3: Ada, no clock, 1 of 2"));
    bob.send(b"\x1b[A\x1b[A\x1b[A\x1b[A\r");
    for terminal in [&mut ada, &mut bob] {
        terminal.wait("board", |text| text.contains(": connected") && !text.contains("Open seat"));
    }
    // Words.
    bob.send(b"say good luck\r");
    ada.wait("phrase", |text| text.contains("Player 1: Good luck!") || text.contains("Player 2: Good luck!"));
    ada.send(b"say something\r");
    ada.wait("help", |text| text.contains("you can say: `hello`"));
    ada.send(b"mute 1\rmute 2\r");
    ada.wait("mute", |text| !text.contains("Good luck!"));
    for terminal in [&mut ada, &mut bob] {
        terminal.send(b"\x03\x03");
        assert!(terminal.ended().success());
    }
    // Line by line.
    let mut offers = Lines::at(&server.address, &["--online", "--plain"]);
    offers.wait("no open games");
    offers.send("offer chess");
    offers.wait("there is no game `chess`");
    offers.send("name Cleo");
    offers.send("clock 4");
    offers.wait("5m+5s");
    offers.send("offer gambit big-islands=zero");
    offers.wait("Looking for a player in the lobby; the code is");
    let mut joins = Lines::at(&server.address, &["gambit", "--online", "--plain"]);
    joins.wait("1 Gambit");
    joins.wait(": Cleo, 5m+5s, 1 of 2");
    joins.send("join 1");
    joins.wait("connected");
    offers.wait("scores:");
    for lines in [&mut offers, &mut joins] {
        lines.send("quit");
        lines.wait("comes back");
    }
    // Two who ask for the same meet, too.
    let mut first = Lines::at(&server.address, &["--online", "--plain", "--server", &server.address]);
    first.send("quick tic-tac-toe");
    first.wait("Looking for a player");
    let mut second = Lines::at(&server.address, &["tic-tac-toe", "--online", "--plain"]);
    second.send("quick");
    second.wait("connected");
    first.wait("room");
    first.send("quit");
    second.send("quit");
}
