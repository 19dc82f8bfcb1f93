//! Computer players: always a legal move, the same for the same view and seed, and never from what they do not see.

use agon_rules::{Eyes, Match, Moves, Path, Rng, Show, Start};
use agon_search::{Guide, Spec, choose, eval, seen};

/// A place some random moves into a game.
fn somewhere<G: Show>(game: &G, seed: u64) -> Match<G> {
    let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
    let mut rng = Rng::stream(seed, 9);
    for _ in 0..rng.below(8) {
        let Some(m) = table.choices().draw(&mut rng) else { break };
        table.advance(m);
    }
    table
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a known player")
}

#[derive(Clone)]
struct Fair;

impl eval::Guided for Fair {
    type Out = usize;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> usize {
        let mut compared = 0;
        for text in ["random", "minimax:1", "alphabeta:nodes=300", "mcts:playouts=20"] {
            let table = somewhere(&game, 3);
            let context = format!("{} {:?} {text}", G::ID, game.values());
            let path = table.path();
            let answer = |path: &Path<G::State>| {
                let view = seen(&game, path);
                choose(&spec(text), &game, &guide, &view, &mut Rng::new(5), &|| false)
            };
            let Ok(pick) = answer(path) else {
                // Only what needs two seats or open cards may refuse.
                assert!(text.starts_with("minimax") || text.starts_with("alphabeta"), "{context}");
                continue;
            };
            let legal: Moves<G::Move> = table.choices();
            assert_eq!(pick.is_some(), !legal.is_empty(), "{context}");
            let Some(pick) = pick else { continue };
            assert!(legal.contains(&pick.m), "{context}: {:?}", pick.m);
            assert_eq!(answer(path).expect("as before"), Some(pick.clone()), "{context}: not the same again");
            // Whatever is hidden, the choice is the same.
            let eyes = Eyes::Seat(game.turn(path.state()));
            for seed in 0..5 {
                let mut world = *path.state();
                game.guess(&mut world, eyes, &mut Rng::new(seed));
                if world != *path.state() {
                    let other = answer(&Path::new(world, path.quiet())).expect("as before");
                    assert_eq!(other, Some(pick.clone()), "{context}: it saw what is hidden");
                    compared += 1;
                }
            }
        }
        compared
    }
}

#[test]
fn every_player_is_legal_and_fair_in_every_game_and_option() {
    let compared: usize = eval::each(Fair).into_iter().sum();
    assert!(compared > 500, "only {compared} hidden worlds were compared");
}

#[test]
fn a_player_that_is_out_of_time_at_once_still_moves() {
    #[derive(Clone)]
    struct Late;
    impl eval::Guided for Late {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            let table = somewhere(&game, 1);
            for text in ["alphabeta:time=1ms", "mcts:time=1ms"] {
                let view = seen(&game, table.path());
                let pick = choose(&spec(text), &game, &guide, &view, &mut Rng::new(1), &|| true);
                let Ok(pick) = pick else { continue };
                assert!(pick.is_none_or(|pick| table.choices().contains(&pick.m)), "{} {text}", G::ID);
            }
        }
    }
    eval::each(Late);
}

#[test]
fn perfect_play_keeps_the_value_of_the_game() {
    struct Perfect;
    impl eval::Guided for Perfect {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            // Against anything, who plays perfectly from a drawn start does not lose.
            for (perfect, seed) in [(0, 1), (1, 2), (0, 3), (1, 4)] {
                let mut table = Match::new(game.clone(), Start::Seed(0)).expect("a deal");
                let mut rng = Rng::new(seed);
                while !table.choices().is_empty() {
                    let turn = game.turn(table.path().state());
                    let player = spec(if turn == perfect { "perfect" } else { "random" });
                    let pick = choose(&player, &game, &guide, table.path(), &mut rng, &|| false);
                    table.advance(pick.expect("fit").expect("there are moves").m);
                }
                let [own, other] = [perfect, 1 - perfect].map(|seat| game.score(table.path().state(), seat));
                assert!(own >= other, "{}: perfect lost as seat {perfect}", G::ID);
            }
        }
    }
    for id in ["tic-tac-toe", "gambit"] {
        eval::with(id, &[], Perfect).expect("a game");
    }
}
