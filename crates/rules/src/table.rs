//! A game in play: the match, and the same with its type erased for clients, servers and the command line.
//!
//! A move is read by matching the legal list, so legality exists only in [`Game::moves`].

use crate::error::{one_of, possible, quote};
use crate::{
    Choice, Error, Mark, Moves, Outcome, Path, Record, Rng, Seat, Show, Start, Step, Text, Value, View, Viewer,
    options, winners,
};

/// A game in play whose type is not known: what every client and the server hold.
pub trait Table: Send {
    /// The id of the game.
    fn id(&self) -> &'static str;
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

    /// Reads a move of the seat to move.
    pub fn find(&self, text: &str) -> Result<G::Move, Error> {
        let texts: Vec<(String, G::Move)> =
            self.choices().iter().map(|&m| (self.game.write_move(self.path.state(), m), m)).collect();
        if let Some((_, m)) = texts.iter().find(|(known, _)| known == text) {
            return Ok(*m);
        }
        if let Some(outcome) = self.outcome() {
            return Err(Error::Over { text: quote(text), reason: outcome.why() });
        }
        let mut legal: Vec<String> = texts.into_iter().map(|(known, _)| known).collect();
        legal.sort_unstable();
        let longer: Vec<_> = legal.iter().filter(|known| known.starts_with(text)).collect();
        if !text.is_empty() && (2..=12).contains(&longer.len()) {
            return Err(Error::Ambiguous {
                text: quote(text),
                hint: text!("{moves} is possible", moves = one_of(&longer)),
            });
        }
        Err(Error::Move { text: quote(text), hint: possible(text, &legal) })
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
        let moves = self.choices();
        let mut legal: Vec<_> = moves.iter().map(|&m| self.game.write_move(self.path.state(), m)).collect();
        legal.sort_unstable();
        legal
    }

    fn outcome(&self) -> Option<Outcome> {
        let state = self.path.state();
        if !self.game.over(state, &mut Moves::new()) {
            let reason = id(&self.path.draw()?.reason());
            return Some(Outcome { winner: None, winners: None, scores: None, reason });
        }
        let scores: Vec<i32> = (0..self.game.seats()).map(|seat| self.game.score(state, seat)).collect();
        let winners: Vec<Seat> = winners(&scores).collect();
        Some(Outcome {
            winner: (winners.len() == 1).then(|| winners[0]),
            winners: (G::SEATS.1 > 2).then_some(winners),
            scores: G::POINTS.then_some(scores),
            reason: id(&self.game.reason(state)),
        })
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        self.find_for(seat, text).map(|m| self.advance(m))
    }

    fn check(&self, seat: Seat, text: &str) -> Result<Checked, Error> {
        let m = self.find_for(seat, text)?;
        let mut after = self.path.clone();
        after.play(&self.game, m);
        let ends_game = after.draw().is_some() || self.game.over(after.state(), &mut Moves::new());
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
        let game = &self.game;
        let (state, quiet) = self.path.at(ply)?;
        // A game that went on after this ply was not over.
        let outcome = if ply == self.moves.len() { self.outcome() } else { None };
        let state = self.hidden(state, viewer);
        let turn = outcome.is_none().then(|| game.turn(&state));
        let mut choices = Vec::new();
        if turn.is_some_and(|turn| viewer.sees(turn)) {
            // Listed from what this viewer sees, so that the choices cannot tell more.
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let choice = |&m| Choice { text: game.write_move(&state, m), taps: game.taps(&state, m) };
            choices = moves.iter().map(choice).collect();
            choices.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        }
        let last = ply.checked_sub(1).map(|before| {
            let (state_before, _) = self.path.at(before).expect("a state before every move");
            (self.hidden(state_before, viewer), game.hide_move(&state, self.moves[before]))
        });
        let notes = game.notes(&state, last.as_ref().map(|(before, m)| (before, *m)));
        let mut zones = game.zones(&state);
        for note in notes.iter().filter(|note| note.mark != Mark::None) {
            note.sites.iter().for_each(|site| zones[site.zone].cells[site.cell].mark = note.mark);
        }
        Some(View {
            ply,
            zones,
            choices,
            history: self.steps(ply, &state, viewer),
            prompt: outcome.as_ref().map_or_else(|| game.prompt(&state), Outcome::sentence),
            turn,
            scores: (0..if G::POINTS { game.seats() } else { 0 }).map(|seat| game.score(&state, seat)).collect(),
            notes,
            position: write_position(game, &state, quiet),
            goal: match viewer {
                Viewer::Seat(seat) if seat < game.seats() => game.goal(&state, seat),
                _ => Text::default(),
            },
            roles: {
                let roles: Vec<Text> = (0..game.seats()).map(|seat| game.role(&state, seat)).collect();
                if roles.iter().all(Text::is_empty) { Vec::new() } else { roles }
            },
            end: (outcome.is_some() && self.path.draw().is_none()).then(|| game.end(&state)),
            outcome,
        })
    }

    fn record(&self) -> Record {
        let options = self.options().into_iter().map(|(name, value)| (name, value.to_string()));
        let moves = self.history(Viewer::Referee).into_iter().map(|step| step.text);
        Record { game: G::ID.to_owned(), options: options.collect(), start: self.start.clone(), moves: moves.collect() }
    }
}

/// A reason as results state it.
fn id(reason: &Text) -> String {
    reason.template().replace(' ', "-")
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
    let bad = |why: Text| Error::Position { text: quote(text), why: why.tidy() };
    let start = write_position(game, &game.deal(&mut Rng::new(0)), 0);
    let (fields, expected) = (text.split(' ').count(), start.split(' ').count());
    if fields != expected {
        return Err(bad(text!(
            "it needs {expected} fields with one space between them, as in `{start}`",
            expected,
            start
        )));
    }
    let (state, quiet) = if G::LOOPS {
        let (state, quiet) = text.rsplit_once(' ').expect("it has as many fields as the start");
        let known = quiet.parse().ok().filter(|quiet| *quiet <= Path::<G::State>::QUIET);
        (state, known.ok_or_else(|| bad(text!("the quiet count `{quiet}` is not a number from 0 to 100", quiet)))?)
    } else {
        (text, 0)
    };
    let state = game.read_state(state).map_err(bad)?;
    let canonical = write_position(game, &state, quiet);
    if canonical != text {
        return Err(bad(text!("it is written `{canonical}`", canonical)));
    }
    Ok(Path::new(state, quiet))
}
