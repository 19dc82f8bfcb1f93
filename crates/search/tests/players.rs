//! Computer players: always a legal move, the same for the same view and seed, and never from what they do not see.

use agon_rules::{Match, Moves, Path, Rng, Show, Start, Viewer};
use agon_search::{Guide, Player, guides, roster};

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

fn player<G: Show, E: Guide<G>>(text: &str, game: &G, guide: &E) -> Player<G> {
    Player::new(text, game, guide).expect("a player of this game")
}

/// Whether at most one option differs from the default: enough for players that take their time.
fn near_default<G: Show>(game: &G) -> bool {
    let (values, default) = (game.values(), G::default().values());
    values.iter().zip(&default).filter(|(value, default)| value != default).count() <= 1
}

#[derive(Clone)]
struct Fair;

impl guides::Guided for Fair {
    type Out = usize;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> usize {
        let mut compared = 0;
        let engines = ["minimax:1", "alphabeta:nodes=300", "mcts:playouts=20"];
        let named = if near_default(&game) { roster(&game, &guide) } else { Vec::new() };
        for text in engines.into_iter().chain(named.into_iter().map(|(name, _)| name)) {
            let table = somewhere(&game, 3);
            let context = format!("{} {:?} {text}", G::ID, game.values());
            let path = table.path();
            // Two players, so that what one of them remembers would show.
            let Ok(mut first) = Player::new(text, &game, &guide) else {
                assert!(engines.contains(&text) && game.seats() > 2, "{context}");
                continue;
            };
            let mut second = player(text, &game, &guide);
            // The strongest are cut short.
            let stop = || matches!(text, "expert" | "perfect");
            let Ok(pick) = first.choose(&game, path, 5, 1, &stop) else {
                assert!(matches!(text, "alphabeta:nodes=300" | "perfect"), "{context}");
                continue;
            };
            let legal: Moves<G::Move> = table.choices();
            assert_eq!(pick.is_some(), !legal.is_empty(), "{context}");
            let Some(pick) = pick else { continue };
            assert!(legal.contains(&pick.m), "{context}: {:?}", pick.m);
            let mut answer = |path: &Path<G::State>| second.choose(&game, path, 5, 1, &stop).expect("as before");
            assert_eq!(answer(path).map(|pick| pick.m), Some(pick.m), "{context}: not the same again");
            // Whatever is hidden, the choice is the same.
            let viewer = Viewer::Seat(game.turn(path.state()));
            for seed in 0..5 {
                let mut world = *path.state();
                game.determinize(&mut world, viewer, &mut Rng::new(seed));
                if world != *path.state() {
                    let other = answer(&Path::new(world, path.quiet())).map(|pick| pick.m);
                    assert_eq!(other, Some(pick.m), "{context}: it saw what is hidden");
                    compared += 1;
                }
            }
        }
        compared
    }
}

#[test]
fn every_player_is_legal_and_fair_in_every_game_and_option() {
    let compared: usize = guides::each(Fair).into_iter().sum();
    assert!(compared > 500, "only {compared} hidden worlds were compared");
}

#[test]
fn a_player_that_is_out_of_time_at_once_still_moves() {
    #[derive(Clone)]
    struct Late;
    impl guides::Guided for Late {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            if !near_default(&game) {
                return;
            }
            let table = somewhere(&game, 1);
            for text in ["alphabeta:time=1ms", "mcts:time=1ms", "easy", "medium", "hard", "expert"] {
                let Ok(mut player) = Player::new(text, &game, &guide) else { continue };
                let Ok(pick) = player.choose(&game, table.path(), 1, 0, &|| true) else { continue };
                assert!(pick.is_none_or(|pick| table.choices().contains(&pick.m)), "{} {text}", G::ID);
            }
        }
    }
    guides::each(Late);
}

#[test]
fn perfect_play_keeps_the_value_of_the_game() {
    struct Perfect;
    impl guides::Guided for Perfect {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            // Against anything, who plays perfectly from a drawn start does not lose.
            for (perfect, seed) in [(0, 1), (1, 2), (0, 3), (1, 4)] {
                let mut table = Match::new(game.clone(), Start::Seed(0)).expect("a deal");
                let mut players = ["random", "perfect"].map(|text| player(text, &game, &guide));
                let mut ply = 0;
                while !table.choices().is_empty() {
                    let turn = game.turn(table.path().state());
                    let pick = players[usize::from(turn == perfect)].choose(&game, table.path(), seed, ply, &|| false);
                    ply += 1;
                    table.advance(pick.expect("fit").expect("there are moves").m);
                }
                let [own, other] = [perfect, 1 - perfect].map(|seat| game.score(table.path().state(), seat));
                assert!(own >= other, "{}: perfect lost as seat {perfect}", G::ID);
            }
        }
    }
    for id in ["tic-tac-toe", "gambit"] {
        guides::with(id, &[], Perfect).expect("a game");
    }
}
