//! Puzzles as lines of text, a puzzle in hand, and the collection that is shipped.

use std::path::Path;
use std::{env, fs};

use agon_client::learn::{Attempt, Clue, Collection, Puzzle, Quest};
use agon_client::{Venue, Worth};

use crate::minimax;

/// What the collection must have of each game: how many, an option, and its values that must all be there.
const WANTED: [(&str, usize, &str, &[&str]); 7] = [
    ("checkerboard", 150, "size", &["6", "8", "10"]),
    ("gambit", 150, "big-islands", &["score", "zero"]),
    ("infiltration", 150, "pieces", &["4", "6", "8"]),
    (
        "parity-twist",
        150,
        "variant",
        &[
            "classic",
            "delfs",
            "whiteacre",
            "hodgkins",
            "dual-master",
            "key-lock",
            "total-score",
            "sandkuhler",
            "peltola",
            "draft",
        ],
    ),
    ("primi-composti", 150, "version", &["1", "2"]),
    ("quadratic-war", 150, "dead-draw", &["published", "revised", "exact"]),
    ("tic-tac-toe", 40, "size", &["4", "5"]),
];
/// How many of each file are proved again, unless `AGON_ALL_PUZZLES=1` asks for all.
const SAMPLE: usize = 4;

/// A win in one.
const LINE: &str = "1 1 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~c1";

fn puzzle() -> Puzzle {
    Puzzle::read(LINE).expect("a puzzle")
}

#[test]
fn a_line_is_read_as_it_is_written() {
    let puzzle = puzzle();
    assert_eq!((puzzle.write().as_str(), puzzle.grade, puzzle.value, puzzle.nodes), (LINE, 1, 1, 12));
    assert_eq!((puzzle.seat(), puzzle.quest()), (Some(0), Quest::WinIn(1)));
    for bad in ["", "1", "9 1 12 tic-tac-toe~seed=0~a1", "1 x 12 tic-tac-toe~seed=0~a1", "1 1 12 tic-tac-toe~seed=0"] {
        assert_eq!(Puzzle::read(bad), None, "{bad}");
    }
}

#[test]
fn a_puzzle_is_found_by_the_id_it_gives_itself() {
    assert_eq!(Collection::read(LINE).find("tic-tac-toe", &puzzle().id()), Some(puzzle()));
}

#[test]
fn a_wrong_move_is_refuted_and_taken_back() {
    let mut attempt = Attempt::open(&puzzle()).expect("a puzzle");
    assert_eq!(attempt.play("c3"), Ok(false));
    assert_eq!(attempt.to_refute().map(|record| record.moves), Some(vec!["c3".to_owned()]));
    assert!(attempt.refute("c2") && !attempt.reply());
    assert_eq!(attempt.play("c1"), Ok(true));
    assert!(attempt.is_done() && !attempt.is_clean() && attempt.tries() == 1);
    assert!(attempt.play("c2").is_err());
}

#[test]
fn an_answer_goes_through_both_sides_of_the_line() {
    let line = "3 -1 40 gambit~at=2O5/X1XXXXXX/OO3OOO/8_0_-~c4xc2~c2xe4~e4xe2";
    let mut attempt = Attempt::open(&Puzzle::read(line).expect("a puzzle")).expect("it opens");
    assert!(matches!(attempt.clue(), Some(Clue::Where(_))));
    assert_eq!(attempt.clue(), Some(Clue::Move("c4xc2".to_owned())));
    while attempt.show() {}
    assert!(attempt.is_done() && attempt.was_shown() && !attempt.is_clean());
    assert_eq!(attempt.against("hard").record.moves.len(), 3);
}

#[test]
fn where_a_tap_is_a_move_the_first_hint_leaves_three_and_they_stay_the_same() {
    let clue = || Attempt::open(&puzzle()).expect("it opens").clue();
    let Some(Clue::Among(sites)) = clue() else { panic!("{:?}", clue()) };
    let mut attempt = Attempt::open(&puzzle()).expect("it opens");
    let choices = attempt.local().view().choices;
    let taps = |text: &str| choices.iter().find(|choice| choice.text == text).expect("a move").taps[0];
    assert!(sites.len() == 3 && sites.contains(&taps("c1")), "{sites:?}");
    assert!(sites.iter().all(|site| choices.iter().any(|choice| choice.taps == [*site])), "{sites:?}");
    assert_eq!(clue(), Some(Clue::Among(sites)));
    attempt.clue();
    assert_eq!(attempt.clue(), Some(Clue::Move("c1".to_owned())));
}

#[test]
fn every_decision_of_a_line_has_two_hints() {
    let line = "3 -1 40 gambit~at=2O5/X1XXXXXX/OO3OOO/8_0_-~c4xc2~c2xe4~e4xe2";
    let mut attempt = Attempt::open(&Puzzle::read(line).expect("a puzzle")).expect("it opens");
    for text in ["c4xc2", "c2xe4", "e4xe2"] {
        // A piece that must go on is held already, so that there is a tap less.
        let weak = attempt.clue();
        assert!(!matches!(weak, None | Some(Clue::Move(_))) || text != "c4xc2", "{text}: {weak:?}");
        while !matches!(attempt.clue(), Some(Clue::Move(_))) {}
        assert_eq!(attempt.play(text), Ok(true));
    }
    assert!(attempt.is_done() && !attempt.is_clean());
}

#[test]
fn what_a_wrong_move_leads_to_is_said_as_far_as_it_is_proved() {
    let mut attempt = Attempt::open(&puzzle()).expect("a puzzle");
    assert_eq!(attempt.play("c3"), Ok(false));
    assert!(attempt.refute("c2"));
    let told = attempt.refuted(Worth::Proved(-1)).to_string();
    assert!(told.starts_with("After c3 Rival plays c2. ") && told.ends_with(" Then you lose."), "{told}");
    assert!(attempt.refuted(Worth::Unknown).to_string().ends_with("A win in 1 move is no longer certain."));
    // Points are said in points.
    let line = "3 3 32 gambit~big-islands=score~at=5OOO/1X2X3/O1O5/2X1XX2_0_-~a2xc4~c1xc3~f4xd2";
    let mut attempt = Attempt::open(&Puzzle::read(line).expect("a puzzle")).expect("it opens");
    assert_eq!(attempt.play("f4xd2"), Ok(false));
    let reply = attempt.local().record().replay().expect("a game").legal().remove(0);
    assert!(attempt.refute(&reply));
    assert!(attempt.refuted(Worth::Proved(1)).to_string().ends_with("Then you win by only 1."));
    assert!(!attempt.refuted(Worth::Points(9.0)).to_string().contains("Then"), "an estimate is no result");
}

#[test]
fn a_mistake_is_solved_by_every_move_that_is_as_good() {
    let puzzle = Puzzle::of_game("tic-tac-toe~size=3~at=3/oo1/xx1_0~c1!c2").expect("a mistake");
    for (text, right) in [("c1", true), ("c2", true), ("c3", false)] {
        assert_eq!(Attempt::open(&puzzle).expect("it opens").play(text), Ok(right), "{text}");
    }
    assert_eq!(Puzzle::of_game("tic-tac-toe~size=3~seed=0"), None);
}

#[test]
fn a_line_that_breaks_the_rules_does_not_open() {
    let line = "1 1 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~a1";
    assert!(Attempt::open(&Puzzle::read(line).expect("a line")).is_err());
}

/// The puzzles of a game that are shipped.
fn shipped(game: &str) -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(format!("{game}.txt"));
    let text = fs::read_to_string(path).expect("a file for each game");
    text.lines().map(|line| Puzzle::read(line).expect("a puzzle on every line")).collect()
}

#[test]
fn every_game_has_enough_puzzles_of_all_its_kinds() {
    for (game, count, option, values) in WANTED {
        let puzzles = shipped(game);
        assert!(puzzles.len() >= count, "{game}: {}", puzzles.len());
        for value in values {
            let has = |puzzle: &Puzzle| puzzle.record.options.iter().any(|(name, is)| name == option && is == value);
            assert!(puzzles.iter().any(has), "{game}: none with {option}={value}");
        }
        let grades: Vec<u8> = (1..=5).filter(|grade| puzzles.iter().any(|puzzle| puzzle.grade == *grade)).collect();
        assert!(grades.len() >= 3, "{game}: only of grades {grades:?}");
    }
}

#[test]
fn the_shipped_puzzles_are_right_by_a_second_minimax() {
    let all = env::var("AGON_ALL_PUZZLES").is_ok_and(|value| value == "1");
    for (game, ..) in WANTED {
        let mut puzzles = shipped(game);
        if !all {
            // Some of those that took the fewest nodes to prove: this runs with every test.
            puzzles.sort_by_key(|puzzle| puzzle.nodes);
            puzzles.truncate(puzzles.len() / 2);
            puzzles = puzzles.iter().step_by(puzzles.len() / SAMPLE).take(SAMPLE).cloned().collect();
        }
        for puzzle in puzzles {
            assert_eq!(minimax::fault(&puzzle), Ok(()), "{}", puzzle.write());
        }
    }
}

#[test]
fn the_second_minimax_finds_what_is_wrong() {
    let fault = |line: &str| minimax::fault(&Puzzle::read(line).expect("a puzzle"));
    assert_eq!(fault(LINE), Ok(()));
    assert!(fault("1 1 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~c2").is_err(), "it wins nothing");
    assert!(fault("1 0 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~c1").is_err(), "it is worth more");
    assert!(fault("1 1 12 tic-tac-toe~size=3~at=2x/oo1/xx1_0~c1").is_err(), "another move wins too");
}
