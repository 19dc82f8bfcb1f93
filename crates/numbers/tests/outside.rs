//! A game from outside: with numbers it has everything, without them it is told so.

use agon_numbers::{BatchSpec, Error, Root, Rules, batch_by_id, numbering_by_id, register, table_by_id, tree_by_id};
use agon_rules::prelude::*;
use agon_rules::{Start, games};
use agon_search::Wins;

use super::rows::Rows;

/// A game of one heap, from which one to three are taken. The last one wins.
macro_rules! heap {
    ($Name:ident, $id:literal, { $($numbers:item)* }) => {
        options! {
            /// One heap.
            pub struct $Name {
                /// how many there are
                stones: u8 = 9 => 4..=9,
            }
        }

        impl Game for $Name {
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
            $($numbers)*
        }

        impl Show for $Name {
            const ID: &'static str = $id;
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
    };
}

heap!(Plain, "plain-heap", {});
heap!(Numbered, "numbered-heap", {
    fn actions(&self) -> Vec<u8> {
        vec![1, 2] // one is missing
    }
    fn blocks(&self) -> Vec<Block> {
        vec![Block::new("stones", [9]), Block::new("turn", [2])]
    }
    fn observe(&self, s: &(u8, u8), seat: Seat, out: &mut Numbers) {
        out.one_hot(9, usize::from(s.0).checked_sub(1));
        out.relative(2, seat, self.turn(s));
    }
});
heap!(Whole, "whole-heap", {
    fn actions(&self) -> Vec<u8> {
        vec![1, 2, 3]
    }
    fn blocks(&self) -> Vec<Block> {
        vec![Block::new("stones", [9]), Block::new("turn", [2])]
    }
    fn observe(&self, s: &(u8, u8), seat: Seat, out: &mut Numbers) {
        out.one_hot(9, usize::from(s.0).checked_sub(1));
        out.relative(2, seat, self.turn(s));
    }
});

#[test]
fn a_game_without_numbers_is_told_how_to_get_them() {
    register::<Plain, _>(Wins).expect("the id is free");
    let why = "plain-heap has no numbers; a game gets them by `Game::actions`, `Game::blocks` and `Game::observe`";
    let refused: [Result<(), Error>; 4] = [
        numbering_by_id("plain-heap", &[]).map(drop),
        table_by_id("plain-heap", &[], Start::Seed(0), Rules::default()).map(drop),
        batch_by_id("plain-heap", &[], &BatchSpec::new(1, 0)).map(drop),
        tree_by_id("plain-heap", &[], &Root::Deal, Rules::default()).map(drop),
    ];
    for refused in refused {
        assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    }
    // It is played by texts as ever, and measured.
    assert_eq!(games::open("plain-heap", &[], Start::Seed(0)).map(|table| table.legal().len()), Ok(3));
    assert_eq!(agon_search::ask::players("plain-heap", &[]).map(|players| players.is_empty()), Ok(false));
}

#[test]
fn a_move_that_its_game_does_not_list_is_an_error_and_no_panic() {
    register::<Numbered, _>(Wins).expect("the id is free");
    let why = "the move `3` has no number: it cannot happen in a game that is dealt with these options";
    let refused = table_by_id("numbered-heap", &[], Start::Seed(0), Rules::default()).map(drop);
    assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    let refused = tree_by_id("numbered-heap", &[], &Root::Deal, Rules::default()).map(drop);
    assert_eq!(refused.map_err(|error| error.to_string()), Err(why.to_owned()));
    let mut batch = batch_by_id("numbered-heap", &[], &BatchSpec::new(2, 0)).expect("it is seen when it is dealt");
    let refused = batch.reset(0, Rows::of(&*batch).arrays());
    assert_eq!(refused.map_err(|error| error.to_string()), Err(format!("game 0: {why}")));
    let refused = batch.sample(&mut [0, 0]).map_err(|error| error.to_string());
    assert_eq!(refused, Err("no such batch: reset it first".to_owned()));
}

#[test]
fn a_game_with_numbers_has_everything() {
    register::<Whole, _>(Wins).expect("the id is free");
    let numbering = numbering_by_id("whole-heap", &[]).expect("it has numbers");
    assert_eq!((numbering.actions, numbering.size, numbering.hides, numbering.deal.len()), (3, 11, false, 0));
    let players = vec![None, Some("perfect".to_owned())];
    let mut batch = batch_by_id("whole-heap", &[], &BatchSpec { players, ..BatchSpec::new(8, 0) }).expect("a batch");
    let mut rows = Rows::of(&*batch);
    rows.reset(&mut *batch, 0);
    for _ in 0..20 {
        rows.step(&mut *batch);
        assert_eq!(rows.turn, [0; 8]);
    }
}
