//! Forced wins of several plies are found, proved and played out, in the games where play can go in circles.

use agon_rules::{Game, Match, Moves, Path, Show, Start};
use agon_search::{AlphaBeta, Control, Guide, Request, TranspositionTable, Want, guides};

/// A position, who wins it, and in how many plies.
struct Forced<'a> {
    position: &'a str,
    winner: usize,
    plies: usize,
}

/// Whether a seat can force a win within a number of plies, by brute force.
fn forces<G: Game>(game: &G, s: &G::State, seat: usize, plies: usize) -> bool {
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    if moves.is_empty() || plies == 0 {
        return moves.is_empty() && game.score(s, seat) > game.score(s, 1 - seat);
    }
    let mut after = moves.iter().map(|&m| {
        let mut after = *s;
        game.play(&mut after, m);
        after
    });
    if game.turn(s) == seat {
        after.any(|next| forces(game, &next, seat, plies - 1))
    } else {
        after.all(|next| forces(game, &next, seat, plies - 1))
    }
}

impl guides::Guided for &Forced<'_> {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        let table = Match::new(game.clone(), Start::Position(self.position.to_owned())).expect("a position");
        let (path, context) = (table.path(), self.position);
        let value = if self.winner == 0 { 1 } else { -1 };

        // Brute force can follow the shorter ones.
        if self.plies <= 5 {
            assert!(forces(&game, path.state(), self.winner, self.plies), "{context}: no win");
        }
        assert!(
            !forces(&game, path.state(), self.winner, self.plies.min(6).saturating_sub(2)),
            "{context}: a shorter win"
        );

        let mut control = Control::new(2_000_000, &|| false);
        let mut transpositions = TranspositionTable::new(1 << 22);
        let mut search = AlphaBeta::new(&game, &guide, path, &mut transpositions);
        let best = search.deepen(50, &mut control, &mut |_| {}).expect("there are moves");
        assert_eq!((best.score.value, best.score.exact), (value * E::MOST, true), "{context}");
        assert_eq!(best.depth, self.plies as i32, "{context}");

        let mut control = Control::new(2_000_000, &|| false);
        let solution = guide.solve(&game, path, Request::new(Want::EveryMove, 1 << 22, &mut control));
        assert_eq!(solution.value.proved(), Some(value), "{context}");
        assert_eq!(solution.pv.len(), self.plies, "{context}: {:?}", solution.pv);
        let mut end: Path<G::State> = path.clone();
        solution.pv.iter().for_each(|m| end.play(&game, *m));
        assert_eq!(game.score(end.state(), self.winner), 1, "{context}: the principal variation does not win");
        // What is said of the other moves holds too: one that is proved to lose loses.
        for (m, said) in solution.moves.iter().filter_map(|(m, said)| Some((m, said.proved()?))) {
            let mut after = *path.state();
            game.play(&mut after, *m);
            let winner = if said > 0 { 0 } else { 1 };
            assert!(said != 0 && (self.plies > 5 || forces(&game, &after, winner, 4)), "{context}: {m:?}");
        }
    }
}

fn check(id: &str, position: &str, winner: usize, plies: usize) {
    guides::with(id, &[], &Forced { position, winner, plies }).expect("a game");
}

#[test]
fn infiltration_is_won_by_force() {
    check("infiltration", "8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m 0", 0, 1);
    check("infiltration", "1X1o4/6x1/2xoo1x1/1x1o1o2/3o2x1/3x2x1/4oo2/8 1 0,0,0,0 m 0", 1, 5);
    check("infiltration", "1o1o4/2x3x1/2x2X2/x2o4/1X3oo1/8/3x1O2/3O1x2 1 0,0,0,1 m 2", 1, 5);
    check("infiltration", "2XXO3/1oX1oX2/3o1o2/x2x4/3x4/3x4/1ooO4/8 0 0,0,0,0 m 0", 0, 7);
    check("infiltration", "1oX2o2/2ox4/1xx2o2/2x1o3/1o2x3/3x4/3O4/1O1x4 0 0,0,0,0 m 0", 0, 7);
}

#[test]
fn infiltration_is_lost_by_force() {
    check("infiltration", "2XXO3/1oX1oX2/5o2/x2x4/1o1x4/3x4/1ooO4/8 1 0,0,0,0 m 1", 0, 4);
}

#[test]
fn quadratic_war_is_won_by_force() {
    check("quadratic-war", "1q-16/1l+36/8/8/1Q+26/8/8/8/C-17 0 0", 0, 1);
    check("quadratic-war", "8/3Q-34/7l-4/8/8/1C-35L+4/C-43c-13/L-43L-23/8 0 2", 0, 5);
    check("quadratic-war", "1l+31q-14/5l-21l-4/l+41l+24c-4/c+47/q+27/8/1Q-46/7L+4/8 1 0", 1, 5);
    check("quadratic-war", "2l+45/8/8/c+47/8/C-47/8/L-47/4Q+13 0 0", 0, 7);
}

#[test]
fn quadratic_war_is_lost_by_force() {
    check("quadratic-war", "3l+44/8/8/8/Q+17/C-47/8/L-47/8 1 0", 0, 4);
}
