//! The rules and the search in the browser do what they do natively, to the last letter and node.

use std::process::Command;

use agon_rules::games;
use agon_web::think::{Answer, Ask, Question, Tell, pack, think, unpack};
use serde_json::Value;

use super::chromium::{Server, Tab, open};
use super::screens::every_set;

/// What the native binary prints.
fn native(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// What a worker of the page answers; it is the same one for every question.
async fn ask(tab: &Tab, ask: Ask) -> String {
    let answer: Vec<u8> = tab
        .js(&format!(
            "new Promise((done, fail) => {{
                const worker = window.same ??= agon.worker();
                worker.onmessage = (event) => done(Array.from(event.data));
                worker.onerror = (event) => fail(event.message);
                worker.postMessage(new Uint8Array({:?}));
            }})",
            pack(&Question { id: 1, ask: ask.clone() })
        ))
        .await;
    match unpack(&answer) {
        Some(Answer { id: 1, tell: Tell::Text(text) }) => text,
        other => panic!("{ask:?}: {other:?}"),
    }
}

/// What the same worker answers when it is compiled for this machine: no process for each of hundreds of variants.
fn compiled_natively(ask: Ask) -> String {
    let mut text = None;
    think(&Question { id: 1, ask }, &|| 0.0, &mut |answer| {
        if let Tell::Text(told) = answer.tell {
            text = Some(told);
        }
    });
    text.expect("a text")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_plays_the_same_random_games_as_the_native_program() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let mut last = "";
    for (seed, (game, options)) in every_set().into_iter().enumerate() {
        let asked = Ask::Trace { game: game.to_owned(), options: options.clone(), games: 2, seed: seed as u64 };
        let there = ask(&tab, asked.clone()).await;
        let here = compiled_natively(asked);
        let variant = format!("{game} {options:?} with seed {seed}");
        assert!(here.lines().count() > 4, "{variant}: {here}");
        for (line, (here, there)) in here.lines().zip(there.lines()).enumerate() {
            assert_eq!(here, there, "{variant}, line {line}");
        }
        assert_eq!(here.len(), there.len(), "{variant}");
        // The program prints the same; one variant of each game is enough to see that.
        if game != last {
            let set: Vec<String> = options.iter().map(|(name, value)| format!("--set={name}={value}")).collect();
            let seed = seed.to_string();
            let args = ["trace", game, "--games", "2", "--seed", &seed].into_iter();
            assert_eq!(native(&args.chain(set.iter().map(String::as_str)).collect::<Vec<_>>()), here, "{variant}");
        }
        last = game;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_searches_the_same_nodes_as_the_native_program() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let report: Value = serde_json::from_str(&native(&["bench", "--seconds", "0", "--json"])).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    assert!(rows.len() > games::list().len());
    for row in rows {
        let words = row["options"].as_str().expect("a text").split_whitespace();
        let options: Vec<_> = words.map(|word| agon_rules::pair(word).expect("a pair")).collect();
        let game = row["game"].as_str().expect("a text").to_owned();
        let there = ask(&tab, Ask::Signature { game, options }).await;
        assert_eq!(row["signature"].to_string(), there, "{} {}", row["game"], row["options"]);
    }
}
