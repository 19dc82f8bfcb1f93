//! A fair race: contenders take turns in one run, so that a noisy machine disturbs all of them alike.
//!
//! The races themselves are in the other files of this folder; `cargo bench` runs them. Nothing here is a test:
//! times never decide whether the project is right.

pub mod connect_four;

use std::time::{Duration, Instant};

/// A contender: its name and a piece of work that returns how many units it did.
pub struct Contender<'a> {
    /// what it is called
    pub name: &'a str,
    /// does some work and returns how much
    pub work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender.
    pub fn new(name: &'a str, work: impl FnMut() -> u64 + 'a) -> Self {
        Contender { name, work: Box::new(work) }
    }
}

/// Lets the contenders take turns, and prints the median and best rate of each and its ratio to the last one's.
pub fn race(title: &str, unit: &str, mut contenders: Vec<Contender>) {
    const ROUNDS: usize = 15;
    const TURN: Duration = Duration::from_millis(200);
    let mut rates = vec![Vec::with_capacity(ROUNDS); contenders.len()];
    for _ in 0..ROUNDS {
        for (contender, rates) in contenders.iter_mut().zip(&mut rates) {
            let (begin, mut done) = (Instant::now(), 0);
            while begin.elapsed() < TURN {
                done += (contender.work)();
            }
            rates.push(done as f64 / begin.elapsed().as_secs_f64());
        }
    }
    rates.iter_mut().for_each(|rates| rates.sort_by(f64::total_cmp));
    let median = |rates: &[f64]| rates[ROUNDS / 2];
    let last = rates.last().map_or(1.0, |rates| median(rates));
    println!("{title}, {ROUNDS} rounds of {} ms each in turn", TURN.as_millis());
    println!("{:<40} {:>14} {:>14} {:>8}", "", format!("{unit}/s median"), "best", "ratio");
    for (contender, rates) in contenders.iter().zip(&rates) {
        let (median, best) = (median(rates), rates[ROUNDS - 1]);
        println!("{:<40} {median:>14.0} {best:>14.0} {:>8.2}", contender.name, median / last);
    }
    println!();
}
