//! What a server sent, read with little code: over the air a reader counts more than what it reads.
//!
//! Any JSON becomes a tree first (`tree.rs`), and types are read from the tree by name ([`Hear`]; `hear.rs` has the types).
//! That is compiled in a fifth of the size of reading them with serde, since it says only whether something could be read.
//! Servers read with serde_json, which says what is wrong.

use std::fmt;

use agon_rules::Text;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

pub use crate::tree::{Json, tree};

/// What a client can read.
pub trait Hear: Sized {
    /// Reads it, and notes where it is something else. What is missing in a map is read as null. There is one way out, so
    /// that no code is needed to give up half-way.
    fn hear(json: &Json, odd: &mut bool) -> Self;
}

/// Reads a value from JSON; none where it is another's.
pub fn read<T: Hear>(text: &str) -> Option<T> {
    tree(text)?.read()
}

impl Json {
    /// Reads a value; none where it is another's.
    pub fn read<T: Hear>(&self) -> Option<T> {
        let mut odd = false;
        let value = T::hear(self, &mut odd);
        (!odd).then_some(value)
    }

    /// What a map has under a name; null where it has nothing.
    pub fn at(&self, name: &str) -> &Json {
        let fields: &[(String, Json)] = if let Json::Map(fields) = self { fields } else { &[] };
        fields.iter().find(|(known, _)| known == name).map_or(&Json::Null, |(_, value)| value)
    }

    /// A field of a map; none where it is something else.
    pub fn field<T: Hear>(&self, name: &str) -> Option<T> {
        self.at(name).read()
    }

    /// The variant of an enum, with what it holds; no name where it is something else.
    pub(crate) fn variant(&self) -> (&str, &Json) {
        match self {
            Json::Text(name) => (name, &Json::Null),
            Json::Map(fields) => match fields.as_slice() {
                [(name, value)] => (name, value),
                _ => ("", self),
            },
            _ => ("", self),
        }
    }

    /// The values of a list; none where it is something else.
    pub(crate) fn list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }
}

/// What is there, or nothing and a note that something else was.
fn or_odd<T: Default>(value: Option<T>, odd: &mut bool) -> T {
    *odd |= value.is_none();
    value.unwrap_or_default()
}

impl Hear for bool {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(if let Json::Flag(flag) = json { Some(*flag) } else { None }, odd)
    }
}

impl Hear for u64 {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(if let Json::Natural(number) = json { Some(*number) } else { None }, odd)
    }
}

impl Hear for usize {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(u64::hear(json, odd).try_into().ok(), odd)
    }
}

impl Hear for u32 {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(u64::hear(json, odd).try_into().ok(), odd)
    }
}

impl Hear for u8 {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(u64::hear(json, odd).try_into().ok(), odd)
    }
}

impl Hear for i32 {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        let number = match *json {
            Json::Natural(number) => number.try_into().ok(),
            Json::Negative(number) => number.try_into().ok(),
            _ => None,
        };
        or_odd(number, odd)
    }
}

impl Hear for String {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        or_odd(if let Json::Text(text) = json { Some(text.clone()) } else { None }, odd)
    }
}

impl Hear for Text {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        // Its own reader would take a text that is missing for an empty one.
        or_odd(if let Json::Null = json { None } else { Text::deserialize(Tree(json)).ok() }, odd)
    }
}

impl<T: Hear> Hear for Option<T> {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        if let Json::Null = json { None } else { Some(T::hear(json, odd)) }
    }
}

impl<T: Hear> Hear for Vec<T> {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        *odd |= json.list().is_none();
        json.list().unwrap_or_default().iter().map(|one| T::hear(one, odd)).collect()
    }
}

impl<A: Hear, B: Hear> Hear for (A, B) {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        let list = json.list().unwrap_or_default();
        *odd |= list.len() != 2;
        let at = |at: usize| list.get(at).unwrap_or(&Json::Null);
        (A::hear(at(0), odd), B::hear(at(1), odd))
    }
}

/// It is not what was expected. Nobody asks why.
#[derive(Debug)]
struct Unexpected;

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not what was expected")
    }
}

impl std::error::Error for Unexpected {}

impl de::Error for Unexpected {
    fn custom<T: fmt::Display>(_why: T) -> Self {
        Unexpected
    }
}

/// A tree as texts are read from it, which have a reader of their own.
struct Tree<'a>(&'a Json);

impl<'de> IntoDeserializer<'de, Unexpected> for Tree<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Unexpected;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self.0 {
            Json::Null => visitor.visit_unit(),
            Json::Flag(flag) => visitor.visit_bool(*flag),
            Json::Natural(number) => visitor.visit_u64(*number),
            Json::Negative(number) => visitor.visit_i64(*number),
            Json::Text(text) => visitor.visit_str(text),
            Json::List(list) => visitor.visit_seq(SeqDeserializer::new(list.iter().map(Tree))),
            Json::Map(map) => {
                visitor.visit_map(MapDeserializer::new(map.iter().map(|(name, value)| (name.as_str(), Tree(value)))))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier
    }
}
