//! The screen of any game, here or in a room: the stage with the board, and beside it plates, panel and actions.

use agon_rules::{Arrangement, Form, Note, Site, Text, text};

use crate::device::{Heard, Keyed};
use crate::draw;
use crate::feed::{note_html, sites};
use crate::hand::Input;
use crate::html;
use crate::html::Html;
use crate::page::Frame;
use crate::page::actions::{self, Action};
use crate::page::board::Board;
use crate::page::panel::{self, Panel};
use crate::plate::avatar;
use crate::screen::{Screen, Tone};
use crate::shell::Shell;

/// How high a question below the board is at most, the heading of the last turn, and a note of it, in pixels.
const ASKED: usize = 90;
const HEAD: usize = 56;
const NOTE: usize = 48;

/// What is on the screen of a game.
pub struct Table {
    /// the game
    pub screen: Screen,
    board: Board,
    panel: Panel,
    /// where the piece came from that is dragged
    dragged: Option<Site>,
}

/// What differs from one kind of game to the other.
pub struct Parts<'a> {
    /// above the board: the state of a room
    pub head: &'a dyn Fn(&mut Html<'_>),
    /// beside the board: how others come in, and what is offered
    pub side: &'a dyn Fn(&mut Html<'_>),
    /// what stands in the action bar
    pub bar: Vec<Action>,
    /// what stands behind "More"
    pub more: &'a dyn Fn(&mut Html<'_>),
    /// below the values of moves, where they may be known
    pub analysis: Option<&'a dyn Fn(&mut Html<'_>)>,
    /// what else is known when it is over
    pub found: &'a dyn Fn(&mut Html<'_>),
    /// what can be done then
    pub ended: &'a dyn Fn(&mut Html<'_>),
}

impl Table {
    /// A game on the screen.
    pub fn new(screen: Screen, shell: &Shell) -> Self {
        let mut table =
            Table { screen: Screen::default(), board: Board::default(), panel: Panel::default(), dragged: None };
        table.show(screen, shell);
        table
    }

    /// The game has changed.
    pub fn show(&mut self, screen: Screen, shell: &Shell) {
        let refused = |screen: &Screen| screen.message.as_ref().is_some_and(|message| message.tone == Tone::Refusal);
        if refused(&screen) && screen.message != self.screen.message {
            self.board.refuse();
        }
        self.screen = screen;
        self.place(shell);
    }

    fn place(&mut self, shell: &Shell) {
        let explain = self.screen.table.explain && shell.settings.explanations;
        self.board.show(draw::Table { explain, ..self.screen.table.clone() });
    }

    /// Lets the last move be heard: the end, something taken where `taken` were before, or a piece put down.
    pub fn sound(&self, taken: usize, shell: &Shell) {
        match &self.screen {
            screen if screen.result.is_some() => shell.sound("end"),
            screen if screen.taken() > taken => shell.sound("low"),
            screen => shell.knock(screen.table.look.material),
        }
    }

    /// How long the position on the screen is shown at least before a computer's next move, in milliseconds: longer while a
    /// sum or an equation explains it. Tests wait for nothing: the key `pace` says so.
    pub fn pace(&self, shell: &Shell) -> u64 {
        let speed = shell.settings.speed;
        let worked = |note: &Note| matches!(note.form, Form::Sum { .. } | Form::Equation { .. });
        let explained = shell.settings.explanations && self.screen.table.notes.iter().any(worked);
        let usual = if explained { speed.hold() } else { speed.pace() };
        shell.device().kept("pace").and_then(|text| text.parse().ok()).unwrap_or(usual)
    }

    /// Points at some cells.
    pub fn point(&mut self, sites: Vec<Site>) {
        self.board.point(sites);
    }

    /// Takes in what happened: what it means for the game, if anything.
    pub fn hear(&mut self, heard: &Heard<'_>, game: &'static str, shell: &Shell) -> Option<Input> {
        self.panel.hear(heard, game, shell);
        match heard {
            Heard::Do(act) => return self.act(act, shell),
            Heard::Drag(at) => {
                self.dragged = site(at);
                return self.dragged.map(Input::Tap);
            }
            Heard::Drop(at) => return Some(self.drop(at)),
            Heard::Key("Escape", _) => {
                self.panel.close();
                return Some(Input::Cancel);
            }
            Heard::Key(key, Keyed::Table) => return self.board.key(key, &*shell.device()).map(Input::Tap),
            Heard::Focus(at) => self.board.focus(site(at)?),
            Heard::Point(text) => self.board.point(sites(text)),
            Heard::Room(width, height) => self.board.fit(*width, *height),
            Heard::Settings => {
                self.place(shell);
                return Some(Input::AtOnce(shell.settings.first_tap));
            }
            _ => {}
        }
        None
    }

    /// What a piece that is dropped does: a card is played wherever it leaves the hand, anything else goes where it lies.
    fn drop(&mut self, at: &str) -> Input {
        let to = site(at);
        let away = to.is_none_or(|to| self.dragged.is_none_or(|from| from.zone != to.zone));
        match (&self.screen.choices.lifted, to) {
            _ if at.is_empty() => Input::Cancel,
            (Some((text, _)), _) if away => Input::Play(text.clone()),
            (None, Some(to)) => Input::Tap(to),
            _ => Input::Cancel,
        }
    }

    fn act(&mut self, act: &str, shell: &Shell) -> Option<Input> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        Some(match verb {
            "tap" => {
                let site = site(rest)?;
                return self.board.tap(site).then_some(Input::Tap(site));
            }
            "play" => Input::Play(rest.to_owned()),
            "ply" => Input::Look(rest.parse().ok()?),
            "cancel" => Input::Cancel,
            "branch" => Input::Branch,
            "analyse" => Input::Analyse,
            "undo" => Input::Undo,
            "redo" => Input::Redo,
            "hint" => Input::Hint,
            "hurry" => Input::Hurry,
            "flip" => Input::Flip,
            "take" => Input::TakeScreen,
            "enter" => {
                // Where a move can go on, else the first cell.
                shell.device().focus(".lit[tabindex='0'], .spot[tabindex='0']");
                return None;
            }
            _ => return None,
        })
    }

    /// What stands around it: the game's hue, and whose turn it is in the title.
    pub fn frame(&self, shell: &Shell) -> Frame {
        let game = shell.tell(&self.screen.title);
        let title = shell.tell(&self.screen.page_title());
        let mut frame = Frame::named(&title, &game, Some(self.screen.table.look.accent));
        let finished = self.screen.result.as_ref().map(|_| text!("finished"));
        let variant: Vec<Text> = self.screen.variant.iter().cloned().chain(finished).collect();
        frame.crumb = (!game.is_empty()).then(|| (game, shell.join(&variant, " · ")));
        frame
    }

    /// The screen.
    pub fn html(&self, to: &mut Html<'_>, key: &str, game: &str, parts: &Parts<'_>) {
        let screen = &self.screen;
        let ended = if screen.result.is_some() { " ended" } else { "" };
        let round = if screen.table.look.arrangement == Arrangement::Table { " round" } else { "" };
        html!(to, "<main class='play" [ended] [round] "' data-key='" {key} "'><h1 class='sr'>" {screen.title}
            "</h1><a class='skip' href='#table' data-do='enter'>" {text!("Skip to the board")} "</a>");
        self.stage(to, parts.head);
        html!(to, "<aside class='side'>");
        panel::plates(to, screen, false);
        panel::result_card(to, screen, parts.found, parts.ended);
        self.panel.html(to, screen, game, parts.analysis);
        (parts.side)(to);
        panel::plates(to, screen, true);
        actions::lifted(to, screen);
        actions::html(to, screen, &parts.bar, parts.more);
        self.last_turn(to, usize::MAX);
        html!(to, "</aside>");
        self.curtain(to);
        html!(to, "</main>");
    }

    /// The stage: the board, and below it moves that are buttons.
    pub fn stage(&self, to: &mut Html<'_>, head: &dyn Fn(&mut Html<'_>)) {
        let tall = self.board.tall().map(|tall| format!("--tall:{tall}px"));
        html!(to, "<div class='stage' data-style='" {tall} "'>");
        head(to);
        self.board(to);
        html!(to, "</div>");
    }

    /// The board alone, with the choices that are not made on it.
    pub fn board(&self, to: &mut Html<'_>) {
        let (low, free) = self.board.free();
        // A question that has room below the board does not move it.
        let beside = free < ASKED;
        html!(to, "<div class='fit' data-style='--low:" {low} "px'>");
        self.board.html(to);
        html!(to, "<div class='below'>");
        if !beside {
            actions::choices(to, &self.screen);
        }
        let asked =
            if self.screen.choices.buttons.is_empty() && self.screen.choices.menu.is_empty() { 0 } else { ASKED };
        self.last_turn(to, free.saturating_sub(asked + HEAD) / NOTE);
        html!(to, "</div></div>");
        if beside {
            actions::choices(to, &self.screen);
        }
    }

    /// What the last turn led to, where a phone has room for so many notes.
    fn last_turn(&self, to: &mut Html<'_>, most: usize) {
        let screen = &self.screen;
        let made: Vec<_> = screen.feed.iter().flat_map(|round| &round.entries).take(screen.history.at).collect();
        let Some(last) = made.chunk_by(|one, other| one.step.seat == other.step.seat).next_back() else { return };
        let Some(entry) = last.last().filter(|_| most > 0 && screen.result.is_none()) else { return };
        html!(to, "<section class='lastturn sheet'><b class='over'>" {text!("Last turn")} "</b>");
        let notes: Vec<&Note> = last.iter().flat_map(|entry| &entry.notes).collect();
        for note in &notes[notes.len().saturating_sub(most)..] {
            let shell = to.shell;
            to.raw(&note_html(note, "", &|text| shell.tell(text)));
        }
        if notes.is_empty() {
            let player = screen.plates.get(entry.step.seat).map(|plate| plate.name.clone()).unwrap_or_default();
            let step = Text::of_move(&entry.step.text);
            html!(to, "<div class='ev'>" [avatar(entry.step.seat)] "<span>" {text!("{player}: {step}", player, step)}
                "</span></div>");
        }
        html!(to, "</section>");
    }

    /// While the device changes hands nobody sees anything.
    fn curtain(&self, to: &mut Html<'_>) {
        let Some(seat) = self.screen.tools.hand_over else { return };
        let name = self.screen.plates.get(seat).map(|plate| plate.name.clone()).unwrap_or_default();
        html!(to, "<div class='curtain' data-key='curtain" {seat} "' role='dialog' aria-modal='true' aria-label='"
            {text!("Pass the device")} "'><div>" [avatar(seat)] "</div><h2>" {text!("Pass to {player}", player = name.clone())}
            "</h2><p class='soft'>" {text!("Nobody else should look at the screen now.")}
            "</p><button class='btn main big' data-focus data-do='take'>" {text!("I am {player}", player = name)}
            "</button></div>");
    }
}

/// The cell that an element is called after.
fn site(at: &str) -> Option<Site> {
    sites(at).first().copied()
}
