//! What the task of a room does unasked: it hears other processes, looks at the store, and ends games on time.

use super::Owner;
use super::presence::Members;
use crate::store::Word;

impl Owner {
    /// Tells other processes who is connected here.
    pub(super) fn report_members(&self) {
        self.hub.tell(|| {
            let Members { seats, watchers } = self.presence.members(self.hub.now());
            Word::Here { room: self.room.code().to_owned(), process: self.hub.process, seats, watchers }
        });
    }

    pub(super) async fn heard(&mut self, word: Word) {
        match word {
            Word::Grown { len, .. } if len <= self.room.version() => {}
            // The hub takes these.
            Word::Lobby { .. } | Word::Changed { .. } => {}
            Word::Grown { .. } => {
                let _ = self.catch_up().await;
            }
            // Word that a player has another name may be lost too.
            Word::Missed => {
                let _ = self.catch_up().await;
                self.meet_again(|_| true).await;
            }
            Word::Here { process, seats, watchers, .. } => {
                let members = Members { seats, watchers };
                let before = self.presence.hear(process, members.clone(), self.hub.now());
                // A process that is new does not know who is connected here.
                if before.is_none() {
                    self.report_members();
                }
                if before != Some(members) {
                    self.clock.tell_soon();
                }
            }
        }
    }

    /// The regular look: forgets who has fallen silent, makes up for lost word, and renews the lease.
    pub(super) async fn look(&mut self) {
        let _ = self.hub.keep_time().await;
        let now = self.hub.now();
        if self.presence.expire(now) {
            self.clock.tell_soon();
        }
        if self.presence.needs_views() && self.views.is_presence_new() {
            let (outside, watchers) = (self.outside(), self.presence.watchers());
            self.views.show_presence(|seat| self.introduce(self.room.view(seat, &outside, watchers)));
        }
        self.attended = self.attended && self.presence.is_attended(now);
        if self.presence.is_shared() || !self.hub.bus.is_local() && self.clock.is_time_to_poll() {
            self.clock.poll();
            self.report_members();
            let _ = self.catch_up().await;
        }
        // Where nobody is here the lease is left to a process where somebody is.
        let runs = self.is_ticking();
        let is_needed = if self.attended {
            runs || self.room.thinker().is_some() || self.lease.epoch().is_some()
        } else {
            runs && !self.presence.is_attended_elsewhere()
        };
        if is_needed {
            self.lease.renew(&self.hub, self.room.code()).await;
        } else {
            self.lease.lapse();
        }
        self.think();
    }

    /// The mover's time is up: ends the game, if this process drives the room.
    pub(super) async fn flag(&mut self) {
        if self.lease.epoch().is_none() {
            self.look().await;
        }
        // Nobody loses because the clock of one server is wrong.
        if self.hub.check_time().await.is_ok()
            && let (Some(change), Some(epoch)) = (self.room.flag(self.hub.time()), self.lease.epoch())
        {
            self.drive(change, epoch).await;
        }
        self.clock.rest();
    }
}
