//! Quadratic War's guide: material, what each side could take at once, and whether who is ahead can still win.

use agon_rules::bits::Ones;
use agon_rules::games::quadratic_war::{Move, NEXT, QuadraticWar, SQUARES, State};
use agon_rules::{Path, Rng, Seat};

use crate::{Control, Guide, Memory, Policy, Solution, players, solve_in_rounds};

/// Quadratic War's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct General {
    /// what counts how much
    pub weights: Weights,
}

/// What counts how much. The unit is a hundredth of a quadratic piece.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// a constant, a linear, a quadratic piece
    pub piece: [i32; 3],
    /// a constant, by rank that it has advanced
    pub advance: i32,
    /// what the mover takes at best, in percent
    pub take: i32,
    /// what the other could take at best, in percent
    pub fear: i32,
    /// a square to which a piece can go
    pub room: i32,
    /// what a lead is worth with no, one, two … quadratics of one's own, in percent
    pub chance: [i32; 4],
    /// being to move
    pub turn: i32,
}

impl Default for Weights {
    /// Tuned by matches of `nodes=1500` to `5000` against itself, 40 to 60 games each, four random plies first. Without
    /// `take` and `fear` it scores 20 % (±13). In place of constants worth 35 it scores 59 % (±11), of linears worth 60
    /// 58 % (±9), of a fear of 20 61 % (±8); linears worth 85 score 29 % (±10), a fear of 50 26 % (±12). Not told apart
    /// from these: constants worth 10, no fear, a take of 100, and chances of 50, 75 and 90. Equations that cost no
    /// depth score 10 % (±7), and a look at what the other takes back 49 % (±10): neither is here.
    fn default() -> Self {
        Weights { piece: [20, 40, 100], advance: 1, take: 80, fear: 5, room: 1, chance: [10, 70, 90, 100], turn: 5 }
    }
}

/// An estimate stays this far from a proved win.
const NEARLY: i32 = 950;
/// A square beside the board.
const OFF: usize = SQUARES;
/// The square next to a square in each direction, beside the board [`OFF`].
const NEAR: [[u8; 8]; SQUARES] = {
    let mut near = [[OFF as u8; 8]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut way = 0;
        while way < 8 {
            if NEXT[way][square] < SQUARES as u8 {
                near[square][way] = NEXT[way][square];
            }
            way += 1;
        }
        square += 1;
    }
    near
};

impl Guide<QuadraticWar> for General {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &QuadraticWar, s: &State) -> i32 {
        let w = &self.weights;
        let field = Field::new(s, w);
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        let sides = [0, 1].map(|seat| self.side(s, seat));
        let rays = field.rays(s);
        let [own, others] = [mover, other].map(|seat| field.scout(&rays, s, seat));
        let lead = sides[mover].worth - sides[other].worth
            + (own.best * w.take - others.best * w.fear) / 100
            + w.room * (own.room - others.room)
            + w.turn;
        let all = sides[0].worth + sides[1].worth + 100;
        // A lead counts by its share of what is left, so that who is ahead trades; but without quadratics nothing is
        // won.
        let ahead = if lead > 0 { mover } else { other };
        let chance = w.chance[sides[ahead].quadratics.min(3)];
        let value = (lead * 10 * chance / all).clamp(-NEARLY, NEARLY);
        if mover == 0 { value } else { -value }
    }

    fn order(&self, _game: &QuadraticWar, s: &State, m: Move) -> i32 {
        Field::new(s, &self.weights).look(s, m)
    }

    fn rank(&self, _game: &QuadraticWar, s: &State, moves: &[Move], scores: &mut Vec<i32>) {
        let mut field = Field::new(s, &self.weights);
        scores.extend(moves.iter().map(|&m| field.look(s, m)));
    }

    fn solve(
        &self,
        game: &QuadraticWar,
        path: &Path<State>,
        memory: &mut Memory,
        control: &mut Control,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Solution<Move> {
        solve_in_rounds(game, self, path, memory, control, progress)
    }

    fn players(&self, _game: &QuadraticWar) -> Vec<Policy<QuadraticWar>> {
        players::quadratic_war::players()
    }
}

/// What a seat has.
struct Side {
    worth: i32,
    quadratics: usize,
}

/// What a seat could do.
struct Scout {
    /// the most it could gain at once
    best: i32,
    /// how many moves it has
    room: i32,
}

impl General {
    fn side(&self, s: &State, seat: Seat) -> Side {
        let w = &self.weights;
        let mut side = Side { worth: 0, quadratics: 0 };
        for square in Ones(s.pieces[seat]) {
            let degree = s.board[square].degree();
            side.worth += w.piece[degree];
            side.quadratics += usize::from(degree == 2);
            if degree == 0 {
                let rank = (square / 8) as i32;
                side.worth += w.advance * if seat == 0 { rank - 2 } else { 6 - rank };
            }
        }
        side
    }
}

/// The board as numbers of which a line is the plain sum: the coefficients, and what the pieces of each seat are worth.
#[derive(Clone, Copy)]
struct Field([i64; SQUARES + 1]);

/// Where each part of such a number begins: constant, linear and quadratic coefficients, then worth by seat.
const PARTS: [u32; 5] = [0, 12, 24, 36, 49];
/// Makes the parts that can be negative positive.
const BIAS: i64 = 1 << 11 | 1 << 23 | 1 << 35;
/// What a coefficient of 0 is then.
const ZERO: i32 = 1 << 11;

fn part(sum: i64, part: usize) -> i32 {
    (sum >> PARTS[part]) as i32 & 0xFFF
}

impl Field {
    fn new(s: &State, w: &Weights) -> Self {
        let mut field = [0; SQUARES + 1];
        for seat in 0..2 {
            for square in Ones(s.pieces[seat]) {
                let term = s.board[square];
                let worth = i64::from(w.piece[term.degree()]) << PARTS[3 + seat];
                field[square] = worth + (i64::from(term.coefficient()) << PARTS[term.degree()]);
            }
        }
        Field(field)
    }

    /// The sum of the unbroken run of pieces that begins beside a square.
    fn ray(&self, square: usize, way: usize) -> i64 {
        let mut sum = 0;
        let mut at = usize::from(NEAR[square][way]);
        while self.0[at] != 0 {
            sum += self.0[at];
            at = NEAR[at][way].into();
        }
        sum
    }

    /// How good a move looks: what it gains, else nothing.
    fn look(&mut self, s: &State, m: Move) -> i32 {
        let Move::Go(from, to) = m else { return 0 };
        let (from, to) = (usize::from(from), usize::from(to));
        let piece = std::mem::take(&mut self.0[from]);
        let lines = [0, 2, 4, 6].map(|way| self.ray(to, way) + self.ray(to, way + 1));
        self.0[from] = piece;
        gain(s.turn.into(), piece, lines)
    }

    /// What a seat could do if it were to move.
    fn scout(&self, rays: &Rays, s: &State, seat: Seat) -> Scout {
        let mut scout = Scout { best: 0, room: 0 };
        for from in Ones(s.pieces[seat]) {
            let (ways, far) = match s.board[from].degree() {
                2 => (0..8, 3),
                1 => (0..4, 2),
                _ => (seat..seat + 1, 1),
            };
            for way in ways {
                let mut at = from;
                for _ in 0..far {
                    at = NEAR[at][way].into();
                    if at == OFF || self.0[at] != 0 {
                        break;
                    }
                    scout.room += 1;
                    let ray = &rays[at];
                    let mut lines = [ray[0] + ray[1], ray[2] + ray[3], ray[4] + ray[5], ray[6] + ray[7]];
                    if lines == [0; 4] {
                        continue;
                    }
                    // Behind a piece that has moved there is a gap.
                    lines[way / 2] = ray[way];
                    scout.best = scout.best.max(gain(seat, self.0[from], lines));
                }
            }
        }
        scout
    }

    /// From every empty square beside a piece: the runs of pieces that begin there.
    fn rays(&self, s: &State) -> Rays {
        const ALL: u128 = (1 << SQUARES) - 1;
        const LEFT: u128 = ALL / 0xFF;
        let mut rays = [[0; 8]; SQUARES];
        let occupied = s.pieces[0] | s.pieces[1];
        let wide = occupied | (occupied << 1 & !LEFT) | (occupied >> 1 & !(LEFT << 7));
        for square in Ones((wide | wide << 8 | wide >> 8) & !occupied & ALL) {
            rays[square] = std::array::from_fn(|way| self.ray(square, way));
        }
        rays
    }
}

/// By square, then direction.
type Rays = [[i64; 8]; SQUARES];

/// What a seat gains when a piece comes down where there are such lines, less what it loses.
#[inline]
fn gain(seat: Seat, piece: i64, lines: [i64; 4]) -> i32 {
    let own = part(piece + BIAS, 3 + seat);
    let (mut gain, mut loss) = (0, 0);
    for line in lines {
        let sum = piece + line + BIAS;
        let enemies = part(sum, 4 - seat);
        let a = part(sum, 2) - ZERO;
        if enemies == 0 || a == 0 {
            continue;
        }
        let (b, c) = (part(sum, 1) - ZERO, part(sum, 0) - ZERO);
        if b * b >= 4 * a * c {
            gain += enemies;
        } else {
            // The piece itself is lost once, whatever the number of lines.
            loss += part(sum, 3 + seat) - if loss > 0 { own } else { 0 };
        }
    }
    gain - loss
}

/// The page's `greedy`: 100 and 10 for each piece it removes for a real equation, -1000 for one that backfires; without
/// any, twice the ranks it advances, 1 for the middle files and a random part of 1. The highest, ties at random.
pub fn greedy(_game: &QuadraticWar, s: &State, moves: &[Move], rng: &mut Rng) -> Move {
    // In parts of 2 to the 32nd, so that the random part is a number too.
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
    use agon_rules::{Game, Show};

    use agon_rules::Moves;

    use super::*;

    const GAME: QuadraticWar = QuadraticWar { dead_draw: DeadDraw::Published };

    /// Every move that `greedy` makes there, in the order of their texts.
    fn greedy_plays(position: &str) -> Vec<String> {
        let s = GAME.read_state(position).expect("a position");
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let text = |seed| GAME.write_move(&s, greedy(&GAME, &s, &moves, &mut Rng::new(seed)));
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

    #[test]
    fn what_a_move_looks_to_gain_is_what_it_removes() {
        let weights = Weights::default();
        let worth = |s: &State, seat: Seat| -> i32 {
            Ones(s.pieces[seat]).map(|square| weights.piece[s.board[square].degree()]).sum()
        };
        let mut equations = 0;
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let mut s = GAME.deal(&mut rng);
            let mut moves = Moves::new();
            while let Some(m) = GAME.sample(&s, &mut rng, &mut moves) {
                let mut field = Field::new(&s, &weights);
                let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
                let mut best = 0;
                for &m in moves.iter() {
                    let mut after = s;
                    GAME.play(&mut after, m);
                    let gain = worth(&s, other) - worth(&after, other) - worth(&s, mover) + worth(&after, mover);
                    assert_eq!(field.look(&s, m), gain, "{} {m:?}", GAME.write_state(&s));
                    equations += i32::from(gain != 0);
                    best = best.max(gain);
                }
                let scout = field.scout(&field.rays(&s), &s, mover);
                let room = moves.iter().filter(|m| **m != Move::Pass).count() as i32;
                assert_eq!((scout.best, scout.room), (best, room), "{}", GAME.write_state(&s));
                assert!(General::default().eval(&GAME, &s).abs() < 1000);
                GAME.play(&mut s, m);
                if rng.below(200) == 0 {
                    break;
                }
            }
        }
        assert!(equations > 100, "only {equations}");
    }
}
