//! Why a server closes a socket: every close code it sends, named once for both sides.

/// The reason for closing a socket, sent as the code of its last frame.
///
/// A client may meet other codes too: networks and proxies have their own. It treats those like [`Close::Normal`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Close {
    /// The client closed the socket.
    Normal = 1000,
    /// The client broke the rules of WebSockets.
    Protocol = 1002,
    /// A message was binary; this protocol is text.
    NotText = 1003,
    /// A text was not UTF-8.
    NotUtf8 = 1007,
    /// The first message was not a hello, or the client sent too many messages, pings or pongs.
    Policy = 1008,
    /// A message had more than [`LONGEST`](crate::LONGEST) bytes.
    TooLong = 1009,
    /// The server restarts. Clients come back after a moment, and not all at once.
    Restart = 1012,
    /// The server cannot let the client in now; the message before says why. Trying again later may work.
    TryLater = 1013,
    /// There is no such room, or the token opens no seat of it; the message before says which. Trying again is useless.
    NoRoom = 4004,
    /// The client did not read fast enough, or gave no sign of life.
    TooSlow = 4008,
    /// The client speaks another version of the protocol.
    OtherVersion = 4426,
}

impl Close {
    /// Every reason there is.
    pub const ALL: [Close; 11] = [
        Close::Normal,
        Close::Protocol,
        Close::NotText,
        Close::NotUtf8,
        Close::Policy,
        Close::TooLong,
        Close::Restart,
        Close::TryLater,
        Close::NoRoom,
        Close::TooSlow,
        Close::OtherVersion,
    ];

    /// The number that travels.
    pub fn code(self) -> u16 {
        self as u16
    }

    /// The reason a number stands for; none for a number that is not from an Agon server.
    pub fn read(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|close| close.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_read_from_its_number() {
        assert!(Close::ALL.into_iter().all(|close| Close::read(close.code()) == Some(close)));
        assert_eq!([1001, 1006, 4001].map(Close::read), [None; 3]);
    }

    #[test]
    fn the_protocol_page_lists_every_close_code() {
        let page = include_str!("../../../docs/protocol.md");
        let table = page.split("| close code |").nth(1).expect("a table of close codes");
        let listed = table.lines().skip(2).map_while(|line| line.strip_prefix("| ")?.split(' ').next());
        let listed: Vec<u16> = listed.map(|code| code.parse().expect("a code")).collect();
        assert_eq!(listed, Close::ALL.map(Close::code));
    }
}
