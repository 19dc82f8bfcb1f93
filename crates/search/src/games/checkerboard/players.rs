//! Checkerboard's players: the three levels exactly as the rules page defines them, and an expert.

use agon_rules::games::checkerboard::{Checkerboard, State};
use agon_rules::{Game, Moves};

use super::Halves;
use super::evaluate::Open;
use crate::play::engines;
use crate::{Limits, Pick, Policy, Request, Roster, Solve, Turn, Want, Worth};

impl Roster<Checkerboard> for Halves {
    /// The levels of the rules page, and an expert.
    fn players(&self, _game: &Checkerboard) -> Vec<Policy<Checkerboard>> {
        let of = |name, what, which| {
            let choose = move |turn: &mut Turn<Checkerboard>| Pick::plain(level(turn.game, turn.state(), which));
            Policy::own(name, what, choose)
        };
        vec![
            of("easy", "wins or blocks at once, else looks one ply ahead", Level::Easy),
            of("medium", "wins or blocks at once, else looks two plies ahead", Level::Medium),
            of("hard", "wins or blocks at once, else looks three plies ahead at the best twelve", Level::Hard),
            Policy::own("expert", "looks for a proof first, then thinks for about a second", expert),
        ]
    }
}

/// Nodes for a proof, and for the search when there is none.
const PROOF: u64 = 100_000;
const SEARCH: u64 = 600_000;

/// A proved move if a proof is found soon, otherwise the best move of alpha-beta.
fn expert(turn: &mut Turn<Checkerboard>) -> Pick<u8> {
    let mut control = turn.control(PROOF);
    let solution = Halves.solve(turn.game, turn.path, Request::new(Want::Value, 16_000_000, &mut control));
    let proved = solution.value.proved();
    let keeps = solution.moves.iter().find(|(_, value)| proved.is_some() && value.proved() == proved);
    if let (Some(value), Some((m, _))) = (proved, keeps) {
        return Pick { m: *m, worth: Worth::Proved(value), nodes: control.nodes };
    }
    engines::alphabeta(turn, &Halves, &Limits { nodes: Some(SEARCH), ..Limits::default() })
}

/// A level of the rules page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// One ply.
    Easy,
    /// Two plies.
    Medium,
    /// Three plies of the twelve moves that look best.
    Hard,
}

/// A finished game, in halves of the page's points.
const WIN: i32 = 20_000;
/// The root moves that the hardest level considers.
const CONSIDERED: usize = 12;

/// The move of a level, which is deterministic. The game must not be over.
pub fn level(game: &Checkerboard, s: &State, which: Level) -> u8 {
    let moves = scan(game, s);
    let wins = |turn: u8| {
        moves.iter().copied().find(|&m| {
            let mut after = State { turn, ..*s };
            game.play(&mut after, m);
            after.won
        })
    };
    if let Some(m) = wins(s.turn).or_else(|| wins(1 - s.turn)) {
        return m;
    }
    let seat = usize::from(s.turn);
    let (depth, moves) = match which {
        Level::Easy => (1, moves),
        Level::Medium => (2, moves),
        Level::Hard => (3, considered(game, s, &moves)),
    };
    let (mut best, mut first) = (-10 * WIN, moves[0]);
    for m in moves {
        let mut after = *s;
        game.play(&mut after, m);
        let value = search(game, &after, seat, depth - 1, best, 10 * WIN);
        if value > best {
            (best, first) = (value, m);
        }
    }
    first
}

/// The legal moves in scan order: top rank first, left to right.
fn scan(game: &Checkerboard, s: &State) -> Vec<u8> {
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    let stride = game.size + 1;
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| (game.size - m / stride, m % stride));
    moves
}

/// The moves with the best value after one ply, in scan order.
fn considered(game: &Checkerboard, s: &State, moves: &[u8]) -> Vec<u8> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_cached_key(|&at| {
        let mut after = *s;
        game.play(&mut after, moves[at]);
        -search(game, &after, s.turn.into(), 0, -10 * WIN, 10 * WIN)
    });
    order.truncate(CONSIDERED);
    order.sort_unstable();
    order.into_iter().map(|at| moves[at]).collect()
}

/// Minimax for a seat, exact between `low` and `high`, in halves of a point.
fn search(game: &Checkerboard, s: &State, seat: usize, depth: u32, mut low: i32, mut high: i32) -> i32 {
    let own = usize::from(s.turn) == seat;
    if s.won {
        return if own { -WIN } else { WIN };
    }
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    if moves.is_empty() {
        return 0;
    }
    if depth == 0 {
        return value(game, s, seat);
    }
    for &m in moves.iter() {
        let mut after = *s;
        game.play(&mut after, m);
        let found = search(game, &after, seat, depth - 1, low, high);
        if own {
            low = low.max(found);
        } else {
            high = high.min(found);
        }
        if low >= high {
            break;
        }
    }
    if own { low } else { high }
}

/// The page's value of a position for a seat, in halves of a point.
fn value(game: &Checkerboard, s: &State, seat: usize) -> i32 {
    let rows = |seat: usize| {
        let counts = Open::of(game, s, seat).counts();
        (1..counts.len()).map(|n| counts[n] * 10_i32.pow(n as u32 - 1)).sum::<i32>()
    };
    2 * (rows(seat) - rows(1 - seat)) + room(game, s, seat)
}

/// The rows of the whole board through the marks of a seat in its far half, all added up.
fn room(game: &Checkerboard, s: &State, seat: usize) -> i32 {
    let (size, line) = (i32::from(game.size), i32::from(game.line));
    let below = if seat == 0 { size / 2 } else { 0 };
    agon_rules::bits::Ones(s.marks[seat][1 - seat])
        .map(|bit| {
            let (file, rank) = (bit as i32 % (size + 1), bit as i32 / (size + 1) + below);
            // The distance to each edge, at most the length of a row less one.
            let [left, right, down, up] = [file, size - 1 - file, rank, size - 1 - rank].map(|d| d.min(line - 1));
            let rows = |one: i32, other: i32| (one + other + 2 - line).max(0);
            rows(left, right)
                + rows(down, up)
                + rows(left.min(down), right.min(up))
                + rows(left.min(up), right.min(down))
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use agon_rules::{Rng, Show};

    use super::*;

    fn start(game: &Checkerboard) -> State {
        game.deal(&mut Rng::new(0))
    }

    #[test]
    fn the_easy_level_plays_the_line_of_the_page() {
        let game = Checkerboard { size: 8, line: 4 };
        let mut s = start(&game);
        let line = [("d5", 30), ("d4", 16), ("e5", 94), ("e4", 32), ("c5", 427), ("b5", 0), ("f5", 0)];
        for (text, worth) in line {
            let m = level(&game, &s, Level::Easy);
            assert_eq!(game.write_move(&s, m), text);
            let seat = usize::from(s.turn);
            game.play(&mut s, m);
            // The last two are a block and a win, which are not weighed.
            assert!(worth == 0 || value(&game, &s, seat) == worth, "{text} {}", value(&game, &s, seat));
        }
        assert!(s.won);
    }

    #[test]
    fn rows_of_the_whole_board_through_a_square_are_those_of_the_page() {
        let game = Checkerboard { size: 8, line: 4 };
        let page = [[3, 4, 5, 7], [4, 6, 8, 10], [5, 8, 11, 13], [7, 10, 13, 16]];
        for (rank, rows) in page.into_iter().enumerate() {
            for (file, count) in rows.into_iter().enumerate() {
                let mut s = start(&game);
                s.marks[1][0] = 1 << (rank * 9 + file);
                assert_eq!(room(&game, &s, 1), count, "{file} {rank}");
            }
        }
    }

    /// Plain minimax, with nothing left out.
    fn plain(game: &Checkerboard, s: &State, seat: usize, depth: u32) -> i32 {
        let moves = scan(game, s);
        if s.won || moves.is_empty() || depth == 0 {
            return search(game, s, seat, 0, -10 * WIN, 10 * WIN);
        }
        let values = moves.into_iter().map(|m| {
            let mut after = *s;
            game.play(&mut after, m);
            plain(game, &after, seat, depth - 1)
        });
        if usize::from(s.turn) == seat { values.max() } else { values.min() }.expect("there are moves")
    }

    #[test]
    fn what_is_left_out_of_a_search_never_changes_the_move() {
        let mut rng = Rng::new(4);
        for round in 0..60 {
            let game = Checkerboard { size: 6, line: 3 + round % 3 };
            let mut s = start(&game);
            for _ in 0..rng.below(30) {
                let moves = scan(&game, &s);
                game.play(&mut s, moves[rng.below(moves.len())]);
                if s.won {
                    s = start(&game);
                }
            }
            let moves = scan(&game, &s);
            let now = |turn: u8, m: u8| {
                let mut after = State { turn, ..s };
                game.play(&mut after, m);
                after.won
            };
            if moves.is_empty() || moves.iter().any(|&m| now(0, m) || now(1, m)) {
                continue;
            }
            for (which, depth) in [(Level::Easy, 1), (Level::Medium, 2), (Level::Hard, 3)] {
                let list = if which == Level::Hard { considered(&game, &s, &moves) } else { moves.clone() };
                let mut best = (i32::MIN, 0);
                for m in list {
                    let mut after = s;
                    game.play(&mut after, m);
                    let value = plain(&game, &after, s.turn.into(), depth - 1);
                    if value > best.0 {
                        best = (value, m);
                    }
                }
                assert_eq!(level(&game, &s, which), best.1, "{} {which:?}", game.write_state(&s));
            }
        }
    }
}
