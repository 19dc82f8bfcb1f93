//! What rooms say: a server is not run here, so the sentences are read from the sources of the server and the session.

use std::fs;
use std::path::Path;

use super::Heard;

/// Files whose sentences reach players: a folder stands for all in it.
const SOURCES: [&str; 10] = [
    "client/src/words.rs",
    "web/src/room.rs",
    "web/src/page/server.rs",
    "wire/src/session.rs",
    "wire/src/retry.rs",
    "server/src/room.rs",
    "server/src/room",
    "server/src/owner.rs",
    "server/src/hub.rs",
    "server/src/limits.rs",
];
/// What stands before sentences for developers, and before those that no client shows.
const INNER: [&str; 8] = ["expect(", "assert", "#[", "//", "warn!", "error!", "info!", "\"an event\""];

impl Heard {
    /// Every sentence in these files.
    pub fn rooms(&mut self) {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
        for source in SOURCES {
            let path = crates.join(source);
            let mut files = vec![path.clone()];
            if path.is_dir() {
                files = fs::read_dir(&path).expect("a folder").map(|file| file.expect("a file").path()).collect();
            }
            for file in files {
                let text = fs::read_to_string(&file).expect("a source");
                self.sentences(text.split("#[cfg(test)]").next().unwrap_or_default());
            }
        }
    }

    /// What is known of games.
    pub fn known(&mut self) {
        for text in agon_rules::games::list().iter().filter_map(|info| agon_web::known::known(info.id)) {
            self.hear(text.to_owned());
        }
    }

    /// What stands in quotes and has a blank, with a number in its gaps.
    fn sentences(&mut self, source: &str) {
        for line in source.lines() {
            if INNER.iter().any(|word| line.contains(word)) {
                continue;
            }
            for text in line.split('"').skip(1).step_by(2).filter(|text| text.contains(' ')) {
                let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
                self.hear(parts.collect::<Vec<_>>().join("7"));
            }
        }
    }
}
