//! What the storms have found, one by one: hubs without a network, in time that only passes when nothing else happens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use agon_server::store::{Append, Bus, LocalBus, Memory, Soon, Store, StoreError, Word};
use agon_server::{Hub, Settings};
use agon_wire::{Act, Clock, NewRoom, Place, Ticket};
use tokio::sync::broadcast;
use tokio::time::sleep;

fn wish(seats: Vec<Place>, clock: Clock) -> NewRoom {
    NewRoom { game: "tic-tac-toe".into(), options: vec![], seats, shuffle: false, clock, name: String::new() }
}

fn play(revision: u64, text: &str) -> Act {
    Act::Play { revision, text: text.to_owned() }
}

/// A bus between processes that loses every word.
struct Silence(broadcast::Sender<Word>);

impl Bus for Silence {
    fn send(&self, _: Word) {}

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.0.subscribe()
    }
}

/// A bus between two processes that loses nothing.
struct Between(LocalBus);

impl Bus for Between {
    fn send(&self, word: Word) {
        self.0.send(word);
    }

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.0.listen()
    }
}

/// Two servers over one store, and the tickets of two players.
async fn two(bus: Arc<dyn Bus>) -> ([Arc<Hub>; 2], [Ticket; 2]) {
    let store = Arc::new(Memory::new());
    let hubs = [(); 2].map(|()| Hub::new(store.clone(), bus.clone(), Settings::default()));
    hubs.iter().for_each(|hub| drop(tokio::spawn(hub.clone().hear())));
    let me = hubs[0].create(&wish(vec![], Clock::None)).await.expect("a room");
    let friend = hubs[0].join(&me.room, "", None).await.expect("a seat");
    (hubs, [me, friend])
}

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_is_in_leaves_the_memory_of_both_servers() {
    let (hubs, tickets) = two(Arc::new(Between(LocalBus::new()))).await;
    for (hub, ticket) in hubs.iter().zip(&tickets) {
        let member = hub.enter(&ticket.room, ticket.token.clone()).await.expect("a player");
        sleep(Duration::from_secs(3)).await;
        member.leave().await;
    }
    assert_eq!([hubs[0].loaded(), hubs[1].loaded()], [1, 1]);
    sleep(3 * Settings::default().idle).await;
    assert_eq!([hubs[0].loaded(), hubs[1].loaded()], [0, 0]);
}

#[tokio::test(start_paused = true)]
async fn what_another_server_has_done_is_found_though_no_word_comes() {
    let (hubs, [me, friend]) = two(Arc::new(Silence(broadcast::channel(16).0))).await;
    let before = hubs[1].view(&me.room, friend.token.clone()).await.expect("a view");
    hubs[0].act(&me.room, me.token.clone(), play(0, "b2")).await.expect("a move");
    sleep(Duration::from_secs(8)).await;
    let after = hubs[1].view(&me.room, friend.token).await.expect("a view");
    assert_eq!((before.revision, after.revision), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_has_seen_more_than_a_server_is_not_told_to_be_late() {
    let (hubs, [me, friend]) = two(Arc::new(Silence(broadcast::channel(16).0))).await;
    hubs[1].view(&me.room, None).await.expect("the room is in memory there");
    hubs[0].act(&me.room, me.token.clone(), play(0, "b2")).await.expect("a move");
    // The friend has seen the move at the first server, lost the connection, and is at the second one now.
    assert_eq!(hubs[1].act(&me.room, friend.token, play(1, "a1")).await, Ok(()));
}

/// A store that counts what a driver asks of it, and stores nothing more once a room is made.
struct Full {
    memory: Memory,
    asked: AtomicU64,
}

impl Store for Full {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        self.memory.create(room, events)
    }

    fn append(&self, _: Append) -> Soon<'_, ()> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Box::pin(async { Err(StoreError::Unavailable("the disk is full".into())) })
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        self.memory.tail(room, from)
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.memory.drive(room, process, lasting)
    }

    fn sweep(&self, idle: Duration) -> Soon<'_, u64> {
        self.memory.sweep(idle)
    }

    fn count(&self) -> Soon<'_, u64> {
        self.memory.count()
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_cannot_say_that_time_is_up_does_not_try_without_rest() {
    for another_drives in [false, true] {
        let store = Arc::new(Full { memory: Memory::new(), asked: AtomicU64::new(0) });
        let hub = Hub::new(store.clone(), Arc::new(LocalBus::new()), Settings::default());
        let clock = Clock::Total { seconds: 1, increment: 0 };
        let seats = vec![Place::Me, Place::Computer("random".into())];
        let me = hub.create(&wish(seats, clock)).await.expect("a room");
        if another_drives {
            store.memory.drive(&me.room, 1, Duration::from_secs(60)).await.expect("a lease");
        }
        let _here = hub.enter(&me.room, me.token).await.expect("a player");
        sleep(Duration::from_secs(11)).await;
        let asked = store.asked.load(Ordering::Relaxed);
        assert!((5..100).contains(&asked), "the store was asked {asked} times in ten seconds; {another_drives}");
    }
}
