//! Every search gives plain minimax's value, on random evaluators over all games, also where turns repeat.

use agon_rules::games::{self, Visitor};
use agon_rules::{Game, Match, Path, Rng, Show, Start};
use agon_search::{AlphaBeta, Control, Guide, Memory, deepen, eval, fingerprint, minimax};

/// An evaluator that knows nothing but is the same for symmetric states, so that the table may be used.
#[derive(Clone)]
struct Noise(u64);

impl<G: Game> Guide<G> for Noise {
    fn eval(&self, game: &G, s: &G::State) -> i32 {
        (fingerprint(&(self.0, game.canonical(s))) % 1999) as i32 - 999
    }
}

/// A place some random moves into a game.
fn somewhere<G: Show>(game: &G, seed: u64) -> Path<G::State> {
    let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
    let mut rng = Rng::stream(seed, 7);
    for _ in 0..rng.below(40) {
        let moves = table.choices();
        if moves.is_empty() {
            break;
        }
        table.advance(moves[rng.below(moves.len())]);
    }
    table.path().clone()
}

#[derive(Clone)]
struct Compare;

impl Visitor for Compare {
    type Out = ();

    fn visit<G: Show>(self, game: G) {
        if game.seats() != 2 {
            return;
        }
        for seed in 0..3 {
            let guide = Noise(seed);
            let path = somewhere(&game, seed);
            let mut memory = Memory::new(1 << 16);
            for depth in 0..=2 {
                let plain = minimax(&game, &guide, &mut path.clone(), depth);
                let context = format!("{} {:?} seed {seed} depth {depth}", G::ID, game.values());
                let mut search = AlphaBeta::new(&game, &guide, &path, &mut memory).strict();
                assert_eq!(search.exact(depth, &mut Control::free()).value, plain, "{context}");
                // A window on either side of the value tells on which side it is.
                assert!(search.value(depth, plain, plain + 1, &mut Control::free()).value <= plain, "{context}");
                assert!(search.value(depth, plain - 1, plain, &mut Control::free()).value >= plain, "{context}");
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax_in_every_game_and_option() {
    games::each(Compare);
}

/// With the real guides: what is banked, what may be forgotten, what costs no depth.
#[derive(Clone)]
struct Solid;

impl eval::Guided for Solid {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        if game.seats() != 2 {
            return;
        }
        let mut memory = Memory::new(1 << 18);
        for seed in 0..3 {
            let path = somewhere(&game, seed);
            for depth in [1, 2] {
                let plain = minimax(&game, &guide, &mut path.clone(), depth);
                let mut search = AlphaBeta::new(&game, &guide, &path, &mut memory).strict();
                let found = search.exact(depth, &mut Control::free()).value;
                // What is certain is not searched further than a win.
                let most = |value: i32| value.clamp(-E::MOST, E::MOST);
                assert_eq!(most(found), most(plain), "{} {:?} seed {seed} depth {depth}", G::ID, game.values());
            }
        }
    }
}

#[test]
fn alpha_beta_with_the_guides_is_minimax_in_every_game_and_option() {
    eval::each(Solid);
}

#[derive(Clone)]
struct Stop;

impl eval::Guided for Stop {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        if game.seats() != 2 {
            return;
        }
        for limit in [0, 1, 50] {
            let path = somewhere(&game, 1);
            let mut memory = Memory::new(1 << 12);
            let mut control = Control::new(limit, &|| false);
            let best = deepen(&game, &guide, &path, &mut memory, 50, &mut control, &mut |_| {});
            let mut moves = agon_rules::Moves::new();
            if path.draw().is_none() {
                game.moves(path.state(), &mut moves);
            }
            assert_eq!(best.is_some(), !moves.is_empty(), "{}", G::ID);
            assert!(best.is_none_or(|best| moves.contains(&best.m)), "{}", G::ID);
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_legal_move() {
    eval::each(Stop);
}
