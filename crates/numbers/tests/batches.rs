//! Batches: the same games as single tables, whatever else is in the batch, and nothing allocated.

use agon_numbers::{Batch, BatchSpec, NumberedTable, Payoff, Rules, batch_by_id, table_by_id};
use agon_rules::{Start, Viewer};

use super::rows::{Rows, settings, variants};

/// Follows a batch with a table for each game, row by row. Returns how many games ended.
fn follow(id: &str, settings: &[(String, String)], spec: &BatchSpec, steps: usize) -> usize {
    let context = format!("{id} {settings:?}");
    let mut batch = batch_by_id(id, settings, spec).unwrap_or_else(|error| panic!("{context}: {error}"));
    let rules = Rules { payoff: spec.payoff, max_plies: spec.max_plies.map(|most| most as usize) };
    let open = |seed| table_by_id(id, settings, Start::Seed(seed), rules).expect("the same game");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, spec.seed);
    let mut tables: Vec<Box<dyn NumberedTable>> =
        (0..batch.games()).map(|game| open(batch.deal(game).expect("a game").0)).collect();
    let mut ended = 0;
    for step in 0..steps {
        for (game, table) in tables.iter().enumerate() {
            same_row(&*batch, &rows, game, &**table, &format!("{context} step {step} game {game}"));
        }
        rows.step(&mut *batch);
        for (game, table) in tables.iter_mut().enumerate() {
            let context = format!("{context} step {step} game {game}");
            table.apply(rows.actions[game]).unwrap_or_else(|error| panic!("{context}: {error}"));
            let reward = &rows.reward[game * batch.seats()..][..batch.seats()];
            let returns: Vec<f32> = table.returns().into_iter().map(|value| value as f32).collect();
            assert_eq!(reward, returns, "{context}");
            assert_eq!(rows.done[game], table.turn().is_none(), "{context}");
            assert_eq!(rows.truncated[game], table.is_truncated(), "{context}");
            if rows.done[game] {
                *table = open(batch.deal(game).expect("a game").0);
                ended += 1;
            }
        }
    }
    ended
}

fn same_row(batch: &dyn Batch, rows: &Rows, game: usize, table: &dyn NumberedTable, context: &str) {
    let turn = table.turn().unwrap_or_else(|| panic!("{context}: over"));
    assert_eq!(rows.turn[game], turn as i32, "{context}");
    let mut observation = vec![f32::NAN; table.size()];
    table.observe(turn, &mut observation).expect("a seat and a slice that fit");
    assert_eq!(rows.observation[game * batch.size()..][..batch.size()], observation, "{context}");
    let mut mask = vec![false; table.actions()];
    table.mask(&mut mask).expect("a slice that fits");
    assert_eq!(rows.mask[game * batch.actions()..][..batch.actions()], mask, "{context}");
    let mut legal = batch.legal(game).expect("a game").to_vec();
    legal.sort_unstable();
    assert_eq!(legal, table.legal(), "{context}");
    assert_eq!(batch.position(game, Viewer::Referee), Some(table.position(Viewer::Referee)), "{context}");
    assert_eq!(batch.deal(game).map(|(_, plies)| plies as usize), Some(table.ply()), "{context}");
}

#[test]
fn a_batch_is_so_many_single_tables_move_by_move_for_every_game_and_option() {
    for (id, settings) in variants() {
        let payoff = if settings.is_empty() { Payoff::Margin } else { Payoff::Outcome };
        let ended = follow(id, &settings, &BatchSpec { payoff, ..BatchSpec::new(3, 11) }, 120);
        // Each of them has ended twice, but in games that may go round in circles.
        assert!(
            ended >= 3 || ["infiltration", "quadratic-war"].contains(&id),
            "{id} {settings:?}: {ended} games ended"
        );
    }
}

#[test]
fn games_that_are_broken_off_are_told_from_those_that_end() {
    for (id, most) in [("tic-tac-toe", 7), ("infiltration", 20), ("primi-composti", 24), ("gambit", 1)] {
        let ended = follow(id, &[], &BatchSpec { max_plies: Some(most), ..BatchSpec::new(4, 3) }, 100);
        assert!(ended >= 4 * 100 / most as usize, "{id}: {ended} games ended");
    }
}

#[test]
fn long_games_end_in_a_batch_as_they_do_at_a_table() {
    // Repetitions and quiet plies, of which a batch keeps less than a table.
    assert!(follow("infiltration", &settings(&[("pieces", "4")]), &BatchSpec::new(4, 1), 3_000) > 8);
    assert!(follow("quadratic-war", &[], &BatchSpec::new(4, 1), 1_500) > 8);
}

#[test]
fn a_game_is_the_same_in_a_batch_of_any_size() {
    let trace = |games: usize| {
        let settings = settings(&[("variant", "lanier")]);
        let mut batch = batch_by_id("parity-twist", &settings, &BatchSpec::new(games, 9)).expect("a batch");
        let mut rows = Rows::of(&*batch);
        rows.reset(&mut *batch, 9);
        let step = |_| {
            rows.step(&mut *batch);
            (rows.actions[1], rows.done[1], rows.observation[batch.size()..][..batch.size()].to_vec())
        };
        (0..100).map(step).collect::<Vec<_>>()
    };
    assert_eq!(trace(2), trace(64));
    assert!(trace(2).iter().any(|(_, done, _)| *done));
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_gives_others() {
    let mut batch = batch_by_id("primi-composti", &[], &BatchSpec::new(8, 0)).expect("a batch");
    let mut play = |seed| {
        let mut rows = Rows::of(&*batch);
        rows.reset(&mut *batch, seed);
        (0..60).for_each(|_| rows.step(&mut *batch));
        rows
    };
    let (first, other, again) = (play(5), play(6), play(5));
    assert_eq!(first, again);
    assert_ne!(first.observation, other.observation);
}

#[test]
fn a_random_step_is_a_sample_and_a_step() {
    let play = |in_one_call: bool| {
        let mut batch = batch_by_id("gambit", &[], &BatchSpec::new(16, 0)).expect("a batch");
        let mut rows = Rows::of(&*batch);
        rows.reset(&mut *batch, 2);
        for _ in 0..50 {
            if in_one_call {
                let mut actions = rows.actions.clone();
                batch.step_randomly(&mut actions, rows.arrays()).expect("random moves are legal");
                rows.actions = actions;
            } else {
                rows.step(&mut *batch);
            }
        }
        rows
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn sampling_is_fair() {
    let mut batch = batch_by_id("tic-tac-toe", &[], &BatchSpec::new(9_000, 0)).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 0);
    batch.sample(&mut rows.actions).expect("every game goes on");
    for action in 0..9 {
        let times = rows.actions.iter().filter(|sampled| **sampled == action).count();
        // Five standard deviations of a binomial count are about 149.
        assert!(times.abs_diff(1_000) < 149, "action {action} came {times} times");
    }
}

#[test]
fn no_step_allocates() {
    for (id, settings) in variants() {
        let mut batch = batch_by_id(id, &settings, &BatchSpec::new(4, 1)).expect("a batch");
        let mut rows = Rows::of(&*batch);
        rows.reset(&mut *batch, 1);
        // Memory grows to what the largest position needs.
        (0..400).for_each(|_| rows.step(&mut *batch));
        rows.reset(&mut *batch, 1);
        let mut actions = rows.actions.clone();
        let counted = allocation_counter::measure(|| {
            for _ in 0..300 {
                batch.step_randomly(&mut actions, rows.arrays()).expect("random moves are legal");
            }
        });
        assert_eq!(counted.count_total, 0, "{id} {settings:?}");
    }
}

/// How many games of a hundred seat 0 wins, moving at random against a player, and what reaches the caller.
fn against(player: &str, seat: usize) -> (usize, Rows) {
    let mut players = vec![None, None];
    players[1 - seat] = Some(player.to_owned());
    let mut batch = batch_by_id("tic-tac-toe", &[], &BatchSpec { players, ..BatchSpec::new(10, 4) }).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 4);
    let (mut won, mut games) = (0, 0);
    while games < 100 {
        assert_eq!(rows.turn, [seat as i32; 10], "only the caller's seat is asked");
        rows.step(&mut *batch);
        games += rows.done.iter().filter(|done| **done).count();
        won += rows.reward.chunks(2).filter(|reward| reward[seat] > 0.0).count();
    }
    (won, rows)
}

#[test]
fn players_move_for_their_seats() {
    for seat in 0..2 {
        let ((random, _), (hard, _)) = (against("random", seat), against("original_hard", seat));
        assert!(
            hard <= 5 && random > 20,
            "seat {seat}: {hard} wins against `original_hard`, {random} against `random`"
        );
        assert_eq!(against("easy", seat), against("easy", seat));
    }
}

#[test]
fn players_see_what_their_seat_sees_in_games_for_many() {
    let players = vec![Some("easy".to_owned()), None, Some("random".to_owned())];
    let spec = BatchSpec { players, ..BatchSpec::new(4, 4) };
    let settings = settings(&[("players", "4"), ("cards", "3"), ("version", "2")]);
    let mut batch = batch_by_id("primi-composti", &settings, &spec).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 4);
    let mut ended = 0;
    for _ in 0..60 {
        assert!(rows.turn.iter().all(|turn| [1, 3].contains(turn)), "{:?}", rows.turn);
        rows.step(&mut *batch);
        ended += rows.done.iter().filter(|done| **done).count();
    }
    // Twelve plies a game, six of them the caller's.
    assert_eq!(ended, 4 * 60 / 6);
}
