//! What stands beside the board: the plates of the players, and the panel with moves, analysis and rules. On a phone the
//! panel is a sheet.

use crate::hand::Input;
use crate::icon::Icon;
use crate::screen::Screen;
use crate::{feed, plate, result};
use agon_rules::{Site, Text, text};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;
use crate::page::rules;
use crate::words::Word;

#[wasm_bindgen]
extern "C" {
    /// Draws HTML into an element; the focus stays where it was, and what is marked as here is scrolled into sight.
    #[wasm_bindgen(js_namespace = agon)]
    fn redraw(element: &web_sys::Element, html: &str);
}

/// HTML of the library's own making. Whatever people wrote in it was escaped there.
#[component]
pub fn Drawn(#[prop(into)] html: Signal<String>, class: &'static str) -> impl IntoView {
    let node = NodeRef::<leptos::html::Div>::new();
    let html = Memo::new(move |_| html.get());
    Effect::new(move |_| {
        let html = html.get();
        if let Some(node) = node.get() {
            redraw(&node, &html);
        }
    });
    view! { <div class=class node_ref=node></div> }
}

/// A sign on a button.
#[component]
pub fn Sign(icon: Icon) -> impl IntoView {
    view! { <span class="glyph" inner_html=icon.svg()></span> }
}

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    /// the moves and what they led to
    Moves,
    /// what moves are worth
    Analysis,
    /// the rules
    Rules,
}

/// The panel of a screen.
#[derive(Clone, Copy)]
pub struct Panel {
    /// what it shows
    pub tab: RwSignal<Tab>,
    /// whether it is open, where it is a sheet
    pub open: RwSignal<bool>,
    /// the cells that somebody points at in the feed
    pub pointed: RwSignal<Vec<Site>>,
}

impl Panel {
    /// A closed panel with the moves.
    pub fn new() -> Self {
        Panel { tab: RwSignal::new(Tab::Moves), open: RwSignal::new(false), pointed: RwSignal::new(Vec::new()) }
    }

    /// Shows something.
    pub fn show(self, tab: Tab) {
        self.tab.set(tab);
        self.open.set(true);
    }
}

/// The plates of the others, above; or one's own, below.
#[component]
pub fn Plates(screen: RwSignal<Screen>, own: bool) -> impl IntoView {
    let shell = shell();
    let html = Signal::derive(move || {
        screen.with(|screen| {
            let (others, mine) = screen.sides();
            let shown = if own { mine.into_iter().collect() } else { others };
            shown.into_iter().map(|one| plate::html(one, own, &|text| shell.tell(text))).collect::<String>()
        })
    });
    view! { <Drawn html class=if own { "plates mine" } else { "plates opps" }/> }
}

/// Moves, analysis and rules.
#[component]
pub fn PanelView(
    screen: RwSignal<Screen>,
    input: Callback<Input>,
    panel: Panel,
    /// what stands below the values
    analysis: AnyView,
    /// the id of the game
    #[prop(into)]
    game: Signal<&'static str>,
) -> impl IntoView {
    let shell = shell();
    let tab = panel.tab;
    let tabs = [(Tab::Moves, text!("Moves")), (Tab::Analysis, text!("Analysis")), (Tab::Rules, text!("Rules"))];
    let tabs = tabs.map(|(of, word)| {
        view! {
            <button role="tab" aria-selected=move || if tab.get() == of { "true" } else { "false" }
                on:click=move |_| panel.tab.set(of)>{shell.tell(&word)}</button>
        }
    });
    view! {
        <section class="panel sheet" class:open=move || panel.open.get()>
            <div class="tabs" role="tablist">{tabs.into_iter().collect_view()}
                <button class="iconbtn phone close" aria-label=shell.tell(&text!("Close"))
                    on:click=move |_| panel.open.set(false)><Sign icon=Icon::Close/></button>
            </div>
            <div class="tab" role="tabpanel" class:none=move || tab.get() != Tab::Moves>
                <FeedView screen input panel/>
                <Steps screen input/>
            </div>
            <div class="tab ana" role="tabpanel" class:none=move || tab.get() != Tab::Analysis>
                <Values screen input/>
                {analysis}
            </div>
            <div class="tab rulestab" role="tabpanel" class:none=move || tab.get() != Tab::Rules>
                <Show when=move || tab.get() == Tab::Rules && !game.get().is_empty()>
                    <RulesPane game=game.get()/>
                </Show>
            </div>
        </section>
        <div class="shade" class:open=move || panel.open.get() on:click=move |_| panel.open.set(false)></div>
    }
}

/// The feed: moves lead to their positions, notes point at their cells.
#[component]
fn FeedView(screen: RwSignal<Screen>, input: Callback<Input>, panel: Panel) -> impl IntoView {
    let shell = shell();
    let html = Signal::derive(move || {
        screen.with(|screen| feed::html(&screen.feed, screen.history.at, screen.plates.len(), &|text| shell.tell(text)))
    });
    let ply = move |event: web_sys::MouseEvent| {
        if let Some(ply) = attribute(&event, "data-ply").and_then(|ply| ply.parse().ok()) {
            input.run(Input::Look(ply));
        } else if let Some(sites) = attribute(&event, "data-sites") {
            panel.pointed.set(feed::sites(&sites));
        }
    };
    let point = move |event: &web_sys::Event| {
        panel.pointed.set(attribute(event, "data-sites").map(|text| feed::sites(&text)).unwrap_or_default());
    };
    view! {
        <div class="feed" tabindex="-1" on:click=ply on:mouseover=move |event| point(&event) on:focusin=move |event| point(&event)
            on:mouseleave=move |_| panel.pointed.set(Vec::new()) on:focusout=move |_| panel.pointed.set(Vec::new())>
            <Drawn html class="feedturns"/>
        </div>
    }
}

/// An attribute of what was hit, or of what it is part of.
fn attribute(event: &web_sys::Event, name: &str) -> Option<String> {
    let hit = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    hit.closest(&format!("[{name}]")).ok()??.get_attribute(name)
}

/// The way through the moves.
#[component]
fn Steps(screen: RwSignal<Screen>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    let at = Memo::new(move |_| screen.with(|screen| screen.history.at));
    let len = Memo::new(move |_| screen.with(|screen| screen.history.steps.len()));
    let look = move |ply: usize| input.run(Input::Look(ply));
    let count = move || match (at.get(), len.get()) {
        (_, 0) => String::new(),
        (at, len) => shell.tell(&text!("Move {at} of {len}", at, len)),
    };
    view! {
        <div class="steps" class:none=move || len.get() == 0>
            <button class="btn sm" aria-label=shell.tell(&text!("Previous move")) disabled=move || at.get() == 0
                on:click=move |_| look(at.get_untracked() - 1)><Sign icon=Icon::Back/></button>
            <Show when=move || screen.with(|screen| screen.tools.branch) fallback=move || view! { <span class="small soft">{count}</span> }>
                <button class="btn sm" on:click=move |_| input.run(Input::Branch)>{shell.tell(&text!("Play on from here"))}</button>
            </Show>
            <button class="btn sm" aria-label=shell.tell(&text!("Next move")) disabled=move || { at.get() >= len.get() }
                on:click=move |_| look(at.get_untracked() + 1)><Sign icon=Icon::Next/></button>
        </div>
    }
}

/// What every move is worth, while that is worked out.
#[component]
fn Values(screen: RwSignal<Screen>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    let on = Memo::new(move |_| screen.with(|screen| screen.tools.analysing));
    let html = Signal::derive(move || {
        screen.with(|screen| {
            let line = |(text, worth): &(String, Text)| {
                let (text, worth) = (shell.tell(&Text::of_move(text)), shell.tell(worth));
                format!(
                    "<li><b>{}</b> <span>{}</span></li>",
                    agon_lab::report::escape(&text),
                    agon_lab::report::escape(&worth)
                )
            };
            screen.values.iter().take(12).map(line).collect::<String>()
        })
    });
    view! {
        <button class="btn wide" aria-pressed=move || if on.get() { "true" } else { "false" } on:click=move |_| input.run(Input::Analyse)>
            {move || shell.tell(&if on.get() { text!("Stop analysing") } else { text!("Analyse every move") })}
        </button>
        <p class="small soft" class:none=move || on.get()>{shell.tell(&text!("Shows what every move is worth, here and in the past. Proved values are exact, others are estimates."))}</p>
        <Drawn html class="values"/>
    }
}

/// The card that takes the place of the panel when the game is over.
#[component]
pub fn ResultCard(
    screen: RwSignal<Screen>,
    /// the buttons below
    buttons: AnyView,
) -> impl IntoView {
    let shell = shell();
    let html = Signal::derive(move || {
        screen.with(|screen| {
            let names: Vec<Text> = screen.plates.iter().map(|plate| plate.name.clone()).collect();
            screen
                .result
                .as_ref()
                .map(|result| result::html(result, &names, &|text| shell.tell(text)))
                .unwrap_or_default()
        })
    });
    view! {
        <section class="endcard sheet">
            <Drawn html class="rbody"/>
            <div class="rbtn">{buttons}</div>
        </section>
    }
}

/// The rules beside the board: what matters, and the way to everything.
#[component]
fn RulesPane(game: &'static str) -> impl IntoView {
    let shell = shell();
    let page = rules::load(game);
    view! {
        <div class="rules brief" inner_html=move || page.get()></div>
        <p><a class="btn" href=format!("#/rules/{game}")>{shell.say(Word::FullRules)}</a></p>
    }
}
