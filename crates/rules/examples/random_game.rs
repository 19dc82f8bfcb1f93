//! Plays a game at random and draws it: `cargo run -p agon-rules --example random_game -- gambit 7` (a game, a seed).

use agon_rules::{Error, Rng, Start, Viewer, ascii, games};

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let id = args.next().unwrap_or_else(|| games::list()[0].id.to_owned());
    let seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (mut table, mut rng) = (games::open(&id, &[], Start::Seed(seed))?, Rng::stream(seed, 1));
    while let Some(seat) = table.turn() {
        let moves = table.legal();
        table.play(seat, &moves[rng.below(moves.len())])?;
    }
    println!("{}", ascii::picture(&table.view(Viewer::Referee)));
    println!("{}", table.record());
    Ok(())
}
