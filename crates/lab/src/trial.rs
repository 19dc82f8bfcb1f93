//! A sequential test played out: games between two players until it is clear enough whether one is stronger by so much.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::course::{Course, NoStudy};
use crate::distinct::Count;
use crate::keep::{Done, Keep, KeepError, no_overlap, spans};
use crate::pairs::{Rating, Sample, repeated};
use crate::registry::run_by_id;
use crate::run::{Block, Plan, Workers};
use crate::sprt::{Test, Verdict};
use crate::stats::Estimate;
use crate::study::{Kind, Study};
use crate::tally::Tally;

/// Why a test cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoTrial {
    /// The study itself cannot be played.
    #[error(transparent)]
    Study(#[from] NoStudy),
    /// The file of finished games cannot be used.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// Nobody is stronger by so much.
    #[error("elo0 and elo1 must lie between -1000 and 1000")]
    Elo,
    /// The second hypothesis is the greater one.
    #[error("elo0 {0} must be less than elo1 {1}")]
    Order(f64, f64),
    /// The error rates make no sense.
    #[error("error rates must lie between 0.0001 and 0.5")]
    Rates,
    /// It compares two.
    #[error("a sequential test is for two seats, and this game has {0}")]
    Seats(usize),
}

/// A test, and what came out of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// who played what
    pub study: Study,
    /// what was tested
    pub test: Test,
    /// what was counted with the first player in each seat
    pub tallies: Vec<Tally>,
    /// where the test stands
    pub verdict: Verdict,
    /// what people should know of the openings
    notes: Vec<String>,
}

/// With what a test is played.
#[derive(Clone, Copy)]
pub struct With<'a> {
    /// how long another program may take for a move
    pub patience: Duration,
    /// who plays
    pub workers: Workers<'a>,
    /// a file for finished games, from which the test resumes
    pub keep: Option<&'a Path>,
}

/// After so many pairs that are nearly all the same, more of them will not decide the test.
const ENOUGH: u64 = 50;

impl Trial {
    /// Plays the games of a match until the test accepts a hypothesis; `each` hears how it stands. The number of threads
    /// and interruptions make no difference.
    pub fn play(study: Study, test: Test, with: With, each: &mut dyn FnMut(&Trial)) -> Result<Self, NoTrial> {
        check(&test)?;
        let mut course = Course::new(Study { kind: Kind::Match, ..study })?;
        let plan = &mut course.plans[0];
        if plan.cells.len() != 2 {
            return Err(NoTrial::Seats(plan.cells.len()));
        }
        plan.patience = with.patience;
        let (mut file, known) = match with.keep {
            None => (None, Vec::new()),
            Some(path) => {
                let (file, known) = Keep::open_test(path, &course.study, Some(test))?;
                no_overlap(&known)?;
                (Some(file), known)
            }
        };
        course.try_programs()?;
        let plan = &course.plans[0];
        let notes = plan.openings.notes(plan.cells[0].games).iter().map(ToString::to_string).collect();
        let tallies = std::mem::take(&mut course.tallies[0]);
        let mut trial = Trial { study: course.study.clone(), test, tallies, verdict: Verdict::Open, notes };
        // Blocks are judged in order, whichever finishes first, so that threads make no difference.
        let mut judge = Judge { blocks: blocks(plan), early: BTreeMap::new(), next: 0 };
        known.into_iter().filter(|done| done.part == 0).for_each(|done| judge.hear(done.block, done.tallies));
        let todo = judge.missing();
        let mut on = trial.judge(&mut judge);
        each(&trial);
        if on {
            let (game, mut failed) = ((course.study.game.as_str(), course.study.parts[0].as_slice()), Ok(()));
            run_by_id(game, plan, &todo, with.workers, &mut |block, tallies, _| {
                let done = Done { part: 0, block: *block, tallies };
                failed = file.as_mut().map_or(Ok(()), |file| file.add(&done));
                judge.hear(*block, done.tallies);
                on = on && trial.judge(&mut judge);
                each(&trial);
                on && failed.is_ok()
            })?;
            failed?;
        }
        Ok(trial)
    }

    /// Counts the blocks that have their turn, and says whether to play on.
    fn judge(&mut self, judge: &mut Judge) -> bool {
        while self.verdict == Verdict::Open
            && !self.is_stuck()
            && let Some(tallies) = judge.take()
        {
            self.tallies.iter_mut().zip(&tallies).for_each(|(sum, tally)| sum.merge(tally));
            self.verdict = self.test.verdict(&self.pairs());
        }
        self.verdict == Verdict::Open && !self.is_stuck()
    }

    /// Whether nearly all pairs are the same, so that more of them tell nothing.
    fn is_stuck(&self) -> bool {
        let pairs: u64 = self.tallies[0].rounds.values().sum();
        pairs >= ENOUGH && 10.0 * self.sample().different() <= pairs as f64
    }

    fn sample(&self) -> Sample {
        Sample::of_rounds(2, &[(&self.tallies[0], true)])
    }

    /// The five results of a pair, each with how often it occurred; repeated pairs count once.
    fn pairs(&self) -> Vec<(f64, f64)> {
        let mut pairs: Vec<(f64, f64)> = (0..5).map(|quarters| (f64::from(quarters) / 4.0, 0.0)).collect();
        for (result, count) in self.sample().weighed() {
            pairs[(4.0 * result).round() as usize].1 += count;
        }
        pairs
    }

    /// Games won, tied and lost by the first player.
    pub fn results(&self) -> [u64; 3] {
        let [first, second] = [&self.tallies[0], &self.tallies[1]];
        [first.wins[0] + second.wins[1], first.ties + second.ties, first.wins[1] + second.wins[0]]
    }

    /// The log likelihood ratio.
    pub fn ratio(&self) -> f64 {
        self.test.ratio(&self.pairs())
    }

    /// The difference in Elo that is accepted, if one is.
    pub fn accepted(&self) -> Option<f64> {
        match self.verdict {
            Verdict::Open => None,
            Verdict::First => Some(self.test.elo0),
            Verdict::Second => Some(self.test.elo1),
        }
    }

    /// The share of the points, with its interval, and what it is in Elo.
    pub fn elo(&self) -> (Estimate, Rating, Option<Estimate>) {
        let sample = self.sample();
        let points = sample.points();
        (points, sample.elo(points), sample.normalised())
    }

    /// The result for people.
    pub fn text(&self) -> String {
        let (ratio, (low, high)) = (self.ratio(), self.test.bounds());
        let ([won, tied, lost], [first, second]) = (self.results(), [0, 1].map(|at| &self.study.players[at]));
        let (_, elo, normalised) = self.elo();
        let interval = |low: f64, high: f64| format!("95 % interval {low:+.0} to {high:+.0}");
        let rated = match (elo.value, elo.low, elo.high) {
            (Some(elo), Some(low), Some(high)) => format!("Elo {elo:+.0} ({})", interval(low, high)),
            (None, Some(low), None) => format!("Elo at least {low:+.0}: every game was won"),
            (None, None, Some(high)) => format!("Elo at most {high:+.0}: every game was lost"),
            _ => "Elo unknown".to_owned(),
        };
        let beside = normalised
            .map(|Estimate { value, low, high }| format!("; normalised Elo {value:+.0} ({})", interval(low, high)));
        let said = match self.accepted() {
            Some(elo) => {
                let other = if self.verdict == Verdict::First { self.test.elo1 } else { self.test.elo0 };
                format!("accepted: stronger by {elo} Elo (not by {other})")
            }
            None if self.is_stuck() => "open: the same games again and again decide nothing".to_owned(),
            None => format!("open: not decided after {} games", won + tied + lost),
        };
        let repeats = repeated(self.tallies.iter()).map(|(games, different)| {
            let at_least = if matches!(different, Count::AtLeast(_)) { "at least " } else { "" };
            format!("{games} games, {at_least}{} different: use `--opening` or `--openings`\n", different.number())
        });
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        format!(
            "{first} against {second}: {won} won, {tied} tied, {lost} lost\n{rated}{}\n\
             log likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}\n{said}\n{}{notes}",
            beside.unwrap_or_default(),
            repeats.unwrap_or_default()
        )
    }

    /// The result for programs.
    pub fn json(&self) -> Value {
        let Test { elo0, elo1, alpha, beta } = self.test;
        let ([won, tied, lost], (low, high)) = (self.results(), self.test.bounds());
        let (points, elo, normalised) = self.elo();
        let mut pairs = [0; 5];
        for (combination, count) in &self.tallies[0].rounds {
            let shares: u64 = crate::tally::shares_of(*combination, 2).sum();
            pairs[(shares * 2 / crate::tally::WHOLE) as usize] += count;
        }
        let different = self.tallies.iter().map(|tally| tally.different.count()).fold(Count::Exactly(0), Count::and);
        json!({"game": self.study.game, "a": self.study.players[0], "b": self.study.players[1], "elo0": elo0,
            "elo1": elo1, "alpha": alpha, "beta": beta, "won": won, "tied": tied, "lost": lost,
            "ratio": self.ratio(), "bounds": [low, high], "accepted": self.accepted(), "pairs": pairs,
            "points": finite(points.value), "points_95": [points.low, points.high], "elo": elo.value,
            "elo_95": [elo.low, elo.high], "nelo": normalised.map(|nelo| nelo.value),
            "nelo_95": normalised.map(|nelo| [nelo.low, nelo.high]), "different": different.number(),
            "different_exact": matches!(different, Count::Exactly(_))})
    }
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn check(test: &Test) -> Result<(), NoTrial> {
    let Test { elo0, elo1, alpha, beta } = *test;
    if ![elo0, elo1].iter().all(|elo| elo.abs() <= 1000.0) {
        return Err(NoTrial::Elo);
    }
    if elo0 >= elo1 {
        return Err(NoTrial::Order(elo0, elo1));
    }
    if ![alpha, beta].iter().all(|p| (0.0001..0.5).contains(p)) {
        return Err(NoTrial::Rates);
    }
    Ok(())
}

/// Pairs in one block: the test is judged after each.
const SIZE: u64 = 5;

fn blocks(plan: &Plan) -> Vec<Block> {
    let rounds = plan.cells[0].games;
    let firsts = (0..rounds).step_by(SIZE as usize);
    firsts.map(|first| Block { group: 0, first, end: (first + SIZE).min(rounds) }).collect()
}

/// Puts blocks together and in order. One that was the last before the test was extended comes in two parts.
struct Judge {
    blocks: Vec<Block>,
    /// by block: the rounds that are there, and what was counted
    early: BTreeMap<usize, (Vec<Done>, u64)>,
    next: usize,
}

impl Judge {
    fn hear(&mut self, block: Block, tallies: Vec<Tally>) {
        let (parts, rounds) = self.early.entry((block.first / SIZE) as usize).or_default();
        *rounds += block.end - block.first;
        parts.push(Done { part: 0, block, tallies });
    }

    /// What is not there yet.
    fn missing(&self) -> Vec<Block> {
        let known: Vec<Done> = self.early.values().flat_map(|(parts, _)| parts.clone()).collect();
        let spans = spans(&known);
        let done = spans.get(&(0, 0)).map_or(&[][..], Vec::as_slice);
        self.blocks.iter().flat_map(|block| Plan::rest(*block, done)).collect()
    }

    /// The next block, if all of it is there.
    fn take(&mut self) -> Option<Vec<Tally>> {
        let block = self.blocks.get(self.next)?;
        let (parts, _) = self.early.get(&self.next).filter(|(_, rounds)| *rounds == block.end - block.first)?;
        let mut sums: Vec<Tally> = (0..2).map(|_| Tally::new(2)).collect();
        for part in parts {
            sums.iter_mut().zip(&part.tallies).for_each(|(sum, tally)| sum.merge(tally));
        }
        self.early.remove(&self.next);
        self.next += 1;
        Some(sums)
    }
}
