//! The page in a browser: draws what the screens have written, tells them what happened, and does what they ask for. The
//! page's first script (`assets/boot.js`) does everything that only JavaScript can.

use std::cell::RefCell;
use std::rc::Rc;

use agon_rules::{Seat, Site};
use agon_wire::Event;
use wasm_bindgen::prelude::*;

use crate::device::{Device, Heard, Keyed, Load, Worker};
use crate::motion::Motion;
use crate::page::{App, Drawing};
use crate::shell::Shell;
use crate::think::{Question, pack, unpack};
use crate::words::Language;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = agon)]
    fn begin(tell: &Closure<dyn FnMut(String, String, String, Option<Box<[u8]>>)>);
    #[wasm_bindgen(js_namespace = agon)]
    fn broken(text: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn draw(html: &str, title: &str, hue: u16, kind: &str, opened: usize, motion: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn language() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn source() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn hash() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn page() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn go(hash: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn replace(hash: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn speak(tag: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn paint(theme: &str, still: bool, plain: bool);
    #[wasm_bindgen(js_namespace = agon)]
    fn kept(key: &str) -> Option<String>;
    #[wasm_bindgen(js_namespace = agon)]
    fn keep(key: &str, value: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn forget(key: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn keeps() -> bool;
    #[wasm_bindgen(js_namespace = agon)]
    fn now() -> f64;
    #[wasm_bindgen(js_namespace = agon)]
    fn random() -> f64;
    #[wasm_bindgen(js_namespace = agon)]
    fn secret() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn after(millis: f64, what: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn ask(which: usize, question: Box<[u8]>);
    #[wasm_bindgen(js_namespace = agon)]
    fn stop(which: usize);
    #[wasm_bindgen(js_namespace = agon)]
    fn served() -> bool;
    #[wasm_bindgen(js_namespace = agon)]
    fn offline() -> bool;
    #[wasm_bindgen(js_namespace = agon)]
    fn request(path: &str, token: &str, body: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn notices(key: &str, language: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn connect();
    #[wasm_bindgen(js_namespace = agon)]
    fn send(text: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn disconnect();
    #[wasm_bindgen(js_namespace = agon)]
    fn load(name: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn today() -> u32;
    #[wasm_bindgen(js_namespace = agon)]
    fn date() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn week() -> String;
    #[wasm_bindgen(js_namespace = agon)]
    fn sound(name: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn focus(selector: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn modal(selector: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn copy(text: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn pass(link: &str) -> bool;
    #[wasm_bindgen(js_namespace = agon)]
    fn save(name: &str, text: &str, kind: &str);
    #[wasm_bindgen(js_namespace = agon)]
    fn dots(name: &str, svg: &str, width: u32);
}

/// The browser that the page runs in.
struct Browser;

impl Device for Browser {
    fn hash(&self) -> String {
        hash()
    }
    fn page(&self) -> String {
        page()
    }
    fn go(&self, hash: &str) {
        go(hash);
    }
    fn replace(&self, hash: &str) {
        replace(hash);
    }
    fn speak(&self, tag: &str) {
        speak(tag);
    }
    fn paint(&self, theme: &str, still: bool, plain: bool) {
        paint(theme, still, plain);
    }
    fn kept(&self, key: &str) -> Option<String> {
        kept(key)
    }
    fn keep(&self, key: &str, value: &str) {
        keep(key, value);
    }
    fn forget(&self, key: &str) {
        forget(key);
    }
    fn keeps(&self) -> bool {
        keeps()
    }
    fn now(&self) -> u64 {
        now() as u64
    }
    fn chance(&self) -> u64 {
        let half = || (random() * f64::from(u32::MAX)) as u64;
        (half() << 32 | half()) >> 11
    }
    fn secret(&self) -> String {
        secret()
    }
    fn after(&self, millis: u64, what: &str) {
        after(millis as f64, what);
    }
    fn ask(&self, worker: Worker, question: &Question) {
        ask(worker as usize, pack(question).into_boxed_slice());
    }
    fn stop(&self, worker: Worker) {
        stop(worker as usize);
    }
    fn has_server(&self) -> bool {
        served()
    }
    fn is_offline(&self) -> bool {
        offline()
    }
    fn request(&self, path: &str, token: &str, body: &str) {
        request(path, token, body);
    }
    fn notices(&self, key: &str, language: &str) {
        notices(key, language);
    }
    fn connect(&self) {
        connect();
    }
    fn send(&self, text: &str) {
        send(text);
    }
    fn disconnect(&self) {
        disconnect();
    }
    fn load(&self, text: Load) {
        load(text.name());
    }
    fn today(&self) -> u32 {
        today()
    }
    fn date(&self) -> String {
        date()
    }
    fn week(&self) -> String {
        week()
    }
    fn sound(&self, name: &str) {
        sound(name);
    }
    fn focus(&self, selector: &str) {
        focus(selector);
    }
    fn modal(&self, selector: &str) {
        modal(selector);
    }
    fn copy(&self, text: &str) {
        copy(text);
    }
    fn pass_on(&self, link: &str) -> bool {
        pass(link)
    }
    fn save(&self, name: &str, kind: &str, text: &str) {
        save(name, text, kind);
    }
    fn save_dots(&self, name: &str, svg: &str, width: u32) {
        dots(name, svg, width);
    }
}

/// Shows the page, and lets it hear what happens from then on.
pub fn start() {
    // A panic is shown where a person sees it; a blank page helps nobody.
    std::panic::set_hook(Box::new(|info| broken(&info.to_string())));
    let shell = Shell::new(Language::of(&language()), source(), Rc::new(Browser));
    let app = RefCell::new(App::open(shell));
    let last = RefCell::new(String::new());
    let tell = Closure::<dyn FnMut(String, String, String, Option<Box<[u8]>>)>::new(
        move |kind: String, what: String, value: String, bytes: Option<Box<[u8]>>| {
            let mut app = app.borrow_mut();
            let drawing = match kind.as_str() {
                "travel" => app.travel(),
                "begin" => app.draw(),
                _ => {
                    let answer = bytes.and_then(|bytes| unpack(&bytes));
                    let heard = match (kind.as_str(), &answer) {
                        ("answer", Some(answer)) => Some(Heard::Answer(worker(&what), answer)),
                        _ => heard(&kind, &what, &value),
                    };
                    let Some(heard) = heard else { return };
                    app.hear(&heard)
                }
            };
            show(&drawing, &mut last.borrow_mut());
        },
    );
    begin(&tell);
    // It hears as long as the page is there.
    tell.forget();
}

/// Draws what has changed.
fn show(drawing: &Drawing, last: &mut String) {
    if drawing.html != *last {
        let motion = written(&drawing.motion, &drawing.takers);
        draw(&drawing.html, &drawing.title, drawing.hue, drawing.kind, drawing.opened, &motion);
        last.clone_from(&drawing.html);
    }
}

fn worker(which: &str) -> Worker {
    which.parse().ok().and_then(|at: usize| Worker::ALL.get(at).copied()).unwrap_or(Worker::Clerk)
}

/// What the script says has happened.
fn heard<'a>(kind: &str, what: &'a str, value: &'a str) -> Option<Heard<'a>> {
    Some(match kind {
        "do" => Heard::Do(what),
        "set" => Heard::Set(what, value),
        "send" => Heard::Send(what, value),
        "key" => Heard::Key(what, if value.is_empty() { Keyed::Elsewhere } else { Keyed::Table }),
        "focus" => Heard::Focus(what),
        "point" => Heard::Point(what),
        "drag" => Heard::Drag(what),
        "drop" => Heard::Drop(what),
        "room" => Heard::Room(f64::from(what.parse::<u16>().ok()?), f64::from(value.parse::<u16>().ok()?)),
        "reply" => Heard::Reply(what.parse().ok()?, value),
        "socket" => Heard::Socket(match what {
            "open" => Event::Connected,
            "text" => Event::Received(value.to_owned()),
            _ => Event::Closed(value.parse().ok()),
        }),
        "time" => Heard::Time(what),
        "loaded" => Heard::Loaded(Load::ALL.into_iter().find(|text| text.name() == what)?, value),
        "file" => Heard::File(what),
        "copied" => Heard::Copied(!what.is_empty()),
        "network" => Heard::Network,
        _ => return None,
    })
}

/// What has moved, a line each: `glide TO LEVEL FROM`, `came AT LEVEL`, `gone AT TAKER`.
fn written(motion: &Motion, takers: &[Option<Seat>]) -> String {
    let site = |site: Site| [site.zone.to_string().as_str(), "-", &site.cell.to_string()].concat();
    let mut lines = Vec::new();
    for one in &motion.glides {
        lines.push(["glide ", &site(one.to), " ", &one.level.to_string(), " ", &site(one.from)].concat());
    }
    for (at, level) in &motion.came {
        lines.push(["came ", &site(*at), " ", &level.to_string()].concat());
    }
    for (at, taker) in motion.gone.iter().zip(takers) {
        lines.push(["gone ", &site(*at), " ", &taker.map_or("-1".to_owned(), |seat| seat.to_string())].concat());
    }
    lines.join("\n")
}
