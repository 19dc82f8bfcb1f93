//! Executes the rules pages: every worked example, perft table, exact value and view on them, from their own text.
//!
//! A row or an item that leads to no check fails, and so does a page with another number of checks than stated here.
//! The pages of games that are not named here are executed too, as far as they have worked examples and perft tables.

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

use agon_rules::games;
use desk::Desk;
use text::{blocks, chart, find_section, items, page, paragraph, section};

const EXAMPLES: &str = "Worked examples";
const PERFT: &str = "Perft";

/// The games whose numbers of checks are stated below.
const COUNTED: [&str; 7] =
    ["tic-tac-toe", "checkerboard", "infiltration", "parity-twist", "primi-composti", "gambit", "quadratic-war"];

/// Checks every worked example of a page.
fn examples(id: &'static str, checks: usize) {
    assert_eq!(try_examples(id), checks, "checks of the worked examples of {id}");
}

/// Checks every worked example of a page, and counts the checks.
fn try_examples(id: &'static str) -> usize {
    let mut desk = Desk::new(id);
    let mut charts = Vec::new();
    for block in blocks(section(page(id), EXAMPLES)) {
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
            let known = explains.iter().any(|begin| block.starts_with(begin));
            assert!(known, "{id}: neither a table, a list nor text that begins with one of {explains:?}: {block}");
        }
    }
    desk.checks
}

/// Checks every perft table of a page.
fn perft(id: &'static str, checks: usize) {
    assert_eq!(try_perft(id), checks, "checks of the perft tables of {id}");
}

/// Checks every perft table of a page, and counts the checks.
fn try_perft(id: &'static str) -> usize {
    let mut desk = Desk::new(id);
    let section = section(page(id), PERFT);
    match id {
        "primi-composti" => counts::check_sums(&mut desk, section),
        "parity-twist" => counts::check(&mut desk, section, &views::deals(page(id))),
        _ => counts::check(&mut desk, section, &[]),
    }
    desk.checks
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
fn the_pages_of_all_other_games_hold() {
    let list = games::list();
    for id in list.iter().map(|info| info.id).filter(|id| !COUNTED.contains(id)) {
        for (title, check) in [(EXAMPLES, try_examples as fn(_) -> _), (PERFT, try_perft)] {
            if find_section(page(id), title).is_some() {
                assert!(check(id) > 0, "nothing was checked below `{title}` of {id}");
            }
        }
    }
}

#[test]
fn a_row_may_say_that_its_position_is_refused() {
    let holds = |row: &str| {
        let table =
            format!("| # | options | position | move | position after | result |\n{}\n{row}", "|---".repeat(6) + "|");
        let read = || {
            let mut desk = Desk::new("tic-tac-toe");
            rows::check(&mut desk, &chart(&table).expect("a table"));
            desk.checks
        };
        std::panic::catch_unwind(read).is_ok_and(|checks| checks > 0)
    };
    assert!(holds("| 1 | | `xx1/3/3 0` | — | — | refused (seat 0 has moved twice) |"));
    assert!(holds("| 1 | `size=4` | `3/3/3 0` | | | refused |"));
    assert!(!holds("| 1 | | `x2/3/3 1` | — | — | refused |"), "it is a position");
    assert!(!holds("| 1 | `line=5` | `3/3/3 0` | — | — | refused |"), "the options are refused");
    assert!(!holds("| 1 | | `xx1/3/3 0` | — | — | illegal |"), "a move is missing");
    assert!(!holds("| 1 | | `3/3/3 0` | `b2` | `3/1x1/3 1` | refused |"), "it is a legal move");
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
