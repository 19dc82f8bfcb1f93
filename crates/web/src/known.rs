//! What is known of games, in a line each: as `docs/results.md` says it, in the section that a test compares.

use agon_client::words::grouped;
use agon_rules::{Text, text};

/// A line for each game of which something is known: its id, a colon, and what; where there is a certificate of it, then
/// its file and size.
const KNOWN: &str = include_str!("../assets/known.txt");

/// The parts of a line: the id, what is known, and the certificate with its size.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, Option<(&'static str, u64)>)> {
    KNOWN.lines().filter_map(|line| {
        let (id, rest) = line.split_once(": ")?;
        let (text, proof) = rest.split_once(" | ").map_or((rest, None), |(text, proof)| (text, Some(proof)));
        Some((
            id,
            text,
            proof.and_then(|proof| proof.split_once(' ')).and_then(|(file, size)| Some((file, size.parse().ok()?))),
        ))
    })
}

/// What is known of a game.
pub fn known(game: &str) -> Option<Text> {
    lines().find(|(id, ..)| *id == game).map(|(_, text, _)| Text::term("known", text))
}

/// The certificate of that.
pub fn certificate(game: &str) -> Option<Text> {
    let (_, _, proof) = lines().find(|(id, ..)| *id == game)?;
    let (file, bytes) = proof?;
    Some(text!(
        "There is a certificate of this, {file}, {bytes} bytes: `agon verify` checks it by the rules alone.",
        file,
        bytes = grouped(bytes)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_rules::games;

    #[test]
    fn what_is_known_is_in_the_results_and_of_games_that_there_are() {
        let results = include_str!("../../../docs/results.md");
        assert_eq!(lines().count(), KNOWN.lines().count());
        for (id, text, proof) in lines() {
            assert!(games::info(id).is_ok(), "{id}");
            assert!(results.contains(&format!("- `{id}`: {text}\n")), "docs/results.md does not say: {id}: {text}");
            let Some((file, bytes)) = proof else { continue };
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates/");
            let there = std::fs::metadata(format!("{path}{file}")).map(|file| file.len());
            assert_eq!(there.ok(), Some(bytes), "the size of {file}");
        }
        assert!(games::list().iter().any(|info| known(info.id).is_some()));
        assert!(games::list().iter().any(|info| certificate(info.id).is_some()));
    }
}
