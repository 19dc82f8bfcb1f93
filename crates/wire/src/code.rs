//! Room codes: short, easy to read aloud, without letters that look or sound alike.

/// The letters of a code: no 0 O, 1 I L, U V.
pub const LETTERS: &[u8; 29] = b"23456789ABCDEFGHJKMNPQRSTWXYZ";

/// How many letters a code has: eight of 29 letters are nearly 39 bits.
pub const LENGTH: usize = 8;

/// A code in its plain form, without what people write between and around its letters; none when it is no code.
pub fn tidy(text: &str) -> Option<String> {
    let letters = text.trim().chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_uppercase());
    let code: String = letters.take(LENGTH + 1).collect();
    let known = code.len() == LENGTH && code.bytes().all(|c| LETTERS.contains(&c));
    known.then_some(code)
}

/// A code as people read it: in two halves.
pub fn spaced(code: &str) -> String {
    match code.split_at_checked(LENGTH / 2) {
        Some((first, second)) if !second.is_empty() => format!("{first}-{second}"),
        _ => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_however_they_are_written() {
        for text in ["K7XM4QPT", "k7xm-4qpt", " K7XM 4QPT "] {
            assert_eq!(tidy(text).as_deref(), Some("K7XM4QPT"));
        }
        for text in ["", "K7XM4QP", "K7XM4QPTT", "K7XM4QPO", "K7XM4QP💥", "../../..", "K7XM4QP1"] {
            assert_eq!(tidy(text), None, "{text}");
        }
        assert_eq!(spaced("K7XM4QPT"), "K7XM-4QPT");
    }
}
