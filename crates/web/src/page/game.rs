//! The screen of a game at this device.

use agon_web::desk::{Desk, Effect as Do, Input};
use agon_web::route::Route;
use agon_web::screen::Screen;
use agon_web::think::Answer;
use agon_web::words::Word;
use agon_wire::Plan;
use leptos::prelude::*;

use crate::app::shell;
use crate::board::Board;
use crate::device;
use crate::glide::Before;
use crate::rules::Rules;
use crate::thinker::Thinker;

/// The game, and what carries its effects out.
#[derive(Clone, Copy)]
struct Seat {
    desk: StoredValue<Option<Desk>, LocalStorage>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    /// rates moves while the other one may think about its own
    analyst: StoredValue<Option<Thinker>, LocalStorage>,
    screen: RwSignal<Screen>,
    said: RwSignal<String>,
}

impl Seat {
    fn input(self, input: Input) {
        self.change(move |desk| desk.take(input));
    }

    fn hear(self, answer: Answer) {
        self.change(move |desk| desk.hear(answer));
    }

    /// Lets something happen, shows it, and does what it leads to.
    fn change(self, happen: impl FnOnce(&mut Desk) -> Vec<Do>) {
        let Some(before) = self.desk.with_value(|desk| desk.as_ref().map(Desk::view)) else { return };
        let before = Before::look(before);
        let mut effects = Vec::new();
        self.desk.update_value(|desk| {
            if let Some(desk) = desk {
                effects = happen(desk);
            }
        });
        self.show();
        if let Some(after) = self.desk.with_value(|desk| desk.as_ref().map(Desk::view)) {
            before.play(after);
        }
        self.perform(effects);
    }

    fn show(self) {
        if let Some(screen) = self.desk.with_value(|desk| desk.as_ref().map(Desk::screen)) {
            self.screen.set(screen);
        }
    }

    fn perform(self, effects: Vec<Do>) {
        for effect in effects {
            match effect {
                Do::Ask(job) => self.thinker.with_value(|thinker| thinker.iter().for_each(|thinker| thinker.ask(&job))),
                Do::Watch(job) => self.analyst.with_value(|thinker| {
                    if let Some(thinker) = thinker {
                        thinker.stop();
                        thinker.ask(&job);
                    }
                }),
                Do::Unwatch => self.analyst.with_value(|thinker| thinker.iter().for_each(Thinker::stop)),
                Do::Stop => self.thinker.with_value(|thinker| thinker.iter().for_each(Thinker::stop)),
                Do::Say(text) => self.said.set(text),
                Do::Moved => {}
                Do::Keep => {
                    let plan = self.desk.with_value(|desk| desk.as_ref().map(Desk::plan));
                    if let Some(plan) = plan {
                        let hash = Route::Game(Box::new(plan)).write();
                        device::replace(&hash);
                        device::keep("last", &hash);
                    }
                }
            }
        }
    }
}

/// The screen.
#[component]
pub fn Game(plan: Plan) -> impl IntoView {
    let shell = shell();
    let opened = Desk::open(&plan);
    let game = opened.as_ref().map_or("", |(desk, _)| desk.game());
    let (desk, effects) = match opened {
        Ok((desk, effects)) => (desk, effects),
        Err(why) => return view! { <main class="lost"><h1>{why.to_string()}</h1></main> }.into_any(),
    };
    let seat = Seat {
        screen: RwSignal::new(desk.screen()),
        desk: StoredValue::new_local(Some(desk)),
        thinker: StoredValue::new_local(None),
        analyst: StoredValue::new_local(None),
        said: shell.said,
    };
    seat.thinker.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.analyst.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.perform(effects);
    let screen = seat.screen;
    let tap = Callback::new(move |site| seat.input(Input::Tap(site)));
    let title = Memo::new(move |_| screen.with(|screen| screen.title.clone()));
    let read = move |read: fn(&Screen) -> bool| screen.with(read);
    view! {
        <main class="game" on:keydown=move |event| if event.key() == "Escape" { seat.input(Input::Cancel) }>
            <a class="skip" href="#table" on:click=|event| { event.prevent_default(); crate::board::enter(); }>{move || shell.say(Word::Skip)}</a>
            <div class="head">
                <h1>{title}</h1>
                <p class="variant">{move || screen.with(|screen| screen.variant.clone())}</p>
                <Players screen/>
                <p class="prompt">{move || screen.with(|screen| screen.prompt.clone())}</p>
            </div>
            <Show when=move || screen.with(|screen| screen.hand_over.is_some())>
                <div class="sheet handover">
                    <p>{move || shell.say(Word::HandOver)}</p>
                    <button class="button" on:click=move |_| seat.input(Input::TakeScreen)>{move || shell.say(Word::TakeScreen)}</button>
                </div>
            </Show>
            <Board screen=screen.into() tap/>
            <div class="choices">
                <For each=move || screen.with(|screen| screen.buttons.clone()) key=Clone::clone let(text)>
                    {let label = text.clone(); view! {
                        <button class="button" on:click=move |_| seat.input(Input::Play(text.clone()))>{label}</button>
                    }}
                </For>
                <Show when=move || read(|screen| !screen.menu.is_empty())>
                    <p>{move || shell.say(Word::Which)}</p>
                    <For each=move || screen.with(|screen| screen.menu.clone()) key=Clone::clone let(text)>
                        {let label = text.clone(); view! {
                            <button class="button" on:click=move |_| seat.input(Input::Play(text.clone()))>{label}</button>
                        }}
                    </For>
                    <button class="button quiet" on:click=move |_| seat.input(Input::Cancel)>{move || shell.say(Word::Cancel)}</button>
                </Show>
            </div>
            <p class="message" class:refusal=move || read(|screen| screen.message.as_ref().is_some_and(|message| message.refusal))>
                {move || screen.with(|screen| screen.message.as_ref().map(|message| message.text.clone()).unwrap_or_default())}
            </p>
            <div class="tools" role="toolbar" aria-label=move || shell.say(Word::Table)>
                <button disabled=move || !read(|screen| screen.can_undo) on:click=move |_| seat.input(Input::Undo)>{move || shell.say(Word::Undo)}</button>
                <button on:click=move |_| seat.input(Input::Redo)>{move || shell.say(Word::Redo)}</button>
                <button on:click=move |_| seat.input(Input::Hint)>{move || shell.say(Word::Hint)}</button>
                <button aria-pressed=move || if read(|screen| screen.analysing) { "true" } else { "false" }
                    on:click=move |_| seat.input(Input::Analyse)>{move || shell.say(Word::Analyse)}</button>
                <button on:click=move |_| seat.input(Input::Flip)>{move || shell.say(Word::Flip)}</button>
                <Show when=move || read(|screen| screen.thinking)>
                    <button on:click=move |_| seat.input(Input::Hurry)>{move || shell.say(Word::Hurry)}</button>
                </Show>
                <Show when=move || !read(|screen| screen.over)
                    fallback=move || view! {
                        <button class="again" on:click=move |_| seat.input(Input::Again(device::chance()))>{move || shell.say(Word::Again)}</button>
                    }>
                    <button on:click=move |_| seat.input(Input::Resign)>{move || shell.say(Word::Resign)}</button>
                </Show>
                <Rules game/>
            </div>
            <aside class="side">
                <Show when=move || read(|screen| !screen.notes.is_empty())>
                    <section class="notes">
                        <h2>{move || shell.say(Word::Notes)}</h2>
                        <ul>
                            {move || screen.with(|screen| screen.notes.iter().map(|note| view! { <li>{note.text.clone()}</li> }).collect_view())}
                        </ul>
                    </section>
                </Show>
                <Show when=move || read(|screen| !screen.values.is_empty())>
                    <section class="values">
                        <h2>{move || shell.say(Word::Analyse)}</h2>
                        <ol>
                            {move || screen.with(|screen| screen.values.iter().take(12).map(|(text, worth)| view! {
                                <li><strong>{text.clone()}</strong>" "{worth.clone()}</li>
                            }).collect_view())}
                        </ol>
                    </section>
                </Show>
                <Trail seat/>
            </aside>
        </main>
    }
    .into_any()
}

/// Who plays, whose turn it is, and the points.
#[component]
fn Players(screen: RwSignal<Screen>) -> impl IntoView {
    let shell = shell();
    view! {
        <ul class="players">
            {move || screen.with(|screen| screen.names.iter().enumerate().map(|(seat, name)| {
                let turn = screen.turn == Some(seat);
                let score = screen.scores.get(seat).map(|score| view! { <strong class="score">{*score}</strong> });
                let thinking = (turn && screen.thinking).then(|| shell.say(Word::Thinking));
                view! {
                    <li class=format!("player seat{seat}") class:turn=turn aria-current=turn.then_some("true")>
                        <span class="name">{name.clone()}</span>{score}<span class="thinking">{thinking}</span>
                    </li>
                }
            }).collect_view())}
        </ul>
    }
}

/// The moves so far, to step through.
#[component]
fn Trail(seat: Seat) -> impl IntoView {
    let shell = shell();
    let screen = seat.screen;
    let at = Memo::new(move |_| screen.with(|screen| screen.at));
    let len = Memo::new(move |_| screen.with(|screen| screen.trail.len()));
    let look = move |ply: usize| seat.input(Input::Look(ply));
    view! {
        <section class="trail">
            <h2>{move || shell.say(Word::Moves)}</h2>
            <div class="steps">
                <button aria-label=move || shell.say(Word::First) disabled=move || at.get() == 0 on:click=move |_| look(0)>"«"</button>
                <button aria-label=move || shell.say(Word::Previous) disabled=move || at.get() == 0 on:click=move |_| look(at.get_untracked() - 1)>"‹"</button>
                <button aria-label=move || shell.say(Word::Next) disabled=move || { at.get() >= len.get() } on:click=move |_| look(at.get_untracked() + 1)>"›"</button>
                <button aria-label=move || shell.say(Word::Newest) disabled=move || { at.get() >= len.get() } on:click=move |_| look(usize::MAX)>"»"</button>
                <Show when=move || { at.get() < len.get() }>
                    <button on:click=move |_| seat.input(Input::Branch)>{move || shell.say(Word::Branch)}</button>
                </Show>
            </div>
            <ol class="moves">
                {move || screen.with(|screen| screen.trail.iter().enumerate().map(|(ply, step)| {
                    let here = screen.at == ply + 1;
                    view! {
                        <li><button class=format!("move seat{}", step.seat) class:here=here aria-current=here.then_some("step")
                            on:click=move |_| look(ply + 1)>{step.text.clone()}</button></li>
                    }
                }).collect_view())}
            </ol>
        </section>
    }
}
