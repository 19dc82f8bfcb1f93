//! Any JSON as a tree, read with little code. It says only whether a text is JSON, not what is wrong with it.
//!
//! Nothing of ours is a fraction or beyond 64 bits, so such numbers are read as nothing (`null`).

/// How deep lists and maps may lie in one another.
const DEEPEST: usize = 128;

/// Any JSON.
#[derive(PartialEq, Debug)]
pub enum Json {
    /// nothing
    Null,
    /// true or false
    Flag(bool),
    /// a whole number from 0
    Natural(u64),
    /// a whole number below 0
    Negative(i64),
    /// a text
    Text(String),
    /// values in their order
    List(Vec<Json>),
    /// values by name
    Map(Vec<(String, Json)>),
}

/// The tree of a text of JSON.
pub fn tree(text: &str) -> Option<Json> {
    let mut reader = Reader { rest: text };
    let json = reader.value(DEEPEST)?;
    reader.rest.is_empty().then_some(json)
}

/// What is left of a text. Behind everything that is read, spaces are read too.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads this, if it comes next.
    fn has(&mut self, sign: &str) -> bool {
        let after = self.rest.strip_prefix(sign);
        self.rest = after.map_or(self.rest, |rest| rest.trim_start_matches([' ', '\t', '\r', '\n']));
        after.is_some()
    }

    fn value(&mut self, deep: usize) -> Option<Json> {
        let deep = deep.checked_sub(1)?;
        self.has("");
        if self.has("{") {
            let mut map = Vec::new();
            self.all("}", &mut |reader| {
                let name = reader.text()?;
                let value = reader.has(":").then(|| reader.value(deep))??;
                map.push((name, value));
                Some(())
            })?;
            return Some(Json::Map(map));
        }
        if self.has("[") {
            let mut list = Vec::new();
            self.all("]", &mut |reader| {
                list.push(reader.value(deep)?);
                Some(())
            })?;
            return Some(Json::List(list));
        }
        for (word, json) in [("null", Json::Null), ("true", Json::Flag(true)), ("false", Json::Flag(false))] {
            if self.has(word) {
                return Some(json);
            }
        }
        if self.rest.starts_with('"') { self.text().map(Json::Text) } else { self.number() }
    }

    /// Reads everything up to a closing sign, with commas between.
    fn all(&mut self, end: &str, one: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if self.has(end) {
            return Some(());
        }
        loop {
            one(self)?;
            if self.has(end) {
                return Some(());
            }
            self.has(",").then_some(())?;
        }
    }

    fn number(&mut self) -> Option<Json> {
        let end = self.rest.find(|sign: char| !matches!(sign, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
        let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.has("");
        let digits = number.strip_prefix('-').unwrap_or(number);
        if !digits.starts_with(|sign: char| sign.is_ascii_digit()) {
            return None;
        }
        let natural = number.parse().map(Json::Natural);
        Some(natural.or_else(|_| number.parse().map(Json::Negative)).unwrap_or(Json::Null))
    }

    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut rest = self.rest.strip_prefix('"')?;
        loop {
            let at = rest.find(|sign: char| matches!(sign, '"' | '\\' | ..='\u{1f}'))?;
            text.push_str(&rest[..at]);
            let sign = rest[at..].chars().next();
            rest = &rest[at + 1..];
            match sign {
                Some('"') => break,
                Some('\\') => text.push(escaped(&mut rest)?),
                _ => return None,
            }
        }
        self.rest = rest;
        self.has("");
        Some(text)
    }
}

/// What stands behind a backslash.
fn escaped(rest: &mut &str) -> Option<char> {
    let sign = rest.chars().next()?;
    *rest = &rest[sign.len_utf8()..];
    Some(match sign {
        '"' | '\\' | '/' => sign,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let high = unit(rest)?;
            if !(0xd800..0xdc00).contains(&high) {
                return char::from_u32(high);
            }
            // A letter beyond 16 bits is written in two parts.
            *rest = rest.strip_prefix("\\u")?;
            let low = unit(rest)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
            return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low);
        }
        _ => return None,
    })
}

fn unit(rest: &mut &str) -> Option<u32> {
    let (digits, after) = rest.split_at_checked(4)?;
    *rest = after;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by serde_json.
    fn by_serde(text: &str) -> Option<Json> {
        fn json(value: serde_json::Value) -> Json {
            match value {
                serde_json::Value::Null => Json::Null,
                serde_json::Value::Bool(flag) => Json::Flag(flag),
                serde_json::Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                    (Some(number), _) => Json::Natural(number),
                    (None, Some(number)) => Json::Negative(number),
                    (None, None) => Json::Null,
                },
                serde_json::Value::String(text) => Json::Text(text),
                serde_json::Value::Array(list) => Json::List(list.into_iter().map(json).collect()),
                serde_json::Value::Object(map) => Json::Map(map.into_iter().map(|(k, v)| (k, json(v))).collect()),
            }
        }
        serde_json::from_str(text).ok().map(json)
    }

    #[test]
    fn a_text_is_read_as_serde_json_reads_it() {
        for text in [
            "null",
            " true ",
            "false",
            "0",
            "17",
            "-4",
            "18446744073709551615",
            "1.5",
            "-2e3",
            "99999999999999999999",
            "[]",
            "[ ]",
            "[1, [2, [3]] , \"x\"]",
            "{}",
            "{\"a\": {\"b\": [null]}, \"c\" : -1}\n",
            r#""a \"quote\", a \\, \/, \b\f\n\r\t, \u00e9, \ud83c\udfb2, é 🎲""#,
            r#"{"":""}"#,
        ] {
            assert_eq!(tree(text), by_serde(text), "{text}");
            assert!(tree(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            " ",
            "nul",
            "[1,]",
            "[1 2]",
            "[",
            "{\"a\" 1}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud83c\"",
            "\"\\ud83c\\u0041\"",
            "\"\\u+123\"",
            "\"a\nb\"",
            "-",
            "+1",
            ".5",
            "1 1",
            "\"a\"b",
            "]",
            "\\",
        ] {
            assert_eq!(tree(text), None, "{text}");
            assert_eq!(by_serde(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_too_deep_is_refused() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(tree(&deep(DEEPEST)).is_some());
        assert_eq!(tree(&deep(100_000)), None);
    }
}
