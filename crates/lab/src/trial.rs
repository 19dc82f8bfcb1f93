//! A sequential test played out: games between two players until it is clear enough whether one is stronger by so much.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::course::{Course, NoStudy};
use crate::registry::run_by_id;
use crate::run::{Block, Plan, Workers};
use crate::sprt::{Test, Verdict};
use crate::study::{Kind, Study};
use crate::tally::Tally;

/// Why a test cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoTrial {
    /// The study itself cannot be played.
    #[error(transparent)]
    Study(#[from] NoStudy),
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
    /// games won, tied and lost by the first player
    pub results: [u64; 3],
    /// where the test stands
    pub verdict: Verdict,
}

impl Trial {
    /// Plays the games of a match until the test accepts a hypothesis; `each` hears the results so far. The number of
    /// threads makes no difference.
    pub fn play(
        study: Study,
        test: Test,
        patience: std::time::Duration,
        workers: Workers,
        each: &mut dyn FnMut([u64; 3]),
    ) -> Result<Self, NoTrial> {
        check(&test)?;
        let mut course = Course::new(Study { kind: Kind::Match, ..study })?;
        let plan = &mut course.plans[0];
        if plan.cells.len() != 2 {
            return Err(NoTrial::Seats(plan.cells.len()));
        }
        plan.patience = patience;
        course.try_programs()?;
        let plan = &course.plans[0];
        let blocks = alternating(plan);
        // Blocks are judged in order, whichever finishes first, so that threads make no difference.
        let (mut early, mut next) = (BTreeMap::new(), 0);
        let (mut results, mut verdict) = ([0; 3], Verdict::Open);
        let game = (course.study.game.as_str(), course.study.parts[0].as_slice());
        run_by_id(game, plan, &blocks, workers, &mut |block, tally, _| {
            let at = blocks.iter().position(|other| other == block).expect("it is one of ours");
            early.insert(at, (block.cell, tally));
            while verdict == Verdict::Open
                && let Some((seat, tally)) = early.remove(&next)
            {
                results = add(results, seat, &tally);
                next += 1;
                // Only after both seatings, so that the first seat's advantage does not speak.
                if next % 2 == 0 {
                    verdict = test.verdict(results);
                }
            }
            each(results);
            verdict == Verdict::Open
        })?;
        Ok(Trial { study: course.study, test, results, verdict })
    }

    /// The difference in Elo that is accepted, if one is.
    pub fn accepted(&self) -> Option<f64> {
        match self.verdict {
            Verdict::Open => None,
            Verdict::First => Some(self.test.elo0),
            Verdict::Second => Some(self.test.elo1),
        }
    }

    /// The result for people.
    pub fn text(&self) -> String {
        let (ratio, (low, high)) = (self.test.ratio(self.results), self.test.bounds());
        let ([won, tied, lost], [first, second]) = (self.results, [0, 1].map(|at| &self.study.players[at]));
        let said = match self.accepted() {
            Some(elo) => {
                let other = if self.verdict == Verdict::First { self.test.elo1 } else { self.test.elo0 };
                format!("accepted: stronger by {elo} Elo (not by {other})")
            }
            None => format!("open: not decided after {} games", won + tied + lost),
        };
        format!(
            "{first} against {second}: {won} won, {tied} tied, {lost} lost\n\
             log likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}\n{said}\n"
        )
    }

    /// The result for programs.
    pub fn json(&self) -> Value {
        let Test { elo0, elo1, alpha, beta } = self.test;
        let ([won, tied, lost], (low, high)) = (self.results, self.test.bounds());
        json!({"game": self.study.game, "a": self.study.players[0], "b": self.study.players[1], "elo0": elo0,
            "elo1": elo1, "alpha": alpha, "beta": beta, "won": won, "tied": tied, "lost": lost,
            "ratio": self.test.ratio(self.results), "bounds": [low, high], "accepted": self.accepted()})
    }
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

/// Small blocks of both seatings in turn.
fn alternating(plan: &Plan) -> Vec<Block> {
    const SIZE: u64 = 5;
    let games = plan.cells.iter().map(|cell| cell.games).min().unwrap_or(0);
    let firsts = (0..games).step_by(SIZE as usize);
    firsts.flat_map(|first| (0..2).map(move |cell| Block { cell, first, end: (first + SIZE).min(games) })).collect()
}

fn add([won, tied, lost]: [u64; 3], seat: usize, tally: &Tally) -> [u64; 3] {
    [won + tally.wins[seat], tied + tally.ties, lost + tally.wins[1 - seat]]
}
