//! The engines that every game has, as text: `random`, `minimax:4`, `alphabeta:time=500ms`, `mcts:playouts=2000`,
//! `perfect`. A game's own players are in its [`Roster`](crate::Roster).

use std::fmt;
use std::str::FromStr;

use core::time::Duration;

use agon_rules::{Text, text};

/// An engine and its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Any legal move, each equally likely.
    Random,
    /// A random one of the best moves by full search to some plies, as a player of this skill sees them.
    Minimax(Skill),
    /// Alpha-beta by iterative deepening.
    AlphaBeta(Limits),
    /// Information-set Monte Carlo tree search (ISMCTS).
    Mcts(Limits),
    /// Exact play.
    Perfect,
}

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// how many plies it looks ahead
    pub depth: u8,
    /// how far it misjudges a move: the standard deviation, in thousandths of a point or of a game without points
    pub noise: u32,
    /// how likely it is to overlook a move, in percent
    pub overlooks: u32,
    /// the nodes after which it looks no further
    pub nodes: u64,
}

impl Skill {
    /// Looks some plies ahead, however many nodes that takes.
    pub const fn new(depth: u8, noise: u32) -> Self {
        Skill { depth, noise, overlooks: 0, nodes: u64::MAX }
    }

    /// Overlooks each of its moves with this chance, in percent.
    pub const fn overlooking(self, overlooks: u32) -> Self {
        Skill { overlooks, ..self }
    }

    /// Whether it misjudges and overlooks nothing.
    pub fn is_sure(self) -> bool {
        self.noise == 0 && self.overlooks == 0
    }

    /// Looks no further after this many nodes.
    pub const fn within(self, nodes: u64) -> Self {
        Skill { nodes, ..self }
    }
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

/// The text names no engine, or not one that can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoEngine {
    /// No engine is called that.
    #[error("no engine; there is {}", Spec::KNOWN)]
    Unknown,
    /// The engine is known; what is wrong with what follows its name, and what would work.
    #[error("{0}")]
    Limits(Text),
}

impl Spec {
    /// The engines there are, for error messages.
    pub const KNOWN: &'static str = "`random`, `minimax:N` (1 to 20 plies), `alphabeta` or `mcts` with any of `time=500ms`, \
                     `nodes=N`, `depth=N` and `playouts=N` after a `:`, and `perfect`";

    /// Those of them that can play where there are more than two seats.
    pub const FOR_MANY: &'static str =
        "`random`, and `mcts` with any of `time=500ms`, `nodes=N` and `playouts=N` after a `:`";

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
        let limits = || limits(rest).map_err(NoEngine::Limits);
        match (name, rest) {
            ("random", None) => Ok(Spec::Random),
            ("perfect", None) => Ok(Spec::Perfect),
            ("random" | "perfect", Some(_)) => {
                Err(NoEngine::Limits(text!("`{name}` has no limits: nothing can follow it", name)))
            }
            ("minimax", rest) => skill(rest.unwrap_or_default()).map(Spec::Minimax).map_err(NoEngine::Limits),
            ("alphabeta", _) => limits().map(Spec::AlphaBeta),
            ("mcts", _) => limits().map(Spec::Mcts),
            _ => Err(NoEngine::Unknown),
        }
    }
}

/// The depth of a `minimax` and what it does wrong, or what is wrong with that.
fn skill(text: &str) -> Result<Skill, Text> {
    let mut parts = text.split(',');
    let depth = parts.next().and_then(|depth| depth.parse().ok()).filter(|depth| (1..=20).contains(depth));
    let mut skill = Skill::new(depth.ok_or_else(|| text!("`minimax` needs a depth from 1 to 20: `minimax:4`"))?, 0);
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match (name, value.parse()) {
            ("noise", Ok(noise @ 0..=100_000)) => skill.noise = noise,
            ("overlook", Ok(percent @ 0..=99)) => skill.overlooks = percent,
            _ => {
                return Err(text!(
                    "`{part}` is nothing that `minimax` does; there is `noise=150`, up to 100000, and `overlook=20`, up to 99",
                    part
                ));
            }
        }
    }
    Ok(skill)
}

/// The limits after the name of an engine, or what is wrong with one of them.
fn limits(text: Option<&str>) -> Result<Limits, Text> {
    let mut limits = Limits::default();
    for part in text.into_iter().flat_map(|text| text.split(',')) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let whole = || text!("`{part}` needs a whole number: `{name}=1000`", part, name);
        let number = || value.parse::<u64>().map_err(|_| whole());
        match name {
            "time" => limits.time = Some(duration(value).ok_or_else(|| no_duration(part, value))?),
            "nodes" => limits.nodes = Some(number()?),
            "playouts" => limits.playouts = Some(number()?),
            "depth" => {
                let deep = || text!("`{part}` needs a whole number: `depth=6`", part);
                limits.depth = Some(value.parse().map_err(|_| deep())?);
            }
            _ => {
                let known = Text::plain("`time=500ms`, `nodes=1000`, `depth=6`, `playouts=1000`");
                return Err(text!("`{part}` is no limit; there is {known}", part, known));
            }
        }
    }
    Ok(limits)
}

fn no_duration(part: &str, value: &str) -> Text {
    if value.parse::<u64>().is_ok() {
        return text!("`{part}` needs a unit: `{part}s` or `{part}ms`", part);
    }
    text!("`{part}` needs a whole number with a unit, a day at most: `time=500ms` or `time=2s`", part)
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
            Spec::Minimax(Skill { depth, noise, overlooks, .. }) => {
                write!(f, "minimax:{depth}")?;
                let mut also = |name: &str, value: u32| if value > 0 { write!(f, ",{name}={value}") } else { Ok(()) };
                return also("noise", *noise).and_then(|()| also("overlook", *overlooks));
            }
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
        for text in [
            "random",
            "perfect",
            "minimax:4",
            "minimax:2,noise=150,overlook=9",
            "alphabeta",
            "alphabeta:time=500ms,depth=6",
            "mcts:playouts=2000",
        ] {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("alphabeta:time=2s".parse::<Spec>().expect("a player").time(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn any_other_text_names_none() {
        for text in ["", "randm", "Random", "cmd:x", "minimax_4"] {
            assert_eq!(text.parse::<Spec>(), Err(NoEngine::Unknown), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_limit_is_said_with_what_would_work() {
        for (text, why) in [
            ("mcts:time=5", "`time=5` needs a unit: `time=5s` or `time=5ms`"),
            (
                "alphabeta:time=2.5s",
                "`time=2.5s` needs a whole number with a unit, a day at most: `time=500ms` or `time=2s`",
            ),
            (
                "alphabeta:time=90000s",
                "`time=90000s` needs a whole number with a unit, a day at most: `time=500ms` or `time=2s`",
            ),
            ("mcts:playouts=1e6", "`playouts=1e6` needs a whole number: `playouts=1000`"),
            ("mcts:nodes=-1", "`nodes=-1` needs a whole number: `nodes=1000`"),
            ("alphabeta:nodes=9,depth=x", "`depth=x` needs a whole number: `depth=6`"),
            ("mcts:x=1", "`x=1` is no limit; there is `time=500ms`, `nodes=1000`, `depth=6`, `playouts=1000`"),
            ("mcts:", "`` is no limit; there is `time=500ms`, `nodes=1000`, `depth=6`, `playouts=1000`"),
            ("minimax", "`minimax` needs a depth from 1 to 20: `minimax:4`"),
            ("minimax:0", "`minimax` needs a depth from 1 to 20: `minimax:4`"),
            (
                "minimax:2,150",
                "`150` is nothing that `minimax` does; there is `noise=150`, up to 100000, and `overlook=20`, up to 99",
            ),
            ("minimax:99", "`minimax` needs a depth from 1 to 20: `minimax:4`"),
            ("perfect:1", "`perfect` has no limits: nothing can follow it"),
        ] {
            assert_eq!(text.parse::<Spec>().map_err(|why| why.to_string()), Err(why.to_owned()), "{text}");
        }
    }
}
