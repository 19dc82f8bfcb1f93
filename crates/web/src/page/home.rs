//! The games, each with a little board, and where one left off.

use agon_rules::games::{self, Info};
use agon_rules::{Eyes, Rng, Shape, Start};
use agon_web::words::Word;
use leptos::prelude::*;

use crate::app::shell;
use crate::device;
use crate::piece::Tile;
use crate::share::OpenFile;

/// The first screen.
#[component]
pub fn Home() -> impl IntoView {
    let shell = shell();
    let last = device::kept("last");
    view! {
        <main class="home">
            <h1>{move || shell.say(Word::Tagline)}</h1>
            {last.map(|hash| view! {
                <p><a class="button wide" href=hash>{move || shell.say(Word::Continue)}</a></p>
            })}
            <h2>{move || shell.say(Word::Games)}</h2>
            <ul class="gallery">
                {games::list().into_iter().map(|info| view! { <Card info/> }).collect_view()}
            </ul>
            <OpenFile/>
        </main>
    }
}

/// One game of the gallery.
#[component]
fn Card(info: Info) -> impl IntoView {
    let href = format!("#/new/{}", info.id);
    let about = info.about.split_inclusive(". ").next().unwrap_or_default().trim().to_owned();
    view! {
        <li class="tile">
            <a href=href>
                <Thumb id=info.id/>
                <h3>{info.name}</h3>
                <p>{about}</p>
            </a>
        </li>
    }
}

/// A little board as it may look in the middle of a game.
#[component]
fn Thumb(id: &'static str) -> impl IntoView {
    const PLIES: usize = 9;
    let table = games::open(id, &[], Start::Seed(7)).ok().map(|mut table| {
        let mut rng = Rng::new(3);
        for _ in 0..PLIES {
            let (Some(turn), legal) = (table.turn(), table.legal()) else { break };
            let text = legal[rng.below(legal.len())].clone();
            if table.play(turn, &text).is_err() || table.turn().is_none() {
                break;
            }
        }
        table.view(Eyes::Crowd)
    });
    let zone = table.and_then(|view| {
        let grid = view.zones.iter().position(|zone| matches!(zone.shape, Shape::Grid { .. }));
        view.zones.into_iter().nth(grid.unwrap_or(0))
    });
    zone.map(|zone| {
        let cols = match zone.shape {
            Shape::Grid { cols } => cols,
            Shape::Row | Shape::Pile => zone.cells.len().clamp(1, 4),
        };
        let rows = zone.cells.len().div_ceil(cols).max(1);
        let tiles = zone.cells.into_iter().enumerate().map(|(at, cell)| {
            let (x, y) = ((at % cols) * 100, (at / cols) * 100);
            view! { <g transform=format!("translate({x} {y})")><Tile ground=cell.ground pieces=cell.pieces/></g> }
        });
        view! {
            <svg class="thumb" viewBox=format!("0 0 {} {}", cols * 100, rows * 100) aria-hidden="true">
                {tiles.collect_view()}
            </svg>
        }
    })
}
