//! A review of a whole game: what each position was worth, and which moves threw something away.
//!
//! It says which position to look at next and takes in what was found; whoever searches keeps the clock.

use std::mem;

use agon_rules::{Record, Seat, Start, Viewer};
use serde::{Deserialize, Serialize};

use crate::ending::{Ending, Verdict};
use crate::words::Scale;
use crate::worth::Worth;

/// How long each position is thought about, in milliseconds.
pub const MILLIS: u32 = 700;
/// An estimate that falls by this many points, or by this share of games, is a turning point.
const POINTS: f64 = 1.5;
const SHARE: f64 = 0.2;

/// What is known of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// who moved
    pub seat: Seat,
    /// the move that was made
    pub text: String,
    /// what the best move was worth, and which it was
    pub best: Option<(String, Worth)>,
    /// what the move that was made was worth
    pub made: Option<Worth>,
    /// other moves that are no mistakes either
    pub also: Vec<String>,
}

impl Ply {
    /// What the move gave away, for its player; none where that is not known, or the move was best.
    pub fn loss(&self) -> Option<f64> {
        let ((_, best), made) = (self.best.as_ref()?, self.made?);
        let loss = best.of(self.seat) - made.of(self.seat);
        (loss > 0.0).then_some(loss)
    }

    /// Whether the game turned here: something proved was given away, or a lot by estimate.
    pub fn is_turn(&self) -> bool {
        match (&self.best, self.made) {
            (Some((_, best)), Some(made)) => is_mistake(*best, made, self.seat),
            _ => false,
        }
    }
}

/// Whether a move gives something proved away, or a lot by estimate.
fn is_mistake(best: Worth, made: Worth, seat: Seat) -> bool {
    let loss = best.of(seat) - made.of(seat);
    match (best, made) {
        (Worth::Proved(_), Worth::Proved(_)) => loss > 0.0,
        (Worth::Share(_), Worth::Share(_)) => loss >= SHARE,
        _ => loss >= POINTS,
    }
}

/// A game that is looked at again, one position after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    record: Record,
    plies: Vec<Ply>,
    at: usize,
    seats: usize,
    scale: Scale,
    /// how the game ended for seat 0: won, lost, or neither; none when it goes on
    end: Option<f64>,
}

impl Review {
    /// A review of a game that is over, or that hides nothing; none of others.
    pub fn new(record: &Record) -> Option<Self> {
        let table = record.replay().ok()?;
        if table.turn().is_some() && table.hides(Viewer::Spectator) {
            return None;
        }
        let view = table.view(Viewer::Referee);
        let (seats, scale) = (table.seats(), Scale::of(&view));
        let end = view.outcome.map(|outcome| match Ending::by_rules(&outcome).verdict(0, seats) {
            Verdict::Won => 1.0,
            Verdict::Drawn => 0.0,
            Verdict::Lost => -1.0,
        });
        let plies = view.history.into_iter().map(|step| Ply {
            seat: step.seat,
            text: step.text,
            best: None,
            made: None,
            also: Vec::new(),
        });
        Some(Review { record: record.clone(), plies: plies.collect(), at: 0, seats, scale, end })
    }

    /// The game that is reviewed.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What is known so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// What values mean in the game.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// How many positions were looked at.
    pub fn done(&self) -> usize {
        self.at
    }

    /// The next position to look at; none when all were.
    pub fn next(&self) -> Option<Record> {
        let mut record = self.record.clone();
        record.moves.truncate(self.at);
        (self.at < self.plies.len()).then_some(record)
    }

    /// Takes in what the moves of the next position are worth by now, the best first.
    pub fn learn(&mut self, moves: &[(String, Worth)]) {
        let Some(ply) = self.plies.get_mut(self.at) else { return };
        ply.best = moves.first().cloned();
        ply.made = moves.iter().find(|(text, _)| *text == ply.text).map(|(_, value)| *value);
        // A proof and an estimate cannot be compared.
        let good = |best: Worth, worth: Worth| {
            mem::discriminant(&best) == mem::discriminant(&worth) && !is_mistake(best, worth, ply.seat)
        };
        let (best, others) = moves.split_first().unzip();
        let others = others.into_iter().flatten();
        let good = |(_, worth): &&(String, Worth)| best.is_some_and(|(_, best)| good(*best, *worth));
        ply.also = others.filter(good).map(|(text, _)| text.clone()).collect();
    }

    /// Goes on with the position after the one that was looked at.
    pub fn step(&mut self) {
        self.at = (self.at + 1).min(self.plies.len());
    }

    /// A mistake as a puzzle: the position before it with the best move, and everything else that was better.
    pub fn puzzle(&self, at: usize) -> Option<(Record, Vec<&str>)> {
        let ply = self.plies.get(at)?;
        let (best, _) = ply.best.as_ref()?;
        let mut before = self.record.clone();
        before.moves.truncate(at);
        let table = before.replay().ok()?;
        let start = Start::Position(table.position(Viewer::Referee));
        let record = Record { start, moves: vec![best.clone()], ..before };
        // Where more moves are to come than one, as after a repetition, the position alone may be another game.
        record.replay().ok()?;
        let also = ply.also.iter().filter(|also| **also != ply.text);
        Some((record, also.map(String::as_str).collect()))
    }

    /// The height of every position for seat 0 between -1 and 1, and whether it is certain: a proved win is at the edge, a
    /// share in between, points are pressed together. The last one is how the game ended. Where more than two play,
    /// what is good for another is not said of the first, so only its own turns count.
    pub fn curve(&self) -> Vec<Option<(f64, bool)>> {
        let height = |ply: &Ply| {
            let (_, value) = ply.best.as_ref()?;
            if self.seats > 2 && ply.seat != 0 {
                return None;
            }
            let sign = if ply.seat == 1 { -1.0 } else { 1.0 };
            let height = match value {
                Worth::Unknown => return None,
                Worth::Proved(value) => f64::from(*value).clamp(-1.0, 1.0),
                Worth::Points(value) => (value / 4.0).tanh(),
                Worth::Share(share) => sign * (2.0 * share - 1.0),
            };
            Some((height, value.is_proved()))
        };
        let end = self.end.filter(|_| self.at >= self.plies.len()).map(|height| (height, true));
        self.plies.iter().map(height).chain([end]).collect()
    }

    /// When the game was decided: after this many moves its result never changed any more, and whether that is proved.
    /// Known only once everything was looked at, and of games with a winner among two.
    pub fn decided(&self) -> Option<Decided> {
        let curve = self.curve();
        let (end, _) = curve.last().copied().flatten().filter(|(end, _)| *end != 0.0 && self.seats == 2)?;
        let known = |at: usize| curve[at].filter(|(height, _)| height.signum() == end.signum() && height.abs() > 0.3);
        let mut decided = Decided { ply: curve.len() - 1, proved: true };
        for at in (0..curve.len() - 1).rev() {
            let Some((_, sure)) = known(at) else { break };
            decided = Decided { ply: at, proved: decided.proved && sure };
        }
        Some(decided)
    }
}

/// When a game was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decided {
    /// after how many moves
    pub ply: usize,
    /// whether that is proved, or only an estimate
    pub proved: bool,
}
