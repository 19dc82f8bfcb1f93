//! Random games told event by event, for comparison with other implementations of the rules and with other machines.

use serde::{Serialize, Serializer};

use crate::{Error, Match, Outcome, Rng, Seat, Show, Start, Table, Value, Viewer};

/// What happens in a game.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// it begins
    Start {
        /// the id of the game
        game: &'static str,
        /// its options in their own order
        #[serde(serialize_with = "as_object")]
        options: Vec<(String, Value)>,
        /// where it begins
        position: String,
    },
    /// a move is made
    Ply {
        /// how many were made before
        ply: usize,
        /// who makes it
        seat: Seat,
        /// where it is made
        position: String,
        /// every legal move, sorted
        legal: Vec<&'a str>,
        /// the move
        r#move: &'a str,
    },
    /// no move is left
    End {
        /// where it ends
        position: String,
        /// how
        result: Outcome,
    },
}

fn as_object<S: Serializer>(options: &[(String, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter().map(|(name, value)| (name, value)))
}

/// Plays games to their end at random and tells everything that happens; the same seed tells the same.
pub fn trace<G: Show, E: From<Error>>(
    game: &G,
    position: Option<&str>,
    games: u64,
    seed: u64,
    each: &mut impl FnMut(&Event) -> Result<(), E>,
) -> Result<(), E> {
    // Without a game to play a bad position would pass unnoticed.
    if let Some(position) = position {
        Match::new(game.clone(), Start::Position(position.to_owned()))?;
    }
    for index in 0..games {
        // The deal and the moves draw from one seed of the game's own.
        let seed = Rng::derive(seed, index);
        let start = position.map_or(Start::Seed(seed), |position| Start::Position(position.to_owned()));
        one(Match::new(game.clone(), start)?, &mut Rng::stream(seed, 1), each)?;
    }
    Ok(())
}

fn one<G: Show, E>(
    mut table: Match<G>,
    rng: &mut Rng,
    each: &mut impl FnMut(&Event) -> Result<(), E>,
) -> Result<(), E> {
    each(&Event::Start { game: table.id(), options: table.options(), position: table.position(Viewer::Referee) })?;
    loop {
        let state = table.path().state();
        let mut moves: Vec<_> = table.choices().iter().map(|&m| (table.game().write_move(state, m), m)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let position = table.position(Viewer::Referee);
        if moves.is_empty() {
            let result = table.outcome().expect("a table without moves has an outcome");
            return each(&Event::End { position, result });
        }
        let (text, m) = &moves[rng.below(moves.len())];
        let legal = moves.iter().map(|(text, _)| text.as_str()).collect();
        let seat = table.game().turn(state);
        each(&Event::Ply { ply: table.ply(), seat, position, legal, r#move: text })?;
        table.advance(*m);
    }
}
