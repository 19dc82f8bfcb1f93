//! Positions and moves of every game: the first line names the game and options, the second a position, the others moves.
#![cfg_attr(fuzzing, no_main)]

use std::sync::LazyLock;

use agon_rules::{Start, Viewer, games, pair};

// The games are listed once, not for every text.
static IDS: LazyLock<Vec<&str>> = LazyLock::new(|| games::list().iter().map(|info| info.id).collect());

agon_fuzz::target!(|text: &str| {
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    // A number is as good as a name, and quicker to find.
    let game = words.next().unwrap_or_default();
    let at = game.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % IDS.len();
    let id = IDS.iter().find(|id| **id == game).unwrap_or(&IDS[at]);
    let Ok(options) = words.map(pair).collect::<Result<Vec<_>, _>>() else { return };
    let position = lines.next().unwrap_or_default();
    let start = if position.is_empty() { Start::Seed(1) } else { Start::Position(position.to_owned()) };
    let Ok(mut table) = games::open(id, &options, start) else { return };
    if !position.is_empty() {
        assert_eq!(table.position(Viewer::Referee), position, "a position is written as it was read");
    }
    for text in lines.take(30) {
        let (before, ply) = (table.position(Viewer::Referee), table.ply());
        let Some(seat) = table.turn() else { break };
        // A number chooses a legal move, so that games go on.
        let legal = table.legal();
        let text =
            text.strip_prefix('#').and_then(|at| at.parse::<usize>().ok()).map_or(text, |at| &legal[at % legal.len()]);
        match table.play(seat, text) {
            Ok(()) => assert_eq!(table.ply(), ply + 1),
            Err(_) => assert!(table.position(Viewer::Referee) == before && !legal.iter().any(|legal| legal == text)),
        }
    }
    for viewer in (0..table.seats()).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Referee]) {
        let view = table.view(viewer);
        assert_eq!(view.outcome.is_some(), table.turn().is_none());
    }
    while table.undo() {}
    assert!(position.is_empty() || table.position(Viewer::Referee) == position);
});
