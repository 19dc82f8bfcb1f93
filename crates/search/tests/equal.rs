//! Every search gives the value of plain minimax, with random evaluations of all games, also where turns repeat.

use agon_rules::games::{self, Visitor};
use agon_rules::{Game, Match, Path, Rng, Show, Start, walk};
use agon_search::{
    AlphaBeta, Blind, Control, Evaluate, Guide, Request, Solution, Solve, TranspositionTable, Want, Window,
    fingerprint, guides, minimax,
};

/// A random evaluation, the same for symmetric states, so that the transposition table may be used.
#[derive(Clone)]
struct Noise(u64);

impl<G: Game> Evaluate<G> for Noise {
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
            let mut table = TranspositionTable::new(1 << 16);
            for depth in 0..=2 {
                let plain = minimax(&game, &guide, &mut path.clone(), depth);
                let context = format!("{} {:?} seed {seed} depth {depth}", G::ID, game.values());
                let mut search = AlphaBeta::new(&game, &guide, &path, &mut table).strict();
                assert_eq!(search.search_full(depth, &mut Control::free()).value, plain, "{context}");
                // A null window on either side of the value tells on which side it is.
                let mut test = |value| search.search(depth, Window::at_least(value), &mut Control::free()).value;
                assert!(test(plain + 1) <= plain, "{context}");
                assert!(test(plain) >= plain, "{context}");
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax_in_every_game_and_option() {
    games::each(Compare);
}

/// With the real guides: banked points, keys, and moves that cost no depth.
#[derive(Clone)]
struct Guides;

impl guides::Guided for Guides {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        if game.seats() != 2 {
            return;
        }
        let mut table = TranspositionTable::new(1 << 18);
        for seed in 0..3 {
            let path = somewhere(&game, seed);
            for depth in [1, 2] {
                let plain = minimax(&game, &guide, &mut path.clone(), depth);
                let mut search = AlphaBeta::new(&game, &guide, &path, &mut table).strict();
                let found = search.search_full(depth, &mut Control::free()).value;
                // What is certain is not searched further than a win.
                let most = |value: i32| value.clamp(-E::MOST, E::MOST);
                assert_eq!(most(found), most(plain), "{} {:?} seed {seed} depth {depth}", G::ID, game.values());
            }
        }
    }
}

#[test]
fn alpha_beta_with_the_guides_is_minimax_in_every_game_and_option() {
    guides::each(Guides);
}

/// The solver against brute force, on positions near the end of random games.
#[derive(Clone)]
struct Solved;

impl guides::Guided for Solved {
    type Out = usize;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> usize {
        if game.seats() != 2 || G::LOOPS {
            return 0;
        }
        let mut checked = 0;
        for seed in 0..100 {
            let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
            let mut rng = Rng::stream(seed, 8);
            let mut states = vec![*table.path().state()];
            while let Some(m) = table.choices().draw(&mut rng) {
                table.advance(m);
                states.push(*table.path().state());
            }
            for back in 1..=5.min(states.len() - 1) {
                let path = Path::new(states[states.len() - 1 - back], 0);
                // A game that ended early has too many lines left for brute force.
                if walk::perft(&game, &mut path.clone(), 2) > 40 {
                    break;
                }
                let solution = guide.solve(&game, &path, Request::new(Want::EveryMove, 1 << 16, &mut Control::free()));
                let context = format!("{} {:?} seed {seed}, {back} from the end", G::ID, game.values());
                let brute = |path: &mut Path<G::State>| minimax(&game, &Blind, path, 100) / 1000;
                assert_eq!(solution.value.proved(), Some(brute(&mut path.clone())), "{context}");
                for (m, value) in solution.moves {
                    let mut after = path.clone();
                    after.play(&game, m);
                    assert_eq!(value.proved(), Some(brute(&mut after)), "{context}: {m:?}");
                    checked += 1;
                }
                let mut end = path.clone();
                solution.pv.iter().for_each(|m| end.play(&game, *m));
                assert_eq!(solution.value.proved(), Some(brute(&mut end)), "{context}: the principal variation");
            }
        }
        checked
    }
}

#[test]
fn the_solver_is_brute_force_on_thousands_of_late_positions() {
    let checked: usize = guides::each(Solved).into_iter().sum();
    assert!(checked > 5_000, "only {checked}");
}

/// The key that forgets what cannot matter any more, against one that keeps every number.
#[test]
fn forgetting_what_cannot_matter_changes_no_value_of_parity_twist() {
    struct Forget;
    impl guides::Guided for Forget {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            for seed in 0..2 {
                let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
                let mut rng = Rng::stream(seed, 3);
                let values = |solution: Solution<G::Move>| {
                    solution.moves.into_iter().map(|(_, value)| value.proved()).collect::<Vec<_>>()
                };
                // As soon as the solver that keeps everything gets to the end.
                let mindful = loop {
                    let mut plain = Control::new(50_000, &|| false);
                    let solution = Blind.solve(&game, table.path(), Request::new(Want::EveryMove, 1 << 22, &mut plain));
                    if !plain.stopped() {
                        break solution;
                    }
                    table.advance(table.choices().draw(&mut rng).expect("not over"));
                };
                assert!(!table.choices().is_empty(), "{:?} seed {seed}: nothing is left to solve", game.values());
                let mut small = Control::free();
                let forgetful = guide.solve(&game, table.path(), Request::new(Want::EveryMove, 1 << 22, &mut small));
                assert_eq!(values(forgetful), values(mindful), "{:?} seed {seed}", game.values());
            }
        }
    }
    let info = games::info("parity-twist").expect("a game");
    for value in &info.options[0].values {
        guides::with(info.id, &[("variant".to_owned(), value.to_string())], Forget).expect("a variant");
    }
}

/// The value of one position of a game that can go in circles, as far as some nodes prove it.
fn proved_in_circles(id: &str, position: &str) -> Option<i32> {
    struct At<'a>(&'a str);
    impl guides::Guided for At<'_> {
        type Out = Option<i32>;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Option<i32> {
            let table = Match::new(game.clone(), Start::Position(self.0.to_owned())).expect("a position");
            let mut control = Control::new(100_000, &|| false);
            let request = Request::new(Want::EveryMove, 1 << 20, &mut control);
            guide.solve(&game, table.path(), request).value.proved()
        }
    }
    guides::with(id, &[], At(position)).expect("a game")
}

#[test]
fn a_forced_win_is_proved_and_a_repetition_proves_nothing() {
    assert_eq!(proved_in_circles("infiltration", "8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m 0"), Some(1));
    assert_eq!(proved_in_circles("infiltration", "5XXX/8/8/8/8/8/8/OOO5 0 0,0,0,0 m 0"), None);
    // A king each is in a tablebase.
    assert_eq!(proved_in_circles("infiltration", "7X/8/8/8/8/8/8/O7 0 0,0,0,0 m 0"), Some(0));
    assert_eq!(proved_in_circles("quadratic-war", "1q-16/1l+36/8/8/1Q+26/8/8/8/C-17 0 0"), Some(1));
}

#[test]
fn a_solver_that_is_stopped_claims_nothing_it_has_not_proved() {
    struct Small;
    impl guides::Guided for Small {
        type Out = ();
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
            let path = Path::new(game.deal(&mut Rng::new(0)), 0);
            let solve =
                |control: &mut Control| guide.solve(&game, &path, Request::new(Want::EveryMove, 1 << 22, control));
            let whole = solve(&mut Control::free());
            let truth = whole.value.proved().expect("it is small");
            for limit in (0..60).map(|i| i * i * i) {
                let part = solve(&mut Control::new(limit, &|| false));
                let (low, high) = part.value.range();
                assert!(low.is_none_or(|low| low <= truth) && high.is_none_or(|high| high >= truth), "{limit}");
                for ((_, said), (_, value)) in part.moves.iter().zip(&whole.moves) {
                    assert!(said.proved().is_none() || said == value, "{limit}");
                }
            }
        }
    }
    guides::with("gambit", &[], Small).expect("a game");
}

#[derive(Clone)]
struct Stop;

impl guides::Guided for Stop {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        if game.seats() != 2 {
            return;
        }
        for limit in [0, 1, 50] {
            let path = somewhere(&game, 1);
            let mut table = TranspositionTable::new(1 << 12);
            let mut control = Control::new(limit, &|| false);
            let best = AlphaBeta::new(&game, &guide, &path, &mut table).deepen(50, &mut control, &mut |_| {});
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
    guides::each(Stop);
}
