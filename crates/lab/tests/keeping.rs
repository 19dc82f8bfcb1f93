//! Files of `--keep`: broken off, gone on with, cut short, split and merged.

use std::fs;
use std::path::PathBuf;

use agon_lab::keep::{self, Done, Keep, KeepError};
use agon_lab::{Block, Kind, Study, Tally};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Folder(std::env::temp_dir().join(format!("agon-keep-{}-{name}", std::process::id())));
        fs::create_dir_all(&folder.0).expect("a folder");
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn study(seed: u64) -> Study {
    Study {
        kind: Kind::Match,
        game: "tic-tac-toe".to_owned(),
        parts: vec![Vec::new()],
        players: vec!["random".to_owned(), "easy".to_owned()],
        games: 40,
        seed,
        opening: 0,
        openings: Vec::new(),
        quality: 0,
    }
}

fn done(first: u64) -> Done {
    let mut tally = Tally::new(2);
    tally.games = 10;
    tally.wins[0] = first;
    Done { part: 0, block: Block { group: 0, first, end: first + 10 }, tallies: vec![tally.clone(), tally] }
}

/// Writes blocks to a file of a study.
fn write(path: &std::path::Path, blocks: &[u64]) {
    let (mut keep, _) = Keep::open(path, &study(1)).expect("a file");
    blocks.iter().for_each(|first| keep.add(&done(*first)).expect("it is written"));
}

fn why(result: Result<impl Sized, KeepError>) -> String {
    result.map(drop).expect_err("refused").to_string()
}

#[test]
fn what_was_kept_is_found_again_and_gone_on_with() {
    let folder = Folder::new("again");
    let path = folder.file("run");
    write(&path, &[0, 10]);
    let (mut keep, known) = Keep::open(&path, &study(1)).expect("a file");
    assert_eq!(known, [done(0), done(10)]);
    keep.add(&done(20)).expect("it is written");
    drop(keep);
    assert_eq!(keep::read(&path).expect("a file"), (study(1), vec![done(0), done(10), done(20)]));
}

#[test]
fn a_line_that_was_cut_short_is_written_over() {
    let folder = Folder::new("cut");
    let path = folder.file("run");
    write(&path, &[0, 10, 20]);
    let whole = fs::read(&path).expect("a file");
    let lines: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    // Wherever a crash cuts it: what is whole stays, and the rest is played again.
    for length in lines[0]..whole.len() {
        fs::write(&path, &whole[..length]).expect("a file");
        let blocks = lines.iter().filter(|end| **end <= length).count() - 1;
        let (mut keep, known) = Keep::open(&path, &study(1)).expect("a file");
        assert_eq!(known.len(), blocks, "cut at {length}");
        keep.add(&done(30)).expect("it is written");
        drop(keep);
        let (_, known) = keep::read(&path).expect("a file");
        assert_eq!((known.len(), known.last()), (blocks + 1, Some(&done(30))), "cut at {length}");
    }
}

#[test]
fn files_of_other_studies_and_other_files_are_refused_and_left_as_they_are() {
    let folder = Folder::new("foreign");
    let path = folder.file("run");
    write(&path, &[0]);
    let before = fs::read(&path).expect("a file");
    let name = path.display();
    let other = format!("{name} holds another study; give the same arguments as then, or another file");
    assert_eq!(why(Keep::open(&path, &study(2))), other);
    assert_eq!(fs::read(&path).expect("a file"), before);
    for text in ["hello\n", "{}\n", "{\"kind\":\"match\"", "\n"] {
        fs::write(&path, text).expect("a file");
        let foreign = format!("{name} is no file of `--keep` of this version: its first line is not a study");
        assert_eq!(why(Keep::open(&path, &study(1))), foreign, "{text:?}");
        assert_eq!(why(keep::read(&path)), foreign, "{text:?}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    }
    let missing = folder.file("no/such/file");
    assert!(why(keep::read(&missing)).starts_with(&format!("{}: ", missing.display())));
}

#[test]
fn pieces_make_the_whole_unless_games_are_there_twice() {
    let folder = Folder::new("pieces");
    let paths: Vec<PathBuf> = ["a", "b"].map(|name| folder.file(name)).to_vec();
    write(&paths[0], &[0, 20]);
    write(&paths[1], &[10, 30]);
    let (whole, blocks) = keep::merge(&paths).expect("pieces");
    assert_eq!((whole, blocks.len()), (study(1), 4));
    write(&paths[1], &[20]);
    assert_eq!(why(keep::merge(&paths)), "rounds 20 to 30 of seating 0 are there twice; merge each piece once");
    let other = folder.file("c");
    drop(Keep::open(&other, &study(9)).expect("a file"));
    assert!(why(keep::merge(&[paths[0].clone(), other])).contains("holds another study"));
}
