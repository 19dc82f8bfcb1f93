//! A task of a lesson: a few words, a small live board, and what becomes of the move that somebody tries there.
//!
//! Back and Next are links, so every task is a screen of its own and the browser's way back leads through them.

use agon_client::learn::{Exercise, Judged, Lesson};
use agon_client::{Feed, Hindrance, Refusal, Venue, words};
use agon_rules::games::Info;
use agon_rules::{Site, Text, View, text};

use crate::device::{Heard, Worker};
use crate::hand::{Hand, Input, Tapped};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::learn::{Done, lesson, load, loaded, sorry};
use crate::page::table::Table;
use crate::page::{Frame, Page, actions, art, panel};
use crate::route::Route;
use crate::screen::{Help, Screen};
use crate::setup::Setup;
use crate::shell::Shell;
use crate::speak;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// The longest the computer player of a task thinks.
const LONGEST: u32 = 3_000;

/// The screen.
pub struct LessonPage {
    info: Info,
    /// the chapter and the task that are wanted, counted from 1
    at: [Option<usize>; 2],
    open: Option<Open>,
    failed: bool,
}

/// A chapter, opened at a task, or after the last one.
struct Open {
    lesson: Lesson,
    chapter: usize,
    task: usize,
    done: Done,
    work: Option<Work>,
}

/// A task in hand.
struct Work {
    exercise: Exercise,
    hand: Hand,
    table: Table,
    /// how often the computer player was asked
    asked: u64,
    /// its move, which waits until the one before it was seen
    held: Option<String>,
    /// when the last move was shown
    shown: u64,
}

impl LessonPage {
    /// Opens it.
    pub fn open(info: Info, at: [Option<usize>; 2], shell: &mut Shell) -> Self {
        let mut page = LessonPage { info, at, open: None, failed: false };
        load(shell);
        page.begin(shell);
        page
    }

    /// Begins the task, once the lessons are there.
    fn begin(&mut self, shell: &mut Shell) {
        let device = shell.device();
        let game = self.info.id;
        let Some(lesson) = lesson(game, shell) else { return self.failed |= !shell.lessons.is_empty() };
        let done = Done::read(game, &*device);
        let [chapter, task] = self.at.map(|number| number?.checked_sub(1));
        let all = lesson.chapters.len();
        let first = || (0..all).find(|chapter| done.first(&lesson, *chapter).is_some());
        let chapter = chapter.filter(|chapter| *chapter < all).or_else(first).unwrap_or(0);
        let tasks = &lesson.chapters[chapter].tasks;
        let task = task.filter(|task| *task <= tasks.len()).or_else(|| done.first(&lesson, chapter)).unwrap_or(0);
        device.replace(&self.address(chapter, task));
        let work = match tasks.get(task).map(Exercise::open) {
            Some(Ok(exercise)) => Some(Work::new(exercise, shell)),
            Some(Err(_)) => return self.failed = true,
            None => None,
        };
        if let Some(task) = tasks.get(task) {
            shell.said = [&*task.title, &task.words.replace("**", ""), &task.ask].join(". ");
        }
        self.open = Some(Open { lesson, chapter, task, done, work });
    }

    fn address(&self, chapter: usize, task: usize) -> String {
        ["#/learn/", self.info.id, "/", &(chapter + 1).to_string(), "/", &(task + 1).to_string()].concat()
    }

    /// After the last task: what one can do now.
    fn end(&self, to: &mut Html<'_>, open: &Open) {
        let chapter = &open.lesson.chapters[open.chapter];
        html!(to, "<main class='page reader cando' data-key='lesson'><p><a class='backlink' href='#/learn'>" [Icon::Back.small()]
            {Word::Learn} "</a></p><h1>" {text!("You can play {game} now", game = Text::plain(chapter.title.clone()))}
            "</h1>");
        art::poster(to, &self.info);
        html!(to, "<p class='row'><a class='btn main big' href='" {self.game(open)} "'>" {Icon::Play}
            {Word::PlayGame} "</a>");
        if let Some(next) = open.lesson.chapters.get(open.chapter + 1) {
            html!(to, "<a class='btn big' href='" {self.address(open.chapter + 1, 0)} "'>" {Word::NextChapter} ": "
                {&next.title} "</a>");
        }
        html!(to, "</p></main>");
    }

    /// The form of a game as the chapter has it. The first one may teach a game by a smaller one.
    fn game(&self, open: &Open) -> String {
        let options = open.lesson.chapters[open.chapter].tasks.first().map(|task| task.record.options.as_slice());
        let options = options.filter(|_| open.chapter > 0).unwrap_or_default();
        Setup::read(self.info.id, options).map_or_else(|_| "#/".to_owned(), |setup| Route::New(setup).write())
    }

    fn task(&self, to: &mut Html<'_>, open: &Open, work: &Work) {
        let chapter = &open.lesson.chapters[open.chapter];
        let (number, all) = (open.task + 1, chapter.tasks.len());
        html!(to, "<main class='lesson' data-key='lesson'><div class='lt'><a class='iconbtn' href='#/learn' aria-label='"
            {Word::LeaveLesson} "'>" {Icon::Close} "</a><div class='lbars' aria-hidden='true'>");
        for at in 0..all {
            let class = match at {
                at if open.done.has(open.chapter, at) => "done",
                at if at == open.task => "cur",
                _ => "",
            };
            html!(to, "<i class='" [class] "'></i>");
        }
        html!(to, "</div><span class='soft small'>" {number} " " {Word::Of} " " {all}
            "</span></div><div class='lmain'><div class='ltext'><span class='badge'>" {&chapter.title} "</span>");
        work.words(to);
        html!(to, "</div><div class='lboard'>");
        work.table.board(to);
        actions::lifted(to, &work.table.screen);
        html!(to, "</div></div><div class='lfoot'>");
        if let Some(back) = open.task.checked_sub(1) {
            html!(to, "<a class='btn' href='" {self.address(open.chapter, back)} "'>" [Icon::Back.small()] {Word::GoBack}
                "</a>");
        }
        let main = if work.exercise.is_done() { " main' data-focus href='" } else { "' href='" };
        html!(to, "<a class='btn big next" [main] {self.address(open.chapter, open.task + 1)} "'>" {Word::GoOn}
            "</a></div></main>");
    }
}

impl Page for LessonPage {
    fn frame(&self, shell: &Shell) -> Frame {
        let task = self.open.as_ref().and_then(|open| open.work.as_ref()).map(|work| &*work.exercise.task().title);
        let title = shell.tell(&self.info.title());
        Frame::named(task.unwrap_or(shell.say(Word::Learn)), &title, Some(self.info.look.accent))
    }

    fn html(&self, to: &mut Html<'_>) {
        match &self.open {
            Some(open @ Open { work: Some(work), .. }) => self.task(to, open, work),
            Some(open) => self.end(to, open),
            None => {
                html!(to, "<main class='page reader' data-key='wait'><h1 class='second'>" {self.info.title()} "</h1>");
                sorry(to, self.failed, self.info.id);
                html!(to, "</main>");
            }
        }
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        if loaded(heard, shell).is_some() {
            self.failed = true;
            return self.begin(shell);
        }
        let Some(Open { work: Some(work), done, chapter, task, .. }) = &mut self.open else { return };
        work.hear(heard, self.info.id, shell);
        if work.exercise.is_done() && !done.has(*chapter, *task) {
            done.add(self.info.id, *chapter, *task, &*shell.device());
        }
    }

    fn view(&self) -> Option<View> {
        let work = self.open.as_ref()?.work.as_ref()?;
        Some(work.exercise.local().view())
    }
}

impl Work {
    fn new(exercise: Exercise, shell: &mut Shell) -> Self {
        let hand = Hand { flipped: exercise.local().is_far(), at_once: shell.settings.first_tap, ..Hand::default() };
        let table = Table::new(Screen::default(), shell);
        let mut work = Work { exercise, hand, table, asked: 0, held: None, shown: shell.device().now() };
        work.go_on(shell);
        work
    }

    /// Lets the computer think whose turn it is, and shows what there is.
    fn go_on(&mut self, shell: &Shell) {
        if let Some((player, seed)) = self.exercise.computer() {
            self.asked += 1;
            let (record, player) = (self.exercise.local().record().to_string(), player.to_owned());
            let ask = Ask::Move { record, player, seed, millis: LONGEST };
            shell.device().ask(Worker::Player, &Question { id: self.asked, ask });
        }
        self.show(shell);
    }

    fn hear(&mut self, heard: &Heard<'_>, game: &'static str, shell: &mut Shell) {
        match heard {
            Heard::Answer(Worker::Player, answer) if answer.id == self.asked => match &answer.tell {
                Tell::Move { text, .. } => {
                    let device = shell.device();
                    self.held = Some(text.clone());
                    match self.table.pace(shell).saturating_sub(device.now() - self.shown) {
                        0 => self.skip(shell),
                        wait => device.after(wait, "held"),
                    }
                }
                Tell::Failed(why) => self.refuse(why.clone(), shell),
                _ => {}
            },
            Heard::Time("held") => self.skip(shell),
            Heard::Do("again") => self.again(shell),
            _ => {
                if let Some(input) = self.table.hear(heard, game, shell) {
                    self.input(input, shell);
                }
            }
        }
    }

    fn input(&mut self, input: Input, shell: &mut Shell) {
        self.hand.message = None;
        self.hand.menu.clear();
        match input {
            Input::Tap(site) => return self.tap(site, shell),
            Input::Play(text) => return self.play(&text, shell),
            Input::AtOnce(now) => self.hand.at_once = now,
            _ => self.hand.clear(),
        }
        self.show(shell);
    }

    /// Taps a cell. After a wrong move that takes it back first, and says nothing where it leads nowhere.
    fn tap(&mut self, site: Site, shell: &mut Shell) {
        let back = matches!(self.exercise.judged(), Some(Judged::Wrong(_)));
        if back {
            self.again(shell);
        }
        match self.exercise.hindrance() {
            // Who taps while a move is held back has seen enough.
            Some(Hindrance::ComputersTurn) if self.held.is_some() => return self.skip(shell),
            Some(Hindrance::Over) => return,
            Some(why) => return self.refuse(words::refusal(&Refusal::Hindered(why), self.exercise.local()), shell),
            None => {}
        }
        match self.hand.tap(&self.exercise.local().view(), site) {
            Tapped::Play(text) => self.play(&text, shell),
            Tapped::Nowhere(why) if !back => self.refuse(why, shell),
            Tapped::More | Tapped::Nowhere(_) => self.show(shell),
        }
    }

    fn play(&mut self, text: &str, shell: &mut Shell) {
        self.hand.clear();
        self.exercise.back();
        let from = self.exercise.local().ply();
        match self.exercise.play(text) {
            Ok(_) => self.moved(from, shell),
            Err(why) => self.refuse(words::refusal(&why, self.exercise.local()), shell),
        }
    }

    /// Plays the move of the computer that was held back.
    fn skip(&mut self, shell: &mut Shell) {
        let Some(text) = self.held.take() else { return };
        let from = self.exercise.local().ply();
        match self.exercise.answer(&text) {
            Ok(_) => self.moved(from, shell),
            Err(why) => self.refuse(words::refusal(&why, self.exercise.local()), shell),
        }
    }

    /// Takes a wrong move back.
    fn again(&mut self, shell: &mut Shell) {
        self.exercise.back();
        self.hand.clear();
        self.hand.message = None;
        shell.said.clone_from(&self.exercise.task().ask);
        self.go_on(shell);
    }

    /// Moves were made: they are seen, heard and said, and what they are worth.
    fn moved(&mut self, from: usize, shell: &mut Shell) {
        self.shown = shell.device().now();
        let taken = self.table.screen.taken();
        self.go_on(shell);
        self.table.sound(taken, shell);
        let local = self.exercise.local();
        let mut news = speak::news(from, &local.view(), local);
        let (word, told) = self.told();
        if let Some(word) = word {
            // What to do next is the word, not the prompt.
            news.pop();
            news.extend([word.text(), Text::plain(told)]);
        }
        shell.speak(&news);
    }

    fn refuse(&mut self, why: Text, shell: &mut Shell) {
        shell.said = shell.tell(&why);
        self.hand.refuse(why);
        self.show(shell);
    }

    fn show(&mut self, shell: &Shell) {
        let local = self.exercise.local();
        // What was judged is looked at: nothing can be moved in it.
        let judged = !matches!(self.exercise.judged(), None | Some(Judged::More)) && local.ending().is_none();
        self.hand.look = judged.then(|| local.ply());
        let mut screen = Screen::new(local, &self.hand, &Feed::default(), &Help::default(), 0);
        screen.think(self.exercise.computer().is_some());
        self.table.show(screen, shell);
    }

    /// What is said of the last move.
    fn told(&self) -> (Option<Word>, &str) {
        match self.exercise.judged() {
            Some(Judged::Right(told)) => (Some(Word::ThatsIt), told),
            Some(Judged::Wrong(told)) => (Some(Word::NotYet), told),
            Some(Judged::More) | None => (None, ""),
        }
    }

    /// What the task is about, what to do, and what became of it.
    fn words(&self, to: &mut Html<'_>) {
        let task = self.exercise.task();
        html!(to, "<h1>" {&task.title} "</h1>");
        for paragraph in task.words.split('\n') {
            html!(to, "<p>");
            for (at, part) in paragraph.split("**").enumerate() {
                let (begin, end) = if at % 2 == 1 { ("<b>", "</b>") } else { ("", "") };
                html!(to, [begin] {part} [end]);
            }
            html!(to, "</p>");
        }
        let screen = &self.table.screen;
        let heading = if screen.tools.thinking { screen.prompt.clone() } else { text!("Your turn") };
        html!(to, "<div class='goal'>" {Icon::Flag} "<span><b>" {heading} "</b> ");
        match &screen.message {
            Some(message) => to.put(&message.text),
            None => to.put(&task.ask),
        }
        html!(to, "</span></div>");
        let (word, told) = self.told();
        if let Some(word) = word {
            let (class, icon) = if self.exercise.is_done() { ("okay", Icon::Check) } else { ("nope", Icon::Close) };
            html!(to, "<div class='" [class] "' data-key='told'>" {icon} "<span><b>" {word} "</b> " {told} "</span>");
            if !self.exercise.is_done() {
                html!(to, "<button class='btn sm' data-do='again'>" {Word::Retry} "</button>");
            }
            html!(to, "</div>");
            panel::result_card(to, screen, &|_| {}, &|_| {});
        }
    }
}
