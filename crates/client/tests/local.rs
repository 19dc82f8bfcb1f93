//! A game at this device, asked as any venue is.

use agon_client::{Hindrance, Intent, Local, Name, Plan, Refusal, Sitter, Venue, Verdict};
use agon_rules::{Mark, Note, Start, Viewer, games};

fn local(game: &str, settings: &[(&str, &str)], players: &str) -> Local {
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let sitters = players.split(',').map(Sitter::new).collect();
    Local::open(&Plan::new(game, &settings, Start::Seed(1), sitters, 1)).expect("a known game")
}

fn play(game: &mut Local, moves: &[&str]) {
    for text in moves {
        game.play(text).expect("a legal move");
    }
}

#[test]
fn names_say_who_plays_without_words() {
    let game = local("primi-composti", &[("players", "3")], "human,easy,human");
    assert_eq!(game.names(), [Name::Player(0), Name::Computer("easy".into()), Name::Player(2)]);
    assert_eq!(local("gambit", &[], "easy,human").name(1), Name::You);
}

#[test]
fn a_variant_is_said_in_words_the_usual_one_where_it_has_a_name() {
    let check = |game: &str, settings: &[(&str, &str)], heading: &str| {
        assert_eq!(local(game, settings, "human,human").heading(), heading);
    };
    check("parity-twist", &[], "Parity Twist (Classic)");
    check("parity-twist", &[("variant", "key-lock")], "Parity Twist (Key Lock)");
    check("gambit", &[], "Gambit (Big islands score)");
    check("tic-tac-toe", &[("size", "4"), ("line", "4")], "Tic-Tac-Toe (4 × 4, 4 in a row)");
    check("tic-tac-toe", &[("size", "4")], "Tic-Tac-Toe (4 × 4)");
    check("primi-composti", &[("version", "2"), ("cards", "5")], "Primi Composti (Captures, Cards each: 5)");
    check("infiltration", &[], "Infiltration (8 men)");
    let quiet = "Infiltration (8 men, Pieces jump over enemies: no, The second player may swap)";
    check("infiltration", &[("captures", "false"), ("pie", "true")], quiet);
}

#[test]
fn a_hindrance_says_why_nobody_here_can_move() {
    let mut game = local("tic-tac-toe", &[], "human,easy");
    assert_eq!(game.hindrance(), None);
    assert!(game.act(0, Intent::Play("a1".into())).is_ok());
    assert_eq!(game.hindrance(), Some(Hindrance::ComputersTurn));
    let refused = game.act(0, Intent::Play("b1".into()));
    assert_eq!(refused, Err(Refusal::Hindered(Hindrance::ComputersTurn)));
    play(&mut game, &["b1", "a2", "b2", "a3"]);
    assert_eq!((game.hindrance(), game.verdict()), (Some(Hindrance::Over), Some(Verdict::Won)));
    assert_eq!(game.prompt(), "you win: line");
    let covered = local("primi-composti", &[("players", "3")], "human,human,easy");
    assert_eq!(covered.hindrance(), Some(Hindrance::HandOver(0)));
}

#[test]
fn every_earlier_ply_looks_as_it_did() {
    for info in games::list() {
        let mut game = local(info.id, &[], "human,easy");
        let mut views = vec![game.view()];
        while let (Some(_), true) = (game.turn(), views.len() < 30) {
            let text = game.record().replay().expect("a game").legal()[0].clone();
            game.play(&text).expect("a legal move");
            views.push(game.view());
        }
        for (ply, view) in views.iter().enumerate().take(game.ply()) {
            assert_eq!(game.view_at(ply).as_ref(), Some(view), "{} at {ply}", info.id);
        }
        assert_eq!(game.view_at(game.ply() + 1), None);
    }
}

#[test]
fn one_who_resigns_loses_and_may_take_it_back() {
    let mut game = local("gambit", &[], "human,easy");
    assert!(game.act(0, Intent::Resign).is_ok());
    assert_eq!((game.turn(), game.verdict()), (None, Some(Verdict::Lost)));
    assert_eq!(game.prompt(), "you resigned: Easy wins");
    assert_eq!(game.act(0, Intent::Resign), Err(Refusal::Hindered(Hindrance::Over)));
    assert!(game.act(0, Intent::Takeback).is_ok());
    assert_eq!(game.turn(), Some(0));
    assert_eq!(game.act(0, Intent::Takeback), Err(Refusal::NothingToTakeBack));
    assert_eq!(game.act(0, Intent::Redo), Err(Refusal::NothingToRedo));
}

#[test]
fn only_viewers_who_see_what_the_mover_sees_learn_what_moves_are_worth() {
    assert!(local("gambit", &[], "easy,human").may_rate(0));
    assert!(!local("primi-composti", &[("players", "3")], "easy,human,easy").may_rate(0));
    let mut game = local("primi-composti", &[("players", "3")], "human,human,easy");
    game.take_screen();
    assert!(game.viewer() == Viewer::Seat(0) && game.may_rate(0));
}

/// The second player's game after the first has laid a number face down: what they see is the same whatever it is.
fn with_hidden(number: u8) -> Local {
    let position = format!(".,.,./.,.,./.,.,. {number} 1 0");
    let settings = [("variant".to_owned(), "hidden-master".to_owned())];
    let sitters = ["easy", "human"].map(Sitter::new).to_vec();
    let plan = Plan::new("parity-twist", &settings, Start::Position(position), sitters, 1);
    Local::open(&plan).expect("a position of the game")
}

#[test]
fn a_preview_does_not_tell_what_is_hidden() {
    let [six, seven] = [6, 7].map(with_hidden);
    assert_eq!(six.view(), seven.view(), "they look the same");
    for choice in six.view().choices {
        assert_eq!(six.preview(&choice.text), seven.preview(&choice.text), "{}", choice.text);
    }
    // Made in earnest, the move tells it.
    let mut played = with_hidden(6);
    play(&mut played, &["a1=6"]);
    assert!(played.view().notes.iter().any(|note| note.text.to_string().contains("Master Key")));
    assert_eq!(six.preview("a1=6"), []);
}

#[test]
fn a_preview_says_what_follows_where_nothing_is_hidden() {
    for info in games::list() {
        let mut game = local(info.id, &[], "human,human");
        while let (Some(turn), true) = (game.turn(), game.ply() < 12) {
            let text = game.record().replay().expect("a game").legal()[0].clone();
            let (open, before, preview) = (game.is_open(), game.view().notes, game.preview(&text));
            game.play(&text).expect("a legal move");
            let after = game.record().replay().expect("a game").view(Viewer::Seat(turn)).notes;
            // A preview says what a move does, not what could be done after it.
            let told = |note: &Note| !before.contains(note) && note.mark != Mark::Danger;
            let new: Vec<_> = after.into_iter().filter(told).collect();
            assert!(!open || preview == new, "{} {text}: {preview:?} {new:?}", info.id);
        }
    }
}
