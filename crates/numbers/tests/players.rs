//! Players by name at tables by numbers: the ones of batches and of the lab, and only at tables of their own variant.

use agon_numbers::{BatchSpec, Error, Rules, batch_by_id, player_by_id, table_by_id};
use agon_rules::{Start, Viewer};

use super::rows::{Rows, settings};

fn check(id: &str, pairs: &[(&str, &str)], name: &str) {
    let settings = settings(pairs);
    let seats = table_by_id(id, &settings, Start::Seed(0), Rules::default()).expect("a game").seats();
    // The first seat is the caller's, who takes the first move that is listed.
    let players = (0..seats).map(|seat| (seat > 0).then(|| name.to_owned())).collect();
    let spec = BatchSpec { players, ..BatchSpec::new(1, 5) };
    let mut batch = batch_by_id(id, &settings, &spec).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, spec.seed);
    let (seed, _) = batch.deal(0).expect("a game");
    let mut table = table_by_id(id, &settings, Start::Seed(seed), Rules::default()).expect("the same game");
    let mut player = player_by_id(id, &settings, name).expect("a player");
    for _ in 0..4 {
        assert_eq!(batch.position(0, Viewer::Referee), Some(table.position(Viewer::Referee)), "{id} {name}");
        rows.step(&mut *batch);
        if rows.done[0] {
            break;
        }
        table.apply(rows.actions[0]).expect("legal");
        while table.turn().is_some_and(|turn| turn > 0) {
            let action = player.choose(&*table, seed, &|_| false).expect("a player that fits").expect("a move");
            table.apply(action.into()).expect("legal");
        }
    }
}

#[test]
fn a_player_at_a_table_makes_the_moves_that_it_makes_in_a_batch() {
    check("tic-tac-toe", &[], "perfect");
    check("gambit", &[], "random");
    check("gambit", &[], "alphabeta:depth=2");
    check("infiltration", &[("pieces", "4")], "random");
    check("parity-twist", &[("variant", "lanier")], "mcts:playouts=20");
    check("primi-composti", &[("players", "4")], "asc");
}

#[test]
fn there_is_no_move_after_the_end() {
    let start = Start::Position("xxx/oo1/3 1".to_owned());
    let table = table_by_id("tic-tac-toe", &[], start, Rules::default()).expect("a position");
    let mut player = player_by_id("tic-tac-toe", &[], "hard").expect("a player");
    assert_eq!(player.choose(&*table, 0, &|_| false), Ok(None));
}

#[test]
fn a_player_is_for_one_variant() {
    let mut player = player_by_id("tic-tac-toe", &[], "random").expect("a player");
    for (id, pairs) in [("tic-tac-toe", [("size", "4")].as_slice()), ("gambit", &[])] {
        let table = table_by_id(id, &settings(pairs), Start::Seed(0), Rules::default()).expect("a game");
        let refused = player.choose(&*table, 0, &|_| false).expect_err("another variant");
        assert_eq!(refused, Error::Another("random".to_owned()));
        assert_eq!(
            refused.to_string(),
            "`random` was called for another game or variant; call one for the variant of this table"
        );
    }
    let unknown = player_by_id("gambit", &[], "nobody").err().map(|error| error.to_string());
    assert!(unknown.is_some_and(|said| said.starts_with("unknown player `nobody`; ")));
}
