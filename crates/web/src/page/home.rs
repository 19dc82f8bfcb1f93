//! The first screen: what this is, the game one was in, and the games.

use crate::route::Route;
use crate::setup::Setup;
use crate::words::Word;
use agon_client::{Local, Venue, words};
use agon_rules::games::{self, Info};
use agon_rules::{Ease, Text, text};
use agon_wire::code;
use leptos::prelude::*;

use crate::page::app::shell;
use crate::page::art;
use crate::page::device;
use crate::page::icons::{self, bars, icon, small};
use crate::page::kept;
use crate::page::share::OpenFile;

/// The first screen.
#[component]
pub fn Home() -> impl IntoView {
    let shell = shell();
    shell.name(shell.say(Word::Games), "Agon");
    let games = ordered();
    let first = StoredValue::new_local(games.first().cloned());
    let play = move |_| {
        if let Some(info) = first.get_value() {
            device::go(&kept::address(Setup::new(info).plan(device::chance())));
        }
    };
    view! {
        <main class="page home">
            <section class="hero">
                <div>
                    <h1>{shell.say(Word::Promise)}</h1>
                    <p>{shell.say(Word::PromiseMore)}</p>
                    <div class="go">
                        <button class="btn main big" on:click=play>{icon(icons::PLAY)}{shell.say(Word::PlayNow)}</button>
                    </div>
                </div>
                <div class="live"><Continue/>{games.first().map(suggested)}</div>
            </section>
            <div class="sec">
                <h2>{shell.say(Word::ChooseGame)}</h2>
                <p class="soft small">{shell.say(Word::HaveCode)}" "<a class="inline" href="#/online">{shell.say(Word::JoinFriend)}</a></p>
            </div>
            <ul class="cards">
                {games.into_iter().map(card).collect_view()}
                <li>
                    <a class="gcard" href="#/lab">
                        <span class="art" aria-hidden="true" inner_html=LAB></span>
                        <span class="txt">
                            <h3>{shell.say(Word::TheLab)}</h3>
                            <span class="pitch">{shell.say(Word::TheLabPitch)}</span>
                            <span class="facts"><span>{small(icons::CURVE)}{shell.say(Word::OpenLab)}</span></span>
                        </span>
                    </a>
                </li>
            </ul>
            <OpenFile/>
        </main>
    }
}

/// The games in the order in which they are offered: first one that is soon learnt and soon over but not at once, which is
/// also what somebody plays who does not choose; then the others, the simplest last.
pub fn ordered() -> Vec<Info> {
    let mut all = games::list();
    all.reverse();
    let first = all.iter().position(|info| info.look.ease == Ease::Easy && info.look.minutes > 2);
    all[..=first.unwrap_or(0)].rotate_right(1);
    all
}

/// The game that somebody may begin with.
fn suggested(info: &Info) -> AnyView {
    let shell = shell();
    let time = text!("{n} min", n = u32::from(info.look.minutes));
    let ease = if info.look.ease == Ease::Easy { Word::EaseEasy } else { Word::EaseMedium };
    view! {
        <a class="now look" style:--hue=info.look.accent.to_string() href=format!("#/new/{}", info.id)>
            {art::poster(info)}
            <span class="txt">
                <span class="over">{shell.say(Word::GoodFirst)}</span>
                <h2>{shell.tell(&info.title())}</h2>
                <span class="row">
                    <span class="soft small">{shell.tell(&time)}" · "{shell.say(ease)}</span>
                    <span class="btn sm main">{shell.say(Word::Play)}</span>
                </span>
            </span>
        </a>
    }
    .into_any()
}

/// Two curves that part.
const LAB: &str = r#"<svg viewBox="0 0 300 146" preserveAspectRatio="xMidYMid slice"><g fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path stroke="var(--line)" stroke-width="2" d="M30 118H270M30 82H270M30 46H270"/><path stroke="var(--s0)" d="M34 110C80 104 92 60 130 66S190 34 268 30"/><path stroke="var(--s1)" stroke-dasharray="2 11" d="M34 96C90 98 110 84 150 92S220 70 268 76"/></g></svg>"#;

/// One game: what it is about, for how many, how long and how hard.
fn card(info: Info) -> AnyView {
    let shell = shell();
    let (least, most) = info.seats;
    let people = if least == most { least.to_string() } else { format!("{least}–{most}") };
    let (full, ease) = match info.look.ease {
        Ease::Easy => (1, Word::EaseEasy),
        Ease::Medium => (2, Word::EaseMedium),
        Ease::Deep => (3, Word::EaseDeep),
    };
    let minutes = shell.tell(&text!("{n} min", n = u32::from(info.look.minutes)));
    view! {
        <li>
            <a class="gcard look" style:--hue=info.look.accent.to_string() href=format!("#/new/{}", info.id)>
                {art::poster(&info)}
                <span class="txt">
                    <h3>{shell.tell(&info.title())}</h3>
                    <span class="pitch">{shell.tell(&info.pitch())}</span>
                    <span class="facts">
                        <span>{small(icons::PEOPLE)}<span class="sr">{shell.say(Word::Players)}" "</span>{people}</span>
                        <span>{small(icons::CLOCK)}{minutes}</span>
                        <span>{bars(full)}{shell.say(ease)}</span>
                    </span>
                </span>
            </a>
        </li>
    }
    .into_any()
}

/// The game one was in, if it can go on.
#[component]
fn Continue() -> impl IntoView {
    let shell = shell();
    let hash = device::kept("last")?;
    let (info, above, below, view) = match kept::open(&hash) {
        Route::Game(plan) => {
            let local = Local::open(&plan).ok().filter(|local| local.ending().is_none())?;
            let near = local.near();
            let turn = local.turn()?;
            let tell = |seat| Text::clone(&words::name(&local.name(seat)));
            // Whom one plays against, where that is one player.
            let other = (local.seats() == 2).then(|| near.map(|near| 1 - near)).flatten();
            let above = match other {
                Some(other) if local.people() == [turn] => text!("Your turn against {name}", name = tell(other)),
                _ => text!("{name} to move", name = tell(turn)),
            };
            let below = text!("Move {n}", n = local.ply() as u32 + 1);
            // What is on the screen for the person who comes back to it; nothing where it must be handed over first.
            let view = local.hand_over().is_none().then(|| local.view());
            (games::info(local.game()).ok()?, above, below, view)
        }
        Route::Room { code, .. } => {
            let room = text!("Room {code}", code = code::spaced(&code));
            return Some(view! {
                <a class="now" href=hash>
                    <span class="txt"><span class="over">{shell.say(Word::Online)}</span><h2>{shell.tell(&room)}</h2>
                        <span class="row"><span></span><span class="btn sm main">{shell.say(Word::Continue)}</span></span></span>
                </a>
            }.into_any());
        }
        _ => return None,
    };
    let art = match &view {
        Some(view) => art::cut(&info, view),
        None => art::poster(&info),
    };
    Some(
        view! {
            <a class="now look" style:--hue=info.look.accent.to_string() href=hash>
                {art}
                <span class="txt">
                    <span class="over">{shell.tell(&above)}</span>
                    <h2>{shell.tell(&info.title())}</h2>
                    <span class="row"><span class="soft small">{shell.tell(&below)}</span><span class="btn sm main">{shell.say(Word::Continue)}</span></span>
                </span>
            </a>
        }
        .into_any(),
    )
}
