//! Where a move is in a list of moves that changes from world to world.

use std::hash::Hash;

use agon_rules::{Game, Moves};

use crate::quick::quick_hash;

const HEADS: usize = 1 << 10;
const NONE: u16 = u16::MAX;

/// A list of moves that can be asked where one is. The index behind it is only made when somebody is not where he was.
pub struct Places<M> {
    moves: Moves<M>,
    /// by hash: in which list, and the last place with that hash
    heads: Vec<(u64, u16)>,
    /// by place: the one before with the same hash
    chain: Vec<u16>,
    /// counts the lists
    list: u64,
    is_indexed: bool,
}

impl<M: Copy + Eq + Hash> Places<M> {
    /// No moves.
    pub fn new() -> Self {
        Places { moves: Moves::new(), heads: vec![(0, NONE); HEADS], chain: Vec::new(), list: 0, is_indexed: false }
    }

    /// The moves of a state, and nothing else.
    #[inline]
    pub fn relist<G: Game<Move = M>>(&mut self, game: &G, s: &G::State) -> &[M] {
        self.list += 1;
        self.is_indexed = false;
        self.moves.relist(game, s)
    }

    /// The moves of the last list.
    #[inline]
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Where a move is: mostly where it was before.
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
    (quick_hash(0, m) >> (u64::BITS - HEADS.ilog2())) as usize
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
            let mut places = Places::new();
            let mut state = game.deal(&mut Rng::new(0));
            let all = places.relist(&game, &state).to_vec();
            for _ in 0..3 {
                let list = places.relist(&game, &state).to_vec();
                for (before, m) in all.iter().enumerate() {
                    assert_eq!(places.find(m, before), list.iter().position(|other| other == m), "{}", G::ID);
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
