//! The invariants of how we write that a program can check.
//!
//! Each check is text in, complaints out; only `files` and `check` touch the disk. Format and lints are left to
//! rustfmt and clippy.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// The endings of files that hold code.
const SOURCES: [&str; 5] = ["rs", "js", "ts", "css", "html"];

/// The files of the project with this ending, by path from the root.
pub fn files(root: &Path, ending: &str) -> anyhow::Result<Vec<String>> {
    Ok(all_files(root)?.into_iter().filter(|path| ending_of(path) == ending).collect())
}

/// Checks everything, and lists all that is wrong.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    let paths = all_files(root)?;
    let ids = game_ids(&paths)?;
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("{path} cannot be read"));
    for path in &paths {
        if SOURCES.contains(&ending_of(path)) {
            source(path, &read(path)?, &ids, &mut wrong);
        } else if ending_of(path) == "md" {
            let text = read(path)?;
            links(path, &text, &paths, &mut wrong);
            hosts_and_paths(path, &text, &mut wrong);
        }
    }
    architecture(&read("ARCHITECTURE.md")?, &paths, &mut wrong);
    let texts = paths.iter().filter(|path| path.contains("/tests/") || path.ends_with("Cargo.toml"));
    let texts = texts.filter(|path| ["rs", "toml"].contains(&ending_of(path)));
    let texts = texts.map(|path| Ok((path.as_str(), read(path)?))).collect::<anyhow::Result<Vec<_>>>()?;
    unused_tests(&texts, &mut wrong);
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{} things are not tidy:\n{}", wrong.len(), wrong.join("\n"))
}

fn all_files(root: &Path) -> anyhow::Result<Vec<String>> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("`git` does not run; is it installed?")?;
    let list = String::from_utf8(list.stdout)?;
    Ok(list.lines().filter(|path| root.join(path).exists()).map(str::to_owned).collect())
}

fn ending_of(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Whether a path is a file of the project, or a folder that holds one.
fn is_there(path: &str, paths: &[String]) -> bool {
    let path = path.trim_end_matches('/');
    let lies_in = |file: &String| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    path.is_empty() || paths.iter().any(lies_in)
}

/// The names of the rules pages are the ids of the games.
fn game_ids(paths: &[String]) -> anyhow::Result<Vec<String>> {
    let id = |path: &String| Some(path.strip_prefix("docs/rules/")?.strip_suffix(".md")?.to_owned());
    let ids: Vec<String> = paths.iter().filter_map(id).collect();
    if ids.is_empty() {
        bail!("docs/rules holds no rules pages");
    }
    Ok(ids)
}

fn source(path: &str, text: &str, ids: &[String], wrong: &mut Vec<String>) {
    const LONGEST: usize = 500;
    let is_rust = ending_of(path) == "rs";
    if is_rust && !text.starts_with("//! ") {
        wrong.push(format!("{path}: does not open with `//!` and what it is for"));
    }
    let lines = text.lines().count();
    if is_rust && lines > LONGEST {
        wrong.push(format!("{path}: {lines} lines; split it, {LONGEST} are the most"));
    }
    let knows_games = [
        "crates/rules/",
        "crates/search/src/guides.rs",
        "crates/search/src/games/",
        "crates/search/examples/",
        "benches/",
    ]
    .iter()
    .any(|at| path.starts_with(at))
        || format!("/{path}").contains("/tests/");
    let is_pure = ["crates/rules/src/", "crates/search/src/", "crates/wire/src/", "crates/client/src/"]
        .iter()
        .any(|at| path.starts_with(at));
    let impure = ["std::fs", "std::io", "std::net", "std::time", "std::thread", "std::env", "static mut", "println!"];
    for (number, code) in (1..).zip(without_comments(text, ending_of(path)).lines()) {
        if !knows_games {
            let words = words(code);
            if let Some(id) = ids.iter().find(|id| names(&words, id)) {
                wrong.push(format!("{path}:{number}: knows `{id}` by name"));
            }
        }
        if is_pure && (impure.iter().any(|word| code.contains(word)) || is_global(code)) {
            wrong.push(format!("{path}:{number}: I/O, a clock, a thread or a global in pure code"));
        }
    }
    hosts_and_paths(path, text, wrong);
}

/// Whether code declares a global other than a registry of games, which only grows.
fn is_global(code: &str) -> bool {
    let mut words = code.split_whitespace().skip_while(|word| word.starts_with("pub"));
    words.next() == Some("static") && !code.contains("Registry<")
}

/// Code as `names` reads it: all spellings of a word are the same.
fn words(code: &str) -> String {
    // The letter of an escape in a string is not part of the word after it.
    code.replace("\\n", " ").replace("\\t", " ").to_lowercase().replace('_', "-")
}

/// Whether code names a game, as a whole word in any spelling: of `a-b` also `a_b`, `A_B` and `AB`.
fn names(code: &str, id: &str) -> bool {
    let has_word = |word: &str| {
        code.match_indices(word).any(|(at, _)| {
            !code[..at].ends_with(char::is_alphanumeric) && !code[at + word.len()..].starts_with(char::is_alphanumeric)
        })
    };
    has_word(id) || has_word(&id.replace('-', ""))
}

/// The text with its comments blanked and its lines kept.
fn without_comments(text: &str, ending: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (piece, is_comment) = if let Some(length) = comment(rest, ending) {
            (&rest[..length], true)
        } else {
            (&rest[..string(rest, ending).unwrap_or(first.len_utf8())], false)
        };
        code.extend(piece.chars().filter(|&char| !is_comment || char == '\n'));
        rest = &rest[piece.len()..];
    }
    code
}

/// How long the comment is that the text begins with.
fn comment(text: &str, ending: &str) -> Option<usize> {
    let (open, close) = match ending {
        "html" => ("<!--", "-->"),
        _ if text.starts_with("/*") => ("/*", "*/"),
        "css" => return None,
        _ => ("//", "\n"),
    };
    let body = text.strip_prefix(open)?;
    Some(body.find(close).map_or(text.len(), |at| open.len() + at + close.len()))
}

/// How long the string is that the text begins with: what looks like a comment inside it is none.
fn string(text: &str, ending: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let is_open = match ending {
        "rs" => quote == '"',
        "js" | "ts" => "\"'`".contains(quote),
        _ => false,
    };
    if ending == "rs" && !is_open {
        let hashes = text.strip_prefix('r').map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
        let close = format!("\"{}", "#".repeat(hashes));
        if let Some(body) = text.strip_prefix('r').and_then(|raw| raw[hashes..].strip_prefix('"')) {
            return Some(body.find(&close).map_or(text.len(), |at| text.len() - body.len() + at + close.len()));
        }
        return ["'\"'", "'\\\"'"].into_iter().find(|char| text.starts_with(char)).map(str::len);
    }
    if !is_open {
        return None;
    }
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        // A quote in a pattern of JavaScript opens nothing; at worst the rest of its line is taken for a string.
        let is_broken = char == '\n' && ending != "rs" && quote != '`';
        if is_broken || (char == quote && !is_escaped) {
            return Some(at + 1);
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    Some(text.len())
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
fn links(path: &str, text: &str, paths: &[String], wrong: &mut Vec<String>) {
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = link.split('#').next().unwrap_or_default();
        if file.is_empty() || file.contains("://") || file.contains(' ') {
            continue;
        }
        if !target(path, file).is_some_and(|target| is_there(&target, paths)) {
            wrong.push(format!("{path}: the link to {file} leads nowhere"));
        }
    }
}

/// Where a link leads, by path from the root; nowhere if it leaves the project.
fn target(from: &str, link: &str) -> Option<String> {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(folders.pop()?),
            _ => folders.push(part),
        }
    }
    Some(folders.join("/"))
}

/// ARCHITECTURE.md names every crate and every source file but those of one game each, and nothing that is not there.
fn architecture(text: &str, paths: &[String], wrong: &mut Vec<String>) {
    let words: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let crates: Vec<&str> = paths.iter().filter_map(|path| path.strip_suffix("/Cargo.toml")).collect();
    for folder in &crates {
        if !words.contains(folder) {
            wrong.push(format!("ARCHITECTURE.md: does not name the crate `{folder}`"));
        }
        for path in paths.iter().filter(|path| SOURCES.contains(&ending_of(path))) {
            let Some(file) = path.strip_prefix(&format!("{folder}/src/")) else { continue };
            let name = file.strip_suffix("/mod.rs").unwrap_or(file);
            let is_of_one_game = name.split('/').rev().skip(1).any(|folder| folder == "games");
            if !["lib.rs", "main.rs"].contains(&name) && !is_of_one_game && !words.contains(&name) {
                wrong.push(format!("ARCHITECTURE.md: does not name `{name}` of {path}"));
            }
        }
    }
    for word in words {
        // What begins with a slash is a route of the server, and what has a blank is a command.
        let is_path = (word.ends_with(".rs") || word.contains('/'))
            && !word.starts_with('/')
            && !word.contains(|char: char| char.is_whitespace() || "<*…".contains(char));
        let is_in = |folder: &&str| is_there(&format!("{folder}/src/{word}"), paths);
        if is_path && !is_there(word, paths) && !crates.iter().any(is_in) {
            wrong.push(format!("ARCHITECTURE.md: names `{word}`, which is not there"));
        }
    }
}

/// Every file of tests is part of a program that is run: Cargo looks for none by itself where a crate has one for all.
fn unused_tests(texts: &[(&str, String)], wrong: &mut Vec<String>) {
    for (path, _) in texts {
        let Some((folder, file)) = path.split_once("/tests/") else { continue };
        let (name, declared) = match file.split_once('/') {
            _ if file == "all.rs" => continue,
            None => (file.trim_end_matches(".rs"), "mod"),
            Some((name, "mod.rs")) => (name, "mod"),
            Some((name, "main.rs")) => (name, "name"),
            Some(_) => continue,
        };
        let line = if declared == "mod" { format!("mod {name};") } else { format!("name = \"{name}\"") };
        let says_so = |(other, text): &(&str, String)| {
            let beside = match other.strip_prefix(folder) {
                Some("/Cargo.toml") => declared == "name",
                Some(rest) => declared == "mod" && rest.strip_prefix("/tests/").is_some_and(|file| !file.contains('/')),
                None => false,
            };
            beside && text.lines().any(|is| is == line)
        };
        if !texts.iter().any(says_so) {
            wrong.push(format!("{path}: is never run; name it in {folder}/tests/all.rs"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tests_is_part_of_a_program() {
        let texts = |all: &str| {
            let files = [("a/Cargo.toml", "name = \"big\"\n"), ("a/tests/all.rs", all), ("a/tests/one.rs", "")];
            let more =
                [("a/tests/two/mod.rs", "mod part;\n"), ("a/tests/two/part.rs", ""), ("a/tests/big/main.rs", "")];
            files.into_iter().chain(more).map(|(path, text)| (path, text.to_owned())).collect::<Vec<_>>()
        };
        check("a/tests/", |wrong| unused_tests(&texts("mod one;\nmod two;\n"), wrong), &[]);
        let two = "two/mod.rs: is never run; name it in a/tests/all.rs";
        check("a/tests/", |wrong| unused_tests(&texts("mod one;\n// mod two;\n"), wrong), &[two]);
    }

    /// What a check complains about, without the path it was told.
    fn check(path: &str, run: impl FnOnce(&mut Vec<String>), complaints: &[&str]) {
        let mut wrong = Vec::new();
        run(&mut wrong);
        let told: Vec<&str> = wrong.iter().map(|line| line.strip_prefix(path).expect("a path comes first")).collect();
        assert_eq!(told, complaints);
    }

    fn list(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    fn check_source(path: &str, text: &str, complaints: &[&str]) {
        check(path, |wrong| source(path, text, &list(&["ludo", "nine-holes"]), wrong), complaints);
    }

    #[test]
    fn a_rust_file_says_what_it_is_for_and_is_not_long() {
        check_source("a.rs", "//! What it is.\n", &[]);
        check_source("a.rs", "fn f() {}\n", &[": does not open with `//!` and what it is for"]);
        check_source("a.rs", &"//! \n".repeat(500), &[]);
        check_source("a.rs", &"//! \n".repeat(501), &[": 501 lines; split it, 500 are the most"]);
        check_source("a.css", &"p {}\n".repeat(501), &[]);
    }

    #[test]
    fn a_game_is_found_as_a_whole_word_in_any_spelling() {
        for (code, found) in [
            ("\"ludo\"", Some("ludo")),
            ("\"play ludo --seed 1\"", Some("ludo")),
            ("\"a line\\nludo\"", Some("ludo")),
            ("games::ludo::State", Some("ludo")),
            ("ludo_board()", Some("ludo")),
            ("Id::Ludo", Some("ludo")),
            ("\"nine-holes\"", Some("nine-holes")),
            ("nine_holes()", Some("nine-holes")),
            ("NineHoles", Some("nine-holes")),
            ("\"ludology\", preludo, \"nine holes\", nine - holes", None),
        ] {
            let complaint = found.map(|id| format!(":2: knows `{id}` by name"));
            let complaints: Vec<&str> = complaint.iter().map(String::as_str).collect();
            check_source("crates/cli/src/a.rs", &format!("//! A.\n{code}\n"), &complaints);
        }
    }

    #[test]
    fn rules_evaluators_tests_and_benches_may_name_games() {
        for path in
            ["crates/rules/src/a.rs", "crates/search/src/guides.rs", "web/tests/a.ts", "tests/a.rs", "benches/a.rs"]
        {
            check_source(path, "//! A.\nludo\n", &[]);
        }
        check_source("crates/search/src/a.rs", "//! A.\nludo\n", &[":2: knows `ludo` by name"]);
    }

    #[test]
    fn comments_may_name_games_and_strings_that_look_like_comments_may_not() {
        for (path, text, lines) in [
            ("a.rs", "//! Ludo.\n/// Ludo.\nf(); // ludo\n/* ludo\nludo */ ludo\n", &[5][..]),
            ("a.rs", "//! A.\n(\"https://ludo\", '\"')\n(\"\\\"//\", ludo)\n", &[2, 3]),
            ("a.rs", "//! A.\n\"\\\\\" // ludo\n'\"' // ludo\n'\\\"' // ludo\n", &[]),
            ("a.rs", "//! A.\n\"two\nlines // ludo\"\n", &[3]),
            ("a.rs", "//! A.\nr\"\\\" // ludo\nr#\"a\"//\"# + ludo\n\"crates/*\"\nludo\n", &[3, 5]),
            ("a.js", "'//' + ludo\n`\n// ludo`\n/'/\nx // ludo\n", &[1, 3]),
            ("a.ts", "/* ludo */ const a = \"é\"; // ludo", &[]),
            ("a.css", "/* ludo */ p {}\np { x: url(https://a) } .ludo-board {}\n", &[2]),
            ("a.html", "<!-- ludo\n--> <a href=\"https://a/ludo\" accept=\"image/*\">\nLudo\n", &[2, 3]),
        ] {
            let complaints: Vec<String> = lines.iter().map(|line| format!(":{line}: knows `ludo` by name")).collect();
            check_source(path, text, &complaints.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }

    #[test]
    fn pure_crates_have_no_clock() {
        let text = "//! A.\n// std::time\nuse std::time::Instant;\n";
        check_source("crates/rules/src/a.rs", text, &[":3: I/O, a clock, a thread or a global in pure code"]);
        check_source("crates/rules/tests/a.rs", text, &[]);
        check_source("crates/cli/src/a.rs", text, &[]);
    }

    #[test]
    fn pure_crates_have_no_global_but_registries() {
        let text =
            "//! A.\nstatic A: Registry<B> = Registry::new();\npub(crate) static C: Mutex<u8> = Mutex::new(0);\n";
        check_source("crates/rules/src/a.rs", text, &[":3: I/O, a clock, a thread or a global in pure code"]);
        check_source("crates/cli/src/a.rs", text, &[]);
    }

    #[test]
    fn a_link_leads_to_a_file_or_folder_of_the_project() {
        let paths = list(&["README.md", "docs/play.md", "docs/rules/ludo.md"]);
        for (path, text, complaints) in [
            ("README.md", "[a](docs/play.md), [b](docs/rules/) and [c](./docs/play.md#top)", &[][..]),
            ("README.md", "[a](https://example.org), [b](#top), `f[0](x y)`", &[]),
            ("README.md", "[a](play.md)", &[": the link to play.md leads nowhere"]),
            ("README.md", "[a](docs/rule)", &[": the link to docs/rule leads nowhere"]),
            ("docs/play.md", "[a](rules/ludo.md) [b](../README.md) [c](..)", &[]),
            ("docs/play.md", "[a](../../README.md#top)", &[": the link to ../../README.md leads nowhere"]),
        ] {
            check(path, |wrong| links(path, text, &paths, wrong), complaints);
        }
    }

    #[test]
    fn no_file_names_a_machine_or_a_registry() {
        // Put together here too: this file is checked like any other.
        for (parts, complaint) in [
            (["see /ho", "me/ann/x"], Some(["/ho", "me/"])),
            (["cd /wo", "rk/main"], Some(["/wo", "rk/"])),
            (["https://crates", ".io/crates/x"], Some(["crates", ".io/"])),
            (["homework", " at home"], None),
        ] {
            let complaint = complaint.map(|words| format!(": names `{}`", words.concat()));
            let complaints: Vec<&str> = complaint.iter().map(String::as_str).collect();
            check("a.md", |wrong| hosts_and_paths("a.md", &parts.concat(), wrong), &complaints);
            check_source("a.css", &parts.concat(), &complaints);
        }
    }

    #[test]
    fn the_architecture_names_what_is_there() {
        let paths = list(&[
            "Cargo.toml",
            "docs/play.md",
            "a/Cargo.toml",
            "a/src/lib.rs",
            "a/src/one.rs",
            "a/src/games/mod.rs",
            "a/src/games/ludo.rs",
            "a/src/games/ludo/show.rs",
            "a/tests/laws.rs",
            "b/Cargo.toml",
            "b/src/main.rs",
            "b/src/two/three.rs",
        ]);
        let whole = "`a`: `one.rs`, `games`; `b`: `two/three.rs`";
        for (text, complaints) in [
            (whole.to_owned(), &[][..]),
            (format!("{whole} `docs/play.md` `a/src` `GET /x` `/route` `docs/<id>.md` ```\nx/y z.rs\n```"), &[]),
            (whole.replace("`b`", "b"), &[": does not name the crate `b`"]),
            (whole.replace("`one.rs`", "one.rs"), &[": does not name `one.rs` of a/src/one.rs"]),
            (whole.replace("`games`", ""), &[": does not name `games` of a/src/games/mod.rs"]),
            (
                whole.replace("two/", ""),
                &[": does not name `two/three.rs` of b/src/two/three.rs", ": names `three.rs`, which is not there"],
            ),
            (format!("{whole} `gone.rs`"), &[": names `gone.rs`, which is not there"]),
            (format!("{whole} `docs/gone`"), &[": names `docs/gone`, which is not there"]),
            (format!("{whole} `laws.rs`"), &[": names `laws.rs`, which is not there"]),
        ] {
            check("ARCHITECTURE.md", |wrong| architecture(&text, &paths, wrong), complaints);
        }
    }
}
