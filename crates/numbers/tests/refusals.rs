//! What is wrong is refused in one line that says what would work, and changes nothing.

use agon_numbers::{BatchSpec, Root, Rules, batch_by_id, numbering_by_id, table_by_id, tree_by_id};
use agon_rules::{Start, Viewer};

use super::rows::{Rows, settings};

fn table(id: &str, position: &str) -> Result<Box<dyn agon_numbers::NumberedTable>, agon_numbers::Error> {
    let start = if position.is_empty() { Start::Seed(0) } else { Start::Position(position.to_owned()) };
    table_by_id(id, &[], start, Rules::default())
}

fn says<T>(refused: Result<T, agon_numbers::Error>, expected: &str) {
    assert_eq!(refused.map(drop).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

#[test]
fn games_options_and_positions_are_refused_as_everywhere() {
    let why = numbering_by_id("gamit", &[]).expect_err("no such game").to_string();
    // Which games there are depends on the other tests.
    assert!(why.starts_with("unknown game `gamit`; did you mean `gambit`? (there is `tic-tac-toe`, "), "{why}");
    says(
        table_by_id("tic-tac-toe", &settings(&[("size", "9")]), Start::Seed(0), Rules::default()),
        "bad value `9` of option `size`; it takes `3`, `4` or `5`",
    );
    says(
        table("tic-tac-toe", "x8"),
        "bad position `x8`: it needs 2 fields with one space between them, as in `3/3/3 0`",
    );
    says(
        tree_by_id("tic-tac-toe", &[], &Root::Position("x8".to_owned(), Viewer::Spectator), Rules::default()),
        "bad position `x8`: it needs 2 fields with one space between them, as in `3/3/3 0`",
    );
}

#[test]
fn a_number_that_is_no_action_or_not_legal_is_refused_and_nothing_changes() {
    let mut table = table("tic-tac-toe", "").expect("a game");
    table.apply(4).expect("legal");
    says(table.apply(4), "illegal action 4; 0, 1, 2, 3, 5, 6, 7 or 8 is possible");
    says(table.text(4), "illegal action 4; 0, 1, 2, 3, 5, 6, 7 or 8 is possible");
    for action in [9, -1, i64::MAX, i64::MIN] {
        says(table.apply(action), &format!("there is no action {action}; actions are numbered from 0 to 8"));
    }
    says(table.number("b2"), "illegal move `b2`; `a1`, `a2`, `a3`, `b1`, `b3`, `c1`, `c2` or `c3` is possible");
    says(table.play(0, "a1"), "seat 0 is not to move; wait for seat 1");
    assert_eq!(table.ply(), 1);
    let mut table = self::table("gambit", "").expect("a game");
    says(
        table.apply(0),
        "illegal action 0; one of 33, 34, 36, 37, 40, 41, 42, 45, 46, 47, 50, 51 and 8 more is possible",
    );
    assert_eq!(table.ply(), 0);
    while let Some(action) = table.legal().first().copied() {
        table.apply(action.into()).expect("legal");
    }
    says(table.apply(3), "no action 3: the game is over (no moves)");
}

#[test]
fn a_game_that_was_broken_off_takes_no_move() {
    let rules = Rules { max_plies: Some(1), ..Rules::default() };
    let mut table = table_by_id("tic-tac-toe", &[], Start::Seed(0), rules).expect("a game");
    table.apply(0).expect("legal");
    assert!(table.is_truncated() && table.turn().is_none() && table.returns() == [0.0, 0.0]);
    says(table.apply(1), "no move is left: the game was broken off after 1 plies");
    says(table.play(1, "a2"), "no move is left: the game was broken off after 1 plies");
    assert!(table.undo() && !table.is_truncated());
}

#[test]
fn slices_and_seats_must_fit() {
    let table = table("tic-tac-toe", "").expect("a game");
    says(table.observe(2, &mut [0.0; 20]), "there is no seat 2; seats are numbered from 0 to 1");
    says(table.observe(0, &mut [0.0; 19]), "`observation` has 19 elements; it needs 20");
    says(table.mask(&mut [false; 10]), "`mask` has 10 elements; it needs 9");
    let mut batch = batch_by_id("tic-tac-toe", &[], &BatchSpec::new(2, 0)).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reward.pop();
    says(batch.reset(0, rows.arrays()), "`reward` has 3 elements; it needs 4");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 0);
    rows.actions.push(0);
    says(rows.step_by(&mut *batch), "`actions` has 3 elements; it needs 2");
    says(batch.sample(&mut [0]), "`actions` has 1 elements; it needs 2");
}

#[test]
fn a_wrong_action_of_one_game_moves_none() {
    let mut batch = batch_by_id("tic-tac-toe", &[], &BatchSpec::new(3, 0)).expect("a batch");
    let mut rows = Rows::of(&*batch);
    says(batch.sample(&mut rows.actions), "no such batch: reset it first");
    rows.actions = vec![0; 3];
    says(rows.step_by(&mut *batch), "no such batch: reset it first");
    rows.reset(&mut *batch, 0);
    rows.step_by(&mut *batch).expect("legal");
    let before = rows.clone();
    rows.actions = vec![1, 2, 0];
    says(rows.step_by(&mut *batch), "game 2: illegal action 0; 1, 2, 3, 4, 5, 6, 7 or 8 is possible");
    rows.actions = vec![1, -2, 3];
    says(rows.step_by(&mut *batch), "game 1: there is no action -2; actions are numbered from 0 to 8");
    rows.actions.clone_from(&before.actions);
    assert_eq!(rows, before);
    rows.actions = vec![1, 2, 3];
    rows.step_by(&mut *batch).expect("legal");
    assert_eq!((batch.deal(0).map(|deal| deal.1), batch.deal(3)), (Some(2), None));
}

#[test]
fn a_batch_that_cannot_be_is_refused() {
    let made = |spec: BatchSpec| batch_by_id("tic-tac-toe", &[], &spec);
    let names = |names: &[&str]| names.iter().map(|name| Some((*name).to_owned())).collect::<Vec<_>>();
    says(made(BatchSpec::new(0, 0)), "no such batch: it needs at least one game");
    says(
        made(BatchSpec { max_plies: Some(0), ..BatchSpec::new(1, 0) }),
        "no such batch: a game needs at least one ply",
    );
    says(
        made(BatchSpec { players: names(&["easy", "easy"]), ..BatchSpec::new(1, 0) }),
        "no such batch: every seat has a player; leave one to the caller",
    );
    says(
        made(BatchSpec { players: names(&["easy", "easy", "easy"]), ..BatchSpec::new(1, 0) }),
        "no such batch: 3 players for 2 seats",
    );
    let refused = made(BatchSpec { players: names(&["eazy"]), ..BatchSpec::new(1, 0) });
    let why = refused.map(drop).expect_err("nobody is called that").to_string();
    assert!(why.starts_with("unknown player `eazy`; there is `easy`"), "{why}");
    says(
        batch_by_id(
            "primi-composti",
            &settings(&[("players", "3")]),
            &BatchSpec { players: names(&["perfect"]), ..BatchSpec::new(1, 0) },
        ),
        "`perfect` cannot play here: it is for two seats; try `expert` or `mcts`",
    );
}

#[test]
fn a_position_with_cards_that_are_not_dealt_has_no_numbers() {
    let open = |position: &str| {
        table_by_id(
            "primi-composti",
            &settings(&[("cards", "2")]),
            Start::Position(position.to_owned()),
            Rules::default(),
        )
    };
    let unnumbered = "the move `60` has no number: it cannot happen in a game that is dealt with these options";
    says(open("3,60/2,4 -:-/-:- 0 0,0"), unnumbered);
    // The opponent has it: the move before is refused, and undone.
    let mut table = open("2,3/4,60 -:-/-:- 0 0,0").expect("the mover's cards are known");
    says(table.apply(0), unnumbered);
    says(table.play(0, "2"), unnumbered);
    assert_eq!((table.ply(), table.legal()), (0, &[0, 1][..]));
}
