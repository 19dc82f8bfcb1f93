//! The tests of archives: filters against plain loops, games that come back as they were, damaged files.

mod damage;
mod filters;

use std::path::PathBuf;

use agon_archive::{ArchiveError, NoImport};
use agon_lab::{Course, Kind, Played, Study, Workers, run_by_id};

/// A file of a test, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-archive-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Some games of some kinds.
fn games() -> Vec<Played> {
    let mut all: Vec<Played> = Vec::new();
    for (id, options, players, seed) in [
        ("tic-tac-toe", &[][..], ["easy", "mcts:playouts=20"], 1),
        ("tic-tac-toe", &[("size", "4")], ["easy", "random"], 2),
        ("gambit", &[], ["easy", "minimax:1"], 3),
        ("primi-composti", &[("players", "3")], ["asc", "desc"], 4),
        ("quadratic-war", &[], ["random", "easy"], 5),
    ] {
        let part = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let players = players.map(str::to_owned).to_vec();
        let study = Study {
            kind: Kind::Match,
            game: id.to_owned(),
            parts: vec![part],
            players,
            games: 60,
            seed,
            opening: 1,
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
        if at % 7 != 0 {
            game.date = format!("2026-11-{:02}T10:00:{:02}Z", 1 + at % 28, at % 60);
        }
        game.source = format!("test {}", at % 3);
    }
    all
}

/// The game as an archive gives it back: positions follow from the moves and stay inside.
fn plain(game: &Played) -> Played {
    Played { positions: Vec::new(), ..game.clone() }
}

/// Why something was not imported.
#[derive(Debug)]
struct Failed(String);

impl From<NoImport> for Failed {
    fn from(why: NoImport) -> Self {
        Failed(why.to_string())
    }
}

impl From<ArchiveError> for Failed {
    fn from(why: ArchiveError) -> Self {
        Failed(why.to_string())
    }
}
