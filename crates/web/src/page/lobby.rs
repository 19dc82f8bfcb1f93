//! The way into rooms: a new one with a friend, or one by its code. Strangers are not listed here.

use crate::words::Word;
use agon_rules::text;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::art;
use crate::page::device;
use crate::page::home::ordered;

/// The screen.
#[component]
pub fn Online() -> impl IntoView {
    let shell = shell();
    shell.name(shell.say(Word::Online), "Agon");
    let here = device::has_server();
    let offline = RwSignal::new(device::is_offline());
    for event in ["online", "offline"] {
        let heard = window_event_listener_untyped(event, move |_| offline.set(device::is_offline()));
        on_cleanup(move || heard.remove());
    }
    view! {
        <main class="page lob">
            <div>
                <h1 class="second">{shell.say(Word::PrivateRoom)}</h1>
                <p class="soft">{shell.say(Word::PrivateRoomMore)}</p>
                {(!here).then(|| view! { <p class="okay">{shell.say(Word::OnlineNowhere)}</p> })}
                <p class="nope" role="status" class:none=move || !offline.get()>{shell.tell(&text!("Offline. Everything but online play works."))}</p>
                <ul class="qms">
                    {ordered().into_iter().map(|info| view! {
                        <li><a class="qm look" style:--hue=info.look.accent.to_string() href=format!("#/new/{}?_who=me,online", info.id)>
                            {art::poster(&info)}<b>{shell.tell(&info.title())}</b>
                        </a></li>
                    }).collect_view()}
                </ul>
            </div>
            <aside><section class="sheet room"><JoinForm/></section></aside>
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
            <h2><label for="code">{shell.say(Word::JoinCode)}</label></h2>
            <div class="joinrow">
                <input id="code" type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="K7XM-4QPT"
                    on:input=move |event| typed.set(event_target_value(&event))/>
                <button class="btn main">{shell.say(Word::Join)}</button>
            </div>
        </form>
    }
}
