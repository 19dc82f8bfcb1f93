//! The server this page came from: its socket, the few things that are asked before, and the secrets of seats, which are
//! kept on this device and are in no address unless a person wants to go on elsewhere.

use crate::room::{answer, no_server};
use agon_rules::{Text, text};
use agon_wire::{Event, NewRoom, Ticket, code};
use wasm_bindgen::prelude::*;

use crate::page::device;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = agon, js_name = socket)]
    fn open_socket(hear: &Closure<dyn Fn(u32, String, u16)>) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = agon, js_name = post)]
    fn send_text(socket: &JsValue, text: &str);
    #[wasm_bindgen(js_namespace = agon, js_name = leave)]
    fn leave_socket(socket: &JsValue);
    #[wasm_bindgen(catch, js_namespace = agon)]
    async fn ask(path: &str, token: &str, body: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = agon)]
    fn secret() -> String;
}

/// A socket to the server; dropping it closes it, and nothing of it is heard any more.
pub struct Socket {
    socket: JsValue,
    _hear: Closure<dyn Fn(u32, String, u16)>,
}

impl Socket {
    /// Opens a socket; none where there can be no server, as for a file on a disk.
    pub fn open(happen: impl Fn(Event) + 'static) -> Option<Self> {
        let hear = Closure::<dyn Fn(u32, String, u16)>::new(move |what: u32, text: String, code: u16| {
            happen(match what {
                0 => Event::Connected,
                1 => Event::Received(text),
                _ => Event::Closed(Some(code)),
            });
        });
        let socket = open_socket(&hear).ok()?;
        Some(Socket { socket, _hear: hear })
    }

    /// Sends a text.
    pub fn send(&self, text: &str) {
        send_text(&self.socket, text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        leave_socket(&self.socket);
    }
}

/// The secret of a seat that was taken on this device.
pub fn token(room: &str) -> Option<String> {
    device::kept(&key(room))
}

/// Keeps the secret of a seat.
pub fn keep_token(room: &str, token: &str) {
    device::keep(&key(room), token);
}

fn key(room: &str) -> String {
    format!("seat.{}", code::tidy(room).unwrap_or_default())
}

/// What others call the player at this device.
pub fn name() -> String {
    device::kept("name").unwrap_or_default()
}

/// Asks the server for something: the status and the text of its answer.
async fn request(path: &str, token: &str, body: &str) -> Result<(u16, String), Text> {
    if !device::has_server() {
        return Err(no_server());
    }
    if device::is_offline() {
        return Err(text!("Offline. Everything but online play works."));
    }
    let nobody = || text!("Can’t reach the server. Try again in a moment.");
    let text = ask(path, token, body).await.ok().and_then(|text| text.as_string()).ok_or_else(nobody)?;
    let (status, text) = text.split_once(' ').ok_or_else(nobody)?;
    Ok((status.parse().unwrap_or(0), text.to_owned()))
}

/// Makes a room, takes the seat in it, and says its code.
pub async fn create(new: &NewRoom) -> Result<String, Text> {
    let (status, text) = request("api/rooms", "", &agon_wire::write(new)).await?;
    let ticket: Ticket = answer(status, &text)?;
    if let Some(token) = &ticket.token {
        keep_token(&ticket.room, token);
    }
    Ok(ticket.room)
}

/// Takes a free seat. The secret is made here and kept before it is asked for, so that an answer that gets lost loses no
/// seat: asking again with the same one gives the same seat.
pub async fn join(room: &str) -> Result<(), Text> {
    let kept = format!("joining.{room}");
    let token = device::kept(&kept).unwrap_or_else(secret);
    device::keep(&kept, &token);
    let body = format!("{{\"name\":{}}}", agon_wire::write(&name()));
    let (status, text) = request(&format!("api/rooms/{room}/join"), &token, &body).await?;
    let ticket: Ticket = answer(status, &text)?;
    keep_token(room, ticket.token.as_deref().unwrap_or(&token));
    device::forget(&kept);
    Ok(())
}
