//! What members of a room are shown, as the texts of messages that sockets send: the newest view for each seat and for
//! spectators, and who is there.

use agon_rules::Seat;
use agon_wire::{Presence, RoomView, ToClient, write};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::watch;

/// What the members of a seat, or the spectators, are shown.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    /// the whole view
    pub(crate) view: Utf8Bytes,
    /// who is there, if that has changed since the view; otherwise empty
    pub(crate) presence: Utf8Bytes,
    pub(crate) counts: Counts,
    /// up to which change of who is there the view shows it
    in_view: u64,
}

/// How often it was shown, so that a member knows what is new to them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// views after a change of the room
    pub(crate) changes: u64,
    /// views after a change of the room, or made for those who know only views
    pub(crate) views: u64,
    /// changes of who is there
    pub(crate) presences: u64,
}

/// One channel for each seat, and the last one for spectators.
pub(super) struct Views(Vec<watch::Sender<Shown>>);

impl Views {
    pub(super) fn new(seats: usize) -> Self {
        Views((0..=seats).map(|_| watch::Sender::new(Shown::default())).collect())
    }

    /// The channel of a seat's player, or of spectators.
    pub(super) fn subscribe(&self, seat: Option<Seat>) -> watch::Receiver<Shown> {
        self.0[seat.unwrap_or(self.0.len() - 1)].subscribe()
    }

    /// The room has changed: everybody gets a view.
    pub(super) fn show(&self, view: impl Fn(Option<Seat>) -> RoomView) {
        self.each(|seat, shown| {
            shown.view = message(view(seat));
            shown.presence = Utf8Bytes::default();
            shown.counts.changes += 1;
            shown.counts.views += 1;
        });
    }

    /// Somebody has come or gone.
    pub(super) fn tell(&self, presence: &Presence) {
        let text = Utf8Bytes::from(write(&ToClient::Presence(presence.clone())));
        self.each(|_, shown| {
            shown.presence = text.clone();
            shown.counts.presences += 1;
        });
    }

    /// Who is there, as a view for those who know only views.
    pub(super) fn show_presence(&self, view: impl Fn(Option<Seat>) -> RoomView) {
        self.each(|seat, shown| {
            shown.view = message(view(seat));
            shown.counts.views += 1;
            shown.in_view = shown.counts.presences;
        });
    }

    /// Whether somebody has come or gone since the views were made.
    pub(super) fn is_presence_new(&self) -> bool {
        self.0.iter().any(|channel| {
            let shown = channel.borrow();
            !shown.presence.is_empty() && shown.counts.presences != shown.in_view
        })
    }

    /// Changes what the members of a channel see, where there are any.
    fn each(&self, change: impl Fn(Option<Seat>, &mut Shown)) {
        for (at, channel) in self.0.iter().enumerate().filter(|(_, channel)| channel.receiver_count() > 0) {
            let seat = (at + 1 < self.0.len()).then_some(at);
            channel.send_modify(|shown| change(seat, shown));
        }
    }
}

/// A view as a message.
pub(crate) fn message(view: RoomView) -> Utf8Bytes {
    write(&ToClient::View(Box::new(view))).into()
}
