//! What a game that is over is worth to each seat.

use agon_lab::play::SEATS;
use agon_rules::{Game, Moves, Seat, Show};

/// How the result of a game becomes numbers. Either way they add up to zero where two or more play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Payoff {
    /// Who loses pays 1, and the winners share that: 1 and -1 between two seats, 0 for both in a draw.
    #[default]
    Outcome,
    /// The own score less the mean of the others': between two seats the difference that solvers state.
    Margin,
}

/// What a game is worth to each seat.
pub type Returns = [f64; SEATS];

impl Payoff {
    /// The least and the most that a seat can get.
    pub fn bounds<G: Game>(self, game: &G) -> (f64, f64) {
        let (seats, most) = (game.seats() as f64, f64::from(game.highest_score()));
        match self {
            _ if game.seats() == 1 => (0.0, most),
            Payoff::Outcome => (-1.0, seats - 1.0),
            Payoff::Margin => (-most, most),
        }
    }

    /// The returns of a game that is over, by its rules or by a draw of its path.
    pub fn returns<G: Show>(self, game: &G, state: &G::State, scratch: &mut Moves<G::Move>) -> Returns {
        // As the lab counts: a draw of the path has no scores unless they are points.
        let drawn = !game.over(state, scratch);
        let mut scores = [0; SEATS];
        if G::POINTS || !drawn {
            (0..game.seats()).for_each(|seat| scores[seat] = game.score(state, seat));
        }
        self.of_scores(&scores[..game.seats()], drawn)
    }

    /// The returns of these scores; a game that its path has drawn is won by nobody.
    pub fn of_scores(self, scores: &[i32], drawn: bool) -> Returns {
        let (mut returns, seats) = ([0.0; SEATS], scores.len());
        if let [score] = scores {
            returns[0] = f64::from(*score);
            return returns;
        }
        match self {
            Payoff::Outcome if drawn => {}
            Payoff::Outcome => {
                let best = scores.iter().max().copied();
                let winners = scores.iter().filter(|score| Some(**score) == best).count();
                let share = (seats - winners) as f64 / winners as f64;
                let of = |seat: Seat| if Some(scores[seat]) == best { share } else { -1.0 };
                (0..seats).for_each(|seat| returns[seat] = of(seat));
            }
            Payoff::Margin => {
                let all: i32 = scores.iter().sum();
                let others = |own: i32| f64::from(all - own) / (seats - 1) as f64;
                scores.iter().zip(&mut returns).for_each(|(own, out)| *out = f64::from(*own) - others(*own));
            }
        }
        returns
    }
}
