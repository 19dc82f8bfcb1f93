//! Everything a contributor runs: `cargo xtask serve`, `release`, `web`, `android`, `image`, `python`, `test`, `prove`, `bless`, `tidy` and `bench`.
//!
//! Every task prints what it is doing, installs what is missing where it can, and otherwise prints what to install.

mod android;
mod axe;
mod board;
mod check;
mod compiler;
mod contract;
mod image;
mod licences;
// The reader of the rules, by itself: the rules would take longer to compile than all of xtask.
#[allow(dead_code)]
#[path = "../../crates/rules/src/sentence/po.rs"]
mod po;
mod prove;
mod python;
mod suite;
mod tidy;
mod web;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use board::Board;
use web::Kind;

const HELP: &str = "\
cargo xtask serve         build the web client and run the server with it, compiled to start quickly
cargo xtask release       build the program to hand out: the web client inside, everything optimized
cargo xtask web           build the web client: a folder for web hosts, and one file that needs none;
                          with --quick in seconds, to try a change
cargo xtask android       build the web client as a signed Android package; also with --quick
cargo xtask image         build a container image: one static program, the web client inside, and nothing else;
                          with --try put the program of the tests into one and run it
cargo xtask python        build the package for Python, a wheel, and print its path;
                          with --test compile it quickly and run its tests
cargo xtask test          install what the tests need, and run every check there is
cargo xtask prove [NAME]  make, check and list the certificates of all starts that are solved; goes on where it was stopped;
                          `--seconds S` and `--memory MB` limit each
cargo xtask oldest        check the code with the oldest compiler that it supports
cargo xtask axe           fetch axe-core, by which the browser's tests look at the page; `test` does it too
cargo xtask contract      fetch the validators of the interface's documents; `test` does it too
cargo xtask bless [GAME]  rewrite the golden playthroughs, screens and ladders; read their diff before you commit it
cargo xtask pictures      take the pictures of the documents anew, in a browser
cargo xtask tidy          check what a program can check of how we write
cargo xtask bench         rates of our rules, and side by side with crates of the field";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match std::env::var(compiler::ASKED) {
        Ok(name) => compiler::run(&args, &name),
        Err(_) => task(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn task(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["serve", rest @ ..] => serve(rest),
        ["release"] => release(),
        ["test"] => check::test(),
        ["prove", rest @ ..] => prove::prove(rest),
        ["oldest"] => check::oldest(),
        ["bless"] => bless(None),
        ["bless", game] => bless(Some(game)),
        ["web"] => web(Kind::Small),
        ["web", "--quick"] => web(Kind::Quick),
        ["pictures"] => pictures(),
        ["android"] => android::build(Kind::Small),
        ["android", "--quick"] => android::build(Kind::Quick),
        ["image"] => image::build(),
        ["image", "--try"] => image::test(&root().join("target/debug/agon")),
        ["python"] => python::build(),
        ["python", "--test"] => python::test_alone(),
        ["contract"] => contract::fetch(&root().join("target/contract")),
        ["axe"] => axe::fetch(&root().join("target/web")),
        ["tidy"] => tidy::check(&root()),
        ["bench"] => bench(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(anyhow::anyhow!("unknown task `{}`; there is\n{HELP}", args.join(" "))),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Builds the page and the server side by side, and serves: compiled for a quick beginning.
fn serve(args: &[&str]) -> anyhow::Result<()> {
    let board = Board::new();
    board.say("compiling the page and the server; the server takes the arguments of `agon serve`");
    let built = check::quick(&board)?;
    board.say("the server starts");
    drop(board);
    let site = built.site.display().to_string();
    let server = root().join("target/quick/agon-server").display().to_string();
    run(&server, &[&["--web", &site], args].concat())
}

/// Builds what is passed on: one program with the page inside, both as fast and as small as they get.
fn release() -> anyhow::Result<()> {
    let board = Board::new();
    let built = web::build(&board, Kind::Small)?;
    let web = built.site.parent().context("the site lies in a folder")?.display().to_string();
    board.run("compile the program", "cargo", &["build", "--release", "--package", "agon"], &[("AGON_WEB", &web)])?;
    board.say(&format!("one program, with the page inside: {}", root().join("target/release/agon").display()));
    Ok(())
}

fn web(kind: Kind) -> anyhow::Result<()> {
    let board = Board::new();
    let built = web::build(&board, kind)?;
    board.say(&format!("for web hosts: {}", built.site.display()));
    board.say(&format!("in one file:   {}", built.file.display()));
    Ok(())
}

/// The target of the web client, installed if it is not there.
fn wasm_target() -> anyhow::Result<&'static str> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().context("rustc is missing")?;
    let sysroot = String::from_utf8(sysroot.stdout)?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).exists() {
        run("rustup", &["target", "add", TARGET])
            .with_context(|| format!("the web client needs the target {TARGET} of your toolchain"))?;
    }
    Ok(TARGET)
}

fn bless(game: Option<&str>) -> anyhow::Result<()> {
    let filter: Vec<(&str, &str)> = game.map(|game| ("AGON_GOLDEN", game)).into_iter().collect();
    let update = [&[("INSTA_UPDATE", "always"), ("INSTA_FORCE_PASS", "1")][..], &filter].concat();
    run_with("cargo", &["test", "--package", "agon-rules", "--test", "all", "--quiet", "golden::"], &update)?;
    if game.is_none() {
        run_with("cargo", &["test", "--package", "agon-search", "--test", "all", "--quiet", "ladders::"], &update)?;
    }
    run_with("cargo", &["test", "--package", "agon-tui", "--test", "all", "--quiet", "look"], &update)?;
    run_with("cargo", &["test", "--package", "agon-web", "--test", "all", "--quiet", "picture_looks"], &update)?;
    // `git diff` is silent about new files; the status lists them too.
    let folders = ["rules", "tui", "web"].map(|name| format!("crates/{name}/tests/snapshots"));
    run("git", &[&["status", "--short"][..], &folders.each_ref().map(String::as_str)].concat())?;
    say("blessed; now read `git diff crates/*/tests/snapshots docs/results.md`, and the new files, marked `??` above");
    Ok(())
}

fn pictures() -> anyhow::Result<()> {
    let built = web::build(&Board::new(), Kind::Small)?;
    run("cargo", &["test", "--package", "agon", "--test", "all", "browser::pictures"])?;
    let from = built.site.parent().context("the site lies in a folder")?.join("pictures");
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), root().join("docs/images").join(file.file_name()))?;
    }
    run("git", &["status", "--short", "docs/images"])
}

fn bench() -> anyhow::Result<()> {
    run("cargo", &["run", "--release", "--quiet", "--", "bench", "--seconds", "1"])?;
    run("cargo", &["bench", "--package", "agon-benches", "--quiet"])
}

fn say(what: &str) {
    println!("xtask: {what}");
}

/// Whether a command is there and succeeds.
fn runs(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

fn run(program: &str, args: &[&str]) -> anyhow::Result<()> {
    run_with(program, args, &[])
}

fn run_with(program: &str, args: &[&str], env: &[(&str, &str)]) -> anyhow::Result<()> {
    let shown: String = format!("{program} {}", args.join(" ")).chars().take(100).collect();
    say(&shown);
    let status = Command::new(program)
        .args(args)
        .envs(env.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("`{program}` does not run; is it installed?"))?;
    if !status.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
}
