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
use crate::transposition_table::SpareTable;

/// A computer player of one game.
pub struct Player<G: Game> {
    name: String,
    search: Arc<dyn Search<G>>,
    mind: Mind<G>,
    moves: Moves<G::Move>,
    table: SpareTable,
}

enum Mind<G: Game> {
    Engine(Spec),
    Own(Choose<G>),
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
                Ok(Player { name, search, mind, moves: Moves::new(), table: SpareTable::default() })
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

    /// Whether it can play in a state as the seat to move sees it, or why not.
    pub(crate) fn fits(&self, game: &G, state: &G::State) -> Result<(), NoPlayer> {
        let unfit = |why| Err(NoPlayer::Unfit(self.name.clone(), why));
        match self.mind {
            Mind::Engine(Spec::Perfect) if self.search.is_even(game, state) => Ok(()),
            Mind::Engine(Spec::AlphaBeta(_) | Spec::Perfect) if hides(game, state) => {
                unfit(text!("something is hidden; try `expert`, `minimax:3` or `mcts`"))
            }
            Mind::Engine(Spec::Perfect) if game.will_hide(state) => {
                unfit(text!("something will be hidden, and no play is exact then; try `expert`, `minimax:3` or `mcts`"))
            }
            _ => Ok(()),
        }
    }

    /// Whether it can play this game from a deal, or why not.
    pub fn fits_start(&self, game: &G) -> Result<(), NoPlayer> {
        let mut start = game.deal(&mut Rng::new(0));
        let viewer = Viewer::Seat(game.turn(&start));
        game.hide(&mut start, viewer);
        self.fits(game, &start)?;
        match self.mind {
            Mind::Engine(Spec::Perfect) if self.search.too_large(game) => {
                let why = text!("this start is too large to be solved; try `expert`");
                Err(NoPlayer::Unfit(self.name.clone(), why))
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
        self.fits(game, path.state())?;
        let (moves, rng, table) = (&self.moves, Rng::stream(seed, ply), &mut self.table);
        let mut turn = Turn { game, path: &path, moves, seed, rng, table, stop };
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
    let mut state = *path.state();
    game.hide(&mut state, Viewer::Seat(game.turn(path.state())));
    if state == *path.state() { Cow::Borrowed(path) } else { Cow::Owned(Path::new(state, path.quiet())) }
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
