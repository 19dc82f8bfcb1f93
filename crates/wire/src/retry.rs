//! What a client does after it has lost its connection: try again after a wait, or give up. One pure function.

use agon_rules::{Text, text};

use crate::close::Close;
use crate::message::Code;

/// The longest first wait, in milliseconds. The limit doubles with every failed try.
pub const FIRST: u64 = 500;

/// The longest wait of all, in milliseconds.
pub const LONGEST_WAIT: u64 = 15_000;

/// A connection that lived this long was a good one: failed tries are counted from zero again.
pub const GOOD: u64 = 5_000;

/// How a connection was lost, or why there never was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// the server did not let us in
    Refused(Code),
    /// it was closed, for a reason if the server gave one; also when it could not be opened
    Closed(Option<Close>),
    /// nothing was heard for too long
    Silent,
}

/// Everything the decision depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// how it was lost
    pub loss: Loss,
    /// how many tries in a row have failed
    pub tries: u32,
    /// how long the connection lived, in milliseconds
    pub lived: u64,
    /// a random number, which spreads the waits of many clients
    pub draw: u64,
}

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// connect again
    Retry {
        /// after this many milliseconds
        after: u64,
        /// how many tries in a row have failed by now
        tries: u32,
    },
    /// give up, and tell the player why
    End(Text),
}

/// What to do after a loss. Waits are drawn evenly between zero and a limit that doubles, so that the clients of a
/// restarted server do not all return at once.
pub fn decide(facts: &Facts) -> Action {
    match facts.loss {
        Loss::Refused(Code::Version) | Loss::Closed(Some(Close::OtherVersion)) => {
            Action::End(text!("the server uses another version of the protocol; update this client"))
        }
        Loss::Refused(Code::NoRoom) | Loss::Closed(Some(Close::NoRoom)) => {
            Action::End(text!("there is no such room; it may have been closed"))
        }
        Loss::Refused(Code::Token) => Action::End(text!("this seat is no longer yours; join again, or watch")),
        Loss::Refused(_) | Loss::Closed(_) | Loss::Silent => {
            let tries = if facts.lived >= GOOD { 0 } else { facts.tries };
            // A server that restarts closes all its sockets at once, and needs a moment.
            let spread = if facts.loss == Loss::Closed(Some(Close::Restart)) { tries.max(2) } else { tries };
            let limit = FIRST.saturating_mul(1 << spread.min(10)).min(LONGEST_WAIT);
            Action::Retry { after: facts.draw % (limit + 1), tries: tries.saturating_add(1) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_never_work_is_given_up() {
        use Code::*;
        let ends = [
            (Loss::Refused(Version), Some("another version")),
            (Loss::Refused(NoRoom), Some("no such room")),
            (Loss::Refused(Token), Some("no longer yours")),
            (Loss::Closed(Some(Close::OtherVersion)), Some("another version")),
            (Loss::Closed(Some(Close::NoRoom)), Some("no such room")),
            (Loss::Refused(Malformed), None),
            (Loss::Refused(Full), None),
            (Loss::Refused(NotSeated), None),
            (Loss::Refused(Stale), None),
            (Loss::Refused(Turn), None),
            (Loss::Refused(Illegal), None),
            (Loss::Refused(State), None),
            (Loss::Refused(Slow), None),
            (Loss::Refused(Storage), None),
            (Loss::Refused(Bad), None),
            (Loss::Closed(None), None),
            (Loss::Closed(Some(Close::Normal)), None),
            (Loss::Closed(Some(Close::Policy)), None),
            (Loss::Closed(Some(Close::Restart)), None),
            (Loss::Closed(Some(Close::TryLater)), None),
            (Loss::Closed(Some(Close::TooSlow)), None),
            (Loss::Silent, None),
        ];
        for (loss, wanted) in ends {
            let action = decide(&Facts { loss, tries: 3, lived: 0, draw: 7 });
            match wanted {
                Some(part) => {
                    assert!(
                        matches!(&action, Action::End(text) if text.to_string().contains(part)),
                        "{loss:?}: {action:?}"
                    );
                }
                None => assert_eq!(action, Action::Retry { after: 7, tries: 4 }, "{loss:?}"),
            }
        }
    }

    #[test]
    fn waits_double_up_to_a_limit_and_begin_anew_after_a_good_connection() {
        let longest = |loss, tries, lived| {
            let waits = (0..40_000).map(|draw| match decide(&Facts { loss, tries, lived, draw }) {
                Action::Retry { after, .. } => after,
                Action::End(why) => panic!("{why}"),
            });
            waits.max()
        };
        let silent = Loss::Silent;
        for (tries, limit) in [(0, 500), (1, 1000), (2, 2000), (4, 8000), (5, 15_000), (9, 15_000), (u32::MAX, 15_000)]
        {
            assert_eq!(longest(silent, tries, 0), Some(limit), "{tries} tries");
        }
        assert_eq!(longest(silent, 5, GOOD), Some(500));
        assert_eq!(longest(silent, 5, GOOD - 1), Some(15_000));
        assert_eq!(longest(Loss::Closed(Some(Close::Restart)), 0, GOOD), Some(2000));
        let after = decide(&Facts { loss: silent, tries: u32::MAX, lived: 0, draw: 0 });
        assert_eq!(after, Action::Retry { after: 0, tries: u32::MAX });
    }
}
