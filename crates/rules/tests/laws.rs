//! The laws that hold for every game and every combination of option values, on random play.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use agon_rules::games::{self, Visitor};
use agon_rules::{
    Chance, Choice, Draw, Mark, Match, Moves, Note, Path, Pick, Picker, Record, Rng, Seat, Show, Site, Start, Table,
    View, Viewer, options_of, walk,
};

use super::looks::{self, exists};

/// No random game comes near this.
const LONGEST: usize = 20_000;

/// The laws for the variants of one game. Games with many of them have several parts, so that all cores have something
/// to do.
#[derive(Clone)]
struct Laws<'a> {
    id: &'static str,
    /// which part it is, counted from 0, and of how many
    part: (usize, usize),
    /// how many variants of the game came before
    variant: &'a Cell<usize>,
}

impl Visitor for Laws<'_> {
    /// Nothing for variants of other parts and games.
    type Out = Option<Tried>;
    fn visit<G: Show>(self, game: G) -> Option<Tried> {
        let (part, parts) = self.part;
        if G::ID != self.id || self.variant.replace(self.variant.get() + 1) % parts != part {
            return None;
        }
        assert!(size_of::<G::State>() <= 128, "{}: a state of {} bytes", G::ID, size_of::<G::State>());
        // Where there are very many variants one game of each is enough: every value meets every other.
        let seeds = if parts > 1 { 0..1 } else { 0..2 };
        let tried: Vec<Tried> = seeds.map(|seed| one_game(&game, seed)).collect();
        let idle = tried.iter().all(|game| game.kept_its_secret);
        assert!(!idle, "{} {:?}: says that it hides something, and does not", G::ID, options_of(&game));
        let sum = |count: fn(&Tried) -> usize| tried.iter().map(count).sum();
        Some(Tried { plies: sum(|game| game.plies), alike: sum(|game| game.alike), kept_its_secret: false })
    }
}

/// Tries the laws on a part of a game's variants, which are known in number, and on no less than these plies and pairs
/// of tables that look alike.
fn try_laws(id: &'static str, part: (usize, usize), variants: usize, plies: usize, alike: usize) {
    let laws = Laws { id, part, variant: &Cell::new(0) };
    let tried: Vec<Tried> = games::each(laws).into_iter().flatten().collect();
    assert_eq!(tried.len(), variants, "another number of variants of {id} was tried");
    let sum = |count: fn(&Tried) -> usize| tried.iter().map(count).sum::<usize>();
    let (played, compared) = (sum(|game| game.plies), sum(|game| game.alike));
    let enough = played >= plies && compared >= alike;
    assert!(enough, "the laws of {id} were tried on too little: {played} plies, {compared} pairs that look alike");
}

/// Declares tests of the laws.
macro_rules! laws {
    ($($name:ident: $id:literal, $part:expr, $variants:literal, $plies:literal, $alike:literal;)*) => {
        /// The games and parts that have a test.
        const TRIED: &[(&str, (usize, usize))] = &[$(($id, $part)),*];

        $(#[test]
        fn $name() {
            try_laws($id, $part, $variants, $plies, $alike);
        })*
    };
}

laws! {
    every_law_holds_for_tic_tac_toe: "tic-tac-toe", (0, 1), 6, 100, 0;
    every_law_holds_for_checkerboard: "checkerboard", (0, 1), 12, 600, 0;
    every_law_holds_for_infiltration_1: "infiltration", (0, 2), 104, 10_000, 0;
    every_law_holds_for_infiltration_2: "infiltration", (1, 2), 104, 10_000, 0;
    every_law_holds_for_parity_twist: "parity-twist", (0, 1), 12, 150, 100;
    every_law_holds_for_primi_composti_1: "primi-composti", (0, 2), 83, 1_000, 0;
    every_law_holds_for_primi_composti_2: "primi-composti", (1, 2), 82, 1_000, 0;
    every_law_holds_for_gambit: "gambit", (0, 1), 2, 20, 0;
    every_law_holds_for_quadratic_war: "quadratic-war", (0, 1), 3, 400, 0;
}

#[test]
fn every_part_of_every_game_has_a_test_of_the_laws() {
    let games: Vec<_> = TRIED.chunk_by(|(one, _), (other, _)| one == other).collect();
    assert_eq!(games::built_in().collect::<Vec<_>>(), games.iter().map(|parts| parts[0].0).collect::<Vec<_>>());
    for parts in games {
        let all = (0..parts.len()).map(|part| (parts[0].0, (part, parts.len())));
        assert_eq!(parts, all.collect::<Vec<_>>());
    }
}

/// On how much the laws were tried.
struct Tried {
    plies: usize,
    /// pairs of tables that look alike to some viewer
    alike: usize,
    /// whether it says that it will hide something, and never did
    kept_its_secret: bool,
}

fn one_game<G: Show>(game: &G, seed: u64) -> Tried {
    let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal is a start");
    let mut rng = Rng::stream(seed, 1);
    let mut seen = HashMap::new();
    let mut alike = 0;
    let (mut secret, mut hidden, mut views) = (true, false, Vec::new());
    let will_hide = game.will_hide(table.path().state());
    loop {
        let ply = table.ply();
        let context = format!("{} {:?} seed {seed} ply {ply}", G::ID, table.options());
        assert!(ply < LONGEST, "{context}: every game ends");
        over_means_no_moves(&table, &context);
        hidden |= hiding_is_told(&table, secret, &context);
        secret = game.will_hide(table.path().state());
        moves_and_texts_are_unique(&table, &context);
        sampling_is_picking_from_the_list(&table, &rng, &context);
        a_draw_is_a_plain_count::<G>(table.path(), &mut seen, &context);
        if ply < 30 || ply.is_multiple_of(10) || table.turn().is_none() {
            views.push((ply, people(&table).map(|viewer| table.view(viewer)).collect()));
            positions_round_trip(&table, &context);
            record_fields_are_plain(&table, &context);
            nothing_leaks(&table, &mut rng, &context);
            alike += what_looks_alike_is_shown_alike(&table, &mut rng, &context);
            let (_, shown): &(usize, Vec<View>) = views.last().expect("it was pushed");
            for (me, view) in shown.iter().enumerate() {
                let me = (me < table.seats()).then_some(me);
                looks::check(view, me, table.seats(), &context);
            }
            taps_lead_to_every_move(&table, &context);
            canonical_keeps_what_matters(&table, &context);
        }
        let moves = table.choices();
        if moves.is_empty() {
            undo_and_redo_are_exact(&mut table, &context);
            a_record_replays(&table, &context);
            earlier_plies_are_shown_as_they_were(&table, &views, &context);
            return Tried { plies: ply, alike, kept_its_secret: will_hide && !hidden };
        }
        let m = moves[rng.below(moves.len())];
        let (seat, text) = (game.turn(table.path().state()), game.write_move(table.path().state(), m));
        let checked = table.check(seat, &text).unwrap_or_else(|error| panic!("{context}: {error}"));
        table.advance(m);
        assert_eq!(checked.ends_game, table.turn().is_none(), "{context}: {text}");
        let refused = table.clone().play(seat, "no move").expect_err("no such move");
        assert_eq!(table.check(seat, "no move").expect_err("no such move"), refused, "{context}");
    }
}

/// A table shows an earlier ply as it was shown then, and a fork goes on from there.
fn earlier_plies_are_shown_as_they_were<G: Show>(table: &Match<G>, views: &[(usize, Vec<View>)], context: &str) {
    for (ply, then) in views {
        for (viewer, then) in people(table).zip(then) {
            assert_eq!(table.view_at(*ply, viewer).as_ref(), Some(then), "{context}: {viewer:?} at ply {ply}");
        }
    }
    assert_eq!(table.view_at(table.ply() + 1, Viewer::Referee), None, "{context}");
    let (middle, all) = (table.ply() / 2, table.history(Viewer::Referee));
    let mut fork = table.fork(middle);
    assert_eq!(fork.history(Viewer::Referee), all[..middle], "{context}");
    for step in &all[middle..] {
        fork.play(step.seat, &step.text).unwrap_or_else(|error| panic!("{context}: {error}"));
    }
    assert_eq!(fork.record(), table.record(), "{context}");
    for (one, other) in people(table).zip(people(table).skip(1)) {
        let same = fork.position(one) == fork.position(other);
        assert_eq!(table.looks_alike(table.ply(), one, other), same, "{context}: {one:?} {other:?}");
    }
}

fn over_means_no_moves<G: Show>(table: &Match<G>, context: &str) {
    let over = table.legal().is_empty();
    assert_eq!(table.turn().is_none(), over, "{context}");
    assert_eq!(table.outcome().is_some(), over, "{context}");
    let (game, state, mut moves) = (table.game(), table.path().state(), Moves::new());
    let by_rules = game.over(state, &mut moves);
    assert!(moves.is_empty(), "{context}: over leaves moves behind");
    assert_eq!(by_rules, moves.relist(game, state).is_empty(), "{context}: over and moves do not agree");
    assert!(table.turn().is_none_or(|seat| seat < table.seats()), "{context}");
}

fn moves_and_texts_are_unique<G: Show>(table: &Match<G>, context: &str) {
    let moves = table.choices();
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{context}: a move twice");
    let legal = table.legal();
    assert!(legal.is_sorted(), "{context}: {legal:?}");
    assert_eq!(legal.iter().collect::<HashSet<_>>().len(), moves.len(), "{context}: a text twice in {legal:?}");
    for text in &legal {
        table.find(text).unwrap_or_else(|error| panic!("{context}: {error}"));
    }
}

fn sampling_is_picking_from_the_list<G: Show>(table: &Match<G>, rng: &Rng, context: &str) {
    let (game, state) = (table.game(), table.path().state());
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let listed = (!moves.is_empty()).then(|| moves[rng.clone().below(moves.len())]);
    assert_eq!(game.sample(state, &mut rng.clone(), &mut Moves::new()), listed, "{context}");
}

/// The third occurrence of a state is a repetition, whatever lies between. Called once a ply.
pub fn a_draw_is_a_plain_count<G: Show>(path: &Path<G::State>, seen: &mut HashMap<G::State, usize>, context: &str) {
    let times = seen.entry(*path.state()).or_default();
    *times += 1;
    let draw = match (*times, path.quiet()) {
        (3.., _) => Some(Draw::Repetition),
        (_, Path::<G::State>::QUIET..) => Some(Draw::Quiet),
        _ => None,
    };
    assert_eq!(path.draw(), draw.filter(|_| G::LOOPS), "{context}: occurrence {times}");
}

fn positions_round_trip<G: Show>(table: &Match<G>, context: &str) {
    let text = table.position(Viewer::Referee);
    let again = Match::new(table.game().clone(), Start::Position(text.clone()))
        .unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(again.path().state(), table.path().state(), "{context}: {text}");
    assert_eq!(again.position(Viewer::Referee), text, "{context}");
    a_record_replays(&again, context);
    // Only a repetition cannot be seen from the position.
    if table.path().draw() != Some(Draw::Repetition) {
        assert_eq!(again.legal(), table.legal(), "{context}: {text}");
        assert_eq!(again.outcome(), table.outcome(), "{context}: {text}");
    }
}

/// In a record `~` separates the fields, and the others stand for characters that a link would escape.
fn record_fields_are_plain<G: Show>(table: &Match<G>, context: &str) {
    let options = table.options().into_iter().flat_map(|(name, value)| [name, value.to_string()]);
    let fields = [G::ID.to_owned(), table.position(Viewer::Referee)].into_iter().chain(options).chain(table.legal());
    for field in fields {
        assert!(!field.contains(['~', '_', '*', '!']), "{context}: no field of a record can be `{field}`");
    }
}

/// A game says whether it hides something from a viewer: just where blanking changes the state, and no less once it is
/// blanked. What it does not promise to hide it never hides. Returns whether anything is hidden from a seat.
fn hiding_is_told<G: Show>(table: &Match<G>, secret: bool, context: &str) -> bool {
    let (game, state) = (table.game(), table.path().state());
    for viewer in people(table).chain([Viewer::Referee]) {
        let seen = hidden(game, state, viewer);
        assert_eq!(game.hides(state, viewer), seen != *state, "{context}: {viewer:?}");
        assert_eq!(game.hides(&seen, viewer), seen != *state, "{context}: {viewer:?} of a blanked state");
    }
    let hides = (0..game.seats()).any(|seat| game.hides(state, Viewer::Seat(seat)));
    assert!(game.will_hide(state) || !hides, "{context}: hides what it says it will not");
    assert!(secret || !game.will_hide(state), "{context}: hides again what was open to the end");
    hides
}

/// What a viewer sees of a state equals what they see of any determinization made for them, choices included.
fn nothing_leaks<G: Show>(table: &Match<G>, rng: &mut Rng, context: &str) {
    let (game, state) = (table.game(), table.path().state());
    for viewer in people(table).chain([Viewer::Referee]) {
        let seen = hidden(game, state, viewer);
        assert_eq!(hidden(game, &seen, viewer), seen, "{context}: {viewer:?}");
        let mut guess = *state;
        game.determinize(&mut guess, viewer, &mut rng.clone());
        let mut blind = seen;
        game.determinize(&mut blind, viewer, rng);
        assert_eq!(blind, guess, "{context}: {viewer:?} guessed from more than they see");
        assert_eq!(hidden(game, &guess, viewer), seen, "{context}: {viewer:?}");
        // The same through the whole view, from a table where the guess is true.
        let text = |state: &G::State| {
            let text = game.write_state(state);
            if G::LOOPS { format!("{text} {}", table.path().quiet()) } else { text }
        };
        let open = |state: &G::State| {
            let start = Start::Position(text(state));
            Match::new(game.clone(), start).unwrap_or_else(|error| panic!("{context}: {viewer:?} {error}"))
        };
        let (truth, guessed) = (open(state), open(&guess));
        assert_eq!(guessed.view(viewer), truth.view(viewer), "{context}: {viewer:?}");
        if let Some(seat) = truth.turn().filter(|&seat| viewer == Viewer::Seat(seat)) {
            let texts: Vec<_> = truth.view(viewer).choices.into_iter().map(|choice| choice.text).collect();
            assert_eq!(texts, truth.legal(), "{context}: seat {seat} sees other choices than it has");
            assert_eq!(guessed.legal(), truth.legal(), "{context}: the choices of seat {seat} tell what is hidden");
            for text in some_of(&texts, table.ply()) {
                let [one, other] = [&truth, &guessed].map(|table| table.preview(viewer, text));
                assert_eq!(one, other, "{context}: the preview of {text} tells seat {seat} what is hidden");
                a_preview_comes_true(&truth, seat, text, &one, context);
            }
        }
    }
    if let Some(turn) = table.turn() {
        for viewer in people(table).filter(|&viewer| viewer != Viewer::Seat(turn)) {
            assert!(table.view(viewer).choices.is_empty(), "{context}: {viewer:?} see the choices of seat {turn}");
        }
    }
}

/// A few of the moves, others at every ply: to try all would take too long.
fn some_of(texts: &[String], ply: usize) -> impl Iterator<Item = &String> {
    const SAMPLE: usize = 3;
    texts.iter().cycle().skip(ply).take(SAMPLE.min(texts.len()))
}

/// Where nothing is hidden, a preview says what is said after the move, but for dangers.
fn a_preview_comes_true<G: Show>(table: &Match<G>, seat: Seat, text: &str, preview: &[Note], context: &str) {
    let viewer = Viewer::Seat(seat);
    if !table.hides(viewer) {
        let mut after = table.clone();
        after.play(seat, text).unwrap_or_else(|error| panic!("{context}: {error}"));
        let mut notes = after.view(viewer).notes;
        notes.retain(|note| note.mark != Mark::Danger);
        assert_eq!(preview, notes, "{context}: {text}");
    }
    assert!(table.preview(viewer, "no move").is_empty(), "{context}: a preview of no move");
    for other in people(table).filter(|&other| other != viewer) {
        assert!(table.preview(other, text).is_empty(), "{context}: {other:?} previews a move of seat {seat}");
    }
}

/// Where two moves lead to different states that look the same to some viewer, this viewer cannot tell the moves apart by
/// anything in their view, history and notes included, now or while the game goes on alike. Returns how often it did.
fn what_looks_alike_is_shown_alike<G: Show>(table: &Match<G>, rng: &mut Rng, context: &str) -> usize {
    const SAMPLE: usize = 12;
    let (game, mut moves) = (table.game(), table.choices().to_vec());
    rng.shuffle(&mut moves);
    let mut compared = 0;
    for viewer in people(table) {
        // Moves to the very same state may be told apart: attempts at two cells that are refused, for example.
        let mut alike: HashMap<_, Vec<(G::State, G::Move)>> = HashMap::new();
        for &m in &moves {
            let mut after = *table.path().state();
            game.play(&mut after, m);
            let twins = alike.entry(hidden(game, &after, viewer)).or_default();
            if twins.len() < SAMPLE && twins.iter().all(|(other, _)| *other != after) {
                twins.push((after, m));
            }
        }
        for twins in alike.into_values() {
            let after = |m| {
                let mut table = table.clone();
                table.advance(m);
                table
            };
            for (_, m) in &twins[1..] {
                compared += stay_alike([after(twins[0].1), after(*m)], viewer, rng.clone(), context);
            }
        }
    }
    compared
}

/// Plays the same moves at two tables while they look the same, and compares the whole views.
fn stay_alike<G: Show>(mut tables: [Match<G>; 2], viewer: Viewer, mut rng: Rng, context: &str) -> usize {
    let mut compared = 0;
    loop {
        let open = |table: &Match<G>| {
            let path = table.path();
            (hidden(table.game(), path.state(), viewer), path.quiet(), path.draw())
        };
        if open(&tables[0]) != open(&tables[1]) {
            return compared;
        }
        let [one, two] = tables.each_ref().map(|table| table.view(viewer));
        assert_eq!(one, two, "{context}: {viewer:?} can tell {} from {}", tables[0].record(), tables[1].record());
        compared += 1;
        let [mut legal, other] = tables.each_ref().map(Table::legal);
        legal.retain(|text| other.contains(text));
        if legal.is_empty() {
            return compared;
        }
        let text = &legal[rng.below(legal.len())];
        tables.iter_mut().for_each(|table| table.advance(table.find(text).expect("a legal move")));
    }
}

fn hidden<G: Show>(game: &G, state: &G::State, viewer: Viewer) -> G::State {
    let mut state = *state;
    game.hide(&mut state, viewer);
    state
}

/// All viewers but the referee's.
fn people<G: Show>(table: &Match<G>) -> impl Iterator<Item = Viewer> + use<G> {
    (0..table.seats()).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// As the seat to move sees the table, and as the referee does.
fn taps_lead_to_every_move<G: Show>(table: &Match<G>, context: &str) {
    let seat = table.turn().map(Viewer::Seat);
    let mut views: Vec<View> = seat.into_iter().chain([Viewer::Referee]).map(|viewer| table.view(viewer)).collect();
    views.dedup();
    for view in views {
        for choice in &view.choices {
            assert!(choice.taps.iter().all(|site| exists(&view, site)), "{context}: {choice:?}");
            let others = view.choices.iter().filter(|other| other.text != choice.text && !other.taps.is_empty());
            for other in others {
                let longer = choice.taps.len() > other.taps.len();
                assert!(!(longer && choice.taps.starts_with(&other.taps)), "{context}: {other:?} before {choice:?}");
            }
            let mut by_zone = choice.taps.clone();
            by_zone.sort_by_key(|site| std::cmp::Reverse(site.zone));
            for taps in [&choice.taps, &by_zone] {
                assert!(can_pick(&view.choices, choice, taps), "{context}: tapping {taps:?} does not play {choice:?}");
            }
        }
    }
}

fn can_pick(choices: &[Choice], wanted: &Choice, taps: &[Site]) -> bool {
    if taps.is_empty() {
        return Picker::buttons(choices).any(|button| button.text == wanted.text);
    }
    let mut picker = Picker::default();
    for site in taps {
        assert!(picker.lit(choices).contains(site), "{site:?} is not lit for {wanted:?}");
        match picker.tap(choices, *site) {
            Pick::Play(text) => return text == wanted.text,
            Pick::Menu(texts) => return texts.contains(&wanted.text),
            Pick::More => {}
            Pick::Back | Pick::Refused => return false,
        }
    }
    false
}

fn canonical_keeps_what_matters<G: Show>(table: &Match<G>, context: &str) {
    let (game, state) = (table.game(), table.path().state());
    let twin = game.canonical(state);
    assert_eq!(game.canonical(&twin), twin, "{context}: canonical is not idempotent");
    assert_eq!(game.turn(&twin), game.turn(state), "{context}");
    for seat in 0..game.seats() {
        assert_eq!(game.score(&twin, seat), game.score(state, seat), "{context}");
    }
    for depth in 1..=2 {
        let count = |state: &G::State| walk::perft(game, &mut Path::new(*state, 0), depth);
        assert_eq!(count(&twin), count(state), "{context}: perft {depth}");
    }
}

fn undo_and_redo_are_exact<G: Show>(table: &mut Match<G>, context: &str) {
    let (end, plies) = (table.view(Viewer::Referee), table.ply());
    while table.undo() {}
    assert_eq!(table.ply(), 0, "{context}");
    while table.redo() {}
    assert_eq!(table.ply(), plies, "{context}");
    assert_eq!(table.view(Viewer::Referee), end, "{context}");
}

fn a_record_replays<G: Show>(table: &Match<G>, context: &str) {
    let record = table.record();
    let text = record.to_string();
    let unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*,;=:@/?".contains(c);
    assert!(text.chars().all(unreserved), "{context}: not fit for a link: {text}");
    assert_eq!(text.parse::<Record>().as_ref(), Ok(&record), "{context}");
    let again = record.replay().unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(again.view(Viewer::Referee), table.view(Viewer::Referee), "{context}");
    assert_eq!(again.record(), record, "{context}");
}

#[test]
fn a_hidden_number_is_in_no_view_of_those_who_must_not_see_it() {
    let settings = [("variant".to_owned(), "hidden-master".to_owned())];
    let mut table = games::open("parity-twist", &settings, Start::Seed(0)).expect("a known game");
    table.play(0, "m=6").expect("a legal move");
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        let view = table.view(viewer);
        assert_eq!(view.history[0].text, "m=?");
        assert_eq!(view.position, ".,.,./.,.,./.,.,. ? 1 0");
    }
    assert_eq!(table.view(Viewer::Seat(0)).history[0].text, "m=6");
    // The choices of seat 1 include the hidden number; a refused attempt tells it to everybody.
    table.play(1, "a1=6").expect("an attempt");
    assert_eq!(table.turn(), Some(1));
    assert_eq!(table.view(Viewer::Spectator).history[0].text, "m=6");
    let told = &table.view(Viewer::Spectator).notes[0].text;
    assert_eq!(told, &"Player 2 tries 6 on a1, but it is the Master Key.");
}

#[test]
fn the_error_for_a_seat_that_is_not_to_move_names_no_card() {
    let settings = [("variant".to_owned(), "lanier".to_owned())];
    let mut table = games::open("parity-twist", &settings, Start::Seed(0)).expect("a known game");
    let error = table.play(1, "m=4").expect_err("seat 0 begins");
    assert_eq!(error.to_string(), "seat 1 is not to move; wait for seat 0");
}

#[test]
fn no_option_is_named_like_a_start() {
    for info in games::list() {
        let taken = info.options.iter().find(|option| ["seed", "at"].contains(&option.name.as_str()));
        assert_eq!(taken, None, "{}", info.id);
    }
}
