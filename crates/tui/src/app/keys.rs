//! What keys do, on each screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Shown};
use crate::menu::Item;
use crate::pager::Pager;
use crate::word::{Way, Word};

/// What is beside the board scrolls with one of these and an arrow.
const ASIDE: KeyModifiers = KeyModifiers::ALT.union(KeyModifiers::SHIFT);

fn is_vertical(code: KeyCode) -> bool {
    matches!(code, KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown)
}

impl App {
    /// Does what a key means on the screen that is shown.
    pub(super) fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) || key.code == KeyCode::F(10) {
            self.done = self.leaving;
            self.leaving = true;
            return;
        }
        self.leaving = false;
        if self.page.is_some() {
            return self.page_key(key.code);
        }
        match &mut self.shown {
            Shown::Menu(_) => self.menu_key(key.code, control),
            Shown::Form(_) => self.form_key(key.code, control),
            Shown::Shelf(_) => self.shelf_key(key.code),
            Shown::Lobby(_) => self.lobby_key(key.code, control),
            Shown::Desk(desk) if desk.hand_over().is_some() => match key.code {
                // Another key than those that play: a second press must not show the next hand.
                KeyCode::Char(c) if c.to_digit(10) == desk.hand_over().map(|seat| seat as u32 + 1) => {
                    desk.take_screen();
                }
                KeyCode::F(9) => self.list_games(),
                _ => {}
            },
            Shown::Desk(desk) if desk.pane().is_some() => self.review_key(key.code),
            Shown::Desk(desk) if desk.bots.analysing && key.modifiers.intersects(ASIDE) && is_vertical(key.code) => {
                let shown = usize::from(self.screen.values.height);
                let by = match key.code {
                    KeyCode::Up => -1,
                    KeyCode::Down => 1,
                    KeyCode::PageUp => -(shown as isize),
                    _ => shown as isize,
                };
                desk.scroll_values(by, shown);
            }
            Shown::Desk(_) => self.desk_key(key.code, control),
        }
    }

    fn page_key(&mut self, code: KeyCode) {
        let Some(page) = &mut self.page else { return };
        match code {
            KeyCode::Up => page.scroll(-1),
            KeyCode::Down | KeyCode::Enter => page.scroll(1),
            KeyCode::PageUp => page.scroll(-page.page()),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll(page.page()),
            KeyCode::Home => page.scroll(isize::MIN),
            KeyCode::End => page.scroll(isize::MAX),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::F(1 | 7) => self.page = None,
            _ => {}
        }
    }

    fn menu_key(&mut self, code: KeyCode, control: bool) {
        let Shown::Menu(menu) = &mut self.shown else { return };
        menu.trouble = None;
        match code {
            KeyCode::Up => menu.step(Way::Back),
            KeyCode::Down | KeyCode::Tab => menu.step(Way::Forward),
            KeyCode::Enter => self.choose_game(),
            KeyCode::Backspace => drop(menu.file.pop()),
            KeyCode::F(1) | KeyCode::Char('?') => self.page = Some(Pager::help()),
            KeyCode::F(7) => {
                if let Item::Game(info) = menu.items()[menu.at] {
                    self.page = Some(Pager::rules(info));
                }
            }
            KeyCode::Esc => self.leaving = true,
            KeyCode::Char('u') if control => menu.file.clear(),
            KeyCode::Char(c) if !control => menu.write(c.encode_utf8(&mut [0; 4])),
            _ => {}
        }
    }

    fn shelf_key(&mut self, code: KeyCode) {
        let Shown::Shelf(shelf) = &mut self.shown else { return };
        match code {
            KeyCode::Up | KeyCode::BackTab => shelf.step(Way::Back),
            KeyCode::Down | KeyCode::Tab => shelf.step(Way::Forward),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_lesson(),
            KeyCode::F(1) | KeyCode::Char('?') => self.page = Some(Pager::help()),
            KeyCode::Esc | KeyCode::F(9) => self.list_games(),
            _ => {}
        }
    }

    fn lobby_key(&mut self, code: KeyCode, control: bool) {
        let Shown::Lobby(hall) = &mut self.shown else { return };
        hall.trouble = None;
        match code {
            KeyCode::Up | KeyCode::BackTab => hall.step(Way::Back),
            KeyCode::Down | KeyCode::Tab => hall.step(Way::Forward),
            KeyCode::Left => hall.turn(Way::Back),
            KeyCode::Right => hall.turn(Way::Forward),
            KeyCode::Enter => self.choose_in_lobby(),
            KeyCode::Backspace => hall.erase(),
            KeyCode::F(1) => self.page = Some(Pager::help()),
            KeyCode::Esc | KeyCode::F(9) => self.list_games(),
            KeyCode::Char(c) if !control => hall.write(c.encode_utf8(&mut [0; 4])),
            _ => {}
        }
    }

    fn form_key(&mut self, code: KeyCode, control: bool) {
        let Shown::Form(form) = &mut self.shown else { return };
        match code {
            KeyCode::Up | KeyCode::BackTab => form.step(Way::Back),
            KeyCode::Down | KeyCode::Tab => form.step(Way::Forward),
            KeyCode::Left => form.turn(Way::Back),
            KeyCode::Right => form.turn(Way::Forward),
            KeyCode::Char(' ') if !form.starts() => form.turn(Way::Forward),
            KeyCode::Enter | KeyCode::Char(' ') => self.start(),
            KeyCode::Backspace => form.erase(),
            KeyCode::F(1) | KeyCode::Char('?') => self.page = Some(Pager::help()),
            KeyCode::F(7) => {
                self.page = Some(Pager::rules(&form.info));
            }
            KeyCode::Esc | KeyCode::F(9) => self.list_games(),
            KeyCode::Char(c) if !control => form.write(c.encode_utf8(&mut [0; 4])),
            _ => {}
        }
    }

    fn review_key(&mut self, code: KeyCode) {
        let Shown::Desk(desk) = &mut self.shown else { return };
        let Some(pane) = desk.pane_mut() else { return };
        match code {
            KeyCode::Left | KeyCode::PageUp => pane.step(Way::Back),
            KeyCode::Right | KeyCode::PageDown => pane.step(Way::Forward),
            KeyCode::Up | KeyCode::BackTab => pane.turn(Way::Back),
            KeyCode::Down | KeyCode::Tab => pane.turn(Way::Forward),
            KeyCode::Home => pane.at = 0,
            KeyCode::End => pane.at = pane.review.plies().len(),
            KeyCode::Enter | KeyCode::Char(' ') => desk.leave_review(),
            KeyCode::Esc | KeyCode::Char('q' | 'r') => pane.is_open = false,
            KeyCode::F(1) | KeyCode::Char('?') => self.page = Some(Pager::help()),
            _ => {}
        }
    }

    fn desk_key(&mut self, code: KeyCode, control: bool) {
        let Shown::Desk(desk) = &mut self.shown else { return };
        if let Some(menu) = &mut desk.hand.menu {
            match code {
                KeyCode::Up => menu.step(Way::Back),
                KeyCode::Down | KeyCode::Tab => menu.step(Way::Forward),
                KeyCode::Enter | KeyCode::Char(' ') => drop(desk.submit()),
                KeyCode::Esc => desk.cancel(),
                _ => {}
            }
            return;
        }
        let learns = desk.game.study().is_some();
        let word = match code {
            KeyCode::F(3) if learns => Word::Text,
            KeyCode::F(4) if learns => Word::Back,
            KeyCode::F(5) if learns => Word::Next,
            KeyCode::F(8) if learns => Word::Answer,
            KeyCode::Char('z') if control => Word::Undo,
            KeyCode::Char('y') if control => Word::Redo,
            KeyCode::Char('r') if control => Word::Review,
            KeyCode::F(1) => Word::Help,
            KeyCode::Char('?') if desk.hand.input.is_empty() => Word::Help,
            KeyCode::F(2) => Word::Hint,
            KeyCode::F(3) => Word::Analysis,
            KeyCode::F(4) => Word::Undo,
            KeyCode::F(5) => Word::Redo,
            KeyCode::F(6) => Word::Flip,
            KeyCode::F(7) => Word::Rules,
            KeyCode::F(8) => Word::Save,
            KeyCode::F(9) => Word::Menu,
            KeyCode::PageUp => Word::Back,
            KeyCode::PageDown => Word::Forward,
            KeyCode::Home => Word::First,
            KeyCode::End => Word::Last,
            _ => return self.desk_text(code, control),
        };
        let after = desk.act(word, "");
        self.after(after);
    }

    /// Keys that move, tap and type.
    fn desk_text(&mut self, code: KeyCode, control: bool) {
        let Shown::Desk(desk) = &mut self.shown else { return };
        match code {
            KeyCode::Up if control => desk.look.pan.1 -= 1,
            KeyCode::Down if control => desk.look.pan.1 += 1,
            KeyCode::Left if control => desk.look.pan.0 -= 2,
            KeyCode::Right if control => desk.look.pan.0 += 2,
            KeyCode::Char('u') if control => desk.hand.input.clear(),
            KeyCode::Char('w') if control => desk.erase_word(),
            KeyCode::Up => desk.step((0, -1), &self.screen.spots),
            KeyCode::Down => desk.step((0, 1), &self.screen.spots),
            KeyCode::Left => desk.step((-1, 0), &self.screen.spots),
            KeyCode::Right => desk.step((1, 0), &self.screen.spots),
            KeyCode::Tab if desk.hand.input.is_empty() => desk.cycle(Way::Forward),
            KeyCode::BackTab => desk.cycle(Way::Back),
            KeyCode::Tab => desk.complete(),
            KeyCode::Char(' ') if desk.hand.input.is_empty() => desk.press(),
            KeyCode::Char(c) if !control => desk.write(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if desk.hand.input.is_empty() => desk.cancel(),
            KeyCode::Backspace => drop(desk.hand.input.pop()),
            KeyCode::Esc => {
                desk.hand.message = None;
                if desk.is_idle() && desk.game.study().is_some() && desk.bots.thinking.is_none() {
                    self.list_lessons();
                } else if desk.is_idle() {
                    let after = desk.act(Word::Now, "");
                    self.after(after);
                } else {
                    desk.cancel();
                }
            }
            KeyCode::Enter => {
                let after = desk.submit();
                self.after(after);
            }
            _ => {}
        }
    }
}
