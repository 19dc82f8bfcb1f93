//! Who a player is, before any language puts it into words.

use agon_rules::Seat;

/// What a player is called. Only [`words::name`](crate::words::name) turns it into text, so nothing depends on that text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// the only person in front of this screen
    You,
    /// a person without a name of their own
    Player(Seat),
    /// a computer player, by level or by the text that configures it
    Computer(String),
    /// a person who has chosen this name; it is never translated
    Called(String),
    /// nobody yet: the seat is free
    Open,
}
