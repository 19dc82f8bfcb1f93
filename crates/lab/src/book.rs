//! Books of balanced openings: positions that neither seat wins, proved where a solver proves it in time, and otherwise as
//! a search sees them.

use std::sync::Arc;

use agon_rules::{Game, Path, Record, Rng, Settings, Show, Start, Viewer, options_of, position_text};
use agon_search::guides::Guided;
use agon_search::{Control, Guide, NoPlayer, Player, Request, Search, Want, Worth, search_of};
use serde_json::{Value, json};

use crate::course::NoStudy;
use crate::openings::{Begin, Openings};
use crate::play::{Board, PATIENCE, Start as Begun};
use crate::registry::find;

/// What a book should be like.
#[derive(Clone, Copy)]
pub struct Book<'a> {
    /// how many openings
    pub count: usize,
    /// the random plies of each
    pub plies: u32,
    /// the seed of deals and moves
    pub seed: u64,
    /// by how many points a seat may be proved to win
    pub within: i32,
    /// how far from one half the share of the first seat may be, as the search sees it
    pub margin: f64,
    /// nodes for a proof, before the search is asked
    pub nodes: u64,
    /// bytes for its table
    pub memory: usize,
    /// playouts of the search
    pub playouts: u64,
    /// returns true when to stop
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// An opening of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// the opening as a record
    pub record: Record,
    /// the position it leads to
    pub position: String,
    /// how even it is
    pub even: Even,
}

/// How even a position is, seen from the first seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Even {
    /// proved: its final score less that of the other seat
    Proved(i32),
    /// by search: its share of the points
    Searched(f64),
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// openings that were kept
    pub kept: usize,
    /// openings that were tried
    pub tried: u64,
}

/// So many openings are tried for each that is wanted.
const TRIED: u64 = 200;

/// Makes a book; `each` hears of every opening that is even, in the order in which they are tried.
pub fn make(game: &str, settings: &Settings, book: Book, each: &mut dyn FnMut(Entry)) -> Result<Found, NoStudy> {
    find(game)?.book(settings, book, each)
}

impl Entry {
    /// As a line of a book, with a remark.
    pub fn line(&self) -> String {
        let remark = match self.even {
            Even::Proved(0) => "even, proved".to_owned(),
            Even::Proved(value) => format!("{value:+} for the first seat, proved"),
            Even::Searched(share) => format!("{:.1} % for the first seat, by search", 100.0 * share),
        };
        format!("{}\t{remark}", self.record)
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let (proved, value, share) = match self.even {
            Even::Proved(value) => (true, Some(value), None),
            Even::Searched(share) => (false, None, Some(share)),
        };
        json!({"record": self.record.to_string(), "position": self.position, "proved": proved, "value": value,
            "share": share})
    }
}

/// Makes a book of a game.
pub(crate) struct Make<'a, 'b>(pub Book<'a>, pub &'a mut (dyn FnMut(Entry) + 'b));

impl Guided for Make<'_, '_> {
    type Out = Result<Found, NoStudy>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let (Make(book, each), search) = (self, search_of()?);
        if game.seats() != 2 {
            return Err(NoStudy::Book(game.seats()));
        }
        let most = book.count as u64 * TRIED;
        let openings = Openings::random(&game, book.plies, book.seed, most);
        let tries = openings.different(most).unwrap_or(if book.plies == 0 && !is_dealt(&game) { 1 } else { most });
        let names = ["random", "random"];
        let mut board = Board::new(&game, &search, &names, PATIENCE)?;
        let mut found = Found { kept: 0, tried: 0 };
        while found.kept < book.count && found.tried < tries && !(book.stop)() {
            let seed = Rng::derive(book.seed, found.tried);
            let (path, record) = begun(&game, &mut board, seed, openings.of(found.tried));
            found.tried += 1;
            if let Some(even) = weigh(&game, &search, &path, book)? {
                found.kept += 1;
                let position = position_text(&game, &path, Viewer::Referee);
                each(Entry { record, position, even });
            }
        }
        Ok(found)
    }
}

fn is_dealt<G: Game>(game: &G) -> bool {
    let [a, b] = [0, 1].map(|seed| game.deal(&mut Rng::new(seed)));
    a != b
}

/// The path of an opening, and its record.
fn begun<G: Show>(game: &G, board: &mut Board<G>, seed: u64, opening: Begin) -> (Path<G::State>, Record) {
    let (start, line) = board.opening(Begun { seed, seating: 0, opening });
    let state = game.deal(&mut Rng::new(seed));
    let (mut path, mut moves) = (Path::new(state, 0), Vec::new());
    for m in line {
        moves.push(game.write_move(path.state(), m));
        path.play(game, m);
    }
    let start = if is_dealt(game) { start } else { Start::Seed(0) };
    let options = options_of(game).into_iter().map(|(name, value)| (name, value.to_string())).collect();
    (path, Record { game: G::ID.to_owned(), options, start, moves })
}

/// How even a position is; nothing where it is not.
fn weigh<G: Show>(
    game: &G,
    search: &Arc<dyn Search<G>>,
    path: &Path<G::State>,
    book: Book,
) -> Result<Option<Even>, NoPlayer> {
    // Where cards are hidden a proof with open cards proves nothing.
    if !game.will_hide(path.state()) {
        let mut control = Control::new(book.nodes, book.stop);
        let solution = search.solve(game, path, Request::new(Want::Value, book.memory, &mut control));
        if let Some(value) = solution.value.proved() {
            return Ok((value.abs() <= book.within).then_some(Even::Proved(value)));
        }
        let (low, high) = solution.value.range();
        if low.is_some_and(|low| low > book.within) || high.is_some_and(|high| high < -book.within) {
            return Ok(None);
        }
    }
    let mut player = Player::of(&format!("mcts:playouts={}", book.playouts), game, search.clone())?;
    let seat = game.turn(path.state());
    let pick = player.choose(game, path, book.seed, 0, book.stop)?;
    let share = match pick.map(|pick| pick.worth) {
        Some(Worth::Share(share)) => share,
        Some(Worth::Proved(value)) => {
            let sign = if seat == 0 { value } else { -value };
            f64::from(sign.signum() + 1) / 2.0
        }
        // With one legal move there is nothing to search: the position after it is as even as this one.
        _ => return Ok(None),
    };
    let share = if seat == 0 { share } else { 1.0 - share };
    Ok(((share - 0.5).abs() <= book.margin).then_some(Even::Searched(share)))
}
