//! The screen of one game: what was tapped and typed, which position is shown, and what the computers are doing.
//!
//! Keys, clicks and words all end in [`Desk::act`] or [`Desk::tap`]; drawing is in `draw.rs`.

use std::path::PathBuf;
use std::time::Duration;

use agon_client::words::{self, Scale};
use agon_client::{Effect, Hindrance, Intent, Local, Online, Plan, Refusal, Sitter, Worth};
use agon_rules::{Choice, Picker, Seat, Site, View};
use agon_search::ask::{Analysis, Reply};

use crate::board::Marks;
use crate::game::{Game, changes};
use crate::keep;
use crate::local;
use crate::server::{Entry, clean};
use crate::socket::Heard;
use crate::taps::{Focus, Hand};
use crate::thought::{Answer, Asker, Thought, stand_in};
use crate::word::{self, Word};

/// The pace at which one can watch computers play each other.
const PACE: Duration = Duration::from_millis(600);

/// What the app must do after a desk has acted.
pub enum After {
    /// nothing
    Stay,
    /// show the list of games
    Menu,
    /// end
    Quit,
    /// show the rules page
    Rules,
    /// show the help page
    Help,
    /// open another game
    Open(Box<Local>),
    /// go to another room of the same server
    Enter(Box<Entry>),
}

/// The screen of one game.
pub struct Desk {
    pub(crate) game: Game,
    /// the position on the screen
    pub(crate) view: View,
    pub(crate) hand: Hand,
    pub(crate) look: Look,
    pub(crate) bots: Bots,
    habits: Habits,
    /// the file in which the game is kept from move to move
    kept: Option<PathBuf>,
}

/// Which position is on the screen, and how.
#[derive(Default)]
pub(crate) struct Look {
    /// the ply on the screen, if it is not the last
    pub review: Option<usize>,
    pub flipped: bool,
    /// how far a board that does not fit was moved by hand
    pub pan: (i32, i32),
    /// the cells that the last move changed
    changed: Vec<Site>,
    /// the cells of the suggested move
    hint: Vec<Site>,
}

/// What the computers are doing.
pub(crate) struct Bots {
    asker: Asker,
    /// a computer player about its move
    pub thinking: Option<Thought>,
    /// a search for a hint
    pub hinting: Option<Thought>,
    /// a search for the worth of every move
    rating: Option<Thought>,
    /// what that search knows by now
    pub rated: Option<Analysis>,
    /// whether moves should be rated
    pub analysing: bool,
    /// whether computers wait until they are told to go on
    pub paused: bool,
}

impl Bots {
    /// Whether moves are being rated, or have been.
    pub fn is_rating(&self) -> bool {
        self.rating.is_some()
    }
}

/// What a desk does besides the game.
#[derive(Clone, Debug)]
pub struct Habits {
    /// where new deals come from
    pub seed: fn() -> u64,
    /// the folder in which games in play are kept
    pub keep: Option<PathBuf>,
}

impl Desk {
    /// The screen of a game; `kept` is its file, if it has one already.
    pub fn new(game: Game, asker: Asker, habits: Habits, kept: Option<PathBuf>) -> Self {
        let kept = kept.or_else(|| habits.keep.as_deref().map(keep::new_path));
        let bots =
            Bots { asker, thinking: None, hinting: None, rating: None, rated: None, analysing: false, paused: false };
        let look = Look { flipped: game.venue().is_far(), ..Look::default() };
        let mut desk = Desk { view: game.venue().view(), game, hand: Hand::default(), look, bots, habits, kept };
        desk.refresh();
        desk.think();
        desk
    }

    /// Computes everything anew after the game, or the ply on the screen, has changed.
    fn refresh(&mut self) {
        let (ply, venue) = (self.ply(), self.game.venue());
        let view = match self.look.review.and_then(|ply| venue.view_at(ply)) {
            Some(view) => View { choices: Vec::new(), ..view },
            None => {
                self.look.review = None;
                venue.view()
            }
        };
        self.view = self.game.told(view);
        let before = ply.checked_sub(1).and_then(|before| venue.view_at(before));
        self.look.changed = before.map_or_else(Vec::new, |before| changes(&before, &self.view));
        self.look.hint.clear();
        self.look.pan = (0, 0);
        self.hand.picker.clear();
        self.hand.menu = None;
        (self.bots.hinting, self.bots.rating, self.bots.rated) = (None, None, None);
        self.refocus();
        self.rate(ply);
    }

    /// Begins to rate the moves at a ply where that is wanted and fair; false when it is not.
    fn rate(&mut self, ply: usize) -> bool {
        let venue = self.game.venue();
        let record = venue.record_at(ply).filter(|_| self.bots.analysing && venue.may_rate(ply));
        self.bots.rating = record.map(|record| self.bots.asker.analyse(record));
        self.bots.rating.is_some()
    }

    /// Lets the computer think whose turn it is, unless it does already.
    fn think(&mut self) {
        self.bots.thinking = None;
        let Some(local) = self.game.local().filter(|_| !self.bots.paused) else { return };
        if let Some((seat, player)) = local.computer_turn() {
            let pace = if self.game.venue().people().is_empty() { PACE } else { Duration::ZERO };
            self.bots.thinking = Some(self.bots.asker.reply(local.record(), player, local.bot_seed(seat), pace));
        }
    }

    /// Does what the player wants of the game, or says why not.
    pub(crate) fn intend(&mut self, intent: Intent) -> bool {
        match self.game.act(intent) {
            Ok(effects) => {
                self.follow(effects);
                true
            }
            Err(why) => {
                self.complain(self.game.refusal(&why));
                false
            }
        }
    }

    /// Shows what followed from something that happened to the game.
    fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Changed { .. } => self.moved(),
                Effect::Tell(text) => self.complain(clean(&text.to_string())),
                Effect::Around | Effect::Socket(_) | Effect::Rematch(_) => {}
            }
        }
    }

    /// The game has changed: it is kept and shown. In a room the ply on the screen stays, if it still exists.
    fn moved(&mut self) {
        let ply = self.game.venue().ply();
        self.look.review = self.look.review.filter(|&at| self.game.joined().is_some() && at < ply);
        self.keep();
        self.refresh();
        self.think();
    }

    /// Keeps the game as it is, so that it can be continued; one that is over is forgotten.
    pub fn keep(&self) {
        // A server keeps its own games.
        match (&self.kept, self.game.local()) {
            (Some(path), Some(_)) if self.game.venue().ending().is_some() => keep::forget(path),
            (Some(path), Some(local)) => keep::keep(path, &local.plan()),
            _ => {}
        }
    }

    /// What is pointed out on the board.
    pub fn marks(&self) -> Marks {
        let cursor = match self.hand.focus {
            Some(Focus::Site(site)) => Some(site),
            _ => None,
        };
        Marks {
            cursor,
            tapped: self.hand.picker.tapped().to_vec(),
            lit: self.hand.picker.lit(&self.view.choices),
            last: self.look.changed.clone(),
            hint: self.look.hint.clone(),
        }
    }

    /// The moves that are buttons.
    pub fn buttons(&self) -> Vec<Choice> {
        Picker::buttons(&self.view.choices).cloned().collect()
    }

    /// What the typed text may become.
    pub fn completions(&self) -> Vec<String> {
        word::complete(&self.hand.input, self.view.choices.iter().map(|choice| choice.text.as_str()))
    }

    /// Whether something goes on that the screen shows.
    pub fn is_busy(&self) -> bool {
        let online = self.game.joined().map(|joined| &joined.online);
        self.bots.thinking.is_some() || self.bots.hinting.is_some() || online.is_some_and(Online::is_ticking)
    }

    /// The person to whom the screen must be handed.
    pub fn hand_over(&self) -> Option<Seat> {
        self.game.local()?.hand_over()
    }

    /// The next person has taken the screen.
    pub fn take_screen(&mut self) {
        if let Some(local) = self.game.local_mut() {
            local.take_screen();
        }
        self.refresh();
    }

    /// Obeys a command.
    pub fn act(&mut self, word: Word, rest: &str) -> After {
        self.hand.message = None;
        match word {
            Word::Help => return After::Help,
            Word::Rules => return After::Rules,
            Word::Menu => return After::Menu,
            Word::Quit => return After::Quit,
            Word::Flip => self.look.flipped = !self.look.flipped,
            Word::Hint => self.ask_hint(),
            Word::Analysis => self.toggle_analysis(),
            Word::Now => self.now(),
            Word::Back => self.look(self.ply().saturating_sub(1)),
            Word::Forward => self.look(self.ply() + 1),
            Word::First => self.look(0),
            Word::Last => self.look(usize::MAX),
            Word::Save => self.save(rest),
            Word::Load => return self.open(keep::load(rest)),
            Word::Moves => {
                let moves: Vec<_> = self.view.choices.iter().map(|choice| choice.text.as_str()).collect();
                self.say(format!("{} moves: {}", moves.len(), moves.join(" ")));
            }
            Word::Board => {}
            word if self.game.joined().is_some() => return self.act_in_room(word, rest),
            word => return self.act_here(word),
        }
        After::Stay
    }

    /// Obeys a command that asks the server for something.
    fn act_in_room(&mut self, word: Word, rest: &str) -> After {
        let Some(joined) = self.game.joined() else { return After::Stay };
        let next = if matches!(word, Word::Rematch | Word::Again) { joined.next() } else { None };
        match (next, joined.intent(word, rest)) {
            (Some(Ok(entry)), _) => return After::Enter(Box::new(entry)),
            (Some(Err(error)), _) => self.complain(format!("{error:#}")),
            (None, Err(why)) => self.complain(why),
            (None, Ok(intent)) => drop(self.intend(intent)),
        }
        After::Stay
    }

    /// Obeys a command that changes a game at this device.
    fn act_here(&mut self, word: Word) -> After {
        let Some(local) = self.game.local() else { return After::Stay };
        match word {
            Word::Undo => {
                self.bots.paused |= self.game.venue().people().is_empty();
                self.intend(Intent::Takeback);
            }
            Word::Redo => drop(self.intend(Intent::Redo)),
            Word::Resign => drop(self.intend(Intent::Resign)),
            Word::Restart => drop(self.intend(Intent::Restart)),
            Word::Branch => match self.look.review {
                Some(ply) => {
                    self.intend(Intent::Branch(ply));
                    self.say("the game continues from here; `redo` brings back what was played");
                }
                None => self.complain("this is the newest position; PgUp looks back"),
            },
            Word::Again => return self.open(Ok(local.again((self.habits.seed)()))),
            _ => self.complain(self.game.refusal(&Refusal::OnlyInRooms)),
        }
        After::Stay
    }

    fn open(&mut self, plan: anyhow::Result<Plan>) -> After {
        match plan.and_then(|plan| local::open(&plan)) {
            Ok(local) => After::Open(Box::new(local)),
            Err(error) => {
                self.complain(format!("{error:#}"));
                After::Stay
            }
        }
    }

    fn save(&mut self, name: &str) {
        let venue = self.game.venue();
        if name.is_empty() {
            self.hand.input = format!("save {}", keep::free_name(venue.game()));
            self.say("Enter saves the game in this file; you can rename it first");
            return;
        }
        let plan = match &self.game {
            Game::Here(local) => Some(local.plan()),
            Game::Room(joined) => joined.online.record().map(|record| {
                let sitters = vec![Sitter::Human; venue.seats()];
                Plan { record, sitters, bot_seed: 0 }
            }),
        };
        let Some(plan) = plan else {
            return self.complain("a game in a room can be saved when it is over; the server keeps it until then");
        };
        match keep::save(name, &plan) {
            Ok(()) => self.say(format!("saved as `{}`; `agon play --load {0}` continues it", keep::short(name))),
            Err(error) => self.complain(format!("{error:#}")),
        }
    }

    /// Makes a thinking computer answer at once, and a paused one go on.
    fn now(&mut self) {
        match &self.bots.thinking {
            Some(thought) => thought.hurry(),
            None if self.bots.paused => {
                self.bots.paused = false;
                self.think();
            }
            None => {}
        }
    }

    fn ply(&self) -> usize {
        self.look.review.unwrap_or(self.game.venue().ply())
    }

    /// Shows the position after that many moves.
    pub fn look(&mut self, ply: usize) {
        let venue = self.game.venue();
        let review = (ply < venue.ply()).then_some(ply);
        if review.is_some_and(|ply| venue.view_at(ply).is_none()) {
            self.complain("that position was not seen here; the whole game can be viewed when it is over");
        } else if review != self.look.review {
            self.look.review = review;
            self.refresh();
        }
    }

    /// Why no move can be made on what is on the screen.
    pub(crate) fn hindrance(&self) -> Option<Hindrance> {
        match self.look.review {
            Some(_) => Some(Hindrance::EarlierPosition),
            None => self.game.venue().hindrance(),
        }
    }

    /// Whether no move can be made now; if so, it is said why.
    pub(crate) fn cannot_play(&mut self) -> bool {
        let why = self.hindrance().map(Refusal::Hindered);
        if let Some(why) = &why {
            self.complain(self.game.refusal(why));
        }
        why.is_some()
    }

    fn toggle_analysis(&mut self) {
        self.bots.analysing = !self.bots.analysing;
        self.bots.rated = None;
        let rated = self.rate(self.ply());
        if !rated && self.bots.analysing && self.view.turn.is_some() && self.game.joined().is_some() {
            self.unfair();
        }
    }

    fn ask_hint(&mut self) {
        match (self.game.venue().record_at(self.ply()), &self.game) {
            (None, _) => self.unfair(),
            // When a game in a room is over, every position of it can be asked about.
            (Some(record), Game::Room(_)) if self.view.turn.is_some() => {
                self.bots.hinting = Some(self.bots.asker.hint(record));
            }
            (Some(record), Game::Here(_)) if self.hindrance().is_none() => {
                self.bots.hinting = Some(self.bots.asker.hint(record));
            }
            _ => drop(self.cannot_play()),
        }
    }

    fn unfair(&mut self) {
        self.bots.analysing = false;
        self.complain("no help in a game against others; when it is over, every position can be rated");
    }

    /// Hears from the socket; whether the screen may look different now.
    pub fn hear_room(&mut self, heard: Heard) -> bool {
        let Game::Room(joined) = &mut self.game else { return false };
        let effects = joined.hear(heard).unwrap_or_default();
        let changed = !effects.is_empty();
        self.follow(effects);
        changed
    }

    /// Hears an answer; one to an older question is dropped.
    pub fn hear(&mut self, answer: Answer) {
        let is = |thought: &Option<Thought>, id| thought.as_ref().is_some_and(|thought| thought.id == id);
        match answer {
            Answer::Move(id, reply) if is(&self.bots.thinking, id) => {
                self.bots.thinking = None;
                match reply {
                    Ok(reply) => self.play_for_computer(&reply.text),
                    Err(error) => self.stand_in(&error.to_string()),
                }
            }
            Answer::Hint(id, reply) if is(&self.bots.hinting, id) => {
                self.bots.hinting = None;
                match reply {
                    Ok(reply) => self.show_hint(&reply),
                    Err(error) => self.complain(error),
                }
            }
            Answer::Rated(id, analysis) if is(&self.bots.rating, id) => self.bots.rated = Some(analysis),
            Answer::Move(..) | Answer::Hint(..) | Answer::Rated(..) => {}
        }
    }

    /// Makes a computer's move, and leaves the ply on the screen and the typed text alone.
    fn play_for_computer(&mut self, text: &str) {
        let played = self.game.local_mut().map(|local| local.play(text));
        debug_assert!(matches!(played, Some(Ok(()))), "a player answers with a legal move");
        self.hand.message = None;
        let review = self.look.review;
        self.moved();
        if let Some(ply) = review {
            self.look(ply);
        }
    }

    /// A player that cannot go on is replaced for this move by one that always can.
    fn stand_in(&mut self, why: &str) {
        let Some(local) = self.game.local() else { return };
        if let Some((seat, player)) = local.computer_turn() {
            let other = stand_in(player);
            let thought = self.bots.asker.reply(local.record(), other, local.bot_seed(seat), Duration::ZERO);
            self.bots.thinking = Some(thought);
            self.complain(format!("{why}; `{other}` moves instead"));
        }
    }

    fn show_hint(&mut self, reply: &Reply) {
        let choice = self.view.choices.iter().find(|choice| choice.text == reply.text);
        self.look.hint = choice.map_or(Vec::new(), |choice| choice.taps.clone());
        self.say(hint(reply, &self.view));
    }
}

/// A suggested move and what it is worth.
pub fn hint(reply: &Reply, view: &View) -> String {
    let worth = worth(reply.worth.into(), view);
    format!("hint: {}{}{worth}", reply.text, if worth.is_empty() { "" } else { ", " })
}

/// What a move is worth to the player to move.
pub fn worth(worth: Worth, view: &View) -> String {
    words::worth(worth, view.turn.unwrap_or(0), Scale::of(&view.scores)).to_string()
}
