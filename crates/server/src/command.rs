//! `agon serve`: the server, with everything in one process and one folder unless Redis is named. It is here and not
//! with the other commands so that `cargo xtask serve` need not compile those.

use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing_subscriber::EnvFilter;

use crate::admin;
use crate::bans::Bans;
use crate::store::{Bus, Keep, LocalBus, Redis, Sqlite, Store};
use crate::{Front, Hub, Notices, Quotas, Server, Settings};

/// The arguments of the server.
#[derive(clap::Args)]
pub struct Args {
    /// Read settings from this TOML file, with the names of these flags as keys; the command line and the environment win
    #[arg(long, env = "AGON_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The address to listen on; `0.0.0.0` for everybody
    #[arg(long, env = "AGON_ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port to listen on; 0 for any free one
    #[arg(long, env = "AGON_PORT", default_value_t = 8000)]
    port: u16,
    /// The folder that stores games and bans; by default the user's data folder
    #[arg(long, env = "AGON_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Share rooms with other servers through this Redis, for example `redis://127.0.0.1/`, or `rediss://` with TLS; no
    /// games are stored in a folder then
    #[arg(long, env = "AGON_REDIS", value_name = "URL")]
    redis: Option<String>,
    /// Delete an unfinished room after this many days without a move
    #[arg(long, env = "AGON_EXPIRY_DAYS", value_name = "DAYS", default_value = "7", value_parser = days)]
    expiry_days: f64,
    /// Delete a finished room after this many days
    #[arg(long, env = "AGON_KEEP_DAYS", value_name = "DAYS", default_value = "365", value_parser = days)]
    keep_days: f64,
    /// Unload a room from memory after this many seconds without a request
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    idle_seconds: u64,
    /// How many computer players think at once; by default half the number of cores
    #[arg(long, value_name = "N")]
    bots: Option<usize>,
    /// How many seconds a computer player may think
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(..=86_400))]
    thinking_seconds: u64,
    /// Let pages from this address play here too (sockets, and CORS for the HTTP interface), for example
    /// `https://games.example`; `*` for all pages; may be given again
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Take the caller's address from `X-Forwarded-For`; only behind a proxy that adds to it, or as many in a row as are
    /// named: `--forwarded=2`
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, require_equals = true, default_value = "0", default_missing_value = "1")]
    forwarded: usize,
    /// Send notices (Web Push) to players who want them; push services complain to this address, for example
    /// `mailto:me@games.example`
    #[arg(long, env = "AGON_CONTACT", value_name = "ADDRESS", value_parser = contact)]
    contact: Option<String>,
    /// Let push endpoints be on this machine: for tests only
    #[arg(long, hide = true)]
    push_loopback: bool,
    /// Read the web client from this folder, as `cargo xtask web` writes it, instead of the one inside
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Do not limit requests, rooms and sockets by address
    #[arg(long)]
    no_limits: bool,
    /// The socket for `agon admin`; by default `admin.sock` in the folder of the games, and none with Redis
    #[arg(long, env = "AGON_ADMIN", value_name = "FILE")]
    admin: Option<PathBuf>,
    /// Log every request: the caller's address, method, path, status and how long it took
    #[arg(long)]
    access_log: bool,
    /// Write logs as JSON
    #[arg(long)]
    log_json: bool,
}

#[cfg(test)]
impl Args {
    /// Some of them, for tests.
    pub(crate) fn shown(&self) -> (u16, f64, Vec<String>, bool, bool, bool, u64) {
        let origins = self.origin.clone();
        (self.port, self.expiry_days, origins, self.access_log, self.no_limits, self.log_json, self.idle_seconds)
    }
}

/// Reads whom push services may complain to.
fn contact(text: &str) -> Result<String, String> {
    let good = text.strip_prefix("mailto:").is_some_and(|mail| mail.contains('@')) || text.starts_with("https://");
    good.then(|| text.to_owned())
        .ok_or_else(|| "it takes `mailto:me@games.example` or `https://games.example`".to_owned())
}

/// Serves until the process is asked to end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // In detail this one logs whole messages, and with them the tokens of players.
    let filter = filter.add_directive("tungstenite=info".parse().context("a filter of our own")?);
    // A log that cannot be written, on a disk that is full, is no reason to end: complaining of it would panic.
    let logs = tracing_subscriber::fmt().log_internal_errors(false).with_env_filter(filter);
    let logs = logs.with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    // A second subscriber in one process is refused; there is only one server.
    let _ = if args.log_json { logs.json().try_init() } else { logs.try_init() };
    if let Some(folder) = args.web.as_deref().filter(|folder| !folder.join("index.html").is_file()) {
        bail!("there is no `index.html` in `{}`; `cargo xtask web` writes the folder for `--web`", folder.display());
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    runtime.block_on(serve(args))
}

async fn serve(args: &Args) -> anyhow::Result<()> {
    let settings = Settings {
        expiry: of_days(args.expiry_days),
        keep: of_days(args.keep_days),
        idle: Duration::from_secs(args.idle_seconds.max(1)),
        thinking: Duration::from_secs(args.thinking_seconds.max(1)),
        bots: args.bots.unwrap_or(Settings::default().bots),
        notices: args.contact.clone().map(|contact| Notices { contact, loopback: args.push_loopback }),
        ..Settings::default()
    };
    let figures = PrometheusBuilder::new().install_recorder().ok();
    let (store, bus) = open_store(args, &settings).await?;
    let quotas = if args.no_limits { Quotas::none() } else { Quotas::default() };
    let front = Front {
        quotas,
        origins: args.origin.clone(),
        forwarded: args.forwarded,
        web: args.web.clone(),
        bans: Arc::new(open_bans(args)?),
        access_log: args.access_log,
    };
    let server = Server::new(Hub::new(store, bus, settings), front, figures);
    let address = SocketAddr::new(args.address, args.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}; is another server there? `--port 0` takes any free one")
    })?;
    let admin = args.admin.clone().or_else(|| Some(admin::socket_in(&own_folder(args)?)));
    let orders = take_orders(server.clone(), admin.as_deref()).await;
    println!("agon serves at http://{}", listener.local_addr()?);
    crate::serve(server, listener, end()).await?;
    if let Some(orders) = orders {
        orders.abort();
        admin.map(std::fs::remove_file);
    }
    tracing::info!("ended");
    Ok(())
}

/// That many days.
fn of_days(days: f64) -> Duration {
    Duration::from_secs_f64(days * 86_400.0)
}

/// Reads a number of days.
fn days(text: &str) -> Result<f64, String> {
    let days = text.parse().ok().filter(|days| (0.0..=36_500.0).contains(days));
    days.ok_or_else(|| "it takes a number of days from 0 to 36500, such as `7` or `0.5`".to_owned())
}

/// Takes the orders of `agon admin`; without them the server serves all the same.
#[cfg(unix)]
async fn take_orders(server: Arc<Server>, socket: Option<&Path>) -> Option<JoinHandle<()>> {
    let socket = socket?;
    match admin::open(socket).await {
        Ok(orders) => Some(tokio::spawn(admin::listen(server, orders))),
        Err(error) => {
            let socket = socket.display();
            tracing::warn!(%socket, %error, "`agon admin` cannot be used; `--admin FILE` is another place");
            None
        }
    }
}

/// There are no orders where there are no such sockets.
#[cfg(not(unix))]
async fn take_orders(_: Arc<Server>, _: Option<&Path>) -> Option<JoinHandle<()>> {
    None
}

/// Waits until the process is asked to end.
#[cfg(unix)]
async fn end() {
    use tokio::signal::unix::{SignalKind, signal};
    // Where signals cannot be listened for, the process ends by them at once.
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    // A terminal that goes away is no reason to end.
    let hangups = async {
        if let Ok(mut hangup) = signal(SignalKind::hangup()) {
            while hangup.recv().await.is_some() {}
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = hangups => {}
    }
}

/// Waits until the process is asked to end.
#[cfg(not(unix))]
async fn end() {
    let _ = tokio::signal::ctrl_c().await;
}

/// The folder of this server: of its games, or only of its bans where games are in Redis.
fn own_folder(args: &Args) -> Option<PathBuf> {
    let usual = || dirs::data_local_dir().map(|folder| folder.join("agon")).filter(|_| args.redis.is_none());
    args.data.clone().or_else(usual)
}

/// The bans of that folder; without one, they end with the process.
fn open_bans(args: &Args) -> anyhow::Result<Bans> {
    let Some(folder) = own_folder(args) else { return Ok(Bans::default()) };
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Bans::open(folder.join("bans.txt")).context("cannot read the bans")
}

async fn open_store(args: &Args, settings: &Settings) -> anyhow::Result<(Arc<dyn Store>, Arc<dyn Bus>)> {
    if let Some(url) = &args.redis {
        let keep = Keep { open: settings.expiry, over: settings.keep };
        let redis = Redis::open_keeping(url, keep).await.context("cannot use Redis; does it run at that address?")?;
        let redis = Arc::new(redis);
        return Ok((redis.clone(), redis));
    }
    let folder = own_folder(args).context("say where games are kept: `--data FOLDER`")?;
    let path = folder.join("rooms.sqlite");
    let store = Sqlite::open(&path).with_context(|| format!("cannot keep games in {}", folder.display()))?;
    tracing::info!(path = %path.display(), "games are kept");
    Ok((Arc::new(store), Arc::new(LocalBus::new())))
}
