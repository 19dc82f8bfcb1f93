//! Walks through strategies that are made here: circles, false pairs and promises that cannot be kept are refused.

use agon_rules::games::{
    infiltration::Infiltration, parity_twist, primi_composti::PrimiComposti, tic_tac_toe::TicTacToe,
};
use agon_rules::{Game, Match, Moves, Show, Start};
use agon_verify::{Checked, Choice, Held, Source, Wrong, follow};

/// Always makes the same choice.
struct Always(Choice);

impl<G: Game> Source<G> for Always {
    fn choose(&mut self, _s: &G::State, _moves: &[G::Move]) -> Result<Choice, Wrong> {
        Ok(self.0.clone())
    }
}

/// Follows a strategy from a position.
fn walk<G: Show>(game: G, at: &str, value: i32, holder: usize, source: &mut dyn Source<G>) -> Result<Checked, Wrong> {
    let table = Match::new(game, Start::Position(at.to_owned())).expect("a position");
    follow(table.game(), Held::new(&table, holder, value)?, source, &mut |_| true)
}

fn gap(told: Result<Checked, Wrong>, part: &str) {
    match told {
        Err(Wrong::Gap(why)) if why.contains(part) => {}
        other => panic!("{other:?} instead of `{part}`"),
    }
}

#[test]
fn play_that_goes_in_circles_proves_nothing() {
    // Two lone men far apart walk back and forth.
    let start = "8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m 0";
    let told = walk(Infiltration::default(), start, 1, 0, &mut Always(Choice::Move(0)));
    assert!(matches!(told, Ok(_) | Err(Wrong::Gap(_))), "{told:?}");
    // A draw cannot be proved there at all.
    let told = walk(Infiltration::default(), start, 0, 0, &mut Always(Choice::Move(0)));
    assert!(matches!(told, Err(Wrong::Unfit(_))), "{told:?}");
}

#[test]
fn pairs_must_be_moves_and_serve_every_row() {
    let game = || TicTacToe { size: 4, line: 4 };
    let start = "4/4/4/4 0";
    let pairs = |pairs: &[[usize; 2]]| Always(Choice::Pairs(pairs.to_vec()));
    gap(walk(game(), start, 0, 0, &mut pairs(&[])), "a row holds no pair");
    gap(walk(game(), start, 0, 0, &mut pairs(&[[0, 0]])), "is in two pairs");
    gap(walk(game(), start, 0, 0, &mut pairs(&[[0, 16]])), "is none");
    gap(walk(game(), start, 1, 0, &mut pairs(&[[0, 1]])), "pairs do not win");
    let parity = parity_twist::ParityTwist::default();
    let told = walk(parity, ".,.,./.,.,./.,.,. . 0", -1, 0, &mut pairs(&[[0, 1]]));
    gap(told, "no game of rows");
}

#[test]
fn what_is_hidden_or_for_more_than_two_has_no_certificate() {
    let unfit = |told: Result<Checked, Wrong>| assert!(matches!(told, Err(Wrong::Unfit(_))), "{told:?}");
    let hidden = parity_twist::ParityTwist { variant: parity_twist::Variant::HiddenMaster };
    let table = Match::new(hidden, Start::Seed(0)).expect("a deal");
    unfit(Held::new(&table, 0, 1).map(|_| unreachable!("it hides")));
    let three = Match::new(PrimiComposti { players: 3, ..PrimiComposti::default() }, Start::Seed(0)).expect("a deal");
    unfit(Held::new(&three, 0, 1).map(|_| unreachable!("three play")));
}

/// Plain minimax: the holder's result with best play of both.
fn minimax<G: Game>(game: &G, s: &G::State, holder: usize) -> i32 {
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    let values = moves.iter().map(|&m| {
        let mut after = *s;
        game.play(&mut after, m);
        minimax(game, &after, holder)
    });
    let best = if game.turn(s) == holder { values.max() } else { values.min() };
    best.unwrap_or_else(|| game.score(s, holder) - game.score(s, 1 - holder))
}

/// Makes the first move that plain minimax finds to keep a promise; any where none does.
struct Best<'a, G> {
    game: &'a G,
    holder: usize,
    bound: i32,
}

impl<G: Game> Source<G> for Best<'_, G> {
    fn choose(&mut self, s: &G::State, moves: &[G::Move]) -> Result<Choice, Wrong> {
        let keeps = |m: &G::Move| {
            let mut after = *s;
            self.game.play(&mut after, *m);
            minimax(self.game, &after, self.holder) >= self.bound
        };
        Ok(Choice::Move(moves.iter().position(keeps).unwrap_or(0)))
    }
}

#[test]
fn a_walk_holds_exactly_where_plain_minimax_says_so() {
    // Late positions of a game of rows, and of one with twins and points.
    let rows = TicTacToe::default();
    let (mut held, mut refused) = (0, 0);
    for at in ["3/3/3 0", "x2/3/3 1", "x2/1o1/3 0", "xo1/3/3 0", "x1o/3/3 0", "xox/3/3 1", "xo1/1x1/3 1"] {
        let table = Match::new(rows, Start::Position(at.to_owned())).expect("a position");
        for (holder, bound) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let value = minimax(&rows, table.path().state(), holder);
            let mut best = Best { game: &rows, holder, bound };
            let told = walk(rows, at, if holder == 0 { bound } else { -bound }, holder, &mut best);
            assert_eq!(told.is_ok(), value >= bound, "{at} {holder} {bound}: {told:?}");
            *if told.is_ok() { &mut held } else { &mut refused } += 1;
        }
    }
    assert!(held > 8 && refused > 5, "{held} held, {refused} refused");
}
