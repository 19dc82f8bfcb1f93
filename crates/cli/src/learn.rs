//! `agon learn` and `agon puzzle`: lessons and puzzles, full-screen in a terminal, else line by line.

use std::io;

use agon_rules::games;
use agon_tui::{
    Course, Learned, Riddle, Study, Wish, choose_by_line, collection, run_study, seed, study_by_line, today,
};
use anyhow::bail;

use crate::setup::{GameName, Screen};

#[derive(clap::Args)]
pub struct Lesson {
    /// The game; without one there is a list to choose from
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// Read and write line by line, for screen readers and pipes
    #[arg(long)]
    plain: bool,
}

#[derive(clap::Args)]
pub struct Puzzle {
    /// The game; without one you get the puzzle of the day
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// How hard, from 1 to 5; by default what fits your strength
    #[arg(long, value_name = "N", conflicts_with_all = ["daily", "id"], value_parser = clap::value_parser!(u8).range(1..=5))]
    grade: Option<u8>,
    /// The puzzle of the day, the same for everybody; its game changes from day to day
    #[arg(long, conflicts_with = "game")]
    daily: bool,
    /// A particular puzzle, by the name shown below it
    #[arg(long, value_name = "ID", requires = "game")]
    id: Option<String>,
    /// Read and write line by line, for screen readers and pipes
    #[arg(long)]
    plain: bool,
}

impl Lesson {
    pub fn run(&self) -> anyhow::Result<()> {
        let (screen, learned) = (Screen::of(self.plain), Learned::usual());
        let course = match &self.game {
            Some(game) => Some(Course::open(game, learned.clone())?),
            None if screen.is_full() => None,
            None => match choose_by_line(&learned, io::stdin().lock(), io::stdout().lock())? {
                Some(course) => Some(course),
                None => return Ok(()),
            },
        };
        show(screen, course.map(|course| Study::Lesson(Box::new(course))), learned)
    }
}

impl Puzzle {
    pub fn run(&self) -> anyhow::Result<()> {
        let (screen, learned, all) = (Screen::of(self.plain), Learned::usual(), collection());
        let wish = match (&self.game, &self.id) {
            (Some(game), Some(id)) => Wish::Named(game.clone(), id.clone()),
            (Some(game), None) => Wish::Next(game.clone(), self.grade),
            (None, _) if self.grade.is_some() => {
                let games: Vec<String> = all.games().iter().map(|id| format!("`{id}`")).collect();
                bail!("say of which game: `agon puzzle GAME --grade N`; there are puzzles of {}", games.join(", "));
            }
            (None, _) => Wish::Daily(today()),
        };
        if let Some(game) = &self.game {
            games::info(game)?;
        }
        let riddle = Riddle::open(all, learned.clone(), &wish, seed())?;
        show(screen, Some(Study::Puzzle(Box::new(riddle))), learned)
    }
}

/// Without anything to show there is a list, which only the full screen has.
fn show(screen: Screen, study: Option<Study>, learned: Learned) -> anyhow::Result<()> {
    match (screen, study) {
        (Screen::Lines(paper), Some(study)) => {
            Ok(study_by_line(study, learned, io::stdin().lock(), io::stdout().lock(), seed, paper)?)
        }
        (_, study) => run_study(study),
    }
}
