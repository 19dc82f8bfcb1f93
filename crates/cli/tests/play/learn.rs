//! `agon learn` and `agon puzzle` as a person meets them: in a terminal, in a pipe, and again the next day.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use agon_client::learn::{Goal, Lesson, Task};
use agon_rules::games;

use super::terminal::{AGON, Terminal};

fn folder(test: &str) -> PathBuf {
    std::env::temp_dir().join(format!("agon-learn-{}-{test}", std::process::id()))
}

fn run(state: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(AGON)
        .args(args)
        .env("XDG_STATE_HOME", state)
        .env("HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // One that has refused its arguments does not listen.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    child.wait_with_output().expect("its output")
}

fn plain(state: &Path, args: &[&str], input: &str) -> String {
    let output = run(state, args, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refusal(args: &[&str]) -> String {
    let output = run(&folder("refused"), args, "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A game with its lesson.
fn lesson() -> Lesson {
    let with_text = |id: &&str| games::lesson(id).is_ok_and(|text| !text.is_empty());
    let id = games::built_in().find(with_text).expect("some game has a lesson");
    Lesson::read(id, games::lesson(id).expect("a lesson")).expect("a lesson")
}

/// What fulfils a task that asks for one move.
fn answer(task: &Task) -> Option<&str> {
    match &task.goal {
        Goal::Move(moves) | Goal::Best(moves) => moves.first().map(String::as_str),
        Goal::Any | Goal::Win { .. } | Goal::Play { .. } => None,
    }
}

#[test]
fn every_task_of_a_lesson_with_one_move_is_answered_line_by_line_and_kept() {
    let (state, lesson) = (folder("plain"), lesson());
    let tasks: Vec<&Task> = lesson.chapters.iter().flat_map(|chapter| &chapter.tasks).collect();
    let typed: String = tasks.iter().map(|task| format!("{}\nnext\n", answer(task).unwrap_or("board"))).collect();
    let text = plain(&state, &["learn", &lesson.game], &typed);
    let right = tasks.iter().filter(|task| answer(task).is_some()).count();
    assert_eq!(text.matches("Right.").count(), right, "{text}");
    assert!(!text.contains("**"), "{text}");
    let text = plain(&state, &["learn"], "chess\nquit\n");
    assert!(text.contains(&format!("{right} of {} tasks done", tasks.len())), "{text}");
    assert!(text.contains("unknown game `chess`"), "{text}");
    let _ = std::fs::remove_dir_all(state);
}

#[test]
fn a_lesson_is_learned_in_a_terminal_and_resumed() {
    let (state, lesson) = (folder("terminal"), lesson());
    let first = answer(&lesson.chapters[0].tasks[0]).expect("the first task asks for a move").to_owned();
    let mut terminal = Terminal::start(state.clone(), "learn", &[&lesson.game]);
    terminal.wait("task", |text| text.contains("task 1 of"));
    terminal.send(format!("{first}\r").as_bytes());
    terminal.wait("word", |text| text.contains("Right."));
    terminal.send(b"\r");
    terminal.wait("next task", |text| text.contains("task 2 of"));
    terminal.send(b"quit\r");
    assert!(terminal.ended().success());
    terminal.is_restored();
    // The folder goes with the first terminal, so the second has a copy of what it kept.
    let kept = std::fs::read(state.join("agon/learned")).expect("it is kept");
    let later = folder("later");
    std::fs::create_dir_all(later.join("agon")).expect("a folder");
    std::fs::write(later.join("agon/learned"), kept).expect("a file");
    let mut terminal = Terminal::start(later, "learn", &[]);
    terminal.wait("list", |text| text.contains("lessons and puzzles") && text.contains("1 of"));
    terminal.send(b"\r");
    terminal.wait("task", |text| text.contains("task 2 of"));
}

#[test]
fn the_puzzle_of_the_day_is_shown_and_hinted() {
    let state = folder("puzzle");
    let text = plain(&state, &["puzzle", "--daily"], "hint\nanswer\nquit\n");
    for wanted in ["puzzle of the day", "solve it to begin a streak", "hint: ", "The answer: ", "positions."] {
        assert!(text.contains(wanted), "no {wanted}:\n{text}");
    }
    let mut terminal = Terminal::start(state, "puzzle", &[]);
    terminal.wait("puzzle", |text| text.contains("puzzle of the day"));
    terminal.send(b"answer\r");
    terminal.wait("answer", |text| text.contains("The answer: ") && text.contains("done: Enter"));
}

#[test]
fn what_there_is_not_is_answered_with_what_would_work() {
    let text = refusal(&["learn", "nonsense"]);
    assert!(text.contains("unknown game `nonsense`; there is "), "{text}");
    let game = any_game();
    let text = refusal(&["puzzle", &game, "--grade", "9"]);
    assert_eq!(
        text,
        "agon: bad value `9` of `--grade`; it takes a whole number from 1 to 5; see `agon puzzle --help`\n"
    );
    let text = refusal(&["puzzle", "--grade", "2"]);
    assert!(text.contains("`agon puzzle GAME --grade N`; there are puzzles of "), "{text}");
    let text = refusal(&["puzzle", &game, "--id", "zzz"]);
    assert!(text.contains("has no puzzle `zzz`"), "{text}");
}

/// Any game.
fn any_game() -> String {
    games::built_in().next().expect("a game").to_owned()
}
