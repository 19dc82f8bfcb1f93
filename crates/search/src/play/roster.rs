//! Named computer players: what a game offers besides the engines that every game has.

use agon_rules::{Game, Text};

use super::engines;
use super::skill::judge;
use super::spec::{Limits, Skill, Spec};
use super::turn::{Pick, Turn};
use crate::evaluate::{Blind, Evaluate, Wins};

/// Who can play a game. The default is the four usual [`levels`].
pub trait Roster<G: Game>: Evaluate<G> {
    /// The computer players of the game by name: the levels first, from weak to strong.
    fn players(&self, _game: &G) -> Vec<Policy<G>> {
        levels(self)
    }

    /// The players that puzzles are graded by: two that must miss them, and one that may. They stay as they are when levels
    /// change, and with them the grades.
    fn graders(&self) -> [&'static str; 3] {
        [level::EASY, level::MEDIUM, level::HARD]
    }
}

impl<G: Game> Roster<G> for Blind {}
impl<G: Game> Roster<G> for Wins {}

/// A player's own way to choose. It may cache results between turns, as long as that changes no choice.
pub type Choose<G> = Box<dyn FnMut(&mut Turn<G>) -> Pick<<G as Game>::Move> + Send>;

/// How a named player chooses.
pub enum How<G: Game> {
    /// As this engine does.
    Like(Spec),
    /// In its own way.
    Own(Choose<G>),
    /// Not at all in this variant, and why.
    Never(Text),
}

/// A named computer player.
pub struct Policy<G: Game> {
    /// its name
    pub name: &'static str,
    /// what it does, in a few words
    pub what: &'static str,
    /// how it chooses
    pub how: How<G>,
}

impl<G: Game> Policy<G> {
    /// A player that chooses as an engine does. `engine` must name one.
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

/// The names of the usual levels.
pub mod level {
    /// looks at its own move only
    pub const EASY: &str = "easy";
    /// looks a little ahead
    pub const MEDIUM: &str = "medium";
    /// looks well ahead
    pub const HARD: &str = "hard";
    /// thinks for about a second
    pub const EXPERT: &str = "expert";
}

/// The usual levels.
pub fn levels<G: Game, E: Evaluate<G>>(guide: &E) -> Vec<Policy<G>> {
    vec![
        beginner(guide),
        thinker(level::MEDIUM, "looks a little ahead", guide, 1_000),
        thinker(level::HARD, "looks well ahead", guide, 30_000),
        expert(guide, 1_000_000),
    ]
}

/// The first level: looks at its own move only, and misjudges it.
fn beginner<G: Game, E: Evaluate<G>>(guide: &E) -> Policy<G> {
    const SKILL: Skill = Skill::new(1, 300).overlooking(30);
    const PLAYOUTS: u64 = 10;
    let guide = guide.clone();
    Policy::own(level::EASY, "looks at its own move only, and misjudges it", move |turn: &mut Turn<G>| {
        if turn.game.seats() == 2 {
            judge(turn, &guide, SKILL)
        } else {
            engines::mcts(turn, &Limits { playouts: Some(PLAYOUTS), ..Limits::default() })
        }
    })
}

/// The strongest level: as many nodes as it can visit within about a second.
pub fn expert<G: Game, E: Evaluate<G>>(guide: &E, nodes: u64) -> Policy<G> {
    thinker(level::EXPERT, "thinks for about a second", guide, nodes)
}

/// A player of some skill, for two seats.
pub fn skilled<G: Game, E: Evaluate<G>>(name: &'static str, what: &'static str, guide: &E, skill: Skill) -> Policy<G> {
    let guide = guide.clone();
    Policy::own(name, what, move |turn| judge(turn, &guide, skill))
}

/// A player that searches `nodes` nodes: by alpha-beta for two seats that see everything, otherwise by ISMCTS.
pub fn thinker<G: Game, E: Evaluate<G>>(name: &'static str, what: &'static str, guide: &E, nodes: u64) -> Policy<G> {
    let guide = guide.clone();
    Policy::own(name, what, move |turn| engines::think(turn, &guide, nodes))
}
