//! Pages set for terminals of several widths: nothing sticks out, nothing is lost.

use agon_rules::games;

use super::{Look, escape, set};

fn text(page: &str, width: usize) -> String {
    let lines = set(page, width, None);
    lines.iter().map(|line| line.iter().map(|(letter, _)| letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

const TABLE: &str = "| name | values | meaning |\n|---|---|---|\n| `size` | 3, 4 | how many squares a side has |\n| `wrap` | | rows go on at the other side |\n";

#[test]
fn a_table_that_fits_has_columns() {
    assert_eq!(
        text(TABLE, 50),
        "name    values  meaning\n\
         ──────  ──────  ────────────────────────────\n\
         `size`  3, 4    how many squares a side has\n\
         `wrap`          rows go on at the other side"
    );
}

#[test]
fn a_table_that_nearly_fits_has_cells_of_several_lines() {
    assert_eq!(
        text(TABLE, 34),
        "name    values  meaning\n\
         ──────  ──────  ──────────────────\n\
         `size`  3, 4    how many squares a\n\
         \u{20}               side has\n\
         \n\
         `wrap`          rows go on at the\n\
         \u{20}               other side"
    );
}

#[test]
fn a_table_without_room_for_columns_is_a_list() {
    assert_eq!(
        text(TABLE, 20),
        "• name: `size`\n  values: 3, 4\n  meaning: how\n    many squares a\n    side has\n• name: `wrap`\n  meaning: rows go\n    on at the other\n    side"
    );
}

#[test]
fn lists_hang_and_paragraphs_are_joined() {
    let page = "# Title\n\nOne\ntwo.\n\n- first point of\n  two lines\n  - a point below\n- second\n\n1. one\n2. two\n\n```\n a b\n```\n";
    assert_eq!(
        text(page, 18),
        "Title\n\nOne two.\n\n• first point of\n  two lines\n  • a point below\n• second\n\n1. one\n2. two\n\n   a b"
    );
}

#[test]
fn looks_are_told_and_signs_are_gone() {
    let line = set("a **b** *c* `d`", 20, None).remove(0);
    let looks: Vec<(char, Look)> = line.into_iter().filter(|(letter, _)| *letter != ' ').collect();
    assert_eq!(
        looks,
        [
            ('a', Look::Plain),
            ('b', Look::Strong),
            ('c', Look::Slanted),
            ('`', Look::Plain),
            ('d', Look::Plain),
            ('`', Look::Plain)
        ]
    );
}

#[test]
fn text_that_is_no_markdown_stays_as_it_is() {
    for plain in ["1. a_b_c * d", "# no <3> [heading](x)", "`x` | y", "2<3, -1"] {
        assert_eq!(text(&escape(plain), 80).trim(), plain);
    }
    assert_eq!(text(&escape("a **b** c"), 80).trim(), "a b c");
}

/// Words as a reader counts them: what only draws the page is left out.
fn words(text: &str) -> Vec<String> {
    let kept = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    text.chars().map(kept).collect::<String>().split_whitespace().map(str::to_owned).collect()
}

#[test]
fn no_page_sticks_out_or_loses_a_word_at_any_width() {
    for info in games::list() {
        let page = games::rules(info.id).expect("a page");
        let comments: Vec<&str> = page.split("<!--").skip(1).filter_map(|rest| rest.split("-->").next()).collect();
        let bare =
            comments.iter().fold(page.to_owned(), |page, comment| page.replacen(&format!("<!--{comment}-->"), "", 1));
        for width in [20, 38, 58, 78, 100] {
            let lines = set(page, width, Some(info.id));
            let long = lines.iter().find(|line| line.len() > width);
            assert_eq!(
                long.map(|line| line.iter().map(|(c, _)| c).collect::<String>()),
                None,
                "{} at {width}",
                info.id
            );
            let set = text(&bare, width);
            // A word that is longer than the line is broken.
            let all: String = words(&set).concat();
            for word in words(&bare) {
                assert!(all.contains(&word), "{} at {width} lacks `{word}`", info.id);
            }
            assert!(!set.contains("|---") && !set.contains("**"), "{} at {width}", info.id);
        }
        let pictures = page.matches("<!--").count();
        let drawn = set(page, 78, Some(info.id)).len() - set(page, 78, None).len();
        assert!(drawn >= 4 * pictures, "{}: {drawn} lines for {pictures} pictures", info.id);
    }
}
