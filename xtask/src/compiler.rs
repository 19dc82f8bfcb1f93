//! The compiler as the tests call it: a crate is compiled, linted by clippy, and documented in one go.
//!
//! `cargo clippy` and `cargo doc` check every crate of all dependencies once more before they come to ours. But clippy is
//! a whole compiler, and rustdoc reads what any compiler has left: so Cargo is told to call xtask for the crates of the
//! workspace, and xtask calls both. What is compiled for another target is shipped, so the plain compiler compiles it, and
//! clippy only looks.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::root;

/// Where Cargo calls xtask as a compiler: the crate to document (or to look at, for another target), or none for all.
pub const ASKED: &str = "AGON_CRATE";
/// How `cargo clippy` tells its compiler what follows `--`.
const DENY: &str = "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

/// What Cargo is told.
pub struct Compiler(String);

impl Compiler {
    /// The program that runs now.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Compiler(std::env::current_exe()?.display().to_string()))
    }

    /// The environment in which Cargo compiles, lints and documents all crates; where one is named, it documents that one
    /// only, and lints nothing else for another target.
    pub fn looks_at<'a>(&'a self, name: &'a str) -> [(&'a str, &'a str); 3] {
        [("RUSTC_WORKSPACE_WRAPPER", &self.0), ("CLIPPY_ARGS", DENY), (ASKED, name)]
    }
}

/// Does what Cargo asks of a compiler. `args` begin with the path of the real one.
pub fn run(args: &[&str], name: &str) -> anyhow::Result<()> {
    let [rustc, args @ ..] = args else { bail!("Cargo names no compiler") };
    // Rustup's stand-ins know no `clippy-driver`, which lies beside the real compiler.
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().context("the compiler says where it is")?;
    let programs = Path::new(String::from_utf8(output.stdout)?.trim()).join("bin");
    let near = |program: &str| programs.join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let clippy = || {
        let mut command = Command::new(near("clippy-driver"));
        command.arg(rustc);
        command
    };
    let is_asked = name.is_empty() || std::env::var("CARGO_PKG_NAME").is_ok_and(|package| package == name);
    if args.contains(&"--target") {
        done(Command::new(rustc).args(args))?;
        return if is_asked { done(clippy().args(looked_at(args)).arg(root().join("target/clippy"))) } else { Ok(()) };
    }
    done(clippy().args(args))?;
    let Some(mut told) = documented(args, std::env::var("CARGO_BIN_NAME").is_ok()) else { return Ok(()) };
    if !is_asked {
        return Ok(());
    }
    told.extend(["--deny", "warnings", "--out-dir"]);
    done(Command::new(near("rustdoc")).args(told).arg(root().join("target/doc")))
}

/// What rustdoc is told of what the compiler was told; nothing of tests, examples and scripts that are run for a build.
fn documented<'a>(args: &[&'a str], is_program: bool) -> Option<Vec<&'a str>> {
    let after = |name: &str| args.iter().position(|arg| *arg == name).and_then(|at| args.get(at + 1)).copied();
    let name = after("--crate-name")?;
    let folder = after("--out-dir")?;
    if args.contains(&"--test") || name.starts_with("build_script") || folder.ends_with("examples") {
        return None;
    }
    // Where a library has the name of the program, Cargo documents the library.
    if is_program && name == std::env::var("CARGO_PKG_NAME").unwrap_or_default() && Path::new("src/lib.rs").exists() {
        return None;
    }
    Some(without(args, &["-C", "--out-dir"]))
}

/// What clippy is told of what the compiler was told, when nothing is to be compiled; the folder follows. Cargo must not
/// hear of what it leaves there, and hears what it says.
fn looked_at<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let mut told = without(args, &["--out-dir"]);
    told.retain(|arg| !arg.starts_with("--json"));
    told.extend(["--json=diagnostic-rendered-ansi", "--emit=metadata", "--out-dir"]);
    told
}

/// The words for a compiler without these, each with the word after it, and without what it is to write.
fn without<'a>(args: &[&'a str], names: &[&str]) -> Vec<&'a str> {
    let mut told = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if names.contains(arg) {
            rest.next();
        } else if !arg.starts_with("--emit") {
            told.push(*arg);
        }
    }
    told
}

fn done(command: &mut Command) -> anyhow::Result<()> {
    if !command.status().with_context(|| format!("{:?} does not run", command.get_program()))?.success() {
        // It has said what is wrong.
        std::process::exit(1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_programs_are_documented_and_nothing_else() {
        let of = |words: &'static str| documented(&words.split(' ').collect::<Vec<_>>(), false);
        let library = "--crate-name a --edition=2024 src/lib.rs --crate-type lib --emit=link -C opt-level=2 --cfg x \
                       --out-dir target/debug/deps -L dependency=d --extern b=c";
        let told = ["--crate-name", "a", "--edition=2024", "src/lib.rs", "--crate-type", "lib", "--cfg", "x", "-L"];
        let told = [&told[..], &["dependency=d", "--extern", "b=c"]].concat();
        assert_eq!(of(library), Some(told));
        for other in [
            "--crate-name a src/lib.rs --test --out-dir target/debug/deps",
            "--crate-name a a.rs --crate-type bin --out-dir target/debug/examples",
            "--crate-name build_script_build build.rs --out-dir target/debug/build",
            "- --crate-name ___ --print=file-names",
            "-vV",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn clippy_leaves_what_is_shipped_alone() {
        let page = "--crate-name a --error-format=json --json=diagnostic-rendered-ansi,artifacts --emit=dep-info,link -C \
                    lto --out-dir target/x/deps --target x a.rs";
        let told = "--crate-name a --error-format=json -C lto --target x a.rs --json=diagnostic-rendered-ansi \
                    --emit=metadata --out-dir";
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        assert_eq!(looked_at(&words(page)), words(told));
    }
}
