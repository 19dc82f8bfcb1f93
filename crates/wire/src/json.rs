//! What a server sent, read with little code: over the air a reader counts more than what it reads.
//!
//! Any JSON becomes a tree first (`tree.rs`), and types are read from the tree. That is compiled in half the size of
//! reading them from text, since it says only whether something could be read, and reads a struct in one way. Servers read
//! with serde_json, which says what is wrong.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::tree::{Json, tree};

/// Reads a value from JSON; none where it is another's.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    T::deserialize(&tree(text)?).ok()
}

impl Json {
    /// A value of a map, read as a type.
    pub(crate) fn field<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Option<T> {
        let Json::Map(fields) = self else { return None };
        let (_, value) = fields.iter().find(|(known, _)| known == name)?;
        T::deserialize(value).ok()
    }
}

/// It is not what was expected. Nobody asks why.
#[derive(Debug)]
pub(crate) struct Unexpected;

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

impl<'de> IntoDeserializer<'de, Unexpected> for &'de Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The fields of a map, for a visitor.
fn fields<'a, V: Visitor<'a>>(fields: &'a [(String, Json)], visitor: V) -> Result<V::Value, Unexpected> {
    visitor.visit_map(MapDeserializer::new(fields.iter().map(|(name, value)| (name.as_str(), value))))
}

impl<'de> Deserializer<'de> for &'de Json {
    type Error = Unexpected;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self {
            Json::Null => visitor.visit_unit(),
            Json::Flag(flag) => visitor.visit_bool(*flag),
            Json::Natural(number) => visitor.visit_u64(*number),
            Json::Negative(number) => visitor.visit_i64(*number),
            Json::Text(text) => visitor.visit_str(text),
            Json::List(list) => visitor.visit_seq(SeqDeserializer::new(list.iter())),
            Json::Map(map) => fields(map, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if let Json::Flag(flag) = self { visitor.visit_bool(*flag) } else { Err(Unexpected) }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if let Json::Natural(number) = self { visitor.visit_u64(*number) } else { Err(Unexpected) }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self {
            Json::Natural(number) => visitor.visit_u64(*number),
            Json::Negative(number) => visitor.visit_i64(*number),
            _ => Err(Unexpected),
        }
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if let Json::Text(text) = self { visitor.visit_str(text) } else { Err(Unexpected) }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if let Json::Null = self { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        let Json::List(list) = self else { return Err(Unexpected) };
        visitor.visit_seq(SeqDeserializer::new(list.iter()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if let Json::Map(map) = self { fields(map, visitor) } else { Err(Unexpected) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        match self {
            Json::Text(name) => visitor.visit_enum(Variant { name, value: &Json::Null }),
            Json::Map(map) => match map.as_slice() {
                [(name, value)] => visitor.visit_enum(Variant { name, value }),
                _ => Err(Unexpected),
            },
            _ => Err(Unexpected),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i8 i16 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct }
}

/// A variant of an enum, with what it holds.
struct Variant<'a> {
    name: &'a str,
    value: &'a Json,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unexpected;
    type Variant = &'de Json;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, &'de Json), Unexpected> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self.value))
    }
}

impl<'de> VariantAccess<'de> for &'de Json {
    type Error = Unexpected;

    fn unit_variant(self) -> Result<(), Unexpected> {
        if let Json::Null = self { Ok(()) } else { Err(Unexpected) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Unexpected> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Unexpected> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_map(visitor)
    }
}
