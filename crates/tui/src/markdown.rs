//! Markdown set as text for a terminal: lines that fit, lists that hang, tables in columns or as lists, pictures of the
//! game where a rules page names one.
//!
//! What has a look of its own says so by [`Look`]; whoever prints it decides how that is drawn. Code keeps its backticks,
//! since commands and moves have them everywhere in the terminal.

mod table;
#[cfg(test)]
mod tests;

use agon_client::picture::{PICTURE, point};
use agon_rules::Viewer;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use ratatui::layout::Size;
use textwrap::{WordSeparator, WordSplitter, WrapAlgorithm};

use crate::board::{Board, Marks};
use crate::game::changes;
use crate::theme::Theme;
use table::Table;

/// How letters look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// as usual
    Plain,
    /// stressed
    Strong,
    /// stressed a little
    Slanted,
    /// part of a heading
    Heading,
    /// less important: rules between lines
    Faint,
}

/// A line of letters, each with its look.
pub type Line = Vec<(char, Look)>;

/// From this width on, text stands a little to the right of its headings.
const ROOMY: usize = 60;
const INDENT: usize = 2;

/// Sets a page in lines of at most `width` columns. Pictures are drawn of `game`; without one they are left out.
pub fn set(text: &str, width: usize, game: Option<&str>) -> Vec<Line> {
    let indent = if width >= ROOMY { INDENT } else { 0 };
    let mut setter = Setter { width: width.max(1), indent, game, ..Setter::default() };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        setter.take(event);
    }
    setter.flush();
    while setter.lines.last().is_some_and(Vec::is_empty) {
        setter.lines.pop();
    }
    setter.lines
}

/// The letters of a text, all alike.
pub fn plain(text: &str, look: Look) -> Line {
    text.chars().map(|letter| (letter, look)).collect()
}

/// Text in which only `**` means anything, as Markdown.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, part) in text.split("**").enumerate() {
        out.push_str(if at > 0 { "**" } else { "" });
        for letter in part.chars() {
            if letter.is_ascii_punctuation() {
                out.push('\\');
            }
            out.push(letter);
        }
    }
    out
}

/// Breaks letters into lines of at most `width` columns.
pub fn fold(letters: &[(char, Look)], width: usize) -> Vec<Line> {
    let bare: String = letters.iter().map(|(letter, _)| letter).collect();
    let mut rest = letters.iter();
    // Breaking lines only leaves spaces out.
    let mut find = |wanted: char| rest.find(|(letter, _)| *letter == wanted).copied().unwrap_or((wanted, Look::Plain));
    // Positions and commands are one word each, whatever signs they have.
    let words = textwrap::Options::new(width.max(1))
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        // The other one lets a line stick out beside a word that is longer than a line.
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(&bare, words).into_iter();
    lines.map(|line| line.trim_end().chars().map(&mut find).collect()).collect()
}

/// A list that is open.
struct List {
    /// the number of the next item, where they are counted
    number: Option<u64>,
    /// where the items of the list begin
    indent: usize,
    /// whether items are parted by empty lines
    is_loose: bool,
}

#[derive(Default)]
struct Setter<'a> {
    width: usize,
    indent: usize,
    game: Option<&'a str>,
    lines: Vec<Line>,
    /// the letters of the paragraph, heading or cell so far
    letters: Line,
    looks: Vec<Look>,
    lists: Vec<List>,
    /// what stands before the next line: a bullet or a number
    mark: Option<String>,
    /// the text of a code block so far
    code: Option<String>,
    table: Option<Table>,
    /// where a link leads
    link: String,
}

impl Setter<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.write(&text),
            },
            Event::Code(text) => self.write(&format!("`{text}`")),
            Event::SoftBreak => self.write(" "),
            Event::HardBreak => {
                self.flush();
            }
            Event::Rule => {
                self.part();
                let rule = plain(&"─".repeat(self.width.saturating_sub(self.indent)), Look::Faint);
                self.put(rule);
                self.part();
            }
            Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with(PICTURE) => {
                self.picture(&text);
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.flush();
                self.part();
                self.looks.push(Look::Heading);
            }
            Tag::Paragraph => {
                self.flush();
                if let Some(list) = self.lists.last_mut() {
                    list.is_loose = true;
                }
                if self.mark.is_none() {
                    self.part();
                }
            }
            Tag::List(number) => {
                self.flush();
                if self.lists.is_empty() {
                    self.part();
                }
                let indent = self.lists.last().map_or(self.indent, |list| list.indent + INDENT);
                self.lists.push(List { number, indent, is_loose: false });
            }
            Tag::Item => {
                let Some(list) = self.lists.last_mut() else { return };
                let mark = match &mut list.number {
                    Some(number) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    None => "• ".to_owned(),
                };
                if list.is_loose {
                    self.part();
                }
                self.mark = Some(mark);
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                self.part();
                self.code = Some(String::new());
                debug_assert!(matches!(kind, CodeBlockKind::Fenced(_) | CodeBlockKind::Indented));
            }
            Tag::Table(_) => {
                self.flush();
                self.part();
                self.table = Some(Table::default());
            }
            Tag::Strong => self.looks.push(Look::Strong),
            Tag::Emphasis => self.looks.push(Look::Slanted),
            Tag::Link { dest_url, .. } => self.link = dest_url.to_string(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.looks.pop();
                let letters = std::mem::take(&mut self.letters);
                self.lines.extend(fold(&letters, self.width));
                self.lines.push(Line::new());
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                let room = self.width.saturating_sub(self.left() + INDENT).max(1);
                for line in code.lines() {
                    let letters: Vec<char> = line.chars().collect();
                    let parts: Vec<&[char]> =
                        if letters.is_empty() { vec![&[]] } else { letters.chunks(room).collect() };
                    for part in parts {
                        self.put(plain(&(" ".repeat(INDENT) + &part.iter().collect::<String>()), Look::Plain));
                    }
                }
                self.part();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.letters);
                if let Some(table) = &mut self.table {
                    table.cell(cell);
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                if let Some(table) = &mut self.table {
                    table.end_row();
                }
            }
            TagEnd::Table => {
                let Some(table) = self.table.take() else { return };
                for line in table.set(self.width.saturating_sub(self.left())) {
                    self.put(line);
                }
                self.part();
            }
            TagEnd::Strong | TagEnd::Emphasis => drop(self.looks.pop()),
            TagEnd::Link => {
                let link = std::mem::take(&mut self.link);
                let text: String = self.letters.iter().map(|(letter, _)| letter).collect();
                if link.starts_with("http") && !text.ends_with(&link) {
                    self.write(&format!(" <{link}>"));
                }
            }
            _ => {}
        }
    }

    fn write(&mut self, text: &str) {
        let look = self.looks.last().copied().unwrap_or(Look::Plain);
        self.letters.extend(text.chars().map(|letter| (letter, look)));
    }

    /// How far from the left the next line begins.
    fn left(&self) -> usize {
        self.lists.last().map_or(self.indent, |list| list.indent)
    }

    /// Sets the letters so far as a paragraph; what follows the first line of an item hangs below its text.
    fn flush(&mut self) {
        let letters = std::mem::take(&mut self.letters);
        if letters.iter().all(|(letter, _)| letter.is_whitespace()) {
            return;
        }
        let hang = if self.lists.is_empty() { 0 } else { INDENT };
        let mark = self.mark.take();
        let hang = mark.as_ref().map_or(hang, |mark| mark.chars().count());
        let left = self.left();
        let lines = fold(&letters, self.width.saturating_sub(left + hang).max(1));
        for (at, line) in lines.into_iter().enumerate() {
            let before = match &mark {
                Some(mark) if at == 0 => mark.clone(),
                _ => " ".repeat(hang),
            };
            self.put(plain(&before, Look::Plain).into_iter().chain(line).collect());
        }
    }

    /// Puts a line where the text is.
    fn put(&mut self, line: Line) {
        let before = if line.is_empty() { Line::new() } else { plain(&" ".repeat(self.left()), Look::Plain) };
        self.lines.push(before.into_iter().chain(line).collect());
    }

    /// An empty line, unless there is one.
    fn part(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(Line::new());
        }
    }

    /// Draws a picture below the text that it belongs to.
    fn picture(&mut self, comment: &str) {
        self.flush();
        let table = self.game.zip(point(comment).1).and_then(|(game, picture)| picture.table(game).ok());
        let Some(table) = table else { return };
        let view = table.view(Viewer::Referee);
        let before = table.ply().checked_sub(1).and_then(|ply| table.view_at(ply, Viewer::Referee));
        let last = before.map_or_else(Vec::new, |before| changes(&before, &view));
        let left = self.left() + INDENT;
        let board = Board::fit(&view, Size::new(self.width.saturating_sub(left).max(1) as u16, 1), false);
        if usize::from(board.size.width) + left > self.width {
            return;
        }
        let drawn = board.draw(&view, &Marks { last, ..Marks::default() }, Theme::plain());
        self.part();
        for y in 0..drawn.area.height {
            let line: String = (0..drawn.area.width).map(|x| drawn[(x, y)].symbol()).collect();
            let line = plain(line.trim_end(), Look::Plain);
            let before = if line.is_empty() { Line::new() } else { plain(&" ".repeat(left), Look::Plain) };
            self.lines.push(before.into_iter().chain(line).collect());
        }
        self.part();
    }
}
