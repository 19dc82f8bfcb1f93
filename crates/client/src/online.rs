//! A game in a room: the session with the server, and what was seen of the game.
//!
//! Nothing is played here: a move is a wish, and what is shown is what the server has sent.

use agon_rules::{Note, Record, Seat, Step, Text, View};
use agon_wire::{Act, Clock, Event, Link, Listing, Phrase, RoomView, Session, Ticket, Who, code};

use crate::ending::{Cause, Ending};
use crate::name::Name;
use crate::offer::Offer;
use crate::seen::{Change, Seen};
use crate::venue::{Effect, Hindrance, Intent, Refusal, Venue};
use crate::words;

/// How the connection is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Connection {
    /// it is being made
    #[default]
    Connecting,
    /// everything is as it should be
    Live,
    /// something is on its way to the server
    Sending,
    /// the next try is made in this many seconds
    Waiting(u64),
    /// it is over for good, and why
    Ended(Text),
}

/// A game in a room.
pub struct Online {
    session: Session,
    /// none before the first room has come from the server
    seen: Option<Seen>,
    /// the room of the rematch was already announced
    announced: bool,
    /// what each player has said, as far as it was told here
    heard: Vec<Option<Phrase>>,
    /// players who are not listened to
    muted: Vec<Seat>,
}

impl Online {
    /// The room of a ticket, as it was seen when it was entered. The first [`Event::Tick`] connects.
    pub fn new(ticket: Ticket, seed: u64, room: Option<RoomView>) -> Self {
        Online {
            session: Session::new(ticket, seed),
            seen: room.map(Seen::new),
            announced: false,
            heard: Vec::new(),
            muted: Vec::new(),
        }
    }

    /// Takes in what happened at the socket, or that time has passed.
    pub fn hear(&mut self, now: u64, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        for effect in self.session.step(now, event) {
            match effect {
                agon_wire::Effect::Show => self.see(&mut out),
                agon_wire::Effect::Tell(text) => out.push(Effect::Tell(text)),
                socket => out.push(Effect::Socket(socket)),
            }
        }
        out
    }

    /// The session may hold a newer room.
    fn see(&mut self, out: &mut Vec<Effect>) {
        out.push(Effect::Around);
        let Some(room) = self.session.room() else { return };
        let before = self.ply();
        let change = match &mut self.seen {
            Some(seen) => seen.take(room),
            None => {
                self.seen = Some(Seen::new(room.clone()));
                Change::Game
            }
        };
        if change == Change::Game {
            out.push(Effect::Changed { from: before.min(room.view.ply) });
        }
        let said: Vec<Option<Phrase>> = room.chairs.iter().map(|chair| chair.said).collect();
        for (seat, phrase) in said.iter().enumerate() {
            // What was said before this member came is shown, but not told.
            if let (Some(phrase), Some(before)) = (phrase, self.heard.get(seat))
                && before != &Some(*phrase)
                && room.seat != Some(seat)
                && !self.muted.contains(&seat)
            {
                out.push(Effect::Said { seat, phrase: *phrase });
            }
        }
        self.heard = said;
        if let Some(next) = room.next.clone().filter(|_| room.seat.is_some() && !self.announced) {
            self.announced = true;
            out.push(Effect::Rematch(next));
        }
    }

    /// The newest room, once one has come.
    pub fn room(&self) -> Option<&RoomView> {
        self.seen.as_ref().map(Seen::room)
    }

    /// The seat of this member; none for spectators.
    pub fn seat(&self) -> Option<Seat> {
        self.room()?.seat
    }

    /// The code of the room as people read it.
    pub fn code(&self) -> String {
        self.room().map_or_else(String::new, |room| code::spaced(&room.room))
    }

    /// How the connection is.
    pub fn connection(&self, now: u64) -> Connection {
        match self.session.link() {
            Link::Connecting => Connection::Connecting,
            Link::Live if self.session.is_waiting() => Connection::Sending,
            Link::Live => Connection::Live,
            Link::Waiting { until } => Connection::Waiting(until.saturating_sub(now).div_ceil(1000)),
            Link::Ended(why) => Connection::Ended(why.clone()),
        }
    }

    /// Whether what is shown changes with time alone: a clock runs, or the next try to connect is counted down.
    pub fn is_ticking(&self) -> bool {
        let clock = self.turn().is_some() && self.room().is_some_and(|room| room.clock != Clock::None);
        clock || matches!(self.session.link(), Link::Waiting { .. })
    }

    /// Whether players are waited for.
    pub fn is_waiting(&self) -> bool {
        self.room().is_some_and(|room| !room.started && !room.is_over())
    }

    /// What is offered.
    pub fn offers(&self) -> Vec<Offer> {
        self.room().map(|room| Offer::all(&room.offers)).unwrap_or_default()
    }

    /// Whether a computer plays for this member, who may take the seat back.
    pub fn is_replaced(&self) -> bool {
        let own = self.room().and_then(|room| room.chairs.get(room.seat?));
        own.is_some_and(|chair| matches!(chair.who, Who::Computer(_)) && !chair.resigned)
    }

    /// Whether the seat to move is a computer's.
    pub fn is_computers_turn(&self) -> bool {
        let turn = self.turn().and_then(|turn| self.room()?.chairs.get(turn));
        turn.is_some_and(|chair| matches!(chair.who, Who::Computer(_)))
    }

    /// The seats that nobody has taken.
    pub fn open_seats(&self) -> Vec<Seat> {
        (0..self.seats()).filter(|&seat| self.name(seat) == Name::Open).collect()
    }

    /// Who is told of the room.
    pub fn listing(&self) -> Listing {
        self.room().map(|room| room.listing).unwrap_or_default()
    }

    /// What a player has said since their last move, unless they are muted.
    pub fn said(&self, seat: Seat) -> Option<Phrase> {
        self.room()?.chairs.get(seat)?.said.filter(|_| !self.muted.contains(&seat))
    }

    /// Whether a player is not listened to.
    pub fn is_muted(&self, seat: Seat) -> bool {
        self.muted.contains(&seat)
    }

    /// Listens to a player no longer, or again.
    pub fn mute(&mut self, seat: Seat) {
        let before = self.muted.len();
        self.muted.retain(|other| *other != seat);
        if self.muted.len() == before {
            self.muted.push(seat);
        }
    }

    /// The other people at the table, also those for whom a computer plays on.
    pub fn others(&self) -> Vec<Seat> {
        let chairs = self.room().map(|room| room.chairs.as_slice()).unwrap_or_default();
        let is_person = |seat: &Seat| chairs[*seat].who == Who::Human || chairs[*seat].resigned;
        (0..chairs.len()).filter(|seat| self.seat() != Some(*seat)).filter(is_person).collect()
    }

    /// The room of the rematch, once there is one; before the start, the room where somebody waits for the same game.
    pub fn next(&self) -> Option<&str> {
        self.room()?.next.as_deref()
    }

    /// The record of the whole game, once it is over.
    pub fn record(&self) -> Option<Record> {
        self.record_at(usize::MAX)
    }
}

impl Venue for Online {
    fn game(&self) -> &str {
        self.room().map_or("", |room| &room.game)
    }

    fn options(&self) -> Vec<(String, String)> {
        self.room().map(|room| room.options.clone()).unwrap_or_default()
    }

    fn seats(&self) -> usize {
        self.room().map_or(0, |room| room.chairs.len())
    }

    fn ply(&self) -> usize {
        self.room().map_or(0, |room| room.view.ply)
    }

    fn name(&self, seat: Seat) -> Name {
        let Some(chair) = self.room().and_then(|room| room.chairs.get(seat)) else { return Name::Open };
        match &chair.who {
            _ if self.seat() == Some(seat) => Name::You,
            Who::Open => Name::Open,
            Who::Computer(player) if !chair.resigned => Name::Computer(player.clone()),
            _ if chair.name.is_empty() => Name::Player(seat),
            _ => Name::Called(chair.name.clone()),
        }
    }

    fn is_away(&self, seat: Seat) -> bool {
        let chair = self.room().and_then(|room| room.chairs.get(seat));
        self.seat() != Some(seat) && chair.is_some_and(|chair| chair.who == Who::Human && !chair.here)
    }

    fn has_resigned(&self, seat: Seat) -> bool {
        self.room().and_then(|room| room.chairs.get(seat)).is_some_and(|chair| chair.resigned)
    }

    fn people(&self) -> Vec<Seat> {
        self.seat().into_iter().collect()
    }

    fn turn(&self) -> Option<Seat> {
        self.room().filter(|room| room.started && !room.is_over())?.view.turn
    }

    fn hindrance(&self) -> Option<Hindrance> {
        let Some(room) = self.room() else { return Some(Hindrance::NotStarted) };
        match self.turn() {
            _ if room.is_over() => Some(Hindrance::Over),
            _ if room.seat.is_none() => Some(Hindrance::Watching),
            None => Some(Hindrance::NotStarted),
            turn if turn == room.seat => None,
            Some(turn) => Some(Hindrance::TurnOf(turn)),
        }
    }

    fn view(&self) -> View {
        let Some(room) = self.room() else { return nothing() };
        let mut view = room.view.clone();
        if self.hindrance().is_some() {
            view.choices.clear();
        }
        if let Some(ending) = self.ending() {
            view.turn = None;
            view.prompt = words::ending(&ending, &|seat| self.name(seat));
        }
        view
    }

    fn view_at(&self, ply: usize) -> Option<View> {
        self.seen.as_ref()?.view_at(ply)
    }

    fn history(&self) -> Vec<Step> {
        self.room().map(|room| room.view.history.clone()).unwrap_or_default()
    }

    fn record_at(&self, ply: usize) -> Option<Record> {
        let mut record = self.seen.as_ref().filter(|seen| seen.room().is_over())?.record()?;
        record.moves.truncate(ply);
        Some(record)
    }

    fn may_rate(&self, ply: usize) -> bool {
        let over = self.seen.as_ref().filter(|seen| seen.room().is_over());
        over.and_then(Seen::table).is_some_and(|table| ply < table.ply() || table.turn().is_some())
    }

    fn review(&self) -> Option<Record> {
        self.record().filter(|record| !record.moves.is_empty())
    }

    fn preview(&self, _: &str) -> Vec<Note> {
        // What the server holds hidden decides what follows.
        Vec::new()
    }

    fn ending(&self) -> Option<Ending> {
        let room = self.room()?;
        let mut ending = match &room.ending {
            Some(why) => Ending { winners: Vec::new(), scores: Vec::new(), by: Cause::Early(why.clone()) },
            None => Ending::by_rules(room.view.outcome.as_ref()?),
        };
        // The rules do not know who has resigned; the room does.
        if let Some(winners) = &room.winners {
            ending.winners.clone_from(winners);
        }
        Some(ending)
    }

    fn clock(&self, seat: Seat, now: u64) -> Option<u64> {
        match self.session.room() {
            Some(_) => self.session.left(seat, now),
            None => self.room()?.chairs.get(seat)?.left_ms,
        }
    }

    fn act(&mut self, now: u64, intent: Intent) -> Result<Vec<Effect>, Refusal> {
        let act = match intent {
            Intent::Play(text) => match (self.hindrance(), self.room()) {
                (None, Some(room)) => Act::Play { revision: room.revision, text },
                (why, _) => return Err(Refusal::Hindered(why.unwrap_or(Hindrance::NotStarted))),
            },
            Intent::Takeback => Act::Takeback,
            Intent::Resign => Act::Resign,
            Intent::Ask(act) => act,
            Intent::Redo | Intent::Branch(_) | Intent::Restart => return Err(Refusal::OnlyHere),
        };
        if self.room().is_some() && self.seat().is_none() {
            return Err(Refusal::Watching);
        }
        Ok(self.hear(now, Event::Wish(act)))
    }
}

/// What is on the screen before the first room has come.
fn nothing() -> View {
    View {
        ply: 0,
        zones: Vec::new(),
        choices: Vec::new(),
        history: Vec::new(),
        prompt: Text::default(),
        question: Text::default(),
        turn: None,
        scores: Vec::new(),
        total: None,
        notes: Vec::new(),
        position: String::new(),
        outcome: None,
        goal: Text::default(),
        roles: Vec::new(),
        end: None,
    }
}
