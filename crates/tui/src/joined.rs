//! A room that was entered: the game in it, the socket that carries it, and where the seat's secret is kept.

use agon_client::{Effect, Intent, Offer, Online, Proposal, Refusal, Venue, words};
use agon_rules::Seat;
use agon_wire::{Act, Phrase, Ticket, code};

use crate::server::{Entry, Server, clean};
use crate::socket::{Heard, Socket};
use crate::tickets::Tickets;
use crate::word::{self, Word};

/// After this many milliseconds without anybody, a player who looks for one is offered a computer.
const NOBODY: u64 = 20_000;

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
            Word::Say => match Phrase::read(rest) {
                Some(phrase) => Intent::Ask(Act::Say(phrase)),
                None => {
                    let known = Phrase::ALL.map(|(_, word)| word.replace('_', " "));
                    return Err(format!("you can say: `{}`", known.join("`, `")));
                }
            },
            Word::Report => match self.seat(rest) {
                Some(seat) => Intent::Ask(Act::Report { seat }),
                None => return Err("say who: `report 2` reports player 2".to_owned()),
            },
            word => return Err(format!("`{}` is for games at this device", word::text(word))),
        })
    }

    /// Whether somebody is looked for in the lobby.
    pub fn is_looking(&self) -> bool {
        self.online.is_waiting() && !self.online.listing().is_private()
    }

    /// What can be done when nobody has come for a while.
    pub fn nobody_yet(&self) -> Option<String> {
        let seat = *self.online.open_seats().first().filter(|_| self.is_looking() && self.now() >= NOBODY)?;
        Some(format!("Nobody yet. `computer {} medium` lets you play a computer instead.", seat + 1))
    }

    /// The seat of a number as people count.
    fn seat(&self, number: &str) -> Option<Seat> {
        number.parse::<Seat>().ok().and_then(|number| number.checked_sub(1)).filter(|seat| *seat < self.online.seats())
    }

    /// Listens to a player no longer, or again; what to tell of it.
    pub fn mute(&mut self, number: &str) -> String {
        let Some(seat) = self.seat(number).filter(|seat| self.online.seat() != Some(*seat)) else {
            return "say who: `mute 2` hides what player 2 says".to_owned();
        };
        self.online.mute(seat);
        let name = clean(&words::name(&self.online.name(seat)).to_string());
        if self.online.is_muted(seat) { format!("{name} is muted") } else { format!("you hear {name} again") }
    }

    /// That the result counts, and how strong the players are; none where it does not.
    pub fn rated(&self) -> Option<String> {
        let room = self.online.room().filter(|room| room.rated)?;
        let player = |known: &agon_wire::Known| {
            let change = known.change.map(|change| format!(" ({change:+})")).unwrap_or_default();
            format!("{} has {}{change}", known.seat + 1, known.shown())
        };
        let players: Vec<String> = room.players.iter().map(player).collect();
        Some(format!("rated: {}", players.join(", ")))
    }

    /// What is said and offered, each with the words that answer.
    pub fn offers(&self) -> Vec<String> {
        let said = (0..self.online.seats()).filter_map(|seat| Some((seat, self.online.said(seat)?)));
        let mut lines: Vec<String> =
            said.map(|(seat, phrase)| words::says(&self.online.name(seat), phrase).to_string()).collect();
        lines.extend(self.online.offers().iter().map(|offer| self.offer(offer)));
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
