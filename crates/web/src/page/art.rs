//! Pictures of games: the poster that shows what a game is about, and a position as it stands.

use agon_rules::games::Info;
use agon_rules::{Material, View};
use crate::draw;
use crate::page::app::shell;
use leptos::prelude::*;

/// The class of a material.
pub fn material(material: Material) -> &'static str {
    match material {
        Material::Paper => "paper",
        Material::Wood => "wood",
        Material::Felt => "felt",
        Material::Slate => "slate",
        Material::Graph => "graph",
    }
}

/// What a game is about, in its own colours.
pub fn poster(info: &Info) -> AnyView {
    let shell = shell();
    framed(info, draw::poster(info, &|text| shell.tell(text)))
}

/// A position of a game.
pub fn position(info: &Info, view: &View) -> AnyView {
    let shell = shell();
    framed(info, draw::still(view, &[], info.look, 320.0, &|text| shell.tell(text)))
}

fn framed(info: &Info, svg: String) -> AnyView {
    let class = format!("art {}", material(info.look.material));
    view! { <span class=class aria-hidden="true" inner_html=svg></span> }.into_any()
}
