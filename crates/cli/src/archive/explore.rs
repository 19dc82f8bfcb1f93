//! `agon archive explore`: what was played from a position, how it ended, and what the moves are worth.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_archive::{Archive, Explored, Tried};
use agon_rules::{Record, Seat, Viewer};
use agon_search::{Worth, ask};
use serde_json::{Value, json};

use crate::archive::select::Narrow;
use crate::setup::{Place, json_line};

#[derive(clap::Args)]
pub struct Explore {
    /// The archive
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    narrow: Narrow,
    /// Nodes for what the moves are worth; 0 leaves that out
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    nodes: u64,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

pub fn explore(args: &Explore, out: &mut impl Write) -> anyhow::Result<()> {
    let (archive, table) = (Archive::open(&args.archive)?, args.place.open()?);
    let record = table.record();
    let mut filter = args.narrow.filter()?;
    filter.game = Some(record.game.clone());
    filter.options.clone_from(&record.options);
    filter.position = agon_lab::played::trail(&record)?.positions.last().copied();
    let explored = archive.explore(&filter)?;
    let worths = if args.nodes > 0 && table.turn().is_some() { worths(&record, args.nodes)? } else { Vec::new() };
    let (legal, position) = (table.legal(), table.position(Viewer::Referee));
    if args.json {
        let moves =
            explored.moves.iter().chain(&unplayed(&explored, &legal)).map(|tried| told(tried, &worths)).collect();
        let options: serde_json::Map<String, Value> =
            table.options().into_iter().map(|(name, value)| (name, json!(value))).collect();
        let all = counts(&explored.all);
        return json_line(
            out,
            &json!({"game": record.game, "options": options, "position": position, "seat": table.turn(), "all": all,
                "moves": Value::Array(moves)}),
        );
    }
    writeln!(out, "{position}")?;
    let seats = table.seats();
    let mut rows = vec![heads(seats)];
    rows.extend(
        explored.moves.iter().map(|tried| row(tried, explored.all.games, seats, worth_of(&tried.text, &worths))),
    );
    if !explored.moves.is_empty() {
        rows.push(row(&Tried { text: "all".to_owned(), ..explored.all.clone() }, explored.all.games, seats, None));
    }
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    for row in rows.iter().filter(|_| explored.all.games > 0) {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        writeln!(out, "{}", cells.collect::<String>().trim_end())?;
    }
    let others = unplayed(&explored, &legal);
    if explored.all.games == 0 {
        writeln!(out, "no game came here")?;
    }
    if !others.is_empty() {
        const SHOWN: usize = 12;
        let mut others: Vec<&Tried> = others.iter().collect();
        others.sort_by_key(|tried| worths.iter().position(|(text, _)| *text == tried.text));
        let others: Vec<String> = others
            .iter()
            .map(|tried| match worth_of(&tried.text, &worths) {
                Some(worth) => format!("{} ({})", tried.text, words(worth)),
                None => tried.text.clone(),
            })
            .collect();
        let more = others.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(out, "not played: {}{more}", others[..others.len().min(SHOWN)].join(", "))?;
    }
    if worths.iter().any(|(_, worth)| *worth != Worth::Unknown) {
        writeln!(out, "a value is what player 1 scores more than player 2, or the share that the player to move wins")?;
    }
    Ok(())
}

/// The legal moves that nobody made.
fn unplayed(explored: &Explored, legal: &[String]) -> Vec<Tried> {
    let new = legal.iter().filter(|text| explored.moves.iter().all(|tried| tried.text != **text));
    new.map(|text| Tried { text: text.clone(), ..Tried::default() }).collect()
}

/// What every move is worth, the best first, as far as a search of so many nodes knows: the same each time.
fn worths(record: &Record, nodes: u64) -> anyhow::Result<Vec<(String, Worth)>> {
    // A search asks about every thousand nodes.
    const EVERY: u64 = 1024;
    let (asked, mut last) = (AtomicU64::new(0), Vec::new());
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= nodes / EVERY;
    ask::analyse(record, &stop, &mut |analysis| last.clone_from(&analysis.moves))?;
    Ok(last)
}

fn worth_of(text: &str, worths: &[(String, Worth)]) -> Option<Worth> {
    worths.iter().find(|(known, _)| known == text).map(|(_, worth)| *worth).filter(|worth| *worth != Worth::Unknown)
}

fn words(worth: Worth) -> String {
    match worth {
        Worth::Proved(value) => format!("{value:+} proved"),
        Worth::Points(value) => format!("{value:+.2} estimate"),
        Worth::Share(share) => format!("{:.0} % estimate", 100.0 * share),
        Worth::Unknown => String::new(),
    }
}

fn heads(seats: Seat) -> Vec<String> {
    let mut heads = vec!["move".to_owned(), "games".to_owned(), "share".to_owned()];
    heads.extend((1..=seats).map(|seat| format!("player {seat}")));
    heads.extend(["drawn".to_owned(), "value".to_owned()]);
    heads
}

fn row(tried: &Tried, all: u64, seats: Seat, worth: Option<Worth>) -> Vec<String> {
    let share = |part: u64, of: u64| format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64);
    let mut row = vec![tried.text.clone(), tried.games.to_string(), share(tried.games, all)];
    row.extend((0..seats).map(|seat| share(tried.wins.get(seat).copied().unwrap_or(0), tried.games)));
    row.extend([share(tried.draws, tried.games), worth.map(words).unwrap_or_default()]);
    row
}

fn counts(tried: &Tried) -> Value {
    json!({"games": tried.games, "wins": tried.wins, "draws": tried.draws})
}

fn told(tried: &Tried, worths: &[(String, Worth)]) -> Value {
    let mut told = counts(tried);
    let worth = worth_of(&tried.text, worths);
    let (value, share) = match worth {
        Some(Worth::Proved(value)) => (Some(f64::from(value)), None),
        Some(Worth::Points(value)) => (Some(value), None),
        Some(Worth::Share(share)) => (None, Some(share)),
        Some(Worth::Unknown) | None => (None, None),
    };
    told["move"] = json!(tried.text);
    told["value"] = json!(value);
    told["share"] = json!(share);
    told["proved"] = json!(matches!(worth, Some(Worth::Proved(_))));
    told
}
