//! How far the levels of a game are apart, as `agon ladder` has measured it.
//!
//! The figures are a table in `ladders.tsv`, which `agon ladder --into` writes and clients show beside each level. They
//! hold for exactly the game and options that were played: nothing is said of any other.

use std::fmt;
use std::str::FromStr;

use agon_rules::{Error, Settings, Start, Value, games};

/// The file, with a line for its columns.
const TABLE: &str = include_str!("ladders.tsv");

/// A level against the one below it.
#[derive(Clone, PartialEq, Debug)]
pub struct MeasuredStep {
    /// the id of the game
    pub game: String,
    /// all options, as in `size=6 line=3`
    pub options: String,
    /// the stronger player
    pub player: String,
    /// the weaker one
    pub below: String,
    /// how many games they played
    pub games: u64,
    /// what the stronger one scored of a hundred, and the ends of the 95 % interval
    pub score: [f64; 3],
    /// random plies at the start of each game
    pub opening: u32,
    /// the seed of the games
    pub seed: u64,
    /// the day, as in `2026-11-18`
    pub date: String,
}

impl MeasuredStep {
    /// The names of the columns.
    pub const COLUMNS: &str = "game\toptions\tplayer\tbelow\tgames\tscore\tlow\thigh\topening\tseed\tdate";

    /// Whether both measure the same players at the same game.
    pub fn is_same_step(&self, other: &MeasuredStep) -> bool {
        let key = |step: &MeasuredStep| [&step.game, &step.options, &step.player, &step.below].map(String::clone);
        key(self) == key(other)
    }
}

impl fmt::Display for MeasuredStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MeasuredStep { game, options, player, below, games, score: [score, low, high], opening, seed, date } = self;
        write!(f, "{game}\t{options}\t{player}\t{below}\t{games}\t{score:.1}\t{low:.1}\t{high:.1}")?;
        write!(f, "\t{opening}\t{seed}\t{date}")
    }
}

/// A line that is no step.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no line of a table of ladders, whose columns are {columns}", columns = MeasuredStep::COLUMNS.replace('\t', ", "))]
pub struct NoStep(String);

impl FromStr for MeasuredStep {
    type Err = NoStep;

    fn from_str(line: &str) -> Result<Self, NoStep> {
        let read = || {
            let columns: Vec<&str> = line.split('\t').collect();
            let [game, options, player, below, games, score, low, high, opening, seed, date] = columns[..] else {
                return None;
            };
            let percent = |text: &str| text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            let score = [percent(score)?, percent(low)?, percent(high)?];
            let [game, options, player, below, date] = [game, options, player, below, date].map(str::to_owned);
            let (games, opening, seed) = (games.parse().ok()?, opening.parse().ok()?, seed.parse().ok()?);
            Some(MeasuredStep { game, options, player, below, games, score, opening, seed, date })
        };
        read().ok_or_else(|| NoStep(line.chars().filter(|c| !c.is_control()).take(60).collect()))
    }
}

/// Reads a table, whose first line names the columns.
pub fn read(table: &str) -> Result<Vec<MeasuredStep>, NoStep> {
    table.lines().skip(1).map(str::parse).collect()
}

/// All options of a game in one line, as the table has them.
pub fn written(options: &[(String, impl fmt::Display)]) -> String {
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Everything that was measured.
pub fn all() -> Vec<MeasuredStep> {
    read(TABLE).expect("the tests read the table")
}

/// What was measured of a game with these options, from the weakest player up.
///
/// ```
/// let ladder = agon_search::ladder::measured("parity-twist", &[])?;
/// let medium = ladder.iter().find(|step| step.player == "medium").expect("it was measured");
/// assert_eq!(medium.below, "easy");
/// assert!(medium.score[0] > 50.0);
/// # Ok::<(), agon_rules::Error>(())
/// ```
pub fn measured(game: &str, settings: &Settings) -> Result<Vec<MeasuredStep>, Error> {
    let options: Vec<(String, Value)> = games::open(game, settings, Start::Seed(0))?.options();
    let options = written(&options);
    Ok(all().into_iter().filter(|step| step.game == game && step.options == options).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_as_it_was_written() {
        let steps = all();
        assert_eq!(TABLE.lines().next(), Some(MeasuredStep::COLUMNS));
        let lines: Vec<String> = steps.iter().map(MeasuredStep::to_string).collect();
        assert_eq!(lines, TABLE.lines().skip(1).collect::<Vec<_>>());
        for (at, step) in steps.iter().enumerate() {
            assert!(steps[..at].iter().all(|other| !other.is_same_step(step)), "twice: {step}");
            let [score, low, high] = step.score;
            assert!(low <= score && score <= high, "{step}");
        }
    }

    #[test]
    fn every_step_is_of_a_game_and_of_players_that_exist() {
        for step in all() {
            let settings: Vec<(String, String)> =
                step.options.split_whitespace().map(|text| agon_rules::pair(text).expect("an option")).collect();
            let found = measured(&step.game, &settings).expect("a game with these options");
            assert!(found.contains(&step), "not all options, or not in their order: {step}");
            for player in [&step.player, &step.below] {
                assert!(crate::ask::check(&step.game, &settings, player).is_ok(), "`{player}` cannot play: {step}");
            }
        }
    }

    #[test]
    fn a_line_that_is_no_step_says_which_columns_there_are() {
        for line in ["", "chess\tvariant=usual\teasy\trandom\tmany\t64.2\t59.1\t68.9\t2\t0\t2026-11-17"] {
            let error = line.parse::<MeasuredStep>().expect_err("no step").to_string();
            assert!(error.contains("game, options, player, below"), "{error}");
        }
    }
}
