//! The command line that is being completed, as far as it was typed: which command, game, options and moves it has.

use std::ffi::OsString;

use agon_rules::{Start, games, pair};
use clap::{Arg, CommandFactory};

use crate::Cli;

/// A command line in the making.
#[derive(Debug, Default)]
pub struct Line {
    command: String,
    /// options with their values, or with nothing
    options: Vec<(String, String)>,
    /// the other words
    words: Vec<String>,
}

impl Line {
    /// The line that a shell asks about: this program was started with it after `--`.
    pub fn of_process() -> Self {
        // Some shells tell words as they are quoted; nothing that is looked for here has such signs.
        let bare = |word: OsString| word.to_string_lossy().replace(['\'', '"', '\\'], "");
        let words: Vec<String> = std::env::args_os().map(bare).collect();
        let begin = words.iter().position(|word| word == "--").map_or(words.len(), |at| at + 1);
        let words = &words[begin..];
        // Some shells also tell what stands behind the cursor.
        let index = std::env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse().ok());
        let last = index.unwrap_or(words.len().saturating_sub(1)).min(words.len());
        Line::read(&words[..last])
    }

    /// Reads the words before the one that is being completed; the first is the name of the program.
    fn read(words: &[String]) -> Self {
        let mut words = words.iter().skip(1);
        let mut line = Line { command: words.next().cloned().unwrap_or_default(), ..Line::default() };
        let known = Cli::command();
        let valued = |name: &str| {
            let args = known.find_subcommand(&line.command).into_iter().flat_map(clap::Command::get_arguments);
            let mut args = args.filter(|arg| arg.get_long().is_some_and(|long| name.strip_prefix("--") == Some(long)));
            args.any(|arg: &Arg| arg.get_action().takes_values())
        };
        let (mut options, mut others) = (Vec::new(), Vec::new());
        while let Some(word) = words.next() {
            match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => options.push((name.to_owned(), value.to_owned())),
                _ if word.starts_with("--") && valued(word) => {
                    options.push((word.clone(), words.next().cloned().unwrap_or_default()));
                }
                _ if word.starts_with("--") => options.push((word.clone(), String::new())),
                _ => others.push(word.clone()),
            }
        }
        (line.options, line.words) = (options, others);
        line
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Whether it has an option.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name == option)
    }

    /// The game it names.
    pub fn game(&self) -> Option<&str> {
        let named = self.options.iter().find(|(name, _)| name == "--game").map(|(_, value)| value);
        named.or(self.words.first()).map(String::as_str)
    }

    /// The options of the game that it sets.
    pub fn settings(&self) -> Vec<(String, String)> {
        let set = self.options.iter().filter(|(name, _)| name == "--set");
        set.filter_map(|(_, text)| pair(text).ok()).collect()
    }

    /// The legal moves after those on the line.
    pub fn legal(&self) -> Vec<String> {
        let value = |name: &str| self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let seed = value("--seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let start = value("--position").map_or(Start::Seed(seed), Start::Position);
        let opened = self.game().map(|game| games::open(game, &self.settings(), start));
        let Some(Ok(mut table)) = opened else { return Vec::new() };
        for text in self.words.iter().skip(1) {
            let Some(seat) = table.turn() else { return Vec::new() };
            if table.play(seat, text).is_err() {
                return Vec::new();
            }
        }
        table.legal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line::read(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_line_is_read_as_far_as_it_goes() {
        let game = games::list()[0].id;
        let line = line(&format!("agon moves --json {game} --set size=4 a1 --set=line=4 --seed 7 b2"));
        assert_eq!((line.command(), line.game()), ("moves", Some(game)));
        assert_eq!(line.settings(), [("size".into(), "4".into()), ("line".into(), "4".into())]);
        assert!(line.has("--json") && !line.has("--position"));
        assert_eq!(line.legal().len(), 14);
    }

    #[test]
    fn a_line_that_means_nothing_offers_nothing() {
        let wrong = format!("agon moves {} z9", games::list()[0].id);
        for text in ["agon", "agon moves", "agon moves nosuch a1", &wrong, "agon --set"] {
            assert_eq!(line(text).legal(), [] as [&str; 0], "{text}");
        }
    }
}
