//! The laws of games as numbers, for every game and every combination of option values: every move has one number for
//! ever, and an observation tells what its seat sees and nothing else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;

use agon_rules::games::gambit::Gambit;
use agon_rules::games::primi_composti::{self, PrimiComposti};
use agon_rules::games::tic_tac_toe::TicTacToe;
use agon_rules::games::{self, Visitor};
use agon_rules::{Block, Game, Moves, Path, Rng, Seat, Show, Viewer, observation, options_of};

/// A variant in words: `gambit big-islands=score`.
fn name<G: Show>(game: &G) -> String {
    let options = options_of(game).into_iter().map(|(name, value)| format!(" {name}={value}"));
    std::iter::once(G::ID.to_owned()).chain(options).collect()
}

fn observed<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<f32> {
    // What is not written shows.
    let mut out = vec![f32::NAN; game.blocks().iter().map(Block::size).sum()];
    observation(game, state, seat, &mut out);
    out
}

#[derive(Clone)]
struct Listed;

impl Visitor for Listed {
    type Out = (String, (usize, u64));

    fn visit<G: Show>(self, game: G) -> Self::Out {
        let (actions, name) = (game.actions(), name(&game));
        assert!(!actions.is_empty(), "{name}: no action");
        assert_eq!(actions.iter().collect::<HashSet<_>>().len(), actions.len(), "{name}: an action stands twice");
        assert_eq!(game.actions(), actions, "{name}");
        // FNV-1a, written down here because it must never change either.
        let text = format!("{actions:?}");
        let digest = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        (name, (actions.len(), digest))
    }
}

#[test]
fn the_numbers_of_moves_never_change() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/actions.txt");
    let line = |line: &str| {
        let mut words = line.rsplitn(3, ' ');
        let mut word = || words.next().unwrap_or_else(|| panic!("`{line}` is no line of {path}"));
        let digest = u64::from_str_radix(word(), 16).expect("a digest");
        let count: usize = word().parse().expect("how many actions");
        (word().to_owned(), (count, digest))
    };
    let known: BTreeMap<_, _> = fs::read_to_string(path).unwrap_or_default().lines().map(line).collect();
    let found: BTreeMap<_, _> = games::each(Listed).into_iter().collect();
    for (name, was) in &known {
        let lost =
            "with other numbers everything is lost that was learned by these: list the same moves in the same order";
        assert_eq!(found.get(name), Some(was), "{name}: {lost}");
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        let lines = found.iter().map(|(name, (count, digest))| format!("{name} {count} {digest:016x}\n"));
        fs::write(path, lines.collect::<String>()).expect("the file of actions can be written");
    } else {
        let new: Vec<_> = found.keys().filter(|name| !known.contains_key(*name)).collect();
        assert!(new.is_empty(), "`cargo xtask bless` notes the numbers of these in {path}: {new:?}");
    }
}

/// Plays a random game of each variant and tries the laws at every ply.
#[derive(Clone)]
struct Laws;

impl Visitor for Laws {
    /// how many guesses were compared
    type Out = usize;

    fn visit<G: Show>(self, game: G) -> usize {
        let (actions, blocks) = (game.actions(), game.blocks());
        let number: HashMap<G::Move, usize> = actions.iter().enumerate().map(|(number, m)| (*m, number)).collect();
        blocks_are_named(&game, &blocks);
        let (mut rng, mut moves, mut guesses) = (Rng::new(5), Moves::new(), 0);
        let start = game.deal(&mut rng);
        let (mut path, mut short) = (Path::new(start, 0), Path::new(start, 0));
        for ply in 0.. {
            let (context, state) = (format!("{} ply {ply}", name(&game)), *path.state());
            assert_eq!((short.state(), short.quiet()), (&state, path.quiet()), "{context}: another state is kept");
            assert_eq!((short.draw(), short.repeats()), (path.draw(), path.repeats()), "{context}");
            moves.relist(&game, &state);
            for m in moves.iter() {
                assert!(number.contains_key(m), "{context}: {m:?} has no number");
            }
            // Long games say the same again and again.
            if ply < 40 || ply % 16 == 0 {
                for seat in 0..game.seats() {
                    within_bounds(&blocks, &observed(&game, &state, seat), &context);
                    guesses += nothing_hidden_is_in_it(&game, &state, seat, &mut rng, &context);
                }
            }
            for seat in 0..game.seats() {
                let (score, most) = (game.score(&state, seat), game.highest_score());
                assert!((0..=most).contains(&score), "{context}: seat {seat} scores {score}, and the most is {most}");
            }
            let Some(m) = moves.draw(&mut rng).filter(|_| path.draw().is_none()) else { break };
            path.play(&game, m);
            short.advance(&game, m);
        }
        guesses
    }
}

fn blocks_are_named<G: Show>(game: &G, blocks: &[Block]) {
    let names: HashSet<_> = blocks.iter().map(|block| block.name).collect();
    assert_eq!(names.len(), blocks.len(), "{}: two blocks have one name", name(game));
    assert!(blocks.iter().all(|block| block.size() > 0 && block.low < block.high), "{}: {blocks:?}", name(game));
}

fn within_bounds(blocks: &[Block], observed: &[f32], context: &str) {
    let mut from = 0;
    for block in blocks {
        let numbers = &observed[from..from + block.size()];
        let fits = |number: &f32| (block.low..=block.high).contains(number);
        assert!(numbers.iter().all(fits), "{context}: {} is {numbers:?}", block.name);
        from += block.size();
    }
}

/// An observation is the same for the state, for what the seat sees of it, and for everything the seat takes for possible.
/// So are the moves, if it is to move. Returns how many guesses differed from the truth.
fn nothing_hidden_is_in_it<G: Show>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng, context: &str) -> usize {
    let (viewer, truth) = (Viewer::Seat(seat), observed(game, state, seat));
    let mut blank = *state;
    game.hide(&mut blank, viewer);
    assert_eq!(observed(game, &blank, seat), truth, "{context}: seat {seat}, blanked");
    let mut other = 0;
    for _ in 0..if game.hides(state, viewer) { 8 } else { 1 } {
        let mut guess = *state;
        game.determinize(&mut guess, viewer, rng);
        assert_eq!(observed(game, &guess, seat), truth, "{context}: seat {seat} sees what is hidden from it");
        if game.turn(state) == seat {
            let (one, another) = (&mut Moves::new(), &mut Moves::new());
            assert_eq!(**one.relist(game, state), **another.relist(game, &guess), "{context}: seat {seat}");
        }
        other += usize::from(guess != *state);
    }
    other
}

#[test]
fn every_move_has_a_number_and_observations_tell_nothing_hidden() {
    let guesses: usize = games::each(Laws).into_iter().sum();
    assert!(guesses > 20_000, "only {guesses} guesses differed from the truth");
}

/// The states of a random game.
fn states<G: Game>(game: &G, seed: u64) -> Vec<G::State> {
    let (mut rng, mut moves) = (Rng::new(seed), Moves::new());
    let mut state = game.deal(&mut rng);
    let mut states = vec![state];
    while let Some(m) = game.sample(&state, &mut rng, &mut moves) {
        game.play(&mut state, m);
        states.push(state);
    }
    states
}

#[test]
fn who_sits_where_the_other_sat_sees_the_same() {
    for state in (0..20).flat_map(|seed| states(&TicTacToe::default(), seed)) {
        let mut swapped = state;
        swapped.marks.swap(0, 1);
        swapped.turn ^= 1;
        let game = TicTacToe::default();
        assert_eq!(observed(&game, &state, 0), observed(&game, &swapped, 1), "{state:?}");
    }
    for state in (0..20).flat_map(|seed| states(&Gambit::default(), seed)) {
        let mut swapped = state;
        swapped.pieces.swap(0, 1);
        swapped.turn ^= 1;
        assert_eq!(observed(&Gambit::default(), &state, 0), observed(&Gambit::default(), &swapped, 1), "{state:?}");
    }
}

#[test]
fn players_around_a_table_are_counted_from_the_one_who_looks() {
    let game = PrimiComposti { version: 2, players: 5, ..PrimiComposti::default() };
    for state in (0..4).flat_map(|seed| states(&game, seed)) {
        // Everybody moves one seat on.
        let mut turned: primi_composti::State = state;
        turned.at.iter_mut().filter(|at| (1..6).contains(*at)).for_each(|at| *at = *at % 5 + 1);
        turned.tops[..5].rotate_right(1);
        turned.points[..5].rotate_right(1);
        turned.turn = (state.turn + 1) % 5;
        for seat in 0..5 {
            let [before, after] = [observed(&game, &state, seat), observed(&game, &turned, (seat + 1) % 5)];
            // Only the last block says which seat it is.
            let relative = before.len() - 5;
            assert_eq!(before[..relative], after[..relative], "{state:?}");
            assert_ne!(before[relative..], after[relative..], "{state:?}");
        }
    }
}

#[test]
fn a_card_that_is_not_dealt_with_these_options_is_left_out() {
    let game = PrimiComposti { cards: 2, ..PrimiComposti::default() };
    let state = game.read_state("60,3/2,4 -:-/-:- 0 0,1000000").expect("a position");
    let observed = observed(&game, &state, 0);
    within_bounds(&game.blocks(), &observed, "a strange position");
    assert_eq!(observed[..4], [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn numbers_stand_where_the_documentation_says() {
    let game = Gambit::default();
    let actions = game.actions();
    let text = |number: usize| game.write_move(&game.deal(&mut Rng::new(0)), actions[number]);
    assert_eq!((actions.len(), text(0), text(128)), (129, "a1xc1".to_owned(), "stop".to_owned()));
    let start = observed(&game, &game.deal(&mut Rng::new(0)), 0);
    // The second rank is ours, the third theirs.
    assert_eq!(start[8..16], [1.0; 8]);
    assert_eq!(start[32 + 16..32 + 24], [1.0; 8]);
    assert_eq!(start.iter().sum::<f32>(), 17.0);
    assert_eq!(start[96..], [1.0, 0.0]);
}
