//! What a client does when it has lost its room: try again, and when, or give up. One pure function.

use crate::message::Code;

/// The first wait is at most this long, and each next one at most twice as long as the one before, in milliseconds.
pub const FIRST: u64 = 500;

/// No wait is longer.
pub const LONGEST_WAIT: u64 = 15_000;

/// A connection that held this long was a good one: counting tries begins anew.
pub const GOOD: u64 = 5_000;

/// How a connection was lost, or why there never was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// the server did not let us in
    Refused(Code),
    /// it was closed, with a code if there was one; also when it could not be opened
    Closed(Option<u16>),
    /// nothing was heard for too long
    Silent,
}

/// All that matters for what to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// how it was lost
    pub loss: Loss,
    /// how many tries in a row have come to nothing
    pub tries: u32,
    /// how long it was live, in milliseconds
    pub lived: u64,
    /// chance
    pub draw: u64,
}

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// connect again after so many milliseconds; so many tries count as failed
    Retry {
        /// milliseconds
        after: u64,
        /// failed tries
        tries: u32,
    },
    /// give up, and say why
    End(&'static str),
}

/// What to do after a loss. Waits are drawn evenly from nothing to a limit that doubles, so that the clients of a server
/// that comes back do not all come at once.
pub fn decide(facts: &Facts) -> Action {
    match facts.loss {
        Loss::Refused(Code::Version) | Loss::Closed(Some(4426)) => {
            Action::End("the server speaks another version of the protocol; this client must be updated")
        }
        Loss::Refused(Code::NoRoom) | Loss::Closed(Some(4004)) => {
            Action::End("there is no such room; it may have been closed")
        }
        Loss::Refused(Code::Token) => Action::End("this seat belongs to somebody else now; join again, or watch"),
        // Coming back would throw the other device out, which would come back too.
        Loss::Closed(Some(4001)) => Action::End("another device has taken this seat; start again to take it back"),
        Loss::Refused(_) | Loss::Closed(_) | Loss::Silent => {
            let tries = if facts.lived >= GOOD { 0 } else { facts.tries };
            // Everybody is sent away at once by a server that restarts, and it needs a moment.
            let spread = if facts.loss == Loss::Closed(Some(1012)) { tries.max(2) } else { tries };
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
            (Loss::Refused(Token), Some("somebody else")),
            (Loss::Closed(Some(4426)), Some("another version")),
            (Loss::Closed(Some(4004)), Some("no such room")),
            (Loss::Closed(Some(4001)), Some("another device")),
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
            (Loss::Closed(Some(1000)), None),
            (Loss::Closed(Some(1006)), None),
            (Loss::Closed(Some(1012)), None),
            (Loss::Closed(Some(4008)), None),
            (Loss::Silent, None),
        ];
        for (loss, wanted) in ends {
            let action = decide(&Facts { loss, tries: 3, lived: 0, draw: 7 });
            match wanted {
                Some(part) => {
                    assert!(matches!(action, Action::End(text) if text.contains(part)), "{loss:?}: {action:?}");
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
        assert_eq!(longest(Loss::Closed(Some(1012)), 0, GOOD), Some(2000));
        let after = decide(&Facts { loss: silent, tries: u32::MAX, lived: 0, draw: 0 });
        assert_eq!(after, Action::Retry { after: 0, tries: u32::MAX });
    }
}
