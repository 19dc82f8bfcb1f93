//! What the browser does for the page, and what the page hears from it. Tests have a device of their own.

use agon_wire::Event;

use crate::think::{Answer, Question};

/// Who thinks in the background. To stop one is to end it; the next question starts it anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worker {
    /// finds the moves of computer players
    Player,
    /// rates the moves on the screen
    Analyst,
    /// reviews games, and plays those of the lab
    Reviewer,
    /// everything that is soon done: rules pages, what is shared, who can play
    Clerk,
}

impl Worker {
    /// Every worker.
    pub const ALL: [Worker; 4] = [Worker::Player, Worker::Analyst, Worker::Reviewer, Worker::Clerk];
}

/// A text that belongs to the page and is loaded when it is first wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// the rules pages in the language of the page, where that is not English
    Rules,
    /// the lessons in English
    Lessons,
    /// the lessons in Italian
    LessonsIt,
    /// the puzzles
    Puzzles,
}

impl Load {
    /// Every text.
    pub const ALL: [Load; 4] = [Load::Rules, Load::Lessons, Load::LessonsIt, Load::Puzzles];

    /// What the first script calls it.
    pub fn name(self) -> &'static str {
        match self {
            Load::Rules => "rules",
            Load::Lessons => "lessons",
            Load::LessonsIt => "lessons-it",
            Load::Puzzles => "puzzles",
        }
    }
}

/// Something that happened to the page.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard<'a> {
    /// something was pressed: what its `data-do` says
    Do(&'a str),
    /// a control was set: its `data-set`, and its value (`on` or `off` for a switch)
    Set(&'a str, &'a str),
    /// a form was sent: its `data-send`, and the value of its field
    Send(&'a str, &'a str),
    /// a key was pressed on the table or, as far as nothing else needs it, anywhere
    Key(&'a str, Keyed),
    /// the keys came to a cell
    Focus(&'a str),
    /// somebody points at something about these cells; or no longer
    Point(&'a str),
    /// a piece is dragged from a cell
    Drag(&'a str),
    /// it was dropped on a cell, on the table beside the cells (`table`), or where it came from (nothing)
    Drop(&'a str),
    /// the table has so much room
    Room(f64, f64),
    /// a worker answers
    Answer(Worker, &'a Answer),
    /// the server answers a request, with status and text; 0 where it cannot be reached
    Reply(u16, &'a str),
    /// something happened at the socket
    Socket(Event),
    /// a time is over
    Time(&'a str),
    /// a text of the page has come; empty where it cannot be had
    Loaded(Load, &'a str),
    /// a file was chosen that holds this
    File(&'a str),
    /// something was copied, or could not be
    Copied(bool),
    /// the network has come or gone
    Network,
    /// something was set in the settings
    Settings,
}

/// Where a key was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyed {
    /// on the table
    Table,
    /// somewhere else
    Elsewhere,
}

/// What the browser does. Whatever takes time is [`Heard`] later.
pub trait Device {
    /// The part of the address after `#`, with it.
    fn hash(&self) -> String;
    /// The whole address of the page, up to the `#`.
    fn page(&self) -> String;
    /// Goes to an address, so that the way back leads here.
    fn go(&self, hash: &str);
    /// Puts an address into the bar without a step back.
    fn replace(&self, hash: &str);
    /// Loads the page anew in another language.
    fn speak(&self, tag: &str);
    /// Paints the page: the theme, whether nothing is to move, and whether boards have no coordinates.
    fn paint(&self, theme: &str, still: bool, plain: bool);

    /// Reads what was kept on this device.
    fn kept(&self, key: &str) -> Option<String>;
    /// Keeps something on this device; where that is not allowed it is forgotten with the page, and not before.
    fn keep(&self, key: &str, value: &str);
    /// Forgets what was kept.
    fn forget(&self, key: &str);
    /// Whether anything stays on this device: a store may be closed or full.
    fn keeps(&self) -> bool;

    /// The time in milliseconds since the page was opened.
    fn now(&self) -> u64;
    /// The day on this device, counted from the first of 1970.
    fn today(&self) -> u32;
    /// That day as its readers write it, without the year.
    fn date(&self) -> String;
    /// The seven days up to today in two or three letters each, parted by commas.
    fn week(&self) -> String;
    /// A number nobody can foresee.
    fn chance(&self) -> u64;
    /// A secret nobody can guess.
    fn secret(&self) -> String;
    /// Says [`Heard::Time`] after so many milliseconds, unless the screen has changed by then.
    fn after(&self, millis: u64, what: &str);

    /// Asks a worker.
    fn ask(&self, worker: Worker, question: &Question);
    /// Ends what a worker is doing.
    fn stop(&self, worker: Worker);

    /// Whether the page came from somewhere where a server can be: not from a disk, nor out of an app's package.
    fn has_server(&self) -> bool;
    /// Whether the device says that it has no network.
    fn is_offline(&self) -> bool;
    /// Asks the server of this page: sends a body, or only looks where that is empty.
    fn request(&self, path: &str, token: &str, body: &str);
    /// Asks the person and the server for notices of the player with this key; answered like a request.
    fn notices(&self, key: &str, language: &str);
    /// Opens the socket to the server of this page.
    fn connect(&self);
    /// Sends a text over the socket.
    fn send(&self, text: &str);
    /// Closes the socket; nothing is heard of it any more.
    fn disconnect(&self);
    /// Asks for a text of the page, which is [`Heard::Loaded`] later.
    fn load(&self, text: Load);

    /// Makes a sound.
    fn sound(&self, name: &str);
    /// Puts the focus on the first element that a selector finds.
    fn focus(&self, selector: &str);
    /// Opens a dialog, or closes it.
    fn modal(&self, selector: &str);
    /// Puts a text where it can be pasted from.
    fn copy(&self, text: &str);
    /// Passes a link on to other programs; whether that can be done at all, where it is empty.
    fn pass_on(&self, link: &str) -> bool;
    /// Gives the person a file.
    fn save(&self, name: &str, kind: &str, text: &str);
    /// Gives the person an SVG as dots, so many pixels wide.
    fn save_dots(&self, name: &str, svg: &str, width: u32);
}
