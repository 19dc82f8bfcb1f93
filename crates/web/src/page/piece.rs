//! How cells and pieces look: a shape for every seat, so that colour is never the only cue.

use crate::shape;
use agon_rules::{Face, Ground, Piece};
use leptos::prelude::*;

/// The ground of a cell and what lies there, in a square of a hundred.
#[component]
pub fn Tile(ground: Ground, pieces: Vec<Piece>) -> impl IntoView {
    let kind = match ground {
        Ground::Plain => "ground".to_owned(),
        Ground::Dark => "ground dark".to_owned(),
        Ground::Home(seat) => format!("ground home seat{seat}"),
        Ground::Goal(seat) => format!("ground goal seat{seat}"),
        Ground::Blocked => "ground blocked".to_owned(),
    };
    view! {
        <rect class=kind x="1" y="1" width="98" height="98" rx="10"/>
        {ground_sign(ground)}
        <Stack pieces/>
    }
}

/// What tells a special place apart without its colour.
fn ground_sign(ground: Ground) -> Option<AnyView> {
    let sign = match ground {
        Ground::Plain | Ground::Dark => return None,
        Ground::Home(_) => shape::HOME,
        Ground::Goal(_) => shape::GOAL,
        Ground::Blocked => shape::BLOCKED,
    };
    Some(view! { <path class="sign" d=sign/> }.into_any())
}

/// Pieces one upon another; of many only the upper ones are drawn, with their number.
#[component]
pub fn Stack(pieces: Vec<Piece>) -> impl IntoView {
    let count = pieces.len();
    let first = count.saturating_sub(shape::DRAWN);
    let step = if count > 1 { shape::LIFT } else { 0 };
    let drawn: Vec<_> = pieces
        .into_iter()
        .enumerate()
        .skip(first)
        .map(|(level, piece)| {
            let lift = (level - first) * step;
            view! {
                <g class="piece" data-level=level.to_string() transform=format!("translate(0 {})", -(lift as i32))>
                    <One piece/>
                </g>
            }
        })
        .collect();
    view! {
        {drawn}
        {(count > 1).then(|| view! {
            <g class="count"><circle cx="82" cy="82" r="15"/><text x="82" y="88">{count}</text></g>
        })}
    }
}

/// One piece.
#[component]
fn One(piece: Piece) -> impl IntoView {
    if piece.face == Face::Down {
        return view! { <path class="card back" d=shape::BACK/><path class="pattern" d=shape::PATTERN/> }.into_any();
    }
    let size = shape::size(piece.text.chars().count());
    let (kind, outline) = match piece.owner {
        None => ("card".to_owned(), shape::CARD),
        Some(seat) => (format!("body seat{seat}"), shape::outline(seat)),
    };
    let text = view! { <text class="face" x="50" y=50 + size / 3 font-size=size>{piece.text.clone()}</text> };
    view! { <path class=kind d=outline/>{text} }.into_any()
}
