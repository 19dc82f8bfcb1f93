//! How cells and pieces look: a shape for every seat, so that colour is never the only cue.

use agon_rules::{Face, Ground, Piece, Seat};
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
    match ground {
        Ground::Plain | Ground::Dark => None,
        Ground::Home(_) => Some(view! { <rect class="sign" x="12" y="12" width="76" height="66" rx="8"/> }.into_any()),
        Ground::Goal(_) => Some(view! { <circle class="sign" cx="50" cy="50" r="42"/> }.into_any()),
        Ground::Blocked => Some(view! { <path class="sign" d="M15 15 85 85M85 15 15 85"/> }.into_any()),
    }
}

/// Pieces one upon another; of many only the upper ones are drawn, with their number.
#[component]
pub fn Stack(pieces: Vec<Piece>) -> impl IntoView {
    const DRAWN: usize = 4;
    let count = pieces.len();
    let first = count.saturating_sub(DRAWN);
    let step = if count > 1 { 7 } else { 0 };
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
        return view! {
            <rect class="card back" x="20" y="10" width="60" height="80" rx="9"/>
            <path class="pattern" d="M32 22h36v56H32zM32 50h36M50 22v56"/>
        }
        .into_any();
    }
    let long = piece.text.chars().count();
    let size = match long {
        0..=1 => 46,
        2 => 38,
        3 => 28,
        4 => 22,
        _ => 16,
    };
    let text = view! { <text class="face" x="50" y=50 + size / 3 font-size=size>{piece.text.clone()}</text> };
    match piece.owner {
        None => view! { <rect class="card" x="18" y="8" width="64" height="84" rx="9"/>{text} }.into_any(),
        Some(seat) => view! { <path class=format!("body seat{seat}") d=outline(seat)/>{text} }.into_any(),
    }
}

/// The outline of a seat's pieces.
fn outline(seat: Seat) -> &'static str {
    const OUTLINES: [&str; 6] = [
        "M50 12a38 38 0 1 1 0 76a38 38 0 1 1 0-76z",
        "M24 14h52a10 10 0 0 1 10 10v52a10 10 0 0 1-10 10H24a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10z",
        "M50 8 88 30v40L50 92 12 70V30z",
        "M50 6 94 50 50 94 6 50z",
        "M50 10 92 84H8z",
        "M32 10h36l22 22v36l-22 22H32L10 68V32z",
    ];
    OUTLINES[seat % OUTLINES.len()]
}
