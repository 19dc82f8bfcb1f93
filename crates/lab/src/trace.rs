//! Games by named players told event by event, in the form of `agon trace`: for comparison with other implementations.
//!
//! Game number n of a seed is game number n of a match with that seed and seating.

use std::ops::ControlFlow;

use agon_rules::trace::{Event, retell};
use agon_rules::{Rng, Settings, Show};
use agon_search::guides::Guided;
use agon_search::{Guide, search_of};

use crate::course::NoStudy;
use crate::play::{Board, PATIENCE, Start};
use crate::registry::find;

/// Which games to tell.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// the player of each seat, by name
    pub players: &'a [String],
    /// where every game begins; with a deal of its own otherwise
    pub position: Option<&'a str>,
    /// how many
    pub games: u64,
    /// the seed of all chance
    pub seed: u64,
}

/// Hears of everything that happens, and says whether to go on.
pub type Tell<'a> = dyn FnMut(&Event) -> ControlFlow<()> + 'a;

/// Plays games by named players and tells everything that happens, until `each` says to stop.
pub fn trace((game, settings): (&str, &Settings), telling: Telling, each: &mut Tell) -> Result<(), NoStudy> {
    find(game)?.trace(settings, telling, each)
}

/// Games to tell, and who hears of them.
pub(crate) struct Told<'a, 'b>(pub Telling<'a>, pub &'a mut Tell<'b>);

impl Guided for Told<'_, '_> {
    type Out = Result<(), NoStudy>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let Told(Telling { players, position, games, seed }, each) = self;
        if players.len() != game.seats() {
            return Err(NoStudy::Seating(players.len(), game.seats()));
        }
        let mut board = Board::new(&game, &search_of()?, players, PATIENCE)?;
        if let Some(position) = position {
            board = board.at(position)?;
        }
        for index in 0..games {
            let start = Start::deal(Rng::derive(seed, index));
            let (finished, played) = board.record(start, &|| false, players)?;
            if let Some(why) = finished.forfeit {
                return Err(NoStudy::Forfeit(why));
            }
            if retell(&game, &played.record, &mut |event| each(event))?.is_break() {
                break;
            }
        }
        Ok(())
    }
}
