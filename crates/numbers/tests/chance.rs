//! Chance by script: every deal and every world, with the right odds.

use std::collections::HashMap;

use agon_numbers::{Odds, Script, deals, numbering_by_id, possibilities, worlds};
use agon_rules::games::parity_twist::{ParityTwist, Variant};
use agon_rules::games::primi_composti::PrimiComposti;
use agon_rules::games::{self, Visitor};
use agon_rules::{Chance, Game, Moves, Rng, Show, Viewer};

use super::rows::settings;

/// The same draws with every order told apart: a shuffle as games have it from a generator.
struct Plain<'a>(&'a mut Script);

impl Chance for Plain<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }
}

const LIMIT: usize = 5_000_000;

/// Possibilities by themselves, with odds that add up to one.
fn odds<S: Copy + Eq + std::hash::Hash + std::fmt::Debug>(all: &[(S, Odds)]) -> HashMap<S, Odds> {
    let shares: f64 = all.iter().map(|(_, odds)| odds.share()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let by_state: HashMap<S, Odds> = all.iter().copied().collect();
    assert_eq!(by_state.len(), all.len(), "something is listed twice");
    by_state
}

#[test]
fn every_small_deal_is_listed_once_with_the_odds_of_a_shuffle() {
    for (players, cards, count) in [(2, 2, 3), (2, 3, 10), (3, 2, 30), (4, 2, 630)] {
        let game = PrimiComposti { players, cards, ..PrimiComposti::default() };
        let listed = deals(&game, LIMIT).expect("few deals");
        let shuffled = possibilities(LIMIT, |script| game.deal(&mut Plain(script))).expect("few deals");
        assert_eq!(listed.len(), count, "{players} players with {cards} cards");
        assert_eq!(odds(&listed), odds(&shuffled), "{players} players with {cards} cards");
        assert!(listed.iter().all(|(_, odds)| *odds == Odds { ways: 1, of: count as u64 }));
    }
    for (variant, count) in [(Variant::Classic, 1), (Variant::Peltola, 10), (Variant::Lanier, 100_800)] {
        let listed = deals(&ParityTwist { variant }, LIMIT).expect("few deals");
        assert_eq!(listed.len(), count, "{variant:?}");
        assert!(odds(&listed).values().all(|odds| *odds == Odds { ways: 1, of: count as u64 }), "{variant:?}");
    }
    let refused = deals(&PrimiComposti::default(), 1_000).map(drop).map_err(|error| error.to_string());
    let many = "there are more than 1000 possibilities; ask for a position where less is hidden, or raise the limit";
    assert_eq!(refused, Err(many.to_owned()));
}

/// A random state after some plies.
fn state_after<G: Game>(game: &G, plies: usize, seed: u64) -> G::State {
    let (mut rng, mut moves) = (Rng::new(seed), Moves::new());
    let mut state = game.deal(&mut rng);
    for _ in 0..plies {
        let Some(m) = game.sample(&state, &mut rng, &mut moves) else { break };
        game.play(&mut state, m);
    }
    state
}

/// Compares all worlds of a state with those that a shuffle gives. Returns how many there are.
fn worlds_are_all_there<G: Show>(game: &G, plies: usize, seed: u64) -> usize {
    let state = state_after(game, plies, seed);
    let viewers = (0..game.seats()).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Referee]);
    let count = |viewer: Viewer| {
        let listed = worlds(game, &state, viewer, LIMIT).expect("few worlds");
        let shuffled = possibilities(LIMIT, |script| {
            let mut world = state;
            game.determinize(&mut world, viewer, &mut Plain(script));
            world
        });
        let (listed, shuffled) = (odds(&listed), odds(&shuffled.expect("few worlds")));
        let context = format!("{} {:?} {plies} {seed} {viewer:?}", G::ID, game.values());
        assert_eq!(listed, shuffled, "{context}");
        assert!(listed.contains_key(&state), "{context}: the truth is possible");
        let seen = |mut world: G::State| {
            game.hide(&mut world, viewer);
            world
        };
        assert!(listed.keys().all(|world| seen(*world) == seen(state)), "{context}");
        let first = listed[&state];
        assert!(listed.values().all(|odds| *odds == first), "{context}: each is equally likely");
        listed.len()
    };
    viewers.map(count).sum()
}

#[test]
fn worlds_are_those_that_a_shuffle_gives_with_the_same_odds() {
    let mut found = 0;
    for seed in 0..4 {
        for (variant, plies) in
            [(Variant::Lanier, 3), (Variant::Lanier, 5), (Variant::Draft, 6), (Variant::HiddenMaster, 5)]
        {
            found += worlds_are_all_there(&ParityTwist { variant }, plies, seed);
        }
        for (players, cards, plies) in [(3, 2, 0), (3, 2, 3), (3, 3, 2), (4, 2, 1), (4, 2, 6), (2, 4, 2)] {
            let game = PrimiComposti { players, cards, ..PrimiComposti::default() };
            found += worlds_are_all_there(&game, plies, seed);
        }
    }
    assert!(found > 2_000, "only {found} worlds were compared");
}

#[test]
fn a_deal_has_the_draws_it_says_it_has() {
    let draws = |id: &str, pairs: &[(&str, &str)]| numbering_by_id(id, &settings(pairs)).expect("a game").deal;
    assert_eq!(draws("gambit", &[]), [0; 0]);
    assert_eq!(draws("parity-twist", &[]), [0; 0]);
    assert_eq!(draws("parity-twist", &[("variant", "peltola")]), [10]);
    assert_eq!(draws("parity-twist", &[("variant", "lanier")]), [120, 35, 4, 3, 2]);
    assert_eq!(draws("primi-composti", &[("players", "3"), ("cards", "2")]), [15, 6]);
    // Too many hands to list: card by card, and the last hand is what is left.
    assert_eq!(draws("primi-composti", &[("players", "6")]).len(), 60);
}

/// Whatever the answers are, the draws of a deal have the same outcomes, and a generator's deal is one of them.
#[derive(Clone)]
struct Draws;

impl Visitor for Draws {
    type Out = ();

    fn visit<G: Show>(self, game: G) {
        let mut zeros = Script::default();
        game.deal(&mut zeros);
        let mut rng = Rng::new(3);
        let answers = zeros.sizes().iter().map(|size| rng.below(*size)).collect();
        let mut script = Script::new(answers);
        game.deal(&mut script);
        assert_eq!(script.sizes(), zeros.sizes(), "{} {:?}", G::ID, game.values());
        assert_eq!(script.open(), None);
    }
}

#[test]
fn the_draws_of_a_deal_do_not_depend_on_their_answers() {
    games::each(Draws);
}
