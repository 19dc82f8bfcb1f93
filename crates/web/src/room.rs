//! The screen of a game in a room on a server: what comes over the socket and what a person does go in, and what is shown
//! and what is to be done come out. Nothing is played here: a move is a wish, and what is shown is what the server sent.

use agon_rules::{Picker, Seat, View, games};
use agon_wire::side::is_above;
use agon_wire::{Act, Ending, Event, Link, RoomView, Seen, Session, Ticket, Who, code};

use crate::captured::captured;
use crate::desk::Input;
use crate::hand::Hand;
use crate::screen::{Area, Look, Screen};
use crate::speak;

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// open a socket; the one before is forgotten
    Connect,
    /// send this text
    Send(String),
    /// close the socket
    Close,
    /// say this to those who listen
    Say(String),
    /// moves were made: they can be heard
    Moved,
    /// the room of the rematch is there: go to it
    Next(String),
}

/// How the connection is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// it is being made
    #[default]
    Connecting,
    /// everything is as it should be
    Live,
    /// something is on its way to the server
    Sending,
    /// another try is made in so many seconds
    Waiting(u64),
    /// it is over for good, and why
    Ended(String),
}

/// What can be offered, and agreed to or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// to take the last move back
    Takeback,
    /// to call it a draw
    Draw,
    /// to play again
    Rematch,
    /// to let a computer play for this seat
    Replace(Seat),
}

/// Something that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// what
    pub kind: Kind,
    /// who offers it
    pub by: String,
    /// whether that is whoever looks
    pub mine: bool,
}

/// What only a room has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    /// its code as people read it
    pub code: String,
    /// how the connection is
    pub state: State,
    /// a room has come from the server
    pub seen: bool,
    /// whoever looks plays
    pub seated: bool,
    /// all seats are taken
    pub started: bool,
    /// the game is over
    pub over: bool,
    /// moves were made that could be taken back
    pub moved: bool,
    /// how many watch
    pub watchers: usize,
    /// seats that nobody has taken
    pub open: Vec<Seat>,
    /// seats whose player is away, by name
    pub away: Vec<(Seat, String)>,
    /// what is offered
    pub offers: Vec<Offer>,
    /// a computer plays for whoever looks
    pub replaced: bool,
    /// the room of the rematch
    pub next: Option<String>,
    /// the whole game, once it is over
    pub record: Option<String>,
}

/// The screen of a game in a room.
pub struct Room {
    session: Session,
    seen: Option<Seen>,
    hand: Hand,
    /// a room to go to was already named
    gone: bool,
}

impl Room {
    /// The room of a ticket. The first tick connects.
    pub fn new(ticket: Ticket, seed: u64) -> Self {
        Room { session: Session::new(ticket, seed), seen: None, hand: Hand::default(), gone: false }
    }

    /// Takes in what happened at the socket, or that time has passed.
    pub fn hear(&mut self, now: u64, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        for effect in self.session.step(now, event) {
            match effect {
                agon_wire::Effect::Connect => out.push(Effect::Connect),
                agon_wire::Effect::Send(text) => out.push(Effect::Send(text)),
                agon_wire::Effect::Close => out.push(Effect::Close),
                agon_wire::Effect::Show => self.look_again(&mut out),
                agon_wire::Effect::Tell(text) => {
                    self.hand.refuse(&text);
                    out.push(Effect::Say(text));
                }
            }
        }
        out
    }

    /// The room may have changed.
    fn look_again(&mut self, out: &mut Vec<Effect>) {
        let Some(room) = self.session.room() else { return };
        let before = self.seen.as_ref().map_or(0, |seen| seen.room().view.ply);
        let changed = match &mut self.seen {
            Some(seen) => seen.take(room),
            None => {
                let seen = Seen::new(room.clone());
                // The pieces tell the sides only where the beginning is known.
                let (start, known) = seen.view_at(0).map_or_else(|| (seen.view(), false), |start| (start, true));
                self.hand.flipped = room.seat == Some(1) && is_above(&start, known);
                self.seen = Some(seen);
                true
            }
        };
        let Some(seen) = &self.seen else { return };
        let room = seen.room();
        if changed {
            self.hand.clear();
            self.hand.message = None;
            // Whoever looks at an earlier position goes on looking, unless it was taken back.
            self.hand.look = self.hand.look.filter(|&ply| ply < room.view.ply);
            let view = View { prompt: prompt(room), ..room.view.clone() };
            // After a reconnect or a takeback the newest move is enough.
            let from = before.max(view.ply.saturating_sub(2)).min(view.ply.saturating_sub(1));
            out.extend([Effect::Say(speak::news(from, &view, &names(room))), Effect::Moved]);
        }
        if let Some(next) = room.next.clone().filter(|_| room.seat.is_some() && !self.gone) {
            self.gone = true;
            out.push(Effect::Next(next));
        }
    }

    /// Takes in what a person does at the board.
    pub fn take(&mut self, now: u64, input: Input) -> Vec<Effect> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let newest = seen.room().view.ply;
        self.hand.message = None;
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => {
                if let Some(why) = self.hindrance() {
                    return self.refuse(why);
                }
                match self.hand.tap(&seen.view(), site) {
                    Ok(Some(text)) => self.play(now, text),
                    Ok(None) => Vec::new(),
                    Err(why) => self.refuse(why),
                }
            }
            Input::Play(text) => match self.hindrance() {
                Some(why) => self.refuse(why),
                None => self.play(now, text),
            },
            Input::Look(ply) => {
                let known = ply >= newest || seen.view_at(ply).is_some();
                if !known {
                    return self.refuse("that position was not seen, and something in it may be hidden".to_owned());
                }
                self.hand.look = (ply < newest).then_some(ply);
                self.hand.picker.clear();
                vec![Effect::Say(self.view().map(|view| view.prompt).unwrap_or_default())]
            }
            Input::Flip => {
                self.hand.flipped = !self.hand.flipped;
                Vec::new()
            }
            // The rest is for games at this device.
            _ => {
                self.hand.picker.clear();
                Vec::new()
            }
        }
    }

    fn play(&mut self, now: u64, text: String) -> Vec<Effect> {
        self.hand.clear();
        let Some(revision) = self.seen.as_ref().map(|seen| seen.room().revision) else { return Vec::new() };
        self.hear(now, Event::Wish(Act::Play { revision, text }))
    }

    /// Asks the server for something.
    pub fn wish(&mut self, now: u64, act: Act) -> Vec<Effect> {
        self.hand.message = None;
        self.hear(now, Event::Wish(act))
    }

    fn refuse(&mut self, text: String) -> Vec<Effect> {
        self.hand.refuse(&text);
        vec![Effect::Say(text)]
    }

    /// Why no move can be made now.
    fn hindrance(&self) -> Option<String> {
        let seen = self.seen.as_ref()?;
        let room = seen.room();
        if self.hand.look.is_some() {
            return Some("this is an earlier position; go to the newest move".to_owned());
        }
        match room.view.turn {
            _ if room.is_over() => Some("the game is over".to_owned()),
            _ if room.seat.is_none() => Some("you watch; only players can move".to_owned()),
            _ if !room.started => Some("not all seats are taken yet".to_owned()),
            Some(turn) if !seen.is_mine() => Some(format!("it is the turn of {}", name(room, turn))),
            _ => None,
        }
    }

    /// What is shown.
    pub fn view(&self) -> Option<View> {
        let seen = self.seen.as_ref()?;
        Some(self.hand.look.and_then(|ply| seen.view_at(ply)).unwrap_or_else(|| seen.view()))
    }

    /// The game as it is shown.
    pub fn screen(&self, now: u64) -> Screen {
        let (Some(seen), Some(view)) = (&self.seen, self.view()) else { return Screen::default() };
        let room = seen.room();
        let names = names(room);
        let mine = seen.is_mine() && self.hand.look.is_none();
        let computer = view.turn.and_then(|turn| room.chairs.get(turn)).map(|chair| &chair.who);
        Screen {
            title: games::info(&room.game).map(|info| info.name.to_owned()).unwrap_or_default(),
            variant: seen.variant(),
            areas: self.areas(&view, &names, mine),
            prompt: if self.hand.look.is_some() { view.prompt.clone() } else { prompt(room) },
            turn: view.turn.filter(|_| !room.is_over()),
            scores: view.scores.clone(),
            clocks: (0..room.chairs.len()).map(|seat| self.session.left(seat, now).map(minutes)).collect(),
            captured: seen.view_at(0).map_or_else(Vec::new, |start| captured(&start, &view, room.chairs.len())),
            away: away(room).collect(),
            buttons: if mine { Picker::buttons(&view.choices).map(str::to_owned).collect() } else { Vec::new() },
            menu: self.hand.menu.clone(),
            history: room.view.history.clone(),
            at: view.ply,
            notes: view.notes.clone(),
            message: self.hand.message.clone(),
            thinking: matches!(computer, Some(Who::Computer(_))) && room.started && !room.is_over(),
            over: room.is_over(),
            names,
            ..Screen::default()
        }
    }

    fn areas(&self, view: &View, names: &[String], mine: bool) -> Vec<Area> {
        let seen = self.seen.as_ref();
        let before = view.ply.checked_sub(1).and_then(|ply| seen?.view_at(ply));
        let look = Look {
            view,
            before: before.as_ref(),
            picker: &self.hand.picker,
            hint: None,
            values: &[],
            me: seen.and_then(|seen| seen.room().seat),
            flipped: self.hand.flipped,
            names,
            mine,
        };
        look.areas()
    }

    /// What is shown of the room around the game.
    pub fn lobby(&self, now: u64) -> Lobby {
        let state = match self.session.link() {
            Link::Connecting => State::Connecting,
            Link::Live if self.session.is_waiting() => State::Sending,
            Link::Live => State::Live,
            Link::Waiting { until } => State::Waiting(until.saturating_sub(now).div_ceil(1000)),
            Link::Ended(why) => State::Ended(why.clone()),
        };
        let Some(seen) = &self.seen else { return Lobby { state, ..Lobby::default() } };
        let room = seen.room();
        let own = room.seat.and_then(|seat| room.chairs.get(seat));
        let open = |seat: &Seat| room.chairs[*seat].who == Who::Open;
        Lobby {
            code: code::spaced(&room.room),
            state,
            seen: true,
            seated: room.seat.is_some(),
            started: room.started,
            over: room.is_over(),
            moved: room.view.ply > 0,
            watchers: room.watchers,
            open: (0..room.chairs.len()).filter(open).collect(),
            away: away(room).map(|seat| (seat, name(room, seat))).collect(),
            offers: offers(room),
            replaced: own.is_some_and(|chair| matches!(chair.who, Who::Computer(_))),
            next: room.next.clone(),
            record: room.record.clone(),
        }
    }

    /// The id of the game, once it is known.
    pub fn game(&self) -> Option<&'static str> {
        games::info(&self.seen.as_ref()?.room().game).ok().map(|info| info.id)
    }

    /// The options of the game.
    pub fn options(&self) -> Vec<(String, String)> {
        self.seen.as_ref().map(|seen| seen.room().options.clone()).unwrap_or_default()
    }
}

/// Players who are not there, other than whoever looks.
fn away(room: &RoomView) -> impl Iterator<Item = Seat> {
    let chairs = room.chairs.iter().enumerate().filter(|(_, chair)| chair.who == Who::Human && !chair.here);
    chairs.map(|(seat, _)| seat).filter(|&seat| room.seat != Some(seat))
}

/// What a player is called.
fn name(room: &RoomView, seat: Seat) -> String {
    let Some(chair) = room.chairs.get(seat) else { return String::new() };
    match &chair.who {
        _ if room.seat == Some(seat) => "you".to_owned(),
        Who::Open => "(open)".to_owned(),
        Who::Computer(player) => player.clone(),
        Who::Human if chair.name.is_empty() => format!("player {}", seat + 1),
        Who::Human => chair.name.clone(),
    }
}

fn names(room: &RoomView) -> Vec<String> {
    (0..room.chairs.len()).map(|seat| name(room, seat)).collect()
}

/// What is asked, or how it ended.
fn prompt(room: &RoomView) -> String {
    let Some(ending) = &room.ending else {
        return if room.started { room.view.prompt.clone() } else { "waiting for players".to_owned() };
    };
    let how = match ending {
        Ending::Resigned(seat) => format!("{} resigned", name(room, *seat)),
        Ending::TimeUp(seat) => format!("{}: the time is up", name(room, *seat)),
        Ending::Agreed => return "a draw, by agreement".to_owned(),
    };
    let winners = room.winners.iter().flatten().map(|&seat| match name(room, seat).as_str() {
        "you" => "you win".to_owned(),
        other => format!("{other} wins"),
    });
    [how].into_iter().chain(winners).collect::<Vec<_>>().join(". ")
}

fn offers(room: &RoomView) -> Vec<Offer> {
    let offers = &room.offers;
    let offer = |kind, by: Seat| Offer { kind, by: name(room, by), mine: room.seat == Some(by) };
    let take = |kind, seats: &[Seat]| seats.iter().map(|&seat| offer(kind, seat)).collect::<Vec<_>>();
    let mut all = take(Kind::Takeback, &offers.takeback);
    all.extend(take(Kind::Draw, &offers.draw));
    all.extend(take(Kind::Rematch, &offers.rematch));
    all.extend(offers.replace.iter().map(|&(seat, by)| offer(Kind::Replace(seat), by)));
    all
}

/// Milliseconds as minutes and seconds.
fn minutes(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What is said where there is no server.
pub const NO_SERVER: &str = "no server of Agon answers here; online play needs the page of a server";

/// What a server answers to a request over the web: what was asked for, or why not.
pub fn answer<T: serde::de::DeserializeOwned>(status: u16, text: &str) -> Result<T, String> {
    #[derive(serde::Deserialize)]
    struct Problem {
        detail: String,
    }
    let nobody = || NO_SERVER.to_owned();
    if (200..300).contains(&status) {
        return serde_json::from_str(text).map_err(|_| nobody());
    }
    Err(serde_json::from_str::<Problem>(text).map_or_else(|_| nobody(), |problem| problem.detail))
}
