//! One connection of a client as a state machine: made, kept alive, lost, and made again after a wait.
//!
//! What is said over it is up to its owner: a [`Session`](crate::Session) in a room, or a [`Lobby`](crate::Lobby).

use agon_rules::{Rng, Text};

use crate::message::ToServer;
use crate::retry::{Action, Facts, Loss, decide};
use crate::say::say;
use crate::session::Effect;

/// After this many milliseconds without a word from the server, the client sends a ping.
pub const QUIET: u64 = 4_000;

/// After this many milliseconds without a word from the server, or without the answer to a request, the connection is
/// given up.
pub const DEAD: u64 = 10_000;

/// The state of the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Link {
    /// a socket is being opened, or the server has not yet let us in
    Connecting,
    /// the connection works
    Live,
    /// the next try comes at this time
    Waiting {
        /// in milliseconds
        until: u64,
    },
    /// given up for good, for this reason
    Ended(Text),
}

/// A connection.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) link: Link,
    /// whether the socket is open
    open: bool,
    tries: u32,
    /// since when the connection has been live, or is being made
    since: u64,
    heard: u64,
    asked: u64,
    rng: Rng,
}

impl Line {
    /// A connection that is not made yet: the first [`tick`](Line::tick) does.
    pub(crate) fn new(seed: u64) -> Self {
        let link = Link::Waiting { until: 0 };
        Line { link, open: false, tries: 0, since: 0, heard: 0, asked: 0, rng: Rng::new(seed) }
    }

    /// The socket is open; whether it is time to say hello.
    pub(crate) fn opened(&mut self, now: u64) -> bool {
        let fresh = self.link == Link::Connecting && !self.open;
        if fresh {
            (self.open, self.heard) = (true, now);
        }
        fresh
    }

    /// A message has come; false for one of a socket that was given up.
    pub(crate) fn heard(&mut self, now: u64) -> bool {
        if self.open {
            self.heard = now;
        }
        self.open
    }

    /// The server has let us in; false if it had before.
    pub(crate) fn entered(&mut self, now: u64) -> bool {
        let fresh = self.link != Link::Live;
        if fresh {
            (self.link, self.since, self.asked) = (Link::Live, now, now);
        }
        fresh
    }

    /// Time has passed; `unanswered` is when the request was sent that is still unanswered. Whether the line is dead, and
    /// must be lost.
    pub(crate) fn tick(&mut self, now: u64, unanswered: Option<u64>, out: &mut Vec<Effect>) -> bool {
        match self.link {
            Link::Waiting { until } if now >= until => {
                self.link = Link::Connecting;
                (self.open, self.since) = (false, now);
                out.extend([Effect::Connect, Effect::Show]);
                false
            }
            Link::Connecting => now.saturating_sub(self.since) >= DEAD,
            Link::Live if now.saturating_sub(unanswered.unwrap_or(now).min(self.heard)) >= DEAD => true,
            Link::Live => {
                if now.saturating_sub(self.heard.max(self.asked)) >= QUIET {
                    self.asked = now;
                    out.push(Effect::Send(say(&ToServer::Ping)));
                }
                false
            }
            Link::Waiting { .. } | Link::Ended(_) => false,
        }
    }

    /// The connection is given up, and made anew at once.
    pub(crate) fn make_again(&mut self, now: u64) {
        (self.open, self.link) = (false, Link::Waiting { until: now });
    }

    /// The connection is lost: it is made again after a wait, or given up for a reason. False if there was none.
    pub(crate) fn lose(&mut self, now: u64, loss: Loss) -> bool {
        let lived = match self.link {
            Link::Live => now.saturating_sub(self.since),
            Link::Connecting => 0,
            Link::Waiting { .. } | Link::Ended(_) => return false,
        };
        self.open = false;
        self.link = match decide(&Facts { loss, tries: self.tries, lived, draw: self.rng.bits() }) {
            Action::Retry { after, tries } => {
                self.tries = tries;
                Link::Waiting { until: now.saturating_add(after) }
            }
            Action::End(why) => Link::Ended(why),
        };
        true
    }
}
