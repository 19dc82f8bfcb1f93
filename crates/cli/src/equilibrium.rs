//! What `agon solve` prints where something is hidden: the value of the game that begins there, how sure it is, and what
//! the seat to move does.

use std::io::Write;

use agon_rules::Seat;
use agon_search::MixedValue;
use agon_search::inspect::{EquilibriumReply, Mixed};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::setup::json_line;

/// Moves that are played less often than this are not listed in the text.
const SELDOM: f64 = 0.0005;

/// What was found, as JSON and as text. The first keys are those of positions in which nothing is hidden.
#[derive(Serialize)]
pub struct Report {
    value: Option<f64>,
    winner: Option<Seat>,
    line: Vec<String>,
    moves: Map<String, Value>,
    nodes: u64,
    proved: bool,
    /// what the value is at least and at most, where it is not proved
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<(f64, f64)>,
    /// the proved value as a fraction
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    /// how much the strategies lose at most against the best reply
    #[serde(skip_serializing_if = "Option::is_none")]
    exploitability: Option<f64>,
    /// how likely the seat to move plays each of its moves
    #[serde(skip_serializing_if = "Map::is_empty")]
    strategy: Map<String, Value>,
    /// what the seat to move can expect from what it sees
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<f64>,
    worlds: usize,
    tree: usize,
    information_sets: usize,
    rounds: u64,
    /// the megabytes that would be enough
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<&'static str>,
    #[serde(skip)]
    found: EquilibriumReply,
    #[serde(skip)]
    brief: bool,
    #[serde(skip)]
    memory: u64,
    #[serde(skip)]
    seconds: f64,
}

/// Bounds in words, rounded away from each other.
pub fn between(low: f64, high: f64) -> String {
    const PARTS: f64 = 1e4;
    let (low, high) = ((low * PARTS).floor() / PARTS, (high * PARTS).ceil() / PARTS);
    format!("value between {low:+} and {high:+} for player 1 (bound)")
}

impl Report {
    /// What was found within so many megabytes and seconds.
    pub fn new(found: EquilibriumReply, brief: bool, memory: u64, seconds: f64) -> Self {
        let mixed =
            |of: fn(&Mixed) -> f64| found.strategy.iter().map(|mixed| (mixed.text.clone(), json!(of(mixed)))).collect();
        let exact = match found.value {
            MixedValue::Exact(value) => Some(value.to_string()),
            _ => None,
        };
        let size = found.size;
        Report {
            value: found.value.value(),
            winner: None,
            line: Vec::new(),
            moves: if brief { Map::new() } else { mixed(|mixed| mixed.worth) },
            nodes: found.nodes,
            proved: exact.is_some(),
            bound: exact.is_none().then(|| found.value.range()),
            exact,
            exploitability: found.value.exploitability(),
            strategy: mixed(|mixed| mixed.chance),
            seen: found.seen,
            worlds: size.worlds,
            tree: size.nodes,
            information_sets: size.information_sets,
            rounds: size.rounds,
            needs: size.needs.map(|bytes| bytes.div_ceil(1_000_000)),
            no_certificate: None,
            found,
            brief,
            memory,
            seconds,
        }
    }

    /// A certificate was asked for.
    pub fn without_certificate(self) -> Self {
        let why = "something is hidden, or will be, and certificates are for games in which nothing is";
        Report { no_certificate: Some(why), ..self }
    }

    /// Whether what was wanted is there: a value that is proved, or strategies as good as this.
    pub fn is_found(&self, within: f64) -> bool {
        self.no_certificate.is_none() && self.exploitability.is_some_and(|loss| loss <= within)
    }

    /// Prints it.
    pub fn write(&self, as_json: bool, out: &mut impl Write) -> anyhow::Result<()> {
        if as_json {
            return json_line(out, self);
        }
        writeln!(out, "{}", self.headline())?;
        if !self.brief {
            self.write_moves(out)?;
        }
        if let Some(why) = self.no_certificate {
            writeln!(out, "no certificate: {why}")?;
        }
        let Report { nodes, seconds, .. } = self;
        Ok(writeln!(out, "{}{nodes} nodes, {seconds:.2} s", self.sizes())?)
    }

    fn headline(&self) -> String {
        match (self.found.value, self.needs) {
            (MixedValue::Exact(value), _) if value.denominator == 1 => format!("value {value} for player 1 (proved)"),
            (MixedValue::Exact(value), _) => {
                format!("value {value} for player 1, about {:+.4} (proved)", value.to_f64())
            }
            (MixedValue::Near(low, high), _) => format!(
                "value {:+.4} for player 1, exploitable by at most {:.4} (equilibrium, not proved)",
                (low + high) / 2.0,
                high - low
            ),
            (MixedValue::Bound(low, high), needs) => {
                let why = needs.map_or_else(
                    || "no equilibrium was found within the limits".to_owned(),
                    |needs| format!("too large for {} MB, `--memory {needs}` is enough", self.memory),
                );
                format!("{}; {why}", between(low, high))
            }
        }
    }

    fn write_moves(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for Mixed { text, chance, worth, exact } in &self.found.strategy {
            match exact {
                Some(exact) => writeln!(out, "  {text} {exact}")?,
                None if *chance >= SELDOM => writeln!(out, "  {text} {:.1} % {worth:+.4}", 100.0 * chance)?,
                None => {}
            }
        }
        match (self.seen, self.found.value) {
            (Some(seen), MixedValue::Near(..)) => {
                Ok(writeln!(out, "from what the seat to move sees: {seen:+.4} for player 1")?)
            }
            _ => Ok(()),
        }
    }

    fn sizes(&self) -> String {
        let count = |count: usize, what: &str| if count > 0 { format!("{count} {what}, ") } else { String::new() };
        [
            count(self.worlds, "deals of what is hidden"),
            count(self.information_sets, "information sets"),
            count(self.rounds as usize, "rounds"),
        ]
        .concat()
    }
}
