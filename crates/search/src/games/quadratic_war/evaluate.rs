//! Quadratic War's evaluation: material, what each side could take at once, and whether the leader can still win.

use agon_rules::Seat;
use agon_rules::bits::Ones;
use agon_rules::games::quadratic_war::{Move, NEXT, QuadraticWar, SQUARES, State};

use super::{General, Weights};
use crate::Evaluate;

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

impl Evaluate<QuadraticWar> for General {
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
        // A lead counts by its share of what is left, so that the leader trades. But nothing is won without quadratics.
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

/// The board as packed numbers: their sum along a line gives its coefficients and the worth of each seat's pieces.
#[derive(Clone, Copy)]
struct Field([i64; SQUARES + 1]);

/// The first bit of each part: constant, linear and quadratic coefficients, then worth by seat.
const PARTS: [u32; 5] = [0, 12, 24, 36, 49];
/// Makes the parts that can be negative positive.
const BIAS: i64 = 1 << 11 | 1 << 23 | 1 << 35;
/// A coefficient of 0 with the bias.
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

    /// How good a move looks: what it gains.
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
                    // The moved piece leaves a gap behind it.
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

/// What a seat gains, less what it loses, when a piece lands on a square with these lines.
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
            // The piece itself is lost only once, even if several lines backfire.
            loss += part(sum, 3 + seat) - if loss > 0 { own } else { 0 };
        }
    }
    gain - loss
}

#[cfg(test)]
mod tests {
    use agon_rules::games::quadratic_war::DeadDraw;
    use agon_rules::{Game, Moves, Rng, Show};

    use super::*;

    const GAME: QuadraticWar = QuadraticWar { dead_draw: DeadDraw::Published };

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
