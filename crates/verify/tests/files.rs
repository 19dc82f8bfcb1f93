//! Certificates as files: those of the repository hold, and none survives a changed byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use agon_verify::{Certificate, Proof, Wrong, verify};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates")
}

fn read(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).expect("a certificate of the repository")
}

fn check(bytes: &[u8]) -> Result<i32, Wrong> {
    verify(bytes, &mut |_| true).map(|report| report.value)
}

const SMALL: &str = "tic-tac-toe-3x3-3-in-a-row.cert";

#[test]
fn every_certificate_of_the_repository_holds_and_proves_what_is_said() {
    let page = include_str!("../../../docs/certificates.md");
    let mut sum = 0;
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder()).expect("a folder").map(|file| file.expect("a file").path()).collect();
    names.sort();
    assert!(names.len() >= 37, "{} certificates", names.len());
    for path in names {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let bytes = fs::read(&path).expect("a file");
        sum += bytes.len();
        // Those that take long are checked when they are made, by `cargo xtask prove`.
        let value = match bytes.len() {
            ..6000 => check(&bytes).unwrap_or_else(|why| panic!("{name}: {why}")),
            _ => Certificate::read(&bytes).unwrap_or_else(|why| panic!("{name}: {why}")).value,
        };
        let row = page.lines().find(|line| line.contains(&format!("({}/{name})", "certificates"))).expect("a row");
        let said: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(said[2].replace('−', "-").parse(), Ok(value), "{name}");
        assert_eq!(said[4].replace(',', "").parse(), Ok(bytes.len()), "{name}");
    }
    assert!(sum < 2_000_000, "{sum} bytes");
}

#[test]
fn a_single_changed_bit_anywhere_is_found() {
    let bytes = read(SMALL);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(matches!(check(&changed), Err(Wrong::File(_))), "bit {bit} of byte {at}");
        }
    }
    for len in 0..bytes.len() {
        assert!(check(&bytes[..len]).is_err(), "cut after {len} bytes");
    }
    assert!(check(&[&bytes[..], b"x"].concat()).is_err());
}

/// The certificate after a change, with a digest that fits.
fn forged(name: &str, change: impl Fn(&mut Certificate)) -> Result<i32, Wrong> {
    let mut certificate = Certificate::read(&read(name)).expect("a certificate");
    change(&mut certificate);
    check(&certificate.write())
}

/// The choices of a seat's strategy.
fn choices(certificate: &mut Certificate, seat: usize) -> &mut Vec<u8> {
    match &mut certificate.proofs[seat] {
        Proof::Choices(choices) => choices,
        Proof::Trivial => panic!("a trivial proof"),
    }
}

#[test]
fn a_good_digest_does_not_save_a_bad_proof() {
    assert_eq!(forged(SMALL, |_| {}), Ok(0));
    for value in [-2, -1, 1, 2, i32::MIN, i32::MAX] {
        let told = forged(SMALL, |certificate| certificate.value = value);
        assert!(matches!(told, Err(Wrong::Gap(_))), "{value}: {told:?}");
    }
    for seat in 0..2 {
        let cut = forged(SMALL, |certificate| assert!(choices(certificate, seat).pop().is_some()));
        assert_eq!(cut, Err(Wrong::Gap("choices are missing".to_owned())));
        let more = forged(SMALL, |certificate| choices(certificate, seat).push(0));
        assert_eq!(more, Err(Wrong::Gap("choices are left over at the end".to_owned())));
        let none = forged(SMALL, |certificate| certificate.proofs[seat] = Proof::Trivial);
        assert_eq!(none, Err(Wrong::Gap("the proof of one side is missing".to_owned())));
    }
    let old = forged(SMALL, |certificate| certificate.rules += 1);
    assert!(matches!(old, Err(Wrong::Unfit(_))), "{old:?}");
    // Other options, another board: the choices do not fit.
    let other = forged(SMALL, |certificate| certificate.record.options[0].1 = "9".to_owned());
    assert!(matches!(other, Err(Wrong::Rules(_))), "{other:?}");
}

#[test]
fn a_choice_that_loses_is_found() {
    let mut lost = 0;
    let count = choices(&mut Certificate::read(&read("gambit.cert")).expect("a certificate"), 1).len();
    for at in (0..count).step_by(count / 40 + 1) {
        for other in 0..3 {
            // A different choice may hold as well, or lead where choices are missing. It never proves more.
            let told = forged("gambit.cert", |certificate| choices(certificate, 1)[at] = other);
            assert!(matches!(told, Ok(0) | Err(Wrong::Gap(_))), "{told:?}");
            lost += usize::from(told.is_err_and(|why| why.to_string().contains("short of")));
        }
    }
    assert!(lost > 10, "{lost} lost");
}

#[test]
fn a_verifier_in_another_language_agrees() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verifier.py");
    let python = |file: &Path| Command::new("python3").arg(&script).arg(file).output().expect("python3 runs");
    for name in [
        SMALL,
        "tic-tac-toe-4x4-3-in-a-row.cert",
        "tic-tac-toe-4x4-4-in-a-row.cert",
        "tic-tac-toe-5x5-5-in-a-row.cert",
        "gambit.cert",
    ] {
        let report = verify(&read(name), &mut |_| true).expect("it holds");
        let counts = report.sides.iter().flatten().map(|side| format!(" {}", side.positions)).collect::<String>();
        let game = report.game.split(' ').next().expect("an id");
        let output = python(&folder().join(name));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said, format!("{game} value {:+}{counts}\n", report.value), "{output:?}");
    }
    // What it must refuse: a claim that is not true, with a good digest.
    let mut certificate = Certificate::read(&read(SMALL)).expect("a certificate");
    certificate.value = 1;
    let file = std::env::temp_dir().join(format!("agon-verify-{}.cert", std::process::id()));
    fs::write(&file, certificate.write()).expect("a file");
    let output = python(&file);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    fs::remove_file(&file).expect("the file is ours");
}
