//! No ply allocates: listing the moves and making one works within memory that is reused.

use agon_rules::games::{self, Visitor};
use agon_rules::{Moves, Rng, Show};

#[derive(Clone)]
struct Count;

impl Visitor for Count {
    type Out = ();

    fn visit<G: Show>(self, game: G) {
        let mut moves = Moves::new();
        let mut rng = Rng::new(1);
        let start = game.deal(&mut rng);
        let mut plies = 0;
        let counted = allocation_counter::measure(|| {
            for _ in 0..3 {
                let mut state = start;
                for _ in 0..400 {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    let Some(m) = game.sample(&state, &mut rng, &mut moves) else { break };
                    game.play(&mut state, m);
                    plies += 1;
                }
            }
        });
        assert!(plies > 0, "{}: no ply was played", G::ID);
        assert_eq!(counted.count_total, 0, "{}: {plies} plies of {:?} allocated", G::ID, game.values());
    }
}

#[test]
fn no_ply_allocates_in_any_game() {
    games::each(Count);
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| {
        std::hint::black_box(Moves::<u8>::new());
    });
    assert_eq!(counted.count_total, 1);
}
