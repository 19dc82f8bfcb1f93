//! `agon play`: the terminal client, full-screen in a terminal, else line by line.

use std::io;

use agon_rules::{Start, pair};
use agon_tui::{Plan, Server, Sitter, Tickets, USUAL, load, play_by_line, play_online_by_line, run_online, seed};
use agon_wire::{Clock, NewRoom, Place};
use anyhow::{bail, ensure};

use crate::setup::{GameName, Screen};

#[derive(clap::Args)]
pub struct Args {
    /// The game; without one there is a list to choose from
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// Set an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// Who sits at each seat: `human`, or a computer player as in `agon players GAME`; `human,medium` when not said.
    /// Online: `me`, `open`, or a computer player; `me,open` when not said
    #[arg(long, value_name = "A,B,…")]
    players: Option<String>,
    /// Who begins; otherwise the first in the list
    #[arg(long, value_name = "WHO")]
    begins: Option<Begins>,
    /// Begin at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", conflicts_with = "seed", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// The seed of the deal and of the computers' chance; otherwise a new one each time
    #[arg(long, value_name = "N", requires = "game", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Go on with a game from a file, or from the text of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "set", "seed", "position"])]
    load: Option<String>,
    /// Play in a room of a server: its code, or `new` to make one for GAME. Running it again resumes the same seat
    #[arg(long, value_name = "CODE", conflicts_with_all = ["load", "position", "seed", "begins"])]
    online: Option<String>,
    /// Where the server is; otherwise what `AGON_SERVER` says, or a server at this machine
    #[arg(long, value_name = "URL", requires = "online")]
    server: Option<String>,
    /// How long players of a new room may think: `5m+3s` for the game and more with each move, `10m`, or `30s/move`
    #[arg(long, value_name = "TIME", requires = "game", requires = "online", value_parser = clock)]
    clock: Option<Clock>,
    /// Only watch
    #[arg(long, requires = "online", conflicts_with = "game")]
    watch: bool,
    /// Line by line on plain input and output, for screen readers and pipes
    #[arg(long)]
    plain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Begins {
    /// the first person in the list
    Me,
    /// the first computer in the list
    Computer,
    /// anybody
    Random,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let screen = Screen::of(args.plain);
    if let Some(room) = &args.online {
        return online(args, room, screen);
    }
    let plan = match (&args.load, &args.game) {
        (Some(file), _) => Some(load(file)?),
        (None, Some(game)) => Some(plan(args, game)?),
        (None, None) => None,
    };
    ensure!(
        plan.is_some() || args.players.is_none() && args.begins.is_none(),
        "say which game: `agon play GAME --players …`"
    );
    let plan = plan.map(|plan| seated(args, plan)).transpose()?;
    let local = plan.as_ref().map(agon_tui::open).transpose()?;
    if let Screen::Lines(paper) = screen {
        return Ok(play_by_line(local, io::stdin().lock(), io::stdout().lock(), seed, paper)?);
    }
    agon_tui::run(local)
}

fn online(args: &Args, room: &str, screen: Screen) -> anyhow::Result<()> {
    let address = args.server.clone().or_else(|| std::env::var("AGON_SERVER").ok().filter(|text| !text.is_empty()));
    let (server, tickets) = (Server::new(address.as_deref().unwrap_or(USUAL))?, Tickets::usual());
    let entry = match &args.game {
        Some(game) if room == "new" => server.create(&new_room(args, game)?, &tickets)?,
        Some(game) => {
            bail!("room `{room}` has its game already; leave `{game}` out, or make a room with `--online new`")
        }
        None if room == "new" => bail!("say which game the new room is for: `agon play GAME --online new`"),
        None if args.watch => server.watch(room)?,
        None => server.enter(room, &tickets)?,
    };
    if !screen.is_full() {
        return Ok(play_online_by_line(server, tickets, entry, io::BufReader::new(io::stdin()), io::stdout().lock())?);
    }
    run_online(server, tickets, entry)
}

fn new_room(args: &Args, game: &str) -> anyhow::Result<NewRoom> {
    let options = args.set.iter().map(|text| pair(text)).collect::<Result<Vec<_>, _>>()?;
    let names = args.players.as_deref().map(agon_search::names).unwrap_or_default();
    let place = |name: &String| match name.as_str() {
        "me" => Place::Me,
        "open" => Place::Open,
        name => Place::Computer(name.to_owned()),
    };
    let seats = names.iter().map(place).collect();
    let clock = args.clock.unwrap_or_default();
    Ok(NewRoom { game: game.to_owned(), options, seats, shuffle: false, clock, name: String::new() })
}

/// Reads how long players may think.
fn clock(text: &str) -> Result<Clock, String> {
    let seconds = |text: &str| {
        let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let unit = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return None,
        };
        number.parse::<u32>().ok()?.checked_mul(unit)
    };
    let read = match (text.strip_suffix("/move"), text.split_once('+')) {
        (Some(each), _) => seconds(each).map(|seconds| Clock::Move { seconds }),
        (None, Some((total, more))) => {
            seconds(total).zip(seconds(more)).map(|(seconds, increment)| Clock::Total { seconds, increment })
        }
        (None, None) => seconds(text).map(|seconds| Clock::Total { seconds, increment: 0 }),
    };
    read.ok_or_else(|| "write `5m+3s`, `10m` or `30s/move`".to_owned())
}

fn plan(args: &Args, game: &str) -> anyhow::Result<Plan> {
    let settings = args.set.iter().map(|text| pair(text)).collect::<Result<Vec<_>, _>>()?;
    let chance = args.seed.unwrap_or_else(seed);
    let start = args.position.clone().map_or(Start::Seed(chance), Start::Position);
    Ok(Plan::new(game, &settings, start, Vec::new(), chance))
}

/// The plan with the players that are named, in the order that is wanted.
fn seated(args: &Args, mut plan: Plan) -> anyhow::Result<Plan> {
    if let Some(names) = &args.players {
        plan.sitters = agon_search::names(names).iter().map(|name| Sitter::new(name)).collect();
    }
    if let Some(begins) = args.begins {
        // Players without a name have a seat now.
        plan.sitters = agon_tui::open(&plan)?.sitters().to_vec();
        let is_human = |sitter: &Sitter| *sitter == Sitter::Human;
        let first = match begins {
            Begins::Me => plan.sitters.iter().position(is_human),
            Begins::Computer => plan.sitters.iter().position(|sitter| !is_human(sitter)),
            Begins::Random => Some((plan.bot_seed % plan.sitters.len() as u64) as usize),
        };
        ensure!(first.is_some(), "nobody of that kind plays; `--players` says who does");
        plan.sitters.rotate_left(first.unwrap_or(0));
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        for (text, wanted) in [
            ("5m+3s", Clock::Total { seconds: 300, increment: 3 }),
            ("90s", Clock::Total { seconds: 90, increment: 0 }),
            ("1h", Clock::Total { seconds: 3600, increment: 0 }),
            ("30s/move", Clock::Move { seconds: 30 }),
        ] {
            assert_eq!(clock(text), Ok(wanted));
        }
        for text in ["", "5", "m", "5m+", "+3s", "-5m", "5µ", "99999999999s", "9999999h", "30s/", "5m+3s/move"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
