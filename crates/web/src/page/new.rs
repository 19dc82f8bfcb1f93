//! The form of a new game: whom to play against, how strong, who starts, and by which rules, as the game describes
//! them.

use agon_rules::{Text, text};

use crate::brief;
use crate::device::{Heard, Worker};
use crate::html;
use crate::html::{Html, Put};
use crate::icon::{Icon, bars};
use crate::page::fields::{checked, disabled, selected, toggle};
use crate::page::options::Options;
use crate::page::{Frame, Page, art, clerk, kept, lobby, server};
use crate::plate::avatar;
use crate::room::no_server;
use crate::route::Route;
use crate::setup::{Against, CLOCKS, Setup, clock_word, read_clock};
use crate::shell::Shell;
use crate::think::{Ask, Offer, Question, Tell};
use crate::words::Word;
use agon_wire::Clock;

/// Whom one can play against: the word in the form, the sign, the name, and what that means.
const AGAINST: [(Against, &str, Icon, Word, Word); 4] = [
    (Against::Computer, "computer", Icon::Computer, Word::Computer, Word::AgainstComputerMore),
    (Against::Friend, "friend", Icon::Screen, Word::AgainstFriend, Word::AgainstFriendMore),
    (Against::Online, "online", Icon::Globe, Word::AgainstOnline, Word::AgainstOnlineMore),
    (Against::Watch, "watch", Icon::Eye, Word::Watch, Word::WatchMore),
];

/// People who can sit at a seat: the word in the form, and what it says.
const PEOPLE: [(&str, Word); 3] = [("me", Word::You), ("friend", Word::AgainstFriend), ("online", Word::AgainstOnline)];

/// The form.
pub struct New {
    setup: Setup,
    options: Options,
    /// the computer players; none until the worker has said so
    players: Vec<Offer>,
    /// whether what most people never need is shown at once
    advanced: bool,
    /// the server was asked for a room
    waiting: bool,
    /// why there is none
    failed: Text,
}

impl New {
    /// Opens it.
    pub fn open(setup: Setup, shell: &mut Shell) -> Self {
        let unusual = brief::LEVELS.iter().all(|(name, ..)| *name != setup.level());
        let new = New {
            advanced: setup.deal.is_some() || !setup.position.is_empty() || unusual,
            setup,
            options: Options::default(),
            players: Vec::new(),
            waiting: false,
            failed: Text::default(),
        };
        new.keep(shell);
        new.ask(shell);
        new
    }

    /// What is chosen is in the address, so that a link leads to the same form.
    fn keep(&self, shell: &Shell) {
        shell.device().replace(&Route::New(self.setup.clone()).write());
    }

    /// Asks who can play by these rules.
    fn ask(&self, shell: &Shell) {
        let ask = Ask::Players { game: self.setup.game().to_owned(), options: self.setup.settings() };
        shell.device().ask(Worker::Clerk, &Question { id: clerk::PLAYERS, ask });
    }

    /// Sets one of the fields; whether there is such a field.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let setup = &mut self.setup;
        match name {
            "against" => {
                for (against, ..) in AGAINST.iter().filter(|(_, word, ..)| *word == value) {
                    setup.set_against(*against);
                }
            }
            "level" => setup.set_level(value),
            "begins" => setup.set_begins(value.parse().unwrap_or(usize::MAX)),
            "clock" => setup.clock = read_clock(value).unwrap_or_default(),
            "lobby" => setup.public = value == "on",
            "rated" => setup.rated = value == "on",
            "deal" => setup.deal = value.trim().parse().ok(),
            "position" => value.trim().clone_into(&mut setup.position),
            _ => match name.strip_prefix("player.").and_then(|at| at.parse().ok()) {
                Some(at) if at < setup.seats() => setup.set_player(at, value),
                _ => return false,
            },
        }
        true
    }

    /// Begins the game, or asks for the room.
    fn begin(&mut self, shell: &Shell) {
        let device = shell.device();
        if self.setup.trouble().is_some() || self.waiting {
            return;
        }
        if !self.setup.is_online() {
            return device.go(&kept::address(self.setup.plan(device.chance()), &*device));
        }
        self.failed = if !device.has_server() {
            no_server()
        } else if device.is_offline() {
            text!("Offline. Everything but online play works.")
        } else {
            self.waiting = true;
            let mut room = self.setup.room(device.chance(), &server::name(&*device));
            room.key = if room.rated { Some(server::make_key(&*device)) } else { server::key(&*device) };
            server::create(&*device, &room, self.setup.public);
            Text::default()
        };
    }

    /// The server has answered: into the room, or why not.
    fn enter(&mut self, status: u16, text: &str, shell: &Shell) {
        let device = shell.device();
        self.waiting = false;
        match server::created(&*device, status, text) {
            Ok(code) => server::enter(&*device, code),
            Err(why) => self.failed = why,
        }
    }
}

impl Page for New {
    fn frame(&self, shell: &Shell) -> Frame {
        let title = shell.tell(&self.setup.info.title());
        Frame::named(shell.say(Word::NewGame), &title, Some(self.setup.info.look.accent))
    }

    fn html(&self, to: &mut Html<'_>) {
        let setup = &self.setup;
        html!(to, "<main class='page form' data-key='new'><div class='ng'><div class='ngmain'>\
            <p><a class='backlink' href='#/'>" [Icon::Back.small()] {Word::AllGames} "</a></p><h1 class='second'>"
            {text!("New game of {game}", game = setup.info.title())} "</h1><p class='soft small'>" {Word::NewToThis}
            " <a class='inline' href='#/learn/" [setup.game()] "'>" {Word::LearnIt} "</a></p>");
        opponent(to, setup);
        if matches!(setup.against(), Against::Computer | Against::Watch) {
            self.strength(to);
        }
        starter(to, setup);
        if setup.is_online() {
            html!(to, "<div class='group adv' data-key='room'>");
            lobby::your_name(to, &*to.shell.device());
            clocks(to, setup.clock);
            html!(to, "<div class='wide sws'>");
            toggle(to, "lobby", &Word::InLobby, to.shell.say(Word::InLobbyHelp), setup.public);
            if setup.can_be_rated() {
                toggle(to, "rated", &Word::Rated, to.shell.say(Word::RatedHelp), setup.rated);
            }
            html!(to, "</div></div>");
        }
        self.options.html(to, setup);
        self.advanced(to);
        html!(to, "</div>");
        self.sums(to);
        html!(to, "</main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        lobby::keep_name(heard, shell);
        let changed = self.options.hear(heard, &mut self.setup);
        if changed {
            self.ask(shell);
        }
        match heard {
            Heard::Set(name, value) if changed || self.set(name, value) => {
                self.failed = Text::default();
                self.keep(shell);
            }
            Heard::Do("start") => self.begin(shell),
            Heard::Reply(status, text) => self.enter(*status, text, shell),
            Heard::Answer(Worker::Clerk, answer) if answer.id == clerk::PLAYERS => {
                if let Tell::Players(all) = &answer.tell {
                    self.players.clone_from(all);
                }
            }
            _ => {}
        }
    }
}

impl New {
    /// How strong computers are, where one plays.
    fn strength(&self, to: &mut Html<'_>) {
        let level = self.setup.level();
        // Every game has the first four; before the worker has answered there are no others.
        let known = self.players.iter().any(|offer| offer.name == "perfect");
        html!(to, "<fieldset data-key='strength'><legend>" {Word::HowStrong} "</legend><div class='lvs'>");
        for (name, word, line) in brief::LEVELS.iter().take(if known { 5 } else { 4 }) {
            let sign = match *name {
                "easy" => bars(1),
                "medium" => bars(2),
                "perfect" => Icon::Check.small(),
                _ => bars(3),
            };
            card(to, "lv", "level", name, level == *name);
            html!(to, [sign] "<b>" {word} "</b><small>" {line} "</small>");
            let step = self.players.iter().find(|offer| offer.name == *name).and_then(|offer| offer.step.as_ref());
            if let Some(step) = step {
                html!(to, "<small class='figure'>" {brief::step(step)} "</small>");
            }
            html!(to, "</label>");
        }
        html!(to, "</div>");
        if self.players.iter().any(|offer| offer.step.is_some()) {
            html!(to, "<p class='soft small'>" {Word::StepsMeasured} "</p>");
        }
        html!(to, "</fieldset>");
    }

    /// What most people never need: other players, every seat by itself, a deal or position to start from.
    fn advanced(&self, to: &mut Html<'_>) {
        let setup = &self.setup;
        html!(to, "<details data-key='advanced'" [if self.advanced { " open" } else { "" }] "><summary>"
            [Icon::Next.small()] {Word::Advanced} "</summary><div class='adv'><label class='field'><span>"
            {Word::OtherPlayer} "</span>");
        self.seat(to, "level", &setup.level(), &[]);
        html!(to, "<small>" {Word::OtherPlayerHelp} "</small></label>");
        if setup.seats() > 2 {
            html!(to, "<fieldset class='wide'><legend>" {Word::EverySeat} "</legend><div class='adv'>");
            for at in 0..setup.seats() {
                html!(to, "<label class='field'><span>" {Word::Player} " " {at + 1} "</span>");
                self.seat(to, &["player.", &at.to_string()].concat(), setup.player(at).word(), &PEOPLE);
                html!(to, "</label>");
            }
            html!(to, "</div></fieldset>");
        }
        if !setup.is_online() {
            html!(to, "<label class='field' data-key='deal'><span>" {Word::Deal}
                "</span><input type='text' inputmode='numeric' pattern='[0-9]*' autocomplete='off' \
                data-set='deal' value='"
                {setup.deal.map(|deal| deal.to_string())} "'><small>" {Word::DealHelp}
                "</small></label><label class='field' data-key='position'><span>" {Word::Position}
                "</span><input type='text' autocomplete='off' spellcheck='false' data-set='position' value='"
                {&setup.position} "'><small>" {Word::PositionHelp} "</small></label>");
        }
        html!(to, "<p class='wide'><a class='btn' href='" {lab(setup)} "'>" [Icon::Graph.small()] {Word::ToLab}
            "</a></p></div></details>");
    }

    /// A list of who can play: the given people, and computers.
    fn seat(&self, to: &mut Html<'_>, set: &str, chosen: &str, people: &[(&str, Word)]) {
        html!(to, "<select data-set='" {set} "'>");
        let mut found = false;
        for (word, label) in people {
            found |= *word == chosen;
            choice(to, word, chosen, label);
        }
        for Offer { name, what, .. } in &self.players {
            found |= name == chosen;
            let title = to.shell.tell(&brief::level(name));
            let what = to.shell.tell(&Text::term("what", what.clone()));
            choice(to, name, chosen, &[&*title, ": ", &*what].concat());
        }
        // Before the worker has answered, the list holds the chosen player only.
        if !found {
            choice(to, chosen, chosen, &brief::level(chosen));
        }
        html!(to, "</select>");
    }

    /// What is chosen in a few words, with the button that begins: beside the form, and below it on a phone.
    fn sums(&self, to: &mut Html<'_>) {
        let (shell, setup) = (to.shell, &self.setup);
        let (versus, starts) = (brief::versus(setup), brief::starts(setup));
        let mut rules = brief::rules(setup);
        html!(to, "<aside class='ngside'><div class='sheet sum'>");
        art::poster(to, &setup.info);
        html!(to, "<h2>" {&versus} "</h2><ul class='sumlist'><li>" [Icon::Check.small()] "<span>" {&starts}
            "</span></li>");
        if !rules.is_empty() {
            html!(to, "<li>" [Icon::Check.small()] "<span>" {brief::capital(shell.join(&rules, ", "))} "</span></li>");
        }
        html!(to, "<li>" [Icon::Clock.small()] "<span>" {brief::time(setup)} "</span></li></ul>");
        let blocked = setup.trouble();
        self.go(to, blocked.as_ref(), " big wide");
        html!(to, "<a class='btn bare wide' href='#/rules/" [setup.game()] "'>" [Icon::Rules.small()] {Word::ReadRules}
            "</a></div></aside></div><div class='startbar'><span><b>" {&versus} "</b><small>");
        rules.truncate(1);
        rules.push(starts);
        html!(to, {brief::capital(shell.join(&rules, " · "))} "</small></span>");
        self.go(to, blocked.as_ref(), "");
        html!(to, "</div>");
    }

    /// The button that begins, and why it cannot. On a phone the reason lies above the bar.
    fn go(&self, to: &mut Html<'_>, blocked: Option<&Text>, class: &str) {
        let why = brief::capital(to.shell.tell(blocked.unwrap_or(&self.failed)));
        let word = if self.setup.is_online() { Word::OpenRoom } else { Word::Start };
        html!(to, "<p class='refusal' role='alert'>" {why} "</p><button class='btn main start" [class]
            "' data-do='start'" [disabled(blocked.is_some())] ">" {word} "</button>");
    }
}

/// The beginning of a card of which one is chosen.
fn card(to: &mut Html<'_>, class: &str, set: &str, value: &str, chosen: bool) {
    html!(to, "<label class='" [class] " pick'><input type='radio' name='" [set] "' data-set='" [set] "' value='"
        {value} "'" [checked(chosen)] ">");
}

/// One of a list.
fn choice(to: &mut Html<'_>, value: &str, chosen: &str, label: &dyn Put) {
    html!(to, "<option value='" {value} "'" [selected(value == chosen)] ">");
    label.put(to);
    html!(to, "</option>");
}

/// Whom to play against.
fn opponent(to: &mut Html<'_>, setup: &Setup) {
    html!(to, "<fieldset data-key='against'><legend>" {Word::PlayAgainst} "</legend><div class='opts4'>");
    for (against, name, sign, word, more) in AGAINST {
        card(to, "opt", "against", name, setup.against() == against);
        html!(to, "<span class='oi'>" {sign} "</span><span><b>" {word} "</b><small>" {more} "</small></span></label>");
    }
    html!(to, "</div></fieldset>");
}

/// Who starts, where the players differ.
fn starter(to: &mut Html<'_>, setup: &Setup) {
    let (names, begins) = (brief::players(setup), setup.begins());
    html!(to, "<fieldset data-key='begins'><legend>" {Word::Begins} "</legend><div class='opts3'>");
    for at in 0..=names.len() {
        let name = names.get(at).cloned().unwrap_or_else(|| Word::Chance.text());
        let sign = if at < names.len() { avatar(at) } else { Icon::Die.svg() };
        card(to, "opt seg", "begins", &at.to_string(), begins == at);
        html!(to, "<span class='oi'>" [sign] "</span><b>" {name} "</b></label>");
    }
    html!(to, "</div></fieldset>");
}

/// How long players may think, where somebody plays from elsewhere.
pub fn clocks(to: &mut Html<'_>, chosen: Clock) {
    html!(to, "<label class='field'><span>" {Word::Clock} "</span><select data-set='clock'>");
    // A clock of an address is offered too.
    let other = (!CLOCKS.contains(&chosen)).then_some(chosen);
    for clock in CLOCKS.into_iter().chain(other) {
        choice(to, &clock_word(clock), &clock_word(chosen), &brief::clock_text(clock));
    }
    html!(to, "</select></label>");
}

/// The address of the lab with the same options.
fn lab(setup: &Setup) -> String {
    let pairs = setup.write().into_iter().filter(|(key, _)| !key.starts_with('_'));
    Route::Lab { game: setup.game().to_owned(), pairs: pairs.collect() }.write()
}
