//! The bar at the top: Agon, where one can go or in which game one is, sound and settings; and the bar at the bottom
//! of a phone.

use crate::html;
use crate::html::Html;
use crate::icon::{Icon, MARK};
use crate::page::settings;
use crate::route::Place;
use crate::words::Word;

/// Where one can go from everywhere.
const WAYS: [(&str, Word, Place, Icon); 4] = [
    ("#/", Word::Play, Place::Play, Icon::Play),
    ("#/learn", Word::Learn, Place::Learn, Icon::Learn),
    ("#/puzzles", Word::Puzzles, Place::Puzzles, Icon::Hint),
    ("#/online", Word::Online, Place::Online, Icon::Globe),
];

/// Both bars, and the sheet of settings that they open.
pub fn html(to: &mut Html<'_>, place: Place, crumb: Option<&(String, String)>) {
    html!(to, "<header class='top'>");
    if crumb.is_some() {
        html!(to, "<a class='iconbtn leave' data-key='leave' href='#/' aria-label='" {Word::AllGames} "'>"
            {Icon::Back} "</a>");
    }
    html!(to, "<a class='brand' data-key='brand' href='#/'>" [MARK] "Agon</a>");
    match crumb {
        Some((game, variant)) => {
            html!(to, "<p class='crumb'><b>" {game} "</b><span>" {variant} "</span></p>");
        }
        None => {
            html!(to, "<nav class='nav' aria-label='" {Word::Ways} "'>");
            ways(to, place, false);
            html!(to, "</nav>");
        }
    }
    let (pressed, sign) = if to.shell.settings.sound { ("true", Icon::Sound) } else { ("false", Icon::Mute) };
    html!(to, "<div class='end'><button class='iconbtn' data-do='sound' aria-label='" {Word::Sound} "' aria-pressed='"
        [pressed] "'>" {sign} "</button><button class='iconbtn setting' data-modal='#settings' aria-label='"
        {Word::Settings} "' aria-haspopup='dialog'>" {Icon::Settings} "</button></div></header>");
    settings::sheet(to);
    html!(to, "<nav class='dock' data-key='dock' aria-label='" {Word::Ways} "'>");
    ways(to, place, true);
    html!(to, "<button data-modal='#settings' aria-haspopup='dialog'>" {Icon::Settings} {Word::Settings}
        "</button></nav>");
}

/// The ways of a bar, where wanted each with its sign.
fn ways(to: &mut Html<'_>, place: Place, signs: bool) {
    for (href, word, of, sign) in WAYS {
        let current = if of == place { " aria-current='page'" } else { "" };
        html!(to, "<a href='" [href] "'" [current] ">" {signs.then_some(sign)} {word} "</a>");
    }
}
