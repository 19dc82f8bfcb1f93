//! `cargo xtask test`: every check there is, in an order that keeps the processors busy.
//!
//! Four things go on side by side: what is missing is installed, Python's packages last; the page is checked and
//! built, under a profile of its own, so that Cargo does not let it wait for the rest; everything else is checked and
//! built; and as soon as programs of tests are there, they run. What failed is shown at the end, and nothing else is.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, mpsc};

use anyhow::{Context, bail};

use crate::board::{Board, both};
use crate::compiler::Compiler;
use crate::suite::{self, Tally};
use crate::{android, axe, contract, image, licences, python, root, run_with, runs, tidy, wasm_target, web};

/// What the checks have found so far.
struct Found {
    tally: Mutex<Tally>,
    failed: Mutex<Vec<String>>,
}

impl Found {
    fn note(&self, result: anyhow::Result<()>) {
        if let Err(why) = result {
            self.failed.lock().expect("nobody panics while it writes").push(format!("{why:#}"));
        }
    }

    fn add(&self, tests: Tally) {
        let mut sum = self.tally.lock().expect("nobody panics while it counts");
        *sum = Tally { passed: sum.passed + tests.passed, failed: sum.failed + tests.failed };
    }

    fn run(&self, board: &Board, queue: impl IntoIterator<Item = suite::Job>) {
        let failed = suite::run(board, queue, &self.tally);
        self.failed.lock().expect("nobody panics while it writes").extend(failed);
    }
}

/// Runs every check.
pub fn test() -> anyhow::Result<()> {
    let board = &*Board::new();
    let found = &Found { tally: Mutex::default(), failed: Mutex::default() };
    let compiler = &Compiler::new()?;
    wasm_target()?;
    components()?;
    std::thread::scope(|scope| {
        let (send, installs) = mpsc::channel();
        let for_python = scope.spawn(move || {
            // By the validators the tests of the server look at its documents.
            let validators = || contract::fetch(&root().join("target/contract"));
            let installed = install(board).and_then(|()| board.step("validators of the documents", |_| validators()));
            let goes_on = installed.is_ok();
            // Nobody but the tests in Python waits for the rest.
            let _ = send.send(installed);
            if goes_on { python::install(board) } else { Ok(()) }
        });
        let page = scope.spawn(|| page(board, compiler));
        found.note(text(board));
        found.note(races(board, compiler));
        let programs = build(board, compiler);
        let installed = installs.recv().expect("installing does not panic");
        let (programs, messages) = match programs.and_then(|programs| installed.map(|()| programs)) {
            Ok(built) => built,
            Err(why) => return found.note(Err(why)),
        };
        let [computing, waiting, browsing] = suite::queues(programs);
        // Whoever is done with something else helps with what computes: small programs keep one core busy at most.
        let computing = Arc::new(Mutex::new(VecDeque::from(computing)));
        let help = move || {
            let next = || computing.lock().expect("nobody panics while it takes a job").pop_front();
            found.run(board, std::iter::from_fn(next));
        };
        let [after_python, after_waiting, after_browsing] = [help.clone(), help.clone(), help.clone()];
        // The browser takes longest: it begins as soon as there is a page.
        scope.spawn(move || {
            match page.join().expect("building does not panic") {
                Ok(built) => {
                    // By axe-core the tests look at every screen.
                    found.note(board.step("axe-core", |_| axe::fetch(&root().join("target/web"))));
                    found.run(board, browsing);
                    found.note(board.step("the Android app", |_| android::test(&built.site)));
                }
                Err(why) => found.note(Err(why)),
            }
            after_browsing();
        });
        scope.spawn(move || {
            let installed = for_python.join().expect("installing does not panic");
            let program = root().join("target/debug/agon");
            found.note(
                installed.and_then(|()| python::test(board, &messages, Some(&program))).map(|tests| found.add(tests)),
            );
            after_python();
        });
        scope.spawn(move || {
            found.run(board, waiting);
            found.note(board.step("the image", |_| image::test(&root().join("target/debug/agon"))));
            after_waiting();
        });
        found.note(examples(board, compiler).map(|tests| found.add(tests)));
        help();
    });
    let Tally { passed, failed: broken } = *found.tally.lock().expect("nobody panicked");
    let failed = found.failed.lock().expect("nobody panicked");
    for why in failed.iter() {
        println!("\n{why}");
    }
    board.say(&format!("{passed} passed, {broken} failed"));
    if failed.is_empty() {
        board.say("every check passed");
        return Ok(());
    }
    bail!("{} of the checks failed", failed.len());
}

/// What the toolchain itself may lack.
fn components() -> anyhow::Result<()> {
    for component in ["rustfmt", "clippy"] {
        if !runs("cargo", &[if component == "clippy" { "clippy" } else { "fmt" }, "--version"]) {
            run_with("rustup", &["component", "add", component], &[])
                .with_context(|| format!("the tests need {component}; install it with your toolchain"))?;
        }
    }
    Ok(())
}

/// Installs what the tests need and is not there.
fn install(board: &Board) -> anyhow::Result<()> {
    let chromiums = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let chromium = chromiums.iter().any(|name| runs(name, &["--version"]));
    // A player in another language is played against, stores are tested on a real Redis (with certificates by openssl),
    // axe-core comes by npm, and the samples of `deploy` are read by the programs they are for.
    let tools = [("python3", "python3-venv"), ("redis-server", "redis-server"), ("npm", "npm"), ("openssl", "openssl")];
    let readers = [("systemd-analyze", "systemd"), ("nginx", "nginx-light"), ("caddy", "caddy")];
    let firefox = ["firefox-esr", "firefox"].iter().any(|name| runs(name, &["--version"]));
    let firefox: &[_] = if firefox { &[] } else { &[("firefox-esr", "firefox-esr")] };
    let tools = [&tools[..], &readers, &image::TOOLS, firefox, &android::TOOLS, &android::STAGE_TOOLS].concat();
    android::need(board, &tools).context("the tests cannot be run")?;
    if chromium || android::need(board, &[("chromium-headless-shell", "chromium-headless-shell")]).is_ok() {
        return Ok(());
    }
    // Not every distribution has the shell.
    android::need(board, &[("chromium", "chromium")]).context("the tests cannot be run")
}

/// How we write.
fn text(board: &Board) -> anyhow::Result<()> {
    board.step("tidy", |_| tidy::check(&root()))?;
    let sources = tidy::files(&root(), "rs")?;
    let mut format = vec!["--check", "--edition", "2024"];
    format.extend(sources.iter().map(String::as_str));
    board.run("format", "rustfmt", &format, &[]).context("`rustfmt --edition 2024` on the files below mends it")?;
    licences::check(board)
}

/// Everything but xtask and the races, which nobody tests. Cargo compiled what xtask needs for it alone when it was called,
/// and would compile that anew with the features that the others need; and fifty crates are there for the races only.
const TESTED: [&str; 5] = ["--workspace", "--exclude", "xtask", "--exclude", "agon-benches"];

/// Turns incremental compilation off in CI, which builds once: it costs a tenth of the compile time.
fn once() -> &'static [(&'static str, &'static str)] {
    if std::env::var_os("CI").is_some() { &[("CARGO_INCREMENTAL", "0")] } else { &[] }
}

/// The races and the tools beside them are checked and not compiled. Clippy also refuses what the oldest supported
/// compiler's library does not have.
fn races(board: &Board, compiler: &Compiler) -> anyhow::Result<()> {
    // Named one by one, since the whole workspace says which features there are.
    let tools: Vec<String> = tidy::files(&root(), "rs")?;
    let tools = tools.iter().filter_map(|path| path.strip_prefix("benches/tools/")?.strip_suffix(".rs"));
    let tools: Vec<&str> = tools.flat_map(|name| ["--bin", name]).collect();
    let args = [&["check", "--workspace", "--exclude", "xtask", "--bench", "*"], &tools[..]].concat();
    let env = [once(), &compiler.looks_at("agon-benches")].concat();
    board.run("check and document the races", "cargo", &args, &env).map(drop)
}

/// The programs of the tests, and what Cargo says of everything it has built. Clippy looks at what is compiled, and
/// rustdoc documents it.
fn build(board: &Board, compiler: &Compiler) -> anyhow::Result<(Vec<suite::Program>, String)> {
    let mut messages = String::new();
    let env = [once(), &compiler.looks_at("")].concat();
    let test = ["--no-run", "--message-format", "json-render-diagnostics"];
    let all = [&["test"], &TESTED[..], &test].concat();
    messages += &board.run("compile, check and document everything", "cargo", &all, &env)?;
    let xtask = [&["test", "--package", "xtask"][..], &test].concat();
    messages += &board.run("compile and check the tests of xtask", "cargo", &xtask, &env)?;
    board.run("compile, check and document xtask", "cargo", &["build", "--package", "xtask"], &env)?;
    Ok((suite::programs(&messages)?, messages))
}

/// The page: checked, and built as it is for people, within its budget.
fn page(board: &Board, compiler: &Compiler) -> anyhow::Result<web::Built> {
    // All others are the same natively.
    web::build_with(board, web::Kind::Small, &compiler.looks_at("agon-web"))
}

/// What is checked while the tests run: the examples of the documents.
fn examples(board: &Board, compiler: &Compiler) -> anyhow::Result<Tally> {
    let args = [&["test"], &TESTED[..], &["--doc"]].concat();
    let env = [once(), &compiler.looks_at("")].concat();
    Ok(suite::tally(&board.run("examples in the documentation", "cargo", &args, &env)?))
}

/// Checks the workspace with the oldest compiler it names, which rustup installs.
pub fn oldest() -> anyhow::Result<()> {
    let board = Board::new();
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    if !runs("rustup", &["run", oldest, "rustc", "--version"]) {
        board.run(
            "install the oldest compiler",
            "rustup",
            &["toolchain", "install", oldest, "--profile", "minimal"],
            &[],
        )?;
    }
    let args = ["run", oldest, "cargo", "check", "--workspace", "--all-targets", "--target-dir", "target/oldest"];
    board.run(&format!("check with Rust {oldest}"), "rustup", &args, &[]).map(drop)
}

/// Builds the page and the program, to be tried soon. Cargo compiles one after the other, since they share what the
/// compiler itself needs; the page is bound while the server is compiled.
pub fn quick(board: &Board) -> anyhow::Result<web::Built> {
    let (built, _) = both(
        || web::build(board, web::Kind::Quick),
        || {
            // The server without the rest of the command line.
            let server = ["build", "--profile", "quick", "--package", "agon-server", "--features", "command"];
            board.run("compile the server", "cargo", &[&server[..], &["--bin", "agon-server"]].concat(), &[])
        },
    )?;
    Ok(built)
}
