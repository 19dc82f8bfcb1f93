//! [`text!`](crate::text!): how a sentence is written where it arises.
//!
//! Its gaps are checked while compiling, and a call for each argument is all that is compiled in. What becomes of the
//! sentence is in `sentence.rs`.

use super::{Arg, Text};

/// Writes a sentence for people: a template with `{gaps}` and an argument for each.
///
/// A number, a [`Text`] (translated itself) or a string (notation or a name, never translated) fills a gap; an argument
/// without a value takes the variable of its name. Two templates with `|` between them are singular and plural by the
/// first argument. Where one English template has two meanings, `in "context";` before it tells them apart. Gaps are
/// checked while compiling.
///
/// ```
/// use agon_rules::text;
///
/// assert_eq!(text!("a winning row"), "a winning row");
/// let square = "b3";
/// assert_eq!(text!("jump on with {square} or stop", square), "jump on with b3 or stop");
/// let points = |n: i32| text!("a point" | "{n} points", n);
/// assert_eq!([points(1).to_string(), points(3).to_string()], ["a point", "3 points"]);
/// assert_eq!(text!(in "option"; "line").context(), "option");
/// ```
#[macro_export]
macro_rules! text {
    (@fill $text:ident $name:ident) => { $crate::Fill::fill_in($name, stringify!($name), &mut $text) };
    (@fill $text:ident $name:ident $value:expr) => { $crate::Fill::fill_in($value, stringify!($name), &mut $text) };
    (@of $key:expr) => { $crate::Text::of_key($key) };
    (@of $key:expr, $($name:ident $(= $value:expr)?),+) => {{
        let mut text = $crate::Text::of_key($key);
        $($crate::text!(@fill text $name $($value)?);)+
        text
    }};
    ($(in $context:literal;)? $one:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const _: () = $crate::check_template($one, &[$(stringify!($name)),*], true);
        $crate::text!(@of concat!($($context, "\u{4}",)? $one) $(, $name $(= $value)?)*)
    }};
    ($(in $context:literal;)? $one:literal | $many:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {{
        const _: () = $crate::check_template($one, &[$(stringify!($name)),*], false);
        const _: () = $crate::check_template($many, &[$(stringify!($name)),*], true);
        $crate::text!(@of concat!($($context, "\u{4}",)? $one, "\0", $many) $(, $name $(= $value)?)*)
    }};
}

/// Refuses, while compiling, a template whose gaps are not the arguments, or one that has another sign of a key.
///
/// Every gap needs an argument; every argument a gap in the last form (a singular may say `a piece`).
#[doc(hidden)]
pub const fn check(template: &str, names: &[&str], last: bool) {
    let bytes = template.as_bytes();
    let (mut at, mut found) = (0, 0_u32);
    while at < bytes.len() {
        assert!(bytes[at] != 0 && bytes[at] != 4 && bytes[at] != b'}', "a template is plain text and gaps in braces");
        if bytes[at] == b'{' {
            let mut name = 0;
            while name < names.len() && !is_gap(bytes, at, names[name].as_bytes()) {
                name += 1;
            }
            assert!(name < names.len(), "a gap of this template has no argument");
            found |= 1 << name;
            at += names[name].len() + 1;
        }
        at += 1;
    }
    assert!(!last || found + 1 == 1 << names.len(), "an argument of this template has no gap");
}

/// Whether the gap that opens at `at` has this name.
const fn is_gap(template: &[u8], at: usize, name: &[u8]) -> bool {
    if at + name.len() + 1 >= template.len() || template[at + 1 + name.len()] != b'}' {
        return false;
    }
    let mut i = 0;
    while i < name.len() {
        if template[at + 1 + i] != name[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What can fill a gap.
#[doc(hidden)]
pub trait Fill {
    /// Fills the gap of this name.
    fn fill_in(self, name: &'static str, text: &mut Text);
}

/// What fills a gap, by the function of [`Text`] that takes it: a call is all that is compiled where a text arises.
macro_rules! fills {
    ($($type:ty, $fill:ident, $value:ident => $arg:expr;)*) => {$(
        impl Fill for $type {
            #[inline]
            fn fill_in(self, name: &'static str, text: &mut Text) {
                let $value = self;
                text.$fill(name, $arg);
            }
        }
    )*};
}
fills! {
    Arg, fill_arg, arg => arg;
    Text, fill_text, text => text;
    String, fill_plain, text => text;
    &String, fill_str, text => text;
    &str, fill_str, text => text;
    u8, fill_number, number => number.into();
    u16, fill_number, number => number.into();
    u32, fill_number, number => number.into();
    i32, fill_number, number => number.into();
    i64, fill_number, number => number;
    // A number too large for the wire is the largest there is.
    u64, fill_number, number => i64::try_from(number).unwrap_or(i64::MAX);
    usize, fill_number, number => i64::try_from(number).unwrap_or(i64::MAX);
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Arg::Text(text)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Plain(text)
    }
}
