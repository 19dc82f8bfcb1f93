//! The engines that every game has, as text: `random`, `minimax:4`, `alphabeta:time=500ms`, `mcts:playouts=2000`,
//! `perfect`. A game's own players are in its [`Roster`](crate::Roster).

use std::fmt;
use std::str::FromStr;

use core::time::Duration;

/// An engine and its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Any legal move, each equally likely.
    Random,
    /// A random one of the best moves by full search to this many plies.
    Minimax(u8),
    /// Alpha-beta by iterative deepening.
    AlphaBeta(Limits),
    /// Information-set Monte Carlo tree search (ISMCTS).
    Mcts(Limits),
    /// Exact play.
    Perfect,
}

/// How long an engine may think. What is not set does not limit it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// time, by the clock of the caller
    pub time: Option<Duration>,
    /// nodes
    pub nodes: Option<u64>,
    /// plies
    pub depth: Option<u32>,
    /// playouts
    pub playouts: Option<u64>,
}

/// The text names no engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no engine; there is {}", Spec::KNOWN)]
#[non_exhaustive]
pub struct NoEngine;

impl Spec {
    /// The engines there are, for error messages.
    pub const KNOWN: &'static str = "`random`, `minimax:N` (1 to 20 plies), `alphabeta` or `mcts` with any of `time=500ms`, \
                     `nodes=N`, `depth=N` and `playouts=N` after a `:`, and `perfect`";

    /// Its time limit. The caller keeps the clock.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Spec::AlphaBeta(limits) | Spec::Mcts(limits) => limits.time,
            _ => None,
        }
    }
}

/// Splits a list of players at commas, except for the commas within the limits of an engine.
///
/// ```
/// assert_eq!(agon_search::names("hard,mcts:time=1s,nodes=5,easy"), ["hard", "mcts:time=1s,nodes=5", "easy"]);
/// ```
pub fn names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in list.split(',').map(str::trim) {
        match names.last_mut() {
            Some(last) if last.contains(':') && word.contains('=') && !word.contains(':') => {
                *last += &format!(",{word}");
            }
            _ => names.push(word.to_owned()),
        }
    }
    names
}

impl FromStr for Spec {
    type Err = NoEngine;

    fn from_str(text: &str) -> Result<Self, NoEngine> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        match (name, rest) {
            ("random", None) => Ok(Spec::Random),
            ("perfect", None) => Ok(Spec::Perfect),
            ("minimax", Some(depth)) => {
                let depth = depth.parse().ok().filter(|depth| (1..=20).contains(depth));
                depth.map(Spec::Minimax).ok_or(NoEngine)
            }
            ("alphabeta", rest) => limits(rest).map(Spec::AlphaBeta).ok_or(NoEngine),
            ("mcts", rest) => limits(rest).map(Spec::Mcts).ok_or(NoEngine),
            _ => Err(NoEngine),
        }
    }
}

fn limits(text: Option<&str>) -> Option<Limits> {
    let mut limits = Limits::default();
    for (name, value) in
        text.into_iter().flat_map(|text| text.split(',')).map(|pair| pair.split_once('=')).map(Option::unzip)
    {
        let (name, value) = (name?, value?);
        match name {
            "time" => limits.time = Some(duration(value)?),
            "nodes" => limits.nodes = Some(value.parse().ok()?),
            "depth" => limits.depth = Some(value.parse().ok()?),
            "playouts" => limits.playouts = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    Some(limits)
}

/// `500ms` or `2s`, at most a day.
fn duration(text: &str) -> Option<Duration> {
    let millis: u64 = match text.strip_suffix("ms") {
        Some(millis) => millis.parse().ok()?,
        None => text.strip_suffix('s')?.parse::<u64>().ok()?.checked_mul(1000)?,
    };
    (millis <= 86_400_000).then(|| Duration::from_millis(millis))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, limits) = match self {
            Spec::Random => return f.write_str("random"),
            Spec::Perfect => return f.write_str("perfect"),
            Spec::Minimax(depth) => return write!(f, "minimax:{depth}"),
            Spec::AlphaBeta(limits) => ("alphabeta", limits),
            Spec::Mcts(limits) => ("mcts", limits),
        };
        let words = [
            limits.time.map(|time| format!("time={}ms", time.as_millis())),
            limits.nodes.map(|nodes| format!("nodes={nodes}")),
            limits.depth.map(|depth| format!("depth={depth}")),
            limits.playouts.map(|playouts| format!("playouts={playouts}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() { f.write_str(name) } else { write!(f, "{name}:{}", words.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_read_as_it_is_written() {
        for text in
            ["random", "perfect", "minimax:4", "alphabeta", "alphabeta:time=500ms,depth=6", "mcts:playouts=2000"]
        {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("alphabeta:time=2s".parse::<Spec>().expect("a player").time(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn any_other_text_names_none() {
        for text in
            ["", "randm", "minimax", "minimax:0", "minimax:99", "mcts:", "mcts:x=1", "alphabeta:time=5", "perfect:1"]
        {
            assert_eq!(text.parse::<Spec>(), Err(NoEngine), "{text}");
        }
    }
}
