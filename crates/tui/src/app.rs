//! The full-screen client: which screen is shown, and what clicks and answers do to it. What keys do is in `app/keys.rs`.

mod keys;
mod lessons;

use std::path::PathBuf;

use agon_client::{Local, Plan};
use agon_rules::games;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Position;

use crate::board::put;
use crate::desk::{After, Desk, Habits};
use crate::draw::{self, Hit, Screen};
use crate::form::Form;
use crate::game::Game;
use crate::joined::Joined;
use crate::keep;
use crate::lobby::{self, Hall, Wish as LobbyWish};
use crate::local;
use crate::menu::{self, Item, Menu};
use crate::pager::{Pager, bar, wrap};
use crate::review;
use crate::server::{Entry, Server};
use crate::shelf::{self, Shelf};
use crate::study::{Course, Study, Wish};
use crate::taps::{Focus, hit};
use crate::theme::Theme;
use crate::thought::{Asker, News};
use crate::tickets::Tickets;
use crate::word::{Way, Word};

enum Shown {
    Menu(Menu),
    Form(Box<Form>),
    Desk(Box<Desk>),
    Shelf(Box<Shelf>),
    Lobby(Box<Hall>),
}

/// The full-screen client.
pub struct App {
    shown: Shown,
    /// a page above what is shown
    page: Option<Pager>,
    /// whether leaving was asked for once
    leaving: bool,
    done: bool,
    screen: Screen,
    theme: Theme,
    asker: Asker,
    habits: Habits,
}

impl App {
    /// Begins with a game, or with the list of games.
    pub fn new(game: Option<Game>, asker: Asker, habits: Habits, theme: Theme) -> Self {
        let shown = match game {
            Some(game) => Shown::Desk(Box::new(Desk::new(game, asker.clone(), habits.clone(), None))),
            None => Shown::Menu(Menu::new(habits.keep.as_deref(), (habits.day)())),
        };
        let screen = Screen::default();
        App { shown, page: None, leaving: false, done: false, screen, theme, asker, habits }
    }

    /// The same at the list of what can be learned.
    pub fn learning(mut self) -> Self {
        self.list_lessons();
        self
    }

    /// The same in the lobby of a server.
    pub fn in_lobby(mut self, server: Server, tickets: Tickets, wish: LobbyWish) -> Self {
        let hall = Hall::new(server, tickets, wish, (self.habits.seed)(), self.asker.listener());
        self.shown = Shown::Lobby(Box::new(hall));
        self
    }

    /// Whether it is over.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether the screen changes by itself.
    pub fn is_busy(&self) -> bool {
        matches!(&self.shown, Shown::Desk(desk) if desk.is_busy())
    }

    /// Draws everything.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let (area, theme) = (buffer.area, self.theme);
        if area.is_empty() {
            return;
        }
        self.screen = match (&mut self.page, &self.shown) {
            (Some(page), _) => {
                page.draw(buffer, area, theme);
                Screen::default()
            }
            (None, Shown::Menu(menu)) => menu::draw(buffer, menu, theme),
            (None, Shown::Lobby(hall)) => lobby::draw(buffer, hall, theme),
            (None, Shown::Shelf(shelf)) => shelf::draw(buffer, shelf, theme),
            (None, Shown::Form(form)) => menu::draw_form(buffer, form, theme),
            (None, Shown::Desk(desk)) => match desk.hand_over() {
                Some(seat) => {
                    hand_over(buffer, seat, theme);
                    Screen::default()
                }
                None => match desk.pane() {
                    Some(pane) => review::draw(buffer, desk, pane, theme),
                    None => draw::desk(buffer, desk, theme),
                },
            },
        };
        if self.leaving && area.height > 0 {
            bar(buffer, area, area.bottom() - 1, " press ^C or F10 again to leave; a game in play is kept", theme);
        }
    }

    /// Takes one piece of news in; whether the screen may look different now.
    pub fn hear(&mut self, news: News) -> bool {
        match news {
            // The socket tells the time, too, which mostly changes nothing.
            News::Room(heard) => match &mut self.shown {
                Shown::Desk(desk) => {
                    let changed = desk.hear_room(heard);
                    if desk.goes_on() {
                        let after = desk.act(Word::Rematch, "");
                        self.after(after);
                    }
                    return changed;
                }
                Shown::Lobby(hall) => return hall.hear(heard),
                Shown::Menu(_) | Shown::Form(_) | Shown::Shelf(_) => return false,
            },
            News::Closed => self.done = true,
            News::Answer(answer) => {
                if let Shown::Desk(desk) = &mut self.shown {
                    desk.hear(answer);
                }
            }
            News::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            News::Event(Event::Paste(text)) => self.paste(&text),
            News::Event(Event::Mouse(mouse)) => {
                let at = Position::new(mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.click(at),
                    MouseEventKind::ScrollUp => self.scroll(Way::Back, at),
                    MouseEventKind::ScrollDown => self.scroll(Way::Forward, at),
                    _ => {}
                }
            }
            News::Event(_) => {}
        }
        true
    }

    fn choose_game(&mut self) {
        let Shown::Menu(menu) = &mut self.shown else { return };
        let mut kept = None;
        let plan = match menu.items()[menu.at] {
            Item::Game(info) => {
                self.shown = Shown::Form(Box::new(Form::new(info.clone())));
                return;
            }
            Item::Kept(left) => {
                kept = Some(left.path.clone());
                Ok(left.plan.clone())
            }
            Item::Learn => return self.list_lessons(),
            Item::File => keep::load(menu.file.trim()),
        };
        match plan.and_then(|plan| local::open(&plan)) {
            Ok(local) => self.open(local, kept),
            Err(error) => menu.trouble = Some(format!("{error:#}")),
        }
    }

    fn open(&mut self, local: Local, kept: Option<PathBuf>) {
        self.sit(Game::Here(Box::new(local)), kept);
    }

    fn sit(&mut self, game: Game, kept: Option<PathBuf>) {
        self.shown = Shown::Desk(Box::new(Desk::new(game, self.asker.clone(), self.habits.clone(), kept)));
    }

    /// Does what the line of the lobby says on which the keys are.
    fn choose_in_lobby(&mut self) {
        let Shown::Lobby(hall) = &mut self.shown else { return };
        if let Some(entry) = hall.choose() {
            let (server, tickets) = (hall.server.clone(), hall.tickets.clone());
            let joined = Joined::new(server, tickets, entry, (self.habits.seed)(), self.asker.listener());
            self.sit(Game::Room(Box::new(joined)), None);
        }
    }

    /// Goes to another room of the same server.
    fn enter(&mut self, entry: Entry) {
        let Shown::Desk(desk) = &self.shown else { return };
        if let Some(joined) = desk.game.joined() {
            let (server, tickets) = (joined.server.clone(), joined.tickets().clone());
            let joined = Joined::new(server, tickets, entry, (self.habits.seed)(), self.asker.listener());
            self.sit(Game::Room(Box::new(joined)), None);
        }
    }

    fn start(&mut self) {
        let Shown::Form(form) = &mut self.shown else { return };
        let plan: Plan = form.plan((self.habits.seed)());
        match local::open(&plan) {
            Ok(local) => self.open(local, None),
            Err(error) => form.trouble = Some(format!("{error:#}")),
        }
    }

    /// Shows the list of games; one that is left is the first to go on with.
    fn list_games(&mut self) {
        if let Shown::Desk(desk) = &self.shown {
            desk.keep();
        }
        self.shown = Shown::Menu(Menu::new(self.habits.keep.as_deref(), (self.habits.day)()));
    }

    fn after(&mut self, after: After) {
        let Shown::Desk(desk) = &self.shown else { return };
        match after {
            After::Stay => {}
            After::Menu => self.list_games(),
            After::Quit => self.done = true,
            After::Help => self.page = Some(Pager::help()),
            After::Rules => {
                if let Ok(info) = games::info(desk.game.venue().game()) {
                    self.page = Some(Pager::rules(&info));
                }
            }
            After::Open(local) => self.open(*local, None),
            After::Read(title, text) => self.page = Some(Pager::new(title, text)),
            After::Learn => {
                let game = desk.game.venue().game().to_owned();
                self.study(Course::open(&game, self.learned()).map(|course| Study::Lesson(Box::new(course))));
            }
            After::Puzzle => {
                let game = desk.game.venue().game().to_owned();
                self.study(self.riddle(&Wish::Next(game, None)));
            }
            After::Enter(entry) => self.enter(*entry),
        }
    }

    fn paste(&mut self, text: &str) {
        self.leaving = false;
        if self.page.is_some() {
            return;
        }
        match &mut self.shown {
            Shown::Menu(menu) => menu.write(text),
            Shown::Form(form) => form.write(text),
            Shown::Desk(desk) if desk.hand_over().is_none() => desk.write(text),
            Shown::Lobby(hall) => hall.write(text),
            Shown::Desk(_) | Shown::Shelf(_) => {}
        }
    }

    fn click(&mut self, at: Position) {
        self.leaving = false;
        let Some(hit) = hit(&self.screen.hits, at) else { return };
        if let (Shown::Desk(desk), Hit::Ply(ply)) = (&mut self.shown, hit)
            && let Some(pane) = desk.pane_mut()
        {
            pane.at = ply;
            return;
        }
        match (&mut self.shown, hit) {
            (Shown::Menu(menu), Hit::Item(line)) => {
                menu.at = line;
                if !matches!(menu.items()[line], Item::File) {
                    self.choose_game();
                }
            }
            (Shown::Form(form), Hit::Item(line)) => {
                form.at = line;
                if form.starts() {
                    self.start();
                } else {
                    form.turn(Way::Forward);
                }
            }
            (Shown::Lobby(hall), Hit::Item(line)) => {
                hall.go(line);
                self.choose_in_lobby();
            }
            (Shown::Shelf(shelf), Hit::Item(line)) => {
                shelf.at = line;
                self.choose_lesson();
            }
            (Shown::Desk(desk), Hit::Item(line)) => desk.choose_in_menu(line),
            (Shown::Desk(desk), Hit::Site(site)) => desk.tap(site),
            (Shown::Desk(desk), Hit::Button(at)) => {
                desk.hand.focus = Some(Focus::Button(at));
                desk.press();
            }
            (Shown::Desk(desk), Hit::Ply(ply)) => desk.look(ply),
            (Shown::Desk(desk), Hit::Value(at)) => desk.propose(at),
            (Shown::Desk(_), Hit::Word(Word::Quit)) => self.leaving = true,
            (Shown::Desk(desk), Hit::Word(word)) => {
                let after = desk.act(word, "");
                self.after(after);
            }
            _ => {}
        }
    }

    fn scroll(&mut self, way: Way, at: Position) {
        if let Some(page) = &mut self.page {
            return page.scroll(if way == Way::Forward { 3 } else { -3 });
        }
        match &mut self.shown {
            Shown::Menu(menu) => menu.step(way),
            Shown::Form(form) => form.step(way),
            Shown::Shelf(shelf) => shelf.step(way),
            Shown::Lobby(hall) => hall.step(way),
            Shown::Desk(desk) if desk.pane().is_some() => {
                if let Some(pane) = desk.pane_mut() {
                    pane.step(way);
                }
            }
            Shown::Desk(desk) if self.screen.values.contains(at) => {
                desk.scroll_values(if way == Way::Forward { 3 } else { -3 }, self.screen.values.height.into());
            }
            // The wheel must not leave a task.
            Shown::Desk(desk) if desk.hand_over().is_none() && desk.can_look() => {
                let after = desk.act(if way == Way::Forward { Word::Forward } else { Word::Back }, "");
                self.after(after);
            }
            Shown::Desk(_) => {}
        }
    }
}

/// Nothing of the game is on the screen while it goes from hand to hand.
fn hand_over(buffer: &mut Buffer, seat: usize, theme: Theme) {
    let area = buffer.area;
    bar(buffer, area, area.y, " Agon", theme);
    let text = format!("Hand the screen to player {}. Nobody else may look.", seat + 1);
    let lines = wrap(&text, usize::from(area.width.saturating_sub(4)));
    let top = area.y + area.height / 3;
    for (y, line) in (top..area.bottom()).zip(&lines) {
        put(buffer, area.x + 2, y, line, theme.heading());
    }
    let keys = format!("The key {} shows the game.", seat + 1);
    put(buffer, area.x + 2, top + lines.len() as u16 + 1, &keys, theme.heading());
}
