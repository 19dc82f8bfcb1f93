//! What has happened in a room: the only thing that is stored. Everything else is derived by going through it.

use agon_rules::Seat;
use agon_wire::{Clock, Ending, Who};
use serde::{Deserialize, Serialize};

/// One thing that has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Event {
    /// The room was made. Always the first.
    Made {
        /// the id of the game
        game: String,
        /// its options
        options: Vec<(String, String)>,
        /// the seed of the deal, which nobody outside may know before the end
        seed: u64,
        /// who sits where
        seats: Vec<Sitting>,
        /// how long players may think
        clock: Clock,
    },
    /// A person took an open seat.
    Joined {
        /// the seat
        seat: Seat,
        /// what they are called
        name: String,
        /// the fingerprint of their token
        key: String,
    },
    /// A player is called otherwise.
    Named {
        /// the seat
        seat: Seat,
        /// what they are called
        name: String,
    },
    /// A computer plays a seat from now on.
    Computer {
        /// the seat
        seat: Seat,
        /// the computer player
        player: String,
        /// whether whoever sat there has given up, or their time was up: they cannot come back
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        resigned: bool,
    },
    /// A person plays their seat again.
    Returned {
        /// the seat
        seat: Seat,
    },
    /// A move was made.
    Moved {
        /// by whom
        seat: Seat,
        /// its notation
        text: String,
        /// milliseconds left to every seat, where there is a clock
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<u64>,
    },
    /// Moves were taken back.
    TakenBack {
        /// so many are left
        to: usize,
    },
    /// Somebody wants something that others must agree to.
    Offered {
        /// who
        seat: Seat,
        /// what
        offer: Offer,
    },
    /// Somebody does not want anything of what is offered.
    Declined {
        /// who
        seat: Seat,
    },
    /// The game ended otherwise than by its rules.
    Ended {
        /// how
        ending: Ending,
    },
    /// It goes on in another room.
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
    /// to call it a draw
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
    /// what they are called
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// the fingerprint of their token
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl Event {
    /// Whether it changes the game, so that moves that answer an earlier state come too late.
    pub fn changes_game(&self) -> bool {
        matches!(self, Event::Moved { .. } | Event::TakenBack { .. } | Event::Ended { .. })
    }

    /// Whether it can have happened at a table of so many seats: what is stored may have been written by anybody.
    pub fn fits(&self, seats: usize) -> bool {
        // No clock comes to so many milliseconds by playing.
        const ENDLESS: u64 = 1 << 48;
        match self {
            Event::Made { seats: sitting, .. } => sitting.len() == seats,
            Event::TakenBack { .. } | Event::Next { .. } | Event::Ended { ending: Ending::Agreed } => true,
            Event::Ended { ending: Ending::Resigned(seat) | Ending::TimeUp(seat) } => *seat < seats,
            Event::Offered { seat, offer: Offer::Replace(away) } => *seat < seats && *away < seats,
            Event::Joined { seat, .. } | Event::Named { seat, .. } | Event::Computer { seat, .. } => *seat < seats,
            Event::Returned { seat } | Event::Offered { seat, .. } | Event::Declined { seat } => *seat < seats,
            Event::Moved { seat, left, .. } => {
                let clocks = left.is_empty() || left.len() == seats;
                *seat < seats && clocks && left.iter().all(|left| *left < ENDLESS)
            }
        }
    }

    /// Reads what was stored.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The text to store.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("events have text keys")
    }
}

/// A name as others may see it.
pub(crate) fn name(text: &str) -> String {
    // Nobody is called anything longer.
    const LONGEST: usize = 24;
    // What turns the line around, or is not seen at all, could make one name look like another.
    let turns = |c: &char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    text.chars().filter(|c| !c.is_control() && !turns(c)).take(LONGEST).collect::<String>().trim().to_owned()
}
