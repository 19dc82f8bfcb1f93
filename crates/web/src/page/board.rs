//! The table on the page: one drawing in layers, and above them cells that are buttons, for mouse, finger, keys and screen
//! readers alike.

use crate::draw::layout::{Layout, Place, Tile};
use crate::draw::{self, How, Spot, Table, ground, lights, notes};
use crate::focus::{entry, step};
use crate::screen::{Screen, Tone};
use agon_rules::{Mark, Site, Text};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;

#[wasm_bindgen]
extern "C" {
    /// Lets pieces be dragged within an element; taps are told by the place they are at.
    #[wasm_bindgen(js_namespace = agon)]
    fn drag(table: &web_sys::Element, tap: &Closure<dyn Fn(String)>);
    /// Tells how large an element is, now and whenever that changes.
    #[wasm_bindgen(js_namespace = agon)]
    fn size(element: &web_sys::Element, tell: &Closure<dyn Fn(f64, f64)>);
    /// Shakes an element a little: that was no move.
    #[wasm_bindgen(js_namespace = agon)]
    fn shake(element: &web_sys::Element);
}

/// On cells that are smaller than a finger the first tap aims and the second plays.
const FINGER: f64 = 40.0;

/// Everything on the table. What is pointed at elsewhere is shown here.
#[component]
pub fn Board(
    screen: Signal<Screen>,
    tap: Callback<Site>,
    /// cells that a note points at
    #[prop(optional, into)]
    pointed: Option<Signal<Vec<Site>>>,
) -> impl IntoView {
    let shell = shell();
    let focus = RwSignal::new(None::<Site>);
    let aim = RwSignal::new(None::<Site>);
    let room = RwSignal::new((0.0, 0.0));
    let explain = shell.settings.explanations;
    let table = Memo::new(move |_| {
        let table = screen.with(|screen| screen.table.clone());
        Table { explain: table.explain && explain.get(), ..table }
    });
    let layout = Memo::new(move |_| {
        let (width, height) = room.get();
        if width > 0.0 { table.with(|table| draw::layout(table, width, height)) } else { Layout::default() }
    });
    let zones = Memo::new(move |_| {
        layout.with(|layout| {
            let mut zones: Vec<usize> = layout.places.iter().map(|place| place.site.zone).collect();
            zones.dedup();
            zones
        })
    });
    // Where a tap plays and the cell is small, it aims first.
    let choose = move |site: Site| {
        focus.set(Some(site));
        let small = layout.with_untracked(|layout| {
            layout.narrow && layout.place(site).is_some_and(|place| place.hit.w.min(place.hit.h) < FINGER)
        });
        let target =
            table.with_untracked(|table| table.spot(site).is_some_and(|spot| spot.lit && spot.pieces.is_empty()));
        if small && target && aim.get_untracked() != Some(site) {
            aim.set(Some(site));
            return;
        }
        aim.set(None);
        tap.run(site);
    };
    let keys = move |event: KeyboardEvent| {
        let arrow = match event.key().as_str() {
            "ArrowRight" => (1, 0),
            "ArrowLeft" => (-1, 0),
            "ArrowDown" => (0, 1),
            "ArrowUp" => (0, -1),
            "Enter" | " " => {
                event.prevent_default();
                if let Some(site) = focus.get_untracked() {
                    aim.set(None);
                    tap.run(site);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let Some(from) = focus.get_untracked() else { return };
        if let Some(to) = layout.with_untracked(|layout| step(layout, from, arrow)) {
            focus.set(Some(to));
            focus_on(to);
        }
    };
    let stage = NodeRef::<leptos::html::Div>::new();
    // Pieces can be dragged as well.
    let dragged = StoredValue::new_local(Closure::<dyn Fn(String)>::new(move |at: String| {
        if let Some((zone, cell)) = at.split_once('-') {
            tap.run(Site::new(zone.parse().unwrap_or(0), cell.parse().unwrap_or(0)));
        }
    }));
    let sized = StoredValue::new_local(Closure::<dyn Fn(f64, f64)>::new(move |width: f64, height: f64| {
        if room.get_untracked() != (width, height) {
            room.set((width, height));
        }
    }));
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            dragged.with_value(|dragged| drag(&stage, dragged));
            sized.with_value(|sized| size(&stage, sized));
        }
    });
    let refused = Memo::new(move |_| {
        screen.with(|screen| screen.message.clone().filter(|message| message.tone == Tone::Refusal))
    });
    Effect::new(move |_| {
        if let (Some(_), Some(stage)) = (refused.get(), stage.get_untracked()) {
            shake(&stage);
        }
    });
    let drawn = move |draw: fn(&Table, &Layout, &How) -> String| {
        Memo::new(move |_| {
            let tell = |text: &Text| shell.tell(text);
            let how = How { tell: &tell, coordinates: true };
            layout.with(|layout| table.with(|table| draw(table, layout, &how)))
        })
    };
    let ground = drawn(ground::ground);
    let marks = Memo::new(move |_| {
        let mut sites = pointed.map(|pointed| pointed.get()).unwrap_or_default();
        sites.extend(aim.get());
        layout.with(|layout| table.with(|table| lights::lights(table, layout, &sites)))
    });
    let below = drawn(|table, layout, _| notes::below(table, layout));
    let pieces = drawn(|table, layout, _| lights::pieces(table, layout));
    let above = drawn(|table, layout, how| {
        notes::rings(table, layout) + &lights::badges(table, layout, how) + &notes::above(table, layout, how)
    });
    // Where a table does not fit, it scrolls.
    let tall = move || layout.with(|layout| layout.height > room.get().1 + 1.0);
    let view_box = move || layout.with(|layout| format!("0 0 {} {}", layout.width, layout.height));
    let high = move || layout.with(|layout| layout.height.to_string());
    view! {
        <div class="d-stage" class:d-tall=tall id="table" node_ref=stage on:keydown=keys>
            <svg class=move || format!("drawn {}", table.with(|table| ground::material(table.look.material)))
                viewBox=view_box height=high>
                <g aria-hidden="true">
                    <g inner_html=ground/>
                    <g inner_html=marks/>
                    <g inner_html=below/>
                    <g class="d-pieces" inner_html=pieces/>
                    <g inner_html=above/>
                </g>
                <For each=move || zones.get() key=|zone| *zone let(zone)>
                    <Zone table layout zone focus choose=Callback::new(choose)/>
                </For>
                <g class="d-fly" aria-hidden="true"></g>
            </svg>
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

/// The cells of a zone, as buttons.
#[component]
fn Zone(
    table: Memo<Table>,
    layout: Memo<Layout>,
    zone: usize,
    focus: RwSignal<Option<Site>>,
    choose: Callback<Site>,
) -> impl IntoView {
    let shell = shell();
    let title = Memo::new(move |_| {
        table.with(|table| table.area(zone).map(|area| shell.tell(&area.title)).unwrap_or_default())
    });
    let open = Memo::new(move |_| table.with(|table| table.area(zone).and_then(|area| entry(area, focus.get()))));
    let sites = Memo::new(move |_| {
        layout.with(|layout| {
            let shown = layout.places.iter().filter(|place| place.site.zone == zone && place.tile != Tile::Folded);
            shown.map(|place| place.site).collect::<Vec<_>>()
        })
    });
    view! {
        <g role="group" aria-label=title>
            <For each=move || sites.get() key=|site| site.cell let(site)>
                <Cell table layout site open focus choose/>
            </For>
        </g>
    }
}

/// One cell.
#[component]
fn Cell(
    table: Memo<Table>,
    layout: Memo<Layout>,
    site: Site,
    open: Memo<Option<Site>>,
    focus: RwSignal<Option<Site>>,
    choose: Callback<Site>,
) -> impl IntoView {
    let shell = shell();
    let spot = Memo::new(move |_| table.with(|table| table.spot(site).cloned()));
    let is = move |read: fn(&Spot) -> bool| spot.with(|spot| spot.as_ref().is_some_and(read));
    let place = Memo::new(move |_| layout.with(|layout| layout.place(site).copied()));
    let at = move |read: fn(&Place) -> f64| place.with(|place| place.as_ref().map_or(0.0, read).to_string());
    view! {
        <g
            class="spot"
            class:lit=move || is(|spot| spot.lit)
            class:tapped=move || is(|spot| spot.tapped)
            class:fresh=move || is(|spot| spot.fresh)
            class:hint=move || is(|spot| spot.hinted)
            class:full=move || is(|spot| !spot.pieces.is_empty())
            class:win=move || is(|spot| spot.mark == Mark::Win)
            role="button"
            tabindex=move || if open.get() == Some(site) { "0" } else { "-1" }
            aria-label=move || spot.with(|spot| spot.as_ref().map(|spot| shell.join(&spot.label, ", ")).unwrap_or_default())
            aria-disabled=move || if is(|spot| spot.lit || spot.tapped) { "false" } else { "true" }
            data-site=format!("{}-{}", site.zone, site.cell)
            on:click=move |_| choose.run(site)
            on:focus=move |_| focus.set(Some(site))
        >
            <rect x=move || at(|place| place.hit.x) y=move || at(|place| place.hit.y)
                width=move || at(|place| place.hit.w) height=move || at(|place| place.hit.h) rx="8"/>
        </g>
    }
}
