//! The two draws that cannot be seen from the position alone: repetition and quiet plies.

use std::collections::HashMap;

use agon_rules::games::{self, Visitor};
use agon_rules::{Draw, Match, Moves, Rng, Show, Start, Viewer};

use super::laws::a_draw_is_a_plain_count;

#[test]
fn a_third_occurrence_and_a_hundredth_quiet_ply_draw() {
    let at = "7X/8/8/8/8/8/8/O7 0 0,0,0,0 m";
    let there_and_back = ["h8-g7", "a1-b2", "g7-h8", "b2-a1"];
    for (quiet, plies, reason) in [(0, 8, "repetition"), (97, 3, "quiet")] {
        let start = Start::Position(format!("{at} {quiet}"));
        let mut table = games::open("infiltration", &[], start).expect("a position");
        let mut moves = there_and_back.iter().cycle();
        while let (Some(seat), Some(text)) = (table.turn(), moves.next()) {
            table.play(seat, text).expect("a legal move");
        }
        assert_eq!((table.ply(), table.outcome().expect("a draw").reason.as_str()), (plies, reason));
        // Taken back and made again it is the same draw.
        assert!(table.undo() && table.turn().is_some() && table.redo());
        assert_eq!(table.outcome().expect("a draw").reason, reason);
    }
}

#[test]
fn repetition_is_a_plain_count_in_endgames_too() {
    for (id, position) in [
        ("infiltration", "7X/8/8/8/5O2/8/3x4/8 0 0,0,0,0 m 0"),
        ("infiltration", "O6X/8/8/8/8/8/8/O6X 0 0,0,0,0 m 0"),
        ("quadratic-war", "6C+31/l+37/7C+4/4l+13/4C+12L+3/6L+41/C-44C+22/1L-26/Q-47 0 5"),
        ("quadratic-war", "8/8/3q+24/8/8/8/3Q+44/4L+13/8 0 0"),
    ] {
        let repeated = games::with(id, &[], Endgame(position)).expect("a known game");
        assert!(repeated > 100, "{position}: only {repeated} repetitions");
    }
}

/// Random play from a position, mostly to where the game has been before and past every draw: so a state also comes
/// again after its pieces were captured and put back. Counts the repetitions.
struct Endgame(&'static str);

impl Visitor for Endgame {
    type Out = usize;
    fn visit<G: Show>(self, game: G) -> usize {
        let start = Match::new(game.clone(), Start::Position(self.0.to_owned())).expect("a position");
        let mut repeated = 0;
        for seed in 0..300 {
            let (mut path, mut rng, mut seen) = (start.path().clone(), Rng::new(seed), HashMap::new());
            for ply in 0..200 {
                let context = format!("{} game {seed} ply {ply}", self.0);
                a_draw_is_a_plain_count::<G>(&path, &mut seen, &context);
                repeated += usize::from(path.draw() == Some(Draw::Repetition));
                let mut moves = Moves::new();
                game.moves(path.state(), &mut moves);
                let known = |m: &G::Move| {
                    let mut after = *path.state();
                    game.play(&mut after, *m);
                    seen.contains_key(&after)
                };
                let back: Vec<G::Move> = moves.iter().copied().filter(known).collect();
                let list = if back.is_empty() || rng.below(4) == 0 { &moves[..] } else { &back };
                if list.is_empty() {
                    break;
                }
                path.play(&game, list[rng.below(list.len())]);
            }
        }
        repeated
    }
}

#[test]
fn a_position_that_comes_again_after_captures_counts() {
    let mut table = games::open("infiltration", &[], Start::Position("7X/8/8/8/5O2/8/3x4/8 0 0,0,0,0 m 0".to_owned()))
        .expect("a position");
    // Twice the man is jumped, put back and walks to where it was.
    let cycle = "d2-e3 f4xd2 h8-g7 d2-e3 g7-h8 e3-f4 @d2 f4-g5 d2-e3 g5-f4 h8-g7 f4xd2 g7-h8 d2-e3 @d2 e3-f4";
    let mut times: HashMap<String, usize> = HashMap::new();
    let mut moves = cycle.split(' ').cycle();
    loop {
        let position = table.position(Viewer::Referee);
        let (state, _) = position.rsplit_once(' ').expect("a position ends with the quiet count");
        let times = times.entry(state.to_owned()).or_default();
        *times += 1;
        if *times == 3 {
            break;
        }
        assert_eq!(table.outcome(), None, "after {} plies", table.ply());
        table.play(table.turn().expect("it goes on"), moves.next().expect("a cycle")).expect("a legal move");
    }
    let outcome = table.outcome().map(|outcome| outcome.reason);
    assert_eq!((table.ply(), outcome.as_deref()), (32, Some("repetition")));
}
