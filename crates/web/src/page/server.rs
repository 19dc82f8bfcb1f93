//! The server this page came from: the few things that are asked of it before its socket is open, and the secrets of
//! seats, which are kept on this device and are in no address unless a person wants to go on elsewhere.

use agon_rules::{Text, text};
use agon_wire::{NewRoom, Ticket, code};

use crate::device::Device;
use crate::room::{answer, no_server};

/// What others call the player at this device.
pub fn name(device: &dyn Device) -> String {
    device.kept("name").unwrap_or_default()
}

/// The secret of a seat that was taken on this device.
pub fn token(device: &dyn Device, room: &str) -> Option<String> {
    device.kept(&key(room))
}

/// Keeps the secret of a seat.
pub fn keep_token(device: &dyn Device, room: &str, token: &str) {
    device.keep(&key(room), token);
}

fn key(room: &str) -> String {
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

/// Asks for a room; [`created`] reads the reply.
pub fn create(device: &dyn Device, new: &NewRoom) {
    device.request("api/rooms", "", &agon_wire::write(new));
}

/// Reads the reply to [`create`], keeps the secret of the seat, and says the code of the room.
pub fn created(device: &dyn Device, status: u16, text: &str) -> Result<String, Text> {
    let ticket = ticket(status, text)?;
    if let Some(token) = &ticket.token {
        keep_token(device, &ticket.room, token);
    }
    Ok(ticket.room)
}

/// Asks for a free seat; [`joined`] reads the reply. The secret is made here and kept before it is asked for, so that a
/// reply that gets lost loses no seat: asking again with the same one gives the same seat.
pub fn join(device: &dyn Device, room: &str) {
    let kept = joining(room);
    let token = device.kept(&kept).unwrap_or_else(|| device.secret());
    device.keep(&kept, &token);
    let body = ["{\"name\":", &agon_wire::write(&name(device)), "}"].concat();
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
