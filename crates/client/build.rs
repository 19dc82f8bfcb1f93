//! Lists the games that have puzzles, for all clients; and puts the puzzles together, for those that have them in their
//! binary (feature `puzzles`).

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=puzzles");
    let folder = fs::read_dir("puzzles").expect("the folder of the puzzles");
    let mut files: Vec<_> = folder.map(|entry| entry.expect("a file of puzzles").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let out = env::var_os("OUT_DIR").expect("cargo says where to write");
    let names = files.iter().map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned());
    let names = names.collect::<Vec<_>>().join(" ");
    fs::write(Path::new(&out).join("games.txt"), names).expect("the list can be written");
    if env::var_os("CARGO_FEATURE_PUZZLES").is_none() {
        return;
    }
    let texts = files.iter().map(|path| fs::read_to_string(path).expect("puzzles are text"));
    fs::write(Path::new(&out).join("puzzles.txt"), texts.collect::<String>()).expect("the puzzles can be written");
}
