//! A game from outside: with numbers it has everything, without them it is told so.

use std::sync::Once;

use agon_numbers::{BatchSpec, Error, Root, Rules, batch_by_id, numbering_by_id, register, table_by_id, tree_by_id};
use agon_rules::prelude::*;
use agon_rules::{Start, games};
use agon_search::Wins;

use super::rows::Rows;

words! {
    /// Which of its moves a heap gives numbers.
    pub enum Numbered { None = "none", Some = "some", All = "all" }
}

options! {
    /// One heap, from which one to three are taken. The last one wins.
    pub struct Heap {
        /// how many there are
        stones: u8 = 9 => 4..=9,
        /// the moves that have numbers
        numbered: Numbered = Numbered::All => Numbered::ALL,
    }
}

impl Game for Heap {
    type State = (u8, u8);
    type Move = u8;
    fn deal(&self, _chance: &mut impl Chance) -> (u8, u8) {
        (self.stones, 0)
    }
    fn turn(&self, s: &(u8, u8)) -> Seat {
        s.1.into()
    }
    fn moves(&self, s: &(u8, u8), out: &mut Moves<u8>) {
        (1..=s.0.min(3)).for_each(|take| out.push(take));
    }
    fn play(&self, s: &mut (u8, u8), take: u8) {
        *s = (s.0 - take, 1 - s.1);
    }
    fn score(&self, s: &(u8, u8), seat: Seat) -> i32 {
        i32::from(s.0 == 0 && seat != self.turn(s))
    }
    fn actions(&self) -> Vec<u8> {
        match self.numbered {
            Numbered::None => Vec::new(),
            Numbered::Some => vec![1, 2],
            Numbered::All => vec![1, 2, 3],
        }
    }
    fn blocks(&self) -> Vec<Block> {
        let blocks = vec![Block::new("stones", [9]), Block::new("turn", [2])];
        if self.numbered == Numbered::None { Vec::new() } else { blocks }
    }
    fn observe(&self, s: &(u8, u8), seat: Seat, out: &mut Numbers) {
        out.one_hot(9, usize::from(s.0).checked_sub(1));
        out.relative(2, seat, self.turn(s));
    }
}

impl Show for Heap {
    const ID: &'static str = "heap";
    const NAME: &'static str = "Heap";
    page!(concat!("# Heap", "\n\nTake one to three."));
    fn write_move(&self, _s: &(u8, u8), take: u8) -> String {
        take.to_string()
    }
    fn write_state(&self, s: &(u8, u8)) -> String {
        format!("{} {}", s.0, s.1)
    }
    fn read_state(&self, text: &str) -> Result<(u8, u8), Text> {
        let [stones, turn] = fields(text)?;
        Ok((stones.parse().map_err(|_| text!("no number"))?, seat(turn, 2)?))
    }
    fn reason(&self, _s: &(u8, u8)) -> Text {
        text!(in "end"; "last stone")
    }
    fn zones(&self, _s: &(u8, u8)) -> Vec<Zone> {
        Vec::new()
    }
    fn taps(&self, _s: &(u8, u8), _take: u8) -> Vec<Site> {
        Vec::new()
    }
    fn prompt(&self, _s: &(u8, u8)) -> Text {
        Text::default()
    }
}

/// The settings of a heap; the game is registered.
fn heap(numbered: &str) -> [(String, String); 1] {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register::<Heap, _>(Wins).expect("the id is free"));
    [("numbered".to_owned(), numbered.to_owned())]
}

#[test]
fn a_game_without_numbers_is_told_how_to_get_them() {
    let options = heap("none");
    let why = "heap has no numbers; a game gets them by `Game::actions`, `Game::blocks` and `Game::observe`";
    let refused: [Result<(), Error>; 4] = [
        numbering_by_id("heap", &options).map(drop),
        table_by_id("heap", &options, Start::Seed(0), Rules::default()).map(drop),
        batch_by_id("heap", &options, &BatchSpec::new(1, 0)).map(drop),
        tree_by_id("heap", &options, &Root::Deal, Rules::default()).map(drop),
    ];
    for refused in refused {
        assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    }
    // It is played by texts as ever, and measured.
    assert_eq!(games::open("heap", &options, Start::Seed(0)).map(|table| table.legal().len()), Ok(3));
    assert_eq!(agon_search::ask::players("heap", &options).map(|players| players.is_empty()), Ok(false));
}

#[test]
fn a_move_that_its_game_does_not_list_is_an_error_and_no_panic() {
    let options = heap("some");
    let why = "the move `3` has no number: it cannot happen in a game that is dealt with these options";
    let refused = table_by_id("heap", &options, Start::Seed(0), Rules::default()).map(drop);
    assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    let refused = tree_by_id("heap", &options, &Root::Deal, Rules::default()).map(drop);
    assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    let mut batch = batch_by_id("heap", &options, &BatchSpec::new(2, 0)).expect("it is seen when it is dealt");
    let refused = batch.reset(0, Rows::of(&*batch).arrays());
    assert_eq!(refused.map_err(|error| error.to_string()), Err(format!("game 0: {why}")));
    let refused = batch.sample(&mut [0, 0]).map_err(|error| error.to_string());
    assert_eq!(refused, Err("no such batch: reset it first".to_owned()));
}

#[test]
fn a_game_with_numbers_has_everything() {
    let options = heap("all");
    let numbering = numbering_by_id("heap", &options).expect("it has numbers");
    assert_eq!((numbering.actions, numbering.size, numbering.hides, numbering.deal.len()), (3, 11, false, 0));
    let players = vec![None, Some("perfect".to_owned())];
    let mut batch = batch_by_id("heap", &options, &BatchSpec { players, ..BatchSpec::new(8, 0) }).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 0);
    for _ in 0..20 {
        rows.step(&mut *batch);
        assert_eq!(rows.turn, [0; 8]);
    }
}
