//! The client's side of a room as a state machine: events go in, effects come out.
//!
//! It makes no move by itself: it shows the newest view that the server has sent. It has no I/O, clock or chance of its
//! own: its driver tells it the time in milliseconds, opens and closes the socket, and provides a seed.

use agon_rules::{Seat, Text, text};

use crate::close::Close;
use crate::line::{Line, Link};
use crate::message::{Act, Code, OLDEST, Refusal, ToClient, ToServer, VERSION, hear};
use crate::retry::Loss;
use crate::room::{RoomView, Ticket};
use crate::say::say;

/// What can happen to a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// the socket is open
    Connected,
    /// a text message has arrived
    Received(String),
    /// the socket was closed, with its close code if there was one, or could not be opened
    Closed(Option<u16>),
    /// time has passed
    Tick,
    /// the player wants to do something
    Wish(Act),
}

/// What the driver must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// open a socket; forget the one before, and report nothing more of it
    Connect,
    /// send this text
    Send(String),
    /// close the socket, and report nothing more of it
    Close,
    /// draw the room and the state of the connection again
    Show,
    /// tell the player this
    Tell(Text),
}

/// A request that is not answered yet.
#[derive(Clone, Debug)]
struct Pending {
    id: u64,
    act: Act,
    /// how many moves had been made
    ply: usize,
    /// when it was sent over the present connection
    sent: Option<u64>,
}

impl Pending {
    /// Whether a view shows that it was done. Only moves can be recognized.
    fn is_in(&self, room: &RoomView) -> bool {
        let Act::Play { revision, text } = &self.act else { return false };
        let step = room.view.history.get(self.ply);
        room.revision > *revision && step.is_some_and(|step| Some(step.seat) == room.seat && step.text == *text)
    }
}

/// The client's side of a room.
#[derive(Clone, Debug)]
pub struct Session {
    ticket: Ticket,
    line: Line,
    room: Option<RoomView>,
    /// when the room was received
    received: u64,
    pending: Option<Pending>,
    /// what is wanted once that is answered
    after: Option<Act>,
    /// the `revision` that a stored move of ours has answered, while no view shows it yet
    made: Option<u64>,
    next: u64,
    /// the version of the protocol to say hello with
    version: u32,
}

impl Session {
    /// A session for the holder of a ticket. The first [`Event::Tick`] connects.
    pub fn new(ticket: Ticket, seed: u64) -> Self {
        let (line, version) = (Line::new(seed), VERSION);
        Session { ticket, line, room: None, received: 0, pending: None, after: None, made: None, next: 1, version }
    }

    /// The state of the connection.
    pub fn link(&self) -> &Link {
        &self.line.link
    }

    /// The newest view of the room.
    pub fn room(&self) -> Option<&RoomView> {
        self.room.as_ref()
    }

    /// Whether a request of the player is still unanswered.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Milliseconds a seat has left now; the clock runs for the seat to move.
    pub fn left(&self, seat: Seat, now: u64) -> Option<u64> {
        let room = self.room.as_ref()?;
        let left = room.chairs.get(seat)?.left_ms?;
        let runs = room.started && !room.is_over() && room.view.turn == Some(seat);
        Some(if runs { left.saturating_sub(now.saturating_sub(self.received)) } else { left })
    }

    /// Handles one event; returns the effects, in order.
    pub fn step(&mut self, now: u64, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        if !matches!(self.line.link, Link::Ended(_)) {
            match event {
                Event::Connected => self.greet(now, &mut out),
                Event::Received(text) => self.receive(now, &text, &mut out),
                Event::Closed(code) => self.lose(now, Loss::Closed(code.and_then(Close::read)), &mut out),
                Event::Tick => self.tick(now, &mut out),
                Event::Wish(act) => self.wish(now, act, &mut out),
            }
            if let Some(act) = self.after.take_if(|_| self.pending.is_none()) {
                self.wish(now, act, &mut out);
            }
        }
        out
    }

    fn greet(&mut self, now: u64, out: &mut Vec<Effect>) {
        if self.line.opened(now) {
            let Ticket { room, token, .. } = self.ticket.clone();
            out.push(Effect::Send(say(&ToServer::Hello { v: self.version, room, token })));
        }
    }

    fn tick(&mut self, now: u64, out: &mut Vec<Effect>) {
        let unanswered = self.pending.as_ref().and_then(|pending| pending.sent);
        if self.line.tick(now, unanswered, out) {
            out.push(Effect::Close);
            self.lose(now, Loss::Silent, out);
        }
    }

    fn lose(&mut self, now: u64, loss: Loss, out: &mut Vec<Effect>) {
        if !self.line.lose(now, loss) {
            return;
        }
        if let Some(pending) = &mut self.pending {
            pending.sent = None;
        }
        if let Link::Ended(why) = &self.line.link {
            (self.pending, self.after) = (None, None);
            out.push(Effect::Tell(why.clone()));
        }
        if self.after.take_if(|act| !harmless(act)).is_some() {
            out.push(not_connected());
        }
        out.push(Effect::Show);
    }

    fn receive(&mut self, now: u64, text: &str, out: &mut Vec<Effect>) {
        if !self.line.heard(now) {
            return;
        }
        match hear(text) {
            Some(ToClient::View(room)) if room.is_sound() => self.see(now, *room, out),
            Some(ToClient::Presence(presence)) => {
                if let Some(room) = self.room.as_mut().filter(|_| self.line.link == Link::Live)
                    && room.note(&presence)
                {
                    if !presence.left_ms.is_empty() {
                        self.received = now;
                    }
                    out.push(Effect::Show);
                }
            }
            Some(ToClient::Done { id }) => {
                if let Some(Pending { act: Act::Play { revision, .. }, .. }) = self.answered(id) {
                    self.made = Some(revision);
                }
            }
            Some(ToClient::Refused { id: Some(id), refusal }) => {
                if let Some(pending) = self.answered(id) {
                    self.refused(&pending, refusal, out);
                }
            }
            // An older server: it is spoken to in its own way.
            Some(ToClient::Refused { id: None, refusal })
                if self.line.link == Link::Connecting && refusal.code == Code::Version && self.version > OLDEST =>
            {
                self.version = OLDEST;
                self.line.make_again(now);
                out.push(Effect::Close);
            }
            Some(ToClient::Refused { id: None, refusal }) if self.line.link == Link::Connecting => {
                out.push(Effect::Close);
                let told = out.len();
                self.lose(now, Loss::Refused(refusal.code), out);
                // Why it is given up for good was told already.
                if !matches!(self.line.link, Link::Ended(_)) {
                    out.insert(told, Effect::Tell(refusal.text));
                }
            }
            Some(ToClient::Refused { id: None, refusal }) => out.push(Effect::Tell(refusal.text)),
            Some(ToClient::Pong) => {}
            Some(ToClient::View(_) | ToClient::Lobby(_) | ToClient::LobbyChange(_)) | None => {
                let why = text!("the server sent something this client cannot read; is the client up to date?");
                out.push(Effect::Tell(why));
            }
        }
    }

    /// The request that an answer with this number belongs to; none for an answer that comes twice or to another request.
    fn answered(&mut self, id: u64) -> Option<Pending> {
        self.pending.take_if(|pending| pending.id == id && pending.sent.is_some())
    }

    fn refused(&mut self, pending: &Pending, refusal: Refusal, out: &mut Vec<Effect>) {
        match (&pending.act, refusal.code) {
            (Act::Play { text, .. }, Code::Stale) => {
                out.extend([not_played(text), Effect::Show]);
            }
            _ => out.push(Effect::Tell(refusal.text)),
        }
    }

    /// A view has arrived: a newer one is shown, an older one dropped. The first one of a connection means we are in.
    fn see(&mut self, now: u64, room: RoomView, out: &mut Vec<Effect>) {
        let fresh = self.line.entered(now);
        // Players who come and go change the view but not the version; so does the clock.
        let newer = self.room.as_ref().is_none_or(|old| room.version >= old.version);
        if newer {
            self.made = self.made.filter(|&revision| revision >= room.revision);
            // A view that shows a move confirms it; its own answer comes before or after.
            self.pending.take_if(|pending| pending.is_in(&room));
            (self.room, self.received) = (Some(room), now);
        }
        if newer || fresh {
            out.push(Effect::Show);
        }
        if fresh {
            self.resume(now, out);
        }
    }

    /// Sends an unanswered request again after the connection was lost, where repeating it is harmless.
    fn resume(&mut self, now: u64, out: &mut Vec<Effect>) {
        let (Some(room), Some(pending)) = (&self.room, &self.pending) else { return };
        let mine = room.seat.is_some() && room.view.turn == room.seat && !room.is_over();
        let again = match &pending.act {
            Act::Play { revision, .. } => *revision == room.revision && mine,
            Act::Resign => !room.is_over(),
            act => harmless(act),
        };
        if again {
            return self.send(now, out);
        }
        if let Act::Play { text, .. } = &pending.act {
            if !pending.is_in(room) {
                out.push(not_played(text));
            }
        } else if !harmless(&pending.act) {
            let why = text!("the connection was lost before the server answered; try again if you still want this");
            out.push(Effect::Tell(why));
        }
        self.pending = None;
    }

    fn send(&mut self, now: u64, out: &mut Vec<Effect>) {
        if let Some(pending) = &mut self.pending {
            pending.sent = Some(now);
            out.push(Effect::Send(say(&ToServer::Do { id: pending.id, act: pending.act.clone() })));
        }
    }

    fn wish(&mut self, now: u64, act: Act, out: &mut Vec<Effect>) {
        let Some(room) = &self.room else { return out.push(Effect::Tell(text!("not connected yet; wait a moment"))) };
        let live = self.line.link == Link::Live;
        match (&act, &self.pending) {
            (Act::Play { revision, .. }, _) if *revision != room.revision || self.made == Some(*revision) => {
                return out.push(Effect::Tell(text!("the position has changed; choose your move again")));
            }
            (act, _) if !live && !harmless(act) => return out.push(not_connected()),
            // No answer has come, so the player may choose again: at most one of the two moves is made.
            (Act::Play { .. }, Some(Pending { act: Act::Play { .. }, .. })) if !live => {}
            (act, Some(pending)) if self.after.is_none() && follows(act, &pending.act) => {
                self.after = Some(act.clone());
                return;
            }
            (_, Some(_)) => {
                return out.push(Effect::Tell(text!("please wait; your last request has not been answered yet")));
            }
            (_, None) => {}
        }
        self.pending = Some(Pending { id: self.next, act, ply: room.view.ply, sent: None });
        self.next += 1;
        if live {
            self.send(now, out);
        }
    }
}

fn not_played(notation: &str) -> Effect {
    Effect::Tell(text!("`{text}` was not played: the position has changed", text = notation))
}

fn not_connected() -> Effect {
    Effect::Tell(text!("not connected; try again once the connection is back"))
}

/// Whether a player who has just asked for one thing can want the other besides. Somebody who clicks twice wants it once.
fn follows(act: &Act, earlier: &Act) -> bool {
    act != earlier && !matches!((act, earlier), (Act::Play { .. }, Act::Play { .. }))
}

/// Whether repeating a request, or sending it later, is harmless. A repeated offer may count as a new one.
fn harmless(act: &Act) -> bool {
    match act {
        Act::Play { .. } | Act::Resign | Act::Return | Act::Name(_) | Act::Withdraw => true,
        Act::Takeback | Act::Draw | Act::Decline | Act::Rematch | Act::Computer { .. } => false,
        // What is said later is said at the wrong moment.
        Act::Say(_) | Act::Report { .. } => false,
    }
}
