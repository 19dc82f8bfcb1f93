//! What players ask over HTTP: their own name and data, the page of any player, how their games stand, and notices.

use std::sync::Arc;
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Code, Profile, Refusal, RoomView, Seats, Stand, Standing};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Player, change, check_key, erase, is_id, player, profile};
use crate::api::{Always, InRoom, Problem, Refused, Stored, body, token};
use crate::http::{Caller, Server};
use crate::hub::storage;
use crate::limits;
use crate::member::Visitor;
use crate::push::{self, MOST_DEVICES, Subscription};

/// How many games one answer has.
const GAMES: usize = 50;
/// How many seats one request may ask about.
const MOST_SEATS: usize = 100;
/// How long a request waits for something to happen.
const PATIENCE: Duration = Duration::from_secs(25);

/// The problems of a request about a player.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
enum Kept {
    /// the key is missing
    #[response(status = 401, content_type = "application/problem+json")]
    NoKey(Problem),
    /// nothing is kept of such a player, or this server sends no notices
    #[response(status = 404, content_type = "application/problem+json")]
    Nothing(Problem),
}

/// The public id of the key that a request is sent with.
fn me(headers: &HeaderMap) -> Result<String, Refused> {
    let missing = || Refusal::new(Code::Token, text!("send your key as `Authorization: Bearer KEY`"));
    Ok(check_key(&token(headers)?.ok_or_else(missing)?)?)
}

fn nobody() -> Refused {
    Refusal::new(Code::NoRoom, text!("there is no such player, or what was kept of them is erased")).into()
}

/// The body of a request to keep a name.
#[derive(Deserialize, ToSchema, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Naming {
    /// the name that others see
    name: String,
}

/// Keeps a name with the key.
#[utoipa::path(post, path = "/api/me", security(("key" = [])), request_body = Naming,
    responses((status = 200, description = "the player", body = Profile), Always, Stored, Kept))]
pub(crate) async fn name(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Profile>, Refused> {
    let (id, naming): (_, Naming) = (me(&headers)?, body(&bytes)?);
    server.limits.room(from)?;
    server.hub.rename(&id, &naming.name).await?;
    let profile = profile(&*server.hub.store, &id, None, GAMES).await.map_err(|error| storage(&error))?;
    profile.map(Json).ok_or_else(nobody)
}

/// Everything that is kept of a player.
#[derive(Serialize, ToSchema)]
pub(crate) struct Export {
    /// what everybody may know, with all games
    #[serde(flatten)]
    profile: Profile,
    /// when the key was last used, in milliseconds since 1970
    seen: u64,
    /// rooms in which the player sits
    rooms: Vec<String>,
    /// devices that want notices
    notices: Vec<Subscription>,
}

/// Everything that is kept with the key.
#[utoipa::path(get, path = "/api/me", security(("key" = [])),
    responses((status = 200, description = "all of it", body = Export), Always, Stored, Kept))]
pub(crate) async fn export(State(server): State<Arc<Server>>, headers: HeaderMap) -> Result<Json<Export>, Refused> {
    let (id, store) = (me(&headers)?, &*server.hub.store);
    let all = profile(store, &id, None, usize::MAX).await.map_err(|error| storage(&error))?;
    let kept = player(store, &id).await.map_err(|error| storage(&error))?;
    let (profile, kept) = all.zip(kept).ok_or_else(nobody)?;
    Ok(Json(Export { profile, seen: kept.seen, rooms: kept.rooms, notices: kept.notices }))
}

/// Erases everything that is kept with the key. Results stay with the opponents, without a name.
#[utoipa::path(post, path = "/api/me/erase", security(("key" = [])),
    responses((status = 204, description = "nothing is kept any more"), Always, Stored, Kept))]
pub(crate) async fn forget_me(State(server): State<Arc<Server>>, headers: HeaderMap) -> Result<StatusCode, Refused> {
    let (id, store) = (me(&headers)?, &*server.hub.store);
    let before = player(store, &id).await.map_err(|error| storage(&error))?.unwrap_or_default();
    let rooms = super::rooms(store, &id, before).await;
    erase(store, &id).await.map_err(|error| storage(&error))?;
    server.hub.tell_rooms(&id, rooms);
    Ok(StatusCode::NO_CONTENT)
}

/// Which games of a player the caller wants.
#[derive(Deserialize)]
pub(crate) struct Before {
    before: Option<u64>,
}

/// What everybody may know of a player.
#[utoipa::path(get, path = "/api/players/{id}", operation_id = "player",
    params(("id" = String, Path), ("before" = Option<u64>, Query, description = "only games before this number")),
    responses((status = 200, description = "the player", body = Profile), Always, Stored, Kept))]
pub(crate) async fn look(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Profile>, Refused> {
    if !is_id(&id) {
        return Err(nobody());
    }
    let found = profile(&*server.hub.store, &id, before, GAMES).await.map_err(|error| storage(&error))?;
    found.map(Json).ok_or_else(nobody)
}

/// How the games of a device stand: those of the seats it has taken, and those of its key.
#[utoipa::path(post, path = "/api/seats", request_body = Seats,
    responses((status = 200, description = "each of them", body = [Standing]), Always, Stored))]
pub(crate) async fn seats(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    bytes: Bytes,
) -> Result<Json<Vec<Standing>>, Refused> {
    let mut wanted: Seats = body(&bytes)?;
    if wanted.seats.len() > MOST_SEATS {
        return Err(Refusal::new(Code::Bad, text!("ask about at most 100 seats at a time")).into());
    }
    let hub = &server.hub;
    if let Some(key) = &wanted.key {
        let kept = player(&*hub.store, &check_key(key)?).await.map_err(|error| storage(&error))?;
        for room in kept.unwrap_or_default().rooms {
            if !wanted.seats.iter().any(|seat| seat.room == room) {
                wanted.seats.push(agon_wire::Held { room, token: key.clone() });
            }
        }
    }
    let mut answer = Vec::with_capacity(wanted.seats.len());
    for agon_wire::Held { room, token } in wanted.seats {
        // Each costs as much as a request of its own.
        server.limits.request(from).result()?;
        let gone = || Standing {
            room: room.clone(),
            state: Stand::Gone,
            game: String::new(),
            against: Vec::new(),
            clock: agon_wire::Clock::None,
            left_ms: None,
            ply: 0,
            rated: false,
        };
        // Whether there is such a room is not told to those who do not sit in it.
        answer.push(hub.standing(&room, &token, from).await?.unwrap_or_else(gone));
    }
    Ok(Json(answer))
}

/// Since when something is waited for.
#[derive(Deserialize)]
pub(crate) struct Since {
    #[serde(default)]
    since: u64,
}

/// Waits until the room has more events than `since`, and answers with it; after 25 seconds as it is.
#[utoipa::path(get, path = "/api/rooms/{code}/wait", security((), ("token" = [])),
    params(("code" = String, Path), ("since" = u64, Query, description = "the `version` that is known")),
    responses((status = 200, description = "the room", body = RoomView), Always, Stored, InRoom))]
pub(crate) async fn wait(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Json<RoomView>, Refused> {
    let token = token(&headers)?;
    // A client that waits is connected, and counts as a socket.
    let place = server.sockets.take(from, server.limits.quotas.sockets).ok_or_else(limits::slow)?;
    let enter = server.hub.enter_as(&code, Visitor::new(token.clone(), from));
    let mut member = server.limits.guarded(from, token.as_deref(), enter).await?;
    let (hub, mut closing) = (server.hub.clone(), server.closing());
    // In a task of its own: who hangs up leaves the room all the same.
    let waited = tokio::spawn(async move {
        let until = tokio::time::Instant::now() + PATIENCE;
        let view = loop {
            let view = hub.view_as(&code, Visitor::new(token.clone(), from)).await;
            if view.as_ref().map_or(true, |view| view.version > since) {
                break view;
            }
            tokio::select! {
                changed = member.changed() => if changed.is_err() { break view },
                () = tokio::time::sleep_until(until) => break view,
                _ = closing.wait_for(|closing| *closing) => break view,
            }
        };
        member.leave().await;
        drop(place);
        view
    });
    let view = waited.await.map_err(|_| crate::hub::no_answer())?;
    view.map(Json).map_err(Refused::from)
}

/// The key by which push services know this server.
#[derive(Serialize, ToSchema)]
pub(crate) struct PushKey {
    /// a P-256 point in base64url, for `applicationServerKey`
    key: String,
}

fn no_notices() -> Refused {
    Refusal::new(Code::NoRoom, text!("this server sends no notices")).into()
}

/// The key for subscriptions; 404 where the server sends no notices.
#[utoipa::path(get, path = "/api/push", responses((status = 200, description = "the key", body = PushKey), Always, Stored, Kept))]
pub(crate) async fn push_key(State(server): State<Arc<Server>>) -> Result<Json<PushKey>, Refused> {
    if server.hub.push.is_none() {
        return Err(no_notices());
    }
    let key = push::public_key(&*server.hub.store).await.map_err(|error| storage(&error))?;
    Ok(Json(PushKey { key }))
}

/// Lets a device have notices when it is the player's turn.
#[utoipa::path(post, path = "/api/me/push", security(("key" = [])), request_body = Subscription,
    responses((status = 204, description = "from now on"), Always, Stored, Kept))]
pub(crate) async fn subscribe(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Refused> {
    let (id, device): (_, Subscription) = (me(&headers)?, body(&bytes)?);
    server.limits.room(from)?;
    let push = server.hub.push.as_ref().ok_or_else(no_notices)?;
    if let Some(why) = device.trouble(push.how()) {
        return Err(Refusal::new(Code::Bad, why).into());
    }
    let wants = |player: &mut Player| {
        player.notices.retain(|known| known.endpoint != device.endpoint);
        let first = (player.notices.len() + 1).saturating_sub(MOST_DEVICES);
        player.notices.drain(..first);
        player.notices.push(device.clone());
    };
    change(&*server.hub.store, &id, server.hub.wall(), wants).await.map_err(|error| storage(&error))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The body of a request to have no more notices.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unwanted {
    /// the endpoint of the device
    endpoint: String,
}

/// Lets a device have no more notices.
#[utoipa::path(post, path = "/api/me/push/forget", security(("key" = [])), request_body = Unwanted,
    responses((status = 204, description = "no more"), Always, Stored, Kept))]
pub(crate) async fn unsubscribe(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<StatusCode, Refused> {
    let (id, unwanted): (_, Unwanted) = (me(&headers)?, body(&bytes)?);
    let store = &*server.hub.store;
    if player(store, &id).await.map_err(|error| storage(&error))?.is_some() {
        let gone = |player: &mut Player| player.notices.retain(|device| device.endpoint != unwanted.endpoint);
        change(store, &id, server.hub.wall(), gone).await.map_err(|error| storage(&error))?;
    }
    Ok(StatusCode::NO_CONTENT)
}
