//! The command line: reads the arguments and hands over to one file a command.
//!
//! Bad input ends with code 2 and one line on stderr; a closed pipe is not an error.
//!
//! A binary with a game of your own has every command for it:
//!
//! ```no_run
//! # use agon_rules::games::gambit::Gambit as Nim;
//! use agon_search::Wins;
//!
//! fn main() -> std::process::ExitCode {
//!     agon::register::<Nim, _>(Wins).expect("its id is free");
//!     agon::main()
//! }
//! ```
//!
//! `examples/nim` is such a program.

mod bench;
mod best;
mod games;
mod lab;
mod learn;
mod load;
mod moves;
mod perft;
mod play;
mod players;
mod puzzles;
mod series;
mod setup;
mod solve;
mod sprt;
mod trace;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use agon_lab::Kind;
pub use agon_lab::register;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use setup::GameName;

/// Play, solve, measure and host abstract strategy games.
#[derive(Parser)]
#[command(name = "agon", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against computers or people at this machine
    Play(play::Args),
    /// Learn a game by short tasks: one or two sentences, a position, a move to find
    Learn(learn::Lesson),
    /// Solve puzzles: the one of the day, or the next one of a game that fits your strength
    Puzzle(learn::Puzzle),
    /// Host rooms for online play: HTTP and WebSocket on one port
    Serve(agon_server::command::Args),
    /// Load a server with rooms of random players, and measure how long moves take
    Load(load::Args),
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
    /// List the computer players of a game
    Players(players::Args),
    /// The move a computer player makes in a position
    Best(best::Args),
    /// Solve a position exactly: its value, best play, and the value of every legal move
    Solve(solve::Args),
    /// Find puzzles: positions with one best move, proved; check a collection of them
    Puzzles(puzzles::Args),
    /// Play one computer player against another
    Match(lab::Match),
    /// Play every computer player first against every one second
    Table(lab::Field),
    /// Play everybody against everybody and rate them
    Tournament(lab::Field),
    /// Test one computer player against another until it is clear which is stronger
    Sprt(sprt::Args),
    /// Measure how fair, long and decisive a game is under different options
    Balance(lab::Balance),
    /// Put the pieces of a split run together
    Merge(lab::Merge),
    /// Measure playouts, perft and search, and print a signature that is the same on every machine
    Bench(bench::Args),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

/// Reads the arguments of the process, does what they say, and returns the code to end with.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let mut out = BufWriter::new(io::stdout());
    let done = run(cli.command, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    // What is left in the buffer of a closed pipe must not be tried again.
    let _ = out.into_parts();
    match done {
        Ok(code) => code,
        Err(error) => match error.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
            kind => complain(&format!("{error:#}"), if kind.is_some() { 1 } else { 2 }),
        },
    }
}

/// Reads the command line. Help goes out as it is; anything wrong is said in one line, as by every other error.
fn parse() -> Result<Cli, ExitCode> {
    let first = agon_rules::games::list().first().map_or("GAME", |info| info.id);
    let help = format!("Try `agon play`, or `agon games`, then `agon rules {first}` or `agon moves {first}`.");
    let command = Cli::command().after_help(help);
    let matches = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    matches.map_err(|error| {
        if !error.use_stderr() {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            let _ = error.print();
            return ExitCode::from(2);
        }
        let text = error.to_string();
        let lines = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).skip_while(|word| *word == "error:").collect();
        complain(&format!("{}; see `agon --help`", words.join(" ")), 2)
    })
}

/// One line on stderr, whatever was typed; if there is no stderr, the code must do.
fn complain(text: &str, code: u8) -> ExitCode {
    const LONGEST: usize = 2000;
    let mut line: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    let _ = writeln!(io::stderr(), "agon: {line}");
    ExitCode::from(code)
}

fn run(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Solve(args) => return solve::run(&args, out),
        Command::Puzzles(args) => return puzzles::run(&args, out),
        Command::Match(args) => return args.run(out),
        Command::Table(args) => return args.run(Kind::Table, out),
        Command::Tournament(args) => return args.run(Kind::Tournament, out),
        Command::Sprt(args) => return sprt::run_test(&args, out),
        Command::Balance(args) => return args.run(out),
        Command::Merge(args) => args.run(out),
        Command::Play(args) => play::run(&args),
        Command::Learn(args) => args.run(),
        Command::Puzzle(args) => args.run(),
        Command::Load(args) => load::run(&args, out),
        Command::Serve(args) => agon_server::command::run(&args),
        Command::Games(args) => games::run(&args, out),
        Command::Rules { game } => Ok(write!(out, "{}", agon_rules::games::rules(&game)?)?),
        Command::Moves(args) => moves::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Players(args) => players::run(&args, out),
        Command::Best(args) => best::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "agon", &mut script);
            Ok(out.write_all(&script)?)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}
