//! Perft tables: how many lines of each length there are, and in Primi Composti the sums of the scores at their ends.

use std::collections::HashSet;

use agon_rules::games::Visitor;
use agon_rules::walk::{leaves, perft};
use agon_rules::{Match, Show, Start};

use super::desk::Desk;
use super::text::{Chart, Row, blocks, chart, numbers, quoted, spans};

/// Counts the lines of a length.
struct Count(Start, u32);

impl Visitor for Count {
    type Out = u64;
    fn visit<G: Show>(self, game: G) -> u64 {
        let table = Match::new(game, self.0).expect("a position of this game");
        perft(table.game(), &mut table.path().clone(), self.1)
    }
}

/// Counts the lines of a length and adds up each seat's score at their ends.
struct Sum(Start, u32);

impl Visitor for Sum {
    type Out = (i64, Vec<i64>);
    fn visit<G: Show>(self, game: G) -> Self::Out {
        let table = Match::new(game, self.0).expect("a position of this game");
        let game = table.game();
        let (mut lines, mut sums) = (0, vec![0; game.seats()]);
        leaves(game, &mut table.path().clone(), self.1, &mut |state| {
            lines += 1;
            sums.iter_mut().enumerate().for_each(|(seat, sum)| *sum += i64::from(game.score(state, seat)));
        });
        (lines, sums)
    }
}

/// Checks every perft table of a section. `deals` are the starts of variants that have chance in them.
pub fn check(desk: &mut Desk, section: &str, deals: &[(String, String)]) {
    for block in blocks(section) {
        if let Some(chart) = chart(block) {
            for row in &chart.rows {
                desk.read(row.line, |desk| counted(desk, section, deals, &chart, row));
            }
        } else if let Some((_, position)) = block.split_once("Default options, from `") {
            desk.read(block, |desk| {
                desk.open(Start::Seed(0));
                desk.stands(position.trim_end_matches("`:"));
            });
        }
    }
}

fn counted(desk: &mut Desk, section: &str, deals: &[(String, String)], chart: &Chart, row: &Row) {
    let place = |cell: &str| match cell {
        "start" => Start::Seed(0),
        _ if cell.starts_with('`') => Start::Position(quoted(cell).to_owned()),
        name => Start::Position(named(section, name)),
    };
    // Each depth with its number, from columns whose heads are depths or from a cell that lists them.
    let cells = &row.cells;
    let across = || chart.head.iter().zip(cells).skip(1).map(|(head, cell)| (numbers(head)[0], *cell)).collect();
    let list = |column: usize| (1..).zip(cells[column].split(", ")).collect::<Vec<_>>();
    let (start, counts) = match chart.head.as_slice() {
        ["depth", "leaves"] => (Start::Seed(0), vec![(numbers(cells[0])[0], cells[1])]),
        ["depth", "1", ..] if cells[0] == "leaves" => (Start::Seed(0), across()),
        ["position" | "from position", ..] => (place(cells[0]), across()),
        ["options", "position", "leaves at depth 1, 2, 3 …"] => {
            desk.set_all(cells[0]);
            (place(cells[1]), list(2))
        }
        ["variant", "depth 1, 2, 3, …"] => {
            let variant = quoted(cells[0]);
            desk.set("variant", variant);
            let deal = deals.iter().find(|(known, _)| known == variant);
            (deal.map_or(Start::Seed(0), |(_, deal)| Start::Position(deal.clone())), list(1))
        }
        ["variant", "position", "depth 1, 2, 3, …"] => {
            desk.set("variant", quoted(cells[0]));
            (place(cells[1]), list(2))
        }
        head => desk.fail(&format!("a perft table of unknown form: {head:?}")),
    };
    // Only the deepest counts may be left out.
    let given = counts.iter().take_while(|(_, cell)| !cell.is_empty()).count();
    if counts[given..].iter().any(|(_, cell)| !cell.is_empty()) {
        desk.fail("a count is missing");
    }
    for (depth, cell) in &counts[..given] {
        let lines = desk.visit(Count(start.clone(), *depth as u32));
        desk.same(&format!("the lines of {depth}"), lines.to_string().as_str(), cell);
    }
}

/// A position that a list below the table gives under a name.
fn named(section: &str, name: &str) -> String {
    let mut last = String::new();
    for (known, text) in section.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": ")) {
        last = match (spans(text).first(), text.strip_prefix("the same board and seat with quiet count ")) {
            (Some(position), _) => (*position).to_owned(),
            (None, Some(quiet)) => format!("{} {quiet}", last.rsplit_once(' ').expect("a position before it").0),
            _ => panic!("not a position: {text}"),
        };
        if known == name {
            return last;
        }
    }
    panic!("no position is named `{name}`")
}

/// Checks the sentence about all complete games of tic-tac-toe and the number of positions.
pub fn complete_games(desk: &mut Desk, sentence: &str) {
    struct Games;
    impl Visitor for Games {
        type Out = Vec<i64>;
        fn visit<G: Show>(self, game: G) -> Vec<i64> {
            let table = Match::new(game, Start::Seed(0)).expect("a start");
            let (game, mut path) = (table.game(), table.path().clone());
            let (mut all, mut won, mut seen) = (0, [0; 2], HashSet::new());
            for depth in 0..9 {
                leaves(game, &mut path, depth, &mut |state| _ = seen.insert(*state));
            }
            leaves(game, &mut path, 9, &mut |state| {
                seen.insert(*state);
                all += 1;
                (0..2).for_each(|seat| won[seat] += i64::from(game.score(state, seat)));
            });
            vec![all, won[0], 0, won[1], 1, all - won[0] - won[1], seen.len() as i64]
        }
    }
    desk.read(sentence, |desk| {
        let is = desk.visit(Games);
        let said = numbers(sentence);
        assert_eq!(said.len(), is.len(), "numbers in {sentence}");
        is.into_iter().zip(said).for_each(|(is, said)| desk.same("complete games", is, said));
    });
}

/// Checks the tables of Primi Composti, which give sums of scores, each with the deals that stand before it.
pub fn check_sums(desk: &mut Desk, section: &str) {
    let mut deals: Vec<&str> = Vec::new();
    for block in blocks(section) {
        let Some(chart) = chart(block) else {
            deals.extend(block.starts_with("Deal ").then_some(block));
            continue;
        };
        for row in &chart.rows {
            desk.read(row.line, |desk| summed(desk, &deals, &chart, row));
        }
    }
}

fn summed(desk: &mut Desk, deals: &[&str], chart: &Chart, row: &Row) {
    let depth = numbers(row.cells[0])[0];
    let mut lines = "";
    let mut column = "";
    for (head, cell) in chart.head.iter().zip(&row.cells).skip(1) {
        if let Some(options) = head.strip_suffix("leaves") {
            // The deal is the last one named, the options are those of this column.
            lines = cell;
            column = options;
            continue;
        }
        let (deal, options) = match head.split_once(", ") {
            Some((name, options)) => (deals.iter().find(|deal| deal[5..].starts_with(name)), options),
            None => (deals.last(), column),
        };
        let deal = deal.unwrap_or_else(|| desk.fail(&format!("whose column is `{head}`?")));
        if *cell == "–" {
            continue;
        }
        let start = dealt(desk, deal, options);
        let sums = desk.visit(Sum(start.clone(), depth as u32));
        desk.same(&format!("the lines and sums of `{head}` {column}"), sums, (numbers(lines)[0], numbers(cell)));
        let count = desk.visit(Count(start, depth as u32));
        desk.same("the lines", count as i64, numbers(lines)[0]);
    }
}

/// Sets the options of a deal and of a column, and returns the deal as a position.
fn dealt(desk: &mut Desk, deal: &str, column: &str) -> Start {
    let text = *spans(deal).iter().find(|span| span.contains('/')).unwrap_or_else(|| desk.fail("no position"));
    let players = text.split(' ').next().unwrap_or(text).split('/').count();
    desk.set("players", &players.to_string());
    let said = deal.split(text).next().unwrap_or(deal);
    let words = format!("{said} {column}").replace(['`', ',', ':'], " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| ["cards", "version", "uncover"].contains(&pair[0]));
    pairs.for_each(|pair| desk.set(pair[0], pair[1]));
    let points = if column.contains("version 1") { vec!["0"; players].join(",") } else { "-".to_owned() };
    Start::Position(if text.ends_with(" 0") { format!("{text} {points}") } else { text.to_owned() })
}
