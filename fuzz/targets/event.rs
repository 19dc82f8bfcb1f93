//! What is stored of a room, an event a line: it is replayed or refused, and whoever looks at it sees something sound.
#![no_main]

use agon_server::{Event, Outside, Room};
use agon_wire::Act;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(events) = text.lines().take(50).map(Event::read).collect::<Result<Vec<_>, _>>() else { return };
    for event in &events {
        assert_eq!(Event::read(&event.write()).expect("what was written is read"), *event);
    }
    let Some(room) = Room::replay("ABCDEFGH", &events, 0) else { return };
    let seats = room.seats().len();
    let outside = Outside { now: u64::MAX, away: vec![Some(u64::MAX); seats] };
    for who in (0..seats).map(Some).chain([None]) {
        assert!(room.view(who, &outside, 0).is_sound());
        for act in [Act::Takeback, Act::Draw, Act::Rematch, Act::Resign, Act::Return, Act::Decline] {
            let _ = room.decide(who, &act, &outside);
        }
    }
    let _ = (room.time_left(0), room.time_left(u64::MAX), room.flag(u64::MAX), room.thinker().is_some());
});
