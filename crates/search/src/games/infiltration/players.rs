//! Infiltration's levels.

use agon_rules::games::infiltration::{Infiltration, Move, State};
use agon_rules::{Game, Moves, Rng};

use super::{Infiltrator, Weights};
use crate::{Evaluate, Pick, Policy, Roster, Skill, Turn, informed, skilled};

impl Roster<Infiltration> for Infiltrator {
    /// The levels, and the careful player of the rules page.
    fn players(&self, _game: &Infiltration) -> Vec<Policy<Infiltration>> {
        let [easy, medium, hard] = SKILLS;
        let what = "wins at once, avoids what loses at once, else looks one ply ahead";
        vec![
            skilled("easy", "looks at its own move only, and misjudges it", self, easy),
            skilled("medium", "looks two plies ahead, and misjudges what it sees there", self, medium),
            skilled("hard", "looks four plies ahead, and misjudges little", self, hard),
            informed(&Infiltrator { weights: Weights::TUNED }, NODES),
            Policy::own("careful", what, |turn: &mut Turn<Infiltration>| {
                Pick::plain(careful(turn.game, turn.path.state(), turn.moves, &mut turn.rng))
            }),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["random", "careful", "alphabeta:depth=4"]
    }
}

/// Nodes of `expert` (docs/performance.md, How long `expert` thinks).
const NODES: u64 = 1_200_000;

/// The skill of `easy`, `medium` and `hard`, measured in every variant (docs/results.md, Levels).
const SKILLS: [Skill; 3] = [Skill::new(1, 20), Skill::new(2, 15), Skill::new(4, 8).within(100_000)];

/// The `careful` of the rules page: it wins at once, else prevents a win at once if it can, else takes the move after
/// which the position looks best, ties at random.
fn careful(game: &Infiltration, s: &State, moves: &[Move], rng: &mut Rng) -> Move {
    let seat = usize::from(s.turn);
    let sign = 1 - 2 * i32::from(s.turn);
    let after = |m: Move| {
        let mut after = *s;
        game.play(&mut after, m);
        after
    };
    let worth = |m: Move| {
        let next = after(m);
        if game.score(&next, seat) > 0 {
            return (2, 0);
        }
        let mut replies = Moves::new();
        let loses = replies.relist(game, &next).iter().any(|&reply| {
            let mut last = next;
            game.play(&mut last, reply);
            game.score(&last, 1 - seat) > 0
        });
        (i32::from(!loses), sign * Infiltrator::default().eval(game, &next))
    };
    let worths: Vec<(i32, i32)> = moves.iter().map(|&m| worth(m)).collect();
    let best = worths.iter().max();
    let ties: Vec<Move> =
        moves.iter().zip(&worths).filter(|(_, worth)| Some(*worth) == best).map(|(m, _)| *m).collect();
    ties[rng.below(ties.len())]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_rules::Show;

    use super::super::evaluate::wins_at_once;
    use super::*;

    const GAME: Infiltration =
        Infiltration { pieces: 8, captures: true, kings: true, forced_capture: false, pie: false };

    fn read(position: &str) -> State {
        GAME.read_state(position).expect("a position")
    }

    /// Every move that `careful` makes there, in the order of their texts.
    fn careful_plays(position: &str) -> Vec<String> {
        let s = read(position);
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let text = |seed| GAME.write_move(&s, careful(&GAME, &s, &moves, &mut Rng::new(seed)));
        (0..40).map(text).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[test]
    fn careful_wins_at_once() {
        assert_eq!(careful_plays("8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m"), ["e5-d6"]);
        // Taking the last move away wins as well.
        assert_eq!(careful_plays("8/3o4/8/1o6/x7/8/8/8 1 0,0,0,0 m"), ["d7-c6"]);
    }

    #[test]
    fn careful_allows_no_win_at_once_if_it_can() {
        // d3 is threatened by e4; only the man on e2 can go there, and nothing can be taken.
        assert_eq!(careful_plays("8/8/8/8/x3o3/ooo5/4x3/8 0 0,0,0,0 m"), ["e2-d3"]);
        // Taking a piece of the row will do too, and so will the block: what looks best is played.
        let plays = careful_plays("8/8/8/8/x3o3/ooo5/1x2x3/8 0 0,0,0,0 m");
        assert!(plays.iter().all(|text| ["b2xd4", "e2-d3"].contains(&text.as_str())), "{plays:?}");
        assert!(!wins_at_once(&GAME, &read("8/8/8/8/x3o3/ooo5/1x2x3/8 0 0,0,0,0 m")));
    }

    #[test]
    fn careful_plays_on_where_every_move_allows_a_win() {
        // Two rows of three, each with a free fourth square in reach.
        let plays = careful_plays("8/8/8/x7/4o3/ooo5/8/1ooo1o2 0 0,0,0,0 m");
        assert_eq!(plays, ["a5-b6"]);
    }

    #[test]
    fn careful_takes_what_looks_best_and_draws_lots_between_equals() {
        let s = read("8/8/8/8/8/8/8/8 0 8,0,8,0 p");
        let plays = careful_plays("8/8/8/8/8/8/8/8 0 8,0,8,0 p");
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let worth = |m: Move| {
            let mut after = s;
            GAME.play(&mut after, m);
            Infiltrator::default().eval(&GAME, &after)
        };
        let best = moves.iter().map(|&m| worth(m)).max();
        let ties = moves.iter().filter(|&&m| Some(worth(m)) == best).map(|&m| GAME.write_move(&s, m));
        assert_eq!(plays, ties.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
        assert!(plays.len() > 1, "the board is symmetric");
    }
}
