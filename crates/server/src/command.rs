//! `agon serve`: the server, with everything in one process and one folder unless Redis is named. It is here and not
//! with the other commands so that `cargo xtask serve` need not compile those.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::store::{Bus, LocalBus, Redis, Sqlite, Store, redis::Keep};
use crate::{Front, Hub, Quotas, Server, Settings};

/// The arguments of the server.
#[derive(clap::Args)]
pub struct Args {
    /// The address to listen on; `0.0.0.0` for everybody
    #[arg(long, env = "AGON_ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port to listen on; 0 for any free one
    #[arg(long, env = "AGON_PORT", default_value_t = 8000)]
    port: u16,
    /// The folder that stores the games; by default the user's data folder
    #[arg(long, env = "AGON_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Share rooms with other servers through this Redis, for example `redis://127.0.0.1/`; nothing is stored in a folder then
    #[arg(long, env = "AGON_REDIS", value_name = "URL")]
    redis: Option<String>,
    /// Delete an unfinished room after this many days without a move
    #[arg(long, env = "AGON_EXPIRY_DAYS", value_name = "DAYS", default_value_t = 7.0)]
    expiry_days: f64,
    /// Unload a room from memory after this many seconds without a request
    #[arg(long, value_name = "S", default_value_t = 60)]
    idle_seconds: u64,
    /// How many computer players think at once; by default half the number of cores
    #[arg(long, value_name = "N")]
    bots: Option<usize>,
    /// How many seconds a computer player may think
    #[arg(long, value_name = "S", default_value_t = 5)]
    thinking_seconds: u64,
    /// Let pages from this address open sockets too, for example `https://games.example`; may be given again
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Take the caller's address from `X-Forwarded-For`; only behind a proxy that sets it
    #[arg(long)]
    forwarded: bool,
    /// Read the web client from this folder, as `cargo xtask web` writes it, instead of the one inside
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Do not limit requests, rooms and sockets by address
    #[arg(long)]
    no_limits: bool,
    /// Write logs as JSON
    #[arg(long)]
    log_json: bool,
}

/// Serves until the process is asked to end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // In detail this one logs whole messages, and with them the tokens of players.
    let filter = filter.add_directive("tungstenite=info".parse().context("a filter of our own")?);
    // A log that cannot be written, on a disk that is full, is no reason to end: complaining of it would panic.
    let logs = tracing_subscriber::fmt().log_internal_errors(false).with_env_filter(filter);
    let logs = logs.with_writer(std::io::stderr);
    // A second subscriber in one process is refused; there is only one server.
    let _ = if args.log_json { logs.json().try_init() } else { logs.try_init() };
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    runtime.block_on(serve(args))
}

async fn serve(args: &Args) -> anyhow::Result<()> {
    let settings = Settings {
        expiry: Duration::try_from_secs_f64(args.expiry_days * 86_400.0)
            .map_err(|why| anyhow::anyhow!("bad number of days `{}`: {why}", args.expiry_days))?,
        idle: Duration::from_secs(args.idle_seconds.max(1)),
        thinking: Duration::from_secs(args.thinking_seconds.max(1)),
        bots: args.bots.unwrap_or(Settings::default().bots),
    };
    let figures = PrometheusBuilder::new().install_recorder().ok();
    let (store, bus) = open_store(args, &settings).await?;
    let quotas = if args.no_limits { Quotas::none() } else { Quotas::default() };
    let front = Front { quotas, origins: args.origin.clone(), forwarded: args.forwarded, web: args.web.clone() };
    let server = Server::new(Hub::new(store, bus, settings), front, figures);
    let address = SocketAddr::new(args.address, args.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}; is another server there? `--port 0` takes any free one")
    })?;
    println!("agon serves at http://{}", listener.local_addr()?);
    crate::serve(server, listener, end()).await?;
    tracing::info!("ended");
    Ok(())
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
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

/// Waits until the process is asked to end.
#[cfg(not(unix))]
async fn end() {
    let _ = tokio::signal::ctrl_c().await;
}

async fn open_store(args: &Args, settings: &Settings) -> anyhow::Result<(Arc<dyn Store>, Arc<dyn Bus>)> {
    if let Some(url) = &args.redis {
        let keep = Keep { open: settings.expiry, ..Keep::default() };
        let redis = Redis::open_keeping(url, keep).await.context("cannot use Redis; does it run at that address?")?;
        let redis = Arc::new(redis);
        return Ok((redis.clone(), redis));
    }
    let folder = args.data.clone().or_else(|| dirs::data_local_dir().map(|folder| folder.join("agon")));
    let folder = folder.context("say where games are kept: `--data FOLDER`")?;
    let path = folder.join("rooms.sqlite");
    let store = Sqlite::open(&path).with_context(|| format!("cannot keep games in {}", folder.display()))?;
    tracing::info!(path = %path.display(), "games are kept");
    Ok((Arc::new(store), Arc::new(LocalBus::new())))
}
