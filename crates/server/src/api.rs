//! The HTTP interface: make a room, join it, look at it and play a whole game. OpenAPI documents it at `/api`.

use std::net::IpAddr;
use std::sync::Arc;

use agon_rules::{games, text};
use agon_search::ask;
use agon_wire::{Act, Code, Listing, LobbyView, NewRoom, Quick, Refusal, RoomView, Ticket};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi, ToSchema};

mod problem;

pub(crate) use self::problem::{
    Always, InRoom, PROBLEM, Problem, Refused, Rules, Stored, malformed, nowhere, otherwise, plain_problem, problem,
};
use crate::http::{Caller, Server};
use crate::member::Visitor;
use crate::players::api as player;
use crate::record::{self, GameRecord};

/// The documentation of everything here.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agon",
        description = "Rooms for abstract games. Every answer that is not a success is `application/problem+json` with a \
            `code` for programs and a `detail` for people. A seat's token goes into `Authorization: Bearer TOKEN`. The \
            WebSocket at `/api/socket` carries the schemas `ToServer` and `ToClient` as JSON text frames: `/api/asyncapi` \
            is its AsyncAPI document. docs/protocol.md describes both."
    ),
    modifiers(&Bearer),
    paths(
        document, crate::asyncapi::document, list_games, lobby, offer, quick, create, join, look, act, moves, record,
        player::wait, player::seats, player::look, player::name, player::export, player::forget_me, player::push_key,
        player::subscribe, player::unsubscribe, crate::socket::open, crate::http::health, crate::http::figures,
    ),
    components(schemas(
        NewRoom,
        Ticket,
        Quick,
        LobbyView,
        RoomView,
        Act,
        Problem,
        agon_wire::ToServer,
        agon_wire::ToClient
    ))
)]
pub(crate) struct Document;

/// How a seat's token is sent.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("key", scheme.clone());
        components.add_security_scheme("token", scheme);
    }
}

/// This document.
#[utoipa::path(get, path = "/api", responses((status = 200, description = "the OpenAPI document", body = Object), Always))]
pub(crate) async fn document() -> Response {
    let text = Document::openapi().to_json().unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Reads a body; an empty one stands for `{}`.
pub(crate) fn body<T: for<'a> Deserialize<'a>>(bytes: &Bytes) -> Result<T, Refused> {
    let text = if bytes.is_empty() { b"{}" } else { &bytes[..] };
    serde_json::from_slice(text).map_err(|why| {
        let why: String = why.to_string().chars().take(200).collect();
        Refusal::new(Code::Malformed, text!("the request body cannot be read: {why}", why)).into()
    })
}

/// The token of a request.
pub(crate) fn token(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let parts = value.to_str().ok().and_then(|text| text.trim().split_once(' '));
    let token = parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let token = token.filter(|token| !token.is_empty() && token.len() <= 128);
    let bad = || Refusal::new(Code::Token, text!("send the token as `Authorization: Bearer TOKEN`")).into();
    token.map(|token| Some(token.to_owned())).ok_or_else(bad)
}

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
pub(crate) struct Playable {
    #[serde(flatten)]
    info: games::Info,
    /// its computer players; the engines with their parameters are accepted too
    players: Vec<Opponent>,
}

/// A computer player.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opponent {
    /// the text that names it
    name: String,
    /// how it plays, in a few words
    what: String,
}

/// The games, their options and computer players.
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "every game", body = [Playable]), Always))]
pub(crate) async fn list_games() -> Response {
    let games = games::list().into_iter().map(|info| {
        let players = ask::players(info.id, &[]).unwrap_or_default();
        let players =
            players.into_iter().map(|(name, what)| Opponent { name: name.to_string(), what: what.to_string() });
        Playable { players: players.collect(), info }
    });
    let games: Vec<Playable> = games.collect();
    ([(header::CONTENT_TYPE, "application/json")], agon_wire::write(&games)).into_response()
}

/// Does what somebody wishes for, which may make a room: the limit of their address holds.
async fn seated<T: for<'a> Deserialize<'a>>(
    server: &Server,
    from: IpAddr,
    bytes: &Bytes,
    wish: impl AsyncFnOnce(T) -> Result<Ticket, Refusal>,
) -> Result<Json<Ticket>, Refused> {
    server.limits.room(from)?;
    Ok(Json(wish(body(bytes)?).await?))
}

/// Makes a room.
#[utoipa::path(post, path = "/api/rooms", request_body = NewRoom,
    responses((status = 201, description = "the room is made", body = Ticket), Always, Stored))]
pub(crate) async fn create(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Ticket>), Refused> {
    let made = seated(&server, from, &bytes, async |new: NewRoom| server.hub.create(&new).await).await?;
    Ok((StatusCode::CREATED, made))
}

/// The open games: rooms that anybody may join.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, description = "the lobby", body = LobbyView), Always))]
pub(crate) async fn lobby(State(server): State<Arc<Server>>) -> Json<LobbyView> {
    Json(server.hub.hall.view())
}

/// Offers a game: makes a room that is in the lobby as long as its maker is there. The action `withdraw` takes it out.
#[utoipa::path(post, path = "/api/lobby", request_body = NewRoom,
    responses((status = 201, description = "the game is offered", body = Ticket), Always, Stored))]
pub(crate) async fn offer(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Ticket>), Refused> {
    let offer = async |new: NewRoom| server.hub.offer(&new, Listing::Offered, from).await;
    Ok((StatusCode::CREATED, seated(&server, from, &bytes, offer).await?))
}

/// Plays the next person who asks for the same game: takes a seat where one waits, or waits in a new room.
#[utoipa::path(post, path = "/api/lobby/quick", request_body = Quick,
    responses((status = 200, description = "a seat, or a room in which you wait", body = Ticket), Always, Stored))]
pub(crate) async fn quick(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    bytes: Bytes,
) -> Result<Json<Ticket>, Refused> {
    seated(&server, from, &bytes, async |wish: Quick| server.hub.quick(&wish, from).await).await
}

/// The body of a request to join.
#[derive(Deserialize, ToSchema, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// the name that others see
    #[serde(default)]
    name: String,
    /// the key that keeps the name, 32 to 128 characters; a secret. A rated room needs one
    #[serde(default)]
    key: Option<String>,
}

/// Takes an open seat.
#[utoipa::path(post, path = "/api/rooms/{code}/join", request_body = Joining, params(("code" = String, Path)),
    responses((status = 200, description = "the seat is yours", body = Ticket), Always, Stored, InRoom))]
pub(crate) async fn join(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Ticket>, Refused> {
    /// Others could guess a shorter one.
    const SHORTEST: usize = 32;
    let (token, joining): (_, Joining) = (token(&headers)?, body(&bytes)?);
    if token.as_ref().is_some_and(|token| token.len() < SHORTEST) {
        return Err(Refusal::new(Code::Bad, text!("your own token must have at least 32 characters")).into());
    }
    server.limits.join(from)?;
    if joining.key.is_some() {
        server.limits.room(from)?;
    }
    // The token of somebody who joins is of their own choice, and proves nothing.
    let join = server.hub.join_as(&code, &joining.name, Visitor::new(token, from), joining.key.as_deref());
    Ok(server.limits.guarded(from, None, join).await.map(Json)?)
}

/// The room as the caller sees it.
async fn seen(server: &Arc<Server>, from: IpAddr, code: &str, headers: &HeaderMap) -> Result<RoomView, Refused> {
    let token = token(headers)?;
    let view = server.hub.view_as(code, Visitor::new(token.clone(), from));
    Ok(server.limits.guarded(from, token.as_deref(), view).await?)
}

/// The room as this caller sees it.
#[utoipa::path(get, path = "/api/rooms/{code}", security((), ("token" = [])), params(("code" = String, Path)),
    responses((status = 200, description = "the room", body = RoomView), Always, Stored, InRoom))]
pub(crate) async fn look(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<RoomView>, Refused> {
    seen(&server, from, &code, &headers).await.map(Json)
}

/// Does something in a room: plays, resigns, offers, agrees. Answers with the room after it.
#[utoipa::path(post, path = "/api/rooms/{code}/do", security(("token" = [])), request_body = Act, params(("code" = String, Path)),
    responses((status = 200, description = "the room after it", body = RoomView), Always, Stored, InRoom, Rules))]
pub(crate) async fn act(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<RoomView>, Refused> {
    let (token, act): (_, Act) = (token(&headers)?, body(&bytes)?);
    let visitor = Visitor::new(token.clone(), from);
    let done = server.hub.act_as(&code, visitor.clone(), act);
    let refused = server.limits.guarded(from, token.as_deref(), done).await.err();
    if let Some(refusal) = refused.clone().filter(|refusal| refusal.code != Code::Stale) {
        return Err(refusal.into());
    }
    // A caller who answered an older revision gets the newest view.
    match (refused, server.hub.view_as(&code, visitor).await?) {
        (None, view) => Ok(Json(view)),
        (Some(refusal), view) => Err(Refused(refusal, Some(Box::new(view)))),
    }
}

/// What can be played now.
#[derive(Serialize, ToSchema)]
pub(crate) struct Legal {
    /// the revision that a move must answer
    revision: u64,
    /// whose turn it is
    turn: Option<agon_rules::Seat>,
    /// every legal move in bytewise order, for the player to move only
    moves: Vec<String>,
}

/// The legal moves of the seat to move, for its player only.
#[utoipa::path(get, path = "/api/rooms/{code}/moves", security((), ("token" = [])), params(("code" = String, Path)),
    responses((status = 200, description = "the moves", body = Legal), Always, Stored, InRoom))]
pub(crate) async fn moves(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Legal>, Refused> {
    let view = seen(&server, from, &code, &headers).await?;
    let moves = view.view.choices.into_iter().map(|choice| choice.text).collect();
    Ok(Json(Legal { revision: view.revision, turn: view.view.turn, moves }))
}

/// The whole game as a record, once it is over: one word of text, or with names, ending and dates for those who accept
/// `application/json`.
#[utoipa::path(get, path = "/api/rooms/{code}/record", security((), ("token" = [])), params(("code" = String, Path)),
    responses((status = 200, description = "the record", content((String = "text/plain"), (GameRecord = "application/json"))),
    Always, Stored, InRoom))]
pub(crate) async fn record(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let view = seen(&server, from, &code, &headers).await?;
    let not_over = || Refusal::new(Code::State, text!("the game is not over yet; its record is available when it is"));
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    if accepted.contains("application/json") {
        let events = server.hub.events(&code).await?;
        server.limits.long_read(from, events.len())?;
        return Ok(Json(record::record(view, &events).ok_or_else(not_over)?).into_response());
    }
    Ok(view.record.ok_or_else(not_over)?.into_response())
}
