//! The lab's form: what to measure, by whom and how often. All of it is in the address.

use agon_lab::{Kind, Study};
use agon_rules::games::{self, Info};
use agon_rules::{Settings, Start, Text, Viewer, text};

use crate::route::{Route, shorten};
use crate::setup::Setup;

/// The kinds of questions, with their words in addresses.
pub const KINDS: [(Kind, &str); 4] =
    [(Kind::Table, "table"), (Kind::Match, "match"), (Kind::Tournament, "tournament"), (Kind::Balance, "balance")];

/// Quick ones that every game has, so that the first run takes seconds.
const USUAL: [&str; 3] = ["random", "easy", "minimax:1"];
/// Games unless said otherwise, for the same reason.
const GAMES: u64 = 50;
/// Random plies where every game would begin alike.
const OPENING: u64 = 2;
/// More players do not fit a table on a screen.
const MOST: usize = 12;

/// The numbers of the form, with their names in addresses and the least and the most they may be.
const NUMBERS: [(&str, u64, u64); 3] = [("_games", 1, 1_000_000), ("_seed", 0, u64::MAX), ("_opening", 0, 100)];

/// A number of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// games of a match, of each cell of a table, of each pair of a tournament, or for each value of an option
    Games,
    /// the seed of every deal and every player
    Seed,
    /// random plies at the beginning of each game
    Opening,
}

/// The form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// the game with its options
    pub setup: Setup,
    /// what kind of question
    pub kind: Kind,
    /// who was chosen; the usual ones where nobody was
    chosen: Vec<String>,
    /// the option whose values are compared
    pub vary: Option<usize>,
    numbers: [u64; 3],
}

impl Form {
    /// A form with everything as usual for a game with these options.
    pub fn new(setup: Setup) -> Self {
        let numbers = [GAMES, 0, opening(&setup.info, &setup.settings())];
        let vary = (!setup.info.options.is_empty()).then_some(0);
        Form { setup, kind: Kind::Table, chosen: Vec::new(), vary, numbers }
    }

    /// The address of the form.
    pub fn route(&self) -> Route {
        Route::Lab { game: self.setup.game().to_owned(), pairs: self.write() }
    }

    /// The form as an address has it; of the first game where none is named.
    pub fn read(game: &str, pairs: &[(String, String)]) -> Result<Self, Text> {
        let game = if game.is_empty() { games::list()[0].id } else { game };
        // No option begins with `_`.
        let (own, options): (Vec<_>, Vec<_>) = pairs.iter().cloned().partition(|(key, _)| key.starts_with('_'));
        let mut form = Form::new(Setup::read(game, &options)?);
        for (key, value) in &own {
            let number = NUMBERS.iter().position(|(name, ..)| name == key);
            match key.as_str() {
                "_kind" => form.kind = kind(value)?,
                "_players" => form.chosen = names(value)?,
                "_vary" if value == "none" => form.vary = None,
                "_vary" => {
                    let at = form.setup.info.options.iter().position(|option| option.name == *value);
                    form.vary =
                        Some(at.ok_or_else(|| {
                            text!("this game has no option `{name}` to compare", name = shorten(value))
                        })?);
                }
                _ => {
                    let at = number.ok_or_else(|| text!("the lab knows no `{key}`", key = shorten(key)))?;
                    form.numbers[at] = read_number(at, value)?;
                }
            }
        }
        Ok(form)
    }

    /// What differs from a fresh form, as pairs for an address.
    pub fn write(&self) -> Vec<(String, String)> {
        let mut pairs = self.setup.write();
        let fresh = Form::new(self.setup.clone());
        let mut pair = |key: &str, value: &str| pairs.push((key.to_owned(), value.to_owned()));
        if self.kind != fresh.kind {
            pair("_kind", self.word());
        }
        if !self.chosen.is_empty() {
            pair("_players", &self.chosen.join(","));
        }
        if self.vary != fresh.vary {
            pair("_vary", self.vary.map_or("none", |at| &self.setup.info.options[at].name));
        }
        for (at, (name, ..)) in NUMBERS.iter().enumerate() {
            if self.numbers[at] != fresh.numbers[at] {
                pair(name, &self.numbers[at].to_string());
            }
        }
        pairs
    }

    /// The word of the kind in addresses.
    pub fn word(&self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self.kind).map_or("", |(_, word)| word)
    }

    /// Says what kind of question it is; a word that is none changes nothing.
    pub fn set_kind(&mut self, word: &str) {
        self.kind = kind(word).unwrap_or(self.kind);
    }

    /// Who plays: as many as the question needs, the usual ones where nobody was chosen.
    pub fn players(&self) -> Vec<String> {
        let usual: &[&str] = match self.kind {
            Kind::Match => &[USUAL[2], USUAL[1]],
            Kind::Balance => &[USUAL[2]],
            Kind::Table | Kind::Tournament => &USUAL,
        };
        let (least, most) = match self.kind {
            Kind::Match => (2, 2),
            Kind::Balance => (1, 1),
            Kind::Table => (1, MOST),
            Kind::Tournament => (2, MOST),
        };
        let mut players = self.chosen.clone();
        if players.is_empty() {
            players = usual.iter().map(|name| (*name).to_owned()).collect();
        }
        players.truncate(most);
        while players.len() < least {
            players.push(usual[players.len()].to_owned());
        }
        players
    }

    /// How many can be chosen: where any number plays, one more than do.
    pub fn places(&self) -> usize {
        let more = matches!(self.kind, Kind::Table | Kind::Tournament);
        (self.players().len() + usize::from(more)).min(MOST)
    }

    /// Says who plays; nobody leaves the place to the next.
    pub fn set_player(&mut self, at: usize, name: &str) {
        self.chosen = self.players();
        match (at < self.chosen.len(), name.is_empty()) {
            (true, true) => drop(self.chosen.remove(at)),
            (true, false) => name.clone_into(&mut self.chosen[at]),
            (false, true) => {}
            (false, false) => self.chosen.push(name.to_owned()),
        }
    }

    /// A number.
    pub fn number(&self, which: Number) -> u64 {
        self.numbers[which as usize]
    }

    /// Sets a number; what is none, or out of bounds, changes nothing.
    pub fn set_number(&mut self, which: Number, text: &str) {
        if let Ok(number) = read_number(which as usize, text) {
            self.numbers[which as usize] = number;
        }
    }

    /// The study, as the terminal would play it.
    pub fn study(&self) -> Result<Study, Text> {
        let players = self.players();
        for name in &players {
            let name = name.as_str();
            if name.contains("cmd:") {
                return Err(text!("`{name}` is a program, and a page can start none; `agon match` can", name));
            }
            if name.contains("time=") {
                return Err(text!(
                    "`{name}` thinks by the clock, which measures this device too; give it `nodes=` or `playouts=`",
                    name
                ));
            }
        }
        let mut parts = vec![self.setup.settings()];
        if let (Kind::Balance, Some(at)) = (self.kind, self.vary) {
            let values = self.setup.info.options[at].values.iter().map(|value| {
                let mut setup = self.setup.clone();
                setup.set(at, &value.to_string());
                setup.settings()
            });
            // Not every value goes with the other options as they are.
            parts = values.filter(|part| games::open(self.setup.game(), part, Start::Seed(0)).is_ok()).collect();
        }
        let [games, seed, opening] = self.numbers;
        let game = self.setup.game().to_owned();
        let (openings, quality) = (Vec::new(), 0);
        Ok(Study { kind: self.kind, game, parts, players, games, seed, opening: opening as u32, openings, quality })
    }
}

fn kind(word: &str) -> Result<Kind, Text> {
    let found = KINDS.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind);
    let word = shorten(word);
    found.ok_or_else(|| text!("the lab has no `{word}`; it has `table`, `match`, `tournament` and `balance`", word))
}

fn names(list: &str) -> Result<Vec<String>, Text> {
    let names: Vec<String> = agon_search::names(list);
    match names.len() {
        _ if names.iter().any(String::is_empty) => {
            Err(text!("a player without a name is in `{list}`", list = shorten(list)))
        }
        0..=MOST => Ok(names),
        many => Err(text!("{many} players are named, but at most {most} can be compared here", many, most = MOST)),
    }
}

fn read_number(at: usize, text: &str) -> Result<u64, Text> {
    let (name, least, most) = NUMBERS[at];
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    let text = shorten(text);
    number.ok_or_else(|| {
        text!(
            "`{text}` is no number for `{name}`; it can be {least} to {most}",
            text,
            name,
            least,
            most = most.to_string()
        )
    })
}

/// Where every game begins alike, players without chance would play the same one for ever.
fn opening(info: &Info, settings: &Settings) -> u64 {
    let open = |seed| games::open(info.id, settings, Start::Seed(seed)).map(|table| table.position(Viewer::Referee));
    if open(1) == open(2) { OPENING } else { 0 }
}
