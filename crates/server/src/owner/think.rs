//! Computer players of a room: for whom they think, and when they pause.

use std::net::IpAddr;

use agon_rules::{Rng, Seat};

use super::{Ask, Owner};
use crate::bots::{Task, Thought};
use crate::member::Visitor;
use crate::room::Thinker;

/// For whom computers think: the player who came last, or a spectator if no player has come.
pub(super) struct Client {
    pub(super) from: IpAddr,
    pub(super) is_player: bool,
}

/// A computer player that thinks about the game at a revision; it stops when this is dropped.
pub(super) struct Thinking {
    revision: u64,
    _thought: Thought,
}

impl Owner {
    /// Computers think for those who come. A spectator does not take the place of a player: their address may be one for
    /// which many computers think already.
    pub(super) fn serve(&mut self, seat: Option<Seat>, visitor: &Visitor) {
        self.presence.attend(self.hub.now());
        if seat.is_some() || !self.client.is_player {
            self.client = Client { from: visitor.from, is_player: seat.is_some() };
        }
    }

    /// Milliseconds until the mover's time is up; none where no clock runs. The clock of a computer rests while nobody is
    /// here: nobody is to win by going away.
    pub(super) fn time_left(&self) -> Option<u64> {
        let rests = !self.attended && self.room.thinker().is_some();
        self.room.time_left(self.hub.time()).filter(|_| !rests)
    }

    /// Somebody is here again: a computer that has paused begins its turn anew.
    pub(super) fn wake(&mut self) {
        let now = self.hub.now();
        if self.presence.is_attended(now)
            && !std::mem::replace(&mut self.attended, true)
            && self.room.thinker().is_some()
        {
            self.room.begin_turn(self.hub.time());
            self.lease.want();
            self.think();
        }
    }

    /// Lets the computer player think whose turn it is, if this process drives the room and it does not think already.
    pub(super) fn think(&mut self) {
        let Some(Thinker { seat, player, revision }) = self.room.thinker() else {
            self.thinking = None;
            return;
        };
        // Nobody waits for the move: the computer goes on when somebody comes.
        if !self.attended && !self.presence.is_attended_elsewhere() {
            self.thinking = None;
            return;
        }
        let is_thinking = self.thinking.as_ref().is_some_and(|thinking| thinking.revision == revision);
        if is_thinking || self.lease.epoch().is_none() {
            return;
        }
        let Some(asks) = self.asks.upgrade() else { return };
        let seed = Rng::derive(self.hub.chance(), seat as u64);
        let task = Task { record: self.room.record(), player: player.to_owned(), seed };
        let then = move |text| {
            tokio::spawn(async move { asks.send(Ask::Thought { revision, text }).await });
        };
        self.thinking = Some(Thinking { revision, _thought: self.hub.bots.think(self.client.from, task, then) });
    }

    /// A computer player has chosen its move.
    pub(super) async fn thought(&mut self, revision: u64, text: Option<String>) {
        self.thinking.take_if(|thinking| thinking.revision == revision);
        let change = text.and_then(|text| self.room.computer_move(revision, &text, self.hub.time()));
        if let (Some(change), Some(epoch)) = (change, self.lease.epoch()) {
            self.drive(change, epoch).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::net::SocketAddr;
    use std::sync::Arc;
    use std::time::Duration;

    use agon_wire::{NewRoom, Place};
    use axum::body::Body;
    use axum::extract::ConnectInfo;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;
    use crate::store::{LocalBus, Memory};
    use crate::{Front, Hub, Quotas, Server, Settings, app};

    #[tokio::test]
    async fn computers_think_for_the_address_of_a_client_that_waits() {
        let settings = Settings { bots: 1, thinking: Duration::from_millis(50), ..Settings::default() };
        let hub = Hub::new(Arc::new(Memory::new()), Arc::new(LocalBus::new()), settings);
        let server = Server::new(hub.clone(), Front { quotas: Quotas::none(), ..Front::default() }, None);
        // Any game will do that does not end within a few moves.
        let game = agon_rules::games::list().last().expect("a game").id;
        let made = async |player: &str| {
            let seats = vec![Place::Computer(player.into()); 2];
            let wish = NewRoom { game: game.into(), seats, ..NewRoom::default() };
            hub.create(&wish).await.expect("a room").room
        };
        // Others keep the only thread busy, so that these must wait for it.
        let (busy, room) = (made("expert").await, made("random").await);
        let [others, caller] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let _others = hub.enter_as(&busy, Visitor::new(None, others)).await.expect("a spectator");
        let mut request =
            Request::get(format!("/api/rooms/{room}/wait?since=0")).body(Body::empty()).expect("a request");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(caller, 4000)));
        assert!(app(server).oneshot(request).await.expect("an answer").status().is_success());
        let mut seen = BTreeSet::new();
        let moves = async {
            while hub.events(&room).await.expect("a room").len() < 5 {
                seen.extend(hub.bots.waiting());
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), moves).await.expect("moves");
        assert!(seen.contains(&caller) && seen.is_subset(&BTreeSet::from([others, caller])), "{seen:?}");
    }
}
