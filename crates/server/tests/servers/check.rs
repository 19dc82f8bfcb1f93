//! What must hold at the end: the log is legal, has every acknowledged move once, and everything anybody saw is a view of
//! a part of it.

use std::collections::HashMap;

use agon_rules::Seat;
use agon_server::{Entry, Event, Outside, Room};
use agon_wire::{Clock, RoomView, Who};

use crate::client::Notes;

/// Looks for anything that is wrong.
pub fn check(code: &str, log: &[String], notes: &Notes) -> Result<(), String> {
    let events: Vec<Event> =
        log.iter().map(|text| Event::read(text).map_err(|why| format!("`{text}`: {why}"))).collect::<Result<_, _>>()?;
    let first = events.get(..1).ok_or("the room is gone")?;
    let mut room = Room::replay(code, first, 0).ok_or("the room was never made")?;
    let mut by_version: HashMap<u64, Vec<&RoomView>> = HashMap::new();
    for seen in &notes.seen {
        by_version.entry(seen.version).or_default().push(seen);
    }
    let mut changes = Vec::new();
    for (at, event) in events.iter().enumerate() {
        if at > 0 {
            if event.changes_game() {
                if room.is_over() {
                    return Err(format!("{event:?} came after the end"));
                }
                changes.push(event);
            }
            room.apply(event, 0).map_err(|why| format!("event {at}, {event:?}, is not legal: {why}"))?;
        }
        for seen in by_version.remove(&(at as u64 + 1)).unwrap_or_default() {
            is_view_of(seen, &room)?;
        }
    }
    if let Some(version) = by_version.keys().next() {
        return Err(format!("somebody saw version {version}, and there are {} events", events.len()));
    }
    if !room.is_over() {
        return Err("the game is not over".into());
    }
    for (seat, revision, text) in &notes.acknowledged {
        if !is_made(changes.get(*revision as usize).copied(), *seat, text) {
            return Err(format!(
                "`{text}` of seat {seat} was acknowledged at {revision}, where {:?} is",
                changes.get(*revision as usize)
            ));
        }
    }
    Ok(())
}

/// Looks for time that was not charged, or not to the right player, and for clocks that differ. It is for worlds in which no
/// clock jumps. `stored` is when each event was stored, by the store's clock.
pub fn check_times(log: &[String], stored: &[u64]) -> Result<(), String> {
    /// A server stands still for at most twelve seconds between deciding something and storing it.
    const STILL: u64 = 13_500;
    /// The way to the store and back, and what it costs to ask for the time over it.
    const SLACK: u64 = 600;
    let entries: Vec<Entry> =
        log.iter().map(|text| Entry::read(text).map_err(|why| format!("`{text}`: {why}"))).collect::<Result<_, _>>()?;
    let Some(Event::Made { clock: Clock::Total { seconds, increment }, seats, .. }) = entries.first().map(|e| &e.event)
    else {
        return Ok(());
    };
    let mut left = vec![vec![u64::from(*seconds) * 1000; seats.len()]];
    let mut began = entries[0].at.unwrap_or_default();
    for (entry, stored) in entries.iter().zip(stored).skip(1) {
        let at = entry.at.ok_or_else(|| format!("{:?} has no time", entry.event))?;
        if !(stored.saturating_sub(STILL)..=stored + SLACK).contains(&at) {
            return Err(format!("{:?} says it was at {at}, and it was stored at {stored}", entry.event));
        }
        match &entry.event {
            Event::Moved { seat, left: now, .. } => {
                let before = left.last().expect("the clocks")[*seat];
                let charged = before + u64::from(*increment) * 1000 - now[*seat];
                let passed = at.saturating_sub(began);
                // A server whose clock is a little behind the last one's takes its event for one of now.
                if !(passed..=passed + SLACK).contains(&charged) && seats[*seat].who == Who::Human {
                    return Err(format!("seat {seat} was charged {charged} ms of {passed}"));
                }
                left.push(now.clone());
                began = at;
            }
            Event::TakenBack { to } => {
                left.truncate(to + 1);
                began = at;
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_made(event: Option<&Event>, by: Seat, made: &str) -> bool {
    matches!(event, Some(Event::Moved { seat, text, .. }) if *seat == by && text == made)
}

/// Whether a view is what a room shows, apart from what the log does not know: who is there, and the running clock.
fn is_view_of(seen: &RoomView, room: &Room) -> Result<(), String> {
    let outside = Outside { now: 0, away: vec![None; room.seats().len()] };
    let mut shown = room.view(seen.seat, &outside, seen.watchers);
    for (shown, seen) in shown.chairs.iter_mut().zip(&seen.chairs) {
        shown.here = seen.here;
        if shown.left_ms.is_some() != seen.left_ms.is_some() || seen.left_ms > shown.left_ms {
            return Err(format!("a clock shows {:?} where there are {:?}", seen.left_ms, shown.left_ms));
        }
        shown.left_ms = seen.left_ms;
    }
    if shown != *seen {
        let (seen_text, shown_text) = (format!("{seen:?}"), format!("{shown:?}"));
        let same = seen_text.chars().zip(shown_text.chars()).take_while(|(a, b)| a == b).count().saturating_sub(30);
        let part = |text: &str| text.chars().skip(same).take(90).collect::<String>();
        let (seat, version) = (seen.seat, seen.version);
        return Err(format!(
            "version {version} looked to seat {seat:?} like …{}…, not …{}…",
            part(&seen_text),
            part(&shown_text)
        ));
    }
    Ok(())
}
