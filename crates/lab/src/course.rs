//! A study in progress. It prepares the games, adds results up and reports at any time, in threads or without.

use std::collections::HashMap;

use agon_rules::{Error, Path, Rng, Show, Start, Text, games, options_of, text};
use agon_search::{Control, Guide, NoPlayer, Request, Want, guides, search_of};

use crate::keep::Done;
use crate::openings::Openings;
use crate::outside::{is_program, label, try_out};
use crate::play::check;
use crate::played::{Played, short};
use crate::registry::find;
use crate::report::{Names, Report, Variant, report};
use crate::run::{Block, Plan, Workers};
use crate::study::{Kind, MOST_CELLS, Study};
use crate::tally::Tally;

/// Why a study cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoStudy {
    /// The rules do not accept the game or its options.
    #[error(transparent)]
    Rules(#[from] Error),
    /// There is no such player, or it cannot play here.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// Only two can rate each other.
    #[error("a tournament is for two seats, and this game has {0}; try a match")]
    Seats(usize),
    /// There must be one player for each seat.
    #[error("{0} players are named, and {1} play; name one for each seat")]
    Seating(usize, usize),
    /// A program did not play a game to its end, and why.
    #[error("{0}")]
    Forfeit(String),
    /// The quality of a game needs players that can be asked again.
    #[error("`{0}` is a program, which is not asked twice; measure the quality of a game with Agon's own players")]
    Again(String),
    /// Too few players for the question.
    #[error("a {0} needs {1} players at least")]
    Few(&'static str, &'static str),
    /// A table has too many seatings.
    #[error("so many players have {0} seatings, and at most {most} are played; name fewer", most = MOST_CELLS)]
    Many(usize),
    /// Only for two it is clear what even is.
    #[error("a book of even openings is for two seats, and this game has {0}")]
    Book(usize),
    /// An opening of a book cannot be played: its number, itself, and why.
    #[error("opening {0} of the book, `{1}`, cannot be played: {2}")]
    Opening(usize, String, String),
}

impl NoStudy {
    /// The message.
    pub fn text(&self) -> Text {
        match self {
            NoStudy::Rules(why) => why.text(),
            NoStudy::Player(why) => why.text(),
            NoStudy::Seats(seats) => {
                text!("a tournament is for two seats, and this game has {seats}; try a match", seats = *seats)
            }
            NoStudy::Many(seatings) => text!(
                "so many players have {seatings} seatings, and at most {most} are played; name fewer",
                seatings = *seatings,
                most = MOST_CELLS
            ),
            // Only commands can ask for these.
            NoStudy::Seating(..)
            | NoStudy::Forfeit(_)
            | NoStudy::Opening(..)
            | NoStudy::Book(_)
            | NoStudy::Again(_)
            | NoStudy::Few("ladder", _) => Text::plain(self.to_string()),
            NoStudy::Few("match", _) => text!("a match needs two players at least"),
            NoStudy::Few("tournament", _) => text!("a tournament needs two players at least"),
            NoStudy::Few("table", _) => text!("a table needs one or more players at least"),
            NoStudy::Few(..) => text!("a balance needs one or more players at least"),
        }
    }
}

/// What was finished of a study that is run.
pub enum Finished<'a> {
    /// a block, its place among those that are played of its part, and its games if they are wanted
    Block(&'a Done, usize, Vec<Played>),
    /// all blocks of a part
    Part,
}

/// Hears what was finished, and says whether to go on.
pub type Each<'a> = dyn FnMut(Finished) -> bool + 'a;

/// Nodes for the exact value of a game: what the command line and Python spend, so that their reports are the same.
pub const EXACT_NODES: u64 = 100_000_000;
/// Bytes for its transposition table.
pub const EXACT_MEMORY: usize = 64_000_000;

/// A study with what was counted so far.
pub struct Course {
    /// the study, with every option by name
    pub study: Study,
    /// the plan of every part
    pub plans: Vec<Plan>,
    /// the tallies: the cells of every part
    pub tallies: Vec<Vec<Tally>>,
    variants: Vec<Variant>,
}

impl Course {
    /// Prepares a study. A player that cannot play is refused here, before the first game.
    pub fn new(mut study: Study) -> Result<Self, NoStudy> {
        match (study.kind, study.players.len()) {
            (Kind::Match, 0..2) => return Err(NoStudy::Few("match", "two")),
            (Kind::Tournament, 0..2) => return Err(NoStudy::Few("tournament", "two")),
            (Kind::Table, 0) => return Err(NoStudy::Few("table", "one or more")),
            (Kind::Balance, 0) => return Err(NoStudy::Few("balance", "one or more")),
            _ => {}
        }
        for part in 0..study.parts.len() {
            // All options by name, with those at their default.
            let table = games::open(&study.game, &study.parts[part], Start::Seed(study.seed))?;
            study.parts[part] = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
            study.games = study.whole(table.seats());
        }
        let game = find(&study.game)?;
        let (mut plans, mut tallies, mut variants) = (Vec::new(), Vec::new(), Vec::new());
        for part in &study.parts {
            let (plan, seats, variant) = game.ready(part, &study)?;
            tallies.push(plan.cells.iter().map(|_| Tally::new(seats)).collect());
            plans.push(plan);
            variants.push(variant);
        }
        Ok(Course { study, plans, tallies, variants })
    }

    /// Lets every program among the players make a move. One that cannot is refused here, before the first game.
    pub(crate) fn try_programs(&self) -> Result<(), NoStudy> {
        let Some((part, plan)) = self.study.parts.iter().zip(&self.plans).next() else { return Ok(()) };
        let table = games::open(&self.study.game, part, Start::Seed(self.study.seed))?;
        let tried = |name: &String| {
            try_out(name, table.as_ref(), self.study.seed, plan.patience)
                .map_err(|why| NoStudy::Forfeit(format!("`{}` {why}", label(name))))
        };
        self.study.players.iter().try_for_each(tried)
    }

    /// How many games there are to play.
    pub fn games(&self) -> u64 {
        self.plans.iter().flat_map(|plan| &plan.cells).map(|cell| cell.games).sum()
    }

    /// How many games were played.
    pub fn played(&self) -> u64 {
        self.tallies.iter().flatten().map(|tally| tally.games).sum()
    }

    /// Whether every cell has a result.
    pub fn is_everywhere(&self) -> bool {
        self.tallies.iter().flatten().all(|tally| tally.games > 0)
    }

    /// Adds up blocks from a file. A block that does not fit the plan is left out: somebody has edited the file.
    pub fn count(&mut self, done: &[Done]) {
        for Done { part, block, tallies } in done {
            self.add(*part, block, tallies);
        }
    }

    /// Adds what was counted in a block.
    pub fn add(&mut self, part: usize, block: &Block, tallies: &[Tally]) {
        let Some(cells) = self.plans.get(part).map(|plan| plan.cells_of(block.group)) else { return };
        if let Some(sums) = self.tallies[part].get_mut(cells) {
            sums.iter_mut().zip(tallies).for_each(|(sum, tally)| sum.merge(tally));
        }
    }

    /// Plays everything on this thread: a little of every cell, then as much again, so that all cells grow alike. After
    /// every block, `each` sees the study and decides whether to go on.
    pub fn play(&mut self, each: &mut dyn FnMut(&Course) -> bool) -> Result<(), NoStudy> {
        self.play_with_games(0, &mut |course, _, _| each(course))
    }

    /// The same; of about the first `most` games of each part, `each` also gets the games themselves, and their part.
    pub fn play_with_games(
        &mut self,
        most: u64,
        each: &mut dyn FnMut(&Course, usize, Vec<Played>) -> bool,
    ) -> Result<(), NoStudy> {
        let rounds: Vec<Vec<Vec<Block>>> = self.plans.iter().map(rounds).collect();
        let last = rounds.iter().map(Vec::len).max().unwrap_or(0);
        let (mut on, game) = (true, find(&self.study.game)?);
        for round in 0..last {
            for (part, rounds) in rounds.iter().enumerate() {
                let Some(blocks) = rounds.get(round).filter(|_| on) else { continue };
                let (settings, mut plan) = (self.study.parts[part].clone(), self.plans[part].clone());
                plan.records = self.tallies[part].iter().map(|tally| tally.games).sum::<u64>() < most;
                let mut done = |block: &Block, tallies: Vec<Tally>, games: Vec<Played>| {
                    self.add(part, block, &tallies);
                    on = each(self, part, games);
                    on
                };
                game.play(&settings, &plan, blocks, Workers::all(0), &mut done)?;
            }
        }
        Ok(())
    }

    /// Plays on some threads what is not done yet, of every part the blocks that are `wanted` (see [`Plan::missing`]).
    /// `each` hears of every finished block.
    pub fn run(
        &mut self,
        done: &[Done],
        wanted: &dyn Fn(usize) -> bool,
        workers: Workers,
        each: &mut Each,
    ) -> Result<(), NoStudy> {
        let (game, mut on) = (find(&self.study.game)?, true);
        self.try_programs()?;
        for part in 0..self.plans.len() {
            let blocks = self.plans[part].missing(part, done, wanted);
            let places: HashMap<Block, usize> = blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
            let (settings, plan) = (self.study.parts[part].clone(), self.plans[part].clone());
            let mut finished = |block: &Block, tallies: Vec<Tally>, records| {
                self.add(part, block, &tallies);
                // After a refusal other threads may still hand in what they have finished.
                on = on && each(Finished::Block(&Done { part, block: *block, tallies }, places[block], records));
                on
            };
            game.play(&settings, &plan, &blocks, workers, &mut finished)?;
            if !on || !each(Finished::Part) {
                break;
            }
        }
        Ok(())
    }

    /// Finds exact values where the study wants them, within a node limit that its parts share.
    pub fn prove(&mut self, nodes: u64, memory: usize, stop: &(dyn Fn() -> bool + Sync)) -> Result<(), NoStudy> {
        if self.study.kind == Kind::Balance {
            let game = find(&self.study.game)?;
            let nodes = nodes / self.variants.len().max(1) as u64;
            for (settings, variant) in self.study.parts.iter().zip(&mut self.variants) {
                variant.exact = game.prove(settings, Prove { nodes, memory, stop })?;
            }
        }
        Ok(())
    }

    /// The report so far.
    pub fn report(&self) -> Report {
        self.with_notes(report(&self.study, &Names::of(&self.study), &self.variants, &self.tallies))
    }

    /// The report with what people should know of the openings.
    fn with_notes(&self, mut report: Report) -> Report {
        let notes = self.plans.iter().flat_map(|plan| plan.openings.notes(plan.cells[0].games));
        for note in notes {
            if !report.notes.contains(&note) {
                report.notes.push(note);
            }
        }
        report
    }

    /// The report so far for people: games, options and players have the names that people read, not those that commands
    /// and files use. `player` knows the players' names.
    pub fn report_in_words(&self, player: &dyn Fn(&str) -> Text) -> Report {
        let words = games::info(&self.study.game).ok();
        let mut names = Names::of(&self.study);
        names.players = self.study.players.iter().map(|name| player(name)).collect();
        if let Some(info) = &words {
            names.game = info.title();
        }
        let variants: Vec<Variant> =
            self.variants.iter().map(|variant| Variant { words: words.clone(), ..variant.clone() }).collect();
        self.with_notes(report(&self.study, &names, &variants, &self.tallies))
    }
}

/// The blocks of a plan in rounds: one block of every cell, then two more, then four.
fn rounds(plan: &Plan) -> Vec<Vec<Block>> {
    let mut rounds: Vec<Vec<Block>> = Vec::new();
    let (mut group, mut nth) = (usize::MAX, 1_usize);
    for block in plan.blocks() {
        nth = if block.group == group { nth + 1 } else { 1 };
        group = block.group;
        let round = nth.ilog2() as usize;
        rounds.resize_with(rounds.len().max(round + 1), Vec::new);
        rounds[round].push(block);
    }
    rounds
}

/// The plan of a part, its number of players, and its heading in a report.
pub(crate) struct Ready<'a>(pub &'a Study);

impl guides::Guided for Ready<'_> {
    type Out = Result<(Plan, usize, Variant), NoStudy>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let (study, seats) = (self.0, game.seats());
        if study.kind == Kind::Tournament && seats != 2 {
            return Err(NoStudy::Seats(seats));
        }
        if study.kind == Kind::Table && study.seatings(seats) > MOST_CELLS {
            return Err(NoStudy::Many(study.seatings(seats)));
        }
        let search = search_of()?;
        study.players.iter().try_for_each(|name| check(name, &game, &search))?;
        if let Some(program) = study.players.iter().find(|name| study.quality > 0 && is_program(name)) {
            return Err(NoStudy::Again(label(program).to_owned()));
        }
        let openings = if study.openings.is_empty() {
            Openings::random(&game, study.opening, study.seed, study.rounds(seats))
        } else {
            let refused = |(at, why): (usize, String)| NoStudy::Opening(at + 1, short(&study.openings[at]), why);
            Openings::book(&game, &study.openings, study.seed).map_err(refused)?
        };
        Ok((
            study.plan(seats, openings),
            seats,
            Variant { options: options_of(&game), points: G::POINTS, exact: None, words: None },
        ))
    }
}

/// The exact value of the start, if there is one and the search proves it within the node limit.
pub(crate) struct Prove<'a> {
    nodes: u64,
    memory: usize,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl guides::Guided for Prove<'_> {
    type Out = Result<Option<i32>, NoStudy>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let search = search_of::<G>()?;
        let [a, b] = [0, 1].map(|seed| game.deal(&mut Rng::new(seed)));
        // A game that deals cards has no single value.
        if !search.solvable(&game) || a != b {
            return Ok(None);
        }
        let mut control = Control::new(self.nodes, self.stop);
        let request = Request::new(Want::EveryMove, self.memory, &mut control);
        Ok(search.solve(&game, &Path::new(a, 0), request).value.proved())
    }
}
