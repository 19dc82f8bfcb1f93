//! Words in drawings: how wide they are, where they break, and mathematics.

use std::fmt::Write;

/// The width of a text in a font of a pixel, roughly: narrow letters count half.
pub fn width(text: &str) -> f64 {
    let wide = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ':' | ';' | '|' | '!' | ' ' => 0.27,
        'f' | 'r' | 't' | '(' | ')' | '-' | '·' => 0.37,
        'm' | 'w' | 'M' | 'W' | '–' | '—' => 0.86,
        letter if letter.is_uppercase() => 0.66,
        '+' | '−' | '=' | '×' | '÷' => 0.6,
        _ => 0.57,
    };
    text.chars().map(wide).sum()
}

/// Lines that are at most so wide, broken at spaces; a longer word stands alone. What does not fit into `most` lines ends
/// in dots.
pub fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if (width(line) + 0.27 + width(word)) * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = clip(&format!("{last}…"), size, room);
        }
    }
    lines
}

/// A text that is at most so wide, ending in dots where it was cut.
pub fn clip(text: &str, size: f64, room: f64) -> String {
    if width(text) * size <= room {
        return text.to_owned();
    }
    let mut kept: String = text.trim_end_matches('…').to_owned();
    while !kept.is_empty() && (width(&kept) + 0.86) * size > room {
        kept.pop();
    }
    format!("{}…", kept.trim_end())
}

/// Points with their sign, and a minus as mathematics has it.
pub fn signed(points: i32) -> String {
    format!("{points:+}").replace('-', "−")
}

/// A text that is safe in a drawing.
pub fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    crate::html::escape(text, &mut out);
    out
}

/// Mathematics: the unknown in italics, exponents raised.
pub fn math(text: &str) -> String {
    let mut out = String::new();
    let mut raised = false;
    for letter in text.chars() {
        let exponent = match letter {
            '⁰' => Some('0'),
            '¹' => Some('1'),
            '²' => Some('2'),
            '³' => Some('3'),
            '⁴'..='⁹' => char::from_digit(letter as u32 - '⁰' as u32, 10),
            _ => None,
        };
        match (exponent, raised) {
            (Some(digit), false) => {
                let _ = write!(out, "<tspan class=\"d-up\" dy=\"-.5em\" font-size=\".62em\">{digit}");
            }
            (Some(digit), true) => out.push(digit),
            (None, true) => {
                // Back to the line: an invisible letter carries the way down.
                let _ = write!(out, "</tspan><tspan dy=\".31em\">\u{200b}</tspan>{}", letter_of(letter));
            }
            (None, false) => out.push_str(&letter_of(letter)),
        }
        raised = exponent.is_some();
    }
    if raised {
        out.push_str("</tspan>");
    }
    out
}

fn letter_of(letter: char) -> String {
    match letter {
        'x' => "<tspan class=\"d-x\">x</tspan>".to_owned(),
        letter => safe(letter.encode_utf8(&mut [0; 4])),
    }
}
