//! What every request passes: limits and bans, a body that is read in bounded time, security headers, and problems
//! instead of the plain errors of the libraries beneath.

use std::sync::Arc;

use agon_rules::{Text, text};
use agon_wire::{Code, Refusal};
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::{LONGEST_BODY, PATIENCE, Server, caller};
use crate::api::{self, Refused};

/// Counts every request, reads its body in bounded time, and sets the security headers.
pub(super) async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let from = caller(&server, request.extensions().get(), request.headers());
    let standing = server.limits.request(from);
    let response = match standing.result() {
        _ if server.bans.has(from) => banned(),
        Ok(()) => {
            let (head, body) = request.into_parts();
            match timeout(PATIENCE, to_bytes(body, LONGEST_BODY)).await {
                Ok(Ok(body)) => next.run(Request::from_parts(head, Body::from(body))).await,
                Ok(Err(_)) => {
                    api::malformed(StatusCode::PAYLOAD_TOO_LARGE, text!("the request body is larger than 8 KiB"))
                }
                Err(_) => {
                    api::malformed(StatusCode::REQUEST_TIMEOUT, text!("the request body took too long to arrive"))
                }
            }
        }
        Err(refusal) => Refused::from(refusal).into_response(),
    };
    let mut response = explained(response).await;
    const HEADERS: [(HeaderName, &str); 4] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
             font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
             frame-ancestors 'none'; form-action 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    standing.tell(response.headers_mut());
    response
}

/// The answer to a banned address.
fn banned() -> Response {
    let text = text!("the operator of this server has banned this address");
    Refused::from(Refusal::new(Code::NotSeated, text)).into_response()
}

/// An error as a problem, even one of the libraries beneath, which answer in plain text.
async fn explained(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !(status.is_client_error() || status.is_server_error()) || kind.is_some_and(|kind| kind == api::PROBLEM) {
        return response;
    }
    let (head, body) = response.into_parts();
    let said = to_bytes(body, LONGEST_BODY).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said).trim().to_owned();
    let why = if said.is_empty() { status.canonical_reason().unwrap_or_default().to_lowercase() } else { said };
    let code = if status.is_server_error() { Code::Storage } else { Code::Malformed };
    let mut response = api::problem(status, Refusal::new(code, Text::plain(why)), None);
    for (name, value) in &head.headers {
        if ![header::CONTENT_TYPE, header::CONTENT_LENGTH].contains(name) {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    response
}
