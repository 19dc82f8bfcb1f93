//! The screen of a game in a room on the server of this page.

use crate::hand::Input;
use crate::room::{Effect as Do, Lobby, Room, Stage};
use crate::route::Route;
use crate::screen::Screen;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;
use agon_client::{Connection, Plan, words};
use agon_rules::{Text, text};
use agon_wire::{Act, Event, Ticket};
use leptos::prelude::*;

use crate::icon::Icon;
use crate::page::actions::{Action, Actions, Item, Resign};
use crate::page::app::{Shell, shell};
use crate::page::device;
use crate::page::glide::Before;
use crate::page::panel::{Panel, Sign};
use crate::page::server::{self, Socket};
use crate::page::table::Table;
use crate::page::thinker::Thinker;

/// How often the session is told the time, in milliseconds.
const TICK: std::time::Duration = std::time::Duration::from_millis(250);

/// The room, and what carries its effects out.
#[derive(Clone, Copy)]
struct Seat {
    room: StoredValue<Room, LocalStorage>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    screen: RwSignal<Screen>,
    lobby: RwSignal<Lobby>,
    shell: Shell,
}

impl Seat {
    fn open(ticket: Ticket, shell: Shell) -> Self {
        Seat {
            room: StoredValue::new_local(Room::new(ticket, device::chance())),
            socket: StoredValue::new_local(None),
            screen: RwSignal::new(Screen::default()),
            lobby: RwSignal::new(Lobby::default()),
            shell,
        }
    }

    fn hear(self, event: Event) {
        self.change(move |room, now| room.hear(now, event));
    }

    fn ask(self, act: Act) {
        self.change(move |room, now| room.ask(now, act));
    }

    /// Lets something happen, shows it, and does what it leads to.
    fn change(self, happen: impl FnOnce(&mut Room, u64) -> Vec<Do>) {
        let now = device::now();
        // The socket may outlive the screen by a moment.
        let Some(before) = self.room.try_with_value(Room::view) else { return };
        let mut effects = Vec::new();
        self.room.update_value(|room| effects = happen(room, now));
        let moved = effects.contains(&Do::Moved);
        let before = before.filter(|_| moved).map(Before::look);
        self.show(now);
        if let (Some(before), Some(after)) = (before, self.room.with_value(Room::view)) {
            before.play(after);
        }
        effects.into_iter().for_each(|effect| self.perform(effect));
    }

    /// Time has passed: in an idle room only the clocks and the countdown of a lost connection change.
    fn tick(self) {
        let (now, mut effects) = (device::now(), Vec::new());
        // A timer may outlive the screen by a moment.
        let alive = self.room.try_update_value(|room| effects = room.hear(now, Event::Tick));
        if alive.is_none() {
            return;
        }
        if !effects.is_empty() {
            self.show(now);
            return effects.into_iter().for_each(|effect| self.perform(effect));
        }
        let (clocks, connection) = self.room.with_value(|room| (room.clocks(now), room.connection(now)));
        if self.screen.with_untracked(|screen| screen.plates.iter().map(|plate| &plate.clock).ne(&clocks)) {
            self.screen.update(|screen| {
                for (plate, clock) in screen.plates.iter_mut().zip(clocks) {
                    plate.clock = clock;
                }
            });
        }
        if self.lobby.with_untracked(|lobby| lobby.connection != connection) {
            self.lobby.update(|lobby| lobby.connection = connection);
        }
    }

    fn show(self, now: u64) {
        let (screen, lobby) = self.room.with_value(|room| (room.screen(now), room.lobby(now)));
        if self.screen.with_untracked(|shown| *shown != screen) {
            self.screen.set(screen);
        }
        if self.lobby.with_untracked(|shown| *shown != lobby) {
            self.lobby.set(lobby);
        }
    }

    fn perform(self, effect: Do) {
        match effect {
            Do::Socket(agon_wire::Effect::Connect) => {
                let socket = Socket::open(move |event| self.hear(event));
                let failed = socket.is_none();
                self.socket.set_value(socket);
                if failed {
                    self.hear(Event::Closed(None));
                }
            }
            Do::Socket(agon_wire::Effect::Send(text)) => {
                self.socket.with_value(|socket| socket.iter().for_each(|socket| socket.send(&text)));
            }
            Do::Socket(_) => self.socket.set_value(None),
            Do::Around => {}
            Do::Say(sentences) => self.shell.speak(&sentences),
            Do::Moved => device::click(),
            Do::Next(next) => {
                let code = self.lobby.with_untracked(|lobby| lobby.code.clone());
                if let (Some(token), None) = (server::token(&code), server::token(&next)) {
                    server::keep_token(&next, &token);
                }
                device::go(&Route::Room { code: next, key: None }.write());
            }
        }
    }
}

/// The screen. A key is the secret of a seat that was taken on another device.
#[component]
pub fn RoomScreen(code: String, key: Option<String>) -> impl IntoView {
    let shell = shell();
    if let Some(key) = key {
        server::keep_token(&code, &key);
    }
    let hash = Route::Room { code: code.clone(), key: None }.write();
    device::replace(&hash);
    device::keep("last", &hash);
    // To connect again is to begin anew.
    let begun = RwSignal::new(0);
    move || {
        begun.track();
        let ticket = Ticket { room: code.clone(), seat: None, token: server::token(&code) };
        let seat = Seat::open(ticket, shell);
        seat.tick();
        let ticking = set_interval_with_handle(move || seat.tick(), TICK).ok();
        on_cleanup(move || {
            if let Some(ticking) = ticking {
                ticking.clear();
            }
            seat.socket.set_value(None);
        });
        view! { <Entered seat code=code.clone() begun/> }
    }
}

#[component]
fn Entered(seat: Seat, code: String, begun: RwSignal<usize>) -> impl IntoView {
    let input = Callback::new(move |input: Input| seat.change(move |room, now| room.take(now, input)));
    let head = view! { <Head seat code begun/> }.into_any();
    let panel = Panel::new();
    let game = Memo::new(move |_| {
        seat.lobby.track();
        seat.room.with_value(Room::game).unwrap_or_default()
    });
    let actions = actions(seat, panel);
    let ended = ViewFn::from(move || ended(seat));
    view! { <Table screen=seat.screen input panel game head actions analysis=().into_any() ended/> }
}

/// What is shown of the room above the board.
#[component]
fn Head(seat: Seat, code: String, begun: RwSignal<usize>) -> impl IntoView {
    let (shell, lobby) = (seat.shell, seat.lobby);
    let read = move |read: fn(&Lobby) -> bool| lobby.with(read);
    let may_join =
        Memo::new(move |_| read(|lobby| lobby.seat.is_none() && !lobby.open.is_empty() && lobby.stage != Stage::Over));
    let waits = Memo::new(move |_| read(|lobby| lobby.seat.is_some() && lobby.stage == Stage::Waiting));
    let ended = Memo::new(move |_| read(|lobby| matches!(lobby.connection, Connection::Ended(_))));
    let (joined, invited) = (code.clone(), code.clone());
    view! {
        <p class="state" class:live=move || read(|lobby| matches!(lobby.connection, Connection::Live | Connection::Sending)) role="status">
            {move || lobby.with(|lobby| shell.tell(&words::connection(&lobby.connection)))}
            <span class="code">{move || lobby.with(|lobby| lobby.code.clone())}</span>
            {move || lobby.with(|lobby| (lobby.watchers > 0).then(|| format!("{} {}", lobby.watchers, shell.say(Word::Watching))))}
        </p>
        <Show when=move || ended.get()>
            <button class="btn" on:click=move |_| begun.update(|times| *times += 1)>{shell.say(Word::Reconnect)}</button>
        </Show>
        <Show when=move || may_join.get()><Join code=joined.clone() begun/></Show>
        <Show when=move || waits.get()><Invite code=invited.clone() seat/></Show>
        <Offers seat/>
    }
}

/// A free seat for a spectator.
#[component]
fn Join(code: String, begun: RwSignal<usize>) -> impl IntoView {
    let shell = shell();
    let trouble = RwSignal::new(Text::default());
    let join = move |_| {
        let code = code.clone();
        leptos::task::spawn_local(async move {
            match server::join(&code).await {
                Ok(()) => begun.update(|times| *times += 1),
                Err(why) => trouble.set(why),
            }
        });
    };
    view! {
        <div class="sheet invite">
            <p>{shell.say(Word::SeatFree)}</p>
            <YourName/>
            <button class="btn main" on:click=join>{shell.say(Word::TakeSeat)}</button>
            <p class="refusal" role="alert">{move || shell.tell(&trouble.get())}</p>
        </div>
    }
}

/// What others call the player at this device; kept here.
#[component]
pub fn YourName() -> impl IntoView {
    let shell = shell();
    view! {
        <label class="field">
            <span>{shell.say(Word::YourName)}</span>
            <input type="text" maxlength="24" autocomplete="nickname" value=server::name()
                on:change=move |event| device::keep("name", event_target_value(&event).trim())/>
        </label>
    }
}

/// How others come in, while seats are free.
#[component]
fn Invite(code: String, seat: Seat) -> impl IntoView {
    let (shell, lobby) = (seat.shell, seat.lobby);
    let link = device::address(&Route::Room { code: code.clone(), key: None }.write());
    let copied = link.clone();
    let free = Memo::new(move |_| lobby.with(|lobby| lobby.open.clone()));
    let drawn = RwSignal::new(String::new());
    // The worker draws the code, and knows which computer players the game has.
    let levels = RwSignal::new(Vec::<String>::new());
    let thinker = StoredValue::new_local(Thinker::new(move |answer| match answer.tell {
        Tell::Text(code) => drawn.set(code),
        Tell::Players(players) => levels.set(players.into_iter().map(|(name, _)| name).collect()),
        _ => {}
    }));
    let (game, options) = seat.room.with_value(|room| (room.game().unwrap_or_default().to_owned(), room.options()));
    for ask in [Ask::Code { text: link.clone() }, Ask::Players { game, options }] {
        thinker.with_value(|thinker| thinker.ask(&Question { id: 0, ask }));
    }
    view! {
        <div class="sheet invite">
            <p>{shell.say(Word::InviteText)}</p>
            <p class="big">{agon_wire::code::spaced(&code)}</p>
            <input type="text" readonly="" aria-label=shell.say(Word::Link) value=link/>
            <Copy class="btn" word=Word::CopyLink text=Callback::new(move |()| copied.clone())/>
            <div class="qr" role="img" aria-label=shell.say(Word::QrHelp) inner_html=move || drawn.get()></div>
            <For each=move || free.get() key=|at| *at let(at)>
                <p class="levels">
                    <span>{format!("{} {}:", shell.say(Word::Player), at + 1)}</span>
                    {move || levels.get().into_iter().map(|level| {
                        let label = shell.tell(&words::computer(&level));
                        view! {
                            <button on:click=move |_| seat.ask(Act::Computer { seat: at, player: level.clone() })>{label}</button>
                        }
                    }).collect_view()}
                </p>
            </For>
        </div>
    }
}

/// A button that copies something, and says when it has.
#[component]
fn Copy(word: Word, text: Callback<(), String>, class: &'static str) -> impl IntoView {
    let shell = shell();
    let done = RwSignal::new(false);
    let copy = move |_| {
        let text = text.run(());
        leptos::task::spawn_local(async move {
            if device::copy(&text).await.is_truthy() {
                done.set(true);
                shell.said.set(shell.say(Word::Copied).to_owned());
            }
        });
    };
    view! { <button class=class on:click=copy>{move || shell.say(if done.get() { Word::Copied } else { word })}</button> }
}

/// What is offered, and who is away.
#[component]
fn Offers(seat: Seat) -> impl IntoView {
    let (shell, lobby) = (seat.shell, seat.lobby);
    let line = move |text: String, buttons: Vec<(Word, Act)>| {
        let buttons = buttons.into_iter().map(|(word, act)| {
            view! { <button on:click=move |_| seat.ask(act.clone())>{shell.say(word)}</button> }
        });
        view! { <li><span>{text}</span>{buttons.collect_view()}</li> }.into_any()
    };
    let lines = move || {
        let lobby = lobby.get();
        let mut lines = Vec::new();
        for (offer, sentence) in &lobby.offers {
            let buttons = match lobby.seat {
                None => Vec::new(),
                Some(own) if own == offer.by => vec![(Word::Withdraw, Act::Decline)],
                Some(_) => {
                    let agree = offer.proposal.agree(Plan::DEFAULT_PLAYER);
                    vec![(Word::Agree, agree), (Word::Decline, Act::Decline)]
                }
            };
            lines.push(line(shell.tell(sentence), buttons));
        }
        if lobby.replaced {
            lines.push(line(shell.say(Word::Replaced).to_owned(), vec![(Word::Return, Act::Return)]));
        }
        if lobby.plays() {
            for (at, name) in &lobby.away {
                let act = Act::Computer { seat: *at, player: Plan::DEFAULT_PLAYER.to_owned() };
                let text = format!("{}: {}", shell.tell(name), shell.say(Word::Away));
                lines.push(line(text, vec![(Word::LetComputer, act)]));
            }
        }
        lines
    };
    view! { <ul class="offers" aria-live="polite">{lines}</ul> }
}

/// What can be done besides moving.
fn actions(seat: Seat, panel: Panel) -> AnyView {
    let (shell, lobby) = (seat.shell, seat.lobby);
    let plays = Signal::derive(move || lobby.with(Lobby::plays));
    let seated = Memo::new(move |_| lobby.with(|lobby| lobby.seat.is_some()));
    let flip = move || seat.change(|room, now| room.take(now, Input::Flip));
    let bar = vec![
        Action::new(Icon::Undo, text!("Take back"), move || seat.ask(Act::Takeback)).when(move || plays.get()),
        Action::new(Icon::Draw, text!("Offer draw"), move || seat.ask(Act::Draw)).when(move || plays.get()),
        Action::new(Icon::Flip, text!("Flip"), flip),
    ];
    let elsewhere = Callback::new(move |()| {
        let code = lobby.with_untracked(|lobby| lobby.code.clone());
        let code = agon_wire::code::tidy(&code).unwrap_or_default();
        device::address(&Route::Room { key: server::token(&code), code }.write())
    });
    let resign = Callback::new(move |()| seat.ask(Act::Resign));
    let more = view! {
        <Item icon=Icon::Flip name=text!("Flip the board") run=Callback::new(move |()| flip())/>
        <Show when=move || seated.get()>
            <Copy class="item" word=Word::Elsewhere text=elsewhere/>
            <p class="help small soft">{shell.say(Word::ElsewhereHelp)}</p>
        </Show>
        <Resign run=resign when=plays/>
    }
    .into_any();
    view! { <Actions bar panel more/> }.into_any()
}

/// What can be done when it is over.
fn ended(seat: Seat) -> AnyView {
    let (shell, lobby) = (seat.shell, seat.lobby);
    let seated = Memo::new(move |_| lobby.with(|lobby| lobby.seat.is_some()));
    let next = Memo::new(move |_| lobby.with(|lobby| lobby.next.clone()));
    view! {
        <Show when=move || seated.get() && next.get().is_none()>
            <button class="btn main again" on:click=move |_| seat.ask(Act::Rematch)><Sign icon=Icon::Again/>{shell.tell(&text!("Rematch"))}</button>
        </Show>
        {move || next.get().map(|next| view! {
            <a class="btn main" href=Route::Room { code: next, key: None }.write()>{shell.tell(&text!("Go to the rematch"))}</a>
        })}
        {move || lobby.with(|lobby| lobby.record.clone()).map(|record| view! {
            <a class="btn" href=format!("#/game/{}", crate::route::encode(&record))><Sign icon=Icon::Graph/>{shell.tell(&text!("Review"))}</a>
        })}
        <a class="btn" href="#/">{shell.tell(&text!("New game"))}</a>
    }
    .into_any()
}
