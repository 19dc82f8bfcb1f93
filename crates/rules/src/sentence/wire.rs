//! How a text travels: the finished English for plain clients, template and arguments for those that translate.
//!
//! `{"text":"an island of 2 pieces","template":"an island of {island}","args":{"island":{…}}}`; only `{"text":"…"}`
//! where there is nothing to fill in. A number is a JSON number, notation a string, a nested text an object. Whatever
//! arrives is read within bounds: a text that is odd or too deep is the English it brings.
//!
//! In a format that no person reads, between programs of one build, it is its key and arguments and nothing else.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::{Arg, CONTEXT, PLURAL, Text, is_name};
use crate::Seat;
use crate::games::MOST_SEATS;

/// How deep texts may nest.
const DEEPEST: usize = 8;
/// How many arguments one may have.
const MOST: usize = 16;

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (&self.key, &self.args).serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &self.to_string())?;
        if !self.context().is_empty() {
            map.serialize_entry("context", self.context())?;
        }
        if !self.args.is_empty() {
            map.serialize_entry("template", self.template())?;
            if let Some((plural, number)) = self.plural() {
                map.serialize_entry("plural", plural)?;
                map.serialize_entry("n", &number)?;
            }
            map.serialize_entry("args", &Args(&self.args))?;
        }
        map.end()
    }
}

struct Args<'a>(&'a [(Cow<'static, str>, Arg)]);

impl Serialize for Args<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, arg)| (name, arg)))
    }
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Compact::from(self.clone()).serialize(serializer);
        }
        match self {
            Arg::Number(number) => serializer.serialize_i64(*number),
            Arg::Text(text) => text.serialize(serializer),
            Arg::Plain(text) => serializer.serialize_str(text),
            Arg::Player(seat) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("text", &Text::player(*seat).to_string())?;
                map.serialize_entry("player", seat)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let (key, args) = Deserialize::deserialize(deserializer)?;
            return Ok(Text { key, args });
        }
        let arg = Depth(0).deserialize(deserializer)?;
        Ok(match arg {
            Arg::Text(text) => text,
            // What was no object is no sentence of ours: an older server sends its English only.
            Arg::Plain(text) => Text::plain(text),
            Arg::Number(number) => Text::plain(number.to_string()),
            Arg::Player(seat) => Text::player(seat),
        })
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Depth(0).deserialize(deserializer);
        }
        Ok(match Compact::deserialize(deserializer)? {
            Compact::Number(number) => Arg::Number(number),
            Compact::Text(text) => Arg::Text(text),
            Compact::Plain(text) => Arg::Plain(text),
            Compact::Player(seat) => Arg::Player(seat),
        })
    }
}

/// What fills a gap, in a format that no person reads.
#[derive(Serialize, Deserialize)]
enum Compact {
    Number(i64),
    Text(Text),
    Plain(String),
    Player(Seat),
}

impl From<Arg> for Compact {
    fn from(arg: Arg) -> Self {
        match arg {
            Arg::Number(number) => Compact::Number(number),
            Arg::Text(text) => Compact::Text(text),
            Arg::Plain(text) => Compact::Plain(text),
            Arg::Player(seat) => Compact::Player(seat),
        }
    }
}

/// Reads what fills a gap, so deep inside another text.
#[derive(Clone, Copy)]
struct Depth(usize);

impl<'de> DeserializeSeed<'de> for Depth {
    type Value = Arg;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Arg, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Depth {
    type Value = Arg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Arg, E> {
        Ok(Arg::Plain(text.to_owned()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Arg, E> {
        Ok(Arg::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Arg, E> {
        Ok(Arg::Number(i64::try_from(number).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Arg, E> {
        Ok(Arg::Plain(String::new()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Arg, E> {
        Ok(Arg::Plain(String::new()))
    }

    fn visit_unit<E>(self) -> Result<Arg, E> {
        Ok(Arg::Plain(String::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Arg, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Arg::Plain(String::new()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arg, A::Error> {
        let (mut english, mut context, mut template, mut plural) = (None, None, None, None);
        let (mut args, mut number, mut odd, mut player) = (Vec::new(), 0, false, None);
        while let Some(name) = map.next_key::<String>()? {
            let slot = match name.as_str() {
                "text" => &mut english,
                "context" => &mut context,
                "template" => &mut template,
                "plural" => &mut plural,
                "n" => {
                    number = map.next_value::<i64>()?;
                    continue;
                }
                "player" => {
                    player = Some(map.next_value::<Seat>()?);
                    continue;
                }
                "args" if self.0 < DEEPEST => {
                    args = map.next_value_seed(Names(self))?;
                    odd |= args.len() > MOST;
                    continue;
                }
                name => {
                    odd |= name == "args";
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *slot = Some(map.next_value::<String>()?);
        }
        if let Some(seat) = player {
            return Ok(if seat < MOST_SEATS { Arg::Player(seat) } else { Arg::Plain(english.unwrap_or_default()) });
        }
        let english = english.unwrap_or_default();
        let clean = |text: &String| !text.contains([CONTEXT, PLURAL]);
        odd |= ![&context, &template, &plural].into_iter().flatten().all(clean) || !clean(&english);
        // The number that decides is the first argument.
        if plural.is_some() {
            match args.iter().position(|(_, arg)| *arg == Arg::Number(number)) {
                Some(at) => args.swap(0, at),
                None => odd = true,
            }
        }
        if odd {
            return Ok(Arg::Text(Text::plain(english)));
        }
        let mut key = String::new();
        if let Some(context) = context {
            key.push_str(&context);
            key.push(CONTEXT);
        }
        key.push_str(template.as_ref().unwrap_or(&english));
        if let Some(plural) = plural {
            key.push(PLURAL);
            key.push_str(&plural);
        }
        Ok(Arg::Text(Text { key: key.into(), args }))
    }
}

/// Reads the arguments of a text.
struct Names(Depth);

impl<'de> DeserializeSeed<'de> for Names {
    type Value = Vec<(Cow<'static, str>, Arg)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Names {
    type Value = Vec<(Cow<'static, str>, Arg)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arguments by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut args = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            // One too many is kept for the caller to see; the rest is not.
            if args.len() > MOST || !is_name(&name) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            args.push((name.into(), map.next_value_seed(Depth(self.0.0 + 1))?));
        }
        Ok(args)
    }
}

/// How a [`Text`] is described to those who read the protocol.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = Text)]
#[allow(dead_code)] // It is only described.
pub struct TextWire {
    /// the finished English
    text: String,
    /// what tells this template from an equal one with another meaning
    context: Option<String>,
    /// the template with named gaps; the finished English where there is none
    template: Option<String>,
    /// the template for other numbers than one
    plural: Option<String>,
    /// the number that decides between template and plural
    n: Option<i64>,
    /// what fills the gaps: numbers, notation as strings, nested texts as objects
    #[schema(value_type = Option<Object>)]
    args: Option<()>,
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Text {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        TextWire::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Text {
    fn name() -> Cow<'static, str> {
        "Text".into()
    }
}
