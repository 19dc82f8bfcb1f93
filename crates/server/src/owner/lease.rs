//! The lease on a room: of all processes that serve it, one runs its clocks and computer players.

use std::time::Duration;

use tokio::time::Instant;

use crate::hub::Hub;

/// How long a lease lasts. It is renewed at every look; a process that dies loses it after this time.
const LASTS: Duration = Duration::from_secs(6);

/// This process's lease on a room, if it has one.
#[derive(Default)]
pub(super) struct Lease {
    /// the epoch of the lease; none while this process has no lease
    epoch: Option<u64>,
    /// when it was last renewed
    renewed: Option<Instant>,
    /// whether the lease is needed as soon as the task can wait for the store
    wanted: bool,
}

impl Lease {
    /// The epoch under which this process may append as the driver of the room.
    pub(super) fn epoch(&self) -> Option<u64> {
        self.epoch
    }

    /// Notes that the lease is needed: the task takes it after the present request, since it must wait for the store.
    pub(super) fn want(&mut self) {
        self.wanted = self.epoch.is_none();
    }

    /// Whether the lease is wanted; true once for each [`want`](Lease::want).
    pub(super) fn take_wanted(&mut self) -> bool {
        std::mem::take(&mut self.wanted) && self.epoch.is_none()
    }

    /// Takes the lease, or renews it. A store that does not answer counts as a lost lease.
    pub(super) async fn renew(&mut self, hub: &Hub, room: &str) {
        self.epoch = hub.store.drive(room, hub.process, LASTS).await.ok().flatten();
        self.renewed = Some(Instant::now());
    }

    /// Lets the lease run out, for another process to take it. Until then this one may use it.
    pub(super) fn lapse(&mut self) {
        if self.renewed.is_none_or(|when| when.elapsed() >= LASTS) {
            self.epoch = None;
        }
    }

    /// Another process has taken the room over.
    pub(super) fn lose(&mut self) {
        self.epoch = None;
    }
}
