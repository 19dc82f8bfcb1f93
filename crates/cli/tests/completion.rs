//! Completion as shells ask for it: what is offered after a line, by the protocol of each shell and in a real bash.

use std::process::Command;

const AGON: &str = env!("CARGO_BIN_EXE_agon");

/// What is offered for the last word of a line.
fn offered(shell: &str, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let output = Command::new(AGON)
        .env("AGON_COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_IFS", "\n")
        .arg("--")
        .args(words)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// Lines with some of what is offered for them, and whether that is everything.
const LINES: &[(&str, &[&str], bool)] = &[
    ("agon mo", &["moves"], true),
    ("agon moves ", &["tic-tac-toe", "gambit", "--position"], false),
    ("agon moves gam", &["gambit"], true),
    ("agon rules quad", &["quadratic-war"], true),
    ("agon moves tic-tac-toe --set ", &["size=3", "size=4", "size=5", "line=3", "line=4", "line=5"], true),
    ("agon moves tic-tac-toe --set size=4 --set ", &["line=3", "line=4", "line=5"], true),
    ("agon moves tic-tac-toe --set size=", &["size=3", "size=4", "size=5"], true),
    ("agon moves tic-tac-toe --set size=4 a", &["a1", "a2", "a3", "a4"], true),
    ("agon moves tic-tac-toe a1 a", &["a2", "a3"], true),
    ("agon solve gambit d2xd4 c3", &["c3xa1", "c3xc1"], true),
    ("agon best gambit --player ha", &["hard"], true),
    ("agon best gambit --player mcts:", &["mcts:playouts=2000", "mcts:time=1s"], true),
    ("agon match gambit easy ex", &["expert"], true),
    ("agon table gambit --players easy,ha", &["easy,hard"], true),
    ("agon play gambit --players hu", &["human"], true),
    ("agon play gambit --online new --players o", &["open"], true),
    ("agon balance gambit --vary ", &["big-islands=score,zero"], true),
    ("agon perft gambit --d", &["--depth", "--divide"], true),
    ("agon rules gambit --format ", &["text", "markdown"], true),
    ("agon admin li", &["list"], true),
    ("agon moves nosuch ", &["--set"], false),
];

#[test]
fn every_shell_is_offered_games_players_options_values_and_moves() {
    for (line, wanted, all) in LINES {
        let plain = offered("bash", line);
        for word in *wanted {
            assert!(plain.iter().any(|offer| offer == word), "{line}: {plain:?}");
        }
        assert!(!all || plain.len() == wanted.len(), "{line}: {plain:?}");
        // The other two add a few words of help, after a sign of their own.
        let fish: Vec<String> =
            offered("fish", line).iter().map(|offer| offer.split('\t').next().unwrap_or("").to_owned()).collect();
        assert_eq!(fish, plain, "{line}");
        let zsh = offered("zsh", line);
        assert_eq!(zsh.len(), plain.len(), "{line}: {zsh:?}");
        for (offer, plain) in zsh.iter().zip(&plain) {
            assert!(offer.replace("\\:", ":").starts_with(plain), "{line}: {offer}");
        }
    }
}

#[test]
fn quoted_words_are_understood() {
    let output = Command::new(AGON)
        .env("AGON_COMPLETE", "zsh")
        .env("_CLAP_COMPLETE_INDEX", "5")
        .env("_CLAP_IFS", "\n")
        .args(["--", "agon", "moves", "tic-tac-toe", "--position", "'xx1/oo1/3 0'", "c"])
        .output()
        .expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "c1\nc2\nc3");
}

#[test]
fn every_shell_has_a_script_that_asks_this_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(AGON).args(["completions", shell]).output().expect("the binary runs");
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(script.contains("AGON_COMPLETE") && script.contains(AGON), "{shell}: {script}");
    }
}

/// Bash breaks words at `=` and `:`, which the script must undo. The words are broken as readline does it.
#[cfg(unix)]
#[test]
fn a_real_bash_completes_words_with_signs_in_them() {
    const TRY: &str = r#"
        source <("$AGON" completions bash)
        COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
        while IFS= read -r line; do
            COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=() word=
            for ((i = 0; i < ${#line}; i++)); do
                sign=${line:i:1}
                case $sign in
                    ' ') [[ -n $word ]] && COMP_WORDS+=("$word"); word= ;;
                    [=:]) [[ -n $word ]] && COMP_WORDS+=("$word"); COMP_WORDS+=("$sign"); word= ;;
                    *) word+=$sign ;;
                esac
            done
            [[ -n $word || $line == *' ' ]] && COMP_WORDS+=("$word")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _agon_complete agon "$word" ""
            echo "${COMPREPLY[*]}"
        done"#;
    let lines = [
        ("agon moves gam", "gambit"),
        ("agon moves tic-tac-toe --set si", "size=3 size=4 size=5"),
        ("agon moves tic-tac-toe --set size=", "3 4 5"),
        ("agon moves tic-tac-toe --set size=4 --set line=4 a", "a1 a2 a3 a4"),
        ("agon best gambit --player mcts:pl", "playouts=2000"),
        ("agon best gambit --player mcts:playouts=", "2000"),
        ("agon moves parity-twist k1=7 k2=1", "1 10"),
        ("agon table gambit --players easy,ha", "easy,hard"),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let mut child = Command::new("bash")
        .args(["--norc", "-c", TRY])
        .env("AGON", AGON)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("bash runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("its input"), input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("its output");
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), lines.len(), "{answers:?}");
    for ((line, wanted), answer) in lines.iter().zip(answers) {
        assert_eq!(answer, *wanted, "{line}");
    }
}
