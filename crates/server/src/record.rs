//! A finished game with everything about it that is not in its record: who played, how it ended, and when.

use agon_rules::{Record, Seat};
use agon_wire::{Clock, EarlyEnd, RoomView, Who};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

/// A finished game. docs/records.md describes it.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameRecord {
    /// the code of the room
    room: String,
    /// the game as one word of text: all that is needed to replay it
    record: String,
    /// the id of the game
    game: String,
    /// every option by name and value
    options: Vec<(String, String)>,
    /// how long players could think
    clock: Clock,
    /// who played, seat 0 first
    players: Vec<RecordPlayer>,
    /// every move on the board
    moves: Vec<Made>,
    /// how it ended, if not by the rules
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<EarlyEnd>,
    /// how it ended by the rules: what `view.outcome` says
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<agon_rules::Outcome>,
    /// the winning seats; an empty list is a draw
    winners: Vec<Seat>,
    /// when the room was made, by RFC 3339; absent in rooms made before 2026-11-17, as are all times
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    made: Option<String>,
    /// when the game ended
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    ended: Option<String>,
}

/// A player of a finished game.
#[derive(Serialize, ToSchema)]
struct RecordPlayer {
    /// a person, or which computer player
    who: Who,
    /// the player's name, if they gave one
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    /// whether they resigned, or ran out of time among several
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resigned: bool,
}

/// A move of a finished game.
#[derive(Serialize, ToSchema)]
struct Made {
    /// who made it
    seat: Seat,
    /// the move in the game's notation
    text: String,
    /// when it was stored, by RFC 3339
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    at: Option<String>,
}

/// What a stored event says of time. Everything else about it is [`Event`](crate::Event)'s.
#[derive(Deserialize)]
struct Timed {
    e: String,
    at: Option<u64>,
    /// of a takeback: how many moves are left
    to: Option<usize>,
}

/// A finished game, from the view of its spectators and the stored events; none while it goes on.
pub(crate) fn record(view: RoomView, events: &[String]) -> Option<GameRecord> {
    let (record, winners) = (view.record?, view.winners?);
    // The history of a view leaves out what is hidden; the record of a finished game hides nothing.
    let texts = record.parse::<Record>().ok()?.moves;
    let timed: Vec<Timed> = events.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    let mut times = Vec::new();
    let mut ended = None;
    for event in &timed {
        match event.e.as_str() {
            "moved" => times.push(event.at),
            "taken_back" => times.truncate(event.to.unwrap_or(0)),
            "ended" => {}
            _ => continue,
        }
        ended = event.at;
    }
    let times = times.into_iter().chain(std::iter::repeat(None));
    let moves = view.view.history.into_iter().zip(texts).zip(times);
    let players = view.chairs.into_iter().map(|chair| RecordPlayer {
        who: chair.who,
        name: chair.name,
        resigned: chair.resigned,
    });
    Some(GameRecord {
        room: view.room,
        record,
        game: view.game,
        options: view.options,
        clock: view.clock,
        players: players.collect(),
        moves: moves.map(|((step, text), at)| Made { seat: step.seat, text, at: written(at) }).collect(),
        ending: view.ending,
        outcome: view.view.outcome,
        winners,
        made: timed.first().and_then(|event| written(event.at)),
        ended: written(ended),
    })
}

/// Milliseconds since 1970 as RFC 3339 has them.
fn written(ms: Option<u64>) -> Option<String> {
    let nanos = i128::from(ms?) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_standard_has_them() {
        assert_eq!(written(Some(1_795_000_000_123)).as_deref(), Some("2026-11-18T11:06:40.123Z"));
        assert_eq!((written(None), written(Some(u64::MAX))), (None, None));
    }
}
