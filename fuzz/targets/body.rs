//! Bodies of requests: a new room is made or refused, a request in it is done or refused, and nothing panics.
#![cfg_attr(fuzzing, no_main)]

use agon_server::{Decision, Outside, Room, make};
use agon_wire::{Act, NewRoom};

agon_fuzz::target!(|text: &str| {
    // A line each: the room, then requests of its seats in turn.
    let mut lines = text.lines();
    let Some(Ok(wish)) = lines.next().map(serde_json::from_str::<NewRoom>) else { return };
    let Ok((made, mine)) = make(&wish, 1, "key", &|count| (0..count).rev().collect()) else { return };
    let mut room = Room::replay("ABCDEFGH", &[made], 0).expect("what was made can be replayed");
    assert!(mine.is_none_or(|seat| seat < room.seats().len()));
    let seats = room.seats().len();
    for (now, line) in lines.take(20).enumerate() {
        let who = Some(now % (seats + 1)).filter(|seat| *seat < seats);
        let outside = Outside { now: now as u64 * 1000, away: vec![(now % 3 == 0).then_some(now as u64); seats] };
        if let Ok((joined, _)) = room.join(line, "key") {
            room.apply(&joined.events[0], outside.now).expect("a seat was open");
            continue;
        }
        let Ok(act) = serde_json::from_str::<Act>(line) else { continue };
        if let Ok(Decision::Happens(change)) = room.decide(who, &act, &outside) {
            for event in &change.events {
                room.apply(event, outside.now).expect("what was decided can happen");
            }
        }
        for viewer in (0..seats).map(Some).chain([None]) {
            assert!(room.view(viewer, &outside, 0).is_sound());
        }
    }
});
