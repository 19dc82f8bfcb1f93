//! What can be wrong with text from outside, and how it is said.
//!
//! Every message quotes the input and says what would work, in one line.

/// Something from outside that the rules do not accept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error("unknown game `{text}`; {hint}")]
    Game { text: String, hint: String },
    #[error("unknown option `{name}` of {game}; {hint}")]
    Option { game: &'static str, name: String, hint: String },
    #[error("bad value `{text}` of option `{option}`; {hint}")]
    Value { option: String, text: String, hint: String },
    #[error("these options of {game} do not go together: {why}")]
    Together { game: &'static str, why: String },
    #[error("bad position `{text}`: {why}")]
    Position { text: String, why: String },
    #[error("illegal move `{text}`; {hint}")]
    Move { text: String, hint: String },
    #[error("ambiguous move `{text}`; {hint}")]
    Ambiguous { text: String, hint: String },
    #[error("no move `{text}`: the game is over ({reason})")]
    Over { text: String, reason: String },
    #[error("seat {seat} is not to move; wait for seat {turn}")]
    Turn { seat: usize, turn: usize },
    #[error("bad record `{text}`: {why}")]
    Record { text: String, why: String },
}

/// Text from outside, made fit to be quoted in a message.
pub(crate) fn quote(text: &str) -> String {
    one_line(text, 120)
}

/// Text on one line: control characters escaped, cut where it is too long.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(longest) {
        if c.is_control() { out.extend(c.escape_debug()) } else { out.push(c) }
    }
    if text.chars().nth(longest).is_some() {
        out.push('…');
    }
    out
}

/// `a`, `b` or `c`
pub(crate) fn one_of<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{}`", w.as_ref())).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// A hint what would have worked: the words nearest to a misspelt one if it is near, and a short list of all.
pub(crate) fn near<'a>(text: &str, words: impl Iterator<Item = &'a str>, verb: &str) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() {
        return format!("{verb} none");
    }
    let best = words.iter().map(|w| (strsim::normalized_damerau_levenshtein(text, w), *w));
    match best.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((score, word)) if score >= 0.5 => format!("did you mean `{word}`? ({verb} {})", one_of(&words)),
        _ => format!("{verb} {}", one_of(&words)),
    }
}

/// A hint which moves are possible: all if they are few, otherwise the nearest.
pub(crate) fn possible(text: &str, legal: &[String]) -> String {
    const MANY: usize = 12;
    if legal.len() <= MANY {
        return format!("{} is possible", one_of(legal));
    }
    let mut nearest: Vec<&String> = legal.iter().collect();
    nearest.sort_by(|a, b| {
        let score = |move_text: &str| strsim::jaro_winkler(text, move_text);
        score(b).total_cmp(&score(a))
    });
    format!("{} is possible, and {} more", one_of(&nearest[..MANY / 2]), legal.len() - MANY / 2)
}
