//! Every text of the rules, the players and the client has an Italian one: games are played and refused in all their
//! variants, and whatever a person could read or hear must be in `assets/it.txt`.

#[path = "heard/mod.rs"]
mod heard;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use agon_web::translate::Catalogue;
use heard::Heard;

const LINES: &str = include_str!("../assets/it.txt");

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(LINES).expect("it.txt holds templates"));
static HEARD: LazyLock<Vec<String>> = LazyLock::new(Heard::everything);

/// What is written alike in both languages: names, and lines that only join what stands in their gaps.
const ALIKE: &[&str] = &[
    "Gambit",
    "Parity Twist",
    "Primi Composti",
    "Quadratic War",
    "me",
    "minimax_{}",
    "mo",
    "{} = 0, Δ = {}: {}, {}",
    "{} · {}",
    "{}: {}",
];

/// What no test comes to, and why it is there all the same.
const UNSEEN: &[&str] = &[
    // Only rooms say these, and no room is run here; those of one word are not found in the sources.
    "this is an earlier position; go to the newest move",
    "connected",
    "(open)",
    "nobody",
    // It takes a game without moves for a person whom nobody told that it is over.
    "no move is left: the game is over ({})",
    // It takes two equations at once that leave nothing of both sides.
    "mutual elimination",
    // It takes minutes to get there.
    "it ran out of its budget before the proof was there; try `expert`",
];

/// Where Italian says a number in words, or writes it in another way.
const REWORDED: &[&str] = &["whether seat 1 may take over the first placement", "carrying a term a x^2"];

/// A text as a line to paste: its numbers are gaps.
fn pasted(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if line.ends_with("{}") => {}
            '0'..='9' => line.push_str("{}"),
            c => line.push(c),
        }
    }
    format!("{line} => ")
}

#[test]
fn everything_a_person_reads_has_an_italian_text() {
    let missing = HEARD.iter().filter(|text| CATALOGUE.text(text).is_none());
    let missing = missing.flat_map(|text| {
        // Only the sentences of it that lack one, unless they are no sentences.
        let lack: Vec<&str> = text.split(". ").filter(|text| CATALOGUE.text(text).is_none()).collect();
        if lack.is_empty() { vec![text.as_str()] } else { lack }
    });
    let missing: BTreeSet<String> = missing.map(pasted).collect();
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(missing.is_empty(), "assets/it.txt lacks {} texts:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn numbers_and_moves_come_through_and_no_sign_is_left_over() {
    // What has a number in it, in any order.
    let numbers = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.contains(char::is_numeric));
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let odd = |text: &&String| {
        let Some(italian) = CATALOGUE.text(text) else { return false };
        let signs = [" :", " ;", " ,", ":,", ";,", ",,", "::"];
        numbers(text) != numbers(&italian) || signs.iter().any(|sign| italian.contains(sign) && !text.contains(sign))
    };
    let plain = HEARD.iter().filter(|text| !REWORDED.iter().any(|known| text.contains(known)));
    let odd: Vec<(&String, String)> = plain.filter(odd).map(|text| (text, CATALOGUE.tell(text))).collect();
    assert!(odd.is_empty(), "{odd:#?}");
}

#[test]
fn every_template_is_needed() {
    let used: BTreeSet<&str> =
        HEARD.iter().filter_map(|text| CATALOGUE.trace(text)).flat_map(|(_, used)| used).collect();
    let idle: Vec<&str> =
        CATALOGUE.lines().map(|(english, _)| english).filter(|english| !used.contains(english)).collect();
    let unknown: Vec<&&str> = idle.iter().filter(|english| !UNSEEN.contains(english)).collect();
    assert!(unknown.is_empty(), "nobody says, or a line above is taken first: {unknown:#?}");
    let seen: Vec<&&str> = UNSEEN.iter().filter(|english| !idle.contains(english)).collect();
    assert!(seen.is_empty(), "these are said after all, or are no lines: {seen:#?}");
}

#[test]
fn no_template_leaves_the_english_but_those_that_are_alike() {
    let alike: Vec<&str> =
        CATALOGUE.lines().filter(|(english, other)| english == other).map(|(english, _)| english).collect();
    let mut sorted = alike.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ALIKE);
}

#[test]
fn no_template_is_there_twice_and_all_are_tidy() {
    let mut seen = BTreeSet::new();
    for (english, other) in CATALOGUE.lines() {
        assert!(seen.insert(english), "`{english}` is there twice");
        for side in [english, other] {
            assert!(side == side.trim() && !side.contains("  ") && !side.ends_with('.'), "`{side}`");
        }
        // Italian has typographic apostrophes here, as the words of the client have.
        assert!(!other.contains('\''), "`{other}` has a straight apostrophe");
    }
}

#[test]
fn italian_reads_well() {
    let check = |english: &str, italian: &str| assert_eq!(CATALOGUE.tell(english), italian);
    check("player 2 wins: line", "vince il giocatore 2: fila");
    check(
        "shared by player 1 and player 3: all cards played",
        "a pari merito giocatore 1 e giocatore 3: tutte le carte sono giocate",
    );
    check("medium: b2xd4. jump on with d4 or stop", "medio: b2xd4. continua a saltare con d4 o fermati");
    check("a1, x of you, home of player 2, can be chosen", "a1, x tuo, casa del giocatore 2, si può scegliere");
    check("size=4 line=4", "lato: 4, fila: 4");
    check("4 · 2 = 8: player 3 steals 2 and 4", "4 · 2 = 8: il giocatore 3 ruba 2 e 4");
    check(
        "illegal move `z9`; `a1`, `stop` or `c3` is possible",
        "la mossa `z9` non è permessa; si può `a1`, `stop` o `c3`",
    );
    // A name that a person has chosen stays.
    check("Anna: b2xd4. jump over an enemy piece", "Anna: b2xd4. salta un pezzo nemico");
}
