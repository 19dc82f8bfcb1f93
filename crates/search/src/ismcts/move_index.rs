//! An index of a move list: where is a move in the list of this determinization?

use std::hash::Hash;

use agon_rules::{Game, Moves};

use crate::hash::cheap_hash;

const HEADS: usize = 1 << 12;
const NONE: u16 = u16::MAX;

/// A move list with an index, which is built lazily when a move is not at its last known place.
///
/// Every move of the tree has a number, so that a list is looked up by its own moves and not by those of the tree, which
/// are more.
pub struct MoveIndex<M> {
    moves: Moves<M>,
    /// by number: every move that was ever indexed
    known: Vec<M>,
    /// by number: the one before with the same hash, the last list it was in, and its place there
    links: Vec<Link>,
    /// by hash: the last number
    heads: Vec<u16>,
    /// the number of the list
    list: u64,
    is_indexed: bool,
}

#[derive(Clone, Copy)]
struct Link {
    list: u64,
    place: u16,
    before: u16,
}

/// The number of a move, or none where there are too many.
#[derive(Clone, Copy)]
pub struct Number(u16);

impl Number {
    /// Of a move that is never looked up.
    pub const NONE: Number = Number(NONE);
}

impl<M: Copy + Eq + Hash> MoveIndex<M> {
    /// No moves.
    pub fn new() -> Self {
        let (known, links) = (Vec::with_capacity(256), Vec::with_capacity(256));
        MoveIndex { moves: Moves::new(), known, links, heads: vec![NONE; HEADS], list: 0, is_indexed: false }
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

    /// The number of a move.
    #[inline]
    pub fn number(&mut self, m: &M) -> Number {
        let head = &mut self.heads[head(m)];
        let mut number = *head;
        while number != NONE && self.known[usize::from(number)] != *m {
            number = self.links[usize::from(number)].before;
        }
        if number == NONE && self.known.len() < usize::from(NONE) {
            number = self.known.len() as u16;
            self.known.push(*m);
            self.links.push(Link { list: 0, place: 0, before: *head });
            *head = number;
        }
        Number(number)
    }

    /// The place of a move with a number. Mostly that is where it was `before`.
    #[inline]
    pub fn find(&mut self, m: &M, number: Number, before: usize) -> Option<usize> {
        if self.moves.get(before) == Some(m) {
            return Some(before);
        }
        if !self.is_indexed {
            self.index();
        }
        match self.links.get(usize::from(number.0)) {
            Some(link) => (link.list == self.list).then_some(link.place.into()),
            None => self.moves.iter().position(|other| other == m),
        }
    }

    fn index(&mut self) {
        self.is_indexed = true;
        for place in 0..self.moves.len() {
            let m = self.moves[place];
            let Number(number) = self.number(&m);
            if let Some(link) = self.links.get_mut(usize::from(number)) {
                (link.list, link.place) = (self.list, place as u16);
            }
        }
    }
}

#[inline]
fn head(m: &impl Hash) -> usize {
    (cheap_hash(m) >> (u64::BITS - HEADS.ilog2())) as usize
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
                    for number in [index.number(m), Number::NONE] {
                        let place = list.iter().position(|other| other == m);
                        assert_eq!(index.find(m, number, before), place, "{}", G::ID);
                    }
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
