//! Other programs as players at this device: those that the command line has named, and no others.
//!
//! A game, a file or a server only ever holds what a player is called. So nothing that comes from somebody else can make this
//! client start a program.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_lab::outside::{Failure, Outside, try_out};
use agon_rules::{Record, Seat, Start, Table, Text, games};
use agon_search::ask::{self, NoReply, Reply};
use agon_search::{NoPlayer, Worth};
use anyhow::{Context, ensure};

/// The programs that were named. It only grows.
static PROGRAMS: LazyLock<Mutex<HashMap<String, Arc<Mutex<Program>>>>> = LazyLock::new(Mutex::default);

struct Program {
    /// `NAME=cmd:COMMAND`
    spec: String,
    patience: Duration,
    /// what it plays at each seat, and the record of the game so far: processes that run
    seats: HashMap<Seat, (Outside, Record)>,
}

/// Names a program, `cmd:COMMAND` or `NAME=cmd:COMMAND`; from now on what it is called is a player of every game.
pub fn name_program(spec: &str, patience: Duration) -> anyhow::Result<String> {
    let outside = Outside::new(spec).with_context(|| format!("a command must follow `cmd:` in `{spec}`"))?;
    let name = outside.name().to_owned();
    let program = Program { spec: spec.to_owned(), patience, seats: HashMap::new() };
    let known = lock(&PROGRAMS).entry(name.clone()).or_insert_with(|| Arc::new(Mutex::new(program))).clone();
    ensure!(lock(&known).spec == spec, "`{name}` names two programs");
    Ok(name)
}

/// What a lock guards stays sound whoever panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(player: &str) -> Option<Arc<Mutex<Program>>> {
    lock(&PROGRAMS).get(player).cloned()
}

/// Whether a player is a program that was named.
pub(crate) fn is_program(player: &str) -> bool {
    find(player).is_some()
}

/// Lets a program make one move where a game begins, so that one that cannot is found out before.
pub fn try_program(player: &str, game: &str, settings: &[(String, String)]) -> anyhow::Result<()> {
    let Some(program) = find(player) else { return Ok(()) };
    let table = games::open(game, settings, Start::Seed(0))?;
    let program = lock(&program);
    try_out(&program.spec, table.as_ref(), 0, program.patience).map_err(|why| anyhow::anyhow!("`{player}` {why}"))
}

/// The move of a computer player or a program at the end of a record (see [`ask::reply`]).
pub(crate) fn reply(
    record: &Record,
    player: &str,
    seed: u64,
    stop: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> Result<Reply, NoReply> {
    let Some(program) = find(player) else { return ask::reply(record, player, seed, stop) };
    let table = record.replay()?;
    let Some(seat) = table.turn() else { return ask::reply(record, player, seed, stop) };
    let text = lock(&program).choose(table.as_ref(), record, seat, seed);
    let text = text.map_err(|why| NoPlayer::Unfit(player.to_owned(), Text::plain(why.to_string())))?;
    Ok(Reply { text, worth: Worth::Unknown, nodes: 0, why: None })
}

impl Program {
    fn choose(&mut self, table: &dyn Table, record: &Record, seat: Seat, seed: u64) -> Result<String, Failure> {
        let mut playing = self.seats.remove(&seat);
        // After a takeback, or in another game, what the program remembers is not what happened.
        let goes_on = playing.as_ref().is_some_and(|(_, known)| {
            (&known.game, &known.options, &known.start) == (&record.game, &record.options, &record.start)
                && record.moves.starts_with(&known.moves)
        });
        let (mut outside, _) = match playing.take() {
            Some(playing) => playing,
            None => (Outside::new(&self.spec).expect("it was read before"), record.clone()),
        };
        let begun = if goes_on { Ok(()) } else { outside.begin(table, seat, seed) };
        match begun.and_then(|()| outside.choose(table, &self.patience.into())) {
            Ok(text) => {
                self.seats.insert(seat, (outside, record.clone()));
                Ok(text)
            }
            Err(why) => {
                outside.dismiss();
                Err(why)
            }
        }
    }
}
