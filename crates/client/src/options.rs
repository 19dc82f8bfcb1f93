//! Which variant of a game is played, for people.

use agon_rules::{Text, Value, games, text};

/// The variant in words. What differs from the usual is said, and the first option always where its values have names:
/// `Classic`.
pub fn variant(game: &str, options: &[(String, String)]) -> Vec<Text> {
    let Ok(info) = games::info(game) else { return Vec::new() };
    let said = info.options.iter().enumerate().filter_map(|(at, option)| {
        let (_, text) = options.iter().find(|(name, _)| *name == option.name)?;
        let value = *option.values.iter().find(|value| value.to_string() == *text)?;
        let (name, usual) = (info.own_name(option, value), value == option.default);
        match (name, value) {
            (Some(name), _) => (at == 0 || !usual).then_some(name),
            _ if usual => None,
            (None, Value::Word(_)) => Some(value.words()),
            (None, Value::Flag(true)) => Some(info.option_title(option)),
            (None, _) => Some(text!("{option}: {value}", option = info.option_title(option), value = value.words())),
        }
    });
    said.collect()
}
