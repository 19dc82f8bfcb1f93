//! Checkerboard's levels, and the three levels of the original exactly as the rules page defines them.

use agon_rules::games::checkerboard::{Checkerboard, State};
use agon_rules::{Game, Moves};

use super::Halves;
use super::duel;
use super::evaluate::Open;
use crate::play::{Budget, ambitious};
use crate::{Pick, Policy, Roster, Skill, Turn, skilled};

impl Roster<Checkerboard> for Halves {
    /// The levels, and those of the original.
    fn players(&self, game: &Checkerboard) -> Vec<Policy<Checkerboard>> {
        let [easy, medium, hard] = skills(game);
        let of = |name, what, which| {
            let choose = move |turn: &mut Turn<Checkerboard>| Pick::plain(level(turn.game, turn.state(), which));
            Policy::own(name, what, choose)
        };
        vec![
            skilled("easy", "looks at its own move only, and misjudges it", self, easy),
            skilled("medium", "looks one or two plies ahead, and misjudges less", self, medium),
            skilled("hard", "looks up to three plies ahead, and misjudges little", self, hard),
            Policy::own("expert", "looks for forced wins, and thinks for about a second", |turn| {
                if duel::fits(turn.game) { duel::think(turn, DUEL) } else { ambitious(turn, &Halves, &Halves, BUDGET) }
            }),
            of("original_easy", "the original's: wins or blocks at once, else looks one ply ahead", Level::Easy),
            of("original_medium", "the original's: wins or blocks at once, else looks two plies ahead", Level::Medium),
            of("original_hard", "the original's: the same with three plies of the best twelve moves", Level::Hard),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["original_easy", "original_medium", "original_hard"]
    }
}

/// The skill of `easy`, `medium` and `hard` on every board (docs/results.md, Levels). Where three in a row win at once, or
/// nothing but an oversight loses, the levels differ by how much they overlook.
fn skills(game: &Checkerboard) -> [Skill; 3] {
    let skills = match (game.size, game.line) {
        (6, 3) => [(1, 1500, 62), (1, 500, 40), (2, 200, 30)],
        (_, 3) => [(1, 1000, 55), (1, 500, 40), (2, 200, 30)],
        (6, 4) => [(1, 2000, 70), (1, 600, 50), (2, 200, 40)],
        (8, 4) => [(1, 400, 0), (2, 200, 0), (3, 60, 0)],
        (_, 4) => [(1, 400, 0), (2, 200, 0), (3, 100, 0)],
        (6, _) => [(1, 700, 30), (1, 350, 0), (2, 300, 10)],
        (8, _) => [(1, 700, 46), (1, 400, 0), (2, 250, 0)],
        _ => [(1, 400, 0), (1, 200, 0), (2, 220, 0)],
    };
    skills.map(|(depth, noise, overlooks)| Skill::new(depth, noise).overlooking(overlooks).within(60_000))
}

/// What `expert` may take.
const BUDGET: Budget = Budget { proof: 60_000, search: 100_000 };
/// The same where both seats attack at length: nodes of the search that is made for that.
const DUEL: u64 = 2_000_000;

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
