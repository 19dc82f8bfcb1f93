//! A review as a drawing and as words: the line of the game, what is proved apart from what is thought, and where it
//! turned.

use std::fmt::Write;

use agon_client::{Review, words};
use agon_lab::report::escape;
use agon_rules::{Language, text};

use crate::review::puzzle;
use crate::words::Word;

/// The size of the drawing, and how far its points stay from its edges.
const WIDE: usize = 320;
const HIGH: usize = 100;
const EDGE: usize = 8;

/// A move that gave something away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// how many moves had been made before
    pub ply: usize,
    /// who made it
    pub seat: usize,
    /// what it gave away, and what was best
    pub text: String,
    /// where it is a puzzle
    pub puzzle: Option<String>,
}

/// What is shown of a review.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// how many positions were looked at
    pub done: usize,
    /// how many there are
    pub of: usize,
    /// the drawing; whatever can be pressed says after how many moves it is
    pub drawing: String,
    /// the turning points
    pub turns: Vec<Turn>,
}

impl Graph {
    /// Draws what is known so far.
    pub fn new(review: &Review, language: &dyn Language) -> Self {
        let turns = review.plies().iter().enumerate().filter(|(_, ply)| ply.is_turn()).map(|(at, ply)| Turn {
            ply: at,
            seat: ply.seat,
            text: words::turning_point(ply, at, review.scale()).tell(language),
            puzzle: puzzle(review, at),
        });
        Graph { done: review.done(), of: review.plies().len(), drawing: drawing(review), turns: turns.collect() }
    }
}

impl Graph {
    /// Everything as it is put into the page, with the names of the players on the sides of the line where they are ahead,
    /// and a way back into play for people. Whatever can be pressed says in `data-do` where it leads, or where it is
    /// played on.
    pub fn html(&self, people: &[usize], names: &[String], language: &dyn Language) -> String {
        let say = |word: Word| word.text().tell(language);
        let mut out = format!(
            "<div class=\"graph\">{}{}</div><p class=\"legend\"><span>● {}</span><span>○ {}</span></p><ol class=\"turns\">",
            // Where more than two play, the line is the first one's.
            names[..names.len().min(if names.len() == 2 { 2 } else { 1 })]
                .iter()
                .map(|name| format!("<b>{}</b>", escape(name)))
                .collect::<String>(),
            self.drawing,
            text!("proved").tell(language),
            text!(in "review"; "an estimate").tell(language)
        );
        for Turn { ply, seat, text, puzzle } in &self.turns {
            let text = escape(text);
            out += &format!(
                "<li><button class=\"mistake seat{seat}\" data-do=\"ply {ply}\" data-ply=\"{ply}\">{text}</button>"
            );
            if people.contains(seat) {
                let say = say(Word::TryAgain);
                out += &format!("<button class=\"again\" data-do=\"try {ply}\" data-try=\"{ply}\">{say}</button>");
            }
            if let Some(puzzle) = puzzle {
                out += &format!("<a class=\"again\" href=\"{}\">{}</a>", escape(puzzle), say(Word::AsPuzzle));
            }
            out += "</li>";
        }
        out += "</ol>";
        if self.turns.is_empty() && self.done == self.of {
            out += &format!("<p>{}</p>", words::no_turning_point().tell(language));
        }
        out
    }
}

/// Where a ply is from left to right.
fn across(ply: usize, of: usize) -> usize {
    EDGE + ply * (WIDE - 2 * EDGE) / of.max(1)
}

/// Where a height between -1 and 1 is from the top down.
fn down(height: f64) -> i64 {
    let half = (HIGH / 2) as f64;
    (half - height * (half - EDGE as f64)).round() as i64
}

fn drawing(review: &Review) -> String {
    let of = review.plies().len();
    let mut out = format!("<svg viewBox=\"0 0 {WIDE} {HIGH}\" aria-hidden=\"true\">");
    let mut add = |text: std::fmt::Arguments| out.write_fmt(text).expect("a string takes everything");
    add(format_args!("<path class=\"zero\" d=\"M0 {}H{WIDE}\"/>", HIGH / 2));
    let heights = review.curve();
    let points: Vec<(usize, i64, bool)> = heights
        .iter()
        .enumerate()
        .filter_map(|(at, point)| point.map(|(height, proved)| (across(at, of), down(height), proved)))
        .collect();
    for (at, ply) in review.plies().iter().enumerate().filter(|(_, ply)| ply.is_turn()) {
        let (x, seat) = (across(at, of), ply.seat);
        let (left, right) = (x.saturating_sub(5), x + 5);
        add(format_args!("<path class=\"turning seat{seat}\" d=\"M{x} 9V{HIGH}M{left} 0H{right}L{x} 9z\"/>"));
    }
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let line: Vec<String> = points.iter().map(|(x, y, _)| format!("{x} {y}")).collect();
        let (line, half) = (line.join("L"), HIGH / 2);
        add(format_args!("<path class=\"under\" d=\"M{} {half}L{line}L{} {half}z\"/>", first.0, last.0));
        add(format_args!("<path class=\"curve\" d=\"M{line}\"/>"));
    }
    let size = if of <= 40 { 4 } else { 2 };
    for (x, y, proved) in points {
        let kind = if proved { "proved" } else { "guess" };
        add(format_args!("<circle class=\"{kind}\" cx=\"{x}\" cy=\"{y}\" r=\"{size}\"/>"));
    }
    for at in 0..=of {
        let before = if at == 0 { 0 } else { (across(at - 1, of) + across(at, of)) / 2 };
        let after = if at == of { WIDE } else { (across(at, of) + across(at + 1, of)) / 2 };
        let made = at.checked_sub(1).and_then(|last| review.plies().get(last));
        let made = made.map(|ply| format!("{at}. {}", escape(&ply.text))).unwrap_or_default();
        let wide = after - before;
        add(format_args!(
            "<rect class=\"hit\" data-do=\"ply {at}\" data-ply=\"{at}\" x=\"{before}\" y=\"0\" width=\"{wide}\" \
             height=\"{HIGH}\"><title>{made}</title></rect>"
        ));
    }
    out.push_str("</svg>");
    out
}
