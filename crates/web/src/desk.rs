//! The screen of a game at this device: takes inputs and answers of the worker in, and says what to do.

use agon_client::words::{self, Scale};
use agon_client::{Feed, Hindrance, Intent, Local, NoGame, Plan, Refusal, Venue, Verdict, Worth};
use agon_rules::{Seat, Site, Text, View, text};

use crate::draw;
use crate::hand::{Hand, Tapped};
use crate::screen::{Help, Screen};
use crate::share::{self, Want};
use crate::speak;
use crate::think::{Answer, Ask, Question, Tell};
use crate::values::ranked;

pub use crate::hand::Input;

/// The longest a computer player thinks, where it has no limit of its own.
const LONGEST: u32 = 10_000;
/// The longest that moves are rated.
const ANALYSIS: u32 = 60_000;
/// How long a computer player has that was told to hurry.
const HURRY: u32 = 300;

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// ask the worker
    Ask(Question),
    /// stop the worker: nobody needs its answer any more
    Stop,
    /// let another worker rate the moves, instead of what it did before
    Watch(Question),
    /// stop that one
    Unwatch,
    /// the game has changed: keep it, and put it into the address
    Keep,
    /// say these sentences to those who listen
    Say(Vec<Text>),
    /// moves were made: they can be heard
    Moved,
    /// a game of one person against computers is over; told once
    Ended(Verdict),
    /// that end was taken back
    Reopened(Verdict),
}

/// The screen of a game at this device.
pub struct Desk {
    local: Local,
    hand: Hand,
    bots: Bots,
    /// what happened, turn by turn
    feed: Feed,
    /// how the game ended, once that was told
    counted: Option<Verdict>,
}

/// What the workers are asked, and what they have said.
#[derive(Default)]
struct Bots {
    /// the number of the last question
    last: u64,
    /// the question that is being thought about
    asked: Option<u64>,
    /// the move that is suggested
    hint: Option<String>,
    /// moves are rated
    analysing: bool,
    /// the question what they are worth, while it is open
    watched: Option<u64>,
    /// what they are worth, the best first
    values: Vec<(String, Worth)>,
}

impl Bots {
    fn question(&mut self, ask: Ask) -> Question {
        self.last += 1;
        Question { id: self.last, ask }
    }

    fn ask(&mut self, ask: Ask) -> Effect {
        let question = self.question(ask);
        self.asked = Some(question.id);
        Effect::Ask(question)
    }
}

impl Desk {
    /// Opens a game; the effects begin it.
    pub fn open(plan: &Plan) -> Result<(Self, Vec<Effect>), NoGame> {
        let local = Local::open(plan)?;
        let hand = Hand { flipped: local.is_far(), ..Hand::default() };
        // A game that is opened after its end was counted before.
        let counted = local.verdict();
        let mut desk = Desk { local, hand, bots: Bots::default(), feed: Feed::default(), counted };
        let effects = desk.go_on();
        Ok((desk, effects))
    }

    /// The plan that leads here.
    pub fn plan(&self) -> Plan {
        self.local.plan()
    }

    /// What is shared of it: the whole game, as it looks at the ply on the screen.
    pub fn share(&self, page: &str) -> Want {
        let plan = self.plan();
        let (record, names) = (plan.record.to_string(), share::names(&plan.sitters));
        let link = share::link(page, plan, self.ply());
        Want { record, ply: self.ply(), names, link }
    }

    /// The record and the seats of people, where the game may be reviewed: it is over, or nothing in it is hidden.
    pub fn review(&self) -> Option<(String, Vec<Seat>)> {
        self.local.may_review().then(|| (self.local.record().to_string(), self.local.people()))
    }

    /// How it ended for the only person, against computers.
    pub fn verdict(&self) -> Option<Verdict> {
        self.counted
    }

    /// The id of the game.
    pub fn game(&self) -> &'static str {
        self.local.id()
    }

    /// The position on the screen.
    pub fn view(&self) -> View {
        self.hand.view(&self.local)
    }

    fn ply(&self) -> usize {
        self.hand.look.unwrap_or(self.local.ply())
    }

    /// The screen as it is.
    pub fn screen(&self) -> Screen {
        let view = self.view();
        let ranked = ranked(&self.bots.values, &view);
        let help = Help { hint: self.bots.hint.as_deref(), ranked: &ranked };
        let mut screen = Screen::new(&self.local, &self.hand, &self.feed, &help, 0);
        let (seat, scale) = (view.turn.unwrap_or(0), Scale::of(&view));
        let words = |(text, worth): &(String, Worth)| (text.clone(), words::worth(*worth, seat, scale));
        screen.values = self.bots.values.iter().map(words).collect();
        screen.think(self.bots.asked.is_some() && self.local.computer_turn().is_some());
        screen.tools.analysing = self.bots.analysing;
        screen.tools.undo = self.local.can_undo() && self.hand.look.is_none();
        screen.tools.redo = self.local.can_redo() && self.hand.look.is_none();
        screen.tools.branch = self.hand.look.is_some();
        screen.tools.hand_over = self.local.hand_over();
        if screen.tools.hand_over.is_some() {
            // Nobody sees anything while the device changes hands.
            screen.table = draw::Table::default();
            screen.history.steps.clear();
            screen.feed.clear();
            screen.values.clear();
        }
        screen
    }

    /// Takes something in, and says what to do.
    pub fn take(&mut self, input: Input) -> Vec<Effect> {
        let before = (self.hand.look, self.local.ply(), self.bots.analysing);
        let mut effects = self.answer(input);
        self.feed.follow(&self.local);
        if before != (self.hand.look, self.local.ply(), self.bots.analysing) {
            effects.extend(self.watch());
        }
        effects
    }

    fn answer(&mut self, input: Input) -> Vec<Effect> {
        self.hand.message = None;
        if !matches!(input, Input::Tap(_) | Input::Play(_)) {
            self.hand.clear();
        }
        self.bots.hint = None;
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => return self.tap(site),
            Input::Play(text) => return self.play(text),
            Input::Undo => return self.intend(Intent::Takeback),
            Input::Redo => return self.intend(Intent::Redo),
            Input::Resign => return self.intend(Intent::Resign),
            Input::Branch => return self.intend(Intent::Branch(self.ply())),
            Input::Hint => return self.want_hint(),
            Input::Hurry => return self.hurry(),
            Input::Again(seed) => return self.again(seed),
            Input::Look(ply) => {
                self.hand.look = (ply < self.local.ply()).then_some(ply);
                return vec![Effect::Say(vec![self.view().prompt])];
            }
            Input::TakeScreen => self.local.take_screen(),
            Input::Flip => self.hand.flipped = !self.hand.flipped,
            Input::Analyse => self.bots.analysing = !self.bots.analysing,
            Input::AtOnce(now) => self.hand.at_once = now,
            Input::Cancel => {}
        }
        Vec::new()
    }

    /// Taps a cell, and makes the move that this completes.
    fn tap(&mut self, site: Site) -> Vec<Effect> {
        if let Some(why) = self.hand.hindrance(&self.local) {
            return self.refuse(&Refusal::Hindered(why));
        }
        match self.hand.tap(&self.local.view(), site) {
            Tapped::Play(text) => self.play(text),
            Tapped::More => Vec::new(),
            Tapped::Nowhere(why) => self.complain(why),
        }
    }

    fn play(&mut self, text: String) -> Vec<Effect> {
        self.hand.clear();
        match self.hand.hindrance(&self.local) {
            Some(why) => self.refuse(&Refusal::Hindered(why)),
            None => self.intend(Intent::Play(text)),
        }
    }

    /// Does what the player wants of the game, or says why not.
    fn intend(&mut self, intent: Intent) -> Vec<Effect> {
        match self.local.act(0, intent) {
            Ok(_) => self.changed(),
            Err(why) => self.refuse(&why),
        }
    }

    fn again(&mut self, seed: u64) -> Vec<Effect> {
        match Local::open(&self.local.again(seed)) {
            Ok(local) => {
                (self.local, self.counted) = (local, None);
                self.changed()
            }
            Err(why) => self.complain(why.text()),
        }
    }

    fn refuse(&mut self, why: &Refusal) -> Vec<Effect> {
        let sentence = words::refusal(why, &self.local);
        let advice = match why {
            Refusal::Hindered(Hindrance::Over) => text!("play again, or take a move back"),
            Refusal::Hindered(Hindrance::EarlierPosition) => text!("go to the newest move, or play on from here"),
            _ => return self.complain(sentence),
        };
        self.complain(text!("{why}; {advice}", why = sentence, advice))
    }

    fn complain(&mut self, text: Text) -> Vec<Effect> {
        self.hand.refuse(text.clone());
        vec![Effect::Say(vec![text])]
    }

    /// After the game has changed: older questions are dropped, and the next player goes on.
    fn changed(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.bots.asked.take().is_some() {
            effects.push(Effect::Stop);
        }
        self.hand.look = None;
        effects.extend([Effect::Keep, Effect::Moved]);
        match (self.local.verdict(), self.counted.take()) {
            (Some(verdict), None) => {
                self.counted = Some(verdict);
                effects.push(Effect::Ended(verdict));
            }
            (None, Some(earlier)) => effects.push(Effect::Reopened(earlier)),
            (_, counted) => self.counted = counted,
        }
        effects.extend(self.go_on());
        effects
    }

    /// Says what has happened, and lets a computer think whose turn it is.
    fn go_on(&mut self) -> Vec<Effect> {
        self.feed.follow(&self.local);
        let view = self.local.view();
        let news = speak::news(view.ply.saturating_sub(1), &view, &self.local);
        let mut effects = vec![Effect::Say(news)];
        effects.extend(self.ask_computer(LONGEST));
        effects
    }

    /// Asks the computer player whose turn it is.
    fn ask_computer(&mut self, millis: u32) -> Option<Effect> {
        let (seat, player) = self.local.computer_turn()?;
        let (record, player) = (self.local.record().to_string(), player.to_owned());
        let seed = self.local.bot_seed(seat);
        Some(self.bots.ask(Ask::Move { record, player, seed, millis }))
    }

    /// The computer is to answer now: it is asked again, with next to no time.
    fn hurry(&mut self) -> Vec<Effect> {
        self.ask_computer(HURRY).map_or_else(Vec::new, |ask| vec![Effect::Stop, ask])
    }

    fn want_hint(&mut self) -> Vec<Effect> {
        if let Some(why) = self.hand.hindrance(&self.local) {
            return self.refuse(&Refusal::Hindered(why));
        }
        if self.bots.asked.is_some() {
            return self.complain(text!("wait: the computer is thinking"));
        }
        vec![self.bots.ask(Ask::Hint { record: self.local.record().to_string() })]
    }

    /// Lets the moves of the position on the screen be rated, where those who look may know.
    fn watch(&mut self) -> Vec<Effect> {
        let watched = self.bots.watched.take().is_some();
        self.bots.values.clear();
        let ply = self.ply();
        let wanted = self.bots.analysing && self.local.may_rate(ply) && self.local.hand_over().is_none();
        let Some(record) = self.local.record_at(ply).filter(|_| wanted) else {
            return if watched { vec![Effect::Unwatch] } else { Vec::new() };
        };
        let question = self.bots.question(Ask::Analyse { record: record.to_string(), millis: ANALYSIS });
        self.bots.watched = Some(question.id);
        vec![Effect::Watch(question)]
    }

    /// Whether an answer is the move of the computer whose turn it is.
    pub fn is_move(&self, answer: &Answer) -> bool {
        let is_asked = self.bots.asked == Some(answer.id) && self.local.computer_turn().is_some();
        is_asked && matches!(answer.tell, Tell::Move { .. })
    }

    /// Takes an answer of the worker in; one to an older question is dropped.
    pub fn hear(&mut self, answer: Answer) -> Vec<Effect> {
        if self.bots.watched == Some(answer.id) {
            match answer.tell {
                Tell::Values { moves, .. } => self.bots.values = moves,
                Tell::Failed(why) => return self.complain(why),
                _ => {}
            }
            return Vec::new();
        }
        if self.bots.asked != Some(answer.id) {
            return Vec::new();
        }
        self.bots.asked = None;
        let before = self.local.ply();
        let mut effects = self.reply(answer.tell);
        if self.local.ply() != before {
            effects.extend(self.watch());
        }
        effects
    }

    fn reply(&mut self, tell: Tell) -> Vec<Effect> {
        match tell {
            Tell::Move { text, .. } if self.local.computer_turn().is_some() => match self.local.play(&text) {
                Ok(()) => self.changed(),
                Err(why) => self.complain(text!("the computer's move makes no sense: {why}", why = why.text())),
            },
            Tell::Move { text: good, why, .. } => {
                // What the game itself says of the move, then what it comes to.
                let fact = self.local.preview(&good).first().map(|note| self.local.personal(&note.text));
                let sentence = words::hint(&good, fact.into_iter().chain((!why.is_empty()).then_some(why)));
                self.bots.hint = Some(good);
                self.hand.tell(sentence.clone());
                vec![Effect::Say(vec![sentence])]
            }
            Tell::Failed(why) => self.complain(why),
            _ => Vec::new(),
        }
    }
}
