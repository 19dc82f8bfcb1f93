//! Pictures of games: the poster that shows what a game is about, and a position as it stands.

use agon_rules::View;
use agon_rules::games::Info;
use leptos::prelude::*;

use crate::draw::{ground::material, poster as posters};
use crate::page::app::shell;

/// What a game is about, in its own colours.
pub fn poster(info: &Info) -> AnyView {
    let shell = shell();
    framed(info, posters::poster(info, &|text| shell.tell(text)))
}

/// A position of a game as a card shows it: what is too much for it is cut off.
pub fn cut(info: &Info, view: &View) -> AnyView {
    let shell = shell();
    let whole = posters::still(view, &[], info.look, 720.0, &|text| shell.tell(text));
    framed(info, whole.replacen("xMidYMid meet", "xMidYMid slice", 1))
}

/// A position of a game, after the one before it.
pub fn position(info: &Info, view: &View, before: Option<View>) -> AnyView {
    let shell = shell();
    let past: Vec<View> = before.into_iter().collect();
    framed(info, posters::still(view, &past, info.look, 720.0, &|text| shell.tell(text)))
}

fn framed(info: &Info, svg: String) -> AnyView {
    let class = format!("art {}", material(info.look.material));
    view! { <span class=class aria-hidden="true" inner_html=svg></span> }.into_any()
}
