//! Every screen of the web client, and how a test comes to it.

use agon_client::{Local, Plan, Sitter};
use agon_rules::games::{self, Visitor};
use agon_rules::{Rng, Show, Start, options_of};

use super::chromium::Tab;
use super::{lessons, puzzles};

/// A screen.
pub struct Screen {
    /// what it is, for messages
    pub name: String,
    /// its address
    hash: String,
    /// what is pressed there
    press: String,
    /// what is true when it is whole
    whole: &'static str,
}

impl Screen {
    fn new(name: &str, hash: String, press: &str, whole: &'static str) -> Self {
        Screen { name: name.to_owned(), hash, press: press.to_owned(), whole }
    }

    /// Comes to the screen, from wherever the tab is.
    pub async fn show(&self, tab: &Tab) {
        // The screen that is left takes its open drawers along.
        tab.js::<bool>(
            "document.querySelectorAll('details, dialog').forEach(one => one.open = false), location.hash = '#/', true",
        )
        .await;
        tab.wait("!!document.querySelector('main.home')").await;
        tab.js::<String>(&format!("location.hash = {}", serde_json::json!(self.hash))).await;
        if !self.press.is_empty() {
            tab.wait(&format!("!!document.querySelector(\"{}\")", self.press)).await;
            // A cell is a drawing, which knows no `click()`.
            let click = "dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })), true";
            tab.js::<bool>(&format!("document.querySelector(\"{}\").{click}", self.press)).await;
        }
        tab.wait(self.whole).await;
    }
}

/// Every screen.
pub fn all() -> Vec<Screen> {
    const LIT: &str = "document.querySelectorAll('.spot.lit, .choice .btn').length > 0";
    const RULES: &str = "document.querySelectorAll('.rules p').length > 3";
    let mut all = vec![
        Screen::new("home", "#/".to_owned(), "", "document.querySelectorAll('.cards .gcard.look').length > 3"),
        Screen::new("settings", "#/".to_owned(), ".top .setting", "document.querySelector('.settings').open"),
        Screen::new("online", "#/online".to_owned(), "", "document.querySelectorAll('.lob .qm').length > 3"),
        Screen::new("lost", "#/nonsense".to_owned(), "", "!!document.querySelector('.lost')"),
        Screen::new("hand-over", hidden(), "", "!!document.querySelector('.curtain')"),
    ];
    for info in games::list() {
        let id = info.id;
        // The worker has said who plays.
        let levels = "document.querySelectorAll('.form details option').length > 2";
        all.push(Screen::new(&format!("form of {id}"), format!("#/new/{id}"), "", levels));
        all.push(Screen::new(&format!("rules of {id}"), format!("#/rules/{id}"), "", RULES));
        let shown = "!!document.querySelector('.watched svg')";
        all.push(Screen::new(&format!("{id} watched"), begun(id, 4).replace("#/game/", "#/watch/"), "", shown));
        all.push(Screen::new(&format!("game of {id}"), begun(id, 4), "", LIT));
    }
    // A lesson: before an answer, after a wrong and a right one, and after the last task.
    all.push(Screen::new("lesson", lessons::answered(false), "", "!!document.querySelector('.lesson .spot.lit')"));
    let wrong = "!!document.querySelector('.lesson .nope')";
    all.push(Screen::new("wrong answer", lessons::answered(false), ".choice .btn", wrong));
    let right = "!!document.querySelector('.lesson .okay')";
    all.push(Screen::new("right answer", lessons::answered(true), ".choice .btn", right));
    all.push(Screen::new("end of a lesson", lessons::over(), "", "!!document.querySelector('.cando')"));
    all.push(Screen::new("learn", "#/learn".to_owned(), "", "document.querySelectorAll('.cards .gcard').length > 0"));
    // Puzzles: all of them, and one before a move, after a wrong one, with a hint, and when it is done.
    all.push(Screen::new("puzzles", "#/puzzles".to_owned(), "", "document.querySelectorAll('.pzl a').length > 3"));
    let (puzzle, wrong) = puzzles::missed();
    let ready = "!!document.querySelector('.puzzle .spot.lit')";
    all.push(Screen::new("daily puzzle", "#/puzzle".to_owned(), "", "!!document.querySelector('.puzzle .spot')"));
    all.push(Screen::new("puzzle", puzzle.clone(), "", ready));
    let answered = "!!document.querySelector('.puzzle .nope')?.innerText.includes('plays')";
    all.push(Screen::new("missed puzzle", puzzle.clone(), &wrong, answered));
    let told = "!!document.querySelector('.puzzle .okay')?.innerText.includes('Hint')";
    all.push(Screen::new("hint of a puzzle", puzzle.clone(), "[data-do=clue]", told));
    let shown = "!!document.querySelector('.puzzle [data-do=next]')";
    all.push(Screen::new("answer of a puzzle", puzzle, "[data-do=answer]", shown));
    let large = "#/game/checkerboard~size=12~line=4~seed=3?players=human,random&luck=3";
    all.push(Screen::new("large board", large.to_owned(), "", LIT));
    let first = games::list()[0].id;
    let over = "!!document.querySelector('.endcard .again') && document.querySelectorAll('.ev').length > 0";
    all.push(Screen::new("end", finished(first), "", over));
    let values = "document.querySelectorAll('.values li').length > 1 && true";
    all.push(Screen::new("analysis", begun(first, 2), ".ana button[aria-pressed=false]", values));
    let online = format!("#/new/{first}?_who=me,online");
    all.push(Screen::new("form of a room", online.clone(), "", "document.querySelectorAll('.form input').length > 0"));
    let waits = "document.querySelectorAll('.invite .qr svg').length === 1";
    all.push(Screen::new("room", online, ".form .start", waits));
    let players = "document.querySelectorAll('.lab option').length > 20";
    all.push(Screen::new("lab", format!("#/lab/{first}"), "", players));
    let measured = "document.querySelectorAll('.result table, .result svg').length > 1 && !document.querySelector('.lab [disabled]')";
    all.push(Screen::new("result of the lab", format!("#/lab/{first}?_games=20"), ".lab form > .btn", measured));
    let shared = "document.querySelectorAll('dialog[open] .previews svg').length > 1";
    all.push(Screen::new("share", begun(first, 2), ".sharehost .sharing", shared));
    let reviewed = "!!document.querySelector('.graph') && !!document.querySelector('.review .look.none')";
    all.push(Screen::new("review", finished(first), ".toreview", reviewed));
    let rules = ".tabs [role=tab]:nth-of-type(3)";
    all.push(Screen::new("rules beside a game", begun(first, 2), rules, RULES));
    all
}

/// The address of a game that a person plays against a computer, who is to move after some random moves.
pub fn begun(game: &str, plies: usize) -> String {
    'tries: for seed in 0..50 {
        let mut table = games::open(game, &[], Start::Seed(3)).expect("a game");
        let mut rng = Rng::new(seed);
        while table.ply() < plies || table.turn() != Some(0) {
            let (Some(turn), legal) = (table.turn(), table.legal()) else { continue 'tries };
            table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
        }
        return format!("#/game/{}?players=human,random&luck=3", table.record());
    }
    panic!("{game} is over before {plies} moves");
}

/// The address of a finished game, which has a winner.
pub fn finished(game: &str) -> String {
    for seed in 0..50 {
        let mut table = games::open(game, &[], Start::Seed(3)).expect("a game");
        let mut rng = Rng::new(seed);
        while let Some(turn) = table.turn() {
            let legal = table.legal();
            table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
        }
        if table.view(agon_rules::Viewer::Spectator).notes.iter().any(|note| !note.sites.is_empty()) {
            return format!("#/game/{}?players=human,random&luck=3", table.record());
        }
    }
    panic!("nobody wins {game}");
}

/// Every game with every set of options it has, all of them as texts.
pub fn every_set() -> Vec<(&'static str, Vec<(String, String)>)> {
    #[derive(Clone)]
    struct Set;
    impl Visitor for Set {
        type Out = (&'static str, Vec<(String, String)>);
        fn visit<G: Show>(self, game: G) -> Self::Out {
            (G::ID, options_of(&game).into_iter().map(|(name, value)| (name, value.to_string())).collect())
        }
    }
    games::each(Set)
}

/// The address of a game where two people must not see each other's side.
fn hidden() -> String {
    for (id, options) in every_set() {
        let table = games::open(id, &options, Start::Seed(3)).expect("a game");
        let plan = Plan { record: table.record(), sitters: vec![Sitter::Human; table.seats()], bot_seed: 0 };
        if Local::open(&plan).expect("a game").hand_over().is_some() {
            let players = vec!["human"; table.seats()].join(",");
            return format!("#/game/{}?players={players}&luck=3", table.record());
        }
    }
    panic!("no game hides anything");
}
