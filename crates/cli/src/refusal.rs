//! What is wrong with a command line, in one line: what was typed, what would work, and whose help to read.
//!
//! The parser knows what went wrong; the words are ours, alike for every command. A new argument needs nothing here.

use std::any::TypeId;
use std::error::Error as _;
use std::ffi::OsString;
use std::net::IpAddr;

use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// The words for an error of the parser. `words` is the command line without the name of the program.
pub fn refusal(error: &clap::Error, command: &Command, words: &[OsString]) -> String {
    let (path, command) = asked(command, words);
    let why = reason(error, command, &path);
    format!("{why}; see `{path} --help`")
}

/// The command that was asked for, as it is typed and as it is defined: the arguments of a subcommand are its own.
fn asked<'a>(command: &'a Command, words: &[OsString]) -> (String, &'a Command) {
    let (mut path, mut found) = (command.get_name().to_owned(), command);
    for word in words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--") {
        if let Some(next) = found.find_subcommand(word) {
            path = format!("{path} {}", next.get_name());
            found = next;
        }
    }
    (path, found)
}

fn reason(error: &clap::Error, command: &Command, path: &str) -> String {
    let one = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let many = |kind| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    };
    let (arg, value) = (one(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
    let known = arg.and_then(|text| command.get_arguments().find(|known| known.to_string() == text));
    // Of a short word that shares little more than a letter nobody means another.
    let is_near = |near: &&String| {
        let word = one(ContextKind::InvalidSubcommand).or(one(ContextKind::InvalidValue)).unwrap_or_default();
        word.is_empty() || 2 * strsim::damerau_levenshtein(word, near) < word.len().max(near.len())
    };
    let near = |kind| match many(kind).iter().find(is_near) {
        Some(near) => format!("; did you mean {}?", quoted(near)),
        None => String::new(),
    };
    match (error.kind(), arg, value) {
        // Nothing follows an option that takes a value.
        (ErrorKind::InvalidValue | ErrorKind::TooFewValues, Some(arg), Some("") | None) => {
            format!("{} needs a value{}", quoted(arg), wanted(known, &many(ContextKind::ValidValue), ""))
        }
        (ErrorKind::InvalidValue, Some(arg), Some(value)) => {
            let wanted = wanted(known, &many(ContextKind::ValidValue), "");
            format!("bad value `{value}` of {}{wanted}{}", quoted(arg), near(ContextKind::SuggestedValue))
        }
        (ErrorKind::ValueValidation, Some(arg), Some(value)) => {
            let cause = error.source().map(ToString::to_string).unwrap_or_default();
            format!("bad value `{value}` of {}{}", quoted(arg), wanted(known, &[], &cause))
        }
        (ErrorKind::UnknownArgument, Some(arg), _) if arg.starts_with('-') => {
            format!("`{path}` has no option `{arg}`{}", near(ContextKind::SuggestedArg))
        }
        (ErrorKind::UnknownArgument, Some(arg), _) => format!("`{arg}` is one word too many for `{path}`"),
        (ErrorKind::InvalidSubcommand, ..) => {
            let word = one(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("there is no command `{word}`{}", near(ContextKind::SuggestedSubcommand))
        }
        (ErrorKind::MissingSubcommand, ..) => {
            let names = command.get_subcommands().map(|known| known.get_name().to_owned());
            let names: Vec<String> = names.filter(|name| name != "help").collect();
            format!("`{path}` needs a command; there is {}", listed(&names))
        }
        (ErrorKind::MissingRequiredArgument, ..) => {
            let missing: Vec<String> = many(ContextKind::InvalidArg).iter().map(|arg| quoted(arg)).collect();
            format!("{} is missing: write `{}`", missing.join(" and "), usage(error, path))
        }
        (ErrorKind::ArgumentConflict, Some(arg), _) => match many(ContextKind::PriorArg).as_slice() {
            [other] if other != arg => format!("{} and {} do not go together", quoted(arg), quoted(other)),
            [] | [_] => format!("{} is given twice; once is enough", quoted(arg)),
            others => {
                let others: Vec<String> = others.iter().map(|other| quoted(other)).collect();
                format!("{} does not go together with {}", quoted(arg), others.join(", "))
            }
        },
        _ => plain(error),
    }
}

/// What an argument takes: one of some values, or what its parser says.
fn wanted(arg: Option<&Arg>, values: &[String], cause: &str) -> String {
    if !values.is_empty() {
        return format!("; it takes {}", listed(values));
    }
    let example = arg.and_then(|arg| arg.get_default_values().first()).and_then(|value| value.to_str());
    let such = example.map_or_else(String::new, |value| format!(", such as `{value}`"));
    let kind = arg.map(Arg::get_value_parser).map_or(Kind::Other, Kind::of);
    if let Some((low, high)) = range(cause) {
        return format!("; it takes a whole number from {low} to {high}");
    }
    match kind {
        Kind::Whole if cause.contains("too large") => "; the number is too large".to_owned(),
        Kind::Whole => format!("; it takes a whole number{such}"),
        // A parser of our own, which knows the limits.
        Kind::Number if cause.starts_with("it takes") => format!("; {cause}"),
        Kind::Number => format!("; it takes a number{such}"),
        Kind::Address => "; it takes an IP address, such as `127.0.0.1`".to_owned(),
        Kind::Other if cause.is_empty() => match arg.and_then(Arg::get_value_names) {
            Some([name]) => format!(": `{} {name}`", arg.map(name_of).unwrap_or_default()),
            _ => String::new(),
        },
        Kind::Other => format!("; {cause}"),
    }
}

/// What sort of value an argument has.
enum Kind {
    Whole,
    Number,
    Address,
    /// what has a parser of its own, which says what is wrong
    Other,
}

impl Kind {
    fn of(parser: &ValueParser) -> Self {
        let id = parser.type_id();
        let whole = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i32>(),
        ];
        match () {
            () if whole.iter().any(|whole| id == *whole) => Kind::Whole,
            () if id == TypeId::of::<f64>() => Kind::Number,
            () if id == TypeId::of::<IpAddr>() => Kind::Address,
            () => Kind::Other,
        }
    }
}

/// The bounds in what the parser of numbers says: `0 is not in 1..=1024`.
fn range(cause: &str) -> Option<(&str, &str)> {
    let (_, bounds) = cause.split_once(" is not in ")?;
    let (low, high) = bounds.split_once("..")?;
    Some((low, high.trim_start_matches('=')))
}

/// How the command is written with what is missing.
fn usage(error: &clap::Error, path: &str) -> String {
    let text = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        _ => String::new(),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // What the program is called on this machine does not matter.
    let name = path.split(' ').next().unwrap_or_default();
    match text.trim_start_matches("Usage: ").split_once(' ') {
        Some((_, rest)) => format!("{name} {rest}"),
        None => path.to_owned(),
    }
}

/// An argument by the name people type: `--games <N>` is `--games`, `<GAME>` is `GAME`.
fn quoted(arg: &str) -> String {
    let name = match arg.split([' ', '[', '=']).next() {
        Some(option) if option.starts_with('-') => option,
        _ => arg.trim_matches(['<', '>', '[', ']', '.']),
    };
    format!("`{name}`")
}

fn name_of(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| arg.get_id().to_string(), |long| format!("--{long}"))
}

fn listed(values: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match values.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The parser's own words, in one line.
fn plain(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).skip_while(|word| *word == "error:").collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unread, built, parse_by};

    fn refused(command: &Command, words: &[&str]) -> Option<String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        match parse_by(command, &words) {
            Err(Unread::Wrong(why)) => Some(why),
            Ok(_) | Err(Unread::Help(_)) => None,
        }
    }

    /// Every command by the words that are typed for it.
    fn commands(command: &Command, path: &[String]) -> Vec<(Vec<String>, Command)> {
        let mut all = Vec::new();
        for next in command.get_subcommands().filter(|next| next.get_name() != "help") {
            let path = [path, &[next.get_name().to_owned()]].concat();
            all.extend(commands(next, &path));
            all.push((path, next.clone()));
        }
        all
    }

    /// What no user should have to read.
    const JARGON: [&str; 8] =
        ["invalid digit", "float literal", "target type", "empty string", "[possible", "tip:", "error:", "'--"];

    #[test]
    fn every_option_of_every_command_says_what_is_wrong_with_its_value() {
        let all = built();
        let refused = |words: &[&str]| refused(&all, words);
        let (mut tried, mut said) = (0, 0);
        for (path, command) in commands(&all, &[]) {
            let typed: Vec<&str> = path.iter().map(String::as_str).collect();
            let help = format!("; see `agon {} --help`", path.join(" "));
            for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
                let Some(long) = arg.get_long() else { continue };
                let option = format!("--{long}");
                for value in ["x", "-1", "1.5", "1e99", "99999999999999999999999", "nan", "", "a=b", "ü"] {
                    let together = format!("{option}={value}");
                    let apart = [&typed[..], &[&option, value]].concat();
                    let apart = (!arg.is_require_equals_set()).then_some(apart);
                    for line in apart.into_iter().chain([[&typed[..], &[&together]].concat()]) {
                        tried += 1;
                        let Some(why) = refused(&line) else { continue };
                        assert!(why.ends_with(&help), "{line:?}: {why}");
                        assert!(JARGON.iter().all(|word| !why.contains(word)), "{line:?}: {why}");
                        assert!(!why.contains('\n'), "{line:?}: {why}");
                        // What is missing besides is said only where the value is good; a file may be missing itself.
                        let others =
                            ["is missing", "do not go together", "needs a command", "cannot read the configuration"];
                        if others.iter().any(|other| why.contains(other)) {
                            continue;
                        }
                        said += 1;
                        let works = ["it takes", "needs a", "too large", "write it as"];
                        assert!(why.contains(&format!("`{option}`")), "{line:?}: {why}");
                        assert!(works.iter().any(|word| why.contains(word)), "{line:?}: {why}");
                    }
                }
                let why = refused(&[&typed[..], &[&option]].concat());
                if arg.get_num_args().is_some_and(|count| count.min_values() > 0) {
                    let why = why.expect("a value is missing");
                    assert!(why.starts_with(&format!("`{option}` needs a value")), "{path:?}: {why}");
                }
            }
            let why = refused(&[&typed[..], &["--qqqq"]].concat()).expect("there is no such option");
            assert_eq!(why, format!("`agon {}` has no option `--qqqq`{help}", path.join(" ")));
        }
        assert!(tried > 1000 && said > 300, "{tried} tried, {said} refused");
    }

    #[test]
    fn what_is_missing_or_too_much_is_said_with_the_way_to_write_it() {
        let all = built();
        let check = |words: &[&str], why: &str| assert_eq!(refused(&all, words).as_deref(), Some(why), "{words:?}");
        check(
            &["perft", "hex"],
            "`--depth` is missing: write `agon perft --depth <D> <GAME>`; see `agon perft --help`",
        );
        check(
            &["moves", "hex", "--seed", "1", "--position", "x"],
            "`--seed` and `--position` do not go together; see `agon moves --help`",
        );
        check(
            &["moves", "hex", "--seed", "1", "--seed", "2"],
            "`--seed` is given twice; once is enough; see `agon moves --help`",
        );
        check(
            &["moves", "hex", "--sett", "x"],
            "`agon moves` has no option `--sett`; did you mean `--set`?; see `agon moves --help`",
        );
        check(&["rules", "hex", "x"], "`x` is one word too many for `agon rules`; see `agon rules --help`");
        check(&["mvoes"], "there is no command `mvoes`; did you mean `moves`?; see `agon --help`");
        check(
            &["admin", "--json"],
            "`agon admin` needs a command; there is `list`, `show`, `close`, `ban`, `unban`, `bans` or `prune`; \
             see `agon admin --help`",
        );
        check(&["admin", "lst"], "there is no command `lst`; did you mean `list`?; see `agon admin --help`");
        check(
            &["rules", "hex", "--format", "pdf"],
            "bad value `pdf` of `--format`; it takes `text` or `markdown`; see `agon rules --help`",
        );
        check(
            &["solve", "hex", "--memory", "0"],
            "bad value `0` of `--memory`; it takes a whole number from 1 to 65536; see `agon solve --help`",
        );
        check(
            &["play", "hex", "--online", "new", "--clock", "5"],
            "bad value `5` of `--clock`; `5` needs a unit, such as `5m` for minutes; \
             it takes `5m+3s`, `10m`, `30s/move` or `3d/move`; see `agon play --help`",
        );
    }
}
