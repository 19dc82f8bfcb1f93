//! A `.po` file, the format of gettext that translators' tools read and write, and the same compiled for a program.
//!
//! An entry is `msgctxt` (where one English template has two meanings), `msgid`, `msgid_plural` and `msgstr`, or
//! `msgstr[0]`, `msgstr[1]` … for the plural forms of the language, which the header's `Plural-Forms` chooses from.
//! Of that formula the three are known that most languages of Europe share.
//!
//! This file stands alone: xtask compiles catalogues with it, without the rules. What uses them is in `catalogue.rs`.

use std::fmt;

/// Between the entries of a compiled catalogue.
pub const ENTRY: char = '\u{1e}';
/// Between the key of an entry and its forms.
pub const FORM: char = '\u{1f}';

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

/// Compiles a `.po` file: a digit for the plural forms, then the key and the forms of every entry, sorted by key.
/// Entries without a translation, or marked `fuzzy`, are left out.
pub fn compile(text: &str) -> Result<String, BadCatalogue> {
    let (mut formula, mut lines) = ('1', Vec::new());
    for entry in entries(text)? {
        if entry.template.is_empty() {
            formula = plural_forms(entry.forms.first().map_or("", String::as_str), entry.line)?;
        } else if !entry.forms.is_empty() && entry.forms.iter().all(|form| !form.is_empty()) {
            lines.push((entry.key(), entry.forms));
        }
    }
    lines.sort_unstable();
    let mut out = String::from(formula);
    for (key, forms) in lines {
        out.push(ENTRY);
        out += &key;
        for form in forms {
            out.push(FORM);
            out += &form;
        }
    }
    Ok(out)
}

/// Which form a number takes: `0` the same for all; `1` one, and all others; `2` up to one, and more.
fn plural_forms(header: &str, line: usize) -> Result<char, BadCatalogue> {
    let formula = header.lines().find_map(|line| line.strip_prefix("Plural-Forms:"));
    let formula: String = formula.unwrap_or("plural=n!=1").chars().filter(|c| !" ();".contains(*c)).collect();
    match formula.split_once("plural=").map(|(_, formula)| formula) {
        Some("0") => Ok('0'),
        Some("n!=1") => Ok('1'),
        Some("n>1") => Ok('2'),
        _ => Err(BadCatalogue { line, why: "these plural forms are not known here yet" }),
    }
}

impl Entry {
    /// The key of the text it translates.
    fn key(&self) -> String {
        let mut key = String::new();
        if !self.context.is_empty() {
            key = self.context.clone() + "\u{4}";
        }
        key += &self.template;
        if let Some(plural) = &self.plural {
            key.push('\0');
            key += plural;
        }
        key
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
