//! The lobby: a quick match, the open games of strangers, and the way into private rooms. It is live as long as the
//! screen is open.

use agon_client::variant;
use agon_rules::games::{self, Info};
use agon_rules::{Text, text};
use agon_wire::{Clock, Effect, Event, Link, Lobby, NewRoom, OpenGame, Quick, Who};

use crate::brief::{capital, clock_text};
use crate::device::{Device, Heard};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{checked, disabled};
use crate::page::home::ordered;
use crate::page::mine::Mine;
use crate::page::new::clocks;
use crate::page::{Frame, Page, art, server};
use crate::plate::avatar;
use crate::route::encode;
use crate::setup::{clock_word, read_clock};
use crate::shell::Shell;
use crate::words::Word;

/// How often the connection is looked after, in milliseconds.
const TICK: u64 = 500;
/// More games than these are not drawn: who wants another picks it by a quick match.
const SHOWN: usize = 60;

/// What the server was asked for.
enum Asked {
    /// a new room, or any room where somebody waits
    Room,
    /// a seat in this room
    Seat(String),
}

/// The screen.
pub struct Online {
    /// one's games in rooms
    mine: Mine,
    lobby: Lobby,
    /// the games, each with its poster
    games: Vec<(Info, String)>,
    /// which of them is picked
    picked: usize,
    clock: Clock,
    asked: Option<Asked>,
    /// why there is no seat
    trouble: Text,
}

impl Online {
    /// Opens it, with the game that was picked last.
    pub fn open(shell: &mut Shell) -> Self {
        let device = shell.device();
        let games: Vec<(Info, String)> =
            ordered().into_iter().map(|info| (info.clone(), art::named(shell, &info))).collect();
        let last = device.kept("quick").unwrap_or_default();
        let (game, clock) = last.split_once(' ').unwrap_or_default();
        let mut online = Online {
            mine: Mine::open(shell),
            lobby: Lobby::new(device.chance()),
            picked: games.iter().position(|(info, _)| info.id == game).unwrap_or(0),
            clock: read_clock(clock).unwrap_or_default(),
            games,
            asked: None,
            trouble: Text::default(),
        };
        if device.has_server() {
            online.step(Event::Tick, shell);
            device.after(TICK, "tick");
        }
        online
    }

    /// Something happened at the socket, or time has passed.
    fn step(&mut self, event: Event, shell: &Shell) {
        let device = shell.device();
        // Without a network there is nobody to ask.
        if device.is_offline() && event == Event::Tick {
            return;
        }
        for effect in self.lobby.step(device.now(), event) {
            match effect {
                Effect::Connect => device.connect(),
                Effect::Send(text) => device.send(&text),
                Effect::Close => device.disconnect(),
                Effect::Show | Effect::Tell(_) => {}
            }
        }
    }

    fn game(&self) -> &'static str {
        self.games[self.picked].0.id
    }

    /// Asks the server for something, unless it is asked already or cannot be.
    fn ask(&mut self, asked: Asked, shell: &Shell, ask: impl FnOnce(&dyn Device)) {
        let device = shell.device();
        self.trouble = server::hindrance(&*device).unwrap_or_default();
        if self.trouble.is_empty() && self.asked.is_none() {
            self.asked = Some(asked);
            ask(&*device);
        }
    }

    fn act(&mut self, act: &str, shell: &Shell) {
        let (game, clock, name) = (self.game().to_owned(), self.clock, server::name(&*shell.device()));
        let options = Vec::new();
        match act {
            "quick" => {
                let key = server::key(&*shell.device());
                let wish = Quick { game, options, clock, name, rated: false, key };
                self.ask(Asked::Room, shell, |device| server::quick(device, &wish));
            }
            "private" => {
                let key = server::key(&*shell.device());
                let new = NewRoom { game, options, seats: Vec::new(), shuffle: true, clock, name, rated: false, key };
                self.ask(Asked::Room, shell, |device| server::create(device, &new, false));
            }
            _ => {
                if let Some(room) = act.strip_prefix("join ") {
                    let mut open = self.lobby.view().into_iter().flat_map(|view| &view.games);
                    let rated = open.any(|game| game.room == room && game.rated);
                    self.ask(Asked::Seat(room.to_owned()), shell, |device| server::join(device, room, rated));
                }
            }
        }
    }

    fn reply(&mut self, status: u16, text: &str, shell: &mut Shell) {
        let device = shell.device();
        let room = match self.asked.take() {
            Some(Asked::Room) => server::created(&*device, status, text),
            Some(Asked::Seat(room)) => match server::joined(&*device, &room, status, text) {
                Err(_) if status == 409 => Err(text!("Somebody else was faster. Choose another game.")),
                joined => joined.map(|()| room),
            },
            None => return,
        };
        match room {
            Ok(room) => server::enter(&*device, room),
            Err(why) => {
                shell.speak(std::slice::from_ref(&why));
                self.trouble = why;
            }
        }
    }

    fn set(&mut self, name: &str, value: &str, shell: &Shell) {
        match name {
            "game" => {
                let found = self.games.iter().position(|(info, _)| info.id == value);
                self.picked = found.unwrap_or(self.picked);
            }
            "clock" => self.clock = read_clock(value).unwrap_or_default(),
            _ => return,
        }
        shell.device().keep("quick", &[self.game(), " ", &clock_word(self.clock)].concat());
    }

    /// What stands where the open games would be, as long as there are none; and how the connection is.
    fn state(&self, device: &dyn Device) -> Option<Text> {
        match (self.lobby.view(), self.lobby.link()) {
            _ if !device.has_server() => Some(Word::OnlineNowhere.text()),
            _ if device.is_offline() => Some(text!("Offline. Everything but online play works.")),
            (Some(view), _) if view.games.is_empty() => Some(text!("No open games. Offer one, or play a computer.")),
            (Some(_), _) => None,
            (None, Link::Waiting { until }) => {
                let n = until.saturating_sub(device.now()).div_ceil(1000);
                Some(text!("Can’t reach the server. Trying again in {n} s.", n = n))
            }
            (None, Link::Ended(why)) => Some(why.clone()),
            (None, _) => Some(text!("connecting …")),
        }
    }
}

impl Page for Online {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Online), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        let device = to.shell.device();
        let busy = disabled(self.asked.is_some());
        html!(to, "<main class='page lob' data-key='online'><div>");
        self.mine.html(to);
        html!(to, "<section class='sheet quick'><div><h1 class='second'>"
            {Word::QuickMatch} "</h1><p class='soft'>" {Word::QuickMore} "</p></div><fieldset class='qms'><legend class='skip'>"
            {Word::ChooseGame} "</legend>");
        for (at, (info, poster)) in self.games.iter().enumerate() {
            html!(to, "<label class='qm look pick' data-key='" [info.id] "' data-style='--hue:" {u32::from(info.look.accent)}
                "'><input type='radio' name='game' data-set='game' value='" [info.id] "'" [checked(at == self.picked)] ">");
            to.whole("span", "", poster);
            html!(to, "<b>" {info.title()} "</b></label>");
        }
        html!(to, "</fieldset>");
        clocks(to, self.clock);
        html!(to, "<button class='btn main big' data-do='quick'" [busy] ">" {Icon::Skip} {Word::FindPlayer}
            "</button><p class='refusal' role='alert'>" {capital(to.shell.tell(&self.trouble))}
            "</p></section><div class='sec'><h2 class='second'>" {Word::OpenGames} "</h2><a class='btn' href='#/new/"
            [self.game()] "?_who=me,online&amp;_clock=" {clock_word(self.clock)} "&amp;_lobby=on'>" {Word::OfferGame} "</a></div>");
        if let Some(state) = self.state(&*device) {
            html!(to, "<p class='okay' data-key='state' role='status'>" {capital(to.shell.tell(&state))} "</p>");
        }
        html!(to, "<ul class='ogs' aria-label='" {Word::OpenGames} "'>");
        for game in self.lobby.view().into_iter().flat_map(|view| &view.games).take(SHOWN) {
            // A server may have games that this page was not built with.
            if let Ok(info) = games::info(&game.game) {
                row(to, game, &info, busy);
            }
        }
        html!(to, "</ul></div><aside><section class='sheet room'><h2>" {Word::RoomTitle} "</h2><p class='soft small'>"
            {Word::PrivateRoomMore} "</p><button class='btn wide' data-do='private'" [busy] ">" {Word::OpenPrivate}
            "</button></section><section class='sheet room'>");
        join(to);
        html!(to, "</section><section class='sheet room'>");
        your_name(to, &*device);
        if let Some(view) = self.lobby.view() {
            html!(to, "<p class='soft small'>"
                {text!("{n} person is here now." | "{n} people are here now.", n = view.people as u32)} "</p>");
        }
        html!(to, "<p class='small'><a class='inline' href='#/player'>" {Word::YourPage} "</a></p></section></aside></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        keep_name(heard, shell);
        match heard {
            Heard::Time("tick") => {
                self.step(Event::Tick, shell);
                shell.device().after(TICK, "tick");
            }
            Heard::Socket(event) => self.step(event.clone(), shell),
            Heard::Do(act) => self.act(act, shell),
            Heard::Set(name, value) => self.set(name, value, shell),
            // A list is how one's own games stand.
            Heard::Reply(status, text) if !text.starts_with('[') => self.reply(*status, text, shell),
            // What is no code is explained there.
            Heard::Send("join", code) => shell.device().go(&["#/room/", &encode(code.trim())].concat()),
            _ => {}
        }
        self.mine.hear(heard, shell);
    }
}

/// An open game.
fn row(to: &mut Html<'_>, game: &OpenGame, info: &Info, busy: &str) {
    let at = game.chairs.iter().position(|chair| chair.who == Who::Human).unwrap_or(0);
    let name = game.chairs.get(at).map(|chair| chair.name.clone()).unwrap_or_default();
    let name = if name.is_empty() { to.shell.say(Word::Guest).to_owned() } else { name };
    let variant = capital(to.shell.join(&variant(&game.game, &game.options), ", "));
    let (taken, seats) = (game.taken() as u32, game.chairs.len() as u32);
    html!(to, "<li class='og look' data-key='" {&game.room} "' data-style='--hue:" {u32::from(info.look.accent)} "'>");
    art::again(to, info);
    html!(to, "<span class='ogt'><b>" {info.title()} "</b><small>" {variant});
    if game.rated {
        html!(to, " · " {Word::Rated});
    }
    html!(to, "</small></span><span class='who'>"
        [avatar(at)] {&name} "</span><span class='clk'>" [Icon::Clock.small()] {clock_text(game.clock)}
        "</span><span class='st'>" {text!("{taken} of {seats}", taken, seats)} "</span><button class='btn main' data-do='join "
        {&game.room} "' aria-label='" {text!("Join {player}: {game}", player = name.clone(), game = info.title())} "'" [busy] ">"
        {Word::Join} "</button></li>");
}

/// The way into a room by its code.
fn join(to: &mut Html<'_>) {
    html!(to, "<form class='join' data-send='join'><h2><label for='code'>" {Word::JoinCode}
        "</label></h2><div class='joinrow'><input id='code' type='text' required autocomplete='off' \
        autocapitalize='characters' spellcheck='false' placeholder='K7XM-4QPT'><button class='btn main'>"
        {Word::Join} "</button></div></form>");
}

/// A field for what others call the player at this device.
pub fn your_name(to: &mut Html<'_>, device: &dyn Device) {
    html!(to, "<label class='field'><span>" {Word::YourName}
        "</span><input type='text' maxlength='24' autocomplete='nickname' data-set='your-name' value='"
        {server::name(device)} "'></label>");
}

/// Keeps what was written in that field.
pub fn keep_name(heard: &Heard<'_>, shell: &Shell) {
    if let Heard::Set("your-name", name) = heard {
        shell.device().keep("name", name.trim());
    }
}
