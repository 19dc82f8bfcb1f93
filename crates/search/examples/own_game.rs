//! A game of one's own, its computer players and its exact values: `cargo run -p agon-search --example own_game`.

use agon_rules::prelude::*;
use agon_rules::{Start, games};
use agon_search::inspect::{Budget, solve};
use agon_search::{Want, Wins, ask, register};

options! {
    /// One pile: take one, two or three stones; the one who takes the last stone wins.
    pub struct Pile {
        /// stones at the start
        stones: u8 = 10 => 1..=20,
    }
}

/// What is left, and who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: u8,
    turn: u8,
}

impl Game for Pile {
    type State = State;
    type Move = u8;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        State { stones: self.stones, turn: 0 }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        (1..=s.stones.min(3)).for_each(|taken| out.push(taken));
    }

    fn play(&self, s: &mut State, taken: u8) {
        s.stones -= taken;
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.stones == 0 && seat != self.turn(s))
    }
}

impl Show for Pile {
    const ID: &'static str = "pile";
    const NAME: &'static str = "Pile";
    page!(PAGE);

    fn write_move(&self, _s: &State, taken: u8) -> String {
        taken.to_string()
    }

    fn write_state(&self, s: &State) -> String {
        format!("{} {}", s.stones, s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [stones, turn] = fields(text)?;
        let stones = stones.parse().ok().filter(|stones| *stones <= self.stones);
        Ok(State { stones: stones.ok_or_else(|| text!("there are not that many stones"))?, turn: seat(turn, 2)? })
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "last stone")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        vec![Zone::row(text!("stones"), (0..s.stones).map(Piece::up))]
    }

    fn taps(&self, s: &State, taken: u8) -> Vec<Site> {
        vec![Site::new(0, (s.stones - taken).into())]
    }

    fn prompt(&self, _s: &State) -> Text {
        text!("tap a stone: it goes, and so do all to its right")
    }
}

const PAGE: &str = "# Pile\n\nTake one, two or three stones; the one who takes the last stone wins.";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    register::<Pile, _>(Wins)?;
    let budget = Budget { memory: 1 << 20, nodes: u64::MAX, want: Want::EveryMove, stop: &|| false };
    for stones in 1..=9 {
        let settings = [("stones".to_owned(), stones.to_string())];
        let record = games::open(Pile::ID, &settings, Start::Seed(0))?.record();
        let solved = solve(&record, &budget, &mut |_, _| {})?;
        let reply = ask::reply(&record, "perfect", 0, &|_| false)?;
        println!("{stones} stones: {:?}, take {}", solved.value, reply.text);
        // Who leaves a multiple of four wins.
        assert_eq!(solved.value.proved(), Some(if stones % 4 == 0 { -1 } else { 1 }));
    }
    Ok(())
}
