//! What somebody has learned, in a file of the state folder: tasks that are done, puzzles that were tried, strength and
//! streak. One line for each thing, its name first; whatever cannot be read is nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use agon_client::learn::{Streak, Strength};

use crate::keep;

/// What somebody has learned. Without a place for the file it is remembered as long as this lives.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    path: Option<PathBuf>,
    lines: Vec<String>,
}

impl Learned {
    /// What a file says.
    pub fn new(path: Option<PathBuf>) -> Self {
        let mut learned = Learned { path, lines: Vec::new() };
        learned.read();
        learned
    }

    /// What the file beside the folder of kept games says.
    pub fn beside(games: Option<&Path>) -> Self {
        Learned::new(games.map(|games| games.with_file_name("learned")))
    }

    /// What the file in the state folder says.
    pub fn usual() -> Self {
        Learned::beside(keep::folder().as_deref())
    }

    /// The tasks of a game's lesson that are done, by number from 0.
    pub fn done(&self, game: &str) -> BTreeSet<usize> {
        self.find(&format!("done {game}")).split(' ').filter_map(|word| word.parse().ok()).collect()
    }

    /// The task that was last on the screen.
    pub fn task(&self, game: &str) -> Option<usize> {
        self.find(&format!("task {game}")).parse().ok()
    }

    /// Keeps which task is on the screen.
    pub fn keep_task(&mut self, game: &str, task: usize) {
        self.keep(&format!("task {game}"), &task.to_string());
    }

    /// Keeps that a task is done.
    pub fn keep_done(&mut self, game: &str, task: usize) {
        self.read();
        let mut done = self.done(game);
        done.insert(task);
        let words: Vec<String> = done.iter().map(usize::to_string).collect();
        self.keep(&format!("done {game}"), &words.join(" "));
    }

    /// How strong somebody is at the puzzles of a game.
    pub fn strength(&self, game: &str) -> Strength {
        Strength::read(self.find(&format!("strength {game}")))
    }

    /// Whether a puzzle was solved, with or without help.
    pub fn has_solved(&self, game: &str, id: &str) -> bool {
        self.words(&format!("solved {game}")).any(|word| word == id)
    }

    /// How many puzzles of a game were solved.
    pub fn solved(&self, game: &str) -> usize {
        self.words(&format!("solved {game}")).count()
    }

    /// The puzzle that was left unsolved.
    pub fn open_puzzle(&self, game: &str) -> Option<&str> {
        Some(self.find(&format!("puzzle {game}"))).filter(|id| !id.is_empty())
    }

    /// Keeps which puzzle is on the screen.
    pub fn keep_open(&mut self, game: &str, id: &str) {
        self.keep(&format!("puzzle {game}"), id);
    }

    /// A puzzle was solved.
    pub fn keep_solved(&mut self, game: &str, id: &str) {
        self.add(&format!("solved {game}"), id);
        self.keep(&format!("puzzle {game}"), "");
    }

    /// Counts the first try at a puzzle for the strength; later ones change nothing.
    pub fn rate(&mut self, game: &str, id: &str, grade: u8, solved: bool) {
        if self.add(&format!("tried {game}"), id) {
            let strength = self.strength(game).after(grade, solved);
            self.keep(&format!("strength {game}"), &strength.write());
        }
    }

    /// On which days the daily puzzle was solved.
    pub fn streak(&self) -> Streak {
        Streak::read(self.find("streak"))
    }

    /// The puzzle of a day was solved.
    pub fn keep_day(&mut self, day: u32) {
        self.read();
        let mut streak = self.streak();
        streak.solved(day);
        self.keep("streak", &streak.write());
    }

    /// Adds a word to a line; false where it was there.
    fn add(&mut self, name: &str, word: &str) -> bool {
        self.read();
        if self.words(name).any(|known| known == word) {
            return false;
        }
        let line = format!("{} {word}", self.find(name)).trim().to_owned();
        self.keep(name, &line);
        true
    }

    fn words(&self, name: &str) -> impl Iterator<Item = &str> {
        self.find(name).split_whitespace()
    }

    fn find(&self, name: &str) -> &str {
        let rest = |line: &'_ String| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
        self.lines.iter().find(|line| rest(line)).map_or("", |line| line[name.len()..].trim())
    }

    fn keep(&mut self, name: &str, value: &str) {
        // Another client may have written in the meantime.
        self.read();
        let start = format!("{name} ");
        self.lines.retain(|line| !line.starts_with(&start));
        self.lines.push(start + value);
        self.lines.sort();
        if let Some(path) = &self.path {
            let _ = path.parent().map(fs::create_dir_all);
            // Where it cannot be kept it is not.
            let _ = keep::replace(path, &(self.lines.join("\n") + "\n"));
        }
    }

    fn read(&mut self) {
        if let Some(text) = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()) {
            self.lines = text.lines().map(str::to_owned).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_read_again_and_counted_once() {
        let folder = std::env::temp_dir().join(format!("agon-learned-{}", std::process::id()));
        let path = folder.join("learned");
        let mut learned = Learned::new(Some(path.clone()));
        let mut other = Learned::new(Some(path.clone()));
        learned.keep_done("one", 3);
        other.keep_done("one", 1);
        learned.keep_task("one", 4);
        learned.rate("one", "abc123", 3, true);
        let once = learned.strength("one");
        learned.rate("one", "abc123", 3, false);
        learned.keep_open("one", "abc123");
        learned.keep_day(100);
        let read = Learned::new(Some(path.clone()));
        assert_eq!((read.done("one"), read.task("one"), read.task("two")), ([1, 3].into(), Some(4), None));
        assert_eq!((read.strength("one").write(), read.streak().run(100)), (once.write(), 1));
        assert_eq!((read.open_puzzle("one"), read.has_solved("one", "abc123")), (Some("abc123"), false));
        learned.keep_solved("one", "abc123");
        assert_eq!((learned.open_puzzle("one"), learned.solved("one")), (None, 1));
        fs::write(&path, b"\xff\xfe nonsense\ndone one x\nstreak\n").expect("a file");
        let read = Learned::new(Some(path));
        assert_eq!((read.done("one").len(), read.streak().best(), read.solved("one")), (0, 0, 0));
        fs::remove_dir_all(folder).expect("the folder goes");
    }
}
