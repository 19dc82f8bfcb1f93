//! The one binary, `agon`: reads the command line and hands over to one file a command.
//!
//! Bad input ends with code 2 and one line on stderr; a closed pipe is not an error.

mod bench;
mod games;
mod moves;
mod perft;
mod setup;
mod trace;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use setup::GameName;

/// Play, solve, measure and host abstract strategy games.
#[derive(Parser)]
#[command(name = "agon", version, arg_required_else_help = true)]
#[command(after_help = "Try `agon games`, then `agon moves tic-tac-toe b2` or `agon rules gambit`.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their options and values
    Games(games::Args),
    /// Print the rules page of a game
    Rules {
        #[arg(value_parser = GameName)]
        game: String,
    },
    /// Show the position, the seat to move, its legal moves and the result after some moves
    Moves(moves::Args),
    /// Play random games and print them as JSON lines
    Trace(trace::Args),
    /// Count the lines of play of a given length
    Perft(perft::Args),
    /// Measure random playouts and perft, and print a signature that is the same on every machine
    Bench(bench::Args),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    // What is left in the buffer of a closed pipe must not be tried again.
    let _ = out.into_parts();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon: {error:#}");
            ExitCode::from(if error.is::<io::Error>() { 1 } else { 2 })
        }
    }
}

fn run(command: Command, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        Command::Games(args) => games::run(&args, out),
        Command::Rules { game } => Ok(write!(out, "{}", agon_rules::games::info(&game)?.rules)?),
        Command::Moves(args) => moves::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "agon", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}

fn closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    io.or(json) == Some(io::ErrorKind::BrokenPipe)
}
