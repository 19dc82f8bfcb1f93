//! `agon archive`: games in a file, filtered, counted, listed, shown, explored, exported and imported.

mod explore;
mod select;
mod show;

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use agon_archive::{Archive, ArchiveError, Group, NoImport, Summary, imported};
use agon_lab::played::{Played, lines, text};
use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use serde_json::json;

use crate::setup::json_line;
use select::Select;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count games, all of them or by what they have in common
    Count(Count),
    /// List games, one a line, each with its number
    List(List),
    /// Show one game: its board at the end or after any ply, its text, its record, a link to the page
    Show(show::Show),
    /// Look at a game in the terminal client: go through its moves, rate them, play on from anywhere
    Play(show::Play),
    /// From a position: which moves were played how often, how those games ended, and what the moves are worth
    Explore(explore::Explore),
    /// Print games as JSON lines, or as text with tags and moves
    Export(Export),
    /// Add games from files: JSON lines, text with tags and moves, records, or other archives
    Import(Import),
    /// Read everything, and play every game again by the rules
    Check(Check),
}

#[derive(clap::Args)]
struct Count {
    #[command(flatten)]
    select: Select,
    /// Count by what games have in common
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<By>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// the game and its options
    Game,
    /// who played, in the order of seats
    Players,
    /// the result
    Result,
    /// why it ended
    Reason,
    /// the day
    Day,
}

#[derive(clap::Args)]
struct List {
    #[command(flatten)]
    select: Select,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Leave out this many first
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// Print one JSON object a line, for programs
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Export {
    #[command(flatten)]
    select: Select,
    /// In which form
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// tags and moves, as chess has in PGN
    Text,
    /// one JSON object a line
    Json,
    /// one record a line
    Record,
}

#[derive(clap::Args)]
struct Import {
    /// The archive; it is made if there is none
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Where the games are; `-` reads them from stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct Check {
    /// The archive
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.command {
        Command::Count(args) => count(args, out),
        Command::List(args) => list(args, out),
        Command::Show(args) => show::show(args, out),
        Command::Play(args) => show::play(args),
        Command::Explore(args) => explore::explore(args, out),
        Command::Export(args) => export(args, out),
        Command::Import(args) => import(args, out),
        Command::Check(args) => check(&args.archive, out),
    }
}

fn count(args: &Count, out: &mut impl Write) -> anyhow::Result<()> {
    let (archive, filter) = args.select.open()?;
    let Some(by) = args.by else {
        let games = archive.count(&filter)?;
        return if args.json { json_line(out, &json!({"games": games})) } else { Ok(writeln!(out, "{games}")?) };
    };
    let group = match by {
        By::Game => Group::Variant,
        By::Players => Group::Players,
        By::Result => Group::Result,
        By::Reason => Group::Reason,
        By::Day => Group::Day,
    };
    let counts = archive.count_by(&filter, group)?;
    if args.json {
        return json_line(out, &counts);
    }
    let width = counts.values().max().map_or(0, |count| count.to_string().len());
    counts.iter().try_for_each(|(name, count)| writeln!(out, "{count:>width$}  {}", plain(name)))?;
    Ok(())
}

fn list(args: &List, out: &mut impl Write) -> anyhow::Result<()> {
    let (archive, filter) = args.select.open()?;
    let ids = archive.find(&filter)?;
    let shown = ids.get(args.skip.min(ids.len())..).unwrap_or_default();
    let shown = &shown[..args.limit.min(shown.len())];
    let games = archive.summaries(shown)?;
    if args.json {
        return games.iter().try_for_each(|game| json_line(out, &summary(game)));
    }
    let rows: Vec<[String; 6]> = games.iter().map(row).collect();
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}  "));
        writeln!(out, "{}{}", cells.collect::<String>(), row[5])?;
    }
    let (first, last) = (args.skip + 1, args.skip + rows.len());
    match rows.len() {
        0 => writeln!(out, "none of {} games", ids.len())?,
        shown if shown < ids.len() => {
            writeln!(out, "games {first} to {last} of {}; `--skip {last}` goes on", ids.len())?;
        }
        _ => {}
    }
    Ok(())
}

fn row(Summary { id, game, plies }: &Summary) -> [String; 6] {
    let day = game.date.get(..10).unwrap_or("-").to_owned();
    let players = plain(&game.players.join(" – "));
    let how = format!("{}, {plies} plies", plain(&game.reason));
    [id.to_string(), plain(&game.record.game), players, game.result(), how, day]
}

/// What `export` writes of a game, with its number and without its moves.
fn summary(Summary { id, game, plies }: &Summary) -> serde_json::Value {
    let mut told = json!({"id": id});
    if let Ok(serde_json::Value::Object(mut all)) = serde_json::from_str(&lines::write(game)) {
        all.retain(|name, _| name != "moves" && name != "thinking");
        all.insert("plies".to_owned(), json!(plies));
        told.as_object_mut().expect("an object").extend(all);
    }
    told
}

fn export(args: &Export, out: &mut impl Write) -> anyhow::Result<()> {
    let (archive, filter) = args.select.open()?;
    let ids = archive.find(&filter)?;
    let format = if args.json { Format::Json } else { args.format };
    let mut written = Ok(());
    archive.each(&ids, &mut |_, game| {
        if written.is_ok() {
            written = write!(out, "{}", written_as(&game, format));
        }
        Ok(())
    })?;
    Ok(written?)
}

fn written_as(game: &Played, format: Format) -> String {
    match format {
        Format::Text => text::write(game),
        Format::Json => lines::write(game) + "\n",
        Format::Record => format!("{}\n", game.record),
    }
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
enum NotAdded {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Import(#[from] NoImport),
}

/// How an SQLite file begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

fn import(args: &Import, out: &mut impl Write) -> anyhow::Result<()> {
    let mut archive = Archive::append(&args.archive)?;
    let mut added = 0;
    archive.whole(|archive| -> anyhow::Result<()> {
        for file in &args.files {
            let name = file.display();
            let mut add = |games: Vec<Played>| -> Result<(), NotAdded> {
                added += games.len();
                Ok(archive.add(&games)?)
            };
            if file == Path::new("-") {
                imported(io::stdin().lock(), &mut add)?;
                continue;
            }
            let mut start = Vec::new();
            let open = || File::open(file).with_context(|| format!("cannot open `{name}`"));
            open()?
                .take(SQLITE.len() as u64)
                .read_to_end(&mut start)
                .with_context(|| format!("cannot read `{name}`"))?;
            if start == SQLITE {
                // Games of another archive are checked like all others.
                let other = Archive::open(file)?;
                let ids = other.find(&agon_archive::Filter::default())?;
                for ids in ids.chunks(2000) {
                    let mut games = String::new();
                    other.each(ids, &mut |_, game| {
                        games += &written_as(&game, Format::Json);
                        Ok(())
                    })?;
                    imported(games.as_bytes(), &mut add).with_context(|| format!("`{name}`"))?;
                }
            } else {
                imported(BufReader::new(open()?), &mut add).with_context(|| format!("`{name}`"))?;
            }
        }
        Ok(())
    })?;
    Ok(writeln!(out, "{added} games were added to {}", args.archive.display())?)
}

fn check(path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let archive = Archive::open(path)?;
    archive.check_file()?;
    let ids = archive.find(&agon_archive::Filter::default())?;
    let mut wrong = 0_u64;
    let mut told = Ok(());
    for ids in ids.chunks(2000) {
        let mut games = Vec::new();
        archive.each(ids, &mut |id, game| {
            games.push((id, game));
            Ok(())
        })?;
        for (id, game) in games {
            let positions = archive.positions(id)?;
            let mut again = game.clone();
            let why = match again.check() {
                Err(why) => why,
                Ok(()) if again.positions != positions => "its positions are not those of its moves".to_owned(),
                Ok(()) if (Played { positions: Vec::new(), ..again }) != game => {
                    "it is not written as it should be".to_owned()
                }
                Ok(()) => continue,
            };
            wrong += 1;
            told = told.and_then(|()| writeln!(out, "game {id}: {}", plain(&why)));
        }
    }
    told?;
    if wrong > 0 {
        bail!("{wrong} of {} games are wrong", ids.len());
    }
    Ok(writeln!(out, "{} games, all as the rules have it", ids.len())?)
}

/// Text from a file without what would do something to a terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
