//! Whatever numbers a program sends, nothing panics, and what is refused changes nothing.

use agon_numbers::{BatchSpec, Root, Rules, batch_by_id, table_by_id, tree_by_id};
use agon_rules::{Rng, Start, Viewer};

use super::rows::{Rows, variants};

/// A number that may be an action, is nearly one, or is far from it.
fn number(rng: &mut Rng, legal: &[u32], actions: usize) -> i64 {
    match rng.below(6) {
        0 => rng.bits() as i64,
        1 => -(rng.below(3) as i64),
        2 => (actions + rng.below(3)) as i64 - 1,
        3 => rng.below(actions) as i64,
        _ => legal.get(rng.below(legal.len().max(1))).map_or(0, |action| (*action).into()),
    }
}

#[test]
fn any_number_is_an_action_or_an_error() {
    for (id, settings) in variants() {
        let mut rng = Rng::new(id.len() as u64);
        let rules = Rules { max_plies: Some(60), ..Rules::default() };
        let mut table = table_by_id(id, &settings, Start::Seed(1), rules).expect("a game");
        let mut tree = tree_by_id(id, &settings, &Root::Deal, rules).expect("a game");
        for _ in 0..200 {
            let action = number(&mut rng, table.legal(), table.actions());
            let (before, plies) = (table.position(Viewer::Referee), table.ply());
            let is_legal = u32::try_from(action).is_ok_and(|action| table.legal().contains(&action));
            assert_eq!(table.text(action).is_ok(), is_legal, "{id} {settings:?}: {action}");
            match table.apply(action) {
                Ok(()) => assert!(is_legal && table.ply() == plies + 1, "{id} {settings:?}: {action}"),
                Err(_) => {
                    assert!(!is_legal && table.position(Viewer::Referee) == before, "{id} {settings:?}: {action}");
                }
            }
            let seat = rng.below(8);
            let mut out = vec![0.0; table.size() + rng.below(3) - 1];
            let fits = seat < table.seats() && out.len() == table.size();
            assert_eq!(table.observe(seat, &mut out).is_ok(), fits);
            assert_eq!(tree.observe(seat, &mut out).is_ok(), fits);
            if rng.below(20) == 0 {
                table.undo();
                tree.undo();
            }
            let before = (tree.history().to_vec(), tree.position(Viewer::Referee));
            let outcomes = tree.chance_outcomes().len().max(tree.actions());
            if tree.apply(number(&mut rng, tree.legal(), outcomes)).is_err() {
                assert_eq!((tree.history().to_vec(), tree.position(Viewer::Referee)), before, "{id} {settings:?}");
            }
        }
    }
}

#[test]
fn any_numbers_for_a_batch_are_a_step_or_an_error() {
    for (id, settings) in variants() {
        let mut batch = batch_by_id(id, &settings, &BatchSpec::new(2, 0)).expect("a batch");
        let mut rows = Rows::of(&*batch);
        rows.reset(&mut *batch, 0);
        let (mut rng, mut steps) = (Rng::new(2), 0);
        for _ in 0..100 {
            let before = rows.clone();
            rows.actions =
                (0..2).map(|game| number(&mut rng, batch.legal(game).expect("a game"), batch.actions())).collect();
            let legal = (0..2).all(|game| {
                let action = u32::try_from(rows.actions[game]);
                action.is_ok_and(|action| batch.legal(game).expect("a game").contains(&action))
            });
            let stepped = rows.step_by(&mut *batch).is_ok();
            assert_eq!(stepped, legal, "{id} {settings:?}");
            if !stepped {
                rows.actions.clone_from(&before.actions);
                assert_eq!(rows, before, "{id} {settings:?}");
            }
            steps += usize::from(stepped);
        }
        assert!((1..100).contains(&steps), "{id} {settings:?}: {steps} steps");
    }
}
