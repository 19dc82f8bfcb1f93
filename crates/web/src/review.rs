//! A review of a whole game: what each position was worth, and which moves threw something away.

use agon_client::{Ending, Verdict, Worth};
use agon_rules::{Record, Seat, Start, Viewer};

use crate::route::Route;
use crate::think::{Answer, Ask, Question, Tell, think};

/// How long each position is thought about, in milliseconds.
const TIME: u32 = 700;
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
        let Some(loss) = self.loss() else { return false };
        match (self.best.as_ref().map(|(_, best)| *best), self.made) {
            (Some(Worth::Proved(_)), Some(Worth::Proved(_))) => true,
            (Some(Worth::Share(_)), Some(Worth::Share(_))) => loss >= SHARE,
            _ => loss >= POINTS,
        }
    }
}

/// A game that is looked at again, one position after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    record: Record,
    plies: Vec<Ply>,
    at: usize,
    seats: usize,
    points: bool,
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
        let (seats, points) = (table.seats(), !view.scores.is_empty());
        let end = view.outcome.map(|outcome| match Ending::by_rules(&outcome).verdict(0, seats) {
            Verdict::Won => 1.0,
            Verdict::Drawn => 0.0,
            Verdict::Lost => -1.0,
        });
        let plies =
            view.history.into_iter().map(|step| Ply { seat: step.seat, text: step.text, best: None, made: None });
        Some(Review { record: record.clone(), plies: plies.collect(), at: 0, seats, points, end })
    }

    /// What is known so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whether the game has points.
    pub fn has_points(&self) -> bool {
        self.points
    }

    /// How many positions were looked at.
    pub fn done(&self) -> usize {
        self.at
    }

    /// The next question; none when everything was asked.
    pub fn next(&self, id: u64) -> Option<Question> {
        if self.at >= self.plies.len() {
            return None;
        }
        let mut record = self.record.clone();
        record.moves.truncate(self.at);
        Some(Question { id, ask: Ask::Analyse { record: record.to_string(), millis: TIME } })
    }

    /// Takes an answer in; whether the next question can be asked.
    pub fn hear(&mut self, answer: &Answer) -> bool {
        let Some(ply) = self.plies.get_mut(self.at) else { return false };
        match &answer.tell {
            Tell::Values { moves, done, .. } => {
                ply.best = moves.first().cloned();
                ply.made = moves.iter().find(|(text, _)| *text == ply.text).map(|(_, value)| *value);
                if *done {
                    self.at += 1;
                }
                *done
            }
            Tell::Failed(_) => {
                self.at += 1;
                true
            }
            _ => false,
        }
    }

    /// A mistake as a puzzle of one's own, by its address: the position before it, and what was better.
    pub fn puzzle(&self, at: usize) -> Option<String> {
        let (best, _) = self.plies.get(at)?.best.as_ref()?;
        let mut before = self.record.clone();
        before.moves.truncate(at);
        let table = before.replay().ok()?;
        let start = Start::Position(table.position(Viewer::Referee));
        let record = Record { start, moves: vec![best.clone()], ..before };
        // Where more moves are to come than one, as after a repetition, the position alone may be another game.
        record.replay().ok()?;
        Some(Route::Puzzle(["=", &record.to_string()].concat()).write())
    }

    /// Looks at every position that is left; `each` hears of it after every one.
    pub fn run(&mut self, now: &(dyn Fn() -> f64 + Sync), each: &mut dyn FnMut(&Review)) {
        while let Some(question) = self.next(0) {
            let before = self.at;
            think(&question, now, &mut |answer| {
                self.hear(&answer);
            });
            // Whatever was not answered to its end is left as it is.
            self.at = before + 1;
            each(self);
        }
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Decided {
    /// after how many moves
    pub ply: usize,
    /// whether that is proved, or only an estimate
    pub proved: bool,
}
