//! A game on a server: the newest room it has sent, what the player may see of earlier positions, and what to ask for.
//!
//! Nothing is played here: a move is a wish, and what is shown is what the server has sent back.

use agon_rules::{Record, Seat, View};
use agon_wire::{Act, Clock, Link, RoomView, Seen, Session, Ticket, Who, code};

use crate::link::{Report, Wire};
use crate::server::{Entry, Server, clean};
use crate::tickets::Tickets;
use crate::word::Word;

/// A game on a server.
pub struct Online {
    /// where it is
    pub server: Server,
    tickets: Tickets,
    wire: Wire,
    session: Session,
    seen: Seen,
}

impl Online {
    /// The game of a room that was entered; `report` is told whatever changes, and hands it to [`Online::hear`].
    pub fn new(
        server: Server,
        tickets: Tickets,
        entry: Entry,
        seed: u64,
        report: impl Fn(Report) + Send + 'static,
    ) -> Self {
        let Entry { ticket, room } = entry;
        let session = Session::new(ticket.clone(), seed);
        let wire = Wire::open(server.socket(), ticket, seed, report);
        Online { server, tickets, wire, session, seen: Seen::new(room) }
    }

    /// Takes a report in; whether the game itself has changed. Nothing when it is a report of another room.
    pub fn hear(&mut self, report: &Report) -> Option<bool> {
        if report.id != self.wire.id {
            return None;
        }
        self.session = report.session.clone();
        Some(self.session.room().is_some_and(|room| self.seen.take(room)))
    }

    /// The room.
    pub fn room(&self) -> &RoomView {
        self.seen.room()
    }

    /// How the connection is, in words.
    pub fn state(&self) -> String {
        match self.session.link() {
            Link::Connecting => "connecting…".to_owned(),
            Link::Live if self.session.is_waiting() => "live, sending…".to_owned(),
            Link::Live => "live".to_owned(),
            Link::Waiting { until } => {
                format!("reconnecting in {} s", until.saturating_sub(self.wire.now()).div_ceil(1000))
            }
            Link::Ended(why) => why.clone(),
        }
    }

    /// Whether the screen changes by itself: a clock runs, or the connection is being made.
    pub fn is_busy(&self) -> bool {
        let clock = self.room().clock != Clock::None && self.room().started && !self.room().is_over();
        clock || matches!(self.session.link(), Link::Waiting { .. })
    }

    /// Whether it can never go on.
    pub fn ended(&self) -> Option<&str> {
        match self.session.link() {
            Link::Ended(why) => Some(why),
            _ => None,
        }
    }

    /// The options that are not as usual.
    pub fn variant(&self) -> String {
        clean(&self.seen.variant())
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> String {
        let Some(chair) = self.room().chairs.get(seat) else { return String::new() };
        let called = if chair.name.is_empty() { format!("player {}", seat + 1) } else { clean(&chair.name) };
        match &chair.who {
            _ if self.room().seat == Some(seat) => "you".to_owned(),
            Who::Open => "(open)".to_owned(),
            Who::Computer(player) => clean(player),
            Who::Human if !chair.here => format!("{called}, away"),
            Who::Human => called,
        }
    }

    /// What a seat has left to think, as minutes and seconds.
    pub fn clock(&self, seat: Seat) -> Option<String> {
        let left = match self.session.room() {
            Some(_) => self.session.left(seat, self.wire.now()),
            None => self.room().chairs.get(seat)?.left_ms,
        }?;
        let seconds = left.div_ceil(1000);
        Some(format!("{}:{:02}", seconds / 60, seconds % 60))
    }

    /// Whether this player is to move.
    pub fn is_mine(&self) -> bool {
        self.seen.is_mine()
    }

    /// Why no move can be made now.
    pub fn hindrance(&self) -> Option<String> {
        let room = self.room();
        match room.view.turn {
            _ if room.is_over() && room.seat.is_some() => {
                Some("the game is over; `rematch` offers another, F9 shows the games".to_owned())
            }
            _ if room.is_over() => Some("the game is over".to_owned()),
            _ if room.seat.is_none() => Some("you watch; only players can move".to_owned()),
            _ if !room.started => Some(format!("not all seats are taken; the code is {}", code::spaced(&room.room))),
            Some(turn) if !self.is_mine() => Some(format!("it is the turn of {}", self.name(turn))),
            _ => None,
        }
    }

    /// The game as it is shown.
    pub fn view(&self) -> View {
        self.seen.view()
    }

    /// The record, where it is known: of a game that is over, or one without chance and secrets.
    pub fn record(&self) -> Option<Record> {
        self.seen.record()
    }

    /// What was on the screen after so many moves; none when that was not seen.
    pub fn view_at(&self, ply: usize) -> Option<View> {
        self.seen.view_at(ply)
    }

    /// Asks for a move.
    pub fn play(&self, text: &str) {
        self.wire.wish(Act::Play { revision: self.room().revision, text: text.to_owned() });
    }

    /// Asks for what a word means here, or says how it is used.
    pub fn wish(&self, word: Word, rest: &str) -> Result<(), String> {
        let act = match word {
            Word::Resign => Act::Resign,
            Word::Takeback | Word::Undo => Act::Takeback,
            Word::Draw => Act::Draw,
            Word::Rematch | Word::Again => Act::Rematch,
            Word::Decline => Act::Decline,
            Word::Return => Act::Return,
            Word::Name if rest.is_empty() => return Err("say how others shall call you: `name TEXT`".to_owned()),
            Word::Name => Act::Name(rest.to_owned()),
            Word::Computer => {
                let seat = rest.split_once(' ').and_then(|(seat, player)| Some((seat.parse().ok()?, player.trim())));
                match seat {
                    Some((seat, player)) if (1..=self.room().chairs.len()).contains(&seat) => {
                        Act::Computer { seat: seat - 1, player: player.to_owned() }
                    }
                    _ => return Err("say who plays where: `computer 2 medium`".to_owned()),
                }
            }
            word => return Err(format!("`{}` is for games at this machine", crate::word::text(word))),
        };
        if self.room().seat.is_none() {
            return Err("you watch; only players can do that".to_owned());
        }
        self.wire.wish(act);
        Ok(())
    }

    /// What is offered, in words, with the words that answer.
    pub fn offers(&self) -> Vec<String> {
        let offers = &self.room().offers;
        let kinds = [
            ("takeback", "to take back", &offers.takeback),
            ("draw", "a draw", &offers.draw),
            ("rematch", "a rematch", &offers.rematch),
        ];
        let mut lines = Vec::new();
        for (word, what, seats) in kinds {
            for &seat in seats {
                lines.push(match self.room().seat {
                    Some(own) if own == seat => format!("you offer {what}; `decline` takes it back"),
                    Some(_) => format!("{} offers {what}: `{word}` agrees, `decline` refuses", self.name(seat)),
                    None => format!("{} offers {what}", self.name(seat)),
                });
            }
        }
        for &(seat, by) in &offers.replace {
            lines.push(format!(
                "{} wants a computer for {}: `computer {} LEVEL`",
                self.name(by),
                self.name(seat),
                seat + 1
            ));
        }
        let own = self.room().seat.and_then(|seat| self.room().chairs.get(seat));
        if own.is_some_and(|chair| matches!(chair.who, Who::Computer(_))) {
            lines.push("a computer plays for you: `return` takes your seat back".to_owned());
        }
        if let Some(next) = self.room().next.as_ref().filter(|_| self.room().is_over()) {
            lines.push(format!("the rematch is in room {}: `rematch` goes there", clean(&code::spaced(next))));
        }
        lines
    }

    /// Goes to the room of the rematch, if there is one; with the same secret, a free seat, or to watch.
    pub fn next(&self) -> Option<anyhow::Result<Entry>> {
        let room = self.room().next.as_ref()?;
        let ticket = self.tickets.find(self.server.base(), &self.room().room);
        if let Some(ticket) = ticket.filter(|_| self.tickets.find(self.server.base(), room).is_none()) {
            self.tickets.keep(self.server.base(), &Ticket { room: room.clone(), ..ticket });
        }
        Some(if self.room().seat.is_some() { self.server.enter(room, &self.tickets) } else { self.server.watch(room) })
    }

    /// Where secrets are kept.
    pub fn tickets(&self) -> &Tickets {
        &self.tickets
    }
}
