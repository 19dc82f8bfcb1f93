//! Tablebases say of every position what plain iteration over all positions says, and no more than holds with the draws of
//! the path.

use std::collections::HashMap;

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::{DeadDraw, QuadraticWar};
use agon_rules::{Chance, Game, Moves, Path, Rng, Seat, Show};
use agon_search::games::infiltration::Infiltrator;
use agon_search::games::quadratic_war::General;
use agon_search::inspect::{self, Budget};
use agon_search::{
    BEYOND, Control, Endgame, Fate, GameValue, Guide, LONGEST, Player, Positions, Request, Solve, Tablebase, Want,
    Worth, retrograde,
};

fn positions<G: Show, E: Guide<G>>(game: &G, guide: &E, position: &str) -> Box<dyn Positions<G>> {
    let s = game.read_state(position).expect("a position");
    match guide.endgame(game, &s, 1_000_000) {
        Endgame::Fits(positions) => positions,
        Endgame::TooLarge(size) => panic!("{position}: {size} positions"),
        Endgame::None => panic!("{position}: no endgame"),
    }
}

fn build<G: Show, E: Guide<G>>(game: &G, guide: &E, position: &str) -> Tablebase<G> {
    Tablebase::build(game, positions(game, guide, position), &mut Control::free()).expect("nothing stops it")
}

/// Every state that can be reached from some states, with the fates that plain iteration finds: no numbers, no symmetry, no
/// moves taken back.
fn plain<G: Game>(game: &G, from: &[G::State]) -> HashMap<G::State, Fate> {
    let mut number: HashMap<G::State, usize> = HashMap::new();
    let (mut states, mut next): (Vec<G::State>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for s in from {
        number.entry(*s).or_insert_with(|| {
            states.push(*s);
            states.len() - 1
        });
    }
    let mut moves = Moves::new();
    while next.len() < states.len() {
        let s = states[next.len()];
        let mut after = Vec::new();
        for &m in moves.relist(game, &s).iter() {
            let mut s = s;
            game.play(&mut s, m);
            after.push(*number.entry(s).or_insert_with(|| {
                states.push(s);
                states.len() - 1
            }));
        }
        next.push(after);
    }
    let mut fates: Vec<Fate> = states.iter().map(|_| Fate::Drawn).collect();
    for (at, s) in states.iter().enumerate().filter(|(at, _)| next[*at].is_empty()) {
        let seat = game.turn(s);
        fates[at] = match game.score(s, seat) - game.score(s, 1 - seat) {
            0 => Fate::Drawn,
            lead => {
                if lead > 0 {
                    Fate::Won(0)
                } else {
                    Fate::Lost(0)
                }
            }
        };
    }
    for layer in 1..=u8::MAX {
        let mut decided = Vec::new();
        for at in (0..states.len()).filter(|at| fates[*at] == Fate::Drawn && !next[*at].is_empty()) {
            if next[at].iter().any(|after| matches!(fates[*after], Fate::Lost(_))) {
                decided.push((at, Fate::Won(layer)));
            } else if next[at].iter().all(|after| matches!(fates[*after], Fate::Won(_))) {
                decided.push((at, Fate::Lost(layer)));
            }
        }
        if decided.is_empty() {
            return states.into_iter().zip(fates).collect();
        }
        decided.into_iter().for_each(|(at, fate)| fates[at] = fate);
    }
    panic!("no end")
}

/// Compares a tablebase with plain iteration on all its positions; returns how many of those are won, lost and drawn.
fn check<G: Show + std::fmt::Debug, E: Guide<G>>(game: &G, guide: &E, position: &str) -> [usize; 3] {
    let tablebase = build(game, guide, position);
    let positions = positions(game, guide, position);
    let all: Vec<G::State> = (0..positions.size()).filter_map(|number| positions.position(number)).collect();
    let mut counts = [0; 3];
    let mut scratch = Moves::new();
    for (s, fate) in plain(game, &all) {
        if game.over(&s, &mut scratch) {
            continue;
        }
        let context = format!("{game:?} {}", game.write_state(&s));
        assert_eq!(tablebase.fate(&s), Some(fate), "{context}");
        counts[match fate {
            Fate::Won(_) => 0,
            Fate::Lost(_) => 1,
            Fate::Drawn => 2,
        }] += 1;
        // A number is that of its position, and of the mirror image.
        let number = positions.number(&s).expect("a number");
        let twin = positions.position(number).expect("a position");
        assert_eq!(positions.number(&twin), Some(number), "{context}");
    }
    counts
}

fn infiltrations() -> impl Iterator<Item = Infiltration> {
    let game = Infiltration::default();
    (0..8).map(move |bits| Infiltration {
        captures: bits & 1 == 0,
        kings: bits & 2 == 0,
        forced_capture: bits & 4 != 0,
        ..game
    })
}

#[test]
fn a_man_each_is_known_under_every_option() {
    for game in infiltrations() {
        let counts = check(&game, &Infiltrator::default(), "8/8/8/8/8/8/8/8 0 1,0,1,0 m");
        // Without kings men only go on until they are taken.
        assert!(counts[0] > 0 && (counts[2] > 0) == game.kings, "{game:?} {counts:?}");
    }
}

#[test]
fn kings_of_a_given_position_are_known_too() {
    for game in infiltrations().filter(|game| !game.kings) {
        check(&game, &Infiltrator::default(), "8/8/8/8/8/8/8/8 0 0,1,1,0 m");
    }
}

#[test]
fn two_men_against_one_are_known() {
    // With promotions these are a million; without them plain iteration can still follow.
    let game = Infiltration { kings: false, forced_capture: true, ..Infiltration::default() };
    let counts = check(&game, &Infiltrator::default(), "8/8/8/8/8/8/8/8 0 2,0,1,0 m");
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
}

#[test]
fn quadratic_wars_last_pieces_are_known() {
    for dead_draw in [DeadDraw::Published, DeadDraw::Revised, DeadDraw::Exact] {
        let game = QuadraticWar { dead_draw };
        // Two quadratics of different sizes: whoever comes next to the other takes it, and nobody has to let that happen.
        let [won, lost, drawn] = check(&game, &General::default(), "8/8/3q-14/8/8/8/3Q+24/8/8 0");
        assert!(won > 0 && lost == 0 && drawn > 0);
        // With constants the board has no mirror image.
        let counts = check(&game, &General::default(), "8/8/2C-3l-14/8/8/8/3Q+24/8/8 1");
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }
}

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

/// A walk along a line of squares: a seat may step back and forth, and whoever is moved onto the last square has lost. It
/// takes long.
#[derive(Clone, Debug)]
struct Walk;

const SQUARES: u16 = 300;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Walker {
    at: u16,
    turn: u8,
}

impl Game for Walk {
    type State = Walker;
    type Move = bool;
    const LOOPS: bool = true;

    fn deal(&self, _chance: &mut impl Chance) -> Walker {
        Walker { at: 0, turn: 0 }
    }

    fn turn(&self, s: &Walker) -> Seat {
        s.turn.into()
    }

    /// Seat 1 must go on; seat 0 may go back.
    fn moves(&self, s: &Walker, out: &mut Moves<bool>) {
        if s.at < SQUARES {
            out.push(true);
            if s.turn == 0 && s.at > 0 {
                out.push(false);
            }
        }
    }

    fn play(&self, s: &mut Walker, on: bool) {
        s.at = if on { s.at + 1 } else { s.at - 1 };
        s.turn ^= 1;
    }

    fn score(&self, s: &Walker, seat: Seat) -> i32 {
        i32::from(s.at == SQUARES && seat == 0)
    }
}

struct Walks(Vec<usize>);

impl Positions<Walk> for Walks {
    fn slices(&self) -> &[usize] {
        &self.0
    }
    fn number(&self, s: &Walker) -> Option<usize> {
        Some(usize::from(2 * s.at) + usize::from(s.turn))
    }
    fn position(&self, number: usize) -> Option<Walker> {
        Some(Walker { at: number as u16 / 2, turn: number as u8 % 2 })
    }
    fn before(&self, s: &Walker, each: &mut dyn FnMut(&Walker, bool)) {
        let turn = 1 - s.turn;
        if s.at > 0 {
            each(&Walker { at: s.at - 1, turn }, true);
        }
        each(&Walker { at: s.at + 1, turn }, false);
    }
    fn serves(&self, _game: &Walk) -> bool {
        true
    }
}

#[test]
fn more_than_a_hundred_plies_are_known_without_their_number() {
    let walks = Walks(vec![usize::from(2 * SQUARES + 2)]);
    let values = retrograde(&Walk, &walks, Vec::new(), &mut Control::free(), &mut |_, _| {}).expect("it ends");
    for at in 0..SQUARES {
        for turn in 0..2 {
            let number = walks.number(&Walker { at, turn }).expect("a number");
            let plies = (SQUARES - at).min(BEYOND.into()) as u8;
            let fate = if turn == 0 { Fate::Won(plies) } else { Fate::Lost(plies) };
            assert_eq!(Fate::of(values[number]), Some(fate), "{at} {turn}");
        }
    }
    assert_eq!(LONGEST, 100);
}

#[test]
fn what_is_known_already_is_not_built_again() {
    let game = Infiltration::default();
    let positions = positions(&game, &Infiltrator::default(), "8/8/8/8/8/8/8/8 0 1,0,1,0 m");
    let mut saved = Vec::new();
    let mut ends = Vec::new();
    let whole = retrograde(&game, &*positions, Vec::new(), &mut Control::free(), &mut |stage, known| {
        if let agon_search::Stage::Done(end) = stage {
            assert_eq!(known.len(), end);
            saved.push(known.to_vec());
            ends.push(end);
        }
    });
    let whole = whole.expect("nothing stops it");
    assert_eq!(ends, positions.slices());
    for mut known in saved {
        // What was written of an unfinished slice is worth nothing.
        known.push(77);
        let again = retrograde(&game, &*positions, known, &mut Control::free(), &mut |_, _| {});
        assert_eq!(again.as_ref(), Some(&whole));
    }
    let mut control = Control::new(5000, &|| false);
    assert_eq!(retrograde(&game, &*positions, Vec::new(), &mut control, &mut |_, _| {}), None);
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
                assert_eq!(read.solution.pv.len(), plies.into(), "{context}");
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
