//! The screens of puzzles: solving, missing, hints, the answer, days in a row, and mistakes that become puzzles.

use agon_client::Review;
use agon_rules::Record;
use agon_web::device::{Heard, Load};
use agon_web::review;

use super::fake::Fake;

/// A win in one, and a draw to hold in two games.
const ALL: &str = "1 +1 12 tic-tac-toe~size=3~at=3/oo1/xx1_0~c1\n\
                   3 +0 40 tic-tac-toe~size=3~at=1o1/1x1/3_0~a1\n\
                   2 +1 99 gambit~big-islands=score~at=8/3X4/3O4/8_0_-~d2xd4\n";

fn load(app: &mut agon_web::page::App) -> String {
    app.hear(&Heard::Loaded(Load::Puzzles, ALL)).html
}

#[test]
fn a_puzzle_is_solved_by_its_only_move_and_counted_once() {
    let device = Fake::at("#/puzzle/tic-tac-toe/1");
    let mut app = device.open();
    assert!(device.has("load puzzles"));
    let html = load(&mut app);
    assert!(html.contains("Win in one move") && html.contains("Grade 1 of 5 · 3 × 3"), "{html}");
    assert!(device.last("replace #/puzzle/tic-tac-toe/").is_some());
    let html = app.hear(&Heard::Do("play c1")).html;
    assert!(html.contains("Solved.") && html.contains("The proof took 12 positions.") && html.contains("Next puzzle"));
    let kept = |key: &str| device.store.borrow().get(key).cloned().unwrap_or_default();
    assert_eq!(kept("puzzles.tic-tac-toe").split(' ').count(), 1);
    device.answer(&mut app);
    let strength = kept("strength.tic-tac-toe");
    assert!(strength.split(' ').next().is_some_and(|text| text.parse::<u32>().is_ok_and(|n| n > 1350)), "{strength}");
    app.hear(&Heard::Do("over"));
    app.hear(&Heard::Do("play c2"));
    device.answer(&mut app);
    assert_eq!(kept("strength.tic-tac-toe"), strength, "counted twice");
    // It is not the daily one.
    assert_eq!(kept("daily"), "");
}

#[test]
fn a_wrong_move_is_answered_on_the_board_and_taken_back_by_the_next_tap() {
    let device = Fake::at("#/puzzle/tic-tac-toe/1");
    let mut app = device.open();
    load(&mut app);
    let html = app.hear(&Heard::Do("play c3")).html;
    assert!(html.contains("Not yet."), "{html}");
    let html = device.answer(&mut app).html;
    assert!(html.contains("After c3 Rival plays c2. ") && html.contains("Then you lose."), "{html}");
    // The first tap takes it back, and plays.
    let html = app.hear(&Heard::Do("play c1")).html;
    assert!(html.contains("Solved on try 2."), "{html}");
    let strength = device.store.borrow().get("strength.tic-tac-toe").cloned().unwrap_or_default();
    assert!(strength.split(' ').next().is_some_and(|text| text.parse::<u32>().is_ok_and(|n| n < 1350)), "{strength}");
}

#[test]
fn hints_come_in_two_strengths_and_the_answer_does_not_count() {
    let device = Fake::at("#/puzzle/gambit");
    let mut app = device.open();
    load(&mut app);
    assert!(app.hear(&Heard::Do("clue")).html.contains("Begin with what is lit."));
    assert!(app.hear(&Heard::Do("clue")).html.contains("The move is d2xd4. You take d3."));
    let html = app.hear(&Heard::Do("answer")).html;
    assert!(html.contains("That was the answer."), "{html}");
    assert!(!device.store.borrow().contains_key("puzzles.gambit"));
    app.hear(&Heard::Do("on"));
    assert!(device.last("go #/game/gambit").is_some_and(|go| go.contains("players=human,hard")), "{:?}", device.done);
}

#[test]
fn where_a_tap_is_a_move_the_first_hint_leaves_three() {
    let device = Fake::at("#/puzzle/tic-tac-toe/3");
    let mut app = device.open();
    load(&mut app);
    assert!(app.hear(&Heard::Do("clue")).html.contains("The right one is among those that are lit."));
    assert!(app.hear(&Heard::Do("clue")).html.contains("The move is a1."));
}

#[test]
fn the_daily_puzzle_is_that_of_the_day_and_counts_days_in_a_row() {
    let device = Fake::at("#/puzzle");
    device.store.borrow_mut().insert("daily".to_owned(), "20773 1 3 5".to_owned());
    let mut app = device.open();
    let html = load(&mut app);
    assert!(
        html.contains("Puzzle of 17 November") && html.contains("3 days in a row") && html.contains("best 5"),
        "{html}"
    );
    // Days are even and odd, and so are these two games.
    assert!(html.contains("tic-tac-toe") || html.contains("Tic-Tac-Toe"), "{html}");
    for text in ["play c1", "play a1"] {
        app.hear(&Heard::Do(text));
    }
    assert_eq!(device.store.borrow().get("daily").map(String::as_str), Some("20774 3 4 5"));
    let home = device.travel(&mut app, "#/").html;
    assert!(home.contains("href='#/puzzle'") && home.contains("4 days in a row"), "{home}");
}

#[test]
fn all_puzzles_are_listed_by_game_and_grade() {
    let device = Fake::at("#/puzzles");
    let mut app = device.open();
    let html = load(&mut app);
    assert!(html.contains("href='#/puzzle/tic-tac-toe/3'") && html.contains("0 of 1"), "{html}");
    let html = app.hear(&Heard::Loaded(Load::Puzzles, "")).html;
    assert!(html.contains("cannot be loaded"), "{html}");
}

#[test]
fn an_address_without_a_puzzle_says_so() {
    for hash in ["#/puzzle/nonsense", "#/puzzle/=nonsense", "#/puzzle/nonsense/99", "#/puzzle/=gambit~seed=0~zz"] {
        let device = Fake::at(hash);
        let mut app = device.open();
        let html = load(&mut app);
        assert!(html.contains("There is no such puzzle here."), "{hash}: {html}");
    }
}

#[test]
fn a_mistake_of_a_game_becomes_a_puzzle() {
    let record: Record = "tic-tac-toe~size=3~seed=0~a1~a2~b1~b2~c3~c2".parse().expect("a record");
    let mut review = Review::new(&record).expect("a game that is over");
    review::run(&mut review, &|| 0.0, &mut |_| {});
    let link = review::puzzle(&review, 4).expect("c3 instead of c1");
    assert!(link.starts_with("#/puzzle/=tic-tac-toe"), "{link}");
    let device = Fake::at(&link);
    let mut app = device.open();
    let html = app.draw().html;
    assert!(html.contains("Find a better move") && html.contains("From your game"), "{html}");
    let html = app.hear(&Heard::Do("play c1")).html;
    assert!(html.contains("The review found c1."), "{html}");
}

#[test]
fn every_move_that_is_as_good_solves_a_mistake() {
    // After the corner and an edge, several marks win; the one that was made throws it away.
    let record: Record = "tic-tac-toe~size=3~seed=0~a1~a2~c2~b2".parse().expect("a record");
    let mut review = Review::new(&record).expect("nothing is hidden");
    review::run(&mut review, &|| 0.0, &mut |_| {});
    let link = review::puzzle(&review, 2).expect("c2 was a mistake");
    let good = &review.plies()[2].also;
    assert!(!good.is_empty() && !good.contains(&"c2".to_owned()), "{good:?}");
    let device = Fake::at(&link);
    let mut app = device.open();
    app.draw();
    let html = app.hear(&Heard::Do(&format!("play {}", good[0]))).html;
    assert!(html.contains("Solved.") && html.contains("It is as good as "), "{html}");
    app.hear(&Heard::Do("over"));
    assert!(app.hear(&Heard::Do("play c2")).html.contains("Not yet."));
}
