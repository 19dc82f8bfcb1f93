//! Another language: the entries of a `.po` file, compiled so that a program only has to look them up.

use super::po::{self, BadCatalogue, ENTRY, Entry, FORM};
use super::{Language, Text, pieces};

/// The translations of one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    /// the key of a text and its forms, sorted by key
    entries: Vec<String>,
    forms: Forms,
}

/// Which form a number takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Forms {
    /// the same for all numbers
    One,
    /// one, and all others: English, Italian, German
    #[default]
    NotOne,
    /// up to one, and more: French
    MoreThanOne,
}

impl Catalogue {
    /// Reads a `.po` file. Entries without a translation, or marked `fuzzy`, are left out.
    ///
    /// ```
    /// use agon_rules::{Catalogue, text};
    ///
    /// let italian = Catalogue::read(r#"
    /// msgid "{n} piece"
    /// msgid_plural "{n} pieces"
    /// msgstr[0] "{n} pezzo"
    /// msgstr[1] "{n} pezzi"
    /// "#)?;
    /// assert_eq!(text!("{n} piece" | "{n} pieces", n = 3).tell(&italian), "3 pezzi");
    /// # Ok::<(), agon_rules::BadCatalogue>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, BadCatalogue> {
        po::compile(text).map(|compiled| Self::load(&compiled))
    }

    /// Takes a `.po` file that was compiled before: `cargo xtask web` does that for the page.
    pub fn load(compiled: &str) -> Self {
        let mut entries = compiled.split(ENTRY);
        let forms = match entries.next() {
            Some("0") => Forms::One,
            Some("2") => Forms::MoreThanOne,
            _ => Forms::NotOne,
        };
        Catalogue { entries: entries.map(str::to_owned).collect(), forms }
    }

    /// How many plural forms the language has.
    pub fn plural_forms(&self) -> usize {
        match self.forms {
            Forms::One => 1,
            Forms::NotOne | Forms::MoreThanOne => 2,
        }
    }

    /// Whether there is a translation of this very text; its arguments are texts of their own.
    pub fn has(&self, text: &Text) -> bool {
        self.find(text).is_some()
    }

    /// The forms of a text, one after the other.
    fn find(&self, text: &Text) -> Option<std::str::Split<'_, char>> {
        let key = |entry: &String| entry.split(FORM).next().unwrap_or_default().cmp(&text.key);
        let at = self.entries.binary_search_by(key).ok()?;
        let mut forms = self.entries[at].split(FORM);
        forms.next();
        Some(forms)
    }
}

impl Language for Catalogue {
    fn template(&self, text: &Text) -> Option<&str> {
        let mut forms = self.find(text)?;
        let first = forms.next();
        let later = match (text.plural(), self.forms) {
            (None, _) | (_, Forms::One) => false,
            (Some((_, number)), Forms::NotOne) => number != 1,
            (Some((_, number)), Forms::MoreThanOne) => number > 1,
        };
        if later { forms.next().or(first) } else { first }
    }
}

impl Entry {
    /// An empty entry for a text.
    pub fn of(text: &Text) -> Self {
        let plural = text.plural().map(|(plural, _)| plural.to_owned());
        let forms = vec![String::new(); if plural.is_some() { 2 } else { 1 }];
        Entry { context: text.context().to_owned(), template: text.template().to_owned(), plural, forms, line: 0 }
    }

    /// What a translation has wrong: its gaps must be those of the template.
    pub fn fault(&self, plural_forms: usize) -> Option<&'static str> {
        let gaps = |text: &str| {
            let mut gaps: Vec<String> = pieces(text).filter_map(|(gap, _)| gap.map(str::to_owned)).collect();
            gaps.sort_unstable();
            gaps.dedup();
            gaps
        };
        let all = gaps(self.plural.as_ref().unwrap_or(&self.template));
        let needed = if self.plural.is_some() { plural_forms } else { 1 };
        match self.forms.as_slice() {
            forms if forms.iter().all(String::is_empty) => Some("it has no translation"),
            forms if forms.len() != needed || forms.iter().any(String::is_empty) => Some("a plural form is missing"),
            // The form for one may say the number in words.
            [first, ..] if self.plural.is_some() && gaps(first).iter().any(|gap| !all.contains(gap)) => {
                Some("a gap of the singular is not in the template")
            }
            forms if gaps(forms.last().map_or("", String::as_str)) != all => {
                Some("its gaps are not those of the template")
            }
            _ => None,
        }
    }
}
