//! Random playouts beside the crate `board-game`: `cargo bench -p agon-benches --bench playouts`.

use agon_benches::connect_four::ConnectFour;
use agon_benches::{Contender, race};
use agon_rules::games::tic_tac_toe::TicTacToe;
use agon_rules::{Game, Rng, walk};
use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use rand::SeedableRng;
use rand::rngs::SmallRng;

const BATCH: u64 = 1000;

fn main() {
    compare("Random tic-tac-toe playouts", TicTacToe::default(), TTTBoard::default());
    compare("Random Connect Four playouts", ConnectFour, Connect4::default());
}

fn compare<G: Game, B: Board>(title: &str, game: G, empty: B) {
    let start = game.deal(&mut Rng::new(0));
    let mut rng = Rng::new(1);
    let mut player = walk::Player::new(game);
    let ours = move || {
        for _ in 0..BATCH {
            std::hint::black_box(player.playout(start, &mut rng));
        }
        BATCH
    };

    let mut rng = SmallRng::seed_from_u64(1);
    let theirs = move || {
        for _ in 0..BATCH {
            let mut board = empty.clone();
            while let Ok(m) = board.random_available_move(&mut rng) {
                board.play(m).expect("an available move");
            }
            std::hint::black_box(board);
        }
        BATCH
    };

    race(title, "playouts", vec![Contender::new("agon", ours), Contender::new("board-game 0.8.2", theirs)]);
}
