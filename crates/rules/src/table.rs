//! A game in play: the match, and the same with its type erased for clients, servers and the command line.
//!
//! A move is read by matching the legal list, so legality exists only in [`Game::moves`].

use crate::error::{one_of, possible, quote};
use crate::text::sort_by_text;
use crate::{
    Draw, Error, Moves, Note, Outcome, Path, Record, Rng, Seat, Show, Start, Step, Text, Value, View, Viewer, options,
    winners,
};
use view::Shown;

mod danger;
mod preview;
mod view;

/// A game in play whose type is not known: what every client and the server hold.
pub trait Table: Send {
    /// The id of the game.
    fn id(&self) -> &'static str;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// Every option by name and value.
    fn options(&self) -> Vec<(String, Value)>;
    /// How many play.
    fn seats(&self) -> Seat;
    /// How many moves have been made.
    fn ply(&self) -> usize;
    /// Who decides; nobody when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// The position text for that viewer; the referee's holds everything.
    fn position(&self, viewer: Viewer) -> String;
    /// The notation of every move of the seat to move, in bytewise order. Only for that seat.
    fn legal(&self) -> Vec<String>;
    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Makes a move for a seat. The error of a seat that is not to move says nothing about the others' choices.
    fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error>;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// Makes the last move again that was taken back; false when there is none.
    fn redo(&mut self) -> bool;
    /// How many moves were taken back and can be made again.
    fn undone(&self) -> usize;
    /// Whether a seat may make a move now, and what that comes to. The error is the one [`play`](Table::play) gives.
    fn check(&self, seat: Seat, text: &str) -> Result<Checked, Error>;
    /// Whether anything is hidden from that viewer now.
    fn hides(&self, viewer: Viewer) -> bool;
    /// Whether two viewers saw the same after `ply` plies. False beyond the last ply.
    fn looks_alike(&self, ply: usize, one: Viewer, other: Viewer) -> bool;
    /// The moves made so far, as that viewer knows them.
    fn history(&self, viewer: Viewer) -> Vec<Step>;
    /// What that viewer sees.
    fn view(&self, viewer: Viewer) -> View {
        self.view_at(self.ply(), viewer).expect("a game has reached its last ply")
    }
    /// What that viewer saw after `ply` plies; none beyond the last.
    fn view_at(&self, ply: usize, viewer: Viewer) -> Option<View>;
    /// What would be noted after a move of the seat to move, as far as that follows from what this viewer sees; nothing
    /// for viewers who do not see that seat's moves. What is hidden is guessed, never looked at, and a note that depends
    /// on the guess is left out. Dangers are not told beforehand.
    fn preview(&self, viewer: Viewer, text: &str) -> Vec<Note>;
    /// A separate table with the first `ply` moves of this one.
    fn fork(&self, ply: usize) -> Box<dyn Table>;
    /// The whole game as a record, hidden things included.
    fn record(&self) -> Record;
}

/// A legal move that was not made yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// whether it ends the game
    pub ends_game: bool,
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Match<G: Show> {
    game: G,
    start: Start,
    path: Path<G::State>,
    moves: Vec<G::Move>,
    undone: Vec<G::Move>,
}

impl<G: Show> Match<G> {
    /// A match that begins there.
    pub fn new(game: G, start: Start) -> Result<Self, Error> {
        let path = match &start {
            Start::Seed(seed) => Path::new(game.deal(&mut Rng::new(*seed)), 0),
            Start::Position(text) => read_position(&game, text)?,
        };
        Ok(Match { game, start, path, moves: Vec::new(), undone: Vec::new() })
    }

    /// The rules it is played by.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The way it has come.
    pub fn path(&self) -> &Path<G::State> {
        &self.path
    }

    /// The legal moves; none when the game is over.
    pub fn choices(&self) -> Moves<G::Move> {
        let mut out = Moves::new();
        if self.path.draw().is_none() {
            self.game.moves(self.path.state(), &mut out);
        }
        out
    }

    /// The notation of moves of the position.
    fn notation(&self, moves: &Moves<G::Move>) -> Vec<String> {
        moves.iter().map(|&m| self.game.write_move(self.path.state(), m)).collect()
    }

    /// Reads a move of the seat to move.
    pub fn find(&self, text: &str) -> Result<G::Move, Error> {
        let moves = self.choices();
        let known = self.notation(&moves);
        match known.iter().position(|known| known == text) {
            Some(at) => Ok(moves[at]),
            None => Err(no_move(text, known, self.outcome())),
        }
    }

    /// Makes a legal move.
    pub fn advance(&mut self, m: G::Move) {
        self.path.play(&self.game, m);
        self.moves.push(m);
        self.undone.clear();
    }

    fn hidden(&self, state: &G::State, viewer: Viewer) -> G::State {
        let mut state = *state;
        self.game.hide(&mut state, viewer);
        state
    }

    /// The first `plies` moves as a viewer knows them for whom `now` has been blanked.
    fn steps(&self, plies: usize, now: &G::State, viewer: Viewer) -> Vec<Step> {
        let step = |(ply, &m): (usize, &G::Move)| {
            let (before, _) = self.path.at(ply).expect("a state before every move");
            let text = self.game.write_move(&self.hidden(before, viewer), self.game.hide_move(now, m));
            Step { seat: self.game.turn(before), text }
        };
        self.moves[..plies].iter().enumerate().map(step).collect()
    }

    /// Whether the game is over by its rules or by a draw of its path.
    fn is_over(&self, scratch: &mut Moves<G::Move>) -> bool {
        self.path.draw().is_some() || self.game.over(self.path.state(), scratch)
    }

    /// Reads a move of a seat.
    fn find_for(&self, seat: Seat, text: &str) -> Result<G::Move, Error> {
        match self.turn() {
            Some(turn) if turn != seat => Err(Error::Turn { seat, turn }),
            _ => self.find(text),
        }
    }
}

impl<G: Show> Table for Match<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn options(&self) -> Vec<(String, Value)> {
        options::options_of(&self.game)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn turn(&self) -> Option<Seat> {
        (!self.is_over(&mut Moves::new())).then(|| self.game.turn(self.path.state()))
    }

    fn position(&self, viewer: Viewer) -> String {
        position_text(&self.game, &self.path, viewer)
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = self.notation(&self.choices());
        sort_by_text(&mut legal, |text| text);
        legal
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome_of(&self.game, &self.path)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        self.find_for(seat, text).map(|m| self.advance(m))
    }

    fn check(&self, seat: Seat, text: &str) -> Result<Checked, Error> {
        let m = self.find_for(seat, text)?;
        let mut after = self.clone();
        after.advance(m);
        let ends_game = after.is_over(&mut Moves::new());
        Ok(Checked { ends_game })
    }

    fn hides(&self, viewer: Viewer) -> bool {
        self.game.hides(self.path.state(), viewer)
    }

    fn looks_alike(&self, ply: usize, one: Viewer, other: Viewer) -> bool {
        self.path.at(ply).is_some_and(|(state, _)| self.hidden(state, one) == self.hidden(state, other))
    }

    fn undo(&mut self) -> bool {
        self.moves.pop().is_some_and(|m| {
            self.undone.push(m);
            self.path.undo()
        })
    }

    fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|m| {
            self.path.play(&self.game, m);
            self.moves.push(m);
            true
        })
    }

    fn undone(&self) -> usize {
        self.undone.len()
    }

    fn history(&self, viewer: Viewer) -> Vec<Step> {
        self.steps(self.moves.len(), &self.hidden(self.path.state(), viewer), viewer)
    }

    fn fork(&self, ply: usize) -> Box<dyn Table> {
        let mut fork = Match { undone: Vec::new(), ..self.clone() };
        while fork.moves.len() > ply && fork.path.undo() {
            fork.moves.pop();
        }
        Box::new(fork)
    }

    fn view_at(&self, ply: usize, viewer: Viewer) -> Option<View> {
        let (state, quiet) = self.path.at(ply)?;
        Some(view::of(&Shown { table: self, state: self.hidden(state, viewer), quiet, ply, viewer }))
    }

    fn preview(&self, viewer: Viewer, text: &str) -> Vec<Note> {
        if self.turn().is_none_or(|turn| !viewer.sees(turn)) {
            return Vec::new();
        }
        preview::common(self.hides(viewer), &|guess| preview::guessed(self, viewer, text, guess))
    }

    fn record(&self) -> Record {
        record_of(self, &self.start)
    }
}

/// How a game ended that has come this way, if it is over.
pub fn outcome_of<G: Show>(game: &G, path: &Path<G::State>) -> Option<Outcome> {
    let state = path.state();
    if !game.over(state, &mut Moves::new()) {
        return path.draw().map(drawn);
    }
    let scores = (0..game.seats()).map(|seat| game.score(state, seat)).collect();
    Some(decided(scores, G::SEATS.1 > 2, G::POINTS, &game.reason(state)))
}

/// A reason as results state it.
fn id(reason: &Text) -> String {
    reason.template().replace(' ', "-")
}

// What does not depend on the type of a game is not compiled for each of them: over the air it counts.

/// How a game ended by a draw of its path.
fn drawn(draw: Draw) -> Outcome {
    Outcome { winner: None, winners: None, scores: None, reason: id(&draw.reason()) }
}

/// How a game ended by its rules. Several can win where more than two play; scores are told where they are points.
fn decided(scores: Vec<i32>, several: bool, points: bool, reason: &Text) -> Outcome {
    let winners: Vec<Seat> = winners(&scores).collect();
    Outcome {
        winner: (winners.len() == 1).then(|| winners[0]),
        winners: several.then_some(winners),
        scores: points.then_some(scores),
        reason: id(reason),
    }
}

/// Why a text is no move, given all that are.
fn no_move(text: &str, mut legal: Vec<String>, outcome: Option<Outcome>) -> Error {
    if let Some(outcome) = outcome {
        return Error::Over { text: quote(text), reason: outcome.why() };
    }
    sort_by_text(&mut legal, |text| text);
    let longer: Vec<&String> = legal.iter().filter(|known| known.starts_with(text)).collect();
    if !text.is_empty() && (2..=12).contains(&longer.len()) {
        return Error::Ambiguous { text: quote(text), hint: text!("{moves} is possible", moves = one_of(&longer)) };
    }
    Error::Move { text: quote(text), hint: possible(text, &legal) }
}

fn record_of(table: &dyn Table, start: &Start) -> Record {
    let options = table.options().into_iter().map(|(name, value)| (name, value.to_string()));
    let moves = table.history(Viewer::Referee).into_iter().map(|step| step.text);
    Record { game: table.id().to_owned(), options: options.collect(), start: start.clone(), moves: moves.collect() }
}

/// The position that a path has come to, as that viewer sees it.
pub fn position_text<G: Show>(game: &G, path: &Path<G::State>, viewer: Viewer) -> String {
    let mut state = *path.state();
    game.hide(&mut state, viewer);
    write_position(game, &state, path.quiet())
}

/// The position text of a state, with the quiet count where the game has one.
fn write_position<G: Show>(game: &G, state: &G::State, quiet: u16) -> String {
    let text = game.write_state(state);
    if G::LOOPS { format!("{text} {quiet}") } else { text }
}

/// Reads a position text, which must be exactly as it would be written.
fn read_position<G: Show>(game: &G, text: &str) -> Result<Path<G::State>, Error> {
    let start = write_position(game, &game.deal(&mut Rng::new(0)), 0);
    let (state, quiet) = split_position(text, start, G::LOOPS)?;
    let state = game.read_state(state).map_err(|why| bad_position(text, why))?;
    let canonical = write_position(game, &state, quiet);
    if canonical != text {
        return Err(bad_position(text, text!("it is written `{canonical}`", canonical)));
    }
    Ok(Path::new(state, quiet))
}

/// The state in a position text, and its quiet count where the game has one. `start` shows what it looks like.
fn split_position(text: &str, start: String, has_quiet: bool) -> Result<(&str, u16), Error> {
    let (fields, expected) = (text.split(' ').count(), start.split(' ').count());
    if fields != expected {
        let why = text!("it needs {expected} fields with one space between them, as in `{start}`", expected, start);
        return Err(bad_position(text, why));
    }
    if !has_quiet {
        return Ok((text, 0));
    }
    let (state, quiet) = text.rsplit_once(' ').expect("it has as many fields as the start");
    match quiet.parse().ok().filter(|quiet| *quiet <= Path::<()>::QUIET) {
        Some(known) => Ok((state, known)),
        None => Err(bad_position(text, text!("the quiet count `{quiet}` is not a number from 0 to 100", quiet))),
    }
}

fn bad_position(text: &str, why: Text) -> Error {
    Error::Position { text: quote(text), why: why.tidy() }
}
