//! Retrograde analysis says of every position what plain iteration over all positions says.

use std::collections::HashMap;

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::{DeadDraw, QuadraticWar};
use agon_rules::{Chance, Game, Moves, Rng, Seat, Show};
use agon_search::games::infiltration::Infiltrator;
use agon_search::games::quadratic_war::General;
use agon_search::{BEYOND, Control, Endgame, Fate, Guide, LONGEST, Positions, Stage, Tablebase, retrograde};

/// The positions of an endgame.
pub fn positions<G: Show, E: Guide<G>>(game: &G, guide: &E, position: &str) -> Box<dyn Positions<G>> {
    let s = game.read_state(position).expect("a position");
    match guide.endgame(game, &s, 1_000_000) {
        Endgame::Fits(positions) => positions,
        Endgame::TooLarge(size) => panic!("{position}: {size} positions"),
        Endgame::None => panic!("{position}: no endgame"),
    }
}

/// The tablebase of an endgame.
pub fn build<G: Show, E: Guide<G>>(game: &G, guide: &E, position: &str) -> Tablebase<G> {
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
        // Two quadratics of different sizes: a seat that moves next to the other takes it, and both can avoid that.
        let [won, lost, drawn] = check(&game, &General::default(), "8/8/3q-14/8/8/8/3Q+24/8/8 0");
        assert!(won > 0 && lost == 0 && drawn > 0);
        // With constants the board has no mirror image.
        let counts = check(&game, &General::default(), "8/8/2C-3l-14/8/8/8/3Q+24/8/8 1");
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }
}

/// Looks at positions here and there of an endgame that is too large for plain iteration: every move that stays in the slice
/// is found again by taking it back, and what is said to stay stays.
fn check_moves<G: Show, E: Guide<G>>(game: &G, guide: &E, position: &str) {
    let s = game.read_state(position).expect("a position");
    let Endgame::Fits(positions) = guide.endgame(game, &s, 1_000_000_000) else { panic!("{position}: no endgame") };
    let slice = |number: usize| positions.slices().partition_point(|end| *end <= number);
    let (mut rng, mut moves, mut legal) = (Rng::new(1), Moves::new(), Moves::new());
    for _ in 0..1000 {
        let number = rng.below(positions.size());
        let Some(s) = positions.position(number) else { continue };
        assert_eq!(positions.number(&s), Some(number), "{}", game.write_state(&s));
        for &m in moves.relist(game, &s).iter() {
            let mut after = s;
            game.play(&mut after, m);
            let over = game.over(&after, &mut legal);
            let seat = game.turn(&after);
            let lead = game.score(&after, seat) - game.score(&after, 1 - seat);
            let to = positions.number(&after);
            let context = format!("{} {}", game.write_state(&s), game.write_move(&s, m));
            assert!(over || to.is_some_and(|to| slice(to) <= slice(number)), "{context}");
            let is_inside = to.is_some_and(|to| slice(to) == slice(number));
            assert!(!positions.stays(&s, m) || is_inside && lead <= 0 || over && lead == 0, "{context}");
            let Some(to) = to.filter(|_| is_inside) else { continue };
            let twin = positions.position(to).expect("it has this number");
            let mut found = false;
            positions.before(&twin, &mut |earlier, m| {
                if positions.number(earlier) == Some(number) && legal.relist(game, earlier).contains(&m) {
                    let mut again = *earlier;
                    game.play(&mut again, m);
                    found |= positions.number(&again) == Some(to);
                }
            });
            assert!(found, "{context}");
        }
    }
}

#[test]
fn every_move_of_larger_endgames_can_be_taken_back() {
    for game in infiltrations() {
        for hands in ["2,0,2,0", "0,4,0,1", "3,0,0,1"] {
            check_moves(&game, &Infiltrator::default(), &format!("8/8/8/8/8/8/8/8 0 {hands} m"));
        }
    }
    for dead_draw in [DeadDraw::Published, DeadDraw::Exact] {
        let game = QuadraticWar { dead_draw };
        check_moves(&game, &General::default(), "8/8/3q-1l+13/8/8/8/3Q+2L+13/8/8 0");
        check_moves(&game, &General::default(), "8/8/3q-1l+13/c+17/8/C-37/3Q+24/8/8 0");
    }
}

/// A walk along a line of squares: a seat may step back and forth, and a seat moved onto the last square has lost. Games
/// are long.
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
        if let Stage::Done(end) = stage {
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
