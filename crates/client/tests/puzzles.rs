//! Puzzles as lines of text, and a puzzle in hand.

use agon_client::learn::{Attempt, Clue, Collection, Puzzle, Quest};

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
    assert!(matches!(attempt.clue(), Some(Clue::Where(Some(_)))));
    assert_eq!(attempt.clue(), Some(Clue::Move("c4xc2".to_owned())));
    while attempt.show() {}
    assert!(attempt.is_done() && attempt.was_shown() && !attempt.is_clean());
    assert_eq!(attempt.against("hard").record.moves.len(), 3);
}

#[test]
fn a_line_that_breaks_the_rules_does_not_open() {
    let line = "1 1 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~a1";
    assert!(Attempt::open(&Puzzle::read(line).expect("a line")).is_err());
}
