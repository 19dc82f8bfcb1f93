//! The screen of a game in a room on the server of this page.

use std::collections::VecDeque;

use agon_rules::{Text, View, text};
use agon_wire::{Act, Event, Phrase, Ticket, code};

use crate::device::{Heard, Worker};
use crate::hand::Input;
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::actions::{Action, Resign, item};
use crate::page::table::{Parts, Table};
use crate::page::{Frame, Page, lobby, server};
use crate::room::{Effect, Lobby, Room, Stage};
use crate::route::{Route, encode};
use crate::screen::Screen;
use crate::shell::Shell;
use crate::words::Word;

mod head;

use head::Head;

/// How often the session is told the time, in milliseconds.
const TICK: u64 = 250;

/// A computer's move that waits until the one before it was seen: what is shown then, and what is said.
struct Held {
    screen: Screen,
    view: Option<View>,
    said: Vec<Text>,
}

/// The screen.
pub struct RoomPage {
    /// the code of the room
    code: String,
    room: Room,
    table: Table,
    lobby: Lobby,
    /// the position that is shown
    view: Option<View>,
    /// when the last move was shown
    shown: u64,
    /// computers' moves that wait; the room itself is always ahead of them
    held: VecDeque<Held>,
    /// how many moves were made, and whether a computer thinks about the next, whatever is shown
    newest: (usize, bool),
    head: Head,
    resign: Resign,
}

impl RoomPage {
    /// Opens it. A key is the secret of a seat that was taken on another device.
    pub fn open(code: String, key: Option<String>, shell: &mut Shell) -> Self {
        let device = shell.device();
        if let Some(key) = key {
            server::keep_token(&*device, &code, &key);
        }
        let hash = Route::Room { code: code.clone(), key: None }.write();
        device.replace(&hash);
        device.keep("last", &hash);
        let mut page = RoomPage {
            room: room(&code, shell),
            head: Head::new(&[&device.page(), &*hash].concat()),
            code,
            table: Table::new(Screen::default(), shell),
            lobby: Lobby::default(),
            view: None,
            shown: 0,
            held: VecDeque::new(),
            newest: (0, false),
            resign: Resign::default(),
        };
        page.tick(shell);
        device.after(TICK, "tick");
        page
    }

    /// Connects anew: nothing of before counts any more.
    fn begin(&mut self, shell: &mut Shell) {
        shell.device().disconnect();
        self.room = room(&self.code, shell);
        self.held.clear();
        self.head.begin();
        self.newest = (0, false);
        self.show(shell);
        self.tick(shell);
    }

    /// Time has passed: in an idle room only the clocks and the countdown of a lost connection change.
    fn tick(&mut self, shell: &mut Shell) {
        let now = shell.device().now();
        self.head.wait(&self.lobby, now);
        let effects = self.room.hear(now, Event::Tick);
        if !effects.is_empty() {
            return self.changed(effects, shell);
        }
        self.release(shell);
        self.lobby.connection = self.room.connection(now);
        for (plate, clock) in self.table.screen.plates.iter_mut().zip(self.room.clocks(now)) {
            plate.clock = clock;
        }
    }

    fn ask(&mut self, act: Act, shell: &mut Shell) {
        self.catch_up(shell);
        let effects = self.room.ask(shell.device().now(), act);
        self.changed(effects, shell);
    }

    fn input(&mut self, input: Input, shell: &mut Shell) {
        // Who taps while a move is held back has seen enough.
        if self.catch_up(shell) && matches!(input, Input::Tap(_) | Input::Play(_)) {
            return;
        }
        let effects = self.room.take(shell.device().now(), input);
        self.changed(effects, shell);
    }

    /// Something has happened: shows it, unless it is a computer's move that must wait, and does what it leads to.
    fn changed(&mut self, effects: Vec<Effect>, shell: &mut Shell) {
        let now = shell.device().now();
        if self.lobby.stage == Stage::Unknown && self.room.view().is_some() {
            self.room.take(now, Input::AtOnce(shell.settings.first_tap));
        }
        self.lobby = self.room.lobby(now);
        self.head.invite(&self.lobby, &self.room, shell);
        let screen = self.room.screen(now);
        let (made, thinking) = self.newest;
        self.newest = (screen.history.steps.len(), screen.tools.thinking);
        let moved = effects.contains(&Effect::Moved);
        let by_computer = moved && thinking && self.newest.0 == made + 1;
        if by_computer && (!self.held.is_empty() || self.wait(shell) > 0) {
            return self.hold(screen, effects, shell);
        }
        // While a move is held back nothing else is shown either, except what people must know.
        if self.held.is_empty() || moved || effects.iter().any(|effect| matches!(effect, Effect::Say(_))) {
            self.held.clear();
            self.show(shell);
        }
        effects.into_iter().for_each(|effect| self.perform(effect, shell));
    }

    /// For how long a move that comes now is held back.
    fn wait(&self, shell: &Shell) -> u64 {
        self.table.pace(shell).saturating_sub(shell.device().now().saturating_sub(self.shown))
    }

    fn hold(&mut self, screen: Screen, effects: Vec<Effect>, shell: &mut Shell) {
        let mut said = Vec::new();
        for effect in effects {
            match effect {
                Effect::Say(sentences) => said.extend(sentences),
                Effect::Moved => {}
                effect => self.perform(effect, shell),
            }
        }
        if self.held.is_empty() {
            shell.device().after(self.wait(shell), "held");
        }
        self.held.push_back(Held { screen, view: self.room.view(), said });
    }

    /// Shows the next move that was held back, if it is time for it.
    fn release(&mut self, shell: &mut Shell) {
        if self.wait(shell) == 0 {
            self.reveal(shell);
        }
    }

    /// Shows the next move that was held back. The last one is shown as everything is by now.
    fn reveal(&mut self, shell: &mut Shell) {
        let Some(held) = self.held.pop_front() else { return };
        if self.held.is_empty() {
            self.show(shell);
        } else {
            self.table.show(held.screen, shell);
            self.view = held.view;
            shell.device().after(self.table.pace(shell), "held");
        }
        self.perform(Effect::Say(held.said), shell);
        self.perform(Effect::Moved, shell);
    }

    /// Shows everything that was held back; whether there was anything.
    fn catch_up(&mut self, shell: &mut Shell) -> bool {
        let Some(last) = self.held.pop_back() else { return false };
        self.held = VecDeque::from([last]);
        self.reveal(shell);
        true
    }

    /// Shows everything as it is.
    fn show(&mut self, shell: &Shell) {
        let now = shell.device().now();
        self.table.show(self.room.screen(now), shell);
        self.lobby = self.room.lobby(now);
        self.view = self.room.view();
    }

    fn perform(&mut self, effect: Effect, shell: &mut Shell) {
        let device = shell.device();
        match effect {
            Effect::Socket(agon_wire::Effect::Connect) => device.connect(),
            Effect::Socket(agon_wire::Effect::Send(text)) => device.send(&text),
            Effect::Socket(_) => device.disconnect(),
            Effect::Around => {}
            Effect::Say(sentences) => shell.speak(&sentences),
            Effect::Moved => {
                self.shown = device.now();
                self.table.sound(usize::MAX, shell);
            }
            Effect::Next(next) => {
                let (here, there) = (server::token(&*device, &self.code), server::token(&*device, &next));
                if let (Some(token), None) = (here, there) {
                    server::keep_token(&*device, &next, &token);
                }
                device.go(&Route::Room { code: next, key: None }.write());
            }
        }
    }

    /// Does what was pressed, as far as it is about the room.
    fn act(&mut self, act: &str, shell: &mut Shell) {
        let wish = match act {
            "takeback" => Act::Takeback,
            "draw" => Act::Draw,
            "rematch" => Act::Rematch,
            "decline" => Act::Decline,
            "return" => Act::Return,
            "stop looking" => {
                self.ask(Act::Withdraw, shell);
                return shell.device().go("#/online");
            }
            "reconnect" => return self.begin(shell),
            "join" => return self.head.join(&self.code, self.lobby.rated, shell),
            "send link" => {
                shell.device().pass_on(&self.head.link);
                return;
            }
            "copy link" => return self.head.copy(Word::CopyLink, self.head.link.clone(), shell),
            "copy seat" => {
                let device = shell.device();
                let key = server::token(&*device, &self.code);
                let hash = Route::Room { code: self.code.clone(), key }.write();
                return self.head.copy(Word::Elsewhere, [device.page(), hash].concat(), shell);
            }
            _ => match self.about(act, shell) {
                Some(act) => act,
                None => return,
            },
        };
        self.ask(wish, shell);
    }

    /// What was pressed about a player, as far as the server is asked for it.
    fn about(&mut self, act: &str, shell: &mut Shell) -> Option<Act> {
        let (word, rest) = act.split_once(' ')?;
        let seat = |text: &str| text.parse().ok();
        match word {
            "say" => Phrase::read(rest).map(Act::Say),
            "mute" => {
                self.room.mute(seat(rest)?);
                self.show(shell);
                None
            }
            "report" => {
                let seat = seat(rest)?;
                self.head.report(seat, shell);
                Some(Act::Report { seat })
            }
            "computer" => {
                let (at, player) = rest.split_once(' ')?;
                Some(Act::Computer { seat: seat(at)?, player: player.to_owned() })
            }
            _ => None,
        }
    }

    /// What stands in the action bar.
    fn bar(&self) -> Vec<Action> {
        let plays = self.lobby.plays();
        let action = |icon, name, act, enabled| Action { icon, name, act, enabled };
        vec![
            action(Icon::Undo, text!("Take back"), "takeback", plays && !self.lobby.rated),
            action(Icon::Draw, text!("Offer draw"), "draw", plays),
            action(Icon::Flip, text!("Flip"), "flip", true),
        ]
    }

    /// What stands behind "More".
    fn more(&self, to: &mut Html<'_>) {
        item(to, Icon::Flip, text!("Flip the board"), "flip", true);
        // A link to the name itself is on the player's own page.
        if self.lobby.seat.is_some() && !server::is_key(&*to.shell.device(), &self.code) {
            html!(to, "<button class='item' data-key='seat' data-do='copy seat'><span class='glyph'>" {Icon::Share} "</span>"
                {self.head.copied(Word::Elsewhere)}
                "</button><p class='help small soft'>" {Word::ElsewhereHelp} "</p>");
        }
        self.head.talk(to, &self.lobby);
        self.resign.html(to, self.lobby.plays());
    }

    /// What can be done when it is over.
    fn ended(&self, to: &mut Html<'_>) {
        match &self.lobby.next {
            Some(next) => {
                let hash = Route::Room { code: next.clone(), key: None }.write();
                html!(to, "<a class='btn main' href='" {hash} "'>" {text!("Go to the rematch")} "</a>");
            }
            None if self.lobby.seat.is_some() => {
                html!(to, "<button class='btn main again' data-do='rematch'><span class='glyph'>" {Icon::Again}
                    "</span><span>" {text!("Rematch")} "<small>");
                to.put(&self.table.screen.result.as_ref().and_then(|result| result.rematch.as_ref()));
                html!(to, "</small></span></button>");
            }
            None => {}
        }
        if let Some(record) = &self.lobby.record {
            html!(to, "<a class='btn' data-key='review' href='#/game/" {encode(record)} "'><span class='glyph'>"
                {Icon::Graph} "</span>" {text!("Review")} "</a>");
        }
        html!(to, "<a class='btn' data-key='new' href='#/'>" {text!("New game")} "</a>");
    }

    /// The game; empty until it is known.
    fn game(&self) -> &'static str {
        self.room.game().unwrap_or_default()
    }
}

/// The room with this code; this device may hold a seat in it.
fn room(code: &str, shell: &Shell) -> Room {
    let device = shell.device();
    let ticket = Ticket { room: code.to_owned(), seat: None, token: server::token(&*device, code) };
    Room::new(ticket, device.chance())
}

impl Page for RoomPage {
    fn frame(&self, shell: &Shell) -> Frame {
        if self.game().is_empty() {
            return Frame::named(shell.say(Word::Online), "Agon", None);
        }
        self.table.frame(shell)
    }

    fn html(&self, to: &mut Html<'_>) {
        if self.game().is_empty() {
            return self.head.entrance(to, &code::spaced(&self.code), &self.lobby);
        }
        let parts = Parts {
            head: &|to| head::state(to, &self.lobby),
            side: &|to| self.head.html(to, &self.lobby),
            bar: self.bar(),
            more: &|to| self.more(to),
            analysis: None,
            found: &|_| {},
            ended: &|to| self.ended(to),
        };
        self.table.html(to, "room", self.game(), &parts);
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        if self.resign.hear(heard) {
            return self.ask(Act::Resign, shell);
        }
        match heard {
            Heard::Time("tick") => {
                self.tick(shell);
                return shell.device().after(TICK, "tick");
            }
            Heard::Time("held") => return self.release(shell),
            Heard::Socket(event) => {
                let effects = self.room.hear(shell.device().now(), event.clone());
                return self.changed(effects, shell);
            }
            Heard::Reply(status, text) => {
                if self.head.joined(&self.code, *status, text, shell) {
                    self.begin(shell);
                }
                return;
            }
            Heard::Copied(done) => return self.head.hear_copied(*done, shell),
            Heard::Answer(Worker::Clerk, answer) => self.head.learn(answer),
            Heard::Do(act) => self.act(act, shell),
            _ => {}
        }
        lobby::keep_name(heard, shell);
        let game = self.game();
        if let Some(input) = self.table.hear(heard, game, shell) {
            self.input(input, shell);
        }
    }

    fn view(&self) -> Option<View> {
        self.view.clone()
    }
}
