//! A review of the game: its graph, its turning points, and the way back into play from each.

use crate::desk::Input;
use crate::review::Decided;
use crate::screen::Screen;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_rules::text;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::page::app::shell;
use crate::page::thinker::Thinker;

/// A button, and what comes of it.
#[component]
pub fn Review(
    screen: RwSignal<Screen>,
    input: Callback<Input>,
    /// the record, where it may be looked at again, and the seats of people
    what: Callback<(), Option<(String, Vec<usize>)>>,
    /// when the game was decided, once that is known
    decided: RwSignal<Option<Decided>>,
) -> impl IntoView {
    let shell = shell();
    let (done, of, html) = (RwSignal::new(0), RwSignal::new(0), RwSignal::new(String::new()));
    let going = RwSignal::new(false);
    // The moves that were looked at; of another game nothing is known.
    let about = RwSignal::new(Vec::new());
    let now = move || screen.with(|screen| screen.history.steps.clone());
    let same = Memo::new(move |_| about.with(|moves| !moves.is_empty() && *moves == now()));
    let may = Memo::new(move |_| screen.with(|screen| !screen.history.steps.is_empty()) && what.run(()).is_some());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Review { done: looked, of: all, html: text, decided: when } => {
            decided.set(when);
            going.set(looked < all);
            done.set(looked);
            of.set(all);
            html.set(text);
        }
        Tell::Failed(why) => {
            going.set(false);
            let why = shell.tell(&why);
            html.set(agon_lab::report::escape(&why).into_owned());
            shell.said.set(why);
        }
        _ => {}
    }));
    let stop = move || {
        going.set(false);
        thinker.with_value(Thinker::stop);
    };
    let begin = move || {
        let Some((record, people)) = what.run(()) else { return };
        let moves = untrack(now);
        done.set(0);
        of.set(moves.len());
        html.set(String::new());
        about.set(moves);
        going.set(true);
        let catalogue = shell.source.to_owned();
        thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask: Ask::Review { record, catalogue, people } }));
    };
    let press = move |_| if going.get_untracked() { stop() } else { begin() };
    Effect::new(move |_| {
        if going.get() && !same.get() {
            stop();
        }
    });
    // When it is over, everybody wants to know when it was decided.
    let over = Memo::new(move |_| screen.with(|screen| screen.result.is_some()));
    Effect::new(move |was: Option<bool>| {
        let over = over.get();
        if over && was == Some(false) {
            begin();
        } else if !over {
            decided.set(None);
        }
        over
    });
    let lead = move |event: web_sys::MouseEvent| {
        let hit = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let ply = |name: &str| hit.as_ref().and_then(|hit| hit.get_attribute(name)).and_then(|ply| ply.parse().ok());
        if let Some(ply) = ply("data-ply").or(ply("data-try")) {
            input.run(Input::Look(ply));
        }
        if ply("data-try").is_some() {
            input.run(Input::Branch);
        }
    };
    let label = move || {
        if !going.get() {
            return shell.tell(&text!("Review the whole game"));
        }
        let (done, of) = (done.get().to_string(), of.get().to_string());
        [shell.say(Word::Stop), " · ", &done, " ", shell.say(Word::Of), " ", &of].concat()
    };
    view! {
        <section class="review" class:none=move || !may.get() on:click=lead
            style:--at=move || screen.with(|screen| screen.history.at.to_string()) style:--of=move || of.get().to_string()>
            <button class="btn wide look" on:click=press>{label}</button>
            <div inner_html=move || if same.get() { html.get() } else { String::new() }></div>
        </section>
    }
}
