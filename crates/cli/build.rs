//! Tells the program the commit it is built from, for the reports it makes. Without git there is none, and that is no
//! failure; `AGON_COMMIT` sets another. The module for Python is built with this file too.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=AGON_COMMIT");
    // Any source may change whether it is this commit.
    println!("cargo:rerun-if-changed=..");
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    if env::var_os("AGON_COMMIT").is_some() {
        return;
    }
    // Only where these files are known to git, and not merely inside some other repository.
    if git(&["ls-files", "--error-unmatch", "Cargo.toml"]).is_none() {
        return;
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) =
            git(&["rev-parse", "--git-path", name]).filter(|path| fs::exists(Path::new(path)).unwrap_or(false))
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    if let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) {
        let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "..", "../../Cargo.lock"]);
        let changed = if changed.is_none_or(|changed| changed.is_empty()) { "" } else { "-modified" };
        println!("cargo:rustc-env=AGON_COMMIT={commit}{changed}");
    }
}

/// What git says, if there is git and it has something to say.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
