//! Whole seeded games as golden text, for every game and every option value: what the review of a change reads.
//!
//! They also tell when the version of a game's rules must be raised: `versions.txt` has what must not change within one.
//!
//! `cargo xtask bless` rewrites them, and deletes those of games and options that are no more; `AGON_GOLDEN=<id>`
//! limits the run to one game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use agon_rules::games::{self, Info, Visitor};
use agon_rules::{Path, Rng, Show, Start, Viewer, ascii, walk};

/// Up to here every ply is written in full, then only every tenth position.
const DETAILED: usize = 12;

#[test]
fn a_seeded_game_of_every_option_value_is_as_it_was() {
    let only = std::env::var("AGON_GOLDEN").ok();
    let list = games::list();
    if let Some(id) = &only {
        let ids: Vec<_> = list.iter().map(|info| info.id).collect();
        assert!(ids.contains(&id.as_str()), "AGON_GOLDEN is `{id}`, which is no game; there is {}", ids.join(", "));
    }
    let mut names = BTreeSet::new();
    let mut versions = BTreeMap::new();
    for info in list.iter().filter(|info| only.as_deref().is_none_or(|id| id == info.id)) {
        for settings in variants(info) {
            let words: Vec<_> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let name = std::iter::once(info.id.to_owned()).chain(words).collect::<Vec<_>>().join("_");
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                let (text, signature) = transcript(info, &settings);
                insta::assert_snapshot!(name.clone(), text);
                versions.insert(name.clone(), (games::with(info.id, &settings, Version).expect("a known variant"), signature));
            });
            names.insert(format!("{name}.snap"));
        }
    }
    if only.is_none() {
        no_other_files(&names);
    }
    raised_where_needed(versions, only.as_deref());
}

/// Variants by name, with the version of their rules and the signature of their golden games.
type Versions = BTreeMap<String, (u32, u64)>;

/// Whether every game has another version than when its golden games were others. These versions are in a file, which
/// blessing rewrites unless one must be raised first.
fn raised_where_needed(mut found: Versions, only: Option<&str>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/versions.txt");
    let line = |line: &str| {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap_or_else(|| panic!("`{line}` is no line of {path}"));
        let (name, version) = (word().to_owned(), word().parse().expect("a version"));
        (name, (version, u64::from_str_radix(word(), 16).expect("a signature")))
    };
    let known: Versions = fs::read_to_string(path).expect("the file of versions").lines().map(line).collect();
    let id = |name: &str| name.split('_').next().unwrap_or_default().to_owned();
    for (name, (version, signature)) in &found {
        if let Some((before, golden)) = known.get(name).filter(|(_, golden)| golden != signature) {
            let id = id(name);
            assert!(
                version > before,
                "the same moves of {name} lead elsewhere than before ({golden:x}, now {signature:x}): raise `VERSION` of \
                 {id} to {}, so that nobody plays on by other rules than they began with, and `cargo xtask bless {id}`",
                before + 1
            );
        }
    }
    // Games that were not looked at stay as they are.
    found.extend(
        known.iter().filter(|(name, _)| only.is_some_and(|only| id(name) != only)).map(|(k, v)| (k.clone(), *v)),
    );
    if is_blessing() {
        let lines = found.iter().map(|(name, (version, signature))| format!("{name} {version} {signature:016x}\n"));
        fs::write(path, lines.collect::<String>()).expect("the file of versions can be written");
    } else {
        assert_eq!(found, known, "versions or games are new: `cargo xtask bless` notes them in {path}");
    }
}

fn is_blessing() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}

/// The version of a game's rules.
struct Version;

impl Visitor for Version {
    type Out = u32;

    fn visit<G: Show>(self, _game: G) -> u32 {
        G::VERSION
    }
}

/// The golden files have these names; when they are rewritten, others are deleted.
fn no_other_files(names: &BTreeSet<String>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");
    let files = fs::read_dir(folder).expect("the folder of golden files");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let (stale, files): (BTreeSet<_>, BTreeSet<_>) =
        files.partition(|name| is_blessing() && name.contains(".snap") && !names.contains(name));
    for name in stale {
        fs::remove_file(format!("{folder}/{name}")).expect("a golden file can be deleted");
    }
    assert_eq!(files, *names, "golden files that belong to no game, or games without one");
}

/// The default options, then each other value of each option by itself (with what else it needs to be allowed).
fn variants(info: &Info) -> Vec<Vec<(String, String)>> {
    let mut variants = vec![vec![]];
    for option in &info.options {
        for value in option.values.iter().filter(|value| **value != option.default) {
            let pair = (option.name.clone(), value.to_string());
            let alone = vec![pair.clone()];
            let with_another = info.options.iter().flat_map(|other| {
                other.values.iter().map(|value| vec![(other.name.clone(), value.to_string()), pair.clone()])
            });
            let mut tries = std::iter::once(alone).chain(with_another);
            let allowed = |settings: &Vec<_>| games::open(info.id, settings, Start::Seed(0)).is_ok();
            variants.push(tries.find(allowed).expect("every value is allowed with some other"));
        }
    }
    variants
}

/// The golden game of a variant, and the signature of what stored games depend on: which moves are legal, how they are
/// written and whom they lead to victory, but no words and pictures.
fn transcript(info: &Info, settings: &[(String, String)]) -> (String, u64) {
    let mut table = games::open(info.id, settings, Start::Seed(1)).expect("a known variant");
    let mut rng = Rng::stream(1, 1);
    let mut out = String::new();
    // FNV-1a: the same on every machine, and in no need of being better.
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    let mut sign = |text: &str| {
        for byte in text.bytes().chain([0]) {
            signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let perft = games::with(info.id, settings, Counts).expect("a known variant");
    writeln!(out, "perft {}", perft.join(", ")).expect("text");
    sign(&perft.join(" "));
    loop {
        let (ply, legal) = (table.ply(), table.legal());
        let detailed = ply < DETAILED || legal.is_empty();
        if detailed || ply % 10 == 0 {
            writeln!(out, "\n--- ply {ply}\nposition: {}", table.position(Viewer::Referee)).expect("text");
        }
        if ply % 6 == 0 && detailed || legal.is_empty() {
            pictures(&mut out, table.as_ref());
        }
        let Some(seat) = table.turn() else { break };
        let text = &legal[rng.below(legal.len())];
        sign(&format!("{seat} {text} of {}", legal.join(" ")));
        if detailed {
            writeln!(out, "legal for seat {seat}: {}\nmove: {text}", legal.join(" ")).expect("text");
        }
        table.play(seat, text).expect("a legal move");
    }
    let outcome = serde_json::to_string(&table.outcome()).expect("an outcome is JSON");
    writeln!(out, "result: {outcome}\nrecord: {}", table.record()).expect("text");
    let ended = table.outcome().expect("it is over");
    sign(&format!("{:?} {:?}", ended.winners(), ended.scores));
    (out, signature)
}

/// What every seat and the crowd see; once where all see the same.
fn pictures(out: &mut String, table: &dyn agon_rules::Table) {
    let viewer = (0..table.seats()).map(|seat| (format!("seat {seat}"), Viewer::Seat(seat)));
    let mut seen: Vec<(String, String)> = Vec::new();
    for (name, viewer) in viewer.chain([("the crowd".to_owned(), Viewer::Spectator)]) {
        let picture = ascii::picture(&table.view(viewer));
        match seen.iter_mut().find(|(_, known)| *known == picture) {
            Some((names, _)) => *names += &format!(", {name}"),
            None => seen.push((name, picture)),
        }
    }
    for (names, picture) in seen {
        write!(out, "[{names}]\n{picture}").expect("text");
    }
}

/// Leaf counts from the start of seed 1, as far as they are counted in a moment.
struct Counts;

impl Visitor for Counts {
    type Out = Vec<String>;

    fn visit<G: Show>(self, game: G) -> Vec<String> {
        let mut path = Path::new(game.deal(&mut Rng::new(1)), 0);
        let counts = (1..=6).map(|depth| walk::perft(&game, &mut path, depth));
        counts.take_while(|leaves| *leaves < 1_000_000).map(|leaves| leaves.to_string()).collect()
    }
}
