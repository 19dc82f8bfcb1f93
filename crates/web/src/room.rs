//! The screen of a game in a room: takes in what comes over the socket and what a person does, and says what to do.
//! Nothing is played here: a move is a wish, and what is shown is what the server has sent.

use agon_client::{Connection, Feed, Hindrance, Intent, Offer, Online, Refusal, Venue, words};
use agon_rules::{Seat, Text, View, games, text};
use agon_wire::{Act, Event, Known, Listing, Ticket, json};

use crate::hand::{Hand, Input, Tapped};
use crate::screen::{Help, Screen};
use crate::speak;

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// the socket must connect, send or close
    Socket(agon_wire::Effect),
    /// say these sentences to those who listen
    Say(Vec<Text>),
    /// something is shown differently
    Around,
    /// moves were made: they can be heard
    Moved,
    /// the game goes on in this room: go to it
    Next(String),
}

/// What only a room has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    /// its code as people read it
    pub code: String,
    /// how the connection is
    pub connection: Connection,
    /// how far the game is
    pub stage: Stage,
    /// the seat of this member; none for spectators
    pub seat: Option<Seat>,
    /// how many watch
    pub watchers: usize,
    /// who is told of the room
    pub listing: Listing,
    /// the other people by name, and whether they are muted
    pub others: Vec<(Seat, Text, bool)>,
    /// seats that nobody has taken
    pub open: Vec<Seat>,
    /// seats whose player is away, by name
    pub away: Vec<(Seat, Text)>,
    /// what is offered, in a sentence each
    pub offers: Vec<(Offer, Text)>,
    /// a computer plays for this member
    pub replaced: bool,
    /// whether the result counts
    pub rated: bool,
    /// the players whose names are kept by a key, with what they are called here
    pub known: Vec<(Text, Known)>,
    /// the whole game, once it is over
    pub record: Option<String>,
    /// the room of the rematch: players are led there, who watches may follow
    pub next: Option<String>,
}

/// How far the game in a room is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// nothing has come from the server yet
    #[default]
    Unknown,
    /// players are missing
    Waiting,
    /// it is being played
    Playing,
    /// it is over
    Over,
}

impl Lobby {
    /// Whether this member plays in a game that goes on.
    pub fn plays(&self) -> bool {
        self.seat.is_some() && self.stage == Stage::Playing
    }
}

/// The screen of a game in a room.
pub struct Room {
    online: Online,
    hand: Hand,
    /// what happened, turn by turn
    feed: Feed,
    /// the board was turned to this member's side when the first room came
    placed: bool,
}

impl Room {
    /// The room of a ticket. The first tick connects.
    pub fn new(ticket: Ticket, seed: u64) -> Self {
        Room { online: Online::new(ticket, seed, None), hand: Hand::default(), feed: Feed::default(), placed: false }
    }

    /// Takes in what happened at the socket, or that time has passed.
    pub fn hear(&mut self, now: u64, event: Event) -> Vec<Effect> {
        let effects = self.online.hear(now, event);
        self.follow(effects)
    }

    /// Shows and says what followed from something that happened to the game.
    fn follow(&mut self, effects: Vec<agon_client::Effect>) -> Vec<Effect> {
        let mut out = Vec::new();
        for effect in effects {
            match effect {
                agon_client::Effect::Socket(effect) => out.push(Effect::Socket(effect)),
                agon_client::Effect::Around => out.push(Effect::Around),
                agon_client::Effect::Changed { from } => out.extend(self.changed(from)),
                agon_client::Effect::Said { seat, phrase } => {
                    out.push(Effect::Say(vec![words::says(&self.online.name(seat), phrase)]));
                }
                agon_client::Effect::Tell(text) => out.extend(self.complain(text)),
                agon_client::Effect::Rematch(next) => out.push(Effect::Next(next)),
            }
        }
        out
    }

    /// The game has changed. An earlier position stays on the screen, unless it was taken back.
    fn changed(&mut self, from: usize) -> [Effect; 2] {
        if !self.placed {
            (self.placed, self.hand.flipped) = (true, self.online.is_far());
        }
        self.hand.clear();
        self.hand.message = None;
        self.hand.look = self.hand.look.filter(|&ply| ply < self.online.ply());
        let view = self.online.view();
        self.feed.follow(&self.online);
        // After a reconnect or a takeback the newest move is enough.
        let from = from.max(view.ply.saturating_sub(2)).min(view.ply.saturating_sub(1));
        [Effect::Say(speak::news(from, &view, &self.online)), Effect::Moved]
    }

    /// Takes in what a person does at the board.
    pub fn take(&mut self, now: u64, input: Input) -> Vec<Effect> {
        if self.online.room().is_none() {
            return Vec::new();
        }
        self.hand.message = None;
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => match self.hand.hindrance(&self.online) {
                Some(why) => self.refuse(&Refusal::Hindered(why)),
                None => match self.hand.tap(&self.online.view(), site) {
                    Tapped::Play(text) => self.play(now, text),
                    Tapped::More => Vec::new(),
                    Tapped::Nowhere(why) => self.complain(why),
                },
            },
            Input::Play(text) => self.play(now, text),
            Input::Look(ply) => self.look(ply),
            Input::Flip => {
                self.hand.flipped = !self.hand.flipped;
                Vec::new()
            }
            Input::AtOnce(now) => {
                self.hand.at_once = now;
                Vec::new()
            }
            // The rest is for games at this device.
            _ => {
                self.hand.clear();
                Vec::new()
            }
        }
    }

    fn look(&mut self, ply: usize) -> Vec<Effect> {
        let newest = self.online.ply();
        if ply < newest && self.online.view_at(ply).is_none() {
            return self.complain(text!("that position was not seen, and something in it may be hidden"));
        }
        self.hand.look = (ply < newest).then_some(ply);
        self.hand.picker.clear();
        vec![Effect::Say(vec![self.hand.view(&self.online).prompt])]
    }

    fn play(&mut self, now: u64, text: String) -> Vec<Effect> {
        self.hand.clear();
        match self.hand.hindrance(&self.online) {
            Some(why) => self.refuse(&Refusal::Hindered(why)),
            None => self.intend(now, Intent::Play(text)),
        }
    }

    /// Listens to a player no longer, or again.
    pub fn mute(&mut self, seat: Seat) {
        self.online.mute(seat);
    }

    /// Asks the server for something.
    pub fn ask(&mut self, now: u64, act: Act) -> Vec<Effect> {
        self.hand.message = None;
        self.intend(now, Intent::Ask(act))
    }

    fn intend(&mut self, now: u64, intent: Intent) -> Vec<Effect> {
        match self.online.act(now, intent) {
            Ok(effects) => self.follow(effects),
            Err(why) => self.refuse(&why),
        }
    }

    fn refuse(&mut self, why: &Refusal) -> Vec<Effect> {
        let sentence = words::refusal(why, &self.online);
        self.complain(match why {
            Refusal::Hindered(Hindrance::EarlierPosition) => {
                text!("{why}; {advice}", why = sentence, advice = text!("go to the newest move"))
            }
            _ => sentence,
        })
    }

    fn complain(&mut self, text: Text) -> Vec<Effect> {
        self.hand.refuse(text.clone());
        vec![Effect::Say(vec![text])]
    }

    /// The position on the screen, once a room has come.
    pub fn view(&self) -> Option<View> {
        self.online.room().map(|_| self.hand.view(&self.online))
    }

    /// The game as it is shown.
    pub fn screen(&self, now: u64) -> Screen {
        if self.online.room().is_none() {
            return Screen::default();
        }
        let mut screen = Screen::new(&self.online, &self.hand, &self.feed, &Help::default(), now);
        screen.think(self.online.is_computers_turn());
        for plate in &mut screen.plates {
            plate.said = self.online.said(plate.seat).map(words::phrase);
        }
        screen
    }

    /// What each player has left to think: all of the screen that changes with time alone.
    pub fn clocks(&self, now: u64) -> Vec<Option<String>> {
        (0..self.online.seats()).map(|seat| self.online.clock(seat, now).map(words::clock)).collect()
    }

    /// How the connection is.
    pub fn connection(&self, now: u64) -> Connection {
        self.online.connection(now)
    }

    /// What is shown of the room around the game.
    pub fn lobby(&self, now: u64) -> Lobby {
        let connection = self.online.connection(now);
        let Some(room) = self.online.room() else { return Lobby { connection, ..Lobby::default() } };
        let who = |seat: Seat| self.online.name(seat);
        // Where days are left to move nobody need be there, and in rated games no computer plays.
        let waited = !room.rated && !room.clock.is_slow();
        let away = (0..self.online.seats()).filter(|&seat| waited && self.online.is_away(seat));
        Lobby {
            code: self.online.code(),
            connection,
            stage: match (room.is_over(), room.started) {
                (true, _) => Stage::Over,
                (false, true) => Stage::Playing,
                (false, false) => Stage::Waiting,
            },
            seat: room.seat,
            watchers: room.watchers,
            listing: room.listing,
            others: self
                .online
                .others()
                .into_iter()
                .map(|seat| (seat, words::name(&who(seat)), self.online.is_muted(seat)))
                .collect(),
            open: self.online.open_seats(),
            away: away.map(|seat| (seat, words::name(&who(seat)))).collect(),
            offers: self.online.offers().iter().map(|offer| (*offer, words::offer(offer, &who))).collect(),
            replaced: self.online.is_replaced(),
            rated: room.rated,
            known: room.players.iter().map(|known| (words::name(&who(known.seat)), known.clone())).collect(),
            record: room.record.clone(),
            next: room.next.clone(),
        }
    }

    /// The id of the game, once it is known.
    pub fn game(&self) -> Option<&'static str> {
        games::info(self.online.game()).ok().map(|info| info.id)
    }

    /// The options of the game.
    pub fn options(&self) -> Vec<(String, String)> {
        self.online.options()
    }
}

/// What is said where there is no server.
pub fn no_server() -> Text {
    text!("no server of Agon answers here; online play needs the page of a server")
}

/// What a server answers to a request over the web: what was asked for, or why not.
pub fn answer<T: json::Hear>(status: u16, text: &str) -> Result<T, Text> {
    if (200..300).contains(&status) {
        return json::read(text).ok_or_else(no_server);
    }
    Err(problem(text))
}

/// Why a server did not do what it was asked for.
pub fn problem(text: &str) -> Text {
    // An older server sends its English only.
    let said = |json: json::Json| {
        json.field("text").or_else(|| json.field("detail").map(|detail: String| Text::plain(detail)))
    };
    json::tree(text).and_then(said).unwrap_or_else(no_server)
}
