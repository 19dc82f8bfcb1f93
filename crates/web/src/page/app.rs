//! The whole page: which screen is shown, in which language and colours.

use crate::route::Route;
use crate::words::{Language, Word};
use agon_rules::{Catalogue, Language as _, Text};
use leptos::ev;
use leptos::prelude::*;

use crate::page::device;

/// What every screen knows. The language is chosen once for a page: another one loads it anew, which keeps the page small.
#[derive(Clone, Copy)]
pub struct Shell {
    /// the language of the words
    pub language: Language,
    /// the colours: `auto`, `light`, `dark` or `contrast`
    pub theme: RwSignal<String>,
    /// what a screen reader says next
    pub said: RwSignal<String>,
    /// that language: empty for English
    catalogue: &'static Catalogue,
    /// the same as the worker reads it
    pub source: &'static str,
}

impl Shell {
    /// A word in the language of the page.
    pub fn say(self, word: Word) -> &'static str {
        self.catalogue.template(&word.text()).unwrap_or(word.english())
    }

    /// A text in the language of the page.
    pub fn tell(self, text: &Text) -> String {
        text.tell(self.catalogue)
    }

    /// Parts of a description in the language of the page, joined.
    pub fn join(self, parts: &[Text], between: &str) -> String {
        parts.iter().map(|part| self.tell(part)).collect::<Vec<_>>().join(between)
    }

    /// Lets a screen reader say these sentences.
    pub fn speak(self, sentences: &[Text]) {
        self.said.set(self.join(sentences, ". "));
    }
}

/// What every screen knows.
pub fn shell() -> Shell {
    expect_context::<Shell>()
}

/// The screen of a route; none where another program has it.
pub type Screens = fn(Route) -> Option<AnyView>;

/// Shows the page, with the screens that a program has.
pub fn start(screens: Screens) {
    device::listen_to_panics();
    let language = Language::of(&device::chosen_language());
    if language == Language::En {
        return mount(screens, language, String::new());
    }
    // Nothing of Leptos runs before the page is shown.
    wasm_bindgen_futures::spawn_local(async move {
        mount(screens, language, device::catalogue().await.ok().and_then(|text| text.as_string()).unwrap_or_default());
    });
}

#[inline(never)] // It is called twice, and most of the page is within it.
fn mount(screens: Screens, language: Language, source: String) {
    // Without the catalogue the page speaks English. It stays as long as the page.
    let catalogue: &'static Catalogue = Box::leak(Box::new(Catalogue::load(&source)));
    let source: &'static str = source.leak();
    mount_to_body(move || view! { <App screens language catalogue source/> });
    device::say_ready();
}

/// The page.
#[component]
fn App(screens: Screens, language: Language, catalogue: &'static Catalogue, source: &'static str) -> impl IntoView {
    let theme = device::kept("theme").unwrap_or_else(|| "auto".to_owned());
    let shell = Shell { language, theme: RwSignal::new(theme), said: RwSignal::new(String::new()), catalogue, source };
    provide_context(shell);
    let route = RwSignal::new(Route::read(&device::hash()));
    let _listening = window_event_listener(ev::hashchange, move |_| route.set(Route::read(&device::hash())));
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", language.tag());
    }
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
        {move || screens(route.get()).unwrap_or_else(|| {
            // The first script knows which program has it.
            device::reload();
            ().into_any()
        })}
        <footer>
            {(!device::keeps()).then(|| view! { <p class="unkept">{shell.say(Word::NothingKept)}</p> })}
            {concat!("Agon ", env!("CARGO_PKG_VERSION"))}
            {option_env!("AGON_COMMIT").map(|commit| format!(" · {commit}"))}
        </footer>
        <p class="said" role="status" aria-live="polite">{move || shell.said.get()}</p>
    }
}

/// An address that leads nowhere.
#[component]
pub fn Lost(why: Text) -> impl IntoView {
    let shell = shell();
    view! {
        <main class="lost">
            <h1>{shell.say(Word::Lost)}</h1>
            <p>{shell.tell(&why)}</p>
            <p><a class="button" href="#/">{shell.say(Word::ToGames)}</a></p>
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
            <summary>{shell.say(Word::Settings)}</summary>
            <div class="sheet">
                <label>
                    <span>{shell.say(Word::Theme)}</span>
                    <select on:change=move |event| shell.theme.set(event_target_value(&event))
                        prop:value=move || shell.theme.get()>
                        {themes.map(|(value, word)| view! {
                            <option value=value selected=move || shell.theme.get() == value>{shell.say(word)}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label>
                    <span>{shell.say(Word::LanguageName)}</span>
                    <select on:change=move |event| device::choose_language(&event_target_value(&event))>
                        {Language::ALL.map(|language| view! {
                            <option value=language.tag() selected=shell.language == language>{language.name()}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label>
                    <span>{shell.say(Word::Sound)}</span>
                    <input type="checkbox" checked=device::kept("sound").as_deref() == Some("on")
                        on:change=move |event| {
                            device::keep("sound", if event_target_checked(&event) { "on" } else { "off" });
                            device::click();
                        }/>
                </label>
            </div>
        </details>
    }
}
