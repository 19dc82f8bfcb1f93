//! What the rules say, in another language: a catalogue of templates. So the rules know one language, and who reads that
//! one loads no catalogue.
//!
//! A line is `English => other`, and the first that fits is taken. A gap `{}` takes some text that is translated itself;
//! on the other side gaps are numbered, `{2} {1}`, where their order changes. Sentences are translated one by one, and
//! parts between commas where no line has the whole.

/// Between the two sides of a line.
const ARROW: &str = " => ";
/// A gap.
const GAP: &str = "{}";

/// Templates by which texts are translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    lines: Vec<Line>,
}

/// One template.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    english: String,
    other: String,
    /// where the first gap is: at the end when there is none
    head: usize,
}

impl Catalogue {
    /// Reads a catalogue: one template a line, empty lines and those with `#` in front left out.
    ///
    /// ```
    /// use agon_web::translate::Catalogue;
    ///
    /// let catalogue = Catalogue::read("{} beats {} => {2} perde contro {1}\nthe lower => il più basso")?;
    /// assert_eq!(catalogue.text("the lower beats 7").as_deref(), Some("7 perde contro il più basso"));
    /// assert_eq!(catalogue.text("the higher beats 7"), None);
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (english, other) = line.split_once(ARROW).unwrap_or((line, ""));
            let gaps = english.matches(GAP).count();
            // Every gap of the other side stands for one of the first side, and each of these once.
            let used = pieces(other).filter_map(|(gap, _)| gap).fold(0, |used: u64, gap| used | 1 << gap.min(63));
            let same = used == (1 << gaps) - 1 && pieces(other).count() == gaps + 1;
            if other.is_empty() || !same || english.contains("{}{}") {
                return Err(format!("`{line}` is no template; write `a {{}} b => c {{}} d` with the same gaps"));
            }
            let head = english.find(GAP).unwrap_or(english.len());
            lines.push(Line { english: english.to_owned(), other: other.to_owned(), head });
        }
        Ok(Catalogue { lines })
    }

    /// Both sides of every template.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines.iter().map(|line| (line.english.as_str(), line.other.as_str()))
    }

    /// The translation; none where a word of it would stay English.
    pub fn text(&self, english: &str) -> Option<String> {
        self.trace(english).map(|(text, _)| text)
    }

    /// The same with the English sides of all the templates it took.
    pub fn trace(&self, english: &str) -> Option<(String, Vec<&str>)> {
        let mut run = Run { lines: &self.lines, loose: false, used: Vec::new() };
        let text = by_sentences(english, |sentence| run.sentence(sentence))?;
        Some((text, run.used))
    }

    /// The translation as far as there is one: names and what nobody has translated stay as they are.
    pub fn tell(&self, english: &str) -> String {
        let run = |loose| Run { lines: &self.lines, loose, used: Vec::new() };
        let text = by_sentences(english, |text| run(false).sentence(text).or_else(|| run(true).sentence(text)));
        text.unwrap_or_else(|| english.to_owned())
    }
}

/// Whether a text needs no translation: numbers, signs, squares, moves like `b2xd4` or `me=5`, and what stands in
/// backticks. Words have two letters or more; next to a digit or `=` two letters are notation still.
pub fn is_notation(text: &str) -> bool {
    let mut quoted = false;
    let (mut letters, mut before, mut near) = (0, ' ', false);
    let word = |letters: u32, near: bool| letters > 2 || letters == 2 && !near;
    let beside = |c: char| c.is_ascii_digit() || c == '=';
    for c in text.chars().chain([' ']) {
        if !quoted && c.is_alphabetic() {
            near |= letters == 0 && beside(before);
            letters += 1;
        } else {
            if word(letters, near || beside(c)) {
                return false;
            }
            (letters, near) = (0, false);
            quoted ^= c == '`';
        }
        before = c;
    }
    !quoted
}

/// One translation under way.
struct Run<'a> {
    lines: &'a [Line],
    /// whether what nobody knows may stay as it is
    loose: bool,
    used: Vec<&'a str>,
}

impl Run<'_> {
    /// A sentence: as a whole, else in as few parts between commas as can be.
    fn sentence(&mut self, text: &str) -> Option<String> {
        let (mut out, mut rest) = (String::new(), text);
        loop {
            let mut end = rest.len();
            loop {
                if let Some(part) = self.part(&rest[..end]) {
                    out.push_str(&part);
                    break;
                }
                end = rest[..end].rfind(", ")?;
            }
            if end == rest.len() {
                return Some(out);
            }
            out.push_str(", ");
            rest = &rest[end + 2..];
        }
    }

    /// What can stand in a gap: notation, something that a template fits, or a name.
    fn part(&mut self, text: &str) -> Option<String> {
        if is_notation(text) {
            return Some(text.to_owned());
        }
        let found = self.whole(text);
        found.or_else(|| (self.loose && !text.contains(", ")).then(|| text.to_owned()))
    }

    fn whole(&mut self, text: &str) -> Option<String> {
        let lines = self.lines;
        for line in lines {
            let (head, tail) = line.english.split_at(line.head);
            let Some(rest) = text.strip_prefix(head) else { continue };
            let (before, mut gaps) = (self.used.len(), Vec::new());
            self.used.push(&line.english);
            if if tail.is_empty() { rest.is_empty() } else { self.fill(&tail[GAP.len()..], rest, &mut gaps) } {
                return Some(write(&line.other, &gaps));
            }
            self.used.truncate(before);
        }
        // Names that commands use have hyphens where people write spaces.
        let words = text.contains('-') && !text.contains(' ');
        if words { self.whole(&text.replace('-', " ")) } else { None }
    }

    /// Fits a text that begins with a gap; `pattern` is what comes after that gap.
    fn fill(&mut self, pattern: &str, text: &str, gaps: &mut Vec<String>) -> bool {
        let Some((part, rest)) = pattern.split_once(GAP) else {
            let gap = text.strip_suffix(pattern).and_then(|gap| self.gap(gap));
            gaps.extend(gap.clone());
            return gap.is_some();
        };
        let (before, known) = (self.used.len(), gaps.len());
        for (at, _) in text.match_indices(part) {
            if let Some(gap) = self.gap(&text[..at]) {
                gaps.push(gap);
                if self.fill(rest, &text[at + part.len()..], gaps) {
                    return true;
                }
            }
            self.used.truncate(before);
            gaps.truncate(known);
        }
        false
    }

    /// A gap is not empty, and the blanks around it belong to the template.
    fn gap(&mut self, text: &str) -> Option<String> {
        if text.is_empty() || text.trim().len() < text.len() { None } else { self.part(text) }
    }
}

/// Translates sentence by sentence; a full stop at the end stays there.
fn by_sentences(text: &str, mut each: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    loop {
        let end = sentence_end(rest);
        let bare = rest[..end].strip_suffix('.').unwrap_or(&rest[..end]);
        out.push_str(&each(bare)?);
        out.push_str(&rest[bare.len()..end]);
        let Some(next) = rest.get(end + 2..) else { return Some(out) };
        out.push_str(". ");
        rest = next;
    }
}

/// Where a sentence ends that another one follows. What stands in backticks has no sentences.
fn sentence_end(text: &str) -> usize {
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        quoted ^= byte == b'`';
        if !quoted && text.as_bytes()[at..].starts_with(b". ") {
            return at;
        }
    }
    text.len()
}

/// The pieces of a template's other side, each with the number of the gap before it.
fn pieces(other: &str) -> impl Iterator<Item = (Option<usize>, &str)> {
    other.split('{').enumerate().map(|(at, piece)| match piece.split_once('}') {
        Some((number, text)) if at > 0 => (Some(number.parse().unwrap_or(at).wrapping_sub(1)), text),
        _ => (None, piece),
    })
}

/// The other side with its gaps filled.
fn write(other: &str, gaps: &[String]) -> String {
    let mut out = String::new();
    for (gap, text) in pieces(other) {
        out.extend(gap.and_then(|gap| gaps.get(gap)).map(String::as_str));
        out.push_str(text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# a test\n\n{} takes {} => {2} va a {1}\n{} and {} => {} e {}\nplayer {} => giocatore {}\n\
                         home of you => casa tua\n{} of you => {} tuo\nkey lock => chiave bloccata\nempty => vuota\n\
                         {} pieces, on top {} => {} pezzi, in cima {}\n{}: {} => {}: {}";

    fn check(english: &str, expected: Option<&str>) {
        let catalogue = Catalogue::read(LINES).expect("a catalogue");
        assert_eq!(catalogue.text(english).as_deref(), expected, "{english}");
    }

    #[test]
    fn gaps_are_translated_themselves_and_change_their_places() {
        check("player 2 takes 5 and 7", Some("5 e 7 va a giocatore 2"));
        check("player 1: b2xd4", Some("giocatore 1: b2xd4"));
        check("Anna: b2xd4", None);
        check("player 1 takes", None);
        check("player 1 takes  5", None);
    }

    #[test]
    fn sentences_and_parts_between_commas_are_translated_one_by_one() {
        check("player 1: a1. empty.", Some("giocatore 1: a1. vuota."));
        check("a1, 3 pieces, on top 5 of you, home of you", Some("a1, 3 pezzi, in cima 5 tuo, casa tua"));
        check("a1, 3 pieces, on top of it", None);
        check("empty `a. b`: 5. 6", None);
        check("`a. b`: 5. empty", Some("`a. b`: 5. vuota"));
        check("key-lock", Some("chiave bloccata"));
    }

    #[test]
    fn what_nobody_has_translated_stays_as_it_is() {
        let catalogue = Catalogue::read(LINES).expect("a catalogue");
        assert_eq!(catalogue.tell("Anna: a1. player 1 and Bea"), "Anna: a1. giocatore 1 e Bea");
        assert_eq!(catalogue.tell("a1, x of Bea, empty. Something else"), "a1, x of Bea, vuota. Something else");
    }

    #[test]
    fn notation_is_what_has_no_words() {
        let notation = ["", "12", "b2xd4", "K@h8", "me=5", "mo=?", "2x² − x + 3", "≈+1.5", "`any word`, `b2`", "a1, x"];
        for text in notation {
            assert!(is_notation(text), "{text}");
        }
        for text in ["me", "or", "`a` or `b`", "stop", "x of 3", "draft:3", "`open", "3 in", "abc=1"] {
            assert!(!is_notation(text), "{text}");
        }
    }

    #[test]
    fn a_template_whose_gaps_differ_is_refused() {
        for line in ["a {} => b", "a => b {}", "a {} {} => b {1} {1}", "a {} => b {2}", "a", "{}{} => {}{}", "a => "] {
            assert!(Catalogue::read(line).is_err(), "{line}");
        }
        assert!(Catalogue::read("{} a {} => {2} b {1}\n# no line\n\n").is_ok());
    }
}
