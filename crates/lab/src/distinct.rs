//! How many different games there were: players without chance repeat themselves, and a repeated game says nothing new.
//!
//! Every game has a fingerprint of 64 bits. Of all fingerprints the [`MOST`] lowest are kept, each with how often it
//! occurred. A fingerprint that is among the lowest of all games is among the lowest of any part of them in which it
//! occurs, so parts add up exactly, in any order. While there are fewer than `MOST` the count is exact; beyond that they
//! are a random sample of the different games, and tell how often a game was repeated on average.

use std::fmt::Write;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// So many different games are counted exactly. Half of the 1,000 games that a match has unless it is told otherwise are
/// fewer.
pub const MOST: usize = 512;

/// Different games, or whatever else has a fingerprint.
#[derive(Clone, Debug, Default)]
pub struct Distinct {
    /// the lowest fingerprints in ascending order, and how often each occurred
    lowest: Vec<(u64, u64)>,
    /// those that were not put in order yet
    fresh: Vec<u64>,
}

/// How many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// so many
    Exactly(u64),
    /// so many or more
    AtLeast(u64),
}

impl Distinct {
    /// Adds one.
    pub fn add(&mut self, fingerprint: u64) {
        self.fresh.push(fingerprint);
        if self.fresh.len() >= 4 * MOST {
            self.settle();
        }
    }

    /// Puts what was added in order.
    pub fn settle(&mut self) {
        if self.fresh.is_empty() {
            return;
        }
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        let runs: Vec<(u64, u64)> = fresh.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect();
        self.lowest = union(&self.lowest, &runs);
    }

    /// Adds those of another part.
    pub fn merge(&mut self, other: &Distinct) {
        self.settle();
        let settled;
        let other = if other.fresh.is_empty() {
            &other.lowest
        } else {
            settled = other.settled();
            &settled.lowest
        };
        // Most parts of a long run have nothing among the lowest that is new.
        let bound = self.lowest.last().filter(|_| self.lowest.len() == MOST).map_or(u64::MAX, |(last, _)| *last);
        let below = other.partition_point(|(print, _)| *print <= bound);
        if below > 0 {
            self.lowest = union(&self.lowest, &other[..below]);
        }
    }

    fn settled(&self) -> Distinct {
        let mut settled = self.clone();
        settled.settle();
        settled
    }

    /// How many different ones there are.
    pub fn count(&self) -> Count {
        let different = if self.fresh.is_empty() { self.lowest.len() } else { self.settled().lowest.len() };
        if different < MOST { Count::Exactly(different as u64) } else { Count::AtLeast(different as u64) }
    }

    /// About how many different ones there are among `all`: exactly as many as were counted where that is known.
    pub fn estimate(&self, all: u64) -> f64 {
        if !self.fresh.is_empty() {
            return self.settled().estimate(all);
        }
        let kept = self.lowest.len();
        if kept < MOST {
            return kept as f64;
        }
        let occurred: u64 = self.lowest.iter().map(|(_, count)| count).sum();
        all as f64 * kept as f64 / occurred as f64
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lowest.is_empty() && self.fresh.is_empty()
    }
}

impl Count {
    /// The number.
    pub fn number(self) -> u64 {
        match self {
            Count::Exactly(number) | Count::AtLeast(number) => number,
        }
    }

    /// Both together.
    pub fn and(self, other: Count) -> Count {
        match (self, other) {
            (Count::Exactly(a), Count::Exactly(b)) => Count::Exactly(a + b),
            (a, b) => Count::AtLeast(a.number() + b.number()),
        }
    }
}

/// The lowest of two lists in ascending order.
fn union(a: &[(u64, u64)], b: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut out = Vec::with_capacity((a.len() + b.len()).min(MOST));
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    while out.len() < MOST {
        out.push(match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let both = (x.0, x.1 + y.1);
                a.next();
                b.next();
                both
            }
            (Some(x), Some(y)) if x.0 > y.0 => b.next().expect("it was seen"),
            (Some(_), _) => a.next().expect("it was seen"),
            (None, Some(_)) => b.next().expect("it was seen"),
            (None, None) => break,
        });
    }
    out
}

impl PartialEq for Distinct {
    fn eq(&self, other: &Self) -> bool {
        self.settled().lowest == other.settled().lowest
    }
}

impl Eq for Distinct {}

// In files they are one text, `3fa9c1… 41b0…*7`: a number for each would take twice the room.
impl Serialize for Distinct {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for (print, count) in &self.settled().lowest {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{print:x}");
            if *count > 1 {
                let _ = write!(text, "*{count}");
            }
        }
        text.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let word = |word: &str| {
            let (print, count) = word.split_once('*').unwrap_or((word, "1"));
            Some((u64::from_str_radix(print, 16).ok()?, count.parse().ok().filter(|count| *count > 0)?))
        };
        let lowest: Option<Vec<(u64, u64)>> = text.split_whitespace().map(word).collect();
        let lowest = lowest.filter(|list| list.len() <= MOST && list.is_sorted_by(|a, b| a.0 < b.0));
        let lowest = lowest.ok_or_else(|| D::Error::custom("these are no fingerprints in ascending order"))?;
        Ok(Distinct { lowest, fresh: Vec::new() })
    }
}
