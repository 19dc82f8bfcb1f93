//! The newest view of a room for each seat and for spectators, as the text of a message that sockets send.

use agon_rules::Seat;
use agon_wire::{RoomView, ToClient, write};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::watch;

/// One channel for each seat, and the last one for spectators.
pub(super) struct Views(Vec<watch::Sender<Utf8Bytes>>);

impl Views {
    pub(super) fn new(seats: usize) -> Self {
        Views((0..=seats).map(|_| watch::Sender::new(Utf8Bytes::default())).collect())
    }

    /// The channel of a seat's player, or of spectators.
    pub(super) fn subscribe(&self, seat: Option<Seat>) -> watch::Receiver<Utf8Bytes> {
        self.0[seat.unwrap_or(self.0.len() - 1)].subscribe()
    }

    /// Makes and sends the view of everybody who is `wanted` or has subscribed.
    pub(super) fn show(&self, wanted: impl Fn(Option<Seat>) -> bool, view: impl Fn(Option<Seat>) -> RoomView) {
        for (at, channel) in self.0.iter().enumerate() {
            let seat = (at + 1 < self.0.len()).then_some(at);
            if channel.receiver_count() > 0 || wanted(seat) {
                channel.send_replace(write(&ToClient::View(Box::new(view(seat)))).into());
            }
        }
    }
}
