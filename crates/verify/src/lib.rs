//! Checks certificates: files that prove the value of a position, by the rules alone.
//!
//! This crate knows the rules and nothing of how a proof was found. It has no evaluation, no transposition table and no
//! line of the solver, and is meant to be read in one go: `format.rs` is the file, `check.rs` the proof, `rows.rs` the
//! three theorems that spare games of rows most lines of play. docs/certificates.md says the same in words, exactly enough
//! to write another verifier.

mod check;
mod format;
mod rows;

pub use check::{Checked, Choice, Held, Source, follow};
pub use format::{Certificate, Choices, Proof, code, sha256};

use agon_rules::games::{self, Visitor};
use agon_rules::{Match, Show, Table, Viewer};

/// Why a file proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The file is not a whole certificate.
    #[error("this is no whole certificate: {0}")]
    File(String),
    /// The rules do not accept its game, options or position.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// The game is not one whose values such a file can prove.
    #[error("no certificate can prove this: {0}")]
    Unfit(String),
    /// The proof has a gap.
    #[error("the proof does not hold: {0}")]
    Gap(String),
    /// The caller has asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// the game with its options
    pub game: String,
    /// the position, as text
    pub position: String,
    /// its value: the final score of seat 0 less that of seat 1, with best play of both
    pub value: i32,
    /// by seat: what was checked of its strategy; none where nothing had to be
    pub sides: [Option<Checked>; 2],
}

/// Checks a certificate. `heard` is told now and then how many positions were checked, and says whether to go on.
pub fn verify(bytes: &[u8], heard: &mut dyn FnMut(u64) -> bool) -> Result<Report, Wrong> {
    let certificate = Certificate::read(bytes)?;
    games::with(&certificate.record.game, &certificate.record.options, Verify { certificate: &certificate, heard })?
}

struct Verify<'a> {
    certificate: &'a Certificate,
    heard: &'a mut dyn FnMut(u64) -> bool,
}

impl Visitor for Verify<'_> {
    type Out = Result<Report, Wrong>;

    fn visit<G: Show>(self, game: G) -> Self::Out {
        let Certificate { record, rules, value, proofs } = self.certificate;
        if *rules != G::VERSION {
            return Err(Wrong::Unfit(format!("it is for version {rules} of the rules, and these are {}", G::VERSION)));
        }
        let table = Match::new(game, record.start.clone())?;
        let mut sides = [None, None];
        for (holder, proof) in proofs.iter().enumerate() {
            let held = Held::new(&table, holder, *value)?;
            sides[holder] = match proof {
                Proof::Trivial if held.is_trivial::<G>() => None,
                Proof::Trivial => return Err(Wrong::Gap("the proof of one side is missing".to_owned())),
                Proof::Choices(bytes) => {
                    let mut choices = Choices::new(bytes);
                    let checked = follow(table.game(), held, &mut choices, self.heard)?;
                    choices.end()?;
                    Some(checked)
                }
            };
        }
        let game =
            record.options.iter().fold(record.game.clone(), |all, (name, value)| format!("{all} {name}={value}"));
        Ok(Report { game, position: table.position(Viewer::Referee), value: *value, sides })
    }
}
