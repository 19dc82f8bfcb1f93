//! Another program at a seat of a room: it is asked here, and the server only sees the moves it makes.
//!
//! The program is asked in a thread of its own, so that the connection is kept alive while it thinks. What other players
//! offer is declined for it: it can only move.

use std::collections::HashSet;
use std::io::Write;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use agon_client::{Connection, Ending, Intent, Venue, words};
use agon_lab::outside::{Failure, Outside, Time, end, start, try_out, turn};
use agon_rules::{Seat, Start, View, games};
use agon_wire::Act;
use anyhow::{Context, bail};
use serde_json::Value;

use crate::joined::Joined;
use crate::server::{Entry, Server, clean};
use crate::terminal::seed;
use crate::thought::{Asker, News};
use crate::tickets::Tickets;

/// How long the server has to hear that the program gives up.
const LAST: Duration = Duration::from_secs(5);
/// How much of the clock is left for the way to the server.
const WAY: Duration = Duration::from_millis(300);

/// What happens: something from the server, or the program's answer to a turn.
enum Heard {
    News(News),
    Answer(u64, Result<String, Failure>),
}

/// What the thread of the program is told.
enum Order {
    Say(Value),
    Ask(u64, Value, Vec<String>, Duration),
}

/// Lets a program play in a room that was entered, until the game is over. `patience` is its time for a move, where the clock
/// of the room leaves as much.
pub fn play_online_by_program(
    server: Server,
    tickets: Tickets,
    entry: Entry,
    (player, patience): (&str, Duration),
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let program = Outside::new(player).with_context(|| format!("a command must follow `cmd:` in `{player}`"))?;
    let name = program.name().to_owned();
    let (send, heard) = mpsc::channel();
    let (news, reports) = mpsc::channel();
    let asker = Asker::new(news);
    let joined = Joined::new(server, tickets, entry, seed(), asker.listener());
    let Some(seat) = joined.online.seat() else {
        bail!("room {} has no free seat; a program cannot watch", joined.online.code())
    };
    let table = games::open(joined.online.game(), &joined.online.options(), Start::Seed(0))?;
    try_out(player, table.as_ref(), 0, patience).map_err(|why| anyhow::anyhow!("`{name}` {why}"))?;
    let answers = send.clone();
    let (orders, wanted) = mpsc::channel();
    let helper = thread::spawn(move || obey(program, &wanted, &answers));
    thread::spawn(move || {
        for news in reports {
            if send.send(Heard::News(news)).is_err() {
                return;
            }
        }
    });
    let _ = orders.send(Order::Say(start(table.as_ref(), seat, seed())));
    let mut room = Room { joined, seat, patience, orders, asked: None, told: None, declined: HashSet::new() };
    writeln!(
        out,
        "room {}: {}, `{name}` is player {}",
        room.joined.online.code(),
        room.joined.online.heading(),
        seat + 1
    )?;
    let played = room.play(&name, &heard, out);
    // The program hears how it ended, and may put its things away.
    drop(room);
    let _ = helper.join();
    played
}

/// Does what it is told, until nobody tells it anything.
fn obey(mut program: Outside, orders: &Receiver<Order>, answers: &Sender<Heard>) {
    for order in orders {
        match order {
            // Whether it listens shows when it is asked.
            Order::Say(event) => drop(program.send(&event)),
            Order::Ask(revision, event, legal, patience) => {
                let answer = program.answer(&event, &legal, patience);
                if answer.is_err() {
                    program.dismiss();
                }
                if answers.send(Heard::Answer(revision, answer)).is_err() {
                    return;
                }
            }
        }
    }
}

struct Room {
    joined: Joined,
    seat: Seat,
    patience: Duration,
    orders: Sender<Order>,
    /// the revision of the room that the program was asked about last
    asked: Option<u64>,
    /// the ply that was told last
    told: Option<usize>,
    /// offers that were declined: each once
    declined: HashSet<String>,
}

impl Room {
    fn play(&mut self, name: &str, heard: &Receiver<Heard>, out: &mut impl Write) -> anyhow::Result<()> {
        // Why the program has given up, and until when the server may hear of it.
        let mut over = None::<(Failure, Instant)>;
        loop {
            let next = match &over {
                Some((_, until)) => heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
                None => heard.recv().ok(),
            };
            match next {
                Some(Heard::News(News::Room(event))) => drop(self.joined.hear(event)),
                Some(Heard::News(_)) => {}
                // After a takeback it answers what nobody asks any more.
                Some(Heard::Answer(revision, Ok(_))) if self.revision() != Some(revision) => {}
                Some(Heard::Answer(_, Ok(text))) => drop(self.joined.act(Intent::Play(text))),
                Some(Heard::Answer(_, Err(why))) => {
                    drop(self.joined.act(Intent::Resign));
                    over = Some((why, Instant::now() + LAST));
                }
                None => {}
            }
            self.tell(out)?;
            let ending = self.joined.online.ending();
            let late = over.as_ref().is_some_and(|(_, until)| Instant::now() >= *until);
            if let Some((why, _)) = over.as_ref().filter(|_| ending.is_some() || late) {
                bail!("`{name}` {why}; it has resigned");
            }
            if let Some(ending) = ending {
                return self.leave(&ending, out);
            }
            if let Connection::Ended(why) = self.joined.online.connection(self.joined.now()) {
                bail!("{}", clean(&words::connection(&Connection::Ended(why)).to_string()));
            }
            if over.is_none() {
                self.decline();
                self.ask();
            }
        }
    }

    fn revision(&self) -> Option<u64> {
        self.joined.online.room().map(|room| room.revision)
    }

    /// Writes the moves as they come.
    fn tell(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let view = self.joined.online.view();
        if self.told.is_none_or(|told| told != view.ply)
            && let Some(step) = view.history.last()
        {
            self.told = Some(view.ply);
            writeln!(out, "move {}: player {} plays {}", view.ply, step.seat + 1, clean(&step.text))?;
            out.flush()?;
        }
        Ok(())
    }

    /// Asks the program where it is its turn, once for each position.
    fn ask(&mut self) {
        let revision = self.revision().filter(|revision| self.asked != Some(*revision));
        let Some(revision) = revision.filter(|_| self.joined.online.hindrance().is_none()) else { return };
        let view = self.joined.online.view();
        if view.turn != Some(self.seat) || view.choices.is_empty() {
            return;
        }
        let (legal, time) = (legal(&view), self.time());
        let history: Vec<(Seat, String)> = view.history.iter().map(|step| (step.seat, step.text.clone())).collect();
        let event = turn(self.seat, &view.position, &legal, &history, &time);
        self.asked = Some(revision);
        let _ = self.orders.send(Order::Ask(revision, event, legal, time.patience));
    }

    /// How long the program has, and what the clocks show.
    fn time(&self) -> Time {
        let (online, now) = (&self.joined.online, self.joined.now());
        let clocks: Vec<Option<u64>> = (0..online.seats()).map(|seat| online.clock(seat, now)).collect();
        let own = clocks.get(self.seat).copied().flatten().map(Duration::from_millis);
        let patience = own.map_or(self.patience, |left| self.patience.min(left.saturating_sub(WAY)));
        let left_ms = clocks.iter().any(Option::is_some).then(|| clocks.iter().map(|left| left.unwrap_or(0)).collect());
        Time { patience, left_ms }
    }

    /// A program cannot agree to anything.
    fn decline(&mut self) {
        let offers = self.joined.online.offers();
        let other = offers.iter().find(|offer| offer.by != self.seat);
        if let Some(offer) = other
            && self.declined.insert(format!("{:?} {}", offer.proposal, self.joined.online.ply()))
        {
            drop(self.joined.act(Intent::Ask(Act::Decline)));
        }
    }

    /// The game is over: the program hears of it, and so does whoever started it.
    fn leave(&mut self, ending: &Ending, out: &mut impl Write) -> anyhow::Result<()> {
        let online = &self.joined.online;
        let view = online.view();
        let scores = if view.scores.is_empty() { vec![0; online.seats()] } else { view.scores.clone() };
        let winners = if ending.winners.is_empty() { (0..online.seats()).collect() } else { ending.winners.clone() };
        let _ = self.orders.send(Order::Say(end(&scores, &winners)));
        writeln!(out, "{}", clean(&words::ending(ending, &|seat| online.name(seat)).to_string()))?;
        if let Some(record) = online.record() {
            writeln!(out, "record: {}", clean(&record.to_string()))?;
        }
        Ok(())
    }
}

/// The legal moves of a view, in bytewise order.
fn legal(view: &View) -> Vec<String> {
    let mut legal: Vec<String> = view.choices.iter().map(|choice| choice.text.clone()).collect();
    legal.sort_unstable();
    legal
}
