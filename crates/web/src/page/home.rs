//! The games, each with a little board, and where one left off.

use crate::known::known;
use crate::route::Route;
use crate::words::Word;
use agon_rules::games::{self, Info};
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::device;
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
                <span class="thumb" inner_html=crate::draw::poster(&info, &|text| shell.tell(text))></span>
                <h3>{shell.tell(&info.title())}</h3>
                <p>{first}</p>
                {known(info.id).map(|text| view! { <p class="known">{shell.tell(&text)}</p> })}
            </a>
        </li>
    }
}
