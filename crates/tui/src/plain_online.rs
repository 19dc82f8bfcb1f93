//! The line client in a room of a server: whatever changes is written as it comes, and a line is a move or a word.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use agon_rules::{ascii, games};
use agon_wire::code;

use crate::job::{Asker, News};
use crate::online::Online;
use crate::room;
use crate::server::{Entry, Server, clean};
use crate::terminal::seed;
use crate::tickets::Tickets;
use crate::word::{self, Word};

/// A longer line was not typed.
const LONGEST: u64 = 4096;
/// After the input has ended, what was asked for last is waited for so long.
const LAST: Duration = Duration::from_secs(2);

/// What happens: a line, something from the server, or the end of the input.
enum Heard {
    Line(String),
    News(News),
    End,
}

/// Plays line by line in a room that was entered, until the input ends or says `quit`.
pub fn play_online_by_line(
    server: Server,
    tickets: Tickets,
    entry: Entry,
    input: impl BufRead + Send + 'static,
    mut out: impl Write,
) -> io::Result<()> {
    let (send, heard) = mpsc::channel();
    let (news, reports) = mpsc::channel();
    let asker = Asker::new(news);
    let mut online = Online::new(server, tickets, entry, seed(), asker.reporter());
    let lines = send.clone();
    thread::spawn(move || read(input, &lines));
    thread::spawn(move || {
        for news in reports {
            if send.send(Heard::News(news)).is_err() {
                return;
            }
        }
    });
    let mut written = Default::default();
    let mut state = String::new();
    show(&mut out, &online, &mut written)?;
    let mut over = false;
    loop {
        let next = if over { heard.recv_timeout(LAST).ok() } else { heard.recv().ok() };
        match next {
            Some(Heard::Line(text)) if over || text.is_empty() => {}
            Some(Heard::Line(text)) => match word::read(&text) {
                _ if is_move(&online, &text) => online.play(&text),
                Some((Word::Quit | Word::Menu, _)) => return leave(&mut out, &online),
                Some((Word::Rematch | Word::Again, _)) if online.room().next.is_some() => match online.next() {
                    Some(Ok(entry)) => {
                        let (server, tickets) = (online.server.clone(), online.tickets().clone());
                        online = Online::new(server, tickets, entry, seed(), asker.reporter());
                        show(&mut out, &online, &mut written)?;
                    }
                    Some(Err(error)) => writeln!(out, "{error:#}")?,
                    None => {}
                },
                Some((word, rest)) => act(&mut out, &online, word, rest)?,
                None => match online.hindrance() {
                    Some(why) => writeln!(out, "{why}")?,
                    None => online.play(&text),
                },
            },
            Some(Heard::News(News::Room(report))) => {
                if online.hear(&report).is_none() {
                    continue;
                }
                for text in &report.told {
                    writeln!(out, "{text}")?;
                }
                let now = online.state();
                // Each second of a wait would be a line; that there is one is enough.
                let now =
                    if now.starts_with("reconnecting") { "the connection is lost; reconnecting".into() } else { now };
                if now != state && !now.contains("sending") && !now.contains("connecting…") {
                    writeln!(out, "{now}")?;
                    state = now;
                }
                show(&mut out, &online, &mut written)?;
                if online.ended().is_some() {
                    return leave(&mut out, &online);
                }
            }
            Some(Heard::News(_)) => {}
            Some(Heard::End) if online.room().is_over() => return leave(&mut out, &online),
            Some(Heard::End) => over = true,
            None => return leave(&mut out, &online),
        }
        out.flush()?;
    }
}

fn read(input: impl BufRead, lines: &mpsc::Sender<Heard>) {
    let mut input = input;
    loop {
        let mut bytes = Vec::new();
        // Lines without end are cut, not collected.
        let count = io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0);
        let text: String = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
        let heard = if count == 0 { Heard::End } else { Heard::Line(text.trim().to_owned()) };
        if lines.send(heard).is_err() || count == 0 {
            return;
        }
    }
}

fn is_move(online: &Online, text: &str) -> bool {
    online.view().choices.iter().any(|choice| choice.text == text)
}

/// Writes what reads differently than before: who is there, the position, what is offered.
fn show(out: &mut impl Write, online: &Online, written: &mut [String; 3]) -> io::Result<()> {
    let room = online.room();
    let name = games::info(&room.game).map_or("", |info| info.name);
    let players = (0..room.chairs.len()).map(|seat| format!("{} is {}", seat + 1, online.name(seat)));
    let players = players.collect::<Vec<_>>().join(", ");
    let code = code::spaced(&room.room);
    let head = format!("room {code}: {name} {}, {players}\n", online.variant()).replace(" ,", ",");
    let mut board = String::new();
    if room::is_waiting(online) {
        board += &format!("waiting for players; the code is {code}\n");
    } else {
        let view = online.view();
        if let Some(step) = view.history.last() {
            board += &format!("move {}: player {} plays {}\n", view.ply, step.seat + 1, step.text);
        }
        board += &format!("\n{}{}", ascii::picture(&view), if online.is_mine() { "your move\n" } else { "" });
    }
    let offers = online.offers().into_iter().map(|line| line + "\n").collect();
    for (old, new) in written.iter_mut().zip([head, clean(&board), offers]) {
        if *old != new {
            write!(out, "{new}")?;
            *old = new;
        }
    }
    out.flush()
}

fn act(out: &mut impl Write, online: &Online, word: Word, rest: &str) -> io::Result<()> {
    match word {
        Word::Help => {
            for (_, name, _, what) in word::ALL {
                writeln!(out, "{name:<10}{what}")?;
            }
        }
        Word::Rules => write!(out, "{}", games::rules(&online.room().game).unwrap_or_default())?,
        Word::Board => write!(out, "{}", clean(&ascii::picture(&online.view())))?,
        Word::Moves => {
            let view = online.view();
            let moves: Vec<_> = view.choices.iter().map(|choice| clean(&choice.text)).collect();
            writeln!(out, "{} moves: {}", moves.len(), moves.join(" "))?;
        }
        Word::Hint | Word::Analysis => {
            writeln!(out, "no help in a game against others; load its record when it is over")?;
        }
        word => {
            if let Err(why) = online.wish(word, rest) {
                writeln!(out, "{why}")?;
            }
        }
    }
    Ok(())
}

/// The last words: what was played, or how to come back.
fn leave(out: &mut impl Write, online: &Online) -> io::Result<()> {
    let room = online.room();
    match room.record.as_ref().filter(|_| room.is_over()) {
        Some(record) => writeln!(out, "record: {}", clean(record)),
        None => writeln!(out, "`agon play --online {}` comes back", code::spaced(&room.room)),
    }
}
