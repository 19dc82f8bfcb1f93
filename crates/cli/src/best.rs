//! `agon best`: the move a computer player makes in a position.

use std::io::Write;
use std::time::Instant;

use agon_rules::{Seat, Show, Table};
use agon_search::{Guide, Player, Worth, eval};
use anyhow::bail;
use serde::Serialize;

use crate::setup::{Place, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The computer player: a level (`easy` … `expert`, `perfect`), one of the game's own, or an engine such as
    /// `alphabeta:time=500ms`; `agon players GAME` lists them
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// The seed of the player's own chance
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    player_seed: u64,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    r#move: String,
    seat: Seat,
    player: String,
    /// seat 0's final score less the other's, where it is known or estimated
    value: Option<f64>,
    /// the share of the game the mover wins, where that is estimated
    share: Option<f64>,
    proved: bool,
    nodes: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let report = eval::with(&args.place.setup.game, &args.place.setup.settings()?, Best(args))??;
    if args.json {
        return json_line(out, &report);
    }
    let worth = match (report.value, report.share) {
        (Some(value), _) if report.proved => format!(", value {value:+} for seat 0 (proved)"),
        (Some(value), _) => format!(", value {value:+.2} for seat 0 (estimate)"),
        (None, Some(share)) => format!(", wins {:.0} % (estimate)", 100.0 * share),
        (None, None) => String::new(),
    };
    Ok(writeln!(out, "{}{worth}", report.r#move)?)
}

struct Best<'a>(&'a Args);

impl eval::Guided for Best<'_> {
    type Out = anyhow::Result<Report>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let Best(args) = self;
        let table = args.place.reach(game)?;
        let (game, path) = (table.game(), table.path());
        if let Some(outcome) = table.outcome() {
            bail!("no move is left: the game is over ({})", outcome.reason);
        }
        let mut player = Player::new(&args.player, game, &guide)?;
        let (begin, time) = (Instant::now(), player.time());
        let stop = || time.is_some_and(|time| begin.elapsed() >= time);
        let pick = player.choose(game, path, args.player_seed, args.place.plies(), &stop)?;
        let pick = pick.expect("a game that is not over has a move");
        let (value, share) = match pick.worth {
            Worth::Unknown => (None, None),
            Worth::Proved(value) => (Some(value.into()), None),
            Worth::Points(value) => (Some(value), None),
            Worth::Share(share) => (None, Some(share)),
        };
        Ok(Report {
            r#move: game.write_move(path.state(), pick.m),
            seat: game.turn(path.state()),
            player: args.player.clone(),
            value,
            share,
            proved: matches!(pick.worth, Worth::Proved(_)),
            nodes: pick.nodes,
        })
    }
}
