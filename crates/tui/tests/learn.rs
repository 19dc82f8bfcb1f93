//! Lessons and puzzles: a whole lesson and a puzzle line by line, what is kept of them, and how their screens look.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use agon_client::learn::{Collection, Lesson, game_of_day};
use agon_tui::{App, Asker, Course, Game, Habits, Learned, News, Paper, Riddle, Study, Theme, Wish, study_by_line};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

/// A lesson that only the tests have: what it says does not change.
const LESSON: &str = "# Tic-Tac-Toe

## Take the middle

The middle lies on **four rows**, more than any other cell.

- position: 3/3/3 0
- do: Mark the cell in the middle.
- goal: move b2
- right: It lies on four rows.
- wrong a1: A corner lies on three.

## Three in a row win

Two of yours and an empty cell: fill it.

- position: xx1/oo1/3 0
- do: Win at once.
- goal: best c3
- right: Three in a row.
- wrong: Then they win on c2.

## A short game

Play a whole game.

- do: Play to the end.
- goal: play random
- right: That was a game.
";

/// A puzzle whose first move has two taps, and one whose move has one.
const PUZZLES: &str = "3 +3 32 gambit~big-islands=score~at=5OOO/1X2X3/O1O5/2X1XX2_0_-~a2xc4~c1xc3~f4xd2
1 +1 12 tic-tac-toe~size=3~at=xx1/oo1/3_0~c3
";

fn course(learned: &Learned) -> Study {
    let lesson = Lesson::read("tic-tac-toe", LESSON).expect("a lesson");
    Study::Lesson(Box::new(Course::of(lesson, learned.clone()).expect("a lesson")))
}

fn puzzle(learned: &Learned, wish: &Wish) -> Study {
    let riddle = Riddle::open(Collection::read(PUZZLES), learned.clone(), wish, 0).expect("a puzzle");
    Study::Puzzle(Box::new(riddle))
}

fn next(game: &str) -> Wish {
    Wish::Next(game.to_owned(), None)
}

/// What is written when these lines are typed.
fn typed(study: Study, lines: &str) -> String {
    let mut out = Vec::new();
    study_by_line(study, Learned::default(), lines.as_bytes(), &mut out, || 1, Paper::Pipe).expect("it writes");
    String::from_utf8(out).expect("text")
}

/// Each of these is written, one after the other.
fn check(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for wanted in wanted {
        let (_, after) = rest.split_once(wanted).unwrap_or_else(|| panic!("no `{wanted}` where it belongs:\n{text}"));
        rest = after;
    }
}

/// A file for what is learned in one test.
fn place(test: &str) -> PathBuf {
    std::env::temp_dir().join(format!("agon-learn-{}-{test}", std::process::id())).join("learned")
}

#[test]
fn a_whole_lesson_is_played_line_by_line() {
    let cells: String = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].map(|cell| format!("{cell}\n")).concat();
    let text = typed(course(&Learned::default()), &format!("B2\n\nc3\nnext\n{cells}\n\nquit\n"));
    check(
        &text,
        &[
            "Tic-Tac-Toe, task 1 of 3: Take the middle",
            "The middle lies on four rows, more",
            "Your task: Mark the cell in the middle.",
            "Right. It lies on four rows.",
            "done, Enter goes on >",
            "task 2 of 3: Three in a row win",
            "Right. Three in a row.",
            "task 3 of 3",
            "random plays ",
            "Done: ",
            "That was a game.",
            "that was the whole lesson, all 3 tasks are done",
        ],
    );
    assert!(!text.contains("**"), "{text}");
}

#[test]
fn a_wrong_answer_is_told_and_the_move_shown_after_two() {
    let text = typed(course(&Learned::default()), "hint\na1\nhint\nb1\nhint\nz9\nanswer\nb2\n");
    check(
        &text,
        &[
            "try it twice; then `hint` shows the move",
            "Not yet. A corner lies on three.",
            "try it twice",
            "Not yet. Another move is asked for.",
            "hint: b2",
            "illegal move `z9`",
            "only puzzles have an answer to show",
            "Right. It lies on four rows.",
        ],
    );
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let path = place("lesson");
    let learned = || Learned::new(Some(path.clone()));
    check(&typed(course(&learned()), "b2\nnext\nquit\n"), &["task 1 of 3", "task 2 of 3"]);
    let text = typed(course(&learned()), "back\n");
    check(&text, &["task 2 of 3", "task 1 of 3"]);
    check(&typed(course(&learned()), "quit\n"), &["task 2 of 3"]);
    assert_eq!(learned().done("tic-tac-toe"), [0].into());
    fs::remove_dir_all(path.parent().expect("a folder")).expect("the folder goes");
}

#[test]
fn a_puzzle_is_missed_hinted_and_solved() {
    let path = place("puzzle");
    let learned = || Learned::new(Some(path.clone()));
    let text = typed(puzzle(&learned(), &next("gambit")), "f4xd2\nhint\nhint\na2xc4\nf4xd2\nquit\n");
    check(
        &text,
        &[
            "Gambit (",
            "), puzzle, grade 3 of 5",
            "Win by 3",
            "Rival plays ",
            "Not yet. After f4xd2 Rival plays ",
            "hint: begin with a2; `hint` again shows the move",
            "hint: The move is a2xc4. You take b3.",
            "Right. Rival answers c1xc3. What now?",
            "Solved: a2xc4 c1xc3 f4xd2.",
            "The proof took 32 positions.",
        ],
    );
    let missed = learned().strength("gambit");
    assert!(missed.rating() < 1350, "a miss counts: {missed:?}");
    assert_eq!(learned().solved("gambit"), 1);
    // The first try counts, and no other.
    typed(puzzle(&learned(), &next("gambit")), "a2xc4\nf4xd2\n");
    assert_eq!(learned().strength("gambit").write(), missed.write());
    fs::remove_dir_all(path.parent().expect("a folder")).expect("the folder goes");
}

#[test]
fn the_puzzle_of_the_day_begins_a_streak_and_an_answer_is_shown() {
    let path = place("day");
    let learned = || Learned::new(Some(path.clone()));
    let text = typed(puzzle(&learned(), &Wish::Daily(1)), "c3\nplay\n");
    check(
        &text,
        &[
            "puzzle of the day, grade 1",
            "solve it to begin a streak",
            "Solved: c3.",
            "1 day in a row.",
            "record: tic-tac-toe",
        ],
    );
    let text = typed(puzzle(&learned(), &Wish::Daily(2)), "answer\nnext\n");
    check(&text, &["Gambit", "1 day in a row", "The answer: a2xc4 c1xc3 f4xd2.", "), puzzle, grade 3"]);
    assert_eq!(learned().streak().run(2), 1, "an answer that was shown is not solved");
    fs::remove_dir_all(path.parent().expect("a folder")).expect("the folder goes");
}

#[test]
fn what_there_is_not_is_answered_with_what_there_is() {
    let no = |wish: &Wish| {
        let riddle = Riddle::open(Collection::read(PUZZLES), Learned::default(), wish, 0);
        riddle.err().expect("there is none").to_string()
    };
    assert_eq!(no(&next("chess")), "`chess` has no puzzles; there are some of `gambit`, `tic-tac-toe`");
    let wish = Wish::Next("gambit".to_owned(), Some(5));
    assert_eq!(no(&wish), "`gambit` has no puzzles of grade 5; there are some of 3");
    assert!(no(&Wish::Named("gambit".to_owned(), "x".to_owned())).contains("leave it out"));
    let none = Course::open("nonsense", Learned::default()).err().expect("there is none").to_string();
    assert!(none.contains("unknown game `nonsense`"), "{none}");
}

#[test]
fn every_shipped_puzzle_and_lesson_opens() {
    let all = agon_tui::collection();
    assert!(!all.is_empty());
    for game in all.games() {
        for (id, grade) in all.ids(game) {
            let wish = Wish::Named(game.to_owned(), id.to_owned());
            let riddle = Riddle::open(all.clone(), Learned::default(), &wish, 0);
            assert!(riddle.is_ok() && (1..=5).contains(&grade), "{game} {id}");
        }
    }
    assert!(all.daily(agon_tui::today()).is_some());
}

/// A full-screen client with a lesson or puzzle, and what its computers answer.
struct Client {
    app: App,
    news: mpsc::Receiver<News>,
}

impl Client {
    fn new(study: Option<Study>) -> Self {
        let (send, news) = mpsc::channel();
        let game = study.map(|study| Game::Study(Box::new(study)));
        let habits = Habits { seed: || 1, keep: None, day: || 2 };
        Client { app: App::new(game, Asker::new(send), habits, Theme::plain()), news }
    }

    fn press(&mut self, code: KeyCode) {
        self.app.hear(News::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    }

    fn write(&mut self, text: &str) {
        text.chars().for_each(|letter| self.press(KeyCode::Char(letter)));
        self.press(KeyCode::Enter);
    }

    /// Hears what the computers answer until they have nothing more to say.
    fn settle(&mut self) {
        while self.app.is_busy() {
            let news = self.news.recv_timeout(Duration::from_secs(60)).expect("an answer");
            self.app.hear(news);
        }
    }

    fn screen(&mut self, width: u16, height: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.app.draw(&mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Clicks where a text is on the screen.
    fn click(&mut self, wanted: &str) {
        let text = self.screen(80, 24);
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(wanted)).expect("it is there");
        let column = line[..line.find(wanted).expect("it is there")].chars().count() + wanted.chars().count() / 2;
        let kind = MouseEventKind::Down(MouseButton::Left);
        let (column, row) = (column as u16, row as u16);
        self.app.hear(News::Event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })));
    }

    /// The screen in both sizes, as it was.
    fn looks(&mut self, name: &str) {
        for (width, height) in [(80, 24), (40, 12)] {
            let text = self.screen(width, height);
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(format!("{name}-{width}x{height}"), text);
            });
        }
    }
}

#[test]
fn the_screens_of_a_lesson_look_as_they_did() {
    let mut client = Client::new(Some(course(&Learned::default())));
    client.looks("lesson-task");
    client.write("a1");
    client.looks("lesson-wrong");
    client.write("b2");
    client.looks("lesson-right");
}

#[test]
fn the_screens_of_a_puzzle_look_as_they_did() {
    let mut client = Client::new(Some(puzzle(&Learned::default(), &next("gambit"))));
    client.looks("puzzle-open");
    client.press(KeyCode::F(2));
    client.looks("puzzle-hint");
    client.write("a2xc4");
    client.write("f4xd2");
    client.looks("puzzle-solved");
}

#[test]
fn a_lesson_is_played_by_keys_and_mouse() {
    let mut client = Client::new(Some(course(&Learned::default())));
    client.screen(80, 24);
    // The first cell that the keys are on is a corner.
    client.press(KeyCode::Enter);
    assert!(client.screen(80, 24).contains("Not yet."), "{}", client.screen(80, 24));
    client.press(KeyCode::Enter);
    assert!(!client.screen(80, 24).contains("Not yet."), "Enter takes the move back");
    client.write("b2");
    assert!(client.screen(80, 24).contains("Right. It lies on four rows."));
    client.press(KeyCode::Enter);
    assert!(client.screen(80, 24).contains("task 2 of 3"));
    client.click("F4back");
    assert!(client.screen(80, 24).contains("task 1 of 3"));
    client.click("F5next");
    client.write("a1");
    // The first empty cell wins: the tap takes the wrong move back, and then it is one.
    client.click("·");
    assert!(client.screen(80, 24).contains("Right. Three in a row."), "{}", client.screen(80, 24));
    client.write("next");
    for cell in ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"] {
        client.write(cell);
        client.settle();
    }
    assert!(client.screen(80, 24).contains("Done: "), "{}", client.screen(80, 24));
    client.press(KeyCode::F(3));
    assert!(client.screen(80, 24).contains("Esc back"), "the whole text is a page");
    client.press(KeyCode::Esc);
    client.press(KeyCode::Esc);
    assert!(client.screen(80, 24).contains("lessons and puzzles"));
}

#[test]
fn a_wrong_move_of_a_puzzle_is_answered_on_the_board() {
    let mut client = Client::new(Some(puzzle(&Learned::default(), &next("gambit"))));
    client.write("f4xd2");
    client.settle();
    let text = client.screen(80, 24);
    check(&text, &["Not yet. After f4xd2 Rival plays", "not yet: Enter takes it back"]);
    client.write("answer");
    check(&client.screen(80, 24), &["The answer: a2xc4 c1xc3 f4xd2."]);
    client.write("play");
    client.settle();
    assert!(client.screen(80, 24).contains("moves"), "a game goes on from here");
}

#[test]
fn the_menu_leads_to_lessons_and_puzzles() {
    let mut client = Client::new(None);
    client.screen(80, 24);
    client.click("  learn");
    let text = client.screen(80, 24);
    check(&text, &["lessons and puzzles", "tasks done", "Puzzle of the day", "puzzles solved"]);
    client.press(KeyCode::Enter);
    assert!(client.screen(80, 24).contains("task 1 of"));
    client.write("puzzle");
    client.settle();
    assert!(client.screen(80, 24).contains("puzzle"), "{}", client.screen(80, 24));
}

/// What is not drawn must at least not be drawn beyond the screen.
#[test]
fn any_size_can_be_drawn_of_a_lesson() {
    for (width, height) in [(1, 1), (3, 9), (20, 5), (20, 24), (52, 8), (53, 30), (80, 4), (300, 3), (200, 60)] {
        for study in [course(&Learned::default()), puzzle(&Learned::default(), &next("gambit"))] {
            let mut client = Client::new(Some(study));
            for code in [KeyCode::Enter, KeyCode::F(2), KeyCode::F(5), KeyCode::F(3), KeyCode::Esc, KeyCode::Esc] {
                assert_eq!(client.screen(width, height).split('\n').count(), usize::from(height));
                client.press(code);
            }
        }
    }
}

#[test]
fn the_game_of_the_day_is_known_before_the_puzzles_are_read_and_no_two_have_one_id() {
    let all = agon_tui::collection();
    for day in 20_000..20_060 {
        assert_eq!(all.daily(day).map(|puzzle| puzzle.record.game).as_deref(), Some(game_of_day(day)));
    }
    for game in all.games() {
        let mut ids: Vec<&str> = all.ids(game).map(|(id, _)| id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{game}");
        for (id, grade) in all.ids(game) {
            assert!(all.find(game, id).is_some_and(|puzzle| puzzle.id() == id && puzzle.grade == grade), "{game} {id}");
        }
    }
}
