//! The form of a new game: options as the game describes them, who sits where, who begins, and the clock.

use agon_client::{Plan, Sitter};
use agon_rules::games::{self, Info};
use agon_rules::{Seat, Start, Text, text};
use agon_wire::{Clock, NewRoom, Place};

use crate::route::shorten;

/// Longer names of players are not written by anybody.
const LONGEST: usize = 60;
/// Longer positions are not written by anybody.
const LONGEST_POSITION: usize = 2000;

/// Who plays, as the form asks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// the person who fills the form in
    Me,
    /// another person at this screen
    Friend,
    /// a computer player, by name
    Computer(String),
    /// a person elsewhere
    Online,
}

impl Who {
    fn read(word: &str) -> Self {
        match word {
            "me" => Who::Me,
            "friend" => Who::Friend,
            "online" => Who::Online,
            name => Who::Computer(name.chars().take(LONGEST).collect()),
        }
    }

    /// The word in addresses and forms.
    pub fn word(&self) -> &str {
        match self {
            Who::Me => "me",
            Who::Friend => "friend",
            Who::Computer(name) => name,
            Who::Online => "online",
        }
    }
}

/// Whom a person plays against, as the form asks it first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// computer players
    Computer,
    /// people at this screen
    Friend,
    /// people elsewhere
    Online,
    /// computers play, and the person watches
    Watch,
}

/// The form of a new game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// the game
    pub info: Info,
    /// for every option which value
    values: Vec<usize>,
    /// who plays; kept longer than needed when fewer seats are chosen
    players: Vec<Who>,
    /// who begins, or chance when it is as many as there are
    begins: usize,
    /// the clock, where somebody plays from elsewhere
    pub clock: Clock,
    /// whether anybody may join, where somebody plays from elsewhere
    pub public: bool,
    /// whether the result counts, where two people play
    pub rated: bool,
    /// which deal, where that is not left to chance
    pub deal: Option<u64>,
    /// the position it begins with, where that is not a deal
    pub position: String,
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        self.game() == other.game() && self.write() == other.write()
    }
}

impl Eq for Setup {}

impl Setup {
    /// A form with everything as usual: me against `medium`.
    pub fn new(info: Info) -> Self {
        let values = info.options.iter().map(|option| option.values.iter().position(|value| *value == option.default));
        let values = values.map(|at| at.unwrap_or(0)).collect();
        Setup {
            info,
            values,
            players: Vec::new(),
            begins: 0,
            clock: Clock::None,
            public: false,
            rated: false,
            deal: None,
            position: String::new(),
        }
    }

    /// The form as an address has it.
    pub fn read(game: &str, pairs: &[(String, String)]) -> Result<Self, Text> {
        let mut setup = Setup::new(games::info(game).map_err(|why| why.text())?);
        for (key, value) in pairs {
            // No option begins with `_`.
            match key.as_str() {
                "_who" => setup.players = value.split(',').take(16).map(Who::read).collect(),
                "_first" => setup.begins = value.parse().unwrap_or(usize::MAX),
                "_clock" => {
                    setup.clock = read_clock(value).ok_or_else(|| {
                        text!("`{clock}` is no clock; `move:60` and `total:300:3` are", clock = shorten(value))
                    })?;
                }
                "_lobby" => setup.public = value == "on",
                "_rated" => setup.rated = true,
                "_deal" => setup.deal = value.parse().ok(),
                "_at" => setup.position = value.chars().take(LONGEST_POSITION).collect(),
                name => {
                    let at = setup.info.options.iter().position(|option| option.name == *name);
                    let at = at.ok_or_else(|| text!("this game has no option `{name}`", name = shorten(name)))?;
                    if !setup.set(at, value) {
                        return Err(text!(
                            "`{value}` is no value of the option `{name}`",
                            value = shorten(value),
                            name
                        ));
                    }
                }
            }
        }
        Ok(setup)
    }

    /// What differs from a fresh form, as pairs for an address.
    pub fn write(&self) -> Vec<(String, String)> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (option, &at) in self.info.options.iter().zip(&self.values) {
            if option.values[at] != option.default {
                pairs.push((option.name.clone(), option.values[at].to_string()));
            }
        }
        let fresh = Setup::new(self.info.clone());
        let (players, usual): (Vec<_>, Vec<_>) =
            (0..self.seats()).map(|seat| (self.player(seat), fresh.player(seat))).unzip();
        if players != usual {
            let words: Vec<&str> = players.iter().map(Who::word).collect();
            pairs.push(("_who".to_owned(), words.join(",")));
        }
        if self.begins() != 0 {
            pairs.push(("_first".to_owned(), self.begins().to_string()));
        }
        if self.clock != Clock::None {
            pairs.push(("_clock".to_owned(), clock_word(self.clock)));
        }
        if self.public && self.is_online() {
            pairs.push(("_lobby".to_owned(), "on".to_owned()));
        }
        if self.rated {
            pairs.push(("_rated".to_owned(), "1".to_owned()));
        }
        pairs.extend(self.deal.map(|deal| ("_deal".to_owned(), deal.to_string())));
        if !self.position.is_empty() {
            pairs.push(("_at".to_owned(), self.position.clone()));
        }
        pairs
    }

    /// The id of the game.
    pub fn game(&self) -> &'static str {
        self.info.id
    }

    /// The options as they are set.
    pub fn settings(&self) -> Vec<(String, String)> {
        let chosen = self.info.options.iter().zip(&self.values);
        chosen.map(|(option, &at)| (option.name.clone(), option.values[at].to_string())).collect()
    }

    /// The value of an option.
    pub fn value(&self, option: usize) -> String {
        self.info.options[option].values[self.values[option]].to_string()
    }

    /// Which of its values an option has.
    pub fn chosen(&self, option: usize) -> usize {
        self.values[option]
    }

    /// Sets an option; false when it has no such value.
    pub fn set(&mut self, option: usize, value: &str) -> bool {
        let at = self.info.options.get(option).and_then(|info| info.values.iter().position(|v| v.to_string() == value));
        if let Some(at) = at {
            self.values[option] = at;
        }
        at.is_some()
    }

    /// How many play with these options.
    pub fn seats(&self) -> Seat {
        games::open(self.info.id, &self.settings(), Start::Seed(0)).map_or(self.info.seats.0, |table| table.seats())
    }

    /// Who plays: where nothing is said, me first and then `medium`.
    pub fn player(&self, at: usize) -> Who {
        let usual = if at == 0 { Who::Me } else { Who::Computer(Plan::DEFAULT_PLAYER.to_owned()) };
        self.players.get(at).cloned().unwrap_or(usual)
    }

    /// Says who plays.
    pub fn set_player(&mut self, at: usize, word: &str) {
        while self.players.len() <= at {
            self.players.push(self.player(self.players.len()));
        }
        self.players[at] = Who::read(word);
        // One person cannot sit twice; the other one is a friend at the same screen.
        if self.players[at] == Who::Me {
            for (other, player) in self.players.iter_mut().enumerate() {
                if other != at && *player == Who::Me {
                    *player = Who::Friend;
                }
            }
        }
    }

    /// Everybody who plays.
    pub fn everybody(&self) -> Vec<Who> {
        (0..self.seats()).map(|seat| self.player(seat)).collect()
    }

    /// Whom the person plays against; the strictest that fits where that is mixed.
    pub fn against(&self) -> Against {
        let all = self.everybody();
        match all.as_slice() {
            all if all.contains(&Who::Online) => Against::Online,
            all if all.contains(&Who::Friend) => Against::Friend,
            all if all.contains(&Who::Me) => Against::Computer,
            _ => Against::Watch,
        }
    }

    /// Says whom the person plays against: everybody else is that.
    pub fn set_against(&mut self, against: Against) {
        let computer = Who::Computer(self.level());
        let other = match against {
            Against::Computer | Against::Watch => computer.clone(),
            Against::Friend => Who::Friend,
            Against::Online => Who::Online,
        };
        // The form may get more seats later.
        self.players = vec![other; games::MOST_SEATS];
        self.players[0] = if against == Against::Watch { computer } else { Who::Me };
    }

    /// The computer player that is chosen: the first that sits, or else the usual one.
    pub fn level(&self) -> String {
        let first = self.everybody().into_iter().find_map(|who| match who {
            Who::Computer(name) => Some(name),
            _ => None,
        });
        first.unwrap_or_else(|| Plan::DEFAULT_PLAYER.to_owned())
    }

    /// Lets all computers be this player.
    pub fn set_level(&mut self, name: &str) {
        for at in 0..games::MOST_SEATS {
            if let Who::Computer(_) = self.player(at) {
                self.set_player(at, name);
            }
        }
    }

    /// Where it begins; `chance` decides what is left to it.
    fn start(&self, chance: u64) -> Start {
        // In a room the server deals.
        match (self.is_online(), self.position.as_str(), self.deal) {
            (false, "", Some(deal)) => Start::Seed(deal),
            (false, position, _) if !position.is_empty() => Start::Position(position.to_owned()),
            _ => Start::Seed(chance),
        }
    }

    /// Who begins: a player, or chance when it is as many as play.
    pub fn begins(&self) -> usize {
        self.begins.min(self.seats())
    }

    /// Says who begins.
    pub fn set_begins(&mut self, at: usize) {
        self.begins = at;
    }

    /// The clock as a word.
    pub fn clock_word(&self) -> String {
        clock_word(self.clock)
    }

    /// Whether somebody plays from elsewhere.
    pub fn is_online(&self) -> bool {
        (0..self.seats()).any(|seat| self.player(seat) == Who::Online)
    }

    /// Whether the result can count: one person plays another elsewhere.
    pub fn can_be_rated(&self) -> bool {
        let all = self.everybody();
        all.len() == 2 && all.contains(&Who::Me) && all.contains(&Who::Online)
    }

    /// Why it cannot begin as it is.
    pub fn trouble(&self) -> Option<Text> {
        if let Err(why) = games::open(self.info.id, &self.settings(), Start::Seed(0)) {
            return Some(why.text());
        }
        if let Err(why) = games::open(self.info.id, &self.settings(), self.start(0)) {
            return Some(why.text());
        }
        let players = self.everybody();
        (self.is_online() && players.contains(&Who::Friend))
            .then(|| text!("a friend at this screen cannot play in a room: let them join it from their own device"))
    }

    /// The players in the order of the seats.
    fn seated(&self, chance: u64) -> Vec<Who> {
        let seats = self.seats();
        let mut players = self.everybody();
        let first = if self.begins() < seats { self.begins() } else { (chance % seats as u64) as usize };
        players.rotate_left(first);
        players
    }

    /// The game as the form has it; `chance` decides what is left to it.
    pub fn plan(&self, chance: u64) -> Plan {
        let sitters = self.seated(chance).into_iter().map(|who| match who {
            Who::Computer(name) => Sitter::Computer(name),
            Who::Me | Who::Friend | Who::Online => Sitter::Human,
        });
        Plan::new(self.info.id, &self.settings(), self.start(chance), sitters.collect(), chance)
    }

    /// The room as the form has it.
    pub fn room(&self, chance: u64, name: &str) -> NewRoom {
        let seats = self.seated(chance).into_iter().map(|who| match who {
            Who::Me => Place::Me,
            Who::Friend | Who::Online => Place::Open,
            Who::Computer(name) => Place::Computer(name),
        });
        NewRoom {
            game: self.info.id.to_owned(),
            options: self.settings(),
            seats: seats.collect(),
            shuffle: false,
            clock: self.clock,
            name: name.to_owned(),
            rated: self.rated && self.can_be_rated(),
            key: None,
        }
    }
}

/// Clocks that people choose.
pub const CLOCKS: [Clock; 10] = [
    Clock::None,
    Clock::Move { seconds: 30 },
    Clock::Move { seconds: 120 },
    Clock::Total { seconds: 180, increment: 2 },
    Clock::Total { seconds: 300, increment: 5 },
    Clock::Total { seconds: 900, increment: 10 },
    Clock::Total { seconds: 3600, increment: 30 },
    Clock::Move { seconds: Clock::DAY },
    Clock::Move { seconds: 3 * Clock::DAY },
    Clock::Move { seconds: 7 * Clock::DAY },
];

/// A clock in addresses and forms.
pub fn clock_word(clock: Clock) -> String {
    match clock {
        Clock::None => "none".to_owned(),
        Clock::Move { seconds } => format!("move:{seconds}"),
        Clock::Total { seconds, increment } => format!("total:{seconds}:{increment}"),
    }
}

/// The clock that a word names.
pub fn read_clock(text: &str) -> Option<Clock> {
    let mut words = text.split(':');
    let (kind, numbers) = (words.next()?, words.map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?);
    match (kind, numbers.as_slice()) {
        ("none", []) => Some(Clock::None),
        ("move", &[seconds]) => Some(Clock::Move { seconds }),
        ("total", &[seconds, increment]) => Some(Clock::Total { seconds, increment }),
        _ => None,
    }
}
