//! Where in the client somebody is, as the part of the address after `#`: every screen can be linked to.

use agon_client::{Plan, Sitter};
use agon_rules::games::{self, Info};
use agon_rules::{Record, Text, Viewer, text};
use agon_wire::code;

use crate::setup::Setup;

/// A screen.
#[derive(Clone, Debug)]
pub enum Route {
    /// the games
    Home,
    /// the form for a new game
    New(Setup),
    /// a game at this device
    Game(Box<Plan>),
    /// a game that is kept on this device: what its address would tell is nobody's business
    Kept(String),
    /// a game to watch, and the ply on the screen
    Watch(Box<Plan>, usize),
    /// the lab, whose form is read where it is shown
    Lab {
        /// the game, or nothing
        game: String,
        /// what is filled in
        pairs: Vec<(String, String)>,
    },
    /// a room on the server
    Room {
        /// its code
        code: String,
        /// the secret of a seat that was taken on another device
        key: Option<String>,
    },
    /// the way into rooms
    Online,
    /// a player by public id; nothing for the one at this device
    Player(String),
    /// the secret of a name, from another device
    Key(String),
    /// all puzzles
    Puzzles,
    /// a puzzle: the daily one, the next of a game or grade, one by its id, or one that the address holds
    Puzzle(String),
    /// the rules of a game to read
    Rules(Info),
    /// the lessons of all games
    Learn,
    /// a task of a lesson
    Lesson {
        /// the game
        info: Info,
        /// which chapter and task, counted from 1; where they are missing, the first that is not done
        at: [Option<usize>; 2],
    },
    /// an address that leads nowhere, and why
    Lost(Text),
}

/// Where a screen is among those that can be reached from everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// the games, and what leads to one
    Play,
    /// lessons
    Learn,
    /// puzzles
    Puzzles,
    /// rooms
    Online,
    /// none of them
    Elsewhere,
}

impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Route::Lost(why), Route::Lost(other)) => why == other,
            (Route::Lost(_), _) | (_, Route::Lost(_)) => false,
            _ => self.write() == other.write(),
        }
    }
}

impl Eq for Route {}

impl Route {
    /// What kind of screen it is, in a word for styles.
    pub fn kind(&self) -> &'static str {
        match self {
            Route::Home => "home",
            Route::New(_) => "new",
            Route::Game(_) | Route::Kept(_) => "game",
            Route::Watch(..) => "watch",
            Route::Lab { .. } => "lab",
            Route::Room { .. } => "room",
            Route::Online => "online",
            Route::Player(_) | Route::Key(_) => "player",
            Route::Puzzles => "puzzles",
            Route::Puzzle(_) => "puzzle",
            Route::Rules(_) => "rules",
            Route::Learn => "learn",
            Route::Lesson { .. } => "lesson",
            Route::Lost(_) => "lost",
        }
    }

    /// Where it is among the screens that can be reached from everywhere.
    pub fn place(&self) -> Place {
        match self {
            Route::Home | Route::New(_) | Route::Game(_) | Route::Kept(_) | Route::Rules(_) => Place::Play,
            Route::Learn | Route::Lesson { .. } => Place::Learn,
            Route::Puzzles | Route::Puzzle(_) => Place::Puzzles,
            Route::Online | Route::Room { .. } | Route::Player(_) | Route::Key(_) => Place::Online,
            Route::Lab { .. } | Route::Watch(..) | Route::Lost(_) => Place::Elsewhere,
        }
    }

    /// The screen of an address.
    pub fn read(hash: &str) -> Self {
        let text = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let (screen, rest) = path.split_once('/').unwrap_or((path, ""));
        match screen {
            "" => Route::Home,
            "new" => match Setup::read(&decode(rest), &pairs(query)) {
                Ok(setup) => Route::New(setup),
                Err(why) => Route::Lost(why),
            },
            "game" if rest.starts_with('@') => Route::Kept(shorten(&rest[1..])),
            "watch" => match read_plan(&decode(rest), &pairs(query)) {
                Ok(plan) => {
                    let made = plan.record.moves.len();
                    let ply = pairs(query).iter().find(|(key, _)| key == "ply").and_then(|(_, ply)| ply.parse().ok());
                    Route::Watch(Box::new(plan), ply.unwrap_or(made).min(made))
                }
                Err(why) => Route::Lost(why),
            },
            "game" => match read_plan(&decode(rest), &pairs(query)) {
                Ok(plan) => Route::Game(Box::new(plan)),
                Err(why) => Route::Lost(why),
            },
            "online" => Route::Online,
            "player" => Route::Player(shorten(&decode(rest))),
            "key" => Route::Key(decode(rest)),
            "puzzles" => Route::Puzzles,
            "puzzle" => Route::Puzzle(decode(rest)),
            "rules" => match games::info(&decode(rest)) {
                Ok(info) => Route::Rules(info),
                Err(why) => Route::Lost(why.text()),
            },
            "learn" if rest.is_empty() => Route::Learn,
            "learn" => {
                let mut parts = rest.split('/');
                match games::info(&decode(parts.next().unwrap_or_default())) {
                    Ok(info) => Route::Lesson { info, at: [(); 2].map(|()| parts.next()?.parse().ok()) },
                    Err(why) => Route::Lost(why.text()),
                }
            }
            "lab" => Route::Lab { game: decode(rest), pairs: pairs(query) },
            "room" => match code::tidy(&decode(rest)) {
                Some(code) => Route::Room {
                    code,
                    key: pairs(query).into_iter().find(|(name, _)| name == "key").map(|(_, key)| key),
                },
                None => {
                    let code = shorten(rest);
                    Route::Lost(text!("`{code}` is no room code; it has eight letters, like K7XM-4QPT", code))
                }
            },
            other => Route::Lost(text!("there is no page `{page}` here", page = shorten(other))),
        }
    }

    /// The address of a screen.
    pub fn write(&self) -> String {
        match self {
            Route::Home | Route::Lost(_) => "#/".to_owned(),
            Route::New(setup) => format!("#/new/{}{}", encode(setup.game()), query(&setup.write())),
            Route::Game(plan) => {
                format!("#/game/{}{}", encode(&plan.record.to_string()), query(&players(plan)))
            }
            Route::Kept(key) => format!("#/game/@{key}"),
            Route::Watch(plan, ply) => {
                let mut pairs = players(plan);
                if *ply != plan.record.moves.len() {
                    pairs.push(("ply".to_owned(), ply.to_string()));
                }
                format!("#/watch/{}{}", encode(&plan.record.to_string()), query(&pairs))
            }
            Route::Online => "#/online".to_owned(),
            Route::Player(id) if id.is_empty() => "#/player".to_owned(),
            Route::Player(id) => format!("#/player/{}", encode(id)),
            Route::Key(key) => format!("#/key/{}", encode(key)),
            Route::Puzzles => "#/puzzles".to_owned(),
            Route::Puzzle(wanted) if wanted.is_empty() => "#/puzzle".to_owned(),
            Route::Puzzle(wanted) => format!("#/puzzle/{}", encode(wanted)),
            Route::Rules(info) => format!("#/rules/{}", info.id),
            Route::Learn => "#/learn".to_owned(),
            Route::Lesson { info, at } => {
                let numbers = at.iter().map_while(|number| number.map(|number| format!("/{number}")));
                format!("#/learn/{}{}", info.id, numbers.collect::<String>())
            }
            Route::Lab { game, pairs } => format!("#/lab/{}{}", encode(game), query(pairs)),
            Route::Room { code, key } => {
                let key: Vec<_> = key.iter().map(|key| ("key".to_owned(), key.clone())).collect();
                format!("#/room/{}{}", code::spaced(code), query(&key))
            }
        }
    }
}

/// Who sits where and the seed of the computers, for an address.
fn players(plan: &Plan) -> Vec<(String, String)> {
    let words: Vec<&str> = plan.sitters.iter().map(Sitter::word).collect();
    vec![("players".to_owned(), words.join(",")), ("bot-seed".to_owned(), plan.bot_seed.to_string())]
}

/// Whether the record of a game tells what somebody in it may not know yet: it goes on, and something is hidden.
pub fn is_secret(record: &Record) -> bool {
    record.replay().is_ok_and(|table| {
        let viewers = (0..table.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
        table.turn().is_some() && viewers.into_iter().any(|viewer| table.hides(viewer))
    })
}

fn read_plan(record: &str, pairs: &[(String, String)]) -> Result<Plan, Text> {
    let record: Record =
        record.parse().map_err(|why: agon_rules::Error| text!("This link has no game: {why}", why = why.text()))?;
    let get = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let sitters = get("players").map(|list| agon_search::names(list).iter().map(|name| Sitter::new(name)).collect());
    // Links of version 0.1 called it `luck`.
    let bot_seed = get("bot-seed").or_else(|| get("luck"));
    seated(record, sitters, bot_seed.and_then(|seed| seed.parse().ok()).unwrap_or(0))
}

/// A game with its players, if it can be played. A game without players is one to look at.
pub(crate) fn seated(record: Record, sitters: Option<Vec<Sitter>>, bot_seed: u64) -> Result<Plan, Text> {
    // A game that cannot be replayed is found out here, not in the middle of a screen.
    let table = record.replay();
    let seats = table.map_err(|why| text!("this game does not follow the rules: {why}", why = why.text()))?.seats();
    let sitters = sitters.unwrap_or_else(|| vec![Sitter::Human; seats]);
    if sitters.len() > seats {
        return Err(text!("{named} players are named, but {seats} play", named = sitters.len(), seats));
    }
    Ok(Plan { record, sitters, bot_seed })
}

/// The beginning of a text that somebody else wrote.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

fn query(pairs: &[(String, String)]) -> String {
    let parts: Vec<String> = pairs.iter().map(|(key, value)| format!("{}={}", encode(key), encode(value))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(key, value)| (decode(key), decode(value)))
        .collect()
}

/// A text as a part of an address.
pub fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' | b':' | b'=' | b'/' | b'@' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A part of an address as text; what is no code stays as it is.
pub fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
