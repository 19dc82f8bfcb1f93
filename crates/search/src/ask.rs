//! What clients ask of computer players: text and data only, so that a request can go to a thread or a web worker.
//!
//! A game is asked by its id, built in or [registered](crate::register).
//!
//! Every answer comes from what the seat to move sees. There is no clock, thread or I/O here: the caller says when to
//! stop.

use core::time::Duration;

use agon_rules::{Match, Record, Seat, Settings, Show, Table, Text, text};

use crate::analysis::{Ledger, PROOF_TABLE, ProofNodes, is_open, look_ahead, try_out};
use crate::control::Control;
use crate::guides::Guided;
use crate::play::{Guide, NoPlayer, Patience, Player, Worth, level, roster, seen};
use crate::registry::find;
use crate::solve::{Request, Want};
use crate::why::{stubborn, why};

pub use crate::analysis::Analysis;
pub use crate::why::Why;

/// The proof of a hint: with the expert's own time about three seconds.
const HINT: ProofNodes = ProofNodes { usual: 2_200_000, circles: 300_000 };
/// One attempt to prove the worth of every move: some seconds.
const PROOF: ProofNodes = ProofNodes { usual: 20_000_000, circles: 1_000_000 };

/// The answer of a computer player.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// the move
    pub text: String,
    /// what it is worth
    pub worth: Worth,
    /// nodes visited
    pub nodes: u64,
    /// why it is good, where that was asked for and a fact says so
    pub why: Option<Why>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoReply {
    /// The rules do not accept the record, the game or its options.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// There is no such player, or it cannot play here.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// The game is over, and why.
    #[error("no move is left: the game is over ({0})")]
    Over(Text),
    /// The solver is for two seats.
    #[error("only games of two seats can be solved, and this one has {0}")]
    Seats(Seat),
    /// A strong solution is for positions that cannot come back.
    #[error("every position can be solved only where two play and positions cannot come back")]
    NotStrong,
}

impl NoReply {
    /// The message.
    pub fn text(&self) -> Text {
        match self {
            NoReply::Rules(why) => why.text(),
            NoReply::Player(why) => why.text(),
            NoReply::Over(reason) => text!("no move is left: the game is over ({reason})", reason = reason.clone()),
            NoReply::Seats(seats) => {
                text!("only games of two seats can be solved, and this one has {seats}", seats = *seats)
            }
            NoReply::NotStrong => {
                text!("every position can be solved only where two play and positions cannot come back")
            }
        }
    }
}

/// The players to offer for a game, each with what it does (see [`roster`]).
pub fn players(id: &str, settings: &Settings) -> Result<Vec<(&'static str, &'static str)>, agon_rules::Error> {
    find(id)?.players(settings)
}

pub(crate) struct Players;

impl Guided for Players {
    type Out = Vec<(&'static str, &'static str)>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        roster(&game, &guide)
    }
}

/// Whether there is a player of this name who can play this game and variant from its start.
pub fn check(id: &str, settings: &Settings, player: &str) -> Result<(), NoReply> {
    find(id)?.check(settings, player)
}

pub(crate) struct Check<'a>(pub &'a str);

impl Guided for Check<'_> {
    type Out = Result<(), NoPlayer>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        Player::new(self.0, &game, &guide)?.fits_start(&game, Patience::Seconds)
    }
}

/// The move of a computer player at the end of a record.
///
/// `seed` is the player's own for the whole game. `stop` gets the player's time limit ([`Player::time`]) and returns
/// true when to stop. A player that is stopped at once still moves, unless it has to prove its move first.
///
/// ```
/// use agon_search::{Worth, ask::reply};
///
/// let record = "tic-tac-toe~seed=0~a1~a2~b1~b2".parse()?;
/// let answer = reply(&record, "perfect", 0, &|_time| false)?;
/// assert_eq!((answer.text.as_str(), answer.worth), ("c1", Worth::Proved(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reply(
    record: &Record,
    player: &str,
    seed: u64,
    stop: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> Result<Reply, NoReply> {
    Ok(find(&record.game)?.choose(Ask { record, player, seed, stop })?.for_players())
}

/// What a player chooses.
pub(crate) struct Chosen {
    /// with its worth as the player states it
    reply: Reply,
    /// whether two play, and know everything or can work it out, now and to the end
    is_open: bool,
}

impl Chosen {
    fn for_players(self) -> Reply {
        match self.reply.worth {
            // It was proved as if both saw everything to the end.
            Worth::Proved(value) if !self.is_open => Reply { worth: Worth::Points(value.into()), ..self.reply },
            _ => self.reply,
        }
    }
}

pub(crate) struct Ask<'a> {
    pub record: &'a Record,
    player: &'a str,
    seed: u64,
    stop: &'a (dyn Fn(Option<Duration>) -> bool + Sync),
}

impl Guided for Ask<'_> {
    type Out = Result<Chosen, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let table = reach(game, self.record)?;
        choose(&table, &guide, self.player, self.seed, self.stop)
    }
}

/// A good move for the seat to move: proved best where a proof is found soon, otherwise the expert's move.
pub fn hint(record: &Record, stop: &(dyn Fn() -> bool + Sync)) -> Result<Reply, NoReply> {
    find(&record.game)?.hint(record, stop)
}

pub(crate) struct Hint<'a>(pub &'a Record, pub &'a (dyn Fn() -> bool + Sync));

impl Guided for Hint<'_> {
    type Out = Result<Reply, NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let Hint(record, stop) = self;
        let table = reach(game, record)?;
        let game = table.game();
        let path = seen(game, table.path());
        let mut nodes = 0;
        if !stop() && is_open(game, path.state()) {
            let mut control = Control::new(HINT.of::<G>(), stop);
            let solution = guide.solve(game, &path, Request::new(Want::Value, PROOF_TABLE, &mut control));
            nodes = control.nodes;
            if let (Some(value), Some(&m)) = (solution.value.proved(), solution.pv.first()) {
                let lost = if game.turn(path.state()) == 0 { value < 0 } else { value > 0 };
                // Without points all losing moves are alike to the solver, but not to the player.
                let m = if lost && !G::POINTS { stubborn(game, &path).unwrap_or(m) } else { m };
                let text = game.write_move(path.state(), m);
                let why = why(game, &path, m, Some(value));
                return Ok(Reply { text, worth: Worth::Proved(value), nodes, why });
            }
        }
        let reply = choose(&table, &guide, level::EXPERT, 0, &|_| stop())?.for_players();
        // Where something is hidden a threat is not known.
        let open = is_open(game, path.state()).then(|| table.find(&reply.text).ok()).flatten();
        let why = open.and_then(|m| why(game, &path, m, None)).or(Some(Why::Judged));
        Ok(Reply { nodes: nodes + reply.nodes, why, ..reply })
    }
}

/// Rates every legal move, better each time, until `stop` returns true or everything is proved.
///
/// `each` is called with every new state of knowledge. Only the last one is [`done`](Analysis::done). What is proved
/// once stays proved.
pub fn analyse(
    record: &Record,
    stop: &(dyn Fn() -> bool + Sync),
    each: &mut dyn FnMut(&Analysis),
) -> Result<(), NoReply> {
    find(&record.game)?.analyse(record, stop, each)
}

pub(crate) struct Analyse<'a> {
    pub record: &'a Record,
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub each: &'a mut dyn FnMut(&Analysis),
}

impl Guided for Analyse<'_> {
    type Out = Result<(), NoReply>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let table = reach(game, self.record)?;
        let game = table.game();
        let path = seen(game, table.path());
        let moves = table.choices();
        let texts = moves.iter().map(|&m| game.write_move(path.state(), m)).collect();
        let mut ledger = Ledger::new(game.turn(path.state()), texts, self.each);
        if is_open(game, path.state()) {
            look_ahead((game, &guide), &path, &moves, PROOF, self.stop, &mut ledger);
        } else {
            try_out(game, path.state(), &moves, self.stop, &mut ledger);
        }
        Ok(())
    }
}

/// The match at the end of a record, if it is not over.
fn reach<G: Show>(game: G, record: &Record) -> Result<Match<G>, NoReply> {
    let mut table = Match::new(game, record.start.clone())?;
    record.follow(&mut table)?;
    table.outcome().map_or(Ok(table), |outcome| Err(NoReply::Over(outcome.why())))
}

/// The move of a player in a match.
fn choose<G: Show, E: Guide<G>>(
    table: &Match<G>,
    guide: &E,
    player: &str,
    seed: u64,
    stop: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> Result<Chosen, NoReply> {
    let (game, path) = (table.game(), table.path());
    let mut player = Player::new(player, game, guide)?;
    let time = player.time();
    let pick = player.choose(game, path, seed, table.ply() as u64, &|| stop(time))?;
    let pick = pick.expect("a game that is not over has a move");
    let state = *seen(game, path).state();
    let reply = Reply { text: game.write_move(&state, pick.m), worth: pick.worth, nodes: pick.nodes, why: None };
    Ok(Chosen { reply, is_open: game.seats() == 2 && guide.is_known(game, &state) })
}
