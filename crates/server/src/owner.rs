//! The task that owns a room in this process: it decides, stores, and only then answers and shows.
//!
//! What it is made of: `presence` (who is there), `lease` (which process runs clocks and computers), `clock` (when to
//! wake up unasked), `views` (what members see), `log` (storing and reading events), `act` (what players do), `look` (what
//! is done unasked), `think` (computer players), `seats` (who gets one) and `players` (whose names keys keep).

mod act;
mod clock;
mod lease;
mod log;
mod look;
mod players;
mod presence;
mod seats;
mod think;
mod views;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use agon_rules::{Seat, text};
use agon_wire::{Act, Code, Refusal, RoomView, Ticket};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use self::clock::Clock;
use self::lease::Lease;
use self::presence::{Connection, Presence};
use self::think::{Client, Thinking};
use self::views::Views;
pub(crate) use self::views::{Counts, Shown, message};
use crate::hub::Hub;
use crate::lobby::Notice;
use crate::member::{Member, Visitor};
use crate::players::Card;
use crate::room::{Lone, Outside, Room};
use crate::store::Word;

/// How many requests may wait for a room before those who send more must wait too.
const QUEUE: usize = 64;
/// How often a request is decided again because another process was quicker to append.
const TRIES: usize = 5;

/// Where the answer to a request goes. Nobody may be waiting for it any more.
pub(crate) type Answer<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to the task of a room.
pub(crate) enum Ask {
    /// Somebody connects: the player whose token it is, or a spectator.
    Enter { visitor: Visitor, answer: Answer<Member> },
    /// A connection has closed.
    Leave { member: u64 },
    /// Somebody does something, at an address if that is known.
    Act { by: By, from: Option<IpAddr>, act: Act, answer: Answer<()> },
    /// The room as somebody sees it.
    View { by: By, answer: Answer<RoomView> },
    /// Somebody takes an open seat, with a token of their own choice or a new one, perhaps with a key.
    Join { name: String, visitor: Visitor, player: Option<String>, answer: Answer<Ticket> },
    /// Somebody who waits in another room takes an open seat here.
    Seat { lone: Lone, answer: Answer<()> },
    /// The only player of this room goes to another one, where somebody waits for the same game.
    GoTo { room: String },
    /// A player has changed what is kept of them.
    Changed { player: String },
    /// A computer player has chosen its move at this revision, or could not.
    Thought { revision: u64, text: Option<String> },
    /// Another process has sent word.
    Heard(Word),
}

/// Who does something.
pub(crate) enum By {
    /// an HTTP client
    Visitor(Visitor),
    /// a connected member, whose token was checked
    Member(Option<Seat>),
}

/// The task of a room.
struct Owner {
    hub: Arc<Hub>,
    room: Room,
    presence: Presence,
    lease: Lease,
    clock: Clock,
    views: Views,
    /// whether somebody is here, or was a moment ago; otherwise computers pause
    attended: bool,
    /// for whom computers think
    client: Client,
    /// what the lobby says of the room
    notice: Notice,
    /// what is kept of players by their keys
    cards: Vec<Card>,
    /// the computer player that is thinking
    thinking: Option<Thinking>,
    /// whether the store has the room no more: an operator has closed it, or it has expired
    gone: bool,
    /// the own queue: members send to it, and computer players their moves
    asks: mpsc::WeakSender<Ask>,
}

/// Starts the task of a room from its stored events; none when these make no sense.
///
/// Servers have been running since `up`, by the store's clock.
pub(crate) fn spawn(hub: Arc<Hub>, up: u64, code: &str, events: &[String]) -> Option<mpsc::Sender<Ask>> {
    let now = hub.now();
    let room = Room::read(code, events, up, hub.time())?;
    let (send, asks) = mpsc::channel(QUEUE);
    let seats = room.seats().len();
    let owner = Owner {
        presence: Presence::new(seats, now),
        lease: Lease::default(),
        clock: Clock::new(hub.settings.idle),
        views: Views::new(seats),
        attended: false,
        client: Client { from: Ipv4Addr::UNSPECIFIED.into(), is_player: false },
        notice: Notice::new(hub.hall.clone(), code),
        cards: Vec::new(),
        thinking: None,
        gone: false,
        asks: send.downgrade(),
        hub,
        room,
    };
    tokio::spawn(owner.run(asks));
    Some(send)
}

impl Owner {
    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        self.meet_all().await;
        self.look().await;
        loop {
            let flag = self.clock.flag(self.time_left());
            // Requests go first, and after each one whatever has come due is done: neither keeps the other waiting, and
            // a simulation runs the same way again.
            tokio::select! {
                biased;
                ask = asks.recv() => match ask {
                    Some(ask) => {
                        // Word from another process does not keep a room in memory: two would keep each other there for ever.
                        if !matches!(ask, Ask::Heard(_)) {
                            self.clock.stay();
                        }
                        self.answer(ask).await;
                    }
                    None => return,
                },
                () = sleep_until(self.clock.wake(flag)) => {}
            }
            self.wake();
            if self.clock.is_time_to_tell() {
                self.tell();
            }
            if self.lease.take_wanted() {
                self.lease.renew(&self.hub, self.room.code()).await;
                self.think();
            }
            if flag.is_some_and(|flag| flag <= Instant::now()) {
                self.flag().await;
            }
            if self.clock.is_time_to_look() {
                self.look().await;
            }
            if self.gone {
                return self.hub.lose(self.room.code());
            }
            if self.clock.is_time_to_retire() && self.is_idle() && self.hub.forget(self.room.code(), &asks) {
                return;
            }
        }
    }

    /// Whether nobody is here and nothing will happen by itself.
    fn is_idle(&self) -> bool {
        self.presence.is_empty() && self.thinking.is_none() && !self.is_ticking()
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Enter { visitor, answer } => {
                let entered = self.enter(&visitor);
                let _ = answer.send(entered);
            }
            Ask::Leave { member } => {
                if self.presence.leave(member, self.hub.now()) {
                    self.clock.tell_soon();
                }
            }
            Ask::Act { by, from, act, answer } => {
                let done = match self.seat(&by) {
                    Ok(seat) => self.act(seat, from, &act).await,
                    Err(refusal) => Err(refusal),
                };
                let _ = answer.send(done);
            }
            Ask::View { by, answer } => {
                let view = self.seat(&by).map(|seat| self.view(seat));
                let _ = answer.send(view);
            }
            Ask::Join { name, visitor, player, answer } => {
                let joined = self.join(&name, visitor, player.as_deref()).await;
                let _ = answer.send(joined);
            }
            Ask::Seat { lone, answer } => {
                let sat = self.sit(&lone.name, &lone.key, lone.player.as_deref()).await.map(drop);
                let _ = answer.send(sat);
            }
            Ask::GoTo { room } => self.go_to(room).await,
            Ask::Changed { player } => self.meet_again(|known| known == player).await,
            Ask::Thought { revision, text } => self.thought(revision, text).await,
            Ask::Heard(word) => self.heard(word).await,
        }
    }

    /// The seat of a token.
    fn who(&self, token: Option<&str>) -> Result<Option<Seat>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        self.room
            .seat_of(token)
            .map(Some)
            .ok_or_else(|| Refusal::new(Code::Token, text!("this token does not belong to a seat in this room")))
    }

    fn enter(&mut self, visitor: &Visitor) -> Result<Member, Refusal> {
        let seat = self.who(visitor.token.as_deref())?;
        let task = self.asks.upgrade().ok_or_else(crate::hub::no_answer)?;
        let needs_views = visitor.needs_views();
        self.serve(seat, visitor);
        let id = self.presence.enter(Connection { seat, needs_views });
        self.clock.tell_soon();
        let shown = self.views.subscribe(seat);
        let seen = shown.borrow().counts;
        Ok(Member { seat, first: message(self.view(seat)), from: None, shown, seen, needs_views, id, task })
    }

    /// The seat of somebody. The player of an HTTP client counts as present for a while.
    fn seat(&mut self, by: &By) -> Result<Option<Seat>, Refusal> {
        let visitor = match by {
            By::Member(seat) => return Ok(*seat),
            By::Visitor(visitor) => visitor,
        };
        let seat = self.who(visitor.token.as_deref())?;
        self.serve(seat, visitor);
        if let Some(seat) = seat
            && self.presence.poll(seat, self.hub.now())
        {
            self.clock.tell_soon();
        }
        Ok(seat)
    }

    /// Tells everybody who has come and gone, here and at other processes.
    fn tell(&mut self) {
        self.announce();
        self.views.tell(&self.room.presence(&self.outside(), self.presence.watchers()));
        self.report_members();
    }

    fn outside(&self) -> Outside {
        Outside { now: self.hub.time(), away: self.presence.away(self.hub.now()) }
    }

    fn view(&self, seat: Option<Seat>) -> RoomView {
        self.introduce(self.room.view(seat, &self.outside(), self.presence.watchers()))
    }

    /// Sends everybody who is connected the newest view.
    fn show(&self) {
        let (outside, watchers) = (self.outside(), self.presence.watchers());
        self.views.show(|seat| self.introduce(self.room.view(seat, &outside, watchers)));
    }
}
