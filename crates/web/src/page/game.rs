//! The screen of a game at this device.

use crate::desk::{Desk, Effect as Do, Input};
use crate::review::Decided;
use crate::route::Route;
use crate::screen::Screen;
use crate::share::Want;
use crate::tally::Tally;
use crate::think::Answer;
use agon_client::Plan;
use agon_rules::{Text, text};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::icon::Icon;
use crate::page::actions::{Action, Actions, Item, Resign};
use crate::page::app::{Shell, shell};
use crate::page::device;
use crate::page::glide::Before;
use crate::page::kept;
use crate::page::panel::{Panel, Sign, Tab};
use crate::page::review::Review;
use crate::page::share::Share;
use crate::page::table::Table;
use crate::page::thinker::Thinker;

/// The game, and what carries its effects out.
#[derive(Clone, Copy)]
struct Seat {
    desk: StoredValue<Option<Desk>, LocalStorage>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    /// rates moves while the other one may think about its own
    analyst: StoredValue<Option<Thinker>, LocalStorage>,
    screen: RwSignal<Screen>,
    /// a computer's move that waits until the one before it was seen
    held: StoredValue<Option<Answer>, LocalStorage>,
    /// when the last move was shown
    shown: StoredValue<u64>,
    shell: Shell,
    tally: RwSignal<Tally>,
}

impl Seat {
    /// Where the games of this kind are counted.
    fn tally_key(self) -> String {
        self.desk.with_value(|desk| format!("tally.{}", desk.as_ref().map_or("", Desk::game)))
    }

    fn input(self, input: Input) {
        // Who taps while a move is held back has seen enough.
        if self.skip() && matches!(input, Input::Tap(_) | Input::Hurry) {
            return;
        }
        self.change(move |desk| desk.take(input));
    }

    /// Takes an answer in. A computer's move waits until the one before it was seen.
    fn hear(self, answer: Answer) {
        let plays = self.desk.with_value(|desk| desk.as_ref().is_some_and(|desk| desk.is_move(&answer)));
        let wait = device::pace().saturating_sub(device::now() - self.shown.get_value());
        if !plays || wait == 0 {
            return self.change(move |desk| desk.hear(answer));
        }
        self.held.set_value(Some(answer));
        set_timeout(
            move || {
                self.skip();
            },
            std::time::Duration::from_millis(wait),
        );
    }

    /// Shows the move that is held back; whether there was one.
    fn skip(self) -> bool {
        let held = self.held.try_update_value(Option::take).flatten();
        let there = held.is_some();
        if let Some(answer) = held {
            self.change(move |desk| desk.hear(answer));
        }
        there
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

    /// What is shared of the game.
    fn want(self) -> Want {
        self.desk.with_value(|desk| desk.as_ref().map(|desk| desk.share(&device::page()))).unwrap_or_default()
    }

    fn count(self, change: impl FnOnce(&mut Tally)) {
        let (mut tally, key) = (self.tally.get_untracked(), self.tally_key());
        change(&mut tally);
        device::keep(&key, &tally.write());
        self.tally.set(tally);
    }

    fn show(self) {
        if let Some(screen) = self.desk.with_value(|desk| desk.as_ref().map(Desk::screen)) {
            self.screen.set(screen);
        }
    }

    fn perform(self, effects: Vec<Do>) {
        for effect in effects {
            match effect {
                Do::Ask(question) => {
                    self.thinker.with_value(|thinker| thinker.iter().for_each(|thinker| thinker.ask(&question)));
                }
                Do::Watch(question) => self.analyst.with_value(|thinker| {
                    if let Some(thinker) = thinker {
                        thinker.stop();
                        thinker.ask(&question);
                    }
                }),
                Do::Unwatch => self.analyst.with_value(|thinker| thinker.iter().for_each(Thinker::stop)),
                Do::Stop => self.thinker.with_value(|thinker| thinker.iter().for_each(Thinker::stop)),
                Do::Say(sentences) => self.shell.speak(&sentences),
                Do::Moved => {
                    self.shown.set_value(device::now());
                    device::click();
                }
                Do::Ended(verdict) => self.count(|tally| tally.add(verdict)),
                Do::Reopened(verdict) => self.count(|tally| tally.remove(verdict)),
                Do::Keep => {
                    let plan = self.desk.with_value(|desk| desk.as_ref().map(Desk::plan));
                    if let Some(plan) = plan {
                        let hash = kept::address(plan);
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
        Err(why) => {
            return view! { <main class="lost"><h1>{shell.tell(&why.text())}</h1></main> }.into_any();
        }
    };
    let seat = Seat {
        screen: RwSignal::new(desk.screen()),
        desk: StoredValue::new_local(Some(desk)),
        thinker: StoredValue::new_local(None),
        analyst: StoredValue::new_local(None),
        held: StoredValue::new_local(None),
        shown: StoredValue::new(device::now()),
        shell,
        tally: RwSignal::new(Tally::default()),
    };
    seat.tally.set(Tally::read(&device::kept(&seat.tally_key()).unwrap_or_default()));
    seat.thinker.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.analyst.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.perform(effects);
    let screen = seat.screen;
    let input = Callback::new(move |input| seat.input(input));
    let record = Callback::new(move |()| seat.desk.with_value(|desk| desk.as_ref().and_then(Desk::review)));
    let decided = RwSignal::new(None);
    let analysis = view! { <Review screen input what=record decided/> }.into_any();
    let panel = Panel::new();
    let actions = actions(seat, panel);
    let ended = ViewFn::from(move || ended(seat, panel, decided));
    view! { <Table screen input panel game=Signal::derive(move || game) head=().into_any() actions analysis ended/> }
        .into_any()
}

/// What can be done besides moving.
fn actions(seat: Seat, panel: Panel) -> AnyView {
    let read = move |read: fn(&Screen) -> bool| Signal::derive(move || seat.screen.with(read));
    let (undo, thinking, over) = (read(|s| s.tools.undo), read(|s| s.tools.thinking), read(|s| s.tools.over));
    let bar = vec![
        Action::new(Icon::Undo, text!("Undo"), move || seat.input(Input::Undo)).when(move || undo.get()),
        Action::new(Icon::Hint, text!("Hint"), move || seat.input(Input::Hint))
            .when(move || !over.get() && !thinking.get()),
        Action::new(Icon::Flip, text!("Flip"), move || seat.input(Input::Flip)),
    ];
    let item = move |icon: Icon, name: Text, input: Input, when: Signal<bool>| {
        let run = Callback::new(move |()| seat.input(input.clone()));
        view! { <Item icon name run when/> }
    };
    let going = Signal::derive(move || !over.get());
    let analysis = Callback::new(move |()| panel.show(Tab::Analysis));
    let new = Callback::new(move |()| new_game(seat));
    let want = Callback::new(move |()| seat.want());
    let resign = Callback::new(move |()| seat.input(Input::Resign));
    let more = view! {
        {item(Icon::Skip, text!("Move now"), Input::Hurry, thinking)}
        {item(Icon::Redo, text!("Redo"), Input::Redo, read(|s| s.tools.redo))}
        {item(Icon::Flip, text!("Flip the board"), Input::Flip, Signal::derive(|| true))}
        <Item icon=Icon::Graph name=text!("Analysis") run=analysis/>
        <Item icon=Icon::Share name=text!("Share") run=Callback::new(|()| press(".sharehost .sharing"))/>
        <Item icon=Icon::New name=text!("New game") run=new/>
        <Resign run=resign when=going/>
    }
    .into_any();
    // A dialog within the menu would go with it.
    view! { <Actions bar panel more/><div class="sharehost"><Share want/></div> }.into_any()
}

/// Presses a button that is not in sight.
fn press(selector: &str) {
    if let Some(button) = document().query_selector(selector).ok().flatten() {
        button.unchecked_into::<web_sys::HtmlElement>().click();
    }
}

/// The form of a new game like this one.
fn new_game(seat: Seat) {
    let plan = seat.desk.with_value(|desk| desk.as_ref().map(Desk::plan));
    if let Some(plan) = plan {
        let options = plan.record.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>();
        let setup = crate::setup::Setup::read(&plan.record.game, &options).ok();
        device::go(&setup.map_or_else(|| "#/".to_owned(), |setup| Route::New(setup).write()));
    }
}

/// What can be done when it is over.
fn ended(seat: Seat, panel: Panel, decided: RwSignal<Option<Decided>>) -> AnyView {
    let shell = seat.shell;
    let starts = seat.screen.with_untracked(|screen| {
        screen.result.as_ref().and_then(|result| result.rematch.as_ref()).map(|text| shell.tell(text))
    });
    let again = move |_| seat.input(Input::Again(device::chance()));
    let review = move |_| panel.show(Tab::Analysis);
    view! {
        {move || decided.get().map(|when| {
            let text = match when.ply {
                0 => text!("Decided from the start."),
                ply => text!("Decided at move {ply}.", ply),
            };
            let sure = if when.proved { text!("proved") } else { text!("estimated") };
            view! { <p class="turnpt"><Sign icon=Icon::Graph/><span><b>{shell.tell(&text)}</b>" "<span class="badge">{shell.tell(&sure)}</span></span></p> }
        })}
        <Score tally=seat.tally/>
        <button class="btn main again" on:click=again><Sign icon=Icon::Again/><span>{shell.tell(&text!("Rematch"))}<small>{starts}</small></span></button>
        <button class="btn toreview" on:click=review><Sign icon=Icon::Graph/>{shell.tell(&text!("Review"))}</button>
        <button class="btn" on:click=move |_| new_game(seat)>{shell.tell(&text!("New game"))}</button>
        <Share want=Callback::new(move |()| seat.want())/>
    }
    .into_any()
}

/// How games against the computer have ended on this device.
#[component]
fn Score(tally: RwSignal<Tally>) -> impl IntoView {
    let shell = shell();
    view! {
        <Show when=move || !tally.get().is_empty()>
            <p class="tally small soft">{move || {
                let Tally { won, drawn, lost } = tally.get();
                shell.tell(&text!("You have won {won}, drawn {drawn} and lost {lost}.", won, drawn, lost))
            }}</p>
        </Show>
    }
}
