//! The bar at the top: Agon, where one can go or in which game one is, sound and settings; and the bar at the bottom of a
//! phone. What does not work yet is not in them.

use crate::route::Place;
use crate::words::Word;
use leptos::html::Dialog;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::icons::{self, icon, mark};
use crate::page::settings::{Sheet, flip};

/// Where one can go from everywhere.
const WAYS: [(&str, Word, Place, &str); 2] =
    [("#/", Word::Play, Place::Play, icons::PLAY), ("#/online", Word::Online, Place::Online, icons::GLOBE)];

/// Both bars, and the sheet of settings that they open.
#[component]
pub fn Top(place: Memo<Place>) -> impl IntoView {
    let shell = shell();
    let dialog = NodeRef::<Dialog>::new();
    let sound = shell.settings.sound;
    let current = move |of: Place| move || (place.get() == of).then_some("page");
    view! {
        <header class="top">
            <Show when=move || shell.crumb.with(Option::is_some)>
                <a class="iconbtn leave" href="#/" aria-label=shell.say(Word::AllGames)>{icon(icons::BACK)}</a>
            </Show>
            <a class="brand" href="#/">{mark()}"Agon"</a>
            {move || match shell.crumb.get() {
                Some((game, variant)) => view! { <p class="crumb"><b>{game}</b><span>{variant}</span></p> }.into_any(),
                None => view! {
                    <nav class="nav" aria-label=shell.say(Word::Ways)>
                        {WAYS.map(|(href, word, of, _)| view! { <a href=href aria-current=current(of)>{shell.say(word)}</a> }).collect_view()}
                    </nav>
                }.into_any(),
            }}
            <div class="end">
                <button class="iconbtn" aria-label=shell.say(Word::Sound) aria-pressed=move || if sound.get() { "true" } else { "false" }
                    on:click=move |_| sound.update(|on| *on = !*on)>
                    {move || icon(if sound.get() { icons::SOUND } else { icons::MUTE })}
                </button>
                <button class="iconbtn setting" aria-label=shell.say(Word::Settings) aria-haspopup="dialog" on:click=move |_| flip(dialog)>
                    {icon(icons::SETTINGS)}
                </button>
            </div>
        </header>
        <Sheet dialog/>
        <nav class="dock" aria-label=shell.say(Word::Ways)>
            {WAYS.map(|(href, word, of, paths)| view! { <a href=href aria-current=current(of)>{icon(paths)}{shell.say(word)}</a> }).collect_view()}
            <button aria-haspopup="dialog" on:click=move |_| flip(dialog)>{icon(icons::SETTINGS)}{shell.say(Word::Settings)}</button>
        </nav>
    }
}
