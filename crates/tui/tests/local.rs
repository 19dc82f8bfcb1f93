//! A game at one machine: undo and redo, who may see what, and who may play.

use agon_client::{Intent, Venue};
use agon_rules::{Start, Viewer};
use agon_tui::{Game, Local, Plan, Sitter};

fn local(game: &str, settings: &[(&str, &str)], players: &str) -> Local {
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let sitters = players.split(',').map(Sitter::new).collect();
    agon_tui::open(&Plan::new(game, &settings, Start::Seed(1), sitters, 1)).expect("a known game")
}

#[test]
fn undo_goes_back_to_a_persons_decision_and_redo_forth_to_the_next() {
    let mut game = local("tic-tac-toe", &[], "human,easy");
    assert!(!game.undo());
    for text in ["a1", "a2", "b1", "b2"] {
        game.play(text).expect("legal");
    }
    assert!(game.undo());
    assert_eq!(game.ply(), 2);
    assert!(game.redo());
    assert_eq!(game.ply(), 4);
    let mut game = local("tic-tac-toe", &[], "easy,human");
    game.play("a1").expect("legal");
    assert!(!game.undo(), "the person has made no move yet");
}

#[test]
fn two_people_who_may_not_see_the_same_hand_the_screen_over() {
    let mut game = local("primi-composti", &[("players", "3")], "human,human,easy");
    assert_eq!((game.hand_over(), game.viewer()), (Some(0), Viewer::Spectator));
    game.take_screen();
    assert_eq!((game.hand_over(), game.viewer()), (None, Viewer::Seat(0)));
    let text = game.view().choices[0].text.clone();
    game.play(&text).expect("legal");
    assert_eq!(game.hand_over(), Some(1));
    let open = local("gambit", &[], "human,human");
    assert_eq!((open.hand_over(), open.viewer()), (None, Viewer::Seat(0)));
    let alone = local("primi-composti", &[("players", "3")], "easy,human,easy");
    assert_eq!((alone.hand_over(), alone.viewer()), (None, Viewer::Seat(1)));
}

#[test]
fn two_computers_of_one_level_have_two_names() {
    let game = Game::Here(Box::new(local("primi-composti", &[("players", "3")], "human,easy,easy")));
    assert_eq!([0, 1, 2].map(|seat| game.name(seat)), ["You", "Easy", "Easy 2"]);
}

#[test]
fn moves_are_rated_only_for_eyes_that_see_what_the_mover_sees() {
    assert!(local("gambit", &[], "easy,human").may_rate(0));
    assert!(!local("primi-composti", &[("players", "3")], "easy,human,easy").may_rate(0));
    assert!(local("primi-composti", &[("players", "3")], "human,easy,easy").may_rate(0));
}

#[test]
fn whoever_resigns_ends_the_game_and_may_take_it_back() {
    let mut game = local("gambit", &[], "human,easy");
    game.act(0, Intent::Resign).expect("a person is to move");
    assert_eq!((game.turn(), game.view().prompt.to_string().as_str()), (None, "you resigned: Easy wins"));
    assert!(game.undo());
    assert_eq!(game.turn(), Some(0));
}

#[test]
fn names_of_players_are_checked() {
    let plan = |names: &str| {
        let sitters = names.split(',').map(Sitter::new).collect();
        Plan::new("gambit", &[], Start::Seed(0), sitters, 0)
    };
    assert!(agon_tui::open(&plan("human,human,human")).is_err());
    let error = agon_tui::open(&plan("human,clever")).err().expect("nobody is called that").to_string();
    assert!(error.contains("`clever`") && error.contains("`hard`"), "{error}");
    assert_eq!(agon_tui::open(&plan("human")).expect("one is enough").sitters()[1].word(), "medium");
}
