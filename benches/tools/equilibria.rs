//! The hidden variants of Parity Twist: values and bounds of their starts, as docs/results.md has them.
//!
//! `cargo run --release -p agon-benches --bin equilibria -- draft MEGABYTES`
//! `cargo run --release -p agon-benches --bin equilibria -- draft-against PLAYER GAMES SEED`
//! `cargo run --release -p agon-benches --bin equilibria -- lanier MEGABYTES WITHIN`
//! `cargo run --release -p agon-benches --bin equilibria -- hidden-master MEGABYTES LOT LAST`

use std::time::Instant;

use agon_rules::games::parity_twist::{ParityTwist, State, Variant};
use agon_rules::{Game, Path, Rng, Show};
use agon_search::games::parity_twist::{DraftValues, Effort, Parity, draft_starts, hidden_master_bounds};
use agon_search::{Control, Equilibrium, EquilibriumRequest, Fraction, Player, Solve};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse().ok());
    if args.first().is_some_and(|mode| mode == "draft-against") {
        let player = args.get(1).map_or("expert", String::as_str);
        return draft_against(player, number(2).unwrap_or(100) as u64, number(3).unwrap_or(0) as u64);
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
    let mean = losses.iter().sum::<f64>() / games as f64;
    let spread = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (games as f64 - 1.0);
    println!("loses {mean:.4} points a game, ±{:.4} (95 %), in {games} games", 1.96 * (spread / games as f64).sqrt());
}
