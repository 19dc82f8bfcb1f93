//! Another language: the entries of a `.po` file, the format of gettext that translators' tools read and write.
//!
//! An entry is `msgctxt` (where one English template has two meanings), `msgid`, `msgid_plural` and `msgstr`, or
//! `msgstr[0]`, `msgstr[1]` … for the plural forms of the language, which the header's `Plural-Forms` chooses from.
//! Of that formula the three are known that most languages of Europe share.

use std::collections::HashMap;
use std::fmt;

use super::{CONTEXT, Language, PLURAL, Text, pieces};

/// The translations of one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    /// by key, as a [`Text`] has it: the forms
    entries: HashMap<String, Vec<String>>,
    forms: Forms,
}

/// An entry as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// what tells equal templates apart; empty for most
    pub context: String,
    /// the English template, or its singular
    pub template: String,
    /// its plural
    pub plural: Option<String>,
    /// the translations: one, or one for each plural form
    pub forms: Vec<String>,
    /// the line where it begins
    pub line: usize,
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

/// What is wrong with a `.po` file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCatalogue {
    /// the line, counted from 1
    pub line: usize,
    /// what is wrong
    pub why: &'static str,
}

impl fmt::Display for BadCatalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for BadCatalogue {}

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
        let mut catalogue = Catalogue::default();
        for entry in entries(text)? {
            let known = |form: &String| !form.is_empty();
            if entry.template.is_empty() {
                catalogue.forms = Forms::read(entry.forms.first().map_or("", String::as_str), entry.line)?;
            } else if !entry.forms.is_empty() && entry.forms.iter().all(known) {
                catalogue.entries.insert(entry.key(), entry.forms);
            }
        }
        Ok(catalogue)
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
        self.entries.contains_key(&*text.key)
    }
}

impl Language for Catalogue {
    fn template(&self, text: &Text) -> Option<&str> {
        let forms = self.entries.get(&*text.key)?;
        let form = match (text.plural(), self.forms) {
            (None, _) | (_, Forms::One) => 0,
            (Some((_, number)), Forms::NotOne) => usize::from(number != 1),
            (Some((_, number)), Forms::MoreThanOne) => usize::from(number > 1),
        };
        forms.get(form).or(forms.first()).map(String::as_str)
    }
}

impl Entry {
    /// The key of the text it translates.
    fn key(&self) -> String {
        let mut key = String::new();
        if !self.context.is_empty() {
            key = self.context.clone() + &CONTEXT.to_string();
        }
        key += &self.template;
        if let Some(plural) = &self.plural {
            key.push(PLURAL);
            key += plural;
        }
        key
    }

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

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        if !self.context.is_empty() {
            writeln!(f, "msgctxt \"{}\"", quoted(&self.context))?;
        }
        writeln!(f, "msgid \"{}\"", quoted(&self.template))?;
        match (&self.plural, self.forms.as_slice()) {
            (None, forms) => writeln!(f, "msgstr \"{}\"", quoted(forms.first().map_or("", String::as_str))),
            (Some(plural), forms) => {
                writeln!(f, "msgid_plural \"{}\"", quoted(plural))?;
                forms.iter().enumerate().try_for_each(|(n, form)| writeln!(f, "msgstr[{n}] \"{}\"", quoted(form)))
            }
        }
    }
}

impl Forms {
    fn read(header: &str, line: usize) -> Result<Self, BadCatalogue> {
        let formula = header.lines().find_map(|line| line.strip_prefix("Plural-Forms:"));
        let formula: String = formula.unwrap_or("plural=n!=1").chars().filter(|c| !" ();".contains(*c)).collect();
        match formula.split_once("plural=").map(|(_, formula)| formula) {
            Some("0") => Ok(Forms::One),
            Some("n!=1") => Ok(Forms::NotOne),
            Some("n>1") => Ok(Forms::MoreThanOne),
            _ => Err(BadCatalogue { line, why: "these plural forms are not known here yet" }),
        }
    }
}

/// The entries of a `.po` file in order, the header among them with an empty template.
pub fn entries(text: &str) -> Result<Vec<Entry>, BadCatalogue> {
    let (mut all, mut entry, mut fuzzy) = (Vec::new(), Entry::default(), false);
    let mut field = Field::None;
    for (at, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
        let bad = |why| BadCatalogue { line: at, why };
        if line.starts_with('#') || line.is_empty() {
            // A comment belongs to the entry that follows.
            if field == Field::Translation {
                finish(&mut all, &mut entry, &mut fuzzy);
                field = Field::None;
            }
            fuzzy |= line.starts_with("#,") && line.contains("fuzzy");
            continue;
        }
        let (word, string) = line.split_at(line.find('"').ok_or_else(|| bad("a string is missing"))?);
        let string = unquoted(string).ok_or_else(|| bad("this string does not end, or has an unknown escape"))?;
        let begins = matches!(word.trim(), "msgctxt" | "msgid") && field == Field::Translation;
        if begins {
            finish(&mut all, &mut entry, &mut fuzzy);
        }
        match word.trim() {
            "" => match field {
                Field::None => return Err(bad("this string belongs to nothing")),
                Field::Context => entry.context += &string,
                Field::Template => entry.template += &string,
                Field::Plural => entry.plural.get_or_insert_default().push_str(&string),
                Field::Translation => entry.forms.last_mut().ok_or_else(|| bad("no translation"))?.push_str(&string),
            },
            "msgctxt" => (field, entry.context, entry.line) = (Field::Context, string, at),
            "msgid" => {
                if field != Field::Context {
                    entry.line = at;
                }
                (field, entry.template) = (Field::Template, string);
            }
            "msgid_plural" => (field, entry.plural) = (Field::Plural, Some(string)),
            word if word.starts_with("msgstr") => {
                let number = word["msgstr".len()..].trim_start_matches('[').trim_end_matches(']');
                if number.parse().unwrap_or(0) != entry.forms.len() {
                    return Err(bad("the plural forms are not in order"));
                }
                field = Field::Translation;
                entry.forms.push(string);
            }
            _ => return Err(bad("this is no word of the format")),
        }
    }
    if field == Field::Translation {
        finish(&mut all, &mut entry, &mut fuzzy);
    }
    Ok(all)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    None,
    Context,
    Template,
    Plural,
    Translation,
}

/// Ends an entry. What is fuzzy is a guess of a tool, and counts as no translation.
fn finish(all: &mut Vec<Entry>, entry: &mut Entry, fuzzy: &mut bool) {
    let mut done = std::mem::take(entry);
    if std::mem::take(fuzzy) && !done.template.is_empty() {
        done.forms.iter_mut().for_each(String::clear);
    }
    all.push(done);
}

fn unquoted(string: &str) -> Option<String> {
    let inner = string.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (mut out, mut chars) = (String::new(), inner.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            '"' => return None,
            c => out.push(c),
        }
    }
    Some(out)
}
