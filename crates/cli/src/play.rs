//! `agon play`: the terminal client, full-screen in a terminal, else line by line.

use std::io::{self, Write};
use std::path::PathBuf;

use agon_client::words;
use agon_lab::outside::is_program;
use agon_rules::{Start, pair};
use agon_tui::{
    LobbyWish, Plan, Server, Sitter, Tickets, USUAL, clean, load, lobby_by_line, name_program, play_by_line,
    play_online_by_line, play_online_by_program, run_lobby, run_online, seed, try_program,
};
use agon_wire::{Clock, NewRoom, Place, Stand, Standing, code};
use anyhow::{bail, ensure};

use crate::setup::{GameName, Screen, patience};
use crate::tablebase;

/// What stands for the lobby where a room would be.
const LOBBY: &str = "lobby";

#[derive(clap::Args)]
pub struct Args {
    /// The game; without one there is a list to choose from
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// Set an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// Who sits at each seat: `human`, a computer player as in `agon players GAME`, or another program, `cmd:COMMAND` or
    /// `NAME=cmd:COMMAND`; by default `human,medium`.
    /// Online: `me`, `open`, or a computer player; by default `me,open`
    #[arg(long, value_name = "A,B,…")]
    players: Option<String>,
    /// Let another program play for you in a room: `cmd:COMMAND`. It runs on this machine; the server only sees its moves
    #[arg(long, value_name = "CMD", requires = "online", conflicts_with = "watch")]
    player: Option<String>,
    /// Seconds that another program (`cmd:…`) may take for a move
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    patience: f64,
    /// Who begins; by default the first in the list
    #[arg(long, value_name = "WHO")]
    begins: Option<Begins>,
    /// Begin at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", conflicts_with = "seed", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// The seed of the deal and of the computers' chance; by default a new one each time
    #[arg(long, value_name = "N", requires = "game", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Continue a game from a file, or from the text of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "set", "seed", "position"])]
    load: Option<String>,
    /// Play on a server: without CODE in its lobby, with strangers; with the CODE of a room in that room. `new` makes a
    /// private room for GAME, and `games` lists your games there, with a star where it is your turn. The same command
    /// takes the same seat again
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = LOBBY, conflicts_with_all = ["load", "position", "seed", "begins"])]
    online: Option<String>,
    /// The address of the server; by default what `AGON_SERVER` says, or else a server on this machine
    #[arg(long, value_name = "URL", requires = "online")]
    server: Option<String>,
    /// How long players of a new room may think: `5m+3s` is five minutes for the game and three seconds more with every
    /// move; also `10m`, `30s/move`, or `3d/move` for a game that lasts weeks
    #[arg(long, value_name = "TIME", requires = "game", requires = "online", value_parser = clock)]
    clock: Option<Clock>,
    /// Play a rated game, which counts for your name and your opponent's (see `agon name`): in a new room, or to join one
    #[arg(long, requires = "online", conflicts_with = "watch")]
    rated: bool,
    /// Watch a room instead of playing
    #[arg(long, requires = "online", conflicts_with = "game")]
    watch: bool,
    /// Let computer players and hints use a tablebase that `agon tablebase` has written; may be given again
    #[arg(long, value_name = "FILE", conflicts_with = "online")]
    tablebase: Vec<PathBuf>,
    /// Read and write line by line, for screen readers and pipes
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
    tablebase::load(&args.tablebase)?;
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
    for sitter in local.iter().flat_map(agon_tui::Local::sitters) {
        let record = &plan.as_ref().expect("a game has a plan").record;
        try_program(sitter.word(), &record.game, &record.options)?;
    }
    if let Screen::Lines(paper) = screen {
        return Ok(play_by_line(local, io::stdin().lock(), io::stdout().lock(), seed, paper)?);
    }
    agon_tui::run(local)
}

fn online(args: &Args, room: &str, screen: Screen) -> anyhow::Result<()> {
    let address = args.server.clone().or_else(|| std::env::var("AGON_SERVER").ok().filter(|text| !text.is_empty()));
    let (server, tickets) = (Server::new(address.as_deref().unwrap_or(USUAL))?, Tickets::usual());
    if let Some(player) = &args.player {
        ensure!(is_program(player), "`{player}` is no program; write it as `cmd:COMMAND` or `NAME=cmd:COMMAND`");
        ensure!(room != LOBBY && room != "games", "a program plays in a room: `--online CODE`, or `GAME --online new`");
    }
    if room == LOBBY && !args.watch {
        let options = args.set.iter().map(|text| pair(text)).collect::<Result<Vec<_>, _>>()?;
        let wish = LobbyWish::new(args.game.as_deref(), options, args.clock.unwrap_or_default());
        ensure!(args.players.is_none(), "in the lobby other people take the open seats; leave `--players` out");
        if !screen.is_full() {
            let input = io::BufReader::new(io::stdin());
            return Ok(lobby_by_line(server, tickets, wish, input, io::stdout().lock())?);
        }
        return run_lobby(server, tickets, wish);
    }
    if room == "games" && args.game.is_none() {
        return list(&server.games(&tickets)?, &mut io::stdout().lock());
    }
    let entry = match &args.game {
        Some(game) if room == "new" => server.create(&new_room(args, game)?, &tickets)?,
        Some(game) => {
            bail!("room `{room}` has its game already; leave `{game}` out, or make a room with `--online new`")
        }
        None if room == "new" => bail!("say which game the new room is for: `agon play GAME --online new`"),
        None if args.watch => server.watch(room)?,
        None if args.rated => server.enter_rated(room, &tickets)?,
        None => server.enter(room, &tickets)?,
    };
    if let Some(player) = &args.player {
        let program = (player.as_str(), patience(args.patience)?);
        return play_online_by_program(server, tickets, entry, program, &mut io::stdout().lock());
    }
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
    Ok(NewRoom {
        game: game.to_owned(),
        options,
        seats,
        shuffle: false,
        clock,
        name: String::new(),
        rated: args.rated,
        key: None,
    })
}

/// Prints how one's games stand, those first in which it is one's turn.
fn list(games: &[Standing], out: &mut impl Write) -> anyhow::Result<()> {
    let mut games: Vec<&Standing> = games.iter().filter(|game| game.state != Stand::Gone).collect();
    games.sort_by_key(|game| (game.state != Stand::Yours, game.state == Stand::Over));
    if games.is_empty() {
        writeln!(out, "no games; `agon play GAME --online new` makes a room")?;
    }
    for game in games {
        let (mark, state) = match game.state {
            Stand::Yours => ("*", "your turn"),
            Stand::Theirs => (" ", "their turn"),
            Stand::Waiting => (" ", "waiting for a player"),
            Stand::Over | Stand::Gone => (" ", "over"),
        };
        let against =
            if game.against.is_empty() { String::new() } else { format!(" against {}", game.against.join(", ")) };
        let left = game.left_ms.map(|left| format!(", {} left", words::clock(left))).unwrap_or_default();
        let rated = if game.rated { ", rated" } else { "" };
        let line = format!("{mark} {}  {}{against}: {state}{left}{rated}", code::spaced(&game.room), game.game);
        writeln!(out, "{}", clean(&line))?;
    }
    Ok(())
}

/// Reads how long players may think.
fn clock(text: &str) -> Result<Clock, String> {
    let seconds = |text: &str| {
        let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let unit = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            "d" => Clock::DAY,
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
    let written = "it takes `5m+3s`, `10m`, `30s/move` or `3d/move`";
    read.ok_or_else(|| match text.parse::<u32>() {
        Ok(_) => format!("`{text}` needs a unit, such as `{text}m` for minutes; {written}"),
        Err(_) => written.to_owned(),
    })
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
        let patience = patience(args.patience)?;
        let sitter = |name: &String| -> anyhow::Result<Sitter> {
            let named = if is_program(name) { name_program(name, patience)? } else { name.clone() };
            Ok(Sitter::new(&named))
        };
        plan.sitters = agon_search::names(names).iter().map(sitter).collect::<Result<_, _>>()?;
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
            ("3d/move", Clock::Move { seconds: 3 * 86_400 }),
        ] {
            assert_eq!(clock(text), Ok(wanted));
        }
        for text in ["", "5", "m", "5m+", "+3s", "-5m", "5µ", "99999999999s", "9999999h", "30s/", "5m+3s/move"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
