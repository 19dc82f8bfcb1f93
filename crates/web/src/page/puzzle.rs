//! The screen of a puzzle: the board, what is to be found, what the last move came to, and the days in a row.

use agon_client::learn::{Collection, Puzzle, Streak, Strength, game_of_day};
use agon_rules::games;
use agon_rules::{Text, View, text};

use crate::device::{Device, Heard, Load, Worker};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::actions::{self, Action};
use crate::page::puzzles::grades;
use crate::page::table::Table;
use crate::page::{Frame, Page, clerk, kept};
use crate::plate::avatar;
use crate::quiz::{Effect, Quiz, Tone};
use crate::route::Route;
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// The screen.
pub struct PuzzlePage {
    /// what the address says: nothing for the daily one, a game, a game and an id or grade, or a puzzle of one's own
    wanted: String,
    /// the puzzles, once they are loaded
    all: Option<Collection>,
    daily: bool,
    shown: Option<Shown>,
}

struct Shown {
    quiz: Quiz,
    table: Table,
}

impl PuzzlePage {
    /// Opens it.
    pub fn open(wanted: String, shell: &mut Shell) -> Self {
        let daily = wanted.is_empty();
        let mut page = PuzzlePage { wanted, all: None, daily, shown: None };
        match page.own() {
            // Out of a game: nothing is to be loaded.
            Some(puzzle) => page.show(&puzzle, shell),
            None => shell.device().load(Load::Puzzles),
        }
        page
    }

    /// A puzzle that stands in the address.
    fn own(&self) -> Option<Puzzle> {
        Puzzle::of_game(self.wanted.strip_prefix('=')?)
    }

    /// The puzzle that the address asks for.
    fn find(&self, all: &Collection, shell: &Shell) -> Option<Puzzle> {
        let device = shell.device();
        if self.daily {
            return all.daily(device.today());
        }
        let (game, id) = self.wanted.split_once('/').unwrap_or((&self.wanted, ""));
        all.find(game, id).or_else(|| {
            let grade: Option<u8> = id.parse().ok();
            let solved = solved(game, &*device);
            let is_solved = |id: &str| solved.split(' ').any(|one| one == id);
            let strength = grade.map_or_else(|| strength(game, &*device), Strength::of_grade);
            all.next(game, &strength, &is_solved, device.chance())
        })
    }

    fn show(&mut self, puzzle: &Puzzle, shell: &mut Shell) {
        if let Ok(mut quiz) = Quiz::open(puzzle) {
            quiz.take(crate::hand::Input::AtOnce(shell.settings.first_tap));
            let table = Table::new(quiz.screen(), shell);
            self.shown = Some(Shown { quiz, table });
            let quest = puzzle.quest();
            shell.speak(&[quest.title(), quest.more()]);
        }
    }

    /// Something has happened: shows it, and does what it leads to.
    fn changed(&mut self, effects: Vec<Effect>, shell: &mut Shell) {
        let Some(shown) = &mut self.shown else { return };
        let device = shell.device();
        let taken = shown.table.screen.taken();
        shown.table.show(shown.quiz.screen(), shell);
        shown.table.point(shown.quiz.pointed.clone());
        if let Some(said) = shown.quiz.said() {
            shell.speak(&[said.head.clone(), said.text.clone()]);
        }
        for effect in effects {
            match effect {
                Effect::Ask(question) => device.ask(Worker::Player, &question),
                Effect::Later => device.after(shown.table.pace(shell), "line"),
                Effect::Moved => shown.table.sound(taken, shell),
                Effect::Counted { clean } => {
                    let Puzzle { grade, nodes, record, .. } = shown.quiz.attempt().puzzle();
                    if *nodes > 0 {
                        let strength = strength(&record.game, &*device).write();
                        let ask = Ask::Strength { strength, grade: *grade, clean };
                        device.ask(Worker::Clerk, &Question { id: clerk::STRENGTH, ask });
                    }
                }
                Effect::Done => {
                    let puzzle = shown.quiz.attempt().puzzle();
                    let (game, id) = (&puzzle.record.game, puzzle.id());
                    let list = solved(game, &*device);
                    if puzzle.nodes > 0 && !shown.quiz.attempt().was_shown() && !list.contains(&id) {
                        device.keep(&["puzzles.", game].concat(), [list.as_str(), &id].join(" ").trim());
                    }
                    if self.daily && !shown.quiz.attempt().was_shown() {
                        let mut streak = streak(&*device);
                        streak.solved(device.today());
                        device.keep("daily", &streak.write());
                    }
                }
            }
        }
    }

    /// The puzzle, the days in a row, and how one goes on.
    fn side(&self, to: &mut Html<'_>, shown: &Shown) {
        let device = to.shell.device();
        let attempt = shown.quiz.attempt();
        let (puzzle, quest) = (attempt.puzzle(), attempt.puzzle().quest());
        html!(to, "<section class='sheet pz' data-key='task'><span class='over'>");
        if self.daily {
            html!(to, { text!("Puzzle of {date}", date = device.date()) });
        } else if puzzle.nodes > 0 {
            html!(to, { text!("Grade {n} of 5", n = u32::from(puzzle.grade)) });
        } else {
            html!(to, { text!("From your game") });
        }
        // The same position may be another puzzle in another variant.
        for variant in &shown.table.screen.variant {
            html!(to, " · " {variant});
        }
        html!(to, "</span><h2>" {quest.title()} "</h2><p class='soft small'>" {quest.more()} "</p>");
        let seat = puzzle.seat().unwrap_or(0);
        if !attempt.is_done() {
            html!(to, "<div class='goal'>" [avatar(seat)] "<span><b>" {text!("Your turn")} "</b> " {shown.table.screen.prompt}
                "</span></div>");
        }
        if let Some(said) = shown.quiz.said() {
            let (class, icon) = match said.tone {
                Tone::Right => ("okay", Icon::Check),
                Tone::Wrong => ("nope", Icon::Again),
                Tone::Hint => ("okay", Icon::Hint),
            };
            html!(to, "<p class='" [class] "'>" [icon.small()] "<span><b>" {said.head} " ");
            if self.daily && attempt.is_done() && !attempt.was_shown() {
                html!(to, {days(&*device)} ".");
            }
            html!(to, "</b> " {said.text} "</span></p>");
        }
        html!(to, "</section>");
        if self.daily {
            week(to, &streak(&*device), &*device);
        }
        html!(to, "<section class='sheet pz grow' data-key='more'>");
        if let Some(all) = &self.all {
            let game = &puzzle.record.game;
            html!(to, "<div class='sec'><h3>" {text!("More from {game}", game = shown.table.screen.title.clone())}
                "</h3><a class='inline' href='#/puzzles'>" {text!("All puzzles")} "</a></div>");
            let strength = strength(game, &*device);
            if !strength.is_vague() {
                html!(to, "<p class='small soft'>" {text!("Your strength here: about {n}", n = strength.rating())} "</p>");
            }
            grades(to, game, all);
        }
        if attempt.is_done() {
            html!(to, "<button class='btn main wide' data-key='next' data-focus data-do='next'>" {self.way_on()}
                "</button><button class='btn wide' data-key='on' data-do='on'>" {text!("Play on from here")} "</button>");
        }
        html!(to, "</section>");
    }

    /// Where one goes after a puzzle.
    fn way_on(&self) -> Text {
        if self.wanted.starts_with('=') { text!("All puzzles") } else { text!("Next puzzle") }
    }
}

/// The seven days up to today, and how many in a row.
pub fn week(to: &mut Html<'_>, streak: &Streak, device: &dyn Device) {
    let today = device.today();
    html!(to, "<section class='sheet pz wk' data-key='week'><div class='sec'><h3>"
        {match streak.run(today) {
            0 => text!("The last seven days"),
            run => in_a_row(run),
        }} "</h3>");
    if streak.best() > 0 {
        html!(to, "<span class='soft small'>" {text!("best {n}", n = streak.best())} "</span>");
    }
    html!(to, "</div><ul class='days'>");
    for (at, name) in device.week().split(',').enumerate() {
        let day = today.saturating_sub(6 - (at as u32).min(6));
        let class = if streak.has(day) { "ok" } else { "" };
        html!(to, "<li class='" [class] [if day == today { " td" } else { "" }] "'><span>" {name} "</span>");
        if streak.has(day) {
            html!(to, [Icon::Check.small()] "<span class='sr'>" {text!("solved")} "</span>");
        }
        html!(to, "</li>");
    }
    html!(to, "</ul></section>");
}

/// The ids of a game's puzzles that were solved here.
pub fn solved(game: &str, device: &dyn Device) -> String {
    device.kept(&["puzzles.", game].concat()).unwrap_or_default()
}

/// The days on which the daily puzzle was solved here.
pub fn streak(device: &dyn Device) -> Streak {
    Streak::read(&device.kept("daily").unwrap_or_default())
}

/// How strong the person at this device is at a game's puzzles.
pub fn strength(game: &str, device: &dyn Device) -> Strength {
    Strength::read(&device.kept(&["strength.", game].concat()).unwrap_or_default())
}

impl Page for PuzzlePage {
    fn frame(&self, shell: &Shell) -> Frame {
        let daily = if self.daily { Word::DailyPuzzle } else { Word::Puzzle };
        match &self.shown {
            Some(shown) => {
                let mut frame = shown.table.frame(shell);
                let game = shell.tell(&shown.table.screen.title);
                frame.title = [&shell.tell(&shown.quiz.attempt().puzzle().quest().title()), " · ", &game].concat();
                let screen = &shown.table.screen;
                let about: Vec<Text> = [screen.title.clone()].into_iter().chain(screen.variant.clone()).collect();
                frame.crumb = Some((shell.say(daily).to_owned(), shell.join(&about, " · ")));
                frame
            }
            None => Frame::named(shell.say(daily), "Agon", None),
        }
    }

    fn html(&self, to: &mut Html<'_>) {
        let Some(shown) = &self.shown else {
            html!(to, "<main class='page' data-key='puzzle'><h1 class='second'>" {Word::Puzzle} "</h1>");
            if self.all.is_some() {
                html!(to, "<p>" {text!("There is no such puzzle here.")} "</p><p><a class='btn main' href='#/puzzles'>"
                    {text!("All puzzles")} "</a></p>");
            }
            html!(to, "</main>");
            return;
        };
        let screen = &shown.table.screen;
        html!(to, "<main class='play puzzle' data-key='puzzle'><h1 class='sr'>" {Word::Puzzle} "</h1>");
        shown.table.stage(to, &|_| {});
        html!(to, "<aside class='side'>");
        self.side(to, shown);
        actions::lifted(to, screen);
        let done = shown.quiz.attempt().is_done();
        let action = |icon, name, act, enabled| Action { icon, name, act, enabled };
        let bar = [
            action(Icon::Hint, text!("Hint"), "clue", !done),
            action(Icon::Again, text!("Start over"), "over", true),
            action(Icon::Eye, text!("Answer"), "answer", !done),
            action(Icon::Share, text!("Share"), "send", true),
        ];
        let after = [
            action(Icon::Again, text!("Start over"), "over", true),
            action(Icon::Share, text!("Share"), "send", true),
            action(Icon::Play, text!("Play on"), "on", true),
        ];
        let on = if self.wanted.starts_with('=') { self.way_on() } else { Word::GoOn.text() };
        let next = done.then(|| action(Icon::Next, on, "next", true));
        actions::bare(to, screen, &bar, if done { &after } else { &bar }, next.as_ref());
        html!(to, "</aside></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        if let Heard::Loaded(Load::Puzzles, text) = heard {
            let all = Collection::read(text);
            if let Some(puzzle) = self.find(&all, shell) {
                if !self.daily {
                    // The way back and a reload lead to the same one.
                    self.wanted = [puzzle.record.game.as_str(), "/", &puzzle.id()].concat();
                    shell.device().replace(&Route::Puzzle(self.wanted.clone()).write());
                }
                self.show(&puzzle, shell);
            }
            self.all = Some(all);
            return;
        }
        let Some(shown) = &mut self.shown else { return };
        let device = shell.device();
        let effects = match heard {
            Heard::Answer(Worker::Player, answer) => shown.quiz.hear(answer),
            Heard::Answer(Worker::Clerk, answer) => {
                if let (clerk::STRENGTH, Tell::Text(text)) = (answer.id, &answer.tell) {
                    let game = &shown.quiz.attempt().puzzle().record.game;
                    device.keep(&["strength.", game].concat(), text);
                }
                return;
            }
            Heard::Time("line") => shown.quiz.later(),
            Heard::Do("clue") => shown.quiz.clue(),
            Heard::Do("answer") => shown.quiz.answer(),
            Heard::Do("over") => {
                shown.quiz.restart();
                Vec::new()
            }
            Heard::Do("next") => {
                let to = if self.wanted.starts_with('=') {
                    Route::Puzzles
                } else {
                    Route::Puzzle(shown.quiz.attempt().puzzle().record.game.clone())
                };
                return device.go(&to.write());
            }
            Heard::Do("on") => {
                return device.go(&kept::address(shown.quiz.attempt().against("hard"), &*device));
            }
            Heard::Do("send") => {
                let link = device.page() + &device.hash();
                if !device.pass_on(&link) {
                    device.copy(&link);
                }
                return;
            }
            Heard::Copied(done) => {
                shell.said = shell.say(if *done { Word::Copied } else { Word::CopyByHand }).to_owned();
                return;
            }
            heard => match shown.table.hear(heard, "", shell) {
                Some(input) => shown.quiz.take(input),
                None => return,
            },
        };
        self.changed(effects, shell);
    }

    fn view(&self) -> Option<View> {
        self.shown.as_ref().map(|shown| shown.quiz.view())
    }
}

/// The game of a day's puzzle, before the puzzles are loaded.
pub fn game_of(day: u32) -> Option<games::Info> {
    games::info(game_of_day(day)).ok()
}

/// What a daily card says below its title.
pub fn days(device: &dyn Device) -> Text {
    match streak(device).run(device.today()) {
        0 => text!("The same for everybody"),
        run => in_a_row(run),
    }
}

fn in_a_row(days: u32) -> Text {
    text!("{n} day in a row" | "{n} days in a row", n = days)
}
