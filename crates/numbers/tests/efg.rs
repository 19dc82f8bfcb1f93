//! Extensive-form files: read again by a reader of their own, which is as strict as those of Gambit and OpenSpiel together.

use std::collections::HashMap;

use agon_numbers::{EfgError, EfgSize, EfgSpec, Root, Worth, count_nodes, efg_by_id, efg_file_by_id, tree_by_id};
use agon_rules::{Record, Rng, Start, Viewer, games};
use agon_search::Want;
use agon_search::inspect::{Budget, solve};

use super::rows::settings;

fn never() -> bool {
    false
}

fn write(id: &str, pairs: &[(&str, &str)], root: &Root, spec: &EfgSpec) -> Result<(String, EfgSize), EfgError> {
    let mut out = Vec::new();
    let size = efg_by_id((id, &settings(pairs)), root, spec, &mut out, &never)?;
    Ok((String::from_utf8(out).expect("text"), size))
}

fn at(position: &str) -> Root {
    Root::Position(position.to_owned(), Viewer::Spectator)
}

/// A node of a file that was read.
#[derive(Debug)]
enum Node {
    Chance(Vec<(f64, Node)>),
    Decision(usize, Vec<(String, Node)>),
    End(Vec<f64>),
}

/// An information set: name, moves, and what the player knew and did before.
type Set = (String, Vec<String>, Vec<(usize, String)>);

/// Reads a file as strictly as its readers do.
#[derive(Default)]
struct Reader {
    words: Vec<String>,
    next: usize,
    nodes: u64,
    seats: usize,
    /// moves in the order in which they came
    moves: Vec<String>,
    /// by player and number: name, moves, and what the player knew and did before
    sets: HashMap<(usize, usize), Set>,
    /// by player: what it knew when it moved, and what it did
    done: Vec<Vec<(usize, String)>>,
    outcomes: HashMap<usize, (String, Vec<String>)>,
}

impl Reader {
    fn read(text: &str) -> (Self, Node) {
        let mut reader = Reader { words: words(text), ..Reader::default() };
        assert_eq!(reader.words[..3], ["EFG", "2", "R"]);
        reader.next = 4;
        reader.seats = reader.list().len();
        reader.done = vec![Vec::new(); reader.seats + 1];
        assert!(reader.word().starts_with("\"Payoffs: "));
        let root = reader.node();
        assert_eq!(reader.next, reader.words.len(), "nothing follows the last node");
        // OpenSpiel wants all numbers from 1 up.
        for player in 1..=reader.seats {
            let count = reader.sets.keys().filter(|(owner, _)| *owner == player).count();
            assert!((1..=count).all(|number| reader.sets.contains_key(&(player, number))));
        }
        (reader, root)
    }

    fn word(&mut self) -> String {
        self.next += 1;
        self.words[self.next - 1].clone()
    }

    fn number(&mut self) -> usize {
        self.word().parse().expect("a number")
    }

    fn list(&mut self) -> Vec<String> {
        assert_eq!(self.word(), "{");
        std::iter::from_fn(|| Some(self.word()).filter(|word| word != "}")).collect()
    }

    fn node(&mut self) -> Node {
        self.nodes += 1;
        let kind = self.word();
        assert_eq!(self.word(), "\"\"");
        match kind.as_str() {
            "c" => self.chance(),
            "p" => self.decision(),
            "t" => self.end(),
            other => panic!("no node begins with {other}"),
        }
    }

    fn chance(&mut self) -> Node {
        assert!(self.number() > 0 && self.word().starts_with("\"chance "));
        let list = self.list();
        let odds: Vec<f64> = list.chunks(2).map(|pair| share(&pair[1])).collect();
        assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(self.word(), "0");
        Node::Chance(odds.into_iter().map(|odds| (odds, self.node())).collect())
    }

    fn decision(&mut self) -> Node {
        let (player, set, name, moves) = (self.number(), self.number(), self.word(), self.list());
        assert_eq!(self.word(), "0");
        for text in &moves {
            if !self.moves.contains(text) {
                self.moves.push(text.clone());
            }
        }
        let places: Vec<_> = moves.iter().map(|text| self.moves.iter().position(|known| known == text)).collect();
        assert!(places.is_sorted(), "OpenSpiel would mistake one move for another: {moves:?}");
        let known = (name, moves.clone(), self.done[player].clone());
        // Who cannot tell nodes apart has the same choices in all of them, and has known and done the same before.
        assert_eq!(*self.sets.entry((player, set)).or_insert_with(|| known.clone()), known);
        let below = moves.into_iter().map(|text| {
            self.done[player].push((set, text.clone()));
            let child = self.node();
            self.done[player].pop();
            (text, child)
        });
        Node::Decision(player - 1, below.collect())
    }

    fn end(&mut self) -> Node {
        let (outcome, name, worth) = (self.number(), self.word(), self.list());
        assert_eq!(worth.len(), self.seats);
        let known = (name, worth.clone());
        assert_eq!(*self.outcomes.entry(outcome).or_insert_with(|| known.clone()), known);
        Node::End(worth.iter().map(|worth| worth.trim_end_matches(',').parse().expect("a payoff")).collect())
    }
}

/// Words and quoted texts.
fn words(text: &str) -> Vec<String> {
    let quoted = text.split('"').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        1 => vec![format!("\"{part}\"")],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

fn share(text: &str) -> f64 {
    let (ways, of) = text.split_once('/').expect("a fraction");
    ways.parse::<f64>().expect("ways") / of.parse::<f64>().expect("of")
}

/// What an open tree is worth to seat 0 when both play best.
fn minimax(node: &Node) -> f64 {
    match node {
        Node::End(worth) => worth[0],
        Node::Chance(below) => below.iter().map(|(odds, child)| odds * minimax(child)).sum(),
        Node::Decision(seat, below) => {
            let values = below.iter().map(|(_, child)| minimax(child));
            if *seat == 0 { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
        }
    }
}

#[test]
fn a_small_tree_reads_as_it_should() {
    let (text, size) = write("tic-tac-toe", &[], &at("xo1/xox/ox1 1"), &EfgSpec::default()).expect("a small tree");
    let expected = r#"EFG 2 R "tic-tac-toe size=3 line=3 from xo1/xox/ox1 1" { "player 1" "player 2" }
"Payoffs: the own score less that of the other. Written by Agon."

p "" 2 1 "2:1" { "c1" "c3" } 0
p "" 1 1 "1:1" { "c3" } 0
t "" 1 "0, 0" { 0, 0 }
t "" 2 "-1, 1" { -1, 1 }
"#;
    assert_eq!(text, expected);
    assert_eq!(size, EfgSize { nodes: 4, chance: 0, ends: 2, sets: vec![1, 1] });
}

#[test]
fn names_say_what_the_player_has_seen_and_where_chance_leads() {
    let pairs = [("players", "3"), ("cards", "2")];
    let spec = EfgSpec { names: true, ..EfgSpec::default() };
    let (text, size) = write("primi-composti", &pairs, &Root::Deals, &spec).expect("a small tree");
    assert_eq!((size.nodes, size.chance, size.sets.iter().sum::<u64>()), (1171, 1, 735));
    let (named, _) = Reader::read(&text);
    let dealt = named.words.iter().find(|word| word.starts_with("\"0: ")).expect("the first deal");
    let dealt = dealt.trim_matches('"').trim_start_matches("0: ");
    assert!(games::open("primi-composti", &settings(&pairs), Start::Position(dealt.to_owned())).is_ok(), "{dealt}");
    // The same tree by numbers, whose payoffs are the scores of the three.
    let (text, same) = write("primi-composti", &pairs, &Root::Deals, &EfgSpec::default()).expect("a small tree");
    assert_eq!(same, size);
    assert!(text.contains("\"Payoffs: the own score. "));
    let (numbered, root) = Reader::read(&text);
    assert_eq!((numbered.nodes, numbered.sets.len()), (named.nodes, named.sets.len()));
    let Node::Chance(deals) = root else { panic!("the deal is first") };
    assert_eq!(deals.len(), 30);
}

#[test]
fn hidden_positions_begin_with_all_that_spectators_cannot_tell_apart() {
    for (variant, position, worlds, size) in [
        ("lanier", ".,1,5/.,2,6/3,4,. . 0 7,9 0,8 -", 6, [1495, 294, 624]),
        ("hidden-master", ".,6,10/.,5,2/7,.,. 4 0 0", 5, [32_006, 2885, 13_220]),
    ] {
        let pairs = [("variant", variant)];
        let (text, written) = write("parity-twist", &pairs, &at(position), &EfgSpec::default()).expect("a tree");
        assert_eq!([written.nodes, written.sets[0], written.sets[1]], size, "{variant}");
        let (read, root) = Reader::read(&text);
        assert_eq!((read.nodes, read.sets.len() as u64), (size[0], size[1] + size[2]), "{variant}");
        assert!(matches!(root, Node::Chance(below) if below.len() == worlds), "{variant}");
    }
}

#[test]
fn open_trees_are_worth_what_the_solver_states() {
    let budget = Budget { memory: 1 << 20, nodes: u64::MAX, want: Want::Value, stop: &never };
    let spec = EfgSpec { most_nodes: 20_000, ..EfgSpec::default() };
    for (id, pairs) in [
        ("tic-tac-toe", vec![]),
        ("tic-tac-toe", vec![("size", "4")]),
        ("checkerboard", vec![]),
        ("parity-twist", vec![]),
        ("parity-twist", vec![("variant", "total-score")]),
        ("parity-twist", vec![("variant", "peltola")]),
        ("gambit", vec![]),
        ("quadratic-war", vec![]),
    ] {
        let mut tried = 0;
        for seed in 0..60 {
            // Back from the end of a random game, as far as the tree stays small.
            let mut table = games::open(id, &settings(&pairs), Start::Seed(seed)).expect("a game");
            let (mut rng, mut positions) = (Rng::new(seed), Vec::new());
            while let Some(turn) = table.turn() {
                positions.push(table.position(Viewer::Referee));
                let legal = table.legal();
                table.play(turn, &legal[rng.below(legal.len())]).expect("legal");
            }
            for position in positions.iter().rev().take(5) {
                let Ok((text, _)) = write(id, &pairs, &at(position), &spec) else { break };
                let start = Start::Position(position.clone());
                let record = Record { game: id.to_owned(), options: settings(&pairs), start, moves: Vec::new() };
                // Where play can go in circles, not everything is proved.
                let solved = solve(&record, &budget, &mut |_, _| {}).expect("a value").value;
                let Some(value) = solved.proved() else { continue };
                let (_, root) = Reader::read(&text);
                assert!((minimax(&root) - f64::from(value)).abs() < 1e-9, "{id} {pairs:?} {position}");
                tried += 1;
            }
            if tried >= 12 {
                break;
            }
        }
        assert!(tried >= 3, "{id} {pairs:?}: {tried} positions were small enough");
    }
}

#[test]
fn payoffs_are_what_was_asked_for() {
    let pairs = [("players", "3"), ("cards", "2")];
    for (worth, words) in [
        (Worth::Outcome, "who loses pays 1, and the winners share that"),
        (Worth::Margin, "the own score less the mean of the others'"),
        (Worth::Scores, "the own score"),
    ] {
        let spec = EfgSpec { worth: Some(worth), ..EfgSpec::default() };
        let (text, _) = write("primi-composti", &pairs, &Root::Deals, &spec).expect("a small tree");
        assert!(text.contains(&format!("\"Payoffs: {words}. Written by Agon.\"")), "{words}");
        let ends = text.lines().filter(|line| line.starts_with("t "));
        let sums: Vec<f64> = ends.map(|line| Reader::read(&file_of(line)).1).map(|end| sum(&end)).collect();
        let is_zero = sums.iter().all(|sum| sum.abs() < 1e-9);
        assert_eq!(is_zero, worth != Worth::Scores, "{words}");
    }
}

/// A file for three with nothing but an end.
fn file_of(end: &str) -> String {
    format!("EFG 2 R \"\" {{ \"a\" \"b\" \"c\" }}\n\"Payoffs: \"\n{end}\n")
}

fn sum(node: &Node) -> f64 {
    match node {
        Node::End(worth) => worth.iter().sum(),
        other => panic!("no end: {other:?}"),
    }
}

#[test]
fn what_is_too_large_or_over_is_refused_before_anything_is_written() {
    let refused = |id: &str, root: &Root, spec: &EfgSpec| {
        let mut out = Vec::new();
        let why = efg_by_id((id, &[]), root, spec, &mut out, &never).expect_err("refused");
        assert!(out.is_empty(), "something was written");
        why.to_string()
    };
    let few = EfgSpec { most_nodes: 549_945, ..EfgSpec::default() };
    assert_eq!(
        refused("tic-tac-toe", &Root::Deals, &few),
        "the tree has more than 549945 nodes; begin at a later position, or raise the limit on nodes"
    );
    assert_eq!(
        refused("tic-tac-toe", &at("xxx/oo1/3 1"), &few),
        "there is no tree: the game is over at its first position"
    );
    assert_eq!(refused("tic-tac-toe", &at("xxx"), &few), {
        let why =
            games::open("tic-tac-toe", &[], Start::Position("xxx".to_owned())).map(drop).expect_err("no position");
        why.to_string()
    });
    // Games that could go on for very long are broken off.
    let short = EfgSpec { max_plies: Some(2), ..EfgSpec::default() };
    let (text, size) = write("infiltration", &[], &Root::Deals, &short).expect("a short tree");
    assert_eq!(size.ends, Reader::read(&text).0.nodes - size.nodes + size.ends);
    assert_eq!(minimax(&Reader::read(&text).1), 0.0);
}

#[test]
fn the_limit_is_the_number_of_nodes() {
    let mut tree = tree_by_id("tic-tac-toe", &[], &at("xo1/xo1/3 0"), agon_numbers::Rules::default()).expect("a tree");
    let nodes = count_nodes(tree.as_mut(), 1000, &never).expect("fewer");
    assert_eq!(count_nodes(tree.as_mut(), nodes, &never).expect("as many"), nodes);
    assert!(matches!(count_nodes(tree.as_mut(), nodes - 1, &never), Err(EfgError::TooLarge(_))));
    let mut tree = tree_by_id("tic-tac-toe", &[], &Root::Deals, agon_numbers::Rules::default()).expect("a tree");
    assert!(matches!(count_nodes(tree.as_mut(), u64::MAX, &|| true), Err(EfgError::Stopped)));
}

#[test]
fn a_file_is_there_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("agon-efg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (path, root) = (folder.join("tree.efg"), at("xo1/xo1/3 0"));
    let few = EfgSpec { most_nodes: 3, ..EfgSpec::default() };
    let refused = efg_file_by_id(("tic-tac-toe", &[]), &root, &few, &path, &never);
    assert!(matches!(refused, Err(EfgError::TooLarge(3))));
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0);
    let spec = EfgSpec::default();
    let size = efg_file_by_id(("tic-tac-toe", &[]), &root, &spec, &path, &never).expect("written");
    let (text, same) = write("tic-tac-toe", &[], &root, &spec).expect("written");
    assert_eq!((std::fs::read_to_string(&path).expect("a file"), size), (text, same));
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    std::fs::remove_dir_all(&folder).expect("ours to remove");
    let nowhere = efg_file_by_id(("tic-tac-toe", &[]), &root, &spec, &path, &never);
    assert!(matches!(nowhere, Err(EfgError::Io(_))));
}
