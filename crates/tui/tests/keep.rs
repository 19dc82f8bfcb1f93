//! Games in files.

use agon_tui::{Sitter, read, write};

#[test]
fn a_game_comes_back_as_it_was_written() {
    let text = "players=human,mcts:time=1s,nodes=9,hard\nbot-seed=7\ngambit~big-islands=score~seed=0~d2xd4";
    let plan = read(text).expect("a game");
    assert_eq!(plan.sitters.iter().map(Sitter::word).collect::<Vec<_>>(), ["human", "mcts:time=1s,nodes=9", "hard"]);
    assert_eq!(read(&write(&plan)).expect("a game"), plan);
    assert_eq!(read("gambit~seed=0").expect("a game").sitters, []);
}

#[test]
fn what_is_no_game_is_said_to_be_none() {
    for text in ["", "# nothing", "bot-seed=x\ngambit~seed=0", "gambit", "gambit~seed=0\ngambit~seed=0", "\u{1}~\u{2}"]
    {
        assert!(read(text).is_err(), "{text:?}");
    }
}
