//! The text of an extensive-form file: one line for each node, parents before their children.
//!
//! OpenSpiel reads the format more strictly than Gambit does: every node repeats the name and the moves of its information
//! set, and all numbers begin with 1.

use std::collections::HashMap;
use std::io::Write;

use agon_rules::{Seat, Viewer};
use agon_search::{FastHasher, fingerprint};

use super::{EfgError, EfgSize, Worth};
use crate::script::Odds;
use crate::tree::TreeState;

/// What is known while a file is written.
pub(super) struct Page {
    /// what was written so far
    pub(super) size: EfgSize,
    value: Worth,
    names: bool,
    /// by depth and seat: all that the seat has seen there, as a fingerprint, and how long that is as text
    seen: Vec<Vec<(u128, usize)>>,
    /// by seat: the numbers of its information sets
    sets: Vec<HashMap<u128, u64, FastHasher>>,
    /// moves in the order in which they first stand in the file
    moves: HashMap<String, usize, FastHasher>,
    /// what ends are worth, in the order in which they first stand in the file
    worth: HashMap<String, usize, FastHasher>,
    line: Vec<u8>,
}

impl Page {
    pub(super) fn new(seats: Seat, value: Worth, names: bool) -> Self {
        Page {
            size: EfgSize { sets: vec![0; seats], ..EfgSize::default() },
            value,
            names,
            seen: Vec::new(),
            sets: vec![HashMap::default(); seats],
            moves: HashMap::default(),
            worth: HashMap::default(),
            line: Vec::new(),
        }
    }

    /// Writes a node, and returns its children in the order of the file.
    pub(super) fn node(
        &mut self,
        node: &mut dyn TreeState,
        depth: usize,
        out: &mut dyn Write,
    ) -> Result<Vec<i64>, EfgError> {
        self.size.nodes += 1;
        self.see(node, depth)?;
        self.line.clear();
        let children = if node.is_chance() {
            self.chance(node)?
        } else if let Some(seat) = node.player() {
            self.decision(node, seat, self.seen[depth][seat].0)?
        } else {
            self.end(node)?;
            Vec::new()
        };
        out.write_all(&self.line)?;
        Ok(children)
    }

    /// Notes what every seat has seen here.
    fn see(&mut self, node: &dyn TreeState, depth: usize) -> Result<(), EfgError> {
        self.seen.resize_with(self.seen.len().max(depth + 1), Vec::new);
        let (above, here) = self.seen.split_at_mut(depth);
        let (above, here) = (above.last(), &mut here[0]);
        here.clear();
        for seat in 0..node.seats() {
            let text = node.information_state(seat)?;
            let (before, length) = above.map_or((0, 0), |seen| seen[seat]);
            here.push((fingerprint(&(before, &text[length..])), text.len()));
        }
        Ok(())
    }

    fn chance(&mut self, node: &mut dyn TreeState) -> Result<Vec<i64>, EfgError> {
        self.size.chance += 1;
        let number = self.size.chance;
        write!(self.line, "c \"\" {number} \"chance {number}\" {{")?;
        let outcomes = node.chance_outcomes();
        for (outcome, odds) in (0..).zip(&outcomes) {
            let name = match self.names {
                true => position_after(node, outcome)?,
                false => String::new(),
            };
            write!(self.line, " {} {}", quoted(&format!("{outcome}{name}")), likely(*odds))?;
        }
        writeln!(self.line, " }} 0")?;
        Ok((0..outcomes.len() as i64).collect())
    }

    fn decision(&mut self, node: &dyn TreeState, seat: Seat, seen: u128) -> Result<Vec<i64>, EfgError> {
        let sets = &mut self.size.sets[seat];
        let set = *self.sets[seat].entry(seen).or_insert_with(|| {
            *sets += 1;
            *sets
        });
        let player = seat + 1;
        write!(self.line, "p \"\" {player} {set} ")?;
        match self.names {
            true => write!(self.line, "{} {{", quoted(node.information_state(seat)?))?,
            false => write!(self.line, "\"{player}:{set}\" {{")?,
        }
        // OpenSpiel numbers moves as it meets them and takes for granted that every node lists them in that order.
        let mut moves = Vec::with_capacity(node.legal().len());
        for action in node.legal() {
            let (action, last) = (i64::from(*action), self.moves.len());
            let text = plain(&node.text(action)?);
            let place = self.moves.get(&text).copied();
            let place = place.unwrap_or_else(|| *self.moves.entry(text.clone()).or_insert(last));
            moves.push((place, action, text));
        }
        moves.sort_unstable();
        for (_, _, text) in &moves {
            write!(self.line, " \"{text}\"")?;
        }
        writeln!(self.line, " }} 0")?;
        Ok(moves.into_iter().map(|(_, action, _)| action).collect())
    }

    fn end(&mut self, node: &dyn TreeState) -> Result<(), EfgError> {
        self.size.ends += 1;
        let worth: Vec<String> = match self.value {
            Worth::Scores => node.scores().iter().map(ToString::to_string).collect(),
            Worth::Outcome | Worth::Margin => node.returns().iter().map(|worth| amount(*worth)).collect(),
        };
        let (worth, last) = (worth.join(", "), self.worth.len() + 1);
        let number = match self.worth.get(&worth) {
            Some(number) => *number,
            None => *self.worth.entry(worth.clone()).or_insert(last),
        };
        writeln!(self.line, "t \"\" {number} \"{worth}\" {{ {worth} }}")?;
        Ok(())
    }
}

/// Where an outcome of chance leads to, if the game begins there.
fn position_after(node: &mut dyn TreeState, outcome: i64) -> Result<String, EfgError> {
    node.apply(outcome)?;
    let position = node.position(Viewer::Referee);
    node.undo();
    Ok(if position.is_empty() { position } else { format!(": {position}") })
}

/// Odds as the format writes them.
fn likely(odds: Odds) -> String {
    match i32::try_from(odds.of) {
        Ok(of) => format!("{}/{of}", odds.ways),
        // OpenSpiel reads fractions of small numbers only.
        Err(_) => odds.share().to_string(),
    }
}

/// A payoff; there is no negative zero.
fn amount(worth: f64) -> String {
    (worth + 0.0).to_string()
}

/// Text as the format writes it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text))
}

/// Text without what would end it, or begin an escape.
fn plain(text: &str) -> String {
    text.replace('"', "'").replace(['\\', '\n', '\r', '\t'], " ")
}
