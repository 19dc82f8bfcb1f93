//! What a person sets: a sheet from the right, on phones from below. Everything is kept on this device and is a signal, so
//! that it takes effect at once.

use crate::settings::{Speed, THEMES, switch, theme};
use crate::words::{Language, Word};
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;
use crate::page::device;
use crate::page::icons::{self, icon};
use crate::page::share::modal;

#[wasm_bindgen]
extern "C" {
    /// Paints the page in a theme; `auto` follows the device from then on.
    #[wasm_bindgen(js_namespace = agon, js_name = theme)]
    fn paint(theme: &str);
}

/// Everything that is set.
#[derive(Clone, Copy)]
pub struct Settings {
    /// the colours: `auto`, `light`, `dark` or `contrast`
    pub theme: RwSignal<&'static str>,
    /// whether moves are heard; key `sound`
    pub sound: RwSignal<bool>,
    /// how fast computers' moves follow; key `speed`
    pub speed: RwSignal<Speed>,
    /// whether nothing is to move; key `motion`
    pub still: RwSignal<bool>,
    /// whether boards have coordinates; key `coordinates`
    pub coordinates: RwSignal<bool>,
    /// whether the board says why; key `explanations`
    pub explanations: RwSignal<bool>,
    /// whether a card is played by the first tap; key `first-tap`
    pub first_tap: RwSignal<bool>,
}

impl Settings {
    /// As they were kept, and kept again whenever they change.
    pub fn open() -> Self {
        let kept = |key: &'static str, usual: bool| {
            let signal = RwSignal::new(switch(device::kept(key).as_deref(), usual));
            Effect::new(move |before: Option<bool>| {
                let now = signal.get();
                if before.is_some_and(|before| before != now) {
                    device::keep(key, if now { "on" } else { "off" });
                }
                now
            });
            signal
        };
        let settings = Settings {
            theme: RwSignal::new(theme(&device::kept("theme").unwrap_or_default())),
            sound: kept("sound", true),
            speed: RwSignal::new(Speed::of(&device::kept("speed").unwrap_or_default())),
            still: kept("motion", false),
            coordinates: kept("coordinates", true),
            explanations: kept("explanations", true),
            first_tap: kept("first-tap", false),
        };
        Effect::new(move |before: Option<()>| {
            let theme = settings.theme.get();
            paint(theme);
            if before.is_some() {
                device::keep("theme", theme);
            }
        });
        Effect::new(move |before: Option<()>| {
            let speed = settings.speed.get();
            if before.is_some() {
                device::keep("speed", speed.word());
            }
        });
        // Styles and scripts ask the root.
        Effect::new(move |_| {
            if let Some(root) = document().document_element() {
                let _ = root.toggle_attribute_with_force("data-still", settings.still.get());
                let _ = root.toggle_attribute_with_force("data-plain", !settings.coordinates.get());
            }
        });
        settings
    }

    /// Whether nothing is to move, by this setting or by that of the device.
    pub fn is_still(self) -> bool {
        self.still.get_untracked() || device::is_calm()
    }
}

/// One of a few, beside each other. The control lies over its words.
pub fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    title: &'static str,
    all: Vec<(T, &'static str)>,
    chosen: Signal<T>,
    choose: Callback<T>,
) -> AnyView {
    let options = all.into_iter().map(|(value, label)| {
        view! {
            <label class="pick">
                <input type="radio" name=name prop:checked=move || chosen.get() == value on:change=move |_| choose.run(value)/>
                <span>{label}</span>
            </label>
        }
    });
    view! { <fieldset><legend>{title}</legend><div class="segs">{options.collect_view()}</div></fieldset> }.into_any()
}

/// Yes or no, with a line that says what for.
pub fn toggle(title: String, why: String, on: Signal<bool>, set: Callback<bool>) -> AnyView {
    view! {
        <label class="sw pick">
            <input type="checkbox" role="switch" prop:checked=on on:change=move |event| set.run(event_target_checked(&event))/>
            <span><b>{title}</b>{(!why.is_empty()).then(|| view! { <small>{why}</small> })}</span>
            <i class="knob"></i>
        </label>
    }
    .into_any()
}

/// The sheet. Escape and a tap outside close it, and the browser leads the focus in and back.
#[component]
pub fn Sheet(
    /// opened and closed from elsewhere
    dialog: NodeRef<Dialog>,
) -> impl IntoView {
    let shell = shell();
    let set = shell.settings;
    let themes = [Word::ThemeAuto, Word::ThemeLight, Word::ThemeDark, Word::ThemeContrast].map(|word| shell.say(word));
    let speeds = [Word::SpeedCalm, Word::SpeedNormal, Word::SpeedFast].map(|word| shell.say(word));
    let one = move |signal: RwSignal<bool>, title: Word, why: Word| {
        let change = Callback::new(move |on| signal.set(on));
        toggle(shell.say(title).to_owned(), shell.say(why).to_owned(), signal.into(), change)
    };
    let languages = Language::ALL.map(|language| (language, language.name())).to_vec();
    view! {
        <dialog class="drawer settings" node_ref=dialog aria-label=shell.say(Word::Settings)>
            <div class="in">
                <div class="dhead">
                    <h2>{shell.say(Word::Settings)}</h2>
                    <button class="iconbtn" aria-label=shell.say(Word::Close) on:click=move |_| flip(dialog)>{icon(icons::CLOSE)}</button>
                </div>
                {segments("theme", shell.say(Word::Theme), THEMES.into_iter().zip(themes).collect(),
                    set.theme.into(), Callback::new(move |theme| set.theme.set(theme)))}
                {segments("language", shell.say(Word::LanguageName), languages, Signal::stored(shell.language),
                    Callback::new(|language: Language| device::choose_language(language.tag())))}
                {segments("speed", shell.say(Word::SpeedName), Speed::ALL.into_iter().zip(speeds).collect(),
                    set.speed.into(), Callback::new(move |speed| set.speed.set(speed)))}
                <div class="sws">
                    {one(set.sound, Word::Sound, Word::SoundHelp)}
                    {one(set.still, Word::Still, Word::StillHelp)}
                    {one(set.coordinates, Word::Coordinates, Word::CoordinatesHelp)}
                    {one(set.explanations, Word::Explanations, Word::ExplanationsHelp)}
                    {one(set.first_tap, Word::FirstTap, Word::FirstTapHelp)}
                </div>
            </div>
        </dialog>
    }
}

/// Opens a sheet, or closes it.
pub fn flip(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        modal(&dialog);
    }
}
