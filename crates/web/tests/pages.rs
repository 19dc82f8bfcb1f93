//! Rules pages to read: the short part has pictures that can be played, and the Italian pages are the same pages.

use std::fs;
use std::path::PathBuf;

use agon_rules::{Catalogue, games};
use agon_web::pages::{html, parts, point};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

fn italian(game: &str) -> String {
    fs::read_to_string(folder().join("it").join(format!("{game}.md"))).expect("every page is there in Italian")
}

#[test]
fn every_picture_is_a_position_of_the_game_and_every_game_has_some() {
    for info in games::list() {
        let page = games::rules(info.id).expect("a page");
        let (points, rest) = parts(page);
        assert!((4..=7).contains(&points.len()), "{}: {} points", info.id, points.len());
        let mut pictures = 0;
        for line in points {
            let (words, picture) = point(line);
            assert!(words.ends_with(['.', '!']) && !words.contains("<!--"), "{}: {words}", info.id);
            if let Some(picture) = picture {
                pictures += 1;
                if let Err(why) = picture.table(info.id) {
                    panic!("{}: {line}: {why}", info.id);
                }
            }
        }
        assert!(pictures >= 3, "{}: {pictures} pictures", info.id);
        assert!(
            rest.starts_with("# ") && rest.contains("\n## ") && !rest.contains("<!--"),
            "{}: the rest is whole",
            info.id
        );
        let drawn = html(info.id, "", &Catalogue::default()).expect("a page");
        assert_eq!(drawn.matches("<svg class=\"drawn").count(), pictures, "{}", info.id);
    }
}

/// What must be the same in every language: positions, moves and names in code, and the rows of tables by their columns.
fn bones(page: &str) -> Vec<String> {
    let mut bones = Vec::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            continue;
        } else if line.starts_with('#') {
            bones.push(format!("heading {}", line.chars().take_while(|sign| *sign == '#').count()));
        } else if line.starts_with('|') {
            bones.push(format!("row of {}", line.matches('|').count()));
        }
        bones.extend(line.split("<!--").nth(1).map(str::to_owned));
    }
    // Code may stand elsewhere in a sentence of another language, not in another section.
    let mut sections: Vec<Vec<String>> = page
        .split("\n## ")
        .map(|section| {
            let outside: String = section.split("```").step_by(2).collect();
            outside.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")).collect()
        })
        .collect();
    for section in &mut sections {
        section.sort();
        bones.push(section.join("`"));
    }
    bones
}

#[test]
fn every_page_is_there_in_italian_with_the_same_tables_and_positions() {
    for info in games::list() {
        let (english, italian) = (games::rules(info.id).expect("a page"), italian(info.id));
        let (ours, theirs) = (bones(english), bones(&italian));
        for (at, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{}: {at}", info.id);
        }
        assert_eq!(ours.len(), theirs.len(), "{}", info.id);
        let (english, italian) = (parts(english).0, parts(&italian).0);
        assert_eq!(english.len(), italian.len(), "{}: the short part", info.id);
    }
}
