//! Whatever text arrives, the answer is a value or an error with a reason: never a panic.

use agon_rules::games::{self, Info};
use agon_rules::{Error, Eyes, Record, Rng, Start, Table, Value};
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

/// One line that quotes something and gives a reason.
fn is_helpful(error: &Error) -> Result<(), TestCaseError> {
    let text = error.to_string();
    prop_assert!(!text.chars().any(char::is_control), "{text:?}");
    prop_assert!(text.contains('`') || text.contains("seat") || text.contains("options"), "{text}");
    prop_assert!(text.chars().count() < 1500, "{text}");
    Ok(())
}

/// Looks at everything and plays to the end.
fn exercise(mut table: Box<dyn Table>, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    for _ in 0..30 {
        for eyes in (0..table.seats()).map(Eyes::Seat).chain([Eyes::Crowd, Eyes::Referee]) {
            agon_rules::ascii::picture(&table.view(eyes));
        }
        let legal = table.legal();
        let Some(seat) = table.turn() else { break };
        table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
    }
    let replayed = table.record().to_string().parse::<Record>().expect("a record").replay().expect("it replays");
    prop_assert_eq!(replayed.position(Eyes::Referee), table.position(Eyes::Referee));
    Ok(())
}

fn try_position(id: &str, settings: &[(String, String)], text: String, seed: u64) -> Result<(), TestCaseError> {
    match games::open(id, settings, Start::Position(text.clone())) {
        Ok(table) => {
            prop_assert_eq!(table.position(Eyes::Referee), text);
            exercise(table, seed)
        }
        Err(error) => is_helpful(&error),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_broken_position_is_refused_or_played((id, settings, seed) in setups(), change: u64) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            try_position(&id, &settings, mutate(&table.position(Eyes::Referee), change), seed)?;
        }
    }

    #[test]
    fn a_view_is_no_position_unless_it_hides_nothing((id, settings, seed) in setups()) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            try_position(&id, &settings, table.position(Eyes::Crowd), seed)?;
        }
    }

    #[test]
    fn any_text_is_refused_as_a_position((id, settings, seed) in setups(), text in ".{0,60}") {
        try_position(&id, &settings, text, seed)?;
    }

    #[test]
    fn any_text_is_answered_as_a_move((id, settings, seed) in setups(), text in ".{0,20}", change: u64, seat in 0usize..8) {
        if let Ok(mut table) = somewhere(&id, &settings, seed) {
            let legal = table.legal();
            let near = legal.first().map(|text| mutate(text, change)).unwrap_or_default();
            for text in [text, near] {
                let (before, turn) = (table.position(Eyes::Referee), table.turn());
                match table.play(seat, &text) {
                    Ok(()) => {
                        prop_assert!(legal.contains(&text) && turn == Some(seat), "{text} was played");
                        table.undo();
                    }
                    Err(error) => is_helpful(&error)?,
                }
                prop_assert_eq!(table.position(Eyes::Referee), before);
            }
        }
    }

    #[test]
    fn a_broken_record_is_refused_or_replays((id, settings, seed) in setups(), change: u64) {
        if let Ok(table) = somewhere(&id, &settings, seed) {
            let text = mutate(&table.record().to_string(), change);
            match text.parse::<Record>().and_then(|record| record.replay()) {
                Ok(table) => exercise(table, seed)?,
                Err(error) => is_helpful(&error)?,
            }
        }
    }

    #[test]
    fn any_text_is_refused_as_a_record(text in ".{0,80}") {
        if let Err(error) = text.parse::<Record>().and_then(|record| record.replay()) {
            is_helpful(&error)?;
        }
    }

    #[test]
    fn any_options_are_read_or_refused((id, settings, _) in setups(), name in ".{0,12}", value in ".{0,12}", change: u64) {
        let mut broken = settings.clone();
        broken.push((name, value));
        if let Some(first) = broken.first_mut() {
            first.1 = mutate(&first.1, change);
        }
        let unknown = vec![(mutate("size", change), "3".to_owned())];
        for (id, settings) in [(&id, &broken), (&id, &unknown), (&mutate(&id, change), &settings)] {
            if let Err(error) = games::open(id, settings, Start::Seed(0)) {
                is_helpful(&error)?;
            }
        }
    }
}
