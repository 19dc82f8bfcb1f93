//! Moves by number: a game's list of actions, and back from a move to its number.

use std::hash::Hash;

use agon_search::fast_hash;

/// Every move that can be legal, by number.
///
/// ```
/// use agon_numbers::Actions;
/// use agon_rules::{Game, games::tic_tac_toe::TicTacToe};
///
/// let actions = Actions::new(TicTacToe::default().actions());
/// assert_eq!(actions.len(), 9);
/// assert!((0..9).all(|number| actions.number(&actions.moves()[number]) == Some(number as u32)));
/// ```
#[derive(Clone, Debug)]
pub struct Actions<M> {
    moves: Vec<M>,
    /// by hash, open addressing: a move and its number, or `NONE`
    slots: Vec<(M, u32)>,
    shift: u32,
}

const NONE: u32 = u32::MAX;

impl<M: Copy + Eq + Hash> Actions<M> {
    /// The actions of a list, in its order. Of a move that stands twice the first place counts.
    pub fn new(moves: Vec<M>) -> Self {
        // At most a quarter is filled, so that most moves are found at once.
        let size = (4 * moves.len()).next_power_of_two().max(2);
        let slots = moves.first().map_or_else(Vec::new, |first| vec![(*first, NONE); size]);
        let mut actions = Actions { moves, slots, shift: u64::BITS - size.ilog2() };
        for number in 0..actions.moves.len() {
            let m = actions.moves[number];
            let at = actions.find(&m);
            if actions.slots[at].1 == NONE {
                actions.slots[at] = (m, number as u32);
            }
        }
        actions
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none: the game has no numbers.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in the order of their numbers.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The number of a move.
    #[inline]
    pub fn number(&self, m: &M) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let number = self.slots[self.find(m)].1;
        (number != NONE).then_some(number)
    }

    /// The slot of a move, or the free one where it would be.
    #[inline]
    fn find(&self, m: &M) -> usize {
        let last = self.slots.len() - 1;
        let mut at = (fast_hash(0, m) >> self.shift) as usize & last;
        loop {
            let (here, number) = &self.slots[at];
            if *number == NONE || here == m {
                return at;
            }
            at = (at + 1) & last;
        }
    }
}
