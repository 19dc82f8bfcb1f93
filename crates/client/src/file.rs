//! A game as the text of a file, the same for every client: the record on a line of its own, and above it who plays.

use agon_rules::{Error, Text, text};

use crate::plan::{Plan, Sitter};

/// Why a text holds no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFile {
    /// The line of the record cannot be read.
    #[error(transparent)]
    Record(#[from] Error),
    /// The seed of the computer players is no number.
    #[error("bad seed `{0}`; it is a whole number")]
    BotSeed(String),
    /// There is more than one game.
    #[error("a second game begins at `{0}`; a file holds one")]
    Second(String),
    /// There is no game.
    #[error("there is no game in it; its last line should look like `GAME~seed=0~MOVE~MOVE`")]
    Empty,
}

impl NoFile {
    /// The message.
    pub fn text(&self) -> Text {
        match self {
            NoFile::Record(why) => why.text(),
            NoFile::BotSeed(seed) => text!("bad seed `{seed}`; it is a whole number", seed = seed.as_str()),
            NoFile::Second(line) => {
                text!("a second game begins at `{line}`; a file holds one", line = line.as_str())
            }
            NoFile::Empty => {
                text!("there is no game in it; its last line should look like `GAME~seed=0~MOVE~MOVE`")
            }
        }
    }
}

/// A game as the text of a file.
pub fn write(plan: &Plan) -> String {
    let players: Vec<&str> = plan.sitters.iter().map(Sitter::word).collect();
    format!(
        "# a game of Agon; `agon play --load FILE` continues it\nplayers={}\nbot-seed={}\n{}\n",
        players.join(","),
        plan.bot_seed,
        plan.record
    )
}

/// Reads the text of a file, or a record alone. The core knows no computer player: `names` splits a list of them.
pub fn read(text: &str, names: fn(&str) -> Vec<String>) -> Result<Plan, NoFile> {
    let (mut sitters, mut bot_seed, mut record) = (Vec::new(), 0, None);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        // Files of version 0.1 called the seed of the computer players `luck`.
        let seed = line.strip_prefix("bot-seed=").or_else(|| line.strip_prefix("luck="));
        if let Some(list) = line.strip_prefix("players=") {
            sitters = names(list).iter().map(|name| Sitter::new(name)).collect();
        } else if let Some(number) = seed {
            bot_seed = number.parse().map_err(|_| NoFile::BotSeed(short(number)))?;
        } else if record.is_none() {
            record = Some(line.parse()?);
        } else {
            return Err(NoFile::Second(short(line)));
        }
    }
    Ok(Plan { record: record.ok_or(NoFile::Empty)?, sitters, bot_seed })
}

/// Text from outside as it may be shown.
pub fn short(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    if plain.len() < text.len() { plain + "…" } else { plain }
}
