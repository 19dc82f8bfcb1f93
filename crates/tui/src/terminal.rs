//! The full-screen client in a real terminal: raw keys in, pictures out, and everything restored at the end.

use std::io::{self, stdout};
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agon_client::Local;
use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use crate::app::App;
use crate::day::today;
use crate::desk::Habits;
use crate::game::Game;
use crate::joined::Joined;
use crate::keep;
use crate::lobby::Wish;
use crate::server::{Entry, Server};
use crate::study::Study;
use crate::theme::Theme;
use crate::thought::{Asker, News};
use crate::tickets::Tickets;

/// How often the screen moves while somebody thinks.
const TICK: Duration = Duration::from_millis(100);

/// Plays full-screen, from a game or from the list of games, until the player leaves.
pub fn run(local: Option<Local>) -> anyhow::Result<()> {
    run_with(|_| local.map(|local| Game::Here(Box::new(local))))
}

/// Plays full-screen in a room of a server that was entered, until the player leaves.
pub fn run_online(server: Server, tickets: Tickets, entry: Entry) -> anyhow::Result<()> {
    run_with(|asker| Some(Game::Room(Box::new(Joined::new(server, tickets, entry, seed(), asker.listener())))))
}

/// Shows the lobby of a server full-screen, and plays in the rooms that are entered from it, until the player leaves.
pub fn run_lobby(server: Server, tickets: Tickets, wish: Wish) -> anyhow::Result<()> {
    run_from(|_| None, |app| app.in_lobby(server, tickets, wish))
}

/// Shows a lesson or a puzzle full-screen, or the list of them, until the player leaves.
pub fn run_study(study: Option<Study>) -> anyhow::Result<()> {
    let shelf = study.is_none();
    let begin = |app: App| if shelf { app.learning() } else { app };
    run_from(|_| study.map(|study| Game::Study(Box::new(study))), begin)
}

fn run_with(begin: impl FnOnce(&Asker) -> Option<Game>) -> anyhow::Result<()> {
    run_from(begin, |app| app)
}

fn run_from(begin: impl FnOnce(&Asker) -> Option<Game>, set_up: impl FnOnce(App) -> App) -> anyhow::Result<()> {
    // Only before there are threads it can be asked where this is.
    today();
    let (send, receive) = mpsc::channel();
    let asker = Asker::new(send.clone());
    let game = begin(&asker);
    let habits = Habits { seed, keep: keep::folder(), day: today };
    let app = set_up(App::new(game, asker, habits, Theme::from_env()));
    let signals = send.clone();
    // A second handler in one process would be refused; there is only one client.
    ctrlc::set_handler(move || drop(signals.send(News::Closed))).context("cannot listen for signals")?;
    let mut terminal = ratatui::try_init().context("cannot use the terminal; `--plain` needs none")?;
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture);
        before(info);
    }));
    let _ = execute!(stdout(), EnableMouseCapture, EnableBracketedPaste);
    thread::spawn(move || {
        loop {
            let news = event::read().map_or(News::Closed, News::Event);
            let closed = matches!(news, News::Closed);
            if send.send(news).is_err() || closed {
                return;
            }
        }
    });
    let done = turn(app, &mut terminal, &receive);
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture);
    ratatui::restore();
    match done {
        // A terminal that has gone away cannot be told.
        Err(error) if matches!(error.kind(), io::ErrorKind::BrokenPipe) || error.raw_os_error() == Some(EIO) => Ok(()),
        done => Ok(done?),
    }
}

/// What the system says of a terminal that is gone.
const EIO: i32 = 5;

/// Draws and listens until the app is done.
fn turn(mut app: App, terminal: &mut DefaultTerminal, news: &Receiver<News>) -> io::Result<()> {
    let mut stale = true;
    while !app.is_done() {
        if stale {
            terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        }
        let first = if app.is_busy() { news.recv_timeout(TICK) } else { news.recv().map_err(RecvTimeoutError::from) };
        match first {
            Ok(first) => stale = app.hear(first),
            Err(RecvTimeoutError::Timeout) => stale = true,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
    Ok(())
}

/// A number that is new each time.
pub fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Few digits, so that a person can write it down.
    agon_rules::Rng::new(now.as_nanos() as u64).below(1_000_000_000) as u64
}
