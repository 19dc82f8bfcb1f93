//! Puzzles are right: by plain minimax, attempt by attempt, and all that are shipped.

use std::path::{Path, PathBuf};
use std::{env, fs};

use agon_rules::Rng;
use agon_search::puzzle::{Fault, Hunt, NoPuzzle, Outcome, Puzzle, attempt, check, sketch};

/// Nodes of plain minimax for one puzzle.
const NODES: u64 = 20_000_000;
/// How many of each file are checked, unless `AGON_ALL_PUZZLES=1` asks for all. Whoever changes the seed checks others.
const SAMPLE: usize = 4;
const SEED: u64 = 16;

fn puzzle(line: &str) -> Puzzle {
    line.parse().expect("a puzzle")
}

/// The first puzzles of a game.
fn hunt(game: &str, settings: &[(&str, &str)], count: usize) -> Vec<Puzzle> {
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut hunt = Hunt::default();
    while hunt.found.len() < count && hunt.exhausted().is_none() {
        let outcome = attempt((game, &settings), (1, hunt.next), &|| false).expect("two play");
        hunt.take(outcome).expect("a position of the game");
    }
    hunt.found
}

/// The files that are shipped.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/puzzles");
    let mut files: Vec<_> = fs::read_dir(folder).expect("puzzles").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "txt"));
    files.sort();
    files
}

fn read(path: &Path) -> Vec<Puzzle> {
    fs::read_to_string(path).expect("a file").lines().map(puzzle).collect()
}

#[test]
fn what_is_found_is_right() {
    for (game, settings) in [("parity-twist", &[("variant", "hodgkins")]), ("tic-tac-toe", &[("size", "4")])] {
        for puzzle in hunt(game, settings, 2) {
            check(&puzzle, NODES).unwrap_or_else(|fault| panic!("{fault}: {puzzle}"));
        }
    }
}

#[test]
fn an_attempt_finds_the_same_every_time() {
    let again = || attempt(("primi-composti", &[("cards".into(), "5".into())]), (3, 7), &|| false);
    assert_eq!(again(), again());
}

#[test]
fn a_puzzle_is_refused_if_another_move_is_as_good() {
    let fault = check(&puzzle("1 0 9 tic-tac-toe~size=3~line=3~at=3/1x1/2o_0~a1"), NODES);
    assert_eq!(fault, Err(Fault::NotOnly { ply: 1, text: "a1".to_owned() }));
}

#[test]
fn a_puzzle_is_refused_if_its_value_is_another() {
    let fault = check(&puzzle("1 0 9 tic-tac-toe~size=3~line=3~at=xx1/oo1/3_0~c3"), NODES);
    assert_eq!(fault, Err(Fault::Value { said: 0, found: 1 }));
}

#[test]
fn a_puzzle_is_refused_if_an_answer_is_not_the_best() {
    // The other side must stop the row of file a; on b3 it lets it win.
    let fault = check(&puzzle("1 0 9 tic-tac-toe~size=3~line=3~at=3/1o1/xxo_0~a3~b3~a2"), NODES);
    assert_eq!(fault, Err(Fault::Answer { ply: 2, text: "b3".to_owned() }));
    // Every answer loses here, and this one sooner than others.
    let options = "pieces=8~captures=true~kings=true~forced-capture=false~pie=false";
    let position = "6X1/8/o1x3x1/Xx3o2/xxo3o1/1x6/2oo4/4O2O_0_0,0,0,0_m_0";
    let fault = check(&puzzle(&format!("1 1 9 infiltration~{options}~at={position}~b4-c5~c2-b1")), NODES);
    assert_eq!(fault, Err(Fault::Answer { ply: 2, text: "c2-b1".to_owned() }));
}

#[test]
fn a_puzzle_without_a_solution_is_refused() {
    assert_eq!(check(&puzzle("1 0 9 tic-tac-toe~size=3~line=3~at=3/1x1/2o_0"), NODES), Err(Fault::End));
}

#[test]
fn more_than_two_seats_have_no_puzzles() {
    let none = attempt(("primi-composti", &[("players".into(), "3".into())]), (0, 0), &|| false);
    assert_eq!(none, Err(NoPuzzle::Seats(3)));
}

#[test]
fn where_something_stays_hidden_there_are_no_puzzles() {
    let none = attempt(("parity-twist", &[("variant".into(), "lanier".into())]), (0, 0), &|| false);
    assert!(matches!(none, Ok(Outcome::Hidden | Outcome::Nothing)), "{none:?}");
}

#[test]
fn mirrored_and_hardly_changed_puzzles_are_alike() {
    let of = |line: &str| sketch(&puzzle(line).record).expect("a position");
    let one = of("1 0 9 tic-tac-toe~size=4~line=4~at=xo2/4/2x1/3o_0~a1");
    assert!(one.is_like(&of("1 0 9 tic-tac-toe~size=4~line=4~at=2ox/4/1x2/o3_0~d1")), "mirrored");
    assert!(one.is_like(&of("1 0 9 tic-tac-toe~size=4~line=4~at=xo2/4/1x2/3o_0~a1")), "one mark beside its place");
    assert!(!one.is_like(&of("1 0 9 tic-tac-toe~size=4~line=4~at=xo2/4/1x2/3o_0~a2")), "another solution");
    assert!(one.is_like(&of("1 0 9 tic-tac-toe~size=4~line=3~at=xo2/4/2x1/3o_0~a1")), "the same in another variant");
    assert!(!one.is_like(&of("1 0 9 tic-tac-toe~size=4~line=3~at=xo2/4/2x1/3o_0~a2")), "another solution there");
}

#[test]
fn the_shipped_puzzles_are_right_by_plain_minimax() {
    let all = env::var("AGON_ALL_PUZZLES").is_ok_and(|value| value == "1");
    assert!(!files().is_empty());
    for path in files() {
        let mut puzzles = read(&path);
        let mut rng = Rng::new(SEED);
        let count = if all { puzzles.len() } else { SAMPLE.min(puzzles.len()) };
        for _ in 0..count {
            let puzzle = puzzles.swap_remove(rng.below(puzzles.len()));
            check(&puzzle, NODES).unwrap_or_else(|fault| panic!("{fault}: {puzzle}"));
        }
    }
}

#[test]
fn no_two_shipped_puzzles_are_alike_and_they_are_in_order() {
    for path in files() {
        let puzzles = read(&path);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade), "{}", path.display());
        let sketches: Vec<_> = puzzles.iter().map(|puzzle| sketch(&puzzle.record).expect("a position")).collect();
        for (at, one) in sketches.iter().enumerate() {
            let like = sketches[at + 1..].iter().position(|other| one.is_like(other));
            assert!(like.is_none(), "{}: {} and {like:?} after it", path.display(), puzzles[at]);
        }
    }
}
