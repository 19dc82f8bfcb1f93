//! One WebSocket: reads wishes, writes the newest views, and lets go of whoever does not keep up.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_wire::{Code, LONGEST, Refusal, ToClient, ToServer, VERSION, read, write};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout, timeout_at};

use crate::api::{self, Refused};
use crate::http::{Caller, Server};
use crate::hub::Member;
use crate::limits;

/// Whoever says nothing at first is let go after so long.
const HELLO: Duration = Duration::from_secs(5);
/// A message that is not taken in so long is not sent.
const SEND: Duration = Duration::from_secs(5);

/// How signs of life are asked for.
struct Pulse {
    /// how often
    ping: Duration,
    /// whoever gives none for so long is gone
    dead: Duration,
}

/// Players are asked often: others see within three seconds that they are gone. Of four pings one answer is enough, and
/// it may take two seconds on a busy machine.
const PLAYER: Pulse = Pulse { ping: Duration::from_millis(600), dead: Duration::from_millis(2700) };
/// Spectators may be silent for longer, and are asked more rarely.
const SPECTATOR: Pulse = Pulse { ping: Duration::from_secs(10), dead: Duration::from_secs(25) };
/// Whoever sends more pings and pongs in a minute is up to no good: players are asked for 100.
const SIGNS: u32 = 600;

/// Why a socket is closed.
const NO_ROOM: u16 = 4004;
const SLOW: u16 = 4008;
const POLICY: u16 = 1008;
const TOO_LONG: u16 = 1009;
const RESTART: u16 = 1012;
const LATER: u16 = 1013;
const OTHER_VERSION: u16 = 4426;

/// Takes a socket, unless a foreign page opens it or there are too many.
pub(crate) async fn open(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(why) => {
            return api::malformed(why.status(), format!("this address is for WebSockets: {}", why.body_text()));
        }
    };
    if !origin_is_ours(&server, &headers) {
        return Refused::from(Refusal::new(Code::NotSeated, "this page may not open a socket here")).into_response();
    }
    let Some(place) = server.take_socket(from) else {
        return Refused::from(Refusal::new(Code::Slow, "too many sockets from this address")).into_response();
    };
    upgrade
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| async move {
            let _place = place;
            let _busy = server.tracker();
            serve(server, from, socket).await;
        })
}

/// Whether the page that opens the socket is this server's own; a program that is no browser sends no origin.
fn origin_is_ours(server: &Server, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    // Of two that are said one may be a lie.
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own =
        ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host) && !host.is_empty());
    own || server.origins.iter().any(|known| known == origin)
}

async fn serve(server: Arc<Server>, from: IpAddr, mut socket: WebSocket) {
    metrics::gauge!("agon_sockets").increment(1.0);
    let (code, why) = match greet(&server, from, &mut socket).await {
        Ok((room, member)) => {
            let id = member.id;
            let end = talk(&server, &room, member, &mut socket).await;
            server.hub.leave(&room, id).await;
            end
        }
        Err(end) => end,
    };
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
    metrics::gauge!("agon_sockets").decrement(1.0);
}

type End = (u16, &'static str);

/// The first message says who comes and where to.
async fn greet(server: &Arc<Server>, from: IpAddr, socket: &mut WebSocket) -> Result<(String, Member), End> {
    let first = timeout(HELLO, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return Err((POLICY, "say hello first")) };
    let refused = match read(&text) {
        Ok(ToServer::Hello { v, .. }) if v != VERSION => (
            Refusal::new(Code::Version, format!("this server speaks version {VERSION}; reload or update")),
            OTHER_VERSION,
        ),
        Ok(ToServer::Hello { token: None, .. }) if server.limits.is_barred(from) => (limits::slow(), LATER),
        Ok(ToServer::Hello { room, token, .. }) => match server.hub.enter(&room, token).await {
            Ok(member) => return Ok((room, member)),
            Err(refusal) => {
                // Only what will never work is said to: a store that is away for a moment is no reason to give up.
                let code = if matches!(refusal.code, Code::NoRoom | Code::Token) { NO_ROOM } else { LATER };
                (server.limits.miss(from, refusal), code)
            }
        },
        Ok(_) => (Refusal::new(Code::Malformed, "the first message must be `hello`"), POLICY),
        Err(refusal) => (refusal, POLICY),
    };
    let text = write(&ToClient::Refused { id: None, refusal: refused.0 });
    let _ = timeout(SEND, socket.send(Message::Text(text.into()))).await;
    Err((refused.1, "see the message before"))
}

/// Reads and writes until one side has enough.
async fn talk(server: &Arc<Server>, room: &str, mut member: Member, socket: &mut WebSocket) -> End {
    let pulse = if member.seat.is_some() { PLAYER } else { SPECTATOR };
    let mut pings = interval(pulse.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut dead = Instant::now() + pulse.dead;
    let mut closing = server.closing();
    let messages = server.limits.quotas.messages;
    let (mut budget, mut signs) = (Budget::new(messages), Budget::new(messages.max(SIGNS)));
    member.views.mark_changed();
    loop {
        // In an order that starves nobody, rather than by chance, so that a simulation can be run again: whoever sends so
        // much that nothing else is done sends too much, and what has arrived is a sign of life.
        tokio::select! {
            biased;
            _ = closing.changed() => return (RESTART, "the server restarts"),
            message = socket.recv() => {
                dead = Instant::now() + pulse.dead;
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => return broken(error),
                    None => return (1000, ""),
                };
                let text = match message {
                    Message::Text(text) => text,
                    Message::Close(_) => return (1000, ""),
                    Message::Ping(_) | Message::Pong(_) if signs.take() => continue,
                    Message::Ping(_) | Message::Pong(_) => return (POLICY, "too many messages"),
                    Message::Binary(_) => return (1003, "text only"),
                };
                if !budget.take() {
                    return (POLICY, "too many messages");
                }
                let answer = answer(server, room, &member, &text).await;
                // While the store was waited for nothing was read: that is no silence of theirs.
                dead = Instant::now() + pulse.dead;
                if !send(socket, Message::Text(write(&answer).into()), dead).await {
                    return (SLOW, "too slow");
                }
                // Whoever answers an older state is shown the newest, even if it was sent before.
                if let ToClient::Refused { refusal: Refusal { code: Code::Stale, .. }, .. } = answer {
                    member.views.mark_changed();
                }
            }
            _ = pings.tick() => {
                if !send(socket, Message::Ping(Default::default()), dead).await {
                    return (SLOW, "too slow");
                }
            }
            () = sleep_until(dead) => return (SLOW, "no sign of life"),
            changed = member.views.changed() => {
                if changed.is_err() {
                    return (RESTART, "the room was closed");
                }
                let view = member.views.borrow_and_update().clone();
                if !view.is_empty() && !send(socket, Message::Text(view), dead).await {
                    return (SLOW, "too slow");
                }
            }
        }
    }
}

/// Whether a message was taken in time; nobody is waited for beyond the moment they count as dead.
async fn send(socket: &mut WebSocket, message: Message, dead: Instant) -> bool {
    let latest = dead.min(Instant::now() + SEND);
    matches!(timeout_at(latest, socket.send(message)).await, Ok(Ok(())))
}

/// What is said to whoever sends what is no message.
fn broken(error: axum::Error) -> End {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => (TOO_LONG, "a message has at most 4096 bytes"),
        _ => (1000, ""),
    }
}

/// The number of a request that cannot be read otherwise, so that whoever waits for its answer gets one.
fn number(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

/// Every request is answered.
async fn answer(server: &Arc<Server>, room: &str, member: &Member, text: &str) -> ToClient {
    match read(text) {
        Ok(ToServer::Ping) => ToClient::Pong,
        Ok(ToServer::Hello { .. }) => ToClient::Refused {
            id: None,
            refusal: Refusal::new(Code::State, "you are in a room already; open another socket"),
        },
        Ok(ToServer::Do { id, act }) => match server.hub.act_of(room, member.seat, act).await {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => ToClient::Refused { id: Some(id), refusal },
        },
        Err(refusal) => ToClient::Refused { id: number(text), refusal },
    }
}

/// So many messages a minute, a third of them at once; for signs of life there is one more of these.
struct Budget {
    left: f64,
    most: f64,
    a_second: f64,
    when: Instant,
}

impl Budget {
    fn new(a_minute: u32) -> Self {
        let most = (f64::from(a_minute) / 3.0).max(1.0);
        Budget { left: most, most, a_second: f64::from(a_minute) / 60.0, when: Instant::now() }
    }

    fn take(&mut self) -> bool {
        let passed = self.when.elapsed().as_secs_f64();
        self.when = Instant::now();
        self.left = (self.left + passed * self.a_second).min(self.most) - 1.0;
        self.left >= 0.0
    }
}

/// The number of sockets of an address, counted while it lives.
pub(crate) struct Place {
    pub(crate) server: Arc<Server>,
    pub(crate) from: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.server.leave_socket(self.from);
        self.server.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}
