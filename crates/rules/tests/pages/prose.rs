//! Worked examples in running text: a small machine that acts on each backticked span by the words around it.
//!
//! A span it does not know is taken for a move, and an illegal one fails.

use agon_rules::{Start, Value, Viewer};

use super::desk::Desk;
use super::text::{Prose, numbers};

/// Words before a position that say it is the one that now stands there.
const STANDS: [&str; 3] = ["-> ", "final position ", "for the third time: "];
/// Words before the start position.
const STARTS: [&str; 3] = ["start ", "Start: ", "Start of a 10×10 game: "];
/// Words before a list of all legal moves.
const LISTS: [&str; 4] = ["the legal moves are ", "Legal: ", "(legal: ", "only legal move is "];

/// What has been read so far.
struct Reader<'a> {
    desk: &'a mut Desk,
    /// the legal moves of the next position, when they are said before it
    legal: Option<Vec<String>>,
    /// a move that is illegal in the next position
    refused: Option<String>,
}

/// Does and checks what a text says.
pub fn check(desk: &mut Desk, text: &str) {
    let prose = Prose::new(text);
    let mut reader = Reader { desk, legal: None, refused: None };
    let mut i = 0;
    while i < prose.len() {
        reader.hear(prose.before(i));
        i = reader.act(&prose, i);
    }
    reader.hear(prose.before(i));
    if reader.legal.is_some() || reader.refused.is_some() {
        desk.fail("legal moves of no position");
    }
}

impl Reader<'_> {
    /// Acts on a span and returns the index of the next.
    fn act(&mut self, prose: &Prose, i: usize) -> usize {
        let (before, span, after) = (prose.before(i), prose.span(i), prose.after(i));
        let option = self.option(span);
        if span.starts_with('{') {
            self.desk.result(span);
        } else if before.ends_with("scores ") {
            let scores: Vec<i32> = serde_json::from_str(span).unwrap_or_else(|_| self.desk.fail("not scores"));
            self.desk.scores(&scores);
        } else if span.contains('/') {
            self.position(before, span);
        } else if let Some((name, value)) = option {
            self.vary(before, &name, &value);
        } else if self.desk.options.iter().any(|option| option.name == span) {
            self.named(span, after);
        } else if before.ends_with("draw, ") || before.ends_with("draw ") {
            self.desk.ended(None, Some(span));
        } else if LISTS.iter().any(|words| before.ends_with(words)) {
            return self.list(prose, i);
        } else if after.starts_with(" alone is illegal") {
            self.refused = Some(span.to_owned());
        } else if after.starts_with(" may end the game: ") && self.desk.is_empty() {
            // A heading; the item goes on to do it.
        } else if before.ends_with("(With ") && after.starts_with(" instead, ") {
            let undone = self.desk.table().undo();
            self.desk.same("a move was taken back", undone, true);
            self.desk.play(span);
        } else {
            span.split(' ').for_each(|text| self.desk.play(text));
        }
        i + 1
    }

    /// A position opens a table, unless the words say that it is the one that stands there.
    fn position(&mut self, before: &str, span: &str) {
        let viewer = before.strip_suffix(" sees ").and_then(|words| numbers(words).pop());
        let after_a_move = before == ": " && !self.desk.is_empty() && self.desk.table().ply() > 0;
        if let Some(seat) = viewer {
            self.desk.looks(Viewer::Seat(seat as usize), span);
        } else if after_a_move || STANDS.iter().any(|words| before.ends_with(words)) {
            self.desk.stands(span);
        } else if STARTS.iter().any(|words| before.ends_with(words)) {
            self.desk.open(Start::Seed(0));
            self.desk.stands(span);
        } else if before == " and " {
            self.desk.beside(Start::Position(span.to_owned()));
        } else {
            self.desk.open_at(span);
            self.settle();
        }
    }

    /// Checks what was said of this position before it stood there.
    fn settle(&mut self) {
        if let Some(moves) = self.legal.take() {
            self.desk.legal(&moves);
        }
        if let Some(text) = self.refused.take() {
            self.desk.refuses(&text);
        }
    }

    /// The option and value that a span means: `name=value`, or a word that is a value of only one option.
    fn option(&self, span: &str) -> Option<(String, String)> {
        let (name, value) = span.split_once('=').unwrap_or(("", span));
        let takes = |known: &Value| matches!(known, Value::Word(word) if *word == value);
        let found = self.desk.options.iter().find(|option| match name {
            "" => option.values.iter().any(takes),
            _ => option.name == name,
        });
        found.map(|option| (option.name.clone(), value.to_owned()))
    }

    /// Opens the same position with another value of an option.
    fn vary(&mut self, before: &str, name: &str, value: &str) {
        if self.desk.is_empty() {
            self.desk.fail(&format!("`{name}` = `{value}` of no position"));
        }
        self.desk.set(name, value);
        let start = self.desk.start();
        if before == " and " { self.desk.beside(start) } else { self.desk.open(start) }
    }

    /// An option by name: with a value behind it, it is set; "on" only announces what follows.
    fn named(&mut self, name: &str, after: &str) {
        if !after.starts_with(" on") {
            let value = numbers(after).first().map(i64::to_string);
            let value = value.unwrap_or_else(|| self.desk.fail(&format!("what of the option `{name}`?")));
            self.vary("", name, &value);
        }
    }

    /// A list of all legal moves. A single one before an arrow is also played.
    fn list(&mut self, prose: &Prose, from: usize) -> usize {
        let mut to = from + 1;
        while to < prose.len() && prose.before(to) == ", " {
            to += 1;
        }
        let moves: Vec<String> = (from..to).map(|i| prose.span(i).to_owned()).collect();
        if self.desk.is_empty() {
            self.legal = Some(moves);
        } else {
            self.desk.legal(&moves);
            if prose.before(to) == " -> " {
                self.desk.play(&moves[0]);
            }
        }
        to
    }

    /// Acts on words between spans.
    fn hear(&mut self, words: &str) {
        self.hear_options(words);
        if words == "Start, " {
            self.desk.open(Start::Seed(0));
        }
        if let Some((_, line)) = words.split_once(" play ") {
            let line = line.split(" ->").next().and_then(|line| line.split(". ").next()).unwrap_or(line);
            line.split_whitespace().for_each(|text| self.desk.play(text));
        }
        if let Some((number, _)) = words.split_once("th ply ") {
            let said = numbers(number).pop();
            let ply = self.desk.table().ply() as i64;
            self.desk.same("the number of plies", Some(ply), said);
        }
        if words.contains("D = ") && !self.desk.is_empty() {
            self.hear_equations(words);
        }
        if words.contains("the game is over") || words.contains(" both over") {
            let over = self.desk.ends().len();
            self.desk.checks += over;
        }
        if words.starts_with(" go on") || words.starts_with(" goes on") || words.contains("the game goes on") {
            self.desk.goes_on();
        }
        if words.starts_with(" draw;") || words.starts_with(" draws ") || words.contains(", a draw") {
            self.desk.ended(None, None);
        }
        if let Some((_, rest)) = words.split_once(", winner ") {
            let winner = numbers(rest).first().map(|seat| *seat as usize);
            self.desk.ended(winner, None);
        }
        if words.contains("under all three") {
            self.hear_all_three();
        }
        if let Some((scores, _)) = words.split_once(", shared.") {
            let scores: Vec<i32> = numbers(scores).into_iter().map(|score| score as i32).collect();
            let winners = Some((0..scores.len()).collect());
            self.desk.scores(&scores);
            self.desk.ended(None, None);
            let outcome = self.desk.ends().remove(0);
            self.desk.same("the winners", outcome.winners, winners);
        }
    }

    /// Sets options that are named with a value: "Version 2", "players 3:", "uncover true:", "10×10".
    fn hear_options(&mut self, words: &str) {
        let plain: Vec<String> = words.split(' ').map(str::to_lowercase).collect();
        for pair in plain.windows(2) {
            let value = pair[1].trim_matches([',', ':', '.']);
            let known = self.desk.options.iter().find(|option| option.name == pair[0].trim_start_matches('('));
            if known.is_some_and(|option| option.values.iter().any(|known| known.to_string() == value)) {
                self.desk.set(pair[0].trim_start_matches('('), value);
            }
        }
        if let Some((_, side)) = words.split_once("Start of a ") {
            let side = numbers(side)[0];
            self.desk.set("size", &side.to_string());
        }
    }

    /// The discriminants of the equations that the last move has made, in any order.
    fn hear_equations(&mut self, words: &str) {
        let numbers_after =
            |text: &str, name| text.split(name).skip(1).map(|rest| numbers(rest)[0]).collect::<Vec<_>>();
        let notes = self.desk.table().view(Viewer::Referee).notes;
        let mut is: Vec<i64> = notes.iter().flat_map(|note| numbers_after(&note.text.to_string(), "Δ = ")).collect();
        let mut said = numbers_after(words, "D = ");
        is.sort_unstable();
        said.sort_unstable();
        self.desk.same("the discriminants", is, said);
    }

    /// The outcome is the same with every value of the option that has three.
    fn hear_all_three(&mut self) {
        let outcome = self.desk.ends().remove(0);
        let option = self.desk.options.iter().find(|option| option.values.len() == 3).cloned();
        let option = option.unwrap_or_else(|| self.desk.fail("no option has three values"));
        for value in option.values {
            self.vary("", &option.name, &value.to_string());
            let ends = self.desk.ends();
            self.desk.same("the outcome", ends, vec![outcome.clone()]);
        }
    }
}
