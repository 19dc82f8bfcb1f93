//! The screen of any game, here or in a room: players, board, choices, notes and moves.

use crate::hand::Input;
use crate::screen::{Screen, Tone};
use crate::words::Word;
use agon_rules::Text;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::board::Board;

/// The screen. What differs from one kind of game to the other is handed in.
#[component]
pub fn Table(
    screen: RwSignal<Screen>,
    input: Callback<Input>,
    /// between the players and the prompt
    head: AnyView,
    /// the buttons below the board
    tools: AnyView,
    /// between the notes and the moves
    side: AnyView,
) -> impl IntoView {
    let shell = shell();
    let tap = Callback::new(move |site| input.run(Input::Tap(site)));
    let title = Memo::new(move |_| screen.with(|screen| shell.tell(&screen.title)));
    let read = move |read: fn(&Screen) -> bool| screen.with(read);
    view! {
        <main class="game" on:keydown=move |event| if event.key() == "Escape" { input.run(Input::Cancel) }>
            <a class="skip" href="#table" on:click=|event| { event.prevent_default(); crate::page::board::enter(); }>{shell.say(Word::Skip)}</a>
            <div class="head">
                <h1>{title}</h1>
                <p class="variant">{move || screen.with(|screen| shell.join(&screen.variant, ", "))}</p>
                <Players screen/>
                {head}
                <p class="prompt">{move || screen.with(|screen| shell.tell(&screen.prompt))}</p>
            </div>
            <Show when=move || screen.with(|screen| screen.tools.hand_over.is_some())>
                <div class="sheet handover">
                    <p>{shell.say(Word::HandOver)}</p>
                    <button class="button" on:click=move |_| input.run(Input::TakeScreen)>{shell.say(Word::TakeScreen)}</button>
                </div>
            </Show>
            <Board screen=screen.into() tap/>
            <div class="choices">
                <Buttons texts=Signal::derive(move || screen.with(|screen| screen.choices.buttons.clone())) input/>
                <Show when=move || read(|screen| !screen.choices.menu.is_empty())>
                    <p>{shell.say(Word::Which)}</p>
                    <Buttons texts=Signal::derive(move || screen.with(|screen| screen.choices.menu.clone())) input/>
                    <button class="button quiet" on:click=move |_| input.run(Input::Cancel)>{shell.say(Word::Cancel)}</button>
                </Show>
            </div>
            <p class="message" class:refusal=move || read(|screen| screen.message.as_ref().is_some_and(|message| message.tone == Tone::Refusal))>
                {move || screen.with(|screen| screen.message.as_ref().map(|message| shell.tell(&message.text)).unwrap_or_default())}
            </p>
            <div class="tools" role="toolbar" aria-label=shell.say(Word::Table)>{tools}</div>
            <aside class="side">
                <Show when=move || read(|screen| !screen.notes.is_empty())>
                    <section class="notes">
                        <h2>{shell.say(Word::Notes)}</h2>
                        <ul>
                            {move || screen.with(|screen| screen.notes.iter().map(|note| view! { <li>{shell.tell(note)}</li> }).collect_view())}
                        </ul>
                    </section>
                </Show>
                {side}
                <Moves screen input/>
            </aside>
        </main>
    }
}

/// Moves as buttons.
#[component]
fn Buttons(texts: Signal<Vec<String>>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    view! {
        <For each=move || texts.get() key=Clone::clone let(text)>
            {let label = Text::of_move(&text); view! {
                <button class="button" on:click=move |_| input.run(Input::Play(text.clone()))>{shell.tell(&label)}</button>
            }}
        </For>
    }
}

/// Who plays, whose turn it is, the points and the clocks.
#[component]
fn Players(screen: RwSignal<Screen>) -> impl IntoView {
    let shell = shell();
    view! {
        <ul class="players">
            {move || screen.with(|screen| screen.players.iter().enumerate().map(|(seat, player)| {
                let (turn, name) = (player.turn, &player.name);
                let score = player.score.map(|score| view! { <strong class="score">{score}</strong> });
                let clock = player.clock.clone().map(|left| view! { <span class="clock" role="timer">{left}</span> });
                let lost = (!player.captured.is_empty()).then(|| view! {
                    <span class="lostpieces"><span class="sr">{shell.say(Word::LostPieces)}</span>{player.captured.join(" ")}</span>
                });
                let away = player.away.then(|| shell.say(Word::Away));
                let thinking = player.thinking.then(|| shell.say(Word::Thinking));
                view! {
                    <li class=format!("player seat{seat}") class:turn=turn aria-current=turn.then_some("true")>
                        <span class="name">{shell.tell(name)}</span>{score}{clock}{lost}<span class="thinking">{away}{thinking}</span>
                    </li>
                }
            }).collect_view())}
        </ul>
    }
}

/// The moves so far, to step through.
#[component]
fn Moves(screen: RwSignal<Screen>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    let at = Memo::new(move |_| screen.with(|screen| screen.history.at));
    let len = Memo::new(move |_| screen.with(|screen| screen.history.steps.len()));
    let look = move |ply: usize| input.run(Input::Look(ply));
    view! {
        <section class="history">
            <h2>{shell.say(Word::Moves)}</h2>
            <div class="steps">
                <button aria-label=shell.say(Word::First) disabled=move || at.get() == 0 on:click=move |_| look(0)>"«"</button>
                <button aria-label=shell.say(Word::Previous) disabled=move || at.get() == 0 on:click=move |_| look(at.get_untracked() - 1)>"‹"</button>
                <button aria-label=shell.say(Word::Next) disabled=move || { at.get() >= len.get() } on:click=move |_| look(at.get_untracked() + 1)>"›"</button>
                <button aria-label=shell.say(Word::Newest) disabled=move || { at.get() >= len.get() } on:click=move |_| look(usize::MAX)>"»"</button>
                <Show when=move || screen.with(|screen| screen.tools.branch)>
                    <button on:click=move |_| input.run(Input::Branch)>{shell.say(Word::Branch)}</button>
                </Show>
            </div>
            <ol class="moves">
                {move || screen.with(|screen| screen.history.steps.iter().enumerate().map(|(ply, step)| {
                    let here = screen.history.at == ply + 1;
                    view! {
                        <li><button class=format!("move seat{}", step.seat) class:here=here aria-current=here.then_some("step")
                            on:click=move |_| look(ply + 1)>{shell.tell(&Text::of_move(&step.text))}</button></li>
                    }
                }).collect_view())}
            </ol>
        </section>
    }
}
