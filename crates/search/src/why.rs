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
    /// It would win at once by these moves, if the other did nothing about it.
    Threatens(Vec<String>),
    /// It is proved to win.
    KeepsWin,
    /// It is proved to win by this many points, and nothing wins by more.
    WinsBy(i32),
    /// It is proved to draw, and nothing does better.
    KeepsDraw,
    /// Everything is proved to lose; this holds out.
    Resists,
    /// Everything is proved to lose by this many points or more.
    LosesBy(i32),
    /// Nothing is proved in time, and no plain fact says so: the strongest player would choose it.
    Judged,
}

impl Why {
    /// The sentence.
    pub fn text(&self) -> Text {
        match self {
            Why::Wins => text!("It wins at once."),
            Why::Prevents(reply) => text!("Otherwise {reply} would win.", reply = Text::of_move(reply)),
            Why::OnlyDefence => text!("Every other move loses at once."),
            Why::Threatens(moves) => match &moves[..] {
                [one, other, ..] => text!(
                    "It threatens to win with {one} and with {other}.",
                    one = Text::of_move(one),
                    other = Text::of_move(other)
                ),
                one => text!("It threatens to win with {one}.", one = Text::of_move(&one.concat())),
            },
            Why::KeepsWin => text!("It wins against every defence."),
            Why::WinsBy(points) => text!("It wins by {points} against every defence.", points = *points),
            Why::KeepsDraw => text!("It keeps the draw, and nothing does better."),
            Why::Resists => text!("Every move loses against best play; this one resists."),
            Why::LosesBy(points) => {
                text!("Best play loses by {points} here, and nothing does better.", points = *points)
            }
            Why::Judged => text!("Expert would choose it."),
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
    let threats = if over || allowed.is_some() { Vec::new() } else { threats(game, path.state(), seat) };
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
    let value = proved.map(|value| if seat == 0 { value } else { -value });
    match value {
        // Two threats at once say how it wins.
        Some(1..) if threats.len() > 1 => Some(Why::Threatens(threats)),
        Some(value @ 1..) => Some(if G::POINTS { Why::WinsBy(value) } else { Why::KeepsWin }),
        Some(0) => Some(Why::KeepsDraw),
        Some(value) if G::POINTS => Some(Why::LosesBy(-value)),
        Some(_) => allowed.is_none().then_some(Why::Resists),
        None => (!threats.is_empty()).then_some(Why::Threatens(threats)),
    }
}

/// The moves by which a seat would win at once if it were its turn, one for each cell where they end; none where the game
/// does not say what it is to [pass](Show::passed).
fn threats<G: Show>(game: &G, state: &G::State, seat: Seat) -> Vec<String> {
    let Some(passed) = game.passed(state).filter(|passed| game.turn(passed) == seat) else { return Vec::new() };
    let (mut moves, mut scratch, mut found) = (Moves::new(), Moves::new(), Vec::new());
    game.moves(&passed, &mut moves);
    let mut ends = Vec::new();
    for &m in moves.iter() {
        let mut after = passed;
        game.play(&mut after, m);
        let end = game.taps(&passed, m).pop();
        scratch.clear();
        if !ends.contains(&end) && game.over(&after, &mut scratch) && leads(game, &after, seat) {
            ends.push(end);
            found.push(game.write_move(&passed, m));
        }
    }
    found
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
