//! Single tables by numbers.

use agon_numbers::{NumberedTable, Payoff, Rules, numbering_by_id, playouts_by_id, table_by_id};
use agon_rules::{Rng, Start, Viewer, games};

use super::rows::{settings, variants};

fn open(id: &str, pairs: &[(&str, &str)], seed: u64) -> Box<dyn NumberedTable> {
    let payoff = Payoff::Margin;
    table_by_id(id, &settings(pairs), Start::Seed(seed), Rules { payoff, max_plies: None }).expect("a game")
}

#[test]
fn numbers_and_texts_are_the_same_game() {
    for (id, settings) in variants() {
        let rules = Rules { payoff: Payoff::Outcome, max_plies: Some(200) };
        let mut numbered = table_by_id(id, &settings, Start::Seed(3), rules).expect("a game");
        let mut plain = games::open(id, &settings, Start::Seed(3)).expect("a game");
        let mut rng = Rng::new(8);
        while let Some(turn) = numbered.turn() {
            let context = format!("{id} {settings:?} ply {}", plain.ply());
            assert_eq!(Some(turn), plain.turn(), "{context}");
            assert!(numbered.legal().is_sorted(), "{context}");
            let mut texts: Vec<String> =
                numbered.legal().iter().map(|action| numbered.text((*action).into()).expect("legal")).collect();
            let action = numbered.legal()[rng.below(texts.len())];
            let text = numbered.text(action.into()).expect("legal");
            assert_eq!(numbered.number(&text), Ok(action), "{context}");
            texts.sort_unstable();
            assert_eq!(texts, plain.legal(), "{context}");
            numbered.apply(action.into()).expect("legal");
            plain.play(turn, &text).expect("legal");
            assert_eq!(numbered.position(Viewer::Referee), plain.position(Viewer::Referee), "{context}");
        }
        assert_eq!(numbered.is_truncated(), plain.outcome().is_none(), "{id} {settings:?}");
        assert_eq!(numbered.record(), plain.record(), "{id} {settings:?}");
        // What stood before comes back, and again.
        let (end, plies) = (numbered.returns(), numbered.ply());
        while numbered.undo() {}
        assert_eq!((numbered.ply(), numbered.returns()), (0, vec![0.0; numbered.seats()]), "{id} {settings:?}");
        while numbered.redo() {}
        assert_eq!((numbered.ply(), numbered.returns()), (plies, end), "{id} {settings:?}");
        assert!(numbered.legal().is_empty(), "{id} {settings:?}");
    }
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut table = open("gambit", &[], 0);
    let mut fork = table.fork();
    let first = table.legal()[0];
    fork.apply(first.into()).expect("legal");
    assert_eq!((table.ply(), fork.ply()), (0, 1));
    table.play(0, "a2xa4").expect("legal");
    assert_eq!(table.record().moves, ["a2xa4"]);
}

#[test]
fn a_margin_is_the_difference_of_points() {
    let mut table = open("gambit", &[], 0);
    while let Some(action) = table.legal().first().copied() {
        table.apply(action.into()).expect("legal");
    }
    let scores = table.table().outcome().and_then(|outcome| outcome.scores).expect("points at the end");
    let margin = f64::from(scores[0] - scores[1]);
    assert_eq!(table.returns(), [margin, -margin]);
}

#[test]
fn returns_lie_within_what_is_promised_and_add_up_to_nothing() {
    for (id, settings) in variants() {
        let numbering = numbering_by_id(id, &settings).expect("a game");
        for (payoff, (low, high)) in
            [(Payoff::Outcome, numbering.outcome_bounds), (Payoff::Margin, numbering.margin_bounds)]
        {
            let mut table =
                table_by_id(id, &settings, Start::Seed(1), Rules { payoff, max_plies: None }).expect("a game");
            let mut rng = Rng::new(2);
            while !table.legal().is_empty() {
                let action = table.legal()[rng.below(table.legal().len())];
                table.apply(action.into()).expect("legal");
            }
            let returns = table.returns();
            assert!(returns.iter().all(|value| (low..=high).contains(value)), "{id} {settings:?}: {returns:?}");
            assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{id} {settings:?}: {returns:?}");
        }
    }
}

#[test]
fn an_observation_counts_what_no_state_holds() {
    let numbering = numbering_by_id("infiltration", &[]).expect("a game");
    let names: Vec<_> = numbering.blocks.iter().rev().take(2).map(|block| block.name).collect();
    assert_eq!(names, ["repeats", "quiet"]);
    // Two kings that walk to and fro.
    let start = "1O6/8/8/8/8/8/8/1X6 0 0,0,0,0 m 10";
    let mut table =
        table_by_id("infiltration", &[], Start::Position(start.to_owned()), Rules::default()).expect("a position");
    let mut counts = || {
        let mut out = vec![0.0; table.size()];
        table.observe(0, &mut out).expect("a seat and a slice that fit");
        let counts = out[out.len() - 2..].to_vec();
        let text = ["b1-a2", "b8-a7", "a2-b1", "a7-b8"][table.ply() % 4];
        if let Some(turn) = table.turn() {
            table.play(turn, text).expect("legal");
        }
        counts
    };
    let seen: Vec<_> = (0..9).map(|_| counts()).collect();
    assert_eq!((&seen[0], &seen[3]), (&vec![0.1, 0.0], &vec![0.13, 0.0]));
    assert_eq!((&seen[4], &seen[8]), (&vec![0.14, 0.5], &vec![0.18, 1.0]));
    assert_eq!(table.turn(), None, "it stands for the third time");
}

#[test]
fn playouts_count_every_game_once() {
    for (id, settings) in variants() {
        let counted = playouts_by_id(id, &settings, None, 12, 5).expect("a game");
        assert_eq!(counted.wins.iter().sum::<u64>() + counted.draws, 12, "{id} {settings:?}");
        assert!(counted.plies > 12, "{id} {settings:?}");
        assert_eq!(playouts_by_id(id, &settings, None, 12, 5).as_ref(), Ok(&counted), "{id} {settings:?}");
    }
    let start = Some(Start::Position("xx1/oo1/3 0".to_owned()));
    let soon = playouts_by_id("tic-tac-toe", &[], start, 500, 5).expect("a position");
    assert!(soon.plies < 4 * 500 && soon.wins[0] > soon.wins[1], "{soon:?}");
    let many = playouts_by_id("tic-tac-toe", &[], None, 20_000, 1).expect("a game");
    // Seat 0 wins 58.49 % of random games, seat 1 28.81 %, and they last 7.65 plies.
    let share = |games: u64| games as f64 / 20_000.0;
    assert!((share(many.wins[0]) - 0.5849).abs() < 0.02 && (share(many.wins[1]) - 0.2881).abs() < 0.02, "{many:?}");
    assert!((share(many.plies) - 7.65).abs() < 0.05, "{many:?}");
}
