//! What the storms have found, one by one: hubs without a network, in time that only passes when nothing else happens.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_server::store::{Bus, LocalBus, Memory, Store, Word};
use agon_server::{Hub, Settings};
use agon_wire::{Act, Clock, NewRoom, Place, Ticket};
use tokio::sync::broadcast;
use tokio::time::sleep;

use crate::faulty::Faulty;

fn wish(seats: Vec<Place>, clock: Clock) -> NewRoom {
    NewRoom {
        game: "tic-tac-toe".into(),
        options: vec![],
        seats,
        shuffle: false,
        clock,
        name: String::new(),
        rated: false,
        key: None,
    }
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
    two_with(bus, Clock::None).await
}

async fn two_with(bus: Arc<dyn Bus>, clock: Clock) -> ([Arc<Hub>; 2], [Ticket; 2]) {
    let store = Arc::new(Memory::new());
    let hubs = [(); 2].map(|()| Hub::new(store.clone(), bus.clone(), Settings::default()));
    hubs.iter().for_each(|hub| drop(tokio::spawn(hub.clone().hear())));
    let me = hubs[0].create(&wish(vec![], clock)).await.expect("a room");
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

#[tokio::test(start_paused = true)]
async fn time_is_charged_wherever_a_move_arrives() {
    let clock = Clock::Total { seconds: 60, increment: 0 };
    for bus in [Arc::new(Between(LocalBus::new())) as Arc<dyn Bus>, Arc::new(Silence(broadcast::channel(16).0))] {
        let (hubs, [me, friend]) = two_with(bus, clock).await;
        let left = async |hub: &Arc<Hub>| {
            let view = hub.view(&me.room, None).await.expect("a view");
            [0, 1].map(|seat| view.chairs[seat].left_ms.expect("a clock") / 1000)
        };
        sleep(Duration::from_secs(10)).await;
        // The second server has not heard of the room before.
        hubs[1].act(&me.room, me.token.clone(), play(0, "b2")).await.expect("a move");
        assert_eq!(left(&hubs[1]).await, [50, 60]);
        sleep(Duration::from_secs(20)).await;
        hubs[0].act(&me.room, friend.token.clone(), play(1, "a1")).await.expect("a move");
        assert_eq!(left(&hubs[0]).await, [50, 40]);
        sleep(Duration::from_secs(5)).await;
        hubs[1].act(&me.room, me.token.clone(), play(2, "c3")).await.expect("a move");
        assert_eq!(left(&hubs[1]).await, [45, 40]);
        sleep(Duration::from_secs(41)).await;
        let late = hubs[0].act(&me.room, friend.token, play(3, "a3")).await.map_err(|refusal| refusal.code);
        assert_eq!(late, Err(agon_wire::Code::State), "their time is up");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_cannot_say_that_time_is_up_does_not_try_without_rest() {
    for another_drives in [false, true] {
        // Nothing more is stored once the room is made.
        let store = Arc::new(Faulty::new(|_| (false, false)));
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

#[tokio::test(start_paused = true)]
async fn a_computer_answers_at_the_server_to_which_its_player_has_gone() {
    let buses: [Arc<dyn Bus>; 2] = [Arc::new(Between(LocalBus::new())), Arc::new(Silence(broadcast::channel(16).0))];
    for bus in buses {
        let store = Arc::new(Memory::new());
        let hubs = [1, 2].map(|seed| Hub::seeded(store.clone(), bus.clone(), Settings::default(), seed));
        hubs.iter().for_each(|hub| drop(tokio::spawn(hub.clone().hear())));
        let seats = vec![Place::Me, Place::Computer("random".into())];
        let Ticket { room, token, .. } = hubs[0].create(&wish(seats, Clock::None)).await.expect("a room");
        for (moves, hub) in [(0, &hubs[0]), (2, &hubs[1])] {
            let here = hub.enter(&room, token.clone()).await.expect("a player");
            // The server before has paused the computer and given the room up.
            sleep(Duration::from_secs(40)).await;
            let view = hub.view(&room, token.clone()).await.expect("a view");
            assert_eq!(view.revision, moves);
            let text = &view.view.choices[0].text;
            hub.act(&room, token.clone(), play(moves, text)).await.expect("a move");
            sleep(Duration::from_secs(3)).await;
            assert_eq!(hub.view(&room, token.clone()).await.expect("a view").revision, moves + 2);
            here.leave().await;
        }
    }
}
