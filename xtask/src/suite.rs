//! Runs the programs of the tests: those that compute one after the other, and beside them those that mostly wait.
//!
//! Cargo would run one program after the other, and its whole output would be shown.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::Context;
use serde_json::Value;

use crate::board::Board;
use crate::root;

/// A program of tests as Cargo built it.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// the crate it tests
    pub package: String,
    /// `all`, or the name of the crate for the tests inside its sources
    pub name: String,
    file: PathBuf,
    folder: PathBuf,
}

/// Some tests of a program, by parts of their paths.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    program: Program,
    only: Option<&'static str>,
    skip: Option<&'static str>,
    /// tests at a time; as many as there are cores unless it is said
    threads: Option<usize>,
}

/// The programs in what `cargo test --no-run --message-format json` prints.
pub fn programs(messages: &str) -> anyhow::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let message: Value = serde_json::from_str(line).context("Cargo prints JSON")?;
        let is_test = message["profile"]["test"] == true;
        let (Some(file), Some(manifest), true) =
            (message["executable"].as_str(), message["manifest_path"].as_str(), is_test)
        else {
            continue;
        };
        let folder = Path::new(manifest).parent().context("a manifest lies in a folder")?.to_owned();
        let package = folder.file_name().context("a folder has a name")?.to_string_lossy().into_owned();
        let name = message["target"]["name"].as_str().context("a target has a name")?.to_owned();
        programs.push(Program { package, name, file: file.into(), folder });
    }
    Ok(programs)
}

/// The jobs of three queues: what computes, what mostly waits for processes, clocks and disks, and what needs a browser.
/// The longest come first.
pub fn queues(programs: Vec<Program>) -> [Vec<Job>; 3] {
    let [mut computing, mut waiting, mut browsing] = [const { Vec::new() }; 3];
    for program in programs {
        let job = |only, skip, threads| Job { program: program.clone(), only, skip, threads };
        match (program.package.as_str(), program.name.as_str()) {
            ("cli", "all") => {
                waiting.push(job(None, Some("browser::"), Some(4)));
                browsing.push(job(Some("browser::"), None, Some(4)));
            }
            ("server", "all") => waiting.push(job(None, None, Some(4))),
            _ => computing.push(job(None, None, None)),
        }
    }
    let rank = |job: &Job| {
        let long = [
            ("server", "servers"),
            ("search", "all"),
            ("rules", "all"),
            ("tui", "all"),
            ("lab", "all"),
            ("web", "all"),
        ];
        let is_it = |known: &(&str, &str)| *known == (job.program.package.as_str(), job.program.name.as_str());
        long.iter().position(is_it).unwrap_or(long.len())
    };
    computing.sort_by_key(rank);
    [computing, waiting, browsing]
}

/// How many tests passed and failed.
#[derive(Default, Clone, Copy, PartialEq, Debug)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

/// What the last lines of programs of tests say together.
pub fn tally(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result: ")) {
        let words: Vec<&str> = line.split([' ', ';', '.']).collect();
        for pair in words.windows(2) {
            let number = pair[0].parse().unwrap_or(0);
            match pair[1] {
                "passed" => tally.passed += number,
                "failed" => tally.failed += number,
                _ => {}
            }
        }
    }
    tally
}

/// Runs a queue to its end, whatever fails, and adds to the tally; the text of everything that failed.
pub fn run(board: &Board, queue: impl IntoIterator<Item = Job>, sum: &Mutex<Tally>) -> Vec<String> {
    let mut failed = Vec::new();
    for job in queue {
        let Program { package, name, file, folder } = &job.program;
        let what = match (job.only, *name == "all" || *name == "servers") {
            (Some(part), _) => format!("tests {package} {}", part.trim_end_matches(':')),
            (None, true) => format!("tests {package} {name}"),
            (None, false) => format!("tests {package} inside"),
        };
        let mut command = Command::new(file);
        command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
        // Golden files change by `cargo xtask bless` only.
        command.env("INSTA_UPDATE", "no").env("INSTA_WORKSPACE_ROOT", root());
        command.args(job.only).args(job.skip.into_iter().flat_map(|part| ["--skip", part]));
        command.args(job.threads.map(|threads| format!("--test-threads={threads}")));
        let text = match board.step(&what, |key| board.listen(key, &mut command)) {
            Ok(printed) => printed,
            Err(why) => {
                let why = format!("{why:#}");
                failed.push(format!("{what}: {why}"));
                why
            }
        };
        let Tally { passed, failed } = tally(&text);
        let mut sum = sum.lock().expect("nobody panics while it counts");
        *sum = Tally { passed: sum.passed + passed, failed: sum.failed + failed };
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(package: &str, name: &str) -> Program {
        Program { package: package.to_owned(), name: name.to_owned(), file: "f".into(), folder: package.into() }
    }

    #[test]
    fn programs_are_found_among_the_messages() {
        let messages = r#"{"reason":"compiler-artifact","manifest_path":"/a/rules/Cargo.toml","target":{"name":"all"},"profile":{"test":true},"executable":"/t/all-1"}
            noise
{"reason":"compiler-artifact","manifest_path":"/a/cli/Cargo.toml","target":{"name":"agon"},"profile":{"test":false},"executable":"/t/agon"}
{"reason":"build-finished","success":true}"#;
        let found = programs(messages).expect("JSON");
        let names: Vec<_> = found.iter().map(|found| (found.package.as_str(), found.name.as_str())).collect();
        assert_eq!(names, [("rules", "all")]);
    }

    #[test]
    fn no_program_is_left_out_and_what_waits_is_beside_what_computes() {
        let list =
            [("rules", "agon_rules"), ("server", "all"), ("rules", "all"), ("server", "servers"), ("cli", "all")];
        let jobs = queues(list.map(|(package, name)| program(package, name)).to_vec());
        let names = jobs.map(|queue| queue.into_iter().map(|job| job.program.package).collect::<Vec<_>>());
        assert_eq!(names, [vec!["server", "rules", "rules"], vec!["server", "cli"], vec!["cli"]]);
    }

    #[test]
    fn results_are_added_up() {
        let text = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured\n\
                    test result: FAILED. 3 passed; 2 failed; 0 ignored";
        assert_eq!(tally(text), Tally { passed: 15, failed: 2 });
    }
}
