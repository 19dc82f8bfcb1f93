//! Many tables of two players at once, game after game, and the account of them at the end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_rules::{Record, Rng};
use agon_wire::Ticket;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use super::http;
use super::player::{Address, Pace, Player, Seen};
use super::process::PATIENCE;

/// Clients that come back as quickly as servers are killed here.
pub const QUICK: Pace = Pace { speed: 5, thinking: 30 };
/// Clients as they are.
pub const PLAIN: Pace = Pace { speed: 1, thinking: 100 };

/// A game that is over, as both players have seen it.
struct Played {
    ticket: Ticket,
    seen: [Seen; 2],
}

/// Tables at which people play until they are told that it is enough.
pub struct Tables {
    runtime: Runtime,
    addresses: [Address; 2],
    tasks: JoinSet<Vec<Played>>,
    enough: Arc<AtomicBool>,
    over: Arc<AtomicU64>,
}

/// What came of it all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub games: usize,
    /// moves in the records
    pub moves: usize,
    /// moves that the players were told were done
    pub acked: usize,
    /// acknowledged, but not in the record at their place
    pub lost: usize,
    /// in the record, but not asked for at that place, or acknowledged for a place that another one has
    pub doubled: usize,
    /// how often a socket was opened anew
    pub returns: u64,
    /// how often something was refused because nothing could be stored
    pub storage: u64,
    /// the longest time in which somebody saw no new move
    pub longest: Duration,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, moves, acked, lost, doubled, returns, storage, longest } = self;
        write!(f, "{games} games, {moves} moves, {acked} acknowledged, {lost} lost, {doubled} doubled")?;
        write!(f, ", {returns} times back, {storage} times no storage, {:.1} s without a move", longest.as_secs_f64())
    }
}

impl Tables {
    /// So many tables; the players of seat 0 go to the first address and the others to the second.
    pub fn open(count: usize, seed: u64, pace: Pace, addresses: [&str; 2]) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let addresses = addresses.map(|address| Arc::new(Mutex::new(address.to_owned())));
        let (enough, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = JoinSet::new();
        for table in 0..count {
            let seed = Rng::derive(seed, table as u64);
            let task = evening(table, seed, pace, addresses.clone(), enough.clone(), over.clone());
            tasks.spawn_on(task, runtime.handle());
        }
        Tables { runtime, addresses, tasks, enough, over }
    }

    /// The servers are elsewhere now.
    pub fn moved(&self, addresses: [&str; 2]) {
        for (known, new) in self.addresses.iter().zip(addresses) {
            *known.lock().expect("nobody panics") = new.to_owned();
        }
    }

    /// How many games are over.
    pub fn over(&self) -> u64 {
        self.over.load(Ordering::Relaxed)
    }

    /// Lets every table finish its game.
    pub fn finish(self) -> Evening {
        let Tables { runtime, mut tasks, enough, .. } = self;
        enough.store(true, Ordering::Relaxed);
        let games = runtime.block_on(async {
            let mut games = Vec::new();
            while let Some(table) = timeout(PATIENCE, tasks.join_next()).await.expect("no game hangs") {
                games.extend(table.expect("no player gives up"));
            }
            games
        });
        Evening(games)
    }
}

/// All games of all tables.
pub struct Evening(Vec<Played>);

impl Evening {
    /// Compares every game with what a server has kept of it.
    pub fn audit(&self, address: &str) -> Tally {
        let mut tally = Tally { games: self.0.len(), ..Tally::default() };
        for Played { ticket, seen } in &self.0 {
            let view = http::look(address, ticket).expect("the room is kept");
            let record: Record = view.record.expect("the game is over").parse().expect("a record");
            let moves = &record.moves;
            assert!(record.replay().expect("the moves are legal").turn().is_none(), "{}: not over", ticket.room);
            tally.moves += moves.len();
            let steps: Vec<_> = view.view.history.iter().map(|step| (step.seat, step.text.clone())).collect();
            assert!(steps.iter().map(|(_, text)| text).eq(moves), "{}: view and record differ", ticket.room);
            let mut at_place: BTreeMap<u64, &str> = BTreeMap::new();
            for acked in seen.iter().flat_map(|seen| &seen.acked) {
                // Nothing is taken back here, so a move's place is the `revision` it answers.
                let kept = steps
                    .get(acked.revision as usize)
                    .is_some_and(|(seat, text)| (*seat, text) == (acked.seat, &acked.text));
                tally.lost += usize::from(!kept);
                let other = at_place.insert(acked.revision, &acked.text);
                tally.doubled += usize::from(other.is_some_and(|other| other != acked.text));
            }
            tally.acked += at_place.len();
            for (place, (seat, text)) in steps.iter().enumerate() {
                let wanted =
                    seen[*seat].asked.iter().any(|asked| asked.revision == place as u64 && asked.text == *text);
                tally.doubled += usize::from(!wanted);
            }
            for seen in seen {
                assert_eq!(steps, seen.history, "{}: a player has seen another game", ticket.room);
                tally.returns += seen.returns - 1;
                tally.storage += seen.storage;
                tally.longest = tally.longest.max(seen.longest);
            }
        }
        tally
    }
}

/// Two players, game after game.
async fn evening(
    table: usize,
    seed: u64,
    pace: Pace,
    addresses: [Address; 2],
    enough: Arc<AtomicBool>,
    over: Arc<AtomicU64>,
) -> Vec<Played> {
    let wish = match table % 2 {
        0 => json!({"game": "tic-tac-toe", "options": [["size", "5"], ["line", "5"]]}),
        _ => json!({"game": "gambit"}),
    };
    let mut games = Vec::new();
    while games.is_empty() || !enough.load(Ordering::Relaxed) {
        let tickets = sit_down(&wish, &addresses).await;
        let ticket = tickets[0].clone();
        let mut players = JoinSet::new();
        for (seat, (ticket, address)) in tickets.into_iter().zip(addresses.clone()).enumerate() {
            let seed = Rng::derive(seed, (games.len() * 2 + seat) as u64);
            let player = Player::new(ticket, address, seed, pace);
            players.spawn(async move { (seat, player.play().await) });
        }
        let mut seen = [Seen::default(), Seen::default()];
        while let Some(player) = players.join_next().await {
            let (seat, what) = player.expect("no player gives up");
            seen[seat] = what;
        }
        over.fetch_add(1, Ordering::Relaxed);
        games.push(Played { ticket, seen });
    }
    games
}

/// Makes a room and joins it, as often as it takes: a room whose second ticket was lost on its way is left.
async fn sit_down(wish: &Value, addresses: &[Address; 2]) -> [Ticket; 2] {
    loop {
        let wish = wish.clone();
        let [here, there] = [0, 1].map(|at| addresses[at].lock().expect("nobody panics").clone());
        let tickets = spawn_blocking(move || {
            let me = http::create(&here, &wish)?;
            let friend = http::join(&there, &me.room)?;
            Some([me, friend])
        });
        if let Some(tickets) = tickets.await.expect("servers answer as documented") {
            return tickets;
        }
        // A server that is away is not asked all the time.
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}
