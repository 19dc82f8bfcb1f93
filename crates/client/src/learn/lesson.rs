//! A lesson as people write it: one file a game, in chapters of short tasks.
//!
//! `docs/rules/lessons/README.md` describes the form. Reading checks only the form; the tests play every task of every
//! lesson by the rules and hold it against the solver.

use agon_rules::{Record, Seat, Start};

use crate::plan::{Plan, Sitter};

/// The lessons of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// the id of the game
    pub game: String,
    /// the first one teaches the game, the others its variants
    pub chapters: Vec<Chapter>,
}

/// Some tasks that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// its name: that of the game, or of a variant
    pub title: String,
    /// its tasks in their order
    pub tasks: Vec<Task>,
}

/// One thing to learn, and a move that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// what it is about, in a few words
    pub title: String,
    /// one or two sentences, with `**bold**` words
    pub words: String,
    /// what the reader is to do
    pub ask: String,
    /// the position
    pub record: Record,
    /// where the reader sits; the seat to move unless it is said
    pub seat: Option<Seat>,
    /// when it is done
    pub goal: Goal,
    /// what the game itself says after every right move and after no other
    pub shows: Vec<String>,
    /// what a right answer is told
    pub right: Vec<Reaction>,
    /// what wrong answers are told
    pub wrong: Vec<Reaction>,
    /// what the opponent does after a right answer
    pub answers: Vec<Reaction>,
}

/// What follows a move: words, or the opponent's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reaction {
    /// the moves it is about; none for all that are not named
    pub moves: Vec<String>,
    /// what follows
    pub text: String,
}

/// When a task is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// any legal move was made
    Any,
    /// one of these moves was made
    Move(Vec<String>),
    /// one of these moves was made, which are the best there are; the tests ask the solver
    Best(Vec<String>),
    /// the reader has won within so many moves of their own against a computer player
    Win {
        /// the most moves
        moves: usize,
        /// the player
        against: String,
    },
    /// a game against a computer player is over
    Play {
        /// the player
        against: String,
    },
}

/// What is wrong with the text of a lesson, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadLesson {
    /// counted from 1
    pub line: usize,
    /// what is wrong, and what would work
    pub why: LessonFault,
}

/// What can be wrong with the text of a lesson. It is words only when somebody reads it: the page never does.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The words say it.
pub enum LessonFault {
    #[error("a task needs a chapter above it, as in `# Title`")]
    NoChapter,
    #[error("a field needs a task above it: `## Title`")]
    NoTask,
    #[error("`{0}` belongs to no task; a task begins with `## Title`")]
    Stray(String),
    #[error("`{0}` is no field like `do: Take d3.`")]
    NoField(String),
    #[error("`{0}` takes no moves")]
    NoMoves(String),
    #[error("an option is written `name=value`")]
    BadOption,
    #[error("a deal is a number")]
    BadDeal,
    #[error("a seat is a number, 0 for the first player")]
    BadSeat,
    #[error(
        "there is no field `{0}`; there are do, options, position, deal, moves, seat, goal, shows, right, wrong and answer"
    )]
    UnknownField(String),
    #[error("`{0}` is no number of moves")]
    BadNumber(String),
    #[error("`{0}` is no goal; write `any`, `move M…`, `best M…`, `win 3 medium` or `play easy`")]
    BadGoal(String),
    #[error("the task `{0}` has no goal, as in `- goal: move d2xd4`")]
    NoGoal(String),
    #[error("the task `{0}` explains nothing: a sentence or two stand below its title")]
    NoWords(String),
    #[error("the task `{0}` does not say what to do, as in `- do: Take d3.`")]
    NothingToDo(String),
}

impl Lesson {
    /// Reads the lessons of a game.
    pub fn read(game: &str, text: &str) -> Result<Self, BadLesson> {
        let mut chapters: Vec<Chapter> = Vec::new();
        let mut task: Option<Draft> = None;
        for (line, text) in text.lines().enumerate().map(|(at, text)| (at + 1, text.trim_end())) {
            let bad = |why| BadLesson { line, why };
            if let Some(title) = text.strip_prefix("# ") {
                finish(&mut chapters, task.take())?;
                chapters.push(Chapter { title: title.to_owned(), tasks: Vec::new() });
            } else if let Some(title) = text.strip_prefix("## ") {
                finish(&mut chapters, task.take())?;
                if chapters.is_empty() {
                    return Err(bad(LessonFault::NoChapter));
                }
                task = Some(Draft::new(game, title, line));
            } else if let Some(field) = text.strip_prefix("- ") {
                let draft = task.as_mut().ok_or_else(|| bad(LessonFault::NoTask))?;
                draft.field(field).map_err(bad)?;
            } else if let Some(draft) = &mut task {
                draft.prose(text);
            } else if !text.is_empty() {
                return Err(bad(LessonFault::Stray(text.to_owned())));
            }
        }
        finish(&mut chapters, task)?;
        Ok(Lesson { game: game.to_owned(), chapters })
    }
}

/// Puts a task that was read to its end into the last chapter.
fn finish(chapters: &mut [Chapter], draft: Option<Draft>) -> Result<(), BadLesson> {
    if let (Some(draft), Some(chapter)) = (draft, chapters.last_mut()) {
        chapter.tasks.push(draft.done()?);
    }
    Ok(())
}

/// A task in the making.
struct Draft {
    task: Task,
    goal: Option<Goal>,
    line: usize,
}

impl Draft {
    fn new(game: &str, title: &str, line: usize) -> Self {
        let record = Record { game: game.to_owned(), options: Vec::new(), start: Start::Seed(0), moves: Vec::new() };
        let task = Task {
            title: title.to_owned(),
            words: String::new(),
            ask: String::new(),
            record,
            seat: None,
            goal: Goal::Any,
            shows: Vec::new(),
            right: Vec::new(),
            wrong: Vec::new(),
            answers: Vec::new(),
        };
        Draft { task, goal: None, line }
    }

    /// A line of the explanation. An empty line divides paragraphs.
    fn prose(&mut self, line: &str) {
        let words = &mut self.task.words;
        match line {
            "" if words.is_empty() || words.ends_with('\n') => {}
            "" => words.push('\n'),
            line => {
                if !words.is_empty() && !words.ends_with('\n') {
                    words.push(' ');
                }
                words.push_str(line);
            }
        }
    }

    fn field(&mut self, field: &str) -> Result<(), LessonFault> {
        let (key, value) = field.split_once(": ").ok_or_else(|| LessonFault::NoField(field.to_owned()))?;
        let value = value.trim();
        let (name, rest) = key.split_once(' ').unwrap_or((key, ""));
        let reaction =
            || Reaction { moves: rest.split_whitespace().map(str::to_owned).collect(), text: value.to_owned() };
        let words = || value.split_whitespace().map(str::to_owned);
        let task = &mut self.task;
        match name {
            "right" => task.right.push(reaction()),
            "wrong" => task.wrong.push(reaction()),
            "answer" => task.answers.push(reaction()),
            _ if !rest.is_empty() => return Err(LessonFault::NoMoves(key.to_owned())),
            "do" => value.clone_into(&mut task.ask),
            "options" => {
                let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
                let pairs: Option<Vec<_>> = value.split_whitespace().map(pair).collect();
                task.record.options = pairs.ok_or(LessonFault::BadOption)?;
            }
            "position" => task.record.start = Start::Position(value.to_owned()),
            "deal" => task.record.start = Start::Seed(value.parse().map_err(|_| LessonFault::BadDeal)?),
            "moves" => task.record.moves = words().collect(),
            "seat" => task.seat = Some(value.parse().map_err(|_| LessonFault::BadSeat)?),
            "shows" => task.shows.push(value.to_owned()),
            "goal" => self.goal = Some(goal(value)?),
            _ => return Err(LessonFault::UnknownField(name.to_owned())),
        }
        Ok(())
    }

    fn done(self) -> Result<Task, BadLesson> {
        let Draft { mut task, goal, line } = self;
        let bad = |why| Err(BadLesson { line, why });
        let Some(goal) = goal else { return bad(LessonFault::NoGoal(task.title)) };
        if task.words.trim().is_empty() {
            return bad(LessonFault::NoWords(task.title));
        }
        if task.ask.is_empty() {
            return bad(LessonFault::NothingToDo(task.title));
        }
        task.words = task.words.trim_end().to_owned();
        task.goal = goal;
        Ok(task)
    }
}

fn goal(text: &str) -> Result<Goal, LessonFault> {
    let mut words = text.split_whitespace().map(str::to_owned);
    let kind = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    Ok(match (kind.as_str(), rest.as_slice()) {
        ("any", []) => Goal::Any,
        ("move", [_, ..]) => Goal::Move(rest),
        ("best", [_, ..]) => Goal::Best(rest),
        ("win", [moves, against]) => Goal::Win {
            moves: moves.parse().map_err(|_| LessonFault::BadNumber(moves.clone()))?,
            against: against.clone(),
        },
        ("play", [against]) => Goal::Play { against: against.clone() },
        _ => return Err(LessonFault::BadGoal(text.to_owned())),
    })
}

impl Task {
    /// The computer player that is really played against; none where the opponent's moves are written down.
    pub fn opponent(&self) -> Option<&str> {
        match &self.goal {
            Goal::Win { against, .. } | Goal::Play { against } => Some(against),
            Goal::Any | Goal::Move(_) | Goal::Best(_) => None,
        }
    }

    /// The moves that are right, where they are listed.
    pub fn accepted(&self) -> &[String] {
        match &self.goal {
            Goal::Move(moves) | Goal::Best(moves) => moves,
            _ => &[],
        }
    }

    /// What follows a move, by a list of reactions: those that name it before one for all others.
    pub fn reaction<'a>(list: &'a [Reaction], text: &str) -> Option<&'a str> {
        let named = list.iter().find(|one| one.moves.iter().any(|known| known == text));
        named.or_else(|| list.iter().find(|one| one.moves.is_empty())).map(|one| one.text.as_str())
    }

    /// The game that it is played in: the reader at one seat, and somebody at the others.
    pub(crate) fn plan(&self, seat: Seat, seats: usize) -> Plan {
        let mut sitters = rivals(seat, seats);
        if let Some(player) = self.opponent() {
            sitters.iter_mut().filter(|sitter| **sitter != Sitter::Human).for_each(|sitter| {
                *sitter = Sitter::Computer(player.to_owned());
            });
        }
        Plan { record: self.record.clone(), sitters, bot_seed: 1 }
    }
}

/// A person at one seat, and at the others who sits there where nobody thinks: names, not players. Several are numbered.
pub(crate) fn rivals(seat: Seat, seats: usize) -> Vec<Sitter> {
    let mut number = 0;
    let sitter = |at| {
        if at == seat {
            return Sitter::Human;
        }
        number += 1;
        Sitter::Computer(if seats > 2 { format!("rival {number}") } else { "rival".to_owned() })
    };
    (0..seats).map(sitter).collect()
}
