//! The lab in a browser: runs, stops, and counts what the command line counts.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::chromium::{Browser, PATIENCE, Server, Tab, open};

/// What is in the table of the result, row by row.
const ROWS: &str =
    "[...document.querySelectorAll('.result tbody tr')].map(row => [...row.children].map(cell => cell.innerText))";

/// A folder for downloads, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    async fn of(browser: &Browser) -> Self {
        let folder = Folder(std::env::temp_dir().join(format!("agon-downloads-{}", std::process::id())));
        std::fs::create_dir_all(&folder.0).expect("a folder");
        browser.save_to(&folder.0).await;
        folder
    }

    /// A file, once it is there; it has its name only when it is whole.
    async fn file(&self, name: &str) -> String {
        let begin = Instant::now();
        loop {
            match std::fs::read_to_string(self.0.join(name)) {
                Ok(text) if !text.is_empty() => return text,
                _ => assert!(begin.elapsed() < PATIENCE, "{name} was never downloaded"),
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn agon(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_run_shown_and_downloaded_as_on_the_command_line() {
    let server = Server::shared();
    let browser = open().await;
    // From the first screen: the lab, another game, and the question stays in the address.
    let tab = Tab::open(&browser, &server.address).await;
    tab.click(".home a[href='#/lab']").await;
    tab.wait("!!document.querySelector('.lab form')").await;
    tab.close().await;
    let link = "#/lab/tic-tac-toe?_players=random,easy,medium&_games=20&_seed=5&_opening=0";
    let tab = Tab::open(&browser, &format!("{}/{link}", server.address)).await;
    let kept: String = tab.js("location.hash").await;
    assert_eq!(kept, link);
    tab.wait("document.querySelectorAll('.lab select option[value=hard]').length > 0").await;
    let folder = Folder::of(&browser).await;
    // Every change of the progress is noted down.
    tab.js::<bool>(
        "(() => { globalThis.steps = [];
           new MutationObserver(() => steps.push(document.querySelector('.result progress')?.value ?? -1))
               .observe(document.querySelector('.result'), { subtree: true, childList: true, attributes: true });
           return true; })()",
    )
    .await;
    tab.click(".lab form .run").await;
    tab.wait("document.querySelectorAll('.result .tools button').length >= 4").await;
    let steps: Vec<f64> = tab.js("steps").await;
    assert!(steps.contains(&0.0) && steps.last() == Some(&180.0), "{steps:?}");
    // The chart has its colours although the page forbids style in its text.
    let cells: usize = tab.js("document.querySelectorAll('.result svg rect').length").await;
    assert_eq!(cells, 9);
    let ink: bool = tab
        .js("getComputedStyle(document.querySelector('.chart text')).fill === getComputedStyle(document.body).color")
        .await;
    assert!(ink, "a chart is written in the page's ink");
    let args = ["table", "tic-tac-toe", "--players", "random,easy,medium", "--games", "20", "--seed", "5"];
    let rows: Vec<Vec<String>> = tab.js(ROWS).await;
    let text = agon(&args);
    let mut expected: Vec<Vec<String>> = text.lines().skip(2).take(9).map(cells_of).collect();
    // People read names where commands take ids.
    for name in expected.iter_mut().flat_map(|row| &mut row[..2]) {
        *name = agon_client::words::computer(name).to_string();
    }
    assert_eq!(rows, expected);
    for format in ["csv", "html", "json"] {
        tab.click(&format!(".result .tools button[title$='.{format}']")).await;
        let file = folder.file(&format!("tic-tac-toe-table.{format}")).await;
        let expected = agon(&[&args[..], &["--format", format]].concat());
        let command =
            "agon table tic-tac-toe --players random,easy,medium --set size=3 --set line=3 --games 20 --seed 5";
        assert!(file.contains(command) && expected.contains(command), "{format}: {file}");
        assert_eq!(results(&file, format), results(&expected, format), "{format}");
    }
    let broken: String = tab.js("document.body.dataset.broken ?? ''").await;
    assert_eq!(broken, "");
}

/// A report without where it comes from, which a browser and a terminal do not have in common.
fn results(text: &str, format: &str) -> Value {
    match format {
        // The names in JSON may come in another order.
        "json" => {
            let mut read: Value = serde_json::from_str(text).expect("JSON");
            read["provenance"].take();
            read
        }
        "csv" => {
            // A command with a comma in it is quoted.
            let ends = [",agon ", ",\"agon ", ",command,"];
            let cut = |line: &str| ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
            text.lines().map(|line| &line[..cut(line)]).collect()
        }
        _ => text.split("<footer>").next().unwrap_or_default().into(),
    }
}

/// The cells of a line of aligned text: two spaces and more lie between them.
fn cells_of(line: &str) -> Vec<String> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_run_is_cancelled_and_what_is_known_stays() {
    let server = Server::shared();
    let browser = open().await;
    let link = "#/lab/tic-tac-toe?_games=1000000";
    let tab = Tab::open(&browser, &format!("{}/{link}", server.address)).await;
    tab.click(".lab form .run").await;
    tab.wait("document.querySelector('.result progress')?.value > 0 && !!document.querySelector('.result svg')").await;
    let disabled: bool = tab.js("document.querySelector('.lab fieldset').disabled").await;
    assert!(disabled, "a question is not changed while it is answered");
    tab.click(".lab form .btn.wide").await;
    tab.wait("document.querySelectorAll('.result .tools button').length >= 4").await;
    let text: String = tab.js("document.querySelector('.result').innerText").await;
    let done: u64 = tab.js("document.querySelector('.result progress').value").await;
    assert!(done > 0 && done < 9_000_000);
    assert!(text.contains(&format!("partial: {done} of 9000000 games")), "{text}");
    let rows: Vec<Vec<String>> = tab.js(ROWS).await;
    let games: u64 = rows.iter().map(|row| row[2].parse::<u64>().expect("a number")).sum();
    assert_eq!(games, done, "{rows:?}");
    // Nothing goes on behind the page, and it can be run again.
    tab.wait("!!document.querySelector('.lab form .run')").await;
    let later: u64 =
        tab.js("new Promise(go => setTimeout(() => go(document.querySelector('.result progress').value), 500))").await;
    assert_eq!(later, done);
    tab.click(".lab form .run").await;
    tab.wait("!document.querySelector('.lab form .run')").await;
    // A player whom nobody knows is said to be unknown.
    tab.close().await;
    let tab = Tab::open(&browser, &format!("{}/#/lab/tic-tac-toe?_players=nobody", server.address)).await;
    tab.click(".lab form .run").await;
    tab.wait("document.querySelector('.result .refusal').innerText.includes('nobody')").await;
}
