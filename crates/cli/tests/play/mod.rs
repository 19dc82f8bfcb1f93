//! `agon play`, `learn` and `puzzle` in a real terminal: whole games by keys, by mouse and by line, and what a terminal can do to it.

mod fake;
mod learn;
mod lobby;
pub mod online;
mod terminal;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use agon_rules::{Record, Rng, games};

use terminal::{AGON, ENDS, PATIENCE, Terminal};

/// Plays on by arrows and Enter until the game is over.
fn play_by_keys(terminal: &mut Terminal, seed: u64) {
    let mut rng = Rng::new(seed);
    let begin = Instant::now();
    while !terminal.is_over() {
        let arrow: &[u8] = [&b"\x1b[A"[..], b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\t"][rng.below(5)];
        terminal.send(arrow);
        terminal.send(b"\r");
        terminal.settle();
        assert!(begin.elapsed() < PATIENCE, "no end:\n{}", terminal.text());
    }
}

#[test]
fn a_whole_game_of_every_game_is_played_by_keys() {
    for info in games::list() {
        let mut terminal = Terminal::open(info.id, &[info.id, "--players", "human,random", "--seed", "1"]);
        terminal.wait("board", |text| text.contains("You:"));
        play_by_keys(&mut terminal, 1);
        terminal.send(b"\x03\x03");
        assert!(terminal.ended().success());
        terminal.is_restored();
    }
}

#[test]
fn a_game_is_chosen_set_up_and_won_by_mouse() {
    let mut terminal = Terminal::open("mouse", &[]);
    let press = |terminal: &mut Terminal, text: &str, wanted: &str| {
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(wanted)).expect("it is there");
        let column = line[..line.find(wanted).expect("it is there")].chars().count() + wanted.chars().count() / 2;
        terminal.send(format!("\x1b[<0;{};{}M\x1b[<0;{0};{1}m", column + 1, row + 1).as_bytes());
        terminal.settle();
    };
    let click = |terminal: &mut Terminal, wanted: &str| {
        terminal.wait(wanted, |text| text.contains(wanted));
        let text = terminal.text();
        press(terminal, &text, wanted);
    };
    click(&mut terminal, "Tic-Tac-Toe");
    click(&mut terminal, "[ start ]");
    let begin = Instant::now();
    loop {
        // Any place that is marked as open, or the one the keys are on. While the computer thinks none is marked, and its
        // move may end the game.
        terminal.wait("a turn or the end", |text| {
            text.contains("(·)") || text.contains("[·]") || ENDS.iter().any(|end| text.contains(end))
        });
        if terminal.is_over() {
            break;
        }
        let text = terminal.text();
        match ["(·)", "[·]"].into_iter().find(|place| text.contains(place)) {
            Some(place) => press(&mut terminal, &text, place),
            None => terminal.settle(),
        }
        assert!(begin.elapsed() < PATIENCE, "no end:\n{}", terminal.text());
    }
    click(&mut terminal, "F4undo");
    terminal.wait("undo", |text| !ENDS.iter().any(|end| text.contains(end)));
}

#[test]
fn typed_moves_words_and_files_do_what_they_say() {
    let mut terminal = Terminal::open("typed", &["tic-tac-toe", "--players", "human,human"]);
    let file = terminal.state.join("game.agon");
    terminal.wait("board", |text| text.contains("moves"));
    terminal.send(b"b\t");
    terminal.wait("completion", |text| text.contains("b1 b2 b3"));
    terminal.send(b"2\r");
    terminal.wait("move", |text| text.contains("1.b2"));
    terminal.send(b"b2\r");
    terminal.wait("complaint", |text| text.contains("illegal move `b2`"));
    terminal.send(b"hint\r");
    terminal.wait("hint", |text| text.contains("hint: ") && text.contains("proved"));
    terminal.send(b"analysis\r");
    terminal.wait("values", |text| {
        text.contains("done") && text.contains("loses, proved") && text.contains("draws, proved")
    });
    terminal.send(format!("save {}\r", file.display()).as_bytes());
    terminal.wait("file", |text| text.contains("saved as"));
    terminal.send(b"undo\r");
    terminal.wait("undo", |text| !text.contains("1.b2"));
    terminal.send(format!("load {}\r", file.display()).as_bytes());
    terminal.wait("file", |text| text.contains("1.b2"));
    terminal.send(b"\x1b[5~");
    terminal.wait("earlier position", |text| text.contains("looking at move 0 of 1"));
    terminal.send(b"\x1b[6~");
    terminal.wait("game", |text| !text.contains("looking"));
    terminal.send(b"rules\r");
    terminal.wait("rules", |text| text.contains("1-22 of "));
    terminal.send(b"\x1b");
    terminal.wait("game", |text| text.contains("1.b2"));
    terminal.send(b"resign\r");
    terminal.wait("end", |text| text.contains("Player 2 resigned: Player 1 wins"));
    terminal.send(b"quit\r");
    assert!(terminal.ended().success());
    terminal.is_restored();
}

#[test]
fn a_thinking_computer_answers_at_once_when_told() {
    let players = "human,alphabeta:time=500s";
    let mut terminal = Terminal::open("esc", &["quadratic-war", "--players", players]);
    terminal.wait("board", |text| text.contains("You:"));
    terminal.send(b"\r");
    terminal.send(b"\r");
    terminal.wait("thinking", |text| text.contains("thinks") && text.contains("nodes"));
    terminal.send(b"\x1b");
    terminal.wait("answer", |text| text.contains("You:") && text.contains("2."));
}

#[test]
fn hidden_cards_are_handed_over_unseen() {
    let args = ["primi-composti", "--set", "players=3", "--players", "human,human,easy", "--seed", "1"];
    let mut terminal = Terminal::open("hidden", &args);
    terminal.wait("hand-over", |text| text.contains("Hand the screen to player 1"));
    assert!(!terminal.text().contains("Hand  "), "{}", terminal.text());
    terminal.send(b"\r");
    terminal.settle();
    assert!(terminal.text().contains("Hand the screen"), "Enter plays, so it must not show the next hand");
    terminal.send(b"1");
    terminal.wait("board", |text| text.contains("Play a card"));
    let hand = |text: &str| {
        let line = text.lines().find_map(|line| line.split_once("1  Hand")).expect("a hand").1;
        line.split('│').next().expect("the board").to_owned()
    };
    let own = hand(&terminal.text());
    assert!(!own.contains('?') && own.contains(char::is_numeric), "{own}");
    terminal.send(b"\r");
    terminal.wait("hand-over", |text| text.contains("Hand the screen to player 2"));
    terminal.send(b"2");
    terminal.wait("board", |text| text.contains("Play a card"));
    let others = hand(&terminal.text());
    assert!(others.contains('?') && !others.contains(char::is_numeric), "{others}");
}

#[test]
fn resizing_and_garbage_leave_it_alive() {
    let mut terminal = Terminal::open("garbage", &["gambit", "--players", "human,random", "--seed", "1"]);
    terminal.wait("board", |text| text.contains("You:"));
    for (cols, rows) in [(20, 5), (1, 1), (200, 60), (20, 5), (80, 24)] {
        terminal.resize(cols, rows);
        terminal.settle();
        terminal.send(b"\x1b[C\x1b[B");
        terminal.settle();
    }
    let mut rng = Rng::new(7);
    for round in 0..60 {
        // Anything but asking to leave.
        let mut bytes: Vec<u8> =
            (0..400).map(|_| rng.below(256) as u8).filter(|byte| ![3, 17].contains(byte)).collect();
        if round % 2 == 0 {
            bytes = [b"\x1b[200~", &bytes[..], b"\x1b[201~"].concat();
        }
        terminal.send(&bytes);
        terminal.settle();
    }
    assert!(terminal.child.try_wait().expect("its status").is_none(), "it has ended:\n{}", terminal.text());
    // Out of whatever the garbage has led to, into a new game.
    terminal.send(b"\x1b[201~");
    terminal.settle();
    for _ in 0..3 {
        terminal.send(b"\x1b");
        terminal.settle();
    }
    terminal.send(b"\x1b[20~");
    terminal.wait("list of games", |text| text.contains("choose a game"));
    terminal.send(b"\x03");
    terminal.settle();
    terminal.send(b"\x03");
    assert!(terminal.ended().success());
    terminal.is_restored();
}

#[test]
fn a_signal_ends_it_with_the_terminal_restored() {
    let mut terminal = Terminal::open("signal", &["gambit"]);
    terminal.wait("board", |text| text.contains("You:"));
    let id = terminal.child.process_id().expect("an id").to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    terminal.ended();
    terminal.is_restored();
}

#[test]
fn a_terminal_that_is_gone_ends_it_and_the_game_is_kept() {
    let mut terminal = Terminal::open("gone", &["tic-tac-toe", "--players", "human,easy", "--seed", "1"]);
    terminal.wait("board", |text| text.contains("You:"));
    terminal.send(b"b2\r");
    terminal.wait("answer", |text| text.contains("2."));
    terminal.vanish();
    terminal.ended();
    let mut terminal = Terminal::again(terminal.state.clone(), &[]);
    terminal.wait("list of games", |text| text.contains("unfinished games"));
    terminal.send(b"\r");
    terminal.wait("the game", |text| text.contains("1.b2") && text.contains("2."));
}

/// The record of a whole random game of each game.
fn golden(id: &str) -> Record {
    let path = format!("{}/../rules/tests/snapshots/{id}.snap", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a golden file");
    text.lines().find_map(|line| line.strip_prefix("record: ")).expect("a record").parse().expect("a record")
}

fn plain(args: &[&str], input: &str) -> String {
    let mut child = Command::new(AGON)
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("its output");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_whole_game_of_every_game_is_played_by_line() {
    for info in games::list() {
        let record = golden(info.id);
        let text = plain(&["--plain", info.id, "--players", "human,human", "--seed", "1"], &record.moves.join("\n"));
        assert!(ENDS.iter().any(|end| text.contains(end)), "{text}");
        assert!(text.ends_with(&format!("record: {record}\n")), "{text}");
    }
}

#[test]
fn lines_choose_a_game_and_words_are_obeyed() {
    let text = plain(
        &[],
        "chess\ntic-tac-toe size=4 line=4\nhuman,perfect\na1\nmoves\nundo\nhint\nanalysis\nback\nnonsense\nquit\n",
    );
    for wanted in [
        "unknown game `chess`",
        "player 2 (perfect) plays",
        "moves: ",
        "hint: ",
        "proved",
        "illegal move `nonsense`",
        "record: ",
    ] {
        assert!(text.contains(wanted), "no {wanted}:\n{text}");
    }
}
