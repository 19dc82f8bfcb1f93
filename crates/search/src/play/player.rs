//! A computer player at the table: it gets the view of its seat and a seed, nothing else.

use std::borrow::Cow;
use std::sync::Arc;

use core::time::Duration;

use agon_rules::{Game, Moves, Path, Rng, Text, Viewer, text};

use super::guide::Guide;
use super::roster::{Choose, How};
use super::search::Search;
use super::spec::{NoEngine, Spec};
use super::turn::{Pick, Turn, hides};
use crate::solve::Memory;
use crate::transposition_table::SpareTable;

/// A computer player of one game.
pub struct Player<G: Game> {
    name: String,
    search: Arc<dyn Search<G>>,
    mind: Mind<G>,
    moves: Moves<G::Move>,
    table: SpareTable,
    memory: Memory,
}

enum Mind<G: Game> {
    Engine(Spec),
    Own(Choose<G>),
}

/// How long a player may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// seconds, with little memory: others wait, or it is a page
    Seconds,
    /// minutes, with a gigabyte
    Minutes,
}

/// A name that is no player of this game, or a player that cannot play here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum NoPlayer {
    /// Nobody is called that; these names there are.
    Unknown(String, String),
    /// The engine is known, but not with such limits, and why.
    Limits(String, Text),
    /// It cannot play this variant or position, and why.
    Unfit(String, Text),
}

impl NoPlayer {
    /// The message.
    pub fn text(&self) -> Text {
        match self.clone() {
            NoPlayer::Unknown(name, names) => {
                let engines = Text::term("engines", Spec::KNOWN);
                text!("unknown player `{name}`; there is {names}, {engines}", name, names, engines)
            }
            NoPlayer::Limits(name, why) => text!("bad player `{name}`: {why}", name, why),
            NoPlayer::Unfit(name, why) => text!("`{name}` cannot play here: {why}", name, why),
        }
    }
}

impl<G: Game> Player<G> {
    /// The player with a name: one of the game's own, or an engine with its limits.
    pub fn new<E: Guide<G>>(text: &str, game: &G, guide: &E) -> Result<Self, NoPlayer> {
        Player::of(text, game, Arc::new(guide.clone()))
    }

    /// The same, with a guide whose type is erased.
    pub fn of(text: &str, game: &G, search: Arc<dyn Search<G>>) -> Result<Self, NoPlayer> {
        let own = search.players(game).into_iter().find(|policy| policy.name == text);
        let unfit = |why| NoPlayer::Unfit(text.to_owned(), why);
        let mind = match own.map(|policy| policy.how) {
            Some(How::Never(why)) => return Err(unfit(why)),
            Some(How::Own(own)) => Mind::Own(own),
            Some(How::Like(spec)) => Mind::Engine(spec),
            None => Mind::Engine(text.parse().map_err(|why| match why {
                NoEngine::Unknown => unknown(text, game, &*search),
                NoEngine::Limits(why) => NoPlayer::Limits(text.to_owned(), why),
            })?),
        };
        match mind {
            Mind::Engine(Spec::Minimax(..) | Spec::AlphaBeta(_) | Spec::Perfect) if game.seats() != 2 => {
                Err(unfit(text!("it is for two seats; try `expert` or `mcts`")))
            }
            mind => {
                let name = text.to_owned();
                Ok(Player { name, search, mind, moves: Moves::new(), table: SpareTable::default(), memory: None })
            }
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of legal moves at its last decision.
    pub fn width(&self) -> usize {
        self.moves.len()
    }

    /// Its time limit. The caller keeps the clock.
    pub fn time(&self) -> Option<Duration> {
        match &self.mind {
            Mind::Engine(spec) => spec.time(),
            Mind::Own(_) => None,
        }
    }

    /// Whether it can play at the end of a path as the seat to move sees it, or why not.
    pub(crate) fn fits(&self, game: &G, path: &Path<G::State>) -> Result<(), NoPlayer> {
        let why = match self.mind {
            Mind::Engine(Spec::Perfect) if self.search.is_known(game, path.state()) => None,
            Mind::Engine(Spec::Perfect) => self.search.no_equilibrium(game, path),
            Mind::Engine(Spec::AlphaBeta(_)) if hides(game, path.state()) => {
                Some(text!("something is hidden; try `expert`, `minimax:3` or `mcts`"))
            }
            _ => None,
        };
        why.map_or(Ok(()), |why| Err(NoPlayer::Unfit(self.name.clone(), why)))
    }

    /// Whether it can play this game from a deal, or why not.
    pub fn fits_start(&self, game: &G, patience: Patience) -> Result<(), NoPlayer> {
        let mut start = game.deal(&mut Rng::new(0));
        let viewer = Viewer::Seat(game.turn(&start));
        game.hide(&mut start, viewer);
        self.fits(game, &Path::new(start, 0))?;
        let unfit = |why| Err(NoPlayer::Unfit(self.name.clone(), why));
        match self.mind {
            Mind::Engine(Spec::Perfect) if self.search.slow(game) => match patience {
                Patience::Minutes => Ok(()),
                Patience::Seconds => unfit(text!(
                    "it would think for up to a minute at first; `agon best` and `agon match` let it; try `expert`"
                )),
            },
            Mind::Engine(Spec::Perfect) if self.search.too_large(game) => {
                unfit(text!("this start is too large to be solved; try `expert`"))
            }
            _ => Ok(()),
        }
    }

    /// Its move. None when the game is over.
    ///
    /// `path` is the referee's: what the seat to move does not see is blanked before the player looks. `seed` is the
    /// player's own for the whole game, `ply` counts the moves so far, and `stop` returns true when time is up.
    pub fn choose(
        &mut self,
        game: &G,
        path: &Path<G::State>,
        seed: u64,
        ply: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Pick<G::Move>>, NoPlayer> {
        if path.draw().is_some() || self.moves.relist(game, path.state()).is_empty() {
            return Ok(None);
        }
        let path = seen(game, path);
        self.fits(game, &path)?;
        let (moves, rng) = (&self.moves, Rng::stream(seed, ply));
        let (table, memory) = (&mut self.table, &mut self.memory);
        let mut turn = Turn { game, path: &path, moves, seed, rng, table, memory, stop };
        let spec = match &mut self.mind {
            Mind::Own(choose) => return Ok(Some(choose(&mut turn))),
            Mind::Engine(Spec::Random) => return Ok(Some(Pick::plain(turn.random()))),
            Mind::Engine(spec) => &*spec,
        };
        let pick = self.search.pick(spec, &mut turn).ok_or_else(|| {
            let why = text!("it ran out of its budget before the proof was there; try `expert`");
            NoPlayer::Unfit(self.name.clone(), why)
        })?;
        Ok(Some(pick))
    }
}

/// The path of a game as the seat to move knows it: what is hidden from it is blanked.
pub(crate) fn seen<'a, G: Game>(game: &G, path: &'a Path<G::State>) -> Cow<'a, Path<G::State>> {
    let viewer = Viewer::Seat(game.turn(path.state()));
    if !game.hides(path.state(), viewer) {
        return Cow::Borrowed(path);
    }
    let mut plies = (0..).map_while(|ply| path.at(ply)).map(|(state, _)| {
        let mut state = *state;
        game.hide(&mut state, viewer);
        state
    });
    let mut seen = Path::new(plies.next().expect("a path has a start"), path.quiet());
    plies.for_each(|state| seen.leap(state));
    Cow::Owned(seen)
}

/// The players to offer for a game, each with what it does: its own from weak to strong, `perfect` where the game is
/// solved within seconds, and `random`.
pub fn roster<G: Game, E: Guide<G>>(game: &G, guide: &E) -> Vec<(&'static str, &'static str)> {
    let own = guide.players(game).into_iter().filter(|policy| !matches!(policy.how, How::Never(_)));
    let mut names: Vec<_> = own.map(|policy| (policy.name, policy.what)).collect();
    if guide.solvable(game) {
        names.push(("perfect", "exact play"));
    }
    names.push(("random", "any legal move, each equally likely"));
    names
}

/// The error for an unknown name: it lists the known ones.
fn unknown<G: Game>(text: &str, game: &G, search: &dyn Search<G>) -> NoPlayer {
    let shown = text.chars().filter(|c| !c.is_control()).take(60).collect();
    let names: Vec<String> = search.players(game).iter().map(|policy| format!("`{}`", policy.name)).collect();
    NoPlayer::Unknown(shown, names.join(", "))
}
