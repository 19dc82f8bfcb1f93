//! Small helpers for position texts and sentences.

/// Splits a position text into exactly `N` fields, one space apart.
pub fn fields<const N: usize>(text: &str) -> Result<[&str; N], String> {
    let fields: Vec<&str> = text.split(' ').collect();
    fields.try_into().map_err(|fields: Vec<&str>| format!("it has {} fields, not {N}", fields.len()))
}

/// Reads a seat to move, which must be below `seats`.
pub fn seat(text: &str, seats: usize) -> Result<u8, String> {
    match text.parse() {
        Ok(seat) if usize::from(seat) < seats => Ok(seat),
        _ => Err(format!("the seat `{text}` is not a number from 0 to {}", seats - 1)),
    }
}

/// Whether counts of marks put down in turn can be, when seat 0 began.
pub fn alternating(counts: [u32; 2], turn: u8) -> Result<(), String> {
    if counts[0] == counts[1] + u32::from(turn) {
        return Ok(());
    }
    Err(format!("with seat {turn} to move the marks of the seats cannot be {} and {}", counts[0], counts[1]))
}

/// Words joined by commas, or `-` for none.
pub fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "-".to_owned() } else { items.join(",") }
}

/// `1 piece`, `2 pieces`
pub fn counted(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
