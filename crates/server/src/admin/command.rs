//! `agon admin`: the operator's orders as words on the command line, and the answers as text or JSON.

use std::io::Write;
use std::path::PathBuf;

use agon_wire::{EarlyEnd, RoomView, code};
use anyhow::{Context, bail};

use super::{Brief, Order, Reply, State, ask, socket_in};
use crate::bans::{self, Ban};

/// The arguments of `agon admin`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder where the server keeps its games; by default the user's data folder
    #[arg(long, env = "AGON_DATA", value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// The socket of the server, if it is not `admin.sock` in that folder
    #[arg(long, env = "AGON_ADMIN", value_name = "FILE", global = true)]
    socket: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    order: Word,
}

#[derive(clap::Subcommand)]
enum Word {
    /// List rooms: game, state, moves, people and spectators present, players
    List {
        /// Only rooms in memory: those somebody used in the last minute
        #[arg(long)]
        loaded: bool,
        /// Only rooms whose code comes after this one
        #[arg(long, value_name = "CODE", default_value = "")]
        after: String,
        /// At most this many rooms
        #[arg(long, value_name = "N", default_value_t = 50)]
        most: usize,
    },
    /// Show a room as spectators see it
    Show {
        /// The code of the room
        code: String,
    },
    /// Delete a room and send everybody in it away
    Close {
        /// The code of the room
        code: String,
    },
    /// Ban an address, or a network such as `203.0.113.0/24`; an address of IPv6 stands for its /64
    Ban {
        /// The address or network
        address: String,
        /// For this many hours; for ever without it
        #[arg(long, value_name = "H", value_parser = hours)]
        hours: Option<f64>,
    },
    /// Lift a ban
    Unban {
        /// The address or network, as `bans` prints it
        address: String,
    },
    /// List the bans
    Bans,
    /// Delete expired rooms now
    Prune,
}

/// Reads a number of hours.
fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| *hours > 0.0 && *hours < 1e6);
    hours.ok_or_else(|| "it takes a number above 0 and below 1000000".to_owned())
}

impl Args {
    fn order(&self) -> anyhow::Result<Order> {
        Ok(match &self.order {
            Word::List { loaded, after, most } => Order::List { loaded: *loaded, after: after.clone(), most: *most },
            Word::Show { code } => Order::Show(code.clone()),
            Word::Close { code } => Order::Close(code.clone()),
            Word::Ban { address, hours } => {
                let seconds = hours.map(|hours| (hours * 3600.0).ceil() as u64);
                Order::Ban { network: address.clone(), seconds }
            }
            Word::Unban { address } => Order::Unban(address.clone()),
            Word::Bans => Order::Bans,
            Word::Prune => Order::Prune,
        })
    }
}

/// Sends the order and prints the answer.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let order = args.order()?;
    let folder = || args.data.clone().or_else(|| dirs::data_local_dir().map(|folder| folder.join("agon")));
    let socket = args.socket.clone().or_else(|| folder().map(|folder| socket_in(&folder)));
    let reply = ask(&socket.context("say where the server keeps its games: `--data FOLDER`")?, &order)?;
    if let Reply::Refused(why) = &reply {
        bail!("{why}");
    }
    if args.json {
        return Ok(writeln!(out, "{}", agon_wire::write(&reply))?);
    }
    match (&reply, &order) {
        (Reply::Rooms(rooms), Order::List { most, .. }) => write!(out, "{}", table(rooms, *most))?,
        (Reply::Room(view), _) => write!(out, "{}", page(view))?,
        (Reply::Bans(list), Order::Bans) if list.is_empty() => writeln!(out, "no address is banned")?,
        (Reply::Bans(list), _) => list.iter().try_for_each(|ban| writeln!(out, "{}", line(ban)))?,
        (Reply::Done(_), Order::Close(room)) => writeln!(out, "closed {}", shown(room))?,
        (Reply::Done(_), Order::Unban(network)) => writeln!(out, "{network} may come back")?,
        (Reply::Done(1), Order::Prune) => writeln!(out, "deleted 1 expired room")?,
        (Reply::Done(count), Order::Prune) => writeln!(out, "deleted {count} expired rooms")?,
        (reply, _) => writeln!(out, "{}", agon_wire::write(reply))?,
    }
    Ok(())
}

/// A code as people write it.
fn shown(room: &str) -> String {
    code::spaced(&code::tidy(room).unwrap_or_else(|| room.to_owned()))
}

fn line(ban: &Ban) -> String {
    match ban.until {
        None => format!("{} is banned for ever", ban.network),
        Some(until) => {
            let hours = until.saturating_sub(bans::now()) as f64 / 3600.0;
            format!("{} is banned for {hours:.1} more hours", ban.network)
        }
    }
}

/// Rooms, one a line.
fn table(rooms: &[Brief], most: usize) -> String {
    if rooms.is_empty() {
        return "no rooms\n".to_owned();
    }
    let mut rows = vec![["room", "game", "state", "moves", "here", "watching", "players"].map(str::to_owned)];
    let mut trouble = String::new();
    for brief in rooms {
        match &brief.state {
            Some(State { game, phase, ply, here, watchers, players, .. }) => rows.push([
                shown(&brief.room),
                game.clone(),
                phase.clone(),
                ply.to_string(),
                here.to_string(),
                watchers.to_string(),
                players.join(", "),
            ]),
            None => {
                trouble += &format!("{}: {}\n", shown(&brief.room), brief.trouble.as_deref().unwrap_or_default());
            }
        }
    }
    let widths: Vec<usize> =
        (0..7).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text += &trouble;
    if let Some(last) = rooms.last().filter(|_| rooms.len() >= most) {
        text += &format!("there may be more: `agon admin list --after {}`\n", last.room);
    }
    text
}

/// A room on a page of its own.
fn page(view: &RoomView) -> String {
    let state = State::new(view);
    let options: Vec<String> = view.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut text = format!("room {}: {} {}\n", shown(&view.room), state.game, options.join(" "));
    text += &format!("{} after {} moves, {} events; ", state.phase, state.ply, state.events);
    text += &format!("{} here, {} watching\n", state.here, state.watchers);
    for (seat, (player, chair)) in state.players.iter().zip(&view.chairs).enumerate() {
        let here = if chair.here { "here" } else { "away" };
        let left = chair.left_ms.map_or(String::new(), |left| format!(", {:.1} s left", left as f64 / 1000.0));
        let resigned = if chair.resigned { ", has resigned" } else { "" };
        text += &format!("player {}: {player}, {here}{left}{resigned}\n", seat + 1);
    }
    match &view.ending {
        Some(EarlyEnd::Resigned(seat)) => text += &format!("player {} has resigned\n", seat + 1),
        Some(EarlyEnd::TimeUp(seat)) => text += &format!("player {} ran out of time\n", seat + 1),
        Some(EarlyEnd::Agreed) => text += "the players agreed on a draw\n",
        Some(EarlyEnd::RulesChanged) => text += "the rules have changed, so it cannot go on\n",
        None => {}
    }
    if let Some(winners) = view.winners.as_ref().filter(|_| view.ending != Some(EarlyEnd::RulesChanged)) {
        let players: Vec<String> = winners.iter().map(|seat| format!("player {}", seat + 1)).collect();
        text += &if players.is_empty() { "a draw\n".to_owned() } else { format!("won by {}\n", players.join(", ")) };
    }
    if let Some(next) = &view.next {
        text += &format!("the players went on in {}\n", shown(next));
    }
    if let Some(record) = &view.record {
        text += &format!("record: {record}\n");
    }
    format!("{text}\n{}", agon_rules::ascii::picture(&view.view))
}
