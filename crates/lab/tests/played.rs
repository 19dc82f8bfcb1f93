//! Games as text and as JSON lines: what is written is read back as the same game, and garbage is refused.

use agon_lab::played::text::Games;
use agon_lab::played::{Thinking, lines, text};
use agon_lab::{Course, Kind, Played, Study, Workers, run_by_id};
use agon_rules::{Record, Start, games};

/// Games of every game there is, and of one with more than two seats.
fn played() -> Vec<Played> {
    let mut all = Vec::new();
    let variants = games::list().into_iter().map(|info| (info.id, Vec::new()));
    let three = ("primi-composti", vec![("players".to_owned(), "3".to_owned())]);
    for (id, part) in variants.chain([three]) {
        let study = Study {
            kind: Kind::Match,
            game: id.to_owned(),
            parts: vec![part],
            players: vec!["easy".to_owned(), "mcts:playouts=5".to_owned()],
            games: 3,
            seed: 4,
            opening: 2,
            openings: Vec::new(),
            quality: 0,
        };
        let mut course = Course::new(study).expect("a study");
        course.plans[0].records = true;
        let (plan, part) = (course.plans[0].clone(), course.study.parts[0].clone());
        run_by_id((id, &part), &plan, &plan.blocks(), Workers::all(0), &mut |_, _, games| {
            all.extend(games);
            true
        })
        .expect("games");
    }
    for (at, game) in all.iter_mut().enumerate() {
        game.date = format!("2026-11-17T14:54:{:02}Z", at % 60);
        game.source = r#"agon match "a\b" --x"#.to_owned();
    }
    all
}

#[test]
fn every_game_is_the_same_after_it_was_written_and_read() {
    let games = played();
    assert!(games.len() >= 20);
    assert!(games.iter().any(|game| game.thinking.contains(&Thinking::Nodes(5))), "what it cost is known");
    assert!(games.iter().any(|game| game.scores.is_some()) && games.iter().any(|game| game.players.len() == 3));
    let whole: String = games.iter().map(text::write).collect();
    let mut read: Vec<Played> = Games::new(&whole).map(|game| game.expect("a game").1).collect();
    read.iter_mut().for_each(|game| game.check().expect("by the rules"));
    assert_eq!(read, games);
    assert_eq!(read.iter().map(text::write).collect::<String>(), whole, "byte for byte");
    for game in &games {
        let line = lines::write(game);
        let mut read = lines::read(&line).expect("a game");
        read.check().expect("by the rules");
        assert_eq!((&read, lines::write(&read)), (game, line));
    }
}

#[test]
fn texts_that_nobody_expects_survive() {
    let moves = ["a b", "1-0", "", "{x}", "\"q\"", "back\\slash", "[tag]", "plain", "tab\there"];
    let record = Record {
        game: "chess".to_owned(),
        options: vec![("a".to_owned(), "b".to_owned())],
        start: Start::Position("x y/z 0 - 17".to_owned()),
        moves: moves.iter().map(ToString::to_string).collect(),
    };
    let mut game = Played::new(record, vec!["Zoë \"Z\" \\ O'Neil".to_owned(), "cmd:a b".to_owned()]);
    (game.winners, game.reason) = (vec![0], "forfeit".to_owned());
    game.note = "it wrote: \u{1b}[31m two\nlines ]\"".to_owned();
    game.thinking =
        (0..moves.len() as u64).map(|at| if at % 2 == 0 { Thinking::Ms(at) } else { Thinking::Nodes(at) }).collect();
    let written = text::write(&game);
    let read: Vec<Played> = Games::new(&written).map(|game| game.expect("a game").1).collect();
    assert_eq!(read, [game.clone()], "{written}");
    assert!(written.lines().all(|line| line.chars().count() <= 80 || line.starts_with('[')), "{written}");
    assert!(!written.contains('\u{1b}'), "nothing in it moves a cursor");
    assert_eq!(lines::read(&lines::write(&game)), Ok(game));
}

#[test]
fn damaged_texts_are_refused_with_their_line_and_never_stop_anybody() {
    let games = played();
    let whole: String = games.iter().take(3).map(text::write).collect();
    for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        let read: Vec<_> = Games::new(&whole[..end]).collect();
        assert!(read.len() <= 3);
    }
    let one = text::write(&games[0]);
    let bytes = one.as_bytes();
    for at in 0..bytes.len() {
        for byte in [b'"', b'[', b']', b'{', b'}', b'\\', b'\n', b'0', 0] {
            let mut bytes = bytes.to_vec();
            bytes[at] = byte;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // Whatever is read is checked, and what passes is a game by the rules.
            for (_, mut game) in Games::new(&text).map_while(Result::ok) {
                let _ = game.check();
            }
        }
    }
    let fault = |text: &str| Games::new(text).find_map(Result::err).expect("a fault").to_string();
    assert_eq!(
        fault("[Game \"gambit\"]\n[Gaem \"x\"]"),
        "line 2: unknown tag `Gaem`; there is Game, Options, Start, Result, Scores, Reason, Note, Opening, Date, Source and `Player1`"
    );
    assert_eq!(fault("[Game \"gambit\"]\n\nd2xd4"), "line 3: the tag `Start` is missing");
    assert_eq!(fault("[Game \"gambit"), "line 1: the quotes around `gambit` are not closed");
    let head = "[Game \"gambit\"]\n[Start \"seed=0\"]\n[Player1 \"a\"]\n[Player2 \"b\"]\n";
    assert_eq!(
        fault(&format!("{head}[Result \"2-0\"]\n\nd2xd4 2-0")),
        "line 7: the result `2-0` is not like `1-0`, `1/2-1/2` or `*`"
    );
    assert_eq!(fault(&format!("{head}[Result \"*\"]\n\nd2xd4")), "line 7: the moves do not end with the result `*`");
    assert_eq!(
        fault(&format!("{head}[Result \"*\"]\n\nd2xd4 {{fast}} *")),
        "line 7: `{fast}` is not `{12ms}` or `{100n}`"
    );
}

#[test]
fn what_a_game_says_of_itself_is_checked_by_the_rules() {
    let game = |moves: &str, result: &str| {
        let record = format!("tic-tac-toe~seed=0~{moves}").parse().expect("a record");
        let mut game = Played::new(record, vec!["a".to_owned(), "b".to_owned()]);
        assert!(game.set_result(result));
        game
    };
    let mut won = game("a1~b1~a2~b2~a3", "1-0");
    won.check().expect("by the rules");
    assert_eq!((won.reason.as_str(), won.record.options.len(), won.positions.len()), ("line", 2, 6));
    let mut unsaid = game("a1~b1~a2~b2~a3", "*");
    unsaid.check().expect("the rules know who won");
    assert_eq!(unsaid.result(), "1-0");
    let refused = |mut game: Played| game.check().expect_err("it is wrong");
    assert_eq!(refused(game("a1~b1~a2~b2~a3", "0-1")), "by the rules player 1 wins: line");
    assert_eq!(refused(Played { reason: "resigned".to_owned(), ..won.clone() }), "by the rules it ended by `line`");
    assert_eq!(
        refused(game("a1~a1", "*")),
        "bad record, at move 2: illegal move `a1`; `a2`, `a3`, `b1`, `b2`, `b3`, `c1`, `c2` or `c3` is possible"
    );
    assert_eq!(refused(game("a1", "1-0")), "the rules do not end it there; say why it ended");
    let resigned = |result: &str, reason: &str| Played { reason: reason.to_owned(), ..game("a1", result) };
    resigned("1-0", "resigned").check().expect("players may give up");
    assert_eq!(refused(resigned("*", "resigned")), "it ended, and nobody has won; a draw names everybody");
    assert_eq!(refused(resigned("1-0", "unfinished")), "a game that is not over has no winner");
    assert_eq!(refused(resigned("1-0", "two words")), "the reason `two words` is not a word");
    let mut open = game("a1", "*");
    open.check().expect("it may go on");
    assert_eq!(open.reason, "unfinished");
    assert_eq!(refused(Played { players: vec!["a".to_owned()], ..won.clone() }), "1 players are named, and 2 play");
    assert_eq!(refused(Played { thinking: vec![Thinking::Ms(1)], ..won }), "there are 5 moves, and the thinking of 1");
}
