//! Pictures of every game on a phone and on a desk; `cargo xtask pictures` puts them into the documents.

use agon_rules::{Record, Rng, Start, games};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;

use super::chromium::{Server, Tab, built, open};

const SIZES: [(&str, i64, i64); 2] = [("", 1200, 820), ("-phone", 390, 800)];

/// The middle of a game, where the first player is to move.
fn middle(id: &str) -> Record {
    const PLIES: usize = 4;
    for seed in 2.. {
        let start = Start::Seed(seed);
        let mut table = games::open(id, &[], start.clone()).expect("a game");
        let mut moves = Vec::new();
        let mut rng = Rng::new(seed);
        while let Some(turn) = table.turn() {
            if moves.len() >= PLIES && turn == 0 {
                return Record { game: id.to_owned(), options: Vec::new(), start, moves };
            }
            let legal = table.legal();
            let text = legal[rng.below(legal.len())].clone();
            table.play(turn, &text).expect("legal");
            moves.push(text);
        }
    }
    unreachable!("some game is long enough")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_fits_a_phone_and_a_desk() {
    let server = Server::shared();
    let browser = open().await;
    let folder = built().join("pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    for info in games::list() {
        let record = encoded(&middle(info.id).to_string());
        let tab = Tab::open(&browser, &server.address).await;
        for (name, width, height) in SIZES {
            tab.size(width, height).await;
            tab.go(&format!("{}/?{name}#/game/{record}?players=human,medium", server.address)).await;
            tab.wait(
                "document.querySelectorAll('.spot.lit').length + document.querySelectorAll('.choice .btn').length > 0",
            )
            .await;
            let wide: bool = tab.js("document.documentElement.scrollWidth > innerWidth").await;
            assert!(!wide, "{}: the page is wider than a screen of {width}", info.id);
            // A piece of the board is in sight without scrolling.
            let top: f64 = tab.js("document.querySelector('.spot').getBoundingClientRect().top").await;
            assert!(top < height as f64 * 0.6, "{}: the board begins at {top} of {height}", info.id);
            let file = folder.join(format!("web-{}{name}.png", info.id));
            let shot = tab.execute("Page.captureScreenshot", json!({ "format": "png" })).await;
            let shot = BASE64_STANDARD.decode(shot["data"].as_str().expect("a picture")).expect("a picture");
            std::fs::write(&file, shot).expect("a file");
        }
        tab.close().await;
    }
}

/// A record as a part of an address.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
