//! Games of other files: read, checked against the rules on every core, and added in their order.

use std::io::{self, BufRead, Read};
use std::thread;

use agon_lab::played::text::Games;
use agon_lab::played::{Played, lines};
use agon_rules::Record;

/// In which form games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// one JSON object a line
    Json,
    /// tags and moves, for people
    Text,
    /// one record a line: the moves, without who played
    Records,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoImport {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game makes no sense.
    #[error("line {line}: {why}")]
    Game {
        /// the line
        line: usize,
        /// what is wrong
        why: String,
    },
}

/// How many games are checked at once.
const PORTION: usize = 2_000;
/// A longer line is no game.
const LONGEST: u64 = 1 << 24;

/// Reads games in any of the forms, checks them, and hands them on in their order, many at once. Dates that are none are
/// refused.
pub fn imported<E: From<NoImport>>(
    mut from: impl BufRead,
    each: &mut dyn FnMut(Vec<Played>) -> Result<(), E>,
) -> Result<(), E> {
    let mut portion = Vec::new();
    let mut take = |line: usize, game: Result<Played, String>| -> Result<(), E> {
        portion.push((line, game.map_err(|why| NoImport::Game { line, why })?));
        if portion.len() >= PORTION { each(checked(std::mem::take(&mut portion))?) } else { Ok(()) }
    };
    if form(&mut from).map_err(NoImport::from)? == Form::Text {
        let mut text = String::new();
        from.read_to_string(&mut text).map_err(NoImport::from)?;
        for game in Games::new(&text) {
            let (line, game) = game.map_err(|fault| NoImport::Game { line: fault.line, why: fault.why })?;
            take(line, Ok(game))?;
        }
    } else {
        let mut number = 0;
        loop {
            let mut line = String::new();
            number += 1;
            if from.by_ref().take(LONGEST).read_line(&mut line).map_err(NoImport::from)? == 0 {
                break;
            }
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                take(number, read_line(line))?;
            }
        }
    }
    if portion.is_empty() { Ok(()) } else { each(checked(portion)?) }
}

/// A game from a line: JSON, or a record alone, of which nobody knows who played.
fn read_line(line: &str) -> Result<Played, String> {
    if line.starts_with('{') {
        return lines::read(line);
    }
    let record: Record = line.parse().map_err(|why: agon_rules::Error| why.to_string())?;
    let seats = record.replay().map_err(|why| why.to_string())?.seats();
    Ok(Played::new(record, vec!["?".to_owned(); seats]))
}

/// The form of what comes, by its first character.
fn form(from: &mut impl BufRead) -> io::Result<Form> {
    loop {
        let (form, spaces) = {
            let bytes = from.fill_buf()?;
            let spaces = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let form = match bytes.get(spaces) {
                Some(b'[') => Some(Form::Text),
                Some(b'{') => Some(Form::Json),
                Some(_) => Some(Form::Records),
                None if bytes.is_empty() => Some(Form::Records),
                None => None,
            };
            (form, spaces)
        };
        match form {
            Some(form) => return Ok(form),
            None => from.consume(spaces),
        }
    }
}

/// Plays games again, on every core; the first that is wrong is told.
fn checked(games: Vec<(usize, Played)>) -> Result<Vec<Played>, NoImport> {
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let size = games.len().div_ceil(threads).max(1);
    let mut games = games;
    let check = |games: &mut [(usize, Played)]| -> Result<(), NoImport> {
        let one = |(line, game): &mut (usize, Played)| {
            let fault = |why| NoImport::Game { line: *line, why };
            if !game.date.is_empty()
                && crate::write::seconds(&game.date).and_then(crate::write::date).as_ref() != Some(&game.date)
            {
                return Err(fault(format!("the date `{}` is not like `2026-11-17T14:54:08Z`", game.date)));
            }
            if let Some(name) = game.players.iter().find(|name| name.is_empty() || name.contains(char::is_control)) {
                return Err(fault(format!("`{}` is no name of a player", name.escape_debug())));
            }
            game.check().map_err(fault)
        };
        games.iter_mut().try_for_each(one)
    };
    thread::scope(|scope| {
        let threads: Vec<_> = games.chunks_mut(size).map(|part| scope.spawn(|| check(part))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("checking does not panic"))
    })?;
    Ok(games.into_iter().map(|(_, game)| game).collect())
}
