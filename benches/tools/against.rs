//! Matches of `expert` against a player of another `agon`, such as an earlier one:
//! `cargo run --release -p agon-benches --bin against -- infiltration old/target/release/agon --games 40`.
//!
//! Every opening of four random plies that looks even to a short search is played twice, with seats exchanged. The other
//! program is asked by `agon best` with all moves of the game, so that it knows of repetitions. `--seed 2` makes other
//! openings, `--player hard` is another opponent, `--set pieces=4` an option of the game, `--mine NAME` another player of
//! this program, and `-` in place of the other program plays both sides with this one. What is printed last is the score of
//! this program with its 95 % interval, by pairs of games.

use std::process::Command;

use agon_rules::{Match, Path, Rng, Show, Start, Table};
use agon_search::{AlphaBeta, Control, Guide, Player, TranspositionTable, guides};

/// Stands for this program in place of another.
const HERE: &str = "-";
/// Random plies at the start of each game.
const OPENING: usize = 4;
/// An opening is even if a search of this many nodes finds it within this part of a game, in thousandths.
const EVEN: (u64, i32) = (3000, 60);

fn main() {
    let mut args = std::env::args().skip(1);
    let mut asked = Asked {
        id: args.next().expect("the id of a game"),
        program: args.next().expect("the path of another `agon`"),
        ..Asked::default()
    };
    while let Some(name) = args.next() {
        let value = args.next().expect("a value after each name");
        let number = || value.parse::<u64>().expect("a number");
        match name.as_str() {
            "--games" => asked.games = number() as usize,
            "--seed" => asked.seed = number(),
            "--player" => asked.player = value,
            "--mine" => asked.mine = value,
            "--set" => {
                let (name, value) = value.split_once('=').expect("an option as name=value");
                asked.settings.push((name.to_owned(), value.to_owned()));
            }
            _ => panic!("unknown `{name}`; there is --games, --seed, --player, --mine, --set"),
        }
    }
    guides::with(&asked.id, &asked.settings, Play(&asked)).expect("a game of the list");
}

/// What was asked for.
struct Asked {
    id: String,
    program: String,
    player: String,
    mine: String,
    games: usize,
    seed: u64,
    settings: Vec<(String, String)>,
}

impl Default for Asked {
    fn default() -> Self {
        let expert = || "expert".to_owned();
        let (id, program, settings) = (String::new(), String::new(), Vec::new());
        Asked { id, program, player: expert(), mine: expert(), games: 40, seed: 1, settings }
    }
}

impl Asked {
    /// The move of the other program after some moves.
    fn reply(&self, moves: &[String]) -> String {
        let mut command = Command::new(&self.program);
        command.args(["best", &self.id, "--player", &self.player, "--json"]);
        for (name, value) in &self.settings {
            command.args(["--set", &format!("{name}={value}")]);
        }
        let out = command.arg("--").args(moves).output().expect("the other program starts");
        let text = String::from_utf8_lossy(&out.stdout);
        let (_, rest) = text.split_once("\"move\":\"").unwrap_or_else(|| panic!("a move, not `{text}`"));
        rest.split('"').next().unwrap_or_default().to_owned()
    }
}

/// Plays all games.
struct Play<'a>(&'a Asked);

impl guides::Guided for Play<'_> {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        let asked = self.0;
        let mut pairs: Vec<f64> = Vec::new();
        let mut counts = [0; 3];
        let mut stream = 0;
        while pairs.len() < asked.games.div_ceil(2) {
            stream += 1;
            let Some(opening) = opening(&game, &guide, asked.seed, stream) else { continue };
            let mut pair = 0;
            for seat in 0..2 {
                let half_points = play(&game, &guide, asked, &opening, seat, stream);
                counts[half_points] += 1;
                pair += half_points;
                println!("game {}: {}", counts.iter().sum::<usize>(), ["lost", "drawn", "won"][half_points]);
            }
            pairs.push(pair as f64 / 4.0);
            report(&pairs, counts);
        }
    }
}

/// Random moves to a position that is not over and looks even.
fn opening<G: Show, E: Guide<G>>(game: &G, guide: &E, seed: u64, stream: u64) -> Option<Vec<G::Move>> {
    let mut rng = Rng::stream(seed, stream);
    let mut table = Match::new(game.clone(), Start::Seed(0)).expect("a deal");
    let mut moves = Vec::new();
    for _ in 0..OPENING {
        let m = table.choices().draw(&mut rng)?;
        table.advance(m);
        moves.push(m);
    }
    table.turn()?;
    let mut control = Control::new(EVEN.0, &|| false);
    let mut known = TranspositionTable::new(1 << 20);
    let best = AlphaBeta::new(game, guide, table.path(), &mut known).deepen(100, &mut control, &mut |_| {})?;
    (best.score.value.abs() <= EVEN.1).then_some(moves)
}

/// Plays one game from an opening with this program on a seat: how many half points it makes.
fn play<G: Show, E: Guide<G>>(
    game: &G,
    guide: &E,
    asked: &Asked,
    opening: &[G::Move],
    seat: usize,
    seed: u64,
) -> usize {
    let new = |name: &str| Player::new(name, game, guide).expect("a player of the game");
    let mut player = new(&asked.mine);
    let mut other = (asked.program == HERE).then(|| new(&asked.player));
    let mut path: Path<G::State> = Path::new(game.deal(&mut Rng::new(0)), 0);
    let mut texts = Vec::new();
    for ply in 0.. {
        let state = *path.state();
        let mut moves = agon_rules::Moves::new();
        if moves.relist(game, &state).is_empty() {
            return (1 + (game.score(&state, seat) - game.score(&state, 1 - seat)).signum()) as usize;
        }
        if path.draw().is_some() {
            return 1;
        }
        let here = if game.turn(&state) == seat { Some(&mut player) } else { other.as_mut() };
        let m = if let Some(m) = opening.get(ply) {
            *m
        } else if let Some(player) = here {
            let pick = player.choose(game, &path, seed, ply as u64, &|| false).expect("it can play");
            pick.expect("the game is not over").m
        } else {
            let text = asked.reply(&texts);
            let find = moves.iter().find(|m| game.write_move(&state, **m) == text);
            *find.unwrap_or_else(|| panic!("a legal move, not `{text}`"))
        };
        texts.push(game.write_move(&state, m));
        path.play(game, m);
    }
    unreachable!("a game ends")
}

/// Prints the score so far.
fn report(pairs: &[f64], [lost, drawn, won]: [usize; 3]) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let spread = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (spread / n).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    let (low, high) = (mean - error, mean + error);
    let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
    println!(
        "won {won}, drawn {drawn}, lost {lost}: {:.1} % ({:.1}–{:.1}), Elo {:+.0} ({:+.0} to {:+.0})",
        percent(mean),
        percent(low),
        percent(high),
        elo(mean),
        elo(low),
        elo(high),
    );
}
