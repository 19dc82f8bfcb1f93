//! What clients ask of computer players, by text and data alone, so that a question can go to a thread or a web worker.
//!
//! Every answer comes from what the seat to move sees. There is no clock, thread or I/O here: whoever asks says when to
//! stop.

use core::time::Duration;

use agon_rules::{Match, Record, Rng, Settings, Show, Table, Text, Viewer, text};

use crate::analysis::{Ledger, TABLE, budget, is_open, look_ahead, try_out};
use crate::control::Control;
use crate::engine::Worth;
use crate::eval::{self, Guided};
use crate::guide::Guide;
use crate::memory::Memory;
use crate::player::{NoPlayer, Player, roster, seen};

/// Nodes for a hint's proof (see [`budget`]): with the expert's own time no more than some three seconds.
const HINT: [u64; 2] = [2_200_000, 300_000];
/// Nodes for one try to prove the worth of every move: some seconds.
const PROOF: [u64; 2] = [20_000_000, 1_000_000];

/// What a computer player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// the move
    pub text: String,
    /// what it is worth
    pub worth: Worth,
    /// how many nodes were visited
    pub nodes: u64,
}

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Every legal move with what it is worth, the best for the seat to move first. Where moves are tried out, that is
    /// the one tried most: a few lucky playouts put no move first.
    pub moves: Vec<(String, Worth)>,
    /// how many plies ahead the estimates look; none where they come from playouts or everything is proved
    pub depth: Option<i32>,
    /// playouts or nodes so far
    pub nodes: u64,
    /// nothing more will come
    pub done: bool,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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
}

impl NoReply {
    /// The message.
    pub fn text(&self) -> Text {
        match self {
            NoReply::Rules(why) => why.text(),
            NoReply::Player(why) => why.text(),
            NoReply::Over(reason) => text!("no move is left: the game is over ({reason})", reason = reason.clone()),
        }
    }
}

/// The players to offer for a game, by name with what they do (see [`roster`]).
pub fn players(id: &str, settings: &Settings) -> Result<Vec<(&'static str, &'static str)>, agon_rules::Error> {
    struct Players;
    impl Guided for Players {
        type Out = Vec<(&'static str, &'static str)>;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
            roster(&game, &guide)
        }
    }
    eval::with(id, settings, Players)
}

/// Whether a text names a player of this game and options, who can play from its start.
pub fn check(id: &str, settings: &Settings, player: &str) -> Result<(), NoReply> {
    struct Check<'a>(&'a str);
    impl Guided for Check<'_> {
        type Out = Result<(), NoPlayer>;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
            let mut start = game.deal(&mut Rng::new(0));
            let viewer = Viewer::Seat(game.turn(&start));
            game.hide(&mut start, viewer);
            Player::new(self.0, &game, &guide)?.fits(&game, &start)
        }
    }
    Ok(eval::with(id, settings, Check(player))??)
}

/// The move of a computer player where a record has come to.
///
/// `seed` is the player's own for the whole game. `stop` is told how long the player may think by its own limits
/// ([`Player::time`]) and says when to stop; a player that is stopped at once still moves, unless it would have to prove
/// its move first.
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
    struct Ask<'a> {
        record: &'a Record,
        player: &'a str,
        seed: u64,
        stop: &'a (dyn Fn(Option<Duration>) -> bool + Sync),
    }
    impl Guided for Ask<'_> {
        type Out = Result<Reply, NoReply>;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
            let table = reach(game, self.record)?;
            choose(&table, &guide, self.player, self.seed, self.stop)
        }
    }
    eval::with(&record.game, &record.options, Ask { record, player, seed, stop })?
}

/// A good move for the seat to move: proved best where a proof is found soon, else the expert's choice with its
/// estimate.
pub fn hint(record: &Record, stop: &(dyn Fn() -> bool + Sync)) -> Result<Reply, NoReply> {
    struct Hint<'a>(&'a Record, &'a (dyn Fn() -> bool + Sync));
    impl Guided for Hint<'_> {
        type Out = Result<Reply, NoReply>;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
            let Hint(record, stop) = self;
            let table = reach(game, record)?;
            let game = table.game();
            let path = seen(game, table.path());
            let mut nodes = 0;
            if !stop() && is_open(game, path.state()) {
                let mut control = Control::new(budget::<G>(HINT), stop).brief();
                let solution = guide.solve(game, &path, &mut Memory::new(TABLE), &mut control, &mut |_, _| {});
                nodes = control.nodes;
                if let (Some(value), Some(&m)) = (solution.value.proved(), solution.line.first()) {
                    let text = game.write_move(path.state(), m);
                    return Ok(Reply { text, worth: Worth::Proved(value), nodes });
                }
            }
            let reply = choose(&table, &guide, "expert", 0, &|_| stop())?;
            Ok(Reply { nodes: nodes + reply.nodes, ..reply })
        }
    }
    eval::with(&record.game, &record.options, Hint(record, stop))?
}

/// Rates every legal move again and again, better each time, until `stop` says so or everything is proved.
///
/// `each` hears of every state of knowledge; the last one, and only that, is [`done`](Analysis::done). What is once
/// proved stays so.
pub fn analyse(
    record: &Record,
    stop: &(dyn Fn() -> bool + Sync),
    each: &mut dyn FnMut(&Analysis),
) -> Result<(), NoReply> {
    struct Analyse<'a> {
        record: &'a Record,
        stop: &'a (dyn Fn() -> bool + Sync),
        each: &'a mut dyn FnMut(&Analysis),
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
    eval::with(&record.game, &record.options, Analyse { record, stop, each })?
}

/// The match where a record has come to, if it is not over.
fn reach<G: Show>(game: G, record: &Record) -> Result<Match<G>, NoReply> {
    let mut table = Match::new(game, record.start.clone())?;
    record.follow(&mut table)?;
    table.outcome().map_or(Ok(table), |outcome| Err(NoReply::Over(outcome.why())))
}

/// The move of a player at a table.
fn choose<G: Show, E: Guide<G>>(
    table: &Match<G>,
    guide: &E,
    player: &str,
    seed: u64,
    stop: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> Result<Reply, NoReply> {
    let (game, path) = (table.game(), table.path());
    let mut player = Player::new(player, game, guide)?;
    let time = player.time();
    let pick = player.choose(game, path, seed, table.ply() as u64, &|| stop(time))?;
    let pick = pick.expect("a game that is not over has a move");
    let state = *seen(game, path).state();
    let worth = match pick.worth {
        // It was proved as if both saw everything to the end.
        Worth::Proved(value) if !is_open(game, &state) => Worth::Points(value.into()),
        worth => worth,
    };
    Ok(Reply { text: game.write_move(&state, pick.m), worth, nodes: pick.nodes })
}
