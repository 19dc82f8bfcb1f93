//! How a game ended: who won, with which scores, and why.

use agon_rules::{Outcome, Seat};
use agon_wire::EarlyEnd;

/// How a game ended, by its rules or otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// everybody who won; nobody in a draw
    pub winners: Vec<Seat>,
    /// the points of every seat, in games with points that ended by their rules
    pub scores: Vec<i32>,
    /// why it ended
    pub by: Cause,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// the rules ended it, for this reason
    Rules(String),
    /// the players ended it, or a clock did
    Early(EarlyEnd),
}

/// How a game ended for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// won, alone or with others
    Won,
    /// nobody won, or everybody
    Drawn,
    /// somebody else won
    Lost,
}

impl Ending {
    /// An ending by the rules.
    pub fn by_rules(outcome: &Outcome) -> Self {
        Ending {
            winners: outcome.winners(),
            scores: outcome.scores.clone().unwrap_or_default(),
            by: Cause::Rules(outcome.reason.clone()),
        }
    }

    /// An ending by one of `seats` players who gives up: all others win.
    pub fn resigned(seat: Seat, seats: usize) -> Self {
        let winners = (0..seats).filter(|&other| other != seat).collect();
        Ending { winners, scores: Vec::new(), by: Cause::Early(EarlyEnd::Resigned(seat)) }
    }

    /// How it ended for one of `seats` players.
    pub fn verdict(&self, seat: Seat, seats: usize) -> Verdict {
        match self.winners.len() {
            0 => Verdict::Drawn,
            all if all == seats => Verdict::Drawn,
            _ if self.winners.contains(&seat) => Verdict::Won,
            _ => Verdict::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_everybody_or_nobody_won_is_drawn() {
        let by = || Cause::Early(EarlyEnd::Agreed);
        let ending = |winners: &[Seat]| Ending { winners: winners.to_vec(), scores: Vec::new(), by: by() };
        assert_eq!(ending(&[]).verdict(0, 2), Verdict::Drawn);
        assert_eq!(ending(&[0, 1, 2]).verdict(1, 3), Verdict::Drawn);
        assert_eq!(ending(&[0, 2]).verdict(2, 3), Verdict::Won);
        assert_eq!(ending(&[0, 2]).verdict(1, 3), Verdict::Lost);
        assert_eq!(Ending::resigned(1, 3).winners, [0, 2]);
        assert_eq!(Ending::resigned(1, 3).verdict(1, 3), Verdict::Lost);
    }
}
