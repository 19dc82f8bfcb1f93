//! The hidden variants of Parity Twist: values and bounds of their starts, as docs/results.md has them.
//!
//! `cargo run --release -p agon-benches --bin equilibria -- draft MEGABYTES`
//! `cargo run --release -p agon-benches --bin equilibria -- draft-against PLAYER GAMES SEED`
//! `cargo run --release -p agon-benches --bin equilibria -- lanier MEGABYTES WITHIN`
//! `cargo run --release -p agon-benches --bin equilibria -- lanier-against PLAYER GAMES SEED [PLAYER…]`
//! `cargo run --release -p agon-benches --bin equilibria -- lanier-opening`
//! `cargo run --release -p agon-benches --bin equilibria -- hidden-master-against PLAYER GAMES SEED`
//! `cargo run --release -p agon-benches --bin equilibria -- hidden-master MEGABYTES LOT LAST`

use std::time::Instant;

use agon_rules::games::parity_twist::{MASTER, Move, ParityTwist, State, Variant};
use agon_rules::{Game, Moves, Path, Rng, Show};
use agon_search::games::parity_twist::{
    DraftValues, Effort, LanierStrategies, Parity, Reduced, draft_starts, hidden_master_bounds,
};
use agon_search::{
    Blind, Control, Equilibrium, EquilibriumRequest, Evaluate, Fraction, Player, Solve, Strategies, minimax,
};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse().ok());
    if args.first().is_some_and(|mode| mode == "draft-against") {
        let player = args.get(1).map_or("expert", String::as_str);
        return draft_against(player, number(2).unwrap_or(100) as u64, number(3).unwrap_or(0) as u64);
    }
    if args.first().is_some_and(|mode| mode == "lanier-against") {
        let others = args.iter().skip(4).map(String::as_str);
        let players: Vec<&str> = args.get(1).map(String::as_str).into_iter().chain(others).collect();
        return lanier_against(&players, number(2).unwrap_or(100) as u64, number(3).unwrap_or(0) as u64);
    }
    if args.first().is_some_and(|mode| mode == "lanier-opening") {
        return lanier_opening();
    }
    if args.first().is_some_and(|mode| mode == "hidden-master-against") {
        let player = args.get(1).map_or("expert", String::as_str);
        return hidden_master_against(player, number(2).unwrap_or(100) as u64, number(3).unwrap_or(0) as u64);
    }
    let variant = match args.first().map(String::as_str) {
        Some("hidden-master") => Variant::HiddenMaster,
        Some("lanier") => Variant::Lanier,
        _ => Variant::Draft,
    };
    let bytes = args.get(1).and_then(|text| text.parse().ok()).unwrap_or(500) * 1_000_000;
    let within = args.get(2).and_then(|text| text.parse().ok()).unwrap_or(0.01);
    let game = ParityTwist { variant };
    let begin = Instant::now();
    let solve = |state: &State| {
        let mut control = Control::free();
        let found = Parity.equilibrium(&game, state, EquilibriumRequest { bytes, within, control: &mut control });
        (found, control.nodes)
    };
    let show = |state: &State, (found, nodes): &(Equilibrium<_>, u64)| {
        let (low, high) = found.value.range();
        println!("{} {:?} {low:+.5} {high:+.5} {:?} {nodes} nodes", game.write_state(state), found.value, found.size);
        for mixed in found.strategy.iter().filter(|mixed| mixed.chance > 0.001 || mixed.exact.is_some()) {
            let text = game.write_move(state, mixed.m);
            println!("  {text} {:.1} % {:+.5} {:?}", 100.0 * mixed.chance, mixed.worth, mixed.exact);
        }
        println!("  {:.1} s", begin.elapsed().as_secs_f64());
    };
    let deal = game.deal(&mut Rng::new(0));
    if variant == Variant::HiddenMaster {
        let effort = Effort { lot: number(2).unwrap_or(2), last: number(3).unwrap_or(0) };
        let mut control = Control::free();
        let (low, high) = hidden_master_bounds(&game, &deal, effort, bytes, &mut control).expect("nothing stops it");
        let seconds = begin.elapsed().as_secs_f64();
        return println!("{effort:?}: between {low:+.5} and {high:+.5}, {} nodes, {seconds:.1} s", control.nodes);
    }
    if variant != Variant::Draft {
        return show(&deal, &solve(&deal));
    }
    let mut control = Control::free();
    let (starts, positions) = draft_starts(bytes, &mut control).expect("nothing stops it");
    let mut sum = 0;
    for (market, value) in starts {
        let market: Vec<String> = (1..=10).filter(|n| market >> n & 1 == 1).map(|n| n.to_string()).collect();
        println!("{} {value} {:+.5}", market.join(","), value.to_f64());
        sum += value.numerator * (5040 / value.denominator);
    }
    println!("mean over all 120 markets: {} = {:+.6}", Fraction::new(sum, 120 * 5040), sum as f64 / (120.0 * 5040.0));
    println!("{positions} positions, {} nodes, {:.1} s", control.nodes, begin.elapsed().as_secs_f64());
}

/// Prints how many points a game a player loses to exact play, which is a lower bound of its exploitability: an opponent
/// who knew how it plays could win more.
fn draft_against(player: &str, games: u64, seed: u64) {
    let game = ParityTwist { variant: Variant::Draft };
    let mut values = DraftValues::new(100_000_000);
    let mut player = Player::new(player, &game, &Parity).expect("a player of this game");
    let mut losses = Vec::new();
    for round in 0..games {
        let seat = (round % 2) as usize;
        let mut path = Path::new(game.deal(&mut Rng::stream(seed, round / 2)), 0);
        let (mut loss, mut ply) = (0.0, 0);
        loop {
            let state = *path.state();
            let moves = values.of_moves(&game, &state);
            let worth = |value: Fraction| if game.turn(&state) == 0 { value.to_f64() } else { -value.to_f64() };
            let best = moves.iter().copied().max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)));
            let Some((mut m, most)) = best else { break };
            if game.turn(&state) == seat {
                let pick = player.choose(&game, &path, seed + round, ply, &|| false).expect("it can play");
                m = pick.expect("the game is not over").m;
                let (_, value) = moves.iter().find(|(other, _)| *other == m).expect("a legal move");
                loss += worth(most) - worth(*value);
            }
            path.play(&game, m);
            ply += 1;
        }
        losses.push(loss);
    }
    report(&losses);
}

/// Strategies of both seats, to play against.
trait Opponent {
    /// How likely each move is at the end of a path; none where both seats know everything.
    fn chances(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>>;
    /// What each move is worth to the seat to move, if it goes on with the best reply.
    fn replies(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>>;
}

/// The equilibrium of lanier's start.
struct FromTheStart(LanierStrategies);

impl Opponent for FromTheStart {
    fn chances(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>> {
        self.0.chances(&lanier_line(path), path.state())
    }

    fn replies(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>> {
        self.0.replies(&lanier_line(path), path.state())
    }
}

/// The equilibrium of a late position of hidden-master, which stands at some ply of the path.
struct FromPly<'a>(&'a ParityTwist, Strategies<ParityTwist>, usize);

impl FromPly<'_> {
    fn with_moves(&self, path: &Path<State>, numbers: Vec<f64>) -> Vec<(Move, f64)> {
        Moves::new().relist(self.0, path.state()).iter().copied().zip(numbers).collect()
    }
}

impl Opponent for FromPly<'_> {
    fn chances(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>> {
        Some(self.with_moves(path, self.1.chances(self.0, path, self.2)?))
    }

    fn replies(&mut self, path: &Path<State>) -> Option<Vec<(Move, f64)>> {
        Some(self.with_moves(path, self.1.replies(self.0, path, self.2)?))
    }
}

/// Plays a game to its end, a player on one seat and strategies on the other. Returns what each decision of the player is
/// worth less than the best reply, by ply.
fn play_on(
    game: &ParityTwist,
    path: &mut Path<State>,
    (player, seat, seed): (&mut Player<ParityTwist>, usize, u64),
    opponent: &mut impl Opponent,
) -> Vec<(usize, f64)> {
    let (mut rng, mut losses) = (Rng::stream(!seed, 0), Vec::new());
    while !Moves::new().relist(game, path.state()).is_empty() {
        let ply = (0..).take_while(|ply| path.at(*ply).is_some()).count() - 1;
        let m = if game.turn(path.state()) == seat {
            let pick = player.choose(game, path, seed, ply as u64, &|| false).expect("it can play");
            let m = pick.expect("the game is not over").m;
            let worths = opponent.replies(path).unwrap_or_else(|| known(game, path));
            let most = worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
            losses.push((ply, most - worth_of(game, path.state(), m, &worths)));
            m
        } else {
            opponent.chances(path).map_or_else(|| best(&known(game, path)), |chances| drawn(&chances, &mut rng))
        };
        path.play(game, m);
    }
    losses
}

/// Prints how many points a game players lose to the equilibrium of lanier's start: what each of their moves is worth less than
/// the best reply to the other seat's strategy, added up. The best reply itself wins no more than the strategies are
/// exploitable.
fn lanier_against(players: &[&str], games: u64, seed: u64) {
    let game = ParityTwist { variant: Variant::Lanier };
    let mut control = Control::free();
    let request = EquilibriumRequest { bytes: 1_000_000_000, within: 0.01, control: &mut control };
    let found = LanierStrategies::new(&game, &game.deal(&mut Rng::new(0)), request).expect("it fits");
    println!("equilibrium between {:+.4} and {:+.4}", found.value.0, found.value.1);
    let mut opponent = FromTheStart(found);
    for name in players {
        let mut player = Player::new(name, &game, &Parity).expect("a player of this game");
        let mut all = Vec::new();
        for round in 0..games {
            let mut path = Path::new(game.deal(&mut Rng::stream(seed, round / 2)), 0);
            let player = (&mut player, (round % 2) as usize, seed + round);
            all.push(play_on(&game, &mut path, player, &mut opponent));
        }
        print!("{name} ");
        report_by_ply(&all);
    }
}

/// Writes what the equilibrium of lanier's start plays first, without moves that it makes less than one time in a hundred; and
/// on the error output what that loses on average, compared with the best reply.
fn lanier_opening() {
    let game = ParityTwist { variant: Variant::Lanier };
    let start = game.deal(&mut Rng::new(0));
    let mut control = Control::free();
    let request = EquilibriumRequest { bytes: 1_000_000_000, within: 0.01, control: &mut control };
    let mut found = LanierStrategies::new(&game, &start, request).expect("it fits");
    let mut lost = Vec::new();
    for hand in (0..1 << 10_u16).filter(|hand: &u16| hand.count_ones() == 3) {
        let numbers = || (0..10).filter(move |n| hand >> n & 1 == 1);
        if numbers().map(|n| 9 - n).collect::<Vec<u16>>() < numbers().rev().collect() {
            continue;
        }
        let state = State { hands: [hand, 0], ..start };
        let played = found.chances(&[], &state).expect("a deck");
        let played: Vec<(Move, f64)> = played.into_iter().filter(|(_, chance)| *chance >= 0.01).collect();
        let worths = found.replies(&[], &state).expect("a deck");
        let (all, most) =
            (played.iter().map(|(_, chance)| chance).sum::<f64>(), worths.iter().map(|(_, worth)| *worth));
        let mean = played.iter().map(|(m, chance)| chance / all * worth_of(&game, &state, *m, &worths)).sum::<f64>();
        lost.push(most.fold(f64::NEG_INFINITY, f64::max) - mean);
        let moves = played.iter().map(|(m, chance)| format!("{} {:.0}", game.write_move(&state, *m), 100.0 * chance));
        let hand: Vec<String> = numbers().map(|n| n.to_string()).collect();
        println!("{} {}", hand.join(","), moves.collect::<Vec<String>>().join(" "));
    }
    eprintln!("loses {:.5} on average over {} hands", lost.iter().sum::<f64>() / lost.len() as f64, lost.len());
}

/// The same in hidden-master, from the first positions on that have a known equilibrium, after random placements outside the
/// Master Key: players lay it earlier by themselves.
fn hidden_master_against(name: &str, games: u64, seed: u64) {
    let game = ParityTwist { variant: Variant::HiddenMaster };
    let mut player = Player::new(name, &game, &Parity).expect("a player of this game");
    let (mut all, mut widest) = (Vec::new(), 0.0_f64);
    for round in 0..games {
        let (mut path, mut rng) = (Path::new(game.deal(&mut Rng::new(0)), 0), Rng::stream(seed, round / 2));
        let mut ply = 0;
        while Parity.no_equilibrium(&game, &path).is_some() {
            let open = |m: &Move| matches!(m, Move::Place(cell, _) if usize::from(*cell) != MASTER);
            let moves: Vec<Move> = Moves::new().relist(&game, path.state()).iter().copied().filter(open).collect();
            path.play(&game, moves[rng.below(moves.len())]);
            ply += 1;
        }
        let mut control = Control::free();
        let request = EquilibriumRequest { bytes: 32_000_000, within: 0.005, control: &mut control };
        let is_known = |s: &State| Parity.is_known(&game, s);
        let found = Strategies::new(&game, &Reduced, path.state(), &is_known, request).expect("it fits");
        widest = widest.max(found.value.1 - found.value.0);
        let player = (&mut player, (round % 2) as usize, seed + round);
        all.push(play_on(&game, &mut path, player, &mut FromPly(&game, found, ply)));
    }
    println!("equilibria exploitable by at most {widest:.4}");
    print!("{name} ");
    report_by_ply(&all);
}

fn report_by_ply(games: &[Vec<(usize, f64)>]) {
    let of = |game: &Vec<(usize, f64)>| game.iter().map(|(_, loss)| loss).sum();
    report(&games.iter().map(of).collect::<Vec<f64>>());
    for ply in 0..11 {
        let losses: Vec<f64> =
            games.iter().flatten().filter(|(other, _)| *other == ply).map(|(_, loss)| *loss).collect();
        if !losses.is_empty() {
            println!(
                "  at ply {ply}: {:.4} in each of {}",
                losses.iter().sum::<f64>() / losses.len() as f64,
                losses.len()
            );
        }
    }
}

/// The cells and numbers of a game of lanier.
fn lanier_line(path: &Path<State>) -> Vec<(u8, u8)> {
    let states: Vec<&State> = (0..).map_while(|ply| path.at(ply)).map(|(state, _)| state).collect();
    let placed = states.windows(2).map(|pair| {
        let cell = (pair[0].empty & !pair[1].empty).trailing_zeros();
        (cell as u8, pair[1].cells[cell as usize])
    });
    placed.collect()
}

/// What each move is worth to the seat to move once everything is known.
fn known(game: &ParityTwist, path: &Path<State>) -> Vec<(Move, f64)> {
    let (mut moves, sign) = (Moves::new(), if game.turn(path.state()) == 0 { 1.0 } else { -1.0 });
    let worth = |m: &Move| {
        let mut after = path.clone();
        after.play(game, *m);
        (*m, sign * f64::from(minimax(game, &Blind, &mut after, 10) / <Blind as Evaluate<ParityTwist>>::UNIT))
    };
    moves.relist(game, path.state()).iter().map(worth).collect()
}

/// The worth of a move, or of one into a row that is filled alike.
fn worth_of(game: &ParityTwist, state: &State, m: Move, worths: &[(Move, f64)]) -> f64 {
    let after = |m: Move| {
        let mut after = *state;
        game.play(&mut after, m);
        let mut rows: Vec<&[u8]> = after.cells[..9].chunks(3).collect();
        rows.sort_unstable();
        (rows.concat(), after.cells[9])
    };
    // Refused attempts leave the same board, and are not worth the same.
    let same = worths.iter().find(|(other, _)| *other == m);
    same.or_else(|| worths.iter().find(|(other, _)| after(*other) == after(m))).expect("a legal move").1
}

fn best(moves: &[(Move, f64)]) -> Move {
    moves.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a }).expect("there are moves").0
}

fn drawn(moves: &[(Move, f64)], rng: &mut Rng) -> Move {
    const PARTS: usize = 1_000_000;
    let mut lot = rng.below(PARTS) as f64 / PARTS as f64;
    let drawn = moves.iter().find(|(_, chance)| {
        lot -= chance;
        lot < 0.0
    });
    drawn.map_or_else(|| best(moves), |(m, _)| *m)
}

fn report(losses: &[f64]) {
    let games = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / games;
    let spread = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (games - 1.0);
    println!("loses {mean:.4} points a game, ±{:.4} (95 %), in {games} games", 1.96 * (spread / games).sqrt());
}
