//! What the computers do for the screen of a game: they move, suggest, analyse and review, each in a thread of its own.

use std::time::Duration;

use agon_client::words::{self, Scale};
use agon_client::{Venue, Worth};
use agon_rules::View;
use agon_search::ask::{Analysis, Reply, Why};

use super::Desk;
use crate::game::Game;
use crate::study::{Question, Study};
use crate::thought::{Answer, Asker, Thought, stand_in};

/// The pace at which one can watch computers play each other.
const PACE: Duration = Duration::from_millis(600);

/// In a lesson the reader must see what they did before it is answered.
const REPLY: Duration = Duration::from_millis(300);

/// What the computers are doing.
pub(crate) struct Bots {
    pub(super) asker: Asker,
    /// a computer player about its move
    pub thinking: Option<Thought>,
    /// a search for a hint
    pub hinting: Option<Thought>,
    /// a search for the worth of every move
    rating: Option<Thought>,
    /// what that search knows by now
    pub rated: Option<Analysis>,
    /// whether the values of moves are shown
    pub analysing: bool,
    /// whether computers wait until they are told to go on
    pub paused: bool,
}

impl Bots {
    /// Nobody thinks about anything yet.
    pub(super) fn new(asker: Asker) -> Self {
        Bots { asker, thinking: None, hinting: None, rating: None, rated: None, analysing: false, paused: false }
    }

    /// Whether the values of moves are searched for, or have been.
    pub fn is_rating(&self) -> bool {
        self.rating.is_some()
    }

    /// Drops what was searched for the position that was on the screen.
    pub(super) fn forget(&mut self) {
        (self.hinting, self.rating, self.rated) = (None, None, None);
    }
}

impl Desk {
    /// Lets the computer think whose turn it is, unless it does already.
    pub(super) fn think(&mut self) {
        self.bots.thinking = None;
        if let Some(question) = self.game.study().and_then(Study::question) {
            self.bots.thinking = Some(match question {
                Question::Reply(record, player, seed) => self.bots.asker.reply(record, &player, seed, REPLY),
                Question::Best(record) => self.bots.asker.hint(record),
            });
        }
        let Some(local) = self.game.local().filter(|_| !self.bots.paused) else { return };
        if let Some((seat, player)) = local.computer_turn() {
            let pace = if self.game.venue().people().is_empty() { PACE } else { Duration::ZERO };
            self.bots.thinking = Some(self.bots.asker.reply(local.record(), player, local.bot_seed(seat), pace));
        }
    }

    /// Makes a thinking computer answer at once, and a paused one go on.
    pub(super) fn now(&mut self) {
        match &self.bots.thinking {
            Some(thought) => thought.hurry(),
            None if self.bots.paused => {
                self.bots.paused = false;
                self.think();
            }
            None => {}
        }
    }

    /// Begins to rate the moves at a ply where that is wanted and fair; false when it is not.
    pub(super) fn rate(&mut self, ply: usize) -> bool {
        let venue = self.game.venue();
        let record = venue.record_at(ply).filter(|_| self.bots.analysing && venue.may_rate(ply));
        self.bots.rating = record.map(|record| self.bots.asker.analyse(record));
        self.bots.rating.is_some()
    }

    /// What every move is worth by now, the best first.
    pub(crate) fn values(&self) -> &[(String, agon_search::Worth)] {
        self.bots.rated.as_ref().map_or(&[], |rated| &rated.moves)
    }

    /// Scrolls the values of moves, of which so many are on the screen.
    pub(crate) fn scroll_values(&mut self, by: isize, shown: usize) {
        let most = self.values().len().saturating_sub(shown);
        self.look.scroll = self.look.scroll.min(most).saturating_add_signed(by).min(most);
    }

    /// Shows a move of the analysis on the board, ready to be played.
    pub(crate) fn propose(&mut self, at: usize) {
        let Some((text, _)) = self.values().get(at).cloned() else { return };
        if let Some(choice) = self.view.choices.iter().find(|choice| choice.text == text) {
            self.look.hint.clone_from(&choice.taps);
            self.hand.input = text;
            self.hand.message = None;
        }
    }

    /// Rates the moves from now on, or no longer.
    pub(super) fn toggle_analysis(&mut self) {
        self.bots.analysing = !self.bots.analysing;
        self.bots.rated = None;
        let rated = self.rate(self.ply());
        if !rated && self.bots.analysing && self.view.turn.is_some() && self.game.joined().is_some() {
            self.unfair();
        }
    }

    /// Begins to look for a hint.
    pub(super) fn ask_hint(&mut self) {
        match (self.game.venue().record_at(self.ply()), &self.game) {
            (None, _) => self.unfair(),
            // When a game in a room is over, every position of it can be asked about.
            (Some(record), Game::Room(_)) if self.view.turn.is_some() => {
                self.bots.hinting = Some(self.bots.asker.hint(record));
            }
            (Some(record), Game::Here(_) | Game::Study(_)) if self.hindrance().is_none() => {
                self.bots.hinting = Some(self.bots.asker.hint(record));
            }
            _ => drop(self.cannot_play()),
        }
    }

    /// Says that nobody is helped here.
    fn unfair(&mut self) {
        self.bots.analysing = false;
        self.complain("no help in a game against others; when it is over, every position can be analysed");
    }

    /// Hears an answer; one to an older question is dropped.
    pub fn hear(&mut self, answer: Answer) {
        let is = |thought: &Option<Thought>, id| thought.as_ref().is_some_and(|thought| thought.id == id);
        match answer {
            Answer::Move(id, reply) | Answer::Hint(id, reply)
                if self.game.study().is_some() && is(&self.bots.thinking, id) =>
            {
                self.answered(reply);
            }
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
            Answer::Reviewed(id, review) => self.reviewed(id, *review),
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
        let said = hint(reply, &self.view, self.game.venue());
        self.say(said);
    }
}

/// A suggested move, what it is worth, what the game itself says of it, and why it is good.
pub fn hint(reply: &Reply, view: &View, venue: &(impl Venue + ?Sized)) -> String {
    let worth = worth(reply.worth.into(), view);
    // Only of the newest position is it known what a move leads to.
    let notes = if view.ply == venue.ply() { venue.preview(&reply.text) } else { Vec::new() };
    let fact = notes.first().map(|note| venue.personal(&note.text));
    let facts = fact.into_iter().chain(reply.why.as_ref().map(Why::text));
    let facts: Vec<String> = facts.map(|text| text.to_string()).collect();
    let (parted, ended) = (if worth.is_empty() { "" } else { ", " }, if facts.is_empty() { "" } else { ". " });
    format!("hint: {}{parted}{worth}{ended}{}", reply.text, facts.join(" "))
}

/// What a move is worth to the player to move.
pub fn worth(worth: Worth, view: &View) -> String {
    words::worth(worth, view.turn.unwrap_or(0), Scale::of(view)).to_string()
}
