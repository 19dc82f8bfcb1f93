//! A puzzle on the screen: taps and answers of the worker in, effects out. It knows no game.

use agon_client::learn::{Attempt, Clue, Puzzle};
use agon_client::{Feed, NoGame, Refusal, Venue, Worth, words};
use agon_rules::{Site, Text, View, text};

use crate::hand::{Hand, Input, Tapped};
use crate::screen::{Help, Screen};
use crate::think::{Answer, Ask, Question, Tell};

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// ask the worker how a wrong move is answered
    Ask(Question),
    /// make the next move of the line a little later
    Later,
    /// a move was made: it can be heard
    Moved,
    /// it was missed, or solved, for the first time: how good that was, told once
    Counted {
        /// at the first try, without help
        clean: bool,
    },
    /// the last move of the solution was made
    Done,
}

/// What sort of thing is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// the move was right
    Right,
    /// the move was not
    Wrong,
    /// help
    Hint,
}

/// What is said about the last move, or instead of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// what sort of thing it is
    pub tone: Tone,
    /// in two words
    pub head: Text,
    /// in a sentence
    pub text: Text,
}

/// A puzzle on the screen.
pub struct Quiz {
    attempt: Attempt,
    hand: Hand,
    feed: Feed,
    said: Option<Said>,
    /// the move of the second hint
    hint: Option<String>,
    /// what the first hint points at
    pub pointed: Vec<Site>,
    /// the number of the last question
    asked: u64,
    counted: bool,
    /// whether the answer is being shown
    showing: bool,
}

impl Quiz {
    /// Opens a puzzle.
    pub fn open(puzzle: &Puzzle) -> Result<Self, NoGame> {
        let attempt = Attempt::open(puzzle)?;
        let hand = Hand { flipped: attempt.local().is_far(), ..Hand::default() };
        let feed = Feed::default();
        Ok(Quiz {
            attempt,
            hand,
            feed,
            said: None,
            hint: None,
            pointed: Vec::new(),
            asked: 0,
            counted: false,
            showing: false,
        })
    }

    /// What is in hand.
    pub fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// What is said about the last move.
    pub fn said(&self) -> Option<&Said> {
        self.said.as_ref()
    }

    /// The position on the screen.
    pub fn view(&self) -> View {
        self.attempt.local().view()
    }

    /// The screen as it is.
    pub fn screen(&self) -> Screen {
        let help = Help { hint: self.hint.as_deref(), ranked: &[] };
        let mut screen = Screen::new(self.attempt.local(), &self.hand, &self.feed, &help, 0);
        // The end of the line says how it ended; the card of a game would cover the puzzle.
        screen.result = None;
        screen
    }

    /// Takes something in, and says what to do.
    pub fn take(&mut self, input: Input) -> Vec<Effect> {
        self.hand.message = None;
        if !matches!(input, Input::Tap(_) | Input::Play(_)) {
            self.hand.clear();
        }
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => self.tap(site),
            Input::Play(text) => self.play(&text),
            Input::Flip => {
                self.hand.flipped = !self.hand.flipped;
                Vec::new()
            }
            Input::AtOnce(now) => {
                self.hand.at_once = now;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn tap(&mut self, site: Site) -> Vec<Effect> {
        // The first tap after a wrong move takes it back.
        if self.attempt.back() {
            self.said = None;
        }
        if let Some(why) = self.attempt.hindrance() {
            return self.refuse(&Refusal::Hindered(why));
        }
        match self.hand.tap(&self.attempt.local().view(), site) {
            Tapped::Play(text) => self.play(&text),
            Tapped::More => Vec::new(),
            Tapped::Nowhere(why) => {
                self.hand.refuse(why);
                Vec::new()
            }
        }
    }

    fn refuse(&mut self, why: &Refusal) -> Vec<Effect> {
        self.hand.refuse(words::refusal(why, self.attempt.local()));
        Vec::new()
    }

    fn play(&mut self, text: &str) -> Vec<Effect> {
        self.hand.clear();
        (self.hint, self.pointed, self.said) = (None, Vec::new(), None);
        match self.attempt.play(text) {
            Err(why) => self.refuse(&why),
            Ok(true) => {
                self.feed.follow(self.attempt.local());
                let mut effects = vec![Effect::Moved];
                effects.extend(self.went_on());
                effects
            }
            Ok(false) => {
                let mut effects = vec![Effect::Moved];
                effects.extend(self.count(false));
                self.miss(Worth::Unknown);
                effects.extend(self.refute());
                effects
            }
        }
    }

    /// Says what a wrong move leads to.
    fn miss(&mut self, worth: Worth) {
        self.said = Some(Said { tone: Tone::Wrong, head: text!("Not yet."), text: self.attempt.refuted(worth) });
    }

    /// Asks how a wrong move is answered, while the opponent is to move.
    fn refute(&mut self) -> Option<Effect> {
        let record = self.attempt.to_refute()?.to_string();
        self.asked += 1;
        Some(Effect::Ask(Question { id: self.asked, ask: Ask::Hint { record } }))
    }

    /// After a move of the solution: the next one follows, or it is done.
    fn went_on(&mut self) -> Vec<Effect> {
        if self.attempt.is_done() {
            let mut effects = self.count(self.attempt.is_clean());
            self.said = Some(self.solved());
            effects.push(Effect::Done);
            return effects;
        }
        if self.showing || self.attempt.local().human_turn().is_none() {
            return vec![Effect::Later];
        }
        self.said = Some(Said { tone: Tone::Right, head: text!("That’s it."), text: text!("Now go on.") });
        Vec::new()
    }

    fn solved(&self) -> Said {
        let head = match self.attempt.tries() + 1 {
            _ if self.attempt.was_shown() => text!("That was the answer."),
            1 => text!("Solved."),
            tries => text!("Solved on try {n}.", n = tries),
        };
        let puzzle = self.attempt.puzzle();
        let line = Text::plain(puzzle.record.moves.join(" "));
        let text = match puzzle.nodes {
            0 if self.attempt.local().history().first().is_some_and(|step| puzzle.also.contains(&step.text)) => {
                text!("It is as good as {line}.", line)
            }
            0 => text!("The review found {line}.", line),
            nodes => {
                text!("The line is {line}. The proof took {nodes} positions.", line, nodes = words::grouped(nodes))
            }
        };
        Said { tone: Tone::Right, head, text }
    }

    fn count(&mut self, clean: bool) -> Vec<Effect> {
        let first = !std::mem::replace(&mut self.counted, true);
        if first { vec![Effect::Counted { clean }] } else { Vec::new() }
    }

    /// The time for the next move of the line has come.
    pub fn later(&mut self) -> Vec<Effect> {
        let made = if self.showing { self.attempt.show() } else { self.attempt.reply() };
        if !made {
            return Vec::new();
        }
        self.feed.follow(self.attempt.local());
        let mut effects = vec![Effect::Moved];
        effects.extend(self.went_on());
        effects
    }

    /// The worker knows how a wrong move is answered; one to an older question is dropped.
    pub fn hear(&mut self, answer: &Answer) -> Vec<Effect> {
        let Tell::Move { text: reply, worth, .. } = &answer.tell else { return Vec::new() };
        if self.attempt.wrong().is_none() || answer.id != self.asked || !self.attempt.refute(reply) {
            return Vec::new();
        }
        self.miss(*worth);
        // A turn may be several moves.
        [Effect::Moved].into_iter().chain(self.refute()).collect()
    }

    /// Gives a hint: what to begin with, or a few moves to choose from, then the move.
    pub fn clue(&mut self) -> Vec<Effect> {
        let effects = self.count(false);
        let text = match self.attempt.clue() {
            Some(Clue::Where(site)) => {
                self.pointed = vec![site];
                text!("Begin with what is lit.")
            }
            Some(Clue::Among(sites)) => {
                self.pointed = sites;
                text!("The right one is among those that are lit.")
            }
            Some(Clue::Move(text)) => {
                let told = self.attempt.advice(&text);
                self.hint = Some(text);
                told
            }
            None => return effects,
        };
        self.said = Some(Said { tone: Tone::Hint, head: text!("Hint"), text });
        effects
    }

    /// Begins again.
    pub fn restart(&mut self) {
        self.hand.clear();
        (self.said, self.hint, self.pointed, self.showing) = (None, None, Vec::new(), false);
        self.attempt.restart();
    }

    /// Shows the answer, one move after the other.
    pub fn answer(&mut self) -> Vec<Effect> {
        let mut effects = self.count(false);
        self.hand.clear();
        (self.said, self.hint, self.pointed, self.showing) = (None, None, Vec::new(), true);
        effects.extend(self.later());
        effects
    }
}
