//! Games as lines of JSON, one object a game.

use std::fmt;

use agon_rules::{Record, Start};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Played, Thinking, short};

/// The game as one line, without its end.
pub fn write(game: &Played) -> String {
    serde_json::to_string(&Line::from(game)).expect("it can be written")
}

/// Reads a line. What it says of the game was not checked yet ([`Played::check`]).
pub fn read(line: &str) -> Result<Played, String> {
    let line: Line = serde_json::from_str(line).map_err(|why| format!("it is no game: {why}"))?;
    let (result, said) = (line.result.clone(), !line.winners.is_empty());
    let mut game = Played::from(line);
    let fits = if said { game.result() == result } else { game.set_result(&result) };
    if fits || result.is_empty() { Ok(game) } else { Err(format!("the result `{}` does not fit", short(&result))) }
}

/// A game as it stands in a line: the names of its fields are documented in docs/archive.md.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    players: Vec<String>,
    /// the same as `winners`: one of them is enough
    #[serde(default)]
    result: String,
    #[serde(default)]
    winners: Vec<usize>,
    #[serde(default)]
    scores: Option<Vec<i32>>,
    #[serde(default)]
    reason: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(default)]
    opening: u32,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    source: Option<String>,
    /// for readers: it follows from the moves
    #[serde(default)]
    plies: usize,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    thinking: Vec<Option<Thinking>>,
}

impl From<&Played> for Line {
    fn from(game: &Played) -> Self {
        let (seed, position) = match &game.record.start {
            Start::Seed(seed) => (Some(*seed), None),
            Start::Position(position) => (None, Some(position.clone())),
        };
        let known = |text: &String| (!text.is_empty()).then(|| text.clone());
        let thinking = |one: &Thinking| (*one != Thinking::Unknown).then_some(*one);
        Line {
            game: game.record.game.clone(),
            options: Options(game.record.options.clone()),
            seed,
            position,
            players: game.players.clone(),
            result: game.result(),
            winners: game.winners.clone(),
            scores: game.scores.clone(),
            reason: game.reason.clone(),
            note: game.note.clone(),
            opening: game.opening,
            date: known(&game.date),
            source: known(&game.source),
            plies: game.record.moves.len(),
            moves: game.record.moves.clone(),
            thinking: game.thinking.iter().map(thinking).collect(),
        }
    }
}

impl From<Line> for Played {
    fn from(line: Line) -> Self {
        let start = match (line.position, line.seed) {
            (Some(position), _) => Start::Position(position),
            (None, seed) => Start::Seed(seed.unwrap_or(0)),
        };
        let record = Record { game: line.game, options: line.options.0, start, moves: line.moves };
        Played {
            winners: line.winners,
            scores: line.scores,
            reason: line.reason,
            note: line.note,
            opening: line.opening,
            thinking: line.thinking.into_iter().map(Option::unwrap_or_default).collect(),
            date: line.date.unwrap_or_default(),
            source: line.source.unwrap_or_default(),
            ..Played::new(record, line.players)
        }
    }
}

/// Options by name and value, as an object in the order of the game: numbers and truths as such.
#[derive(Default)]
struct Options(Vec<(String, String)>);

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            match (value.parse::<i64>(), value.parse::<bool>()) {
                (Ok(number), _) => map.serialize_entry(name, &number)?,
                (_, Ok(truth)) => map.serialize_entry(name, &truth)?,
                _ => map.serialize_entry(name, value)?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("options by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
                    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    options.push((name, text));
                }
                Ok(Options(options))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
