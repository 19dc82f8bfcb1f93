//! Every fuzz target reads what is nothing and what is something, as the program that it is without libFuzzer.

use std::fs;
use std::process::Command;

const TARGETS: [(&str, &str); 8] = [
    (env!("CARGO_BIN_EXE_body"), r#"{"game":"gambit","seats":["open","medium"]}"#),
    (env!("CARGO_BIN_EXE_certificate"), "tic-tac-toe~size=3~line=3~at=xo1/1x1/2o_0\n1\n\n\n"),
    (env!("CARGO_BIN_EXE_code"), "K7XM-4QPT"),
    (env!("CARGO_BIN_EXE_event"), r#"{"version":1}"#),
    (env!("CARGO_BIN_EXE_games"), "[Game \"gambit\"]\n\n1. d2xd4 c3xc1 *\n"),
    (env!("CARGO_BIN_EXE_message"), r#"{"type":"watch","room":"K7XM-4QPT"}"#),
    (env!("CARGO_BIN_EXE_position"), "gambit\n8/XXXXXXXX/OOOOOOOO/8 0 -\nd2xd4"),
    (env!("CARGO_BIN_EXE_record"), "tic-tac-toe~size=3~line=3_b2_a1"),
];

#[test]
fn every_target_reads_anything_and_says_what_is_missing() {
    let folder = std::env::temp_dir().join(format!("agon-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for (target, text) in TARGETS {
        for (name, bytes) in
            [("nothing", &b""[..]), ("bytes", b"\xff"), ("noise", b"\x00\n{[~\xc3\xa9"), ("text", text.as_bytes())]
        {
            let file = folder.join(name);
            fs::write(&file, bytes).expect("a file");
            let output = Command::new(target).arg(&file).output().expect("it runs");
            assert!(output.status.success(), "{target} on {name}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let output = Command::new(target).output().expect("it runs");
        assert!(!output.status.success() && output.stderr.starts_with(b"name the files to read"), "{target}");
    }
    fs::remove_dir_all(&folder).expect("it was there");
}
