//! Exact values of Primi Composti by plain minimax, and the two published games.

use agon_rules::games::Visitor;
use agon_rules::{Game, Match, Moves, Show, Start};

use super::desk::Desk;
use super::text::{Chart, Prose, numbers, quoted};

/// The difference score(0) − score(1) with best play of both. `out` is a stack of move lists.
fn value<G: Game>(game: &G, state: &G::State, out: &mut Moves<G::Move>) -> i32 {
    let from = out.len();
    game.moves(state, out);
    let values = (from..out.len()).collect::<Vec<_>>().into_iter().map(|i| {
        let mut next = *state;
        game.play(&mut next, out[i]);
        value(game, &next, out)
    });
    let best = if game.turn(state) == 0 { values.max() } else { values.min() };
    out.truncate(from);
    best.unwrap_or_else(|| game.score(state, 0) - game.score(state, 1))
}

/// The value of every first move.
struct Values(Start);

impl Visitor for Values {
    type Out = Vec<(i64, i64)>;
    fn visit<G: Show>(self, game: G) -> Self::Out {
        let table = Match::new(game, self.0).expect("a position of this game");
        let (game, state) = (table.game(), table.path().state());
        let choices = table.choices();
        let valued = choices.iter().map(|&m| {
            let mut next = *state;
            game.play(&mut next, m);
            let card = game.write_move(state, m).parse().expect("a move without a choice is a card");
            (card, value(game, &next, &mut Moves::new()).into())
        });
        valued.collect()
    }
}

/// After each move of a line, the difference of the scores and the value of what remains.
struct Replay(Start, Vec<String>);

impl Visitor for Replay {
    type Out = Vec<(i64, i64)>;
    fn visit<G: Show>(self, game: G) -> Self::Out {
        let mut table = Match::new(game, self.0).expect("a position of this game");
        let plies = self.1.iter().map(|text| {
            let m = table.find(text).unwrap_or_else(|error| panic!("{error}"));
            table.advance(m);
            let (game, state) = (table.game(), table.path().state());
            let delta = game.score(state, 0) - game.score(state, 1);
            (delta.into(), value(game, state, &mut Moves::new()).into())
        });
        plies.collect()
    }
}

/// Checks a row of the table of values: the value of the deal and of every first card, in both versions.
pub fn check(desk: &mut Desk, chart: &Chart) {
    let head = ["seat 0", "seat 1", "version 1: value", "first cards", "version 2: value", "first cards"];
    assert_eq!(chart.head, head, "the table of exact values");
    for row in &chart.rows {
        let hands = format!("{}/{}", quoted(row.cells[0]), quoted(row.cells[1]));
        for (version, cells) in [("1", &row.cells[2..4]), ("2", &row.cells[4..6])] {
            desk.read(row.line, |desk| {
                let start = deal(desk, &hands, version);
                let is = desk.visit(Values(start));
                let best = is.iter().map(|(_, value)| *value).max();
                desk.same("the value", best, numbers(cells[0]).first().copied());
                let said: Vec<(i64, i64)> = numbers(cells[1]).chunks(2).map(|pair| (pair[0], pair[1])).collect();
                assert_eq!(is.len(), said.len(), "the first cards of {}", row.line);
                is.into_iter().zip(said).for_each(|(is, said)| desk.same("a first card", is, said));
            });
        }
    }
}

/// Checks a published game: the difference after each ply, and that every ply keeps the exact value.
pub fn check_game(desk: &mut Desk, entry: &str) {
    desk.read(entry, |desk| {
        let prose = Prose::new(entry);
        let form = (prose.len() == 1).then(|| prose.after(0).split_once(", delta ")).flatten();
        let (moves, rest) = form.unwrap_or_else(|| desk.fail("not `deal`: moves, delta …"));
        let (deltas, exact) = rest.split_once(". Exact value ").unwrap_or_else(|| desk.fail("no exact value"));
        let version = numbers(prose.before(0))[0].to_string();
        let start = deal(desk, prose.span(0), &version);
        let exact = numbers(exact)[0];
        let best = desk.visit(Values(start.clone())).into_iter().map(|(_, value)| value).max();
        desk.same("the exact value", best, Some(exact));
        let moves = numbers(moves).iter().map(i64::to_string).collect();
        let plies = desk.visit(Replay(start, moves));
        let said: Vec<(i64, i64)> = numbers(deltas).into_iter().map(|delta| (delta, exact)).collect();
        assert_eq!(plies.len(), said.len(), "the plies of {entry}");
        plies.into_iter().zip(said).for_each(|(is, said)| desk.same("delta and value after a ply", is, said));
    });
}

/// The start with those hands of six cards.
fn deal(desk: &mut Desk, hands: &str, version: &str) -> Start {
    desk.set("version", version);
    desk.set("cards", "6");
    Start::Position(format!("{hands} -:-/-:- 0 {}", if version == "1" { "0,0" } else { "-" }))
}
