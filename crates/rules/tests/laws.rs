//! The laws that hold for every game and every combination of option values, on random play.

use std::collections::HashSet;

use agon_rules::games::{self, Visitor};
use agon_rules::{Choice, Draw, Eyes, Match, Moves, Path, Pick, Picker, Record, Rng, Show, Start, Table, View, walk};

/// No random game comes near this.
const LONGEST: usize = 20_000;

#[test]
fn every_law_holds_for_every_game_and_option() {
    #[derive(Clone)]
    struct Laws;
    impl Visitor for Laws {
        type Out = usize;
        fn visit<G: Show>(self, game: G) -> usize {
            assert!(size_of::<G::State>() <= 128, "{}: a state of {} bytes", G::ID, size_of::<G::State>());
            (0..2).map(|seed| one_game(&game, seed)).sum()
        }
    }
    let plies: Vec<usize> = games::each(Laws);
    // Six tic-tac-toes, twelve checkerboards, 208 infiltrations, twelve parity twists, 165 primi composti, two gambits
    // and three quadratic wars, and whatever games came later.
    assert!(plies.len() >= 6 + 12 + 208 + 12 + 165 + 2 + 3, "only {} variants were tried", plies.len());
    assert!(plies.iter().sum::<usize>() > 20_000, "the laws were tried on too little");
}

fn one_game<G: Show>(game: &G, seed: u64) -> usize {
    let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal is a start");
    let mut rng = Rng::stream(seed, 1);
    loop {
        let ply = table.seq();
        let context = format!("{} {:?} seed {seed} ply {ply}", G::ID, table.options());
        assert!(ply < LONGEST, "{context}: every game ends");
        over_means_no_moves(&table, &context);
        moves_and_texts_are_unique(&table, &context);
        sampling_is_picking_from_the_list(&table, &rng, &context);
        if ply < 30 || ply % 10 == 0 || table.turn().is_none() {
            positions_round_trip(&table, &context);
            nothing_leaks(&table, &mut rng, &context);
            taps_lead_to_every_move(&table, &context);
            canonical_keeps_what_matters(&table, &context);
        }
        let moves = table.choices();
        if moves.is_empty() {
            undo_and_redo_are_exact(&mut table, &context);
            a_record_replays(&table, &context);
            return ply;
        }
        table.advance(moves[rng.below(moves.len())]);
    }
}

fn over_means_no_moves<G: Show>(table: &Match<G>, context: &str) {
    let over = table.legal().is_empty();
    assert_eq!(table.turn().is_none(), over, "{context}");
    assert_eq!(table.outcome().is_some(), over, "{context}");
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

fn positions_round_trip<G: Show>(table: &Match<G>, context: &str) {
    let text = table.position(Eyes::Referee);
    let again = Match::new(table.game().clone(), Start::Position(text.clone()))
        .unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(again.path().state(), table.path().state(), "{context}: {text}");
    assert_eq!(again.position(Eyes::Referee), text, "{context}");
    // Only a repetition cannot be seen from the position.
    if table.path().draw() != Some(Draw::Repetition) {
        assert_eq!(again.legal(), table.legal(), "{context}: {text}");
        assert_eq!(again.outcome(), table.outcome(), "{context}: {text}");
    }
}

/// What eyes see of a state equals what they see of any guess made for them, choices included.
fn nothing_leaks<G: Show>(table: &Match<G>, rng: &mut Rng, context: &str) {
    let (game, state) = (table.game(), table.path().state());
    let seats = (0..table.seats()).map(Eyes::Seat);
    for eyes in seats.chain([Eyes::Crowd, Eyes::Referee]) {
        let mut hidden = *state;
        game.hide(&mut hidden, eyes);
        let mut twice = hidden;
        game.hide(&mut twice, eyes);
        assert_eq!(twice, hidden, "{context}: {eyes:?}");
        let mut guess = *state;
        game.guess(&mut guess, eyes, &mut rng.clone());
        let mut blind = hidden;
        game.guess(&mut blind, eyes, rng);
        assert_eq!(blind, guess, "{context}: {eyes:?} guessed from more than they see");
        game.hide(&mut blind, eyes);
        assert_eq!(blind, hidden, "{context}: {eyes:?}");
        // The same through the whole view, from a table where the guess is true.
        let text = |state: &G::State| {
            let text = game.write_state(state);
            if G::LOOPS { format!("{text} {}", table.path().quiet()) } else { text }
        };
        let open = |state: &G::State| {
            let start = Start::Position(text(state));
            Match::new(game.clone(), start).unwrap_or_else(|error| panic!("{context}: {eyes:?} {error}"))
        };
        let (truth, guessed) = (open(state), open(&guess));
        assert_eq!(guessed.view(eyes), truth.view(eyes), "{context}: {eyes:?}");
        if let Some(seat) = truth.turn().filter(|&seat| eyes == Eyes::Seat(seat)) {
            let texts: Vec<_> = truth.view(eyes).choices.into_iter().map(|choice| choice.text).collect();
            assert_eq!(texts, truth.legal(), "{context}: seat {seat} sees other choices than it has");
            assert_eq!(guessed.legal(), truth.legal(), "{context}: the choices of seat {seat} tell what is hidden");
        }
    }
    if let Some(turn) = table.turn() {
        for eyes in (0..table.seats()).filter(|&seat| seat != turn).map(Eyes::Seat).chain([Eyes::Crowd]) {
            assert!(table.view(eyes).choices.is_empty(), "{context}: {eyes:?} see the choices of seat {turn}");
        }
    }
}

fn taps_lead_to_every_move<G: Show>(table: &Match<G>, context: &str) {
    let view = table.view(Eyes::Referee);
    let exists = |view: &View, site: &agon_rules::Site| {
        view.zones.get(site.zone).is_some_and(|zone| site.cell < zone.cells.len())
    };
    for note in &view.notes {
        assert!(note.sites.iter().all(|site| exists(&view, site)), "{context}: {note:?}");
    }
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

fn can_pick(choices: &[Choice], wanted: &Choice, taps: &[agon_rules::Site]) -> bool {
    if taps.is_empty() {
        return Picker::buttons(choices).any(|text| text == wanted.text);
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
    let (end, plies) = (table.view(Eyes::Referee), table.seq());
    while table.undo() {}
    assert_eq!(table.seq(), 0, "{context}");
    while table.redo() {}
    assert_eq!(table.seq(), plies, "{context}");
    assert_eq!(table.view(Eyes::Referee), end, "{context}");
}

fn a_record_replays<G: Show>(table: &Match<G>, context: &str) {
    let record = table.record();
    let text = record.to_string();
    let unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*,;=:@/?".contains(c);
    assert!(text.chars().all(unreserved), "{context}: not fit for a link: {text}");
    assert_eq!(text.parse::<Record>().as_ref(), Ok(&record), "{context}");
    let again = record.replay().unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(again.view(Eyes::Referee), table.view(Eyes::Referee), "{context}");
    assert_eq!(again.record(), record, "{context}");
}

#[test]
fn a_hidden_number_is_in_no_view_of_those_who_must_not_see_it() {
    let settings = [("variant".to_owned(), "hidden-master".to_owned())];
    let mut table = games::open("parity-twist", &settings, Start::Seed(0)).expect("a known game");
    table.play(0, "m=6").expect("a legal move");
    for eyes in [Eyes::Seat(1), Eyes::Crowd] {
        let view = table.view(eyes);
        assert_eq!(view.trail[0].text, "m=?");
        assert_eq!(view.position, ".,.,./.,.,./.,.,. ? 1 0");
    }
    assert_eq!(table.view(Eyes::Seat(0)).trail[0].text, "m=6");
    // The choices of seat 1 include the hidden number; a refused attempt tells it to everybody.
    table.play(1, "a1=6").expect("an attempt");
    assert_eq!(table.turn(), Some(1));
    assert_eq!(table.view(Eyes::Crowd).trail[0].text, "m=6");
    assert!(table.view(Eyes::Crowd).notes[0].text.starts_with("6 is under the Master Key"));
}

#[test]
fn the_error_for_a_seat_that_is_not_to_move_names_no_card() {
    let settings = [("variant".to_owned(), "lanier".to_owned())];
    let mut table = games::open("parity-twist", &settings, Start::Seed(0)).expect("a known game");
    let error = table.play(1, "m=4").expect_err("seat 0 begins");
    assert_eq!(error.to_string(), "seat 1 is not to move; wait for seat 0");
}

#[test]
fn a_third_occurrence_and_a_hundredth_quiet_ply_draw() {
    let at = "7X/8/8/8/8/8/8/O7 0 0,0,0,0 m";
    let there_and_back = ["h8-g7", "a1-b2", "g7-h8", "b2-a1"];
    for (quiet, plies, reason) in [(0, 8, "repetition"), (97, 3, "quiet")] {
        let start = Start::Position(format!("{at} {quiet}"));
        let mut table = games::open("infiltration", &[], start).expect("a position");
        let mut moves = there_and_back.iter().cycle();
        while let (Some(seat), Some(text)) = (table.turn(), moves.next()) {
            table.play(seat, text).expect("a legal move");
        }
        assert_eq!((table.seq(), table.outcome().expect("a draw").reason.as_str()), (plies, reason));
        // Taken back and made again it is the same draw.
        assert!(table.undo() && table.turn().is_some() && table.redo());
        assert_eq!(table.outcome().expect("a draw").reason, reason);
    }
}
