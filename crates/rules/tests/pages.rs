//! Executes the rules pages: every worked example, perft table, exact value and view on them, from their own text.
//!
//! A row or an item that leads to no check fails, and so does a page with another number of checks than stated here.

#[path = "pages/counts.rs"]
mod counts;
#[path = "pages/desk.rs"]
mod desk;
#[path = "pages/exact.rs"]
mod exact;
#[path = "pages/prose.rs"]
mod prose;
#[path = "pages/rows.rs"]
mod rows;
#[path = "pages/text.rs"]
mod text;
#[path = "pages/views.rs"]
mod views;

use desk::Desk;
use text::{blocks, chart, items, page, paragraph, section};

/// Checks every worked example of a page.
fn examples(id: &'static str, checks: usize) {
    let mut desk = Desk::new(id);
    let mut charts = Vec::new();
    for block in blocks(section(page(id), "Worked examples")) {
        if let Some(chart) = chart(block) {
            rows::check(&mut desk, &chart);
            charts.push(chart);
        } else if block.starts_with("1. ") {
            for (i, item) in items(block).into_iter().enumerate() {
                desk.read(&format!("{}. {item}", i + 1), |desk| prose::check(desk, &item));
            }
        } else if block.starts_with("Repetition: ") {
            desk.read(block, |desk| prose::check(desk, block));
        } else if block.starts_with("Remarks. ") {
            rows::parity_remarks(&mut desk, charts.last().expect("examples before the remarks"), block);
        } else {
            let explains = ["Checked mechanically; ", "Each line: ", "The version is named "];
            assert!(explains.iter().any(|begin| block.starts_with(begin)), "{id}: examples of unknown form: {block}");
        }
    }
    assert_eq!(desk.checks, checks, "checks of the worked examples of {id}");
}

/// Checks every perft table of a page.
fn perft(id: &'static str, checks: usize) {
    let mut desk = Desk::new(id);
    let section = section(page(id), "Perft");
    match id {
        "primi-composti" => counts::check_sums(&mut desk, section),
        "parity-twist" => counts::check(&mut desk, section, &views::deals(page(id))),
        _ => counts::check(&mut desk, section, &[]),
    }
    assert_eq!(desk.checks, checks, "checks of the perft tables of {id}");
}

/// Checks the paragraphs of a page that begin so, by the words in them.
fn paragraphs(id: &'static str, begins: &[&str], settings: &[(&str, &str)], checks: usize) {
    let mut desk = Desk::new(id);
    for begin in begins {
        let text = paragraph(page(id), begin);
        desk.read(&text, |desk| {
            settings.iter().for_each(|(name, value)| desk.set(name, value));
            prose::check(desk, &text);
        });
    }
    assert_eq!(desk.checks, checks, "checks of {begins:?} of {id}");
}

#[test]
fn the_worked_examples_of_tic_tac_toe_hold() {
    examples("tic-tac-toe", 51);
}

#[test]
fn the_worked_examples_of_checkerboard_hold() {
    examples("checkerboard", 55);
}

#[test]
fn the_worked_examples_of_infiltration_hold() {
    examples("infiltration", 124);
}

#[test]
fn the_worked_examples_of_parity_twist_hold() {
    examples("parity-twist", 118);
}

#[test]
fn the_worked_examples_of_primi_composti_hold() {
    examples("primi-composti", 58);
}

#[test]
fn the_worked_examples_of_gambit_hold() {
    examples("gambit", 45);
}

#[test]
fn the_worked_examples_of_quadratic_war_hold() {
    examples("quadratic-war", 89);
}

#[test]
fn the_perft_tables_of_tic_tac_toe_hold() {
    perft("tic-tac-toe", 31);
}

#[test]
fn the_perft_tables_of_checkerboard_hold() {
    perft("checkerboard", 30);
}

#[test]
fn the_perft_tables_of_infiltration_hold() {
    perft("infiltration", 55);
}

#[test]
fn the_perft_tables_of_parity_twist_hold() {
    perft("parity-twist", 110);
}

#[test]
fn the_perft_tables_of_primi_composti_hold() {
    perft("primi-composti", 112);
}

#[test]
fn the_perft_tables_of_gambit_hold() {
    perft("gambit", 17);
}

#[test]
fn the_perft_tables_of_quadratic_war_hold() {
    perft("quadratic-war", 35);
}

#[test]
fn tic_tac_toe_has_as_many_complete_games_and_positions_as_its_page_says() {
    let mut desk = Desk::new("tic-tac-toe");
    counts::complete_games(&mut desk, &paragraph(page("tic-tac-toe"), "Of the 255168 complete games"));
    assert_eq!(desk.checks, 7);
}

#[test]
fn the_exact_values_of_primi_composti_are_those_of_minimax() {
    let mut desk = Desk::new("primi-composti");
    let blocks = blocks(section(page("primi-composti"), "Exact values"));
    blocks.iter().filter_map(|block| chart(block)).for_each(|chart| exact::check(&mut desk, &chart));
    assert_eq!(desk.checks, 56);
}

#[test]
fn the_published_games_of_primi_composti_keep_their_value() {
    let mut desk = Desk::new("primi-composti");
    let section = section(page("primi-composti"), "Exact values");
    let games = section.lines().filter(|line| line.starts_with("- "));
    games.for_each(|game| exact::check_game(&mut desk, game));
    assert_eq!(desk.checks, 26);
}

#[test]
fn every_eye_sees_what_the_page_of_parity_twist_says() {
    let mut desk = Desk::new("parity-twist");
    views::check(&mut desk, page("parity-twist"));
    assert_eq!(desk.checks, 13);
}

#[test]
fn every_eye_sees_what_the_page_of_primi_composti_says() {
    paragraphs("primi-composti", &["Views of "], &[("version", "2"), ("players", "3")], 3);
}

#[test]
fn the_start_positions_of_parity_twist_are_those_of_its_page() {
    let mut desk = Desk::new("parity-twist");
    views::check_starts(&mut desk, page("parity-twist"));
    assert_eq!(desk.checks, 12);
}

#[test]
fn the_notation_examples_hold() {
    paragraphs("tic-tac-toe", &["- Examples: "], &[], 5);
    paragraphs("checkerboard", &["- Examples: "], &[], 6);
    paragraphs("infiltration", &["- Examples: "], &[], 5);
    paragraphs("gambit", &["- Start: ", "- In mid-turn: "], &[], 3);
    paragraphs("quadratic-war", &["- Start:"], &[], 1);
    paragraphs("primi-composti", &["is the position ", "A start position: "], &[], 3);
}
