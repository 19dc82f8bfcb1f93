//! One WebSocket: reads requests, sends the newest views, and drops clients that do not keep up.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Close, Code, LONGEST, Refusal, ToClient, ToServer, VERSION, read, write};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout, timeout_at};

use crate::api::{self, Refused};
use crate::http::{Caller, Server};
use crate::limits;
use crate::member::Member;

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// How long a client may take to accept a message.
const SEND: Duration = Duration::from_secs(5);

/// How the server asks for signs of life.
struct Pulse {
    /// the time between pings
    ping: Duration,
    /// a client that gives no sign of life for this long is gone
    dead: Duration,
}

/// Players are pinged often, so that others see within three seconds that they are gone. One answer to four pings is
/// enough, and it may take two seconds on a busy machine.
const PLAYER: Pulse = Pulse { ping: Duration::from_millis(600), dead: Duration::from_millis(2700) };
/// Spectators may be silent for longer, and are pinged less often.
const SPECTATOR: Pulse = Pulse { ping: Duration::from_secs(10), dead: Duration::from_secs(25) };
/// The most pings and pongs a client may send in a minute; an honest player answers 100.
const SIGNS: u32 = 600;

/// Accepts a socket, unless a foreign page opens it or the address has too many.
pub(crate) async fn open(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(why) => {
            return api::malformed(why.status(), text!("this address is for WebSockets: {why}", why = why.body_text()));
        }
    };
    if !origin_is_ours(&server, &headers) {
        return Refused::from(Refusal::new(Code::NotSeated, text!("this page may not open a socket here")))
            .into_response();
    }
    let Some(place) = server.take_socket(from) else {
        return Refused::from(Refusal::new(Code::Slow, text!("too many sockets from this address"))).into_response();
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

/// Whether the page that opens the socket is this server's own. A program that is no browser sends no origin.
fn origin_is_ours(server: &Server, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    // With two origins, one may be forged.
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own =
        ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host) && !host.is_empty());
    own || server.origins.iter().any(|known| known == origin)
}

async fn serve(server: Arc<Server>, from: IpAddr, mut socket: WebSocket) {
    metrics::gauge!("agon_sockets").increment(1.0);
    let (close, why) = match greet(&server, from, &mut socket).await {
        Ok(mut member) => {
            let end = talk(&server, &mut member, &mut socket).await;
            member.leave().await;
            end
        }
        Err(end) => end,
    };
    let frame = CloseFrame { code: close.code(), reason: Utf8Bytes::from_static(why) };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
    metrics::gauge!("agon_sockets").decrement(1.0);
}

/// Why a socket is closed, for programs and for people.
type End = (Close, &'static str);

/// Reads the first message: which room, and with which token.
async fn greet(server: &Arc<Server>, from: IpAddr, socket: &mut WebSocket) -> Result<Member, End> {
    let first = timeout(HELLO, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return Err((Close::Policy, "say hello first")) };
    let refused = match read(&text) {
        Ok(ToServer::Hello { v, .. }) if v != VERSION => (
            Refusal::new(
                Code::Version,
                text!("this server speaks version {version}; reload or update", version = VERSION),
            ),
            Close::OtherVersion,
        ),
        Ok(ToServer::Hello { token: None, .. }) if server.limits.is_barred(from) => (limits::slow(), Close::TryLater),
        Ok(ToServer::Hello { room, token, .. }) => match server.hub.enter(&room, token).await {
            Ok(member) => return Ok(member),
            Err(refusal) => {
                // A store that is away for a moment is no reason for the client to give up.
                let code =
                    if matches!(refusal.code, Code::NoRoom | Code::Token) { Close::NoRoom } else { Close::TryLater };
                (server.limits.miss(from, refusal), code)
            }
        },
        Ok(_) => (Refusal::new(Code::Malformed, text!("the first message must be `hello`")), Close::Policy),
        Err(refusal) => (refusal, Close::Policy),
    };
    let text = write(&ToClient::Refused { id: None, refusal: refused.0 });
    let _ = timeout(SEND, socket.send(Message::Text(text.into()))).await;
    Err((refused.1, "see the message before"))
}

/// Reads and writes until one side ends it.
async fn talk(server: &Server, member: &mut Member, socket: &mut WebSocket) -> End {
    let pulse = if member.seat.is_some() { PLAYER } else { SPECTATOR };
    let mut pings = interval(pulse.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut dead = Instant::now() + pulse.dead;
    let mut closing = server.closing();
    let messages = server.limits.quotas.messages;
    let (mut budget, mut signs) = (Budget::new(messages), Budget::new(messages.max(SIGNS)));
    member.views.mark_changed();
    loop {
        // In a fixed order, so that a simulation can be repeated. It starves nobody: the budget stops a client that sends
        // without pause, and whatever has arrived is a sign of life.
        tokio::select! {
            biased;
            _ = closing.changed() => return (Close::Restart, "the server restarts"),
            message = socket.recv() => {
                dead = Instant::now() + pulse.dead;
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => return broken(error),
                    None => return (Close::Normal, ""),
                };
                let text = match message {
                    Message::Text(text) => text,
                    Message::Close(_) => return (Close::Normal, ""),
                    Message::Ping(_) | Message::Pong(_) if signs.take() => continue,
                    Message::Ping(_) | Message::Pong(_) => return (Close::Policy, "too many messages"),
                    Message::Binary(_) => return (Close::NotText, "text only"),
                };
                if !budget.take() {
                    return (Close::Policy, "too many messages");
                }
                let answer = answer(member, &text).await;
                // Nothing was read while the store was busy: the client was not silent.
                dead = Instant::now() + pulse.dead;
                if !send(socket, Message::Text(write(&answer).into()), dead).await {
                    return (Close::TooSlow, "too slow");
                }
                // A client that answered an older revision gets the newest view again.
                if let ToClient::Refused { refusal: Refusal { code: Code::Stale, .. }, .. } = answer {
                    member.views.mark_changed();
                }
            }
            _ = pings.tick() => {
                if !send(socket, Message::Ping(Default::default()), dead).await {
                    return (Close::TooSlow, "too slow");
                }
            }
            () = sleep_until(dead) => return (Close::TooSlow, "no sign of life"),
            changed = member.views.changed() => {
                if changed.is_err() {
                    return (Close::Restart, "the room was closed");
                }
                let view = member.views.borrow_and_update().clone();
                if !view.is_empty() && !send(socket, Message::Text(view), dead).await {
                    return (Close::TooSlow, "too slow");
                }
            }
        }
    }
}

/// Sends a message; false if the client did not accept it in time, or counts as dead before.
async fn send(socket: &mut WebSocket, message: Message, dead: Instant) -> bool {
    let latest = dead.min(Instant::now() + SEND);
    matches!(timeout_at(latest, socket.send(message)).await, Ok(Ok(())))
}

/// Why a socket is closed whose client sent something that is no message.
fn broken(error: axum::Error) -> End {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => (Close::TooLong, "a message has at most 4096 bytes"),
        _ => (Close::Normal, ""),
    }
}

/// The number of a request that cannot be read otherwise, so that it is still answered.
fn number(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

/// The answer to a message. Every request gets one.
async fn answer(member: &Member, text: &str) -> ToClient {
    match read(text) {
        Ok(ToServer::Ping) => ToClient::Pong,
        Ok(ToServer::Hello { .. }) => ToClient::Refused {
            id: None,
            refusal: Refusal::new(Code::State, text!("you are already in a room; open another socket")),
        },
        Ok(ToServer::Do { id, act }) => match member.act(act).await {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => ToClient::Refused { id: Some(id), refusal },
        },
        Err(refusal) => ToClient::Refused { id: number(text), refusal },
    }
}

/// A budget of messages a minute, a third of them at once. Signs of life have a budget of their own.
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

/// One of the sockets that an address may have, until it is dropped.
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
