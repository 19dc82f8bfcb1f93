//! The configuration file of `agon serve`: a TOML file whose keys are the names of the flags, read by the flags' own rules.
//!
//! The command line wins over the environment, the environment over the file, and the file over what is usual. A flag that
//! is added to `agon serve` is a key of the file without a line here.

use std::ffi::{OsStr, OsString};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, Error, FromArgMatches};
use toml::{Table, Value};

use crate::command::Args;

/// The arguments of `agon serve`, with those of a configuration file where it names one.
pub struct Configured(pub Args);

impl clap::Args for Configured {
    fn augment_args(command: Command) -> Command {
        Args::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Args::augment_args_for_update(command)
    }
}

impl FromArgMatches for Configured {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let args = Args::from_arg_matches(matches)?;
        let Some(file) = &args.config else { return Ok(Configured(args)) };
        let complain = |why: String| Error::raw(ErrorKind::ValueValidation, why);
        let text = std::fs::read_to_string(file)
            .map_err(|why| complain(format!("cannot read the configuration `{}`: {why}", file.display())))?;
        let more = words(&text, matches).map_err(|why| complain(format!("`{}`: {why}", file.display())))?;
        let all = flags().try_get_matches_from(given(matches).into_iter().chain(more))?;
        Args::from_arg_matches(&all).map(Configured)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags by themselves.
fn flags() -> Command {
    Args::augment_args(Command::new("agon serve")).no_binary_name(true).disable_help_flag(true)
}

/// Whether a flag was given on the command line or in the environment.
fn is_given(matches: &ArgMatches, flag: &Arg) -> bool {
    let source = matches.value_source(flag.get_id().as_str());
    matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// What was given, as words of a command line.
fn given(matches: &ArgMatches) -> Vec<OsString> {
    let mut words = Vec::new();
    for flag in flags().get_arguments().filter(|flag| is_given(matches, flag)) {
        let id = flag.get_id().as_str();
        if let ArgAction::SetTrue = flag.get_action() {
            words.extend(matches.get_flag(id).then(|| word(flag, None)));
        } else {
            words.extend(matches.get_raw(id).into_iter().flatten().map(|value| word(flag, Some(value))));
        }
    }
    words
}

/// One word of a command line: `--port=8000`.
fn word(flag: &Arg, value: Option<&OsStr>) -> OsString {
    let mut word = OsString::from(format!("--{}", flag.get_long().unwrap_or_default()));
    if let Some(value) = value {
        word.push("=");
        word.push(value);
    }
    word
}

/// What the file says and nothing before it has said, as words of a command line.
fn words(text: &str, matches: &ArgMatches) -> Result<Vec<OsString>, String> {
    let table: Table = text.parse().map_err(|why: toml::de::Error| {
        let line = why.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        format!("line {line}: {}", why.message().replace('\n', " "))
    })?;
    let flags = flags();
    let known = |flag: &&Arg| !flag.is_hide_set() && flag.get_long().is_some_and(|name| name != "config");
    let mut words = Vec::new();
    for (key, value) in &table {
        let flag = flags.get_arguments().filter(known).find(|flag| flag.get_long() == Some(key)).ok_or_else(|| {
            let names: Vec<&str> = flags.get_arguments().filter(known).filter_map(Arg::get_long).collect();
            format!("there is no key `{key}`; there is `{}`", names.join("`, `"))
        })?;
        let said = said(flag, value).map_err(|why| format!("`{key}` {why}"))?;
        // One key by itself, so that what is wrong with it is said of it.
        if let Err(why) = self::flags().try_get_matches_from(&said) {
            let why = why.to_string();
            let why = why.lines().next().unwrap_or_default().trim_start_matches("error: ");
            return Err(format!("`{key}`: {why}"));
        }
        if !is_given(matches, flag) {
            words.extend(said);
        }
    }
    Ok(words)
}

/// A key of the file as words of a command line.
fn said(flag: &Arg, value: &Value) -> Result<Vec<OsString>, String> {
    let one = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        other => Err(format!("is a text or a number, not {}", other.type_str())),
    };
    let worded = |value: &Value| Ok(word(flag, Some(OsStr::new(&one(value)?))));
    match (flag.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => Ok(vec![word(flag, None)]),
        (ArgAction::SetTrue, Value::Boolean(false)) => Ok(Vec::new()),
        // A flag that may stand without a value.
        (_, Value::Boolean(yes)) if flag.get_num_args().is_some_and(|count| count.min_values() == 0) => {
            Ok(yes.then(|| word(flag, None)).into_iter().collect())
        }
        (ArgAction::SetTrue, other) => Err(format!("is `true` or `false`, not {}", other.type_str())),
        (ArgAction::Append, Value::Array(values)) => values.iter().map(worded).collect(),
        (_, value) => worded(value).map(|word| vec![word]),
    }
}

/// Every key with its help, to compare the sample with the flags.
pub fn keys() -> Vec<(String, String)> {
    let flags = flags();
    let keys = flags.get_arguments().filter(|flag| !flag.is_hide_set()).filter_map(|flag| {
        let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        Some((flag.get_long()?.to_owned(), help))
    });
    keys.filter(|(key, _)| key != "config").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the flags and a file lead to; what is complained of otherwise, without the name of the file.
    fn read(line: &[&str], text: &str) -> Result<Args, String> {
        let name = format!("agon-config-{}-{:?}.toml", std::process::id(), std::thread::current().id());
        let file = std::env::temp_dir().join(name.replace(['(', ')'], ""));
        std::fs::write(&file, text).expect("a file");
        let path = file.display().to_string();
        let matches = flags().try_get_matches_from([&["--config", &path][..], line].concat()).expect("good flags");
        let told = Configured::from_arg_matches(&matches).map(|configured| configured.0);
        std::fs::remove_file(file).expect("our file");
        told.map_err(|why| why.to_string().trim().replace(&path, "FILE").trim_start_matches("error: ").to_owned())
    }

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_what_is_usual() {
        let file =
            "port = 8123\nexpiry-days = 2.5\norigin = [\"https://a.example\"]\naccess-log = true\nno-limits = false\n";
        let args = read(&["--port", "9000", "--log-json"], file).expect("a good file");
        assert_eq!(format!("{:?}", args.shown()), "(9000, 2.5, [\"https://a.example\"], true, false, true, 60)");
        let args = read(&["--origin", "https://b.example"], file).expect("a good file");
        assert_eq!(format!("{:?}", args.shown()), "(8123, 2.5, [\"https://b.example\"], true, false, false, 60)");
        assert_eq!(
            format!("{:?}", read(&[], "").expect("nothing").shown()),
            "(8000, 7.0, [], false, false, false, 60)"
        );
    }

    #[test]
    fn a_mistake_is_said_with_file_and_key_and_what_would_work() {
        for (file, wanted) in [
            ("prot = 1", "`FILE`: there is no key `prot`; there is `address`, `port`, `data`"),
            ("config = 'x'", "`FILE`: there is no key `config`; there is"),
            ("port = 'x'", "`FILE`: `port`: invalid value 'x' for '--port <PORT>'"),
            ("port = 70000", "`FILE`: `port`: invalid value '70000' for '--port <PORT>'"),
            ("port = true", "`FILE`: `port` is a text or a number, not boolean"),
            ("access-log = 1", "`FILE`: `access-log` is `true` or `false`, not integer"),
            ("origin = [1.5, true]", "`FILE`: `origin` is a text or a number, not boolean"),
            ("[server]\nport = 1", "`FILE`: there is no key `server`; there is"),
            ("port = 1\nport = 2", "`FILE`: line 2: duplicate key"),
            ("port = ", "`FILE`: line 1: "),
        ] {
            let told = read(&[], file).err().unwrap_or_else(|| panic!("{file} is read"));
            assert!(told.starts_with(wanted), "{file}: {told}");
        }
    }

    #[test]
    fn the_sample_has_every_key_with_its_help() {
        let sample = include_str!("../../../deploy/agon.toml");
        let lines: Vec<&str> = sample.lines().collect();
        for (key, help) in keys() {
            let at = lines.iter().position(|line| line.trim_start_matches("# ").starts_with(&format!("{key} = ")));
            let at = at.unwrap_or_else(|| panic!("deploy/agon.toml lacks `{key}`: {help}"));
            assert!(at > 0 && lines[at - 1].starts_with("# "), "deploy/agon.toml says nothing about `{key}`: {help}");
        }
        // Every key is a good one, also those that are only shown.
        let shown: String = lines
            .iter()
            .map(|line| if line.contains(" = ") { line.trim_start_matches("# ") } else { line })
            .collect::<Vec<_>>()
            .join("\n");
        if let Err(why) = read(&[], &shown) {
            panic!("deploy/agon.toml: {why}");
        }
    }
}
