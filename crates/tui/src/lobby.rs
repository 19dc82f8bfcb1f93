//! The lobby on the screen: what to look for or offer, and the open games of strangers, live.

use agon_client::variant;
use agon_rules::games::{self, Info};
use agon_wire::{Clock, Event, Link, LobbyView, NewRoom, OpenGame, Quick, Who};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::put;
use crate::draw::{Hit, Screen};
use crate::menu::{entry, foot};
use crate::pager::bar;
use crate::server::{Entry, Server, clean};
use crate::socket::{Heard, Socket};
use crate::theme::Theme;
use crate::tickets::Tickets;
use crate::word::Way;

/// Clocks that people choose.
const CLOCKS: [Clock; 6] = [
    Clock::None,
    Clock::Move { seconds: 30 },
    Clock::Total { seconds: 180, increment: 2 },
    Clock::Total { seconds: 300, increment: 5 },
    Clock::Total { seconds: 900, increment: 10 },
    Clock::Total { seconds: 3600, increment: 30 },
];
/// Longer names are cut by the server.
const LONGEST: usize = 24;

/// What a player looks for, or offers.
pub struct Wish {
    games: Vec<Info>,
    game: usize,
    options: Vec<(String, String)>,
    clocks: Vec<Clock>,
    clock: usize,
    /// what others see
    pub name: String,
}

impl Wish {
    /// A game with its options and clock; without one, the first game.
    pub fn new(game: Option<&str>, options: Vec<(String, String)>, clock: Clock) -> Self {
        let games = games::list();
        let at = games.iter().position(|info| Some(info.id) == game).unwrap_or(0);
        let mut clocks = CLOCKS.to_vec();
        if !clocks.contains(&clock) {
            clocks.push(clock);
        }
        let chosen = clocks.iter().position(|known| *known == clock).unwrap_or(0);
        Wish { games, game: at, options, clocks, clock: chosen, name: String::new() }
    }

    /// The game.
    pub fn game(&self) -> &Info {
        &self.games[self.game]
    }

    /// The clock.
    pub fn clock(&self) -> Clock {
        self.clocks[self.clock]
    }

    /// Chooses another game; its options are the usual ones.
    pub fn set_game(&mut self, game: &str, options: Vec<(String, String)>) -> bool {
        let found = self.games.iter().position(|info| info.id == game);
        if let Some(at) = found {
            (self.game, self.options) = (at, options);
        }
        found.is_some()
    }

    /// Chooses a clock by its number; every clock with its number otherwise.
    pub fn set_clock(&mut self, number: &str) -> Result<(), String> {
        match number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|at| *at < self.clocks.len())
        {
            Some(at) => {
                self.clock = at;
                Ok(())
            }
            None => {
                let list = self.clocks.iter().enumerate().map(|(at, clock)| format!("{} {}", at + 1, pace(*clock)));
                Err(format!("`clock N` chooses one: {}", list.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    fn turn(&mut self, row: Row, way: Way) {
        match row {
            Row::Game => {
                self.game = way.step(self.game, self.games.len());
                self.options.clear();
            }
            Row::Clock => self.clock = way.step(self.clock, self.clocks.len()),
            _ => {}
        }
    }

    /// The same for the next person who asks.
    pub fn quick(&self) -> Quick {
        let (game, options) = (self.game().id.to_owned(), self.options.clone());
        Quick { game, options, clock: self.clock(), name: self.name.clone(), rated: false, key: None }
    }

    /// A room for it.
    pub fn room(&self) -> NewRoom {
        let Quick { game, options, clock, name, .. } = self.quick();
        NewRoom { game, options, seats: Vec::new(), shuffle: true, clock, name, rated: false, key: None }
    }
}

/// A clock as the command line writes it.
pub fn pace(clock: Clock) -> String {
    let time =
        |seconds: u32| if seconds.is_multiple_of(60) { format!("{}m", seconds / 60) } else { format!("{seconds}s") };
    match clock {
        Clock::None => "no clock".to_owned(),
        Clock::Move { seconds } => format!("{}/move", time(seconds)),
        Clock::Total { seconds, increment: 0 } => time(seconds),
        Clock::Total { seconds, increment } => format!("{}+{increment}s", time(seconds)),
    }
}

/// An open game in one line.
pub fn line(game: &OpenGame) -> String {
    let name = games::info(&game.game).map_or(game.game.as_str(), |info| info.name);
    let variant = variant(&game.game, &game.options).iter().map(|text| format!(", {text}")).collect::<String>();
    let people = game.chairs.iter().filter(|chair| chair.who == Who::Human);
    let names: Vec<&str> = people.map(|chair| if chair.name.is_empty() { "a guest" } else { &chair.name }).collect();
    let (taken, seats) = (game.taken(), game.chairs.len());
    let rated = if game.rated { ", rated" } else { "" };
    clean(&format!("{name}{variant}: {}, {}{rated}, {taken} of {seats}", names.join(" and "), pace(game.clock)))
}

/// A line of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Game,
    Clock,
    Name,
    Quick,
    Offer,
    Private,
    Open(usize),
}

/// The lobby of a server.
pub struct Hall {
    pub(crate) server: Server,
    pub(crate) tickets: Tickets,
    wish: Wish,
    lobby: agon_wire::Lobby,
    socket: Socket,
    at: usize,
    pub(crate) trouble: Option<String>,
}

impl Hall {
    /// Opens the lobby; `heard` is told of everything at the socket, and hands it to `Hall::hear`.
    pub fn new(
        server: Server,
        tickets: Tickets,
        wish: Wish,
        seed: u64,
        heard: impl Fn(Heard) + Send + 'static,
    ) -> Self {
        let socket = Socket::open(server.socket(), seed, heard);
        let lobby = agon_wire::Lobby::new(seed);
        Hall { server, tickets, wish, lobby, socket, at: 3, trouble: None }
    }

    /// Takes in what happened at the socket; whether the screen may look different now.
    pub(crate) fn hear(&mut self, heard: Heard) -> bool {
        if !self.socket.is_current(&heard) {
            return false;
        }
        let waits = matches!(self.lobby.link(), Link::Waiting { .. }) && heard.event == Event::Tick;
        let effects = self.lobby.step(self.socket.now(), heard.event);
        let changed = waits || !effects.is_empty();
        effects.into_iter().for_each(|effect| self.socket.perform(effect));
        self.at = self.at.min(self.rows().len() - 1);
        changed
    }

    fn games(&self) -> &[OpenGame] {
        self.lobby.view().map_or(&[], |view| &view.games)
    }

    fn rows(&self) -> Vec<Row> {
        let open = (0..self.games().len()).map(Row::Open);
        [Row::Game, Row::Clock, Row::Name, Row::Quick, Row::Offer, Row::Private].into_iter().chain(open).collect()
    }

    /// Moves the keys up or down.
    pub(crate) fn step(&mut self, way: Way) {
        self.at = way.step(self.at, self.rows().len());
        self.trouble = None;
    }

    /// Goes to a line.
    pub(crate) fn go(&mut self, line: usize) {
        self.at = line.min(self.rows().len() - 1);
    }

    /// Changes the value of the line.
    pub(crate) fn turn(&mut self, way: Way) {
        self.wish.turn(self.rows()[self.at], way);
    }

    /// Takes typed text as the name.
    pub(crate) fn write(&mut self, text: &str) {
        if self.rows()[self.at] == Row::Name {
            let room = LONGEST.saturating_sub(self.wish.name.chars().count());
            self.wish.name.extend(text.chars().filter(|c| !c.is_control()).take(room));
        }
    }

    /// Takes the last letter of the name back.
    pub(crate) fn erase(&mut self) {
        if self.rows()[self.at] == Row::Name {
            self.wish.name.pop();
        }
    }

    /// Does what the line says; the room that was entered, if one was.
    pub(crate) fn choose(&mut self) -> Option<Entry> {
        let entry = match self.rows()[self.at] {
            Row::Game | Row::Clock => {
                self.turn(Way::Forward);
                return None;
            }
            Row::Name => {
                self.step(Way::Forward);
                return None;
            }
            Row::Quick => self.server.quick(&self.wish.quick(), &self.tickets),
            Row::Offer => self.server.offer(&self.wish.room(), &self.tickets),
            Row::Private => self.server.create(&self.wish.room(), &self.tickets),
            Row::Open(at) => {
                let game = &self.games()[at];
                self.server.join(&game.room, Some(game), &self.wish.name, &self.tickets)
            }
        };
        match entry {
            Ok(entry) => Some(entry),
            Err(error) => {
                self.trouble = Some(format!("{error:#}"));
                None
            }
        }
    }

    fn text(&self, row: Row) -> String {
        match row {
            Row::Game => format!("game           ◂ {} ▸", self.wish.game().name),
            Row::Clock => format!("clock          ◂ {} ▸", pace(self.wish.clock())),
            Row::Name => format!("your name      {}_", clean(&self.wish.name)),
            Row::Quick => "[ quick match ]   play the next person who asks for the same".to_owned(),
            Row::Offer => "[ offer a game ]  show it to everybody in this list".to_owned(),
            Row::Private => "[ private room ]  for friends who get its code".to_owned(),
            Row::Open(at) => format!("join {}", line(&self.games()[at])),
        }
    }

    fn state(&self) -> String {
        match (self.lobby.view(), self.lobby.link()) {
            (Some(LobbyView { games, .. }), _) if games.is_empty() => {
                "No open games. Offer one, or play a computer.".to_owned()
            }
            (Some(LobbyView { games, .. }), _) => format!("Open games: {}", games.len()),
            (None, Link::Waiting { until }) => {
                let seconds = until.saturating_sub(self.socket.now()).div_ceil(1000);
                format!("Can't reach the server. Trying again in {seconds} s.")
            }
            (None, Link::Ended(why)) => clean(&why.to_string()),
            (None, _) => "connecting …".to_owned(),
        }
    }
}

/// Draws the lobby.
pub fn draw(buffer: &mut Buffer, hall: &Hall, theme: Theme) -> Screen {
    let area = buffer.area;
    let mut screen = Screen::default();
    let people = match hall.lobby.view().map_or(0, |view| view.people) {
        0 => String::new(),
        1 => "   1 person is here".to_owned(),
        people => format!("   {people} people are here"),
    };
    bar(buffer, area, area.y, &format!(" Agon   lobby of {}{people}", clean(hall.server.base())), theme);
    let rows = hall.rows();
    let fixed = rows.iter().filter(|row| !matches!(row, Row::Open(_))).count();
    // A line of words parts what is chosen from what others offer.
    let lines: Vec<Option<usize>> = (0..fixed).map(Some).chain([None]).chain((fixed..rows.len()).map(Some)).collect();
    let room = usize::from(area.height.saturating_sub(2).max(1));
    let cursor = lines.iter().position(|line| *line == Some(hall.at)).unwrap_or(0);
    let first = (cursor + 1).saturating_sub(room);
    for (line, at) in lines.iter().enumerate().skip(first).take(room) {
        let spot = Rect::new(area.x, area.y + 1 + (line - first) as u16, area.width, 1).intersection(area);
        match at {
            Some(at) => {
                entry(buffer, spot, &hall.text(rows[*at]), *at == hall.at, theme);
                screen.hits.push((spot, Hit::Item(*at)));
            }
            None => put(buffer, spot.x + 1, spot.y, &hall.state(), theme.faint()),
        }
    }
    foot(
        buffer,
        area,
        hall.trouble.as_deref(),
        " up, down: line   left, right: value   Enter: choose   F1 help   Esc games   F10 leave",
        theme,
    );
    screen
}
