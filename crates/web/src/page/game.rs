//! The screen of a game at this device.

use crate::desk::{Desk, Effect as Do, Input};
use crate::route::Route;
use crate::screen::Screen;
use crate::share::Want;
use crate::tally::Tally;
use crate::think::Answer;
use crate::words::Word;
use agon_client::Plan;
use agon_rules::Text;
use leptos::prelude::*;

use crate::page::app::{Shell, shell};
use crate::page::device;
use crate::page::glide::Before;
use crate::page::review::Review;
use crate::page::rules::Rules;
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
    shell: Shell,
    tally: RwSignal<Tally>,
}

impl Seat {
    /// Where the games of this kind are counted.
    fn tally_key(self) -> String {
        self.desk.with_value(|desk| format!("tally.{}", desk.as_ref().map_or("", Desk::game)))
    }

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

    /// What is shared of the game.
    fn want(self) -> Want {
        self.desk.with_value(|desk| desk.as_ref().map(|desk| desk.share(&device::page()))).unwrap_or_default()
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
                Do::Moved => device::click(),
                Do::Ended(verdict) => {
                    let (mut tally, key) = (self.tally.get_untracked(), self.tally_key());
                    tally.add(verdict);
                    device::keep(&key, &tally.write());
                    self.tally.set(tally);
                }
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
        Err(why) => {
            return view! { <main class="lost"><h1>{shell.tell(&why.text())}</h1></main> }.into_any();
        }
    };
    let seat = Seat {
        screen: RwSignal::new(desk.screen()),
        desk: StoredValue::new_local(Some(desk)),
        thinker: StoredValue::new_local(None),
        analyst: StoredValue::new_local(None),
        shell,
        tally: RwSignal::new(Tally::default()),
    };
    seat.tally.set(Tally::read(&device::kept(&seat.tally_key()).unwrap_or_default()));
    seat.thinker.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.analyst.set_value(Some(Thinker::new(move |answer| seat.hear(answer))));
    seat.perform(effects);
    let screen = seat.screen;
    let input = Callback::new(move |input| seat.input(input));
    let tools = view! { <Tools seat game/> }.into_any();
    let record = Callback::new(move |()| seat.desk.with_value(|desk| desk.as_ref().and_then(Desk::review)));
    let side = view! { <Values screen/><Review screen input what=record/> }.into_any();
    let head = view! { <Score tally=seat.tally/> }.into_any();
    view! { <Table screen input head tools side/> }.into_any()
}

/// How games against the computer have ended on this device.
#[component]
fn Score(tally: RwSignal<Tally>) -> impl IntoView {
    let shell = shell();
    view! {
        <Show when=move || !tally.get().is_empty()>
            <p class="tally">{move || {
                let Tally { won, drawn, lost } = tally.get();
                let words = [(Word::Won, won), (Word::Drawn, drawn), (Word::LostGames, lost)];
                words.map(|(word, count)| format!("{} {count}", shell.say(word))).join(" · ")
            }}</p>
        </Show>
    }
}

/// What can be done besides moving.
#[component]
fn Tools(seat: Seat, game: &'static str) -> impl IntoView {
    let shell = shell();
    let read = move |read: fn(&Screen) -> bool| seat.screen.with(read);
    view! {
        <button disabled=move || !read(|screen| screen.tools.undo) on:click=move |_| seat.input(Input::Undo)>{shell.say(Word::Undo)}</button>
        <button on:click=move |_| seat.input(Input::Redo)>{shell.say(Word::Redo)}</button>
        <button on:click=move |_| seat.input(Input::Hint)>{shell.say(Word::Hint)}</button>
        <button aria-pressed=move || if read(|screen| screen.tools.analysing) { "true" } else { "false" }
            on:click=move |_| seat.input(Input::Analyse)>{shell.say(Word::Analyse)}</button>
        <button on:click=move |_| seat.input(Input::Flip)>{shell.say(Word::Flip)}</button>
        <Show when=move || read(|screen| screen.tools.thinking)>
            <button on:click=move |_| seat.input(Input::Hurry)>{shell.say(Word::Hurry)}</button>
        </Show>
        <Show when=move || !read(|screen| screen.tools.over)
            fallback=move || view! {
                <button class="again" on:click=move |_| seat.input(Input::Again(device::chance()))>{shell.say(Word::Again)}</button>
            }>
            <button on:click=move |_| seat.input(Input::Resign)>{shell.say(Word::Resign)}</button>
        </Show>
        <Share want=Callback::new(move |()| seat.want())/>
        <Rules game/>
    }
}

/// What every move is worth.
#[component]
fn Values(screen: RwSignal<Screen>) -> impl IntoView {
    let shell = shell();
    view! {
        <Show when=move || screen.with(|screen| !screen.values.is_empty())>
            <section class="values">
                <h2>{shell.say(Word::Analyse)}</h2>
                <ol>
                    {move || screen.with(|screen| screen.values.iter().take(12).map(|(text, worth)| view! {
                        <li><strong>{shell.tell(&Text::of_move(text))}</strong>" "{shell.tell(worth)}</li>
                    }).collect_view())}
                </ol>
            </section>
        </Show>
    }
}
