//! Small and large screens: no key, no result and no move is lost, games that were left are told apart, and a review is
//! drawn.

use std::fs;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, UNIX_EPOCH};

use agon_client::{Local, Plan, Sitter, Venue, words};
use agon_rules::Record;
use agon_tui::{App, Asker, Game, Habits, News, Theme};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::screens::{check, golden, press, screen};

/// A client of one game, and what it will hear from its threads.
struct Client {
    app: App,
    news: Receiver<News>,
}

impl Client {
    fn of(record: &Record) -> Self {
        let (send, news) = mpsc::channel();
        let game = Game::Here(Box::new(local(record)));
        let habits = Habits { seed: || 1, keep: None, day: || 1 };
        Client { app: App::new(Some(game), Asker::new(send), habits, Theme::plain()), news }
    }

    /// Takes news in until the screen is as wanted.
    fn wait(&mut self, (width, height): (u16, u16), wanted: impl Fn(&str) -> bool) -> String {
        loop {
            let text = screen(&mut self.app, width, height);
            if wanted(&text) {
                return text;
            }
            let news = self.news.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no news:\n{text}"));
            self.app.hear(news);
        }
    }
}

fn local(record: &Record) -> Local {
    let seats = record.replay().expect("a golden record").seats();
    let plan = Plan { record: record.clone(), sitters: vec![Sitter::Human; seats], bot_seed: 0 };
    agon_tui::open(&plan).expect("a golden record")
}

/// A text without its line breaks.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const KEYS: [&str; 9] =
    ["F1help", "F3analysis", "F4undo", "F5redo", "F6flip", "F7rules", "F8save", "F9menu", "F10quit"];

#[test]
fn no_key_is_lost_at_60_columns() {
    for (name, record) in golden() {
        let over = screen(&mut Client::of(&record).app, 60, 20);
        let start = Record { moves: Vec::new(), ..record };
        let open = screen(&mut Client::of(&start).app, 60, 20);
        // While the screen is handed over it shows nothing of the game.
        if open.contains("Hand the screen") {
            continue;
        }
        for (text, own) in [(open, "F2hint"), (over, "^Rreview")] {
            for key in KEYS.into_iter().chain([own]) {
                assert!(text.contains(key), "{name} lacks {key}:\n{text}");
            }
        }
    }
}

#[test]
fn a_low_and_narrow_screen_keeps_the_keys_that_matter_most() {
    let (_, record) = golden().into_iter().find(|(name, _)| name == "gambit").expect("a game");
    let text = screen(&mut Client::of(&record).app, 40, 12);
    assert!(text.ends_with("F1help ^Rreview F4undo F9menu F10quit"), "{text}");
}

#[test]
fn the_result_is_whole_at_40x12() {
    for (name, record) in golden() {
        let game = local(&record);
        let scores = game.ending().map(|ending| words::scores(&ending)).expect("golden games are over");
        let text = joined(&screen(&mut Client::of(&record).app, 40, 12));
        assert!(text.contains(&joined(&game.prompt().to_string())), "{name}:\n{text}");
        assert!(text.contains(&scores), "{name}:\n{text}");
    }
}

#[test]
fn every_move_of_the_analysis_can_be_reached_and_taken() {
    let (_, record) = golden().into_iter().find(|(name, _)| name == "gambit").expect("a game");
    let start = Record { moves: Vec::new(), ..record };
    let legal = start.replay().expect("a game").legal();
    for size in [(80, 24), (60, 20), (40, 12), (120, 40)] {
        let mut client = Client::of(&start);
        press(&mut client.app, KeyCode::F(3));
        let first = client.wait(size, |text| legal.iter().any(|text_of| text.contains(&format!("{text_of} "))));
        assert!(first.contains("analysis"), "{first}");
        let mut seen = vec![first];
        for _ in 0..legal.len() {
            let down = KeyEvent::new(KeyCode::Down, KeyModifiers::ALT);
            client.app.hear(News::Event(Event::Key(down)));
            seen.push(screen(&mut client.app, size.0, size.1));
        }
        for text in &legal {
            assert!(seen.iter().any(|screen| screen.contains(text.as_str())), "{size:?} lacks {text}:\n{}", seen[0]);
        }
        assert!(seen.last().is_some_and(|last| last.contains("of 20") || !seen[0].contains("of 20")), "{}", seen[0]);
        // A click writes the move, so that Enter plays it.
        let lines: Vec<&str> = seen[0].lines().collect();
        let (row, line) =
            lines.iter().enumerate().rfind(|(_, line)| legal.iter().any(|text| line.contains(text))).expect("a value");
        let text = legal.iter().find(|text| line.contains(text.as_str())).expect("a move");
        (0..legal.len()).for_each(|_| {
            client.app.hear(News::Event(Event::Key(KeyEvent::new(KeyCode::Up, KeyModifiers::ALT))));
        });
        screen(&mut client.app, size.0, size.1);
        let column = line.chars().count() as u16 - 1;
        let click = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row: row as u16,
            modifiers: KeyModifiers::NONE,
        };
        client.app.hear(News::Event(Event::Mouse(click)));
        let text_line = format!("> {text}");
        assert!(screen(&mut client.app, size.0, size.1).contains(&text_line), "{size:?} {text}");
    }
}

const THROWN: &str = "tic-tac-toe~size=3~line=3~seed=0~a1~b1~b2~c3~a2~c2~a3";

#[test]
fn a_review_shows_how_the_game_went_and_where_it_turned() {
    for (name, size) in [("80x24", (80, 24)), ("40x12", (40, 12))] {
        let mut client = Client::of(&THROWN.parse().expect("a record"));
        let control = KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL);
        client.app.hear(News::Event(Event::Key(control)));
        client.wait(size, |text| text.contains("Decided at move 2."));
        press(&mut client.app, KeyCode::Up);
        check(&format!("review-{name}"), &screen(&mut client.app, size.0, size.1));
        press(&mut client.app, KeyCode::Enter);
        let text = screen(&mut client.app, size.0, size.1);
        assert!(text.contains("looking at move 1 of 7") && text.contains("b1 gave away the draw"), "{text}");
        // What was found is there when it is opened again.
        client.app.hear(News::Event(Event::Key(control)));
        assert!(screen(&mut client.app, size.0, size.1).contains("Decided at move 2."));
    }
}

#[test]
fn a_game_with_secrets_is_reviewed_when_it_is_over() {
    let review = |record: &Record| {
        let mut client = Client::of(record);
        // Whoever is to move takes the screen.
        if let Some(seat) = record.replay().expect("a game").turn() {
            press(&mut client.app, KeyCode::Char(char::from(b'1' + seat as u8)));
        }
        client.app.hear(News::Event(Event::Key(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL))));
        screen(&mut client.app, 80, 24)
    };
    let start: Record = "primi-composti~players=3~seed=1".parse().expect("a record");
    assert!(review(&start).contains("no move has been made yet"), "{}", review(&start));
    let mut table = start.replay().expect("a game");
    while let Some(seat) = table.turn() {
        let text = table.legal().remove(0);
        table.play(seat, &text).expect("a legal move");
        let (told, over) = (review(&table.record()), table.turn().is_none());
        assert_eq!(told.contains("it can be reviewed when it is over"), !over, "{told}");
        assert_eq!(told.contains("Esc back"), over, "{told}");
    }
}

#[test]
fn games_that_were_left_are_told_apart_by_variant_and_date() {
    let folder = std::env::temp_dir().join(format!("agon-left-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    // Noon on days of 1970, so that no time zone makes it another day than the next.
    for (at, (day, record)) in [
        (40, "parity-twist~variant=delfs~seed=1"),
        (39, "parity-twist~variant=lanier~seed=1"),
        (3, "gambit~seed=0~d2xd4"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.join(format!("{at}.agon"));
        fs::write(&path, format!("players=human,hard\n{record}\n")).expect("a file");
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(UNIX_EPOCH + Duration::from_secs(day * 86_400 + 43_200)).expect("a date");
    }
    let (send, _news) = mpsc::channel();
    let habits = Habits { seed: || 1, keep: Some(folder.clone()), day: || 40 };
    let mut app = App::new(None, Asker::new(send), habits, Theme::plain());
    for (width, height) in [(80, 24), (60, 20), (40, 12)] {
        let text = screen(&mut app, width, height);
        for wanted in ["Parity Twist (Delfs), today", "Parity Twist (Lani", "yesterday ", "4 Jan"] {
            assert!(text.contains(wanted), "{width}: {wanted}\n{text}");
        }
    }
    fs::remove_dir_all(&folder).expect("it was ours");
}
