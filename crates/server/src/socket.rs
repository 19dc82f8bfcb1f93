//! One WebSocket: reads requests, sends the newest views, and drops clients that do not keep up.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Close, Code, LONGEST, OLDEST, Refusal, ToClient, ToServer, VERSION, read, write};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout, timeout_at};

use crate::api::{self, Refused};
use crate::guest::Guest;
use crate::http::{Caller, Server};
use crate::limits::Budget;
use crate::member::{Member, Visitor};

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
/// This part of what a client may send in a minute may come at once.
const AT_ONCE: u32 = 3;
/// How long a client may take to answer a close.
const CLOSE: Duration = Duration::from_secs(1);

/// Accepts a socket, unless a foreign page opens it or the address has too many.
#[utoipa::path(get, path = "/api/socket", responses((status = 101, description = "the socket is open: see /api/asyncapi"),
    (status = 400, description = "no WebSocket was asked for", body = api::Problem, content_type = "application/problem+json"),
    (status = 426, description = "this connection cannot become a WebSocket", body = api::Problem, content_type = "application/problem+json"),
    api::Always))]
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
    let Some(place) = server.sockets.take(from, server.limits.quotas.sockets) else {
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
    own || server.origins.iter().any(|known| known == origin || known == "*")
}

async fn serve(server: Arc<Server>, from: IpAddr, mut socket: WebSocket) {
    metrics::gauge!("agon_sockets").increment(1.0);
    let (close, why) = match greet(&server, from, &mut socket).await {
        Ok(mut guest) => {
            let end = tokio::select! {
                biased;
                () = server.bans.wait_for(from) => (Close::Policy, "the operator has banned this address"),
                end = talk(&server, from, &mut guest, &mut socket) => end,
            };
            guest.leave().await;
            end
        }
        Err(end) => end,
    };
    let _ = timeout(CLOSE, async {
        // To a client that closes, its own code is the answer, and reading on sends it; nothing else can be sent then.
        let frame = CloseFrame { code: close.code(), reason: Utf8Bytes::from_static(why) };
        let _ = socket.send(Message::Close(Some(frame))).await;
        while let Some(Ok(_)) = socket.recv().await {}
    })
    .await;
    metrics::gauge!("agon_sockets").decrement(1.0);
}

/// Why a socket is closed, for programs and for people.
type End = (Close, &'static str);

/// What a client has sent: a text, or nothing that needs an answer. An error is why the socket ends.
fn heard(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, End> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err((Close::NotText, "text only")),
        Some(Ok(Message::Close(_))) | None => Err((Close::Normal, "")),
        Some(Err(error)) => Err(broken(error)),
    }
}

/// Reads the first message: which room, and with which token; or that it is the lobby.
async fn greet(server: &Arc<Server>, from: IpAddr, socket: &mut WebSocket) -> Result<Guest, End> {
    let late = Instant::now() + HELLO;
    let mut signs = Budget::new(SIGNS, SIGNS / AT_ONCE);
    let text = loop {
        let message = timeout_at(late, socket.recv()).await.map_err(|_| (Close::Policy, "say hello first"))?;
        match heard(message)? {
            Some(text) => break text,
            None if signs.take() => {}
            None => return Err((Close::Policy, "too many messages")),
        }
    };
    let refused = match read(&text) {
        Ok(ToServer::Hello { v, .. } | ToServer::Lobby { v }) if !(OLDEST..=VERSION).contains(&v) => (
            Refusal::new(
                Code::Version,
                text!("this server speaks version {version}; reload or update", version = VERSION),
            ),
            Close::OtherVersion,
        ),
        Ok(ToServer::Lobby { .. }) => return Ok(Guest::Visitor(server.hub.hall.visit())),
        Ok(ToServer::Hello { v, room, token }) => {
            let visitor = Visitor { token: token.clone(), from, version: v };
            let enter = server.hub.enter_as(&room, visitor);
            match server.limits.guarded(from, token.as_deref(), enter).await {
                Ok(member) => return Ok(Guest::Member(Member { from: Some(from), ..member })),
                // A store that is away for a moment is no reason for the client to give up.
                Err(refusal) if matches!(refusal.code, Code::NoRoom | Code::Token) => (refusal, Close::NoRoom),
                Err(refusal) => (refusal, Close::TryLater),
            }
        }
        Ok(_) => (Refusal::new(Code::Malformed, text!("the first message must be `hello` or `lobby`")), Close::Policy),
        Err(refusal) => (refusal, Close::Policy),
    };
    let text = write(&ToClient::Refused { id: None, refusal: refused.0 });
    let _ = timeout(SEND, socket.send(Message::Text(text.into()))).await;
    Err((refused.1, "see the message before"))
}

/// Reads and writes until one side ends it.
async fn talk(server: &Server, from: IpAddr, guest: &mut Guest, socket: &mut WebSocket) -> End {
    let pulse = if guest.is_player() { PLAYER } else { SPECTATOR };
    let mut pings = interval(pulse.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut dead = Instant::now() + pulse.dead;
    let mut closing = server.closing();
    let messages = server.limits.quotas.messages;
    let mut budget = Budget::new(messages, messages / AT_ONCE);
    let mut signs = Budget::new(messages.max(SIGNS), messages.max(SIGNS) / AT_ONCE);
    if let Some(first) = guest.first()
        && !send(socket, Message::Text(first), dead).await
    {
        return (Close::TooSlow, "too slow");
    }
    loop {
        // In a fixed order, so that a simulation can be repeated. It starves nobody: the budget stops a client that sends
        // without pause, and whatever has arrived is a sign of life.
        tokio::select! {
            biased;
            _ = closing.changed() => return (Close::Restart, "the server restarts"),
            message = socket.recv() => {
                dead = Instant::now() + pulse.dead;
                let text = match heard(message) {
                    Ok(Some(text)) if budget.take() => text,
                    Ok(None) if signs.take() => continue,
                    Ok(_) => return (Close::Policy, "too many messages"),
                    Err(end) => return end,
                };
                // Other sockets of the address may be to blame, so this one stays open.
                let answer = match server.limits.message(from) {
                    Ok(()) => guest.answer(&text).await,
                    Err(refusal) => Guest::refuse(&text, refusal),
                };
                // Nothing was read while the store was busy: the client was not silent.
                dead = Instant::now() + pulse.dead;
                if !send(socket, Message::Text(write(&answer).into()), dead).await {
                    return (Close::TooSlow, "too slow");
                }
                // A client that answered an older revision gets the newest view again.
                if let ToClient::Refused { refusal: Refusal { code: Code::Stale, .. }, .. } = answer
                    && let Some(view) = guest.look().await
                    && !send(socket, Message::Text(view), dead).await
                {
                    return (Close::TooSlow, "too slow");
                }
            }
            _ = pings.tick() => {
                if !send(socket, Message::Ping(Default::default()), dead).await {
                    return (Close::TooSlow, "too slow");
                }
            }
            () = sleep_until(dead) => return (Close::TooSlow, "no sign of life"),
            news = guest.next() => {
                let Some(news) = news else { return (Close::Restart, "the room was closed") };
                for text in news.into_iter().flatten() {
                    if !send(socket, Message::Text(text), dead).await {
                        return (Close::TooSlow, "too slow");
                    }
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
    use tungstenite::Error;
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    match error.into_inner().downcast_ref() {
        Some(Error::Capacity(_)) => (Close::TooLong, "a message has at most 4096 bytes"),
        Some(Error::Utf8(_)) => (Close::NotUtf8, "text is UTF-8"),
        Some(Error::Protocol(why)) if *why != ResetWithoutClosingHandshake => (Close::Protocol, "this is no WebSocket"),
        _ => (Close::Normal, ""),
    }
}
