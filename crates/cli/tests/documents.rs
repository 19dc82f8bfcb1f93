//! The examples in the documents: every `$ agon …` line of a console block prints what stands below it.

use std::path::Path;
use std::process::Command;

/// Splits a command line at spaces outside of single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// What is printed without the lines that say where a report comes from: the command that repeats it, and what has made it.
fn results(printed: &str) -> String {
    let made = concat!("agon ", env!("CARGO_PKG_VERSION"));
    let mut lines: Vec<&str> = Vec::new();
    for line in printed.lines() {
        match line.starts_with(made) && lines.last().is_some_and(|last| last.starts_with("agon ")) {
            true => drop(lines.pop()),
            false => lines.push(line),
        }
    }
    lines.join("\n")
}

fn check(file: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(file)).expect("a document");
    // Files that examples write stay in a folder of their own, from which the repository's examples can be seen.
    let folder = std::env::temp_dir().join(format!("agon-documents-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("examples")).expect("a folder");
    for name in ["player.py", "player.sh", "player.mjs"] {
        std::fs::copy(root.join("examples").join(name), folder.join("examples").join(name)).expect("an example");
    }
    let mut checked = 0;
    for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for example in block.split("$ agon ").skip(1) {
            let (line, expected) = example.split_once('\n').expect("a command and its output");
            let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
            // Archives hold the date; here it is always the same.
            command.args(words(line)).current_dir(&folder).env("SOURCE_DATE_EPOCH", "1763391248");
            let output = command.output().expect("it runs");
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8(printed).expect("UTF-8");
            // Where a report comes from differs from machine to machine: the documents leave these lines out.
            let printed = results(&printed);
            assert_eq!(printed.trim_end(), expected.trim_end(), "{file}: agon {line}");
            checked += 1;
        }
    }
    std::fs::remove_dir_all(folder).expect("the folder is ours");
    checked
}

#[test]
fn the_examples_in_the_documents_print_what_they_say() {
    assert!(check("README.md") >= 3);
    assert!(check("docs/command-line.md") >= 6);
    assert!(check("docs/certificates.md") >= 2);
    assert!(check("docs/lab.md") >= 5);
    assert!(check("docs/archive.md") >= 4);
    assert!(check("docs/terminal.md") >= 1);
}
