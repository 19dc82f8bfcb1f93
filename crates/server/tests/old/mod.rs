//! Rooms that an earlier version stored open, show what they showed, and go on. README.md says where they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use agon_rules::Seat;
use agon_server::store::{LocalBus, Sqlite, Store};
use agon_server::{Event, Hub, Settings};
use agon_wire::{Act, Code, EarlyEnd, Offers, RoomView, Who};
use serde::Deserialize;

/// What the earlier version showed of a room.
#[derive(Deserialize)]
struct Shown {
    what: String,
    room: String,
    tokens: BTreeMap<Seat, String>,
    game: String,
    options: Vec<(String, String)>,
    version: u64,
    revision: u64,
    started: bool,
    who: Vec<Who>,
    names: Vec<String>,
    left_ms: Vec<Option<u64>>,
    offers: Offers,
    ending: Option<EarlyEnd>,
    winners: Option<Vec<Seat>>,
    next: Option<String>,
    record: Option<String>,
    turn: Option<Seat>,
    /// by seat, and for a spectator
    positions: BTreeMap<String, String>,
    history: BTreeMap<String, String>,
}

impl Shown {
    fn token(&self, viewer: &str) -> Option<String> {
        viewer.parse().ok().and_then(|seat: Seat| self.tokens.get(&seat).cloned())
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old")
}

fn rooms() -> Vec<Shown> {
    let text = std::fs::read_to_string(folder().join("rooms.json")).expect("a file");
    serde_json::from_str(&text).expect("rooms")
}

/// A copy of the store, which a test may change.
struct Copy(PathBuf);

impl Copy {
    fn new(test: &str) -> Self {
        Copy::of(&folder(), test)
    }

    /// A copy of what is in a folder now, as a killed process leaves it.
    fn of(folder: &Path, test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("old-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        for name in ["rooms.sqlite", "rooms.sqlite-wal"].iter().filter(|name| folder.join(name).exists()) {
            std::fs::copy(folder.join(name), path.join(name)).expect("a copy");
        }
        Copy(path)
    }

    fn store(&self) -> Arc<Sqlite> {
        Arc::new(Sqlite::open(&self.0.join("rooms.sqlite")).expect("a store"))
    }

    fn hub(&self) -> Arc<Hub> {
        Hub::new(self.store(), Arc::new(LocalBus::new()), Settings::default())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn every_stored_event_is_read_and_would_be_written_the_same() {
    let copy = Copy::new("events");
    let store = copy.store();
    let mut kinds = BTreeSet::new();
    for room in rooms() {
        let events = store.tail(&room.room, 0).await.expect("a store").expect("a room");
        assert_eq!(events.len() as u64, room.version, "{}", room.what);
        for text in events {
            let event = Event::read(&text).unwrap_or_else(|why| panic!("{}: {why}: {text}", room.what));
            assert_eq!(event.write(), text, "{}", room.what);
            let kind: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            kinds.insert(kind["e"].as_str().expect("a kind").to_owned());
        }
    }
    let all = [
        "computer",
        "declined",
        "ended",
        "joined",
        "made",
        "moved",
        "named",
        "next",
        "offered",
        "returned",
        "taken_back",
    ];
    assert_eq!(kinds, all.map(str::to_owned).into(), "every kind of event is in the store");
    assert_eq!(store.count().await, Ok(rooms().len() as u64));
}

#[tokio::test]
async fn stored_rooms_show_what_they_showed() {
    let copy = Copy::new("views");
    let hub = copy.hub();
    for room in rooms() {
        for viewer in room.positions.keys() {
            let what = format!("{}, seen by {viewer}", room.what);
            let view = hub.view(&room.room, room.token(viewer)).await.unwrap_or_else(|why| panic!("{what}: {why:?}"));
            assert_eq!(view.seat, viewer.parse().ok(), "{what}");
            assert_eq!((&view.game, &view.options), (&room.game, &room.options), "{what}");
            assert_eq!(
                (view.version, view.revision, view.started),
                (room.version, room.revision, room.started),
                "{what}"
            );
            assert_eq!(
                (&view.offers, &view.ending, &view.winners),
                (&room.offers, &room.ending, &room.winners),
                "{what}"
            );
            assert_eq!((&view.next, &view.record, view.view.turn), (&room.next, &room.record, room.turn), "{what}");
            assert_eq!(&view.view.position, &room.positions[viewer], "{what}");
            let history: Vec<String> =
                view.view.history.iter().map(|step| format!("{}:{}", step.seat, step.text)).collect();
            assert_eq!(history.join(" "), room.history[viewer], "{what}");
            assert!(view.is_sound(), "{what}");
            for (seat, chair) in view.chairs.iter().enumerate() {
                assert_eq!((&chair.who, &chair.name), (&room.who[seat], &room.names[seat]), "{what}");
                // The turn begins anew when a room is loaded, so there may be a little more than was shown.
                let near = |now: u64| room.left_ms[seat].is_some_and(|then| now.abs_diff(then) < 120_000);
                assert!(chair.left_ms.map_or(room.left_ms[seat].is_none(), near), "{what}: {chair:?}");
            }
        }
    }
}

/// Lets the player to move make the last move in the list, which ends none of these games; the view after it.
async fn play_on(hub: &Arc<Hub>, room: &Shown) -> RoomView {
    let (seat, token) = room.turn.map(|turn| (turn, room.tokens[&turn].clone())).expect("a turn");
    let before = hub.view(&room.room, Some(token.clone())).await.expect("a view");
    let text = before.view.choices.last().expect("a move").text.clone();
    let act = Act::Play { revision: before.revision, text };
    hub.act(&room.room, Some(token.clone()), act.clone()).await.expect("a move");
    hub.act(&room.room, Some(token.clone()), act).await.expect("the same move again is harmless");
    let after = hub.view(&room.room, Some(token)).await.expect("a view");
    assert!(after.revision > before.revision && after.view.ply > before.view.ply, "{}", room.what);
    assert_eq!(after.view.history[before.view.ply].seat, seat, "{}", room.what);
    after
}

#[tokio::test]
async fn stored_rooms_go_on() {
    let copy = Copy::new("on");
    let hub = copy.hub();
    let mut computers = 0;
    for room in rooms() {
        let token = |seat: Seat| Some(room.tokens[&seat].clone());
        let wrong = hub.view(&room.room, Some("0".repeat(32))).await.map_err(|refusal| refusal.code);
        assert_eq!(wrong.err(), Some(Code::Token), "{}", room.what);
        if !room.started {
            let ticket = hub.join(&room.room, "Eve", None).await.expect("a seat");
            assert!(ticket.seat.is_some() && hub.view(&room.room, ticket.token).await.expect("a view").started);
        } else if room.ending.is_some() || room.record.is_some() {
            for &seat in room.tokens.keys() {
                hub.act(&room.room, token(seat), Act::Rematch).await.expect("a rematch");
            }
            let next = hub.view(&room.room, None).await.expect("a view").next.expect("the next room");
            let seats = hub.view(&next, token(0)).await.expect("the token opens the seat of the rematch");
            assert_eq!(seats.seat, Some(room.tokens.len() - 1), "{}", room.what);
        } else {
            play_on(&hub, &room).await;
            if room.who.iter().any(|who| matches!(who, Who::Computer(_))) {
                computers += 1;
                let seat = *room.tokens.keys().next_back().expect("a player");
                let mut member = hub.enter(&room.room, token(seat)).await.expect("a player");
                let answered = async {
                    loop {
                        let view = hub.view(&room.room, token(seat)).await.expect("a view");
                        if view.view.history.len() > room.history["spectator"].split(' ').count() + 1 {
                            return;
                        }
                        member.changed().await.expect("a room");
                    }
                };
                if room.who.len() == 2 {
                    tokio::time::timeout(Duration::from_secs(30), answered).await.expect("the computer answers");
                }
            }
            // A player who has resigned among three cannot come back, though their token still opens their seat.
            if room.who.len() == 3 {
                let back = hub.act(&room.room, token(0), Act::Return).await.map_err(|refusal| refusal.code);
                assert_eq!(back, Err(Code::State), "{}", room.what);
            }
        }
    }
    assert_eq!(computers, 2);
    // What was appended is read again by another process.
    let copy = Copy::of(&copy.0, "again");
    let hub = copy.hub();
    for room in rooms() {
        let view = hub.view(&room.room, room.token("0")).await.expect("a view");
        assert!(view.version >= room.version, "{}", room.what);
    }
}
