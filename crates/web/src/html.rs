//! HTML as text. Every screen writes itself with [`html!`](crate::html!); whatever people or other programs wrote is escaped
//! on its way in, and texts are told in the reader's language.

use agon_rules::Text;

use crate::icon::Icon;
use crate::shell::Shell;
use crate::words::Word;

/// A piece of HTML in the making.
pub struct Html<'a> {
    /// the language it is in, and what is set on this device
    pub shell: &'a Shell,
    out: String,
}

impl<'a> Html<'a> {
    /// An empty piece.
    pub fn new(shell: &'a Shell) -> Self {
        Html { shell, out: String::new() }
    }

    /// Adds HTML as it is.
    pub fn raw(&mut self, html: &str) {
        self.out.push_str(html);
    }

    /// Adds something that is shown.
    pub fn put(&mut self, what: &(impl Put + ?Sized)) {
        what.put(self);
    }

    /// Adds HTML of which the page replaces all or nothing: a hash says whether it is the same as before.
    pub fn whole(&mut self, tag: &str, attributes: &str, inner: &str) {
        crate::html!(self, "<" [tag] " " [attributes] " data-whole='" {hash(inner)} "'>" [inner] "</" [tag] ">");
    }

    /// The text of all of it.
    pub fn finish(self) -> String {
        self.out
    }
}

/// A number for a text: what differs has another one, as good as always (FNV-1a).
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// What can be shown.
pub trait Put {
    /// Adds it, escaped where it is text.
    fn put(&self, to: &mut Html<'_>);
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, to: &mut Html<'_>) {
        (**self).put(to);
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, to: &mut Html<'_>) {
        if let Some(what) = self {
            what.put(to);
        }
    }
}

impl Put for str {
    fn put(&self, to: &mut Html<'_>) {
        escape(self, &mut to.out);
    }
}

impl Put for String {
    fn put(&self, to: &mut Html<'_>) {
        self.as_str().put(to);
    }
}

impl Put for Text {
    fn put(&self, to: &mut Html<'_>) {
        to.shell.tell(self).put(to);
    }
}

impl Put for Word {
    fn put(&self, to: &mut Html<'_>) {
        to.shell.say(*self).put(to);
    }
}

impl Put for Icon {
    fn put(&self, to: &mut Html<'_>) {
        to.raw(&self.svg());
    }
}

impl Put for usize {
    fn put(&self, to: &mut Html<'_>) {
        to.raw(&self.to_string());
    }
}

impl Put for u32 {
    fn put(&self, to: &mut Html<'_>) {
        (*self as usize).put(to);
    }
}

/// Adds a text as HTML and SVG hold it, within an element or within quotes. What turns the direction of others, and what no
/// document may hold, is left out.
pub fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
}

/// Writes HTML: literals as they are, `{what}` as [`Put`] shows it, `[text]` as HTML that was made elsewhere.
///
/// ```
/// # use agon_web::{html, html::Html, shell::Shell};
/// let shell = Shell::default();
/// let mut to = Html::new(&shell);
/// html!(to, "<p class='" {"soft"} "'>" {"1 < 2"} ["<br>"] "</p>");
/// assert_eq!(to.finish(), "<p class='soft'>1 &lt; 2<br></p>");
/// ```
#[macro_export]
macro_rules! html {
    ($to:expr, $($part:tt)*) => { $( $crate::html_part!($to, $part); )* };
}

/// One part of [`html!`].
#[doc(hidden)]
#[macro_export]
macro_rules! html_part {
    ($to:expr, { $($what:tt)* }) => { $to.put(&($($what)*)) };
    ($to:expr, [ $($what:tt)* ]) => { $to.raw(&($($what)*)) };
    ($to:expr, $html:literal) => { $to.raw($html) };
}
