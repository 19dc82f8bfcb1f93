//! Primi Composti's solvers against plain minimax: the value, every move's value, and the principal variation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use agon_rules::games::primi_composti::{Move, PrimiComposti, State, value};
use agon_rules::{Game, Match, Path, Rng, Show, Start};
use agon_search::games::primi_composti::Cards;
use agon_search::games::primi_composti::contest::solve_contest;
use agon_search::games::primi_composti::duel::{self, Duel, Sweep};
use agon_search::games::primi_composti::raid::{self, Raid};
use agon_search::{Blind, Control, GameValue, Patience, Player, Request, Solution, Solve, Want, Worth, minimax};

fn game(version: u8, cards: u8, uncover: bool) -> PrimiComposti {
    PrimiComposti { version, players: 2, cards, uncover }
}

/// A place some random moves into a deal.
fn somewhere(game: PrimiComposti, seed: u64) -> Path<State> {
    let mut table = Match::new(game, Start::Seed(seed)).expect("a deal");
    let mut rng = Rng::stream(seed, 5);
    for _ in 0..rng.below(2 * usize::from(game.cards)) {
        table.advance(table.choices().draw(&mut rng).expect("not over"));
    }
    table.path().clone()
}

fn brute(game: &PrimiComposti, path: &Path<State>) -> Option<i32> {
    Some(minimax(game, &Blind, &mut path.clone(), 100) / 1000)
}

/// Checks a whole solution against brute force.
fn check(game: &PrimiComposti, path: &Path<State>, solution: Solution<Move>, context: &str) {
    let context = format!("{context}: {}", game.write_state(path.state()));
    assert_eq!(solution.value.proved(), brute(game, path), "{context}");
    let mut legal = agon_rules::Moves::new();
    game.moves(path.state(), &mut legal);
    assert_eq!(solution.moves.iter().map(|(m, _)| *m).collect::<Vec<_>>(), legal.to_vec(), "{context}");
    for (m, value) in solution.moves {
        let mut after = path.clone();
        after.play(game, m);
        assert_eq!(value.proved(), brute(game, &after), "{context}: {m:?}");
    }
    let mut end = path.clone();
    for m in solution.pv {
        let mut legal = agon_rules::Moves::new();
        game.moves(end.state(), &mut legal);
        assert!(legal.contains(&m), "{context}: {m:?} in the principal variation");
        end.play(game, m);
    }
    assert_eq!(end.state().size, 0, "{context}: the principal variation goes to the end");
    let points = end.state().points;
    assert_eq!(solution.value.proved(), Some(points[0] - points[1]), "{context}: the principal variation");
}

#[test]
fn the_solver_of_primi_composti_is_brute_force_in_both_versions() {
    for (version, uncover) in [(1, false), (2, false), (2, true)] {
        for seed in 0..60 {
            let game = game(version, 3 + (seed % 3) as u8, uncover);
            let path = somewhere(game, seed);
            let solution = Cards.solve(&game, &path, Request::new(Want::EveryMove, 1 << 18, &mut Control::free()));
            check(&game, &path, solution, &format!("version {version} seed {seed}"));
        }
    }
}

/// When states are settled and how large the table is: from the start on, and only higher up; a table of four entries
/// loses nearly everything, a large one nothing.
const WAYS: [(u32, usize); 4] = [(0, 1 << 7), (0, 1 << 18), (3, 1 << 18), (6, 1 << 18)];

#[test]
fn setting_aside_what_cannot_matter_changes_no_value() {
    for seed in 0..80 {
        let game = game(1, 4 + (seed % 2) as u8, false);
        let path = somewhere(game, seed);
        let (duel, start) = Duel::of(&game, path.state());
        for (settled, bytes) in WAYS {
            let mut control = Control::free();
            let request = Request::new(Want::EveryMove, bytes, &mut control);
            let mut search = duel::Search::new(&duel, request).settled_from(settled);
            let (lead, sign) = (path.state().points[0] - path.state().points[1], [1, -1][usize::from(start.turn)]);
            let solution = solve_contest(&mut search, &start, Want::EveryMove, |value| lead + sign * value);
            let solution = solution.map(|card| Move { card: duel.cards[usize::from(card)], steals: [0; 2] });
            check(&game, &path, solution, &format!("seed {seed} settled from {settled}"));
        }
    }
}

/// The sweep through all states after a place.
fn swept(game: &PrimiComposti, path: &Path<State>, control: &mut Control) -> Option<Solution<Move>> {
    let (duel, start) = Duel::of(game, path.state());
    let (lead, sign) = (path.state().points[0] - path.state().points[1], [1, -1][usize::from(start.turn)]);
    let solution = Sweep::new(&duel, start).solve(control, |value| lead + sign * value)?;
    Some(solution.map(|card| Move { card: duel.cards[usize::from(card)], steals: [0; 2] }))
}

#[test]
fn a_sweep_through_all_states_finds_what_brute_force_finds() {
    for seed in 0..100 {
        let game = game(1, 3 + (seed % 3) as u8, false);
        let path = somewhere(game, seed);
        let solution = swept(&game, &path, &mut Control::free()).expect("it was not stopped");
        check(&game, &path, solution, &format!("seed {seed}"));
    }
}

#[test]
fn a_sweep_and_a_search_find_the_same_value_of_every_move() {
    for seed in 0..24 {
        let game = game(1, 6 + (seed % 3) as u8, false);
        let path = if seed < 12 { Path::new(game.deal(&mut Rng::new(seed)), 0) } else { somewhere(game, seed) };
        let mut control = Control::free();
        // Too little memory for a sweep.
        let searched = Cards.solve(&game, &path, Request::new(Want::EveryMove, 1 << 16, &mut control));
        let swept = swept(&game, &path, &mut Control::free()).expect("it was not stopped");
        assert_eq!((swept.value, &swept.moves), (searched.value, &searched.moves), "seed {seed}");
        let end = swept.pv.iter().fold(path, |mut path, m| {
            path.play(&game, *m);
            path
        });
        assert_eq!(end.state().size, 0, "seed {seed}: the principal variation goes to the end");
        assert_eq!(swept.value.proved(), Some(end.state().points[0] - end.state().points[1]), "seed {seed}");
    }
}

#[test]
fn large_deals_are_swept_where_memory_and_nodes_allow_it() {
    let game = game(1, 8, false);
    let path = Path::new(game.deal(&mut Rng::new(1)), 0);
    let solve = |bytes: usize, limit: u64, stop: &(dyn Fn() -> bool + Sync)| {
        let mut control = Control::new(limit, stop);
        Cards.solve(&game, &path, Request::new(Want::EveryMove, bytes, &mut control))
    };
    let visited = swept(&game, &path, &mut Control::free()).expect("it was not stopped").nodes;
    let whole = solve(1 << 20, u64::MAX, &|| false);
    assert_eq!(whole.nodes, visited);
    for part in [solve(1 << 16, u64::MAX, &|| false), solve(1 << 20, 1 << 12, &|| false)] {
        assert_ne!(part.nodes, visited);
        assert!(part.value.proved().is_none_or(|value| whole.value == GameValue::Proved(value)));
    }
    // One that is stopped at once, and one in the middle.
    let counted = |stop_after: u32| {
        let calls = AtomicU32::new(0);
        let solution = solve(1 << 20, u64::MAX, &|| calls.fetch_add(1, Ordering::Relaxed) >= stop_after);
        (solution, calls.into_inner())
    };
    for after in [0, counted(u32::MAX).1 / 2] {
        let stopped = counted(after).0;
        let values = stopped.moves.iter().map(|(_, value)| *value).chain([stopped.value]);
        for (said, truth) in values.zip(whole.moves.iter().map(|(_, value)| *value).chain([whole.value])) {
            let ((low, high), truth) = (said.range(), truth.proved().expect("all are proved"));
            assert!(low.is_none_or(|low| low <= truth) && high.is_none_or(|high| high >= truth), "after {after}");
        }
        assert!(stopped.value.proved().is_none(), "after {after}");
    }
}

#[test]
fn perfect_plays_version_1_from_a_large_deal() {
    let game = game(1, 11, false);
    let path = Path::new(game.deal(&mut Rng::new(5)), 0);
    let mut perfect = Player::new("perfect", &game, &Cards).expect("a player of the game");
    assert_eq!(perfect.fits_start(&game, Patience::Seconds), Ok(()));
    let pick = perfect.choose(&game, &path, 0, 0, &|| false).expect("it plays").expect("a move");
    let solution = swept(&game, &path, &mut Control::free()).expect("it was not stopped");
    assert_eq!(Some(pick.worth), solution.value.proved().map(Worth::Proved));
    let (_, value) = solution.moves.iter().find(|(m, _)| *m == pick.m).expect("a legal move");
    assert_eq!(*value, solution.value);
}

#[test]
fn what_cannot_be_stolen_any_more_changes_no_value() {
    for seed in 0..120 {
        let game = game(2, 4 + (seed % 2) as u8, false);
        let path = somewhere(game, seed);
        let (raid, start) = Raid::of(&game, path.state()).expect("a deal has few cards");
        let lead = |of: &Path<State>| of.state().points[0] - of.state().points[1];
        let hand = |seat| game.hand(path.state(), seat).map(value).sum::<i32>();
        let (held, sign) = (lead(&path) + hand(0) - hand(1), [1, -1][usize::from(start.turn)]);
        let after = |path: &Path<State>, number: u8| {
            let mut after = path.clone();
            after.play(&game, playing(&game, path, raid.cards[usize::from(number)]));
            after
        };
        let truth = brute(&game, &path);
        let mut worth = HashMap::new();
        for (settled, bytes) in WAYS {
            let mut control = Control::free();
            let request = Request::new(Want::EveryMove, bytes, &mut control);
            let mut search = raid::Search::new(&raid, request).settled_from(settled);
            let solution = solve_contest(&mut search, &start, Want::EveryMove, |value| held + 2 * sign * value);
            let context = format!("seed {seed} settled from {settled}: {}", game.write_state(path.state()));
            assert_eq!(solution.value.proved(), truth, "{context}");
            for (card, value) in solution.moves {
                let truth = worth.entry(card).or_insert_with(|| brute(&game, &after(&path, card)));
                assert_eq!(value.proved(), *truth, "{context}: {}", raid.cards[usize::from(card)]);
            }
            let end = solution.pv.into_iter().fold(path.clone(), |path, card| after(&path, card));
            assert_eq!((end.state().size, Some(lead(&end))), (0, truth), "{context}: the principal variation");
        }
    }
}

/// The move that plays a card.
fn playing(game: &PrimiComposti, path: &Path<State>, card: u8) -> Move {
    let mut legal = agon_rules::Moves::new();
    game.moves(path.state(), &mut legal);
    legal.iter().copied().find(|m| m.card == card).expect("the card is in hand")
}

#[test]
fn a_position_need_not_hold_the_lowest_cards() {
    let game = game(1, 6, false);
    let text = "2,4,5,10,11,15/3,6,7,9,12,13 -:-/-:- 0 0,0";
    let table = Match::new(game, Start::Position(text.to_owned())).expect("a position");
    let solution = Cards.solve(&game, table.path(), Request::new(Want::EveryMove, 1 << 18, &mut Control::free()));
    assert_eq!(solution.value, GameValue::Proved(-1));
}

#[test]
fn any_position_with_captures_is_solved_whatever_cards_it_holds() {
    for text in [
        // high cards, deep stacks, either seat to move
        "12,24,36/4,40,60 2,5,7,11,31:6,10,18,20,48/3,13,29,61:8,9,16,30,72 0 -",
        "24,36/4,40,60 2,5,7,11,31:6,10,18,20,48/3,13,29,61:8,9,16,30,72 1 -",
        // far more cards on the stacks than a raid has numbers for
        "3,17,29/2,4,6 13,11,23,5:8,10,12,14,16,18,20,22,24,26,28/7,19,31,37:30,32,34,36,38,40,42,44,46,48,50,52,54,56 0 -",
        // nothing can be stolen any more
        "71,73/59,67 2:4/3:6 0 -",
        "-/- 2:4/3:6 0 -",
    ] {
        let game = game(2, 6, false);
        let table = Match::new(game, Start::Position(text.to_owned())).expect("a position");
        let mut control = Control::free();
        let request = Request::new(Want::EveryMove, 1 << 18, &mut control);
        check(&game, table.path(), Cards.solve(&game, table.path(), request), "by text");
    }
}

#[test]
fn a_solver_that_is_stopped_claims_only_what_is_true() {
    for (version, cards) in [(1, 7), (2, 6)] {
        let game = game(version, cards, false);
        for seed in 0..4 {
            let path = Path::new(game.deal(&mut Rng::new(seed)), 0);
            let solve = |limit: u64| {
                let mut control = Control::new(limit, &|| false);
                Cards.solve(&game, &path, Request::new(Want::EveryMove, 1 << 18, &mut control))
            };
            let whole = solve(u64::MAX);
            let truth = whole.value.proved().expect("it is small");
            let mut unproved = 0;
            for limit in (0..30).map(|i| i * i * i) {
                let part = solve(limit);
                let holds = |said: GameValue, truth: i32| {
                    let (low, high) = said.range();
                    low.is_none_or(|low| low <= truth) && high.is_none_or(|high| high >= truth)
                };
                assert!(holds(part.value, truth), "version {version} seed {seed} limit {limit}");
                for ((_, said), (m, value)) in part.moves.iter().zip(&whole.moves) {
                    let truth = value.proved().expect("all are proved");
                    assert!(holds(*said, truth), "version {version} seed {seed} limit {limit}: {m:?}");
                }
                unproved += usize::from(part.value.proved().is_none());
            }
            assert!(unproved > 0, "some limit must have stopped it");
        }
    }
}
