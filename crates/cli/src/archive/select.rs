//! The arguments that say which games of an archive are meant.

use std::path::PathBuf;

use agon_archive::{Archive, Filter, Side, moment};
use agon_rules::{Seat, Start, pair};
use anyhow::{Context, ensure};

use crate::setup::GameName;

/// An archive, and which of its games.
#[derive(clap::Args)]
pub struct Select {
    /// The archive: what `--save` of the lab or `agon archive import` has written
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// Only with this value of an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Only games that went through this position; needs `--game`
    #[arg(long, value_name = "POSITION", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// Only games with the deal of this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    narrow: Narrow,
}

/// What narrows the games further down.
#[derive(clap::Args)]
pub struct Narrow {
    /// Only games in which this player took part; may be given again
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games in which a player had this seat, for example `--seat 1=hard`; may be given again
    #[arg(long, value_name = "N=NAME")]
    seat: Vec<String>,
    /// Only games that this player won
    #[arg(long, value_name = "NAME")]
    won: Option<String>,
    /// Only games that this player lost
    #[arg(long, value_name = "NAME")]
    lost: Option<String>,
    /// Only games that player 1, 2, … won alone; `draw` for those that nobody did
    #[arg(long, value_name = "N")]
    winner: Option<String>,
    /// Only games that ended for this reason; `agon archive count --by reason` lists them
    #[arg(long, value_name = "WORD")]
    reason: Option<String>,
    /// Only games of this many plies, for example `20`, `20..` or `20..40`
    #[arg(long, value_name = "PLIES")]
    length: Option<String>,
    /// Only games that began with these moves, separated by spaces
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,
    /// Only games from this day or moment on, for example `2026-11-17`
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Only games before this day or moment
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
}

impl Select {
    /// Opens the archive and reads the filter.
    pub fn open(&self) -> anyhow::Result<(Archive, Filter)> {
        let archive = Archive::open(&self.archive)?;
        let options = self.set.iter().map(|text| pair(text)).collect::<Result<Vec<_>, _>>()?;
        let position = match (&self.position, &self.game) {
            (Some(text), Some(game)) => Some(fingerprint(game, &options, text)?),
            _ => None,
        };
        let filter = Filter { game: self.game.clone(), options, position, seed: self.seed, ..self.narrow.filter()? };
        Ok((archive, filter))
    }
}

impl Narrow {
    /// What it says of players, results, moves and dates.
    pub fn filter(&self) -> anyhow::Result<Filter> {
        let seats = self.seat.iter().map(|text| seat(text)).collect::<anyhow::Result<_>>()?;
        let date = |text: &Option<String>| -> anyhow::Result<Option<i64>> {
            let read =
                |text: &String| moment(text).with_context(|| format!("bad date `{text}`; write it as `2026-11-17`"));
            text.as_ref().map(read).transpose()
        };
        Ok(Filter {
            players: self.player.clone(),
            seats,
            won: self.won.clone(),
            lost: self.lost.clone(),
            winner: self.winner.as_deref().map(side).transpose()?,
            reason: self.reason.clone(),
            plies: self.length.as_deref().map_or(Ok((None, None)), length)?,
            dates: (date(&self.since)?, date(&self.until)?),
            moves: self.opening.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect(),
            ..Filter::default()
        })
    }
}

/// The fingerprint of a position of a game with these options.
fn fingerprint(game: &str, options: &[(String, String)], position: &str) -> anyhow::Result<u64> {
    let record = agon_rules::Record {
        game: game.to_owned(),
        options: options.to_vec(),
        start: Start::Position(position.to_owned()),
        moves: Vec::new(),
    };
    Ok(agon_lab::played::trail(&record)?.positions[0])
}

fn seat(text: &str) -> anyhow::Result<(Seat, String)> {
    let parts = text.split_once('=').and_then(|(seat, name)| Some((number(seat)?, name.to_owned())));
    parts.with_context(|| format!("bad seat `{text}`; write it as `1=hard`"))
}

fn side(text: &str) -> anyhow::Result<Side> {
    if text == "draw" {
        return Ok(Side::Draw);
    }
    number(text)
        .map(Side::Seat)
        .with_context(|| format!("bad winner `{text}`; it is `1` for player 1, and so on, or `draw`"))
}

/// A seat as people count.
fn number(text: &str) -> Option<Seat> {
    text.parse::<Seat>().ok().filter(|seat| (1..=agon_rules::games::MOST_SEATS).contains(seat)).map(|seat| seat - 1)
}

fn length(text: &str) -> anyhow::Result<(Option<u32>, Option<u32>)> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let read =
        |text: &str| -> Option<Option<u32>> { if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) } };
    let bounds = read(from).zip(read(to)).filter(|_| text != "..");
    let bounds = bounds.with_context(|| format!("bad length `{text}`; write it as `20`, `20..` or `20..40`"))?;
    ensure!(!matches!(bounds, (Some(from), Some(to)) if from > to), "bad length `{text}`: nothing is that long");
    Ok(bounds)
}
