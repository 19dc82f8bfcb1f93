//! What is shown of a room around the board: how the connection is, how people come in, and what is offered.

use agon_client::{Connection, Plan, Proposal, words};
use agon_rules::{Seat, Text, text};
use agon_wire::Phrase;

use crate::brief::{LEVELS, capital};
use crate::device::Worker;
use crate::html;
use crate::html::{Html, escape};
use crate::icon::Icon;
use crate::page::actions::item;
use crate::page::fields::disabled;
use crate::page::{clerk, lobby as names, server};
use crate::room::{Lobby, Room, Stage};
use crate::shell::Shell;
use crate::think::{Answer, Ask, Question, Tell};
use crate::words::Word;

/// After this many milliseconds without anybody, a player who looks for one is offered a computer.
const NOBODY: u64 = 20_000;

/// What stands around the board.
pub struct Head {
    /// the address of the room
    pub link: String,
    /// whether the worker was asked for what an invitation shows
    asked: bool,
    /// the link as a code for cameras, and which computer players the game has
    drawn: String,
    levels: Vec<String>,
    /// whether a seat was asked for, and why there was none
    joining: bool,
    trouble: Option<Text>,
    /// since when somebody is looked for in the lobby, and whether that is long
    since: Option<u64>,
    pub nobody: bool,
    /// who was reported
    reported: Vec<Seat>,
    /// what is being copied, and what was
    copying: Option<(Word, String)>,
    copied: Option<Word>,
    /// what could not be copied
    by_hand: String,
}

impl Head {
    /// Around the board of a room with this address.
    pub fn new(link: &str) -> Self {
        Head {
            link: link.to_owned(),
            asked: false,
            drawn: String::new(),
            levels: Vec::new(),
            joining: false,
            trouble: None,
            since: None,
            nobody: false,
            reported: Vec::new(),
            copying: None,
            copied: None,
            by_hand: String::new(),
        }
    }

    /// The room is entered anew.
    pub fn begin(&mut self) {
        *self = Head::new(&self.link);
    }

    /// Time has passed for somebody who looks for a player.
    pub fn wait(&mut self, lobby: &Lobby, now: u64) {
        if waits(lobby) && !lobby.listing.is_private() {
            self.nobody = now.saturating_sub(*self.since.get_or_insert(now)) >= NOBODY;
        }
    }

    /// What can be said, and what can be done about others.
    pub fn talk(&self, to: &mut Html<'_>, lobby: &Lobby) {
        if lobby.seat.is_none() || lobby.others.is_empty() {
            return;
        }
        html!(to, "<p class='levels say' data-key='say'><span class='small soft'>" {Word::Say} "</span>");
        for (phrase, word) in Phrase::ALL {
            html!(to, "<button data-do='say " [word] "'>" {words::phrase(phrase)} "</button>");
        }
        html!(to, "</p>");
        for (seat, name, muted) in &lobby.others {
            let player = to.shell.tell(name);
            let mute = if *muted { text!("Listen to {player} again", player) } else { text!("Mute {player}", player) };
            item(to, Icon::Mute, mute, &["mute ", &seat.to_string()].concat(), true);
            let player = to.shell.tell(name);
            let reported = self.reported.contains(seat);
            let report = if reported { Word::Reported.text() } else { text!("Report {player}", player) };
            item(to, Icon::Flag, report, &["report ", &seat.to_string()].concat(), true);
        }
    }

    /// A player was reported.
    pub fn report(&mut self, seat: Seat, shell: &mut Shell) {
        self.reported.push(seat);
        shell.speak(&[Word::Reported.text()]);
    }

    /// Asks for what an invitation shows, when there is one: the worker draws the code and knows who can play.
    pub fn invite(&mut self, lobby: &Lobby, room: &Room, shell: &Shell) {
        if self.asked || !waits(lobby) {
            return;
        }
        self.asked = true;
        let game = room.game().unwrap_or_default().to_owned();
        for (id, ask) in [
            (clerk::CODE, Ask::Code { text: self.link.clone() }),
            (clerk::PLAYERS, Ask::Players { game, options: room.options() }),
        ] {
            shell.device().ask(Worker::Clerk, &Question { id, ask });
        }
    }

    /// Takes in what the worker says.
    pub fn learn(&mut self, answer: &Answer) {
        match (answer.id, &answer.tell) {
            (clerk::CODE, Tell::Text(code)) => self.drawn.clone_from(code),
            (clerk::PLAYERS, Tell::Players(all)) => self.levels = all.iter().map(|offer| offer.name.clone()).collect(),
            _ => {}
        }
    }

    /// Asks for a free seat.
    pub fn join(&mut self, code: &str, rated: bool, shell: &Shell) {
        let device = shell.device();
        self.trouble = server::hindrance(&*device);
        if self.trouble.is_none() && !self.joining {
            self.joining = true;
            server::join(&*device, code, rated);
        }
    }

    /// Reads the reply; whether there is a seat.
    pub fn joined(&mut self, code: &str, status: u16, text: &str, shell: &Shell) -> bool {
        if !std::mem::take(&mut self.joining) {
            return false;
        }
        self.trouble = server::joined(&*shell.device(), code, status, text).err();
        self.trouble.is_none()
    }

    /// Copies something for the button with this word.
    pub fn copy(&mut self, word: Word, text: String, shell: &Shell) {
        shell.device().copy(&text);
        self.copying = Some((word, text));
    }

    /// Something was copied, or could not be: then it is shown.
    pub fn hear_copied(&mut self, done: bool, shell: &mut Shell) {
        let Some((word, text)) = self.copying.take() else { return };
        shell.said = shell.say(if done { Word::Copied } else { Word::CopyByHand }).to_owned();
        self.copied = done.then_some(word);
        self.by_hand = if done { String::new() } else { text };
    }

    /// What a button that copies says.
    pub fn copied(&self, word: Word) -> Word {
        if self.copied == Some(word) { Word::Copied } else { word }
    }

    /// Before the room is known: that it is looked for, or why there is none, and what to do then.
    pub fn entrance(&self, to: &mut Html<'_>, code: &str, lobby: &Lobby) {
        html!(to, "<main class='page lost' data-key='entrance'><h1 class='second'>" {text!("Room {code}", code)}
            "</h1><p class='soft' role='status'>" {capital(to.shell.tell(&connection(&lobby.connection)))} "</p>");
        if matches!(lobby.connection, Connection::Ended(_)) {
            html!(to, "<p class='tools'><a class='btn main' href='#/online'>" {Word::Online}
                "</a> <button class='btn' data-do='reconnect'>" {Word::Reconnect} "</button></p>");
        }
        html!(to, "</main>");
    }

    /// What stands beside the board: how people come in, and what is offered.
    pub fn html(&self, to: &mut Html<'_>, lobby: &Lobby) {
        if lobby.seat.is_none() && !lobby.open.is_empty() && lobby.stage != Stage::Over {
            self.seat_free(to, lobby);
        }
        if waits(lobby) {
            self.invitation(to, lobby);
        }
        if !self.by_hand.is_empty() {
            html!(to, "<div class='sheet invite' data-key='hand'><p>" {Word::CopyByHand}
                "</p><input type='text' readonly data-focus aria-label='" {Word::Link} "' value='"
                {&self.by_hand} "'></div>");
        }
        known(to, lobby);
        offers(to, lobby);
    }

    /// A free seat for a spectator.
    fn seat_free(&self, to: &mut Html<'_>, lobby: &Lobby) {
        html!(to, "<div class='sheet invite' data-key='join'><h2>" {Word::SeatFree} "</h2>");
        if lobby.rated {
            html!(to, "<p class='okay'><span><b>" {Word::Rated} "</b> " {Word::RatedHelp} "</span></p>");
        }
        let device = to.shell.device();
        names::your_name(to, &*device);
        html!(to, "<button class='btn main' data-do='join'" [disabled(self.joining)] ">" {Word::TakeSeat}
            "</button><p class='refusal' role='alert'>" {&self.trouble} "</p></div>");
    }

    /// How others come in, while seats are free.
    fn invitation(&self, to: &mut Html<'_>, lobby: &Lobby) {
        let private = lobby.listing.is_private();
        let (title, more, waiting) = match private {
            true => (Word::RoomTitle, Word::InviteText, Word::WaitingFriend),
            false => (Word::Looking, Word::LookingMore, Word::Looking),
        };
        html!(to, "<div class='sheet invite' data-key='invite'><div><h2>" {title} "</h2><p class='soft small'>"
            {more} "</p></div>");
        if !private {
            html!(to, "<div class='two'><button class='btn' data-do='stop looking'>" {Word::StopLooking} "</button></div>");
        }
        if self.nobody {
            html!(to, "<p class='okay' role='status'>" {Word::NobodyYet} "</p>");
            self.computers(to, lobby);
        }
        html!(to, "<div class='qrrow'>");
        let mut label = "class='qr' role='img' aria-label='".to_owned();
        escape(to.shell.say(Word::QrHelp), &mut label);
        to.whole("div", &(label + "'"), &self.drawn);
        html!(to, "<div><p class='big'>" {&lobby.code} "</p><p class='state live'>" {waiting}
            "</p></div></div><div class='two'><button class='btn' data-do='copy link'>" {self.copied(Word::CopyLink)} "</button>");
        if to.shell.device().pass_on("") {
            html!(to, "<button class='btn' data-do='send link'>" [Icon::Share.small()] {Word::SendLink} "</button>");
        }
        html!(to, "</div>");
        if private {
            self.computers(to, lobby);
        }
        html!(to, "</div>");
    }

    /// Computers for the seats that are open.
    fn computers(&self, to: &mut Html<'_>, lobby: &Lobby) {
        for seat in &lobby.open {
            html!(to, "<p class='levels' data-key='seat" {*seat} "'><span class='small soft'>"
                {text!("A computer for {player}:", player = Text::player(*seat))} "</span>");
            for (level, word, _) in LEVELS.iter().filter(|(level, ..)| self.levels.iter().any(|known| known == level)) {
                html!(to, "<button data-do='" {computer(*seat, level)} "'>" {word} "</button>");
            }
            html!(to, "</p>");
        }
    }
}

/// Above the board: how the connection is, and the way to make it anew.
pub fn state(to: &mut Html<'_>, lobby: &Lobby) {
    let live = matches!(lobby.connection, Connection::Live | Connection::Sending);
    html!(to, "<p class='state" [if live { " live" } else { "" }] "' role='status'>"
        {capital(to.shell.tell(&connection(&lobby.connection)))} "<span class='code'>" {&lobby.code} "</span>");
    if lobby.watchers > 0 {
        html!(to, {lobby.watchers} " " {Word::Watching});
    }
    html!(to, "</p>");
    if matches!(lobby.connection, Connection::Ended(_)) {
        html!(to, "<button class='btn' data-key='reconnect' data-do='reconnect'>" {Word::Reconnect} "</button>");
    }
}

/// Whether others are waited for.
fn waits(lobby: &Lobby) -> bool {
    lobby.seat.is_some() && lobby.stage == Stage::Waiting
}

/// Whether the result counts, and who plays: with the way to their pages, and what the game has changed.
fn known(to: &mut Html<'_>, lobby: &Lobby) {
    if !lobby.rated && lobby.known.is_empty() {
        return;
    }
    html!(to, "<p class='small soft known' data-key='known'>");
    if lobby.rated {
        html!(to, "<b>" {Word::Rated} "</b>");
    }
    for (at, (name, known)) in lobby.known.iter().enumerate() {
        html!(to, [if at > 0 || lobby.rated { " · " } else { "" }] "<span><a class='inline' href='#/player/" {&known.id} "'>" {name}
            "</a> ");
        if lobby.rated {
            html!(to, { known.shown() });
        }
        if let Some(change) = known.change {
            html!(to, " (" [if change < 0 { "−" } else { "+" }] {change.unsigned_abs()} ")");
        }
        html!(to, "</span>");
    }
    html!(to, "</p>");
}

/// How the connection is. Who has lost it need not fear for the game.
fn connection(connection: &Connection) -> Text {
    match connection {
        Connection::Waiting(n) => text!("Can’t reach the server. Your game is safe; trying again in {n} s.", n = *n),
        other => words::connection(other),
    }
}

/// What lets a computer play.
fn computer(seat: Seat, player: &str) -> String {
    ["computer ", &seat.to_string(), " ", player].concat()
}

/// What is offered, and who is away.
fn offers(to: &mut Html<'_>, lobby: &Lobby) {
    html!(to, "<ul class='offers' aria-live='polite'>");
    for (offer, sentence) in &lobby.offers {
        let mut buttons = Vec::new();
        if lobby.seat == Some(offer.by) {
            buttons.push((Word::Withdraw, "decline".to_owned()));
        } else if lobby.seat.is_some() {
            // To agree is to want the same.
            let agree = match offer.proposal {
                Proposal::Takeback => "takeback".to_owned(),
                Proposal::Draw => "draw".to_owned(),
                Proposal::Rematch => "rematch".to_owned(),
                Proposal::Replace(seat) => computer(seat, Plan::DEFAULT_PLAYER),
            };
            buttons.extend([(Word::Agree, agree), (Word::Decline, "decline".to_owned())]);
        }
        line(to, &to.shell.tell(sentence), &buttons);
    }
    if lobby.replaced {
        line(to, to.shell.say(Word::Replaced), &[(Word::Return, "return".to_owned())]);
    }
    if lobby.plays() {
        for (seat, name) in &lobby.away {
            let away = [&to.shell.tell(name), ": ", to.shell.say(Word::Away)].concat();
            line(to, &away, &[(Word::LetComputer, computer(*seat, Plan::DEFAULT_PLAYER))]);
        }
    }
    html!(to, "</ul>");
}

fn line(to: &mut Html<'_>, text: &str, buttons: &[(Word, String)]) {
    html!(to, "<li><span>" {text} "</span><div class='two'>");
    for (word, act) in buttons {
        html!(to, "<button data-do='" {act} "'>" {word} "</button>");
    }
    html!(to, "</div></li>");
}
