//! Quadratic War's evaluation: material, what each side could take at once, and whether the leader can still win.
//!
//! What a seat could take is looked for only on squares from which a line of pieces leads to an enemy.

use agon_rules::Seat;
use agon_rules::bits::Ones;
use agon_rules::games::quadratic_war::{Move, NEXT, QuadraticWar, SQUARES, State};

use super::sets::{Sets, touching};
use super::{General, Weights};
use crate::Evaluate;

/// An estimate stays this far from a proved win.
const NEARLY: i32 = 950;
/// A square beside the board.
const OFF: usize = SQUARES;
/// The square next to a square in each direction, beside the board [`OFF`].
const NEAR: [[u8; 8]; SQUARES + 1] = {
    let mut near = [[OFF as u8; 8]; SQUARES + 1];
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
    const PRUNES: bool = true;
    const HISTORY: bool = true;

    fn eval(&self, game: &QuadraticWar, s: &State) -> i32 {
        self.eval_within(game, s, -NEARLY - 1, NEARLY + 1)
    }

    fn eval_within(&self, _game: &QuadraticWar, s: &State, low: i32, high: i32) -> i32 {
        let w = &self.weights;
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        let (sign, low, high) = if mover == 0 { (1, low, high) } else { (-1, -high, -low) };
        let sets = Sets::new(s);
        let [own, others] = [mover, other].map(|seat| sets.side(w, seat));
        let [reach, reached] = [mover, other].map(|seat| sets.reach(seat));
        let quiet = own.worth - others.worth + w.room * (reach.room - reached.room) + w.turn;
        let all = own.worth + others.worth + 100;
        // For the mover, by what it can take at best and what the other can. The more it takes the better.
        let value = |takes: i32, loses: i32| {
            let lead = quiet + (takes * w.take - loses * w.fear) / 100;
            // A lead counts by its share of what is left, so that the leader trades. But nothing is won without quadratics.
            let ahead = if lead > 0 { &own } else { &others };
            let chance = w.chance[ahead.quadratics.min(3)];
            (lead * 10 * chance / all).clamp(-NEARLY, NEARLY)
        };
        // Everything, if the other can take anything at all.
        let feared = if reached.hot == 0 { 0 } else { own.pieces };
        if reach.hot | reached.hot == 0 || value(0, feared) >= high {
            return sign * value(0, feared);
        }
        let field = Field::new(s, w);
        let mut takes = 0;
        for square in Ones(reach.hot) {
            let most = field.take(s, mover, square);
            if most > takes {
                takes = most;
                if value(takes, feared) >= high {
                    return sign * value(takes, feared);
                }
            }
        }
        if value(takes, 0) <= low {
            return sign * value(takes, 0);
        }
        let loses = Ones(reached.hot).map(|square| field.take(s, other, square)).fold(0, i32::max);
        sign * value(takes, loses)
    }

    fn pass(&self, _game: &QuadraticWar, s: &State) -> Option<State> {
        Some(State { turn: 1 - s.turn, ..*s })
    }

    fn order(&self, _game: &QuadraticWar, s: &State, m: Move) -> i32 {
        Field::new(s, &self.weights).look(s, m)
    }

    fn rank(&self, _game: &QuadraticWar, s: &State, moves: &[Move], scores: &mut Vec<i32>) {
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        // Nothing can be gained or lost anywhere else.
        let touches = touching(s.pieces[other], s.pieces[mover]);
        let mut field: Option<Field> = None;
        scores.extend(moves.iter().map(|&m| match m {
            Move::Go(_, to) if touches >> to & 1 == 1 => {
                field.get_or_insert_with(|| Field::new(s, &self.weights)).look(s, m)
            }
            _ => 0,
        }));
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

    /// The most that a seat could gain at once by moving to an empty square; 0 if it cannot.
    fn take(&self, s: &State, seat: Seat, square: usize) -> i32 {
        let mut rays = [0; 8];
        // In each direction the next piece, if it is near enough for some kind of piece to come from there.
        let mut from = [OFF; 8];
        let mut far = [1; 8];
        for way in 0..8 {
            let mut at = usize::from(NEAR[square][way]);
            while self.0[at] == 0 && far[way] < 3 {
                at = NEAR[at][way].into();
                far[way] += 1;
            }
            from[way] = at;
            if far[way] == 1 {
                rays[way] = self.ray(square, way);
            }
        }
        let lines = [0, 2, 4, 6].map(|way| rays[way] + rays[way + 1]);
        let mut most = 0;
        for way in 0..8 {
            let at = from[way];
            if self.0[at] == 0 || s.pieces[seat] >> at & 1 == 0 {
                continue;
            }
            let can_come = match s.board[at].degree() {
                2 => true,
                1 => way < 4 && far[way] < 3,
                // It goes up or down, and so comes from the opposite direction.
                _ => way == 1 - seat && far[way] == 1,
            };
            if can_come {
                // The moved piece leaves a gap behind it.
                let mut lines = lines;
                lines[way / 2] = rays[way ^ 1];
                most = most.max(gain(seat, self.0[at], lines));
            }
        }
        most
    }
}

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

    /// What a seat could gain at once, and how many moves it has, by trying all moves.
    fn scout(s: &State, seat: Seat, field: &mut Field) -> (i32, i32) {
        let (s, mut moves) = (State { turn: seat as u8, ..*s }, Moves::new());
        let moves = moves.relist(&GAME, &s).iter().filter(|m| **m != Move::Pass);
        moves.fold((0, 0), |(best, room), m| (best.max(field.look(&s, *m)), room + 1))
    }

    /// The evaluation by its definition.
    fn plain(s: &State, w: &Weights) -> i32 {
        let mut field = Field::new(s, w);
        let side = |seat: Seat| {
            let (mut worth, mut quadratics) = (0, 0);
            for square in Ones(s.pieces[seat]) {
                let (degree, rank) = (s.board[square].degree(), square as i32 / 8);
                worth += w.piece[degree] + if degree == 0 { [rank - 2, 6 - rank][seat] * w.advance } else { 0 };
                quadratics += usize::from(degree == 2);
            }
            (worth, quadratics)
        };
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        let [(own, own_quadratics), (others, others_quadratics)] = [mover, other].map(side);
        let [(takes, room), (loses, others_room)] = [mover, other].map(|seat| scout(s, seat, &mut field));
        let lead = own - others + (takes * w.take - loses * w.fear) / 100 + w.room * (room - others_room) + w.turn;
        let quadratics = if lead > 0 { own_quadratics } else { others_quadratics };
        let value = lead * 10 * w.chance[quadratics.min(3)] / (own + others + 100);
        value.clamp(-NEARLY, NEARLY) * if mover == 0 { 1 } else { -1 }
    }

    #[test]
    fn what_a_move_looks_to_gain_is_what_it_removes() {
        let general = General::default();
        let weights = general.weights;
        let worth = |s: &State, seat: Seat| -> i32 {
            Ones(s.pieces[seat]).map(|square| weights.piece[s.board[square].degree()]).sum()
        };
        let (mut equations, mut bounds) = (0, 0);
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let mut s = GAME.deal(&mut rng);
            let mut moves = Moves::new();
            while let Some(m) = GAME.sample(&s, &mut rng, &mut moves) {
                let mut field = Field::new(&s, &weights);
                let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
                let mut ranks = Vec::new();
                general.rank(&GAME, &s, &moves, &mut ranks);
                for (&m, rank) in moves.iter().zip(ranks) {
                    let mut after = s;
                    GAME.play(&mut after, m);
                    let gain = worth(&s, other) - worth(&after, other) - worth(&s, mover) + worth(&after, mover);
                    assert_eq!((field.look(&s, m), rank), (gain, gain), "{} {m:?}", GAME.write_state(&s));
                    equations += i32::from(gain != 0);
                }
                for seat in 0..2 {
                    let reach = Sets::new(&s).reach(seat);
                    let takes = Ones(reach.hot).map(|square| field.take(&s, seat, square)).fold(0, i32::max);
                    assert_eq!((takes, reach.room), scout(&s, seat, &mut field), "{}", GAME.write_state(&s));
                }
                let value = plain(&s, &weights);
                assert_eq!(general.eval(&GAME, &s), value, "{}", GAME.write_state(&s));
                let low = value - 60 + rng.below(120) as i32;
                let high = low + 1 + rng.below(20) as i32;
                let found = general.eval_within(&GAME, &s, low, high);
                let holds = if found <= low { value <= found } else { found < high || value >= found };
                assert!(
                    holds && (found == value || found <= low || found >= high),
                    "{low} {high}: {found} for {value}"
                );
                bounds += i32::from(found != value);
                GAME.play(&mut s, m);
                if rng.below(200) == 0 {
                    break;
                }
            }
        }
        assert!(equations > 100 && bounds > 100, "only {equations} and {bounds}");
    }
}
