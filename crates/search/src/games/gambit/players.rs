//! Gambit's players: those that weigh moves by the results of random play, and the player of the original.

use std::collections::HashMap;

use agon_rules::games::gambit::{Gambit, Move, State};
use agon_rules::{Game, Moves, Rng, Seat};

use super::Islands;
use crate::hash::FastHasher;
use crate::play::{Budget, ambitious};
use crate::{Pick, Policy, Roster, Skill, Turn, Worth, skilled};

/// Even the worst move has a chance.
const LEAST: f64 = 0.01;

impl Roster<Gambit> for Islands {
    /// The levels, and the players of the rules page.
    fn players(&self, _game: &Gambit) -> Vec<Policy<Gambit>> {
        let [easy, medium, hard] = SKILLS;
        vec![
            skilled("easy", "looks at its own jump only, and misjudges it", self, easy),
            skilled("medium", "looks two jumps ahead, and misjudges less", self, medium),
            skilled("hard", "looks four jumps ahead, and misjudges little", self, hard),
            Policy::own("expert", "plays perfectly, and sets problems", |turn| {
                ambitious(turn, &Islands, &Islands, BUDGET)
            }),
            weighing("weighing", "chooses at random, and more often what wins more often in random play", 1),
            weighing("weighing_2", "the same with squared weights", 2),
            weighing("weighing_3", "the same with cubed weights", 3),
            greedy(),
            records(),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["weighing", "weighing_2", "weighing_3"]
    }
}

/// What `expert` may take: enough for a proof from the start.
const BUDGET: Budget = Budget { proof: 1_000_000, search: 300_000 };

/// The skill of `easy`, `medium` and `hard`, measured with both values of the option (docs/results.md, Levels).
const SKILLS: [Skill; 3] = [Skill::new(1, 1000), Skill::new(2, 200), Skill::new(4, 300)];

/// Draws a move with the weight (V + 0.01) to a power.
fn weighing(name: &'static str, what: &'static str, power: i32) -> Policy<Gambit> {
    let mut chances = Chances::default();
    Policy::own(name, what, move |turn| {
        let values = chances.of_moves(turn);
        let weights: Vec<f64> = values.iter().map(|value| (value + LEAST).powi(power)).collect();
        let at = draw(&weights, &mut turn.rng);
        Pick { m: turn.moves[at], worth: Worth::Share(values[at]), nodes: 0 }
    })
}

/// Plays a move that wins most when both go on at random.
fn greedy() -> Policy<Gambit> {
    let mut chances = Chances::default();
    Policy::own("greedy", "the move that wins most often in random play", move |turn| {
        let values = chances.of_moves(turn);
        let most = values.iter().copied().fold(0.0, f64::max);
        // Equal values can differ in the last digits by the order of their sums.
        let ties: Vec<usize> = (0..values.len()).filter(|&at| values[at] > most - 1e-9).collect();
        let at = ties[turn.rng.below(ties.len())];
        Pick { m: turn.moves[at], worth: Worth::Share(values[at]), nodes: 0 }
    })
}

/// The player of the original: it weighs moves by averages that ignore the side to move, and never stops early.
fn records() -> Policy<Gambit> {
    let mut records = Records::default();
    let what = "the original's player: weighs averages without regard to sides, never stops";
    Policy::own("records", what, move |turn: &mut Turn<Gambit>| {
        let jumps: Vec<Move> = turn.moves.iter().copied().filter(|m| *m != Move::Stop).collect();
        let mut weight = |&m: &Move| {
            let mut after = *turn.state();
            turn.game.play(&mut after, m);
            records.children(turn.game, &after, turn.seat()).map(|value| value + LEAST).sum()
        };
        let weights: Vec<f64> = jumps.iter().map(&mut weight).collect();
        Pick::plain(jumps[draw(&weights, &mut turn.rng)])
    })
}

/// Draws an index with these weights. At least one of them is above 0.
fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let sum: f64 = weights.iter().sum();
    let mut at = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64 * sum;
    let beyond = weights.iter().position(|weight| {
        at -= weight;
        at < 0.0
    });
    beyond.unwrap_or(weights.len() - 1)
}

/// By position: what seat 0 wins on average when both play at random.
#[derive(Default)]
struct Chances(HashMap<State, f64, FastHasher>);

impl Chances {
    /// The value of every move for the mover.
    fn of_moves(&mut self, turn: &Turn<Gambit>) -> Vec<f64> {
        let after = |m: &Move| {
            let mut state = *turn.state();
            turn.game.play(&mut state, *m);
            let first = self.of(turn.game, &state);
            if turn.seat() == 0 { first } else { 1.0 - first }
        };
        turn.moves.iter().map(after).collect()
    }

    fn of(&mut self, game: &Gambit, state: &State) -> f64 {
        let twin = game.canonical(state);
        if let Some(&known) = self.0.get(&twin) {
            return known;
        }
        let mut moves = Moves::new();
        game.moves(&twin, &mut moves);
        let values = moves.iter().map(|&m| {
            let mut after = twin;
            game.play(&mut after, m);
            self.of(game, &after)
        });
        let sum: f64 = values.sum();
        let value = if moves.is_empty() { result(game, &twin, 0) } else { sum / moves.len() as f64 };
        self.0.insert(twin, value);
        value
    }
}

/// The result of a finished game for a seat.
fn result(game: &Gambit, state: &State, seat: Seat) -> f64 {
    match game.score(state, seat).cmp(&game.score(state, 1 - seat)) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// The records of the original: side to move and board, without the piece that may jump again.
#[derive(Default)]
struct Records(HashMap<State, f64, FastHasher>);

impl Records {
    /// The records that a jump of a seat leads to: the other side to move, and the same side if it can jump again.
    fn children<'a>(&'a mut self, game: &'a Gambit, after: &State, seat: Seat) -> impl Iterator<Item = f64> + 'a {
        let again = after.runner.is_some();
        let of = move |turn: Seat| State { runner: None, turn: turn as u8, ..*after };
        let sides = [Some(1 - seat), again.then_some(seat)].map(|turn| turn.map(of));
        sides.into_iter().flatten().map(|record| self.of(game, &record))
    }

    fn of(&mut self, game: &Gambit, record: &State) -> f64 {
        let twin = game.canonical(record);
        if let Some(&known) = self.0.get(&twin) {
            return known;
        }
        let mut moves = Moves::new();
        game.moves(&twin, &mut moves);
        let (mut sum, mut count) = (0.0, 0.0);
        for &m in moves.iter() {
            let mut after = twin;
            game.play(&mut after, m);
            for value in self.children(game, &after, twin.turn.into()) {
                sum += value;
                count += 1.0;
            }
        }
        // A leaf counts for the side to move. A mean is used as it is for either side.
        let value = if moves.is_empty() { result(game, &twin, twin.turn.into()) } else { sum / count };
        self.0.insert(twin, value);
        value
    }
}
