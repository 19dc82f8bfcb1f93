//! What a selective search calls exact is proved, whatever it has left out.

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::QuadraticWar;
use agon_rules::{Moves, Path, Rng, Show, read_options};
use agon_search::games::infiltration::Infiltrator;
use agon_search::games::quadratic_war::General;
use agon_search::{AlphaBeta, Control, Evaluate, TranspositionTable};

/// Searches positions of random games selectively, and those that are called exact once more in full. Returns how many.
fn check<G: Show, E: Evaluate<G>>(guide: &E, plies: usize, seeds: u64) -> usize {
    const DEEPEST: i32 = 5;
    let game: G = read_options(&[]).expect("the usual options");
    let (mut proofs, mut moves) = (0, Moves::new());
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let mut path = Path::new(game.deal(&mut rng), 0);
        for _ in 0..plies {
            let Some(m) = game.sample(path.state(), &mut rng, &mut moves) else { break };
            path.play(&game, m);
        }
        let mut table = TranspositionTable::new(1 << 20);
        let mut search = AlphaBeta::new(&game, guide, &path, &mut table).selective();
        let mut control = Control::new(20_000, &|| false);
        let Some(best) = search.deepen(DEEPEST, &mut control, &mut |_| {}) else { continue };
        if best.score.exact {
            let mut table = TranspositionTable::new(1 << 22);
            let mut full = AlphaBeta::new(&game, guide, &path, &mut table);
            let value = full.search_full(best.depth, &mut Control::free()).value;
            assert_eq!(best.score.value, value, "{}", game.write_state(path.state()));
            proofs += 1;
        }
    }
    proofs
}

#[test]
fn what_a_search_that_prunes_calls_exact_is_proved() {
    let won = check::<Infiltration, _>(&Infiltrator::default(), 60, 60);
    let won_late = check::<QuadraticWar, _>(&General::default(), 150, 60);
    assert!(won > 5 && won_late > 2, "only {won} and {won_late} proofs");
}
