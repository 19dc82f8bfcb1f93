//! Certificates: the first line is a record that begins at a position, the second a value, the third and fourth are the
//! choices of both seats. What is written is read the same, and the proof holds or has a gap.
#![cfg_attr(fuzzing, no_main)]

use agon_rules::Start;
use agon_verify::{Certificate, Proof, verify};

/// Larger proofs take too long.
const POSITIONS: u64 = 20_000;

agon_fuzz::target!(|text: &str| {
    let _ = verify(text.as_bytes(), &mut |positions| positions < POSITIONS);
    let mut lines = text.splitn(4, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (Ok(record), Ok(value)) = (line().parse::<agon_rules::Record>(), line().parse()) else { return };
    let begins = matches!(record.start, Start::Position(_)) && record.moves.is_empty();
    let mut proof = || Proof::Choices(line().as_bytes().to_vec());
    let certificate = Certificate { record, rules: 1, value, proofs: [proof(), proof()] };
    let written = certificate.write();
    match Certificate::read(&written) {
        Ok(again) => assert_eq!(again, certificate),
        Err(why) => assert!(!begins, "{why}"),
    }
    let _ = verify(&written, &mut |positions| positions < POSITIONS);
});
