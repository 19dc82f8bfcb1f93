//! Screens of every game, from the golden records of the rules: what a player sees, and that nothing is lost of it.
//!
//! `cargo xtask bless` rewrites the pictures; read their diff before you commit it.

use std::fs;
use std::sync::mpsc;

use agon_rules::{Record, games};
use agon_tui::{App, Asker, Game, Habits, Local, News, Plan, Sitter, Theme};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

/// Every golden record by the name of its variant.
pub fn golden() -> Vec<(String, Record)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/snapshots");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("golden files").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let record = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a golden file");
        let line = text.lines().find_map(|line| line.strip_prefix("record: ")).expect("a record");
        (path.file_stem().expect("a name").to_string_lossy().into_owned(), line.parse().expect("a record"))
    };
    files.iter().map(record).collect()
}

/// A client that shows a record, played by people at one machine.
fn app(record: &Record) -> App {
    let seats = record.replay().expect("a golden record").seats();
    let plan = Plan { record: record.clone(), sitters: vec![Sitter::Human; seats], bot_seed: 0 };
    start(Some(agon_tui::open(&plan).expect("a golden record")))
}

fn start(local: Option<Local>) -> App {
    let (send, _) = mpsc::channel();
    let game = local.map(|local| Game::Here(Box::new(local)));
    App::new(game, Asker::new(send), Habits { seed: || 1, keep: None, day: || 1 }, Theme::plain())
}

pub fn press(app: &mut App, code: KeyCode) {
    app.hear(News::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))));
}

pub fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.draw(&mut buffer);
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

pub fn check(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn every_game_looks_as_it_did() {
    for (name, record) in golden() {
        if games::info(&name).is_err() {
            continue;
        }
        let at = |ply: usize| Record { moves: record.moves[..ply].to_vec(), ..record.clone() };
        let half = record.moves.len() / 2;
        for (when, ply) in [("start", 0), ("half", half), ("end", record.moves.len())] {
            check(&format!("{name}-{when}-80x24"), &screen(&mut app(&at(ply)), 80, 24));
        }
        check(&format!("{name}-half-200x60"), &screen(&mut app(&at(half)), 200, 60));
    }
}

#[test]
fn the_other_screens_look_as_they_did() {
    let mut app = start(None);
    check("menu-80x24", &screen(&mut app, 80, 24));
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    check("form-80x24", &screen(&mut app, 80, 24));
    press(&mut app, KeyCode::F(1));
    check("help-80x24", &screen(&mut app, 80, 24));
}

#[test]
fn nothing_of_any_variant_is_cut_at_80x24() {
    for (name, record) in golden() {
        for ply in [0, record.moves.len() / 2, record.moves.len()] {
            let record = Record { moves: record.moves[..ply].to_vec(), ..record.clone() };
            let mut app = app(&record);
            ('1'..='6').for_each(|key| press(&mut app, KeyCode::Char(key)));
            let text = screen(&mut app, 80, 24);
            assert!(!text.contains("more: ^"), "{name} at {ply}:\n{text}");
        }
    }
}

/// What is not drawn must at least not be drawn beyond the screen.
#[test]
fn any_size_can_be_drawn() {
    for (name, record) in golden() {
        let half = Record { moves: record.moves[..record.moves.len() / 2].to_vec(), ..record.clone() };
        let mut app = app(&half);
        for (width, height) in
            [(1, 1), (2, 2), (3, 9), (5, 2), (20, 5), (20, 24), (52, 8), (53, 30), (80, 4), (300, 3), (300, 100)]
        {
            for code in [KeyCode::Enter, KeyCode::Right, KeyCode::F(1), KeyCode::Esc, KeyCode::F(9), KeyCode::Enter] {
                let text = screen(&mut app, width, height);
                assert_eq!(text.split('\n').count(), usize::from(height), "{name}");
                press(&mut app, code);
            }
            app = self::app(&half);
        }
    }
}

#[test]
fn arrows_and_enter_play_a_whole_game_of_every_variant() {
    let mut rng = agon_rules::Rng::new(1);
    for (name, record) in golden() {
        let start = Record { moves: Vec::new(), ..record.clone() };
        let mut app = app(&start);
        let ends = ["wins:", "a draw:", "shared by"];
        let mut keys = 0;
        loop {
            let text = screen(&mut app, 80, 24);
            if ends.iter().any(|end| text.contains(end)) {
                break;
            }
            let arrow = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Tab][rng.below(5)];
            press(&mut app, arrow);
            screen(&mut app, 80, 24);
            press(&mut app, KeyCode::Enter);
            if let Some((_, rest)) = text.split_once("The key ") {
                press(&mut app, KeyCode::Char(rest.chars().next().expect("a number")));
            }
            keys += 1;
            assert!(keys < 5_000, "{name} does not end:\n{text}");
        }
    }
}
