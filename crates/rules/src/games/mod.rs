//! The games. Adding one to Agon is a file here and a line in the list below; a program that has a game of its own
//! calls [`register`] instead.

use std::any::TypeId;
use std::sync::Arc;

use serde::Serialize;

use crate::error::quote;
use crate::registry::Registry;
use crate::{
    Error, Look, Match, OptionInfo, OptionLabel, Seat, Settings, Show, Start, Table, Text, Value, ValueLabel, options,
};

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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = GameInfo))]
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
    /// how it presents itself
    pub look: Look,
}

impl Info {
    /// Its name as text.
    pub fn title(&self) -> Text {
        Text::term("game", self.name)
    }

    /// What makes somebody want to play it.
    pub fn pitch(&self) -> Text {
        Text::term("pitch", self.look.pitch)
    }

    /// What people call an option.
    pub fn option_title(&self, option: &OptionInfo) -> Text {
        match self.label(option).map_or("", |label| label.title) {
            "" => option.title(),
            title => Text::term("option", title),
        }
    }

    /// What people call a value of an option.
    pub fn value_name(&self, option: &OptionInfo, value: Value) -> Text {
        self.own_name(option, value).unwrap_or_else(|| value.words())
    }

    /// The name that a value of an option has of its own: `Classic`.
    pub fn own_name(&self, option: &OptionInfo, value: Value) -> Option<Text> {
        let name = self.value_label(option, value)?.name;
        (!name.is_empty()).then(|| Text::term("value", name))
    }

    /// What a value of an option changes, in one sentence; empty where nothing more is to say.
    pub fn value_summary(&self, option: &OptionInfo, value: Value) -> Text {
        let summary = self.value_label(option, value).map_or("", |label| label.summary);
        if summary.is_empty() { Text::default() } else { Text::term("summary", summary) }
    }

    fn label(&self, option: &OptionInfo) -> Option<&'static OptionLabel> {
        self.look.labels.iter().find(|label| label.option == option.name)
    }

    fn value_label(&self, option: &OptionInfo, value: Value) -> Option<&'static ValueLabel> {
        let value = value.to_string();
        self.label(option)?.values.iter().find(|label| label.value == value)
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

/// Opens a game with some options at a start.
type Open = fn(&Settings, Start) -> Result<Box<dyn Table>, Error>;

/// What is asked of a game by name, with its type erased. It is in every client, so it can do little.
#[derive(Clone, Copy)]
struct Entry {
    id: &'static str,
    info: fn() -> Info,
    open: Open,
}

impl Entry {
    const fn of<G: Show>() -> Self {
        Entry {
            id: G::ID,
            info: || Info {
                id: G::ID,
                name: G::NAME,
                about: G::ABOUT,
                seats: G::SEATS,
                options: G::describe(),
                look: G::LOOK,
            },
            open: |settings, start| Ok(Box::new(Match::new(options::read::<G>(settings)?, start)?)),
        }
    }
}

/// A game from outside. The pages of Agon's own games are kept apart from their entries: over the air a page counts.
struct Outside {
    entry: Entry,
    rules: &'static str,
    lesson: &'static str,
    game: TypeId,
}

static OUTSIDE: Registry<Outside> = Registry::new();

/// Makes a game of your own known by its id, here and in every crate that opens games by name. Call it once, when the
/// program starts; to register the same game again changes nothing.
///
/// Computer players, solver, lab and command line ask more of a game than its rules: register it with the topmost of
/// the crates you use (`agon_search::register`, `agon_lab::register` or `agon::register`), which registers it here too.
///
/// The error says what is wrong with the id or with the options.
pub fn register<G: Show>() -> Result<(), Error> {
    let refuse = |why: Text| Err(Error::Register { id: quote(G::ID), why });
    let word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !G::ID.split('-').all(word) {
        return refuse(text!("an id is lower-case letters and digits, with hyphens between words, as in `nine-holes`"));
    }
    if !(1..=G::SEATS.1).contains(&G::SEATS.0) || G::SEATS.1 > MOST_SEATS {
        return refuse(text!("a game has from 1 to 6 seats, the fewest first"));
    }
    if let Some(option) = G::describe().iter().find(|option| ["seed", "at"].contains(&option.name.as_str())) {
        return refuse(text!(
            "no option can be called `{name}`, which means the start in records",
            name = option.name.clone()
        ));
    }
    if let Err(why) = G::default().check() {
        return refuse(text!("its default options do not go together: {why}", why));
    }
    let entry = Outside { entry: Entry::of::<G>(), rules: G::RULES, lesson: G::LESSON, game: TypeId::of::<G>() };
    let is_ours = BUILT_IN.iter().any(|entry| entry.id == G::ID);
    if is_ours || OUTSIDE.enter(G::ID, Arc::new(entry)).game != TypeId::of::<G>() {
        return refuse(text!("another game has this id"));
    }
    Ok(())
}

/// No game has more seats.
pub const MOST_SEATS: Seat = 6;

/// Every game: Agon's own, then those from outside in the order they were registered.
pub fn list() -> Vec<Info> {
    let outside = OUTSIDE.all().into_iter().map(|game| game.entry);
    BUILT_IN.iter().copied().chain(outside).map(|entry| (entry.info)()).collect()
}

/// The ids of Agon's own games: those that [`with`] and [`each`] visit.
pub fn built_in() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|entry| entry.id)
}

/// Opens a game by name.
pub fn open(id: &str, settings: &Settings, start: Start) -> Result<Box<dyn Table>, Error> {
    (find(id)?.open)(settings, start)
}

/// What is known of a game by name.
pub fn info(id: &str) -> Result<Info, Error> {
    Ok((find(id)?.info)())
}

/// The rules page of a game.
pub fn rules(id: &str) -> Result<&'static str, Error> {
    page(id).map_or_else(|| Ok(OUTSIDE.find(id)?.rules), Ok)
}

/// The lessons of a game; empty where it has none.
pub fn lesson(id: &str) -> Result<&'static str, Error> {
    own_lesson(id).map_or_else(|| Ok(OUTSIDE.find(id)?.lesson), Ok)
}

fn find(id: &str) -> Result<Entry, Error> {
    let ours = BUILT_IN.iter().find(|entry| entry.id == id);
    ours.map_or_else(|| Ok(OUTSIDE.find(id)?.entry), |entry| Ok(*entry))
}

/// Why a game cannot be visited.
fn not_built_in(id: &str) -> Error {
    let hint = || text!("it is from outside, and only built-in games can be visited");
    find(id).err().unwrap_or_else(|| Error::Game { text: quote(id), hint: hint() })
}

/// Declares the modules of the games and everything that goes through all of them.
macro_rules! games {
    ($($module:ident::$Game:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Agon's own games.
        const BUILT_IN: &[Entry] = &[$(Entry::of::<$module::$Game>()),*];

        /// The rules page of a game of Agon's own.
        fn page(id: &str) -> Option<&'static str> {
            match id {
                $(<$module::$Game as Show>::ID => Some(<$module::$Game as Show>::RULES),)*
                _ => None,
            }
        }

        /// The lessons of a game of Agon's own.
        fn own_lesson(id: &str) -> Option<&'static str> {
            match id {
                $(<$module::$Game as Show>::ID => Some(<$module::$Game as Show>::LESSON),)*
                _ => None,
            }
        }

        /// Brings the name of a built-in game and options back to static code: for tests and measurements. Programs
        /// ask a registry, which knows games from outside too.
        pub fn with<V: Visitor>(id: &str, settings: &Settings, visitor: V) -> Result<V::Out, Error> {
            match id {
                $(<$module::$Game as Show>::ID => Ok(visitor.visit(options::read::<$module::$Game>(settings)?)),)*
                _ => Err(not_built_in(id)),
            }
        }

        /// Visits every built-in game with every allowed combination of option values.
        pub fn each<V: Visitor + Clone>(visitor: V) -> Vec<V::Out> {
            let mut out = Vec::new();
            $(out.extend(options::all::<$module::$Game>().into_iter().map(|game| visitor.clone().visit(game)));)*
            out
        }
    };
}
use games;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    /// A game without moves.
    macro_rules! stub {
        ($name:ident, $id:literal, $seats:expr, $option:ident) => {
            options! {
                /// A stub.
                pub struct $name {
                    /// an option
                    $option: bool = false => [true, false],
                }
            }
            impl Game for $name {
                type State = ();
                type Move = ();
                fn deal(&self, _chance: &mut impl Chance) {}
                fn turn(&self, _s: &()) -> Seat {
                    0
                }
                fn moves(&self, _s: &(), _out: &mut Moves<()>) {}
                fn play(&self, _s: &mut (), _m: ()) {}
                fn score(&self, _s: &(), _seat: Seat) -> i32 {
                    0
                }
            }
            impl Show for $name {
                const ID: &'static str = $id;
                const NAME: &'static str = "Stub";
                const SEATS: (Seat, Seat) = $seats;
                page!(concat!("# Stub", "\n\nNothing to do."));
                fn write_move(&self, _s: &(), _m: ()) -> String {
                    String::new()
                }
                fn write_state(&self, _s: &()) -> String {
                    "-".to_owned()
                }
                fn read_state(&self, _text: &str) -> Result<(), Text> {
                    Ok(())
                }
                fn reason(&self, _s: &()) -> Text {
                    text!(in "end"; "nothing")
                }
                fn zones(&self, _s: &()) -> Vec<Zone> {
                    Vec::new()
                }
                fn taps(&self, _s: &(), _m: ()) -> Vec<Site> {
                    Vec::new()
                }
                fn prompt(&self, _s: &()) -> Text {
                    Text::default()
                }
            }
        };
    }
    stub!(Taken, "gambit", (2, 2), loud);
    stub!(Upper, "Nine holes", (2, 2), loud);
    stub!(Hyphens, "nine--holes", (2, 2), loud);
    stub!(Crowd, "nine-holes", (2, 7), loud);
    stub!(Seeded, "nine-holes", (2, 2), seed);

    // What is registered stays for every other test of this process, so only refusals are tried here.
    #[test]
    fn a_game_that_cannot_be_known_by_its_id_is_refused() {
        let id = "an id is lower-case letters and digits, with hyphens between words, as in `nine-holes`";
        for (refused, why) in [
            (register::<Taken>(), "`gambit`: another game has this id".to_owned()),
            (register::<Upper>(), format!("`Nine holes`: {id}")),
            (register::<Hyphens>(), format!("`nine--holes`: {id}")),
            (register::<Crowd>(), "`nine-holes`: a game has from 1 to 6 seats, the fewest first".to_owned()),
            (
                register::<Seeded>(),
                "`nine-holes`: no option can be called `seed`, which means the start in records".to_owned(),
            ),
        ] {
            assert_eq!(refused.unwrap_err().to_string(), format!("cannot register the game {why}"));
        }
        assert_eq!(list().len(), built_in().count());
    }

    #[test]
    fn what_a_page_is_about_stands_below_its_title() {
        assert_eq!(Taken::ABOUT, "Nothing to do.");
    }
}
