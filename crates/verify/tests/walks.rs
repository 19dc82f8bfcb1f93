//! Walks through strategies that are made here: circles, false pairs and promises that cannot be kept are refused.

use agon_rules::games::{parity_twist, primi_composti::PrimiComposti, tic_tac_toe::TicTacToe};
use agon_rules::prelude::*;
use agon_rules::{Match, Start};
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

options! {
    /// A token on a ring of squares, which both seats push to the left or to the right; on the last square seat 0 has won.
    pub struct Ring {
        /// squares
        size: u8 = 5 => 5..=5,
    }
}

/// Where the token is, and who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    at: u8,
    turn: u8,
}

impl Game for Ring {
    type State = Token;
    type Move = bool;
    const LOOPS: bool = true;

    fn deal(&self, _chance: &mut impl Chance) -> Token {
        Token { at: 0, turn: 0 }
    }

    fn turn(&self, s: &Token) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &Token, out: &mut Moves<bool>) {
        if s.at + 1 != self.size {
            [true, false].into_iter().for_each(|right| out.push(right));
        }
    }

    fn play(&self, s: &mut Token, right: bool) {
        s.at = (s.at + if right { 1 } else { self.size - 1 }) % self.size;
        s.turn ^= 1;
    }

    fn score(&self, s: &Token, seat: Seat) -> i32 {
        i32::from(seat == 0 && s.at + 1 == self.size)
    }

    fn resets_quiet(&self, _before: &Token, _m: bool, _after: &Token) -> bool {
        false
    }
}

impl Show for Ring {
    const ID: &'static str = "ring";
    const NAME: &'static str = "Ring";
    page!(PAGE);

    fn write_move(&self, _s: &Token, right: bool) -> String {
        if right { "right".to_owned() } else { "left".to_owned() }
    }

    fn write_state(&self, s: &Token) -> String {
        format!("{} {}", s.at, s.turn)
    }

    fn read_state(&self, text: &str) -> Result<Token, Text> {
        let [at, turn] = fields(text)?;
        let at = at.parse().ok().filter(|at| *at < self.size).ok_or_else(|| Text::plain("no square"))?;
        Ok(Token { at, turn: seat(turn, 2)? })
    }

    fn reason(&self, _s: &Token) -> Text {
        Text::plain("there")
    }

    fn zones(&self, _s: &Token) -> Vec<Zone> {
        Vec::new()
    }

    fn taps(&self, _s: &Token, _right: bool) -> Vec<Site> {
        Vec::new()
    }

    fn prompt(&self, _s: &Token) -> Text {
        Text::plain("Push.")
    }
}

const PAGE: &str = "# Ring\n\nPush a token.";

#[test]
fn play_that_goes_in_circles_proves_nothing() {
    let push = |right: bool| Always(Choice::Move(usize::from(right)));
    // One push to the right wins; to the left the other seat pushes it back for ever.
    let won = walk(Ring::default(), "3 0 0", 1, 0, &mut push(true)).expect("a win");
    assert_eq!((won.positions, won.choices, won.plies), (1, 1, 1));
    gap(walk(Ring::default(), "3 0 0", 1, 0, &mut push(false)), "play can go in circles");
    // A win must come before the quiet plies run out; the hundredth may win.
    assert!(walk(Ring::default(), "3 0 99", 1, 0, &mut push(true)).is_ok());
    gap(walk(Ring::default(), "3 0 100", 1, 0, &mut push(true)), "can be a draw");
    // A draw cannot be proved there at all.
    let told = walk(Ring::default(), "3 0 0", 0, 0, &mut push(true));
    assert!(matches!(told, Err(Wrong::Unfit(_))), "{told:?}");
}

#[test]
fn pairs_must_be_moves_and_serve_every_row() {
    let game = || TicTacToe { size: 5, line: 4 };
    let start = "5/5/5/5/5 0";
    let pairs = |pairs: &[[usize; 2]]| Always(Choice::Pairs(pairs.to_vec()));
    gap(walk(game(), start, 0, 0, &mut pairs(&[])), "a row holds no pair");
    gap(walk(game(), start, 0, 0, &mut pairs(&[[0, 0]])), "is in two pairs");
    gap(walk(game(), start, 0, 0, &mut pairs(&[[0, 25]])), "is none");
    gap(walk(game(), start, 1, 0, &mut pairs(&[[0, 1]])), "pairs do not win");
    let parity = parity_twist::ParityTwist::default();
    let told = walk(parity, ".,.,./.,.,./.,.,. . 0 -", -1, 0, &mut pairs(&[[0, 1]]));
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
