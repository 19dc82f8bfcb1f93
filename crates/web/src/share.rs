//! A game to be shared: as a picture, as plain text, as a file and as a code that phones read. Made in the worker.
//!
//! Pictures and texts show what a spectator sees: what is shared is for others. A link and a file hold the whole game, so
//! there are none while something is hidden in it.

use agon_client::{Local, Name, Plan, Sitter, Venue, file, words};
use agon_rules::{Look, Record, Text, Viewer, ascii, games, text};
use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use serde::{Deserialize, Serialize};

use crate::picture::{Caption, picture};
use crate::route::{Route, is_secret, seated};

/// The largest code; a phone has trouble with larger ones on a screen.
const FINEST: u8 = 27;
/// Letters in a line of moves.
const LINE: usize = 72;

/// What is to be shared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Want {
    /// the whole game
    pub record: String,
    /// after how many moves it is shown
    pub ply: usize,
    /// what each player is called
    pub names: Vec<String>,
    /// the whole address where others see it; empty while it would tell what is hidden
    pub link: String,
}

/// A game in every form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goods {
    /// what files of it are called, without an ending
    pub name: String,
    /// an SVG of the position
    pub picture: String,
    /// position and moves in plain characters
    pub text: String,
    /// the whole game as a file that every client opens; empty while it would tell what is hidden
    pub file: String,
    /// an SVG of the code that leads to the link, where it is short enough for one
    pub code: Option<String>,
    /// whether something is hidden in the game, so that it has neither link nor file
    pub hides: bool,
}

/// Makes everything.
pub fn goods(want: &Want) -> Result<Goods, Text> {
    let record: Record = want.record.parse().map_err(|why: agon_rules::Error| why.text())?;
    let (_, hash) = want.link.split_once('#').unwrap_or_default();
    let plan = match Route::read(hash) {
        Route::Game(plan) | Route::Watch(plan, _) if !hash.is_empty() && plan.record == record => *plan,
        _ => seated(record.clone(), None, 0)?,
    };
    let local = Local::open(&plan).map_err(|why| why.text())?;
    // Others see what a spectator sees.
    let table = record.replay().map_err(|why| why.text())?;
    let hides = is_secret(&record);
    let at = |ply: usize| table.view_at(ply, Viewer::Spectator);
    let ply = want.ply.min(table.ply());
    let view = at(ply).ok_or_else(|| text!("this game has not come so far"))?;
    let before = ply.checked_sub(1).and_then(at);
    let title = local.heading();
    let look = games::info(local.id()).map_or(Look::PLAIN, |info| info.look);
    let caption = Caption { title: &title, names: &want.names, look };
    let mut text = format!("{title}\n{}\n\n{}", want.names.join(" – "), ascii::picture(&view));
    let steps = view.history.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, step.text));
    let mut line = 0;
    for step in steps {
        let long = step.chars().count() + 2;
        text.push_str(if line == 0 || line + long > LINE { "\n" } else { "  " });
        line = if line + long > LINE { long } else { line + long };
        text.push_str(&step);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Goods {
        name: format!("{}-{ply}", local.id()),
        picture: picture(&view, before.as_ref(), &caption),
        text,
        file: if hides { String::new() } else { file::write(&plan) },
        code: if hides || want.link.is_empty() { None } else { code(&want.link) },
        hides,
    })
}

/// A code that leads to an address, black on white whatever the colours of the page; none for one that is too long.
pub fn code(text: &str) -> Option<String> {
    let parts = QrSegment::make_segments(text);
    let code = QrCode::encode_segments_advanced(&parts, QrCodeEcc::Low, Version::MIN, Version::new(FINEST), None, true)
        .ok()?;
    // A border of four is part of the code.
    let size = code.size() + 8;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            path.push_str(&format!("M{} {}h1v1h-1z", x + 4, y + 4));
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}

/// The address of the game that a file holds; a link in a file does too.
pub fn open(text: &str) -> Result<String, Text> {
    let link = ["#/game/", "#/watch/"].iter().find_map(|start| text.find(start));
    if let Some(at) = link {
        return match Route::read(text[at..].split_whitespace().next().unwrap_or_default()) {
            Route::Lost(why) => Err(why),
            route => Ok(route.write()),
        };
    }
    let Plan { record, sitters, bot_seed } = file::read(text, agon_search::names).map_err(|why| why.text())?;
    let sitters = if sitters.is_empty() { None } else { Some(sitters) };
    Ok(Route::Game(Box::new(seated(record, sitters, bot_seed)?)).write())
}

/// The address where others see a game, from its beginning to a ply; none while it would tell what is hidden. It leads to
/// a game to watch, not into the sender's seat.
pub fn link(page: &str, plan: Plan, ply: usize) -> String {
    if is_secret(&plan.record) { String::new() } else { format!("{page}{}", Route::Watch(Box::new(plan), ply).write()) }
}

/// What players are called before people who were not there.
pub fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |(seat, sitter): (usize, &Sitter)| match sitter {
        Sitter::Human => Name::Player(seat),
        Sitter::Computer(player) => Name::Computer(player.clone()),
    };
    sitters.iter().enumerate().map(|sitter| words::name(&name(sitter)).to_string()).collect()
}
