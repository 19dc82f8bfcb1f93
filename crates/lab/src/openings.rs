//! How games begin: as the rules say, with random plies that end no game, or from a book.
//!
//! Where there is no deal, openings would soon repeat. So they are drawn without replacement: all positions that so many
//! plies lead to, in an order that the seed decides, where they can be listed, and otherwise one after the other, each
//! different from those before it. Opening number n is the same in every cell of a study and does not depend on the
//! number of games.

use std::collections::{HashMap, HashSet};

use agon_rules::{Chance, Game, Match, Moves, Path, Record, Rng, Show, Start, Text, options_of, outcome_of, text};
use agon_search::{FastHasher, fingerprint};

/// How the games of a study begin.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Openings {
    /// As the rules say.
    #[default]
    Plain,
    /// This many random plies after a deal, drawn anew for each game.
    Drawn(u32),
    /// With the openings of a list one after the other, then from its start again.
    Listed(List),
}

/// A list of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    openings: Vec<Opening>,
    /// how many different positions they lead to
    different: u64,
    /// the random plies that were asked for, and those that there are
    plies: Option<(u32, u32)>,
}

/// One opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// where it begins, if not with the deal of its game
    pub start: Option<Start>,
    /// its moves, each by its place among the legal ones
    pub moves: Vec<u16>,
}

/// How one game begins.
#[derive(Clone, Copy, Debug)]
pub enum Begin<'a> {
    /// As the rules say.
    Deal,
    /// This many random plies.
    Random(u32),
    /// With this opening.
    With(&'a Opening),
}

/// More positions than these are not listed.
const LISTED: usize = 100_000;
/// So many openings are drawn, one for each game; longer runs begin with the first one again.
const DRAWN: u64 = 1 << 19;
/// So often an opening is drawn again that ends a game or was there before.
pub(crate) const TRIES: u64 = 100;
/// The chance of openings, apart from that of deals and players.
const STREAM: u64 = u64::MAX - 1000;

impl Openings {
    /// Random openings of `plies` plies, enough for `games` games.
    pub(crate) fn random<G: Game>(game: &G, plies: u32, seed: u64, games: u64) -> Self {
        if plies == 0 {
            return Openings::Plain;
        }
        let [a, b] = [0, 1].map(|seed| game.deal(&mut Rng::new(seed)));
        if a != b {
            return Openings::Drawn(plies);
        }
        let mut rng = Rng::stream(seed, STREAM);
        match listed(game, a, plies) {
            Some((mut openings, depth)) => {
                rng.shuffle(&mut openings);
                let different = openings.len() as u64;
                Openings::Listed(List { openings, different, plies: Some((plies, depth)) })
            }
            None => Openings::Listed(drawn(game, a, plies, seed, games.min(DRAWN))),
        }
    }

    /// The openings of a book, which are records or positions, in an order that the seed decides; or the place of one
    /// that cannot be played, and why.
    pub(crate) fn book<G: Show>(game: &G, book: &[String], seed: u64) -> Result<Self, (usize, String)> {
        let (mut openings, mut positions) = (Vec::new(), HashSet::new());
        for (at, text) in book.iter().enumerate() {
            let (opening, table) = read(game, text).map_err(|why| (at, why))?;
            positions.insert(fingerprint(table.path().state()));
            openings.push(opening);
        }
        Rng::stream(seed, STREAM).shuffle(&mut openings);
        Ok(Openings::Listed(List { openings, different: positions.len() as u64, plies: None }))
    }

    /// How a game begins, by its number.
    pub fn of(&self, number: u64) -> Begin<'_> {
        match self {
            Openings::Plain => Begin::Deal,
            Openings::Drawn(plies) => Begin::Random(*plies),
            Openings::Listed(list) => Begin::With(&list.openings[(number % list.openings.len() as u64) as usize]),
        }
    }

    /// How many different openings `games` games have, where all openings are listed.
    pub fn different(&self, games: u64) -> Option<u64> {
        match self {
            Openings::Listed(list) => Some(list.different.min(games)),
            _ => None,
        }
    }

    /// What people should know about the openings of `games` games.
    pub fn notes(&self, games: u64) -> Vec<Text> {
        let Openings::Listed(list) = self else { return Vec::new() };
        let mut notes = Vec::new();
        if let Some((asked, plies)) = list.plies.filter(|(asked, plies)| plies < asked) {
            notes.push(text!(
                "after {asked} plies every game is over: openings have {plies} plies, the most that end none",
                asked,
                plies
            ));
        }
        if list.different < games {
            notes.push(text!(
                "there is {openings} different opening for {games} games in each seating: it repeats"
                    | "there are {openings} different openings for {games} games in each seating: they repeat",
                openings = list.different,
                games
            ));
        }
        notes
    }
}

/// Every position after so many plies that does not end the game, once, by the moves that lead there; and after how many
/// plies, since all games may be over before. Nothing where there are too many.
fn listed<G: Game>(game: &G, start: G::State, plies: u32) -> Option<(Vec<Opening>, u32)> {
    let mut layer: Vec<(G::State, Vec<u16>)> = vec![(start, Vec::new())];
    let mut depth = 0;
    let (mut moves, mut scratch) = (Moves::new(), Moves::new());
    while depth < plies {
        let mut seen: HashSet<G::State, FastHasher> = HashSet::default();
        let mut next = Vec::new();
        for (state, line) in &layer {
            for (at, m) in moves.relist(game, state).iter().enumerate() {
                let mut after = *state;
                game.play(&mut after, *m);
                if !game.over(&after, &mut scratch) && seen.insert(after) {
                    next.push((after, [line.as_slice(), &[at as u16]].concat()));
                }
            }
            if next.len() > LISTED {
                return None;
            }
        }
        // Positions may repeat, and then a game is over although its position is not.
        next.retain(|(_, line)| goes_on(game, start, line));
        if next.is_empty() {
            break;
        }
        (layer, depth) = (next, depth + 1);
    }
    Some((layer.into_iter().map(|(_, moves)| Opening { start: None, moves }).collect(), depth))
}

/// Whether a game goes on after these moves.
fn goes_on<G: Game>(game: &G, start: G::State, line: &[u16]) -> bool {
    // Short of these, no position can stand for the third time.
    const LEAST: usize = 8;
    if !G::LOOPS || line.len() < LEAST {
        return true;
    }
    let (mut path, mut moves) = (Path::new(start, 0), Moves::new());
    for at in line {
        let m = moves.relist(game, path.state())[usize::from(*at)];
        path.play(game, m);
        if path.draw().is_some() {
            return false;
        }
    }
    true
}

/// Openings drawn one after the other, each different from those before it where one can be found.
fn drawn<G: Game>(game: &G, start: G::State, plies: u32, seed: u64, games: u64) -> List {
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    let (mut path, mut moves) = (Path::new(start, 0), Moves::new());
    for number in 0..games.max(1) {
        let mut rng = Rng::stream(Rng::derive(seed, STREAM), number);
        // Best is one that was not there yet, and then one that is as long as it should be.
        let mut best: Option<((bool, usize), u128, Vec<u16>)> = None;
        for _ in 0..TRIES {
            path.restart(start, 0);
            let mut line = Vec::new();
            while line.len() < plies as usize && path.draw().is_none() && !moves.relist(game, path.state()).is_empty() {
                let at = rng.below(moves.len());
                let m = moves[at];
                line.push(at as u16);
                path.play(game, m);
            }
            moves.clear();
            let over = path.draw().is_some() || game.over(path.state(), &mut moves);
            if over {
                line.pop();
                path.undo();
            }
            let position = fingerprint(path.state());
            let rank = (!seen.contains(&position), line.len());
            if best.as_ref().is_none_or(|(best, ..)| rank > *best) {
                best = Some((rank, position, line));
            }
            if rank.0 && !over {
                break;
            }
        }
        let (_, position, line) = best.expect("something was drawn");
        seen.insert(position);
        openings.push(Opening { start: None, moves: line });
    }
    List { openings, different: seen.len() as u64, plies: None }
}

/// An opening of a book, which is a record or a position, and the game after it; or what is wrong with it.
pub(crate) fn read<G: Show>(game: &G, text: &str) -> Result<(Opening, Match<G>), String> {
    // Only records hold this.
    let (start, texts) = if text.contains('~') {
        let record: Record = text.parse().map_err(|why: agon_rules::Error| why.to_string())?;
        if record.game != G::ID {
            return Err(format!("it is a game of {}, not of {}", record.game, G::ID));
        }
        let options: HashMap<String, String> =
            options_of(game).into_iter().map(|(name, value)| (name, value.to_string())).collect();
        let other = |(name, value): &&(String, String)| options.get(name) != Some(value);
        if let Some((name, value)) = record.options.iter().find(other) {
            return Err(format!("it is of {name}={value}; give the same options with `--set`"));
        }
        (record.start, record.moves)
    } else {
        (Start::Position(text.to_owned()), Vec::new())
    };
    let mut table = Match::new(game.clone(), start.clone()).map_err(|why| why.to_string())?;
    let mut moves = Vec::new();
    for text in &texts {
        let m = table.find(text).map_err(|why| why.to_string())?;
        let at = table.choices().iter().position(|other| *other == m);
        moves.push(at.expect("a legal move is among the legal ones") as u16);
        table.advance(m);
    }
    if outcome_of(table.game(), table.path()).is_some() {
        return Err("the game is over there".to_owned());
    }
    Ok((Opening { start: Some(start), moves }, table))
}

/// The openings of a file: a line each, a record or a position. What follows a tab is a remark, and so are lines that
/// begin with `#`; a line of JSON has its opening as `record` or `position`.
pub fn lines_of_book(text: &str) -> Result<Vec<String>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('\t').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with('{') {
            let value: serde_json::Value =
                serde_json::from_str(line).map_err(|why| format!("line {number} is no JSON: {why}"))?;
            let opening = ["record", "position"].iter().find_map(|key| value[*key].as_str());
            openings.push(opening.ok_or_else(|| format!("line {number} has no `record` or `position`"))?.to_owned());
        } else {
            openings.push(line.to_owned());
        }
    }
    if openings.is_empty() { Err("it has no opening; `agon book` makes some".to_owned()) } else { Ok(openings) }
}
