//! The screen of any game, here or in a room: the stage with the board, and beside it plates, panel and actions.

use crate::hand::Input;
use crate::screen::Screen;
use agon_rules::{Arrangement, text};
use leptos::prelude::*;

use crate::page::actions::ChoiceBar;
use crate::page::app::shell;
use crate::page::board::Board;
use crate::page::panel::{Panel, PanelView, Plates, ResultCard};

/// The screen. What differs from one kind of game to the other is handed in.
#[component]
pub fn Table(
    screen: RwSignal<Screen>,
    input: Callback<Input>,
    panel: Panel,
    /// the id of the game
    #[prop(into)]
    game: Signal<&'static str>,
    /// above the board: the state of a room
    head: AnyView,
    /// the action bar and the dock
    actions: AnyView,
    /// below the values of moves
    analysis: AnyView,
    /// what can be done when it is over
    ended: ViewFn,
) -> impl IntoView {
    let shell = shell();
    let tap = Callback::new(move |site| input.run(Input::Tap(site)));
    let over = Memo::new(move |_| screen.with(|screen| screen.result.is_some()));
    let round = Memo::new(move |_| screen.with(|screen| screen.table.look.arrangement == Arrangement::Table));
    let hidden = Memo::new(move |_| screen.with(|screen| screen.tools.hand_over));
    enter_game(screen);
    Effect::new(move |_| input.run(Input::AtOnce(shell.settings.first_tap.get())));
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            panel.open.set(false);
            input.run(Input::Cancel);
        }
    };
    view! {
        <main class="play" class:ended=move || over.get() class:round=move || round.get() on:keydown=keys>
            <h1 class="sr">{move || screen.with(|screen| shell.tell(&screen.title))}</h1>
            <a class="skip" href="#table" on:click=|event| { event.prevent_default(); crate::page::board::enter(); }>
                {shell.tell(&text!("Skip to the board"))}
            </a>
            <div class="stage">
                {head}
                <div class="fit"><Board screen=screen.into() tap pointed=panel.pointed/></div>
                <ChoiceBar screen input/>
            </div>
            <aside class="side">
                <Plates screen own=false/>
                <Show when=move || over.get()>
                    {let buttons = ended.run(); view! { <ResultCard screen buttons/> }}
                </Show>
                <PanelView screen input panel analysis game/>
                <Plates screen own=true/>
                {actions}
            </aside>
            <Show when=move || hidden.get().is_some()><Curtain screen input/></Show>
        </main>
    }
}

/// While the device changes hands nobody sees anything.
#[component]
fn Curtain(screen: RwSignal<Screen>, input: Callback<Input>) -> impl IntoView {
    let shell = shell();
    let name = screen.with_untracked(|screen| {
        let plate = screen.tools.hand_over.and_then(|seat| screen.plates.get(seat));
        plate.map(|plate| plate.name.clone()).unwrap_or_default()
    });
    let sign = screen.with_untracked(|screen| screen.tools.hand_over.map(crate::plate::avatar).unwrap_or_default());
    let button = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    view! {
        <div class="curtain" role="dialog" aria-modal="true" aria-label=shell.tell(&text!("Pass the device"))>
            <div inner_html=sign></div>
            <h2>{shell.tell(&text!("Pass to {player}", player = name.clone()))}</h2>
            <p class="soft">{shell.tell(&text!("Nobody else should look at the screen now."))}</p>
            <button class="btn main big" node_ref=button on:click=move |_| input.run(Input::TakeScreen)>
                {shell.tell(&text!("I am {player}", player = name))}
            </button>
        </div>
    }
}

/// While a game is on the screen the page does not scroll, has the game's hue, and says in its title whose turn it is.
fn enter_game(screen: RwSignal<Screen>) {
    let shell = shell();
    if let Some(body) = document().body() {
        let _ = body.class_list().add_1("game");
    }
    let crumb = Memo::new(move |_| {
        screen.with(|screen| (shell.tell(&screen.title), shell.join(&screen.variant, " · "), screen.table.look.accent))
    });
    Effect::new(move |_| {
        let (game, variant, hue) = crumb.get();
        shell.crumb.set((!game.is_empty()).then_some((game, variant)));
        shell.hue.set(Some(hue));
    });
    let title = Memo::new(move |_| screen.with(|screen| (shell.tell(&screen.page_title()), shell.tell(&screen.title))));
    Effect::new(move |_| {
        let (now, game) = title.get();
        shell.name(&now, &game);
    });
    on_cleanup(move || {
        if let Some(body) = document().body() {
            let _ = body.class_list().remove_1("game");
        }
    });
}
