//! The expert of a game with endgames: where a tablebase that is built in a moment knows the position, it is played from.
//!
//! A win is played the shortest way and a loss the longest. Among moves that all keep a draw a search chooses, as it does
//! everywhere else.

use agon_rules::Game;

use super::engines::{best_among, think};
use super::roster::{Policy, level};
use super::turn::{Pick, Turn, Worth};
use crate::evaluate::Evaluate;
use crate::solve::{Endgame, QUICK, ReadOff, Solve, Tablebase, given};

/// The strongest level of a game with endgames: `nodes` as for [`expert`](super::expert).
pub fn informed<G: Game, E: Solve<G>>(guide: &E, nodes: u64) -> Policy<G> {
    let guide = guide.clone();
    // What is found in it is the same whether it is kept or built again.
    let mut kept: Option<Tablebase<G>> = None;
    Policy::own(level::EXPERT, "thinks for about a second", move |turn: &mut Turn<G>| {
        let looked_at = look(turn, &guide, &mut kept);
        match looked_at {
            Some((read, looked_at)) => pick(turn, &guide, nodes, read, looked_at),
            None => think(turn, &guide, nodes),
        }
    })
}

/// What a tablebase says here, and how many positions were looked at for it.
fn look<G: Game, E: Solve<G>>(
    turn: &Turn<G>,
    guide: &E,
    kept: &mut Option<Tablebase<G>>,
) -> Option<(ReadOff<G::Move>, u64)> {
    if let Some(tablebase) = given(turn.game, turn.state()) {
        return Some((tablebase.read_off(turn.game, turn.path)?, 0));
    }
    if let Some(read) = kept.as_ref().and_then(|tablebase| tablebase.read_off(turn.game, turn.path)) {
        return Some((read, 0));
    }
    let Endgame::Fits(positions) = guide.endgame(turn.game, turn.state(), QUICK) else { return None };
    let mut control = turn.control(u64::MAX);
    *kept = Some(Tablebase::build(turn.game, positions, &mut control)?);
    Some((kept.as_ref()?.read_off(turn.game, turn.path)?, control.nodes))
}

/// The move to make by what a tablebase says.
fn pick<G: Game, E: Evaluate<G>>(
    turn: &mut Turn<G>,
    guide: &E,
    nodes: u64,
    read: ReadOff<G::Move>,
    looked_at: u64,
) -> Pick<G::Move> {
    let value = read.solution.value.proved();
    let (Some(value), Some(&first)) = (value, read.solution.pv.first()) else {
        // A win that the quiet count may prevent is tried the shortest way; a search says what it looks like.
        let win = if turn.seat() == 0 { Some(1) } else { Some(-1) };
        let wins = |range: (Option<i32>, Option<i32>)| range.0 == win || range.1 == win;
        let plies = read.solution.moves.iter().zip(&read.plies).filter(|((_, value), _)| wins(value.range()));
        let shortest = plies.filter_map(|((m, _), plies)| Some((*m, (*plies)?))).min_by_key(|(_, plies)| *plies);
        return match shortest {
            Some((m, _)) => best_among(turn, guide, nodes, vec![m]),
            None => think(turn, guide, nodes),
        };
    };
    let worth = Worth::Proved(value);
    let keeps = read.solution.moves.iter().filter(|(_, of)| of.proved() == Some(value)).map(|(m, _)| *m);
    let keeps: Vec<G::Move> = keeps.collect();
    if value != 0 || keeps.len() < 2 {
        return Pick { m: first, worth, nodes: looked_at };
    }
    let best = best_among(turn, guide, nodes, keeps);
    Pick { worth, nodes: looked_at + best.nodes, ..best }
}
