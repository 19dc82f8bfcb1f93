//! Why a move is good, in one sentence made from facts: what it does at once, what it prevents, what it keeps.
//!
//! What a move takes, completes or scores is said by the game itself, in its notes; this is about winning and losing.

use agon_rules::{Game, Moves, Path, Seat, Show, Text, text};

/// Why a move is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It wins at once.
    Wins,
    /// Without it the other would win at once by this reply.
    Prevents(String),
    /// Of all moves only this one does not lose at once.
    OnlyDefence,
    /// It is proved to win.
    KeepsWin,
    /// It is proved to draw, and nothing does better.
    KeepsDraw,
    /// Everything is proved to lose; this holds out.
    Resists,
}

impl Why {
    /// The sentence.
    pub fn text(&self) -> Text {
        match self {
            Why::Wins => text!("It wins at once."),
            Why::Prevents(reply) => text!("Otherwise {reply} would win.", reply = Text::of_move(reply)),
            Why::OnlyDefence => text!("Every other move loses at once."),
            Why::KeepsWin => text!("It wins against every defence."),
            Why::KeepsDraw => text!("It keeps the draw, and nothing does better."),
            Why::Resists => text!("Every move loses against best play; this one resists."),
        }
    }
}

/// The most moves that are compared: where there are more, comparing them all takes too long for a hint.
const MOST: usize = 60;

/// Why a move is good; none where no plain fact says so. `proved` is its proved value, seen from seat 0.
pub(crate) fn why<G: Show>(game: &G, path: &Path<G::State>, best: G::Move, proved: Option<i32>) -> Option<Why> {
    let seat = game.turn(path.state());
    let mut path = path.clone();
    path.play(game, best);
    let (over, wins) = (ended(game, &path), leads(game, path.state(), seat));
    if over && wins {
        return Some(Why::Wins);
    }
    let allowed = winning_reply(game, &mut path, seat);
    path.undo();
    if game.seats() == 2 && allowed.is_none() && !over {
        let mut moves = Moves::new();
        game.moves(path.state(), &mut moves);
        let others: Vec<G::Move> = moves.iter().copied().filter(|m| *m != best).collect();
        if !others.is_empty() && others.len() <= MOST {
            let replies: Vec<Option<String>> = others
                .iter()
                .map(|&m| {
                    path.play(game, m);
                    let reply = winning_reply(game, &mut path, seat);
                    path.undo();
                    reply
                })
                .collect();
            let threats = || replies.iter().flatten();
            // A threat that most moves leave standing, or several that all of them do.
            match threats().next() {
                Some(one) if 2 * threats().count() > others.len() && threats().all(|other| other == one) => {
                    return Some(Why::Prevents(one.clone()));
                }
                Some(_) if threats().count() == others.len() => return Some(Why::OnlyDefence),
                _ => {}
            }
        }
    }
    let value = if seat == 0 { proved? } else { -proved? };
    match value {
        1.. => Some(Why::KeepsWin),
        0 => Some(Why::KeepsDraw),
        _ => allowed.is_none().then_some(Why::Resists),
    }
}

/// A move that does not lose at once, where all moves are equally lost; none where there is no such move.
pub(crate) fn stubborn<G: Show>(game: &G, path: &Path<G::State>) -> Option<G::Move> {
    let (mut path, mut moves) = (path.clone(), Moves::new());
    let seat = game.turn(path.state());
    game.moves(path.state(), &mut moves);
    moves.iter().copied().find(|&m| {
        path.play(game, m);
        let lost = winning_reply(game, &mut path, seat).is_some();
        path.undo();
        !lost
    })
}

/// The reply by which another than `seat` wins at once.
fn winning_reply<G: Show>(game: &G, path: &mut Path<G::State>, seat: Seat) -> Option<String> {
    if ended(game, path) || game.turn(path.state()) == seat {
        return None;
    }
    let mut moves = Moves::new();
    game.moves(path.state(), &mut moves);
    let (before, other) = (*path.state(), game.turn(path.state()));
    moves.iter().copied().find_map(|m| {
        path.play(game, m);
        let wins = ended(game, path) && leads(game, path.state(), other);
        path.undo();
        wins.then(|| game.write_move(&before, m))
    })
}

fn ended<G: Game>(game: &G, path: &Path<G::State>) -> bool {
    path.draw().is_some() || game.over(path.state(), &mut Moves::new())
}

/// Whether a seat is ahead of all others where the game is over by its rules.
fn leads<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    (0..game.seats()).all(|other| other == seat || game.score(state, other) < game.score(state, seat))
}
