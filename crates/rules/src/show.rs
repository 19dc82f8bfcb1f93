//! The trait by which a game reads and looks; clients use only this, through [`Table`](crate::Table).
//!
//! A state that is shown has first passed [`Game::hide`], so nothing here can leak what the viewer must not see.

use crate::{End, Game, Look, Note, Options, Seat, Site, Text, Zone};

/// How a game reads and looks.
pub trait Show: Game + Options {
    /// The name in commands, records and links: lower case with hyphens.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// The version of the rules. Raise it when the same moves may lead elsewhere than before, or be written otherwise: rooms
    /// of another version stay readable, but nobody plays on in them by other rules than they began with.
    const VERSION: u32 = 1;
    /// The rules page, `docs/rules/<id>.md`.
    const RULES: &'static str;
    /// What it is about: the paragraph below the title of the page. `page!("file.md")` declares both.
    const ABOUT: &'static str;
    /// Its lessons, `docs/rules/lessons/<id>.md`; empty where there are none. `lesson!("file.md")` declares them.
    const LESSON: &'static str = "";
    /// How it presents itself.
    const LOOK: Look = Look::PLAIN;
    /// The fewest and the most seats that any option gives.
    const SEATS: (Seat, Seat) = (2, 2);
    /// Whether [`Game::score`] is points for people to see, not only who has won.
    const POINTS: bool = false;
    /// Where a puzzle asks for a forced win: plies more than it takes, within which no other move may force one either.
    /// Where a threat can nearly always be thrown in first, only who wins soonest can count.
    const LEAD: usize = 0;

    /// What the points of two seats add up to at the end, where that is always the same: the value of a move is then told
    /// as a result, `2–1`.
    fn points_in_all(&self) -> Option<i32> {
        None
    }

    /// Whether these options go together; otherwise why not.
    fn check(&self) -> Result<(), Text> {
        Ok(())
    }

    /// The notation of a move in a state.
    fn write_move(&self, s: &Self::State, m: Self::Move) -> String;

    /// The position text, without the quiet count.
    fn write_state(&self, s: &Self::State) -> String;

    /// Reads a position text (without the quiet count), or says what is wrong with it.
    ///
    /// Any text may arrive. Text that reads but is not what [`write_state`](Show::write_state) writes is refused
    /// by the caller, so spelling need not be checked here.
    fn read_state(&self, text: &str) -> Result<Self::State, Text>;

    /// Why the game is over, in a state without moves: a few words in the context `end`. Joined by hyphens they are the
    /// reason in traces and results, which is a format.
    fn reason(&self, s: &Self::State) -> Text;

    /// The boards, hands, stacks and piles.
    fn zones(&self, s: &Self::State) -> Vec<Zone>;

    /// The sites to tap for a move. No move's taps may begin with all the taps of another's.
    fn taps(&self, s: &Self::State, m: Self::Move) -> Vec<Site>;

    /// What the seat to move is to do, said to that player: `Jump over an enemy piece`.
    fn prompt(&self, s: &Self::State) -> Text;

    /// What people call a move whose notation says too little beside a board: `Stop here` for `stop`.
    fn label(&self, _s: &Self::State, _m: Self::Move) -> Text {
        Text::default()
    }

    /// What is asked beside the moves that are made without a tap: `Keep jumping?`
    fn question(&self, _s: &Self::State) -> Text {
        Text::default()
    }

    /// The same position with the other seat to move, where that tells something: moves with which it would then win at once
    /// are marked as a [danger](crate::Mark::Danger).
    fn passed(&self, _s: &Self::State) -> Option<Self::State> {
        None
    }

    /// What a seat plays for, in one clause: `win two of three rows`. Said to that player.
    fn goal(&self, _s: &Self::State, _seat: Seat) -> Text {
        Text::default()
    }

    /// What a seat is in this game, in a few words for everybody: `Second column`, `Moves down`.
    fn role(&self, _s: &Self::State, _seat: Seat) -> Text {
        Text::default()
    }

    /// By how much and why the game was decided, in a state without moves.
    fn end(&self, _s: &Self::State) -> End {
        End::default()
    }

    /// What explains the state, and the last move if one is given with the state before it.
    fn notes(&self, _s: &Self::State, _last: Option<(&Self::State, Self::Move)>) -> Vec<Note> {
        Vec::new()
    }
}
