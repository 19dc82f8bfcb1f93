//! The lessons of all games: how much of each is done, and the way in. What is done is kept on the device.

use agon_client::learn::Lesson;
use agon_rules::games::Info;

use crate::device::{Device, Heard, Load};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::none;
use crate::page::{Frame, Page, art, home};
use crate::pages;
use crate::shell::Shell;
use crate::words::{Language, Word};

/// The screen.
pub struct Learn {
    /// the lessons of each game with what is done of them; nothing before they are loaded
    lessons: Vec<(Info, Lesson, Done)>,
    failed: bool,
}

impl Learn {
    /// Opens it.
    pub fn open(shell: &mut Shell) -> Self {
        let mut learn = Learn { lessons: Vec::new(), failed: false };
        load(shell);
        learn.read(shell);
        learn
    }

    fn read(&mut self, shell: &Shell) {
        let device = shell.device();
        let lesson = |info: Info| Some((lesson(info.id, shell)?, Done::read(info.id, &*device), info));
        let found = home::ordered().into_iter().filter_map(lesson);
        self.lessons = found.map(|(lesson, done, info)| (info, lesson, done)).collect();
    }
}

impl Page for Learn {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Learn), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<main class='page learn' data-key='learn'><h1 class='second'>" {Word::Learn} "</h1><p class='soft'>"
            {Word::LearnAbout} "</p>");
        sorry(to, self.failed, "");
        html!(to, "<ul class='cards taught'>");
        for (info, lesson, done) in &self.lessons {
            card(to, info, lesson, done);
        }
        html!(to, "</ul></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        if let Some(there) = loaded(heard, shell) {
            self.failed = !there;
            self.read(shell);
        }
    }
}

/// One game: its poster, how many of its tasks are done, and its chapters, where there are several.
fn card(to: &mut Html<'_>, info: &Info, lesson: &Lesson, done: &Done) {
    let tasks: usize = lesson.chapters.iter().map(|chapter| chapter.tasks.len()).sum();
    let count = (0..lesson.chapters.len()).map(|chapter| done.count(chapter)).sum::<usize>().min(tasks);
    html!(to, "<li class='look' data-style='--hue:" {u32::from(info.look.accent)} "'><a class='gcard' href='#/learn/"
        [info.id] "'>");
    art::poster(to, info);
    html!(to, "<span class='txt'><h2>" {info.title()} "</h2><span class='pitch'>" {info.pitch()}
        "</span><span class='facts'><span>" {count} " " {Word::Of} " " {tasks} "</span><span class='btn sm main'>"
        {if count == 0 || count == tasks { Word::Begin } else { Word::Continue }} "</span></span></span></a>");
    if lesson.chapters.len() > 1 {
        html!(to, "<details><summary>" [Icon::Next.small()] {Word::Chapters} "</summary>");
        for (at, chapter) in lesson.chapters.iter().enumerate() {
            html!(to, "<a class='inline' href='#/learn/" [info.id] "/" {at + 1} "'>" {&chapter.title} "</a> ");
        }
        html!(to, "</details>");
    }
    html!(to, "</li>");
}

/// Why there are no lessons, and what to do about it: also to read the rules of a game.
pub fn sorry(to: &mut Html<'_>, failed: bool, game: &str) {
    html!(to, "<div class='nope" [none(failed)] "' role='alert'><p>" {Word::NoLesson}
        "</p><p class='row'><button class='btn main' data-do='load'>" {Word::Retry} "</button><a class='btn' href='#/"
        [if game.is_empty() { "" } else { "rules/" }] [game] "'>"
        {if game.is_empty() { Word::ToGames } else { Word::Rules }} "</a></p></div>");
}

/// Asks for the lessons, unless they are there.
pub fn load(shell: &Shell) {
    if shell.lessons.is_empty() {
        let text = if shell.language == Language::It { Load::LessonsIt } else { Load::Lessons };
        shell.device().load(text);
    }
}

/// Takes the lessons in: whether they are there, once that is known. Where there are none in the language of the page, they
/// are in English.
pub fn loaded(heard: &Heard<'_>, shell: &mut Shell) -> Option<bool> {
    match heard {
        Heard::Loaded(Load::LessonsIt, "") => shell.device().load(Load::Lessons),
        Heard::Loaded(Load::Lessons | Load::LessonsIt, text) => {
            (*text).clone_into(&mut shell.lessons);
            return Some(!text.is_empty());
        }
        Heard::Do("load") => load(shell),
        _ => {}
    }
    None
}

/// The lessons of a game, where there are some.
pub fn lesson(game: &str, shell: &Shell) -> Option<Lesson> {
    let lesson = Lesson::read(game, pages::find(&shell.lessons, game)?).ok()?;
    (!lesson.chapters.is_empty()).then_some(lesson)
}

/// What is done of the lessons of a game: for each chapter a set of tasks, as the bits of a number.
#[derive(Default)]
pub struct Done(Vec<u64>);

impl Done {
    /// Reads what is kept.
    pub fn read(game: &str, device: &dyn Device) -> Self {
        let kept = device.kept(&key(game)).unwrap_or_default();
        Done(kept.split(',').map(|set| set.parse().unwrap_or(0)).collect())
    }

    /// A task is done.
    pub fn add(&mut self, game: &str, chapter: usize, task: usize, device: &dyn Device) {
        if self.0.len() <= chapter {
            self.0.resize(chapter + 1, 0);
        }
        self.0[chapter] |= bit(task);
        let sets: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        device.keep(&key(game), &sets.join(","));
    }

    /// Whether a task is done.
    pub fn has(&self, chapter: usize, task: usize) -> bool {
        self.set(chapter) & bit(task) != 0
    }

    /// How many tasks of a chapter are done.
    pub fn count(&self, chapter: usize) -> usize {
        self.set(chapter).count_ones() as usize
    }

    /// The first task of a chapter that is not done.
    pub fn first(&self, lesson: &Lesson, chapter: usize) -> Option<usize> {
        (0..lesson.chapters[chapter].tasks.len()).find(|task| !self.has(chapter, *task))
    }

    fn set(&self, chapter: usize) -> u64 {
        self.0.get(chapter).copied().unwrap_or(0)
    }
}

fn bit(task: usize) -> u64 {
    1 << task.min(63)
}

fn key(game: &str) -> String {
    ["lesson.", game].concat()
}
