//! Which variant of a game is played, for people.

use agon_rules::games;

/// The options that differ from their defaults, as `name=value`.
pub fn variant(game: &str, options: &[(String, String)]) -> String {
    let known = games::info(game).map(|info| info.options).unwrap_or_default();
    let is_default = |(name, value): &&(String, String)| {
        known.iter().any(|option| option.name == *name && option.default.to_string() == *value)
    };
    let unusual = options.iter().filter(|option| !is_default(option));
    unusual.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
