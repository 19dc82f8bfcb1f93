//! Everything a contributor runs: `cargo xtask serve`, `web`, `android`, `test`, `bless`, `tidy` and `bench`.
//!
//! It says what it is doing, sets up what is missing where it can, and otherwise says what to install.

mod android;
mod axe;
mod tidy;
mod web;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, bail};

const HELP: &str = "\
cargo xtask serve         build the web client and run the server with it
cargo xtask web           build the web client: a folder for web hosts, and one file that needs none;
                          with --quick in seconds, to try a change
cargo xtask android       build the web client as a signed Android package; also with --quick
cargo xtask test          install what the tests need, and run every check there is
cargo xtask axe           fetch axe-core, by which the browser's tests look at the page; `test` does it too
cargo xtask bless [GAME]  rewrite the golden playthroughs and screens; read their diff before you commit it
cargo xtask pictures      take the pictures of the documents anew, in a browser
cargo xtask tidy          check what a program can check of how we write
cargo xtask bench         rates of our rules, and side by side with crates of the field";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["serve", rest @ ..] => serve(rest),
        ["test"] => test(),
        ["bless"] => bless(None),
        ["bless", game] => bless(Some(game)),
        ["web"] => web(false),
        ["web", "--quick"] => web(true),
        ["pictures"] => pictures(),
        ["android"] => android::build(false),
        ["android", "--quick"] => android::build(true),
        ["axe"] => axe::fetch(&root().join("target/web")),
        ["tidy"] => tidy::check(&root()),
        ["bench"] => bench(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(anyhow::anyhow!("unknown task `{}`; there is\n{HELP}", args.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

fn serve(args: &[&str]) -> anyhow::Result<()> {
    say("building the web client");
    let built = web::build(false)?;
    say("building the server; what follows `serve` is passed on to `agon serve`");
    let all = [&["run", "--release", "--package", "agon", "--", "serve"], args].concat();
    let web = built.site.parent().context("the site lies in a folder")?.display().to_string();
    run_with("cargo", &all, &[("AGON_WEB", &web)])
}

fn web(quick: bool) -> anyhow::Result<()> {
    let built = web::build(quick)?;
    say(&format!("for web hosts: {}", built.site.display()));
    say(&format!("in one file:   {}", built.file.display()));
    Ok(())
}

fn test() -> anyhow::Result<()> {
    let begin = Instant::now();
    for component in ["rustfmt", "clippy"] {
        if !runs("cargo", &[if component == "clippy" { "clippy" } else { "fmt" }, "--version"]) {
            run("rustup", &["component", "add", component])
                .with_context(|| format!("the tests need {component}; install it with your toolchain"))?;
        }
    }
    // The example of a player in another language is played against.
    if !runs("python3", &["--version"]) {
        run("apt-get", &["install", "--yes", "python3"])
            .context("the tests need python3; install it with your system's packages")?;
    }
    // Stores are tested against a real Redis that the tests start themselves.
    if !runs("redis-server", &["--version"]) {
        let _ = run("apt-get", &["update"]);
        run("apt-get", &["install", "--yes", "redis-server"])
            .context("the tests need redis-server; install it with your system's packages")?;
    }
    if !["chromium", "chromium-browser", "google-chrome"].iter().any(|name| runs(name, &["--version"])) {
        let _ = run("apt-get", &["update"]);
        run("apt-get", &["install", "--yes", "chromium"])
            .context("the tests need Chromium; install it with your system's packages")?;
    }
    say("tidy");
    tidy::check(&root())?;
    say("format");
    let sources = tidy::files(&root(), "rs")?;
    let mut format = vec!["--check", "--edition", "2024"];
    format.extend(sources.iter().map(String::as_str));
    run("rustfmt", &format).context("`rustfmt --edition 2024` on the files above mends it")?;
    run("cargo", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    // The page exists for that target only.
    let page = ["clippy", "--package", "agon-web", "--bins", "--target", wasm_target()?, "--quiet"];
    run("cargo", &[&page[..], &["--", "--deny", "warnings"]].concat())?;
    // The tests open it in a browser, and let axe-core look at it.
    let built = web::build(false)?;
    android::test(&built.site)?;
    axe::fetch(&root().join("target/web"))?;
    // Golden files change by `cargo xtask bless` only.
    run_with("cargo", &["test", "--workspace", "--quiet"], &[("INSTA_UPDATE", "no")])?;
    run_with("cargo", &["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "--deny warnings")])?;
    say(&format!("everything passed in {} s", begin.elapsed().as_secs()));
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
    run_with("cargo", &["test", "--package", "agon-tui", "--test", "all", "--quiet", "look"], &update)?;
    run_with("cargo", &["test", "--package", "agon-web", "--test", "all", "--quiet", "picture_looks"], &update)?;
    // `git diff` is silent about new files; the status lists them too.
    let folders = ["rules", "tui", "web"].map(|name| format!("crates/{name}/tests/snapshots"));
    run("git", &[&["status", "--short"][..], &folders.each_ref().map(String::as_str)].concat())?;
    say("blessed; now read `git diff crates/*/tests/snapshots`, and the new files, marked `??` above");
    Ok(())
}

fn pictures() -> anyhow::Result<()> {
    let built = web::build(false)?;
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
