//! The package for Python: built for people (`cargo xtask python`), and built, installed and tested with everything else.
//!
//! Maturin packs it, pytest tests it; both come by pip into environments below `target`, and nothing else on the machine
//! changes. What is installed is pinned here and in python/requirements.txt.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::board::{Board, both};
use crate::suite::Tally;
use crate::{android, root, runs};

/// What builds wheels.
const MATURIN: &str = "maturin==1.16.0";
/// The largest wheel that is handed out, in bytes.
const LARGEST: u64 = 4_000_000;

/// Where environments and wheels are.
fn home() -> PathBuf {
    root().join("target/python")
}

/// Builds the wheel to hand out, and prints where it is.
pub fn build() -> anyhow::Result<()> {
    let board = Board::new();
    python(&board)?;
    let maturin = environment(&board, "maturin", &[MATURIN])?.join("bin/maturin");
    let folder = fresh(&root().join("target/wheels"))?;
    let mut command = Command::new(maturin);
    command.args(["build", "--release", "--out"]).arg(&folder).current_dir(root().join("python"));
    board.step("compile the module for Python", |key| board.listen(key, &mut command))?;
    let wheel = only(&folder)?;
    let size = fs::metadata(&wheel)?.len();
    board.say(&format!("the wheel has {size} bytes; install it with `pip install` and this path:"));
    if size > LARGEST {
        bail!("the wheel has {size} bytes, and {LARGEST} are the most");
    }
    drop(board);
    println!("{}", wheel.display());
    Ok(())
}

/// Installs what the tests need: `cargo xtask test` does it while other things compile.
pub fn install(board: &Board) -> anyhow::Result<()> {
    python(board)?;
    environment(board, "maturin", &[MATURIN])?;
    environment(board, "tests", &["-r", "python/requirements.txt"]).map(drop)
}

/// Compiles the module quickly, and tests it: what `cargo xtask test` does for Python, without the rest.
pub fn test_alone() -> anyhow::Result<()> {
    let board = Board::new();
    install(&board)?;
    let args = ["test", "--package", "agon-py", "--no-run", "--message-format", "json-render-diagnostics"];
    let messages = board.run("compile the module for Python", "cargo", &args, &[])?;
    // Without the command line, which may be older than the module.
    let Tally { passed, .. } = test(&board, &messages, None)?;
    board.say(&format!("{passed} passed"));
    Ok(())
}

/// Packs the module that was compiled with the tests, installs it, and runs its tests against it.
///
/// `messages` is what Cargo printed when it compiled them; `program` is the command line, whose answers are compared.
pub fn test(board: &Board, messages: &str, program: Option<&Path>) -> anyhow::Result<Tally> {
    let maturin = environment(board, "maturin", &[MATURIN])?.join("bin/maturin");
    let tests = environment(board, "tests", &["-r", "python/requirements.txt"])?.join("bin/python");
    let wheel = board.step("pack the wheel", |key| pack(board, key, &maturin, messages))?;
    let mut pip = Command::new(&tests);
    pip.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel);
    board.step("install the wheel", |key| board.listen(key, &mut pip))?;
    // From a folder of their own, so that they find the package that was installed, not its sources.
    let folder = fresh(&home().join("run"))?;
    copy(&root().join("python/tests"), &folder.join("tests"))?;
    fs::copy(root().join("python/pyproject.toml"), folder.join("pyproject.toml"))?;
    let run = |what: &str, args: &[String]| {
        let mut pytest = Command::new(&tests);
        pytest.args(["-m", "pytest"]).args(args).current_dir(&folder).env("AGON_ROOT", root());
        pytest.envs(program.map(|program| ("AGON_PROGRAM", program)));
        let printed = board.step(what, |key| board.listen(key, &mut pytest))?;
        tally(&printed).context("pytest does not say how many tests passed")
    };
    // Pytest runs one test after the other, and half of its time goes into these.
    let long = LONG.map(|file| format!("tests/{file}"));
    let rest = long.clone().map(|file| format!("--ignore={file}"));
    let (one, other) = both(|| run("tests in Python, the long ones", &long), || run("tests in Python", &rest))?;
    Ok(Tally { passed: one.passed + other.passed, failed: one.failed + other.failed })
}

/// The files of tests that take longest: clusters that are started, rooms that are waited for, an agent that learns.
const LONG: [&str; 3] = ["test_ray.py", "test_online.py", "test_tutorial.py"];

/// How many tests passed, by the last line of pytest.
fn tally(printed: &str) -> Option<Tally> {
    let last = printed.lines().rev().find(|line| line.contains(" passed"))?;
    let words: Vec<&str> = last.split([' ', ',']).collect();
    let count = |what: &str| words.windows(2).find(|pair| pair[1] == what).and_then(|pair| pair[0].parse().ok());
    Some(Tally { passed: count("passed")?, failed: count("failed").unwrap_or(0) })
}

/// A wheel of what Cargo compiled already. Maturin would call Cargo for this crate alone, which would compile everything
/// below it once more, with the features that it alone needs: so it is told what Cargo said before.
fn pack(board: &Board, key: usize, maturin: &Path, messages: &str) -> anyhow::Result<PathBuf> {
    let folder = fresh(&home().join("wheel"))?;
    let built = messages.lines().find(|line| line.contains("\"name\":\"_agon\"") && line.contains("cdylib"));
    let built = built.context("Cargo has not compiled the module for Python")?;
    let (said, cargo) = (home().join("built.json"), home().join("cargo"));
    fs::write(&said, format!("{built}\n"))?;
    let real = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let script =
        format!("#!/bin/sh\ncase \"$1\" in rustc) exec cat '{}' ;; *) exec '{real}' \"$@\" ;; esac\n", said.display());
    fs::write(&cargo, script)?;
    #[cfg(unix)]
    fs::set_permissions(&cargo, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let mut command = Command::new(maturin);
    command.args(["build", "--profile", "dev", "--out"]).arg(&folder).current_dir(root().join("python"));
    board.listen(key, command.env("CARGO", &cargo))?;
    only(&folder)
}

/// Python itself, with what makes environments.
fn python(board: &Board) -> anyhow::Result<()> {
    android::need(board, &[("python3", "python3")])?;
    if runs("python3", &["-c", "import ensurepip, venv"]) {
        return Ok(());
    }
    // Debian has it in a package of its own, which no program shows.
    android::need(board, &[("/usr/lib/python3/venv", "python3-venv")])
        .context("Python's module `venv` is missing; install the package python3-venv")
}

/// An environment with these packages and no others; it is made anew when they change.
fn environment(board: &Board, name: &str, packages: &[&str]) -> anyhow::Result<PathBuf> {
    let mut digest = Sha256::new();
    for package in packages {
        digest.update(package);
        if let Ok(list) = fs::read(root().join(package)) {
            digest.update(list);
        }
    }
    let wanted: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let (folder, note) = (home().join(name), home().join(name).join("installed"));
    if fs::read_to_string(&note).is_ok_and(|there| there == wanted) {
        return Ok(folder);
    }
    let place = fresh(&folder)?.display().to_string();
    board.run(&format!("an environment for {name}"), "python3", &["-m", "venv", "--clear", &place], &[])?;
    let pip = folder.join("bin/python").display().to_string();
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--only-binary", ":all:"];
    board
        .run(&format!("packages for {name}"), &pip, &[&install[..], packages].concat(), &[])
        .context("pip could not install what the tests in Python need")?;
    fs::write(&note, wanted)?;
    Ok(folder)
}

/// An empty folder.
fn fresh(folder: &Path) -> anyhow::Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}

/// The one wheel in a folder.
fn only(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut wheels = fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    wheels.find(|path| path.extension().is_some_and(|ending| ending == "whl")).context("maturin has built no wheel")
}

/// Copies a folder, without what Python has compiled in it.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if name == "__pycache__" {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytest_says_how_many_passed() {
        for (line, told) in [
            ("404 passed in 65.81s (0:01:05)", Some((404, 0))),
            ("3 failed, 401 passed, 12 skipped in 65.81s", Some((401, 3))),
            ("no tests ran in 0.01s", None),
        ] {
            let found = tally(&format!("....\n{line}\n")).map(|tally| (tally.passed, tally.failed));
            assert_eq!(found, told, "{line}");
        }
    }
}
