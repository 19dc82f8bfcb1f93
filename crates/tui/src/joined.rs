//! A room that was entered: the game in it, the socket that carries it, and where the seat's secret is kept.

use agon_client::{Effect, Intent, Offer, Online, Proposal, Refusal, Venue, words};
use agon_wire::{Act, Ticket, code};

use crate::server::{Entry, Server, clean};
use crate::socket::{Heard, Socket};
use crate::tickets::Tickets;
use crate::word::{self, Word};

/// A room that was entered.
pub struct Joined {
    /// the game
    pub online: Online,
    /// where it is
    pub server: Server,
    tickets: Tickets,
    socket: Socket,
}

impl Joined {
    /// The room of an entry; `heard` is told of everything at the socket, and hands it to [`Joined::hear`].
    pub fn new(
        server: Server,
        tickets: Tickets,
        entry: Entry,
        seed: u64,
        heard: impl Fn(Heard) + Send + 'static,
    ) -> Self {
        let Entry { ticket, room } = entry;
        let socket = Socket::open(server.socket(), seed, heard);
        Joined { online: Online::new(ticket, seed, Some(room)), server, tickets, socket }
    }

    /// The session's time, in milliseconds.
    pub fn now(&self) -> u64 {
        self.socket.now()
    }

    /// Takes in what happened at the socket, and says what follows; none when it concerns another room or a connection
    /// that was given up.
    pub fn hear(&mut self, heard: Heard) -> Option<Vec<Effect>> {
        if !self.socket.is_current(&heard) {
            return None;
        }
        let effects = self.online.hear(self.now(), heard.event);
        Some(self.carry_out(effects))
    }

    /// Asks the server for what the player wants.
    pub fn act(&mut self, intent: Intent) -> Result<Vec<Effect>, Refusal> {
        let effects = self.online.act(self.now(), intent)?;
        Ok(self.carry_out(effects))
    }

    /// Hands the socket its part, and gives the rest back.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let mut rest = Vec::new();
        for effect in effects {
            match effect {
                Effect::Socket(effect) => self.socket.perform(effect),
                effect => rest.push(effect),
            }
        }
        rest
    }

    /// What a word means in a room, or how it is used.
    pub fn intent(&self, word: Word, rest: &str) -> Result<Intent, String> {
        Ok(match word {
            Word::Resign => Intent::Resign,
            Word::Takeback | Word::Undo => Intent::Takeback,
            Word::Draw => Intent::Ask(Act::Draw),
            Word::Rematch | Word::Again => Intent::Ask(Act::Rematch),
            Word::Decline => Intent::Ask(Act::Decline),
            Word::Return => Intent::Ask(Act::Return),
            Word::Name if rest.is_empty() => return Err("say what others should call you: `name TEXT`".to_owned()),
            Word::Name => Intent::Ask(Act::Name(rest.to_owned())),
            Word::Computer => {
                let seat = rest.split_once(' ').and_then(|(seat, player)| Some((seat.parse().ok()?, player.trim())));
                match seat {
                    Some((seat, player)) if (1..=self.online.seats()).contains(&seat) => {
                        Intent::Ask(Act::Computer { seat: seat - 1, player: player.to_owned() })
                    }
                    _ => return Err("say who plays where: `computer 2 medium`".to_owned()),
                }
            }
            word => return Err(format!("`{}` is for games at this device", word::text(word))),
        })
    }

    /// What is offered, each with the words that answer.
    pub fn offers(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.online.offers().iter().map(|offer| self.offer(offer)).collect();
        if self.online.is_replaced() {
            lines.push("a computer plays for you: `return` takes your seat back".to_owned());
        }
        if let Some(next) = self.online.next().filter(|_| self.online.ending().is_some()) {
            lines.push(format!("the rematch is in room {}: `rematch` goes there", code::spaced(next)));
        }
        lines.iter().map(|line| clean(line)).collect()
    }

    fn offer(&self, offer: &Offer) -> String {
        let sentence = words::offer(offer, &|seat| self.online.name(seat)).to_string();
        let agree = match offer.proposal {
            Proposal::Takeback => "takeback".to_owned(),
            Proposal::Draw => "draw".to_owned(),
            Proposal::Rematch => "rematch".to_owned(),
            Proposal::Replace(seat) => format!("computer {} LEVEL", seat + 1),
        };
        match self.online.seat() {
            Some(own) if own == offer.by => format!("{sentence}; `decline` takes it back"),
            Some(_) => format!("{sentence}: `{agree}` agrees, `decline` refuses"),
            None => sentence,
        }
    }

    /// Goes to the room of the rematch, if there is one: with the same secret, to a free seat, or to watch.
    pub fn next(&self) -> Option<anyhow::Result<Entry>> {
        let (next, old) = (self.online.next()?, self.online.room()?);
        let ticket = self.tickets.find(self.server.base(), &old.room);
        if let Some(ticket) = ticket.filter(|_| self.tickets.find(self.server.base(), next).is_none()) {
            self.tickets.keep(self.server.base(), &Ticket { room: next.to_owned(), ..ticket });
        }
        Some(if old.seat.is_some() { self.server.enter(next, &self.tickets) } else { self.server.watch(next) })
    }

    /// Where secrets are kept.
    pub fn tickets(&self) -> &Tickets {
        &self.tickets
    }
}
