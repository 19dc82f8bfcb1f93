//! Trees as extensive-form files (`.efg`), which Gambit and OpenSpiel read.
//!
//! The file is written node by node while the tree is walked; what is kept in memory is one number for each information
//! set. A tree that is too large is refused before anything is written.

mod page;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use agon_rules::{Seat, Settings, Start, games};

use crate::error::Error;
use crate::payoff::Payoff;
use crate::registry::{numbering_by_id, tree_by_id};
use crate::table::Rules;
use crate::tree::{Root, TreeState};
use page::{Page, quoted};

/// What the end of a game is worth in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// who loses pays 1, and the winners share that ([`Payoff::Outcome`])
    Outcome,
    /// the own score less that of the other, or less the mean of the others' ([`Payoff::Margin`])
    Margin,
    /// the own score, whatever the others have
    Scores,
}

impl Worth {
    /// What is usual: between two the difference, which is what the solver states; the scores among more.
    pub fn usual(seats: Seat) -> Self {
        if seats > 2 { Worth::Scores } else { Worth::Margin }
    }

    /// In words, for readers of a file.
    fn words(self, seats: Seat) -> &'static str {
        match self {
            Worth::Outcome => "who loses pays 1, and the winners share that",
            Worth::Margin if seats > 2 => "the own score less the mean of the others'",
            Worth::Margin => "the own score less that of the other",
            Worth::Scores => "the own score",
        }
    }
}

/// What to write, and how large it may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EfgSpec {
    /// what ends are worth; what is usual unless said
    pub worth: Option<Worth>,
    /// games are broken off after so many plies, and are then worth nothing to anybody
    pub max_plies: Option<usize>,
    /// whether information sets are called by all that the seat has seen, and outcomes of chance by the position they
    /// lead to; by numbers otherwise, which makes a file several times smaller
    pub names: bool,
    /// a tree with more nodes is refused
    pub most_nodes: u64,
}

impl Default for EfgSpec {
    fn default() -> Self {
        EfgSpec { worth: None, max_plies: None, names: false, most_nodes: 1_000_000 }
    }
}

/// How large a tree is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EfgSize {
    /// all nodes
    pub nodes: u64,
    /// nodes where chance decides
    pub chance: u64,
    /// nodes where the game is over
    pub ends: u64,
    /// the information sets of each seat
    pub sets: Vec<u64>,
}

/// Why a tree is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EfgError {
    /// The tree itself refuses something.
    #[error(transparent)]
    Tree(#[from] Error),
    /// It cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is too large.
    #[error("the tree has more than {0} nodes; begin at a later position, or raise the limit on nodes")]
    TooLarge(u64),
    /// There is nothing to decide.
    #[error("there is no tree: the game is over at its first position")]
    Over,
    /// Somebody wants to stop.
    #[error("stopped before the whole tree was written")]
    Stopped,
}

/// Counts the nodes of a tree from here on, as long as they are not more than `most`.
pub fn count_nodes(tree: &mut dyn TreeState, most: u64, stop: &dyn Fn() -> bool) -> Result<u64, EfgError> {
    let mut nodes = 0;
    walk(tree, stop, &mut |_, _| {
        nodes += 1;
        if nodes > most { Err(EfgError::TooLarge(most)) } else { Ok(None) }
    })?;
    Ok(nodes)
}

/// Writes the tree of a game from its root on. Nothing is written if it is too large.
///
/// Players are numbered from 1, as the format wants it, and information sets of each player from 1 in the order in which
/// the walk meets them.
pub fn efg_by_id(
    (id, settings): (&str, &Settings),
    root: &Root,
    spec: &EfgSpec,
    out: &mut dyn Write,
    stop: &dyn Fn() -> bool,
) -> Result<EfgSize, EfgError> {
    let seats = numbering_by_id(id, settings)?.seats;
    let worth = spec.worth.unwrap_or(Worth::usual(seats));
    let payoff = if worth == Worth::Outcome { Payoff::Outcome } else { Payoff::Margin };
    let rules = Rules { payoff, max_plies: spec.max_plies };
    let mut tree = match tree_by_id(id, settings, root, rules) {
        // Deals that are too many to list are one draw after the other.
        Err(Error::TooMany(_)) if *root == Root::Deals => tree_by_id(id, settings, &Root::Deal, rules),
        grown => grown,
    }?;
    if tree.is_terminal() {
        return Err(EfgError::Over);
    }
    count_nodes(tree.as_mut(), spec.most_nodes, stop)?;
    let players: Vec<String> = (1..=seats).map(|number| format!("\"player {number}\"")).collect();
    writeln!(out, "EFG 2 R {} {{ {} }}", quoted(&title(id, settings, root)?), players.join(" "))?;
    writeln!(out, "{}\n", quoted(&format!("Payoffs: {}. Written by Agon.", worth.words(seats))))?;
    let mut page = Page::new(seats, worth, spec.names);
    let tree = tree.as_mut();
    walk(tree, stop, &mut |node, depth| page.node(node, depth, out).map(Some))?;
    Ok(page.size)
}

/// The same into a file, which gets its name when it is complete: there is a whole file or none.
pub fn efg_file_by_id(
    game: (&str, &Settings),
    root: &Root,
    spec: &EfgSpec,
    path: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<EfgSize, EfgError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    let written = efg_by_id(game, root, spec, &mut file, stop);
    let flushed = written.and_then(|size| Ok(file.flush().map(|()| size)?));
    drop(file);
    let named = flushed.and_then(|size| Ok(fs::rename(&unfinished, path).map(|()| size)?));
    if named.is_err() {
        // What cannot be removed either is told by the first error.
        let _ = fs::remove_file(&unfinished);
    }
    named
}

/// What a file is about, in one line: every option by name, those at their default too.
fn title(id: &str, settings: &Settings, root: &Root) -> Result<String, Error> {
    let known = games::open(id, settings, Start::Seed(0))?.options();
    let options: String = known.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    Ok(match root {
        Root::Deal | Root::Deals => format!("{id}{options}"),
        Root::Position(text, _) => format!("{id}{options} from {text}"),
    })
}

/// Sees a node and how deep it is, and says which of its children to visit, if any.
type Visit<'a> = dyn FnMut(&mut dyn TreeState, usize) -> Result<Option<Vec<i64>>, EfgError> + 'a;

/// Visits every node, parents before their children. `visit` hears how deep a node is, and returns the order of its
/// children, or none for any order.
fn walk(tree: &mut dyn TreeState, stop: &dyn Fn() -> bool, visit: &mut Visit) -> Result<(), EfgError> {
    // How often it is asked whether to stop.
    const PAUSE: u32 = 4096;
    let mut below: Vec<std::vec::IntoIter<i64>> = Vec::new();
    for visited in 1_u32.. {
        if visited.is_multiple_of(PAUSE) && stop() {
            return Err(EfgError::Stopped);
        }
        let order = visit(tree, below.len())?;
        below.push(order.unwrap_or_else(|| children(tree)).into_iter());
        // Up until there is a way down.
        let next = loop {
            let Some(children) = below.last_mut() else { return Ok(()) };
            if let Some(child) = children.next() {
                break child;
            }
            below.pop();
            if !below.is_empty() {
                tree.undo();
            }
        };
        tree.apply(next)?;
    }
    Ok(())
}

/// What leads on from a node.
fn children(tree: &dyn TreeState) -> Vec<i64> {
    match tree.chance_outcomes().len() {
        0 => tree.legal().iter().copied().map(i64::from).collect(),
        outcomes => (0..outcomes as i64).collect(),
    }
}
