//! `agon tablebase`: solves every position of an endgame, and keeps what it found in a file that other commands read.
//!
//! The file has three lines of text and then a byte for every position: what it is, the endgame as a record, and how many
//! bytes follow of how many, with their digest. `FILE.part` is the same with fewer bytes, up to the last finished slice.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_rules::{Record, Start, Viewer};
use agon_search::inspect::{self, Tabled, Tabling};
use agon_search::{LONGEST, Stage, Summary};
use agon_verify::sha256;
use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use serde_json::json;

use crate::setup::{Place, json_line, seconds};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Write it to a file, for `--tablebase` of other commands; goes on from `FILE.part`
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Build nothing larger than this many megabytes
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=4000))]
    memory: u64,
    /// Stop after this many seconds; with `--file` the same command goes on later
    #[arg(long, value_name = "S", default_value = "86400", value_parser = seconds)]
    seconds: Duration,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

const MAGIC: &str = "agon tablebase 1";

/// Ends with code 3 when the endgame is too large, or the time too short.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let table = args.place.open()?;
    let start = Start::Position(table.position(Viewer::Referee));
    let record = Record { start, moves: Vec::new(), ..table.record() };
    let part = args.file.as_ref().map(|file| {
        let mut name = file.clone().into_os_string();
        name.push(".part");
        PathBuf::from(name)
    });
    let known = match &part {
        Some(part) if part.exists() => {
            let kept = read(part)?;
            ensure!(kept.record == record.to_string(), "`{}` is of another endgame; remove it", part.display());
            kept.values
        }
        _ => Vec::new(),
    };
    let (begin, time) = (Instant::now(), args.seconds);
    let bar = ProgressBar::new(0);
    bar.enable_steady_tick(Duration::from_millis(100));
    let mut failed = None;
    let tell = &mut |stage: Stage, size: usize, values: &[u8]| {
        bar.set_length(size as u64);
        match stage {
            Stage::Looked(number) => bar.set_position(number as u64),
            Stage::Layer(plies) => bar.set_message(format!("positions, wins in {plies}")),
            Stage::Done(end) => {
                bar.set_position(end as u64);
                if let Some(part) = part.as_ref().filter(|_| end < size && failed.is_none()) {
                    failed = write(part, &record, values, size).err();
                }
            }
        }
    };
    let stop = || begin.elapsed() >= time;
    let tabled = inspect::tablebase(&record, Tabling { known, most: args.memory * 1_000_000, stop: &stop, tell });
    bar.finish_and_clear();
    if let Some(why) = failed {
        return Err(why);
    }
    let (values, summary, longest) = match tabled? {
        Tabled::None => bail!(
            "no tablebase covers such positions: they are for endgames of few pieces (docs/results.md, Endgames); `agon solve` may know more"
        ),
        Tabled::TooLarge(size) => {
            writeln!(out, "not built: {size} positions, a byte each, are more than `--memory` allows")?;
            return Ok(ExitCode::from(3));
        }
        Tabled::Stopped => {
            writeln!(out, "not built within {} s", time.as_secs_f64())?;
            return Ok(ExitCode::from(3));
        }
        Tabled::Built { values, summary, longest } => (values, summary, longest),
    };
    if let (Some(file), Some(part)) = (&args.file, &part) {
        write(file, &record, &values, values.len())?;
        if part.exists() {
            fs::remove_file(part).with_context(|| format!("cannot remove `{}`", part.display()))?;
        }
    }
    let Summary { won, lost, drawn, longest: plies } = summary;
    let plies = plies.map(|(plies, _)| plies);
    if args.json {
        let report = json!({
            "positions": won + lost + drawn, "bytes": values.len(), "won": won, "lost": lost, "drawn": drawn,
            "longest": plies.filter(|plies| *plies <= LONGEST), "beyond": plies.is_some_and(|plies| plies > LONGEST),
            "position": longest, "sha256": sha256(&values),
        });
        json_line(out, &report)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{} positions in {} bytes", won + lost + drawn, values.len())?;
    writeln!(out, "the seat to move wins {won}, loses {lost}, and draws {drawn}")?;
    if let (Some(plies), Some(position)) = (plies, longest) {
        let plies = if plies > LONGEST { format!("more than {LONGEST}") } else { plies.to_string() };
        writeln!(out, "the longest win takes {plies} plies, from {position}")?;
    }
    writeln!(out, "{:.2} s", begin.elapsed().as_secs_f64())?;
    Ok(ExitCode::SUCCESS)
}

/// Makes tablebases of files known to every solver and player of this process.
pub fn load(files: &[PathBuf]) -> anyhow::Result<()> {
    for file in files {
        let kept = read(file)?;
        let name = file.display();
        ensure!(kept.values.len() == kept.size, "`{name}` is not finished; `agon tablebase` goes on with it");
        let record: Record = kept.record.parse().with_context(|| format!("`{name}` names no endgame"))?;
        let given = inspect::give_tablebase(&record, kept.values)?;
        ensure!(given, "`{name}` does not fit its endgame; build it again");
    }
    Ok(())
}

/// What a file says.
struct Kept {
    /// the endgame
    record: String,
    /// how many bytes there are in the end
    size: usize,
    /// those that are known
    values: Vec<u8>,
}

fn read(file: &Path) -> anyhow::Result<Kept> {
    let name = file.display();
    // What follows the head may fill half of the memory, so it is read once and stays where it is.
    let mut values = fs::read(file).with_context(|| format!("cannot read `{name}`"))?;
    let mut lines = values.splitn(4, |byte| *byte == b'\n').take(3);
    let mut line = || lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default().to_owned();
    let (magic, record, sizes) = (line(), line(), line());
    ensure!(magic == MAGIC, "`{name}` is no tablebase");
    let head = magic.len() + record.len() + sizes.len() + 3;
    values.drain(..head.min(values.len()));
    let words: Vec<&str> = sizes.split(' ').collect();
    let read = match words[..] {
        [known, size, digest] if known == values.len().to_string() && digest == sha256(&values) => {
            size.parse().ok().filter(|size| values.len() <= *size)
        }
        _ => None,
    };
    let size = read.with_context(|| format!("`{name}` is damaged; build it again"))?;
    Ok(Kept { record, size, values })
}

/// Writes the whole file or nothing.
fn write(file: &Path, record: &Record, values: &[u8], size: usize) -> anyhow::Result<()> {
    let mut new = file.as_os_str().to_owned();
    new.push(".new");
    let head = format!("{MAGIC}\n{record}\n{} {size} {}\n", values.len(), sha256(values));
    let written = fs::File::create(&new).and_then(|mut to| {
        to.write_all(head.as_bytes())?;
        to.write_all(values)?;
        to.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&new, file));
    done.with_context(|| format!("cannot write `{}`", file.display()))
}
