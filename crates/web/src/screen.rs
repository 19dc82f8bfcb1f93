//! The screen of a game: the table, and around it players, choices and moves. It knows no game.

use agon_client::{Feed, Round, Venue, Verdict, words};
use agon_rules::{Choice, Form, Look, Mark, Note, Picker, Seat, Step, Text, View, games, text};

use crate::captured::captured;
use crate::draw::sight::{Sight, last_turn};
use crate::draw::victims::victims;
use crate::draw::{self, Side};
use crate::hand::Hand;
use crate::plate::{Ask, Plate};
use crate::result::Result;
use crate::values::Ranked;

/// The screen of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Screen {
    /// which game it is, for people
    pub title: Text,
    /// the variant, in a few words
    pub variant: Vec<Text>,
    /// everything that is drawn on the table
    pub table: draw::Table,
    /// what those at the screen are to do, or how the game ended
    pub prompt: Text,
    /// who plays
    pub plates: Vec<Plate>,
    /// whose plate is below the board
    pub near: Option<Seat>,
    /// moves that are not made on the board
    pub choices: Choices,
    /// the moves so far
    pub history: History,
    /// what happened, turn by turn, said to those at the screen
    pub feed: Vec<Round>,
    /// what the client says to the player
    pub message: Option<Message>,
    /// what can be done besides moving
    pub tools: Tools,
    /// every move with what it is worth in words, the best first
    pub values: Vec<(String, Text)>,
    /// how the game ended
    pub result: Option<Result>,
}

/// Moves that are not made on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// moves that are buttons
    pub buttons: Vec<Choice>,
    /// what is asked beside them; empty where the prompt is enough
    pub question: Text,
    /// moves with the same taps, of which the player chooses one
    pub menu: Vec<String>,
    /// the card that was lifted, with what playing it would lead to
    pub lifted: Option<(String, Vec<Text>)>,
}

/// The moves so far, and where one looks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// the moves
    pub steps: Vec<Step>,
    /// the ply on the screen
    pub at: usize,
}

/// What can be done besides moving.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tools {
    /// the person who must take the screen before it is shown
    pub hand_over: Option<Seat>,
    /// a move can be taken back
    pub undo: bool,
    /// what was taken back can be played again
    pub redo: bool,
    /// an earlier position is on the screen, from where one can play on
    pub branch: bool,
    /// a computer is thinking
    pub thinking: bool,
    /// the game is over
    pub over: bool,
    /// moves are rated
    pub analysing: bool,
}

/// What the client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// the sentence
    pub text: Text,
    /// how it is meant
    pub tone: Tone,
}

/// How a message is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// something to know
    Info,
    /// something was refused
    Refusal,
}

/// Help that computers give with the position on the screen.
#[derive(Default)]
pub(crate) struct Help<'a> {
    /// the move that is suggested
    pub hint: Option<&'a str>,
    /// what each move is worth, the best first
    pub ranked: &'a [Ranked],
}

impl Screen {
    /// The screen of a game at this device or in a room. Who thinks and what else can be done is the caller's.
    pub(crate) fn new(venue: &impl Venue, hand: &Hand, feed: &Feed, help: &Help, now: u64) -> Self {
        let view = hand.view(venue);
        let names = words::names(&venue.names());
        let mine = hand.hindrance(venue).is_none();
        let movers = view.history.iter().map(|step| step.seat);
        let past: Vec<View> =
            (view.ply - last_turn(movers).min(view.ply)..view.ply).filter_map(|ply| venue.view_at(ply)).collect();
        let picker = if mine { hand.taps(&view) } else { Picker::default() };
        let sight = Sight {
            view: &view,
            past: &past,
            picker: &picker,
            hint: help.hint,
            ranked: help.ranked,
            near: venue.near(),
            side: if hand.flipped { Side::Far } else { Side::Near },
            names: &names,
            lit: if mine { picker.lit(&view.choices) } else { Vec::new() },
            lifted: hand.lifted.as_ref().map(|lifted| lifted.site),
        };
        let mut table = sight.table(games::info(venue.game()).map_or(Look::PLAIN, |info| info.look));
        table.address(&|text| venue.personal(text));
        table.threaten(&victims(venue.game(), &venue.options(), &view, &picker));
        let prompt = if hand.look.is_some() { venue.personal(&view.prompt) } else { venue.prompt() };
        Screen {
            title: Text::term("game", venue.title()),
            variant: venue.variant(),
            table,
            plates: plates(venue, hand, &view, &names, now),
            near: venue.near(),
            prompt,
            choices: Choices {
                buttons: if mine { Picker::buttons(&view.choices).cloned().collect() } else { Vec::new() },
                question: view.question.clone(),
                menu: hand.menu.clone(),
                lifted: hand.lifted.as_ref().map(|lifted| {
                    let notes = venue.preview(&lifted.text);
                    (lifted.text.clone(), notes.iter().map(|note| venue.personal(&note.text)).collect())
                }),
            },
            history: History { steps: venue.history(), at: view.ply },
            feed: personal(feed, venue),
            message: hand.message.clone(),
            tools: Tools { over: venue.ending().is_some(), ..Tools::default() },
            values: Vec::new(),
            result: hand.look.is_none().then(|| Result::new(venue, &view)).flatten(),
        }
    }

    /// The plates of the others, then one's own: as they lie above and below the board.
    pub fn sides(&self) -> (Vec<&Plate>, Option<&Plate>) {
        let (own, others): (Vec<&Plate>, Vec<&Plate>) =
            self.plates.iter().partition(|plate| Some(plate.seat) == self.near.or(Some(0)));
        (others, own.first().copied())
    }

    /// How many pieces were taken so far.
    pub fn taken(&self) -> usize {
        self.plates.iter().flat_map(|plate| &plate.took).map(Vec::len).sum()
    }

    /// What the page is called: whose turn it is, or how it ended.
    pub fn page_title(&self) -> Text {
        match (&self.result, self.plates.iter().find(|plate| plate.turn)) {
            (Some(result), _) => result.heading.clone(),
            (None, Some(plate)) if plate.name == text!("You") => text!("Your turn"),
            // Who shares the screen reads whose turn it is.
            (None, Some(plate)) if plate.ask.is_some() => text!("{name} to move", name = plate.name.clone()),
            (None, _) => self.prompt.clone(),
        }
    }

    /// A computer thinks about its move.
    pub(crate) fn think(&mut self, thinking: bool) {
        self.tools.thinking = thinking;
        for plate in &mut self.plates {
            plate.thinking = plate.turn && thinking;
        }
        for lane in &mut self.table.lanes {
            lane.thinking = lane.turn && thinking;
        }
    }
}

/// The feed as those at the screen hear it.
fn personal(feed: &Feed, venue: &impl Venue) -> Vec<Round> {
    let mut rounds = feed.rounds();
    for note in rounds.iter_mut().flat_map(|round| &mut round.entries).flat_map(|entry| &mut entry.notes) {
        address(note, venue);
    }
    rounds
}

/// Says a note to those at the screen.
fn address(note: &mut Note, venue: &impl Venue) {
    note.text = venue.personal(&note.text);
    if let Form::Equation { result, .. } = &mut note.form {
        *result = venue.personal(result);
    }
}

fn plates(venue: &impl Venue, hand: &Hand, view: &View, names: &[Text], now: u64) -> Vec<Plate> {
    // With two players, what one has lost the other has taken.
    let mut took = match (names.len(), venue.view_at(0)) {
        (2, Some(start)) => captured(&start, view, 2),
        _ => Vec::new(),
    };
    took.reverse();
    // An earlier position shows whose turn it was.
    let turn = if view.ply == venue.ply() { venue.turn() } else { view.turn };
    let ending = venue.ending();
    let plate = |(seat, name): (Seat, &Text)| {
        let is_turn = turn == Some(seat);
        let role = view.roles.get(seat).map(|role| venue.personal(role)).unwrap_or_default();
        let sub = match &ending {
            _ if venue.is_away(seat) => text!("Away"),
            None if venue.has_resigned(seat) => text!("Resigned"),
            Some(ending) if hand.look.is_none() => match ending.verdict(seat, names.len()) {
                Verdict::Won => text!("Won"),
                Verdict::Drawn => text!("Drawn"),
                Verdict::Lost => text!("Lost"),
            },
            _ if venue.me() == Some(seat) && !view.goal.is_empty() => {
                text!("Goal: {goal}", goal = venue.personal(&view.goal))
            }
            _ => role,
        };
        Plate {
            said: None,
            seat,
            name: name.clone(),
            sub,
            turn: is_turn,
            thinking: false,
            danger: view.notes.iter().any(|note| note.mark == Mark::Danger && note.seat != Some(seat)),
            score: view.scores.get(seat).copied(),
            clock: venue.clock(seat, now).map(words::clock),
            took: took.get_mut(seat).and_then(Option::take),
            ask: {
                let own = venue.near().or(Some(0)) == Some(seat);
                let going = ending.is_none() || hand.look.is_some();
                let told = is_turn.then(|| ask(venue, hand, view, seat)).flatten();
                told.or_else(|| own.then(|| wait(venue, hand))).filter(|_| going)
            },
        }
    };
    names.iter().enumerate().map(plate).collect()
}

/// What the plate of the player to move says: what to do, or why the last tap did nothing.
fn ask(venue: &impl Venue, hand: &Hand, view: &View, seat: Seat) -> Option<Ask> {
    let mine = venue.people().contains(&seat);
    match &hand.message {
        Some(message) if mine => Some(Ask { text: message.text.clone(), refused: message.tone == Tone::Refusal }),
        _ if mine => Some(Ask { text: venue.personal(&view.prompt), refused: false }),
        _ => None,
    }
}

/// What one's own plate says while it is another's turn: whom one waits for, or why the last tap did nothing.
fn wait(venue: &impl Venue, hand: &Hand) -> Ask {
    match &hand.message {
        Some(message) => Ask { text: message.text.clone(), refused: message.tone == Tone::Refusal },
        None => Ask { text: venue.prompt(), refused: false },
    }
}
