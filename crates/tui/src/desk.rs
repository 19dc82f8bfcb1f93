//! The screen of one game: what was tapped and typed, what is looked at, and what the computers are doing.
//!
//! Keys, clicks and words all end in [`Desk::act`] or [`Desk::tap`]; drawing is in `draw.rs`.

use std::path::PathBuf;
use std::time::Duration;

use agon_rules::{Picker, Seat, Site, View};
use agon_search::ask::{Analysis, Reply};
use agon_wire::{Local, Plan, Sitter};

use crate::board::Marks;
use crate::job::{Answer, Asker, Job};
use crate::keep;
use crate::link::Report;
use crate::local;
use crate::look::{changes, looks_down, worth};
use crate::online::Online;
use crate::server::Entry;
use crate::taps::Focus;
use crate::venue::Venue;
use crate::word::{self, Word};

/// Moves of computers among themselves can be watched at this pace.
const PACE: Duration = Duration::from_millis(600);

/// A line that tells the player something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// what
    pub text: String,
    /// whether something went wrong
    pub bad: bool,
}

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
    pub(crate) venue: Venue,
    asker: Asker,
    pub(crate) view: View,
    pub(crate) picker: Picker,
    pub(crate) focus: Option<Focus>,
    pub(crate) input: String,
    pub(crate) message: Option<Message>,
    /// a choice between moves with the same taps, and which is pointed at
    pub(crate) menu: Option<(Vec<String>, usize)>,
    /// the ply that is looked at, if it is not the last
    pub(crate) review: Option<usize>,
    pub(crate) flipped: bool,
    changed: Vec<Site>,
    hint: Vec<Site>,
    pub(crate) thinking: Option<Job>,
    asking: Option<Job>,
    pub(crate) analysing: bool,
    rating: Option<Job>,
    pub(crate) rated: Option<Analysis>,
    pub(crate) paused: bool,
    /// how far a board that does not fit is moved by hand
    pub(crate) pan: (i32, i32),
    habits: Habits,
    kept: Option<PathBuf>,
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
    /// The screen of a game; `kept` is where it is kept, if it is already.
    pub fn new(venue: Venue, asker: Asker, habits: Habits, kept: Option<PathBuf>) -> Self {
        let kept = kept.or_else(|| habits.keep.as_deref().map(keep::new_path));
        let view = venue.view();
        let mut desk = Desk {
            flipped: looks_down(&venue, &view),
            venue,
            asker,
            view,
            picker: Picker::default(),
            focus: None,
            input: String::new(),
            message: None,
            menu: None,
            review: None,
            changed: Vec::new(),
            hint: Vec::new(),
            thinking: None,
            asking: None,
            analysing: false,
            rating: None,
            rated: None,
            paused: false,
            pan: (0, 0),
            habits,
            kept,
        };
        desk.refresh();
        desk.think();
        desk
    }

    /// Everything is looked at anew after the game, or the ply looked at, has changed.
    fn refresh(&mut self) {
        let ply = self.ply();
        self.view = match self.review.and_then(|ply| self.venue.view_at(ply)) {
            Some(view) => View { choices: Vec::new(), ..view },
            None => {
                self.review = None;
                self.venue.view()
            }
        };
        let before = ply.checked_sub(1).and_then(|before| self.venue.view_at(before));
        self.changed = before.map_or_else(Vec::new, |before| changes(&before, &self.view));
        self.picker.clear();
        self.pan = (0, 0);
        (self.menu, self.asking, self.rating, self.rated) = (None, None, None, None);
        self.hint.clear();
        self.refocus();
        self.rate(ply);
    }

    /// Begins to rate the moves at a ply where that is wanted and fair; false when it is not.
    fn rate(&mut self, ply: usize) -> bool {
        let record = self.venue.record_at(ply).filter(|_| self.analysing && self.venue.may_rate(ply));
        self.rating = record.map(|record| self.asker.analyse(record));
        self.rating.is_some()
    }

    /// Lets the computer think whose turn it is, unless it does already.
    fn think(&mut self) {
        self.thinking = None;
        if self.paused {
            return;
        }
        let Some(local) = self.venue.local() else { return };
        if let Some((seat, player)) = local.computer_turn() {
            let pace = if local.humans().is_empty() { PACE } else { Duration::ZERO };
            self.thinking = Some(self.asker.reply(local.record(), player, local.bot_seed(seat), pace));
        }
    }

    /// The game has gone on: it is kept, and looked at.
    pub(crate) fn moved(&mut self) {
        self.review = None;
        self.keep();
        self.refresh();
        self.think();
    }

    /// Keeps the game as it is, so that it can be gone on with; one that is over is forgotten.
    pub fn keep(&self) {
        // A server keeps its own games.
        match (&self.kept, self.venue.local()) {
            (Some(path), Some(local)) if local.turn().is_none() => keep::forget(path),
            (Some(path), Some(local)) => keep::keep(path, &local.plan()),
            _ => {}
        }
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), bad: false });
    }

    pub(crate) fn complain(&mut self, text: impl ToString) {
        self.message = Some(Message { text: text.to_string(), bad: true });
    }

    /// What is pointed out on the board.
    pub fn marks(&self) -> Marks {
        let cursor = match self.focus {
            Some(Focus::Site(site)) => Some(site),
            _ => None,
        };
        Marks {
            cursor,
            tapped: self.picker.tapped().to_vec(),
            lit: self.picker.lit(&self.view.choices),
            last: self.changed.clone(),
            hint: self.hint.clone(),
        }
    }

    /// The moves that are buttons.
    pub fn buttons(&self) -> Vec<String> {
        Picker::buttons(&self.view.choices).map(str::to_owned).collect()
    }

    /// What the typed text may become.
    pub fn completions(&self) -> Vec<String> {
        word::complete(&self.input, self.view.choices.iter().map(|choice| choice.text.as_str()))
    }

    /// Whether a hint is being looked for.
    pub fn asking(&self) -> Option<&Job> {
        self.asking.as_ref()
    }

    /// Whether moves are being rated, or have been.
    pub fn is_rating(&self) -> bool {
        self.rating.is_some()
    }

    /// Whether something goes on that the screen shows.
    pub fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.asking.is_some() || self.venue.online().is_some_and(Online::is_busy)
    }

    /// The person to whom the screen must be handed.
    pub fn hand_over(&self) -> Option<Seat> {
        self.venue.local()?.hand_over()
    }

    /// The next person has taken the screen.
    pub fn take_screen(&mut self) {
        if let Some(local) = self.venue.local_mut() {
            local.take_screen();
        }
        self.refresh();
    }

    /// Obeys a command.
    pub fn act(&mut self, word: Word, rest: &str) -> After {
        self.message = None;
        match word {
            Word::Help => return After::Help,
            Word::Rules => return After::Rules,
            Word::Menu => return After::Menu,
            Word::Quit => return After::Quit,
            Word::Flip => self.flipped = !self.flipped,
            Word::Hint => self.ask_hint(),
            Word::Analysis => self.toggle_analysis(),
            Word::Now => self.now(),
            Word::Back => self.look(self.ply().saturating_sub(1)),
            Word::Forward => self.look(self.ply() + 1),
            Word::First => self.look(0),
            Word::Last => self.look(usize::MAX),
            Word::Save => self.save(rest),
            Word::Load => match keep::load(rest).and_then(|plan| local::open(&plan)) {
                Ok(local) => return After::Open(Box::new(local)),
                Err(error) => self.complain(format!("{error:#}")),
            },
            Word::Moves => {
                let moves: Vec<_> = self.view.choices.iter().map(|choice| choice.text.as_str()).collect();
                self.say(format!("{} moves: {}", moves.len(), moves.join(" ")));
            }
            Word::Board => {}
            word => return self.act_on_game(word, rest),
        }
        After::Stay
    }

    /// Obeys a command that changes the game, or asks the server to.
    fn act_on_game(&mut self, word: Word, rest: &str) -> After {
        let (review, humans) = (self.review, self.venue.humans());
        let local = match &mut self.venue {
            Venue::Here(local) => local,
            Venue::There(online) => {
                if matches!(word, Word::Rematch | Word::Again)
                    && let Some(entry) = online.next()
                {
                    match entry {
                        Ok(entry) => return After::Enter(Box::new(entry)),
                        Err(error) => self.complain(format!("{error:#}")),
                    }
                } else if let Err(why) = online.wish(word, rest) {
                    self.complain(why);
                }
                return After::Stay;
            }
        };
        let done = match word {
            Word::Undo => {
                self.paused |= humans.is_empty();
                if local.undo() { Ok(()) } else { Err("nothing to take back") }
            }
            Word::Redo if !local.redo() => Err("nothing was taken back"),
            Word::Redo => Ok(()),
            Word::Branch => match review {
                Some(ply) => {
                    local.branch(ply);
                    self.moved();
                    self.say("the game goes on from here; `redo` brings back what was played");
                    return After::Stay;
                }
                None => Err("you look at the game as it stands; PgUp looks back"),
            },
            Word::Resign => local.resign(),
            Word::Restart => {
                local.restart();
                Ok(())
            }
            Word::Again => match local::open(&local.again((self.habits.seed)())) {
                Ok(local) => return After::Open(Box::new(local)),
                Err(error) => {
                    self.complain(format!("{error:#}"));
                    return After::Stay;
                }
            },
            _ => Err("that is for games on a server: `agon play GAME --online new`"),
        };
        match done {
            Ok(()) => self.moved(),
            Err(why) => self.complain(why),
        }
        After::Stay
    }

    fn save(&mut self, name: &str) {
        if name.is_empty() {
            self.input = format!("save {}", keep::free_name(self.venue.id()));
            self.say("Enter keeps the game in this file; it can be renamed first");
            return;
        }
        let plan = match &self.venue {
            Venue::Here(local) => Some(local.plan()),
            Venue::There(_) => self.venue.record_at(usize::MAX).map(|record| {
                let sitters = vec![Sitter::Human; self.venue.seats()];
                Plan { record, sitters, bot_seed: 0 }
            }),
        };
        let Some(plan) = plan else {
            return self
                .complain("a game on a server can be kept here when it is over; the server keeps it until then");
        };
        match keep::save(name, &plan) {
            Ok(()) => self.say(format!("kept in `{}`; `agon play --load {0}` goes on", keep::short(name))),
            Err(error) => self.complain(format!("{error:#}")),
        }
    }

    /// A thinking computer answers at once; a paused one goes on.
    fn now(&mut self) {
        match &self.thinking {
            Some(job) => job.hurry(),
            None if self.paused => {
                self.paused = false;
                self.think();
            }
            None => {}
        }
    }

    fn ply(&self) -> usize {
        self.review.unwrap_or(self.venue.ply())
    }

    /// Looks at the position after so many moves.
    pub fn look(&mut self, ply: usize) {
        let review = (ply < self.venue.ply()).then_some(ply);
        if review.is_some_and(|ply| self.venue.view_at(ply).is_none()) {
            self.complain("that position was not seen here; the whole game can be looked at when it is over");
        } else if review != self.review {
            self.review = review;
            self.refresh();
        }
    }

    fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        self.rated = None;
        if !self.rate(self.ply()) && self.analysing && self.view.turn.is_some() && self.venue.online().is_some() {
            self.unfair();
        }
    }

    fn ask_hint(&mut self) {
        let record = self.venue.record_at(self.ply());
        match (&self.venue, record) {
            (Venue::There(_), None) => self.unfair(),
            (Venue::There(_), Some(record)) if self.view.turn.is_some() => self.asking = Some(self.asker.hint(record)),
            (Venue::Here(_), Some(record)) if self.review.is_none() && self.venue.is_mine() => {
                self.asking = Some(self.asker.hint(record));
            }
            _ => drop(self.cannot_play()),
        }
    }

    fn unfair(&mut self) {
        self.analysing = false;
        self.complain("no help in a game against others; when it is over, every position can be rated");
    }

    /// Hears from a server. Whoever looks back, taps or types is not disturbed by what does not change the game.
    pub fn hear_room(&mut self, report: &Report) {
        let Venue::There(online) = &mut self.venue else { return };
        let Some(changed) = online.hear(report) else { return };
        if changed {
            self.review = self.review.filter(|&ply| ply < self.venue.ply());
            self.refresh();
        }
        if let Some(text) = report.told.last() {
            self.complain(text);
        }
    }

    /// Hears an answer; one to a question that nobody asks any more is dropped.
    pub fn hear(&mut self, answer: Answer) {
        let is = |job: &Option<Job>, id| job.as_ref().is_some_and(|job| job.id == id);
        match answer {
            Answer::Move(id, reply) if is(&self.thinking, id) => {
                self.thinking = None;
                match reply {
                    Ok(reply) => {
                        self.message = None;
                        let played = self.venue.local_mut().map(|local| local.play(&reply.text));
                        debug_assert!(matches!(played, Some(Ok(()))), "a player answers with a legal move");
                        let (review, input) = (self.review, std::mem::take(&mut self.input));
                        self.moved();
                        // Whoever looks back or is typing is not disturbed.
                        self.input = input;
                        if let Some(ply) = review {
                            self.look(ply);
                        }
                    }
                    Err(error) => self.stand_in(&error.to_string()),
                }
            }
            Answer::Hint(id, reply) if is(&self.asking, id) => {
                self.asking = None;
                match reply {
                    Ok(reply) => self.show_hint(&reply),
                    Err(error) => self.complain(error),
                }
            }
            Answer::Rated(id, analysis) if is(&self.rating, id) => self.rated = Some(analysis),
            Answer::Move(..) | Answer::Hint(..) | Answer::Rated(..) => {}
        }
    }

    /// A player that cannot go on is stood in for by one that always can.
    fn stand_in(&mut self, why: &str) {
        let Some(local) = self.venue.local() else { return };
        if let Some((seat, player)) = local.computer_turn() {
            let stand_in = if player == "expert" { "random" } else { "expert" };
            let text = format!("{why}; `{stand_in}` moves instead");
            self.thinking = Some(self.asker.reply(local.record(), stand_in, local.bot_seed(seat), Duration::ZERO));
            self.complain(text);
        }
    }

    fn show_hint(&mut self, reply: &Reply) {
        self.hint =
            self.view.choices.iter().find(|choice| choice.text == reply.text).map_or(Vec::new(), |c| c.taps.clone());
        let worth = worth(reply.worth, &self.view);
        self.say(format!("hint: {}{}{worth}", reply.text, if worth.is_empty() { "" } else { ", " }));
    }
}
