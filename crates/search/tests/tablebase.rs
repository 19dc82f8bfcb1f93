//! Tablebases say no more than holds with the draws of the path, and solvers and players use them.

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::{DeadDraw, QuadraticWar};
use agon_rules::{Game, Moves, Path, Rng, Show};
use agon_search::games::infiltration::Infiltrator;
use agon_search::games::quadratic_war::General;
use agon_search::inspect::{self, Budget};
use agon_search::{Control, Endgame, Fate, GameValue, Player, Request, Solve, Want, Worth};

use crate::retrograde::{build, positions};

#[test]
fn alike_or_too_many_pieces_have_no_tablebase() {
    let none = |position: &str| {
        let s = QuadraticWar::default().read_state(position).expect("a position");
        matches!(General::default().endgame(&QuadraticWar::default(), &s, u64::MAX), Endgame::None)
    };
    assert!(none("8/8/3q-14/8/8/8/3Q+2Q+23/8/8 0"));
    assert!(none("q+47/8/3q-1l+1l+2l+31/8/8/8/3Q+2L+23/8/8 0"));
    let start = Infiltration::default().deal(&mut Rng::new(0));
    assert!(matches!(Infiltrator::default().endgame(&Infiltration::default(), &start, u64::MAX), Endgame::None));
    let s = Infiltration::default().read_state("8/8/8/8/8/8/8/8 0 2,0,2,0 m").expect("a position");
    let Endgame::TooLarge(size) = Infiltrator::default().endgame(&Infiltration::default(), &s, 1000) else {
        panic!("it does not fit");
    };
    assert_eq!(size, 35_451_849);
}

/// Whether a seat can force a win within a number of plies, with the draws of the path.
fn forces<G: Game>(game: &G, path: &mut Path<G::State>, seat: usize, plies: usize) -> bool {
    let mut moves = Moves::new();
    game.moves(path.state(), &mut moves);
    if moves.is_empty() {
        return game.score(path.state(), seat) > game.score(path.state(), 1 - seat);
    }
    if plies == 0 || path.draw().is_some() {
        return false;
    }
    let own = game.turn(path.state()) == seat;
    for &m in moves.iter() {
        path.play(game, m);
        let wins = forces(game, path, seat, plies - 1);
        path.undo();
        if wins == own {
            return own;
        }
    }
    !own
}

#[test]
fn a_win_is_claimed_only_if_the_quiet_count_leaves_time_for_it() {
    let game = QuadraticWar::default();
    let guide = General::default();
    let position = "8/8/2C-3l-14/8/8/8/3Q+24/8/8 1";
    let tablebase = build(&game, &guide, position);
    let positions = positions(&game, &guide, position);
    let mut checked = [0; 2];
    for s in (0..positions.size()).step_by(97).filter_map(|number| positions.position(number)) {
        let (winner, plies) = match tablebase.fate(&s) {
            Some(Fate::Won(plies @ 1..=3)) => (usize::from(s.turn), plies),
            Some(Fate::Lost(plies @ 1..=3)) => (usize::from(1 - s.turn), plies),
            _ => continue,
        };
        let value = if winner == 0 { 1 } else { -1 };
        for quiet in [0, 100 - u16::from(plies), 101 - u16::from(plies)] {
            let mut path = Path::new(s, quiet);
            let Some(read) = tablebase.read_off(&game, &path) else { continue };
            let in_time = quiet + u16::from(plies) <= 100;
            let context = format!("{} {quiet}: {plies}", game.write_state(&s));
            assert_eq!(forces(&game, &mut path, winner, plies.into()), in_time, "{context}");
            if in_time {
                assert_eq!(read.solution.value, GameValue::Proved(value), "{context}");
                assert_eq!(read.solution.plies, Some(plies.into()), "{context}");
                assert_eq!(read.solution.pv.len(), usize::from(plies), "{context}");
            } else {
                // A move of the constant begins the count anew: a longer win may be proved then.
                assert_eq!(read.solution.plies, None, "{context}");
            }
            if read.solution.value == GameValue::Proved(value) {
                for m in &read.solution.pv {
                    assert_eq!(path.draw(), None, "{context}");
                    path.play(&game, *m);
                }
                assert_eq!(game.score(path.state(), winner), 1, "{context}");
            }
            checked[usize::from(in_time)] += 1;
        }
    }
    assert!(checked.iter().all(|count| *count > 20), "{checked:?}");
}

#[test]
fn a_position_that_has_stood_twice_takes_a_proof_back() {
    let game = QuadraticWar { dead_draw: DeadDraw::Exact };
    let position = "8/8/3q-14/8/8/8/3Q+24/8/8 0";
    let tablebase = build(&game, &General::default(), position);
    let mut path = Path::new(game.read_state(position).expect("a position"), 0);
    let fresh = tablebase.read_off(&game, &path).expect("known").solution.value;
    let go = |path: &mut Path<_>, text: &str| {
        let mut moves = Moves::new();
        game.moves(path.state(), &mut moves);
        let m = moves.iter().copied().find(|m| game.write_move(path.state(), *m) == text).expect("a legal move");
        path.play(&game, m);
    };
    ["d3-a3", "d7-g7", "a3-d3", "g7-d7", "d3-a3"].iter().for_each(|text| go(&mut path, text));
    assert!(fresh.proved().is_some());
    // The start has stood twice, and so has this.
    let read = tablebase.read_off(&game, &path).expect("known");
    for (m, value) in &read.solution.moves {
        let mut after = path.clone();
        after.play(&game, *m);
        let fate = tablebase.fate(after.state());
        let sure = matches!(fate, None | Some(Fate::Drawn)) || after.draw().is_some();
        assert_eq!(value.proved().is_some(), sure, "{m:?} {fate:?}");
    }
}

#[test]
fn solving_says_that_a_tablebase_said_so() {
    let solve = |record: &str, nodes: u64| {
        let record = record.parse().expect("a record");
        let budget = Budget { memory: 1 << 24, nodes, want: Want::EveryMove, stop: &|| false };
        inspect::solve(&record, &budget, &mut |_, _| {}).expect("a position")
    };
    let record = "quadratic-war~dead-draw=exact~at=8/8/3q-14/8/8/8/3Q*24/8/8_0_0";
    let solved = solve(record, u64::MAX);
    let tablebase = solved.tablebase.expect("a tablebase");
    assert_eq!((tablebase.positions, tablebase.plies.len()), (5184, solved.moves.len()));
    assert_eq!(solved.value.proved().is_some(), solved.moves.iter().all(|(_, value)| value.proved().is_some()));
    // A small budget is kept.
    assert_eq!(solve(record, 100).tablebase, None);
}

#[test]
fn players_know_small_endgames() {
    let game = QuadraticWar::default();
    let guide = General::default();
    let position = "2C-35/8/3l-14/8/8/8/3Q+24/8/8 1";
    let tablebase = build(&game, &guide, position);
    let positions = positions(&game, &guide, position);
    let mut seen = [0; 3];
    for s in (0..positions.size()).step_by(501).filter_map(|number| positions.position(number)) {
        let path = Path::new(s, 0);
        let Some(read) = tablebase.read_off(&game, &path) else { continue };
        let value = read.solution.value.proved().expect("short wins only");
        if seen[(value + 1) as usize] == 2 {
            continue;
        }
        seen[(value + 1) as usize] += 1;
        let mut control = Control::new(60_000, &|| false);
        let solution = guide.solve(&game, &path, Request::new(Want::Value, 1 << 20, &mut control));
        assert_eq!((solution.value, &solution.pv), (GameValue::Proved(value), &read.solution.pv));
        for name in ["expert", "perfect"] {
            let mut player = Player::new(name, &game, &guide).expect("a player");
            let pick = player.choose(&game, &path, 0, 0, &|| false).expect("it can play").expect("a move");
            assert_eq!(pick.worth, Worth::Proved(value), "{name} {}", game.write_state(&s));
            let of = read.solution.moves.iter().find(|(m, _)| *m == pick.m).map(|(_, value)| *value);
            assert_eq!(of, Some(GameValue::Proved(value)), "{name} {}", game.write_state(&s));
        }
    }
    assert_eq!(seen, [2; 3]);
}
