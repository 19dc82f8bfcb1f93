//! `agon match`: one player against another, in every seat alike.

use std::io::Write;

use agon_lab::stats::{self, Estimate};
use agon_lab::{Cell, Plan, Tally};
use agon_rules::{Seat, Show};
use agon_search::{Guide, eval};
use serde::Serialize;
use serde_json::{Value, json};

use crate::series::Series;
use crate::setup::{AsObject, Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// The player that is measured; `agon players GAME` lists them
    #[arg(value_name = "A")]
    first: String,
    /// Its opponent, who takes all other seats
    #[arg(value_name = "B")]
    second: String,
    #[command(flatten)]
    series: Series,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// What A did in one seat, or in all of them.
#[derive(Serialize)]
struct Line {
    seat: Option<Seat>,
    games: u64,
    won: u64,
    tied: u64,
    lost: u64,
    points: f64,
    low: f64,
    high: f64,
    elo: Option<f64>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    eval::with(&args.setup.game, &args.setup.settings()?, Versus { args, out })?
}

struct Versus<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> eval::Guided for Versus<'_, W> {
    type Out = anyhow::Result<()>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let Versus { args, out } = self;
        let seats = game.seats();
        let share =
            |seat: Seat| args.series.games / seats as u64 + u64::from((seat as u64) < args.series.games % seats as u64);
        let cell = |seat: Seat| {
            let players = (0..seats).map(|at| if at == seat { &args.first } else { &args.second }.clone()).collect();
            Cell { players, games: share(seat), seed: args.series.seed }
        };
        let plan = Plan { cells: (0..seats).map(cell).collect(), opening: args.series.opening };
        let tallies = args.series.play(&game, &guide, &plan)?;
        let mut lines: Vec<Line> =
            tallies.iter().enumerate().map(|(seat, tally)| line(Some(seat), &[(seat, tally)])).collect();
        let all: Vec<(Seat, &Tally)> = tallies.iter().enumerate().collect();
        lines.push(line(None, &all));
        if args.json {
            let options: Value = serde_json::to_value(AsObject(agon_rules::options_of(&game)))?;
            let report = json!({"game": G::ID, "options": options, "a": args.first, "b": args.second,
                "seed": args.series.seed, "opening": args.series.opening, "lines": lines});
            return json_line(out, &report);
        }
        writeln!(out, "{} against {}, {}", args.first, args.second, G::ID)?;
        writeln!(
            out,
            "{:<9} {:>7} {:>7} {:>7} {:>7} {:>8}  {:<16} {:>6}",
            "seat", "games", "won", "tied", "lost", "points", "95 %", "Elo"
        )?;
        for Line { seat, games, won, tied, lost, points, low, high, elo } in lines {
            let seat = seat.map_or("all".to_owned(), |seat| format!("player {}", seat + 1));
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let range = format!("{:.1} to {}", 100.0 * low, percent(high));
            let elo = elo.map_or("-".to_owned(), |elo| format!("{elo:+.0}"));
            writeln!(
                out,
                "{seat:<9} {games:>7} {won:>7} {tied:>7} {lost:>7} {:>8}  {range:<16} {elo:>6}",
                percent(points)
            )?;
        }
        Ok(())
    }
}

/// What the player of a seat did, over some seatings.
fn line(seat: Option<Seat>, of: &[(Seat, &Tally)]) -> Line {
    let sum = |count: fn(&Tally, Seat) -> u64| of.iter().map(|(seat, tally)| count(tally, *seat)).sum::<u64>();
    let (games, won) = (sum(|tally, _| tally.games), sum(|tally, seat| tally.wins[seat]));
    // A tie counts for the player only when it is among the winners; with two seats it always is.
    let shared = sum(|tally, seat| tally.shares[seat]);
    let points = shared as f64 / (60 * games.max(1)) as f64;
    let tied = sum(|tally, _| tally.ties);
    let half = (points * games as f64 - won as f64).max(0.0) / tied.max(1) as f64;
    let squares = (won as f64 + tied as f64 * half * half) / games.max(1) as f64;
    let Estimate { value, low, high } = stats::share(points, squares - points * points, games);
    let decided = points > 0.0 && points < 1.0;
    Line {
        seat,
        games,
        won,
        tied,
        lost: games - won - tied,
        points: value,
        low,
        high,
        elo: decided.then(|| stats::elo(points)),
    }
}
