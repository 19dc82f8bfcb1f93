//! The page of a player: ratings and games for everybody; for the player at this device also the name, the way to other
//! devices, notices, and all data to take away or to erase.

use agon_rules::{Text, games, text};
use agon_wire::{Played, Profile, Score};

use crate::device::{Heard, Worker};
use crate::html;
use crate::html::{Html, escape};
use crate::page::fields::disabled;
use crate::page::{Frame, Page, clerk, server};
use crate::room::problem;
use crate::route::Route;
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// What the server was asked for last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Nothing,
    Page,
    Name,
    Data,
    Notices,
    Erase,
}

/// The screen.
pub struct PlayerPage {
    /// the public id; none for the player at this device
    id: Option<String>,
    profile: Option<Profile>,
    asked: Asked,
    trouble: Text,
    /// what was done, in a word
    done: Option<Word>,
    /// what has become of the wish for notices
    notices: Option<Word>,
    /// the secret link as a code for cameras, once it is wanted
    code: String,
    /// whether everything is about to be erased
    sure: bool,
}

impl PlayerPage {
    /// Opens it.
    pub fn open(id: String, shell: &Shell) -> Self {
        let mut page = PlayerPage {
            id: Some(id).filter(|id| !id.is_empty()),
            profile: None,
            asked: Asked::Nothing,
            trouble: Text::default(),
            done: None,
            notices: None,
            code: String::new(),
            sure: false,
        };
        let device = shell.device();
        match (&page.id, server::key(&*device)) {
            (Some(id), _) => page.ask(Asked::Page, &["api/players/", id].concat(), "", "", shell),
            (None, Some(key)) => page.ask(Asked::Page, "api/me", &key, "", shell),
            (None, None) => {}
        }
        page
    }

    fn ask(&mut self, what: Asked, path: &str, key: &str, body: &str, shell: &Shell) {
        let device = shell.device();
        self.done = None;
        if let Some(why) = server::hindrance(&*device) {
            self.trouble = why;
        } else if self.asked == Asked::Nothing {
            (self.asked, self.trouble) = (what, Text::default());
            device.request(path, key, body);
        }
    }

    fn reply(&mut self, status: u16, text: &str, shell: &Shell) {
        let (asked, device) = (std::mem::replace(&mut self.asked, Asked::Nothing), shell.device());
        match (asked, status) {
            (Asked::Nothing, _) => {}
            // Nothing is kept of the player at this device yet.
            (Asked::Page, 404) if self.id.is_none() => {}
            (Asked::Data, 200) => device.save("agon-data.json", "application/json", text),
            (Asked::Erase, 204) => {
                server::forget_key(&*device);
                self.profile = None;
                self.done = Some(Word::Erased);
            }
            (Asked::Notices, 204) => self.notices = Some(Word::NoticesOn),
            // The numbers are the browser's own: how far it got before it gave up.
            (Asked::Notices, 0) => self.notices = Some(Word::NoticesNot),
            (Asked::Notices, 1) => self.notices = Some(Word::NoticesNone),
            (Asked::Notices, 2) => self.notices = Some(Word::NoticesDenied),
            (Asked::Notices, 3) => self.notices = Some(Word::NoticesLate),
            (_, 0) => self.trouble = text!("Can’t reach the server. Try again in a moment."),
            (_, 200) => self.profile = Profile::hear(text),
            _ => self.trouble = problem(text),
        }
    }

    fn act(&mut self, act: &str, shell: &Shell) {
        let device = shell.device();
        let key = server::key(&*device).unwrap_or_default();
        let link = || [device.page(), Route::Key(key.clone()).write()].concat();
        match act {
            "copy key" => device.copy(&link()),
            "show key" => {
                device.ask(Worker::Clerk, &Question { id: clerk::CODE, ask: Ask::Code { text: link() } });
            }
            "data" => self.ask(Asked::Data, "api/me", &key, "", shell),
            "notices" => {
                (self.asked, self.notices) = (Asked::Notices, Some(Word::NoticesAsked));
                device.notices(&key, shell.language.tag());
            }
            "erase" => self.sure = true,
            "keep" => self.sure = false,
            "erase all" => {
                self.sure = false;
                self.ask(Asked::Erase, "api/me/erase", &key, "{}", shell);
            }
            _ => {}
        }
    }

    /// What only the player at this device sees.
    fn own(&self, to: &mut Html<'_>) {
        let has_key = server::key(&*to.shell.device()).is_some();
        let name = self.profile.as_ref().map_or_else(|| server::name(&*to.shell.device()), |one| one.name.clone());
        html!(to, "<form class='join' data-send='name'><h2><label for='name'>" {Word::YourName}
            "</label></h2><p class='soft small'>" {Word::NameHelp} "</p><div class='joinrow'><input id='name' type='text' \
            maxlength='24' autocomplete='nickname' value='" {name} "'><button class='btn main'>" {Word::KeepName}
            "</button></div></form>");
        if !has_key {
            return;
        }
        html!(to, "<h2>" {Word::TakeName} "</h2><p class='soft small'>" {Word::TakeNameHelp}
            "</p><div class='two'><button class='btn' data-do='copy key'>" {Word::CopyLink}
            "</button><button class='btn' data-do='show key'>" {Word::ShowCode} "</button></div>");
        if !self.code.is_empty() {
            let mut label = "class='qr' role='img' aria-label='".to_owned();
            escape(to.shell.say(Word::QrHelp), &mut label);
            to.whole("div", &(label + "'"), &self.code);
        }
        html!(to, "<h2>" {Word::Notices} "</h2><p class='soft small'>" {Word::NoticesHelp}
            "</p><button class='btn' data-do='notices'" [disabled(self.asked == Asked::Notices)] ">" {Word::NoticesStart}
            "</button><p class='small' role='status'>" {self.notices.map(Word::text)} "</p><h2>" {Word::YourData} "</h2><p class='soft small'>" {Word::YourDataHelp}
            "</p><div class='two'><button class='btn' data-do='data'>" {Word::Download} "</button>");
        if self.sure {
            html!(to, "<button class='btn' data-do='erase all'>" {Word::EraseSure}
                "</button><button class='btn' data-do='keep'>" {Word::Cancel} "</button>");
        } else {
            html!(to, "<button class='btn' data-do='erase'>" {Word::Erase} "</button>");
        }
        html!(to, "</div>");
    }
}

impl Page for PlayerPage {
    fn frame(&self, shell: &Shell) -> Frame {
        let name = self.profile.as_ref().map_or(String::new(), |profile| profile.name.clone());
        Frame::named(if name.is_empty() { shell.say(Word::Player) } else { &name }, "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<main class='page lob pl' data-key='player'><div><h1 class='second'>");
        match &self.profile {
            Some(profile) if !profile.name.is_empty() => to.put(&profile.name),
            _ if self.id.is_none() => to.put(&Word::You),
            _ => to.put(&Word::Player),
        }
        html!(to, "</h1><p class='refusal' role='alert'>" {&self.trouble} "</p>");
        if let Some(word) = self.done {
            html!(to, "<p class='okay' role='status'>" {word} "</p>");
        }
        match &self.profile {
            Some(profile) => results(to, profile),
            None if self.id.is_none() => about(to),
            None => {}
        }
        html!(to, "</div>");
        if self.id.is_none() {
            html!(to, "<aside><section class='sheet room own'>");
            self.own(to);
            html!(to, "</section></aside>");
        }
        html!(to, "</main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        match heard {
            Heard::Reply(status, text) => self.reply(*status, text, shell),
            Heard::Send("name", name) => {
                let device = shell.device();
                device.keep("name", name.trim());
                let key = server::make_key(&*device);
                let body = ["{\"name\":", &agon_wire::say(name.trim()), "}"].concat();
                self.ask(Asked::Name, "api/me", &key, &body, shell);
            }
            Heard::Copied(done) => {
                self.done = Some(if *done { Word::Copied } else { Word::CopyByHand });
                if !done {
                    self.act("show key", shell);
                }
            }
            Heard::Answer(Worker::Clerk, answer) => {
                if let (clerk::CODE, Tell::Text(code)) = (answer.id, &answer.tell) {
                    self.code.clone_from(code);
                }
            }
            Heard::Do(act) => self.act(act, shell),
            _ => {}
        }
    }
}

/// What a key is for, for those who have no results yet, and where to go from here.
fn about(to: &mut Html<'_>) {
    html!(to, "<p>" {Word::KeyWhy} "</p><ul class='gives'><li>" {Word::KeyRated} "</li><li>" {Word::KeyGames} "</li><li>"
        {Word::KeyNotices} "</li></ul><p class='soft'>" {Word::KeyElse} "</p><p class='tools'><a class='btn main' href='#/online'>"
        {Word::PlayOnline} "</a> <a class='btn' href='#/'>" {Word::ToGames} "</a></p>");
}

/// Ratings and games.
fn results(to: &mut Html<'_>, profile: &Profile) {
    if profile.total == 0 {
        html!(to, "<p class='soft'>" {Word::NoRated} "</p>");
        return;
    }
    html!(to, "<ul class='mine'>");
    for rated in &profile.ratings {
        let title = games::info(&rated.game).map_or_else(|_| Text::plain(rated.game.clone()), |info| info.title());
        html!(to, "<li class='sheet'><b>" {title} "</b><span class='num'>" {rated.shown()} "</span></li>");
    }
    html!(to, "</ul><div class='sec'><h2>" {Word::RatedGames} "</h2></div><ul class='mine'>");
    let today = to.shell.device().today();
    for game in &profile.games {
        played(to, game, today);
    }
    html!(to, "</ul>");
}

fn played(to: &mut Html<'_>, game: &Played, today: u32) {
    let title = games::info(&game.game).map_or_else(|_| Text::plain(game.game.clone()), |info| info.title());
    let result = match game.result {
        Score::Won => text!(in "result"; "won"),
        Score::Lost => text!(in "result"; "lost"),
        Score::Drawn => text!(in "result"; "drawn"),
    };
    let when = match today.saturating_sub((game.when / 86_400_000) as u32) {
        0 => text!("today"),
        days => text!("{n} day ago" | "{n} days ago", n = days),
    };
    html!(to, "<li class='sheet'><a class='inline' href='" {Route::Room { code: game.room.clone(), key: None }.write()}
        "'>" {title} "</a><span>");
    if game.name.is_empty() {
        to.put(&Word::ErasedPlayer);
    } else {
        html!(to, "<a class='inline' href='#/player/" {&game.other} "'>" {&game.name} "</a>");
    }
    let sign = match game.change {
        0 => "±",
        change if change < 0 => "−",
        _ => "+",
    };
    html!(to, "</span><span>" {result} " " [sign] {game.change.unsigned_abs()} "</span><span class='soft small'>" {when}
        "</span></li>");
}

/// A key from another device: nothing changes before the person says so, since a link may come from anybody.
pub struct TakeKey {
    key: String,
    name: Option<String>,
}

impl TakeKey {
    /// Opens it. The key is taken out of the address.
    pub fn open(key: String, shell: &Shell) -> Self {
        let device = shell.device();
        device.replace("#/player");
        device.request("api/me", &key, "");
        TakeKey { key, name: None }
    }
}

impl Page for TakeKey {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::TakeName), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<main class='page lost' data-key='key'><h1 class='second'>" {Word::UseName} "</h1><p class='big'>"
            {&self.name} "</p>");
        let known = server::key(&*to.shell.device());
        if known.is_some_and(|known| known != self.key) {
            html!(to, "<p class='nope'>" {Word::UseNameLost} "</p>");
        }
        html!(to, "<p class='tools'><button class='btn main' data-do='take'>" {Word::UseNameHere}
            "</button> <a class='btn' href='#/'>" {Word::Cancel} "</a></p></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        let device = shell.device();
        match heard {
            Heard::Reply(200, text) => {
                self.name = Profile::hear(text).map(|profile| profile.name);
            }
            Heard::Do("take") => {
                server::keep_key(&*device, &self.key);
                if let Some(name) = &self.name {
                    device.keep("name", name);
                }
                device.go("#/online");
            }
            _ => {}
        }
    }
}
