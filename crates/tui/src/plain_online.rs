//! The line client in a room of a server: it writes what changes as it comes, and a line is a move or a word.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use agon_client::{Connection, Effect, Hindrance, Intent, Refusal, Venue, words};
use agon_rules::ascii;

use crate::game::Game;
use crate::joined::Joined;
use crate::plain::Paper;
use crate::print::print_rules;
use crate::server::{Entry, Server, clean};
use crate::terminal::seed;
use crate::thought::{Asker, News};
use crate::tickets::Tickets;
use crate::word::{self, Word};

/// A longer line was not typed.
const LONGEST: u64 = 4096;
/// What is said while somebody is looked for in the lobby.
const LOOKING: &str = "Looking for a player in the lobby";
/// How long the client waits for answers after the input has ended.
const LAST: Duration = Duration::from_secs(2);

/// What happens: a line, something from the server, or the end of the input.
enum Heard {
    Line(String),
    News(News),
    End,
}

/// Plays line by line in a room that was entered, until the input ends or says `quit`.
pub fn play_online_by_line(
    server: Server,
    tickets: Tickets,
    entry: Entry,
    input: impl BufRead + Send + 'static,
    mut out: impl Write,
) -> io::Result<()> {
    let (send, heard) = mpsc::channel();
    let (news, reports) = mpsc::channel();
    let asker = Asker::new(news);
    let enter = |entry: Entry| {
        Game::Room(Box::new(Joined::new(server.clone(), tickets.clone(), entry, seed(), asker.listener())))
    };
    let mut table = Table { game: enter(entry), out: &mut out, written: Default::default(), connection: String::new() };
    let lines = send.clone();
    thread::spawn(move || read(input, &lines));
    thread::spawn(move || {
        for news in reports {
            if send.send(Heard::News(news)).is_err() {
                return;
            }
        }
    });
    table.show()?;
    // When the input has ended: how long answers are waited for. The socket tells the time, too, so a silence alone
    // would never come.
    let mut until = None::<Instant>;
    loop {
        let next = match until {
            Some(until) => heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
            None => heard.recv().ok(),
        };
        match next {
            Some(Heard::Line(text)) if until.is_some() || text.is_empty() => {}
            Some(Heard::Line(text)) => match table.obey(&text)? {
                Next::Stay => {}
                Next::Leave => return table.leave(),
                Next::Enter(entry) => {
                    table.game = enter(*entry);
                    table.show()?;
                }
            },
            Some(Heard::News(News::Room(event))) => {
                let Game::Room(joined) = &mut table.game else { return Ok(()) };
                let effects = joined.hear(event).unwrap_or_default();
                // Somebody waits for the same game in another room.
                let goes_on = effects.iter().any(|effect| matches!(effect, Effect::Rematch(_)));
                if goes_on && joined.online.is_waiting() {
                    match joined.next() {
                        Some(Ok(entry)) => {
                            table.game = enter(entry);
                            table.show()?;
                            continue;
                        }
                        Some(Err(error)) => writeln!(table.out, "{error:#}")?,
                        None => {}
                    }
                }
                if !effects.is_empty() || joined.nobody_yet().is_some() {
                    table.follow(&effects)?;
                }
                if !effects.is_empty() {
                    until = until.map(|_| Instant::now() + LAST);
                }
                if table.has_ended() {
                    return table.leave();
                }
            }
            Some(Heard::News(_)) => {}
            Some(Heard::End) if table.game.venue().ending().is_some() => return table.leave(),
            Some(Heard::End) => until = Some(Instant::now() + LAST),
            None => return table.leave(),
        }
        table.out.flush()?;
    }
}

/// Reads lines until there are no more.
fn read(input: impl BufRead, lines: &mpsc::Sender<Heard>) {
    let mut input = input;
    loop {
        let mut bytes = Vec::new();
        // Lines without end are cut, not collected.
        let count = io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0);
        let text: String = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
        let heard = if count == 0 { Heard::End } else { Heard::Line(text.trim().to_owned()) };
        if lines.send(heard).is_err() || count == 0 {
            return;
        }
    }
}

/// What a line leads to.
enum Next {
    Stay,
    Leave,
    Enter(Box<Entry>),
}

/// The room, and what was written of it.
struct Table<'a, W> {
    game: Game,
    out: &'a mut W,
    /// players, position and offers as they were written last
    written: [String; 3],
    connection: String,
}

impl<W: Write> Table<'_, W> {
    /// A line is a move or a word.
    fn obey(&mut self, text: &str) -> io::Result<Next> {
        let is_move = self.game.venue().view().choices.iter().any(|choice| choice.text == text);
        match word::read(text).filter(|_| !is_move) {
            None => self.intend(Intent::Play(text.to_owned()))?,
            Some((Word::Quit | Word::Menu, _)) => return Ok(Next::Leave),
            Some((word @ (Word::Rematch | Word::Again), rest)) => match self.game.joined().and_then(Joined::next) {
                Some(Ok(entry)) => return Ok(Next::Enter(Box::new(entry))),
                Some(Err(error)) => writeln!(self.out, "{error:#}")?,
                None => self.act(word, rest)?,
            },
            Some((word, rest)) => self.act(word, rest)?,
        }
        Ok(Next::Stay)
    }

    fn intend(&mut self, intent: Intent) -> io::Result<()> {
        match self.game.act(intent) {
            Ok(effects) => self.follow(&effects),
            Err(Refusal::Hindered(Hindrance::Over)) => writeln!(self.out, "the game is over"),
            Err(why) => writeln!(self.out, "{}", self.game.refusal(&why)),
        }
    }

    /// Writes what the player should know of what happened.
    fn follow(&mut self, effects: &[Effect]) -> io::Result<()> {
        for effect in effects {
            if let Effect::Tell(text) = effect {
                writeln!(self.out, "{}", clean(&text.to_string()))?;
            }
        }
        let Some(joined) = self.game.joined() else { return Ok(()) };
        // Each second of a wait would be a line; that there is one is enough.
        let connection = match joined.online.connection(joined.now()) {
            Connection::Waiting(_) => "the connection is lost; reconnecting".to_owned(),
            Connection::Connecting | Connection::Sending => self.connection.clone(),
            other => clean(&words::connection(&other).to_string()),
        };
        if connection != self.connection {
            writeln!(self.out, "{connection}")?;
            self.connection = connection;
        }
        self.show()
    }

    fn has_ended(&self) -> bool {
        let connection = self.game.joined().map(|joined| joined.online.connection(joined.now()));
        matches!(connection, Some(Connection::Ended(_)))
    }

    /// Writes what reads differently than before: who is there, the position, what is offered.
    fn show(&mut self) -> io::Result<()> {
        let Some(joined) = self.game.joined() else { return Ok(()) };
        let (online, code) = (&joined.online, joined.online.code());
        let players = (0..online.seats()).map(|seat| format!("{} is {}", seat + 1, self.game.label(seat)));
        let players = players.collect::<Vec<_>>().join(", ");
        let rated = joined.rated().map(|line| line + "\n").unwrap_or_default();
        let head = format!("room {code}: {}, {players}\n{rated}", online.heading());
        let mut board = String::new();
        if online.is_waiting() {
            let how = if online.listing().is_private() { words::waiting().to_string() } else { LOOKING.to_owned() };
            board += &format!("{how}; the code is {code}\n");
            board.extend(joined.nobody_yet().map(|line| line + "\n"));
        } else {
            let view = online.view();
            if let Some(step) = view.history.last() {
                board += &format!("move {}: player {} plays {}\n", view.ply, step.seat + 1, step.text);
            }
            let mine = if online.hindrance().is_none() { "your move\n" } else { "" };
            board += &format!("\n{}{mine}", ascii::picture(&self.game.told(view)));
        }
        let offers = joined.offers().into_iter().map(|line| line + "\n").collect();
        for (old, new) in self.written.iter_mut().zip([clean(&head), clean(&board), offers]) {
            if *old != new {
                write!(self.out, "{new}")?;
                *old = new;
            }
        }
        self.out.flush()
    }

    fn act(&mut self, word: Word, rest: &str) -> io::Result<()> {
        let venue = self.game.venue();
        match word {
            Word::Help => {
                for (_, name, _, what) in word::ALL {
                    writeln!(self.out, "{name:<10}{what}")?;
                }
                Ok(())
            }
            Word::Rules => {
                let game = venue.game().to_owned();
                print_rules(&game, Paper::Pipe, &mut self.out).map_err(io::Error::other)
            }
            Word::Board => write!(self.out, "{}", clean(&ascii::picture(&self.game.told(venue.view())))),
            Word::Moves => {
                let moves: Vec<_> = venue.view().choices.iter().map(|choice| clean(&choice.text)).collect();
                writeln!(self.out, "{} moves: {}", moves.len(), moves.join(" "))
            }
            Word::Hint | Word::Analysis | Word::Review => {
                writeln!(self.out, "no help in a game against others; load its record when it is over")
            }
            Word::Mute => {
                let Game::Room(joined) = &mut self.game else { return Ok(()) };
                let told = joined.mute(rest);
                writeln!(self.out, "{told}")
            }
            word => match self.game.joined().map(|joined| joined.intent(word, rest)) {
                Some(Ok(intent)) => self.intend(intent),
                Some(Err(why)) => writeln!(self.out, "{why}"),
                None => Ok(()),
            },
        }
    }

    /// The last words: what was played, or how to come back.
    fn leave(&mut self) -> io::Result<()> {
        let Some(joined) = self.game.joined() else { return Ok(()) };
        match joined.online.record() {
            Some(record) => writeln!(self.out, "record: {}", clean(&record.to_string())),
            None => writeln!(self.out, "`agon play --online {}` comes back", joined.online.code()),
        }
    }
}
