//! The way into rooms: a new one with a friend, or one by its code. Strangers are not listed here.

use agon_rules::text;

use crate::device::{Device, Heard};
use crate::html;
use crate::html::Html;
use crate::page::fields::none;
use crate::page::home::ordered;
use crate::page::{Frame, Page, art, server};
use crate::route::encode;
use crate::shell::Shell;
use crate::words::Word;

/// The screen.
pub struct Online;

impl Page for Online {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Online), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        let device = to.shell.device();
        html!(to, "<main class='page lob' data-key='online'><div><h1 class='second'>" {Word::PrivateRoom}
            "</h1><p class='soft'>" {Word::PrivateRoomMore} "</p>");
        if !device.has_server() {
            html!(to, "<p class='okay' data-key='nowhere'>" {Word::OnlineNowhere} "</p>");
        }
        html!(to, "<p class='nope" [none(device.is_offline())] "' data-key='offline' role='status'>"
            {text!("Offline. Everything but online play works.")} "</p><ul class='qms'>");
        for info in ordered() {
            html!(to, "<li><a class='qm look' data-style='--hue:" {u32::from(info.look.accent)} "' href='#/new/" [info.id]
                "?_who=me,online'>");
            art::poster(to, &info);
            html!(to, "<b>" {info.title()} "</b></a></li>");
        }
        html!(to, "</ul></div><aside><section class='sheet room'>");
        join(to);
        html!(to, "</section></aside></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        if let Heard::Send("join", code) = heard {
            // What is no code is explained there.
            shell.device().go(&["#/room/", &encode(code.trim())].concat());
        }
    }
}

/// The way into a room by its code.
fn join(to: &mut Html<'_>) {
    html!(to, "<form class='join' data-send='join'><h2><label for='code'>" {Word::JoinCode}
        "</label></h2><div class='joinrow'><input id='code' type='text' required autocomplete='off' \
        autocapitalize='characters' spellcheck='false' placeholder='K7XM-4QPT'><button class='btn main'>"
        {Word::Join} "</button></div></form>");
}

/// A field for what others call the player at this device.
pub fn your_name(to: &mut Html<'_>, device: &dyn Device) {
    html!(to, "<label class='field'><span>" {Word::YourName}
        "</span><input type='text' maxlength='24' autocomplete='nickname' data-set='your-name' value='"
        {server::name(device)} "'></label>");
}

/// Keeps what was written in that field.
pub fn keep_name(heard: &Heard<'_>, shell: &Shell) {
    if let Heard::Set("your-name", name) = heard {
        shell.device().keep("name", name.trim());
    }
}
