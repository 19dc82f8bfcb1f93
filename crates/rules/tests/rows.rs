//! The law of games of rows (`Game::rows`): the rows that are left say who wins, and nothing else does.

use std::collections::BTreeSet;

use agon_rules::{Moves, Rng, Show, games};

type Rows = BTreeSet<BTreeSet<String>>;

/// The rows of a seat as sets of notation.
fn rows<G: Show>(game: &G, s: &G::State, seat: usize) -> Option<Rows> {
    let texts = |row: Vec<G::Move>| row.into_iter().map(|m| game.write_move(s, m)).collect();
    game.rows(s, seat).map(|rows| rows.into_iter().map(texts).collect())
}

#[derive(Clone)]
struct Law;

impl games::Visitor for Law {
    type Out = (bool, usize);

    fn visit<G: Show>(self, game: G) -> (bool, usize) {
        let (mut rng, mut won) = (Rng::new(7), 0);
        let mut moves = Moves::new();
        for round in 0..40 {
            let mut s = game.deal(&mut Rng::new(round));
            let Some(mut left) = rows(&game, &s, 0).zip(rows(&game, &s, 1)).map(|(one, other)| [one, other]) else {
                return (false, 0);
            };
            assert!(!G::POINTS && !G::LOOPS && game.seats() == 2, "{}", G::ID);
            loop {
                let context = format!("{} {:?}: {}", G::ID, game.values(), game.write_state(&s));
                let list = moves.relist(&game, &s);
                let texts: BTreeSet<String> = list.iter().map(|&m| game.write_move(&s, m)).collect();
                assert!(left.iter().flatten().all(|row| !row.is_empty() && row.is_subset(&texts)), "{context}");
                // Random play, but whoever can complete a row does so every other time.
                let mover = game.turn(&s);
                let wins = |m: &G::Move| left[mover].contains(&BTreeSet::from([game.write_move(&s, *m)]));
                let winning = list.iter().copied().find(|m| round % 2 == 0 && wins(m));
                let Some(m) = winning.or_else(|| list.draw(&mut rng)) else {
                    assert!((0..2).all(|seat| game.score(&s, seat) == 0), "{context}: won without a row");
                    break;
                };
                let text = game.write_move(&s, m);
                let used = |row: &BTreeSet<String>| row.iter().filter(|other| **other != text).cloned().collect();
                left[mover] = left[mover].iter().map(used).collect();
                left[1 - mover].retain(|row| !row.contains(&text));
                game.play(&mut s, m);
                if left[mover].contains(&BTreeSet::new()) {
                    assert!(game.over(&s, &mut Moves::new()), "{context}: {text} completes a row");
                    assert_eq!([game.score(&s, mover), game.score(&s, 1 - mover)], [1, 0], "{context}: {text}");
                    won += 1;
                    break;
                }
                assert_eq!(rows(&game, &s, 0).as_ref(), Some(&left[0]), "{context}: {text}");
                assert_eq!(rows(&game, &s, 1).as_ref(), Some(&left[1]), "{context}: {text}");
                // Whoever moves next, the squares are there for both.
                let next: BTreeSet<String> = moves.relist(&game, &s).iter().map(|&m| game.write_move(&s, m)).collect();
                assert_eq!(next.len() + 1, texts.len(), "{context}: {text}");
                assert!(next.is_subset(&texts) && !next.contains(&text), "{context}: {text}");
                assert_ne!(game.turn(&s), mover, "{context}: {text}");
            }
        }
        (true, won)
    }
}

#[test]
fn in_a_game_of_rows_the_rows_that_are_left_say_who_wins() {
    let tried = games::each(Law);
    let of_rows: Vec<usize> = tried.into_iter().filter(|(is, _)| *is).map(|(_, won)| won).collect();
    assert!(of_rows.len() >= 18, "{} variants have rows", of_rows.len());
    assert!(of_rows.iter().sum::<usize>() > 200, "{of_rows:?} games won");
}
