//! Pictures of games: the poster that shows what a game is about, and a position as it stands.

use agon_rules::View;
use agon_rules::games::Info;

use crate::draw::{ground::material, poster as posters};
use crate::html;
use crate::html::Html;

/// What a game is about, in its own colours.
pub fn poster(to: &mut Html<'_>, info: &Info) {
    let shell = to.shell;
    framed(to, info, &posters::poster(info, &|text| shell.tell(text)));
}

/// A position of a game as a card shows it: what is too much for it is cut off.
pub fn cut(to: &mut Html<'_>, info: &Info, view: &View) {
    let shell = to.shell;
    framed(to, info, &posters::cut(view, info.look, &|text| shell.tell(text)));
}

/// A position of a game, after the one before it.
pub fn position(to: &mut Html<'_>, info: &Info, view: &View, before: Option<View>) {
    let shell = to.shell;
    let past: Vec<View> = before.into_iter().collect();
    framed(to, info, &posters::still(view, &past, info.look, 720.0, &|text| shell.tell(text)));
}

fn framed(to: &mut Html<'_>, info: &Info, svg: &str) {
    html!(to, "<span class='art " {material(info.look.material)} "' aria-hidden='true'>" [svg] "</span>");
}
