//! Gathers what a person can read or hear: by playing every game in its variants, and by doing what is refused.

mod desks;
mod rooms;

use std::collections::{BTreeMap, BTreeSet};

use agon_rules::games::{self, Info};
use agon_rules::{Cell, Ground, Mark, Rng, Start, Table, View, Viewer};
use agon_web::route::Route;
use agon_web::setup::Setup;
use agon_web::speak::{self, Reach};

type Settings = Vec<(String, String)>;

/// Everything heard so far: of texts that differ in numbers and moves only, one.
#[derive(Default)]
pub struct Heard {
    texts: BTreeMap<String, String>,
    /// parts of positions, to make positions of them that cannot be
    fields: Vec<String>,
    /// positions of rules pages that were looked at
    known: BTreeSet<String>,
}

impl Heard {
    /// All there is to hear.
    pub fn everything() -> Vec<String> {
        let mut heard = Heard::default();
        for info in games::list() {
            heard.offer(&info);
            heard.options(&info);
            for settings in variants(&info) {
                heard.players(&info, &settings);
                heard.plays(&info, &settings);
                heard.broken_positions(&info, &settings);
                heard.page(&info, &settings);
            }
            heard.desks(&info);
            // What was gathered of this game is of no use for the next.
            heard.fields.clear();
        }
        heard.links();
        heard.values();
        heard.troubles();
        heard.rooms();
        heard.known();
        heard.texts.into_values().collect()
    }

    fn hear(&mut self, text: impl ToString) {
        let text = text.to_string();
        self.texts.entry(shape(&text)).or_insert(text);
    }

    /// What is said of a game before it begins.
    fn offer(&mut self, info: &Info) {
        self.hear(info.name);
        self.hear(info.about);
        self.hear(info.about.split_inclusive(". ").next().unwrap_or_default().trim());
        for option in &info.options {
            self.hear(option.name.replace('-', " "));
            self.hear(&option.help);
            option.values.iter().for_each(|value| self.hear(value));
        }
    }

    fn players(&mut self, info: &Info, settings: &Settings) {
        for (name, what) in agon_search::ask::players(info.id, settings).expect("a variant") {
            self.hear(name);
            self.hear(what);
        }
        for name in ["nobody", "perfect", "minimax_2", "alphabeta"] {
            if let Err(why) = agon_search::ask::check(info.id, settings, name) {
                self.hear(why);
            }
        }
    }

    fn see(&mut self, view: &View) {
        self.hear(&view.prompt);
        view.notes.iter().for_each(|note| self.hear(&note.text));
        view.history.last().into_iter().for_each(|step| self.hear(&step.text));
        view.choices.iter().filter(|choice| choice.taps.is_empty()).for_each(|choice| self.hear(&choice.text));
        view.zones.iter().for_each(|zone| self.hear(&zone.title));
        let special = |cell: &&Cell| cell.mark != Mark::None || cell.ground == Ground::Blocked;
        for cell in view.zones.iter().flat_map(|zone| &zone.cells).filter(special) {
            speak::cell(cell, Reach::Lit, &[]).iter().for_each(|part| self.hear(part));
        }
    }

    /// What all viewers see, and what is answered to moves that cannot be made.
    fn look(&mut self, table: &mut dyn Table) {
        for viewer in all_eyes(table) {
            let view = table.view(viewer);
            self.see(&view);
            view.choices.iter().for_each(|choice| self.hear(&choice.text));
            for cell in view.zones.iter().flat_map(|zone| &zone.cells) {
                self.hear(&cell.name);
                cell.pieces.iter().for_each(|piece| self.hear(&piece.text));
            }
        }
        let (turn, legal) = (table.turn().unwrap_or(0), table.legal());
        let head = legal.first().map(|text| text[..1].to_owned());
        for text in
            ["zz", "b"].into_iter().chain(head.as_deref()).filter(|text| !legal.iter().any(|known| known == text))
        {
            self.hear(table.play(turn, text).expect_err("no move is called that"));
        }
    }

    /// Some games; of variants with long games fewer.
    fn plays(&mut self, info: &Info, settings: &Settings) {
        let mut plies = 0;
        for seed in 0..3 {
            if settings.is_empty() || plies < 100 {
                plies += self.play(info, settings, seed);
            }
        }
    }

    /// A whole game, seen by another viewer after each move, and how long it was. Some players go to and fro.
    fn play(&mut self, info: &Info, settings: &Settings, seed: u64) -> usize {
        let mut table = games::open(info.id, settings, Start::Seed(seed)).expect("a variant");
        let mut rng = Rng::new(seed);
        let mut before: Vec<String> = Vec::new();
        let viewer = all_eyes(table.as_ref());
        self.look(table.as_mut());
        while let Some(turn) = table.turn() {
            let legal = table.legal();
            let back = before.iter().rev().nth(1).and_then(|text| text.split_once('-'));
            let back = back.map(|(from, to)| format!("{to}-{from}")).filter(|back| seed == 1 && legal.contains(back));
            let text = back.unwrap_or_else(|| legal[rng.below(legal.len())].clone());
            table.play(turn, &text).expect("a legal move");
            before.push(text);
            self.see(&table.view(viewer[before.len() % viewer.len()]));
            self.fields.extend(table.position(Viewer::Referee).split(' ').map(str::to_owned));
        }
        self.look(table.as_mut());
        before.len()
    }

    /// Positions that lack something or have too much of it: signs are changed, and fields come from other positions.
    fn broken_positions(&mut self, info: &Info, settings: &Settings) {
        let mut rng = Rng::new(7);
        let mut table = games::open(info.id, settings, Start::Seed(3)).expect("a variant");
        let mut texts = vec![table.position(Viewer::Referee)];
        while let Some(turn) = table.turn().filter(|_| table.ply() < 30) {
            let legal = table.legal();
            table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
            texts.push(table.position(Viewer::Referee));
        }
        let signs: Vec<char> = "0123456789xXoOpmKqQ/,-.?:* ".chars().collect();
        for _ in 0..500 {
            let mut parts: Vec<String> = texts[rng.below(texts.len())].split(' ').map(str::to_owned).collect();
            for _ in 0..=rng.below(3) {
                let (at, other) = (rng.below(parts.len()), rng.below(parts.len()));
                match rng.below(4) {
                    0 => parts[at] = self.fields[rng.below(self.fields.len())].clone(),
                    1 => parts.swap(at, other),
                    2 => drop(parts[at].pop()),
                    _ => {
                        let mut part: Vec<char> = parts[at].chars().collect();
                        let place = rng.below(part.len() + 1);
                        part.splice(place..(place + rng.below(2)).min(part.len()), [signs[rng.below(signs.len())]]);
                        parts[at] = part.into_iter().collect();
                    }
                }
            }
            match games::open(info.id, settings, Start::Position(parts.join(" "))) {
                Ok(table) => self.see(&table.view(Viewer::Spectator)),
                Err(why) => self.hear(why),
            }
        }
    }

    /// Whatever the rules page calls a position, and what one move makes of it.
    fn page(&mut self, info: &Info, settings: &Settings) {
        let page = games::rules(info.id).expect("a page");
        for text in page.split('`').skip(1).step_by(2).filter(|text| text.contains(' ')) {
            let start = Start::Position(text.to_owned());
            let Ok(mut table) = games::open(info.id, settings, start) else { continue };
            self.look(table.as_mut());
            if !self.known.insert(text.to_owned()) {
                continue;
            }
            for text in table.legal() {
                let turn = table.turn().unwrap_or(0);
                table.play(turn, &text).expect("a legal move");
                self.see(&table.view(Viewer::Seat(turn)));
                table.undo();
            }
        }
    }

    /// Options that are none, or do not go together.
    fn options(&mut self, info: &Info) {
        let mut wrong: Vec<Settings> = vec![vec![("nothing".into(), "1".into())]];
        for option in &info.options {
            let pair = |value: &str| (option.name.clone(), value.to_owned());
            wrong.push(vec![pair("nothing")]);
            wrong.push(vec![pair(&option.default.to_string()), pair(&option.default.to_string())]);
            wrong.push(vec![(format!("{}s", option.name), "1".into())]);
            wrong.extend(option.values.iter().map(|value| vec![pair(&value.to_string())]));
        }
        for settings in wrong {
            if let Err(why) = games::open(info.id, &settings, Start::Seed(0)) {
                self.hear(why);
            }
            if let Err(why) = Setup::read(info.id, &settings) {
                self.hear(why);
            }
        }
    }

    /// Addresses that lead nowhere.
    fn links(&mut self) {
        let links = [
            "nowhere",
            "room/abc",
            "new/nothing",
            "new/gambits",
            "new/gambit?x=1",
            "new/gambit?_clock=x",
            "game/x",
            "game/~",
            "game/gambit~x",
            "game/gambit~seed=x",
            "game/gambit~x=1~seed=1",
            "game/gambit~seed=1~zz",
            "game/nothing~seed=1",
            "game/gambit~seed=1~d2xd4~stop~stop?players=easy,easy,easy",
            "game/gambit~seed=1?players=easy,easy,easy",
            "game/tic-tac-toe~at=xxx/oo1/3_1~c2",
            "game/tic-tac-toe~at=xxx_1",
            "game/tic-tac-toe~line=5~seed=1",
            "game/tic-tac-toe~seed=1~a1~a2~b1~b2~c1~c2",
            "game/parity-twist~variant=peltola~at=1,2,3/4,5,6/7,8,9_10_0_give",
            "game/parity-twist~variant=sandkuhler~at=1,2,3/4,5,6/.,.,._._0_-",
        ];
        for link in links {
            match Route::read(link) {
                Route::Lost(why) => self.hear(why),
                route => panic!("{link} leads to {route:?}"),
            }
        }
    }
}

fn all_eyes(table: &dyn Table) -> Vec<Viewer> {
    (0..table.seats()).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

/// A text without what differs from one position to the next: numbers, squares, moves, and what is quoted.
fn shape(text: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut word) = (false, String::new());
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if !quoted {
            // One of something is not several.
            out.push_str(if word != "1" && word.contains(char::is_numeric) { "#" } else { &word });
            out.push(c);
        }
        quoted ^= c == '`';
        word.clear();
    }
    out
}

/// Every value of every option by itself, and some together.
pub fn variants(info: &Info) -> Vec<Settings> {
    let mut all: Vec<Settings> = vec![Vec::new()];
    let mut rng = Rng::new(5);
    for option in &info.options {
        let others = option.values.iter().filter(|value| **value != option.default);
        all.extend(others.map(|value| vec![(option.name.clone(), value.to_string())]));
    }
    for _ in 0..4 {
        let any = info.options.iter().map(|option| {
            let value = &option.values[rng.below(option.values.len())];
            (option.name.clone(), value.to_string())
        });
        all.push(any.collect());
    }
    all.retain(|settings| games::open(info.id, settings, Start::Seed(0)).is_ok());
    all
}
