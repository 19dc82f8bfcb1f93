//! What the players of a room propose to each other.

use agon_rules::Seat;
use agon_wire::{Act, Offers};

/// What can be proposed, and agreed to or declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proposal {
    /// to take the last move back
    Takeback,
    /// to call the game a draw
    Draw,
    /// to play again
    Rematch,
    /// to let a computer play for this seat, whose player is away
    Replace(Seat),
}

/// A proposal that nobody has answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// what
    pub proposal: Proposal,
    /// who proposes it
    pub by: Seat,
}

impl Offer {
    /// Every open proposal of a room.
    pub(crate) fn all(offers: &Offers) -> Vec<Offer> {
        let from =
            |proposal: Proposal, seats: &[Seat]| seats.iter().map(|&by| Offer { proposal, by }).collect::<Vec<_>>();
        let mut all = from(Proposal::Takeback, &offers.takeback);
        all.extend(from(Proposal::Draw, &offers.draw));
        all.extend(from(Proposal::Rematch, &offers.rematch));
        all.extend(offers.replace.iter().map(|&(seat, by)| Offer { proposal: Proposal::Replace(seat), by }));
        all
    }
}

impl Proposal {
    /// What a member asks the server for to agree; `player` is the computer that stands in.
    pub fn agree(self, player: &str) -> Act {
        match self {
            Proposal::Takeback => Act::Takeback,
            Proposal::Draw => Act::Draw,
            Proposal::Rematch => Act::Rematch,
            Proposal::Replace(seat) => Act::Computer { seat, player: player.to_owned() },
        }
    }
}
