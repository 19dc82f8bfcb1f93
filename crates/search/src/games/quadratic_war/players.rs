//! Quadratic War's levels, and the player of the original.

use agon_rules::Rng;
use agon_rules::games::quadratic_war::{Move, QuadraticWar, State};

use super::General;
use crate::{Pick, Policy, Roster, Skill, Turn, informed, skilled};

impl Roster<QuadraticWar> for General {
    /// The levels, and the player of the original.
    fn players(&self, _game: &QuadraticWar) -> Vec<Policy<QuadraticWar>> {
        let [easy, medium, hard] = SKILLS;
        let what = "the original's player: the equations of its own move, else forward";
        vec![
            skilled("easy", "looks at its own move only, and misjudges it", self, easy),
            skilled("medium", "looks two plies ahead, and misjudges what it sees there", self, medium),
            skilled("hard", "looks two plies ahead, and misjudges little", self, hard),
            informed(&General::default(), NODES),
            Policy::own("greedy", what, |turn: &mut Turn<QuadraticWar>| {
                Pick::plain(greedy(turn.path.state(), turn.moves, &mut turn.rng))
            }),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["greedy", "alphabeta:depth=2", "alphabeta:depth=3"]
    }
}

/// Nodes of `expert` (docs/performance.md, How long `expert` thinks).
const NODES: u64 = 600_000;

/// The skill of `easy`, `medium` and `hard`, measured in every variant (docs/results.md, Levels).
const SKILLS: [Skill; 3] = [Skill::new(1, 20), Skill::new(2, 30), Skill::new(2, 9)];

/// The `greedy` of the rules page. A real equation scores 100, and 10 for each piece it removes; one that backfires
/// scores -1000. A move without equations scores twice the ranks it advances, 1 for the middle files and a random
/// fraction. It plays the highest, ties at random.
fn greedy(s: &State, moves: &[Move], rng: &mut Rng) -> Move {
    // Fixed point with 32 fractional bits.
    let mut score = |m: Move| {
        let (mut sum, mut any) = (0, false);
        for (real, removed) in s.verdicts(m) {
            any = true;
            sum += if real { 100 + 10 * i64::from(removed) } else { -1000 };
        }
        let Move::Go(from, to) = m else { return 0 };
        if any {
            return sum << 32;
        }
        let up = i64::from(to / 8) - i64::from(from / 8);
        let ahead = if s.turn == 0 { up } else { -up };
        let middle = i64::from(matches!(to % 8, 3 | 4));
        ((2 * ahead + middle) << 32) + (rng.bits() >> 32) as i64
    };
    let scores: Vec<i64> = moves.iter().map(|&m| score(m)).collect();
    let best = scores.iter().max();
    let ties: Vec<Move> =
        moves.iter().zip(&scores).filter(|(_, score)| Some(*score) == best).map(|(m, _)| *m).collect();
    ties[rng.below(ties.len())]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_rules::games::quadratic_war::DeadDraw;
    use agon_rules::{Game, Moves, Show};

    use super::*;

    const GAME: QuadraticWar = QuadraticWar { dead_draw: DeadDraw::Published };

    /// Every move that `greedy` makes there, in the order of their texts.
    fn greedy_plays(position: &str) -> Vec<String> {
        let s = GAME.read_state(position).expect("a position");
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let text = |seed| GAME.write_move(&s, greedy(&s, &moves, &mut Rng::new(seed)));
        (0..60).map(text).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[test]
    fn greedy_makes_the_real_equation_that_removes_most() {
        // The linear piece takes two on file d; the quadratic on g1 could take only one.
        assert_eq!(greedy_plays("l-27/8/3c+14/3q+24/8/8/3L+32l-11/8/6Q-11 0"), ["d3-d5"]);
    }

    #[test]
    fn greedy_counts_every_real_equation_of_a_move() {
        // On d5 the quadratic makes two equations of one piece each (220), on h5 one of three (130).
        assert_eq!(greedy_plays("7l+3/7l+2/7l+1/3l+14/2l+15/8/3Q+13Q+1/8/8 0"), ["d3-d5"]);
    }

    #[test]
    fn greedy_shuns_what_backfires_even_where_it_also_takes() {
        // Worked example 6: d2-d5 is real on the rank and backfires on the file, 100 + 20 - 1000.
        let plays = greedy_plays("7q-3/8/8/3c+24/2c-11l+23/8/8/3Q+14/L+25C-31 0");
        assert!(!plays.contains(&"d2-d5".to_owned()), "{plays:?}");
    }

    #[test]
    fn greedy_backfires_only_where_nothing_else_is_left() {
        // The constant can only go up, beside a quadratic of its own sign.
        assert_eq!(greedy_plays("l-27/8/8/3q+24/8/3C+14/8/8/8 0"), ["d4-d5"]);
        assert_eq!(greedy_plays("l-27/8/8/3q+24/8/3C+14/8/7C+1/8 0"), ["h2-h3"]);
    }

    #[test]
    fn greedy_goes_ahead_in_the_middle() {
        // Three ranks ahead are 6 to the file c and 7 to e, each with a part of 1.
        assert_eq!(greedy_plays("7q-1/8/8/8/8/8/8/8/2Q+11Q+13 0"), ["e1-e4"]);
        // The random part decides between two moves to the middle.
        assert_eq!(greedy_plays("3q-14/8/8/8/8/8/8/8/Q+16Q+1 0"), ["a1-d4", "h1-e4"]);
    }

    #[test]
    fn greedy_looks_the_other_way_for_seat_1() {
        assert_eq!(greedy_plays("4q-13/8/8/8/8/8/8/8/Q+17 1"), ["e9-e6"]);
    }

    #[test]
    fn greedy_draws_lots_between_equal_equations() {
        let plays = greedy_plays("8/8/8/3l+14/8/2Q+15/8/8/8 0");
        assert_eq!(plays, ["c4-c5", "c4-c6", "c4-c7", "c4-d5", "c4-e6"]);
    }

    #[test]
    fn greedy_passes_where_it_must() {
        assert_eq!(greedy_plays("C+1C-26/8/8/8/3q+34/7l-1/8/8/8 0"), ["pass"]);
    }
}
