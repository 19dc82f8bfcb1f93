//! The first screen: what this is, the game one was in, and the games.

use agon_client::{Local, Venue, words};
use agon_rules::games::{self, Info};
use agon_rules::{Ease, Text, View, text};
use agon_wire::code;

use crate::device::{Device, Heard};
use crate::html;
use crate::html::Html;
use crate::icon::{Icon, bars};
use crate::page::mine::Mine;
use crate::page::share::OpenFile;
use crate::page::{Frame, Page, art, kept, puzzles};
use crate::route::Route;
use crate::setup::Setup;
use crate::shell::Shell;
use crate::words::Word;

/// The screen.
pub struct Home {
    games: Vec<Info>,
    begun: Option<Begun>,
    mine: Mine,
    file: OpenFile,
}

impl Home {
    /// Opens it.
    pub fn open(shell: &mut Shell) -> Self {
        Home { games: ordered(), begun: begun(&*shell.device()), mine: Mine::open(shell), file: OpenFile::default() }
    }
}

impl Page for Home {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Games), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<main class='page home' data-key='home'><section class='hero'><div><h1>" {Word::Promise} "</h1><p>"
            {Word::PromiseMore} "</p><div class='go'><button class='btn main big' data-do='play'>" {Icon::Play}
            {Word::PlayNow} "</button>");
        if let Some(info) = self.games.first() {
            html!(to, "<a class='btn big' href='#/learn/" [info.id] "/1'>" {Word::LearnSoon} "</a>");
        }
        html!(to, "</div></div><div class='live'>");
        if let Some(begun) = self.begun.as_ref().filter(|begun| !self.mine.has(&begun.hash)) {
            begun.html(to);
        }
        puzzles::daily(to);
        html!(to, "</div></section>");
        self.mine.html(to);
        html!(to, "<div class='sec'><h2>" {Word::ChooseGame} "</h2><p class='soft small'>"
            {Word::HaveCode} " <a class='inline' href='#/online'>" {Word::JoinFriend}
            "</a></p></div><ul class='cards'>");
        for info in &self.games {
            card(to, info);
        }
        html!(to, "<li><a class='gcard' href='#/lab'><span class='art' aria-hidden='true'>" [LAB]
            "</span><span class='txt'><h3>" {Word::TheLab} "</h3><span class='pitch'>" {Word::TheLabPitch}
            "</span><span class='facts'><span>" [Icon::Graph.small()] {Word::OpenLab}
            "</span></span></span></a></li></ul>");
        self.file.html(to);
        html!(to, "</main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        self.mine.hear(heard, shell);
        match (heard, self.games.first()) {
            (Heard::Do("play"), Some(info)) => {
                let device = shell.device();
                device.go(&kept::address(Setup::new(info.clone()).plan(device.chance()), &*device));
            }
            _ => self.file.hear(heard, shell),
        }
    }
}

/// The games in the order in which they are offered: first one that is soon learnt and soon over but not at once, which
/// is also what somebody plays who does not choose; then the others, the simplest last.
pub fn ordered() -> Vec<Info> {
    let mut all = games::list();
    all.reverse();
    let first = all.iter().position(|info| info.look.ease == Ease::Easy && info.look.minutes > 2);
    all[..=first.unwrap_or(0)].rotate_right(1);
    all
}

/// How much of three a game asks of those who learn it, and the word for it.
fn ease(info: &Info) -> (usize, Word) {
    match info.look.ease {
        Ease::Easy => (1, Word::EaseEasy),
        Ease::Medium => (2, Word::EaseMedium),
        Ease::Deep => (3, Word::EaseDeep),
    }
}

/// How long a game takes.
fn minutes(info: &Info) -> Text {
    text!("{n} min", n = u32::from(info.look.minutes))
}

/// Two curves that part.
const LAB: &str = r#"<svg viewBox="0 0 300 146" preserveAspectRatio="xMidYMid slice"><g fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path stroke="var(--line)" stroke-width="2" d="M30 118H270M30 82H270M30 46H270"/><path stroke="var(--s0)" d="M34 110C80 104 92 60 130 66S190 34 268 30"/><path stroke="var(--s1)" stroke-dasharray="2 11" d="M34 96C90 98 110 84 150 92S220 70 268 76"/></g></svg>"#;

/// One game: what it is about, for how many, how long and how hard.
fn card(to: &mut Html<'_>, info: &Info) {
    let (least, most) = info.seats;
    let (full, ease) = ease(info);
    html!(to, "<li><a class='gcard look' data-style='--hue:" {u32::from(info.look.accent)} "' href='#/new/" [info.id] "'>");
    art::poster(to, info);
    html!(to, "<span class='txt'><h3>" {info.title()} "</h3><span class='pitch'>" {info.pitch()}
        "</span><span class='facts'><span>" [Icon::People.small()] "<span class='sr'>" {Word::Players}
        " </span>" {least});
    if least != most {
        html!(to, "–" {most});
    }
    html!(to, "</span><span>" [Icon::Clock.small()] {minutes(info)} "</span><span>" [bars(full)] {ease}
        "</span></span></span></a></li>");
}

/// The game or room one was in.
struct Begun {
    /// where it is
    hash: String,
    /// the game; unknown for a room
    info: Option<Info>,
    /// whose turn it is
    above: Text,
    title: Text,
    /// how far it has come
    below: Text,
    /// what is on the screen for the person who comes back to it; nothing where it must be handed over first
    view: Option<View>,
}

impl Begun {
    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<a class='now");
        if let Some(info) = &self.info {
            html!(to, " look' data-style='--hue:" {u32::from(info.look.accent)});
        }
        html!(to, "' data-key='begun' href='" {&self.hash} "'>");
        match (&self.info, &self.view) {
            (Some(info), Some(view)) => art::cut(to, info, view),
            (Some(info), None) => art::poster(to, info),
            (None, _) => {}
        }
        html!(to, "<span class='txt'><span class='over'>" {&self.above} "</span><h2>" {&self.title}
            "</h2><span class='row'><span class='soft small'>" {&self.below} "</span><span class='btn sm main'>"
            {Word::Continue} "</span></span></span></a>");
    }
}

/// The game one was in, if it can go on.
fn begun(device: &dyn Device) -> Option<Begun> {
    let hash = device.kept("last")?;
    let plan = match kept::open(&hash, device) {
        Route::Game(plan) => plan,
        Route::Room { code, .. } => {
            let title = text!("Room {code}", code = code::spaced(&code));
            let above = Word::Online.text();
            return Some(Begun { hash, info: None, above, title, below: Text::default(), view: None });
        }
        _ => return None,
    };
    let local = Local::open(&plan).ok().filter(|local| local.ending().is_none())?;
    let turn = local.turn()?;
    let name = |seat| words::name(&local.name(seat));
    // Whom one plays against, where that is one player.
    let other = local.near().filter(|_| local.seats() == 2).map(|near| 1 - near);
    let above = match other {
        Some(other) if local.people() == [turn] => text!("Your turn against {name}", name = name(other)),
        _ => text!("{name} to move", name = name(turn)),
    };
    let info = games::info(local.game()).ok()?;
    Some(Begun {
        hash,
        above,
        title: info.title(),
        below: text!("Move {n}", n = local.ply() as u32 + 1),
        view: local.hand_over().is_none().then(|| local.view()),
        info: Some(info),
    })
}
