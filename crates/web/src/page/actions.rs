//! What can be done besides moving: the bar below the panel, the dock of a phone, and the menu behind "More".

use crate::hand::Input;
use crate::icon::Icon;
use crate::screen::Screen;
use agon_rules::{Text, text};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;
use crate::page::panel::{Panel, Sign, Tab};

#[wasm_bindgen]
extern "C" {
    /// Opens a dialog, or closes it.
    #[wasm_bindgen(js_namespace = agon)]
    fn modal(element: &JsValue);
}

/// Something in the bar.
#[derive(Clone)]
pub struct Action {
    /// its sign
    pub icon: Icon,
    /// its name
    pub name: Text,
    /// whether it can be done now
    pub enabled: Signal<bool>,
    /// what it does
    pub run: Callback<()>,
}

impl Action {
    /// An action that can always be done.
    pub fn new(icon: Icon, name: Text, run: impl Fn() + Send + Sync + 'static) -> Self {
        Action { icon, name, enabled: Signal::derive(|| true), run: Callback::new(move |()| run()) }
    }

    /// The same, where it depends.
    pub fn when(self, enabled: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Action { enabled: Signal::derive(enabled), ..self }
    }

    fn button(self) -> impl IntoView {
        let shell = shell();
        let (enabled, run) = (self.enabled, self.run);
        view! {
            <button disabled=move || !enabled.get() on:click=move |_| run.run(())>
                <Sign icon=self.icon/>{shell.tell(&self.name)}
            </button>
        }
    }
}

/// The bar beside the board and the dock of a phone.
#[component]
pub fn Actions(
    /// what stands in both
    bar: Vec<Action>,
    panel: Panel,
    /// what stands behind "More"
    more: AnyView,
) -> impl IntoView {
    let shell = shell();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    let open = move || {
        if let Some(dialog) = dialog.get_untracked() {
            modal(&dialog);
        }
    };
    let dock = bar.iter().filter(|action| action.icon != Icon::Flip).cloned().map(Action::button).collect_view();
    let label = shell.tell(&text!("More"));
    view! {
        <div class="acts" role="toolbar" aria-label=shell.tell(&text!("Actions"))>
            {bar.into_iter().map(Action::button).collect_view()}
            {Action::new(Icon::More, text!("More"), open).button()}
        </div>
        <nav class="dock" aria-label=shell.tell(&text!("Actions"))>
            {dock}
            {Action::new(Icon::Moves, text!("Moves"), move || panel.show(Tab::Moves)).button()}
            {Action::new(Icon::Rules, text!("Rules"), move || panel.show(Tab::Rules)).button()}
            {Action::new(Icon::More, text!("More"), open).button()}
        </nav>
        <dialog class="menu sheet" node_ref=dialog aria-label=label on:click=move |event| {
            // Whatever is chosen closes the menu, except what asks first.
            let hit = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let chosen = hit.and_then(|hit| hit.closest("button").ok().flatten());
            if chosen.is_some_and(|button| !button.has_attribute("data-stay")) {
                open();
            }
        }>{more}</dialog>
    }
}

/// A line of the menu.
#[component]
pub fn Item(
    icon: Icon,
    name: Text,
    run: Callback<()>,
    /// whether it is there
    #[prop(default = Signal::derive(|| true))]
    when: Signal<bool>,
) -> impl IntoView {
    let shell = shell();
    let name = shell.tell(&name);
    view! {
        <button class="item" class:none=move || !when.get() on:click=move |_| run.run(())><Sign icon/>{name}</button>
    }
}

/// Giving up, which asks first.
#[component]
pub fn Resign(run: Callback<()>, when: Signal<bool>) -> impl IntoView {
    let shell = shell();
    let sure = RwSignal::new(false);
    let ask = shell.tell(&text!("Resign"));
    view! {
        <div class="item resign" class:none=move || !when.get()>
            <Show when=move || sure.get() fallback=move || view! {
                <button class="item" data-stay="" on:click=move |_| sure.set(true)><Sign icon=Icon::Flag/>{ask.clone()}</button>
            }>
                <b>{shell.tell(&text!("Resign?"))}</b>
                <button class="btn" on:click=move |_| { sure.set(false); run.run(()); }>{shell.tell(&text!("Yes, resign"))}</button>
                <button class="btn main" on:click=move |_| sure.set(false)>{shell.tell(&text!("Keep playing"))}</button>
            </Show>
        </div>
    }
}

/// Moves that are buttons: a question, and an answer each.
#[component]
pub fn ChoiceBar(screen: RwSignal<Screen>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    let buttons = Memo::new(move |_| screen.with(|screen| screen.choices.buttons.clone()));
    let menu = Memo::new(move |_| screen.with(|screen| screen.choices.menu.clone()));
    let lifted = Memo::new(move |_| screen.with(|screen| screen.choices.lifted.clone()));
    let prompt = move || screen.with(|screen| shell.tell(&screen.prompt));
    let button = move |text: String, main: bool| {
        let label = shell.tell(&Text::of_move(&text));
        view! { <button class="btn" class:main=main on:click=move |_| input.run(Input::Play(text.clone()))>{label}</button> }
    };
    view! {
        <Show when=move || menu.with(|menu| !menu.is_empty())>
            <div class="choice"><b>{shell.tell(&text!("Which move?"))}</b>
                <div class="row">
                    {move || menu.get().into_iter().map(|text| button(text, false)).collect_view()}
                    <button class="btn bare" on:click=move |_| input.run(Input::Cancel)>{shell.tell(&text!("Cancel"))}</button>
                </div>
            </div>
        </Show>
        {move || lifted.get().map(|(text, notes)| {
            let card = shell.tell(&Text::of_move(&text));
            view! {
                <div class="choice askbox"><span><b>{shell.tell(&text!("Play {card}?", card = card.clone()))}</b>
                    <span class="soft small">{format!(" {}", shell.join(&notes, " "))}</span></span>
                    <div class="row">
                        <button class="btn main" on:click=move |_| input.run(Input::Play(text.clone()))>{shell.tell(&text!("Play {card}", card))}</button>
                        <button class="btn" on:click=move |_| input.run(Input::Cancel)>{shell.tell(&text!("Put back"))}</button>
                    </div>
                </div>
            }
        })}
        <Show when=move || menu.with(Vec::is_empty) && buttons.with(|buttons| !buttons.is_empty())>
            <div class="choice"><span>{prompt}</span>
                <div class="row">{move || buttons.get().into_iter().map(|text| button(text, true)).collect_view()}</div>
            </div>
        </Show>
    }
}
