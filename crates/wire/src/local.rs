//! A game at this machine: the table, who sits where, and who looks at the screen.
//!
//! It draws and asks nothing; the clients of the terminal and the web both stand on it. What a computer player is called
//! means nothing here: whoever thinks for it says whether there is one.

use agon_rules::{Error, Record, Seat, Start, Table, View, Viewer, games, text};

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// a person at this machine
    Human,
    /// a computer player, by the text that names it
    Computer(String),
}

impl Sitter {
    /// The sitter a word names.
    pub fn new(word: &str) -> Self {
        if word.eq_ignore_ascii_case("human") { Sitter::Human } else { Sitter::Computer(word.to_owned()) }
    }

    /// The word that names it.
    pub fn word(&self) -> &str {
        match self {
            Sitter::Human => "human",
            Sitter::Computer(spec) => spec,
        }
    }
}

/// Everything a game needs to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// the game, its options, where it begins, and moves already made
    pub record: Record,
    /// who sits at each seat; whoever is missing is a person at seat 0 and `medium` elsewhere
    pub sitters: Vec<Sitter>,
    /// the seed of the computer players' chance
    pub bot_seed: u64,
}

impl Plan {
    /// A new game.
    pub fn new(game: &str, settings: &[(String, String)], start: Start, sitters: Vec<Sitter>, bot_seed: u64) -> Self {
        let record = Record { game: game.to_owned(), options: settings.to_vec(), start, moves: Vec::new() };
        Plan { record, sitters, bot_seed }
    }
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGame {
    /// The rules do not accept the record, the game or its options.
    #[error(transparent)]
    Rules(#[from] Error),
    /// There are more players than seats.
    #[error("{named} players are named, but {seats} play; leave some out")]
    Players {
        /// how many are named
        named: usize,
        /// how many play
        seats: usize,
    },
}

/// A game at this machine.
pub struct Local {
    table: Box<dyn Table>,
    sitters: Vec<Sitter>,
    bot_seed: u64,
    resigned: Option<Seat>,
    /// the person in front of the screen, where several take turns and may not see the same
    shown: Option<Seat>,
}

impl Local {
    /// Opens a game as planned.
    pub fn open(plan: &Plan) -> Result<Self, NoGame> {
        let table = plan.record.replay()?;
        let mut sitters = plan.sitters.clone();
        let seats = table.seats();
        if sitters.len() > seats {
            return Err(NoGame::Players { named: sitters.len(), seats });
        }
        let medium = Sitter::Computer("medium".into());
        sitters.extend((sitters.len()..seats).map(|seat| if seat == 0 { Sitter::Human } else { medium.clone() }));
        Ok(Local { table, sitters, bot_seed: plan.bot_seed, resigned: None, shown: None })
    }

    /// The plan that leads here.
    pub fn plan(&self) -> Plan {
        Plan { record: self.table.record(), sitters: self.sitters.clone(), bot_seed: self.bot_seed }
    }

    /// The id of the game.
    pub fn id(&self) -> &'static str {
        self.table.id()
    }

    /// The options that are not as usual, as `name=value`.
    pub fn variant(&self) -> String {
        let usual = games::info(self.id()).map(|info| info.options).unwrap_or_default();
        let unusual = self.table.options().into_iter().zip(usual).filter(|((_, value), info)| *value != info.default);
        unusual.map(|((name, value), _)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// Who sits at each seat.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// The seed of a seat's computer player.
    pub fn bot_seed(&self, seat: Seat) -> u64 {
        agon_rules::Rng::derive(self.bot_seed, seat as u64)
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        self.table.ply()
    }

    /// Who decides; nobody when the game is over or given up.
    pub fn turn(&self) -> Option<Seat> {
        if self.resigned.is_some() { None } else { self.table.turn() }
    }

    /// Who has given up.
    pub fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// The person whose turn it is.
    pub fn human_turn(&self) -> Option<Seat> {
        self.turn().filter(|&seat| self.sitters[seat] == Sitter::Human)
    }

    /// The computer player whose turn it is, by name.
    pub fn computer_turn(&self) -> Option<(Seat, &str)> {
        let seat = self.turn()?;
        match &self.sitters[seat] {
            Sitter::Computer(spec) => Some((seat, spec)),
            Sitter::Human => None,
        }
    }

    /// The seats of people.
    pub fn humans(&self) -> Vec<Seat> {
        (0..self.sitters.len()).filter(|&seat| self.sitters[seat] == Sitter::Human).collect()
    }

    /// Whether all people at this machine may see the same.
    fn open_among_humans(&self) -> bool {
        let mut seen = self.humans().into_iter().map(|seat| self.table.position(Viewer::Seat(seat)));
        let first = seen.next();
        seen.all(|text| Some(&text) == first.as_ref())
    }

    /// The person to whom the screen must be handed before it may be shown.
    pub fn hand_over(&self) -> Option<Seat> {
        let seat = self.human_turn()?;
        (self.humans().len() > 1 && self.shown != Some(seat) && !self.open_among_humans()).then_some(seat)
    }

    /// The person who is to move has taken the screen.
    pub fn take_screen(&mut self) {
        self.shown = self.human_turn().or(self.shown);
    }

    /// Who looks at the screen: where computers play among themselves, those of the crowd.
    pub fn viewer(&self) -> Viewer {
        match self.humans().as_slice() {
            [] => Viewer::Spectator,
            [only] => Viewer::Seat(*only),
            several if self.open_among_humans() => Viewer::Seat(self.human_turn().or(self.shown).unwrap_or(several[0])),
            _ => self.shown.map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// What is on the screen.
    pub fn view(&self) -> View {
        let mut view = self.table.view(self.viewer());
        if let Some(seat) = self.resigned {
            view.turn = None;
            view.choices.clear();
            view.prompt = match self.sitters.len() {
                2 => text!("player {seat} has resigned: player {other} wins", seat = seat + 1, other = 2 - seat),
                _ => text!("player {seat} has resigned, which ends the game", seat = seat + 1),
            };
        }
        view
    }

    /// What was on the screen after so many moves, and the record up to there.
    pub fn view_at(&self, ply: usize) -> (View, Record) {
        let mut record = self.table.record();
        record.moves.truncate(ply);
        let table = record.replay().expect("a part of a game that was played");
        (table.view(self.viewer()), record)
    }

    /// Whether what this viewer sees at a ply is all that its mover sees: then its moves may be rated for them.
    pub fn may_rate(&self, ply: usize) -> bool {
        let mut record = self.table.record();
        record.moves.truncate(ply);
        let table = record.replay().expect("a part of a game that was played");
        let Some(turn) = table.turn() else { return false };
        let viewer = self.viewer();
        viewer.sees(turn) || table.position(viewer) == table.position(Viewer::Seat(turn))
    }

    /// Whether this viewer sees everything there is.
    pub fn is_open(&self) -> bool {
        self.table.position(self.viewer()) == self.table.position(Viewer::Referee)
    }

    /// The record, hidden things included.
    pub fn record(&self) -> Record {
        self.table.record()
    }

    /// Makes a move for whoever is to move.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        // After the end any seat is told so.
        let seat = self.table.turn().unwrap_or(0);
        self.table.play(seat, text)
    }

    /// Takes back to the last decision of a person, or one move where only computers play; false when there is none.
    pub fn undo(&mut self) -> bool {
        let humans = self.humans();
        if self.resigned.take().is_some() {
            return true;
        }
        let mine = |step: &agon_rules::Step| humans.is_empty() || humans.contains(&step.seat);
        if !self.table.view(Viewer::Referee).history.iter().any(mine) {
            return false;
        }
        while self.table.undo() && !humans.is_empty() && self.human_turn().is_none() {}
        true
    }

    /// Plays again what was taken back, up to the next decision of a person; false when there is nothing.
    pub fn redo(&mut self) -> bool {
        if !self.table.redo() {
            return false;
        }
        while !self.humans().is_empty() && self.human_turn().is_none() && self.table.redo() {}
        true
    }

    /// Takes back to a ply, to play on from there.
    pub fn branch(&mut self, ply: usize) {
        self.resigned = None;
        while self.table.ply() > ply && self.table.undo() {}
    }

    /// A person gives up: whoever is to move, or the only one there is.
    pub fn resign(&mut self) -> Result<(), &'static str> {
        let humans = self.humans();
        let who = self.human_turn().or(if humans.len() == 1 { humans.first().copied() } else { None });
        if self.turn().is_none() {
            return Err("the game is over already");
        }
        self.resigned = Some(who.ok_or("only a person can resign, on their turn")?);
        Ok(())
    }

    /// The same start again.
    pub fn restart(&mut self) {
        self.branch(0);
        self.shown = None;
    }

    /// A new deal for the same players, the next one of them beginning.
    pub fn again(&self, seed: u64) -> Plan {
        let mut plan = self.plan();
        plan.record.moves.clear();
        if let Start::Seed(old) = &mut plan.record.start {
            *old = seed;
        }
        plan.sitters.rotate_left(1);
        plan.bot_seed = seed;
        plan
    }
}
