//! How long a player thinks, in processor time: `cargo run --release -p agon-benches --bin answer_times`.
//!
//! It plays games against itself in every game and its main variants, and prints how long half of the decisions took at most,
//! 95 of 100, and all. Names after the command pick games, `--player hard` another player, `--games 10` more games.
//! The processor time of this thread is known on Linux; elsewhere the clock is read, and nothing else should run.

use std::time::{Duration, Instant};

use agon_rules::{Match, Rng, Show, Start, Table};
use agon_search::{Guide, Player, guides};

type Variant = (&'static str, &'static [(&'static str, &'static str)]);

const VARIANTS: [Variant; 32] = [
    ("tic-tac-toe", &[]),
    ("tic-tac-toe", &[("size", "4"), ("line", "4")]),
    ("tic-tac-toe", &[("size", "5"), ("line", "4")]),
    ("tic-tac-toe", &[("size", "5"), ("line", "5")]),
    ("checkerboard", &[("size", "6"), ("line", "4")]),
    ("checkerboard", &[("size", "6"), ("line", "5")]),
    ("checkerboard", &[]),
    ("checkerboard", &[("line", "5")]),
    ("checkerboard", &[("size", "10"), ("line", "4")]),
    ("checkerboard", &[("size", "10"), ("line", "5")]),
    ("checkerboard", &[("size", "12"), ("line", "4")]),
    ("checkerboard", &[("size", "12"), ("line", "5")]),
    ("infiltration", &[]),
    ("infiltration", &[("pieces", "4")]),
    ("infiltration", &[("pieces", "16")]),
    ("infiltration", &[("captures", "false")]),
    ("parity-twist", &[]),
    ("parity-twist", &[("variant", "hodgkins")]),
    ("parity-twist", &[("variant", "total-score")]),
    ("parity-twist", &[("variant", "peltola")]),
    ("parity-twist", &[("variant", "hidden-master")]),
    ("parity-twist", &[("variant", "draft")]),
    ("parity-twist", &[("variant", "lanier")]),
    ("primi-composti", &[]),
    ("primi-composti", &[("version", "2")]),
    ("primi-composti", &[("players", "3")]),
    ("primi-composti", &[("version", "2"), ("players", "3")]),
    ("primi-composti", &[("players", "6")]),
    ("primi-composti", &[("version", "2"), ("players", "6")]),
    ("gambit", &[]),
    ("quadratic-war", &[]),
    ("quadratic-war", &[("dead-draw", "exact")]),
];

/// Random plies at the start of each game.
const OPENING: u64 = 2;
/// Decisions of a game at most: some games go on for long, and those decisions are alike.
const LONGEST: u64 = 30;

fn main() {
    let mut ids = Vec::new();
    let (mut player, mut games) = ("expert".to_owned(), 2);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--player" => player = args.next().expect("a player after --player"),
            "--games" => games = args.next().and_then(|n| n.parse().ok()).expect("a number after --games"),
            _ => ids.push(arg),
        }
    }
    println!("| {player} in | decisions | half within, s | 95 % within | all within |\n|---|---|---|---|---|");
    for (id, options) in VARIANTS.into_iter().filter(|(id, _)| ids.is_empty() || ids.iter().any(|wanted| wanted == id))
    {
        let settings: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut times = guides::with(id, &settings, Think { player: &player, games }).expect("a game of the list");
        times.sort_unstable();
        let options: String = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let within =
            |share: usize| times.get((times.len() * share).div_ceil(100).max(1) - 1).map_or(0.0, Duration::as_secs_f64);
        println!("| {id}{options} | {} | {:.2} | {:.2} | {:.2} |", times.len(), within(50), within(95), within(100));
    }
}

/// Plays games and returns how long each decision took.
struct Think<'a> {
    player: &'a str,
    games: u64,
}

impl guides::Guided for Think<'_> {
    type Out = Vec<Duration>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Vec<Duration> {
        let mut times = Vec::new();
        for seed in 0..self.games {
            let mut player = Player::new(self.player, &game, &guide).expect("a player of the game");
            let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
            let mut rng = Rng::stream(seed, 3);
            for ply in 0..OPENING + LONGEST {
                if table.turn().is_none() {
                    break;
                }
                let m = if ply < OPENING {
                    table.choices().draw(&mut rng)
                } else {
                    let begin = processor_time();
                    let pick = player.choose(&game, table.path(), seed, ply, &|| false).expect("it can play");
                    times.push(processor_time().saturating_sub(begin));
                    pick.map(|pick| pick.m)
                };
                table.advance(m.expect("the game is not over"));
            }
        }
        times
    }
}

/// The time for which this thread has run.
fn processor_time() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.as_deref().and_then(|stat| stat.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
