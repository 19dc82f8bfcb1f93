//! A puzzle in hand, and which one comes after it.

use agon_client::learn::{Attempt, Clue, Collection, Puzzle};
use agon_client::{Plan, Refusal, Venue, Worth};
use anyhow::{Context, bail};

use super::{Help, Learned, Paragraph, Question, State, place_name, sites};

/// Which puzzle is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// the one of a day
    Daily(u32),
    /// the next one of a game that fits, of one grade if it is said
    Next(String, Option<u8>),
    /// a certain one of a game
    Named(String, String),
}

/// A puzzle in hand.
pub struct Riddle {
    collection: Collection,
    attempt: Attempt,
    learned: Learned,
    /// the day whose puzzle it is
    day: Option<u32>,
    grade: Option<u8>,
    /// what was answered to the last move
    answers: Vec<String>,
    /// what a wrong move leads to
    leads_to: String,
    /// whether the refutation of the move on the board is still to be found
    refuting: bool,
}

impl Riddle {
    /// Opens the puzzle that is wanted; `chance` decides between equals.
    pub fn open(collection: Collection, learned: Learned, wish: &Wish, chance: u64) -> anyhow::Result<Self> {
        let (puzzle, day, grade) = match wish {
            Wish::Daily(day) => (collection.daily(*day).context("there are no puzzles")?, Some(*day), None),
            Wish::Next(game, grade) => (next(&collection, &learned, game, *grade, "", chance)?, None, *grade),
            Wish::Named(game, id) => {
                let found = collection.find(game, id);
                (
                    found.with_context(|| format!("`{game}` has no puzzle `{id}`; leave it out for the next one"))?,
                    None,
                    None,
                )
            }
        };
        Ok(Riddle { day, grade, ..Riddle::of(collection, learned, &puzzle)? })
    }

    /// Opens a puzzle; if it is not solved, it is the one to go on with.
    fn of(collection: Collection, mut learned: Learned, puzzle: &Puzzle) -> anyhow::Result<Self> {
        let (game, id) = (&puzzle.record.game, puzzle.id());
        let attempt = Attempt::open(puzzle)?;
        if !learned.has_solved(game, &id) {
            learned.keep_open(game, &id);
        }
        let (answers, leads_to, refuting) = (Vec::new(), String::new(), false);
        Ok(Riddle { collection, attempt, learned, day: None, grade: None, answers, leads_to, refuting })
    }

    /// The puzzle in hand.
    pub fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    fn game(&self) -> &str {
        &self.attempt.puzzle().record.game
    }

    /// `Parity Twist (Classic), puzzle, grade 4 of 5`, or that of the day.
    pub fn title(&self) -> String {
        let puzzle = self.attempt.puzzle();
        let kind = if self.day.is_some() { "puzzle of the day" } else { "puzzle" };
        format!("{}, {kind}, grade {} of 5", self.attempt.local().heading(), puzzle.grade)
    }

    /// Everything that is to be read.
    pub fn text(&self) -> Vec<Paragraph> {
        let puzzle = self.attempt.puzzle();
        let quest = puzzle.quest();
        let mut all = vec![Paragraph::Heading(quest.title().to_string()), Paragraph::Words(quest.more().to_string())];
        all.extend(self.told());
        if self.attempt.is_done() && puzzle.nodes > 0 {
            all.push(Paragraph::Words(format!("The proof took {} positions.", puzzle.nodes)));
        }
        all.push(Paragraph::Faint(self.about()));
        all
    }

    /// What became of the last move.
    fn told(&self) -> Option<Paragraph> {
        if self.attempt.is_done() {
            let how = if self.attempt.was_shown() { "The answer" } else { "Solved" };
            return Some(Paragraph::Right(format!("{how}: {}.", self.attempt.puzzle().record.moves.join(" "))));
        }
        if self.attempt.wrong().is_some() {
            return Some(Paragraph::Wrong(format!("Not yet. {}", self.leads_to)));
        }
        let answers = self.answers.join(" ");
        let answered = if answers.is_empty() { String::new() } else { format!(" Rival answers {answers}.") };
        (self.attempt.local().ply() > 0).then(|| Paragraph::Right(format!("Right.{answered} What now?")))
    }

    /// Its name, and how the solver stands.
    fn about(&self) -> String {
        let mut parts = vec![format!("Puzzle {}", self.attempt.puzzle().id())];
        let strength = self.learned.strength(self.game());
        if !strength.is_vague() {
            parts.push(format!("your strength here is about {}", strength.rating()));
        }
        if let Some(day) = self.day {
            parts.push(match self.learned.streak().run(day) {
                0 => "solve it to begin a streak".to_owned(),
                1 => "1 day in a row".to_owned(),
                days => format!("{days} days in a row"),
            });
        }
        parts.join("; ") + "."
    }

    /// How it stands.
    pub fn state(&self) -> State {
        match self.attempt.wrong() {
            _ if self.attempt.is_done() => State::Done,
            Some(_) => State::Wrong,
            None => State::Open,
        }
    }

    /// The solver makes a move; after a right one the opponent answers as in the solution.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let before = self.attempt.is_done();
        if self.attempt.play(text)? {
            self.answers.clear();
            self.refuting = false;
            let ply = self.attempt.local().ply();
            while self.attempt.reply() {}
            self.answers = self.attempt.puzzle().record.moves[ply..self.attempt.local().ply()].to_vec();
        } else {
            self.answers.clear();
            self.refuting = self.attempt.to_refute().is_some();
            self.leads_to = self.attempt.refuted(Worth::Unknown).to_string();
            self.miss();
        }
        if self.attempt.is_done() && !before {
            self.solve();
        }
        Ok(())
    }

    /// What must be asked before it goes on: how the opponent answers a wrong move.
    pub fn question(&self) -> Option<Question> {
        self.attempt.to_refute().filter(|_| self.refuting).map(Question::Best)
    }

    /// The opponent answers a wrong move, and what that is worth; none where nothing was found.
    pub fn answer(&mut self, reply: Option<(&str, Worth)>) {
        self.refuting = match reply {
            Some((text, worth)) if self.attempt.refute(text) => {
                self.leads_to = self.attempt.refuted(worth).to_string();
                self.attempt.to_refute().is_some()
            }
            _ => false,
        };
    }

    /// Takes a wrong move back; whether there was one.
    pub fn back(&mut self) -> bool {
        let was = self.attempt.back();
        if was {
            self.answers.clear();
            self.refuting = false;
        }
        was
    }

    /// Begins again.
    pub fn restart(&mut self) {
        self.attempt.restart();
        self.answers.clear();
        self.refuting = false;
    }

    /// A hint, first where to begin, then the move.
    pub fn help(&mut self) -> Help {
        if self.attempt.is_done() {
            return Help::Say("this puzzle is done; Enter or `next` goes on".to_owned(), Vec::new());
        }
        self.back();
        self.miss();
        let view = self.attempt.local().view();
        match self.attempt.clue() {
            Some(Clue::Where(site)) => Help::Say(
                format!("hint: begin with {}; `hint` again shows the move", place_name(&view, site)),
                vec![site],
            ),
            Some(Clue::Among(sites)) => {
                let names: Vec<String> = sites.iter().map(|site| place_name(&view, *site)).collect();
                let (last, others) = names.split_last().expect("the move is among them");
                Help::Say(format!("hint: {} or {last}; `hint` again shows the move", others.join(", ")), sites)
            }
            Some(Clue::Move(text)) => Help::Say(format!("hint: {}", self.attempt.advice(&text)), sites(&view, &text)),
            None => Help::Say("there is nothing to hint at".to_owned(), Vec::new()),
        }
    }

    /// Shows the whole answer.
    pub fn show(&mut self) {
        if self.attempt.is_done() {
            return;
        }
        self.back();
        self.miss();
        while self.attempt.show() {}
        let (game, id) = (self.game().to_owned(), self.attempt.puzzle().id());
        // It is not solved, but it does not come back at once.
        if self.learned.open_puzzle(&game) == Some(&id) {
            self.learned.keep_open(&game, "");
        }
    }

    /// Opens the next puzzle of the same game.
    pub fn next(&mut self, chance: u64) -> anyhow::Result<()> {
        let (game, id) = (self.game().to_owned(), self.attempt.puzzle().id());
        if self.learned.open_puzzle(&game) == Some(&id) {
            self.learned.keep_open(&game, "");
        }
        let (puzzle, grade) = (next(&self.collection, &self.learned, &game, self.grade, &id, chance)?, self.grade);
        *self = Riddle::of(self.collection.clone(), self.learned.clone(), &puzzle)?;
        self.grade = grade;
        Ok(())
    }

    /// The game to go on with against a computer.
    pub fn game_from_here(&self) -> Plan {
        self.attempt.against(Plan::DEFAULT_PLAYER)
    }

    /// The first try went wrong, or was helped.
    fn miss(&mut self) {
        self.rate(false);
    }

    fn solve(&mut self) {
        self.rate(true);
        let (game, id) = (self.game().to_owned(), self.attempt.puzzle().id());
        self.learned.keep_solved(&game, &id);
        if let Some(day) = self.day {
            self.learned.keep_day(day);
        }
    }

    /// Counts for the strength, if nothing has before.
    fn rate(&mut self, solved: bool) {
        let (game, puzzle) = (self.game().to_owned(), self.attempt.puzzle());
        let (id, grade) = (puzzle.id(), puzzle.grade);
        self.learned.rate(&game, &id, grade, solved);
    }
}

/// The next puzzle of a game: the one that was left, else one that fits; not this one, where there are others.
fn next(
    all: &Collection,
    learned: &Learned,
    game: &str,
    grade: Option<u8>,
    not: &str,
    chance: u64,
) -> anyhow::Result<Puzzle> {
    if all.ids(game).next().is_none() {
        let games: Vec<String> = all.games().iter().map(|id| format!("`{id}`")).collect();
        bail!("`{game}` has no puzzles; there are some of {}", games.join(", "));
    }
    let solved = |id: &str| id == not || learned.has_solved(game, id);
    let Some(grade) = grade else {
        let left = learned.open_puzzle(game).filter(|id| !solved(id)).and_then(|id| all.find(game, id));
        let fits = || all.next(game, &learned.strength(game), &solved, chance);
        return left.or_else(fits).context("a puzzle cannot be read");
    };
    let of: Vec<&str> = all.ids(game).filter(|(_, known)| *known == grade).map(|(id, _)| id).collect();
    if of.is_empty() {
        let mut grades: Vec<u8> = all.ids(game).map(|(_, grade)| grade).collect();
        grades.sort_unstable();
        grades.dedup();
        let grades: Vec<String> = grades.iter().map(u8::to_string).collect();
        bail!("`{game}` has no puzzles of grade {grade}; there are some of {}", grades.join(", "));
    }
    let open: Vec<&str> = of.iter().copied().filter(|id| !solved(id)).collect();
    let from = if open.is_empty() { of } else { open };
    let id = from[(chance % from.len() as u64) as usize];
    all.find(game, id).context("a puzzle cannot be read")
}
