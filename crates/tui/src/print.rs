//! Pages of text on plain output: as wide as the terminal, with bold headings where it shows them.

use std::io::{self, Write};

use agon_rules::games;
use ratatui::crossterm::style::Attribute;
use ratatui::crossterm::terminal;

use crate::markdown::{self, Look};
use crate::pager::WIDEST;
use crate::plain::Paper;

/// How wide text is set where there is no terminal.
const USUAL: usize = 80;

/// Prints the rules page of a game as text.
pub fn print_rules(game: &str, paper: Paper, out: &mut impl Write) -> anyhow::Result<()> {
    let page = games::rules(game)?;
    let width = match paper {
        Paper::Screen => terminal::size().map_or(USUAL, |(columns, _)| usize::from(columns)),
        Paper::Pipe => USUAL,
    };
    let lines = markdown::set(page, width.clamp(20, WIDEST), Some(game));
    Ok(print(&lines, paper, out)?)
}

fn print(lines: &[markdown::Line], paper: Paper, out: &mut impl Write) -> io::Result<()> {
    for line in lines {
        let mut now = Look::Plain;
        for (letter, look) in line {
            if *look != now && paper == Paper::Screen {
                now = *look;
                write!(out, "{}{}", Attribute::Reset, attribute(now))?;
            }
            write!(out, "{letter}")?;
        }
        let end = if now == Look::Plain { String::new() } else { Attribute::Reset.to_string() };
        writeln!(out, "{end}")?;
    }
    Ok(())
}

fn attribute(look: Look) -> Attribute {
    match look {
        Look::Plain => Attribute::Reset,
        Look::Strong | Look::Heading => Attribute::Bold,
        Look::Slanted => Attribute::Italic,
        Look::Faint => Attribute::Dim,
    }
}
