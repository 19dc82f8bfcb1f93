//! What is known of games, in a line each: as `docs/results.md` says it, in the section that a test compares.

use agon_rules::Text;

/// A line for each game of which something is known: its id, a colon, and what.
const KNOWN: &str = include_str!("../assets/known.txt");

/// What is known of a game.
pub fn known(game: &str) -> Option<Text> {
    let mut lines = KNOWN.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(id, _)| *id == game).map(|(_, text)| Text::term("known", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_rules::games;

    #[test]
    fn what_is_known_is_in_the_results_and_of_games_that_there_are() {
        let results = include_str!("../../../docs/results.md");
        for line in KNOWN.lines() {
            let (id, text) = line.split_once(": ").expect("an id and a text");
            assert!(games::info(id).is_ok(), "{id}");
            assert!(results.contains(&format!("- `{id}`: {text}\n")), "docs/results.md does not say: {line}");
        }
        assert!(games::list().iter().any(|info| known(info.id).is_some()));
    }
}
