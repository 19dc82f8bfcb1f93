//! A game handed on: as a link, a text, a file, a picture or a code.

use crate::route::Route;
use crate::share::{Goods, Want};
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_rules::Text;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::page::app::shell;
use crate::page::device;
use crate::page::icons::{self, icon, small};
use crate::page::kept;
use crate::page::thinker::Thinker;

#[wasm_bindgen]
extern "C" {
    /// Opens a dialog, or closes it.
    #[wasm_bindgen(js_namespace = agon)]
    pub fn modal(element: &JsValue);
    /// Copies a text, or selects it where that is not allowed, and says so.
    #[wasm_bindgen(js_namespace = agon)]
    fn copy(text: &str, dialog: &JsValue, yes: &str, no: &str);
    /// Passes a link on; without one it only says whether that can be done.
    #[wasm_bindgen(js_namespace = agon)]
    fn send(title: &str, link: &str) -> bool;
    /// Saves something in a file.
    #[wasm_bindgen(js_namespace = agon)]
    fn save(name: &str, what: &str, kind: &str);
    /// Draws an SVG `width` pixels wide, and saves it.
    #[wasm_bindgen(js_namespace = agon)]
    fn png(name: &str, svg: &str, width: u32);
    /// Reads the file that was chosen, and tells its text.
    #[wasm_bindgen(js_namespace = agon)]
    fn read(input: &JsValue, tell: &JsValue);
}

/// How wide a picture of dots is.
const DOTS: u32 = 1200;

/// A button, and the sheet it opens. `want` is asked when it is.
#[component]
pub fn Share(want: Callback<(), Want>) -> impl IntoView {
    let shell = shell();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    let goods = RwSignal::new(None::<Goods>);
    let (link, shown, said) =
        (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(String::new()));
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Goods(all) => goods.set(Some(all)),
        Tell::Failed(why) => said.set(shell.tell(&why)),
        _ => {}
    }));
    let toggle = move || {
        if let Some(dialog) = dialog.get_untracked() {
            modal(&dialog);
        }
    };
    let open = move |_| {
        let want = want.run(());
        goods.set(None);
        said.set(String::new());
        link.set(want.link.clone());
        shown.set(want.link.clone());
        thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask: Ask::Share(want) }));
        toggle();
    };
    let take = move |text: &str| {
        if let Some(dialog) = dialog.get_untracked() {
            copy(text, &dialog, shell.say(Word::Copied), shell.say(Word::CopyByHand));
        }
    };
    let act = move |word: Word| {
        if word == Word::CopyLink {
            return take(&link.get_untracked());
        }
        let Some(all) = goods.get_untracked() else { return };
        let Goods { name, picture, text, file, .. } = all;
        match word {
            Word::CopyText => take(&text),
            Word::SaveFile => save(&(name + ".agon"), &file, "text/plain"),
            Word::SaveSvg => save(&(name + ".svg"), &picture, "image/svg+xml"),
            _ => png(&(name + ".png"), &picture, DOTS),
        }
    };
    let acts = [
        (Word::CopyLink, "CopyLink"),
        (Word::CopyText, "CopyText"),
        (Word::SaveFile, "SaveFile"),
        (Word::SaveSvg, "SaveSvg"),
        (Word::SavePng, "SavePng"),
    ];
    let hides = move || goods.with(|goods| goods.as_ref().is_some_and(|all| all.hides));
    let linked = move || link.with(|link| !link.is_empty());
    let needs_link = |word: Word| matches!(word, Word::CopyLink | Word::SaveFile);
    view! {
        <button class="btn sharing" aria-haspopup="dialog" on:click=open>{shell.say(Word::Share)}</button>
        <dialog class="share" node_ref=dialog aria-label=shell.say(Word::Share)>
            <div class="in">
                <div class="dhead">
                    <h2>{shell.say(Word::Share)}</h2>
                    <button class="iconbtn close" aria-label=shell.say(Word::Close) on:click=move |_| toggle()>{icon(icons::CLOSE)}</button>
                </div>
                <p class="soft">{move || shell.say(if linked() { Word::WatchLink } else { Word::Hidden })}</p>
                // Copying by hand needs it too.
                <textarea rows="2" readonly class:none=move || !linked() && shown.with(String::is_empty)
                    prop:value=move || shown.get() aria-label=shell.say(Word::CopyLink)></textarea>
                <div class="tools">
                    {acts.map(|(word, name)| view! {
                        <button class="btn" class:main=word == Word::CopyLink class:none=move || needs_link(word) && !linked() data-act=name
                            disabled=move || word != Word::CopyLink && goods.with(Option::is_none)
                            on:click=move |_| act(word)>{shell.say(word)}</button>
                    }).collect_view()}
                    {send("", "").then(|| view! {
                        <button class="btn" class:none=move || !linked()
                            on:click=move |_| { send("Agon", &link.get_untracked()); }>{shell.say(Word::SendLink)}</button>
                    })}
                </div>
                <p role="status">{move || said.get()}</p>
                <div class="previews" aria-hidden="true" inner_html=move || goods.with(|goods| {
                    goods.as_ref().map(|all| all.picture.clone() + all.code.as_deref().unwrap_or_default()).unwrap_or_default()
                })></div>
                <p class="soft small">{move || (!hides() && goods.with(|goods| goods.as_ref().is_some_and(|all| all.code.is_none())))
                    .then(|| shell.say(Word::NoCode))}</p>
            </div>
        </dialog>
    }
}

/// A way to open a file that holds a game.
#[component]
pub fn OpenFile() -> impl IntoView {
    let shell = shell();
    let why = RwSignal::new(None::<Text>);
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        // What is hidden in a game does not get into the address.
        Tell::Opened(hash) => device::go(&match Route::read(&hash) {
            Route::Game(plan) => kept::address(*plan),
            _ => hash,
        }),
        Tell::Failed(text) => why.set(Some(text)),
        _ => {}
    }));
    let ask =
        StoredValue::new_local(Closure::<dyn Fn(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask: Ask::Open { text } }));
        }));
    let chosen = move |event: web_sys::Event| {
        if let Some(input) = event.target() {
            ask.with_value(|ask| read(&input, ask.as_ref()));
        }
    };
    view! {
        <div class="open">
        <label class="btn opening">
            {small(icons::FILE)}{shell.say(Word::OpenGame)}
            <input type="file" accept=".agon,.txt,text/plain" on:change=chosen/>
        </label>
        <p class="refusal" role="alert">{move || why.get().map(|why| format!("{} {}", shell.say(Word::NoFile), shell.tell(&why)))}</p>
        </div>
    }
}
