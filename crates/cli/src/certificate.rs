//! Writes certificates: the strategies of both seats for a proved value, in a file that `agon verify` checks.
//!
//! A strategy is written while the walk of the verifier goes through it: the walk asks for a move wherever the file will
//! have to give one, and the solver answers. What has been answered is saved from time to time in `FILE.part`, and the same
//! command goes on from there. At each save the solver forgets what it has learned, so that a run that was interrupted
//! writes the same file as one that was not.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use agon_rules::{Game, Match, Record, Show};
use agon_search::guides::{self, Guided};
use agon_search::{Control, Guide, Keep, Kept, Promise};
use agon_verify::{Certificate, Choice, Choices, Held, Proof, Source, Wrong, code, follow, sha256, verify};
use anyhow::{Context, bail};
use serde::Serialize;

/// What to write, and with what.
pub struct Order<'a> {
    /// the position, as a record without moves
    pub record: &'a Record,
    /// its proved value
    pub value: i32,
    /// the file
    pub file: &'a Path,
    /// bytes for what is known of positions
    pub memory: usize,
    /// nodes that may be visited
    pub nodes: u64,
    /// says when to give up
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// hears how many positions are done
    pub progress: &'a dyn Fn(u64),
}

/// A certificate that was written.
#[derive(Serialize)]
pub struct Written {
    /// the file
    file: String,
    /// its size
    bytes: usize,
    /// the positions of both holders that were checked
    positions: u64,
    /// the digest of the file
    sha256: String,
}

impl Written {
    /// One line for people.
    pub fn line(&self) -> String {
        let Written { file, bytes, positions, sha256 } = self;
        format!("certificate {file}: {bytes} bytes, {positions} positions, sha256 {sha256}")
    }
}

/// How far a certificate has come.
pub enum Outcome {
    /// It is there.
    Written(Written),
    /// It was stopped, and why; what there is of it is in `FILE.part`.
    Stopped(String),
}

/// Writes a certificate, or as much as the limits allow.
pub fn write(order: &Order) -> anyhow::Result<Outcome> {
    let part = part_of(order.file);
    let known = begun(order, &part)?.map_or([Proof::Trivial, Proof::Trivial], |begun| begun.proofs);
    let mut save = |proofs: &[Proof; 2]| replace(&part, &order.certificate(0, proofs).write());
    let work = Work { order, known, save: &mut save };
    let made = guides::with(&order.record.game, &order.record.options, work)?;
    let certificate = match made? {
        Made::Whole(certificate) => certificate,
        Made::Stopped(why) => return Ok(Outcome::Stopped(why)),
    };
    let bytes = certificate.write();
    // What is handed out has been read and checked as it stands.
    let report = verify(&bytes, &mut |_| true).context("the certificate that was just made")?;
    replace(order.file, &bytes)?;
    if part.exists() {
        fs::remove_file(&part).with_context(|| format!("cannot remove `{}`", part.display()))?;
    }
    let positions = report.sides.iter().flatten().map(|side| side.positions).sum();
    let file = order.file.display().to_string();
    Ok(Outcome::Written(Written { file, bytes: bytes.len(), positions, sha256: sha256(&bytes) }))
}

fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// What an earlier run has saved of the same certificate.
fn begun(order: &Order, part: &Path) -> anyhow::Result<Option<Certificate>> {
    let bytes = match fs::read(part) {
        Ok(bytes) => bytes,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(why).with_context(|| format!("cannot read `{}`", part.display())),
    };
    let begun = Certificate::read(&bytes);
    match begun {
        Ok(begun) if (&begun.record, begun.value) == (order.record, order.value) => Ok(Some(begun)),
        Ok(_) => bail!("`{}` is the beginning of another certificate; remove it, or name another file", part.display()),
        Err(why) => bail!("`{}` cannot be gone on with: {why}; remove it to begin anew", part.display()),
    }
}

/// Writes a file whole or not at all.
fn replace(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, file));
    written.with_context(|| format!("cannot write `{}`", file.display()))
}

impl Order<'_> {
    fn certificate(&self, rules: u32, proofs: &[Proof; 2]) -> Certificate {
        Certificate { record: self.record.clone(), rules, value: self.value, proofs: proofs.clone() }
    }
}

enum Made {
    Whole(Certificate),
    Stopped(String),
}

struct Work<'a, 's> {
    order: &'a Order<'a>,
    known: [Proof; 2],
    save: &'a mut Save<'s>,
}

/// Saves the proofs as far as they have come.
type Save<'a> = dyn FnMut(&[Proof; 2]) -> anyhow::Result<()> + 'a;

impl Guided for Work<'_, '_> {
    type Out = anyhow::Result<Made>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let Work { order, known, save } = self;
        let table = Match::new(game, order.record.start.clone())?;
        let mut control = Control::new(order.nodes, order.stop);
        let mut proofs = [Proof::Trivial, Proof::Trivial];
        // By position the walk keeps two states for the choice and one to know it again, in maps that are not full.
        let most = (order.memory / (5 * size_of::<G::State>() + 48)) as u64;
        let mut before = 0;
        for holder in 0..2 {
            let held = Held::new(&table, holder, order.value)?;
            if held.is_trivial::<G>() {
                continue;
            }
            let mut full = false;
            let mut heard = |positions: u64| {
                (order.progress)(before + positions);
                full = before + positions > most;
                !full && !(order.stop)()
            };
            let begun = if let Proof::Choices(bytes) = &known[holder] { &bytes[..] } else { &[] };
            let mut recorder = Recorder {
                known: Choices::new(begun),
                keeper: guide.keeper(table.game(), order.memory.min(TABLE)),
                promise: Promise { holder, bound: if holder == 0 { order.value } else { -order.value } },
                control: &mut control,
                proofs: proofs.clone(),
                out: Vec::new(),
                count: 0,
                next: FIRST,
                save,
                failed: None,
            };
            let followed = follow(table.game(), held, &mut recorder, &mut heard);
            let Recorder { out, failed, .. } = recorder;
            match (followed, failed) {
                (_, Some(failed)) => return Err(failed),
                (Ok(checked), None) => before += checked.positions,
                (Err(Wrong::Stopped), None) => {
                    let limit = if full { "of memory (`--memory`)" } else { "(`--seconds`, `--nodes`)" };
                    return Ok(Made::Stopped(format!("the limit {limit} was reached")));
                }
                (Err(why), None) => return Err(why.into()),
            }
            proofs[holder] = Proof::Choices(out);
        }
        Ok(Made::Whole(order.certificate(G::VERSION, &proofs)))
    }
}

/// Bytes of the solver's table, whatever there is for the walk, so that the file is the same with more memory.
const TABLE: usize = 1 << 25;
/// The choices before the first save.
const FIRST: u64 = 1000;
/// The most choices from one save to the next.
const MOST: u64 = 200_000;

/// Answers the walk: with what was saved by an earlier run, then with what the solver finds.
struct Recorder<'a, 'c, 's, G> {
    known: Choices<'a>,
    keeper: Box<dyn Keep<G> + 'a>,
    promise: Promise,
    control: &'a mut Control<'c>,
    /// what is saved: the proof before this one, and this one as far as it has come
    proofs: [Proof; 2],
    out: Vec<u8>,
    count: u64,
    /// how many choices there will be at the next save
    next: u64,
    save: &'a mut Save<'s>,
    failed: Option<anyhow::Error>,
}

impl<G: Game> Source<G> for Recorder<'_, '_, '_, G> {
    fn choose(&mut self, s: &G::State, moves: &[G::Move]) -> Result<Choice, Wrong> {
        let choice = if self.known.is_empty() {
            let kept = self.keeper.keep(s, moves, self.promise, self.control);
            match kept {
                Some(Kept::Move(at)) => Choice::Move(at),
                Some(Kept::Pairs(pairs)) => Choice::Pairs(pairs),
                None if self.control.stopped() => return Err(Wrong::Stopped),
                None => return Err(Wrong::Gap("no move keeps the value".to_owned())),
            }
        } else {
            self.known.next_of(moves.len())?
        };
        code(&choice, moves.len(), &mut self.out);
        self.count += 1;
        if self.count == self.next {
            self.next += self.count.min(MOST);
            self.keeper.forget();
            self.proofs[self.promise.holder] = Proof::Choices(self.out.clone());
            if self.known.is_empty()
                && let Err(why) = (self.save)(&self.proofs)
            {
                self.failed = Some(why);
                return Err(Wrong::Stopped);
            }
        }
        Ok(choice)
    }
}
