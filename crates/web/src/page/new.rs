//! The form of a new game: whom to play against, how strong, who starts, and by which rules, as the game describes them.

use crate::brief;
use crate::route::Route;
use crate::setup::{Against, CLOCKS, Setup, clock_word, read_clock};
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_rules::{Text, text};
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::art;
use crate::page::device;
use crate::page::icons::{self, avatar, bars, icon, small};
use crate::page::kept;
use crate::page::options::Options;
use crate::page::room::YourName;
use crate::page::server;
use crate::page::thinker::Thinker;

/// Computer players by name, each with what it does.
type Players = RwSignal<Vec<(String, String)>>;

/// The form.
#[component]
pub fn New(setup: Setup) -> impl IntoView {
    let shell = shell();
    let info = StoredValue::new_local(setup.info.clone());
    let title = shell.tell(&setup.info.title());
    shell.hue.set(Some(setup.info.look.accent));
    shell.name(shell.say(Word::NewGame), &title);
    let heading = shell.tell(&text!("New game of {game}", game = setup.info.title()));
    let setup = RwSignal::new(setup);
    // What is chosen is in the address, so that a link leads to the same form.
    Effect::new(move |_| device::replace(&Route::New(setup.get()).write()));
    let players = players(setup);
    let failed = RwSignal::new(Text::default());
    let blocked = Memo::new(move |_| setup.with(Setup::trouble));
    let start = Callback::new(move |()| begin(setup.get_untracked(), failed));
    view! {
        <main class="page form">
            <div class="ng">
                <div class="ngmain">
                    <p><a class="backlink" href="#/">{small(icons::BACK)}{shell.say(Word::AllGames)}</a></p>
                    <h1 class="second">{heading}</h1>
                    <Opponent setup/>
                    <Strength setup players/>
                    <Starter setup/>
                    <Show when=move || setup.with(Setup::is_online)>
                        <div class="group adv"><YourName/><ClockRow setup/></div>
                    </Show>
                    <Options setup/>
                    <Advanced setup players/>
                </div>
                <aside class="ngside">
                    <div class="sheet sum">
                        {info.with_value(art::poster)}
                        <h2>{move || setup.with(|setup| shell.tell(&brief::versus(setup)))}</h2>
                        <ul class="sumlist">
                            <li>{small(icons::CHECK)}<span>{move || setup.with(|setup| shell.tell(&brief::starts(setup)))}</span></li>
                            <Show when=move || setup.with(|setup| !brief::rules(setup).is_empty())>
                                <li>{small(icons::CHECK)}<span>{move || setup.with(|setup| brief::capital(shell.join(&brief::rules(setup), ", ")))}</span></li>
                            </Show>
                            <li>{small(icons::CLOCK)}<span>{move || setup.with(|setup| shell.tell(&brief::time(setup)))}</span></li>
                        </ul>
                        <Go setup blocked failed start wide=true/>
                        <a class="btn bare wide" href=info.with_value(|info| format!("#/rules/{}", info.id))>
                            {small(icons::RULES)}{shell.say(Word::ReadRules)}
                        </a>
                    </div>
                </aside>
            </div>
            <div class="startbar">
                <span>
                    <b>{move || setup.with(|setup| shell.tell(&brief::versus(setup)))}</b>
                    <small>{move || setup.with(|setup| {
                        let mut parts = brief::rules(setup);
                        parts.truncate(1);
                        parts.push(brief::starts(setup));
                        brief::capital(shell.join(&parts, " · "))
                    })}</small>
                </span>
                <Go setup blocked failed start wide=false/>
            </div>
        </main>
    }
}

/// Begins the game, or opens the room.
fn begin(form: Setup, failed: RwSignal<Text>) {
    if !form.is_online() {
        return device::go(&kept::address(form.plan(device::chance())));
    }
    leptos::task::spawn_local(async move {
        match server::create(&form.room(device::chance(), &server::name())).await {
            // The other program knows what was kept; where nothing is, the address takes the secret along.
            Ok(code) => {
                let key = server::token(&code).filter(|_| !device::keeps());
                device::go(&Route::Room { code, key }.write());
            }
            Err(why) => failed.set(why),
        }
    });
}

/// The button that begins, and why it cannot.
#[component]
fn Go(
    setup: RwSignal<Setup>,
    blocked: Memo<Option<Text>>,
    failed: RwSignal<Text>,
    start: Callback<()>,
    wide: bool,
) -> impl IntoView {
    let shell = shell();
    let why = move || brief::capital(shell.tell(&blocked.get().unwrap_or_else(|| failed.get())));
    let button = view! {
        <button class="btn main start" class:big=wide class:wide=wide disabled=move || blocked.with(Option::is_some)
            on:click=move |_| start.run(())>
            {move || shell.say(if setup.with(Setup::is_online) { Word::OpenRoom } else { Word::Start })}
        </button>
    };
    // On a phone the reason lies above the bar.
    view! { <p class="refusal" role="alert">{why}</p>{button} }
}

/// A card of which one is chosen.
fn card(
    class: &'static str,
    name: &'static str,
    value: String,
    chosen: Signal<bool>,
    choose: Callback<()>,
    inner: AnyView,
) -> AnyView {
    view! {
        <label class=format!("{class} pick")>
            <input type="radio" name=name value=value prop:checked=chosen on:change=move |_| choose.run(())/>
            {inner}
        </label>
    }
    .into_any()
}

/// Whom to play against.
#[component]
fn Opponent(setup: RwSignal<Setup>) -> impl IntoView {
    let shell = shell();
    let all = [
        (Against::Computer, "computer", icons::COMPUTER, Word::Computer, Word::AgainstComputerMore),
        (Against::Friend, "friend", icons::SCREEN, Word::AgainstFriend, Word::AgainstFriendMore),
        (Against::Online, "online", icons::GLOBE, Word::AgainstOnline, Word::AgainstOnlineMore),
        (Against::Watch, "watch", icons::EYE, Word::Watch, Word::WatchMore),
    ];
    let against = Memo::new(move |_| setup.with(Setup::against));
    let cards = all.map(|(value, name, paths, word, more)| {
        let inner = view! { <span class="oi">{icon(paths)}</span><span><b>{shell.say(word)}</b><small>{shell.say(more)}</small></span> };
        let choose = Callback::new(move |()| setup.update(|setup| setup.set_against(value)));
        let chosen = Signal::derive(move || against.get() == value);
        card("opt", "against", name.to_owned(), chosen, choose, inner.into_any())
    });
    view! { <fieldset><legend>{shell.say(Word::PlayAgainst)}</legend><div class="opts4">{cards.into_iter().collect_view()}</div></fieldset> }
}

/// How strong computers are, where one plays.
#[component]
fn Strength(setup: RwSignal<Setup>, players: Players) -> impl IntoView {
    let shell = shell();
    let level = Memo::new(move |_| setup.with(Setup::level));
    let computers =
        Memo::new(move |_| setup.with(|setup| matches!(setup.against(), Against::Computer | Against::Watch)));
    // Every game has the first four; before the worker has answered there are no others.
    let offered = move || {
        let known = players.with(|players| players.iter().any(|(name, _)| name == "perfect"));
        brief::LEVELS.iter().take(if known { 5 } else { 4 })
    };
    let one = move |&(name, word, line): &(&'static str, Word, Word)| {
        let sign = match name {
            "easy" => bars(1),
            "medium" => bars(2),
            "perfect" => small(icons::CHECK),
            _ => bars(3),
        };
        let inner = view! { {sign}<b>{shell.say(word)}</b><small>{shell.say(line)}</small> };
        let choose = Callback::new(move |()| setup.update(|setup| setup.set_level(name)));
        card("lv", "level", name.to_owned(), Signal::derive(move || level.get() == name), choose, inner.into_any())
    };
    view! {
        <Show when=move || computers.get()>
            <fieldset><legend>{shell.say(Word::HowStrong)}</legend><div class="lvs">
                <For each=offered key=|(name, ..)| *name let(each)>{one(each)}</For>
            </div></fieldset>
        </Show>
    }
}

/// Who starts, where the players differ.
#[component]
fn Starter(setup: RwSignal<Setup>) -> impl IntoView {
    let shell = shell();
    let names = Memo::new(move |_| {
        setup.with(|setup| brief::players(setup).iter().map(|name| shell.tell(name)).collect::<Vec<_>>())
    });
    let begins = Memo::new(move |_| setup.with(Setup::begins));
    let one = move |at: usize, name: String, sign: AnyView| {
        let choose = Callback::new(move |()| setup.update(|setup| setup.set_begins(at)));
        let inner = view! { <span class="oi">{sign}</span><b>{name}</b> };
        card("opt seg", "begins", at.to_string(), Signal::derive(move || begins.get() == at), choose, inner.into_any())
    };
    view! {
        <fieldset><legend>{shell.say(Word::Begins)}</legend><div class="opts3">
            {move || {
                let names = names.get();
                let count = names.len();
                let mut cards: Vec<AnyView> = names.into_iter().enumerate().map(|(at, name)| one(at, name, avatar(at))).collect();
                cards.push(one(count, shell.say(Word::Chance).to_owned(), icon(icons::DIE)));
                cards
            }}
        </div></fieldset>
    }
}

/// What most people never need: other players, every seat by itself, a deal or position to start from.
#[component]
fn Advanced(setup: RwSignal<Setup>, players: Players) -> impl IntoView {
    let shell = shell();
    let seats = Memo::new(move |_| setup.with(Setup::seats));
    let begun = setup.with_untracked(|setup| {
        setup.deal.is_some()
            || !setup.position.is_empty()
            || brief::LEVELS.iter().all(|(name, ..)| *name != setup.level())
    });
    let here = move || setup.with(|setup| !setup.is_online());
    view! {
        <details open=begun>
            <summary>{small(icons::ON)}{shell.say(Word::Advanced)}</summary>
            <div class="adv">
                <label class="field">
                    <span>{shell.say(Word::OtherPlayer)}</span>
                    <select on:change=move |event| {
                        let name = event_target_value(&event);
                        setup.update(|setup| setup.set_level(&name));
                    }>
                        <PlayerOptions players chosen=Signal::derive(move || setup.with(Setup::level)) people=false/>
                    </select>
                    <small>{shell.say(Word::OtherPlayerHelp)}</small>
                </label>
                <Show when=move || { seats.get() > 2 }>
                    <fieldset class="wide"><legend>{shell.say(Word::EverySeat)}</legend><div class="adv">
                        <For each=move || 0..seats.get() key=|at| *at let(at)>
                            <label class="field">
                                <span>{format!("{} {}", shell.say(Word::Player), at + 1)}</span>
                                <select on:change=move |event| {
                                    let word = event_target_value(&event);
                                    setup.update(|setup| setup.set_player(at, &word));
                                }>
                                    <PlayerOptions players people=true
                                        chosen=Signal::derive(move || setup.with(|setup| setup.player(at).word().to_owned()))/>
                                </select>
                            </label>
                        </For>
                    </div></fieldset>
                </Show>
                <Show when=here>
                    <label class="field">
                        <span>{shell.say(Word::Deal)}</span>
                        <input type="text" inputmode="numeric" pattern="[0-9]*" autocomplete="off"
                            prop:value=move || setup.with(|setup| setup.deal.map(|deal| deal.to_string()).unwrap_or_default())
                            on:change=move |event| {
                                let deal = event_target_value(&event).trim().parse().ok();
                                setup.update(|setup| setup.deal = deal);
                            }/>
                        <small>{shell.say(Word::DealHelp)}</small>
                    </label>
                    <label class="field">
                        <span>{shell.say(Word::Position)}</span>
                        <input type="text" autocomplete="off" spellcheck="false"
                            prop:value=move || setup.with(|setup| setup.position.clone())
                            on:change=move |event| {
                                let position = event_target_value(&event).trim().to_owned();
                                setup.update(|setup| setup.position = position);
                            }/>
                        <small>{shell.say(Word::PositionHelp)}</small>
                    </label>
                </Show>
                <p class="wide"><a class="btn" href=move || setup.with(lab)>{small(icons::CURVE)}{shell.say(Word::ToLab)}</a></p>
            </div>
        </details>
    }
}

/// Who can play, for a list to choose from: computers, and people where they are asked for.
#[component]
fn PlayerOptions(players: Players, chosen: Signal<String>, people: bool) -> impl IntoView {
    let shell = shell();
    let names = move || {
        let mut names: Vec<(String, String)> = Vec::new();
        if people {
            let all = [("me", Word::You), ("friend", Word::AgainstFriend), ("online", Word::AgainstOnline)];
            names.extend(all.map(|(word, label)| (word.to_owned(), shell.say(label).to_owned())));
        }
        for (name, what) in players.get() {
            let title = shell.tell(&brief::level(&name));
            let what = shell.tell(&Text::term("what", what));
            names.push((name, format!("{title}: {what}")));
        }
        // Before the worker has answered, the list holds the chosen player only.
        let chosen = chosen.get();
        if names.iter().all(|(name, _)| *name != chosen) {
            names.push((chosen.clone(), shell.tell(&brief::level(&chosen))));
        }
        names
    };
    view! {
        <For each=names key=Clone::clone let((name, label))>
            {let same = name.clone(); view! { <option value=name selected=move || chosen.get() == same>{label}</option> }}
        </For>
    }
}

/// The address of the lab with the same options.
fn lab(setup: &Setup) -> String {
    let pairs = setup.write().into_iter().filter(|(key, _)| !key.starts_with('_'));
    Route::Lab { game: setup.game().to_owned(), pairs: pairs.collect() }.write()
}

/// The computer players of the game, once the worker has said so.
fn players(setup: RwSignal<Setup>) -> Players {
    let players = RwSignal::new(Vec::new());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| {
        if let Tell::Players(all) = answer.tell {
            players.set(all);
        }
    }));
    let asked = Memo::new(move |_| setup.with(|setup| (setup.game().to_owned(), setup.settings())));
    Effect::new(move |_| {
        let (game, options) = asked.get();
        thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask: Ask::Players { game, options } }));
    });
    players
}

/// How long players may think, where somebody plays from elsewhere.
#[component]
fn ClockRow(setup: RwSignal<Setup>) -> impl IntoView {
    let shell = shell();
    let chosen = setup.with_untracked(|setup| setup.clock);
    // A clock of an address is offered too.
    let clocks = CLOCKS.into_iter().chain((!CLOCKS.contains(&chosen)).then_some(chosen));
    view! {
        <label class="field">
            <span>{shell.say(Word::Clock)}</span>
            <select on:change=move |event| {
                let clock = read_clock(&event_target_value(&event)).unwrap_or_default();
                setup.update(|setup| setup.clock = clock);
            }>
                {clocks.map(|clock| view! {
                    <option value=clock_word(clock) selected=move || setup.with(|setup| setup.clock) == clock>
                        {shell.tell(&brief::clock_text(clock))}
                    </option>
                }).collect_view()}
            </select>
        </label>
    }
}
