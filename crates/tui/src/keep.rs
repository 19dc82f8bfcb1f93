//! Games in files: the record on a line of its own, and above it who plays.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use agon_client::Plan;
pub use agon_client::file::{short, write};
use anyhow::{Context, bail};

/// No game is longer than this; whatever is, is something else.
const LONGEST: u64 = 1 << 20;

/// Reads the text of a file, or a record alone.
pub fn read(text: &str) -> anyhow::Result<Plan> {
    Ok(agon_client::file::read(text, agon_search::names)?)
}

/// Opens a game from a file, or from the text of a record.
pub fn load(name: &str) -> anyhow::Result<Plan> {
    if name.is_empty() {
        bail!("say which file: `load FILE`");
    }
    let path = Path::new(name);
    if !path.exists() && name.contains('~') {
        return read(name);
    }
    let about = || format!("cannot open `{}`", short(name));
    let size = fs::metadata(path).with_context(about)?;
    if !size.is_file() || size.len() > LONGEST {
        bail!("`{}` is not a game: it is no file, or too large for one", short(name));
    }
    let text = fs::read(path).with_context(about)?;
    read(&String::from_utf8_lossy(&text)).with_context(|| format!("`{}` is not a game", short(name)))
}

/// Keeps a game in a file that must not hold anything else yet.
pub fn save(name: &str, plan: &Plan) -> anyhow::Result<()> {
    let path = Path::new(name);
    // What is there and reads as a game may be written over: it is an older state of one.
    if path.exists() && load(name).is_err() {
        bail!("`{}` is there and is not a game; choose another name", short(name));
    }
    replace(path, &write(plan)).with_context(|| format!("cannot write `{}`", short(name)))
}

/// A name for a file that is not there yet.
pub fn free_name(game: &str) -> String {
    let names = (1..).map(|n| format!("{game}-{n}.agon"));
    names.into_iter().find(|name| !Path::new(name).exists()).expect("some number is free")
}

/// The folder in which games in play are kept from move to move.
pub fn folder() -> Option<PathBuf> {
    Some(dirs::state_dir().or_else(dirs::data_local_dir)?.join("agon").join("games"))
}

/// So many games that were left are offered again, and no more are kept.
const KEPT: usize = 5;

/// A name in the folder that no other process and no other game has.
pub fn new_path(folder: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("{now}-{}-{count}.agon", std::process::id()))
}

/// Keeps the game in play, so that nothing is lost with the terminal. Where that cannot be done it is not.
pub fn keep(path: &Path, plan: &Plan) {
    let _ = path.parent().map(fs::create_dir_all);
    let _ = replace(path, &write(plan));
}

/// Forgets a game that is over.
pub fn forget(path: &Path) {
    let _ = fs::remove_file(path);
}

/// A game that was left.
pub struct Kept {
    /// its file
    pub path: PathBuf,
    /// the game
    pub plan: Plan,
    /// when it was left
    pub when: SystemTime,
}

/// The games that were left, the last one first; those beyond what is offered are forgotten.
pub fn kept(folder: &Path) -> Vec<Kept> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "agon")).collect();
    let when = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
    files.sort_by_key(|path| Reverse(when(path)));
    files.iter().skip(4 * KEPT).for_each(|path| forget(path));
    let read = |path: PathBuf| {
        let plan = read(&fs::read_to_string(&path).ok()?).ok()?;
        Some(Kept { when: when(&path), path, plan })
    };
    files.into_iter().filter_map(read).take(KEPT).collect()
}

/// Writes a file in one step: a crash leaves the old one or the new one.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    fs::write(&name, text)?;
    fs::rename(&name, path)
}
