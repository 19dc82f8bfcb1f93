//! Random games told event by event, for comparison with other implementations of the rules and with other machines.

use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use crate::{Error, Match, Outcome, Record, Rng, Seat, Show, Start, Table, Value, Viewer};

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
        let mut rng = Rng::stream(seed, 1);
        one(Match::new(game.clone(), start)?, |moves| Some(rng.below(moves.len())), each)?;
    }
    Ok(())
}

/// Tells everything that happened in a game that was played, until `each` says to stop.
pub fn retell<G: Show>(
    game: &G,
    record: &Record,
    each: &mut impl FnMut(&Event) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error> {
    let table = Match::new(game.clone(), record.start.clone())?;
    let mut made = record.moves.iter();
    // Where the record ends sooner than the game, there is nothing more to tell.
    let next = |moves: &[(String, G::Move)]| {
        let text = made.next()?;
        moves.iter().position(|(known, _)| known == text)
    };
    Ok(match one(table, next, &mut |event| if each(event).is_break() { Err(()) } else { Ok(()) }) {
        Ok(()) => ControlFlow::Continue(()),
        Err(()) => ControlFlow::Break(()),
    })
}

/// Tells a game in which `next` says which of the legal moves is made, until it says none.
fn one<G: Show, E>(
    mut table: Match<G>,
    mut next: impl FnMut(&[(String, G::Move)]) -> Option<usize>,
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
        let Some((text, m)) = next(&moves).map(|at| &moves[at]) else { return Ok(()) };
        let legal = moves.iter().map(|(text, _)| text.as_str()).collect();
        let seat = table.game().turn(state);
        each(&Event::Ply { ply: table.ply(), seat, position, legal, r#move: text })?;
        table.advance(*m);
    }
}
