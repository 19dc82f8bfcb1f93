//! The game looked at again: its line, its turning points, and the way back into play from each.

use crate::desk::Input;
use crate::graph::Graph;
use crate::screen::Screen;
use crate::think::{Ask, Job, Tell};
use crate::words::Word;
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
) -> impl IntoView {
    let shell = shell();
    let graph = RwSignal::new(Graph::default());
    let why = RwSignal::new(String::new());
    let going = RwSignal::new(false);
    // The moves that were looked at, and who can try again; of another game nothing is known.
    let about = RwSignal::new((Vec::new(), Vec::new()));
    let now = move || screen.with(|screen| screen.trail.clone());
    let same = Memo::new(move |_| about.with(|(moves, _)| !moves.is_empty() && *moves == now()));
    let may = Memo::new(move |_| screen.with(|screen| !screen.trail.is_empty()) && what.run(()).is_some());
    let at = Memo::new(move |_| screen.with(|screen| screen.at));
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Review(now) => {
            going.set(now.done < now.of);
            graph.set(now);
        }
        Tell::Failed(text) => {
            going.set(false);
            why.set(text);
        }
        _ => {}
    }));
    let stop = move || {
        going.set(false);
        thinker.with_value(Thinker::stop);
    };
    let start = move |_| {
        let Some((record, people)) = what.run(()) else { return };
        stop();
        let moves = untrack(now);
        graph.set(Graph { of: moves.len(), ..Graph::default() });
        about.set((moves, people));
        going.set(true);
        why.set(String::new());
        let language = shell.language.get_untracked().tag().to_owned();
        thinker.with_value(|thinker| thinker.ask(&Job { id: 0, ask: Ask::Review { record, language } }));
    };
    Effect::new(move |_| {
        if going.get() && !same.get() {
            stop();
        }
    });
    let press = move |event: web_sys::MouseEvent| {
        let hit = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(ply) = hit.and_then(|hit| hit.get_attribute("data-ply")).and_then(|ply| ply.parse().ok()) {
            input.run(Input::Look(ply));
        }
    };
    view! {
        <Show when=move || may.get()>
            <section class="review">
                <Show when=move || same.get() && going.get()
                    fallback=move || view! { <button class="look" on:click=start>{move || shell.say(Word::LookAgain)}</button> }>
                    <button class="look" on:click=move |_| stop()>
                        {move || shell.say(Word::Stop)}" · "{move || graph.with(|graph| graph.done)}" "{move || shell.say(Word::Of)}" "{move || graph.with(|graph| graph.of)}
                    </button>
                </Show>
                <p class="refusal">{move || why.get()}</p>
                <Show when=move || same.get() && graph.with(|graph| graph.done > 0)>
                    <div class="graph" on:click=press inner_html=move || graph.with(|graph| graph.drawing.clone())
                        style:--at=move || at.get().to_string() style:--of=move || graph.with(|graph| graph.of.to_string())></div>
                    <p class="legend">
                        "▲ "{move || screen.with(|screen| screen.names.first().cloned())}
                        <span>"● "{move || shell.say(Word::Proved)}</span><span>"○ "{move || shell.say(Word::Estimate)}</span>
                    </p>
                    <ol class="turns">
                        <For each=move || graph.with(|graph| graph.turns.clone()) key=|turn| turn.text.clone() let(turn)>
                            {let (ply, seat) = (turn.ply, turn.seat); view! {
                                <li>
                                    <button class=format!("mistake seat{seat}") aria-current=move || (at.get() == ply).then_some("step")
                                        on:click=move |_| input.run(Input::Look(ply))>{turn.text}</button>
                                    <Show when=move || at.get() == ply && about.with(|(_, people)| people.contains(&seat))>
                                        <button class="button" on:click=move |_| { input.run(Input::Look(ply)); input.run(Input::Branch); }>
                                            {move || shell.say(Word::TryAgain)}
                                        </button>
                                    </Show>
                                </li>
                            }}
                        </For>
                    </ol>
                    <Show when=move || !going.get() && graph.with(|graph| graph.turns.is_empty())>
                        <p>{move || shell.say(Word::NoTurns)}</p>
                    </Show>
                </Show>
            </section>
        </Show>
    }
}
