//! The lobby line by line: it lists what is open when asked, so that nothing interrupts a reader aloud.

use std::io::{self, BufRead, Write};

use agon_rules::{games, pair};
use agon_wire::OpenGame;

use crate::line;
use crate::lobby::{Wish, line as told, pace};
use crate::plain_online::play_online_by_line;
use crate::server::{Entry, Server};
use crate::tickets::Tickets;

const HELP: &str = "\
list                       the open games; so does an empty line
join N                     join the game with that number, or with that code
quick [GAME] [NAME=VALUE]  play the next person who asks for the same
offer [GAME] [NAME=VALUE]  show a game to everybody in the list
private [GAME]             make a room for friends who get its code
clock N                    how long players may think; `clock` lists what there is
name TEXT                  what others call you
quit                       leave";

/// Shows the lobby line by line, and plays in the room that is entered, until the input ends or says `quit`.
pub fn lobby_by_line(
    server: Server,
    tickets: Tickets,
    mut wish: Wish,
    mut input: impl BufRead + Send + 'static,
    mut out: impl Write,
) -> io::Result<()> {
    writeln!(out, "the lobby of {}; `help` lists what can be typed", server.base())?;
    let mut open = list(&server, &mut out)?;
    loop {
        let Some(text) = line::ask(&mut input, &mut out, "lobby ")? else { return Ok(()) };
        let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim();
        let entry = match word {
            "" | "list" => {
                open = list(&server, &mut out)?;
                continue;
            }
            "quit" => return Ok(()),
            "name" => {
                wish.name = rest.to_owned();
                writeln!(out, "others see `{}`", wish.name)?;
                continue;
            }
            "clock" => {
                match wish.set_clock(rest) {
                    Ok(()) => writeln!(out, "{}", pace(wish.clock()))?,
                    Err(list) => writeln!(out, "{list}")?,
                }
                continue;
            }
            "join" => {
                let numbered = rest.parse::<usize>().ok().and_then(|number| open.get(number.checked_sub(1)?));
                server.join(numbered.map_or(rest, |game| &game.room), numbered, &wish.name, &tickets)
            }
            "quick" | "offer" | "private" => match choose(&mut wish, rest) {
                Ok(()) => enter(&server, &tickets, &wish, word),
                Err(why) => Err(why),
            },
            "help" => {
                writeln!(out, "{HELP}")?;
                continue;
            }
            other => {
                writeln!(out, "`{other}` is no word of the lobby; `help` lists them")?;
                continue;
            }
        };
        match entry {
            Ok(entry) => return play_online_by_line(server, tickets, entry, input, out),
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}

fn enter(server: &Server, tickets: &Tickets, wish: &Wish, word: &str) -> anyhow::Result<Entry> {
    match word {
        "quick" => server.quick(&wish.quick(), tickets),
        "offer" => server.offer(&wish.room(), tickets),
        _ => server.create(&wish.room(), tickets),
    }
}

/// Chooses a game and options by their names; without any, what was chosen before stays.
fn choose(wish: &mut Wish, text: &str) -> anyhow::Result<()> {
    let mut words = text.split_whitespace();
    let Some(game) = words.next() else { return Ok(()) };
    let options = words.map(pair).collect::<Result<Vec<_>, _>>()?;
    if !wish.set_game(game, options) {
        let known: Vec<&str> = games::list().iter().map(|info| info.id).collect();
        anyhow::bail!("there is no game `{game}`; the games are {}", known.join(", "));
    }
    Ok(())
}

/// Writes the open games, each with its number, and returns them.
fn list(server: &Server, out: &mut impl Write) -> io::Result<Vec<OpenGame>> {
    let view = match server.lobby() {
        Ok(view) => view,
        Err(error) => {
            writeln!(out, "{error:#}")?;
            return Ok(Vec::new());
        }
    };
    match view.people {
        0 => {}
        1 => writeln!(out, "1 person is here")?,
        people => writeln!(out, "{people} people are here")?,
    }
    if view.games.is_empty() {
        writeln!(out, "no open games; `offer` one, `quick` finds a player, or play a computer: `agon play`")?;
    }
    for (at, game) in view.games.iter().enumerate() {
        writeln!(out, "{} {}", at + 1, told(game))?;
    }
    Ok(view.games)
}
