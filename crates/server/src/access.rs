//! What is known of every request afterwards: counters by route and status, how long it took, and the access log.
//!
//! Neither holds a token, a body or a query. An address and a room's code are in the access log only.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::http::{Server, caller};

/// Paths longer than this are cut in the log: callers choose them.
const LONGEST_PATH: usize = 200;

/// Counts a request and its answer, and logs both where that is wanted.
pub(crate) async fn note(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    // Callers choose methods and paths; labels must not grow with them.
    let method = match *request.method() {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::DELETE => "DELETE",
        Method::PUT => "PUT",
        _ => "other",
    };
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let line = server.access_log.then(|| {
        let from = caller(&server, request.extensions().get(), request.headers());
        let path: String = request.uri().path().escape_default().take(LONGEST_PATH).collect();
        (from, path)
    });
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begin.elapsed());
    metrics::counter!("agon_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("agon_request_seconds", "route" => route).record(took.as_secs_f64());
    if let Some((from, path)) = line {
        let ms = took.as_micros() as f64 / 1000.0;
        tracing::info!(target: "access", %from, method, path, status, ms);
    }
    response
}
