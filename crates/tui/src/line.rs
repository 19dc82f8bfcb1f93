//! One line of input after a prompt, for the clients that go line by line.

use std::io::{self, BufRead, Write};

/// A longer line was not typed.
const LONGEST: u64 = 4096;

/// The next line; none when there is no more.
pub fn ask(input: &mut impl BufRead, out: &mut impl Write, prompt: &str) -> io::Result<Option<String>> {
    write!(out, "{prompt}> ")?;
    out.flush()?;
    let mut bytes = Vec::new();
    // Lines without end are cut, not collected.
    let read = io::Read::take(input, LONGEST).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    let text: String = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
    Ok(Some(text.trim().to_owned()))
}
