//! The server while it runs: connections, what is done regularly beside them, and an end that waits for everybody.

use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use agon_wire::Refusal;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};

use super::{PATIENCE, Server, app};
use crate::api;
use crate::stream::Stream;

/// The longest head of a request, in bytes. What arrives of one is held in memory, for every connection.
const LONGEST_HEAD: usize = 16 * 1024;
/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);
/// How long connections have to close when the server ends.
const DRAIN: Duration = Duration::from_secs(5);

/// Serves until `end` comes, then closes all connections and waits for them.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = app(server.clone());
    let hub = tokio::spawn(server.hub.clone().hear());
    let lobby = tokio::spawn(server.hub.clone().tend_lobby());
    let sweeper = tokio::spawn(sweep(server.clone()));
    let upkeep = tokio::spawn(upkeep(server.figures.clone()));
    let waker = tokio::spawn(server.hub.clone().wake());
    let mut end = pin!(end);
    let mut warned: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, from)) => match server.place(from.ip()) {
                Ok(place) => {
                    tokio::spawn(connection(server.clone(), app.clone(), Stream::new(stream, place), from));
                }
                Err(refusal) => turn_away(stream, refusal),
            },
            // The client has gone before it was let in.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            // Most likely too many files are open; closing connections will free some.
            Err(error) => {
                if warned.is_none_or(|when| when.elapsed() >= PATIENCE) {
                    warned = Some(Instant::now());
                    tracing::warn!(%error, "cannot accept connections; trying on");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    tracing::info!("shutting down: no new requests, sockets are told to come back");
    drop(listener);
    server.closing.send_replace(true);
    let _ = timeout(DRAIN, server.busy.closed()).await;
    hub.abort();
    lobby.abort();
    sweeper.abort();
    upkeep.abort();
    waker.abort();
    Ok(())
}

/// Tells a client that its address has too many connections. Nothing is read, and nobody waits for it.
fn turn_away(stream: TcpStream, refusal: Refusal) {
    let answer = api::plain_problem(StatusCode::TOO_MANY_REQUESTS, refusal);
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(answer.as_bytes());
    }
}

/// Drains metrics regularly: they pile up when nobody reads them.
async fn upkeep(figures: Option<PrometheusHandle>) {
    let mut often = tokio::time::interval(Duration::from_secs(5));
    loop {
        often.tick().await;
        figures.iter().for_each(PrometheusHandle::run_upkeep);
    }
}

/// One connection. `axum::serve` would wait for ever for a head that never arrives.
async fn connection(server: Arc<Server>, app: Router, stream: Stream, from: SocketAddr) {
    let _busy = server.tracker();
    let mut closing = server.closing();
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        app.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(LONGEST_HEAD);
    let mut served = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        // A connection that breaks off needs no report.
        _ = served.as_mut() => return,
        _ = closing.wait_for(|closing| *closing) => {}
    }
    served.as_mut().graceful_shutdown();
    let _ = served.await;
}

/// Deletes expired rooms regularly.
async fn sweep(server: Arc<Server>) {
    let keep = server.hub.keep();
    let shortest = keep.open.min(keep.over);
    let mut often = tokio::time::interval((shortest / 20).clamp(Duration::from_secs(1), Duration::from_secs(600)));
    loop {
        often.tick().await;
        server.limits.tidy();
        match server.hub.store.sweep(keep).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted expired rooms"),
            Err(error) => tracing::warn!(%error, "cannot delete expired rooms"),
        }
    }
}
