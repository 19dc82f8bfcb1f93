//! Word over one channel of Redis. It reconnects by itself.

use std::time::Duration;

use futures_util::StreamExt;
use redis::Client;
use redis::aio::{ConnectionManager, PubSubStream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use super::within;
use crate::store::{StoreError, Word};

/// The one channel: every process must hear of all rooms anyway, to know which of its own have grown.
pub(super) const CHANNEL: &str = "agon:words";
/// How many words may wait to be sent, and how many for a slow listener.
const WAITING: usize = 4096;
/// How many words are sent at once.
const TOGETHER: usize = 128;
/// How often the connection is tested while nothing arrives.
const PING: Duration = Duration::from_secs(5);
/// The wait before reconnecting.
const AGAIN: Duration = Duration::from_millis(250);

/// Both directions of the bus. It ends when it is dropped.
pub(super) struct Line {
    words: broadcast::Sender<Word>,
    out: mpsc::Sender<String>,
    tasks: [JoinHandle<()>; 2],
}

impl Line {
    /// Opens it; returns once it is listening.
    pub(super) async fn open(client: Client, connection: ConnectionManager) -> Result<Self, StoreError> {
        let (words, _) = broadcast::channel(WAITING);
        let (out, waiting) = mpsc::channel(WAITING);
        let first = subscribe(&client).await?;
        let tasks = [tokio::spawn(hear(client, first, words.clone())), tokio::spawn(say(connection, waiting))];
        Ok(Self { words, out, tasks })
    }

    /// Sends word, unless too much is waiting already.
    pub(super) fn send(&self, word: &Word) {
        if let Some(text) = print(word) {
            let _ = self.out.try_send(text);
        }
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<Word> {
        self.words.subscribe()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

struct Subscription {
    sink: redis::aio::PubSubSink,
    stream: PubSubStream,
}

async fn subscribe(client: &Client) -> Result<Subscription, StoreError> {
    let (mut sink, stream) = within(client.get_async_pubsub()).await?.split();
    within(sink.subscribe(CHANNEL)).await?;
    Ok(Subscription { sink, stream })
}

async fn hear(client: Client, first: Subscription, words: broadcast::Sender<Word>) {
    let mut line = first;
    loop {
        listen(line, &words).await;
        tracing::warn!("lost the connection to redis; word from other processes may be missed");
        line = loop {
            tokio::time::sleep(AGAIN).await;
            if let Ok(line) = subscribe(&client).await {
                break line;
            }
        };
        // Only now that we listen again: rooms look at the store, and hear of everything after that.
        let _ = words.send(Word::Missed);
    }
}

/// Passes word on until the connection is lost.
async fn listen(mut line: Subscription, words: &broadcast::Sender<Word>) {
    loop {
        match tokio::time::timeout(PING, line.stream.next()).await {
            Ok(Some(message)) => match std::str::from_utf8(message.get_payload_bytes()).ok().and_then(parse) {
                // It is no error if nobody listens.
                Some(word) => drop(words.send(word)),
                None => tracing::warn!("cannot read word from another process; does it run another version?"),
            },
            Ok(None) => return,
            Err(_) => {
                if within(line.sink.ping::<redis::Value>()).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn say(mut connection: ConnectionManager, mut waiting: mpsc::Receiver<String>) {
    let mut texts = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut texts, TOGETHER).await > 0 {
        let mut all = redis::pipe();
        for text in texts.drain(..) {
            all.cmd("PUBLISH").arg(CHANNEL).arg(text).ignore();
        }
        // Senders do not learn whether word arrives, so there is nobody to tell.
        let _ = within(all.exec_async(&mut connection)).await;
    }
}

/// A word as text. The room comes last, so that its code may hold anything.
fn print(word: &Word) -> Option<String> {
    match word {
        Word::Grown { room, len } => Some(format!("grown {len} {room}")),
        Word::Here { room, process, seats, watchers } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            Some(format!("here {process} {watchers} {} {room}", seats.join(",")))
        }
        Word::Lobby { process, report } => Some(format!("lobby {process} {report}")),
        Word::Changed { process, player, rooms } => Some(format!("changed {process} {player} {}", rooms.join(","))),
        Word::Missed => None,
    }
}

fn parse(text: &str) -> Option<Word> {
    let (kind, rest) = text.split_once(' ')?;
    match kind {
        "grown" => {
            let (len, room) = rest.split_once(' ')?;
            Some(Word::Grown { room: room.to_owned(), len: len.parse().ok()? })
        }
        "here" => {
            let mut parts = rest.splitn(4, ' ');
            let process = parts.next()?.parse().ok()?;
            let watchers = parts.next()?.parse().ok()?;
            let seats = parts.next()?.split(',').filter(|seat| !seat.is_empty()).map(|seat| seat.parse().ok());
            let seats = seats.collect::<Option<_>>()?;
            Some(Word::Here { room: parts.next()?.to_owned(), process, seats, watchers })
        }
        "lobby" => {
            let (process, report) = rest.split_once(' ')?;
            Some(Word::Lobby { process: process.parse().ok()?, report: report.to_owned() })
        }
        "changed" => {
            let mut parts = rest.splitn(3, ' ');
            let (process, player) = (parts.next()?.parse().ok()?, parts.next()?.to_owned());
            let rooms = parts.next()?.split(',').filter(|room| !room.is_empty()).map(str::to_owned).collect();
            Some(Word::Changed { process, player, rooms })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: Word, text: &str) {
        assert_eq!(print(&word).as_deref(), Some(text));
        assert_eq!(parse(text), Some(word));
    }

    #[test]
    fn word_is_read_as_it_was_written() {
        check(Word::Grown { room: "abc".into(), len: u64::MAX }, "grown 18446744073709551615 abc");
        check(Word::Grown { room: " a b ".into(), len: 0 }, "grown 0  a b ");
        let here = |seats: &[usize]| Word::Here { room: "a b".into(), process: 7, seats: seats.to_vec(), watchers: 3 };
        check(here(&[0, 2]), "here 7 3 0,2 a b");
        check(here(&[]), "here 7 3  a b");
        check(Word::Lobby { process: 7, report: "{\"people\":3}".into() }, "lobby 7 {\"people\":3}");
        let changed = |rooms: &[&str]| Word::Changed {
            process: 7,
            player: "ABC".into(),
            rooms: rooms.iter().map(ToString::to_string).collect(),
        };
        check(changed(&["X", "Y"]), "changed 7 ABC X,Y");
        check(changed(&[]), "changed 7 ABC ");
        assert_eq!(print(&Word::Missed), None, "it is never sent");
    }

    #[test]
    fn what_is_no_word_is_not_read() {
        for text in [
            "",
            "grown",
            "grown 3",
            "grown x abc",
            "grown -1 abc",
            "here 1 2 a abc",
            "here 1 2 0",
            "changed 1 x",
            "missed ",
        ] {
            assert_eq!(parse(text), None, "`{text}`");
        }
    }
}
