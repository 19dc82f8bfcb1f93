//! `agon trace`: random games as JSON lines, for comparison with other implementations of the rules.

use std::io::Write;

use agon_rules::games::{Visitor, with};
use agon_rules::{Eyes, Match, Outcome, Rng, Seat, Show, Start, Table};
use serde::Serialize;

use crate::setup::{AsObject, Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Begin every game at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    games: u64,
    /// The seed of all chance; the same seed prints the same games
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    Start { game: &'static str, options: AsObject, position: String },
    Ply { ply: usize, seat: Seat, position: String, legal: Vec<&'a str>, r#move: &'a str },
    End { position: String, result: Outcome },
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    with(&args.setup.game, &args.setup.settings()?, Trace { args, out })?
}

struct Trace<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> Visitor for Trace<'_, W> {
    type Out = anyhow::Result<()>;

    fn visit<G: Show>(self, game: G) -> Self::Out {
        for index in 0..self.args.games {
            // The deal and the moves draw from one seed of the game's own.
            let seed = Rng::derive(self.args.seed, index);
            let start = self.args.position.clone().map_or(Start::Seed(seed), Start::Position);
            one(Match::new(game.clone(), start)?, &mut Rng::stream(seed, 1), self.out)?;
        }
        // Without a game to play a bad position would pass unnoticed.
        if let (0, Some(position)) = (self.args.games, &self.args.position) {
            Match::new(game, Start::Position(position.clone()))?;
        }
        Ok(())
    }
}

fn one<G: Show>(mut table: Match<G>, rng: &mut Rng, out: &mut impl Write) -> anyhow::Result<()> {
    let start =
        Event::Start { game: table.id(), options: AsObject(table.options()), position: table.position(Eyes::Referee) };
    json_line(out, &start)?;
    loop {
        let state = table.path().state();
        let mut moves: Vec<_> = table.choices().iter().map(|&m| (table.game().write_move(state, m), m)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let position = table.position(Eyes::Referee);
        if moves.is_empty() {
            let result = table.outcome().expect("a table without moves has an outcome");
            return json_line(out, &Event::End { position, result });
        }
        let (text, m) = &moves[rng.below(moves.len())];
        let legal = moves.iter().map(|(text, _)| text.as_str()).collect();
        let seat = table.game().turn(state);
        json_line(out, &Event::Ply { ply: table.seq(), seat, position, legal, r#move: text })?;
        table.advance(*m);
    }
}
