//! Answers that are not a success: problems (RFC 9457), and what documents them.

use agon_rules::{Text, text};
use agon_wire::{Code, Refusal, RoomView};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

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

/// The problems of any request.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Always {
    /// spectators cannot do this, or the operator has banned the caller's address
    #[response(status = 403, content_type = "application/problem+json")]
    NotSeated(Problem),
    /// the request took too long to arrive
    #[response(status = 408, content_type = "application/problem+json")]
    Late(Problem),
    /// the body is larger than 8 KiB
    #[response(status = 413, content_type = "application/problem+json")]
    Large(Problem),
    /// too many requests: `Retry-After` says how long to wait
    #[response(status = 429, content_type = "application/problem+json")]
    Slow(Problem),
}

/// The problems of a request that reads or changes rooms.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Stored {
    /// the request cannot be read, or makes no sense
    #[response(status = 400, content_type = "application/problem+json")]
    Bad(Problem),
    /// nothing can be stored now
    #[response(status = 503, content_type = "application/problem+json")]
    Storage(Problem),
}

/// The problems of a request about one room.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum InRoom {
    /// the token opens no seat of this room
    #[response(status = 401, content_type = "application/problem+json")]
    Token(Problem),
    /// there is no such room
    #[response(status = 404, content_type = "application/problem+json")]
    NoRoom(Problem),
    /// the move is stale, it is another player's turn, it is not possible now, or every seat is taken
    #[response(status = 409, content_type = "application/problem+json")]
    NotNow(Problem),
}

/// The problem of a move.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Rules {
    /// the rules do not allow it
    #[response(status = 422, content_type = "application/problem+json")]
    Illegal(Problem),
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

/// The media type of a problem.
pub(crate) const PROBLEM: &str = "application/problem+json";

pub(crate) fn problem(status: StatusCode, refusal: Refusal, view: Option<Box<RoomView>>) -> Response {
    (status, [(header::CONTENT_TYPE, PROBLEM)], problem_text(status, refusal, view)).into_response()
}

fn problem_text(status: StatusCode, refusal: Refusal, view: Option<Box<RoomView>>) -> String {
    let problem = Problem {
        r#type: "about:blank",
        title: status.canonical_reason().unwrap_or_default().to_owned(),
        status: status.as_u16(),
        detail: refusal.text.to_string(),
        text: refusal.text,
        code: refusal.code,
        view,
    };
    agon_wire::write(&problem)
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

/// A whole answer as text, for callers who never reach a route.
pub(crate) fn plain_problem(status: StatusCode, refusal: Refusal) -> String {
    let body = problem_text(status, refusal, None);
    let wait = if status == StatusCode::TOO_MANY_REQUESTS { "retry-after: 10\r\n" } else { "" };
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {PROBLEM}\r\ncontent-length: {}\r\n{wait}connection: close\r\n\r\n{body}",
        body.len()
    )
}
