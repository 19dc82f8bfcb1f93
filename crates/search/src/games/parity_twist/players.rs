//! Parity Twist's levels, and those of the original (section 11 of the rules page), for all twelve variants.

use agon_rules::games::parity_twist::{Move, ParityTwist, Variant};

use super::Parity;
use super::lanier_opening::opening;
use crate::alphabeta::TO_THE_END;
use crate::play::engines::{by_one_equilibrium, drawn, full_width, full_width_deepening, think, unexploitable};
use crate::play::{Budget, ambitious};
use crate::{Pick, Policy, Roster, Skill, Turn, skilled};

/// What `expert` may take.
const BUDGET: Budget = Budget { proof: 800_000, search: 400_000 };

/// The skill of `easy`, `medium` and `hard`, measured in every variant (docs/results.md, Levels).
fn skills(variant: Variant) -> [Skill; 3] {
    let [easy, medium, hard] = [Skill::new(1, 150), Skill::new(2, 45), Skill::new(4, 40).within(60_000)];
    match variant {
        // It takes many plies to see what two Master Keys decide, so levels are further apart by how far they see.
        Variant::DualMaster => [Skill::new(1, 100), Skill::new(4, 300), Skill::new(7, 5).within(1_000_000)],
        Variant::Hodgkins => [easy, medium, Skill::new(4, 30).within(300_000)],
        Variant::Peltola => [easy, Skill::new(2, 38), hard],
        _ => [easy, medium, hard],
    }
}

/// Nodes for exact play where something is hidden: a fraction of a second. It is enough from the third placement on in
/// `draft`, and from an empty deck on in `lanier`.
const SURE: u64 = 600_000;

/// Nodes for an equilibrium that is played to the end of the game: some tenths of a second.
const ONE: u64 = 40_000_000;

/// The expert of a variant that hides something: exact play where that is worked out soon, before it as it is given here.
fn sure_at_the_end(
    mut before: impl FnMut(&mut Turn<ParityTwist>) -> Pick<Move> + Send + 'static,
) -> Policy<ParityTwist> {
    Policy::own("expert", "thinks for about a second", move |turn: &mut Turn<ParityTwist>| {
        if turn.game.variant == Variant::HiddenMaster
            && let Some(pick) = by_one_equilibrium(turn, &Parity, ONE)
        {
            return pick;
        }
        let mut control = turn.control(SURE);
        let sure = unexploitable(turn, &Parity, &mut control);
        let nodes = control.nodes;
        sure.unwrap_or_else(|| {
            let pick = before(turn);
            Pick { nodes: nodes + pick.nodes, ..pick }
        })
    })
}

impl Roster<ParityTwist> for Parity {
    /// The levels, and those of the original.
    fn players(&self, game: &ParityTwist) -> Vec<Policy<ParityTwist>> {
        let hard = |turn: &mut Turn<ParityTwist>| {
            let empty = turn.state().empty.count_ones();
            full_width(turn, &Parity, if empty <= 6 { TO_THE_END } else { 3 })
        };
        let expert = match game.variant {
            // Few worlds are possible, so a deeper search of each is better than playouts.
            Variant::HiddenMaster => sure_at_the_end(|turn| full_width_deepening(turn, &Parity, 1_000_000)),
            Variant::Lanier => sure_at_the_end(|turn| {
                let start = turn.game.filled(turn.state()) == 0;
                let moves = if start { opening(turn.state().hands[0]) } else { Vec::new() };
                drawn(&moves, &mut turn.rng).map_or_else(|| think(turn, &Parity, 1_000_000), Pick::plain)
            }),
            Variant::Draft => sure_at_the_end(|turn| think(turn, &Parity, 1_000_000)),
            _ => Policy::own("expert", "looks for a proof first, then thinks for about a second", |turn| {
                ambitious(turn, &Parity, &Parity, BUDGET)
            }),
        };
        let [easy, medium, deep] = skills(game.variant);
        vec![
            skilled("easy", "looks at its own placement only, and misjudges it", self, easy),
            skilled("medium", "looks a few placements ahead, and misjudges what it sees there", self, medium),
            skilled("hard", "looks four placements ahead or more, and misjudges little", self, deep),
            expert,
            Policy::like("original_easy", "the original's: any legal move", "random"),
            Policy::like("original_medium", "the original's: looks two placements ahead", "minimax:2"),
            Policy::own("original_hard", "the original's: three placements, and from six empty cells to the end", hard),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["original_easy", "original_medium", "original_hard"]
    }
}
