//! A game at this device: the table, who sits where, and who looks at the screen.
//!
//! It draws nothing and knows no computer player by name: the client that thinks for one checks that it exists.

use agon_rules::{Note, Record, Seat, Start, Step, Table, View, Viewer};

use crate::ending::Ending;
use crate::name::Name;
use crate::plan::{NoGame, Plan, Sitter};
use crate::venue::{Effect, Hindrance, Intent, Refusal, Venue};
use crate::words;

/// A game at this device.
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
        let usual = |seat| if seat == 0 { Sitter::Human } else { Sitter::Computer(Plan::DEFAULT_PLAYER.to_owned()) };
        sitters.extend((sitters.len()..seats).map(usual));
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

    /// Who sits at each seat.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// The seed of a seat's computer player.
    pub fn bot_seed(&self, seat: Seat) -> u64 {
        agon_rules::Rng::derive(self.bot_seed, seat as u64)
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

    /// Whether all people at this device see the same now.
    fn people_see_alike(&self) -> bool {
        let people = self.people();
        let alike =
            |pair: &[Seat]| self.table.looks_alike(self.table.ply(), Viewer::Seat(pair[0]), Viewer::Seat(pair[1]));
        people.windows(2).all(alike)
    }

    /// The person to whom the screen must be handed before it may be shown.
    pub fn hand_over(&self) -> Option<Seat> {
        let seat = self.human_turn()?;
        (self.people().len() > 1 && self.shown != Some(seat) && !self.people_see_alike()).then_some(seat)
    }

    /// The person who is to move has taken the screen.
    pub fn take_screen(&mut self) {
        self.shown = self.human_turn().or(self.shown);
    }

    /// Who looks at the screen: a spectator where computers play among themselves.
    pub fn viewer(&self) -> Viewer {
        match self.people().as_slice() {
            [] => Viewer::Spectator,
            [only] => Viewer::Seat(*only),
            several if self.people_see_alike() => Viewer::Seat(self.human_turn().or(self.shown).unwrap_or(several[0])),
            _ => self.shown.map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// Whether this viewer sees everything there is.
    pub fn is_open(&self) -> bool {
        !self.table.hides(self.viewer())
    }

    /// Whether the whole game may be looked at again: it is over, or nothing is hidden.
    pub fn may_review(&self) -> bool {
        self.ply() > 0 && (self.turn().is_none() || self.is_open())
    }

    /// The record, hidden things included.
    pub fn record(&self) -> Record {
        self.table.record()
    }

    /// Makes a move for the player to move, person or computer.
    pub fn play(&mut self, text: &str) -> Result<(), agon_rules::Error> {
        // After the end every seat gets the same answer.
        let seat = self.table.turn().unwrap_or(0);
        self.table.play(seat, text)
    }

    /// Takes back to the last decision of a person, or one move where only computers play; false when there is none.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        if !self.can_undo() {
            return false;
        }
        let people = self.people();
        while self.table.undo() && !people.is_empty() && self.human_turn().is_none() {}
        true
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        let people = self.people();
        let mine = |step: &Step| people.is_empty() || people.contains(&step.seat);
        self.resigned.is_some() || self.table.history(Viewer::Referee).iter().any(mine)
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        self.resigned.is_none() && self.table.undone() > 0
    }

    /// Plays again what was taken back, up to the next decision of a person; false when there is nothing.
    pub fn redo(&mut self) -> bool {
        if !self.table.redo() {
            return false;
        }
        while !self.people().is_empty() && self.human_turn().is_none() && self.table.redo() {}
        true
    }

    /// Takes back to a ply, to play on from there.
    fn branch(&mut self, ply: usize) {
        self.resigned = None;
        while self.table.ply() > ply && self.table.undo() {}
    }

    /// A person gives up: the one to move, or the only one there is.
    fn resign(&mut self) -> Result<(), Refusal> {
        if self.turn().is_none() {
            return Err(Refusal::Hindered(Hindrance::Over));
        }
        let people = self.people();
        let only = if people.len() == 1 { people.first().copied() } else { None };
        self.resigned = Some(self.human_turn().or(only).ok_or(Refusal::NobodyToResign)?);
        Ok(())
    }

    /// A new deal for the same players; the next one of them begins.
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

impl Venue for Local {
    fn game(&self) -> &str {
        self.table.id()
    }

    fn options(&self) -> Vec<(String, String)> {
        self.table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect()
    }

    fn seats(&self) -> usize {
        self.sitters.len()
    }

    fn ply(&self) -> usize {
        self.table.ply()
    }

    fn name(&self, seat: Seat) -> Name {
        match self.sitters.get(seat) {
            Some(Sitter::Human) if self.people().len() == 1 => Name::You,
            Some(Sitter::Computer(spec)) => Name::Computer(spec.clone()),
            Some(Sitter::Human) | None => Name::Player(seat),
        }
    }

    fn is_away(&self, _: Seat) -> bool {
        false
    }

    fn has_resigned(&self, seat: Seat) -> bool {
        self.resigned == Some(seat)
    }

    fn people(&self) -> Vec<Seat> {
        (0..self.sitters.len()).filter(|&seat| self.sitters[seat] == Sitter::Human).collect()
    }

    fn turn(&self) -> Option<Seat> {
        if self.resigned.is_some() { None } else { self.table.turn() }
    }

    fn hindrance(&self) -> Option<Hindrance> {
        match (self.turn(), self.hand_over()) {
            (None, _) => Some(Hindrance::Over),
            (_, Some(seat)) => Some(Hindrance::HandOver(seat)),
            (Some(seat), _) => (self.sitters[seat] != Sitter::Human).then_some(Hindrance::ComputersTurn),
        }
    }

    fn view(&self) -> View {
        let mut view = self.table.view(self.viewer());
        if let Some(ending) = self.ending() {
            view.turn = None;
            view.choices.clear();
            view.prompt = words::ending(&ending, &|seat| self.name(seat));
        }
        view
    }

    fn view_at(&self, ply: usize) -> Option<View> {
        self.table.view_at(ply, self.viewer())
    }

    fn history(&self) -> Vec<Step> {
        self.table.history(self.viewer())
    }

    fn record_at(&self, ply: usize) -> Option<Record> {
        let mut record = self.table.record();
        record.moves.truncate(ply);
        Some(record)
    }

    fn may_rate(&self, ply: usize) -> bool {
        let viewer = self.viewer();
        let turn = match self.table.history(Viewer::Referee).get(ply) {
            Some(step) => Some(step.seat),
            None => self.table.turn(),
        };
        turn.is_some_and(|turn| viewer.sees(turn) || self.table.looks_alike(ply, viewer, Viewer::Seat(turn)))
    }

    fn review(&self) -> Option<Record> {
        self.may_review().then(|| self.record())
    }

    fn preview(&self, text: &str) -> Vec<Note> {
        let mut notes = self.table.preview(self.viewer(), text);
        let before = self.view().notes;
        notes.retain(|note| !before.contains(note));
        notes
    }

    fn ending(&self) -> Option<Ending> {
        match self.resigned {
            Some(seat) => Some(Ending::resigned(seat, self.sitters.len())),
            None => self.table.outcome().as_ref().map(Ending::by_rules),
        }
    }

    fn clock(&self, _: Seat, _: u64) -> Option<u64> {
        None
    }

    fn act(&mut self, _: u64, intent: Intent) -> Result<Vec<Effect>, Refusal> {
        let from = self.ply();
        match intent {
            Intent::Play(text) => match self.hindrance() {
                Some(why) => return Err(Refusal::Hindered(why)),
                None => self.play(&text).map_err(Refusal::Illegal)?,
            },
            Intent::Takeback if !self.undo() => return Err(Refusal::NothingToTakeBack),
            Intent::Redo if !self.redo() => return Err(Refusal::NothingToRedo),
            Intent::Takeback | Intent::Redo => {}
            Intent::Branch(ply) => self.branch(ply),
            Intent::Restart => {
                self.branch(0);
                self.shown = None;
            }
            Intent::Resign => self.resign()?,
            Intent::Ask(_) => return Err(Refusal::OnlyInRooms),
        }
        Ok(vec![Effect::Changed { from: from.min(self.ply()) }])
    }

    fn is_dealt(&self) -> bool {
        matches!(self.table.record().start, Start::Seed(_))
    }
}
