//! Games of rows: three theorems that spare most lines of play. Each is proved in docs/certificates.md from what
//! [`Game::rows`] promises, and every time it is used its conditions are checked here.

use agon_rules::{Game, Seat};

/// What the rows say of a position before anything is tried.
pub enum Verdict<M> {
    /// The holder keeps its promise; if it is a win, within so many plies.
    Held(u32),
    /// Only this reply of the other seat has to be looked at: after any other the holder completes a row.
    Forced(M),
    /// Nothing.
    Open,
}

/// Looks at the rows of both seats. In a game that is not one of rows they say nothing.
pub fn glance<G: Game>(game: &G, s: &G::State, holder: Seat, bound: i32) -> Verdict<G::Move> {
    let Some((own, others)) = game.rows(s, holder).zip(game.rows(s, 1 - holder)) else { return Verdict::Open };
    let mine = game.turn(s) == holder;
    // A promise beyond a win is kept by nobody.
    let wins = bound <= 1;
    let mut threats = own.iter().filter(|row| row.len() == 1).map(|row| row[0]);
    let is_threatened = others.iter().any(|row| row.len() == 1);
    match threats.next() {
        Some(_) if mine && wins => return Verdict::Held(1),
        Some(first) if !mine && wins && !is_threatened => {
            return if threats.any(|other| other != first) { Verdict::Held(2) } else { Verdict::Forced(first) };
        }
        _ => {}
    }
    // Erdős and Selfridge: whoever always takes the heaviest square lets no row be completed.
    if bound <= 0 && weight(&others) < if mine { WHOLE } else { WHOLE / 2 } {
        return Verdict::Held(0);
    }
    Verdict::Open
}

/// The weight of a row that is complete.
const WHOLE: u128 = 1 << 64;

/// The weight of rows: each move that is missing halves it.
fn weight<M>(rows: &[Vec<M>]) -> u128 {
    rows.iter().map(|row| WHOLE >> row.len().min(64)).fold(0, u128::saturating_add)
}

/// Whether answering each move of a pair with the other one keeps the other seat from completing a row, or why not.
pub fn pairs_hold<G: Game>(
    game: &G,
    s: &G::State,
    moves: &[G::Move],
    pairs: &[[usize; 2]],
    holder: Seat,
    bound: i32,
) -> Result<(), &'static str> {
    let rows = game.rows(s, 1 - holder).ok_or("this is no game of rows, so pairs say nothing")?;
    if bound > 0 {
        return Err("pairs do not win");
    }
    let mut used = vec![false; moves.len()];
    for &at in pairs.as_flattened() {
        match used.get_mut(at) {
            Some(used) if !*used => *used = true,
            _ => return Err("a move of a pair is none, or is in two pairs"),
        }
    }
    let holds_pair = |row: &Vec<G::Move>| pairs.iter().any(|pair| pair.iter().all(|&at| row.contains(&moves[at])));
    if rows.iter().all(holds_pair) { Ok(()) } else { Err("a row holds no pair") }
}
