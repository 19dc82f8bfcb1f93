//! What is stored of a room, an event a line: it is replayed or refused, and whoever looks at it sees something sound.
#![cfg_attr(fuzzing, no_main)]

use agon_server::{Entry, Outside, Room};
use agon_wire::Act;

agon_fuzz::target!(|text: &str| {
    let Ok(entries) = text.lines().take(50).map(Entry::read).collect::<Result<Vec<_>, _>>() else { return };
    for entry in &entries {
        assert_eq!(Entry::read(&entry.write()).expect("what was written is read"), *entry);
    }
    let Some(room) = Room::load("ABCDEFGH", &entries, u64::MAX, u64::MAX) else { return };
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
