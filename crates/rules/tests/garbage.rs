//! Whatever text arrives, the answer is a value or an error with a reason: never a panic.

use agon_rules::games::{self, Info};
use agon_rules::{Error, Record, Rng, Start, Table, Value, Viewer};
use proptest::prelude::*;

/// A game with option values of which most go together, and a seed.
fn setups() -> impl Strategy<Value = (String, Vec<(String, String)>, u64)> {
    (any::<prop::sample::Index>(), any::<u64>(), any::<u64>()).prop_map(|(which, choices, seed)| {
        let list = games::list();
        let info = which.get(&list);
        (info.id.to_owned(), some_options(info, choices), seed)
    })
}

fn some_options(info: &Info, choices: u64) -> Vec<(String, String)> {
    let mut rng = Rng::new(choices);
    let value = |rng: &mut Rng, values: &[Value]| values[rng.below(values.len())].to_string();
    info.options.iter().map(|option| (option.name.clone(), value(&mut rng, &option.values))).collect()
}

/// A table some random moves into a game.
fn somewhere(id: &str, settings: &[(String, String)], seed: u64) -> Result<Box<dyn Table>, Error> {
    let mut table = games::open(id, settings, Start::Seed(seed))?;
    let mut rng = Rng::stream(seed, 1);
    for _ in 0..rng.below(60) {
        let legal = table.legal();
        let Some(seat) = table.turn() else { break };
        table.play(seat, &legal[rng.below(legal.len())])?;
    }
    Ok(table)
}

/// A few small changes to a text, mostly with characters that occur in it.
fn mutate(text: &str, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut chars: Vec<char> = text.chars().collect();
    let strange = ['0', '9', '-', '/', ',', ' ', '?', '*', '+', 'x', '~', '=', 'é', '\0', '\n', '٣'];
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(chars.len() + 1);
        let own = chars.get(rng.below(chars.len().max(1))).copied().unwrap_or('1');
        let new = if rng.below(3) == 0 { strange[rng.below(strange.len())] } else { own };
        match rng.below(4) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.insert(at, new),
            2 if at + 1 < chars.len() => chars.swap(at, at + 1),
            _ if at < chars.len() => chars[at] = new,
            _ => chars.push(new),
        }
    }
    chars.into_iter().collect()
}

/// One short line whose first quotation is what came in, or what is wrong in it: one of `inputs`.
fn is_helpful(error: &Error, inputs: &[impl AsRef<str>]) -> Result<(), TestCaseError> {
    let text = error.to_string();
    prop_assert!(!text.chars().any(char::is_control), "{text:?}");
    prop_assert!(text.chars().count() < 1500, "{text}");
    // Seats and options that do not go together are named without quotation marks.
    let quotation = text.split_once('`').map_or(text.as_str(), |(_, rest)| rest);
    let names = matches!(error, Error::Turn { .. } | Error::Together { .. });
    let known = inputs.iter().map(AsRef::as_ref).any(|input| match legible(input) {
        _ if input.is_empty() => quotation.starts_with('`'),
        part if !names && input.starts_with(part) => quotation.starts_with(part),
        part => quotation.contains(part),
    });
    prop_assert!(known, "{text}");
    Ok(())
}

/// The first letters, digits and signs of a text, which every message must show as they are.
fn legible(text: &str) -> &str {
    let plain = |c: char| (c.is_alphanumeric() || c.is_ascii_graphic() || c == ' ') && c != '`';
    let text = text.trim_start_matches(|c| !plain(c));
    let end = text.char_indices().enumerate().find(|(i, (_, c))| *i == 20 || !plain(*c));
    end.map_or(text, |(_, (at, _))| &text[..at])
}

/// The texts in options: their names, values, and both together.
fn words(settings: &[(String, String)]) -> Vec<String> {
    let words = |(name, value): &(String, String)| [name.clone(), value.clone(), format!("{name}={value}")];
    settings.iter().flat_map(words).collect()
}

/// The texts in a record: the whole, its first fields, and their parts.
fn fields(record: &str) -> Vec<String> {
    let plain = record.trim().replace('_', " ").replace('*', "+").replace('!', "<");
    let parts = |field: &str| {
        let (name, value) = field.split_once('=').unwrap_or((field, field));
        [field, name, value].map(str::to_owned)
    };
    std::iter::once(record.to_owned()).chain(plain.split('~').take(100).flat_map(parts)).collect()
}

/// Looks at everything and plays to the end.
fn exercise(mut table: Box<dyn Table>, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    for _ in 0..30 {
        for viewer in (0..table.seats()).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Referee]) {
            agon_rules::ascii::picture(&table.view(viewer));
        }
        let legal = table.legal();
        let Some(seat) = table.turn() else { break };
        table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
    }
    let replayed = table.record().to_string().parse::<Record>().expect("a record").replay().expect("it replays");
    prop_assert_eq!(replayed.position(Viewer::Referee), table.position(Viewer::Referee));
    Ok(())
}

fn try_position(id: &str, settings: &[(String, String)], text: String, seed: u64) -> Result<(), TestCaseError> {
    match games::open(id, settings, Start::Position(text.clone())) {
        Ok(table) => {
            prop_assert_eq!(table.position(Viewer::Referee), text);
            exercise(table, seed)
        }
        Err(error @ Error::Together { .. }) => is_helpful(&error, &words(settings)),
        Err(error) => is_helpful(&error, &[text]),
    }
}

fn try_move(table: &mut dyn Table, seat: usize, text: &str) -> Result<(), TestCaseError> {
    let (before, legal, turn) = (table.position(Viewer::Referee), table.legal(), table.turn());
    match table.play(seat, text) {
        Ok(()) => {
            prop_assert!(legal.iter().any(|known| known == text) && turn == Some(seat), "{text} was played");
            table.undo();
        }
        Err(error) if turn.is_some_and(|turn| turn != seat) => is_helpful(&error, &[format!("seat {seat}")])?,
        Err(error) => {
            is_helpful(&error, &[text])?;
            let says = |known: &String| error.to_string().contains(&format!("`{known}`"));
            prop_assert!(turn.is_none() || legal.iter().any(says), "{error}\nnames nothing of {legal:?}");
        }
    }
    prop_assert_eq!(table.position(Viewer::Referee), before);
    Ok(())
}

fn try_record(text: &str, seed: u64) -> Result<(), TestCaseError> {
    match text.parse::<Record>().and_then(|record| record.replay()) {
        Ok(table) => exercise(table, seed),
        Err(error) => is_helpful(&error, &fields(text)),
    }
}

/// `PROPTEST_CASES` says how many; otherwise many enough to find what is rare.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { 2000 };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_broken_position_is_refused_or_played((id, settings, seed) in setups(), change: u64) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            try_position(&id, &settings, mutate(&table.position(Viewer::Referee), change), seed)?;
        }
    }

    #[test]
    fn a_view_is_no_position_unless_it_hides_nothing((id, settings, seed) in setups()) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            try_position(&id, &settings, table.position(Viewer::Spectator), seed)?;
        }
    }

    #[test]
    fn any_text_is_refused_as_a_position((id, settings, seed) in setups(), text in ".{0,60}") {
        try_position(&id, &settings, text, seed)?;
    }

    #[test]
    fn any_text_is_answered_as_a_move((id, settings, seed) in setups(), text in ".{0,20}", change: u64, seat in 0usize..8) {
        if let Ok(mut table) = somewhere(&id, &settings, seed) {
            let near = table.legal().first().map(|text| mutate(text, change)).unwrap_or_default();
            let turn = table.turn().unwrap_or(seat);
            for (seat, text) in [(seat, &text), (seat, &near), (turn, &text), (turn, &near)] {
                try_move(table.as_mut(), seat, text)?;
            }
        }
    }

    #[test]
    fn a_broken_record_is_refused_or_replays((id, settings, seed) in setups(), change: u64) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            try_record(&mutate(&table.record().to_string(), change), seed)?;
        }
    }

    #[test]
    fn any_text_is_refused_as_a_record(text in ".{0,80}") {
        try_record(&text, 0)?;
    }

    #[test]
    fn any_options_are_read_or_refused((id, settings, _) in setups(), name in ".{0,12}", value in ".{0,12}", change: u64) {
        let mut broken = settings.clone();
        broken.push((name, value));
        if let Some(first) = broken.first_mut() {
            first.1 = mutate(&first.1, change);
        }
        let unknown = vec![(mutate("size", change), "3".to_owned())];
        let other = mutate(&id, change);
        for (id, settings) in [(&id, &broken), (&id, &unknown), (&other, &settings)] {
            if let Err(error) = games::open(id, settings, Start::Seed(0)) {
                let known = games::info(id).is_ok();
                is_helpful(&error, &if known { words(settings) } else { vec![id.clone()] })?;
            }
        }
    }
}

#[test]
fn a_megabyte_is_refused_in_one_short_line() {
    let refused = |error: Option<Error>, inputs: &[&str]| {
        let error = error.unwrap_or_else(|| panic!("{} was taken", legible(inputs[0])));
        is_helpful(&error, inputs).unwrap_or_else(|why| panic!("{why}"));
    };
    for fill in ["x", "1/", "~=", "é\u{202e}"] {
        let long = fill.repeat(1_000_000 / fill.len());
        refused(games::open(&long, &[], Start::Seed(0)).err(), &[&long]);
        refused(games::info(&long).err(), &[&long]);
        for info in games::list() {
            let start = games::open(info.id, &[], Start::Seed(0)).expect("a known game");
            let names = info.options.iter().map(|option| (option.name.clone(), long.clone()));
            for pair in names.chain([(long.clone(), "1".to_owned())]) {
                refused(games::open(info.id, &[pair], Start::Seed(0)).err(), &[&long]);
            }
            let position = start.position(Viewer::Referee);
            for text in [long.clone(), format!("{position}{long}"), format!("{position} {long}")] {
                refused(games::open(info.id, &[], Start::Position(text.clone())).err(), &[&text]);
            }
            for text in [long.clone(), format!("{}{long}", start.legal()[0])] {
                let mut table = games::open(info.id, &[], Start::Seed(0)).expect("a known game");
                try_move(table.as_mut(), 0, &text).unwrap_or_else(|why| panic!("{why}"));
            }
            for before in ["", "~", "~seed=", "~at=", "~seed=0~"] {
                let text = format!("{}{before}{long}", info.id);
                try_record(&text, 0).unwrap_or_else(|why| panic!("{why}"));
            }
        }
    }
}
