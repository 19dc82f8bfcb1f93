//! Under which licences we may pass on what we build, and where it comes from: every crate.
//!
//! `cargo deny` does more, advisories above all, and needs a database from the network: it is run too where it is
//! installed (deny.toml). This check needs nothing.

use anyhow::{Context, bail};
use serde_json::Value;

use crate::board::Board;
use crate::runs;

/// What may be passed on with a program under the MIT licence, if its texts are. The MPL asks for the sources of the files
/// under it, which are public and unchanged.
const ALLOWED: [&str; 17] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "NCSA",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "WTFPL",
    "Zlib",
];

/// Checks every crate of the lock file.
pub fn check(board: &Board) -> anyhow::Result<()> {
    // For other systems nobody has built it; those would be fetched for this list alone.
    let platforms = ["--filter-platform=x86_64-unknown-linux-gnu", "--filter-platform=wasm32-unknown-unknown"];
    let args = ["metadata", "--format-version=1", "--locked"];
    let printed = board.run("licences", "cargo", &[&args[..], &platforms].concat(), &[])?;
    let metadata: Value = serde_json::from_str(&printed).context("Cargo prints JSON")?;
    let packages = metadata["packages"].as_array().context("a list of packages")?;
    let count = packages.len();
    let mut wrong = Vec::new();
    packages.iter().for_each(|package| complain(package, &mut wrong));
    wrong.sort();
    wrong.dedup();
    if !wrong.is_empty() {
        bail!("{} crates cannot be used:\n{}", wrong.len(), wrong.join("\n"));
    }
    board.say(&format!("{count} crates: licences and sources are as they should be"));
    if runs("cargo", &["deny", "--version"]) {
        board.run("cargo deny", "cargo", &["deny", "check", "licenses", "bans", "sources"], &[])?;
        if let Err(why) = board.run("advisories", "cargo", &["deny", "check", "advisories"], &[]) {
            // A database that cannot be fetched says nothing about us.
            if !format!("{why:#}").contains("failed to fetch advisory database") {
                return Err(why);
            }
            board.say("the database of advisories cannot be fetched; `cargo deny check advisories` where it can be");
        }
    } else {
        board.say("`cargo install cargo-deny` and this also looks for advisories");
    }
    Ok(())
}

fn complain(package: &Value, wrong: &mut Vec<String>) {
    let name = format!("{} {}", package["name"].as_str().unwrap_or("?"), package["version"].as_str().unwrap_or("?"));
    let source = package["source"].as_str();
    if source.is_some_and(|source| !source.starts_with("registry+") && !source.starts_with("sparse+")) {
        wrong.push(format!("{name}: comes from {}, not from a registry", source.unwrap_or_default()));
    }
    match package["license"].as_str() {
        Some(licence) if is_allowed(licence) => {}
        Some(licence) => wrong.push(format!("{name}: its licence `{licence}` is not among the allowed ones")),
        None => wrong.push(format!("{name}: has no licence")),
    }
}

/// Whether an expression of SPDX can be met with the allowed licences alone.
fn is_allowed(expression: &str) -> bool {
    let text = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ").replace(" WITH ", "~");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest) && rest.is_empty()
}

/// One of several that are joined by OR.
fn any(words: &mut &[&str]) -> bool {
    let mut met = all(words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= all(words);
    }
    met
}

/// All of several that are joined by AND.
fn all(words: &mut &[&str]) -> bool {
    let mut met = one(words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= one(words);
    }
    met
}

fn one(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any(words);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            met && closed
        }
        [licence, rest @ ..] => {
            *words = rest;
            ALLOWED.contains(&licence.replace('~', " WITH ").as_str())
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_expression_is_met_by_one_of_several_and_by_all_of_some() {
        for (expression, met) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("GPL-3.0 OR MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0", false),
            ("MIT AND GPL-3.0", false),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND LGPL-2.1", false),
            ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression), met, "{expression}");
        }
    }

    #[test]
    fn a_crate_from_elsewhere_or_without_a_licence_is_refused() {
        let told = |package: Value| {
            let mut wrong = Vec::new();
            complain(&package, &mut wrong);
            wrong
        };
        assert_eq!(told(json!({"name": "a", "version": "1", "license": "MIT", "source": null})), [""; 0]);
        assert_eq!(
            told(json!({"name": "a", "version": "1", "license": "MIT", "source": "git+https://example.org/a"})),
            ["a 1: comes from git+https://example.org/a, not from a registry"]
        );
        assert_eq!(told(json!({"name": "a", "version": "1"})), ["a 1: has no licence"]);
    }
}
