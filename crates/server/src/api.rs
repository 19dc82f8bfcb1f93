//! The HTTP interface: make a room, join it, look at it and play a whole game. OpenAPI documents it at `/api`.

use std::net::IpAddr;
use std::sync::Arc;

use agon_rules::{Text, games, text};
use agon_search::ask;
use agon_wire::{Act, Code, NewRoom, Refusal, RoomView, Ticket};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi, ToSchema};

use crate::http::{Caller, Server};
use crate::limits;

/// The documentation of everything here.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agon",
        description = "Rooms for abstract games. Every answer that is not a success is `application/problem+json` with a \
            `code` for programs and a `detail` for people. A seat's token goes into `Authorization: Bearer TOKEN`. The \
            WebSocket at `/api/socket` carries the schemas `ToServer` and `ToClient` as JSON text frames; docs/protocol.md \
            describes both."
    ),
    modifiers(&Bearer),
    paths(list_games, create, join, look, act, moves, record),
    components(schemas(NewRoom, Ticket, RoomView, Act, Problem, agon_wire::ToServer, agon_wire::ToClient))
)]
struct Document;

/// How a seat's token is sent.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        document.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

/// The OpenAPI document.
pub(crate) async fn document() -> Response {
    let text = Document::openapi().to_json().unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Why a request was not done (RFC 9457).
#[derive(Serialize, ToSchema)]
pub(crate) struct Problem {
    /// always `about:blank`; the code says more
    r#type: &'static str,
    /// the status in words
    title: String,
    /// the HTTP status
    status: u16,
    /// for people
    detail: String,
    /// the same with its template and arguments, for clients that translate it
    text: Text,
    /// for programs
    code: Code,
    /// the room as it is now, if the caller answered an older revision
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Box<RoomView>>,
}

/// The problems that any request can be answered with.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
enum Problems {
    /// the request cannot be read, or makes no sense
    #[response(status = 400, content_type = "application/problem+json")]
    Bad(Problem),
    /// the token opens no seat of this room
    #[response(status = 401, content_type = "application/problem+json")]
    Token(Problem),
    /// spectators cannot do this
    #[response(status = 403, content_type = "application/problem+json")]
    NotSeated(Problem),
    /// there is no such room
    #[response(status = 404, content_type = "application/problem+json")]
    NoRoom(Problem),
    /// the move is stale, it is another player's turn, it is not possible now, or every seat is taken
    #[response(status = 409, content_type = "application/problem+json")]
    NotNow(Problem),
    /// the rules do not allow it
    #[response(status = 422, content_type = "application/problem+json")]
    Illegal(Problem),
    /// too many requests
    #[response(status = 429, content_type = "application/problem+json")]
    Slow(Problem),
    /// nothing can be stored now
    #[response(status = 503, content_type = "application/problem+json")]
    Storage(Problem),
}

/// A refusal as an answer, with the newest view for a stale move.
pub(crate) struct Refused(pub Refusal, pub Option<Box<RoomView>>);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused(refusal, None)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Code::Malformed | Code::Bad | Code::Version => StatusCode::BAD_REQUEST,
            Code::NoRoom => StatusCode::NOT_FOUND,
            Code::Token => StatusCode::UNAUTHORIZED,
            Code::NotSeated => StatusCode::FORBIDDEN,
            Code::Full | Code::Stale | Code::Turn | Code::State => StatusCode::CONFLICT,
            Code::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Slow => StatusCode::TOO_MANY_REQUESTS,
            Code::Storage => StatusCode::SERVICE_UNAVAILABLE,
        };
        let mut response = problem(status, self.0, self.1);
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
        }
        response
    }
}

fn problem(status: StatusCode, refusal: Refusal, view: Option<Box<RoomView>>) -> Response {
    let problem = Problem {
        r#type: "about:blank",
        title: status.canonical_reason().unwrap_or_default().to_owned(),
        status: status.as_u16(),
        detail: refusal.text.to_string(),
        text: refusal.text,
        code: refusal.code,
        view,
    };
    (status, [(header::CONTENT_TYPE, "application/problem+json")], agon_wire::write(&problem)).into_response()
}

/// The answer to a request that never reaches a room: a wrong path, method or length.
pub(crate) fn malformed(status: StatusCode, text: Text) -> Response {
    problem(status, Refusal::new(Code::Malformed, text), None)
}

/// The answer at an unknown address.
pub(crate) async fn nowhere() -> Response {
    malformed(StatusCode::NOT_FOUND, text!("there is nothing at this address; GET /api lists what is available"))
}

/// The answer to a wrong method.
pub(crate) async fn otherwise() -> Response {
    malformed(
        StatusCode::METHOD_NOT_ALLOWED,
        text!("this address does not accept this method; GET /api lists what is available"),
    )
}

/// Reads a body; an empty one stands for `{}`.
fn body<T: for<'a> Deserialize<'a>>(bytes: &Bytes) -> Result<T, Refused> {
    let text = if bytes.is_empty() { b"{}" } else { &bytes[..] };
    serde_json::from_slice(text).map_err(|why| {
        let why: String = why.to_string().chars().take(200).collect();
        Refusal::new(Code::Malformed, text!("the request body cannot be read: {why}", why)).into()
    })
}

/// The token of a request.
fn token(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let parts = value.to_str().ok().and_then(|text| text.trim().split_once(' '));
    let token = parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let token = token.filter(|token| !token.is_empty() && token.len() <= 128);
    let bad = || Refusal::new(Code::Token, text!("send the token as `Authorization: Bearer TOKEN`")).into();
    token.map(|token| Some(token.to_owned())).ok_or_else(bad)
}

/// The games, their options and computer players.
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "an array of games with options and players"), Problems))]
pub(crate) async fn list_games() -> Response {
    let games: Vec<_> = games::list()
        .into_iter()
        .map(|info| {
            let players = ask::players(info.id, &[]).unwrap_or_default();
            let players: Vec<_> =
                players.iter().map(|(name, what)| serde_json::json!({"name": name, "what": what})).collect();
            let mut game = serde_json::to_value(&info).unwrap_or_default();
            game["players"] = players.into();
            game
        })
        .collect();
    ([(header::CONTENT_TYPE, "application/json")], agon_wire::write(&games)).into_response()
}

/// Makes a room.
#[utoipa::path(post, path = "/api/rooms", request_body = NewRoom,
    responses((status = 201, body = Ticket), Problems))]
pub(crate) async fn create(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    bytes: Bytes,
) -> Result<Response, Refused> {
    server.limits.room(from)?;
    let new: NewRoom = body(&bytes)?;
    let ticket = server.hub.create(&new).await?;
    metrics::counter!("agon_rooms_total").increment(1);
    Ok((StatusCode::CREATED, Json(ticket)).into_response())
}

/// The body of a request to join.
#[derive(Deserialize, ToSchema, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// the name that others see
    #[serde(default)]
    name: String,
}

/// Takes an open seat.
#[utoipa::path(post, path = "/api/rooms/{code}/join", request_body = Joining, params(("code" = String, Path)),
    responses((status = 200, body = Ticket), Problems))]
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
    not_barred(&server, from, None)?;
    server.hub.join(&code, &joining.name, token).await.map(Json).map_err(|refusal| miss(&server, from, refusal))
}

fn miss(server: &Server, from: IpAddr, refusal: Refusal) -> Refused {
    server.limits.miss(from, refusal).into()
}

/// An address that has guessed too often does not learn from a code alone whether there is such a room.
fn not_barred(server: &Server, from: IpAddr, token: Option<&str>) -> Result<(), Refused> {
    if token.is_none() && server.limits.is_barred(from) { Err(limits::slow().into()) } else { Ok(()) }
}

/// The room as the caller sees it.
async fn seen(server: &Arc<Server>, from: IpAddr, code: &str, headers: &HeaderMap) -> Result<RoomView, Refused> {
    let token = token(headers)?;
    not_barred(server, from, token.as_deref())?;
    server.hub.view(code, token).await.map_err(|refusal| miss(server, from, refusal))
}

/// The room as this caller sees it.
#[utoipa::path(get, path = "/api/rooms/{code}", security((), ("token" = [])), params(("code" = String, Path)),
    responses((status = 200, body = RoomView), Problems))]
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
    responses((status = 200, body = RoomView), Problems))]
pub(crate) async fn act(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<RoomView>, Refused> {
    let (token, act): (_, Act) = (token(&headers)?, body(&bytes)?);
    not_barred(&server, from, token.as_deref())?;
    let refused = server.hub.act(&code, token.clone(), act).await.err();
    if let Some(refusal) = refused.clone().filter(|refusal| refusal.code != Code::Stale) {
        return Err(miss(&server, from, refusal));
    }
    // A caller who answered an older revision gets the newest view.
    match (refused, server.hub.view(&code, token).await) {
        (None, Ok(view)) => Ok(Json(view)),
        (Some(refusal), Ok(view)) => Err(Refused(refusal, Some(Box::new(view)))),
        (_, Err(refusal)) => Err(miss(&server, from, refusal)),
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
    responses((status = 200, body = Legal), Problems))]
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

/// The whole game as a record, once it is over.
#[utoipa::path(get, path = "/api/rooms/{code}/record", params(("code" = String, Path)),
    responses((status = 200, description = "the record as text"), Problems))]
pub(crate) async fn record(
    State(server): State<Arc<Server>>,
    Caller(from): Caller,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<String, Refused> {
    let view = seen(&server, from, &code, &headers).await?;
    view.record.ok_or_else(|| {
        Refusal::new(Code::State, text!("the game is not over yet; its record is available when it is")).into()
    })
}
