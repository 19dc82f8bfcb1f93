//! A puzzle: a position in which exactly one move is best, and the line that proves it.
//!
//! `agon puzzles` finds them and writes them down, one a line: grade, value, nodes of the proof, and a record whose moves
//! are the solution. Every move of the solver's side in it is the only best one.

use agon_rules::{Record, Seat, Table, Text, text};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// from 1, which most people find, to 5
    pub grade: u8,
    /// seat 0's final score less the other's, or 1, 0 and -1 without points
    pub value: i32,
    /// nodes that the proof took; 0 for a mistake out of a game, which is only as sure as its review
    pub nodes: u64,
    /// the position, and the solution as moves from there
    pub record: Record,
    /// moves that are as good as the first, where it comes out of a game; no other puzzle has any
    pub also: Vec<String>,
}

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quest {
    /// a win within so many moves of one's own
    WinIn(usize),
    /// a win
    Win,
    /// a draw where everything else loses
    Draw,
    /// the best result in points, as a difference
    Points(i32),
    /// a better move than the one that was made in a game
    Better,
}

impl Puzzle {
    /// Reads a line of a collection; none where it is something else.
    pub fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(' ');
        let grade = fields.next()?.parse().ok().filter(|grade| (1..=5).contains(grade))?;
        let (value, nodes) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let record: Record = fields.next()?.parse().ok()?;
        let also = Vec::new();
        (!record.moves.is_empty() && fields.next().is_none()).then_some(Puzzle { grade, value, nodes, record, also })
    }

    /// A mistake out of a game: the position before it with what was best, and after `!` what was as good.
    pub fn of_game(text: &str) -> Option<Self> {
        let mut parts = text.split('!');
        let record: Record = parts.next()?.parse().ok()?;
        let also = parts.map(str::to_owned).collect();
        (!record.moves.is_empty()).then_some(Puzzle { grade: 3, value: 0, nodes: 0, record, also })
    }

    /// The line that [`read`](Puzzle::read) reads.
    pub fn write(&self) -> String {
        format!("{} {} {} {}", self.grade, self.value, self.nodes, self.record)
    }

    /// The table at its beginning.
    pub(crate) fn table(&self) -> Option<Box<dyn Table>> {
        Record { moves: Vec::new(), ..self.record.clone() }.replay().ok()
    }

    /// Who is to find it.
    pub fn seat(&self) -> Option<Seat> {
        self.table()?.turn()
    }

    /// What is to be found.
    pub fn quest(&self) -> Quest {
        let Some(seat) = self.seat() else { return Quest::Better };
        let (Ok(end), value) = (self.record.replay(), if seat == 0 { self.value } else { -self.value }) else {
            return Quest::Better;
        };
        let has_points = end.outcome().and_then(|outcome| outcome.scores).is_some()
            || !end.view(agon_rules::Viewer::Referee).scores.is_empty();
        match value {
            _ if self.nodes == 0 => Quest::Better,
            value if has_points => Quest::Points(value),
            1.. if end.turn().is_none() => {
                let own = end.history(agon_rules::Viewer::Referee).iter().filter(|step| step.seat == seat).count();
                Quest::WinIn(own)
            }
            1.. => Quest::Win,
            _ => Quest::Draw,
        }
    }

    /// A short name that stays the same: links and what is kept on a device use it.
    pub fn id(&self) -> String {
        let record = Record { moves: Vec::new(), ..self.record.clone() }.to_string();
        format!("{:06x}", short(&record))
    }
}

/// 24 bits for a text: FNV-1a, folded.
pub(super) fn short(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 24) ^ (hash & 0x00ff_ffff)
}

impl Quest {
    /// The heading of the puzzle.
    pub fn title(self) -> Text {
        match self {
            Quest::WinIn(1) => text!("Win in one move"),
            Quest::WinIn(moves) => text!("Win in {n} moves", n = moves),
            Quest::Win => text!("Find the winning move"),
            Quest::Draw => text!("Hold the draw"),
            Quest::Points(value) if value > 0 => text!("Win by {n}", n = value),
            Quest::Points(0) => text!("Hold the draw"),
            Quest::Points(value) => text!("Lose by no more than {n}", n = -value),
            Quest::Better => text!("Find a better move"),
        }
    }

    /// What that means, in a sentence.
    pub fn more(self) -> Text {
        match self {
            Quest::WinIn(1) => text!("One move wins at once."),
            Quest::WinIn(_) => text!("Only one first move wins that soon."),
            Quest::Win => text!("Only one move wins against every defence."),
            Quest::Draw | Quest::Points(0) => text!("Every other move loses against best play."),
            Quest::Points(_) => text!("Only one move leads to this result against best play."),
            Quest::Better => text!("In the game another move was made here."),
        }
    }
}
