//! Games by id: what a program that learns asks of a game, with its type erased.

use std::sync::{Arc, LazyLock};

use agon_rules::{Match, Registry, Settings, Show, Start};
use agon_search::Guide;
use agon_search::guides::{self, Guided, Known};

use crate::batch::{Batch, BatchSpec, Games};
use crate::codec::{Codec, Numbering};
use crate::error::Error;
use crate::player::{Named, NumberedPlayer};
use crate::playouts::{Playouts, playouts};
use crate::table::{Numbered, NumberedTable, Rules};
use crate::tree::{Root, Tree, TreeState};

/// Makes a game of your own known by its id to everything here, to the lab, to computer players and solver, and to the
/// rules (see [`agon_lab::register`]). Call it once, when the program starts.
pub fn register<G: Show, E: Guide<G>>(guide: E) -> Result<(), agon_rules::Error> {
    agon_lab::register::<G, E>(guide.clone())?;
    GAMES.enter(G::ID, Enter.visit(G::default(), guide));
    Ok(())
}

/// What a program needs to know of a variant of a game before it plays.
pub fn numbering_by_id(id: &str, settings: &Settings) -> Result<Numbering, Error> {
    GAMES.find(id)?.numbering(settings)
}

/// One game by numbers.
pub fn table_by_id(id: &str, settings: &Settings, start: Start, rules: Rules) -> Result<Box<dyn NumberedTable>, Error> {
    GAMES.find(id)?.table(settings, start, rules)
}

/// A player by name, for tables of one variant.
pub fn player_by_id(id: &str, settings: &Settings, name: &str) -> Result<Box<dyn NumberedPlayer>, Error> {
    GAMES.find(id)?.player(settings, name)
}

/// Many games by numbers. [Reset](Batch::reset) it first.
pub fn batch_by_id(id: &str, settings: &Settings, spec: &BatchSpec) -> Result<Box<dyn Batch>, Error> {
    GAMES.find(id)?.batch(settings, spec)
}

/// The root of a game's tree.
pub fn tree_by_id(id: &str, settings: &Settings, root: &Root, rules: Rules) -> Result<Box<dyn TreeState>, Error> {
    GAMES.find(id)?.tree(settings, root, rules)
}

/// Random games from a start, or each from a deal of its own, counted.
pub fn playouts_by_id(
    id: &str,
    settings: &Settings,
    start: Option<Start>,
    games: u64,
    seed: u64,
) -> Result<Playouts, Error> {
    GAMES.find(id)?.playouts(settings, Play { start, games, seed })
}

/// What is asked of a game by name.
trait Entry: Send + Sync {
    fn numbering(&self, settings: &Settings) -> Result<Numbering, Error>;
    fn table(&self, settings: &Settings, start: Start, rules: Rules) -> Result<Box<dyn NumberedTable>, Error>;
    fn player(&self, settings: &Settings, name: &str) -> Result<Box<dyn NumberedPlayer>, Error>;
    fn batch(&self, settings: &Settings, spec: &BatchSpec) -> Result<Box<dyn Batch>, Error>;
    fn tree(&self, settings: &Settings, root: &Root, rules: Rules) -> Result<Box<dyn TreeState>, Error>;
    fn playouts(&self, settings: &Settings, play: Play) -> Result<Playouts, Error>;
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

impl<G: Show, E: Guide<G>> Entry for Known<G, E> {
    fn numbering(&self, settings: &Settings) -> Result<Numbering, Error> {
        self.put(settings, Number)?
    }

    fn table(&self, settings: &Settings, start: Start, rules: Rules) -> Result<Box<dyn NumberedTable>, Error> {
        self.put(settings, Open(start, rules))?
    }

    fn player(&self, settings: &Settings, name: &str) -> Result<Box<dyn NumberedPlayer>, Error> {
        self.put(settings, Call(name))?
    }

    fn batch(&self, settings: &Settings, spec: &BatchSpec) -> Result<Box<dyn Batch>, Error> {
        self.put(settings, Many(spec))?
    }

    fn tree(&self, settings: &Settings, root: &Root, rules: Rules) -> Result<Box<dyn TreeState>, Error> {
        self.put(settings, Grow(root, rules))?
    }

    fn playouts(&self, settings: &Settings, play: Play) -> Result<Playouts, Error> {
        self.put(settings, play)?
    }
}

struct Number;

impl Guided for Number {
    type Out = Result<Numbering, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        Ok(Codec::new(game)?.numbering())
    }
}

struct Open(Start, Rules);

impl Guided for Open {
    type Out = Result<Box<dyn NumberedTable>, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        Ok(Box::new(Numbered::new(Arc::new(Codec::new(game)?), self.0, self.1)?))
    }
}

struct Call<'a>(&'a str);

impl Guided for Call<'_> {
    type Out = Result<Box<dyn NumberedPlayer>, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        Ok(Box::new(Named::new(self.0, game)?))
    }
}

struct Many<'a>(&'a BatchSpec);

impl Guided for Many<'_> {
    type Out = Result<Box<dyn Batch>, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        Ok(Box::new(Games::new(Arc::new(Codec::new(game)?), self.0)?))
    }
}

struct Grow<'a>(&'a Root, Rules);

impl Guided for Grow<'_> {
    type Out = Result<Box<dyn TreeState>, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        Ok(Box::new(Tree::new(Arc::new(Codec::new(game)?), self.0, self.1)?))
    }
}

struct Play {
    start: Option<Start>,
    games: u64,
    seed: u64,
}

impl Guided for Play {
    type Out = Result<Playouts, Error>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let start = self.start.map(|start| Match::new(game.clone(), start)).transpose()?;
        Ok(playouts(&game, start.map(|start| *start.path().state()), self.games, self.seed))
    }
}
