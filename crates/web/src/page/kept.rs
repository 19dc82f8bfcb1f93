//! Games that are kept on this device and have an address that tells nothing of them: while something is hidden in a game,
//! its record is not for the address bar, where anybody may look.

use agon_client::Plan;
use agon_rules::{Text, text};

use crate::device::Device;
use crate::route::{Route, is_secret};

/// So many are kept; the oldest goes first.
const MOST: usize = 8;

/// The address of a game: itself, or a key to what is kept here. A game that is on the screen keeps its key.
pub fn address(plan: Plan, device: &dyn Device) -> String {
    let secret = is_secret(&plan.record);
    let whole = Route::Game(Box::new(plan)).write();
    if !secret {
        return whole;
    }
    let key = match Route::read(&device.hash()) {
        Route::Kept(key) if device.kept(&name(&key)).is_some() => key,
        _ => format!("{:x}", device.chance()),
    };
    device.keep(&name(&key), &whole);
    let list = device.kept("games").unwrap_or_default();
    let mut keys: Vec<&str> = list.split(',').filter(|other| !other.is_empty() && *other != key).collect();
    keys.push(&key);
    while keys.len() > MOST {
        device.forget(&name(keys.remove(0)));
    }
    device.keep("games", &keys.join(","));
    Route::Kept(key).write()
}

/// The screen of an address, with what is kept here of a game.
pub fn open(hash: &str, device: &dyn Device) -> Route {
    match Route::read(hash) {
        Route::Kept(key) => match device.kept(&name(&key)).map(|whole| Route::read(&whole)) {
            Some(route @ Route::Game(_)) => route,
            _ => Route::Lost(gone()),
        },
        route => route,
    }
}

fn name(key: &str) -> String {
    format!("game.{key}")
}

fn gone() -> Text {
    text!("This link has no game. It was played on another device, or long ago.")
}
