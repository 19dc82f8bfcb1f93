//! Players of limited skill: they look some plies ahead and misjudge what they see there.
//!
//! The weaker ones are weak as people are: they see less and are less sure of it. None of them moves at random, none
//! misjudges what it sees to the end of the game, and so all of them take a win that they see and stop one if they can.

use agon_rules::{Game, Path, Rng};

use super::engines::{TABLE, WORLDS, worlds};
use super::spec::Skill;
use super::turn::{Pick, Turn, Worth};
use crate::alphabeta::{AlphaBeta, Score};
use crate::control::Control;
use crate::evaluate::Evaluate;

/// What a player thinks of a move.
#[derive(Clone, Copy)]
struct Judged {
    /// its value, added up over determinizations, for the seat to move
    sum: i64,
    /// whether it is known in all of them
    exact: bool,
}

/// The move that looks best to a player of some skill, who sees the board with errors.
pub fn judge<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, guide: &E, skill: Skill) -> Pick<G::Move> {
    let worlds = worlds(turn.game, turn.state(), &mut turn.rng);
    let mut control = turn.control(skill.nodes);
    let mut known = vec![Judged { sum: 0, exact: false }; turn.moves.len()];
    let lost = -i64::from(E::MOST) * worlds.len() as i64;
    for depth in 1..=i32::from(skill.depth) {
        let deeper = look(turn, guide, &worlds, depth, &mut control);
        // Where everything is lost, the last look at which it was not says what holds out longest.
        if control.stopped() || deeper.iter().all(|judged| judged.exact && judged.sum <= lost) {
            break;
        }
        known = deeper;
        if known.iter().all(|judged| judged.exact) {
            break;
        }
    }
    let unit = i64::from(E::UNIT) * worlds.len() as i64;
    let seen: Vec<i64> = known
        .iter()
        .map(|judged| {
            let error = normal(&mut turn.rng) * i64::from(skill.noise) * unit / 1_000_000;
            judged.sum + if judged.exact { 0 } else { error }
        })
        .collect();
    let mut at: Vec<usize> = (0..seen.len()).collect();
    if skill.overlooks > 0 {
        at.retain(|_| turn.rng.below(100) >= skill.overlooks as usize);
    }
    if at.is_empty() {
        at.push(turn.rng.below(seen.len()));
    }
    let best = at.iter().map(|&at| seen[at]).max();
    let ties: Vec<usize> = at.into_iter().filter(|&at| Some(seen[at]) == best).collect();
    let at = ties[turn.rng.below(ties.len())];
    let sign = if turn.seat() == 0 { 1.0 } else { -1.0 };
    let points = sign * known[at].sum as f64 / unit as f64;
    let worth = if known[at].exact && worlds.len() == 1 && known.iter().all(|judged| judged.exact) {
        Worth::Proved(points as i32)
    } else {
        Worth::Points(points)
    };
    Pick { m: turn.moves[at], worth, nodes: control.nodes }
}

/// The value of every move to a depth, for the seat to move, added up over the worlds.
fn look<G: Game, E: Evaluate<G>>(
    turn: &mut Turn<G>,
    guide: &E,
    worlds: &[G::State],
    depth: i32,
    control: &mut Control,
) -> Vec<Judged> {
    let mut all = vec![Judged { sum: 0, exact: true }; turn.moves.len()];
    let sign = if turn.seat() == 0 { 1 } else { -1 };
    for world in worlds {
        let path = if world == turn.state() { turn.path.clone() } else { Path::new(*world, 0) };
        let table = turn.table.empty(TABLE / WORLDS);
        let mut search = AlphaBeta::new(turn.game, guide, &path, table).strict();
        for (&m, judged) in turn.moves.iter().zip(&mut all) {
            search.play(m);
            let less = depth - guide.cost(turn.game, world, m, search.state());
            let Score { value, exact } = search.search_full(less, control);
            search.undo();
            judged.sum += i64::from(sign * value);
            judged.exact &= exact;
            if control.stopped() {
                return all;
            }
        }
    }
    all
}

/// About normally distributed with a standard deviation of 1000: the sum of four even dice.
pub(crate) fn normal(rng: &mut Rng) -> i64 {
    // A die from -866 to 866 has a standard deviation of 500.
    const HALF: usize = 866;
    (0..4).map(|_| rng.below(2 * HALF + 1) as i64 - HALF as i64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_even_and_as_large_as_they_are_said_to_be() {
        let mut rng = Rng::new(1);
        let errors: Vec<i64> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let mean = errors.iter().sum::<i64>() / 20_000;
        let spread = (errors.iter().map(|error| error * error).sum::<i64>() / 20_000).isqrt();
        assert!(mean.abs() < 40 && spread.abs_diff(1000) < 40, "{mean} {spread}");
    }
}
