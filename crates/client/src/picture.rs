//! The pictures of a rules page: named in comments that nobody sees, a position and moves from there. Every client draws
//! them as it draws the game, so they cannot become outdated, and a test plays them all.

use agon_rules::{Start, Table, Text, games};

/// What opens a comment.
pub const PICTURE: &str = "<!--";

/// What a picture shows: options, a position or nothing for the deal, and moves from there.
pub struct Picture<'a> {
    /// options by name and value
    pub options: Vec<(String, String)>,
    /// where it begins; empty for the usual start
    pub position: &'a str,
    /// the moves made from there
    pub moves: Vec<&'a str>,
}

/// The words of a point, and its picture: `words <!-- name=value | position | moves -->`.
pub fn point(line: &str) -> (&str, Option<Picture<'_>>) {
    let Some((words, rest)) = line.split_once(PICTURE) else { return (line, None) };
    let mut fields = rest.trim_end().trim_end_matches("-->").split('|').map(str::trim);
    let options = fields.next().unwrap_or_default().split_whitespace().filter_map(|pair| pair.split_once('='));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let position = fields.next().unwrap_or_default();
    let moves = fields.next().unwrap_or_default().split_whitespace().collect();
    (words.trim_end(), Some(Picture { options, position, moves }))
}

impl Picture<'_> {
    /// The game that it shows; an error names what does not go.
    pub fn table(&self, game: &str) -> Result<Box<dyn Table>, Text> {
        let start = if self.position.is_empty() { Start::Seed(3) } else { Start::Position(self.position.to_owned()) };
        let mut table = games::open(game, &self.options, start).map_err(|why| why.text())?;
        for text in &self.moves {
            let turn = table.turn().unwrap_or_default();
            table.play(turn, text).map_err(|why| why.text())?;
        }
        Ok(table)
    }
}
