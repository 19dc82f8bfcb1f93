//! Options described once: from that come defaults, text, help, forms, and the list of all variants.
//!
//! A game writes `options! { … }`; nothing else in Agon knows what options it has.

use std::fmt;

use serde::Serialize;

use crate::error::{near, quote};
use crate::{Error, Show, Text};

/// Options as people write them: pairs of name and value.
pub type Settings = [(String, String)];

/// One value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = OptionValue))]
pub enum Value {
    /// `true` or `false`
    Flag(bool),
    /// a whole number
    Number(u8),
    /// a word from a list
    Word(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => flag.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<u8> for Value {
    fn from(number: u8) -> Self {
        Value::Number(number)
    }
}

impl Value {
    /// Whether this is how people write the value.
    #[doc(hidden)]
    pub fn is_written(&self, text: &str) -> bool {
        self.to_string() == text
    }

    /// The value in words: nobody need read `true` or `false`.
    pub fn words(&self) -> Text {
        match *self {
            Value::Flag(true) => text!("yes"),
            Value::Flag(false) => text!("no"),
            Value::Number(number) => Text::plain(number.to_string()),
            Value::Word(word) => Text::term("value", word.replace('-', " ")),
        }
    }
}

/// What an option is called, means and accepts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionInfo {
    /// its name, in lower case with hyphens
    pub name: String,
    /// one line for people
    pub help: String,
    /// every value it takes, in order
    pub values: Vec<Value>,
    /// the value when nothing is said
    pub default: Value,
}

impl OptionInfo {
    /// [`options!`](crate::options) describes an option by its field.
    #[doc(hidden)]
    pub fn new(field: &str, help: &[&str], values: Vec<Value>, default: Value) -> Self {
        let help: Vec<&str> = help.iter().map(|line| line.trim()).collect();
        OptionInfo { name: field.replace('_', "-"), help: help.join(" "), values, default }
    }

    /// Whether people call the option of a field by this name.
    #[doc(hidden)]
    pub fn is_called(field: &str, name: &str) -> bool {
        field.replace('_', "-") == name
    }

    /// Its name in words.
    pub fn title(&self) -> Text {
        Text::term("option", self.name.replace('-', " "))
    }

    /// What it means, as text.
    pub fn help_text(&self) -> Text {
        Text::term("help", self.help.clone())
    }
}

/// A set of options with their values. Written by [`options!`](crate::options).
pub trait Options: Default {
    /// What options there are.
    fn describe() -> Vec<OptionInfo>;
    /// The value of every option, in the order of [`describe`](Options::describe).
    fn values(&self) -> Vec<Value>;
    /// Sets the option with this name to the value with this text; false when there is no such option or value.
    fn set(&mut self, name: &str, text: &str) -> bool;
}

/// Reads `name=value`.
pub fn pair(text: &str) -> Result<(String, String), Error> {
    let (name, value) = text.split_once('=').ok_or_else(|| Error::Pair { text: quote(text) })?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Reads the options of a game. What is not named has its default.
pub fn read<G: Show>(settings: &Settings) -> Result<G, Error> {
    let mut game = G::default();
    set_all(G::ID, &G::describe(), settings, &mut |name, text| game.set(name, text))?;
    game.check().map_err(|why| Error::Together { game: G::ID, why: why.tidy() })?;
    Ok(game)
}

/// Sets options one after the other: the same code for every game.
fn set_all(
    game: &'static str,
    known: &[OptionInfo],
    settings: &Settings,
    set: &mut dyn FnMut(&str, &str) -> bool,
) -> Result<(), Error> {
    for (i, (name, text)) in settings.iter().enumerate() {
        let Some(option) = known.iter().find(|o| o.name == *name) else {
            let names = known.iter().map(|o| o.name.as_str()).collect();
            return Err(Error::Option {
                game,
                name: quote(name),
                hint: near(name, names, |names| text!("it has {names}", names)),
            });
        };
        if settings[..i].iter().any(|(earlier, _)| earlier == name) {
            return Err(Error::Twice { name: name.clone() });
        }
        if !set(name, text) {
            let values: Vec<_> = option.values.iter().map(Value::to_string).collect();
            let values = values.iter().map(String::as_str).collect();
            let hint = near(text, values, |values| text!("it takes {values}", values));
            return Err(Error::Value { option: name.clone(), text: quote(text), hint });
        }
    }
    Ok(())
}

/// The options of a game with their values, by name.
pub fn options_of<G: Show>(game: &G) -> Vec<(String, Value)> {
    G::describe().into_iter().map(|o| o.name).zip(game.values()).collect()
}

/// Every allowed combination of option values of a game, the default first.
pub(crate) fn all<G: Show>() -> Vec<G> {
    let mut all = vec![G::default()];
    for option in &G::describe() {
        let others = option.values.iter().filter(|value| **value != option.default);
        let varied = others.flat_map(|value| {
            all.clone().into_iter().map(move |mut game| {
                assert!(game.set(&option.name, &value.to_string()), "an option takes the values it lists");
                game
            })
        });
        let varied: Vec<_> = varied.collect();
        all.extend(varied);
    }
    all.retain(|game| game.check().is_ok());
    all
}

/// Declares the options of a game: a struct with a field each, `name: type = default => values`.
///
/// The comment above a field is the help people read; an underscore in its name reads as a hyphen.
///
/// ```
/// use agon_rules::{Options, options};
///
/// options! {
///     /// A game on a board.
///     pub struct Toy {
///         /// side of the board
///         size: u8 = 8 => [6, 8, 10],
///         /// whether the first move may be taken over
///         pie: bool = false => [true, false],
///     }
/// }
/// assert_eq!(Toy::default(), Toy { size: 8, pie: false });
/// assert_eq!(Toy::describe()[0].help, "side of the board");
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[doc = $about:literal])*
        pub struct $Game:ident {
            $($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr => $values:expr),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Game {
            $($(#[doc = $help])+ pub $name: $type,)*
        }

        impl Default for $Game {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl $crate::Options for $Game {
            #[inline(never)] // It is asked for in several places, and would be in each of them.
            fn describe() -> Vec<$crate::OptionInfo> {
                vec![$($crate::OptionInfo::new(
                    stringify!($name),
                    &[$($help),+],
                    ($values).into_iter().map(<$type>::into).collect(),
                    <$type>::into($default),
                )),*]
            }

            fn values(&self) -> Vec<$crate::Value> {
                vec![$(self.$name.into()),*]
            }

            fn set(&mut self, name: &str, text: &str) -> bool {
                $(if $crate::OptionInfo::is_called(stringify!($name), name) {
                    let mut values = ($values).into_iter();
                    let found = values.find(|value| $crate::Value::from(*value).is_written(text));
                    return found.map(|value| self.$name = value).is_some();
                })*
                false
            }
        }
    };
}

/// Declares an option's list of words: an enum with a text for each.
///
/// ```
/// agon_rules::words! {
///     /// How loud.
///     pub enum Volume { Low = "low", High = "high" }
/// }
/// assert_eq!(Volume::ALL, [Volume::Low, Volume::High]);
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[doc = $about:literal])*
        pub enum $Name:ident { $($(#[doc = $help:literal])* $Word:ident = $text:literal),* $(,)? }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {
            $($(#[doc = $help])* #[doc = concat!("`", $text, "`")] $Word),*
        }

        impl $Name {
            /// Every word, in order.
            pub const ALL: [$Name; [$($text),*].len()] = [$($Name::$Word),*];
        }

        impl From<$Name> for $crate::Value {
            fn from(word: $Name) -> Self {
                $crate::Value::Word(match word { $($Name::$Word => $text),* })
            }
        }
    };
}
