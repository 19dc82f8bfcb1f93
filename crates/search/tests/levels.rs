//! The players that the rules pages define, clause by clause.

use agon_rules::games::gambit::{self, Gambit};
use agon_rules::games::parity_twist::{ParityTwist, Variant};
use agon_rules::games::primi_composti::PrimiComposti;
use agon_rules::games::tic_tac_toe::TicTacToe;
use agon_rules::{Game, Match, Path, Rng, Show, Start, Table};
use agon_search::games::gambit::Islands;
use agon_search::games::parity_twist::Parity;
use agon_search::games::primi_composti::Cards;
use agon_search::games::tic_tac_toe::Rows;
use agon_search::{Control, Guide, Player, Request, Solve, Want, Worth, minimax};

fn at<G: Show>(game: &G, position: &str, moves: &[&str]) -> Match<G> {
    let mut table = Match::new(game.clone(), Start::Position(position.to_owned())).expect("a position");
    moves.iter().for_each(|text| table.play(table.turn().expect("not over"), text).expect("a legal move"));
    table
}

/// The text of a player's move.
fn answer<G: Show, E: Guide<G>>(table: &Match<G>, guide: &E, name: &str, seed: u64) -> String {
    let mut player = Player::new(name, table.game(), guide).expect("a player");
    let pick = player.choose(table.game(), table.path(), seed, table.ply() as u64, &|| false);
    table.game().write_move(table.path().state(), pick.expect("it can play").expect("not over").m)
}

#[test]
fn tic_tac_toes_original_hard_answers_as_the_page_says() {
    let game = TicTacToe::default();
    let answers = [
        ("a3", "b2"),
        ("b3", "a3"),
        ("c3", "b2"),
        ("a2", "a3"),
        ("b2", "a3"),
        ("c2", "c3"),
        ("a1", "b2"),
        ("b1", "b3"),
        ("c1", "b2"),
    ];
    assert_eq!(answer(&at(&game, "3/3/3 0", &[]), &Rows, "original_hard", 1), "a3");
    for (first, reply) in answers {
        assert_eq!(answer(&at(&game, "3/3/3 0", &[first]), &Rows, "original_hard", 1), reply, "after {first}");
    }
    // On the largest board it still takes a win in one and stops one.
    let large = TicTacToe { size: 5, line: 4 };
    assert_eq!(answer(&at(&large, "5/1xxx1/5/1ooo1/5 0", &[]), &Rows, "original_hard", 1), "a4");
    assert_eq!(answer(&at(&large, "o4/oxxx1/5/5/o3x 1", &[]), &Rows, "original_hard", 1), "e4");
}

#[test]
fn tic_tac_toes_original_medium_is_hard_about_half_of_the_time_and_more() {
    // After b2 hard answers a3; a coin and one chance in eight make 9 of 16.
    let table = at(&TicTacToe::default(), "3/3/3 0", &["b2"]);
    let hard = (0..1000).filter(|&seed| answer(&table, &Rows, "original_medium", seed) == "a3").count();
    // Five standard deviations are about 79.
    assert!(hard.abs_diff(562) < 80, "{hard} of 1000");
}

/// The mover's expected result when both go on at random, by plain recursion.
fn chance(game: &Gambit, state: &gambit::State, seat: usize) -> f64 {
    let mut moves = agon_rules::Moves::new();
    game.moves(state, &mut moves);
    if moves.is_empty() {
        let difference = game.score(state, seat) - game.score(state, 1 - seat);
        return f64::from(difference.signum() + 1) / 2.0;
    }
    let after = |m: &gambit::Move| {
        let mut after = *state;
        game.play(&mut after, *m);
        chance(game, &after, seat)
    };
    moves.iter().map(after).sum::<f64>() / moves.len() as f64
}

#[test]
fn gambits_weighing_players_draw_by_powers_of_what_random_play_wins() {
    let game = Gambit::default();
    // Mid-turn, with `stop` among the candidates.
    let table = at(&game, "1O3O2/4XX1X/6O1/3X4 0 f4", &[]);
    let moves = table.choices();
    let values: Vec<f64> = moves
        .iter()
        .map(|&m| {
            let mut after = *table.path().state();
            game.play(&mut after, m);
            chance(&game, &after, 0)
        })
        .collect();
    for (name, power) in [("weighing", 1), ("weighing_2", 2), ("weighing_3", 3)] {
        let mut player = Player::new(name, &game, &Islands).expect("a player");
        let mut seen = vec![0.0; moves.len()];
        for seed in 0..4000 {
            let pick = player.choose(&game, table.path(), seed, 0, &|| false).expect("fit").expect("not over");
            let which = moves.iter().position(|m| *m == pick.m).expect("legal");
            seen[which] += 1.0 / 4000.0;
            let Worth::Share(share) = pick.worth else { panic!("{name} says what it thinks") };
            assert!((share - values[which]).abs() < 1e-9, "{name}: {share} is not {}", values[which]);
        }
        let weights: Vec<f64> = values.iter().map(|value| (value + 0.01).powi(power)).collect();
        let sum: f64 = weights.iter().sum();
        for (seen, weight) in seen.iter().zip(&weights) {
            // Five standard deviations of a share of 4000 draws are at most 0.04.
            assert!((seen - weight / sum).abs() < 0.04, "{name}: {seen} instead of {}", weight / sum);
        }
    }
    let most = values.iter().copied().fold(0.0, f64::max);
    let greedy = answer(&table, &Islands, "greedy", 3);
    assert!(
        moves
            .iter()
            .zip(&values)
            .any(|(m, value)| *value == most && game.write_move(table.path().state(), *m) == greedy)
    );
    assert!((0..20).all(|seed| answer(&table, &Islands, "records", seed) != "stop"));
}

/// What the original's builder says of a record, written down a second time, naively.
fn record(game: &Gambit, state: &gambit::State) -> f64 {
    let record = gambit::State { runner: None, ..*state };
    let mut moves = agon_rules::Moves::new();
    game.moves(&record, &mut moves);
    let mut children = Vec::new();
    for &m in moves.iter() {
        let mut after = record;
        game.play(&mut after, m);
        let goes_on = after.runner.is_some();
        let other = gambit::State { runner: None, turn: 1 - record.turn, ..after };
        children.push(self::record(game, &other));
        if goes_on {
            children.push(self::record(game, &gambit::State { runner: None, turn: record.turn, ..after }));
        }
    }
    if children.is_empty() {
        let seat = usize::from(record.turn);
        return f64::from((game.score(&record, seat) - game.score(&record, 1 - seat)).signum() + 1) / 2.0;
    }
    children.iter().sum::<f64>() / children.len() as f64
}

#[test]
fn gambits_records_are_weighed_as_the_original_does() {
    let game = Gambit::default();
    let table = at(&game, "1O3O2/4XX1X/6O1/3X4 0 -", &[]);
    let moves = table.choices();
    let weights: Vec<f64> = moves
        .iter()
        .map(|&m| {
            let mut after = *table.path().state();
            game.play(&mut after, m);
            let other = gambit::State { turn: 1, ..after };
            let again = after.runner.map_or(0.0, |_| record(&game, &gambit::State { turn: 0, ..after }) + 0.01);
            record(&game, &other) + 0.01 + again
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    let mut player = Player::new("records", &game, &Islands).expect("a player");
    let mut seen = vec![0.0; moves.len()];
    for seed in 0..4000 {
        let pick = player.choose(&game, table.path(), seed, 0, &|| false).expect("fit").expect("not over");
        seen[moves.iter().position(|m| *m == pick.m).expect("legal")] += 1.0 / 4000.0;
    }
    for (seen, weight) in seen.iter().zip(&weights) {
        assert!((seen - weight / sum).abs() < 0.04, "{seen} instead of {}", weight / sum);
    }
}

/// The cards that a policy plays in a game against itself, seat by seat.
fn cards_played(game: &PrimiComposti, name: &str, seed: u64) -> Vec<Vec<u8>> {
    let mut table = Match::new(*game, Start::Seed(seed)).expect("a deal");
    let mut player = Player::new(name, game, &Cards).expect("a player");
    let mut played = vec![Vec::new(); game.seats()];
    while let Some(seat) = table.turn() {
        let pick = player.choose(game, table.path(), 77, table.ply() as u64, &|| false).expect("fit").expect("a move");
        played[seat].push(pick.m.card);
        table.advance(pick.m);
    }
    played
}

#[test]
fn primi_compostis_simple_policies_keep_one_order_all_game_long() {
    for players in [2, 4] {
        let game = PrimiComposti { players, ..PrimiComposti::default() };
        for hand in cards_played(&game, "asc", 1) {
            assert!(hand.is_sorted(), "{hand:?}");
        }
        for hand in cards_played(&game, "desc", 1) {
            assert!(hand.iter().rev().is_sorted(), "{hand:?}");
        }
        // One ranking for all cards and all deals of a seed: no two cards are ever played in both orders.
        let mut before = std::collections::HashSet::new();
        for hand in (0..20).flat_map(|deal| cards_played(&game, "rand", deal)) {
            for (i, a) in hand.iter().enumerate() {
                for b in &hand[i + 1..] {
                    assert!(!before.contains(&(*b, *a)), "{a} and {b} in both orders");
                    before.insert((*a, *b));
                }
            }
        }
    }
    // Another seed, another ranking: each card is first about equally often.
    let game = PrimiComposti { cards: 4, ..PrimiComposti::default() };
    let table = Match::new(game, Start::Seed(5)).expect("a deal");
    let firsts = |card: &String| (0..2000).filter(|&seed| answer(&table, &Cards, "rand", seed) == *card).count();
    for card in table.legal() {
        assert!(firsts(&card).abs_diff(500) < 100, "{card}: {} of 2000", firsts(&card));
    }
}

#[test]
fn primi_compostis_greedy_policies_take_the_most_at_once() {
    for version in [1, 2] {
        let game = PrimiComposti { version, ..PrimiComposti::default() };
        for deal in 0..30 {
            let mut table = Match::new(game, Start::Seed(deal)).expect("a deal");
            let mut rng = Rng::new(deal);
            (0..8).for_each(|_| table.advance(table.choices().draw(&mut rng).expect("not over")));
            let (state, moves) = (*table.path().state(), table.choices());
            let most = moves.iter().map(|m| game.gain(&state, *m)).max().expect("moves");
            let mut best: Vec<_> = moves.iter().copied().filter(|m| game.gain(&state, *m) == most).collect();
            // By card, then stolen sets compared as lists of numbers.
            best.sort_by_key(|m| (m.card, m.steals.iter().copied().filter(|card| *card > 0).collect::<Vec<_>>()));
            let text = |m: &agon_rules::games::primi_composti::Move| game.write_move(&state, *m);
            assert_eq!(Some(answer(&table, &Cards, "greedy_asc", 1)), best.first().map(text), "deal {deal}");
            assert_eq!(Some(answer(&table, &Cards, "greedy_desc", 1)), best.last().map(text), "deal {deal}");
            let rand = answer(&table, &Cards, "greedy_rand", 1);
            assert!(best.iter().any(|m| text(m) == rand), "deal {deal}");
        }
    }
}

#[test]
fn primi_compostis_minimax_is_plain_minimax_with_the_first_of_equal_cards() {
    for version in [1, 2] {
        let game = PrimiComposti { version, ..PrimiComposti::default() };
        for deal in 0..12 {
            let mut table = Match::new(game, Start::Seed(deal)).expect("a deal");
            let mut rng = Rng::new(deal);
            (0..14).for_each(|_| table.advance(table.choices().draw(&mut rng).expect("not over")));
            let (moves, state) = (table.choices(), *table.path().state());
            for (name, depth) in [("minimax_2", 2), ("minimax_3", 3), ("minimax_4", 4)] {
                let value = |m: &agon_rules::games::primi_composti::Move| {
                    let mut after = table.path().clone();
                    after.play(&game, *m);
                    minimax(&game, &Cards, &mut after, depth - 1)
                };
                let values: Vec<i32> = moves.iter().map(value).collect();
                let best = if game.turn(&state) == 0 { values.iter().max() } else { values.iter().min() };
                let mut player = Player::new(name, &game, &Cards).expect("a player");
                let mut rand = Player::new("rand", &game, &Cards).expect("a player");
                for seed in 0..4 {
                    let pick = player.choose(&game, table.path(), seed, 14, &|| false).expect("fit").expect("a move");
                    let ties: Vec<u8> =
                        (0..moves.len()).filter(|&at| Some(&values[at]) == best).map(|at| moves[at].card).collect();
                    assert!(ties.contains(&pick.m.card), "{name}, deal {deal}");
                    assert_eq!(pick.worth, Worth::Points(f64::from(*best.expect("moves"))), "{name}, deal {deal}");
                    // `rand` with only the tied cards in hand plays the first in the same ranking.
                    let mut few = state;
                    let own = 1 + state.turn;
                    (2..few.at.len()).for_each(|card| {
                        if few.at[card] == own && !ties.contains(&(card as u8)) {
                            few.at[card] = 0;
                        }
                    });
                    let first =
                        rand.choose(&game, &Path::new(few, 0), seed, 14, &|| false).expect("fit").expect("a move");
                    assert_eq!(pick.m.card, first.m.card, "{name}, deal {deal}, seed {seed}");
                }
            }
        }
    }
}

#[test]
fn parity_twists_original_levels_are_minimax_with_the_pages_depths() {
    for variant in [Variant::Classic, Variant::Hodgkins, Variant::TotalScore, Variant::Peltola, Variant::DualMaster] {
        let game = ParityTwist { variant };
        for seed in 0..3 {
            let mut table = Match::new(game, Start::Seed(seed)).expect("a deal");
            let mut rng = Rng::new(seed);
            // Seven empty cells are still searched to depth 3, six to the end.
            while table.path().state().empty.count_ones() > 7 - (seed as u32 % 2) {
                table.advance(table.choices().draw(&mut rng).expect("not over"));
            }
            let hard = if table.path().state().empty.count_ones() <= 6 { 100 } else { 3 };
            for (name, depth) in [("original_medium", 2), ("original_hard", hard)] {
                let mut whole = table.path().clone();
                let plain = minimax(&game, &Parity, &mut whole, if depth == 100 { 5 } else { depth });
                let mut player = Player::new(name, &game, &Parity).expect("a player");
                let pick = player.choose(&game, table.path(), 1, 4, &|| false).expect("fit").expect("a move");
                let Worth::Points(value) = pick.worth else { panic!("{name} says what it thinks") };
                if depth < 100 {
                    assert_eq!((value * 100.0).round() as i32, plain, "{variant:?} {name} seed {seed}");
                } else {
                    // To the end: a whole number, and what the solver proves.
                    let mut free = Control::free();
                    let request = Request::new(Want::EveryMove, 1 << 20, &mut free);
                    let solution = Parity.solve(&game, table.path(), request);
                    assert_eq!(Some(value as i32), solution.value.proved(), "{variant:?} {name} seed {seed}");
                }
            }
        }
    }
}
