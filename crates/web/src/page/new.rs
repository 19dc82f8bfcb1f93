//! The form of a new game, made from what the game says of its options.

use crate::known::known;
use crate::route::Route;
use crate::setup::{CLOCKS, Setup, clock_word, read_clock};
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_rules::Text;
use agon_wire::Clock;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::device;
use crate::page::room::YourName;
use crate::page::rules::Rules;
use crate::page::server;
use crate::page::thinker::Thinker;

/// The form.
#[component]
pub fn New(setup: Setup) -> impl IntoView {
    let shell = shell();
    let (game, title, about) = (setup.info.id, setup.info.title(), setup.info.about_text());
    let setup = RwSignal::new(setup);
    // What is chosen is in the address, so that a link leads to the same form.
    Effect::new(move |_| device::replace(&Route::New(setup.get()).write()));
    let levels = levels(setup);
    let trouble = RwSignal::new(Text::default());
    let online = Memo::new(move |_| setup.with(Setup::is_online));
    let start = move |_| {
        let form = setup.get_untracked();
        if form.is_online() {
            leptos::task::spawn_local(async move {
                match server::create(&form.room(device::chance(), &server::name())).await {
                    // The other program knows what was kept; where nothing is, the address takes the secret along.
                    Ok(code) => {
                        let key = server::token(&code).filter(|_| !device::keeps());
                        device::go(&Route::Room { code, key }.write());
                    }
                    Err(why) => trouble.set(why),
                }
            });
        } else {
            device::go(&Route::Game(Box::new(form.plan(device::chance()))).write());
        }
    };
    let seats = Memo::new(move |_| setup.with(Setup::seats));
    let blocked = Memo::new(move |_| setup.with(Setup::trouble));
    view! {
        <main class="form">
            <h1>{shell.tell(&title)}</h1>
            <p class="about">{shell.tell(&about).replace('`', "")}</p>
            {known(game).map(|text| view! { <p class="known">{shell.tell(&text)}</p> })}
            <div class="tools">
                <button class="button wide" disabled=move || blocked.with(Option::is_some) on:click=start>
                    {move || shell.say(if online.get() { Word::OpenRoom } else { Word::Start })}
                </button>
                <Rules game/>
            </div>
            <p class="refusal" role="alert">{move || shell.tell(&blocked.get().unwrap_or_else(|| trouble.get()))}</p>
            <fieldset>
                <legend>{shell.say(Word::Players)}</legend>
                <For each=move || 0..seats.get() key=|at| *at let(at)>
                    <PlayerRow setup at levels/>
                </For>
                <label class="field">
                    <span>{shell.say(Word::Begins)}</span>
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
                <Show when=move || online.get()>
                    <ClockRow setup/>
                    <YourName/>
                </Show>
            </fieldset>
            <fieldset>
                <legend>{shell.say(Word::Options)}</legend>
                {(0..setup.with_untracked(|setup| setup.info.options.len())).map(|at| view! { <OptionRow setup at/> }).collect_view()}
            </fieldset>
            <p><a class="button quiet" href=move || setup.with(lab)>
                {shell.say(Word::ToLab)}
            </a></p>
        </main>
    }
}

/// The address of the lab with the same options.
fn lab(setup: &Setup) -> String {
    let pairs = setup.write().into_iter().filter(|(key, _)| !key.starts_with('_'));
    Route::Lab { game: setup.game().to_owned(), pairs: pairs.collect() }.write()
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
        thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask: Ask::Players { game, options } }));
    });
    levels
}

/// Who plays at a seat.
#[component]
fn PlayerRow(setup: RwSignal<Setup>, at: usize, levels: RwSignal<Vec<(String, String)>>) -> impl IntoView {
    let shell = shell();
    let chosen = move || setup.with(|setup| setup.player(at).word().to_owned());
    // Before the worker has answered, the list holds the chosen player only.
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
            <span>{format!("{} {}", shell.say(Word::Player), at + 1)}</span>
            <select on:change=move |event| {
                let word = event_target_value(&event);
                setup.update(|setup| setup.set_player(at, &word));
            }>
                <option value="me" selected=move || chosen() == "me">{shell.say(Word::Me)}</option>
                <option value="friend" selected=move || chosen() == "friend">{shell.say(Word::FriendHere)}</option>
                <option value="online" selected=move || chosen() == "online">{shell.say(Word::FriendOnline)}</option>
                <For each=names key=|(name, _)| name.clone() let((name, what))>
                    {
                        let (value, same) = (name.clone(), name.clone());
                        view! {
                            <option value=value title=shell.tell(&Text::term("what", what)) selected=move || chosen() == same>
                                {format!("{}: {}", shell.say(Word::Computer), shell.tell(&Text::term("player", &name)))}
                            </option>
                        }
                    }
                </For>
            </select>
        </label>
    }
}

/// How long players may think, where somebody plays from elsewhere.
#[component]
fn ClockRow(setup: RwSignal<Setup>) -> impl IntoView {
    let shell = shell();
    let chosen = setup.with_untracked(|setup| setup.clock);
    // A clock of an address is offered too.
    let clocks = CLOCKS.into_iter().chain((!CLOCKS.contains(&chosen)).then_some(chosen));
    let name = move |clock: Clock| match clock {
        Clock::None => shell.say(Word::NoClock).to_owned(),
        Clock::Move { seconds } => format!("{seconds} s {}", shell.say(Word::EachMove)),
        Clock::Total { seconds, increment } => format!("{} min + {increment} s", seconds / 60),
    };
    view! {
        <label class="field">
            <span>{shell.say(Word::Clock)}</span>
            <select on:change=move |event| {
                let clock = read_clock(&event_target_value(&event)).unwrap_or_default();
                setup.update(|setup| setup.clock = clock);
            }>
                {clocks.map(|clock| view! {
                    <option value=clock_word(clock) selected=move || setup.with(|setup| setup.clock) == clock>{name(clock)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// One option of the game.
#[component]
pub fn OptionRow(setup: RwSignal<Setup>, at: usize) -> impl IntoView {
    let shell = shell();
    let option = setup.with_untracked(|setup| setup.info.options[at].clone());
    let help = format!("help-{}", option.name);
    view! {
        <div class="field">
            <label>
                <span>{shell.tell(&option.title())}</span>
                <select aria-describedby=help.clone() on:change=move |event| {
                    let value = event_target_value(&event);
                    setup.update(|setup| { setup.set(at, &value); });
                }>
                    {option.values.iter().map(|value| {
                        let label = shell.tell(&value.words());
                        let value = value.to_string();
                        let same = value.clone();
                        view! {
                            <option value=value selected=move || setup.with(|setup| setup.value(at)) == same>
                                {label}
                            </option>
                        }
                    }).collect_view()}
                </select>
            </label>
            <p class="help" id=help>{shell.tell(&option.help_text())}</p>
        </div>
    }
}
