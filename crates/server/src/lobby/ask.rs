//! What people ask of the lobby: to offer a game, or to play the next one who wants the same.

use std::net::IpAddr;
use std::sync::Arc;

use agon_rules::{Start, games};
use agon_wire::{Code, Listing, NewRoom, OpenGame, Quick, Refusal, Ticket};

use super::BEAT;
use crate::hub::Hub;
use crate::member::Visitor;
use crate::owner::Ask;
use crate::room;
use crate::store::Word;

impl Hub {
    /// Makes a room that is open to everybody in the lobby as long as its maker is there.
    pub async fn offer(self: &Arc<Self>, new: &NewRoom, listing: Listing, from: IpAddr) -> Result<Ticket, Refusal> {
        let ticket = self.make(new, listing).await?;
        // The maker counts as present from now on, and has some seconds to connect.
        self.view_as(&ticket.room, Visitor::new(ticket.token.clone(), from)).await?;
        Ok(ticket)
    }

    /// Takes a seat where somebody waits for the same game; where nobody does, waits in a room for the next who asks.
    pub async fn quick(self: &Arc<Self>, wish: &Quick, from: IpAddr) -> Result<Ticket, Refusal> {
        let Quick { game, options, clock, name, rated, key } = wish.clone();
        let clock = room::clock(clock, rated);
        let table = games::open(&game, &options, Start::Seed(0));
        let table = table.map_err(|error| Refusal::new(Code::Bad, error.text()))?;
        let options: Vec<_> = table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect();
        let wanted = OpenGame { room: String::new(), game, options, clock, rated, chairs: Vec::new() };
        for room in self.hall.like(&wanted) {
            match self.join_as(&room, &name, Visitor::new(None, from), key.as_deref()).await {
                // Somebody else was faster, the room is gone, or it is a rated one of the same player: the next may do.
                Err(Refusal { code: Code::Full | Code::NoRoom | Code::Bad, .. }) => {}
                joined => return joined,
            }
        }
        let OpenGame { game, options, .. } = wanted;
        let new = NewRoom { game, options, seats: Vec::new(), shuffle: true, clock, name, rated, key };
        self.offer(&new, Listing::Quick, from).await
    }

    /// Tells visitors of the lobby and other processes what changes in it, and puts people together.
    pub async fn tend_lobby(self: Arc<Self>) {
        let mut beats = tokio::time::interval(BEAT);
        loop {
            beats.tick().await;
            let beat = self.hall.beat(self.now());
            if let Some(report) = beat.report {
                self.tell(|| Word::Lobby { process: self.process, report });
            }
            for (room, to) in beat.moves {
                if let Some(task) = self.lock().get(&room) {
                    // A room that is too busy is asked again.
                    let _ = task.try_send(Ask::GoTo { room: to });
                }
            }
        }
    }
}
