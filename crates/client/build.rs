//! Puts the puzzles of all games together, for the clients that have them in their binary (feature `puzzles`).

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=puzzles");
    if env::var_os("CARGO_FEATURE_PUZZLES").is_none() {
        return;
    }
    let folder = fs::read_dir("puzzles").expect("the folder of the puzzles");
    let mut files: Vec<_> = folder.map(|entry| entry.expect("a file of puzzles").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).expect("puzzles are text"));
    let out = env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("puzzles.txt"), texts.collect::<String>()).expect("the puzzles can be written");
}
