//! What is heard at desks: games with people, with computers and with computers alone, and everything that is refused there.

use agon_client::words::{Scale, short_worth, worth};
use agon_client::{Local, Plan, Sitter, Worth};
use agon_rules::games::{self, Info};
use agon_rules::{Record, Rng, Site, Start};
use agon_web::desk::{Desk, Effect, Input};
use agon_web::screen::Screen;
use agon_web::setup::Setup;
use agon_web::think::{Answer, Ask, Question, Tell};

use super::{Heard, variants};

/// What moves may be worth.
const WORTHS: [Worth; 6] =
    [Worth::Proved(1), Worth::Proved(0), Worth::Proved(-2), Worth::Points(-0.5), Worth::Share(0.4), Worth::Unknown];

impl Heard {
    /// Every variant at a desk for a while.
    pub fn desks(&mut self, info: &Info) {
        let names = agon_search::ask::players(info.id, &[]).expect("a game");
        for (at, settings) in variants(info).iter().enumerate() {
            let seats = games::open(info.id, settings, Start::Seed(0)).expect("a variant").seats();
            let who = |seat: usize| match at % 3 {
                0 => Sitter::Human,
                1 if seat == at % seats => Sitter::Human,
                _ => Sitter::new(names[(seat + at) % names.len()].0),
            };
            let plan = Plan::new(info.id, settings, Start::Seed(at as u64), (0..seats).map(who).collect(), 1);
            self.desk(&plan, at);
        }
        // Whoever sits there, somebody must be named.
        let sitters = vec![Sitter::Human; 9];
        let many = Plan::new(info.id, &[], Start::Seed(0), sitters, 1);
        self.hear(Local::open(&many).err().expect("nine are too many"));
    }

    fn desk(&mut self, plan: &Plan, at: usize) {
        let mut rng = Rng::new(at as u64);
        let (mut desk, effects) = Desk::open(plan).expect("a game");
        self.settle(&mut desk, effects, WORTHS[0]);
        for input in [Input::Undo, Input::Redo] {
            self.act(&mut desk, input, WORTHS[0]);
        }
        // The first ones are played for longer: they differ in who plays.
        for step in 0..if at < 3 { 50 } else { 16 } {
            let worth = WORTHS[(at + step) % 6];
            if desk.screen().tools.hand_over.is_some() {
                self.act(&mut desk, Input::TakeScreen, worth);
            }
            let screen = desk.screen();
            let spots: Vec<_> = screen.areas.iter().flat_map(|area| &area.spots).collect();
            let lit: Vec<_> = spots.iter().filter(|spot| spot.lit).collect();
            let fresh = !spots.is_empty() && spots.iter().all(|spot| !spot.tapped);
            if step < 8 && fresh {
                self.act(&mut desk, Input::Tap(spots[rng.below(spots.len())].site), worth);
                self.act(&mut desk, Input::Cancel, worth);
            }
            let input = match step {
                3 => Input::Hint,
                6 | 8 => Input::Analyse,
                9 => Input::Look(2),
                10 => Input::Hint,
                11 => Input::Branch,
                20 => Input::Play("nothing".into()),
                22 => Input::Hurry,
                _ if !screen.choices.menu.is_empty() => Input::Play(screen.choices.menu[0].clone()),
                _ if !lit.is_empty() => Input::Tap(lit[rng.below(lit.len())].site),
                _ => Input::Play(screen.choices.buttons.first().cloned().unwrap_or_default()),
            };
            self.act(&mut desk, input, worth);
        }
        // A question that nobody answers.
        desk.take(Input::Hint);
        for input in [Input::Hint, Input::Play("zz".into()), Input::Resign, Input::Resign, Input::Hint] {
            self.act(&mut desk, input, WORTHS[0]);
        }
    }

    /// Does something, answers what it asks, and looks at what has become of it.
    fn act(&mut self, desk: &mut Desk, input: Input, worth: Worth) {
        let effects = desk.take(input);
        self.settle(desk, effects, worth);
        self.show(&desk.screen());
    }

    /// Answers what is asked, but computers that play alone only for a while.
    fn settle(&mut self, desk: &mut Desk, mut todo: Vec<Effect>, worth: Worth) {
        let mut answers = 0;
        while let Some(effect) = todo.pop() {
            match effect {
                Effect::Say(sentences) => sentences.iter().for_each(|sentence| self.hear(sentence)),
                Effect::Ask(question) | Effect::Watch(question) if answers < 8 => {
                    answers += 1;
                    todo.extend(desk.hear(answer(&question, worth)));
                }
                _ => {}
            }
        }
    }

    fn show(&mut self, screen: &Screen) {
        let texts = [&screen.title, &screen.variant].into_iter();
        texts.chain(&screen.choices.buttons).chain(&screen.choices.menu).for_each(|text| self.hear(text));
        self.hear(&screen.prompt);
        screen.players.iter().for_each(|player| self.hear(&player.name));
        screen.notes.iter().for_each(|note| self.hear(note));
        screen.message.iter().for_each(|message| self.hear(&message.text));
        screen.values.iter().for_each(|(_, worth)| self.hear(worth));
        for area in &screen.areas {
            self.hear(&area.title);
            for spot in &area.spots {
                spot.label.iter().for_each(|part| self.hear(part));
                spot.badge.iter().for_each(|badge| self.hear(&badge.text));
            }
        }
    }

    /// What moves can be worth, in a game with points and in one without.
    pub fn values(&mut self) {
        for value in WORTHS {
            for scale in [Scale::Points, Scale::Results] {
                self.hear(short_worth(value, 1, scale));
                self.hear(worth(value, 1, scale));
            }
        }
    }

    /// A form that cannot be, and a computer that answers nonsense.
    pub fn troubles(&mut self) {
        let info = games::list().remove(0);
        let mut setup = Setup::new(info.clone());
        setup.set_player(0, "online");
        setup.set_player(1, "friend");
        self.hear(setup.trouble().expect("a friend is not in the room"));
        let computers = vec![Sitter::new("easy"), Sitter::new("hard")];
        let plan = Plan::new(info.id, &[], Start::Seed(0), computers, 1);
        let (mut desk, _) = Desk::open(&plan).expect("a game");
        for input in [Input::Tap(Site::new(0, 0)), Input::Resign] {
            desk.take(input);
            self.show(&desk.screen());
        }
        for tell in [Tell::Move { text: "zz".into(), worth: Worth::Unknown }, Tell::Failed("no moves".into())] {
            let sitters = vec![Sitter::new("easy"), Sitter::Human];
            let plan = Plan::new(info.id, &[], Start::Seed(0), sitters, 1);
            let (mut desk, effects) = Desk::open(&plan).expect("a game");
            for effect in effects {
                if let Effect::Ask(question) = effect {
                    desk.hear(Answer { id: question.id, tell: tell.clone() });
                }
            }
            self.show(&desk.screen());
        }
    }
}

/// An answer without a thought: any move, and all are worth the same.
fn answer(question: &Question, worth: Worth) -> Answer {
    let (Ask::Move { record, .. } | Ask::Hint { record } | Ask::Analyse { record, .. }) = &question.ask else {
        panic!("a desk asks nothing else")
    };
    let record: Record = record.parse().expect("a record");
    let legal = record.replay().expect("a game").legal();
    let tell = match question.ask {
        Ask::Analyse { .. } => {
            Tell::Values { moves: legal.into_iter().map(|text| (text, worth)).collect(), depth: None, done: true }
        }
        _ => Tell::Move { text: legal[record.moves.len() * 7 % legal.len()].clone(), worth },
    };
    Answer { id: question.id, tell }
}
