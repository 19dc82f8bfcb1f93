//! The one port: routes, security headers, callers' addresses, and a shutdown that waits for everybody.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Code, Refusal};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::api::{self, Refused};
use crate::hub::Hub;
use crate::limits::{Limits, Quotas};
use crate::page;
use crate::socket::{self, Place};

/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 8 * 1024;
/// How long a request's head may take, and then its body; a connection without a request is closed after this.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long connections have to close when the server ends.
const DRAIN: Duration = Duration::from_secs(5);

/// Everything that requests share.
pub struct Server {
    pub(crate) hub: Arc<Hub>,
    pub(crate) limits: Limits,
    /// other origins whose pages may open sockets
    pub(crate) origins: Vec<String>,
    /// whether to believe the caller's address that a proxy gives
    forwarded: bool,
    pub(crate) sockets: AtomicUsize,
    by_address: Mutex<HashMap<IpAddr, u32>>,
    closing: watch::Sender<bool>,
    busy: watch::Sender<()>,
    figures: Option<PrometheusHandle>,
    /// the folder of the web client; otherwise the one inside the binary
    pub(crate) web: Option<PathBuf>,
}

/// How a server faces the network.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// how much one address may do
    pub quotas: Quotas,
    /// other origins whose pages may open sockets
    pub origins: Vec<String>,
    /// whether to believe a proxy's `X-Forwarded-For`; only behind one that sets it
    pub forwarded: bool,
    /// a folder to read the web client from, instead of the one inside
    pub web: Option<PathBuf>,
}

impl Server {
    /// A server over a hub; `figures` is where `/metrics` reads from.
    pub fn new(hub: Arc<Hub>, front: Front, figures: Option<PrometheusHandle>) -> Arc<Self> {
        Arc::new(Server {
            hub,
            limits: Limits::new(front.quotas),
            origins: front.origins,
            forwarded: front.forwarded,
            sockets: AtomicUsize::new(0),
            by_address: Mutex::default(),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(()),
            figures,
            web: front.web,
        })
    }

    /// A place for one more socket of an address; none when it has too many.
    pub(crate) fn take_socket(self: &Arc<Self>, from: IpAddr) -> Option<Place> {
        let mut counts = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(from).or_insert(0);
        if *count >= self.limits.quotas.sockets {
            return None;
        }
        *count += 1;
        self.sockets.fetch_add(1, Ordering::Relaxed);
        Some(Place { server: self.clone(), from })
    }

    pub(crate) fn leave_socket(&self, from: IpAddr) {
        let mut counts = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&from);
            }
        }
    }

    /// Becomes true when the server ends.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// The end of the server waits until this is dropped.
    pub(crate) fn tracker(&self) -> watch::Receiver<()> {
        self.busy.subscribe()
    }
}

/// The caller's address: that of the socket, or what a trusted proxy says.
pub(crate) struct Caller(pub IpAddr);

impl FromRequestParts<Arc<Server>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Refused> {
        Ok(Caller(caller(server, parts.extensions.get(), &parts.headers)))
    }
}

fn caller(server: &Server, info: Option<&ConnectInfo<SocketAddr>>, headers: &axum::http::HeaderMap) -> IpAddr {
    let nobody = IpAddr::from([0, 0, 0, 0]);
    let direct = info.map_or(nobody, |ConnectInfo(address)| address.ip());
    if !server.forwarded {
        return direct;
    }
    // Our own proxy has added the last entry.
    let said = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    said.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).unwrap_or(direct)
}

/// Every route.
pub fn app(server: Arc<Server>) -> Router {
    Router::new()
        .route("/api", get(api::document))
        .route("/api/games", get(api::list_games))
        .route("/api/rooms", post(api::create))
        .route("/api/rooms/{code}", get(api::look))
        .route("/api/rooms/{code}/join", post(api::join))
        .route("/api/rooms/{code}/do", post(api::act))
        .route("/api/rooms/{code}/moves", get(api::moves))
        .route("/api/rooms/{code}/record", get(api::record))
        .route("/api/socket", get(socket::open))
        .route("/api/{*rest}", any(api::nowhere))
        .route("/healthz", get(health))
        .route("/metrics", get(figures))
        .fallback(page::serve)
        .method_not_allowed_fallback(api::otherwise)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server)
}

/// Counts every request, reads its body in bounded time, and sets the security headers.
async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let from = caller(&server, request.extensions().get(), request.headers());
    let mut response = match server.limits.request(from) {
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
    response
}

/// Whether the server can do its work: the store must answer.
async fn health(State(server): State<Arc<Server>>) -> Response {
    match timeout(Duration::from_secs(3), server.hub.store.count()).await {
        Ok(Ok(_)) => "ok\n".into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// Metrics for Prometheus, for callers on this machine only: a proxy must not pass them on.
async fn figures(State(server): State<Arc<Server>>, request: Request) -> Response {
    // A caller who comes through a proxy is a stranger, whatever address the proxy gives.
    let own = request
        .extensions()
        .get()
        .is_some_and(|ConnectInfo(from): &ConnectInfo<SocketAddr>| from.ip().to_canonical().is_loopback());
    let forwarded =
        ["x-forwarded-for", "x-real-ip", "forwarded"].iter().any(|name| request.headers().contains_key(*name));
    match &server.figures {
        Some(figures) if own && !forwarded => {
            metrics::gauge!("agon_rooms_loaded").set(server.hub.loaded() as f64);
            if let Some(bytes) = resident() {
                metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
            }
            figures.render().into_response()
        }
        _ => {
            Refused::from(Refusal::new(Code::NotSeated, text!("metrics can only be read on the server's own machine")))
                .into_response()
        }
    }
}

/// How much memory this process holds, where the system says so.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Serves until `end` comes, then closes all connections and waits for them.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = app(server.clone());
    let hub = tokio::spawn(server.hub.clone().hear());
    let sweeper = tokio::spawn(sweep(server.clone()));
    let upkeep = tokio::spawn(upkeep(server.figures.clone()));
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, from)) => drop(tokio::spawn(connection(server.clone(), app.clone(), stream, from))),
            // Most likely too many files are open; closing connections will free some.
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    tracing::info!("shutting down: no new requests, sockets are told to come back");
    drop(listener);
    server.closing.send_replace(true);
    let _ = timeout(DRAIN, server.busy.closed()).await;
    hub.abort();
    sweeper.abort();
    upkeep.abort();
    Ok(())
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
async fn connection(server: Arc<Server>, app: Router, stream: TcpStream, from: SocketAddr) {
    let _busy = server.tracker();
    let mut closing = server.closing();
    // Small messages must not wait for more data.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        app.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
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
    let expiry = server.hub.settings.expiry;
    let mut often = tokio::time::interval((expiry / 20).clamp(Duration::from_secs(1), Duration::from_secs(600)));
    loop {
        often.tick().await;
        server.limits.tidy();
        match server.hub.store.sweep(expiry).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted expired rooms"),
            Err(error) => tracing::warn!(%error, "cannot delete expired rooms"),
        }
    }
}
