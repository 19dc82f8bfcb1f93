//! Worked examples that stand in a table: position, move, position after it, result.

use agon_rules::{Start, Viewer, games};

use super::desk::Desk;
use super::text::{Chart, Row, numbers, quoted, spans};

/// Checks every row of a table of examples.
pub fn check(desk: &mut Desk, chart: &Chart) {
    for row in &chart.rows {
        desk.read(row.line, |desk| example(desk, chart, row));
    }
}

/// Opens the position of a row with its options.
pub fn open(desk: &mut Desk, chart: &Chart, row: &Row) {
    let position = position(desk, chart, row);
    desk.open_at(position);
}

/// Sets the options of a row and returns its position.
fn position<'a>(desk: &mut Desk, chart: &Chart<'a>, row: &Row<'a>) -> &'a str {
    match (chart.cell(row, "options"), chart.cell(row, "variant")) {
        (Some(options), None) => desk.set_all(options),
        (None, Some(variant)) => desk.set("variant", quoted(variant)),
        _ => desk.fail("the table says nothing of options"),
    }
    let Some(position) = chart.cell(row, "position") else { desk.fail("the table has no positions") };
    quoted(position)
}

fn example(desk: &mut Desk, chart: &Chart, row: &Row) {
    let cell = |name| chart.cell(row, name);
    let nothing = |name| matches!(cell(name), Some("" | "—"));
    if nothing("move")
        && nothing("position after")
        && cell("result").is_some_and(|result| result.starts_with("refused"))
    {
        // The text itself is no position; why stands behind it for people.
        let position = position(desk, chart, row);
        return desk.refuses_position(position);
    }
    open(desk, chart, row);
    let (after, result) = match (cell("position after"), cell("result"), cell("after")) {
        (Some(after), Some(result), None) => (after, result),
        (None, None, Some("illegal")) => ("—", "illegal"),
        (None, None, Some(after)) => after.split_once(" result ").unwrap_or((after, "=")),
        _ => desk.fail("the table has no results"),
    };
    let (verdict, remark) = result.split_once(" (").unwrap_or((result, ""));
    let Some(text) = cell("move") else { desk.fail("the table has no moves") };
    if verdict == "illegal" {
        desk.same("the position after an illegal move", "—", after);
        if text == "any" { refuse_all(desk) } else { desk.refuses(quoted(text)) }
    } else {
        desk.play(quoted(text));
        desk.stands(quoted(after));
        verify(desk, verdict);
    }
    remarked(desk, remark);
}

fn verify(desk: &mut Desk, verdict: &str) {
    if verdict == "=" {
        desk.goes_on();
    } else if verdict.starts_with("`{") {
        desk.result(quoted(verdict));
    } else if let Some(reason) = verdict.strip_prefix("draw, ") {
        desk.ended(None, Some(quoted(reason)));
    } else if let Some((seat, reason)) = verdict.strip_prefix("winner ").and_then(|won| won.split_once(", ")) {
        desk.ended(seat.parse().ok(), Some(quoted(reason)));
    } else {
        desk.fail(&format!("a result of unknown form: {verdict}"));
    }
}

/// No move is offered, and every move that is legal at the start is refused.
fn refuse_all(desk: &mut Desk) {
    desk.legal(&[]);
    let start = games::open(desk.id, &[], Start::Seed(0)).expect("a game has a start");
    for text in start.legal() {
        desk.refuses(&text);
    }
}

/// What stands in brackets behind a result is comment, but some of it can be checked.
fn remarked(desk: &mut Desk, remark: &str) {
    let remark = remark.trim_end_matches(')');
    if remark.ends_with(" moves") || remark.ends_with(" re-placements") {
        let legal = desk.table().legal();
        let said = numbers(remark).pop().unwrap_or_else(|| desk.fail("how many moves?"));
        desk.same("the number of legal moves", legal.len() as i64, said);
        desk.same("all of them re-placements", legal.iter().all(|text| text.contains('@')), true);
    } else if remark.ends_with(" is the only legal move") {
        desk.legal(&[spans(remark)[0].to_owned()]);
    } else if remark.ends_with(" would be possible") {
        // The position without its history: the same text with nothing quiet before it.
        let position = desk.table().position(Viewer::Referee);
        let (board, _) = position.rsplit_once(' ').unwrap_or_else(|| desk.fail("a position without a quiet count"));
        desk.open_at(&format!("{board} 0"));
        desk.play(spans(remark)[0]);
    } else if let Some(span) = spans(remark).iter().find(|span| !["x", "o"].contains(span)) {
        desk.fail(&format!("a remark with an unknown span: {span}"));
    }
}

/// The remarks below the examples of Parity Twist that name all legal moves of a row.
pub fn parity_remarks(desk: &mut Desk, chart: &Chart, remarks: &str) {
    let between = |from: &str, to: &str| {
        let rest = remarks.split_once(from).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once(to)).unwrap_or_else(|| panic!("no remark `{from} … {to}`: {remarks}")).0
    };
    let list =
        between("**11**: all empty cells are in the locked row, so the lock does not bind (four legal moves:", ")");
    let all = between("In 12 the moves are ", ";");
    let (_, values) = all.split_once(", each with ").expect("the numbers of remark 12");
    let only = between("in 13 only ", ".");
    let product = |cells: &str| -> Vec<String> {
        let cell = |cell: &str| numbers(values).into_iter().map(move |n| format!("{cell}={n}")).collect::<Vec<_>>();
        spans(cells).into_iter().flat_map(cell).collect()
    };
    let list: Vec<String> = spans(list).into_iter().map(str::to_owned).collect();
    for (number, moves) in [(11, list), (12, product(all)), (13, product(only))] {
        desk.read(&format!("remark {number}"), |desk| {
            open(desk, chart, &chart.rows[number - 1]);
            desk.legal(&moves);
        });
    }
}
