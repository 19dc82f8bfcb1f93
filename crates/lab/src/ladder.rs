//! A ladder of players: each against the one below it, until every step is known well enough.
//!
//! A step is measured in Elo. With more than two seats one player sits against several of the one below, and the share of
//! the games that it wins is read as in the Plackett-Luce model: as if each of them had a strength, and won in proportion
//! to it. So a step means the same for any number of seats, and its score is what two would have against each other.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::course::{Course, NoStudy};
use crate::registry::run_by_id;
use crate::run::{Block, Plan, Workers};
use crate::stats::{Estimate, elo, share};
use crate::study::{Kind, Settings, Study};
use crate::tally::{Tally, WHOLE};

/// How well a step must be known, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// the half width of the 95 % interval, in Elo
    pub margin: f64,
    /// the most games of a step
    pub games: u64,
}

/// One player against the next weaker one.
#[derive(Clone, Debug)]
pub struct Step {
    /// the stronger one, by its place
    pub player: String,
    /// the weaker one
    pub below: String,
    /// how many sit at the table
    pub seats: usize,
    /// games won alone, tied, and lost by the stronger one
    pub results: [u64; 3],
    /// its share of the games, in sixtieths
    share: u64,
}

impl Step {
    fn new(player: &str, below: &str, seats: usize) -> Self {
        Step { player: player.to_owned(), below: below.to_owned(), seats, results: [0; 3], share: 0 }
    }

    fn add(&mut self, seat: usize, tally: &Tally) {
        self.results[0] += tally.wins[seat];
        self.results[1] += tally.ties;
        self.results[2] += tally.games - tally.wins[seat] - tally.ties;
        self.share += tally.shares[seat];
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The share of the games that the stronger player won; with more than two seats even is one divided by their number.
    pub fn won(&self) -> Estimate {
        let games = self.games();
        let mean = self.share as f64 / (WHOLE * games) as f64;
        let [won, tied, _] = self.results.map(|count| count as f64 / games as f64);
        // Ties with more than two at the table are shared by some of them: counted here as if by two.
        let variance = (won + tied / 4.0 - mean * mean).max(0.0);
        share(mean, if self.seats == 2 { variance } else { mean * (1.0 - mean) }, games)
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Estimate {
        let won = self.won();
        let others = (self.seats - 1) as f64;
        let of = |p: f64| elo(others * p / (others * p + 1.0 - p));
        Estimate { value: of(won.value), low: of(won.low), high: of(won.high) }
    }

    /// What the stronger player would score if the two were alone: the share of the points, from 0 to 1.
    pub fn score(&self) -> Estimate {
        let others = (self.seats - 1) as f64;
        let of = |p: f64| others * p / (others * p + 1.0 - p);
        let won = self.won();
        Estimate { value: of(won.value), low: of(won.low), high: of(won.high) }
    }

    /// The half width of the interval of the difference, in Elo.
    pub fn margin(&self) -> f64 {
        let elo = self.elo();
        (elo.high - elo.low) / 2.0
    }

    fn is_known(&self, precision: Precision) -> bool {
        self.games() >= precision.games || (self.games() > 0 && self.margin() <= precision.margin)
    }
}

/// The players of a game from weak to strong, and how far they are apart.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// the id of the game
    pub game: String,
    /// all options by name
    pub options: Settings,
    /// random plies at the beginning of each game
    pub opening: u32,
    /// from the weakest up
    pub steps: Vec<Step>,
}

impl Ladder {
    /// Plays the players of a study, who are named from weak to strong, each against the one below. `each` hears of the
    /// step in play. The number of threads makes no difference.
    pub fn play(
        study: &Study,
        precision: Precision,
        workers: Workers,
        each: &mut dyn FnMut(&Step),
    ) -> Result<Self, NoStudy> {
        if study.players.len() < 2 {
            return Err(NoStudy::Few("ladder", "two"));
        }
        let mut ladder =
            Ladder { game: study.game.clone(), options: Vec::new(), opening: study.opening, steps: Vec::new() };
        for pair in study.players.windows(2) {
            let players = vec![pair[1].clone(), pair[0].clone()];
            let games = precision.games.max(2);
            let mut course = Course::new(Study { kind: Kind::Match, players, games, ..study.clone() })?;
            course.plans[0].balanced = study.opening > 0;
            course.try_programs()?;
            ladder.options.clone_from(&course.study.parts[0]);
            let step = climb(&course, precision, workers, each)?;
            if step.games() == 0 {
                break;
            }
            ladder.steps.push(step);
        }
        Ok(ladder)
    }

    /// The ladder for people.
    pub fn text(&self) -> String {
        let mut lines = String::new();
        for step in &self.steps {
            let [won, tied, lost] = step.results;
            let (elo, score) = (step.elo(), step.score());
            let names = format!("{} against {}", step.player, step.below);
            lines += &format!(
                "{names:<24} {:>+5.0} Elo ({:+.0} to {:+.0}), scores {:.1} % ({:.1} to {:.1}): {won} won, {tied} tied, \
                 {lost} lost\n",
                elo.value,
                elo.low,
                elo.high,
                100.0 * score.value,
                100.0 * score.low,
                100.0 * score.high
            );
        }
        if self.steps.first().is_some_and(|step| step.seats > 2) {
            lines += "one player sits against several of the one below; the score is that of two alone\n";
        }
        lines
    }

    /// The ladder for programs.
    pub fn json(&self) -> Value {
        let steps: Vec<Value> = self.steps.iter().map(step_json).collect();
        let options: serde_json::Map<String, Value> =
            self.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({"game": self.game, "options": options, "opening": self.opening, "steps": steps})
    }
}

fn step_json(step: &Step) -> Value {
    let ([won, tied, lost], (elo, score)) = (step.results, (step.elo(), step.score()));
    json!({"player": step.player, "below": step.below, "seats": step.seats, "games": step.games(), "won": won,
        "tied": tied, "lost": lost, "elo": elo.value, "elo_95": [elo.low, elo.high], "score": score.value,
        "score_95": [score.low, score.high]})
}

/// Plays one step.
fn climb(
    course: &Course,
    precision: Precision,
    workers: Workers,
    each: &mut dyn FnMut(&Step),
) -> Result<Step, NoStudy> {
    let (plan, study) = (&course.plans[0], &course.study);
    let seats = plan.cells.len();
    let mut step = Step::new(&study.players[0], &study.players[1], seats);
    let blocks = rounds(plan);
    // Blocks are judged in order, whichever finishes first, so that threads make no difference.
    let (mut early, mut next) = (BTreeMap::new(), 0);
    let game = (study.game.as_str(), study.parts[0].as_slice());
    run_by_id(game, plan, &blocks, workers, &mut |block, tally, _| {
        let at = blocks.iter().position(|other| other == block).expect("it is one of ours");
        early.insert(at, (block.cell, tally));
        let mut known = false;
        while !known && let Some((seat, tally)) = early.remove(&next) {
            step.add(seat, &tally);
            next += 1;
            // Only after all seatings, so that no seat's advantage speaks.
            known = next % seats == 0 && step.is_known(precision);
        }
        each(&step);
        !known
    })?;
    Ok(step)
}

/// Small blocks of all seatings in turn.
fn rounds(plan: &Plan) -> Vec<Block> {
    const SIZE: u64 = 5;
    let games = plan.cells.iter().map(|cell| cell.games).min().unwrap_or(0);
    let firsts = (0..games).step_by(SIZE as usize);
    let cells = plan.cells.len();
    firsts.flat_map(|first| (0..cells).map(move |cell| Block { cell, first, end: (first + SIZE).min(games) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_means_the_same_for_any_number_of_seats() {
        // Twice as strong: two of three points alone, half of the games against two, a third against four.
        for (seats, share) in [(2, 40), (3, 30), (5, 20)] {
            let mut step = Step::new("a", "b", seats);
            (step.results, step.share) = ([share, 0, 60 - share], share * WHOLE);
            assert!((step.score().value - 2.0 / 3.0).abs() < 1e-9, "{seats}");
            assert!((step.elo().value - elo(2.0 / 3.0)).abs() < 1e-6, "{seats}");
        }
    }
}
