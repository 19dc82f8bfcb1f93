//! `agon backup`: copies the games of a server while it goes on, and reads the whole copy before it counts as one.
//!
//! The copy is one SQLite file: put it in the place of `rooms.sqlite`, with the server stopped, and it is the store again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::room::Room;
use crate::store::{Sqlite, Store};

/// The arguments of `agon backup`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder where the server keeps its games; by default the user's data folder
    #[arg(long, env = "AGON_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The file to write; there must be none yet
    to: PathBuf,
}

/// Copies, checks, and says what is in the copy.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = args.data.clone().or_else(|| dirs::data_local_dir().map(|folder| folder.join("agon")));
    let from = folder.context("say where games are kept: `--data FOLDER`")?.join("rooms.sqlite");
    let to = &args.to;
    if !from.is_file() {
        bail!("there are no games at `{}`; `--data FOLDER` is where the server keeps them", from.display());
    }
    if to.exists() {
        bail!("`{}` is there already; name another file", to.display());
    }
    // Under another name until it is known to be good.
    let mut part = to.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let _ = fs::remove_file(&part);
    let made = copy(&from, &part).and_then(|()| check(&part));
    // What opening the copy as a store has left beside it.
    let mut lock = part.clone().into_os_string();
    lock.push("-lock");
    let _ = fs::remove_file(lock);
    let found = match made {
        Ok(found) => found,
        Err(why) => {
            let _ = fs::remove_file(&part);
            return Err(why).with_context(|| format!("there is no backup of `{}`", from.display()));
        }
    };
    fs::rename(&part, to).with_context(|| format!("cannot write `{}`", to.display()))?;
    let bytes = fs::metadata(to)?.len();
    writeln!(out, "{} rooms with {} events in `{}`, {bytes} bytes, checked", found.rooms, found.events, to.display())?;
    if !found.unreadable.is_empty() {
        let (count, codes) = (found.unreadable.len(), found.unreadable.join(", "));
        bail!("{count} of the rooms cannot be read, in the store as in the copy: {codes}");
    }
    Ok(())
}

/// Copies the file as it is at this moment.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags).context("cannot open the store")?;
    source.busy_timeout(std::time::Duration::from_secs(10))?;
    own_file(to).with_context(|| format!("cannot write `{}`", to.display()))?;
    let mut copy = Connection::open(to).with_context(|| format!("cannot write `{}`", to.display()))?;
    {
        // All pages in one step, from one snapshot. In portions it would begin anew with every move that is stored. The
        // server waits for nothing: in WAL mode readers and the writer do not meet.
        let backup = Backup::new(&source, &mut copy)?;
        match backup.step(-1)? {
            StepResult::Done => {}
            other => bail!("the store could not be read in one go ({other:?}); try again"),
        }
    }
    // One file, without a log beside it.
    copy.pragma_update(None, "journal_mode", "delete")?;
    let told: String = copy.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if told != "ok" {
        bail!("SQLite finds the copy damaged: {}", told.replace('\n', " "));
    }
    copy.close().map_err(|(_, why)| why)?;
    Ok(())
}

/// Makes an empty file that only its owner reads: it will hold every hidden card.
fn own_file(path: &Path) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// What is in a copy.
struct Found {
    rooms: usize,
    events: usize,
    unreadable: Vec<String>,
}

/// Opens the copy as a server would, and plays every game in it.
fn check(copy: &Path) -> anyhow::Result<Found> {
    /// How many rooms are read at once.
    const PORTION: usize = 1000;
    let mut found = Found { rooms: 0, events: 0, unreadable: Vec::new() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().context("cannot start")?;
    let store = Sqlite::open(copy)?;
    runtime.block_on(async {
        let mut after = String::new();
        loop {
            let codes = store.codes(&after, PORTION).await?;
            let Some(last) = codes.last() else { return anyhow::Ok(()) };
            after.clone_from(last);
            for code in codes {
                // A room that is damaged is damaged in the store too: the rest of the copy is as good as before.
                let events = store.tail(&code, 0).await.ok().flatten();
                let room = events.as_deref().and_then(|events| Room::read(&code, events, 0, 0));
                found.rooms += 1;
                found.events += events.map_or(0, |events| events.len());
                if room.is_none() {
                    found.unreadable.push(code);
                }
            }
        }
    })?;
    drop(store);
    // Opened as a store it has a log again; closed as one file it needs none.
    let closing = Connection::open(copy)?;
    closing.pragma_update(None, "journal_mode", "delete")?;
    closing.close().map_err(|(_, why)| why)?;
    Ok(found)
}
