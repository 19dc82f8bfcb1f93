//! What is left of the lines of one board, and what can be said of it without search.

use agon_rules::bits::Ones;

use crate::solve::rows::lines::only;

/// What is left of a line without a mark of the defender: its empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub squares: u128,
    pub line: u16,
    /// which of the line's squares are empty
    pub bits: u8,
}

/// A set of lines by their numbers. No board has more than 188.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Lines([u128; 2]);

impl Lines {
    fn insert(&mut self, at: usize) {
        self.0[at / 128] |= 1 << (at % 128);
    }

    fn holds(self, at: usize) -> bool {
        self.0[at / 128] >> (at % 128) & 1 > 0
    }

    fn add(&mut self, other: Lines) {
        self.0 = [self.0[0] | other.0[0], self.0[1] | other.0[1]];
    }

    fn meets(self, other: Lines) -> bool {
        self.0[0] & other.0[0] != 0 || self.0[1] & other.0[1] != 0
    }

    /// Whether all of these are among others.
    pub fn within(self, other: Lines) -> bool {
        self.0[0] & !other.0[0] == 0 && self.0[1] & !other.0[1] == 0
    }

    pub fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    pub fn numbers(self) -> impl Iterator<Item = usize> {
        Ones(self.0[0]).chain(Ones(self.0[1]).map(|at| at + 128))
    }
}

/// By square: the lines through it.
pub type Through = [Lines; 128];

/// Takes out lines that change nothing. Returns the lines through each square, and the squares of pairs.
///
/// A line that holds all squares of another is filled no sooner, and a mark that stops the other stops it. Two squares
/// on exactly the same lines are a pair: the defender answers a mark on one with the other, which settles all lines of
/// both; neither square is then of any other use, so the rest is worth what the whole was.
pub fn simplify(edges: &mut Vec<Edge>) -> (Through, u128) {
    edges.sort_unstable_by_key(|edge| (edge.squares.count_ones(), edge.squares));
    let mut kept = 0;
    for at in 0..edges.len() {
        let edge = edges[at];
        if !edges[..kept].iter().any(|less| less.squares & !edge.squares == 0) {
            edges[kept] = edge;
            kept += 1;
        }
    }
    edges.truncate(kept);
    let mut pairs = 0;
    loop {
        let mut through = [Lines::default(); 128];
        for (at, edge) in edges.iter().enumerate() {
            Ones(edge.squares).for_each(|cell| through[cell].insert(at));
        }
        let mut gone = Lines::default();
        let cells: Vec<usize> = Ones(live(edges)).collect();
        for (i, &a) in cells.iter().enumerate() {
            if through[a].meets(gone) {
                continue;
            }
            if let Some(&b) = cells[i + 1..].iter().find(|&&b| through[a] == through[b]) {
                gone.add(through[a]);
                pairs |= 1 << a | 1 << b;
            }
        }
        if gone == Lines::default() {
            return (through, pairs);
        }
        let mut at = 0;
        edges.retain(|_| {
            at += 1;
            !gone.holds(at - 1)
        });
    }
}

/// All squares of these lines.
pub fn live(edges: &[Edge]) -> u128 {
    edges.iter().fold(0, |set, edge| set | edge.squares)
}

/// Whether the defender holds by always taking the square whose lines weigh most (Erdős and Selfridge).
///
/// A line with k empty squares weighs 2^-k. With the defender to move, it holds everything that weighs less than 1
/// (docs/certificates.md has the proof). Here this is asked one move later: with the attacker to move, after each of its
/// marks; with the defender to move, after each of the attacker's answers to the heaviest square.
pub fn held_by_weight(edges: &[Edge], through: &Through, len: usize, attacks: bool) -> bool {
    let weight = |edge: &Edge| 1_u32 << (len - edge.squares.count_ones() as usize);
    let most = 1 << len;
    let mut all: u32 = edges.iter().map(weight).sum();
    if !attacks && all < most {
        return true;
    }
    let mut of = [0_u32; 128];
    for edge in edges {
        Ones(edge.squares).for_each(|cell| of[cell] += weight(edge));
    }
    if !attacks {
        let best = (0..of.len()).max_by_key(|&cell| of[cell]).unwrap_or(0);
        all -= of[best];
        for at in through[best].numbers() {
            Ones(edges[at].squares).for_each(|cell| of[cell] -= weight(&edges[at]));
        }
    }
    all + of.iter().max().unwrap_or(&0) < most
}

/// The parts that share no square, if there are several.
pub fn parts(edges: &[Edge]) -> Option<Vec<Vec<Edge>>> {
    let mut sets: Vec<u128> = Vec::new();
    for edge in edges {
        let mut set = edge.squares;
        sets.retain(|other| {
            let apart = other & edge.squares == 0;
            if !apart {
                set |= other;
            }
            apart
        });
        sets.push(set);
    }
    let part = |set: &u128| edges.iter().filter(|edge| edge.squares & set != 0).copied().collect();
    (sets.len() > 1).then(|| sets.iter().map(part).collect())
}

/// A win by threats, each of which leaves a single reply.
#[derive(Clone, Copy)]
pub struct Threats {
    /// the defender must mark one of these
    pub must: u128,
    /// all squares on which the win rests
    pub zone: u128,
}

/// Whether the attacker, to move, wins by threats alone. With `all`, several sequences are looked for: a defence must
/// meet each of them.
pub fn by_threats(edges: &[u128], budget: &mut u32, all: bool) -> Option<Threats> {
    if *budget == 0 {
        return None;
    }
    *budget -= 1;
    let squares = edges.iter().filter(|edge| edge.count_ones() == 2).fold(0, |set, edge| set | edge);
    let mut won: Option<Threats> = None;
    for cell in Ones(squares) {
        let bit = 1_u128 << cell;
        let pairs = edges.iter().filter(|edge| edge.count_ones() == 2 && *edge & bit != 0);
        let replies = pairs.fold(0, |set, edge| set | edge & !bit);
        let rest = if only(replies).is_none() {
            Some(0)
        } else {
            let left = edges.iter().filter(|edge| *edge & replies == 0);
            let left: Vec<u128> = left.map(|edge| edge & !bit).collect();
            by_threats(&left, budget, false).map(|rest| rest.zone)
        };
        let Some(rest) = rest else { continue };
        let zone = rest | replies | bit;
        won = Some(
            won.map_or(Threats { must: zone, zone }, |won| Threats { must: won.must & zone, zone: won.zone | zone }),
        );
        if !all {
            break;
        }
    }
    won
}

/// No pairing is tried for more lines than this.
const PAIRED: usize = 48;
/// Pairs to try before giving up.
const PAIRS: u32 = 60;

/// Pairs of squares so that every line holds one, if some are found soon: the squares of all of them.
pub fn pairing(edges: &[Edge]) -> Option<u128> {
    let mut lines: Vec<u128> = edges.iter().map(|edge| edge.squares).collect();
    if lines.len() > PAIRED { None } else { pair(&mut lines, 0, &mut { PAIRS }) }
}

/// The same with squares outside of `used`. Reorders the lines.
fn pair(lines: &mut [u128], used: u128, tries: &mut u32) -> Option<u128> {
    // The line with the fewest squares to choose from first.
    let Some(line) = lines.iter().map(|line| line & !used).min_by_key(|line| line.count_ones()) else {
        return Some(used);
    };
    let mut pairs = Vec::with_capacity(10);
    for a in Ones(line) {
        for b in Ones(line & !((2 << a) - 1)) {
            let both: u128 = 1 << a | 1 << b;
            pairs.push((lines.iter().filter(|line| *line & both == both).count(), both));
        }
    }
    // The pair that serves most lines first.
    pairs.sort_unstable_by_key(|pair| std::cmp::Reverse(pair.0));
    for (_, both) in pairs {
        if *tries == 0 {
            return None;
        }
        *tries -= 1;
        // The lines without a pair come first.
        let mut open = 0;
        for at in 0..lines.len() {
            if lines[at] & both != both {
                lines.swap(at, open);
                open += 1;
            }
        }
        if let Some(used) = pair(&mut lines[..open], used | both, tries) {
            return Some(used);
        }
    }
    None
}
