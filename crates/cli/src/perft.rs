//! `agon perft`: counts lines of play.

use std::io::Write;

use agon_rules::games::{Visitor, with};
use agon_rules::{Match, Show, walk};
use indicatif::{ProgressBar, ProgressStyle};

use crate::setup::{Opening, Setup};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    opening: Opening,
    /// How many moves deep
    #[arg(long, value_name = "D")]
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
        // A line can be as long as a game, and every ply is a call.
        let work = std::thread::Builder::new().stack_size(1 << 30);
        std::thread::scope(|scope| {
            let counting = work.spawn_scoped(scope, || count(args, &table))?;
            counting.join().map_err(|_| anyhow::anyhow!("counting failed"))
        })
    }
}

fn count<G: Show>(args: &Args, table: &Match<G>) -> String {
    let (game, mut path) = (table.game(), table.path().clone());
    let mut report = String::new();
    let mut roots: Vec<_> = table.choices().iter().map(|&m| (game.write_move(path.state(), m), m)).collect();
    roots.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut leaves = u64::from(args.depth == 0 || roots.is_empty());
    if args.depth > 0 {
        // Drawn on stderr, and only when that is a terminal.
        let bar = ProgressBar::new(roots.len() as u64).with_style(
            ProgressStyle::with_template("{wide_bar} {pos}/{len} first moves, {eta} left").expect("a valid template"),
        );
        for (text, m) in roots {
            path.play(game, m);
            let below = walk::perft(game, &mut path, args.depth - 1);
            path.undo();
            leaves += below;
            if args.divide {
                report += &format!("{text} {below}\n");
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    if args.scores {
        let mut sums = vec![0_i64; game.seats()];
        walk::leaves(game, &mut path, args.depth, &mut |state| {
            sums.iter_mut().enumerate().for_each(|(seat, sum)| *sum += i64::from(game.score(state, seat)));
        });
        let sums: Vec<_> = sums.iter().map(i64::to_string).collect();
        report += &format!("scores {}\n", sums.join(" "));
    }
    report + &format!("depth {} leaves {leaves}\n", args.depth)
}
