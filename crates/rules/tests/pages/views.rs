//! The start positions of Parity Twist, and what its viewers see of them.

use agon_rules::{Start, Viewer};

use super::desk::Desk;
use super::text::{Prose, numbers, paragraph, section, spans};

/// The lines of the block of start positions: a variant, more words, and the position.
fn starts(page: &str) -> Vec<(&str, &str, &str)> {
    let block = section(page, "7. Notation").split("```").nth(1).expect("a block of start positions").trim();
    let take_apart = |line| -> Option<(&str, &str, &str)> {
        let (words, position) = str::split_at(line, line.find(".,.,./")?);
        let (variant, more) = words.split_once(' ')?;
        Some((variant, more.trim(), position))
    };
    block.lines().map(|line| take_apart(line).unwrap_or_else(|| panic!("not a start position: {line}"))).collect()
}

/// The sample deals of the variants that have chance in them.
pub fn deals(page: &str) -> Vec<(String, String)> {
    let samples = starts(page).into_iter().filter(|(_, more, _)| *more == "(sample)");
    samples.map(|(variant, _, position)| (variant.to_owned(), position.to_owned())).collect()
}

/// Checks every start position: a sample can be opened, the others are what is dealt.
pub fn check_starts(desk: &mut Desk, page: &str) {
    let starts = starts(page);
    let variants: Vec<String> = desk.options[0].values.iter().map(ToString::to_string).collect();
    for (variant, more, position) in &starts {
        let others = variants.iter().filter(|other| starts.iter().all(|(named, ..)| named != other));
        let meant = match *more {
            "(sample)" | "" => vec![*variant],
            "and most others" => [*variant].into_iter().chain(others.map(String::as_str)).collect(),
            _ => panic!("start positions of what? {variant} {more}"),
        };
        for variant in meant {
            desk.read(&format!("start of {variant}"), |desk| {
                desk.set("variant", variant);
                if *more == "(sample)" {
                    desk.open_at(position);
                } else {
                    desk.open(Start::Seed(0));
                    desk.stands(position);
                }
            });
        }
    }
}

/// Checks the sample views, and how a hidden Master Key and its placement are shown.
pub fn check(desk: &mut Desk, page: &str) {
    let views = paragraph(page, "A **view** is written");
    let (_, samples) = views.split_once("e.g. for the sample starts below: ").expect("views of the sample starts");
    let shown = paragraph(page, "Moves are shown under the same rule");
    let deals = deals(page);
    desk.read(samples, |desk| {
        let prose = Prose::new(samples);
        for i in 0..prose.len() {
            let (before, span) = (prose.before(i), prose.span(i));
            let viewer = match before {
                ", both seats: " => vec![Viewer::Seat(0), Viewer::Seat(1)],
                "; a spectator there: " => vec![Viewer::Spectator],
                _ if before.starts_with(", seat ") => vec![Viewer::Seat(numbers(before)[0] as usize)],
                _ => Vec::new(),
            };
            if let Some((_, deal)) = deals.iter().find(|(variant, _)| variant == span) {
                desk.set("variant", span);
                desk.open_at(deal);
            } else if span == "hidden-master" {
                desk.set("variant", span);
                desk.open(Start::Seed(0));
                desk.play("m=6");
            } else if before == " the master field is " {
                master(desk, span, &shown);
            } else if viewer.is_empty() {
                desk.fail(&format!("a view of unknown form: {before}`{span}`"));
            }
            viewer.into_iter().for_each(|viewer| desk.looks(viewer, span));
        }
    });
}

/// After `m=6` of seat 0 the master field and the move are hidden from all others.
fn master(desk: &mut Desk, hidden: &str, shown: &str) {
    let [move_shown] = spans(shown)[..] else { desk.fail("how is the placement of a hidden Master shown?") };
    for (viewer, field, step) in
        [(Viewer::Seat(0), "6", "m=6"), (Viewer::Seat(1), hidden, move_shown), (Viewer::Spectator, hidden, move_shown)]
    {
        let position = desk.table().position(viewer);
        desk.same("the master field", position.split(' ').nth(1), Some(field));
        let history = desk.table().view(viewer).history;
        desk.same("the placement", history[0].text.as_str(), step);
    }
}
