//! Many puzzles, and which of them comes next.

use crate::learn::puzzle::{Puzzle, short};
use crate::learn::strength::Strength;

/// The puzzles of some games, in the order of their files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    lines: Vec<Line>,
}

/// A puzzle that nobody has looked at yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    game: String,
    grade: u8,
    id: String,
}

impl Collection {
    /// Reads collections, one puzzle a line. Lines that hold none are left out.
    pub fn read(text: &str) -> Self {
        let line = |text: &str| {
            let mut fields = text.split(' ');
            let grade = fields.next()?.parse().ok().filter(|grade| (1..=5).contains(grade))?;
            let record = fields.nth(2)?;
            let at = record.find("~at=").or_else(|| record.find("~seed="))?;
            let end = record[at + 1..].find('~').map_or(record.len(), |len| at + 1 + len);
            // As `Puzzle::id` has it, where options and spaces are as they are written.
            let plain: String = record[..end].to_owned();
            let game = record.split('~').next()?.to_owned();
            Some(Line { text: text.to_owned(), game, grade, id: format!("{:06x}", short(&plain)) })
        };
        Collection { lines: text.lines().filter_map(line).collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The games that have puzzles, in the order in which they come.
    pub fn games(&self) -> Vec<&str> {
        let mut games: Vec<&str> = Vec::new();
        for line in &self.lines {
            if !games.contains(&line.game.as_str()) {
                games.push(&line.game);
            }
        }
        games
    }

    /// The ids of a game's puzzles with their grades.
    pub fn ids<'a>(&'a self, game: &'a str) -> impl Iterator<Item = (&'a str, u8)> {
        self.lines.iter().filter(move |line| line.game == game).map(|line| (line.id.as_str(), line.grade))
    }

    /// The puzzle of an id.
    pub fn find(&self, game: &str, id: &str) -> Option<Puzzle> {
        let line = self.lines.iter().find(|line| line.game == game && line.id == id)?;
        Puzzle::read(&line.text)
    }

    /// The puzzle of a day, counted from any: the same for everybody who has this collection. Games take turns, and none
    /// of their puzzles comes back before all others have been.
    pub fn daily(&self, day: u32) -> Option<Puzzle> {
        let games = self.games();
        let game = *games.get(day as usize % games.len().max(1))?;
        let of: Vec<&Line> = self.lines.iter().filter(|line| line.game == game).collect();
        let round = day as usize / games.len();
        // A step that shares no factor with the number of puzzles meets them all.
        let step = (of.len() * 5 / 8..).find(|step| gcd(*step, of.len()) == 1)?;
        Puzzle::read(&of[round * step % of.len()].text)
    }

    /// The next puzzle of a game for somebody: of those that are not solved yet, one whose grade fits best; of all when
    /// everything is solved. `chance` decides between equals.
    pub fn next(&self, game: &str, strength: &Strength, solved: &dyn Fn(&str) -> bool, chance: u64) -> Option<Puzzle> {
        let of = |left: bool| self.lines.iter().filter(move |line| line.game == game && !(left && solved(&line.id)));
        let mut open: Vec<&Line> = of(true).collect();
        if open.is_empty() {
            open = of(false).collect();
        }
        let best = open.iter().map(|line| strength.distance(line.grade)).min()?;
        open.retain(|line| strength.distance(line.grade) == best);
        Puzzle::read(&open[(chance % open.len() as u64) as usize].text)
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Collection {
        let line = |game: &str, n: usize, grade: usize| format!("{grade} +1 9 {game}~size=4~at={n}_0~a1~b1~c1\n");
        let all: String = (0..12).map(|n| line("one", n, 1 + n % 5)).chain((0..8).map(|n| line("two", n, 3))).collect();
        Collection::read(&(all + "nonsense\n\n9 9 9 9\n"))
    }

    #[test]
    fn no_puzzle_of_the_day_comes_back_before_all_others() {
        let all = sample();
        assert_eq!((all.len(), all.games()), (20, vec!["one", "two"]));
        let ids: std::collections::HashSet<String> =
            (0..24).filter_map(|day| all.daily(20_000 + day)).map(|puzzle| format!("{:?}", puzzle.record)).collect();
        assert_eq!(ids.len(), 20);
        assert_eq!(all.daily(7), all.daily(7));
        assert_eq!(Collection::default().daily(7), None);
    }

    #[test]
    fn the_next_puzzle_fits_and_was_not_solved() {
        let all = sample();
        let weak = Strength::read("900 60 60000");
        assert_eq!(all.next("one", &weak, &|_| false, 5).map(|puzzle| puzzle.grade), Some(1));
        let ones: Vec<String> = all.ids("one").filter(|(_, grade)| *grade == 1).map(|(id, _)| id.to_owned()).collect();
        let solved = |id: &str| ones.iter().any(|one| one == id);
        assert_eq!(all.next("one", &weak, &solved, 5).map(|puzzle| puzzle.grade), Some(2));
        assert!(all.next("one", &weak, &|_| true, 5).is_some());
        assert_eq!(all.next("three", &weak, &|_| true, 5), None);
    }
}
