//! Games with their guides, by id: every question of this crate, with the game's type erased.
//!
//! A question is generic code ([`Guided`]) and cannot be put to a type that is known only by name. So the questions that
//! programs ask are listed here, and each is compiled for a game where that game is registered. A question is one
//! call; what happens inside it is statically dispatched as everywhere in this crate.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use agon_rules::{Error, Record, Registry, Settings, Show, games};

use crate::ask::{Analyse, Analysis, Ask, Check, Chosen, Hint, NoReply, Players, Reply};
use crate::bench::{Bench, Prepare};
use crate::guides::{self, Guided, Known};
use crate::inspect::{
    Budget, BuildTable, Counted, Counting, EquilibriumReply, FindEquilibrium, GiveTable, Reachable, Solve, Solved,
    StrongSolve, Tabled, Tabling, Trace,
};
use crate::play::{Guide, Search};
use crate::puzzle::{self, Attempt, Check as CheckPuzzle, Checked, Draft, Fault, NoPuzzle, Sketch};

/// Makes a game of your own known by its id to everything in this crate that takes an id or a record, and to the rules
/// (see [`games::register`], which says what is refused). Call it once, when the program starts.
///
/// Which guide? [`Wins`](crate::Wins) for a game without points and [`Blind`](crate::Blind) for one with points know
/// nothing, and are enough for all players and for exact values; one that estimates positions plays better.
pub fn register<G: Show, E: Guide<G>>(guide: E) -> Result<(), Error> {
    games::register::<G>()?;
    GAMES.enter(G::ID, Enter.visit(G::default(), guide));
    Ok(())
}

/// The guide of a registered game with its type erased, so that the searches are not compiled again for whoever asks.
pub fn search_of<G: Show>() -> Result<Arc<dyn Search<G>>, Error> {
    let search = find(G::ID)?.search().downcast().expect("one type of game has this id");
    Ok(*search)
}

/// The questions to a game by name.
///
/// Every question is a function of [`ask`](crate::ask), [`inspect`](crate::inspect), [`puzzle`](crate::puzzle) or
/// [`bench`](crate::bench), which says what it is.
pub(crate) trait Entry: Send + Sync {
    /// An `Arc<dyn Search<G>>`.
    fn search(&self) -> Box<dyn Any>;
    fn players(&self, settings: &Settings) -> Result<Vec<(&'static str, &'static str)>, Error>;
    fn check(&self, settings: &Settings, player: &str) -> Result<(), NoReply>;
    fn choose(&self, ask: Ask) -> Result<Chosen, NoReply>;
    fn hint(&self, record: &Record, stop: &(dyn Fn() -> bool + Sync)) -> Result<Reply, NoReply>;
    fn analyse(
        &self,
        record: &Record,
        stop: &(dyn Fn() -> bool + Sync),
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<(), NoReply>;
    fn solve(
        &self,
        record: &Record,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Solved, NoReply>;
    fn equilibrium(&self, record: &Record, budget: &Budget, within: f64) -> Result<Option<EquilibriumReply>, NoReply>;
    fn strong(&self, record: &Record, budget: &Budget) -> Result<Reachable, NoReply>;
    fn tablebase(&self, record: &Record, tabling: Tabling) -> Result<Tabled, NoReply>;
    fn give_tablebase(&self, record: &Record, values: Vec<u8>) -> Result<bool, NoReply>;
    fn perft(&self, counting: Counting) -> Result<Counted, Error>;
    fn trace(&self, settings: &Settings, trace: Trace) -> Result<(), Error>;
    fn bench(&self, settings: &Settings) -> Result<Box<dyn Bench>, Error>;
    fn puzzle(&self, settings: &Settings, attempt: Attempt) -> Result<puzzle::Outcome, NoPuzzle>;
    fn sketch(&self, puzzle: &Record) -> Result<Sketch, NoPuzzle>;
    fn check_puzzle(&self, puzzle: &Record, check: CheckPuzzle) -> Result<Checked, Fault>;
}

static GAMES: LazyLock<Registry<dyn Entry>> = LazyLock::new(|| guides::registry(Enter));

/// Makes what is known of a game.
#[derive(Clone, Copy)]
struct Enter;

impl Guided for Enter {
    type Out = Arc<dyn Entry>;

    fn visit<G: Show, E: Guide<G>>(self, _game: G, guide: E) -> Self::Out {
        Arc::new(Known::<G, E>::new(guide))
    }
}

/// The game of an id, ready for questions.
pub(crate) fn find(id: &str) -> Result<Arc<dyn Entry>, Error> {
    GAMES.find(id)
}

impl<G: Show, E: Guide<G>> Entry for Known<G, E> {
    fn search(&self) -> Box<dyn Any> {
        let search: Arc<dyn Search<G>> = Arc::new(self.guide());
        Box::new(search)
    }

    fn players(&self, settings: &Settings) -> Result<Vec<(&'static str, &'static str)>, Error> {
        self.put(settings, Players)
    }

    fn check(&self, settings: &Settings, player: &str) -> Result<(), NoReply> {
        Ok(self.put(settings, Check(player))??)
    }

    fn choose(&self, ask: Ask) -> Result<Chosen, NoReply> {
        self.put(&ask.record.options, ask)?
    }

    fn hint(&self, record: &Record, stop: &(dyn Fn() -> bool + Sync)) -> Result<Reply, NoReply> {
        self.put(&record.options, Hint(record, stop))?
    }

    fn analyse(
        &self,
        record: &Record,
        stop: &(dyn Fn() -> bool + Sync),
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<(), NoReply> {
        self.put(&record.options, Analyse { record, stop, each })?
    }

    fn solve(
        &self,
        record: &Record,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Solved, NoReply> {
        self.put(&record.options, Solve { record, budget, progress })?
    }

    fn equilibrium(&self, record: &Record, budget: &Budget, within: f64) -> Result<Option<EquilibriumReply>, NoReply> {
        self.put(&record.options, FindEquilibrium { record, budget, within })?
    }

    fn strong(&self, record: &Record, budget: &Budget) -> Result<Reachable, NoReply> {
        self.put(&record.options, StrongSolve { record, budget })?
    }

    fn tablebase(&self, record: &Record, tabling: Tabling) -> Result<Tabled, NoReply> {
        self.put(&record.options, BuildTable(record, tabling))?
    }

    fn give_tablebase(&self, record: &Record, values: Vec<u8>) -> Result<bool, NoReply> {
        self.put(&record.options, GiveTable(record, values))?
    }

    fn perft(&self, counting: Counting) -> Result<Counted, Error> {
        self.put(counting.lines.settings, counting)?
    }

    fn trace(&self, settings: &Settings, trace: Trace) -> Result<(), Error> {
        self.put(settings, trace)?
    }

    fn bench(&self, settings: &Settings) -> Result<Box<dyn Bench>, Error> {
        self.put(settings, Prepare)
    }

    fn puzzle(&self, settings: &Settings, attempt: Attempt) -> Result<puzzle::Outcome, NoPuzzle> {
        self.put(settings, attempt)?
    }

    fn sketch(&self, puzzle: &Record) -> Result<Sketch, NoPuzzle> {
        self.put(&puzzle.options, Draft(puzzle))?
    }

    fn check_puzzle(&self, puzzle: &Record, check: CheckPuzzle) -> Result<Checked, Fault> {
        self.put(&puzzle.options, check)?
    }
}
