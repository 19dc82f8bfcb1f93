//! `lanier`: hands of three among the numbers that are on no cell, told by their places among these numbers, not by the
//! numbers themselves; so one set of tables serves every board.

/// Cards of a hand while the deck lasts.
pub const HAND: usize = 3;
/// The hands among `unused` numbers, and what becomes of them when one of these numbers is placed.
pub struct Hands {
    unused: usize,
    /// every hand, as bits of places
    pub masks: Vec<u16>,
    /// by hand and card: the hands, among one number fewer, that it becomes when this card is placed and another is drawn
    draws: Vec<u8>,
    /// by number: each hand without it, with what that is among one number fewer
    kept: Vec<Vec<(u8, u8)>>,
    /// by number: each hand with it, and which of its cards it is, counted from the lowest
    with: Vec<Vec<(u8, u8)>>,
}

impl Hands {
    /// The hands among so many numbers, four at least.
    pub fn new(unused: usize) -> Self {
        let (masks, fewer) = (list(unused), list(unused - 1));
        let index = |mask: u16| fewer.iter().position(|other| *other == mask).expect("three of one fewer") as u8;
        let mut draws = Vec::new();
        for &mask in &masks {
            for place in places(mask) {
                let left = without(mask & !(1 << place), place);
                let drawn = (0..unused - 1).filter(|card| left >> card & 1 == 0);
                draws.extend(drawn.map(|card| index(left | 1 << card)));
            }
        }
        let (mut kept, mut with) = (vec![Vec::new(); unused], vec![Vec::new(); unused]);
        for (hand, mask) in (0..).zip(&masks) {
            for place in 0..unused {
                if mask >> place & 1 == 0 {
                    kept[place].push((hand, index(without(*mask, place))));
                } else {
                    with[place].push((hand, (mask & ((1 << place) - 1)).count_ones() as u8));
                }
            }
        }
        Hands { unused, masks, draws, kept, with }
    }

    /// How many hands there are.
    pub fn count(&self) -> usize {
        self.masks.len()
    }

    /// How many numbers are unused.
    pub fn unused(&self) -> usize {
        self.unused
    }

    /// How many hands the other seat can have, given one.
    pub fn others(&self) -> usize {
        list(self.unused - HAND).len()
    }

    /// By hand: what it is when the order of the numbers is turned round.
    pub fn mirrored(&self) -> Vec<usize> {
        let turned = |mask: &u16| mask.reverse_bits() >> (u16::BITS as usize - self.unused);
        self.masks.iter().map(|mask| self.find(turned(mask))).collect()
    }

    /// Which hand has these places.
    pub fn find(&self, mask: u16) -> usize {
        self.masks.iter().position(|other| *other == mask).expect("a hand of three unused numbers")
    }

    /// What a hand becomes when one of its cards, counted from the lowest, is placed and another is drawn.
    pub fn after(&self, hand: usize, card: usize) -> &[u8] {
        let drawn = self.unused - HAND;
        &self.draws[(HAND * hand + card) * drawn..][..drawn]
    }

    /// Each hand without a number, with what it is among one number fewer.
    pub fn kept(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        self.kept[place].iter().map(|(hand, to)| (usize::from(*hand), usize::from(*to)))
    }

    /// Each hand with a number, and which of its cards that is.
    pub fn with(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        self.with[place].iter().map(|(hand, card)| (usize::from(*hand), usize::from(*card)))
    }
}

/// Every hand among so many numbers.
pub fn list(unused: usize) -> Vec<u16> {
    (0..1_u16 << unused).filter(|mask| mask.count_ones() as usize == HAND).collect()
}

fn places(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |place| mask >> place & 1 == 1)
}

/// A mask among one number fewer: what stood above the place moves down.
fn without(mask: u16, place: usize) -> u16 {
    let below = (1 << place) - 1;
    mask & below | (mask >> 1) & !below
}
