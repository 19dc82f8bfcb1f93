//! A device without a browser: it remembers what it was asked to do, and has what a test gives it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use agon_web::device::{Device, Heard, Load, Worker};
use agon_web::page::{App, Drawing};
use agon_web::shell::Shell;
use agon_web::think::{Answer, Question, Tell, think};
use agon_web::words::Language;

/// The device.
pub struct Fake {
    /// the address after `#`, with it
    pub hash: RefCell<String>,
    /// what is kept
    pub store: RefCell<BTreeMap<String, String>>,
    /// what was done, in order: the name of what was called, and what it was given
    pub done: RefCell<Vec<String>>,
    /// what the workers were asked, in order
    pub asked: RefCell<Vec<(Worker, Question)>>,
    /// whether there can be a server
    pub server: Cell<bool>,
    /// whether there is no network
    pub offline: Cell<bool>,
    /// whether what is kept stays
    pub keeps: Cell<bool>,
    /// whether links can be passed on to other programs
    pub passes: Cell<bool>,
    /// the time in milliseconds
    pub now: Cell<u64>,
}

impl Fake {
    /// A device at an address, with a server and nothing kept.
    pub fn at(hash: &str) -> Rc<Self> {
        Rc::new(Fake {
            hash: RefCell::new(hash.to_owned()),
            store: RefCell::default(),
            done: RefCell::default(),
            asked: RefCell::default(),
            server: Cell::new(true),
            offline: Cell::new(false),
            keeps: Cell::new(true),
            passes: Cell::new(true),
            now: Cell::new(0),
        })
    }

    /// The page on this device, in English.
    pub fn open(self: &Rc<Self>) -> App {
        self.open_in(Language::En, "")
    }

    /// The page on this device, in a language with its catalogue.
    pub fn open_in(self: &Rc<Self>, language: Language, source: &str) -> App {
        App::open(Shell::new(language, source.to_owned(), self.clone()))
    }

    /// The page goes to another address.
    pub fn travel(&self, app: &mut App, hash: &str) -> Drawing {
        self.hash.replace(hash.to_owned());
        app.travel()
    }

    /// Lets the workers answer what they were asked since the last time: what the page looks like then.
    pub fn answer(&self, app: &mut App) -> Drawing {
        for (worker, question) in self.asked.take() {
            let mut answers = Vec::new();
            think(&question, &|| 0.0, &mut |answer: Answer| answers.push(answer));
            for answer in answers {
                app.hear(&Heard::Answer(worker, &answer));
            }
        }
        app.draw()
    }

    /// Lets a worker say something.
    pub fn tell(app: &mut App, worker: Worker, id: u64, tell: Tell) -> Drawing {
        app.hear(&Heard::Answer(worker, &Answer { id, tell }))
    }

    /// Whether something was done, as it is written in `done`.
    pub fn has(&self, done: &str) -> bool {
        self.done.borrow().iter().any(|one| one == done)
    }

    /// The last thing that was done and begins like this.
    pub fn last(&self, begin: &str) -> Option<String> {
        self.done.borrow().iter().rev().find(|one| one.starts_with(begin)).cloned()
    }

    fn note(&self, words: &[&str]) {
        self.done.borrow_mut().push(words.join(" "));
    }
}

impl Device for Fake {
    fn hash(&self) -> String {
        self.hash.borrow().clone()
    }

    fn page(&self) -> String {
        "https://agon.test/".to_owned()
    }

    fn go(&self, hash: &str) {
        self.note(&["go", hash]);
        self.hash.replace(hash.to_owned());
    }

    fn replace(&self, hash: &str) {
        self.note(&["replace", hash]);
        self.hash.replace(hash.to_owned());
    }

    fn speak(&self, tag: &str) {
        self.note(&["speak", tag]);
    }

    fn paint(&self, theme: &str, still: bool, plain: bool) {
        self.note(&["paint", theme, &still.to_string(), &plain.to_string()]);
    }

    fn kept(&self, key: &str) -> Option<String> {
        self.store.borrow().get(key).cloned()
    }

    fn keep(&self, key: &str, value: &str) {
        self.store.borrow_mut().insert(key.to_owned(), value.to_owned());
    }

    fn forget(&self, key: &str) {
        self.store.borrow_mut().remove(key);
    }

    fn keeps(&self) -> bool {
        self.keeps.get()
    }

    fn now(&self) -> u64 {
        self.now.get()
    }

    fn chance(&self) -> u64 {
        7
    }

    fn secret(&self) -> String {
        "new-secret".to_owned()
    }

    fn after(&self, millis: u64, what: &str) {
        self.note(&["after", &millis.to_string(), what]);
    }

    fn ask(&self, worker: Worker, question: &Question) {
        self.asked.borrow_mut().push((worker, question.clone()));
    }

    fn stop(&self, worker: Worker) {
        self.note(&["stop", &format!("{worker:?}")]);
        self.asked.borrow_mut().retain(|(asked, _)| *asked != worker);
    }

    fn has_server(&self) -> bool {
        self.server.get()
    }

    fn is_offline(&self) -> bool {
        self.offline.get()
    }

    fn request(&self, path: &str, token: &str, body: &str) {
        self.note(&["request", path, token, body]);
    }

    fn notices(&self, key: &str, language: &str) {
        self.note(&["notices", key, language]);
    }

    fn connect(&self) {
        self.note(&["connect"]);
    }

    fn send(&self, text: &str) {
        self.note(&["send", text]);
    }

    fn disconnect(&self) {
        self.note(&["disconnect"]);
    }

    fn today(&self) -> u32 {
        20_774
    }
    fn date(&self) -> String {
        "17 November".to_owned()
    }
    fn week(&self) -> String {
        "Wed,Thu,Fri,Sat,Sun,Mon,Tue".to_owned()
    }
    fn load(&self, text: Load) {
        self.note(&["load", text.name()]);
    }

    fn sound(&self, name: &str) {
        self.note(&["sound", name]);
    }

    fn focus(&self, selector: &str) {
        self.note(&["focus", selector]);
    }

    fn modal(&self, selector: &str) {
        self.note(&["modal", selector]);
    }

    fn copy(&self, text: &str) {
        self.note(&["copy", text]);
    }

    fn pass_on(&self, link: &str) -> bool {
        if !link.is_empty() {
            self.note(&["pass_on", link]);
        }
        self.passes.get()
    }

    fn save(&self, name: &str, kind: &str, text: &str) {
        self.note(&["save", name, kind, text]);
    }

    fn save_dots(&self, name: &str, svg: &str, width: u32) {
        self.note(&["save_dots", name, &width.to_string(), svg]);
    }
}
