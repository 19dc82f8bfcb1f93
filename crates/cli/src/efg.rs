//! `agon efg`: writes the tree of a game as an extensive-form file, for Gambit and OpenSpiel.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_numbers::{EfgError, EfgSpec, Root, Worth, efg_by_id, efg_file_by_id};
use agon_rules::{Start, Viewer, games};
use anyhow::{Error, anyhow};
use clap::ValueEnum;

use crate::series::{heed_interrupts, interrupted};
use crate::setup::Setup;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Begin at this position, with everything open, in the notation of the rules page; chance then decides among all
    /// that spectators cannot tell from it
    #[arg(long, value_name = "POSITION", conflicts_with = "seed", allow_hyphen_values = true)]
    position: Option<String>,
    /// Begin with the deal of this seed; without it and `--position`, the deal is part of the tree
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Moves to make first, in the notation of the rules page
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Write to this file, and print how large the tree is; without it, the tree is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Refuse a tree with more nodes than this; a million make some 50 MB
    #[arg(long, value_name = "N", default_value_t = EfgSpec::default().most_nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What the end of a game is worth to a player [default: `margin` between two, `scores` among more]
    #[arg(long, value_name = "WHAT")]
    payoff: Option<PayoffName>,
    /// Break games off after this many plies; they are then worth nothing to anybody
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Call information sets by all that the player has seen, and outcomes of chance by the position they lead to
    #[arg(long)]
    names: bool,
}

/// What an end is worth, by name.
#[derive(Clone, Copy, ValueEnum)]
enum PayoffName {
    /// Who loses pays 1, and the winners share that
    Outcome,
    /// The own score less that of the other, or less the mean of the others'
    Margin,
    /// The own score
    Scores,
}

impl From<PayoffName> for Worth {
    fn from(name: PayoffName) -> Self {
        match name {
            PayoffName::Outcome => Worth::Outcome,
            PayoffName::Margin => Worth::Margin,
            PayoffName::Scores => Worth::Scores,
        }
    }
}

impl Args {
    /// Where the tree begins: before the deal unless a deal, a position or moves are given.
    fn root(&self, settings: &[(String, String)]) -> anyhow::Result<Root> {
        let start = match (&self.position, self.seed) {
            (Some(text), _) => Start::Position(text.clone()),
            (None, Some(seed)) => Start::Seed(seed),
            (None, None) if self.moves.is_empty() => return Ok(Root::Deals),
            (None, None) => Start::Seed(0),
        };
        let mut table = games::open(&self.setup.game, settings, start)?;
        self.moves.iter().try_for_each(|text| table.play(table.turn().unwrap_or(0), text))?;
        Ok(Root::Position(table.position(Viewer::Referee), Viewer::Spectator))
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let settings = args.setup.settings()?;
    let root = args.root(&settings)?;
    let max_plies = args.max_plies.map(|plies| plies as usize);
    let worth = args.payoff.map(Worth::from);
    let spec = EfgSpec { worth, max_plies, names: args.names, most_nodes: args.nodes };
    heed_interrupts();
    let game = (args.setup.game.as_str(), settings.as_slice());
    let Some(path) = &args.out else {
        efg_by_id(game, &root, &spec, out, &interrupted).map_err(said)?;
        return Ok(());
    };
    let begin = Instant::now();
    let size = efg_file_by_id(game, &root, &spec, path, &interrupted).map_err(|why| match why {
        EfgError::Io(why) => Error::from(why).context(path.display().to_string()),
        why => said(why),
    })?;
    let sets: Vec<String> = size.sets.iter().map(u64::to_string).collect();
    writeln!(
        out,
        "{} nodes: {} decisions in {} information sets, {} of chance, {} ends; {:.2} s",
        size.nodes,
        size.nodes - size.chance - size.ends,
        sets.join(" + "),
        size.chance,
        size.ends,
        begin.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// The error in the words of this command.
fn said(why: EfgError) -> Error {
    match why {
        EfgError::TooLarge(most) => anyhow!(
            "the tree has more than {most} nodes; begin at a later position (`--position`), break games off \
             (`--max-plies`), or raise `--nodes`"
        ),
        // A closed pipe is no error, so this one must be recognised.
        EfgError::Io(why) => why.into(),
        why => why.into(),
    }
}
