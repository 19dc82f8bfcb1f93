//! Pictures of games: the poster that shows what a game is about, and a position as it stands.

use agon_rules::View;
use agon_rules::games::Info;

use crate::draw::{ground::material, poster as posters};
use crate::html;
use crate::html::Html;
use crate::shell::Shell;

/// What a game is about, in its own colours.
pub fn poster(to: &mut Html<'_>, info: &Info) {
    let shell = to.shell;
    framed(to, info, &posters::poster(info, &|text| shell.tell(text)));
}

/// The same drawn once for a whole page, where [`again`] shows it in small.
pub fn named(shell: &Shell, info: &Info) -> String {
    let mut to = Html::new(shell);
    let svg = posters::poster(info, &|text| shell.tell(text));
    framed(&mut to, info, &svg.replacen("<svg ", &["<svg id='p-", info.id, "' "].concat(), 1));
    to.finish()
}

/// A poster that is on the page already.
pub fn again(to: &mut Html<'_>, info: &Info) {
    framed(to, info, &["<svg class='drawn'><use href='#p-", info.id, "' width='100%' height='100%'/></svg>"].concat());
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
