//! A game wherever it is played. Clients ask this and draw the answers; they decide nothing about the game themselves.

use agon_rules::{Error, Note, Record, Seat, Step, Text, View, games, text};

use crate::ending::{Ending, Verdict};
use crate::name::Name;
use crate::options::variant;
use crate::side::{Evidence, is_above};
use crate::words;

/// A game at this device ([`Local`](crate::Local)) or in a room ([`Online`](crate::Online)).
///
/// A trait and not an enum, so that a page that plays at this device only does not link the network.
pub trait Venue {
    /// The id of the game.
    fn game(&self) -> &str;
    /// Every option by name and value.
    fn options(&self) -> Vec<(String, String)>;
    /// How many play.
    fn seats(&self) -> usize;
    /// How many moves have been made.
    fn ply(&self) -> usize;
    /// What a player is called.
    fn name(&self, seat: Seat) -> Name;
    /// Whether a player other than this one is disconnected.
    fn is_away(&self, seat: Seat) -> bool;
    /// Whether a player has resigned, so that they cannot win.
    fn has_resigned(&self, seat: Seat) -> bool;
    /// The seats of the people in front of this screen.
    fn people(&self) -> Vec<Seat>;
    /// Who decides; nobody before the game has begun and after it has ended.
    fn turn(&self) -> Option<Seat>;
    /// Why nobody at this screen can make a move now; nothing when somebody can.
    fn hindrance(&self) -> Option<Hindrance>;
    /// What is on the screen.
    fn view(&self) -> View;
    /// What was on the screen after that many moves; none when this screen may not know.
    fn view_at(&self, ply: usize) -> Option<View>;
    /// The moves made so far, as this screen may know them.
    fn history(&self) -> Vec<Step>;
    /// The record of the first `ply` moves, where computers may think about it: never in a game against others that
    /// goes on.
    fn record_at(&self, ply: usize) -> Option<Record>;
    /// Whether the moves at a ply may be rated for those at the screen: they see all that the mover saw.
    fn may_rate(&self, ply: usize) -> bool;
    /// The whole game, where it may be looked at again: it is over, or nothing is hidden.
    fn review(&self) -> Option<Record>;
    /// What would be noted after a move of the seat to move, as far as that follows from what is on the screen.
    fn preview(&self, text: &str) -> Vec<Note>;
    /// How the game ended, once it has.
    fn ending(&self) -> Option<Ending>;
    /// Milliseconds a seat has left, where there is a clock.
    fn clock(&self, seat: Seat, now: u64) -> Option<u64>;
    /// Does what a player wants, or asks the server for it, and says what follows. `now` is in milliseconds.
    fn act(&mut self, now: u64, intent: Intent) -> Result<Vec<Effect>, Refusal>;

    /// What people call the game.
    fn title(&self) -> &'static str {
        games::info(self.game()).map_or("", |info| info.name)
    }

    /// The variant in words.
    fn variant(&self) -> Vec<Text> {
        variant(self.game(), &self.options())
    }

    /// What people call the game and its variant, in English: `Parity Twist (Classic)`.
    fn heading(&self) -> String {
        let variant: Vec<String> = self.variant().iter().map(Text::to_string).collect();
        let title = self.title().to_owned();
        if variant.is_empty() { title } else { format!("{title} ({})", variant.join(", ")) }
    }

    /// What every player is called.
    fn names(&self) -> Vec<Name> {
        (0..self.seats()).map(|seat| self.name(seat)).collect()
    }

    /// Whose side of the board is near: the only person's, else that of the person to move.
    fn near(&self) -> Option<Seat> {
        let people = self.people();
        match people.as_slice() {
            [] | [_] => people.first().copied(),
            several => self.turn().filter(|seat| several.contains(seat)).or(several.first().copied()),
        }
    }

    /// How the game ended for the only person at this screen, where somebody else plays too.
    fn verdict(&self) -> Option<Verdict> {
        match (self.people().as_slice(), self.seats()) {
            ([me], seats @ 2..) => self.ending().map(|ending| ending.verdict(*me, seats)),
            _ => None,
        }
    }

    /// What those at this screen are to do: move, wait for somebody, or nothing because the game is over.
    fn prompt(&self) -> Text {
        match (self.ending(), self.hindrance(), self.turn()) {
            (Some(ending), ..) => words::ending(&ending, &|seat| self.name(seat)),
            (None, Some(Hindrance::NotStarted), _) | (None, Some(Hindrance::Watching), None) => words::waiting(),
            (None, Some(_), Some(turn)) => text!("Waiting for {player}", player = words::name(&self.name(turn))),
            (None, ..) => self.personal(&self.view().prompt),
        }
    }

    /// The person at this screen to whom sentences are addressed: the only one, where there is only one.
    fn me(&self) -> Option<Seat> {
        match self.people().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// A sentence of the game as those at this screen hear it: `You take f2` or `Medium takes f2`.
    fn personal(&self, text: &Text) -> Text {
        let names = words::names(&self.names());
        text.addressed(self.me(), &|seat| names.get(seat).cloned().unwrap_or_else(|| Text::player(seat)))
    }

    /// Whether the only person at this screen sits at the far side of a board that has sides, and should see it turned.
    fn is_far(&self) -> bool {
        let (start, evidence) = match self.view_at(0) {
            Some(start) if self.is_dealt() => (start, Evidence::Pieces),
            Some(start) => (start, Evidence::Ground),
            None => (self.view(), Evidence::Ground),
        };
        self.people() == [1] && is_above(&start, evidence)
    }

    /// Whether the game began with a deal, not with a position from the middle of a game.
    fn is_dealt(&self) -> bool {
        true
    }
}

/// Why nobody at this screen can make a move now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// the game is over
    Over,
    /// a computer at this device is to move
    ComputersTurn,
    /// spectators cannot move
    Watching,
    /// a seat is still open
    NotStarted,
    /// somebody elsewhere is to move
    TurnOf(Seat),
    /// an earlier position is on the screen
    EarlierPosition,
    /// the screen must be handed to this person first
    HandOver(Seat),
}

/// What a player wants of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// make a move, by its notation
    Play(String),
    /// take back: here to the last decision of a person, in a room if the others agree
    Takeback,
    /// play again what was taken back
    Redo,
    /// take back to a ply, and play on from there
    Branch(usize),
    /// begin again from the same start
    Restart,
    /// give up
    Resign,
    /// ask the server for something that only rooms have
    Ask(agon_wire::Act),
}

/// What follows from something that happened to the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// the game changed: moves from this ply on are new
    Changed {
        /// the first new ply
        from: usize,
    },
    /// something around the game changed: the connection, a player, an offer
    Around,
    /// tell the player this
    Tell(Text),
    /// another player has said something
    Said {
        /// who
        seat: Seat,
        /// what
        phrase: agon_wire::Phrase,
    },
    /// the socket must connect, send or close
    Socket(agon_wire::Effect),
    /// the game goes on in this room, as a rematch or with somebody who waits there; said once, to players only
    Rematch(String),
}

/// Why a client refuses what a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// no move can be made now
    Hindered(Hindrance),
    /// the rules refuse the move
    Illegal(Error),
    /// there is nothing to take back
    NothingToTakeBack,
    /// nothing was taken back
    NothingToRedo,
    /// several people share the screen, and none of them is to move
    NobodyToResign,
    /// only games in a room have this
    OnlyInRooms,
    /// only games at this device have this
    OnlyHere,
    /// spectators cannot do this
    Watching,
}
