//! What a room shows of players whose names keys keep.

use agon_wire::{Rated, RoomView};

use super::{Rating, player};
use crate::room::Room;
use crate::store::{Store, StoreError};

/// What is shown of a player.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) name: String,
    rating: u32,
    deviation: u32,
}

impl Card {
    /// The card of a player in a game; without a name where nothing is kept of them.
    pub(crate) async fn read(store: &dyn Store, id: &str, game: &str) -> Result<Self, StoreError> {
        let player = player(store, id).await?.unwrap_or_default();
        let rating = player.ratings.get(game).cloned().unwrap_or_default();
        let Rated { rating, deviation, .. } = Rating::public(&rating, "");
        Ok(Card { id: id.to_owned(), name: player.name, rating, deviation })
    }
}

/// The public ids of everybody who sits in a room.
pub(crate) fn ids(room: &Room) -> Vec<String> {
    room.seats().iter().filter_map(|seat| seat.player.clone()).collect()
}

/// Adds what is kept with keys to a view.
pub(crate) fn introduce(mut view: RoomView, cards: &[Card]) -> RoomView {
    for player in &mut view.players {
        let Some(card) = cards.iter().find(|card| card.id == player.id) else { continue };
        player.deviation = card.deviation;
        // Once the game has counted the room knows the rating itself.
        if player.change.is_none() {
            player.rating = card.rating;
        }
        if let Some(chair) = view.chairs.get_mut(player.seat) {
            chair.name.clone_from(&card.name);
        }
    }
    view
}
