//! The rules page of a game beside the table.

use crate::think::{Ask, Question, Tell};
use crate::words::{Language, Word};
use agon_rules::games::Info;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::thinker::Thinker;

/// A button that opens the page, and the page.
#[component]
pub fn Rules(game: &'static str) -> impl IntoView {
    let shell = shell();
    let open = RwSignal::new(false);
    let page = RwSignal::new(String::new());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Rules(html) => page.set(html),
        Tell::Failed(why) => page.set(shell.tell(&why)),
        _ => {}
    }));
    let show = move |_| {
        open.update(|open| *open = !*open);
        if page.with_untracked(String::is_empty) {
            let ask = Ask::Rules { game: game.to_owned() };
            thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask }));
        }
    };
    view! {
        <button aria-expanded=move || if open.get() { "true" } else { "false" } on:click=show>
            {shell.say(Word::Rules)}
        </button>
        <Show when=move || open.get()>
            <section class="sheet rules" tabindex="0" aria-label=shell.say(Word::Rules)>
                <button class="close" on:click=move |_| open.set(false)>{shell.say(Word::Close)}</button>
                {(shell.language != Language::En).then(|| view! { <p class="help">{shell.say(Word::RulesLanguage)}</p> })}
                <div inner_html=move || page.get()></div>
            </section>
        </Show>
    }
}

/// The rules of a game as a screen of their own.
#[component]
pub fn Reader(info: Info) -> impl IntoView {
    let shell = shell();
    shell.hue.set(Some(info.look.accent));
    shell.name(shell.say(Word::Rules), &shell.tell(&info.title()));
    view! { <main class="page rules"><h1 class="second">{shell.tell(&info.title())}</h1></main> }
}
