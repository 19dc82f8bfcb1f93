//! The invariants of how we write that a program can check.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// The files of the project with this ending, by path from the root.
pub fn files(root: &Path, ending: &str) -> anyhow::Result<Vec<String>> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("`git` does not run; is it installed?")?;
    let list = String::from_utf8(list.stdout)?;
    let ours = |path: &&str| path.rsplit_once('.').is_some_and(|(_, end)| end == ending) && root.join(path).exists();
    Ok(list.lines().filter(ours).map(str::to_owned).collect())
}

/// Checks everything, and lists all that is wrong.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    let ids = game_ids(root)?;
    for path in files(root, "rs")? {
        let text = fs::read_to_string(root.join(&path))?;
        source(&path, &text, &ids, &mut wrong);
    }
    for path in files(root, "md")? {
        let text = fs::read_to_string(root.join(&path))?;
        links(root, &path, &text, &mut wrong);
        hosts_and_paths(&path, &text, &mut wrong);
    }
    architecture(root, &mut wrong)?;
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{} things are not tidy:\n{}", wrong.len(), wrong.join("\n"))
}

/// The names of the rules pages are the ids of the games.
fn game_ids(root: &Path) -> anyhow::Result<Vec<String>> {
    let pages = files(root, "md")?.into_iter();
    let ids: Vec<String> =
        pages.filter_map(|path| Some(path.strip_prefix("docs/rules/")?.strip_suffix(".md")?.to_owned())).collect();
    if ids.is_empty() {
        bail!("docs/rules holds no rules pages");
    }
    Ok(ids)
}

fn source(path: &str, text: &str, ids: &[String], wrong: &mut Vec<String>) {
    if !text.starts_with("//! ") {
        wrong.push(format!("{path}: does not open with `//!` and what it is for"));
    }
    const LONGEST: usize = 500;
    let lines = text.lines().count();
    if lines > LONGEST {
        wrong.push(format!("{path}: {lines} lines; split it, {LONGEST} are the most"));
    }
    let knows_games = path.starts_with("crates/rules/")
        || path.starts_with("crates/search/src/eval/")
        || path.contains("/tests/")
        || path.starts_with("benches/");
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if !knows_games && ids.iter().any(|id| code.contains(&format!("\"{id}\""))) {
            wrong.push(format!("{path}:{}: knows a game by name", number + 1));
        }
        let pure = ["crates/rules/src/", "crates/search/src/", "crates/wire/src/"];
        let impure =
            ["std::fs", "std::io", "std::net", "std::time", "std::thread", "std::env", "static mut", "println!"];
        if pure.iter().any(|crate_| path.starts_with(crate_)) && impure.iter().any(|word| code.contains(word)) {
            wrong.push(format!("{path}:{}: I/O, a clock, a thread or a global in pure code", number + 1));
        }
    }
    hosts_and_paths(path, text, wrong);
}

/// Nothing in the project may name a machine's own paths or a registry's host.
fn hosts_and_paths(path: &str, text: &str, wrong: &mut Vec<String>) {
    // Put together here, so that this file does not find itself.
    let forbidden = [["/ro", "ot/"], ["/ho", "me/"], ["/wo", "rk/"], ["crates", ".io/"], ["registry", ".npmjs"]];
    for words in forbidden.map(|parts| parts.concat()) {
        if text.contains(&words) {
            wrong.push(format!("{path}: names `{words}`"));
        }
    }
}

/// Every link from one document to another file leads somewhere.
fn links(root: &Path, path: &str, text: &str, wrong: &mut Vec<String>) {
    let folder = root.join(path).parent().map(Path::to_owned).unwrap_or_default();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = link.split('#').next().unwrap_or_default();
        if !file.is_empty() && !file.contains("://") && !file.contains(' ') && !folder.join(file).exists() {
            wrong.push(format!("{path}: the link to {file} leads nowhere"));
        }
    }
}

/// ARCHITECTURE.md names every crate and every source file but the games', and names nothing that is not there.
fn architecture(root: &Path, wrong: &mut Vec<String>) -> anyhow::Result<()> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md is missing")?;
    for path in files(root, "toml")?.iter().filter_map(|path| path.strip_suffix("/Cargo.toml")) {
        if !text.contains(&format!("`{path}`")) {
            wrong.push(format!("ARCHITECTURE.md: does not name the crate `{path}`"));
        }
    }
    for path in files(root, "rs")? {
        let Some((_, name)) = path.split_once("/src/") else { continue };
        let stem = name.trim_end_matches("/mod.rs");
        if stem != "lib.rs" && stem != "main.rs" && !stem.starts_with("games/") && !text.contains(&format!("`{stem}`")) {
            wrong.push(format!("ARCHITECTURE.md: does not name `{stem}` of {path}"));
        }
    }
    for word in text.split('`').skip(1).step_by(2) {
        let is_path = word.contains('/') && !word.contains([' ', '<', '*', '…']);
        if is_path && !root.join(word).exists() && !root.join("crates/rules/src").join(word).exists() {
            wrong.push(format!("ARCHITECTURE.md: names `{word}`, which is not there"));
        }
    }
    Ok(())
}
