//! Computer players by name: what each game offers besides the engines that every game has.

use agon_rules::{Game, Moves, Path, Rng, Seat, Text};

use crate::control::Control;
use crate::engine::{self, Pick};
use crate::guide::Guide;
use crate::spec::Spec;

/// What a computer player chooses by: what its seat sees, its seed, and nothing else.
pub struct Turn<'a, G: Game> {
    /// the game
    pub game: &'a G,
    /// the way here, as its seat knows it
    pub path: &'a Path<G::State>,
    /// its legal moves, at least one
    pub moves: &'a Moves<G::Move>,
    /// the player's seed, the same all game long
    pub seed: u64,
    /// chance for this one choice
    pub rng: Rng,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, G: Game> Turn<'a, G> {
    /// The state as the seat to move sees it.
    pub fn state(&self) -> &'a G::State {
        self.path.state()
    }

    /// Who chooses.
    pub fn seat(&self) -> Seat {
        self.game.turn(self.state())
    }

    /// Any legal move, each equally likely.
    pub fn random(&mut self) -> G::Move {
        self.moves[self.rng.below(self.moves.len())]
    }

    /// Stops after so many nodes, or when the time is up.
    pub fn control(&self, nodes: u64) -> Control<'a> {
        Control::new(nodes, self.stop)
    }
}

/// A player's own way to choose. It may keep what it has found out, as long as that changes no choice.
pub type Own<G> = Box<dyn FnMut(&mut Turn<G>) -> Pick<<G as Game>::Move> + Send>;

/// How a named player chooses.
pub enum How<G: Game> {
    /// As this engine does.
    Like(Spec),
    /// In its own way.
    Own(Own<G>),
    /// Not at all in this variant, and why.
    Never(Text),
}

/// A computer player with a name.
pub struct Policy<G: Game> {
    /// its name
    pub name: &'static str,
    /// what it does, in a few words
    pub what: &'static str,
    /// how it chooses
    pub how: How<G>,
}

impl<G: Game> Policy<G> {
    /// A player that chooses as an engine does, which must be one.
    pub fn like(name: &'static str, what: &'static str, engine: &str) -> Self {
        Policy { name, what, how: How::Like(engine.parse().expect("the name of an engine")) }
    }

    /// A player that chooses in its own way.
    pub fn own(
        name: &'static str,
        what: &'static str,
        choose: impl FnMut(&mut Turn<G>) -> Pick<G::Move> + Send + 'static,
    ) -> Self {
        Policy { name, what, how: How::Own(Box::new(choose)) }
    }

    /// A player that cannot play this variant.
    pub fn never(name: &'static str, what: &'static str, why: Text) -> Self {
        Policy { name, what, how: How::Never(why) }
    }
}

/// The usual levels, for a game that does not say otherwise.
pub fn levels<G: Game, E: Guide<G>>(guide: &E) -> Vec<Policy<G>> {
    vec![
        Policy::like("easy", "any legal move", "random"),
        thinker("medium", "looks a little ahead", guide, 1_000),
        thinker("hard", "looks well ahead", guide, 30_000),
        expert(guide, 1_000_000),
    ]
}

/// The strongest level that still answers within about a second: it may visit so many nodes.
pub fn expert<G: Game, E: Guide<G>>(guide: &E, nodes: u64) -> Policy<G> {
    thinker("expert", "thinks for about a second", guide, nodes)
}

/// A player that thinks for so many nodes, by alpha-beta where that can be, else by tree search.
pub fn thinker<G: Game, E: Guide<G>>(name: &'static str, what: &'static str, guide: &E, nodes: u64) -> Policy<G> {
    let guide = guide.clone();
    Policy::own(name, what, move |turn| engine::think(turn, &guide, nodes))
}
