//! Primi Composti for two is solved in its compact forms, the duel and the raid; with `uncover` by the usual solver.

use agon_rules::games::primi_composti::{Move, PrimiComposti, State, value};
use agon_rules::{Game, Moves, Path};

use super::Cards;
use super::contest::solve_contest;
use super::duel::{self, Duel};
use super::raid::{self, Raid};
use crate::solve::solve_by_mtdf;
use crate::{Evaluate, Request, Solution, Solve};

impl Solve<PrimiComposti> for Cards {
    fn solve(&self, game: &PrimiComposti, path: &Path<State>, request: Request) -> Solution<Move> {
        let (s, want) = (path.state(), request.want);
        let (lead, sign) = (self.banked(game, s), if s.turn == 0 { 1 } else { -1 });
        if game.version == 1 {
            let (duel, start) = Duel::of(game, s);
            let points = |value| lead + sign * value;
            let sweep = duel::Sweep::new(&duel, start);
            let swept = if sweep.pays(&request) { sweep.solve(request.control, points) } else { None };
            let solution = swept.unwrap_or_else(|| {
                let search = &mut duel::Search::new(&duel, request);
                solve_contest(search, &start, want, points)
            });
            return solution.map(|card| Move { card: duel.cards[usize::from(card)], steals: [0; 2] });
        }
        let Some((raid, start)) = Raid::of(game, s) else { return solve_by_mtdf(game, self, path, request) };
        // Everybody has the cards in hand in the end, but for what is stolen: that counts for both sides.
        let hand = |seat| game.hand(s, seat).map(value).sum::<i32>();
        let held = lead + hand(0) - hand(1);
        let search = &mut raid::Search::new(&raid, request);
        let solution = solve_contest(search, &start, want, |value| held + 2 * sign * value);
        with_thefts(game, s, solution.map(|card| raid.cards[usize::from(card)]))
    }

    fn solvable(&self, game: &PrimiComposti) -> bool {
        game.players == 2 && (game.version == 1 || game.cards <= 6)
    }

    fn too_large(&self, game: &PrimiComposti) -> bool {
        !self.solvable(game)
    }
}

/// A solution in cards as one in moves, in the order of the list of moves: in a raid a card can be played in one way.
fn with_thefts(game: &PrimiComposti, s: &State, solution: Solution<u8>) -> Solution<Move> {
    let in_full = |s: &State, card: u8| {
        let mut moves = Moves::new();
        game.moves(s, &mut moves);
        moves.iter().copied().find(|m| m.card == card).expect("a card in hand can be played")
    };
    let mut moves: Vec<_> = solution.moves.iter().map(|(card, value)| (in_full(s, *card), *value)).collect();
    moves.sort_by_key(|(m, _)| m.card);
    let mut at = *s;
    let mut pv = Vec::new();
    for card in solution.pv {
        pv.push(in_full(&at, card));
        game.play(&mut at, pv[pv.len() - 1]);
    }
    Solution { value: solution.value, moves, pv, plies: solution.plies, nodes: solution.nodes }
}
