//! Tree search over guesses beside the crate `ismcts`: `cargo bench -p agon-benches --bench guesses`.
//!
//! Both search the start of a game with hidden information for the same time on one thread, with the same guesses and
//! the same random games from a leaf, and as curious as each other: what differs is the tree. Its lists of moves are sets of bits, which it likes best.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use agon_benches::{Contender, race};
use agon_rules::games::parity_twist::{Move as Place, ParityTwist, Variant};
use agon_rules::games::primi_composti::{Move as Card, PrimiComposti};
use agon_rules::walk::Player;
use agon_rules::{Game, Moves, Rng, Viewer};
use agon_search::{Control, ismcts};
use ismcts::action_list::ActionList;
use ismcts::inference::NoInference;
use ismcts::searcher::Searcher;
use ismcts::state::State;

/// How long a search is.
const TIME: Duration = Duration::from_millis(100);

fn main() {
    for (name, variant) in [("lanier", Variant::Lanier), ("draft", Variant::Draft)] {
        compare(&format!("Parity Twist, {name}"), ParityTwist { variant });
    }
    compare("Primi Composti for three", PrimiComposti { players: 3, ..PrimiComposti::default() });
}

fn compare<G: Listed>(title: &str, game: G) {
    let mut start = game.deal(&mut Rng::new(0));
    let viewer = Viewer::Seat(game.turn(&start));
    game.hide(&mut start, viewer);
    let (own, mut seed) = (game.clone(), 0);
    let ours = move || {
        seed += 1;
        let begin = Instant::now();
        let stop = || begin.elapsed() >= TIME;
        let mut control = Control::new(u64::MAX, &stop);
        std::hint::black_box(ismcts::<G>(&own, &start, u64::MAX, &mut Rng::new(seed), &mut control));
        control.nodes
    };
    let theirs = move || {
        let desk = Desk { player: Player::new(game.clone()), moves: Moves::new(), rng: Rng::new(1) };
        let desk: &'static RefCell<Desk<G>> = Box::leak(Box::new(RefCell::new(desk)));
        let world = World { game: game.clone(), state: start, desk };
        let found = Searcher::new(0.7, 500_000).search(&world, &NoInference, TIME.as_millis());
        std::hint::black_box(&found.best_action);
        found.num_simulations as u64
    };
    let contenders = vec![Contender::new("agon", ours), Contender::new("ismcts 0.3.3", theirs)];
    race(&format!("{title}, {} ms a search", TIME.as_millis()), "rounds", contenders);
}

/// A game whose moves have small numbers.
trait Listed: Game {
    fn number(m: Self::Move) -> usize;
    fn at(number: usize) -> Self::Move;
    fn is_over(s: &Self::State) -> bool;
}

impl Listed for ParityTwist {
    fn number(m: Place) -> usize {
        match m {
            Place::Place(cell, n) => usize::from(cell) << 4 | usize::from(n),
            Place::Draft(n) => 224 + usize::from(n),
            Place::Give(n) => 240 + usize::from(n),
        }
    }
    fn at(number: usize) -> Place {
        let (high, low) = (number >> 4, (number & 15) as u8);
        match high {
            14 => Place::Draft(low),
            15 => Place::Give(low),
            cell => Place::Place(cell as u8, low),
        }
    }
    fn is_over(s: &Self::State) -> bool {
        s.empty == 0
    }
}

impl Listed for PrimiComposti {
    fn number(m: Card) -> usize {
        m.card.into()
    }
    fn at(number: usize) -> Card {
        Card { card: number as u8, steals: [0; 2] }
    }
    fn is_over(s: &Self::State) -> bool {
        s.size == 0
    }
}

/// What a game of `ismcts` cannot be handed: memory and chance.
struct Desk<G: Game> {
    player: Player<G>,
    moves: Moves<G::Move>,
    rng: Rng,
}

#[derive(Clone)]
struct World<G: Game> {
    game: G,
    state: G::State,
    desk: &'static RefCell<Desk<G>>,
}

impl<G: Listed> State for World<G> {
    type Action = usize;
    type ActionList = Set;
    type Inference = NoInference;

    fn turn(&self) -> usize {
        self.game.turn(&self.state)
    }

    fn randomize(&self, observer: usize, _inference: &NoInference) -> Self {
        let mut world = self.clone();
        self.game.determinize(&mut world.state, Viewer::Seat(observer), &mut self.desk.borrow_mut().rng);
        world
    }

    fn possible_actions(&self) -> Set {
        let moves = &mut self.desk.borrow_mut().moves;
        let mut set = Set::uninit();
        moves.relist(&self.game, &self.state).iter().for_each(|&m| set.push(G::number(m)));
        set
    }

    fn apply_action(&mut self, action: usize) {
        self.game.play(&mut self.state, G::at(action));
    }

    fn do_rollout(&mut self) {
        let Desk { player, rng, .. } = &mut *self.desk.borrow_mut();
        self.state = player.playout(self.state, rng).0;
    }

    fn is_terminal(&self) -> bool {
        G::is_over(&self.state)
    }

    fn reward(&self, perspective: usize) -> f32 {
        let own = self.game.score(&self.state, perspective);
        let others = (0..self.game.seats()).filter(|&seat| seat != perspective);
        let highest = others.map(|seat| self.game.score(&self.state, seat)).max().unwrap_or(own);
        if own > highest { 1.0 } else { f32::from(u8::from(own == highest)) / 2.0 }
    }
}

/// Moves as a set of bits.
#[derive(Clone)]
struct Set([u64; 4]);

impl ActionList<usize> for Set {
    fn uninit() -> Self {
        Set([0; 4])
    }

    fn pop_random(&mut self) -> Option<usize> {
        thread_local!(static CHANCE: RefCell<Rng> = RefCell::new(Rng::new(2)));
        let count = self.len();
        let mut n = if count == 0 { return None } else { CHANCE.with_borrow_mut(|rng| rng.below(count)) };
        for (word, bits) in self.0.iter_mut().enumerate() {
            let count = bits.count_ones() as usize;
            if n < count {
                let mut rest = *bits;
                (0..n).for_each(|_| rest &= rest - 1);
                let bit = rest.trailing_zeros() as usize;
                *bits &= !(1 << bit);
                return Some(64 * word + bit);
            }
            n -= count;
        }
        None
    }

    fn push(&mut self, m: usize) {
        self.0[m / 64] |= 1 << (m % 64);
    }

    fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    fn has(&self, m: &usize) -> bool {
        self.0[m / 64] >> (m % 64) & 1 == 1
    }

    fn without(&self, other: &Self) -> Self {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}
