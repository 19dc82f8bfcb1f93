//! Gathers what a person can read or hear: by playing every game in its variants, and by doing what is refused.

mod desks;

use std::collections::BTreeSet;

use agon_rules::games::{self, Info};
use agon_rules::{Eyes, Rng, Start, Table, View};
use agon_web::route::Route;
use agon_web::setup::Setup;

type Settings = Vec<(String, String)>;

/// Everything heard so far.
#[derive(Default)]
pub struct Heard(BTreeSet<String>);

impl Heard {
    /// All there is to hear.
    pub fn everything() -> BTreeSet<String> {
        let mut heard = Heard::default();
        for info in games::list() {
            heard.offer(&info);
            for settings in variants(&info) {
                heard.players(&info, &settings);
                for seed in 0..3 {
                    heard.play(&info, &settings, seed);
                }
                heard.broken_positions(&info, &settings);
                heard.page(&info, &settings);
            }
            heard.desks(&info);
            heard.options(&info);
        }
        heard.links();
        heard.values();
        heard.troubles();
        heard.0
    }

    fn hear(&mut self, text: impl ToString) {
        self.0.insert(text.to_string());
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
        view.choices.iter().for_each(|choice| self.hear(&choice.text));
        view.trail.last().into_iter().for_each(|step| self.hear(&step.text));
        for zone in &view.zones {
            self.hear(&zone.title);
            zone.cells.iter().for_each(|cell| self.hear(&cell.name));
            zone.cells.iter().flat_map(|cell| &cell.pieces).for_each(|piece| self.hear(&piece.text));
        }
    }

    /// What all eyes see, and what is answered to moves that cannot be made.
    fn look(&mut self, table: &mut dyn Table) {
        for eyes in (0..table.seats()).map(Eyes::Seat).chain([Eyes::Crowd]) {
            self.see(&table.view(eyes));
        }
        let (turn, legal) = (table.turn().unwrap_or(0), table.legal());
        let head = legal.first().map(|text| text[..1].to_owned());
        for text in
            ["zz", "b"].into_iter().chain(head.as_deref()).filter(|text| !legal.iter().any(|known| known == text))
        {
            self.hear(table.play(turn, text).expect_err("no move is called that"));
        }
    }

    /// A whole game. Some players go to and fro where they can.
    fn play(&mut self, info: &Info, settings: &Settings, seed: u64) {
        let Ok(mut table) = games::open(info.id, settings, Start::Seed(seed)) else { return };
        let mut rng = Rng::new(seed);
        let mut before: Vec<String> = Vec::new();
        self.look(table.as_mut());
        while let Some(turn) = table.turn() {
            let legal = table.legal();
            let back = before.iter().rev().nth(1).and_then(|text| text.split_once('-'));
            let back = back.map(|(from, to)| format!("{to}-{from}")).filter(|back| seed == 1 && legal.contains(back));
            let text = back.unwrap_or_else(|| legal[rng.below(legal.len())].clone());
            table.play(turn, &text).expect("a legal move");
            before.push(text);
            // Long games say the same over and over.
            if before.len() < 80 || table.turn().is_none() || before.len() % 16 == 0 {
                self.look(table.as_mut());
            }
        }
    }

    /// Positions that lack something or have too much of it.
    fn broken_positions(&mut self, info: &Info, settings: &Settings) {
        let mut rng = Rng::new(7);
        let mut table = games::open(info.id, settings, Start::Seed(3)).expect("a variant");
        let mut texts = vec![table.position(Eyes::Referee)];
        while let Some(turn) = table.turn().filter(|_| table.seq() < 30) {
            let legal = table.legal();
            table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
            texts.push(table.position(Eyes::Referee));
        }
        let signs: Vec<char> = "0123456789xXoOpmKqQ/,-.?:* ".chars().collect();
        for _ in 0..300 {
            let mut text: Vec<char> = texts[rng.below(texts.len())].chars().collect();
            for _ in 0..=rng.below(2) {
                let at = rng.below(text.len());
                match rng.below(4) {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, signs[rng.below(signs.len())]),
                    2 => text.swap(at, 0),
                    _ => text[at] = signs[rng.below(signs.len())],
                }
            }
            let text = text.into_iter().collect();
            match games::open(info.id, settings, Start::Position(text)) {
                Ok(mut table) => self.look(table.as_mut()),
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
            for text in table.legal() {
                let turn = table.turn().unwrap_or(0);
                table.play(turn, &text).expect("a legal move");
                self.see(&table.view(Eyes::Seat(turn)));
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
        ];
        for link in links {
            match Route::read(link) {
                Route::Lost(why) => self.hear(why),
                route => panic!("{link} leads to {route:?}"),
            }
        }
    }
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
