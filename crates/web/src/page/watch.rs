//! Somebody's game to look at: forwards and backwards, and from any position a game of one's own.

use crate::route::Route;
use crate::setup::Setup;
use crate::share;
use crate::words::Word;
use agon_client::Plan;
use agon_rules::games::{self, Info};
use agon_rules::{Table, Text, View, Viewer, text};
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::art;
use crate::page::device;
use crate::page::icons::{self, icon, small};

/// The screen.
#[component]
pub fn Watch(plan: Plan, ply: usize) -> impl IntoView {
    let shell = shell();
    // Addresses are read where this is certain.
    let info: Info = games::info(&plan.record.game).ok()?;
    let table = plan.record.replay().ok()?;
    shell.hue.set(Some(info.look.accent));
    let title = shell.tell(&info.title());
    shell.name(shell.say(Word::Watch), &title);
    let names = share::names(&plan.sitters).join(" – ");
    let (last, at) = (table.ply(), RwSignal::new(ply.min(table.ply())));
    let table: StoredValue<Box<dyn Table>, LocalStorage> = StoredValue::new_local(table);
    let seen = move |ply: usize| table.with_value(|table| table.view_at(ply, Viewer::Spectator));
    let plan = StoredValue::new_local(plan);
    let known = StoredValue::new_local(info);
    let step = move |to: usize| {
        at.set(to.min(last));
        plan.with_value(|plan| device::replace(&Route::Watch(Box::new(plan.clone()), to.min(last)).write()));
        shell.said.set(told(seen(to.min(last)).as_ref(), to.min(last)));
    };
    let keys = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowLeft" => step(at.get_untracked().saturating_sub(1)),
        "ArrowRight" => step(at.get_untracked() + 1),
        _ => {}
    };
    let listening = window_event_listener(ev::keydown, keys);
    on_cleanup(move || listening.remove());
    let line = move || {
        let view = seen(at.get());
        let over = view.as_ref().filter(|view| view.turn.is_none()).map(|view| shell.tell(&view.prompt));
        let count = shell.tell(&text!("Move {n} of {all}", n = at.get() as u32, all = last as u32));
        let made = told(view.as_ref(), at.get());
        [count, made, over.unwrap_or_default()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" · ")
    };
    let onwards = move || {
        let position = seen(at.get()).map(|view| view.position).unwrap_or_default();
        known.with_value(|info| {
            let mut setup = Setup::new(info.clone());
            plan.with_value(|plan| {
                for (at, option) in info.options.iter().enumerate() {
                    if let Some((_, value)) = plan.record.options.iter().find(|(name, _)| *name == option.name) {
                        setup.set(at, value);
                    }
                }
            });
            setup.position = position;
            Route::New(setup).write()
        })
    };
    let button = move |word: Word,
                       class: &'static str,
                       to: fn(usize, usize) -> usize,
                       stuck: fn(usize, usize) -> bool| {
        view! {
            <button class=format!("btn {class}") aria-label=shell.say(word) disabled=move || stuck(at.get(), last)
                on:click=move |_| step(to(at.get_untracked(), last))>{icon(if class.contains("on") { icons::ON } else { icons::BACK })}</button>
        }
        .into_any()
    };
    Some(
        view! {
            <main class="page watch">
                <p><a class="backlink" href="#/">{small(icons::BACK)}{shell.say(Word::AllGames)}</a></p>
                <h1 class="second">{title}</h1>
                <p class="soft">{names}</p>
                <div class="watched">{move || {
                    let before = at.get().checked_sub(1).and_then(seen);
                    seen(at.get()).map(|view| known.with_value(|info| art::position(info, &view, before)))
                }}</div>
                <p class="line">{line}</p>
                <div class="tools">
                    {button(Word::First, "double", |_, _| 0, |at, _| at == 0)}
                    {button(Word::Previous, "", |at, _| at.saturating_sub(1), |at, _| at == 0)}
                    {button(Word::Next, "on", |at, _| at + 1, |at, last| at >= last)}
                    {button(Word::Newest, "on double", |_, last| last, |at, last| at >= last)}
                    <a class="btn main" href=onwards>{small(icons::PLAY)}{shell.say(Word::PlayFrom)}</a>
                </div>
            </main>
        }
        .into_any(),
    )
}

/// The move that led to a position.
fn told(view: Option<&View>, ply: usize) -> String {
    let step = view.and_then(|view| ply.checked_sub(1).and_then(|at| view.history.get(at)));
    step.map(|step| Text::of_move(&step.text).to_string()).unwrap_or_default()
}
