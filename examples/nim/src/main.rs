//! A game from outside: the whole of Nim in one file, and a binary that has every command of `agon` for it.
//!
//! `cargo run --release -p nim -- play nim`, `… -- solve nim`, `… -- match nim expert easy --games 100`, and so on.
//! Rules: pages/nim.md.

use std::process::ExitCode;

use agon_rules::prelude::*;
use agon_search::Wins;

fn main() -> ExitCode {
    // Once, when the program starts. From now on Nim is a game like any other: in lists and forms, for players, solver
    // and lab, in records and on the server.
    agon::register::<Nim, _>(Wins).expect("the id of Nim is free");
    agon::main()
}

options! {
    /// Nim: take any number of stones from one pile.
    pub struct Nim {
        /// how many piles there are
        piles: u8 = 3 => 2..=4,
        /// stones in each pile at the start
        stones: u8 = 5 => 1..=7,
        /// whether the one who takes the last stone loses
        misere: bool = false => [true, false],
    }
}

/// The piles, and who moves next. Piles that are not in the game are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    piles: [u8; 4],
    turn: u8,
}

/// From which pile, and how many stones are left there.
pub type Move = (u8, u8);

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

impl Nim {
    fn in_game<'a>(&self, s: &'a State) -> &'a [u8] {
        &s.piles[..usize::from(self.piles)]
    }
}

impl Game for Nim {
    type State = State;
    type Move = Move;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        let mut piles = [0; 4];
        piles[..usize::from(self.piles)].fill(self.stones);
        State { piles, turn: 0 }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        for (pile, stones) in (0..).zip(s.piles) {
            (0..stones).for_each(|left| out.push((pile, left)));
        }
    }

    fn play(&self, s: &mut State, (pile, left): Move) {
        s.piles[usize::from(pile)] = left;
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        // The one who has taken the last stone is not to move.
        let winner = if self.misere { self.turn(s) } else { 1 - self.turn(s) };
        i32::from(s.piles == [0; 4] && seat == winner)
    }

    // Piles in another order make the same game: a solver need not look at both.
    fn canonical(&self, s: &State) -> State {
        let mut twin = *s;
        twin.piles.sort_unstable();
        twin
    }
}

impl Show for Nim {
    const ID: &'static str = "nim";
    const NAME: &'static str = "Nim";
    page!("nim.md");
    const LOOK: Look = Look {
        material: Material::Wood,
        accent: 30,
        pitch: "Take what you like from one pile, and the last stone of all.",
        minutes: 2,
        ease: Ease::Easy,
        poster: Poster { options: &[], position: "5,3,4 0", moves: &[], crop: None },
        labels: &[
            OptionLabel::new("piles", "Piles", &[]),
            OptionLabel::new("stones", "Stones in a pile", &[]),
            OptionLabel::new(
                "misere",
                "The last stone loses",
                &[
                    ValueLabel::new("true", "", "The player who takes the last stone loses."),
                    ValueLabel::new("false", "", "The player who takes the last stone wins."),
                ],
            ),
        ],
        ..Look::PLAIN
    };

    fn write_move(&self, _s: &State, (pile, left): Move) -> String {
        format!("{}{left}", NAMES[usize::from(pile)])
    }

    fn write_state(&self, s: &State) -> String {
        format!("{} {}", joined(self.in_game(s)), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [list, turn] = fields(text)?;
        let list: Vec<u8> = list.split(',').map_while(|stones| stones.parse().ok()).collect();
        if list.len() != usize::from(self.piles) {
            return Err(text!(
                "it needs {piles} pile with commas between them" | "it needs {piles} piles with commas between them",
                piles = self.piles
            ));
        }
        if list.iter().any(|stones| *stones > self.stones) {
            return Err(text!(
                "a pile has more than {stones} stone" | "a pile has more than {stones} stones",
                stones = self.stones
            ));
        }
        let mut piles = [0; 4];
        piles[..list.len()].copy_from_slice(&list);
        Ok(State { piles, turn: seat(turn, 2)? })
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "last stone")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        NAMES
            .iter()
            .zip(self.in_game(s))
            .map(|(name, &stones)| Zone::row(Text::plain(*name), (0..stones).map(Piece::up)))
            .collect()
    }

    fn taps(&self, _s: &State, (pile, left): Move) -> Vec<Site> {
        vec![Site::new(pile.into(), left.into())]
    }

    fn prompt(&self, _s: &State) -> Text {
        text!("Tap a stone: it goes, and so do all to its right.")
    }

    fn goal(&self, _s: &State, _seat: Seat) -> Text {
        if self.misere { text!("leave the last stone to the other") } else { text!("take the last stone") }
    }
}
