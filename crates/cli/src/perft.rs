//! `agon perft`: counts lines of play.

use std::io::Write;

use agon_rules::games::{Visitor, with};
use agon_rules::{Match, Path, Show, walk};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::setup::{Opening, Setup};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    opening: Opening,
    /// How many moves deep
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    depth: u32,
    /// Also print the count below every first move
    #[arg(long)]
    divide: bool,
    /// Also print for each seat the sum of its scores over all leaves
    #[arg(long)]
    scores: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let report = with(&args.setup.game, &args.setup.settings()?, Count(args))??;
    Ok(out.write_all(report.as_bytes())?)
}

struct Count<'a>(&'a Args);

impl Visitor for Count<'_> {
    type Out = anyhow::Result<String>;

    fn visit<G: Show>(self, game: G) -> Self::Out {
        let Count(args) = self;
        let table = Match::new(game, args.opening.start())?;
        // Every ply is a call of less than a kilobyte, and a game of Quadratic War can take some 15,000 of them:
        // 100 quiet plies between its 48 removals and 96 steps of constants.
        let work = std::thread::Builder::new().stack_size(64 << 20);
        std::thread::scope(|scope| {
            let counting = work.spawn_scoped(scope, || count(args, &table)).context("no thread to count in")?;
            Ok(counting.join().expect("counting does not panic"))
        })
    }
}

fn count<G: Show>(args: &Args, table: &Match<G>) -> String {
    let (game, mut path) = (table.game(), table.path().clone());
    let mut report = String::new();
    let mut sums = vec![0_i64; game.seats()];
    // The leaves below where the path stands. Scores are added up on the way, if they are asked for.
    let mut below = |path: &mut Path<G::State>, depth: u32| {
        if !args.scores {
            return walk::perft(game, path, depth);
        }
        let mut leaves = 0;
        walk::leaves(game, path, depth, &mut |state| {
            leaves += 1;
            sums.iter_mut().enumerate().for_each(|(seat, sum)| *sum += i64::from(game.score(state, seat)));
        });
        leaves
    };
    let mut roots: Vec<_> = table.choices().iter().map(|&m| (game.write_move(path.state(), m), m)).collect();
    roots.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut leaves = 0;
    if args.depth == 0 || roots.is_empty() {
        leaves = below(&mut path, 0);
    } else {
        // Drawn on stderr, and only when that is a terminal.
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} first moves, {eta} left");
        let bar = ProgressBar::new(roots.len() as u64).with_style(style.expect("a valid template"));
        for (text, m) in roots {
            path.play(game, m);
            let count = below(&mut path, args.depth - 1);
            path.undo();
            leaves += count;
            if args.divide {
                report += &format!("{text} {count}\n");
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    if args.scores {
        let sums: Vec<_> = sums.iter().map(i64::to_string).collect();
        report += &format!("scores {}\n", sums.join(" "));
    }
    report + &format!("depth {} leaves {leaves}\n", args.depth)
}
