//! The table: every area as a drawing whose cells are buttons, for mouse, finger, keys and screen readers alike.

use crate::draw::{Area, Badge, Spot};
use crate::focus::{entry, step};
use crate::screen::Screen;
use agon_rules::{Mark, Shape, Site};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;
use crate::page::piece::Tile;

#[wasm_bindgen]
extern "C" {
    /// Lets pieces be dragged within an element; taps are told by the place they are at.
    #[wasm_bindgen(js_namespace = agon)]
    fn drag(table: &web_sys::Element, tap: &Closure<dyn Fn(String)>);
}

/// A screen with fewer pixels is narrow.
const NARROW: f64 = 560.0;

/// Whether the screen is narrow, as it is turned and pulled.
pub fn narrow() -> Signal<bool> {
    let width = || window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(NARROW);
    let narrow = RwSignal::new(width() < NARROW);
    let listening = window_event_listener(leptos::ev::resize, move |_| {
        let now = width() < NARROW;
        if narrow.get_untracked() != now {
            narrow.set(now);
        }
    });
    on_cleanup(move || listening.remove());
    narrow.into()
}

/// Everything on the table.
#[component]
pub fn Board(screen: Signal<Screen>, tap: Callback<Site>) -> impl IntoView {
    let narrow = narrow();
    let focus = RwSignal::new(None::<Site>);
    let areas = Memo::new(move |_| screen.with(|screen| screen.table.areas.clone()));
    let zones = Memo::new(move |_| areas.with(|areas| areas.iter().map(|area| area.zone).collect::<Vec<_>>()));
    let keys = move |event: KeyboardEvent| {
        let arrow = match event.key().as_str() {
            "ArrowRight" => (1, 0),
            "ArrowLeft" => (-1, 0),
            "ArrowDown" => (0, 1),
            "ArrowUp" => (0, -1),
            "Enter" | " " => {
                event.prevent_default();
                if let Some(site) = focus.get_untracked() {
                    tap.run(site);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let Some(from) = focus.get_untracked() else { return };
        if let Some(to) = areas.with_untracked(|areas| step(areas, narrow.get_untracked(), from, arrow)) {
            focus.set(Some(to));
            focus_on(to);
        }
    };
    // Pieces can be dragged as well.
    let table = NodeRef::<leptos::html::Div>::new();
    let dragged = StoredValue::new_local(Closure::<dyn Fn(String)>::new(move |at: String| {
        if let Some((zone, cell)) = at.split_once('-') {
            tap.run(Site::new(zone.parse().unwrap_or(0), cell.parse().unwrap_or(0)));
        }
    }));
    Effect::new(move |_| {
        if let Some(table) = table.get() {
            dragged.with_value(|dragged| drag(&table, dragged));
        }
    });
    view! {
        <div class="table" id="table" node_ref=table on:keydown=keys>
            <For each=move || zones.get() key=|zone| *zone let(zone)>
                <AreaView areas zone narrow focus tap/>
            </For>
        </div>
    }
}

/// Puts the keys on the table: where a move can go on, else on its first cell.
pub fn enter() {
    let _ = focus_first(".lit[tabindex='0']") || focus_first(".spot[tabindex='0']");
}

/// Puts the keys on a cell.
fn focus_on(site: Site) {
    focus_first(&format!("[data-site='{}-{}']", site.zone, site.cell));
}

fn focus_first(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let cell = found.and_then(|cell| cell.dyn_into::<web_sys::SvgElement>().ok());
    cell.is_some_and(|cell| cell.focus().is_ok())
}

/// One area.
#[component]
fn AreaView(
    areas: Memo<Vec<Area>>,
    zone: usize,
    narrow: Signal<bool>,
    focus: RwSignal<Option<Site>>,
    tap: Callback<Site>,
) -> impl IntoView {
    let shell = shell();
    let area = Memo::new(move |_| areas.with(|areas| areas.iter().find(|area| area.zone == zone).cloned()));
    let size = Memo::new(move |_| {
        let narrow = narrow.get();
        area.with(|area| area.as_ref().map_or((1, 1), |area| (area.cols(narrow), area.rows(narrow))))
    });
    let sites = Memo::new(move |_| {
        area.with(|area| area.iter().flat_map(|area| &area.spots).map(|spot| spot.site).collect::<Vec<_>>())
    });
    let title =
        Memo::new(move |_| area.with(|area| area.as_ref().map(|area| shell.tell(&area.title)).unwrap_or_default()));
    let kind = Memo::new(move |_| {
        area.with(|area| match area.as_ref().map(|area| (area.shape, area.far)) {
            Some((Shape::Grid { .. }, _)) => "area grid",
            Some((Shape::Pile, false)) => "area pile",
            Some((Shape::Pile, true)) => "area pile far",
            Some((Shape::Row, true)) => "area row far",
            Some((Shape::Row, false)) | None => "area row",
        })
    });
    let open = Memo::new(move |_| area.with(|area| area.as_ref().and_then(|area| entry(area, focus.get()))));
    view! {
        <section class=kind>
            <h2>{title}</h2>
            <svg
                class="cells"
                role="group"
                aria-label=title
                viewBox=move || { let (cols, rows) = size.get(); format!("0 0 {} {}", cols * 100, rows * 100) }
                style:--cols=move || size.get().0.to_string()
                style:--rows=move || size.get().1.to_string()
            >
                <For each=move || sites.get() key=|site| site.cell let(site)>
                    <SpotView area site size open focus tap/>
                </For>
            </svg>
        </section>
    }
}

/// One cell.
#[component]
fn SpotView(
    area: Memo<Option<Area>>,
    site: Site,
    size: Memo<(usize, usize)>,
    open: Memo<Option<Site>>,
    focus: RwSignal<Option<Site>>,
    tap: Callback<Site>,
) -> impl IntoView {
    let shell = shell();
    let found = Memo::new(move |_| {
        area.with(|area| {
            let spots = &area.as_ref()?.spots;
            spots.iter().enumerate().find(|(_, spot)| spot.site == site).map(|(at, spot)| (at, spot.clone()))
        })
    });
    let spot = move |read: fn(&Spot) -> bool| found.with(|found| found.as_ref().is_some_and(|(_, spot)| read(spot)));
    let place = move || {
        let at = found.with(|found| found.as_ref().map_or(0, |(at, _)| *at));
        let cols = size.get().0;
        format!("translate({} {})", (at % cols) * 100, (at / cols) * 100)
    };
    let marks = move || {
        let mark = found.with(|found| found.as_ref().map_or(Mark::None, |(_, spot)| spot.mark));
        match mark {
            _ if spot(|spot| spot.hinted) => "hint",
            Mark::None => "",
            Mark::Live => "live",
            Mark::Win => "win",
            Mark::Lost => "lost",
            Mark::Hint => "hint",
        }
    };
    // Where cells lie in rows of their own, what lies there names them.
    let name = move || {
        let grid = area.with(|area| matches!(area.as_ref().map(|area| area.shape), Some(Shape::Grid { .. })));
        found.with(|found| found.as_ref().filter(|_| grid).map(|(_, spot)| spot.name.clone()).unwrap_or_default())
    };
    let tile = Memo::new(move |_| {
        found.with(|found| found.as_ref().map(|(_, spot)| (spot.ground, spot.pieces.clone())).unwrap_or_default())
    });
    view! {
        <g
            class=move || format!("spot {}", marks())
            class:lit=move || spot(|spot| spot.lit)
            class:tapped=move || spot(|spot| spot.tapped)
            class:fresh=move || spot(|spot| spot.fresh)
            class:full=move || spot(|spot| !spot.pieces.is_empty())
            transform=place
            role="button"
            tabindex=move || if open.get() == Some(site) { "0" } else { "-1" }
            aria-label=move || found.with(|found| found.as_ref().map(|(_, spot)| shell.join(&spot.label, ", ")).unwrap_or_default())
            aria-disabled=move || if spot(|spot| spot.lit || spot.tapped) { "false" } else { "true" }
            data-site=format!("{}-{}", site.zone, site.cell)
            on:click=move |_| { focus.set(Some(site)); tap.run(site); }
            on:focus=move |_| focus.set(Some(site))
        >
            {move || { let (ground, pieces) = tile.get(); view! { <Tile ground pieces/> } }}
            <text class="cellname" x="7" y="94" aria-hidden="true">{name}</text>
            {move || found.with(|found| found.as_ref().and_then(|(_, spot)| spot.badge.clone())).map(|Badge { text, best }| view! {
                <g class="worth" class:best=best aria-hidden="true">
                    <rect x="10" y="4" width="80" height="26" rx="13"/>
                    <text x="50" y="24">{shell.tell(&text)}</text>
                </g>
            })}
            <rect class="ring" x="3" y="3" width="94" height="94" rx="9"/>
            <circle class="dot" cx="50" cy="50" r="11"/>
        </g>
    }
}
