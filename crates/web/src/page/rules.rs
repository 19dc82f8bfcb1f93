//! The rules of a game to read: as a screen of its own, and beside the table.

use crate::known::known;
use crate::think::{Ask, Question, Tell};
use crate::words::{Language, Word};
use crate::{brief, pages};
use agon_rules::games::Info;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::device;
use crate::page::icons::{self, small};
use crate::page::thinker::Thinker;

/// The page of a game as HTML, in the language of the page; empty until the worker has drawn it.
pub fn load(game: &'static str) -> RwSignal<String> {
    let shell = shell();
    let page = RwSignal::new(String::new());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Rules(html) => page.set(html),
        Tell::Failed(why) => page.set(agon_lab::report::escape(&shell.tell(&why))),
        _ => {}
    }));
    let ask = move |text: String| {
        let ask = Ask::Rules { game: game.to_owned(), page: text, catalogue: shell.source.to_owned() };
        // The screen may be gone.
        let _ = thinker.try_with_value(|thinker| thinker.ask(&Question { id: 0, ask }));
    };
    if shell.language == Language::En {
        ask(String::new());
    } else {
        leptos::task::spawn_local(async move {
            // Where they cannot be had the rules are in English.
            let all = device::pages().await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            ask(pages::find(&all, game).unwrap_or_default().to_owned());
        });
    }
    page
}

/// The rules of a game as a screen of their own.
#[component]
pub fn Reader(info: Info) -> impl IntoView {
    let shell = shell();
    shell.hue.set(Some(info.look.accent));
    let title = shell.tell(&info.title());
    shell.name(shell.say(Word::Rules), &title);
    let page = load(info.id);
    view! {
        <main class="page reader">
            <p><a class="backlink" href=format!("#/new/{}", info.id)>{small(icons::BACK)}{shell.say(Word::NewGame)}</a></p>
            <h1 class="second">{title}</h1>
            <p class="soft lead">{brief::capital(shell.tell(&info.pitch()))}</p>
            <div class="rules" inner_html=move || page.get()></div>
            {known(info.id).map(|text| view! { <p class="okay">{brief::capital(shell.tell(&text))}</p> })}
            <p><a class="btn main" href=format!("#/new/{}", info.id)>{small(icons::PLAY)}{shell.say(Word::NewGame)}</a></p>
        </main>
    }
}
