//! The server this page came from: the few things that are asked of it before its socket is open, and the secrets of
//! seats, which are kept on this device and are in no address unless a person wants to go on elsewhere.

use agon_rules::{Text, text};
use agon_wire::{NewRoom, Quick, Ticket, code};

use crate::device::Device;
use crate::room::{answer, no_server};
use crate::route::Route;

/// What others call the player at this device.
pub fn name(device: &dyn Device) -> String {
    device.kept("name").unwrap_or_default()
}

/// The secret of a seat that was taken on this device.
pub fn token(device: &dyn Device, room: &str) -> Option<String> {
    device.kept(&seat(room))
}

/// Keeps the secret of a seat.
pub fn keep_token(device: &dyn Device, room: &str, token: &str) {
    device.keep(&seat(room), token);
    let Some(room) = code::tidy(room) else { return };
    let rooms = rooms(device);
    let others = rooms.iter().filter(|other| **other != room).take(MOST_ROOMS - 1);
    let all: Vec<&str> = std::iter::once(&room).chain(others).map(String::as_str).collect();
    device.keep("rooms", &all.join(" "));
}

/// So many rooms are remembered in the list of one's games; the seats of others are kept all the same.
const MOST_ROOMS: usize = 60;

/// The rooms in which a seat was taken on this device, the newest first.
fn rooms(device: &dyn Device) -> Vec<String> {
    device.kept("rooms").unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// A room is no longer in the list of one's games.
pub fn leave(device: &dyn Device, room: &str) {
    let mut rooms = rooms(device);
    rooms.retain(|other| other != room);
    device.keep("rooms", &rooms.join(" "));
}

/// Asks how one's games stand, where there can be any.
pub fn ask_games(device: &dyn Device) {
    let seat = |room: String| {
        let token = token(device, &room)?;
        Some(["{\"room\":", &agon_wire::say(&room), ",\"token\":", &agon_wire::say(&token), "}"].concat())
    };
    let seats: Vec<String> = rooms(device).into_iter().filter_map(seat).collect();
    let key = key(device);
    if (!seats.is_empty() || key.is_some()) && hindrance(device).is_none() {
        let key = key.map_or(String::new(), |key| [",\"key\":", &agon_wire::say(&key)].concat());
        device.request("api/seats", "", &["{\"seats\":[", &seats.join(","), "]", &key, "}"].concat());
    }
}

/// The secret that keeps the name of the player at this device, if there is one.
pub fn key(device: &dyn Device) -> Option<String> {
    device.kept("key").filter(|key| !key.is_empty())
}

/// That secret; the first time a new one.
pub fn make_key(device: &dyn Device) -> String {
    key(device).unwrap_or_else(|| {
        let key = device.secret();
        device.keep("key", &key);
        key
    })
}

/// Whether the secret of a seat is that of the name: the seat was taken on another device.
pub fn is_key(device: &dyn Device, room: &str) -> bool {
    key(device).is_some_and(|key| token(device, room) == Some(key))
}

/// Takes a secret over from another device.
pub fn keep_key(device: &dyn Device, key: &str) {
    device.keep("key", key);
}

/// The name is not kept any more.
pub fn forget_key(device: &dyn Device) {
    device.forget("key");
}

fn seat(room: &str) -> String {
    ["seat.", &code::tidy(room).unwrap_or_default()].concat()
}

/// Where the secret of a seat is kept until the server has given the seat.
fn joining(room: &str) -> String {
    ["joining.", room].concat()
}

/// Why nothing can be asked: there is no server, or no network.
pub fn hindrance(device: &dyn Device) -> Option<Text> {
    if !device.has_server() {
        return Some(no_server());
    }
    device.is_offline().then(|| text!("Offline. Everything but online play works."))
}

/// Asks for a private room, or for one in the lobby; [`created`] reads the reply.
pub fn create(device: &dyn Device, new: &NewRoom, public: bool) {
    device.request(if public { "api/lobby" } else { "api/rooms" }, "", &agon_wire::say(new));
}

/// Asks for a seat where somebody waits for the same game; [`created`] reads the reply.
pub fn quick(device: &dyn Device, wish: &Quick) {
    device.request("api/lobby/quick", "", &agon_wire::say(wish));
}

/// Goes to a room. Where nothing is kept the address takes the secret along.
pub fn enter(device: &dyn Device, code: String) {
    let key = token(device, &code).filter(|_| !device.keeps());
    device.go(&Route::Room { code, key }.write());
}

/// Reads the reply to [`create`], keeps the secret of the seat, and says the code of the room.
pub fn created(device: &dyn Device, status: u16, text: &str) -> Result<String, Text> {
    let ticket = ticket(status, text)?;
    if let Some(token) = &ticket.token {
        keep_token(device, &ticket.room, token);
    }
    Ok(ticket.room)
}

/// Asks for a free seat; [`joined`] reads the reply. A rated room needs a key. The secret is made here and kept before it
/// is asked for, so that a reply that gets lost loses no seat: asking again with the same one gives the same seat.
pub fn join(device: &dyn Device, room: &str, rated: bool) {
    let kept = joining(room);
    let token = device.kept(&kept).unwrap_or_else(|| device.secret());
    device.keep(&kept, &token);
    let key = if rated { Some(make_key(device)) } else { key(device) };
    // Servers of before know no keys.
    let key = key.map_or(String::new(), |key| [",\"key\":", &agon_wire::say(&key)].concat());
    let body = ["{\"name\":", &agon_wire::say(&name(device)), &key, "}"].concat();
    device.request(&["api/rooms/", room, "/join"].concat(), &token, &body);
}

/// Reads the reply to [`join`], and keeps the secret for good.
pub fn joined(device: &dyn Device, room: &str, status: u16, text: &str) -> Result<(), Text> {
    let (ticket, kept) = (ticket(status, text)?, joining(room));
    if let Some(token) = ticket.token.or_else(|| device.kept(&kept)) {
        keep_token(device, room, &token);
    }
    device.forget(&kept);
    Ok(())
}

/// The right to a seat in a reply, or why there is none.
fn ticket(status: u16, text: &str) -> Result<Ticket, Text> {
    match status {
        0 => Err(text!("Can’t reach the server. Try again in a moment.")),
        _ => answer(status, text),
    }
}
