//! The games, each with a little board, and where one left off.

use crate::known::known;
use crate::route::Route;
use crate::words::Word;
use agon_rules::games::{self, Info};
use agon_rules::{Rng, Shape, Start, Table, View, Viewer, Zone};
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::device;
use crate::page::piece::Tile;
use crate::page::share::OpenFile;

/// The first screen.
#[component]
pub fn Home() -> impl IntoView {
    let shell = shell();
    // What is not kept whole is not offered.
    let last = device::kept("last").filter(|hash| matches!(Route::read(hash), Route::Game(_) | Route::Room { .. }));
    view! {
        <main class="home">
            <h1>{shell.say(Word::Tagline)}</h1>
            {last.map(|hash| view! {
                <p><a class="button wide" href=hash>{shell.say(Word::Continue)}</a></p>
            })}
            <JoinForm/>
            <h2>{shell.say(Word::Games)}</h2>
            <ul class="gallery">
                {games::list().into_iter().map(|info| view! { <Card info/> }).collect_view()}
            </ul>
            <h2>{shell.say(Word::Lab)}</h2>
            <p class="about">{shell.say(Word::LabAbout)}</p>
            <p><a class="button quiet" href="#/lab">{shell.say(Word::Lab)}</a></p>
            <OpenFile/>
        </main>
    }
}

/// The way into a room by its code.
#[component]
fn JoinForm() -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        // What is no code is explained there.
        device::go(&format!("#/room/{}", crate::route::encode(typed.get_untracked().trim())));
    };
    view! {
        <form class="join" on:submit=join>
            <label for="code">{shell.say(Word::JoinCode)}</label>
            <input id="code" type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="K7XM-4QPT"
                on:input=move |event| typed.set(event_target_value(&event))/>
            <button>{shell.say(Word::Join)}</button>
        </form>
    }
}

/// One game of the gallery.
#[component]
fn Card(info: Info) -> impl IntoView {
    let shell = shell();
    let href = format!("#/new/{}", info.id);
    let about = shell.tell(&info.about_text());
    let first = about.split_inclusive(". ").next().unwrap_or_default().trim().replace('`', "");
    view! {
        <li class="tile">
            <a href=href>
                <Thumb id=info.id/>
                <h3>{shell.tell(&info.title())}</h3>
                <p>{first}</p>
                {known(info.id).map(|text| view! { <p class="known">{shell.tell(&text)}</p> })}
            </a>
        </li>
    }
}

/// A little board on which somebody plays at random.
#[component]
fn Thumb(id: &'static str) -> impl IntoView {
    const PLIES: usize = 9;
    let game = StoredValue::new_local(Toy::new(id));
    let view = RwSignal::new(None);
    let step = move |plies: usize| {
        game.update_value(|game| {
            for _ in 0..plies {
                game.step();
            }
            view.set(game.table.as_ref().map(|table| table.view(Viewer::Spectator)));
        });
    };
    step(PLIES);
    if !device::is_calm() {
        let time = std::time::Duration::from_millis(1500 + device::chance() % 900);
        let ticking = set_interval_with_handle(move || step(usize::from(!document().hidden())), time).ok();
        on_cleanup(move || ticking.iter().for_each(IntervalHandle::clear));
    }
    move || view.get().and_then(zone).map(picture)
}

/// A game that plays itself.
struct Toy {
    id: &'static str,
    rng: Rng,
    table: Option<Box<dyn Table>>,
}

impl Toy {
    fn new(id: &'static str) -> Self {
        Toy { id, rng: Rng::new(3), table: None }
    }

    /// Makes a move; after the end another game begins.
    fn step(&mut self) {
        let turn = self.table.as_ref().and_then(|table| table.turn());
        let (Some(turn), Some(table)) = (turn, &mut self.table) else {
            self.table = games::open(self.id, &[], Start::Seed(self.rng.bits() >> 12)).ok();
            return;
        };
        let legal = table.legal();
        let text = &legal[self.rng.below(legal.len())];
        // What is legal is played.
        let _ = table.play(turn, text);
    }
}

/// What is shown of a game: its board, or else what there is first.
fn zone(view: View) -> Option<Zone> {
    let grid = view.zones.iter().position(|zone| matches!(zone.shape, Shape::Grid { .. }));
    view.zones.into_iter().nth(grid.unwrap_or(0))
}

fn picture(zone: Zone) -> impl IntoView {
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
}
