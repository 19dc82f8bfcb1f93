//! Every answer of the core as a sentence, once for all clients.
//!
//! Clients add only what is theirs: which key, word or button goes on from here.

use agon_rules::Seat;

use crate::ending::{Cause, Ending};
use crate::name::Name;
use crate::offer::{Offer, Proposal};
use crate::online::Connection;
use crate::venue::{Hindrance, Refusal, Venue};
use crate::worth::Worth;

/// What is said while a room waits for players.
pub const WAITING: &str = "waiting for players";

/// What a player is called.
pub fn name(name: &Name) -> String {
    match name {
        Name::You => "you".to_owned(),
        Name::Player(seat) => format!("player {}", seat + 1),
        Name::Computer(player) => player.clone(),
        Name::Called(text) => text.clone(),
        Name::Open => "(open)".to_owned(),
    }
}

/// How a game ended: `you win: most points`, `player 2 resigned: Ada wins`.
pub fn ending(ending: &Ending, who: &dyn Fn(Seat) -> Name) -> String {
    let how = match &ending.by {
        Cause::Rules(reason) => return by_rules(ending, &reason.replace('-', " "), who),
        Cause::Resigned(seat) => match who(*seat) {
            Name::You => "you resigned".to_owned(),
            other => format!("{} resigned", name(&other)),
        },
        Cause::Time(seat) => match who(*seat) {
            Name::You => "you ran out of time".to_owned(),
            other => format!("{} ran out of time", name(&other)),
        },
        Cause::Agreed => "a draw by agreement".to_owned(),
    };
    if ending.winners.is_empty() { how } else { format!("{how}: {}", winners(&ending.winners, who)) }
}

fn by_rules(ending: &Ending, reason: &str, who: &dyn Fn(Seat) -> Name) -> String {
    match ending.winners.as_slice() {
        [] => format!("a draw: {reason}"),
        [only] => format!("{}: {reason}", winners(&[*only], who)),
        several => format!("shared by {}: {reason}", list(several, who)),
    }
}

fn winners(seats: &[Seat], who: &dyn Fn(Seat) -> Name) -> String {
    match seats {
        [only] if who(*only) == Name::You => "you win".to_owned(),
        [only] => format!("{} wins", name(&who(*only))),
        several => format!("{} win", list(several, who)),
    }
}

fn list(seats: &[Seat], who: &dyn Fn(Seat) -> Name) -> String {
    seats.iter().map(|&seat| name(&who(seat))).collect::<Vec<_>>().join(" and ")
}

/// The scores of a game that ended, as `10 : 7`; nothing where there are none.
pub fn scores(ending: &Ending) -> String {
    ending.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ")
}

/// Why no move can be made now.
pub fn hindrance(why: &Hindrance, who: &dyn Fn(Seat) -> Name) -> String {
    match why {
        Hindrance::Over => "the game is over".to_owned(),
        Hindrance::ComputersTurn => "it is the computer's turn".to_owned(),
        Hindrance::Watching => "you are watching; only players can move".to_owned(),
        Hindrance::NotStarted => "not all seats are taken yet".to_owned(),
        Hindrance::TurnOf(seat) => format!("it is the turn of {}", name(&who(*seat))),
        Hindrance::EarlierPosition => "this is an earlier position".to_owned(),
        Hindrance::HandOver(seat) => format!("hand the screen to {} first", name(&who(*seat))),
    }
}

/// Why something was refused.
pub fn refusal(why: &Refusal, venue: &(impl Venue + ?Sized)) -> String {
    match why {
        Refusal::Hindered(why) => hindrance(why, &|seat| venue.name(seat)),
        Refusal::Illegal(why) => why.to_string(),
        Refusal::NothingToTakeBack => "there is nothing to take back".to_owned(),
        Refusal::NothingToRedo => "there is nothing to play again".to_owned(),
        Refusal::NobodyToResign => "only a person can resign, on their turn".to_owned(),
        Refusal::OnlyInRooms => "only games in a room have this".to_owned(),
        Refusal::OnlyHere => "only games at this device have this".to_owned(),
        Refusal::Watching => "you are watching; only players can do this".to_owned(),
    }
}

/// What is offered, and by whom: `Ada offers a draw`.
pub fn offer(offer: &Offer, who: &dyn Fn(Seat) -> Name) -> String {
    let what = match offer.proposal {
        Proposal::Takeback => "to take the last move back".to_owned(),
        Proposal::Draw => "a draw".to_owned(),
        Proposal::Rematch => "a rematch".to_owned(),
        Proposal::Replace(seat) => format!("to let a computer play for {}", name(&who(seat))),
    };
    match who(offer.by) {
        Name::You => format!("you offer {what}"),
        other => format!("{} offers {what}", name(&other)),
    }
}

/// How the connection is.
pub fn connection(connection: &Connection) -> String {
    match connection {
        Connection::Connecting => "connecting …".to_owned(),
        Connection::Live => "connected".to_owned(),
        Connection::Sending => "sending …".to_owned(),
        Connection::Waiting(seconds) => format!("reconnecting in {seconds} s"),
        Connection::Ended(why) => why.clone(),
    }
}

/// Milliseconds as minutes and seconds.
pub fn clock(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Whether a game counts points; where it does not, a proved value is a win, a draw or a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// values are points
    Points,
    /// values are wins, draws and losses
    Results,
}

impl Scale {
    /// The scale of a game with these scores.
    pub fn of(scores: &[i32]) -> Self {
        if scores.is_empty() { Scale::Results } else { Scale::Points }
    }
}

/// What a move is worth to the seat that makes it.
pub fn worth(worth: Worth, seat: Seat, scale: Scale) -> String {
    let value = worth.of(seat);
    match worth {
        Worth::Unknown => String::new(),
        Worth::Proved(_) if scale == Scale::Points => format!("{value:+} points, proved"),
        Worth::Proved(_) if value > 0.0 => "wins, proved".to_owned(),
        Worth::Proved(_) if value < 0.0 => "loses, proved".to_owned(),
        Worth::Proved(_) => "draws, proved".to_owned(),
        Worth::Points(_) => format!("{:+.2} points, an estimate", rounded(value, 100.0)),
        Worth::Share(_) => format!("wins {:.0} of 100, an estimate", value * 100.0),
    }
}

/// The same in a few letters; estimates begin with `≈`.
pub fn short_worth(worth: Worth, seat: Seat, scale: Scale) -> String {
    let value = worth.of(seat);
    match worth {
        Worth::Unknown => String::new(),
        Worth::Proved(_) if scale == Scale::Points => format!("{value:+}"),
        Worth::Proved(_) if value > 0.0 => "win".to_owned(),
        Worth::Proved(_) if value < 0.0 => "loss".to_owned(),
        Worth::Proved(_) => "draw".to_owned(),
        Worth::Points(_) => format!("≈{:+.1}", rounded(value, 10.0)),
        Worth::Share(_) => format!("≈{:.0}%", value * 100.0),
    }
}

/// Adding zero turns the negative zero that rounding may leave into a positive one.
fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(seat: Seat) -> Name {
        [Name::You, Name::Called("Ada".to_owned()), Name::Computer("hard".to_owned()), Name::Player(3)][seat].clone()
    }

    #[test]
    fn every_ending_names_its_winners() {
        let check = |by: Cause, winners: &[Seat], text: &str| {
            let value = Ending { winners: winners.to_vec(), scores: Vec::new(), by };
            assert_eq!(ending(&value, &who), text);
        };
        let rules = || Cause::Rules("most-points".to_owned());
        check(rules(), &[0], "you win: most points");
        check(rules(), &[1], "Ada wins: most points");
        check(rules(), &[], "a draw: most points");
        check(rules(), &[0, 3], "shared by you and player 4: most points");
        check(Cause::Resigned(1), &[0], "Ada resigned: you win");
        check(Cause::Resigned(0), &[1], "you resigned: Ada wins");
        check(Cause::Resigned(0), &[1, 2], "you resigned: Ada and hard win");
        check(Cause::Time(0), &[2], "you ran out of time: hard wins");
        check(Cause::Time(3), &[1], "player 4 ran out of time: Ada wins");
        check(Cause::Agreed, &[], "a draw by agreement");
    }

    #[test]
    fn offers_and_hindrances_say_who() {
        assert_eq!(offer(&Offer { proposal: Proposal::Draw, by: 0 }, &who), "you offer a draw");
        let replace = Offer { proposal: Proposal::Replace(3), by: 1 };
        assert_eq!(offer(&replace, &who), "Ada offers to let a computer play for player 4");
        assert_eq!(hindrance(&Hindrance::TurnOf(1), &who), "it is the turn of Ada");
    }

    #[test]
    fn proofs_and_estimates_read_differently_and_are_the_movers() {
        assert_eq!(short_worth(Worth::Proved(1), 0, Scale::Results), "win");
        assert_eq!(short_worth(Worth::Proved(1), 1, Scale::Results), "loss");
        assert_eq!(short_worth(Worth::Proved(-3), 1, Scale::Points), "+3");
        assert_eq!(short_worth(Worth::Points(-0.04), 0, Scale::Points), "≈+0.0");
        assert_eq!(short_worth(Worth::Share(0.604), 1, Scale::Results), "≈60%");
        for value in [Worth::Points(1.0), Worth::Share(0.5)] {
            let text = worth(value, 0, Scale::Points);
            assert!(text.contains("estimate") && !text.contains("proved"), "{text}");
        }
    }

    #[test]
    fn clocks_round_up_to_whole_seconds() {
        assert_eq!(["1:31", "0:01", "0:00"], [90_500, 1, 0].map(clock));
    }
}
