//! Tunes the weights of an evaluation by games of the player against itself, and prints them.
//!
//! `cargo run --release -p agon-search --example tune -- infiltration` plays 2,000 quick games from random openings, and
//! then changes one weight after the other as long as the evaluation predicts the results better (Texel's method). The
//! same command prints the same weights. `GAME GAMES SEED` may follow.

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::QuadraticWar;
use agon_rules::{Game, Moves, Path, Rng, Show};
use agon_search::games::infiltration::{self, Infiltrator};
use agon_search::games::quadratic_war::{self, General};
use agon_search::{Evaluate, Guide, Player};

/// Random plies at the start of a game.
const OPENING: usize = 10;
/// The player of both seats: quick, and not always the same.
const PLAYER: &str = "alphabeta:nodes=400";
/// Every so many plies a position is kept.
const EVERY: usize = 3;
/// The longest game.
const LONGEST: usize = 300;

fn main() {
    let mut words = std::env::args().skip(1);
    let id = words.next().unwrap_or_default();
    let games = words.next().map_or(2000, |games| games.parse().expect("a number of games"));
    let seed = words.next().map_or(1, |seed| seed.parse().expect("a seed"));
    match id.as_str() {
        "infiltration" => tune(
            &Infiltration::default(),
            &infiltration::Weights::default().numbers(),
            |numbers| Infiltrator { weights: infiltration::Weights::from_numbers(numbers) },
            (games, seed),
        ),
        "quadratic-war" => tune(
            &QuadraticWar::default(),
            &quadratic_war::Weights::default().numbers(),
            |numbers| General { weights: quadratic_war::Weights::from_numbers(numbers) },
            (games, seed),
        ),
        _ => eprintln!("there is `infiltration` and `quadratic-war`, not `{id}`"),
    }
}

/// A position and what seat 0 made of it: 1, 0.5 or 0.
struct Sample<S> {
    state: S,
    result: f64,
}

fn tune<G: Show, E: Guide<G>>(game: &G, start: &[i32], make: impl Fn(&[i32]) -> E, (games, seed): (u64, u64)) {
    let samples = play(game, &make(start), games, seed);
    eprintln!("{} positions of {games} games", samples.len());
    // How many units make the odds e to one, so that only the proportions are tuned.
    let scales = (1..40).map(|n| f64::from(n) * 25.0);
    let loss_of = |numbers: &[i32], scale: f64| loss(game, &make(numbers), &samples, scale);
    let scale = scales.min_by(|a, b| loss_of(start, *a).total_cmp(&loss_of(start, *b))).expect("some scales");
    let mut numbers = start.to_vec();
    let mut best = loss_of(&numbers, scale);
    eprintln!("scale {scale}, error {best:.6}");
    let mut step = 8;
    while step > 0 {
        let before = best;
        for at in 0..numbers.len() {
            for change in [1, -1] {
                loop {
                    let mut tried = numbers.clone();
                    tried[at] += change * (tried[at].abs() * step / 32).max(1).min(step * 4);
                    let error = loss_of(&tried, scale);
                    if error >= best - 1e-7 {
                        break;
                    }
                    (best, numbers) = (error, tried);
                }
            }
        }
        eprintln!("step {step}, error {best:.6}: {numbers:?}");
        if before - best < 1e-5 {
            step /= 2;
        }
    }
    println!("{numbers:?}");
}

/// The mean squared error of the results that an evaluation predicts.
fn loss<G: Game, E: Evaluate<G>>(game: &G, guide: &E, samples: &[Sample<G::State>], scale: f64) -> f64 {
    let error = |sample: &Sample<G::State>| {
        let value = f64::from(guide.eval(game, &sample.state));
        (1.0 / (1.0 + (-value / scale).exp()) - sample.result).powi(2)
    };
    samples.iter().map(error).sum::<f64>() / samples.len() as f64
}

/// Positions of games against itself.
fn play<G: Show, E: Guide<G>>(game: &G, guide: &E, games: u64, seed: u64) -> Vec<Sample<G::State>> {
    let mut player = Player::new(PLAYER, game, guide).expect("an engine");
    let (mut samples, mut scratch) = (Vec::new(), Moves::new());
    for nth in 0..games {
        let mut rng = Rng::stream(seed, nth);
        let mut path = Path::new(game.deal(&mut rng), 0);
        let mut states = Vec::new();
        for ply in 0..LONGEST {
            if path.draw().is_some() {
                break;
            }
            // Some moves later on are random too, so that uneven positions are seen.
            let chance = ply < OPENING || rng.below(30) == 0;
            let m = if chance {
                game.sample(path.state(), &mut rng, &mut scratch)
            } else {
                player.choose(game, &path, nth, ply as u64, &|| false).expect("it can play").map(|pick| pick.m)
            };
            let Some(m) = m else { break };
            path.play(game, m);
            if ply >= OPENING && !chance && ply % EVERY == 0 {
                states.push(*path.state());
            }
        }
        let over = scratch.relist(game, path.state()).is_empty();
        let lead = if over { game.score(path.state(), 0) - game.score(path.state(), 1) } else { 0 };
        let result = f64::from(lead.signum() + 1) / 2.0;
        let unfinished = |state: &G::State| !Moves::new().relist(game, state).is_empty();
        samples.extend(states.into_iter().filter(unfinished).map(|state| Sample { state, result }));
    }
    samples
}
