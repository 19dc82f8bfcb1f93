//! What page and worker tell each other arrives as it was sent.

use agon_client::Worth;
use agon_rules::{Arg, Text, text};
use agon_web::think::{Answer, Ask, Question, Tell, pack, unpack};

#[test]
fn questions_and_answers_cross_the_line_unchanged() {
    let question = Question {
        id: u64::MAX,
        ask: Ask::Lab { link: "#/lab/gambit?a=\u{1f}è".to_owned(), width: u32::MAX, catalogue: String::new() },
    };
    assert_eq!(unpack(&pack(&question)), Some(question));
    let island = text!("{n} piece" | "{n} pieces", n = -2);
    let they = text!("{player} has {island} at {square}", player = Arg::Player(1), island, square = "b3");
    for tell in [
        Tell::Failed(Text::about(1, text!(in "end"; "line"), they)),
        Tell::Move { text: "b2xd4".to_owned(), worth: Worth::Share(0.25), why: Text::default() },
        Tell::Values { moves: vec![("a1".to_owned(), Worth::Proved(-3))], depth: Some(-1), done: true },
    ] {
        let answer = Answer { id: 3, tell };
        assert_eq!(unpack(&pack(&answer)), Some(answer));
    }
    assert_eq!(unpack::<Answer>(&[]), None);
    assert_eq!(unpack::<Answer>(&[1, 200]), None);
}
