//! The arguments of commands that play many games, and the playing with a progress bar.

use std::thread;

use agon_lab::{Plan, Tally, run};
use agon_rules::Show;
use agon_search::Guide;
use indicatif::{ProgressBar, ProgressStyle};

/// How many games, from which seed, on how many threads.
#[derive(clap::Args, Clone)]
pub struct Series {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of every deal and every player
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// Random plies at the start of each game, so that players without chance do not repeat one game
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub opening: u32,
    /// Threads; all cores unless said otherwise. The result does not depend on it
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

impl Series {
    /// Plays a plan and returns what was counted for each cell.
    pub fn play<G: Show, E: Guide<G>>(&self, game: &G, guide: &E, plan: &Plan) -> anyhow::Result<Vec<Tally>> {
        let mut tallies: Vec<Tally> = plan.cells.iter().map(|_| Tally::new(game.seats())).collect();
        let bar = ProgressBar::new(plan.cells.iter().map(|cell| cell.games).sum());
        let style = "{bar:30} {pos} of {len} games, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("a template"));
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
        let played = run(game, guide, plan, &plan.blocks(), threads, |block, tally| {
            bar.inc(tally.games);
            tallies[block.cell].merge(&tally);
            true
        });
        bar.finish_and_clear();
        played?;
        Ok(tallies)
    }
}
