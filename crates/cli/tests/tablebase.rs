//! Tablebases are built, kept in files, resumed and used, and a file that is not whole is refused.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("JSON")
}

/// What is said of a command that fails with a code.
fn said(args: &[&str], code: i32) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

/// A folder of the test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MAN_EACH: [&str; 4] = ["tablebase", "infiltration", "--position", "8/8/8/8/8/8/8/8 0 1,0,1,0 m 0"];

#[test]
fn a_tablebase_is_kept_in_a_file_and_used_from_it() {
    let folder = Folder::new("tablebase");
    let file = folder.file("men");
    let built = json(&[&MAN_EACH[..], &["--file", &file, "--json"]].concat());
    let bytes = fs::read(&file).expect("a file");
    assert_eq!((built["bytes"].as_u64(), bytes.len() > 8580), (Some(8580), true));
    assert_eq!(built["sha256"], json(&[&MAN_EACH[..], &["--json"]].concat())["sha256"]);

    // It goes on from what is known, here everything.
    fs::rename(&file, folder.file("men.part")).expect("a file");
    stdout(&[&MAN_EACH[..], &["--file", &file]].concat());
    assert_eq!(fs::read(&file).expect("a file"), bytes);
    assert!(!folder.0.join("men.part").exists());

    let position = "8/8/8/8/4x3/8/1o6/8 0 0,0,0,0 m 0";
    let solve = ["solve", "infiltration", "--position", position];
    let plain = stdout(&solve);
    assert!(plain.contains("\nfrom a tablebase of 8580 positions\n"), "{plain}");
    let given = stdout(&[&solve[..], &["--tablebase", &file]].concat());
    // Nothing was looked at but what the file says.
    assert_eq!(given.lines().count(), plain.lines().count());
    assert!(given.contains("\n0 nodes, "), "{given}");
    stdout(&["best", "infiltration", "--position", position, "--player", "expert", "--tablebase", &file]);
}

#[test]
fn a_file_that_is_not_whole_is_refused() {
    let folder = Folder::new("torn-tablebase");
    let file = folder.file("men");
    stdout(&[&MAN_EACH[..], &["--file", &file]].concat());
    let solve = ["solve", "infiltration", "--position", "8/8/8/8/4x3/8/1o6/8 0 0,0,0,0 m 0", "--tablebase", &file];
    let mut bytes = fs::read(&file).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    assert!(said(&solve, 2).contains("is damaged; build it again"));
    bytes.truncate(last);
    fs::write(&file, &bytes).expect("a file");
    assert!(said(&solve, 2).contains("is damaged; build it again"));
    for bad in ["", "agon tablebase 1", "agon tablebase 1\n\n\n", "\u{0}\u{0}\n\n\n\n\n"] {
        fs::write(&file, bad).expect("a file");
        let why = said(&solve, 2);
        assert!(why.contains("is damaged") || why.contains("is no tablebase"), "{why}");
    }
    // What belongs to another endgame is not gone on with.
    let other = ["tablebase", "infiltration", "--position", "8/8/8/8/8/8/8/8 0 0,1,0,1 m 0", "--file", &file];
    stdout(&other);
    fs::rename(&file, folder.file("men.part")).expect("a file");
    assert!(said(&[&MAN_EACH[..], &["--file", &file]].concat(), 2).contains("is of another endgame; remove it"));
}

#[test]
fn what_cannot_be_built_is_said() {
    let two = ["tablebase", "infiltration", "--position", "8/8/8/8/8/8/8/8 0 2,0,2,0 m 0", "--memory", "1"];
    assert!(said(&two, 3).contains("35451849 positions, a byte each"), "too large");
    assert!(said(&["tablebase", "gambit"], 2).contains("no tablebase covers such positions"));
    let late = [&MAN_EACH[..], &["--seconds", "0"]].concat();
    assert!(said(&late, 3).contains("not built within 0 s"));
}
