//! Whole games between real servers in a simulated network (turmoil), from a seed: servers die, stand still and come back,
//! links break, the store and the bus fail, clocks jump, and players are fickle. In the end every acknowledged move is in
//! the log once, everybody has seen only what was so, every game has ended, and nothing is left in memory.
//!
//! `AGON_SEED=17` runs one seed and tells its story; `AGON_SEEDS=1000` runs so many. Not from the seed: the number of a
//! process, and which thread of a computer player is ready first.

mod bus;
mod check;
mod client;
mod shelf;
mod world;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use shelf::Bug;
use world::{Outcome, PANICS, run};

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`; a number is wanted")))
}

/// Every seed that finds something wrong with what it finds, and the average of virtual seconds.
fn found(seeds: std::ops::Range<u64>, bug: Bug) -> (Vec<(u64, String)>, u64) {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.with_borrow_mut(|panics| panics.push(info.to_string()));
            before(info);
        }));
    });
    let next = AtomicU64::new(seeds.start);
    let wrong = Mutex::new(Vec::new());
    let lasted = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let outcome: Outcome = run(seed, bug);
                    lasted.fetch_add(outcome.lasted / 1000, Ordering::Relaxed);
                    if let Some(why) = outcome.wrong {
                        wrong.lock().expect("nobody panicked").push((seed, why));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("nobody panicked");
    wrong.sort();
    let count = seeds.end - seeds.start;
    (wrong, lasted.into_inner() / count.max(1))
}

#[test]
fn nothing_acknowledged_is_lost_nothing_untrue_is_shown_and_no_game_hangs() {
    if let Some(seed) = number("AGON_SEED") {
        let outcome = run(seed, Bug::None);
        println!("{}", outcome.story.join("\n"));
        assert_eq!(outcome.wrong, None, "seed {seed}");
        return;
    }
    let seeds = number("AGON_SEEDS").unwrap_or(300);
    let (wrong, seconds) = found(0..seeds, Bug::None);
    println!("{seeds} seeds of {seconds} virtual seconds each");
    let first: Vec<String> = wrong.iter().take(9).map(|(seed, why)| format!("seed {seed}: {why:.300}")).collect();
    assert!(wrong.is_empty(), "{} seeds; replay one with AGON_SEED:\n{}", wrong.len(), first.join("\n"));
}

fn is_found(bug: Bug) {
    const SEEDS: u64 = 40;
    let (wrong, _) = found(0..SEEDS, bug);
    println!("{bug:?} was found in {} of {SEEDS} seeds: {:?}", wrong.len(), wrong.first());
    assert!(wrong.len() as u64 * 20 >= SEEDS, "{bug:?} was found in {} of {SEEDS} seeds only", wrong.len());
}

#[test]
fn a_store_that_does_not_look_at_leases_is_found() {
    is_found(Bug::NoFence);
}

#[test]
fn a_store_that_does_not_compare_lengths_is_found() {
    is_found(Bug::NoCompare);
}

#[test]
fn servers_that_hear_nothing_and_do_not_look_are_found() {
    is_found(Bug::Deaf);
}

#[test]
fn a_store_that_answers_before_it_stores_is_found() {
    is_found(Bug::EarlyAnswer);
}

#[test]
fn a_seed_tells_the_same_story_twice() {
    for seed in 0..10 {
        let (one, two) = (run(seed, Bug::None), run(seed, Bug::None));
        let differ = one.story.iter().zip(&two.story).position(|(one, two)| one != two);
        assert!(one.story == two.story, "seed {seed} differs at line {differ:?} of {}", one.story.len());
    }
}
