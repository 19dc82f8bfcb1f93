//! How long games can be: what the rules state, against games that were played.

use agon_rules::games::{self, Visitor};
use agon_rules::{Rng, Show, walk};

/// The longest of some random games, and what the rules say.
#[derive(Clone)]
struct Longest;

impl Visitor for Longest {
    type Out = (&'static str, bool, usize, Option<usize>);

    fn visit<G: Show>(self, game: G) -> Self::Out {
        let (mut player, mut rng) = (walk::Player::new(game.clone()), Rng::new(3));
        let mut playout = |_| {
            let start = game.deal(&mut rng);
            player.playout(start, &mut rng).1 as usize
        };
        let games = if G::LOOPS { 0 } else { 100 };
        (G::ID, G::LOOPS, (0..games).map(&mut playout).max().unwrap_or(0), game.most_plies())
    }
}

#[test]
fn no_game_is_longer_than_its_rules_say() {
    for (id, loops, longest, most) in games::each(Longest) {
        assert_eq!(most.is_none(), loops, "{id}: a length is stated exactly where positions do not come back");
        assert!(most.is_none_or(|most| longest <= most), "{id}: {longest} plies, and the most is {most:?}");
        // Every number and every card is played there; elsewhere most games end earlier.
        if ["parity-twist", "primi-composti"].contains(&id) {
            assert_eq!(Some(longest), most, "{id}");
        }
    }
}
