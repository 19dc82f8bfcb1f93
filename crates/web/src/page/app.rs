//! The whole page: which screen is shown, in which language and colours.

use crate::brief::capital;
use crate::route::Route;
use crate::words::{Language, Word};
use agon_rules::{Catalogue, Language as _, Text};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::page::device;
use crate::page::kept;
use crate::page::settings::Settings;
use crate::page::top::Top;

/// What every screen knows. The language is chosen once for a page: another one loads it anew, which keeps the page small.
#[derive(Clone, Copy)]
pub struct Shell {
    /// the language of the words
    pub language: Language,
    /// what a person sets
    pub settings: Settings,
    /// what a screen reader says next
    pub said: RwSignal<String>,
    /// the game on the screen and its variant in words: they stand in the bar at the top instead of the ways elsewhere
    pub crumb: RwSignal<Option<(String, String)>>,
    /// the title of the window, as in "Your turn · Gambit"
    pub title: RwSignal<String>,
    /// the hue of the game on the screen, or of Agon
    pub hue: RwSignal<Option<u16>>,
    /// that language: empty for English
    catalogue: &'static Catalogue,
    /// the same as the worker reads it
    pub source: &'static str,
}

/// The hue where there is no game.
const HUE: u16 = 262;

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

    /// Names the window after the screen, before the name of the page or game.
    pub fn name(self, screen: &str, of: &str) {
        self.title.set(if screen.is_empty() { of.to_owned() } else { format!("{screen} · {of}") });
    }

    /// A screen is left: what belonged to it goes.
    fn leave(self) {
        self.crumb.set(None);
        self.hue.set(None);
        self.title.set("Agon".to_owned());
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
    let shell = Shell {
        language,
        settings: Settings::open(),
        said: RwSignal::new(String::new()),
        crumb: RwSignal::new(None),
        title: RwSignal::new(String::new()),
        hue: RwSignal::new(None),
        catalogue,
        source,
    };
    provide_context(shell);
    let route = RwSignal::new(kept::open(&device::hash()));
    let _listening = window_event_listener(ev::hashchange, move |_| {
        route.set(kept::open(&device::hash()));
        request_animation_frame(arrive);
    });
    let root = document().document_element().map(JsCast::unchecked_into::<HtmlElement>);
    if let Some(root) = &root {
        let _ = root.set_attribute("lang", language.tag());
    }
    let root = StoredValue::new_local(root);
    Effect::new(move |_| document().set_title(&shell.title.get()));
    Effect::new(move |_| {
        let hue = shell.hue.get().unwrap_or(HUE).to_string();
        root.with_value(|root| root.iter().for_each(|root| drop(root.style().set_property("--hue", &hue))));
    });
    let place = Memo::new(move |_| route.with(Route::place));
    view! {
        <Top place/>
        {(!device::keeps()).then(|| view! { <p class="unkept">{shell.say(Word::NothingKept)}</p> })}
        {move || {
            let route = route.get();
            shell.leave();
            if let Some(body) = document().body() {
                let _ = body.set_attribute("data-screen", route.kind());
            }
            screens(route).unwrap_or_else(|| {
                // The first script knows which program has it.
                device::reload();
                ().into_any()
            })
        }}
        <footer class="foot">
            {concat!("Agon ", env!("CARGO_PKG_VERSION"))}
            {option_env!("AGON_COMMIT").map(|commit| format!(" · {commit}"))}
        </footer>
        <p class="said" role="status" aria-live="polite">{move || shell.said.get()}</p>
    }
}

/// Another screen is there: it is looked at from its beginning, and the focus goes to its title. A game decides for itself.
fn arrive() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
    let title = document().query_selector("main:not(.game) h1").ok().flatten();
    if let Some(title) = title {
        let title: HtmlElement = title.unchecked_into();
        title.set_tab_index(-1);
        let _ = title.focus();
    }
}

/// An address that leads nowhere.
#[component]
pub fn Lost(why: Text) -> impl IntoView {
    let shell = shell();
    shell.name(shell.say(Word::Lost), "Agon");
    view! {
        <main class="page lost">
            <h1 class="second">{shell.say(Word::Lost)}</h1>
            <p class="soft">{capital(shell.tell(&why))}</p>
            <p><a class="btn main" href="#/">{shell.say(Word::ToGames)}</a></p>
        </main>
    }
}
