//! The server by itself, with the arguments of `agon serve`: `cargo xtask serve` builds it in less time than all of `agon`.

use clap::Parser;

#[derive(Parser)]
#[command(name = "agon-server", version, about = "Host rooms for online play: HTTP and WebSocket on one port")]
struct Cli {
    #[command(flatten)]
    args: agon_server::config::Configured,
}

fn main() -> anyhow::Result<()> {
    agon_server::command::run(&Cli::parse().args.0)
}
