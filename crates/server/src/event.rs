//! What has happened in a room. Events are all that is stored; everything else is derived from them.

use agon_rules::Seat;
use agon_wire::{Clock, EarlyEnd, Listing, Phrase, Who};
use serde::{Deserialize, Serialize};

/// An event as it is stored: what has happened, and when. Events of earlier versions have no time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// what
    #[serde(flatten)]
    pub event: Event,
    /// when, in milliseconds by the store's clock
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

impl Entry {
    /// Reads what was stored.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The text to store.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("events have text keys")
    }

    /// When it happened for somebody who reads it now: nothing has happened later, and without a time it was just now.
    pub fn time(&self, now: u64) -> u64 {
        self.at.map_or(now, |at| at.min(now))
    }
}

/// One thing that has happened. Stores are full of its JSON, so old events must stay readable: tests/old holds some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Event {
    /// The room was made. Always the first.
    Made {
        /// the id of the game
        game: String,
        /// its options
        options: Vec<(String, String)>,
        /// the seed of the deal, which nobody may know before the end; it holds only where everybody sits from the start
        seed: u64,
        /// who sits where
        seats: Vec<Sitting>,
        /// how long players may think
        clock: Clock,
        /// the version of the game's rules
        #[serde(default = "first", skip_serializing_if = "is_first")]
        rules: u32,
        /// whether the result counts
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rated: bool,
    },
    /// A person took an open seat.
    Joined {
        /// the seat
        seat: Seat,
        /// their name; empty where a key keeps it
        name: String,
        /// the fingerprint of their token
        key: String,
        /// the public id of the player whose key keeps the name
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
    },
    /// Everybody sits: the game is dealt anew, so that nobody has chosen among deals. Rooms of earlier versions have no such event.
    Dealt {
        /// the seed of the deal, which nobody may know before the end
        seed: u64,
    },
    /// A player has changed their name.
    Named {
        /// the seat
        seat: Seat,
        /// their name
        name: String,
    },
    /// A computer plays a seat from here on.
    Computer {
        /// the seat
        seat: Seat,
        /// the computer player
        player: String,
        /// whether the person there has resigned or run out of time, and cannot come back
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        resigned: bool,
    },
    /// A person has taken their seat back from the computer.
    Returned {
        /// the seat
        seat: Seat,
    },
    /// A move was made.
    Moved {
        /// the mover
        seat: Seat,
        /// the move in the game's notation
        text: String,
        /// milliseconds left to every seat, where there is a clock
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<u64>,
    },
    /// Moves were taken back.
    TakenBack {
        /// how many moves are left
        to: usize,
    },
    /// A player has offered something that others must agree to.
    Offered {
        /// who
        seat: Seat,
        /// what
        offer: Offer,
    },
    /// A player has declined all open offers.
    Declined {
        /// who
        seat: Seat,
    },
    /// The room is in the lobby from here on, or no longer.
    Listed {
        /// who sees it there
        listing: Listing,
    },
    /// A player has said something.
    Said {
        /// who
        seat: Seat,
        /// what
        phrase: Phrase,
    },
    /// A player has reported another to the operator.
    Reported {
        /// who
        by: Seat,
        /// whom
        seat: Seat,
    },
    /// The game has ended, but not by its rules.
    Ended {
        /// how
        ending: EarlyEnd,
    },
    /// The game counted: the ratings were changed with the event before, which ended it.
    Rated {
        /// the rating of every seat before and after it
        ratings: Vec<[u32; 2]>,
    },
    /// The players go on in another room.
    Next {
        /// its code
        room: String,
    },
}

/// Something others must agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// to take the last move back
    Takeback,
    /// to agree on a draw
    Draw,
    /// to play again
    Rematch,
    /// to let a computer play for this seat
    Replace(Seat),
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// who
    pub who: Who,
    /// their name; empty where a key keeps it
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// the fingerprint of their token
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// the public id of the player whose key keeps the name
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl Event {
    /// Whether it changes the game and so makes a new revision: moves that answer an earlier one come too late.
    pub fn changes_game(&self) -> bool {
        matches!(self, Event::Moved { .. } | Event::TakenBack { .. } | Event::Ended { .. })
    }

    /// Whether it can have happened at a table with this many seats. Anybody may have written to the store.
    pub fn fits(&self, seats: usize) -> bool {
        // No clock reaches this many milliseconds by playing.
        const ENDLESS: u64 = 1 << 48;
        match self {
            Event::Made { seats: sitting, .. } => sitting.len() == seats,
            Event::TakenBack { .. } | Event::Next { .. } | Event::Dealt { .. } | Event::Listed { .. } => true,
            Event::Said { seat, .. } => *seat < seats,
            Event::Reported { by, seat } => *by < seats && *seat < seats,
            Event::Ended { ending: EarlyEnd::Agreed | EarlyEnd::RulesChanged } => true,
            Event::Rated { ratings } => ratings.len() == seats,
            Event::Ended { ending: EarlyEnd::Resigned(seat) | EarlyEnd::TimeUp(seat) } => *seat < seats,
            Event::Offered { seat, offer: Offer::Replace(away) } => *seat < seats && *away < seats,
            Event::Joined { seat, .. } | Event::Named { seat, .. } | Event::Computer { seat, .. } => *seat < seats,
            Event::Returned { seat } | Event::Offered { seat, .. } | Event::Declined { seat } => *seat < seats,
            Event::Moved { seat, left, .. } => {
                let clocks = left.is_empty() || left.len() == seats;
                *seat < seats && clocks && left.iter().all(|left| *left < ENDLESS)
            }
        }
    }

    /// Reads what was stored, but for its time.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The text to store, but for its time.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("events have text keys")
    }
}

/// The version of rules that were never changed.
fn first() -> u32 {
    1
}

fn is_first(version: &u32) -> bool {
    *version == first()
}

/// A name as others may see it.
pub(crate) fn name(text: &str) -> String {
    // Longer names are cut.
    const LONGEST: usize = 24;
    let mut name = String::new();
    let mut letters = text.chars().filter(|c| !c.is_control() && !is_deceptive(*c)).peekable();
    while let Some(c) = letters.next() {
        // A joiner makes one picture of two, as in families, and is invisible anywhere else.
        let joins = name.chars().next_back().is_some_and(is_picture) && letters.peek().copied().is_some_and(is_picture);
        if c != JOINER || joins {
            name.push(c);
        }
    }
    let cut: String = name.chars().take(LONGEST).collect();
    cut.trim_end_matches(JOINER).trim().to_owned()
}

/// What joins pictures into one.
const JOINER: char = '\u{200d}';

/// Characters that are invisible or reverse the line: they could make one name look like another.
fn is_deceptive(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{feff}' | '\u{3164}' | '\u{e0000}'..='\u{e01ef}')
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{ffa0}'
        )
        || matches!(c, '\u{180b}'..='\u{180f}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}') && c != JOINER
}

/// Whether a character is a picture, or says how the one before it looks.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe0f}')
        || matches!(c, '\u{1f000}'..='\u{1faff}')
}
