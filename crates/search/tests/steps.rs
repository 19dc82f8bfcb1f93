//! No level is upside down: each beats the one below it in short matches with fixed seeds.
//!
//! How far the levels are apart is measured by `agon ladder` (docs/results.md, Levels); this only notices when a change
//! turns them round.

use agon_rules::{Match, Rng, Seat, Settings, Show, Start, Table};
use agon_search::{Guide, Player, guides};

/// The levels that play in a moment, from weak to strong; `random` is below all.
const QUICK: [&str; 4] = ["random", "easy", "medium", "hard"];
const ALL: [&str; 5] = ["random", "easy", "medium", "hard", "expert"];

/// Plays a player against those below it, who take all other seats, in every seat alike.
struct Steps<'a> {
    levels: &'a [&'a str],
    /// games in each seat
    games: u64,
    /// random plies at the start of each game
    opening: u64,
}

impl guides::Guided for Steps<'_> {
    type Out = Vec<(String, f64)>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let step = |pair: &[&str]| {
            let [below, above] = [pair[0], pair[1]].map(|name| Player::new(name, &game, &guide).expect("a level"));
            let (mut players, mut share) = ([below, above], 0.0);
            for (nth, own) in (0..self.games).flat_map(|nth| (0..game.seats()).map(move |own| (nth, own))) {
                share += play(&game, &mut players, own, nth, self.opening);
            }
            let share = share / (self.games * game.seats() as u64) as f64;
            (format!("{} {:?}: {} against {}", G::ID, game.values(), pair[1], pair[0]), share * game.seats() as f64)
        };
        self.levels.windows(2).map(step).collect()
    }
}

/// The share of one game that the second player has, in its seat.
fn play<G: Show>(game: &G, players: &mut [Player<G>; 2], own: Seat, nth: u64, opening: u64) -> f64 {
    let mut table = Match::new(game.clone(), Start::Seed(nth)).expect("a deal");
    let mut rng = Rng::stream(nth, 3);
    for ply in 0.. {
        let seat = game.turn(table.path().state());
        let m = if ply < opening {
            if table.turn().is_none() { None } else { table.choices().draw(&mut rng) }
        } else {
            let player = &mut players[usize::from(seat == own)];
            let seed = Rng::derive(nth, seat as u64);
            player.choose(game, table.path(), seed, ply, &|| false).expect("it can play").map(|pick| pick.m)
        };
        let Some(m) = m else { break };
        table.advance(m);
    }
    let winners = table.outcome().expect("it is over").winners();
    match winners.len() {
        0 => 1.0 / game.seats() as f64,
        all => {
            if winners.contains(&own) {
                1.0 / all as f64
            } else {
                0.0
            }
        }
    }
}

/// Every step of a variant is upwards: the share is above an even one.
fn check(id: &str, settings: &[(&str, &str)], steps: Steps) {
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let settings: &Settings = &settings;
    let found = guides::with(id, settings, steps).expect("a game");
    let wrong: Vec<_> = found.iter().filter(|(_, times)| *times <= 1.0).collect();
    assert!(wrong.is_empty(), "not more than an even share: {wrong:?} of {found:?}");
}

fn steps<'a>(levels: &'a [&'a str], games: u64, opening: u64) -> Steps<'a> {
    Steps { levels, games, opening }
}

#[test]
fn levels_of_tic_tac_toe_go_up() {
    for (size, line) in [("3", "3"), ("4", "3"), ("4", "4")] {
        check("tic-tac-toe", &[("size", size), ("line", line)], steps(&QUICK, 100, 1));
    }
    check("tic-tac-toe", &[], steps(&["hard", "expert"], 20, 1));
}

#[test]
fn levels_of_gambit_go_up() {
    for islands in ["score", "zero"] {
        check("gambit", &[("big-islands", islands)], steps(&ALL, 60, 2));
    }
}

#[test]
fn levels_of_checkerboard_go_up() {
    for (size, line, games) in [("6", "3", 25), ("6", "4", 20), ("8", "4", 10), ("8", "5", 12)] {
        check("checkerboard", &[("size", size), ("line", line)], steps(&QUICK, games, 2));
    }
    check("checkerboard", &[("size", "10"), ("line", "5")], steps(&QUICK[..3], 5, 2));
}

#[test]
fn levels_of_infiltration_and_quadratic_war_go_up() {
    check("infiltration", &[], steps(&QUICK[..3], 10, 2));
    check("quadratic-war", &[], steps(&QUICK[..3], 4, 2));
}

#[test]
fn levels_of_parity_twist_go_up() {
    for variant in ["classic", "hodgkins", "total-score", "peltola", "draft", "lanier"] {
        check("parity-twist", &[("variant", variant)], steps(&QUICK[..3], 20, 0));
    }
    check("parity-twist", &[], steps(&QUICK[2..], 10, 0));
}

#[test]
fn levels_of_primi_composti_go_up_for_any_number() {
    for (version, players) in [("1", "2"), ("2", "2"), ("1", "3"), ("2", "3"), ("1", "4"), ("1", "6")] {
        check("primi-composti", &[("version", version), ("players", players)], steps(&QUICK, 16, 0));
    }
}
