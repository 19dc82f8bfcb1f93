//! Completion: what a shell offers after what was typed so far, for every command. The arguments are told apart by the
//! name of their value, so a new one that takes a game, a player or moves is completed without a line here.
//!
//! Scripts ask this program by the variable [`VARIABLE`]; `agon completions SHELL` prints them.

mod line;

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use agon_rules::games;
use agon_search::ask;
use agon_tui::collection;
use clap::builder::ArgAction;
use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;

use line::Line;

/// Scripts set it when they ask for completions.
pub const VARIABLE: &str = "AGON_COMPLETE";

/// Bash breaks words at signs that options and players contain, so it has a script of its own.
const BASH: &str = include_str!("complete/agon.bash");

/// What can be offered: a word, and a few words on it.
type Offer = (String, String);

/// The command line with what shells can offer; and with negative numbers as values, so that what is wrong with one is said
/// of it.
pub fn dressed(command: Command) -> Command {
    command.mut_subcommands(dressed).mut_args(|arg| {
        if !matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) {
            return arg;
        }
        let arg = if arg.is_allow_hyphen_values_set() { arg } else { arg.allow_negative_numbers(true) };
        let is_game = takes(&arg) == "GAME";
        let arg = arg.hide_possible_values(is_game);
        match offers(&arg) {
            Some(offers) => arg.add(ArgValueCompleter::new(move |typed: &OsStr| offered(offers, typed))),
            None => hinted(arg),
        }
    })
}

fn takes(arg: &Arg) -> &str {
    arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str())
}

/// Files and folders are completed from the disk.
fn hinted(arg: Arg) -> Arg {
    match takes(&arg) {
        "FILE" | "TO" => arg.value_hint(ValueHint::FilePath),
        "FOLDER" => arg.value_hint(ValueHint::DirPath),
        _ => arg,
    }
}

/// What an argument offers, given the line and what was typed of it.
fn offers(arg: &Arg) -> Option<fn(&Line, &str) -> Vec<Offer>> {
    Some(match takes(arg) {
        "GAME" => |_, _| games::list().into_iter().map(|info| (info.id.to_owned(), info.name.to_owned())).collect(),
        "NAME=VALUE" => |line, _| settings(line, false),
        name if name.starts_with("OPTION=") => |line, _| settings(line, true),
        "MOVE" => |line, _| line.legal().into_iter().map(|text| (text, String::new())).collect(),
        "SPEC" | "A" | "B" | "COMPUTER" => |line, _| players(line),
        name if name.starts_with("A,B") => listed,
        "WHO" | "FORMAT" | "SHELL" => return None,
        "TIME" => |_, _| plain(&["5m+3s", "10m", "30s/move", "3d/move"]),
        "CODE" if arg.get_long() == Some("online") => |_, _| plain(&["new", "games"]),
        "ID" => |line, _| {
            let all = collection();
            let ids = line.game().into_iter().flat_map(|game| all.ids(game));
            ids.map(|(id, grade)| (id.to_owned(), format!("grade {grade}"))).collect()
        },
        "N" if arg.get_long() == Some("grade") => |_, _| plain(&["1", "2", "3", "4", "5"]),
        _ => return None,
    })
}

fn plain(words: &[&str]) -> Vec<Offer> {
    words.iter().map(|word| ((*word).to_owned(), String::new())).collect()
}

fn offered(offers: fn(&Line, &str) -> Vec<Offer>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let fitting = offers(&Line::of_process(), typed).into_iter().filter(|(word, _)| word.starts_with(typed));
    fitting.map(|(word, help)| CompletionCandidate::new(word).help((!help.is_empty()).then(|| help.into()))).collect()
}

/// The options of the game on the line that are not set yet, with each of their values or with all of them.
fn settings(line: &Line, all: bool) -> Vec<Offer> {
    let Some(Ok(info)) = line.game().map(games::info) else { return Vec::new() };
    let set = line.settings();
    let open = info.options.iter().filter(|option| set.iter().all(|(name, _)| *name != option.name));
    open.flat_map(|option| {
        let title = info.option_title(option).to_string();
        let values: Vec<String> = option.values.iter().map(ToString::to_string).collect();
        if all {
            return vec![(format!("{}={}", option.name, values.join(",")), title)];
        }
        let named = |value| format!("{title}: {}", info.value_name(option, value));
        option.values.iter().map(|value| (format!("{}={value}", option.name), named(*value))).collect()
    })
    .collect()
}

/// The computer players of the game on the line, and engines with limits that fit most games.
fn players(line: &Line) -> Vec<Offer> {
    const ENGINES: [(&str, &str); 7] = [
        ("random", "any legal move"),
        ("minimax:3", "full search, 3 plies"),
        ("alphabeta:depth=6", "alpha-beta, 6 plies"),
        ("alphabeta:time=1s", "alpha-beta for a second"),
        ("mcts:playouts=2000", "tree search with 2000 playouts"),
        ("mcts:time=1s", "tree search for a second"),
        ("perfect", "exact play"),
    ];
    let own = line.game().and_then(|game| ask::players(game, &line.settings()).ok()).unwrap_or_default();
    let own: Vec<Offer> = own.into_iter().map(|(name, about)| (name.to_owned(), about.to_owned())).collect();
    // Only those that can play there, where it is known where that is.
    let plays = |name: &str| line.game().is_none_or(|game| ask::check(game, &line.settings(), name).is_ok());
    let engines = ENGINES.iter().filter(|(name, _)| own.iter().all(|(known, _)| known != name) && plays(name));
    let engines: Vec<Offer> = engines.map(|(name, about)| ((*name).to_owned(), (*about).to_owned())).collect();
    own.into_iter().chain(engines).collect()
}

/// The same after a comma; where people play, they can be named too.
fn listed(line: &Line, typed: &str) -> Vec<Offer> {
    let before = typed.rfind(',').map_or("", |at| &typed[..=at]);
    let people: &[&str] = match (line.command(), line.has("--online")) {
        ("play", true) => &["me", "open"],
        ("play", false) => &["human"],
        _ => &[],
    };
    let people = people.iter().map(|name| ((*name).to_owned(), "a person".to_owned()));
    people.chain(players(line)).map(|(name, about)| (format!("{before}{name}"), about)).collect()
}

/// Prints the script that makes a shell ask this program.
pub fn script(shell: &str, program: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let name = program.file_stem().and_then(OsStr::to_str).unwrap_or("agon").to_owned();
    // A program that is found by its name is found by it later, too.
    let called = if program.components().count() > 1 {
        std::env::current_exe().unwrap_or_else(|_| program.to_owned()).display().to_string()
    } else {
        name.clone()
    };
    if shell == "bash" {
        let function = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let script = BASH.replace("NAME", &function).replace("VARIABLE", VARIABLE);
        let quoted = format!("'{}'", called.replace('\'', r"'\''"));
        return Ok(write!(out, "{}", script.replace("PROGRAM", &quoted).replace("COMMAND", &name))?);
    }
    let shells = Shells::builtins();
    let completer = shells.completer(shell).expect("every shell of the list has one");
    Ok(completer.write_registration(VARIABLE, &name, &name, &called, out)?)
}
