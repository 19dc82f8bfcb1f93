//! Tables of one game, opened as a page says, and every comparison of them with the page, counted.

use std::fmt::Debug;

use agon_rules::{Error, OptionInfo, Outcome, Seat, Start, Table, Viewer, games};

use super::text::quoted;

/// The tables a page is talking about. Statements hold for all of them, moves are made on the last.
pub struct Desk {
    /// the name of the game
    pub id: &'static str,
    /// what can be chosen in it
    pub options: Vec<OptionInfo>,
    /// how many comparisons have been made
    pub checks: usize,
    /// what is being read, for the message of a failure
    text: String,
    settings: Vec<(String, String)>,
    start: Start,
    tables: Vec<Box<dyn Table>>,
}

impl Desk {
    /// An empty desk for a game.
    pub fn new(id: &'static str) -> Self {
        let options = games::info(id).expect("a game of that name").options;
        let (settings, tables) = (Vec::new(), Vec::new());
        Desk { options, checks: 0, id, text: String::new(), settings, start: Start::Seed(0), tables }
    }

    /// Clears the desk, then reads a part of the page, which must lead to at least one comparison.
    pub fn read(&mut self, text: &str, read: impl FnOnce(&mut Desk)) {
        let before = self.checks;
        self.text = text.to_owned();
        self.tables.clear();
        self.settings.clear();
        read(self);
        assert!(self.checks > before, "{}: nothing was checked in: {text}", self.id);
    }

    /// Fails, saying where.
    #[track_caller]
    pub fn fail(&self, why: &str) -> ! {
        panic!("{}: {}\n{why}", self.id, self.text)
    }

    /// Compares what is with what the page says.
    #[track_caller]
    pub fn same<T: PartialEq + Debug>(&mut self, what: &str, is: T, said: T) {
        if is != said {
            self.fail(&format!("{what}: {is:?}\nbut the page: {said:?}"));
        }
        self.checks += 1;
    }

    /// Sets an option for the tables to be opened.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Sets the options of a cell: `name=value` words in backticks, or nothing.
    pub fn set_all(&mut self, cell: &str) {
        if cell.is_empty() || cell == "default" {
            return;
        }
        for word in quoted(cell).split(' ') {
            let Some((name, value)) = word.split_once('=') else { self.fail(&format!("not an option: {word}")) };
            self.set(name, value);
        }
    }

    /// Brings this game with the options set back to static code.
    pub fn visit<V: games::Visitor>(&self, visitor: V) -> V::Out {
        games::with(self.id, &self.settings, visitor).unwrap_or_else(|error| self.fail(&error.to_string()))
    }

    /// Opens a table besides those that stand there.
    pub fn beside(&mut self, start: Start) {
        let opened = games::open(self.id, &self.settings, start.clone());
        self.tables.push(opened.unwrap_or_else(|error| self.fail(&error.to_string())));
        if let Start::Position(text) = &start {
            self.stands(text);
        }
        self.start = start;
    }

    /// Opens a table instead of those that stand there.
    pub fn open(&mut self, start: Start) {
        self.tables.clear();
        self.beside(start);
    }

    /// Opens a position instead of the tables that stand there.
    pub fn open_at(&mut self, position: &str) {
        self.open(Start::Position(position.to_owned()));
    }

    /// Where the last table was opened.
    pub fn start(&self) -> Start {
        self.start.clone()
    }

    /// Whether no table stands here yet.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The last table.
    pub fn table(&mut self) -> &mut dyn Table {
        if self.tables.is_empty() {
            self.fail("no position stands on the table");
        }
        self.tables.last_mut().expect("not empty").as_mut()
    }

    /// Makes a move, whoever's turn it is.
    pub fn play(&mut self, text: &str) {
        let table = self.table();
        let turn = table.turn().unwrap_or(0);
        if let Err(error) = table.play(turn, text) {
            self.fail(&error.to_string());
        }
        self.checks += 1;
    }

    /// The last table refuses a move and stays as it is.
    pub fn refuses(&mut self, text: &str) {
        let table = self.table();
        let before = table.position(Viewer::Referee);
        let turn = table.turn().unwrap_or(0);
        let played = table.play(turn, text).is_ok();
        let after = table.position(Viewer::Referee);
        self.same(&format!("`{text}` is legal"), (played, after), (false, before));
    }

    /// A text is no position of this game with the options set, which themselves go together.
    pub fn refuses_position(&mut self, text: &str) {
        self.open(Start::Seed(0));
        match games::open(self.id, &self.settings, Start::Position(text.to_owned())) {
            Err(Error::Position { .. }) => self.checks += 1,
            Err(error) => self.fail(&format!("the position is refused for another reason: {error}")),
            Ok(_) => self.fail(&format!("`{text}` is a position")),
        }
    }

    /// The position of the last table.
    pub fn stands(&mut self, position: &str) {
        self.looks(Viewer::Referee, position);
    }

    /// The position of the last table for that viewer.
    pub fn looks(&mut self, viewer: Viewer, position: &str) {
        let is = self.table().position(viewer);
        self.same(&format!("the position for {viewer:?}"), is.as_str(), position);
    }

    /// The whole list of legal moves of the last table, in order.
    pub fn legal(&mut self, moves: &[String]) {
        let legal = self.table().legal();
        self.same("the legal moves", legal.as_slice(), moves);
    }

    /// How each table has ended, if it has.
    pub fn outcomes(&mut self) -> Vec<Option<Outcome>> {
        self.table();
        self.tables.iter().map(|table| table.outcome()).collect()
    }

    /// No table is over.
    pub fn goes_on(&mut self) {
        for outcome in self.outcomes() {
            self.same("the outcome", outcome, None);
        }
    }

    /// How each table has ended; all must be over.
    pub fn ends(&mut self) -> Vec<Outcome> {
        let outcomes: Option<Vec<Outcome>> = self.outcomes().into_iter().collect();
        outcomes.unwrap_or_else(|| self.fail("the game is not over"))
    }

    /// Each table is over, won by that seat or drawn, for that reason if one is given.
    pub fn ended(&mut self, winner: Option<Seat>, reason: Option<&str>) {
        for outcome in self.ends() {
            let said = (winner, reason.unwrap_or(&outcome.reason).to_owned());
            self.same("the winner and the reason", (outcome.winner, outcome.reason), said);
        }
    }

    /// The whole outcome of each table, as JSON.
    pub fn result(&mut self, json: &str) {
        let said: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|error| self.fail(&error.to_string()));
        for outcome in self.ends() {
            let is = serde_json::to_value(outcome).expect("an outcome is plain data");
            self.same("the outcome", is, said.clone());
        }
    }

    /// The scores at the end of each table.
    pub fn scores(&mut self, said: &[i32]) {
        for outcome in self.ends() {
            self.same("the scores", outcome.scores.as_deref(), Some(said));
        }
    }
}
