//! The file: a few lines of text, the choices of both strategies, and a digest of everything before it.
//!
//! docs/certificates.md describes every byte.

use agon_rules::{Record, Start};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use sha2::{Digest, Sha256};

use crate::Wrong;
use crate::check::{Choice, Source};

/// The first line.
const FIRST: &str = "agon certificate 1";
/// The names of the two strategies, by seat.
const SIDES: [&str; 2] = ["lower", "upper"];
/// The bytes of the digest at the end.
const DIGEST: usize = 32;
/// No proof is unpacked to more bytes.
const MOST: usize = 1 << 30;
/// The compression that takes longest and saves most.
const SMALL: u8 = 10;

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// the game with its options, beginning at a position, without moves
    pub record: Record,
    /// the version of its rules
    pub rules: u32,
    /// the value of the position, seen from seat 0
    pub value: i32,
    /// by seat: how it reaches that value at least
    pub proofs: [Proof; 2],
}

/// How a seat reaches a value at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// No result is worse for it.
    Trivial,
    /// The choices of its strategy, in the order of the walk through it.
    Choices(Vec<u8>),
}

impl Certificate {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let packed = self.proofs.each_ref().map(|proof| match proof {
            Proof::Trivial => None,
            Proof::Choices(choices) => Some(compress_to_vec_zlib(choices, SMALL)),
        });
        let mut text = format!("{FIRST}\ngame {}\nrules {}\nvalue {}\n", self.record, self.rules, self.value);
        for (name, packed) in SIDES.iter().zip(&packed) {
            let len = packed.as_ref().map_or_else(|| "trivial".to_owned(), |bytes| bytes.len().to_string());
            text += &format!("{name} {len}\n");
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        packed.into_iter().flatten().for_each(|packed| bytes.extend(packed));
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// Reads a file. A single changed byte anywhere is an error.
    pub fn read(bytes: &[u8]) -> Result<Self, Wrong> {
        let bad = |why: &str| Wrong::File(why.to_owned());
        let Some(at) = bytes.len().checked_sub(DIGEST) else { return Err(bad("it is too short")) };
        let (content, digest) = bytes.split_at(at);
        if Sha256::digest(content)[..] != *digest {
            return Err(bad("its digest is not that of its content, so it was damaged or changed"));
        }
        let end = content.windows(2).position(|two| two == b"\n\n").ok_or_else(|| bad("it has no head"))?;
        let head = str::from_utf8(&content[..end]).map_err(|_| bad("its head is not text"))?;
        let mut rest = &content[end + 2..];
        let mut lines = head.split('\n');
        if lines.next() != Some(FIRST) {
            return Err(Wrong::File(format!("it does not begin with `{FIRST}`")));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.ok_or_else(|| Wrong::File(format!("its head has no line `{name} …` in its place")))
        };
        let record: Record = field("game")?.parse()?;
        if !matches!(record.start, Start::Position(_)) || !record.moves.is_empty() {
            return Err(bad("its game begins at no position, or has moves"));
        }
        let number = |text: &str| Wrong::File(format!("`{text}` is no number that fits here"));
        let text = field("rules")?;
        let rules = text.parse().map_err(|_| number(text))?;
        let text = field("value")?;
        let value = text.parse().map_err(|_| number(text))?;
        let mut proofs = [Proof::Trivial, Proof::Trivial];
        for (name, proof) in SIDES.iter().zip(&mut proofs) {
            let text = field(name)?;
            if text != "trivial" {
                let len = text.parse().map_err(|_| number(text))?;
                let (packed, others) = rest.split_at_checked(len).ok_or_else(|| bad("it ends too soon"))?;
                let choices = decompress_to_vec_zlib_with_limit(packed, MOST);
                *proof = Proof::Choices(choices.map_err(|_| bad("a proof in it cannot be unpacked"))?);
                rest = others;
            }
        }
        let certificate = Certificate { record, rules, value, proofs };
        if lines.next().is_some() || !rest.is_empty() {
            return Err(bad("something in it belongs to nothing"));
        }
        Ok(certificate)
    }
}

/// The digest of bytes as people write it, the same that `sha256sum` prints.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Appends a number: seven bits a byte, the lowest first, and the highest bit says that more follow.
fn number(mut n: usize, out: &mut Vec<u8>) {
    while n > 127 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Appends a choice among `moves` moves as files have it.
pub fn code(choice: &Choice, moves: usize, out: &mut Vec<u8>) {
    match choice {
        Choice::Move(at) => number(*at, out),
        Choice::Pairs(pairs) => {
            number(moves, out);
            number(pairs.len(), out);
            pairs.iter().flatten().for_each(|at| number(*at, out));
        }
    }
}

/// The choices of a file, one after the other.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    /// All choices in these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes }
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// An error unless every choice was used.
    pub fn end(&self) -> Result<(), Wrong> {
        if self.is_empty() { Ok(()) } else { Err(Wrong::Gap("choices are left over at the end".to_owned())) }
    }

    fn number(&mut self) -> Result<usize, Wrong> {
        let mut n = 0;
        for shift in [0, 7, 14, 21] {
            let (&byte, rest) = self.bytes.split_first().ok_or_else(|| Wrong::Gap("choices are missing".to_owned()))?;
            self.bytes = rest;
            n |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(n);
            }
        }
        Err(Wrong::Gap("a number is too large".to_owned()))
    }

    /// The next choice among `moves` moves.
    pub fn next_of(&mut self, moves: usize) -> Result<Choice, Wrong> {
        let first = self.number()?;
        if first < moves {
            return Ok(Choice::Move(first));
        }
        if first > moves {
            return Err(Wrong::Gap(format!("choice {first} of {moves} moves")));
        }
        let count = self.number()?;
        let pairs = (0..count).map(|_| Ok([self.number()?, self.number()?])).collect::<Result<_, Wrong>>()?;
        Ok(Choice::Pairs(pairs))
    }
}

impl<G: agon_rules::Game> Source<G> for Choices<'_> {
    fn choose(&mut self, _s: &G::State, moves: &[G::Move]) -> Result<Choice, Wrong> {
        self.next_of(moves.len())
    }
}
