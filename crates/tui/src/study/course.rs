//! A lesson in hand: one task after the other, and what became of each.

use std::collections::BTreeSet;

use agon_client::learn::{Exercise, Goal, Judged, Lesson, Task};
use agon_client::{Plan, Venue};
use agon_rules::{Start, games};
use anyhow::{Context, bail};

use super::{Help, Learned, Paragraph, Question, State, sites};
use crate::word::Way;

/// So many wrong moves are tried before the right one is shown.
const TRIES: usize = 2;

/// A lesson in hand.
pub struct Course {
    lesson: Lesson,
    /// which task of all chapters
    at: usize,
    exercise: Exercise,
    learned: Learned,
}

impl Course {
    /// Goes on with the lesson of a game where it was left.
    pub fn open(game: &str, learned: Learned) -> anyhow::Result<Self> {
        let text = games::lesson(game)?;
        if text.is_empty() {
            let others: Vec<String> = taught().iter().map(|(id, _)| format!("`{id}`")).collect();
            bail!(
                "`{game}` has no lesson yet; `agon rules {game}` explains it, and there are lessons of {}",
                others.join(", ")
            );
        }
        Course::of(Lesson::read(game, text).with_context(|| format!("the lesson of `{game}` cannot be read"))?, learned)
    }

    /// The same with a text of one's own.
    pub fn of(lesson: Lesson, learned: Learned) -> anyhow::Result<Self> {
        let done = learned.done(&lesson.game);
        let count = tasks(&lesson).count();
        // After the one that was left, if it is done; from the beginning where all are.
        let left = learned.task(&lesson.game).unwrap_or(0).min(count.saturating_sub(1));
        let at = (left..count).chain(0..left).find(|task| !done.contains(task)).unwrap_or(0);
        let task = tasks(&lesson).nth(at).context("a lesson has tasks")?.1;
        let exercise = Exercise::open(task)?;
        Ok(Course { at, exercise, lesson, learned })
    }

    /// The task in hand.
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The same, to go on with it.
    pub fn exercise_mut(&mut self) -> &mut Exercise {
        &mut self.exercise
    }

    /// The chapter, and where in it: `Gambit, task 3 of 7: Islands score`.
    pub fn title(&self) -> String {
        let (title, at, count) = self.place();
        format!("{title}, task {} of {count}: {}", at + 1, self.exercise.task().title)
    }

    /// The title of the chapter, which task of it, and of how many.
    fn place(&self) -> (&str, usize, usize) {
        let mut at = self.at;
        for chapter in &self.lesson.chapters {
            if at < chapter.tasks.len() {
                return (&chapter.title, at, chapter.tasks.len());
            }
            at -= chapter.tasks.len();
        }
        ("", 0, 0)
    }

    /// Everything that is to be read.
    pub fn text(&self) -> Vec<Paragraph> {
        let task = self.exercise.task();
        let mut all = vec![Paragraph::Heading(task.title.clone())];
        all.extend(task.words.lines().map(|line| Paragraph::Words(line.to_owned())));
        all.push(Paragraph::Ask(task.ask.clone()));
        match self.exercise.judged() {
            // A game to its end is not right or wrong, whoever wins it.
            Some(Judged::Right(told)) if matches!(task.goal, Goal::Play { .. }) => {
                all.push(Paragraph::Right(
                    format!("Done: {}. {told}", self.exercise.local().prompt()).trim().to_owned(),
                ));
            }
            Some(Judged::Right(told)) => all.push(Paragraph::Right(format!("Right. {told}").trim().to_owned())),
            Some(Judged::Wrong(told)) => {
                let told = if told.is_empty() { "Another move is asked for." } else { told };
                all.push(Paragraph::Wrong(format!("Not yet. {told}")));
            }
            Some(Judged::More) | None => {}
        }
        all
    }

    /// How it stands.
    pub fn state(&self) -> State {
        match self.exercise.judged() {
            Some(Judged::Right(_)) => State::Done,
            Some(Judged::Wrong(_)) => State::Wrong,
            Some(Judged::More) | None => State::Open,
        }
    }

    /// What must be asked before it goes on.
    pub fn question(&self) -> Option<Question> {
        let (player, seed) = self.exercise.computer()?;
        Some(Question::Reply(self.exercise.local().record(), player.to_owned(), seed))
    }

    /// Keeps what became of the last move.
    pub fn settle(&mut self) {
        if self.exercise.is_done() {
            self.learned.keep_done(&self.lesson.game, self.at);
        }
    }

    /// The accepted move, once it was tried; in a game against a computer a good one.
    pub fn help(&mut self) -> Help {
        self.exercise.back();
        let task = self.exercise.task();
        let view = self.exercise.local().view();
        match (&task.goal, task.accepted()) {
            _ if self.exercise.is_done() => {
                Help::Say("this task is done; Enter or `next` goes on".to_owned(), Vec::new())
            }
            (Goal::Any, _) => {
                let example = view.choices.first().map_or_else(String::new, |choice| format!(" `{}`", choice.text));
                Help::Say(format!("any move will do, such as{example}"), Vec::new())
            }
            (_, [first, ..]) if self.exercise.tries() >= TRIES => {
                Help::Say(format!("hint: {first}"), sites(&view, first))
            }
            (_, [_, ..]) => Help::Say("try it twice; then `hint` shows the move".to_owned(), Vec::new()),
            (_, []) => Help::Ask(self.exercise.local().record()),
        }
    }

    /// Goes to the next task or back to the one before; an error says that there is none.
    pub fn step(&mut self, way: Way) -> anyhow::Result<()> {
        let count = tasks(&self.lesson).count();
        let at = match way {
            Way::Back if self.at == 0 => bail!("this is the first task"),
            Way::Back => self.at - 1,
            Way::Forward if self.at + 1 == count => bail!(self.summary(count)),
            Way::Forward => self.at + 1,
        };
        let task = tasks(&self.lesson).nth(at).context("there is no such task")?.1;
        self.exercise = Exercise::open(task)?;
        self.at = at;
        self.learned.keep_task(&self.lesson.game, at);
        Ok(())
    }

    /// What is said at the end.
    fn summary(&self, count: usize) -> String {
        let done = self.done();
        let words = "`play` begins a game, `puzzle` goes on with puzzles, `back` returns";
        if done == count {
            format!("that was the whole lesson, all {count} tasks are done; {words}")
        } else {
            format!("that was the last task, and {done} of {count} are done; {words}")
        }
    }

    /// How many tasks are done.
    fn done(&self) -> usize {
        let count = tasks(&self.lesson).count();
        self.learned.done(&self.lesson.game).iter().filter(|task| **task < count).count()
    }

    /// A new game of what the lesson teaches.
    pub fn game(&self, seed: u64) -> Plan {
        let options = &self.exercise.task().record.options;
        Plan::new(&self.lesson.game, options, Start::Seed(seed), Vec::new(), seed)
    }
}

/// All tasks with the number of their chapter.
fn tasks(lesson: &Lesson) -> impl Iterator<Item = (usize, &Task)> {
    lesson.chapters.iter().enumerate().flat_map(|(at, chapter)| chapter.tasks.iter().map(move |task| (at, task)))
}

/// The games that have a lesson, each with the number of its tasks.
pub fn taught() -> Vec<(&'static str, usize)> {
    let count = |id: &'static str| {
        let lesson = Lesson::read(id, games::lesson(id).ok()?).ok()?;
        Some((id, tasks(&lesson).count())).filter(|(_, count)| *count > 0)
    };
    games::list().iter().filter_map(|info| count(info.id)).collect()
}

/// How many of a game's tasks are done.
pub fn progress(learned: &Learned, game: &str, count: usize) -> usize {
    learned.done(game).range(..count).collect::<BTreeSet<_>>().len()
}
