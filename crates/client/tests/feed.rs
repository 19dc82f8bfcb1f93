//! The feed of a game: rounds of whole turns, each move with what it led to, and nothing that the viewer may not know.

use agon_client::{Feed, Local, Plan, Sitter};
use agon_rules::{Rng, Start, Table, Viewer, games};

fn local(game: &str, options: &[(String, String)], sitters: &[&str], seed: u64) -> Local {
    let sitters = sitters.iter().map(|word| Sitter::new(word)).collect();
    Local::open(&Plan::new(game, options, Start::Seed(seed), sitters, seed)).expect("a game")
}

#[test]
fn a_feed_that_follows_is_the_feed_made_at_the_end() {
    for info in games::list() {
        let mut game = local(info.id, &[], &["human", "human"], 3);
        let (mut feed, mut rng) = (Feed::default(), Rng::new(3));
        for ply in 0..40 {
            let Some(legal) = Some(game.record().replay().expect("a record").legal()).filter(|legal| !legal.is_empty())
            else {
                break;
            };
            game.play(&legal[rng.below(legal.len())]).expect("a legal move");
            game.take_screen();
            feed.follow(&game);
            if ply % 7 == 6 {
                game.undo();
                feed.follow(&game);
            }
            let mut fresh = Feed::default();
            fresh.follow(&game);
            assert_eq!(feed.entries(), fresh.entries(), "{}", info.id);
        }
    }
}

#[test]
fn a_turn_of_several_moves_stays_in_one_round() {
    let mut game = local("gambit", &[], &["human", "human"], 1);
    let mut table: Box<dyn Table> = game.record().replay().expect("a record");
    let (mut rng, mut feed) = (Rng::new(9), Feed::default());
    while let Some(turn) = table.turn() {
        let legal = table.legal();
        let text = legal[rng.below(legal.len())].clone();
        table.play(turn, &text).expect("a legal move");
        game.play(&text).expect("a legal move");
    }
    feed.follow(&game);
    let mut plies = 0;
    for round in feed.rounds() {
        assert_eq!(round.first, plies, "rounds follow each other");
        plies += round.entries.len();
        let turns = round.entries.chunk_by(|one, other| one.step.seat == other.step.seat).count();
        assert!(turns <= 2, "a round is at most one turn of each: {round:?}");
    }
    assert_eq!(plies, table.ply());
}

/// Everything a feed says, as text.
fn told(game: &Local) -> String {
    let mut feed = Feed::default();
    feed.follow(game);
    feed.entries().iter().map(|entry| format!("{:?} {:?}\n", entry.step, entry.notes)).collect()
}

/// A game of these players in which the first lays a number face down, and both go on with others.
fn with_hidden(number: u8, sitters: &[&str]) -> Local {
    let settings = [("variant".to_owned(), "hidden-master".to_owned())];
    let mut game = local("parity-twist", &settings, sitters, 0);
    for text in [format!("m={number}"), "a1=1".to_owned(), "b2=2".to_owned(), "k3=3".to_owned()] {
        game.play(&text).expect("a legal move");
    }
    game
}

#[test]
fn what_one_seat_hides_is_in_its_own_feed_only() {
    for viewer in [["easy", "human"], ["easy", "easy"]] {
        let [six, seven] = [6, 7].map(|number| told(&with_hidden(number, &viewer)));
        assert!(six.contains("m=?") && !six.contains("m=6"), "{six}");
        assert_eq!(six, seven, "{viewer:?} can tell what is hidden");
    }
    let own = told(&with_hidden(6, &["human", "easy"]));
    assert!(own.contains("m=6") && !own.contains("m=?"), "{own}");
}

#[test]
fn a_feed_on_a_shared_screen_is_for_whoever_has_the_screen() {
    let mut game = with_hidden(6, &["human", "human"]);
    let (mut feed, mut seen) = (Feed::default(), Vec::new());
    for text in ["a2=4", "b1=5", "k1=8"] {
        game.take_screen();
        feed.follow(&game);
        let first = feed.entries()[0].step.text.clone();
        seen.push((game.viewer(), first));
        game.play(text).expect("a legal move");
        // The screen is not handed over yet.
        feed.follow(&game);
        let mut fresh = Feed::default();
        fresh.follow(&game);
        assert_eq!(feed.entries(), fresh.entries());
    }
    let expected = [(0, "m=6"), (1, "m=?"), (0, "m=6")].map(|(seat, text)| (Viewer::Seat(seat), text.to_owned()));
    assert_eq!(seen, expected);
}
