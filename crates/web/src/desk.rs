//! The screen of a game at this device: takes taps and answers in, and says what is shown and what is to be done.

use agon_rules::{Picker, Seat, Site, Start, View, games};
use agon_wire::side::is_above;
use agon_wire::{Local, NoGame, Plan, Sitter};

use crate::captured::captured;
use crate::hand::Hand;
use crate::route::Route;
use crate::screen::{Area, Look, Screen};
use crate::share::{self, Want};
use crate::speak;
use crate::tally::Ending;
use crate::think::{Answer, Ask, Job, Tell, Value};
use crate::values::ranked;

/// The longest a computer player thinks, where it has no limit of its own.
const LONGEST: u32 = 10_000;
/// The longest that moves are rated.
const ANALYSIS: u32 = 60_000;
/// How long a computer player has that was told to hurry.
const HURRY: u32 = 300;

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// taps a cell
    Tap(Site),
    /// presses a move: a button, or one of a menu
    Play(String),
    /// drops the move in the making
    Cancel,
    /// takes back to the last own decision
    Undo,
    /// plays again what was taken back
    Redo,
    /// looks at the game after so many moves
    Look(usize),
    /// plays on from where one looks
    Branch,
    /// wants a good move
    Hint,
    /// makes the computer answer now
    Hurry,
    /// gives up
    Resign,
    /// the same game anew, the next player beginning; with the seed of its deal
    Again(u64),
    /// takes the screen
    TakeScreen,
    /// turns the board round
    Flip,
    /// wants to see what every move is worth, or not any more
    Analyse,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// ask the worker
    Ask(Job),
    /// whatever the worker does is of no use any more
    Stop,
    /// let another worker rate the moves, and end what it did before
    Watch(Job),
    /// that one is of no use any more
    Unwatch,
    /// the game has changed: keep it, and put it into the address
    Keep,
    /// say this to those who listen
    Say(String),
    /// moves were made: they can be heard
    Moved,
    /// a game of one person against computers is over; told once
    Ended(Ending),
}

/// The screen of a game at this device.
pub struct Desk {
    local: Local,
    hand: Hand,
    hint: Option<String>,
    /// the number of the question that is being thought about
    asked: Option<u64>,
    next: u64,
    /// whether moves are rated
    analysing: bool,
    /// the number of the question what they are worth, while it goes on
    watched: Option<u64>,
    /// what they are worth, the best first
    values: Vec<(String, Value)>,
    /// how it ended was told
    counted: bool,
}

impl Desk {
    /// Opens a game; the effects begin it.
    pub fn open(plan: &Plan) -> Result<(Self, Vec<Effect>), NoGame> {
        let local = Local::open(plan)?;
        let mut desk = Desk {
            local,
            hand: Hand::default(),
            hint: None,
            asked: None,
            next: 1,
            analysing: false,
            watched: None,
            values: Vec::new(),
            // A game that is opened after its end was counted before.
            counted: false,
        };
        desk.counted = desk.local.turn().is_none();
        let dealt = matches!(desk.local.record().start, Start::Seed(_));
        desk.hand.flipped = desk.local.humans() == [1] && is_above(&desk.local.view_at(0).0, dealt);
        let effects = desk.go_on();
        Ok((desk, effects))
    }

    /// The plan that leads here.
    pub fn plan(&self) -> Plan {
        self.local.plan()
    }

    /// What is shared of it: the whole game, as it looks after the moves that are looked at.
    pub fn share(&self, page: &str) -> Want {
        let plan = self.plan();
        let (record, names) = (plan.record.to_string(), share::names(&plan.sitters));
        let link = format!("{page}{}", Route::Game(Box::new(plan)).write());
        Want { record, ply: self.hand.look.unwrap_or(self.local.ply()), names, link }
    }

    /// The record and the seats of people, where the game may be looked at again: it is over, or nothing in it is hidden.
    pub fn review(&self) -> Option<(String, Vec<Seat>)> {
        let may = self.local.ply() > 0 && (self.local.turn().is_none() || self.local.is_open());
        may.then(|| (self.local.record().to_string(), self.local.humans()))
    }

    /// The id of the game.
    pub fn game(&self) -> &'static str {
        self.local.id()
    }

    /// What each player is called.
    pub fn names(&self) -> Vec<String> {
        let alone = self.local.humans().len() == 1;
        let name = |(seat, sitter): (usize, &Sitter)| match sitter {
            Sitter::Human if alone => "you".to_owned(),
            Sitter::Human => format!("player {}", seat + 1),
            Sitter::Computer(name) => name.clone(),
        };
        self.local.sitters().iter().enumerate().map(name).collect()
    }

    /// What is shown.
    pub fn view(&self) -> View {
        self.hand.look.map_or_else(|| self.local.view(), |ply| self.local.view_at(ply).0)
    }

    /// The screen as it is.
    pub fn screen(&self) -> Screen {
        let view = self.view();
        let hand_over = self.local.hand_over();
        let names = self.names();
        let history = self.local.view().history;
        let info = games::info(self.local.id()).ok();
        let mine = self.hand.look.is_none() && self.local.human_turn().is_some() && hand_over.is_none();
        let areas = if hand_over.is_some() { Vec::new() } else { self.areas(&view, &names, mine) };
        Screen {
            title: info.map(|info| info.name.to_owned()).unwrap_or_default(),
            variant: self.local.variant(),
            areas,
            prompt: view.prompt.clone(),
            turn: view.turn,
            scores: view.scores.clone(),
            clocks: Vec::new(),
            captured: captured(&self.local.view_at(0).0, &view, names.len()),
            away: Vec::new(),
            buttons: if mine { Picker::buttons(&view.choices).map(str::to_owned).collect() } else { Vec::new() },
            menu: self.hand.menu.clone(),
            at: view.ply,
            history: if hand_over.is_some() { Vec::new() } else { history },
            notes: if hand_over.is_some() { Vec::new() } else { view.notes.clone() },
            message: self.hand.message.clone(),
            thinking: self.asked.is_some(),
            over: self.local.turn().is_none(),
            hand_over,
            can_undo: self.local.ply() > 0 && self.hand.look.is_none(),
            can_redo: self.hand.look.is_none(),
            can_branch: self.hand.look.is_some(),
            analysing: self.analysing,
            values: self.rated(&view),
            names,
        }
    }

    fn areas(&self, view: &View, names: &[String], mine: bool) -> Vec<Area> {
        let before = view.ply.checked_sub(1).map(|ply| self.local.view_at(ply).0);
        let look = Look {
            view,
            before: before.as_ref(),
            picker: &self.hand.picker,
            hint: self.hint.as_deref(),
            values: &ranked(&self.values, view),
            me: self.me(),
            flipped: self.hand.flipped,
            names,
            mine,
        };
        look.areas()
    }

    /// The person in front of the screen.
    fn me(&self) -> Option<Seat> {
        match self.local.humans().as_slice() {
            [] => None,
            [only] => Some(*only),
            several => self.local.human_turn().or(several.first().copied()),
        }
    }

    /// Every move with what it is worth in words, the best first.
    fn rated(&self, view: &View) -> Vec<(String, String)> {
        let (seat, points) = (view.turn.unwrap_or(0), !view.scores.is_empty());
        self.values.iter().map(|(text, value)| (text.clone(), value.words(seat, points))).collect()
    }

    /// Takes something in, and says what is to be done.
    pub fn take(&mut self, input: Input) -> Vec<Effect> {
        let before = (self.hand.look, self.local.ply(), self.analysing);
        if input == Input::Analyse {
            self.analysing = !self.analysing;
        }
        let mut effects = self.answer(input);
        if before != (self.hand.look, self.local.ply(), self.analysing) {
            effects.extend(self.watch());
        }
        effects
    }

    /// Lets the moves of the position that is looked at be rated, where those who look may know.
    fn watch(&mut self) -> Vec<Effect> {
        let watched = self.watched.take().is_some();
        self.values.clear();
        let ply = self.hand.look.unwrap_or(self.local.ply());
        if !self.analysing || !self.local.may_rate(ply) || self.local.hand_over().is_some() {
            return if watched { vec![Effect::Unwatch] } else { Vec::new() };
        }
        let mut record = self.local.record();
        record.moves.truncate(ply);
        let id = self.next;
        self.next += 1;
        self.watched = Some(id);
        vec![Effect::Watch(Job { id, ask: Ask::Analyse { record: record.to_string(), millis: ANALYSIS } })]
    }

    fn answer(&mut self, input: Input) -> Vec<Effect> {
        self.hand.message = None;
        if !matches!(input, Input::Tap(_) | Input::Play(_)) {
            self.hand.picker.clear();
        }
        if !matches!(input, Input::Hint) {
            self.hint = None;
        }
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => self.tap(site),
            Input::Play(text) => self.play(&text),
            Input::Cancel | Input::TakeScreen | Input::Flip | Input::Analyse => {
                match input {
                    Input::TakeScreen => self.local.take_screen(),
                    Input::Flip => self.hand.flipped = !self.hand.flipped,
                    _ => {}
                }
                Vec::new()
            }
            Input::Undo => {
                let done = self.local.undo();
                self.after_change(done, "there is nothing to take back")
            }
            Input::Redo => {
                let done = self.local.redo();
                self.after_change(done, "there is nothing to play again")
            }
            Input::Look(ply) => {
                self.hand.look = (ply < self.local.ply()).then_some(ply);
                vec![Effect::Say(self.view().prompt)]
            }
            Input::Branch => {
                if let Some(ply) = self.hand.look.take() {
                    self.local.branch(ply);
                }
                self.after_change(true, "")
            }
            Input::Hint => self.want_hint(),
            Input::Hurry => self.hurry(),
            Input::Resign => match self.local.resign() {
                Ok(()) => self.after_change(true, ""),
                Err(why) => self.refuse(why.to_owned()),
            },
            Input::Again(seed) => match Local::open(&self.local.again(seed)) {
                Ok(local) => {
                    self.local = local;
                    self.hand.look = None;
                    self.counted = false;
                    self.after_change(true, "")
                }
                Err(why) => self.refuse(why.to_string()),
            },
        }
    }

    fn refuse(&mut self, text: String) -> Vec<Effect> {
        self.hand.refuse(&text);
        vec![Effect::Say(text)]
    }

    /// Why no move can be made now.
    fn hindrance(&self) -> Option<String> {
        if self.hand.look.is_some() {
            return Some("this is an earlier position; go to the newest move, or play on from here".to_owned());
        }
        if self.local.turn().is_none() {
            return Some("the game is over; play again or take a move back".to_owned());
        }
        self.local.human_turn().is_none().then(|| "the computer is to move".to_owned())
    }

    fn tap(&mut self, site: Site) -> Vec<Effect> {
        if let Some(why) = self.hindrance() {
            return self.refuse(why);
        }
        match self.hand.tap(&self.local.view(), site) {
            Ok(Some(text)) => self.play(&text),
            Ok(None) => Vec::new(),
            Err(why) => self.refuse(why),
        }
    }

    fn play(&mut self, text: &str) -> Vec<Effect> {
        self.hand.picker.clear();
        if let Some(why) = self.hindrance() {
            return self.refuse(why);
        }
        match self.local.play(text) {
            Ok(()) => self.after_change(true, ""),
            Err(why) => self.refuse(why.to_string()),
        }
    }

    /// After the game has changed: what was thought about is of no use, and whoever is next goes on.
    fn after_change(&mut self, done: bool, why_not: &str) -> Vec<Effect> {
        if !done {
            return self.refuse(why_not.to_owned());
        }
        let mut effects = Vec::new();
        if self.asked.take().is_some() {
            effects.push(Effect::Stop);
        }
        self.hand.look = None;
        effects.push(Effect::Keep);
        effects.push(Effect::Moved);
        effects.extend(self.ending().map(Effect::Ended));
        effects.extend(self.go_on());
        effects
    }

    /// How it ended for the only person here, once.
    fn ending(&mut self) -> Option<Ending> {
        let [me] = self.local.humans()[..] else { return None };
        if self.local.turn().is_some() || self.counted || self.local.sitters().len() < 2 {
            return None;
        }
        self.counted = true;
        let resigned = self.local.resigned();
        let outcome = self.local.view().outcome;
        let winners = outcome.map(|outcome| outcome.winners.unwrap_or_else(|| Vec::from_iter(outcome.winner)));
        Some(match winners {
            _ if resigned == Some(me) => Ending::Lost,
            _ if resigned.is_some() => Ending::Won,
            Some(winners) if winners.is_empty() || winners.len() == self.local.sitters().len() => Ending::Drawn,
            Some(winners) if winners.contains(&me) => Ending::Won,
            _ => Ending::Lost,
        })
    }

    /// Says what has happened, and lets a computer think whose turn it is.
    fn go_on(&mut self) -> Vec<Effect> {
        let view = self.local.view();
        let last = view.ply.saturating_sub(1);
        let mut effects = vec![Effect::Say(speak::news(last, &view, &self.names()))];
        if let Some((seat, player)) = self.local.computer_turn() {
            let (record, player) = (self.local.record().to_string(), player.to_owned());
            let seed = self.local.bot_seed(seat);
            effects.push(self.ask(Ask::Move { record, player, seed, millis: LONGEST }));
        }
        effects
    }

    fn ask(&mut self, ask: Ask) -> Effect {
        let id = self.next;
        self.next += 1;
        self.asked = Some(id);
        Effect::Ask(Job { id, ask })
    }

    fn want_hint(&mut self) -> Vec<Effect> {
        if let Some(why) = self.hindrance() {
            return self.refuse(why);
        }
        if self.asked.is_some() {
            return self.refuse("wait: the computer is thinking".to_owned());
        }
        vec![self.ask(Ask::Hint { record: self.local.record().to_string() })]
    }

    /// The computer is to answer now: it is asked anew, with next to no time.
    fn hurry(&mut self) -> Vec<Effect> {
        let Some((seat, player)) = self.local.computer_turn() else { return Vec::new() };
        let (record, player) = (self.local.record().to_string(), player.to_owned());
        let seed = self.local.bot_seed(seat);
        vec![Effect::Stop, self.ask(Ask::Move { record, player, seed, millis: HURRY })]
    }

    /// Takes an answer of the worker in; one to an older question is nothing.
    pub fn hear(&mut self, answer: Answer) -> Vec<Effect> {
        if self.watched == Some(answer.id) {
            match answer.tell {
                Tell::Values { moves, .. } => self.values = moves,
                Tell::Failed(why) => return self.refuse(why),
                _ => {}
            }
            return Vec::new();
        }
        let before = self.local.ply();
        let mut effects = self.reply(answer);
        if self.local.ply() != before {
            effects.extend(self.watch());
        }
        effects
    }

    fn reply(&mut self, answer: Answer) -> Vec<Effect> {
        if self.asked != Some(answer.id) {
            return Vec::new();
        }
        self.asked = None;
        match answer.tell {
            Tell::Move { text, .. } if self.local.computer_turn().is_some() => match self.local.play(&text) {
                Ok(()) => self.after_change(true, ""),
                Err(why) => self.refuse(format!("the computer's move makes no sense: {why}")),
            },
            Tell::Move { text, .. } => {
                let said = format!("a good move is {text}");
                self.hint = Some(text);
                self.hand.tell(&said);
                vec![Effect::Say(said)]
            }
            Tell::Failed(why) => self.refuse(why),
            _ => Vec::new(),
        }
    }
}
