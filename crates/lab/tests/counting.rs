//! What is counted of games, and that the order of adding up makes no difference.

use std::sync::Arc;

use agon_lab::play::{Finished, PATIENCE, SEATS};
use agon_lab::{Block, Cell, Plan, Tally};
use agon_rules::Rng;

/// A finished game for two, three or more: final scores and who won.
fn finished(scores: &[i32], winners: &[usize], plies: u32) -> Finished {
    let mut game = Finished {
        scores: [0; SEATS],
        won: std::array::from_fn(|seat| winners.contains(&seat)),
        plies,
        choices: u64::from(plies) * 3,
        chosen: plies,
        leads: 1,
        forfeit: None,
        opening: 0,
        fingerprint: u64::from(plies),
    };
    game.scores[..scores.len()].copy_from_slice(scores);
    game
}

#[test]
fn a_tie_is_shared_by_its_winners_and_won_by_none() {
    let mut tally = Tally::new(3);
    tally.add(&finished(&[5, 1, 2], &[0], 9));
    tally.add(&finished(&[4, 4, 2], &[0, 1], 9));
    tally.add(&finished(&[0, 0, 0], &[0, 1, 2], 12));
    assert_eq!((tally.games, tally.ties, tally.wins.as_slice()), (3, 2, &[1, 0, 0][..]));
    // In sixtieths: a whole game, a half, a third.
    assert_eq!(tally.shares, [60 + 30 + 20, 30 + 20, 20]);
    assert!((tally.share(0) - (1.0 + 0.5 + 1.0 / 3.0) / 3.0).abs() < 1e-12);
    assert_eq!(tally.scores[0].iter().collect::<Vec<_>>(), [(&0, &1), (&4, &1), (&5, &1)]);
    assert_eq!(tally.differences.iter().collect::<Vec<_>>(), [(&0, &2), (&4, &1)]);
    assert_eq!(tally.lengths.iter().collect::<Vec<_>>(), [(&9, &2), (&12, &1)]);
    assert_eq!((tally.choices, tally.chosen, tally.leads), (90, 30, 3));
}

#[test]
fn a_game_lost_by_default_is_won_by_the_other_and_says_nothing_of_scores() {
    let mut tally = Tally::new(2);
    tally.add(&Finished { forfeit: Some("`cmd:x` has ended".to_owned()), ..finished(&[7, 3], &[1], 4) });
    assert_eq!((tally.games, tally.wins.as_slice(), tally.ties), (1, &[0, 1][..], 0));
    assert!(
        tally.scores.iter().all(std::collections::BTreeMap::is_empty) && tally.lengths.is_empty() && tally.chosen == 0
    );
    assert_eq!(tally.forfeits.into_iter().collect::<Vec<_>>(), [("`cmd:x` has ended".to_owned(), 1)]);
}

#[test]
fn tallies_add_up_in_any_order_and_grouping() {
    let mut rng = Rng::new(4);
    let games: Vec<Finished> = (0..60)
        .map(|_| {
            let scores = [rng.below(9) as i32, rng.below(9) as i32];
            let most = scores[0].max(scores[1]);
            let winners: Vec<usize> = (0..2).filter(|seat| scores[*seat] == most).collect();
            let forfeit = (rng.below(10) == 0).then(|| "gave up".to_owned());
            Finished { forfeit, ..finished(&scores, &winners, 5 + rng.below(20) as u32) }
        })
        .collect();
    let sum = |games: &[Finished]| {
        let mut tally = Tally::new(2);
        games.iter().for_each(|game| tally.add(game));
        tally
    };
    let whole = sum(&games);
    for size in [1, 7, 30] {
        let mut pieces: Vec<Tally> = games.chunks(size).map(sum).collect();
        pieces.reverse();
        let mut merged = Tally::new(2);
        pieces.iter().for_each(|piece| merged.merge(piece));
        assert_eq!(merged, whole, "pieces of {size}");
    }
    let text = serde_json::to_string(&whole).expect("JSON");
    assert_eq!(serde_json::from_str::<Tally>(&text).expect("a tally"), whole);
}

#[test]
fn blocks_cover_every_game_once_and_are_never_too_many() {
    let cell = |games| Cell { players: vec!["random".to_owned(); 2], games, seed: 1 };
    for games in [0, 1, 2, 199, 200, 399, 400, 12_345, 1_000_000, 3_000_000_000_u64] {
        let plan = Plan {
            cells: vec![cell(games), cell(3)],
            round: 1,
            openings: Arc::default(),
            balanced: 0,
            records: false,
            patience: PATIENCE,
            quality: 0,
        };
        let blocks = plan.blocks();
        let (of_first, of_second): (Vec<Block>, Vec<Block>) = blocks.iter().partition(|block| block.group == 0);
        let mut next = 0;
        for block in &of_first {
            assert!(block.first == next && block.end > block.first, "{games}: {block:?}");
            next = block.end;
        }
        assert_eq!(next, games);
        assert!(of_first.len() <= 12_000, "{games}: {} blocks", of_first.len());
        assert_eq!(of_second.last().map(|block| block.end), Some(3));
    }
}
