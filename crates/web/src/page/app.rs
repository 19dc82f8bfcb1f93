//! The whole page: which screen is shown, in which language and colours.

use agon_web::route::Route;
use agon_web::words::{Language, Word};
use leptos::ev;
use leptos::prelude::*;

use crate::device;
use crate::game::Game;
use crate::home::Home;
use crate::lab::Lab;
use crate::new::New;

/// What every screen knows.
#[derive(Clone, Copy)]
pub struct Shell {
    /// the language of the words
    pub language: RwSignal<Language>,
    /// the colours: `auto`, `light`, `dark` or `contrast`
    pub theme: RwSignal<String>,
    /// what a screen reader says next
    pub said: RwSignal<String>,
}

impl Shell {
    /// A word in the language of the page.
    pub fn say(self, word: Word) -> &'static str {
        word.text(self.language.get())
    }
}

/// What every screen knows.
pub fn shell() -> Shell {
    expect_context::<Shell>()
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let language = Language::of(&device::kept("language").unwrap_or_else(device::language));
    let theme = device::kept("theme").unwrap_or_else(|| "auto".to_owned());
    let shell =
        Shell { language: RwSignal::new(language), theme: RwSignal::new(theme), said: RwSignal::new(String::new()) };
    provide_context(shell);
    let route = RwSignal::new(Route::read(&device::hash()));
    let _listening = window_event_listener(ev::hashchange, move |_| route.set(Route::read(&device::hash())));
    Effect::new(move |_| {
        let language = shell.language.get();
        device::keep("language", language.tag());
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", language.tag());
        }
    });
    Effect::new(move |_| {
        let theme = shell.theme.get();
        device::keep("theme", &theme);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", &theme);
        }
    });
    view! {
        <header class="top">
            <a class="brand" href="#/">"Agon"</a>
            <Settings/>
        </header>
        {move || match route.get() {
            Route::Home => view! { <Home/> }.into_any(),
            Route::New(setup) => view! { <New setup/> }.into_any(),
            Route::Game(plan) => view! { <Game plan=*plan/> }.into_any(),
            Route::Lab(form) => view! { <Lab form=*form/> }.into_any(),
            Route::Room(code) => {
                let why = format!("{} agon play --online {code}", shell.say(Word::NoRooms));
                view! { <Lost why/> }.into_any()
            }
            Route::Lost(why) => view! { <Lost why/> }.into_any(),
        }}
        <footer>
            {concat!("Agon ", env!("CARGO_PKG_VERSION"))}
            {option_env!("AGON_COMMIT").map(|commit| format!(" · {commit}"))}
        </footer>
        <p class="said" role="status" aria-live="polite">{move || shell.said.get()}</p>
    }
}

/// An address that leads nowhere.
#[component]
fn Lost(why: String) -> impl IntoView {
    let shell = shell();
    view! {
        <main class="lost">
            <h1>{move || shell.say(Word::Lost)}</h1>
            <p>{why}</p>
            <p><a class="button" href="#/">{move || shell.say(Word::ToGames)}</a></p>
        </main>
    }
}

/// Language and colours.
#[component]
fn Settings() -> impl IntoView {
    let shell = shell();
    let themes = [
        ("auto", Word::ThemeAuto),
        ("light", Word::ThemeLight),
        ("dark", Word::ThemeDark),
        ("contrast", Word::ThemeContrast),
    ];
    view! {
        <details class="settings">
            <summary>{move || shell.say(Word::Settings)}</summary>
            <div class="sheet">
                <label>
                    <span>{move || shell.say(Word::Theme)}</span>
                    <select on:change=move |event| shell.theme.set(event_target_value(&event))
                        prop:value=move || shell.theme.get()>
                        {themes.map(|(value, word)| view! {
                            <option value=value selected=move || shell.theme.get() == value>{move || shell.say(word)}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label>
                    <span>{move || shell.say(Word::LanguageName)}</span>
                    <select on:change=move |event| shell.language.set(Language::of(&event_target_value(&event)))
                        prop:value=move || shell.language.get().tag()>
                        {Language::ALL.map(|language| view! {
                            <option value=language.tag() selected=move || shell.language.get() == language>{language.name()}</option>
                        }).collect_view()}
                    </select>
                </label>
            </div>
        </details>
    }
}
