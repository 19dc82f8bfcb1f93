//! `cargo xtask prove`: a certificate for every start that docs/results.md calls solved.
//!
//! The starts are the rows of its table that end with an `agon solve` command. Certificates lie in `target/certificates`;
//! one that is there is only checked again, and one that was interrupted goes on from its `.part` file. Small ones are
//! copied to docs/certificates, and docs/certificates.md lists all with their sizes and digests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{root, run, say};

/// Larger certificates are known by their digest only.
const SMALL: u64 = 250_000;
/// Where the list begins and ends in docs/certificates.md.
const MARKS: [&str; 2] = ["<!-- cargo xtask prove -->", "<!-- end -->"];

/// What the proofs may take, each.
struct Limits<'a> {
    seconds: &'a str,
    memory: &'a str,
}

/// A start that is solved.
#[derive(Debug, PartialEq, Eq)]
struct Start {
    /// as the table calls it
    label: String,
    /// what follows `agon solve`
    words: Vec<String>,
}

impl Start {
    /// The name of its file.
    fn name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.label.replace('×', "x").to_lowercase().chars().map(plain).collect();
        let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
        format!("{}.cert", words.join("-"))
    }
}

/// Makes or checks the certificates whose names contain a word, or all, and lists them.
pub fn prove(args: &[&str]) -> anyhow::Result<()> {
    let (mut limits, mut only) = (Limits { seconds: "900", memory: "2000" }, "");
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().with_context(|| format!("`{word}` needs a number"));
        match *word {
            "--seconds" => limits.seconds = value()?,
            "--memory" => limits.memory = value()?,
            word if word.starts_with('-') => bail!("unknown option `{word}`; there is `--seconds S` and `--memory MB`"),
            word => only = word,
        }
    }
    run("cargo", &["build", "--release", "--quiet", "--package", "agon"])?;
    let folder = root().join("target/certificates");
    fs::create_dir_all(&folder)?;
    let starts = starts(&fs::read_to_string(root().join("docs/results.md"))?);
    let mut rows = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let file = folder.join(start.name());
        if start.name().contains(only) {
            say(&format!("{} of {}: {}", at + 1, starts.len(), start.label));
            make(start, &file, &limits)?;
        }
        rows.push(row(start, &file)?);
    }
    let page = root().join("docs/certificates.md");
    let text = fs::read_to_string(&page)?;
    fs::write(&page, listed(&text, &rows).context("docs/certificates.md has lost the marks of its list")?)?;
    run("git", &["status", "--short", "docs/certificates", "docs/certificates.md"])
}

/// The starts of docs/results.md that come with a command.
fn starts(results: &str) -> Vec<Start> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let command = cells.last()?.strip_prefix("`agon solve ")?.strip_suffix('`')?;
        let mut words = words(command);
        if words.iter().any(|word| word == "--all") {
            return None;
        }
        // The budgets of the table are for the value of every move; here there are others.
        for budget in ["--seconds", "--memory"] {
            if let Some(at) = words.iter().position(|word| word == budget) {
                words.drain(at..at + 2);
            }
        }
        words.retain(|word| word != "--brief");
        Some(Start { label: cells[0].to_owned(), words })
    };
    results.lines().filter(|line| line.starts_with('|')).filter_map(row).collect()
}

/// Splits a command line at spaces outside of single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

fn agon() -> PathBuf {
    root().join("target/release/agon")
}

/// Writes a certificate, or as much of it as the limits allow.
fn make(start: &Start, file: &Path, limits: &Limits) -> anyhow::Result<()> {
    if file.exists() {
        return Ok(());
    }
    let more = ["--brief", "--seconds", limits.seconds, "--memory", limits.memory, "--certificate"];
    let status = Command::new(agon()).arg("solve").args(&start.words).args(more).arg(file).status()?;
    match status.code() {
        // Not within the limits: what there is lies beside it.
        Some(0 | 3) => Ok(()),
        _ => bail!("`agon solve {}` failed", start.words.join(" ")),
    }
}

/// A line of the list: the start, and what is known of its certificate once it has been checked.
fn row(start: &Start, file: &Path) -> anyhow::Result<String> {
    let (name, label) = (start.name(), &start.label);
    if !file.exists() {
        return Ok(format!("| {label} | – | – | – | none yet |"));
    }
    let output = Command::new(agon()).args(["verify", "--json"]).arg(file).stderr(Stdio::inherit()).output()?;
    let found: Value = serde_json::from_slice(&output.stdout).context("`agon verify` says nothing")?;
    if found["holds"] != true {
        bail!("{name}: {}; remove {} and make it again", found["why"], file.display());
    }
    let count = |key: &str| {
        let sides = found["sides"].as_array().into_iter().flatten();
        grouped(sides.filter_map(|side| side[key].as_u64()).sum())
    };
    let bytes = found["bytes"].as_u64().context("a size")?;
    let kept = if bytes <= SMALL {
        fs::create_dir_all(root().join("docs/certificates"))?;
        fs::copy(file, root().join("docs/certificates").join(&name))?;
        format!("[{name}](certificates/{name})")
    } else {
        format!("sha256 `{}`", found["sha256"].as_str().unwrap_or_default())
    };
    let value = found["value"].as_i64().unwrap_or_default();
    let value = if value == 0 { "0".to_owned() } else { format!("{value:+}").replace('-', "−") };
    Ok(format!("| {label} | {value} | {} | {} | {kept} |", count("positions"), grouped(bytes)))
}

/// A number with commas.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let comma = |(at, digit): (usize, char)| {
        let before = at > 0 && (digits.len() - at).is_multiple_of(3);
        before.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(comma).collect()
}

/// The page with these rows in its list.
fn listed(page: &str, rows: &[String]) -> Option<String> {
    let (before, rest) = page.split_once(MARKS[0])?;
    let (_, after) = rest.split_once(MARKS[1])?;
    let head = "| start | value | positions checked | bytes | certificate |\n|---|---|---|---|---|\n";
    Some(format!("{before}{}\n\n{head}{}\n\n{}{after}", MARKS[0], rows.join("\n"), MARKS[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starts_are_the_rows_with_a_command() {
        let results = "# Results\n\n| game | command |\n|---|---|\n| ludo 8×8, red | `agon solve ludo --set a=1 --memory 9 --seconds 9 --brief` |\n\
                       | ludo, late | 3 | `agon solve ludo --position 'a b'` |\n| ludo | `agon solve ludo --all` |\n| x | y |\n";
        let found = starts(results);
        let names: Vec<String> = found.iter().map(Start::name).collect();
        assert_eq!(names, ["ludo-8x8-red.cert", "ludo-late.cert"]);
        assert_eq!(found[0].words, ["ludo", "--set", "a=1"]);
        assert_eq!(found[1].words, ["ludo", "--position", "a b"]);
    }

    #[test]
    fn the_list_is_replaced_between_its_marks() {
        let page = format!("a\n{}\nold\n{}\nb\n", MARKS[0], MARKS[1]);
        let rows = ["| one |".to_owned(), "| two |".to_owned()];
        let new = listed(&page, &rows).expect("marks");
        assert!(new.starts_with("a\n") && new.ends_with("\nb\n") && !new.contains("old"), "{new}");
        assert!(new.contains("|---|---|---|---|---|\n| one |\n| two |\n"), "{new}");
        assert_eq!(listed(&new, &rows).as_deref(), Some(&*new), "it stays as it is");
        assert_eq!(listed("no marks", &rows), None);
    }

    #[test]
    fn large_numbers_have_commas() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
