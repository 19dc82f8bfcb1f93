//! The lab: a form, a worker that plays, and what it has found out so far.

use crate::brief::{capital, level};
use crate::lab::{Form, KINDS, Number};
use crate::measure::Measured;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_rules::{Text, games};
use leptos::html::Section;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::page::app::shell;
use crate::page::device;
use crate::page::icons::{self, small};
use crate::page::options::Options;
use crate::page::thinker::Thinker;

/// What a question is called, in the order of the kinds.
const QUESTIONS: [Word; 4] = [Word::AskTable, Word::AskMatch, Word::AskTournament, Word::AskBalance];

/// The screen.
#[component]
pub fn Lab(form: Form) -> impl IntoView {
    let shell = shell();
    let (game, title) = (form.setup.info.id, shell.tell(&form.setup.info.title()));
    shell.hue.set(Some(form.setup.info.look.accent));
    shell.name(shell.say(Word::TheLab), &title);
    let setup = RwSignal::new(form.setup.clone());
    let form = RwSignal::new(form);
    let levels = RwSignal::new(Vec::new());
    let shown = RwSignal::new(None::<Measured>);
    let running = RwSignal::new(false);
    let trouble = RwSignal::new(Text::default());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Players(players) => {
            trouble.set(Text::default());
            levels.set(players);
        }
        Tell::Lab(measured) => {
            running.set(!measured.over);
            shown.set(Some(measured));
        }
        Tell::Failed(why) => {
            running.set(false);
            trouble.set(why);
        }
        _ => {}
    }));
    let ask = move |ask: Ask| thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask }));
    let link = move || form.get().route().write();
    Effect::new(move |_| {
        let setup = setup.get();
        ask(Ask::Players { game: game.to_owned(), options: setup.settings() });
        form.update(|form| form.setup = setup);
    });
    Effect::new(move |_| device::replace(&link()));
    let result = NodeRef::<Section>::new();
    let run = move |_| {
        trouble.set(Text::default());
        shown.set(None);
        running.set(true);
        let width = result.get_untracked().map_or(0, |result| result.client_width());
        ask(Ask::Lab { link: untrack(link), width: width.unsigned_abs() });
    };
    // What was told last stays, and says itself that it is a part.
    let cancel = move |_| {
        thinker.with_value(Thinker::stop);
        running.set(false);
    };
    let status = move || {
        shown.with(|shown| {
            let Some(shown) = shown else { return String::new() };
            let mut text = format!(
                "{} / {} {}",
                shell.language.number(shown.done),
                shell.language.number(shown.of),
                shell.say(Word::GamesPlayed)
            );
            if !shown.over && !running.get() {
                text.push_str(" · ");
                text.push_str(shell.say(Word::Partial));
            }
            text
        })
    };
    // While it runs that would be said too often.
    Effect::new(move |_| {
        if !running.get() {
            shell.said.set(status());
        }
    });
    view! {
        <main class="page lab">
            <div class="head">
                <h1 class="second">{format!("{}: {title}", shell.say(Word::TheLab))}</h1>
                <p class="soft">{shell.say(Word::LabAbout)}</p>
            </div>
            <form class="sheet" on:submit=|event| event.prevent_default()>
                <Question form levels running/>
                <details>
                    <summary>{small(icons::ON)}{shell.say(Word::Options)}</summary>
                    <fieldset disabled=move || running.get()>
                        <Options setup/>
                    </fieldset>
                </details>
                <Show when=move || running.get()
                    fallback=move || view! { <button class="btn main wide run" on:click=run>{shell.say(Word::Run)}</button> }>
                    <button class="btn wide" on:click=cancel>{shell.say(Word::Cancel)}</button>
                </Show>
            </form>
            <section class="result" node_ref=result>
                <p class="refusal">{move || shell.tell(&trouble.get())}</p>
                <Show when=move || shown.with(Option::is_some)>
                    <label class="progress">
                        <progress max=move || shown.with(|shown| shown.as_ref().map_or(1, |shown| shown.of))
                            value=move || shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.done))></progress>
                        <span>{status}</span>
                    </label>
                </Show>
                <Show when=move || !running.get()><Files shown/></Show>
                // The worker's own text: every name in it is escaped.
                <div inner_html=move || shown.with(|shown| shown.as_ref().map(|shown| shown.html.clone()).unwrap_or_default())></div>
            </section>
        </main>
    }
}

/// What is asked, who plays and how often.
#[component]
fn Question(form: RwSignal<Form>, levels: RwSignal<Vec<(String, String)>>, running: RwSignal<bool>) -> impl IntoView {
    let shell = shell();
    let places = Memo::new(move |_| form.with(Form::places));
    let game = form.with_untracked(|form| form.setup.game());
    let info = form.with_untracked(|form| form.setup.info.clone());
    view! {
        <fieldset disabled=move || running.get()>
            <label class="field">
                <span>{shell.say(Word::Game)}</span>
                <select on:change=|event| device::go(&["#/lab/", &event_target_value(&event)].concat())>
                    {games::list().into_iter().map(|info| view! {
                        <option value=info.id selected=info.id == game>{shell.tell(&info.title())}</option>
                    }).collect_view()}
                </select>
            </label>
            <label class="field">
                <span>{shell.say(Word::Question)}</span>
                <select on:change=move |event| form.update(|form| form.set_kind(&event_target_value(&event)))>
                    {KINDS.iter().zip(QUESTIONS).map(|((_, value), word)| view! {
                        <option value=*value selected=move || form.with(Form::word) == *value>{shell.say(word)}</option>
                    }).collect_view()}
                </select>
            </label>
            <Show when=move || form.with(Form::word) == "balance">
                <label class="field">
                    <span>{shell.say(Word::Vary)}</span>
                    <select on:change=move |event| form.update(|form| form.vary = event_target_value(&event).parse().ok())>
                        <option value="" selected=move || form.with(|form| form.vary.is_none())>{shell.say(Word::Nothing)}</option>
                        {info.options.iter().enumerate().map(|(at, option)| view! {
                            <option value=at.to_string() selected=move || form.with(|form| form.vary) == Some(at)>
                                {capital(shell.tell(&info.option_title(option)))}
                            </option>
                        }).collect_view()}
                    </select>
                </label>
            </Show>
            <For each=move || 0..places.get() key=|at| *at let(at)>
                <PlayerRow form levels at/>
            </For>
            <NumberRow form word=Word::GamesEach which=Number::Games/>
            <NumberRow form word=Word::Seed which=Number::Seed/>
            <NumberRow form word=Word::Opening which=Number::Opening/>
        </fieldset>
    }
}

/// Who plays; the last row may be for nobody.
#[component]
fn PlayerRow(form: RwSignal<Form>, levels: RwSignal<Vec<(String, String)>>, at: usize) -> impl IntoView {
    let shell = shell();
    let chosen = Memo::new(move |_| form.with(|form| form.players().get(at).cloned().unwrap_or_default()));
    // The chosen player is in the list before the worker has answered, and when it is an engine by name.
    let names = move || {
        let mut names: Vec<String> = levels.with(|levels| levels.iter().map(|(name, _)| name.clone()).collect());
        let chosen = chosen.get();
        if !names.contains(&chosen) {
            names.push(chosen);
        }
        names.retain(|name| !name.is_empty());
        names
    };
    let nobody = move || form.with(|form| matches!(form.word(), "table" | "tournament"));
    view! {
        <label class="field">
            <span>{shell.say(Word::Player)}" "{at + 1}</span>
            <select on:change=move |event| form.update(|form| form.set_player(at, &event_target_value(&event)))>
                <Show when=nobody>
                    <option value="" selected=move || chosen.with(String::is_empty)>{shell.say(Word::Nobody)}</option>
                </Show>
                <For each=names key=|name| name.clone() let(name)>
                    {
                        let (value, same) = (name.clone(), name.clone());
                        view! { <option value=value selected=move || chosen.get() == same>{shell.tell(&level(&name))}</option> }
                    }
                </For>
            </select>
        </label>
    }
}

/// A number of the form.
#[component]
fn NumberRow(form: RwSignal<Form>, word: Word, which: Number) -> impl IntoView {
    let shell = shell();
    let number = move || form.with(|form| form.number(which)).to_string();
    view! {
        <label class="field">
            <span>{shell.say(word)}</span>
            <input type="number" min="0" prop:value=number on:change=move |event| {
                form.update(|form| form.set_number(which, &event_target_value(&event)));
                // What was refused is not left standing.
                if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                    input.set_value(&untrack(number));
                }
            }/>
        </label>
    }
}

/// The result in files.
#[component]
fn Files(shown: RwSignal<Option<Measured>>) -> impl IntoView {
    let shell = shell();
    let save = move |at: usize| {
        shown.with_untracked(|shown| {
            if let Some(file) = shown.as_ref().and_then(|shown| shown.files.get(at)) {
                device::download(&file.name, &file.kind, &file.text);
            }
        });
    };
    view! {
        <Show when=move || shown.with(|shown| shown.as_ref().is_some_and(|shown| !shown.files.is_empty()))>
            <p class="tools">
                <span>{shell.say(Word::Download)}</span>
                {move || shown.with(|shown| shown.iter().flat_map(|shown| &shown.files).enumerate().map(|(at, file)| view! {
                    <button class="btn sm" title=file.name.clone() on:click=move |_| save(at)>{file.label.clone()}</button>
                }).collect_view())}
            </p>
        </Show>
    }
}
