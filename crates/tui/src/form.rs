//! The form of a new game: options as the game describes them, who sits where, who begins, and the seed.

use agon_client::{Plan, Sitter};
use agon_rules::games::Info;
use agon_rules::{Seat, Start, games};
use agon_search::ask;

use crate::local;
use crate::word::Way;

/// Longer names of players are not written by anybody.
const LONGEST: usize = 60;

/// A line of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// an option of the game
    Option(usize),
    /// who plays
    Player(usize),
    /// who begins
    Begins,
    /// the seed of the deal and the computers' chance
    Seed,
    /// the button
    Start,
}

/// The form of a new game.
pub struct Form {
    /// the game
    pub info: Info,
    values: Vec<usize>,
    players: Vec<String>,
    /// whose turn is first: a player, or chance when it is one more than there are
    begins: usize,
    seed: String,
    /// the line the keys are on
    pub at: usize,
    /// why it cannot begin
    pub trouble: Option<String>,
}

impl Form {
    /// A form with everything as usual: a person against `medium`.
    pub fn new(info: Info) -> Self {
        let values = info.options.iter().map(|option| option.values.iter().position(|value| *value == option.default));
        let values = values.map(|at| at.unwrap_or(0)).collect();
        let mut form = Form { info, values, players: Vec::new(), begins: 0, seed: String::new(), at: 0, trouble: None };
        form.at = form.rows().len() - 1;
        form.check();
        form
    }

    /// The options as they are set.
    pub fn settings(&self) -> Vec<(String, String)> {
        let chosen = self.info.options.iter().zip(&self.values);
        chosen.map(|(option, &at)| (option.name.clone(), option.values[at].to_string())).collect()
    }

    fn seats(&self) -> usize {
        games::open(self.info.id, &self.settings(), Start::Seed(0)).map_or(self.info.seats.0, |table| table.seats())
    }

    /// The lines there are.
    pub fn rows(&self) -> Vec<Row> {
        let options = (0..self.info.options.len()).map(Row::Option);
        let players = (0..self.seats()).map(Row::Player);
        options.chain(players).chain([Row::Begins, Row::Seed, Row::Start]).collect()
    }

    fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.at.min(rows.len() - 1)]
    }

    fn player(&self, at: usize) -> &str {
        self.players.get(at).map_or(if at == 0 { "human" } else { Plan::DEFAULT_PLAYER }, String::as_str)
    }

    /// What a line is called, its value, and help.
    pub fn text(&self, row: Row) -> (String, String, String) {
        match row {
            Row::Option(at) => {
                let option = &self.info.options[at];
                let value = option.values[self.values[at]];
                let (title, name) = (self.info.option_title(option), self.info.value_name(option, value));
                let summary = self.info.value_summary(option, value);
                let help = if summary.is_empty() { option.help_text() } else { summary };
                (title.to_string(), name.to_string(), help.to_string())
            }
            Row::Player(at) => {
                let what = match self.player(at) {
                    "human" => "a person at this device".to_owned(),
                    name => self.offered().into_iter().find(|(known, _)| *known == name).map_or_else(
                        || "a computer player of your own words, as `alphabeta:time=2s`".to_owned(),
                        |(_, what)| format!("computer: {what}"),
                    ),
                };
                (format!("player {}", letter(at)), self.player(at).to_owned(), format!("{what}; or type a name"))
            }
            Row::Begins => {
                let who = match self.begins {
                    at if at < self.seats() => format!("player {} ({})", letter(at), self.player(at)),
                    _ => "random".to_owned(),
                };
                ("who begins".to_owned(), who, "the others follow in the order of the list".to_owned())
            }
            Row::Seed => {
                let seed = if self.seed.is_empty() { "random".to_owned() } else { self.seed.clone() };
                ("seed".to_owned(), seed, "type a number to get the same deal and the same chance again".to_owned())
            }
            Row::Start => (String::new(), "start".to_owned(), String::new()),
        }
    }

    fn offered(&self) -> Vec<(&'static str, &'static str)> {
        let mut names = vec![("human", "a person at this device")];
        names.extend(ask::players(self.info.id, &self.settings()).unwrap_or_default());
        names
    }

    /// Moves the keys up or down.
    pub fn step(&mut self, way: Way) {
        self.at = way.step(self.at, self.rows().len());
    }

    /// Changes the value of the line.
    pub fn turn(&mut self, way: Way) {
        let cycle = |at: usize, count: usize| way.step(at, count);
        match self.row() {
            Row::Option(at) => self.values[at] = cycle(self.values[at], self.info.options[at].values.len()),
            Row::Player(at) => {
                let names = self.offered();
                let now = names.iter().position(|(name, _)| *name == self.player(at));
                let next = now.map_or(0, |now| cycle(now, names.len()));
                self.set_player(at, names[next].0.to_owned());
            }
            Row::Begins => self.begins = cycle(self.begins.min(self.seats()), self.seats() + 1),
            Row::Seed | Row::Start => {}
        }
        self.at = self.at.min(self.rows().len() - 1);
        self.check();
    }

    fn set_player(&mut self, at: usize, name: String) {
        let known: Vec<String> = (0..self.seats().max(at + 1)).map(|at| self.player(at).to_owned()).collect();
        self.players = known;
        self.players[at] = name;
    }

    /// Takes typed or pasted text where a line takes it.
    pub fn write(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            match self.row() {
                Row::Seed if c.is_ascii_digit() && self.seed.len() < 19 => self.seed.push(c),
                Row::Player(at) if self.player(at).chars().count() < LONGEST => {
                    let offered = self.offered().iter().any(|(name, _)| *name == self.player(at));
                    // The first letter replaces what was chosen from the list.
                    let name = if offered { String::new() } else { self.player(at).to_owned() } + &c.to_string();
                    self.set_player(at, name);
                }
                _ => {}
            }
        }
        self.check();
    }

    /// Takes the last letter back.
    pub fn erase(&mut self) {
        match self.row() {
            Row::Seed => drop(self.seed.pop()),
            Row::Player(at) => {
                let mut name = self.player(at).to_owned();
                name.pop();
                self.set_player(at, name);
            }
            _ => {}
        }
        self.check();
    }

    fn check(&mut self) {
        self.trouble = local::open(&self.plan(0)).err().map(|error| format!("{error:#}"));
    }

    /// The game as the form has it; `chance` decides what is left to it.
    pub fn plan(&self, chance: u64) -> Plan {
        let seats = self.seats();
        let mut sitters: Vec<Sitter> = (0..seats).map(|at| Sitter::new(self.player(at))).collect();
        let first: Seat = if self.begins < seats { self.begins } else { (chance % seats as u64) as usize };
        sitters.rotate_left(first);
        let seed = self.seed.parse().unwrap_or(chance);
        Plan::new(self.info.id, &self.settings(), Start::Seed(seed), sitters, seed)
    }

    /// Whether Enter begins the game here.
    pub fn starts(&self) -> bool {
        self.row() == Row::Start
    }
}

fn letter(at: usize) -> char {
    char::from(b'A' + (at % 26) as u8)
}
