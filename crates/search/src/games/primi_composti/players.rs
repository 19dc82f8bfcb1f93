//! Primi Composti's policies (section 10 of the rules page) and levels.

use std::cmp::Reverse;

use agon_rules::games::primi_composti::{Move, PrimiComposti};
use agon_rules::{Game, Rng, text};

use super::Cards;
use super::many::{Greedy, foresee};
use crate::alphabeta::{Rated, best_indices};
use crate::play::normal;
use crate::{AlphaBeta, Pick, Policy, Roster, Skill, TranspositionTable, Turn, Worth, expert, skilled, thinker};

/// Bytes of the transposition table: the searches are short, and a small table is fast.
const TABLE: usize = 1 << 20;

impl Roster<PrimiComposti> for Cards {
    fn players(&self, game: &PrimiComposti) -> Vec<Policy<PrimiComposti>> {
        players(game)
    }

    fn graders(&self) -> [&'static str; 3] {
        ["greedy_rand", "minimax_4", "minimax_5"]
    }
}

/// The policies of the study, and the levels made of them.
fn players(game: &PrimiComposti) -> Vec<Policy<PrimiComposti>> {
    let pair = game.seats() == 2;
    let mut players = if pair {
        let [easy, medium, hard] = skills(game.version);
        vec![
            skilled("easy", "looks at its own card only, and misjudges it", &Cards, easy),
            skilled("medium", "looks two cards ahead, and misjudges what it sees there", &Cards, medium),
            skilled("hard", "looks four cards ahead, and misjudges little", &Cards, hard),
            expert(&Cards, 1_000_000),
        ]
    } else {
        vec![
            guesses("easy", "takes what seems to score most, and misjudges it", 3000),
            guesses("medium", "takes what scores most, and misjudges little", 1000),
            foresees("hard", "plays some possible games to the end", if game.version == 1 { 150 } else { 300 }),
            explores(game),
        ]
    };
    players.extend([
        simple("asc", "the lowest card", Tie::Low, false),
        simple("desc", "the highest card", Tie::High, false),
        simple("rand", "the first card of a random ranking", Tie::Rank, false),
        simple("greedy_asc", "the lowest of the cards that score most at once", Tie::Low, true),
        simple("greedy_desc", "the highest of the cards that score most at once", Tie::High, true),
        simple("greedy_rand", "the first in a random ranking of the cards that score most at once", Tie::Rank, true),
    ]);
    let far = [("minimax_2", 2), ("minimax_3", 3), ("minimax_4", 4), ("minimax_5", 5), ("minimax_6", 6)];
    players.extend(far.map(|(name, depth)| {
        let what = "looks as many plies ahead as its name says";
        let why = || text!("the other hands are hidden and there is more than one opponent");
        if pair { looks(name, what, depth) } else { Policy::never(name, what, why()) }
    }));
    players
}

/// The skill of `easy`, `medium` and `hard` for two, measured in both versions (docs/results.md, Levels).
fn skills(version: u8) -> [Skill; 3] {
    [Skill::new(1, 1500), Skill::new(2, if version == 1 { 1000 } else { 1200 }), Skill::new(4, 500)]
}

/// Takes the card that seems to score most at once, misjudging each by a standard deviation of this many thousandths of a
/// point.
fn guesses(name: &'static str, what: &'static str, noise: i64) -> Policy<PrimiComposti> {
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        let (game, state) = (turn.game, turn.state());
        let seem: Vec<i64> = turn
            .moves
            .iter()
            .map(|m| i64::from(game.gain(state, *m)) * 1000 + normal(&mut turn.rng) * noise / 1000)
            .collect();
        let at = (0..seem.len()).max_by_key(|&at| seem[at]).expect("there are moves");
        Pick::plain(turn.moves[at])
    })
}

/// Plays this many possible games to the end.
fn foresees(name: &'static str, what: &'static str, games: u64) -> Policy<PrimiComposti> {
    let mut greedy = None;
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        foresee(turn, greedy.get_or_insert_with(|| Greedy::new(turn.game)), games)
    })
}

/// The strongest level for three and more. How many games it plays depends on how long they take (docs/performance.md, How
/// long `expert` thinks).
///
/// Greedy opponents are a good guess of weak players only: in version 1 a search that takes nobody for greedy, with
/// uniform playouts, wins more against its like (docs/results.md, Levels). In version 2 that was not told apart, and it
/// takes many times as long.
fn explores(game: &PrimiComposti) -> Policy<PrimiComposti> {
    let what = "plays many possible games to the end";
    let of = |most: [u64; 4]| most[game.seats().clamp(3, 6) - 3];
    match game.version {
        // A tenth of the nodes are playouts.
        1 => thinker("expert", what, &Cards, 10 * of([150_000, 120_000, 100_000, 80_000])),
        _ => foresees("expert", what, of([40_000, 24_000, 14_000, 6_000])),
    }
}

/// Which of equal cards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    Low,
    High,
    Rank,
}

/// A policy that looks no further than its own card.
fn simple(name: &'static str, what: &'static str, tie: Tie, greedy: bool) -> Policy<PrimiComposti> {
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        let (game, state, seed) = (turn.game, turn.state(), turn.seed);
        let chance = if tie == Tie::Rank { turn.rng.bits() } else { 0 };
        let place = |m: &Move| match tie {
            Tie::Low => Reverse((u64::from(m.card), order(m.steals))),
            Tie::High => Reverse((u64::MAX - u64::from(m.card), u64::MAX - order(m.steals))),
            // One card first, then one of its ways at random.
            Tie::Rank => Reverse((rank(seed, m.card), Rng::derive(chance, order(m.steals)))),
        };
        let best = turn.moves.iter().max_by_key(|m| (if greedy { game.gain(state, **m) } else { 0 }, place(m)));
        Pick::plain(*best.expect("there are moves"))
    })
}

/// The rank of a card in the player's ranking of all cards, which is the same for the whole game. The lowest is first.
fn rank(seed: u64, card: u8) -> u64 {
    Rng::derive(seed, u64::MAX - u64::from(card))
}

/// Stolen sets in numerical order: compared as lists of numbers.
fn order([low, high]: [u8; 2]) -> u64 {
    // A single card stands second, after a 0.
    if low == 0 { u64::from(high) << 8 } else { u64::from(low) << 8 | u64::from(high) }
}

/// Looks exactly `depth` plies ahead. Of equal cards it plays the first in its ranking, of equal ways to play it any.
fn looks(name: &'static str, what: &'static str, depth: i32) -> Policy<PrimiComposti> {
    let mut table = TranspositionTable::new(TABLE);
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        let mut control = turn.control(u64::MAX);
        let mut search = AlphaBeta::new(turn.game, &Cards, turn.path, &mut table).strict();
        let values = search.rate(turn.moves, depth, Rated::BestMoves, &mut control);
        let ties = best_indices(&values, turn.seat());
        let chance = turn.rng.bits();
        let place = |at: &&usize| {
            let m = turn.moves[**at];
            (rank(turn.seed, m.card), Rng::derive(chance, order(m.steals)))
        };
        let at = *ties.iter().min_by_key(place).expect("there are moves");
        Pick { m: turn.moves[at], worth: Worth::Points(values[at].into()), nodes: control.nodes }
    })
}
