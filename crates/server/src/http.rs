//! The one port: routes, callers' addresses, health and metrics.
//!
//! `http/guard.rs` is what every request passes, `http/serve.rs` the server while it runs.

mod guard;
mod serve;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Code, Refusal};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tower::util::option_layer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use self::guard::guard;
pub use self::serve::serve;
use crate::access;
use crate::api::{self, Refused};
use crate::asyncapi;
use crate::bans::Bans;
use crate::hub::Hub;
use crate::limits::{self, Limits, Place, Places, Quotas, network, slow};
use crate::page;
use crate::players::api as players;
use crate::socket;

/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 8 * 1024;
/// How long a request's head may take, and then its body; a connection without a request is closed after this.
const PATIENCE: Duration = Duration::from_secs(10);

/// Everything that requests share.
pub struct Server {
    pub(crate) hub: Arc<Hub>,
    pub(crate) limits: Arc<Limits>,
    /// other origins whose pages may open sockets
    pub(crate) origins: Vec<String>,
    /// how many proxies in front are trusted to say who calls
    forwarded: usize,
    pub(crate) sockets: Arc<Places>,
    connections: Arc<Places>,
    /// whether something could be stored when that was last tried, and when
    health: tokio::sync::Mutex<Option<(Instant, bool)>>,
    closing: watch::Sender<bool>,
    busy: watch::Sender<()>,
    figures: Option<PrometheusHandle>,
    /// the folder of the web client; otherwise the one inside the binary
    pub(crate) web: Option<PathBuf>,
    pub(crate) bans: Arc<Bans>,
    /// whether every request is logged
    pub(crate) access_log: bool,
}

/// How a server faces the network.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// how much one address may do
    pub quotas: Quotas,
    /// other origins whose pages may open sockets and use the HTTP interface; `*` for all
    pub origins: Vec<String>,
    /// how many proxies in front add to `X-Forwarded-For`: that many of its last entries are believed
    pub forwarded: usize,
    /// a folder to read the web client from, instead of the one inside
    pub web: Option<PathBuf>,
    /// addresses that may not use the server
    pub bans: Arc<Bans>,
    /// whether every request is logged
    pub access_log: bool,
}

impl Server {
    /// A server over a hub; `figures` is where `/metrics` reads from.
    pub fn new(hub: Arc<Hub>, front: Front, figures: Option<PrometheusHandle>) -> Arc<Self> {
        let limits = Arc::new(Limits::new(front.quotas));
        let _ = hub.limits.set(limits.clone());
        hub.hall.limit(front.quotas.offers);
        Arc::new(Server {
            hub,
            limits,
            health: tokio::sync::Mutex::default(),
            origins: front.origins,
            forwarded: front.forwarded,
            sockets: Arc::default(),
            connections: Arc::default(),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(()),
            figures,
            web: front.web,
            bans: front.bans,
            access_log: front.access_log,
        })
    }

    /// The place of one more connection, from the moment it is there. All that come through a proxy have its address, so
    /// they are not counted.
    fn place(&self, from: IpAddr) -> Result<Option<Place>, Refusal> {
        if self.forwarded > 0 {
            return Ok(None);
        }
        self.connections.take(network(from), self.limits.quotas.connections).map(Some).ok_or_else(slow)
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

/// The caller's address as the limits count it: that of the socket, or what trusted proxies say.
pub(crate) struct Caller(pub IpAddr);

impl FromRequestParts<Arc<Server>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Refused> {
        Ok(Caller(caller(server, parts.extensions.get(), &parts.headers)))
    }
}

pub(crate) fn caller(server: &Server, info: Option<&ConnectInfo<SocketAddr>>, headers: &HeaderMap) -> IpAddr {
    let nobody = IpAddr::from([0, 0, 0, 0]);
    let direct = info.map_or(nobody, |ConnectInfo(address)| address.ip());
    network(forwarded(headers, server.forwarded).unwrap_or(direct))
}

/// The address that connected to the outermost of this many trusted proxies. Each has added the address it was called from
/// at the end. The client may have made up everything before that, in the same line or in others.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    let entries: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let entry = entries.iter().rev().take(proxies).next_back()?;
    // Some proxies add the port.
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Every route.
pub fn app(server: Arc<Server>) -> Router {
    let cors = cors(&server.origins);
    Router::new()
        .route("/api", get(api::document))
        .route("/api/asyncapi", get(asyncapi::document))
        .route("/api/games", get(api::list_games))
        .route("/api/lobby", get(api::lobby).post(api::offer))
        .route("/api/lobby/quick", post(api::quick))
        .route("/api/rooms", post(api::create))
        .route("/api/rooms/{code}", get(api::look))
        .route("/api/rooms/{code}/join", post(api::join))
        .route("/api/rooms/{code}/do", post(api::act))
        .route("/api/rooms/{code}/moves", get(api::moves))
        .route("/api/rooms/{code}/record", get(api::record))
        .route("/api/rooms/{code}/wait", get(players::wait))
        .route("/api/seats", post(players::seats))
        .route("/api/players/{id}", get(players::look))
        .route("/api/me", get(players::export).post(players::name))
        .route("/api/me/erase", post(players::forget_me))
        .route("/api/me/push", post(players::subscribe))
        .route("/api/me/push/forget", post(players::unsubscribe))
        .route("/api/push", get(players::push_key))
        .route("/api/socket", get(socket::open))
        .route("/api/{*rest}", any(api::nowhere))
        // Within the layer: what a browser asks beforehand has a method of its own.
        .method_not_allowed_fallback(api::otherwise)
        .layer(option_layer(cors))
        .route("/healthz", get(health))
        .route("/metrics", get(figures))
        .fallback(page::serve)
        .method_not_allowed_fallback(api::otherwise)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .layer(middleware::from_fn_with_state(server.clone(), access::note))
        .with_state(server)
}

/// Lets pages of other origins use the HTTP interface, if the operator has named any. There are no cookies to steal: a
/// page knows the tokens of its own players only.
fn cors(origins: &[String]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let allowed = match origins.iter().any(|origin| origin == "*") {
        true => AllowOrigin::any(),
        false => AllowOrigin::list(origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok())),
    };
    let told = [limits::LEFT, limits::POLICY, header::RETRY_AFTER];
    let cors = CorsLayer::new().allow_origin(allowed).allow_methods([Method::GET, Method::POST]);
    let cors = cors.allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE]).expose_headers(told);
    Some(cors.max_age(Duration::from_secs(24 * 60 * 60)))
}

/// Whether the server can do its work: it must be able to store moves. However often it is asked, it tries once a second.
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "it can", body = String, content_type = "text/plain"),
    (status = 503, description = "it cannot", body = String, content_type = "text/plain"), api::Always))]
pub(crate) async fn health(State(server): State<Arc<Server>>) -> Response {
    let mut known = server.health.lock().await;
    let is_fresh = |(when, _): &(Instant, bool)| when.elapsed() < Duration::from_secs(1);
    let stores = match known.filter(is_fresh) {
        Some((_, stores)) => stores,
        None => {
            let probe = timeout(Duration::from_secs(3), server.hub.store.probe()).await;
            let stores = matches!(probe, Ok(Ok(())));
            *known = Some((Instant::now(), stores));
            stores
        }
    };
    match stores {
        true => "ok\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "moves cannot be stored\n").into_response(),
    }
}

/// Metrics for Prometheus, for callers on this machine only: a proxy must not pass them on.
#[utoipa::path(get, path = "/metrics",
    responses((status = 200, description = "metrics as Prometheus reads them", body = String, content_type = "text/plain"), api::Always))]
pub(crate) async fn figures(State(server): State<Arc<Server>>, request: Request) -> Response {
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
            metrics::gauge!("agon_bots_queued").set(server.hub.bots.queued() as f64);
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
