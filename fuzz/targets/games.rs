//! Games as text and as JSON lines: read or refused, and what is read and passes the rules is written as it was read.
#![cfg_attr(fuzzing, no_main)]

use agon_lab::played::lines;
use agon_lab::played::text::{self, Games};

agon_fuzz::target!(|source: &str| {
    for game in Games::new(source).map_while(Result::ok).take(4) {
        let mut game = game.1;
        if game.record.moves.len() > 200 || game.check().is_err() {
            continue;
        }
        let written = text::write(&game);
        let mut again = Games::new(&written).next().expect("a game").expect("it was written").1;
        again.check().expect("it was checked");
        assert_eq!(again, game);
    }
    if let Ok(mut game) = lines::read(source)
        && game.record.moves.len() <= 200
        && game.check().is_ok()
    {
        let mut again = lines::read(&lines::write(&game)).expect("it was written");
        again.check().expect("it was checked");
        assert_eq!(again, game);
    }
});
