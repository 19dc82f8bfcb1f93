//! The command line: reads the arguments and hands over to one file a command.
//!
//! Bad input ends with code 2 and one line on stderr, any other failure with 1; a closed pipe is not an error. The codes are
//! those of docs/command-line.md.
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

mod archive;
mod bench;
mod best;
mod book;
mod certificate;
mod check_player;
mod complete;
mod efg;
mod equilibrium;
mod games;
mod lab;
mod ladder;
mod learn;
mod load;
mod moves;
mod name;
mod perft;
mod play;
mod players;
mod puzzles;
mod refusal;
mod rules;
mod series;
mod setup;
mod solve;
mod sprt;
mod tablebase;
mod trace;
mod verify;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use agon_archive::ArchiveError;
use agon_lab::Kind;
use agon_lab::keep::KeepError;
pub use agon_numbers::register;
use agon_server::store::StoreError;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::env::CompleteEnv;

/// Play, solve, measure and host abstract strategy games.
#[derive(Parser)]
#[command(name = "agon", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against computer players or people, here or online
    Play(play::Args),
    /// Show or change your name on a server, with your ratings; move it to another device
    Name(name::Args),
    /// Learn a game in short tasks, each with a move to find
    Learn(learn::Lesson),
    /// Solve a puzzle: today's, or the next one of a game that fits your strength
    Puzzle(learn::Puzzle),
    /// Host rooms for online play: HTTP and WebSocket on one port
    Serve(agon_server::config::Configured),
    /// Give orders to a running server: list, show and close rooms, ban addresses, delete expired rooms
    Admin(agon_server::admin::command::Args),
    /// Copy the games of a server, which may keep running, and check the copy
    Backup(agon_server::backup::Args),
    /// Put a server under load with rooms of random players, and measure how long moves take
    Load(load::Args),
    /// List the games with their options and values
    Games(games::Args),
    /// Read the rules of a game
    Rules(rules::Args),
    /// Show the position after some moves, who is to move, the legal moves and the result
    Moves(moves::Args),
    /// Play random games and print them as JSON lines
    Trace(trace::Args),
    /// Count the move sequences of a given length
    Perft(perft::Args),
    /// List the computer players of a game
    Players(players::Args),
    /// Check whether a program keeps to the protocol of players, with every game
    CheckPlayer(check_player::Args),
    /// Show the move a computer player makes in a position
    Best(best::Args),
    /// Solve a position exactly: its value, best play, and the value of every legal move
    Solve(solve::Args),
    /// Solve every position of an endgame, and keep what was found in a file
    Tablebase(tablebase::Args),
    /// Check certificates of proved values by the rules alone
    Verify(verify::Args),
    /// Write the tree of a game as an extensive-form file, for Gambit and OpenSpiel
    Efg(efg::Args),
    /// Find puzzles, positions with one best move that is proved; check a collection of them
    Puzzles(puzzles::Args),
    /// Play one computer player against another
    Match(lab::Match),
    /// Play every computer player as first against every one as second player
    Table(lab::Field),
    /// Play all computer players against each other and rate them
    Tournament(lab::Field),
    /// Test one computer player against another until it is clear which is stronger
    Sprt(sprt::Args),
    /// Make a book of balanced openings for matches
    Book(book::Args),
    /// Play the levels of a game against each other until it is known how far they are apart
    Ladder(ladder::Args),
    /// Measure how fair, long and decisive a game is under different options
    Balance(lab::Balance),
    /// Combine the pieces of a split run into one report
    Merge(lab::Merge),
    /// Games that were played: filter, count, show, explore, export and import them
    Archive(archive::Args),
    /// Measure playouts, perft and search, and print a signature that is the same on every machine
    Bench(bench::Args),
    /// Print a script that completes games, options, players and moves in a shell
    ///
    /// bash: `source <(agon completions bash)` in ~/.bashrc.
    /// zsh: `source <(agon completions zsh)` in ~/.zshrc, after `compinit`.
    /// fish: `agon completions fish > ~/.config/fish/completions/agon.fish`.
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
}

/// Reads the arguments of the process, does what they say, and returns the code to end with.
pub fn main() -> ExitCode {
    // A shell that asks for completions gets them, and that is the end.
    CompleteEnv::with_factory(command).var(complete::VARIABLE).complete();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let cli = match parse(&words) {
        Ok(cli) => cli,
        Err(Unread::Help(error)) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS };
        }
        Err(Unread::Wrong(why)) => return complain(&why, BAD_INPUT),
    };
    let mut out = BufWriter::new(io::stdout());
    let done = run(cli.command, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    // What is left in the buffer of a closed pipe must not be tried again.
    let _ = out.into_parts();
    match done {
        Ok(code) => code,
        Err(error) => match error.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
            _ => complain(&format!("{error:#}"), if is_failure(&error) { FAILURE } else { BAD_INPUT }),
        },
    }
}

/// Something failed that was asked for rightly: a file, a disk, a server.
const FAILURE: u8 = 1;
/// What was asked for makes no sense.
const BAD_INPUT: u8 = 2;

/// Whether the world is to blame for an error, and not what was typed.
fn is_failure(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<io::Error>()
            || cause.is::<ureq::Error>()
            || cause.is::<StoreError>()
            || matches!(cause.downcast_ref(), Some(KeepError::Io(..)))
            || matches!(cause.downcast_ref(), Some(ArchiveError::Failed(..) | ArchiveError::Busy(..)))
    })
}

/// The command line as clap knows it.
fn command() -> clap::Command {
    let first = agon_rules::games::list().first().map_or("GAME", |info| info.id);
    let help = format!("Try `agon play`, or `agon games`, then `agon rules {first}` or `agon moves {first}`.");
    complete::dressed(Cli::command().after_help(help))
}

/// Why a command line was not read.
enum Unread {
    /// Help or the version was asked for, or nothing at all.
    Help(clap::Error),
    /// Something is wrong with it.
    Wrong(String),
}

/// Reads a command line, without the name of the program.
fn parse(words: &[OsString]) -> Result<Cli, Unread> {
    parse_by(&built(), words)
}

/// The command line, built: only then arguments know how they are written.
fn built() -> clap::Command {
    let mut command = command();
    command.build();
    command
}

/// Reads a command line by a command that is built.
fn parse_by(command: &clap::Command, words: &[OsString]) -> Result<Cli, Unread> {
    let all = std::iter::once(OsString::from(command.get_name())).chain(words.iter().cloned());
    let matches = command.clone().try_get_matches_from(all).and_then(|matches| Cli::from_arg_matches(&matches));
    matches.map_err(|error| match error.kind() {
        _ if !error.use_stderr() => Unread::Help(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Unread::Help(error),
        _ => Unread::Wrong(refusal::refusal(&error, command, words)),
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
        Command::CheckPlayer(args) => return check_player::run(&args, out),
        Command::Solve(args) => return solve::run(&args, out),
        Command::Tablebase(args) => return tablebase::run(&args, out),
        Command::Verify(args) => return verify::run(&args, out),
        Command::Puzzles(args) => return puzzles::run(&args, out),
        Command::Match(args) => return args.run(out),
        Command::Table(args) => return args.run(Kind::Table, out),
        Command::Tournament(args) => return args.run(Kind::Tournament, out),
        Command::Sprt(args) => return sprt::run_test(&args, out),
        Command::Ladder(args) => return ladder::run(&args, out),
        Command::Balance(args) => return args.run(out),
        Command::Book(args) => return book::run(&args, out),
        Command::Merge(args) => args.run(out),
        Command::Play(args) => play::run(&args),
        Command::Learn(args) => args.run(),
        Command::Puzzle(args) => args.run(),
        Command::Load(args) => load::run(&args, out),
        Command::Serve(args) => agon_server::command::run(&args.0),
        Command::Admin(args) => agon_server::admin::command::run(&args, out),
        Command::Backup(args) => agon_server::backup::run(&args, out),
        Command::Name(args) => name::run(&args, out),
        Command::Games(args) => games::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Moves(args) => moves::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Players(args) => players::run(&args, out),
        Command::Best(args) => best::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Archive(args) => archive::run(&args, out),
        Command::Efg(args) => efg::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Completions { shell } => {
            let program = std::env::args_os().next().unwrap_or_default();
            complete::script(&shell.to_string(), Path::new(&program), out)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}
