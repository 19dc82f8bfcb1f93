//! Strategies of both seats from a position on, looked up by what a seat has seen since then.
//!
//! Who solves each position anew, as if the game began there, need not play an equilibrium of the game: what it does now may
//! tell of what it did before. Who plays on by the strategies of an earlier position does.

use agon_rules::{Game, Path, Viewer};

use super::EquilibriumRequest;
use super::cfr::{Cfr, share_out};
use super::tree::{LEAF, Shape, Tree};
use crate::evaluate::Evaluate;
use crate::script::worlds;

/// The strategies of both seats from a position on.
pub struct Strategies<G: Game> {
    tree: Tree<G::Move>,
    worlds: Vec<G::State>,
    sums: Vec<f64>,
    /// what seat 0's wins at least on average, and what seat 1's loses at most
    pub value: (f64, f64),
}

impl<G: Game> Strategies<G> {
    /// Finds them by CFR+, for a position in which everything is dealt anew that not all seats see. None when the tree does
    /// not fit, or the control stops the search before they are as good as asked for.
    pub fn new<E: Evaluate<G>>(
        game: &G,
        guide: &E,
        first: &G::State,
        is_known: &dyn Fn(&G::State) -> bool,
        request: EquilibriumRequest,
    ) -> Option<Self> {
        let EquilibriumRequest { bytes, within, control } = request;
        let tree = Tree::build(game, guide, first, Shape { is_known, first: &|_| true }, bytes, control)?;
        let worlds = worlds(game, first, Viewer::Spectator, tree.worlds())?;
        let mut cfr = Cfr::new(&tree);
        let value = cfr.run(within, control);
        let sums = cfr.into_sums();
        let worlds = worlds.into_iter().map(|(world, _)| world).collect();
        (value.1 - value.0 <= within).then_some(Strategies { tree, worlds, sums, value })
    }

    /// How likely the seat to move makes each of its moves at the end of a path, in their order, where ply `first` of the
    /// path is the position that was solved. None where both know everything.
    pub fn chances(&self, game: &G, path: &Path<G::State>, first: usize) -> Option<Vec<f64>> {
        let set = &self.tree.sets[self.set(game, path, first)?];
        let mut chances = vec![0.0; set.count];
        share_out(&self.sums[set.first..][..set.count], &mut chances);
        Some(chances)
    }

    /// What each of these moves is worth to the seat to move, if the other seat plays its strategy and this one replies as
    /// well as it can.
    pub fn replies(&self, game: &G, path: &Path<G::State>, first: usize) -> Option<Vec<f64>> {
        Some(Cfr::of(&self.tree, self.sums.clone()).replies(self.set(game, path, first)?))
    }

    /// The information set of the seat to move.
    fn set(&self, game: &G, path: &Path<G::State>, first: usize) -> Option<usize> {
        let viewer = Viewer::Seat(game.turn(path.state()));
        let seen = |state: &G::State| {
            let mut state = *state;
            game.hide(&mut state, viewer);
            state
        };
        let mut plies = (first..).map_while(|ply| path.at(ply)).map(|(state, _)| seen(state));
        let begin = plies.next()?;
        let mut standing: Vec<(usize, G::State)> =
            self.worlds.iter().copied().enumerate().filter(|(_, world)| seen(world) == begin).collect();
        let mut moves = agon_rules::Moves::new();
        for now in plies {
            let mut next = Vec::new();
            for (at, state) in standing {
                let node = self.tree.nodes[at];
                if node.set == LEAF {
                    continue;
                }
                for (action, m) in moves.relist(game, &state).iter().enumerate() {
                    let mut after = state;
                    game.play(&mut after, *m);
                    if seen(&after) == now {
                        next.push((node.first as usize + action, after));
                    }
                }
            }
            standing = next;
        }
        let set = self.tree.nodes[standing.first()?.0].set;
        debug_assert!(standing.iter().all(|(at, _)| self.tree.nodes[*at].set == set), "a seat forgot something");
        (set != LEAF).then_some(set as usize)
    }
}
