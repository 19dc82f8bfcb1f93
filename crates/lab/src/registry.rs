//! Games by id for the lab: what a study needs of a game, with its type erased.

use std::sync::{Arc, LazyLock};

use agon_rules::{Error, Record, Registry, Settings, Show};
use agon_search::guides::{self, Guided, Known};
use agon_search::{Guide, search_of};

use crate::book::{Book, Entry, Found, Make};
use crate::course::{NoStudy, Prove, Ready};
use crate::played::{Follow, Played, Trail};
use crate::report::Variant;
use crate::run::{Block, Plan, Workers, run, run_here};
use crate::study::Study;
use crate::tally::Tally;
use crate::trace::{Tell, Telling, Told};

/// Makes a game of your own known by its id to the lab, to computer players and solver, and to the rules (see
/// [`agon_search::register`]). Call it once, when the program starts.
pub fn register<G: Show, E: Guide<G>>(guide: E) -> Result<(), Error> {
    agon_search::register::<G, E>(guide.clone())?;
    GAMES.enter(G::ID, Enter.visit(G::default(), guide));
    Ok(())
}

/// Plays blocks of a plan (see [`run()`] and [`run_here`]).
///
/// `done` hears of every finished block and says whether to go on.
pub fn run_by_id(
    (id, settings): (&str, &Settings),
    plan: &Plan,
    blocks: &[Block],
    workers: Workers,
    done: &mut Done,
) -> Result<(), NoStudy> {
    find(id)?.play(settings, plan, blocks, workers, done)
}

/// Hears of a finished block: what was counted in each seating of a round and, if the plan wants them, its games. Says whether to go on.
pub type Done<'a> = dyn FnMut(&Block, Vec<Tally>, Vec<Played>) -> bool + 'a;

/// What a study asks of a game.
pub(crate) trait Studied: Send + Sync {
    /// What to play of a part, by how many, and what a report says of it.
    fn ready(&self, settings: &Settings, study: &Study) -> Result<(Plan, usize, Variant), NoStudy>;
    /// Plays blocks.
    fn play(
        &self,
        settings: &Settings,
        plan: &Plan,
        blocks: &[Block],
        workers: Workers,
        done: &mut Done,
    ) -> Result<(), NoStudy>;
    /// The exact value from the start.
    fn prove(&self, settings: &Settings, prove: Prove) -> Result<Option<i32>, NoStudy>;
    /// The way of a record.
    fn trail(&self, record: &Record) -> Result<Trail, Error>;
    /// Makes a book of even openings.
    fn book(&self, settings: &Settings, book: Book, each: &mut dyn FnMut(Entry)) -> Result<Found, NoStudy>;
    /// Plays games by named players and tells everything that happens.
    fn trace(&self, settings: &Settings, telling: Telling, each: &mut Tell) -> Result<(), NoStudy>;
}

static GAMES: LazyLock<Registry<dyn Studied>> = LazyLock::new(|| guides::registry(Enter));

/// Makes what is known of a game.
#[derive(Clone, Copy)]
struct Enter;

impl Guided for Enter {
    type Out = Arc<dyn Studied>;

    fn visit<G: Show, E: Guide<G>>(self, _game: G, guide: E) -> Self::Out {
        Arc::new(Known::<G, E>::new(guide))
    }
}

/// The game of an id, ready to be studied.
pub(crate) fn find(id: &str) -> Result<Arc<dyn Studied>, Error> {
    GAMES.find(id)
}

impl<G: Show, E: Guide<G>> Studied for Known<G, E> {
    fn ready(&self, settings: &Settings, study: &Study) -> Result<(Plan, usize, Variant), NoStudy> {
        self.put(settings, Ready(study))?
    }

    fn play(
        &self,
        settings: &Settings,
        plan: &Plan,
        blocks: &[Block],
        workers: Workers,
        done: &mut Done,
    ) -> Result<(), NoStudy> {
        self.put(settings, Play { plan, blocks, workers, done })?
    }

    fn prove(&self, settings: &Settings, prove: Prove) -> Result<Option<i32>, NoStudy> {
        self.put(settings, prove)?
    }

    fn trail(&self, record: &Record) -> Result<Trail, Error> {
        self.put(&record.options, Follow(record))?
    }

    fn book(&self, settings: &Settings, book: Book, each: &mut dyn FnMut(Entry)) -> Result<Found, NoStudy> {
        self.put(settings, Make(book, each))?
    }

    fn trace(&self, settings: &Settings, telling: Telling, each: &mut Tell) -> Result<(), NoStudy> {
        self.put(settings, Told(telling, each))?
    }
}

/// Plays blocks of a plan.
struct Play<'a, 'b> {
    plan: &'a Plan,
    blocks: &'a [Block],
    workers: Workers<'a>,
    done: &'a mut Done<'b>,
}

impl Guided for Play<'_, '_> {
    type Out = Result<(), NoStudy>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let search = search_of::<G>()?;
        let Play { plan, blocks, workers, done } = self;
        match workers.threads {
            0 => run_here(&game, &search, plan, blocks, workers.stop, done)?,
            _ => run(&game, &search, plan, blocks, workers, done)?,
        }
        Ok(())
    }
}
