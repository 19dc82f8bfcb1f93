//! `agon archive show` and `agon archive play`: one game of an archive, in every form, and in the terminal client.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_archive::Archive;
use agon_lab::played::{Played, lines, text};
use agon_rules::{Viewer, ascii};
use agon_tui::{Plan, Sitter, USUAL, play_by_line, seed, write};
use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use crate::archive::plain;
use crate::setup::Screen;

/// A game of an archive.
#[derive(clap::Args)]
struct One {
    /// The archive
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The number of the game; `agon archive list` shows them
    #[arg(value_name = "N")]
    number: u64,
    /// The game after this many plies; all of it otherwise
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
}

impl One {
    /// The game, up to the ply that is wanted.
    fn game(&self) -> anyhow::Result<Played> {
        let mut game = Archive::open(&self.archive)?.game(self.number)?;
        let plies = game.record.moves.len();
        let ply = self.ply.unwrap_or(plies);
        ensure!(ply <= plies, "game {} has {plies} plies; there is no position after {ply}", self.number);
        game.record.moves.truncate(ply);
        Ok(game)
    }
}

#[derive(clap::Args)]
pub struct Show {
    #[command(flatten)]
    one: One,
    /// In which form
    #[arg(long = "as", value_enum, default_value_t = As::Board)]
    form: As,
    /// Where the page is, for a link
    #[arg(long, value_name = "URL", default_value = USUAL)]
    page: String,
    /// The file to write, for `--as file`
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum As {
    /// who played, the moves, and the board at the end or after `--ply`
    Board,
    /// the same with the board after every move
    Boards,
    /// tags and moves, as `agon archive export` prints them
    Text,
    /// a JSON object
    Json,
    /// the record
    Record,
    /// a link that opens the game in the page
    Link,
    /// a file that `agon play --load` and the page open
    File,
}

pub fn show(args: &Show, out: &mut impl Write) -> anyhow::Result<()> {
    let game = args.one.game()?;
    let whole = args.one.ply.is_none();
    match args.form {
        As::Board => board(&game, false, out),
        As::Boards => board(&game, true, out),
        As::Text | As::Json if !whole => {
            bail!("with `--ply` a game has no result: it is shown as a board, record, link or file")
        }
        As::Text => Ok(write!(out, "{}", text::write(&game))?),
        As::Json => Ok(writeln!(out, "{}", lines::write(&game))?),
        As::Record => Ok(writeln!(out, "{}", game.record)?),
        As::Link => Ok(writeln!(out, "{}", link(&args.page, &game))?),
        As::File => file(&game, args.to.as_deref(), out),
    }
}

fn board(game: &Played, all: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let options: Vec<String> = game.record.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    writeln!(out, "{} {}", game.record.game, options.join(" "))?;
    for (at, player) in game.players.iter().enumerate() {
        writeln!(out, "player {}: {}", at + 1, plain(player))?;
    }
    let note = if game.note.is_empty() { String::new() } else { format!(": {}", plain(&game.note)) };
    writeln!(out, "result: {}, {}{note}", game.result(), plain(&game.reason))?;
    if !game.date.is_empty() {
        writeln!(out, "date: {}", plain(&game.date))?;
    }
    if !game.source.is_empty() {
        writeln!(out, "source: {}", plain(&game.source))?;
    }
    let table = game.record.replay()?;
    writeln!(
        out,
        "moves: {}",
        if game.record.moves.is_empty() { "none".to_owned() } else { game.record.moves.join(" ") }
    )?;
    let first = if all { 0 } else { table.ply() };
    for ply in first..=table.ply() {
        let view = table.view_at(ply, Viewer::Referee).expect("it was reached");
        match ply.checked_sub(1).and_then(|at| game.record.moves.get(at)) {
            Some(text) => writeln!(out, "\nply {ply}: {text}\n{}", ascii::picture(&view))?,
            None => writeln!(out, "\n{}", ascii::picture(&view))?,
        }
    }
    Ok(())
}

/// A link to the page that shows a game.
fn link(page: &str, game: &Played) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_.:=".contains(c);
    let named = game.players.iter().all(|player| player.chars().all(safe));
    let players = if named { format!("?players={}", game.players.join(",")) } else { String::new() };
    format!("{}/#/watch/{}{players}", page.trim_end_matches('/'), game.record)
}

fn file(game: &Played, to: Option<&Path>, out: &mut impl Write) -> anyhow::Result<()> {
    let content = write(&plan(game));
    let Some(path) = to else { return Ok(write!(out, "{content}")?) };
    ensure!(!path.exists(), "`{}` is there already; name another file", path.display());
    std::fs::write(path, content).with_context(|| format!("cannot write `{}`", path.display()))
}

/// The game with people at every seat: it is looked at, and whoever plays on plays for all.
fn plan(game: &Played) -> Plan {
    Plan { record: game.record.clone(), sitters: vec![Sitter::Human; game.players.len()], bot_seed: 0 }
}

#[derive(clap::Args)]
pub struct Play {
    #[command(flatten)]
    one: One,
    /// Line by line on plain input and output, for screen readers and pipes
    #[arg(long)]
    plain: bool,
}

pub fn play(args: &Play) -> anyhow::Result<()> {
    let local = agon_tui::open(&plan(&args.one.game()?))?;
    match Screen::of(args.plain) {
        Screen::Lines(paper) => Ok(play_by_line(Some(local), io::stdin().lock(), io::stdout().lock(), seed, paper)?),
        Screen::Full => agon_tui::run(Some(local)),
    }
}
