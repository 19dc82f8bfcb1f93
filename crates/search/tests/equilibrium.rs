//! Equilibria: known values of small games, and late positions of Parity Twist's hidden variants by two ways each.

use agon_rules::games::parity_twist::{Move, NONE, ParityTwist, State, Variant};
use agon_rules::{Chance, Game, Moves, Path, Rng, Seat, Show, Viewer};
use agon_search::games::parity_twist::{DraftValues, Effort, LanierStrategies, Parity, Reduced, hidden_master_bounds};
use agon_search::script::worlds;
use agon_search::{
    Blind, Control, Equilibrium, EquilibriumRequest, Evaluate, Fraction, MixedValue, Player, Solve, Strategies, Worth,
    equilibrium_by_cfr, minimax, strong_solution,
};

const WITHIN: f64 = 0.002;
const BYTES: usize = 200_000_000;
const UNIT: i32 = <Blind as Evaluate<ParityTwist>>::UNIT;

/// Both seats choose one of two numbers without seeing the other's choice; what seat 0 wins, or seat 1 if below zero.
#[derive(Clone, Default)]
struct Matrix([[i32; 2]; 2]);

/// The choices so far; 9 is a choice that is not seen.
type Choices = [Option<u8>; 2];

impl Game for Matrix {
    type State = Choices;
    type Move = u8;

    fn deal(&self, _chance: &mut impl Chance) -> Choices {
        [None; 2]
    }
    fn turn(&self, s: &Choices) -> Seat {
        usize::from(s[0].is_some())
    }
    fn moves(&self, s: &Choices, out: &mut Moves<u8>) {
        if s[1].is_none() {
            (0..2).for_each(|choice| out.push(choice));
        }
    }
    fn play(&self, s: &mut Choices, choice: u8) {
        s[self.turn(s)] = Some(choice);
    }
    fn score(&self, s: &Choices, seat: Seat) -> i32 {
        match s {
            [Some(row), Some(column)] => {
                let won = self.0[usize::from(*row)][usize::from(*column)];
                if seat == 0 { won.max(0) } else { (-won).max(0) }
            }
            _ => 0,
        }
    }
    fn hides(&self, s: &Choices, viewer: Viewer) -> bool {
        s[0].is_some() && s[1].is_none() && !viewer.sees(0)
    }
    fn will_hide(&self, s: &Choices) -> bool {
        s[1].is_none()
    }
    fn hide(&self, s: &mut Choices, viewer: Viewer) {
        if self.hides(s, viewer) {
            s[0] = Some(9);
        }
    }
    fn hide_move(&self, now: &Choices, choice: u8) -> u8 {
        if now[0] == Some(9) { 9 } else { choice }
    }
    fn determinize(&self, s: &mut Choices, viewer: Viewer, chance: &mut impl Chance) {
        if self.hides(s, viewer) {
            s[0] = Some(chance.below(2) as u8);
        }
    }
    fn highest_score(&self) -> i32 {
        9
    }
}

/// Kuhn's poker: one card of three each, one bet of one chip; who has the higher card wins if nobody folds.
#[derive(Clone, Default)]
struct Kuhn;

/// The cards, and whether each decision so far was a bet (or a call).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Poker {
    cards: [u8; 2],
    said: [Option<bool>; 3],
}

impl Game for Kuhn {
    type State = Poker;
    type Move = bool;

    fn deal(&self, chance: &mut impl Chance) -> Poker {
        let first = chance.below(3);
        let second = (first + 1 + chance.below(2)) % 3;
        Poker { cards: [first as u8, second as u8], said: [None; 3] }
    }
    fn turn(&self, s: &Poker) -> Seat {
        s.said.iter().flatten().count() % 2
    }
    fn moves(&self, s: &Poker, out: &mut Moves<bool>) {
        match s.said {
            [None, ..] | [_, None, _] | [Some(false), Some(true), None] => {
                [false, true].into_iter().for_each(|m| out.push(m));
            }
            _ => {}
        }
    }
    fn play(&self, s: &mut Poker, bet: bool) {
        let at = s.said.iter().flatten().count();
        s.said[at] = Some(bet);
    }
    fn score(&self, s: &Poker, seat: Seat) -> i32 {
        let (winner, chips) = match s.said {
            [Some(true), Some(false), _] => (0, 1),
            [Some(false), Some(true), Some(false)] => (1, 1),
            [Some(first), Some(_), _] => {
                (usize::from(s.cards[1] > s.cards[0]), if first || s.said[2].is_some() { 2 } else { 1 })
            }
            _ => return 0,
        };
        if seat == winner { chips } else { 0 }
    }
    fn hides(&self, s: &Poker, viewer: Viewer) -> bool {
        let mut moves = Moves::new();
        viewer != Viewer::Referee && !moves.relist(self, s).is_empty()
    }
    fn hide(&self, s: &mut Poker, viewer: Viewer) {
        if self.hides(s, viewer) {
            (0..2).filter(|seat| !viewer.sees(*seat)).for_each(|seat| s.cards[seat] = 9);
        }
    }
    fn determinize(&self, s: &mut Poker, viewer: Viewer, chance: &mut impl Chance) {
        let own = (0..2).find(|seat| viewer.sees(*seat));
        match own.filter(|_| self.hides(s, viewer)) {
            Some(own) => s.cards[1 - own] = (s.cards[own] + 1 + chance.below(2) as u8) % 3,
            None => s.cards = self.deal(chance).cards,
        }
    }
    fn highest_score(&self) -> i32 {
        2
    }
}

/// The equilibrium by CFR+ on the plain tree.
fn by_cfr<G: Game, E: Solve<G>>(game: &G, guide: &E, state: &G::State) -> Equilibrium<G::Move> {
    let request = EquilibriumRequest { bytes: BYTES, within: WITHIN, control: &mut Control::free() };
    let found = equilibrium_by_cfr(game, guide, state, &|state| guide.is_known(game, state), request);
    assert!(matches!(found.value, MixedValue::Near(..)), "{:?}", found.value);
    assert!(found.value.exploitability() <= Some(WITHIN), "{:?}", found.value);
    let chances: f64 = found.strategy.iter().map(|mixed| mixed.chance).sum();
    assert!((chances - 1.0).abs() < 1e-9, "{chances}");
    found
}

fn parity(variant: Variant, position: &str) -> (ParityTwist, State) {
    let game = ParityTwist { variant };
    let state = game.read_state(position).expect("a position");
    (game, state)
}

/// The equilibrium by the solver of the variant.
fn solved(game: &ParityTwist, state: &State, bytes: usize) -> Equilibrium<Move> {
    Parity.equilibrium(game, state, EquilibriumRequest { bytes, within: WITHIN, control: &mut Control::free() })
}

fn assert_meet(a: MixedValue, b: MixedValue, context: &str) {
    let ((low, high), (least, most)) = (a.range(), b.range());
    assert!(low <= most + 1e-9 && least <= high + 1e-9, "{context}: {a:?} and {b:?}");
}

#[test]
fn games_of_two_choices_have_the_values_found_by_hand() {
    // Matching pennies; one with a value of 1/5, where seat 0 takes its first row two times in five; one with a saddle point.
    for (matrix, value, first) in
        [([[1, -1], [-1, 1]], 0.0, Some(0.5)), ([[2, -1], [-1, 1]], 0.2, Some(0.4)), ([[3, 1], [0, -2]], 1.0, None)]
    {
        let game = Matrix(matrix);
        let found = by_cfr(&game, &Blind, &[None; 2]);
        let (low, high) = found.value.range();
        assert!(low <= value && value <= high, "{matrix:?}: {:?}", found.value);
        if let Some(first) = first {
            assert!((found.strategy[0].chance - first).abs() < 0.02, "{matrix:?}: {:?}", found.strategy);
        }
    }
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_seat() {
    let state = Kuhn.deal(&mut Rng::new(3));
    let found = by_cfr(&Kuhn, &Blind, &state);
    let (low, high) = found.value.range();
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high, "{:?}", found.value);
    assert_eq!((found.size.worlds, found.size.information_sets), (6, 12));
    // Who knows the highest card never folds it.
    let called = Poker { cards: [1, 2], said: [Some(true), None, None] };
    let call = by_cfr(&Kuhn, &Blind, &called).strategy[1];
    assert!(call.m && call.chance > 0.99, "{call:?}");
}

#[test]
fn where_nothing_is_hidden_the_equilibrium_is_that_of_minimax() {
    for position in ["1,8,./.,7,./3,.,. 2 1 -", "9,.,7/5,6,./.,.,3 4 0 -"] {
        let (game, state) = parity(Variant::Classic, position);
        let path = Path::new(state, 0);
        let value = minimax(&game, &Blind, &mut path.clone(), 10) / UNIT;
        let request = EquilibriumRequest { bytes: BYTES, within: WITHIN, control: &mut Control::free() };
        let found = equilibrium_by_cfr(&game, &Blind, &state, &|_| false, request);
        let (low, high) = found.value.range();
        assert!(low <= value.into() && f64::from(value) <= high, "{position}: {value} {:?}", found.value);
    }
}

/// The value of a draft by its definition: the mean over all orders of the deck of what follows each move.
fn expectimax(game: &ParityTwist, state: &State) -> f64 {
    let mut moves = Moves::new();
    if moves.relist(game, state).is_empty() {
        return f64::from(game.score(state, 0) - game.score(state, 1));
    }
    let decks = worlds(game, state, Viewer::Spectator, 1000).expect("few decks");
    let values = moves.iter().map(|&m| {
        let after = decks.iter().map(|(world, odds)| {
            let mut after = *world;
            game.play(&mut after, m);
            odds.share() * expectimax(game, &after)
        });
        after.sum::<f64>()
    });
    let better = if state.turn == 0 { f64::max } else { f64::min };
    values.reduce(better).expect("there are moves")
}

#[test]
fn a_draft_is_worth_the_mean_over_all_orders_of_its_deck() {
    for (position, by_tree) in [
        (".,6,5/8,9,./3,2,. . 0 1,4,10 - 7", true),
        (".,6,5/8,9,./.,2,. . 1 1,3,4 10 7", true),
        (".,6,5/8,9,./.,2,. . 1 1,3,10 - 4,7", true),
        (".,6,./8,9,./.,2,. . 0 1,3,10 - 4,7,5", false),
    ] {
        let (game, state) = parity(Variant::Draft, position);
        let found = solved(&game, &state, 1 << 16);
        let MixedValue::Exact(exact) = found.value else { panic!("{:?}", found.value) };
        if state.deck[2] == NONE {
            assert!((exact.to_f64() - expectimax(&game, &state)).abs() < 1e-9, "{position}: {exact}");
        }
        let best = found.strategy.iter().map(|mixed| mixed.exact.expect("exact"));
        assert!(best.clone().any(|value| value == exact), "{position}");
        assert_eq!(solved(&game, &state, 1 << 22).value, found.value, "{position}: a small table changes nothing");
        if by_tree {
            assert_meet(by_cfr(&game, &Reduced, &state).value, found.value, position);
        }
    }
    assert_eq!(Fraction::new(-6, 24).to_string(), "-1/4");
}

#[test]
fn in_lanier_the_solver_of_all_hands_at_once_agrees_with_the_plain_tree() {
    for position in [
        ".,.,./.,.,./5,.,2 4 1 6,7,9 0,3,8 1",
        "3,.,./.,.,7/.,.,. 8 1 0,1,2 4,5,6 9",
        ".,1,./.,9,./.,.,6 . 1 0,2,3 4,5,7 8",
    ] {
        let (game, state) = parity(Variant::Lanier, position);
        let (quick, plain) = (solved(&game, &state, BYTES), by_cfr(&game, &Reduced, &state));
        assert!(quick.value.exploitability() <= Some(WITHIN), "{position}: {:?}", quick.value);
        assert_meet(quick.value, plain.value, position);
        assert_eq!(quick.size.worlds, plain.size.worlds, "{position}");
        let chances: f64 = quick.strategy.iter().map(|mixed| mixed.chance).sum();
        assert!((chances - 1.0).abs() < 1e-9 && quick.strategy.len() == plain.strategy.len(), "{position}");
    }
}

#[test]
fn strategies_for_a_whole_game_of_lanier_are_as_good_as_their_bounds_say_and_heed_the_line() {
    let (game, first) = parity(Variant::Lanier, ".,.,./.,.,./5,.,. 4 0 0,6,7 3,8,9 1,2");
    let control = &mut Control::free();
    let request = EquilibriumRequest { bytes: BYTES, within: 0.01, control };
    let mut found = LanierStrategies::new(&game, &first, request).expect("it fits");
    let sum = |moves: &[(Move, f64)]| moves.iter().map(|(_, number)| number).sum::<f64>();
    let most = |moves: &[(Move, f64)]| moves.iter().map(|(_, worth)| *worth).fold(-9.0, f64::max);
    // The best reply of seat 0, on average over its hands, is what seat 1 loses at most.
    let (mut total, mut hands) = (0.0, 0);
    for hand in (0..1_u16 << 10).filter(|hand| hand & !first.free == 0 && hand.count_ones() == 3) {
        let state = State { hands: [hand, 0], ..first };
        total += most(&found.replies(&[], &state).expect("a deck"));
        hands += 1;
    }
    assert_eq!(hands, 56);
    assert!((total / 56.0 - found.value.1).abs() < 1e-6, "{:?}", found.value);
    // Rows that are filled alike are played alike: what is played in the first of them is played in the other.
    let after = |cell| {
        let mut state = first;
        game.play(&mut state, Move::Place(cell, 6));
        state
    };
    let [one, other] = [0, 3].map(|cell| found.chances(&[(cell, 6)], &after(cell)).expect("a deck"));
    let in_other_row = |m: Move| match m {
        Move::Place(cell @ 0..6, n) => Move::Place((cell + 3) % 6, n),
        m => m,
    };
    assert!((sum(&one) - 1.0).abs() < 1e-9 && one.len() == other.len());
    for (m, chance) in &one {
        assert!(other.contains(&(in_other_row(*m), *chance)), "{m:?} {chance}");
    }
    assert!(found.chances(&[(0, 6), (1, 3)], &first).is_none(), "the deck is empty");
}

#[test]
fn strategies_for_a_whole_game_are_as_good_as_their_bounds_say_and_blind_to_what_is_hidden() {
    let (game, first) = parity(Variant::HiddenMaster, "1,2,3/4,5,./7,.,. . 0 -");
    let is_known = |state: &State| Parity.is_known(&game, state);
    let request = EquilibriumRequest { bytes: BYTES, within: WITHIN, control: &mut Control::free() };
    let found = Strategies::new(&game, &Reduced, &first, &is_known, request).expect("it fits");
    let start = Path::new(first, 0);
    let best = found.replies(&game, &start, 0).expect("a decision").into_iter().fold(-9.0, f64::max);
    assert!((best - found.value.1).abs() < 1e-6, "{best} {:?}", found.value);
    let chances = [6, 8, 9, 10].map(|hidden| {
        let mut path = start.clone();
        path.play(&game, Move::Place(9, hidden));
        found.chances(&game, &path, 0).expect("a decision")
    });
    assert!(chances.iter().all(|other| *other == chances[0]), "seat 1 does not see the Master Key");
    assert!((chances[0].iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn perfect_plays_on_by_the_strategies_of_an_earlier_position() {
    let choose = |variant, position: &str, line: &[Move]| {
        let (game, first) = parity(variant, position);
        let mut path = Path::new(first, 0);
        line.iter().for_each(|m| path.play(&game, *m));
        let mut player = Player::new("perfect", &game, &Parity).expect("an engine");
        player.choose(&game, &path, 1, 1, &|| false).map(|pick| pick.expect("the game is not over"))
    };
    let late = |line: &[Move]| choose(Variant::HiddenMaster, "1,2,3/4,5,./7,.,. . 0 -", line);
    // What lies under the Master Key makes no difference to seat 1.
    let picks = [6, 8].map(|hidden| late(&[Move::Place(9, hidden)]).expect("it can play"));
    assert!(picks[0] == picks[1] && matches!(picks[0].worth, Worth::Points(_)), "{picks:?}");
    assert!(late(&[]).is_ok());
    let early = choose(Variant::HiddenMaster, "1,2,3/4,.,./.,.,. . 0 -", &[Move::Place(9, 6), Move::Place(4, 8)]);
    assert!(early.expect_err("laid too early").to_string().contains("from five filled cells on"));
    let deal = "3,.,./.,.,7/.,.,. 8 1 0,1,2 4,5,6 9";
    let lanier = choose(Variant::Lanier, deal, &[]).expect("it can play");
    assert!(matches!(lanier.m, Move::Place(_, 4..=6)) && matches!(lanier.worth, Worth::Points(_)), "{lanier:?}");
    assert!(matches!(choose(Variant::Lanier, deal, &[lanier.m]).expect("it can play").worth, Worth::Proved(_)));
}

#[test]
fn in_lanier_each_seat_can_work_everything_out_once_the_deck_is_empty() {
    let (game, mut moves) = (ParityTwist { variant: Variant::Lanier }, Moves::new());
    for seed in 0..50 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&mut rng);
        while let Some(m) = game.sample(&state, &mut rng, &mut moves) {
            let known = Solve::is_known(&Parity, &game, &state);
            let ways = [0, 1].map(|seat| worlds(&game, &state, Viewer::Seat(seat), 5000).expect("few").len());
            assert_eq!(known, ways == [1, 1], "{}", game.write_state(&state));
            game.play(&mut state, m);
        }
    }
}

#[test]
fn what_can_still_matter_is_enough_for_the_value_of_known_positions() {
    let mut moves = Moves::new();
    for (variant, seed) in
        [Variant::Lanier, Variant::HiddenMaster].into_iter().flat_map(|v| (0..30).map(move |n| (v, n)))
    {
        let (game, mut rng) = (ParityTwist { variant }, Rng::new(seed));
        let mut state = game.deal(&mut rng);
        while state.empty.count_ones() > 5 || !Reduced.is_known(&game, &state) {
            let Some(m) = game.sample(&state, &mut rng, &mut moves) else { break };
            game.play(&mut state, m);
        }
        let plain = minimax(&game, &Blind, &mut Path::new(state, 0), 12) / UNIT;
        let reduced = strong_solution(&game, &Reduced, &state, BYTES, &mut Control::free()).expect("few positions");
        assert_eq!(reduced.value, plain, "{}", game.write_state(&state));
    }
}

#[test]
fn the_bounds_of_a_hidden_master_hold_the_equilibrium() {
    for position in [
        "1,2,3/4,5,./7,.,. . 0 -",
        "1,10,./4,5,./7,.,. . 1 -",
        "3,8,./10,1,2/6,.,. 7 1 0",
        "3,8,./10,1,2/.,.,. 7 0 0",
        "3,8,./10,1,./.,6,. 7 0 1",
    ] {
        let (game, state) = parity(Variant::HiddenMaster, position);
        let plain = by_cfr(&game, &Reduced, &state).value;
        assert_meet(plain, solved(&game, &state, BYTES).value, position);
        let mut widest = (-3.0, 3.0);
        for (lot, last) in [(1, 0), (2, 0), (4, 0), (4, 1), (4, 2)] {
            let effort = Effort { lot, last };
            let (least, most) =
                hidden_master_bounds(&game, &state, effort, BYTES, &mut Control::free()).expect("few positions");
            assert_meet(plain, MixedValue::Bound(least, most), position);
            assert!(widest.0 <= least && least <= most && most <= widest.1, "{position}: {least} {most}");
            widest = (least, most);
        }
    }
}

#[test]
fn what_is_too_large_has_bounds_and_no_strategy() {
    let (game, state) = parity(Variant::Lanier, ".,.,./.,.,./.,.,. . 0 0,4,7 1,5,8 9,2,6,3");
    let found = solved(&game, &state, 1 << 20);
    assert_eq!(found.value, MixedValue::Bound(-3.0, 3.0));
    assert!(found.strategy.is_empty() && found.size.needs > Some(1 << 20));
    let mut stopped = Control::new(10, &|| false);
    let (game, state) = parity(Variant::Draft, ".,.,./.,.,./.,.,. . 0 2,5,9 - 7,1,10,4,3,8,6");
    let request = EquilibriumRequest { bytes: 1 << 20, within: WITHIN, control: &mut stopped };
    assert_eq!(Parity.equilibrium(&game, &state, request).value, MixedValue::Bound(-3.0, 3.0));
}

#[test]
fn the_expert_plays_drafts_exactly_from_the_third_placement_on() {
    let game = ParityTwist { variant: Variant::Draft };
    let mut expert = Player::new("expert", &game, &Parity).expect("a level");
    let mut values = DraftValues::new(20_000_000);
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut path = Path::new(game.deal(&mut rng), 0);
        let mut moves = Moves::new();
        for ply in 0.. {
            let Some(m) = game.sample(path.state(), &mut rng, &mut moves) else { break };
            if ply >= 4 {
                let state = *path.state();
                let pick = expert.choose(&game, &path, seed, ply, &|| false).expect("it plays").expect("a move");
                let values = values.of_moves(&game, &state);
                let worth = |m: Move| values.iter().find(|(other, _)| *other == m).expect("a move").1.to_f64();
                let all = values.iter().map(|(_, value)| value.to_f64());
                let best = if game.turn(&state) == 0 { all.fold(-9.0, f64::max) } else { all.fold(9.0, f64::min) };
                let text = game.write_state(&state);
                assert_eq!(worth(pick.m), best, "{text}");
                assert!(!matches!(pick.worth, Worth::Share(_)), "playouts decided in {text}");
            }
            path.play(&game, m);
        }
    }
}
