//! The games. Adding one is a file here and a line in the list below.

use serde::Serialize;

use crate::error::{near, quote};
use crate::{Error, Match, OptionInfo, Seat, Settings, Show, Start, Table, Text, options};

games! {
    tic_tac_toe::TicTacToe,
    checkerboard::Checkerboard,
    infiltration::Infiltration,
    parity_twist::ParityTwist,
    primi_composti::PrimiComposti,
    gambit::Gambit,
    quadratic_war::QuadraticWar,
}

/// What is known of a game before it is opened.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// its name in commands, records and links
    pub id: &'static str,
    /// its name for people
    pub name: &'static str,
    /// what it is about: the paragraph below the title of its rules page
    pub about: &'static str,
    /// the fewest and the most that can play
    pub seats: (Seat, Seat),
    /// what can be chosen
    pub options: Vec<OptionInfo>,
}

impl Info {
    /// Its name as text.
    pub fn title(&self) -> Text {
        Text::term("game", self.name)
    }

    /// What it is about, as text.
    pub fn about_text(&self) -> Text {
        Text::term("about", self.about)
    }
}

/// Code that works for any game, given one.
pub trait Visitor {
    /// What it comes to.
    type Out;
    /// Does it with a game.
    fn visit<G: Show>(self, game: G) -> Self::Out;
}

/// Opens a game by name.
pub fn open(id: &str, settings: &Settings, start: Start) -> Result<Box<dyn Table>, Error> {
    struct Open(Start);
    impl Visitor for Open {
        type Out = Result<Box<dyn Table>, Error>;
        fn visit<G: Show>(self, game: G) -> Self::Out {
            Ok(Box::new(Match::new(game, self.0)?))
        }
    }
    with(id, settings, Open(start))?
}

/// What is known of a game by name.
pub fn info(id: &str) -> Result<Info, Error> {
    list().into_iter().find(|info| info.id == id).ok_or_else(|| unknown(id))
}

/// The rules page of a game.
pub fn rules(id: &str) -> Result<&'static str, Error> {
    struct Rules;
    impl Visitor for Rules {
        type Out = &'static str;
        fn visit<G: Show>(self, _: G) -> &'static str {
            G::RULES
        }
    }
    with(id, &[], Rules)
}

fn unknown(id: &str) -> Error {
    Error::Game {
        text: quote(id),
        hint: near(id, list().iter().map(|info| info.id), |names| text!("there is {names}", names)),
    }
}

fn describe<G: Show>() -> Info {
    Info { id: G::ID, name: G::NAME, about: G::ABOUT, seats: G::SEATS, options: G::describe() }
}

/// Declares the modules of the games and everything that goes through all of them.
macro_rules! games {
    ($($module:ident::$Game:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every game.
        pub fn list() -> Vec<Info> {
            vec![$(describe::<$module::$Game>()),*]
        }

        /// Brings a name and options back to static code.
        pub fn with<V: Visitor>(id: &str, settings: &Settings, visitor: V) -> Result<V::Out, Error> {
            match id {
                $(<$module::$Game as Show>::ID => Ok(visitor.visit(options::read::<$module::$Game>(settings)?)),)*
                _ => Err(unknown(id)),
            }
        }

        /// Visits every game with every allowed combination of option values.
        pub fn each<V: Visitor + Clone>(visitor: V) -> Vec<V::Out> {
            let mut out = Vec::new();
            $(out.extend(options::all::<$module::$Game>().into_iter().map(|game| visitor.clone().visit(game)));)*
            out
        }
    };
}
use games;
