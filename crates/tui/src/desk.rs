//! The screen of one game: what was tapped and typed, what is looked at, and what the computers are doing.
//!
//! Keys, clicks and words all end in [`Desk::act`] or [`Desk::tap`]; drawing is in `draw.rs`.

use std::path::PathBuf;
use std::time::Duration;

use agon_rules::{Cell, Ground, Picker, Record, Seat, Shape, Site, Start, View};
use agon_search::Worth;
use agon_search::ask::{Analysis, Reply};

use crate::board::Marks;
use crate::job::{Answer, Asker, Job};
use crate::keep;
use crate::local::Local;
use crate::taps::Focus;
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
}

/// The screen of one game.
pub struct Desk {
    pub(crate) local: Local,
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
    record: Record,
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
    pub fn new(local: Local, asker: Asker, habits: Habits, kept: Option<PathBuf>) -> Self {
        let kept = kept.or_else(|| habits.keep.as_deref().map(keep::new_path));
        let (view, record) = (local.view(), local.record());
        let mut desk = Desk {
            flipped: looks_down(&local, &view),
            local,
            asker,
            view,
            picker: Picker::default(),
            focus: None,
            input: String::new(),
            message: None,
            menu: None,
            review: None,
            record,
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
        let ply = self.review.unwrap_or(self.local.seq());
        (self.view, self.record) = match self.review {
            Some(ply) => self.local.view_at(ply),
            None => (self.local.view(), self.local.record()),
        };
        if self.review.is_some() {
            self.view.choices.clear();
        }
        self.changed = match ply.checked_sub(1) {
            Some(before) => changes(&self.local.view_at(before).0, &self.view),
            None => Vec::new(),
        };
        self.picker.clear();
        self.pan = (0, 0);
        (self.menu, self.asking, self.rating, self.rated) = (None, None, None, None);
        self.hint.clear();
        self.refocus();
        if self.analysing && self.local.may_rate(ply) {
            self.rating = Some(self.asker.analyse(self.record.clone()));
        }
    }

    /// Lets the computer think whose turn it is, unless it does already.
    fn think(&mut self) {
        self.thinking = None;
        if self.paused {
            return;
        }
        if let Some((seat, player)) = self.local.computer_turn() {
            let pace = if self.local.humans().is_empty() { PACE } else { Duration::ZERO };
            let seed = self.local.luck(seat);
            self.thinking = Some(self.asker.reply(self.local.record(), player, seed, pace));
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
        match &self.kept {
            Some(path) if self.local.turn().is_none() => keep::forget(path),
            Some(path) => keep::keep(path, &self.local.plan()),
            None => {}
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
        self.thinking.is_some() || self.asking.is_some()
    }

    /// The person to whom the screen must be handed.
    pub fn hand_over(&self) -> Option<Seat> {
        self.local.hand_over()
    }

    /// The next person has taken the screen.
    pub fn take_screen(&mut self) {
        self.local.take_screen();
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
            Word::Undo => self.undo(),
            Word::Redo => {
                if self.local.redo() {
                    self.moved();
                } else {
                    self.complain("nothing was taken back");
                }
            }
            Word::Back => self.look(self.ply().saturating_sub(1)),
            Word::Forward => self.look(self.ply() + 1),
            Word::First => self.look(0),
            Word::Last => self.look(usize::MAX),
            Word::Branch => match self.review {
                Some(ply) => {
                    self.local.branch(ply);
                    self.moved();
                    self.say("the game goes on from here; `redo` brings back what was played");
                }
                None => self.complain("you look at the game as it stands; PgUp looks back"),
            },
            Word::Resign => match self.local.resign() {
                Ok(()) => self.moved(),
                Err(why) => self.complain(why),
            },
            Word::Restart => {
                self.local.restart();
                self.moved();
            }
            Word::Again => return self.again(),
            Word::Save => self.save(rest),
            Word::Load => match keep::load(rest).and_then(|plan| Local::open(&plan)) {
                Ok(local) => return After::Open(Box::new(local)),
                Err(error) => self.complain(format!("{error:#}")),
            },
            Word::Moves => {
                let moves: Vec<_> = self.view.choices.iter().map(|choice| choice.text.as_str()).collect();
                self.say(format!("{} moves: {}", moves.len(), moves.join(" ")));
            }
            Word::Board => {}
        }
        After::Stay
    }

    fn again(&mut self) -> After {
        match Local::open(&self.local.again((self.habits.seed)())) {
            Ok(local) => return After::Open(Box::new(local)),
            Err(error) => self.complain(format!("{error:#}")),
        }
        After::Stay
    }

    fn save(&mut self, name: &str) {
        if name.is_empty() {
            self.input = format!("save {}", keep::free_name(self.local.id()));
            self.say("Enter keeps the game in this file; it can be renamed first");
            return;
        }
        match keep::save(name, &self.local.plan()) {
            Ok(()) => self.say(format!("kept in `{}`; `agon play --load {0}` goes on", keep::short(name))),
            Err(error) => self.complain(format!("{error:#}")),
        }
    }

    fn undo(&mut self) {
        if self.local.humans().is_empty() {
            self.paused = true;
        }
        if self.local.undo() {
            self.moved();
        } else {
            self.complain("nothing to take back");
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
        self.review.unwrap_or(self.local.seq())
    }

    /// Looks at the position after so many moves.
    pub fn look(&mut self, ply: usize) {
        let review = (ply < self.local.seq()).then_some(ply);
        if review != self.review {
            self.review = review;
            self.refresh();
        }
    }

    fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        (self.rating, self.rated) = (None, None);
        if !self.analysing {
            return;
        }
        if self.local.may_rate(self.ply()) {
            self.rating = Some(self.asker.analyse(self.record.clone()));
        }
    }

    fn ask_hint(&mut self) {
        if self.local.human_turn().is_none() || self.review.is_some() {
            self.cannot_play();
            return;
        }
        self.asking = Some(self.asker.hint(self.record.clone()));
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
                        let played = self.local.play(&reply.text);
                        debug_assert!(played.is_ok(), "a player answers with a legal move");
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
        if let Some((seat, player)) = self.local.computer_turn() {
            let stand_in = if player == "expert" { "random" } else { "expert" };
            let text = format!("{why}; `{stand_in}` moves instead");
            self.thinking =
                Some(self.asker.reply(self.local.record(), stand_in, self.local.luck(seat), Duration::ZERO));
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

/// What a move is worth in words, for the seat to move of a view.
pub fn worth(worth: Worth, view: &View) -> String {
    let sign = if view.turn == Some(1) { -1 } else { 1 };
    match worth {
        Worth::Unknown => String::new(),
        Worth::Proved(value) if view.scores.is_empty() => match sign * value {
            1.. => "wins, proved".to_owned(),
            0 => "draws, proved".to_owned(),
            _ => "loses, proved".to_owned(),
        },
        Worth::Proved(value) => format!("{:+} proved", sign * value),
        // Adding nothing makes a positive zero of a negative one, once it is rounded.
        Worth::Points(value) => format!("{:+.2} est.", (f64::from(sign) * value * 100.0).round() / 100.0 + 0.0),
        Worth::Share(share) => format!("wins {:.0} % est.", 100.0 * share),
    }
}

/// The cells in which something else lies than before.
fn changes(before: &View, now: &View) -> Vec<Site> {
    let mut sites = Vec::new();
    for (zone, (old, new)) in before.zones.iter().zip(&now.zones).enumerate() {
        // Where the number of cells changes they have no place of their own.
        if old.cells.len() == new.cells.len() {
            let cells = old.cells.iter().zip(&new.cells).enumerate();
            sites.extend(
                cells.filter(|(_, (old, new))| old.pieces != new.pieces).map(|(cell, _)| Site::new(zone, cell)),
            );
        }
    }
    sites
}

/// Whether the only person here sits at the far side of a board that has sides.
fn looks_down(local: &Local, view: &View) -> bool {
    let Some(zone) = view.zones.iter().find(|zone| matches!(zone.shape, Shape::Grid { .. })) else { return false };
    let Shape::Grid { cols } = zone.shape else { return false };
    let rows = |seat: Seat, owner: &dyn Fn(&Cell) -> Option<Seat>| {
        let own = zone.cells.iter().enumerate().filter(move |(_, cell)| owner(cell) == Some(seat));
        own.map(|(at, _)| at / cols).collect::<Vec<_>>()
    };
    // Everything of seat 1 lies above everything of seat 0.
    let above = |owner: &dyn Fn(&Cell) -> Option<Seat>| {
        rows(1, owner).iter().max().zip(rows(0, owner).iter().min()).is_some_and(|(low, high)| low < high)
    };
    let home = |cell: &Cell| match cell.ground {
        Ground::Home(seat) | Ground::Goal(seat) => Some(seat),
        _ => None,
    };
    let piece = |cell: &Cell| cell.pieces.last().and_then(|piece| piece.owner);
    let dealt = matches!(local.record().start, Start::Seed(_));
    local.humans() == [1] && (above(&home) || dealt && above(&piece))
}
