//! docs/results.md has the ladders of `ladders.tsv`, which clients show beside each level.

use std::fmt::Write;
use std::fs;

use agon_rules::games;
use agon_search::ladder::{self, MeasuredStep};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results.md");
const HEAD: &str =
    "| game | options | step | games | score | 95 % | opening | seed | date |\n|---|---|---|---|---|---|---|---|---|\n";

/// The options that are not as usual.
fn unusual(step: &MeasuredStep) -> String {
    let usual = games::info(&step.game).expect("a game").options;
    let usual: Vec<String> = usual.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
    let chosen: Vec<&str> = step.options.split(' ').filter(|text| usual.iter().all(|usual| usual != text)).collect();
    chosen.join(" ")
}

#[test]
fn the_page_has_every_measured_ladder() {
    let mut table = HEAD.to_owned();
    for step in ladder::all() {
        let MeasuredStep { game, player, below, games, score: [score, low, high], opening, seed, date, .. } = &step;
        let options = unusual(&step);
        writeln!(
            table,
            "| {game} | {options} | {player} – {below} | {games} | {score:.1} % | {low:.1}–{high:.1} | {opening} | {seed} | {date} |"
        )
        .expect("a string");
    }
    let page = fs::read_to_string(PAGE).expect("the page");
    let (before, rest) = page.split_once(HEAD).expect("the page has the table of ladders");
    let end = rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    let found = format!("{HEAD}{}", &rest[..end]);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(PAGE, format!("{before}{table}{}", &rest[end..])).expect("the page can be written");
    } else {
        assert!(found == table, "`cargo xtask bless` writes the ladders of `ladders.tsv` into docs/results.md");
    }
}
