//! The form of a new game, made from what the game says of its options.

use agon_web::lab::Form;
use agon_web::route::Route;
use agon_web::setup::Setup;
use agon_web::think::{Ask, Job, Tell};
use agon_web::words::Word;
use leptos::prelude::*;

use crate::app::shell;
use crate::device;
use crate::rules::Rules;
use crate::thinker::Thinker;

/// The form.
#[component]
pub fn New(setup: Setup) -> impl IntoView {
    let shell = shell();
    let (game, name, about) = (setup.info.id, setup.info.name, setup.info.about);
    let setup = RwSignal::new(setup);
    // What is chosen is in the address, so that a link leads to the same form.
    Effect::new(move |_| device::replace(&Route::New(setup.get()).write()));
    let levels = levels(setup);
    let start = move |_| {
        let plan = setup.with_untracked(|setup| setup.plan(device::chance()));
        device::go(&Route::Game(Box::new(plan)).write());
    };
    let seats = Memo::new(move |_| setup.with(Setup::seats));
    view! {
        <main class="form">
            <h1>{name}</h1>
            <p class="about">{about}</p>
            <div class="tools">
                <button class="button wide" on:click=start>{move || shell.say(Word::Start)}</button>
                <Rules game/>
            </div>
            <fieldset>
                <legend>{move || shell.say(Word::Players)}</legend>
                <For each=move || 0..seats.get() key=|at| *at let(at)>
                    <PlayerRow setup at levels/>
                </For>
                <label class="field">
                    <span>{move || shell.say(Word::Begins)}</span>
                    <select on:change=move |event| {
                        let at = event_target_value(&event).parse().unwrap_or(0);
                        setup.update(|setup| setup.set_begins(at));
                    }>
                        <For each=move || 0..=seats.get() key=|at| *at let(at)>
                            <option value=at.to_string() selected=move || setup.with(Setup::begins) == at>
                                {move || if at < seats.get() {
                                    format!("{} {}", shell.say(Word::Player), at + 1)
                                } else {
                                    shell.say(Word::Chance).to_owned()
                                }}
                            </option>
                        </For>
                    </select>
                </label>
            </fieldset>
            <fieldset>
                <legend>{move || shell.say(Word::Options)}</legend>
                {(0..setup.with_untracked(|setup| setup.info.options.len())).map(|at| view! { <OptionRow setup at/> }).collect_view()}
            </fieldset>
            <p><a class="button quiet" href=move || Route::Lab(Box::new(Form::new(setup.get()))).write()>
                {move || shell.say(Word::ToLab)}
            </a></p>
        </main>
    }
}

/// The computer players of the game, once the worker has said so.
fn levels(setup: RwSignal<Setup>) -> RwSignal<Vec<(String, String)>> {
    let levels = RwSignal::new(Vec::new());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| {
        if let Tell::Players(players) = answer.tell {
            levels.set(players);
        }
    }));
    Effect::new(move |_| {
        let (game, options) = setup.with(|setup| (setup.game().to_owned(), setup.settings()));
        thinker.with_value(|thinker| thinker.ask(&Job { id: 0, ask: Ask::Players { game, options } }));
    });
    levels
}

/// Who plays at a seat.
#[component]
fn PlayerRow(setup: RwSignal<Setup>, at: usize, levels: RwSignal<Vec<(String, String)>>) -> impl IntoView {
    let shell = shell();
    let chosen = move || setup.with(|setup| setup.player(at).word().to_owned());
    // Before the worker has answered, whoever is chosen is offered.
    let names = move || {
        let mut names: Vec<(String, String)> = levels.get();
        let chosen = chosen();
        if !["me", "friend", "online"].contains(&chosen.as_str()) && !names.iter().any(|(name, _)| *name == chosen) {
            names.push((chosen, String::new()));
        }
        names
    };
    view! {
        <label class="field">
            <span>{move || format!("{} {}", shell.say(Word::Player), at + 1)}</span>
            <select on:change=move |event| {
                let word = event_target_value(&event);
                setup.update(|setup| setup.set_player(at, &word));
            }>
                <option value="me" selected=move || chosen() == "me">{move || shell.say(Word::Me)}</option>
                <option value="friend" selected=move || chosen() == "friend">{move || shell.say(Word::FriendHere)}</option>
                <For each=names key=|(name, _)| name.clone() let((name, what))>
                    {
                        let (value, same) = (name.clone(), name.clone());
                        view! {
                            <option value=value title=what selected=move || chosen() == same>
                                {move || format!("{}: {name}", shell.say(Word::Computer))}
                            </option>
                        }
                    }
                </For>
            </select>
        </label>
    }
}

/// One option of the game.
#[component]
pub fn OptionRow(setup: RwSignal<Setup>, at: usize) -> impl IntoView {
    let option = setup.with_untracked(|setup| setup.info.options[at].clone());
    let help = format!("help-{}", option.name);
    view! {
        <div class="field">
            <label>
                <span>{option.name.replace('-', " ")}</span>
                <select aria-describedby=help.clone() on:change=move |event| {
                    let value = event_target_value(&event);
                    setup.update(|setup| { setup.set(at, &value); });
                }>
                    {option.values.iter().map(|value| {
                        let value = value.to_string();
                        let same = value.clone();
                        view! {
                            <option value=value.clone() selected=move || setup.with(|setup| setup.value(at)) == same>
                                {value.clone()}
                            </option>
                        }
                    }).collect_view()}
                </select>
            </label>
            <p class="help" id=help>{option.help}</p>
        </div>
    }
}
