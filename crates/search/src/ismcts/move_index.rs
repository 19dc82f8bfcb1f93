//! An index of a move list: where is a move in the list of this determinization?

use std::hash::Hash;

use agon_rules::{Game, Moves};

use crate::hash::fast_hash;

const HEADS: usize = 1 << 10;
const NONE: u16 = u16::MAX;

/// A move list with an index, which is built lazily when a move is not at its last known place.
pub struct MoveIndex<M> {
    moves: Moves<M>,
    /// by hash: the list it belongs to, and the last place with that hash
    heads: Vec<(u64, u16)>,
    /// by place: the place before with the same hash
    chain: Vec<u16>,
    /// the number of the list
    list: u64,
    is_indexed: bool,
}

impl<M: Copy + Eq + Hash> MoveIndex<M> {
    /// No moves.
    pub fn new() -> Self {
        MoveIndex { moves: Moves::new(), heads: vec![(0, NONE); HEADS], chain: Vec::new(), list: 0, is_indexed: false }
    }

    /// Replaces the list with the moves of a state.
    #[inline]
    pub fn relist<G: Game<Move = M>>(&mut self, game: &G, s: &G::State) -> &[M] {
        self.list += 1;
        self.is_indexed = false;
        self.moves.relist(game, s)
    }

    /// The moves of the list.
    #[inline]
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The place of a move. Mostly that is where it was `before`.
    #[inline]
    pub fn find(&mut self, m: &M, before: usize) -> Option<usize> {
        if self.moves.get(before) == Some(m) { Some(before) } else { self.look_up(m) }
    }

    fn look_up(&mut self, m: &M) -> Option<usize> {
        if !self.is_indexed {
            self.index();
        }
        let (list, mut place) = self.heads[head(m)];
        while list == self.list && place != NONE {
            if self.moves[usize::from(place)] == *m {
                return Some(place.into());
            }
            place = self.chain[usize::from(place)];
        }
        None
    }

    fn index(&mut self) {
        self.is_indexed = true;
        self.chain.clear();
        for (place, m) in (0..NONE).zip(self.moves.iter()) {
            let head = &mut self.heads[head(m)];
            self.chain.push(if head.0 == self.list { head.1 } else { NONE });
            *head = (self.list, place);
        }
    }
}

fn head(m: &impl Hash) -> usize {
    (fast_hash(0, m) >> (u64::BITS - HEADS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_rules::games::{self, Visitor};
    use agon_rules::{Rng, Show};

    #[derive(Clone)]
    struct Find;

    impl Visitor for Find {
        type Out = ();

        fn visit<G: Show>(self, game: G) {
            let mut index = MoveIndex::new();
            let mut state = game.deal(&mut Rng::new(0));
            let all = index.relist(&game, &state).to_vec();
            for _ in 0..3 {
                let list = index.relist(&game, &state).to_vec();
                for (before, m) in all.iter().enumerate() {
                    assert_eq!(index.find(m, before), list.iter().position(|other| other == m), "{}", G::ID);
                }
                let Some(m) = list.get(list.len() / 2) else { break };
                game.play(&mut state, *m);
            }
        }
    }

    #[test]
    fn every_move_of_a_list_is_found_where_it_is_and_no_other() {
        games::each(Find);
    }
}
