//! A ladder of players: each against the one below it, until every step is known well enough.
//!
//! A step is measured in Elo, round by round. With more than two seats one player sits against several of the one below,
//! and [`elo_of`](crate::stats::elo_of) reads its share of the points, so that a step means the same for any number of
//! seats; its score is what two would have against each other.

use std::collections::BTreeMap;

use agon_search::ladder::{MeasuredStep, written};
use serde_json::{Value, json};

use crate::course::{Course, NoStudy};
use crate::pairs::{Rating, Sample};
use crate::registry::run_by_id;
use crate::run::{Block, Workers};
use crate::study::{Kind, Settings, Study};
use crate::tally::Tally;

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
    /// what was counted with the stronger one in each seat
    tallies: Vec<Tally>,
}

impl Step {
    /// How many sit at the table.
    pub fn seats(&self) -> usize {
        self.tallies.len()
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum()
    }

    /// Games won alone, tied, and lost by the stronger player.
    pub fn results(&self) -> [u64; 3] {
        let won = self.tallies.iter().enumerate().map(|(seat, tally)| tally.wins[seat]).sum();
        let tied = self.tallies.iter().map(|tally| tally.ties).sum();
        [won, tied, self.games() - won - tied]
    }

    fn sample(&self) -> Sample {
        Sample::of_rounds(self.seats(), &[(&self.tallies[0], true)])
    }

    /// The difference in Elo; where everything was won there is only a lower end.
    pub fn elo(&self) -> Rating {
        let sample = self.sample();
        sample.elo(sample.points())
    }

    /// What the stronger player would score if the two were alone: estimate and interval, from 0 to 1.
    pub fn score(&self) -> [f64; 3] {
        let (points, others) = (self.sample().points(), (self.seats() - 1) as f64);
        [points.value, points.low, points.high].map(|share| others * share / (others * share + 1.0 - share))
    }

    /// The half width of the interval of the difference, in Elo; none where one end is open.
    pub fn margin(&self) -> Option<f64> {
        let elo = self.elo();
        Some((elo.high? - elo.low?) / 2.0)
    }

    /// Whether it is known well enough.
    pub fn is_known(&self, margin: f64) -> bool {
        self.margin().is_some_and(|known| known <= margin)
    }
}

/// The players of a game from weak to strong, and how far they are apart.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// the id of the game
    pub game: String,
    /// all options by name
    pub options: Settings,
    /// plies of the opening of each game
    pub opening: u32,
    /// the seed
    pub seed: u64,
    /// from the weakest up
    pub steps: Vec<Step>,
}

impl Ladder {
    /// Plays the players of a study, who are named from weak to strong, each against the one below, from openings that
    /// favour nobody. `each` hears of the step in play. The number of threads makes no difference.
    pub fn play(
        study: &Study,
        precision: Precision,
        workers: Workers,
        each: &mut dyn FnMut(&Step),
    ) -> Result<Self, NoStudy> {
        if study.players.len() < 2 {
            return Err(NoStudy::Few("ladder", "two"));
        }
        let (opening, seed) = (study.opening, study.seed);
        let mut ladder = Ladder { game: study.game.clone(), options: Vec::new(), opening, seed, steps: Vec::new() };
        for pair in study.players.windows(2) {
            let players = vec![pair[1].clone(), pair[0].clone()];
            let games = precision.games.max(2);
            let mut course = Course::new(Study { kind: Kind::Match, players, games, ..study.clone() })?;
            course.plans[0].balanced = study.opening;
            course.try_programs()?;
            ladder.options.clone_from(&course.study.parts[0]);
            let step = climb(course, precision, workers, each)?;
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
            let [won, tied, lost] = step.results();
            let (elo, [score, low, high]) = (step.elo(), step.score().map(|share| 100.0 * share));
            let names = format!("{} against {}", step.player, step.below);
            let elo = match (elo.value, elo.low, elo.high) {
                (Some(value), Some(low), Some(high)) => format!("{value:>+5.0} Elo ({low:+.0} to {high:+.0})"),
                (_, Some(low), _) => format!("at least {low:+.0} Elo"),
                (_, _, Some(high)) => format!("at most {high:+.0} Elo"),
                _ => "nothing known".to_owned(),
            };
            lines += &format!(
                "{names:<24} {elo}, scores {score:.1} % ({low:.1} to {high:.1}): {won} won, {tied} tied, {lost} lost\n"
            );
        }
        if self.steps.first().is_some_and(|step| step.seats() > 2) {
            lines += "one player sits against several of the one below; the score is that of two alone\n";
        }
        lines
    }

    /// The ladder as clients show it, measured on this day. A step of which nothing was played is left out.
    pub fn measured(&self, date: &str) -> Vec<MeasuredStep> {
        let of = |step: &Step| MeasuredStep {
            game: self.game.clone(),
            options: written(&self.options),
            player: step.player.clone(),
            below: step.below.clone(),
            games: step.games(),
            score: step.score().map(|share| 100.0 * share),
            opening: self.opening,
            seed: self.seed,
            date: date.to_owned(),
        };
        self.steps.iter().filter(|step| step.games() > 0).map(of).collect()
    }

    /// The ladder for programs.
    pub fn json(&self) -> Value {
        let steps: Vec<Value> = self.steps.iter().map(step_json).collect();
        let options: serde_json::Map<String, Value> =
            self.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({"game": self.game, "options": options, "seed": self.seed, "opening": self.opening, "steps": steps})
    }
}

fn step_json(step: &Step) -> Value {
    let ([won, tied, lost], elo, [score, low, high]) = (step.results(), step.elo(), step.score());
    json!({"player": step.player, "below": step.below, "seats": step.seats(), "games": step.games(), "won": won,
        "tied": tied, "lost": lost, "elo": elo.value, "elo_95": [elo.low, elo.high], "score": score,
        "score_95": [low, high]})
}

/// Rounds between two looks at the result.
const ROUNDS: u64 = 5;

/// Plays one step.
fn climb(
    mut course: Course,
    precision: Precision,
    workers: Workers,
    each: &mut dyn FnMut(&Step),
) -> Result<Step, NoStudy> {
    let (tallies, plan, study) = (std::mem::take(&mut course.tallies[0]), &course.plans[0], &course.study);
    let mut step = Step { player: study.players[0].clone(), below: study.players[1].clone(), tallies };
    let rounds = plan.cells[0].games;
    let firsts = (0..rounds).step_by(ROUNDS as usize);
    let blocks: Vec<Block> = firsts.map(|first| Block { group: 0, first, end: (first + ROUNDS).min(rounds) }).collect();
    // Blocks are judged in order, whichever finishes first, so that threads make no difference.
    let (mut early, mut next, mut known) = (BTreeMap::new(), 0, false);
    let game = (study.game.as_str(), study.parts[0].as_slice());
    run_by_id(game, plan, &blocks, workers, &mut |block, tallies, _| {
        early.insert(block.first, tallies);
        while !known && let Some(tallies) = early.remove(&next) {
            step.tallies.iter_mut().zip(&tallies).for_each(|(sum, tally)| sum.merge(tally));
            next += ROUNDS;
            known = step.is_known(precision.margin);
        }
        each(&step);
        !known
    })?;
    Ok(step)
}
