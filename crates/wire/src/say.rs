//! What clients send, written as JSON in little code, since it is loaded over the air. Servers write with serde_json.

use crate::lobby::Quick;
use crate::message::{Act, ToServer};
use crate::room::{Clock, NewRoom, Phrase, Place};

/// What a client can send, or a part of it.
pub trait Say {
    /// Writes it behind a text.
    fn say(&self, out: &mut String);
}

/// Writes what a client sends.
pub fn say(message: &(impl Say + ?Sized)) -> String {
    let mut out = String::new();
    message.say(&mut out);
    out
}

/// Values by name, in their order.
pub struct Map<'a>(pub &'a [(&'a str, &'a dyn Say)]);

impl Say for Map<'_> {
    fn say(&self, out: &mut String) {
        let mut sign = '{';
        for (name, value) in self.0 {
            out.push(sign);
            name.say(out);
            out.push(':');
            value.say(out);
            sign = ',';
        }
        out.push_str(if sign == '{' { "{}" } else { "}" });
    }
}

impl<T: Say> Say for [T] {
    fn say(&self, out: &mut String) {
        out.push('[');
        for (at, value) in self.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            value.say(out);
        }
        out.push(']');
    }
}

impl<T: Say> Say for Vec<T> {
    fn say(&self, out: &mut String) {
        self.as_slice().say(out);
    }
}

impl<T: Say + ?Sized> Say for &T {
    fn say(&self, out: &mut String) {
        (**self).say(out);
    }
}

impl Say for str {
    fn say(&self, out: &mut String) {
        out.push('"');
        for sign in self.chars() {
            if matches!(sign, '"' | '\\') {
                out.push('\\');
            }
            match sign {
                ..' ' => out.push_str(&format!("\\u{:04x}", u32::from(sign))),
                _ => out.push(sign),
            }
        }
        out.push('"');
    }
}

impl Say for String {
    fn say(&self, out: &mut String) {
        self.as_str().say(out);
    }
}

impl Say for (String, String) {
    fn say(&self, out: &mut String) {
        [&self.0, &self.1].as_slice().say(out);
    }
}

impl<T: Say> Say for Option<T> {
    fn say(&self, out: &mut String) {
        match self {
            Some(value) => value.say(out),
            None => out.push_str("null"),
        }
    }
}

impl Say for u64 {
    fn say(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

impl Say for u32 {
    fn say(&self, out: &mut String) {
        u64::from(*self).say(out);
    }
}

impl Say for usize {
    fn say(&self, out: &mut String) {
        (*self as u64).say(out);
    }
}

impl Say for bool {
    fn say(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Say for ToServer {
    fn say(&self, out: &mut String) {
        match self {
            ToServer::Hello { v, room, token } => {
                let map: [(&str, &dyn Say); 4] = [("type", &"hello"), ("v", v), ("room", room), ("token", token)];
                Map(if token.is_some() { &map } else { &map[..3] }).say(out);
            }
            ToServer::Lobby { v } => Map(&[("type", &"lobby"), ("v", v)]).say(out),
            ToServer::Do { id, act } => Map(&[("type", &"do"), ("id", id), ("do", act)]).say(out),
            ToServer::Ping => Map(&[("type", &"ping")]).say(out),
        }
    }
}

impl Say for Act {
    fn say(&self, out: &mut String) {
        match self {
            Act::Play { revision, text } => {
                Map(&[("play", &Map(&[("revision", revision), ("text", text)]))]).say(out);
            }
            Act::Resign => "resign".say(out),
            Act::Takeback => "takeback".say(out),
            Act::Draw => "draw".say(out),
            Act::Decline => "decline".say(out),
            Act::Rematch => "rematch".say(out),
            Act::Computer { seat, player } => {
                Map(&[("computer", &Map(&[("seat", seat), ("player", player)]))]).say(out);
            }
            Act::Return => "return".say(out),
            Act::Name(name) => Map(&[("name", name)]).say(out),
            Act::Withdraw => "withdraw".say(out),
            Act::Say(phrase) => Map(&[("say", phrase)]).say(out),
            Act::Report { seat } => Map(&[("report", &Map(&[("seat", seat)]))]).say(out),
        }
    }
}

impl Say for Phrase {
    fn say(&self, out: &mut String) {
        for (phrase, word) in Phrase::ALL {
            if phrase == *self {
                word.say(out);
            }
        }
    }
}

impl Say for Clock {
    fn say(&self, out: &mut String) {
        match self {
            Clock::None => "none".say(out),
            Clock::Move { seconds } => Map(&[("move", &Map(&[("seconds", seconds)]))]).say(out),
            Clock::Total { seconds, increment } => {
                Map(&[("total", &Map(&[("seconds", seconds), ("increment", increment)]))]).say(out);
            }
        }
    }
}

impl Say for Place {
    fn say(&self, out: &mut String) {
        match self {
            Place::Me => "me".say(out),
            Place::Open => "open".say(out),
            Place::Computer(player) => Map(&[("computer", player)]).say(out),
        }
    }
}

impl Say for NewRoom {
    fn say(&self, out: &mut String) {
        let NewRoom { game, options, seats, shuffle, clock, name, rated, key } = self;
        let mut map: Vec<(&str, &dyn Say)> = vec![("game", game), ("options", options), ("seats", seats)];
        map.extend([("shuffle", shuffle as &dyn Say), ("clock", clock), ("name", name)]);
        say_rated(map, rated, key, out);
    }
}

impl Say for Quick {
    fn say(&self, out: &mut String) {
        let Quick { game, options, clock, name, rated, key } = self;
        let map: Vec<(&str, &dyn Say)> = vec![("game", game), ("options", options), ("clock", clock), ("name", name)];
        say_rated(map, rated, key, out);
    }
}

/// A wish for a game, with what older servers do not know only where it is wanted.
fn say_rated<'a>(mut map: Vec<(&'a str, &'a dyn Say)>, rated: &'a bool, key: &'a Option<String>, out: &mut String) {
    if *rated {
        map.push(("rated", rated));
    }
    if key.is_some() {
        map.push(("key", key));
    }
    Map(&map).say(out);
}
