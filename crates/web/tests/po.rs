//! Every text has a translation in every `po/*.po`, and every translation a text.
//!
//! Texts are collected from the sources in the way of `xgettext`, by their literals in `text!`; terms that come from
//! tables, such as the name of an option, are collected from the games and from the page's own words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use agon_client::{Cause, Ending, Name, Plan, Sitter, words};
use agon_rules::games::{self, Info};
use agon_rules::{Arg, Catalogue, Entry, Rng, Start, Table, Text, Viewer, po_entries};
use agon_web::desk::{Desk, Effect, Input};
use agon_web::known::known;
use agon_web::route::Route;
use agon_web::words::Word;

type Settings = Vec<(String, String)>;
/// What an entry is found by: context, template, plural.
type Key = (String, String, Option<String>);

fn key(entry: &Entry) -> Key {
    (entry.context.clone(), entry.template.clone(), entry.plural.clone())
}

/// The texts that need a translation, each with where it was found first.
#[derive(Default)]
struct Texts(BTreeMap<Key, String>);

impl Texts {
    fn everything() -> Self {
        let mut texts = Texts::default();
        for file in sources() {
            let place = file.strip_prefix(root()).unwrap_or(&file).display().to_string().replace('\\', "/");
            let source = fs::read_to_string(&file).expect("a source is read");
            literals(&source).into_iter().for_each(|key| texts.add(key, &place));
        }
        for info in games::list() {
            texts.game(&info);
        }
        for word in Word::ALL {
            texts.term(&word.text(), "crates/web/src/words.rs");
        }
        // Who sits opposite in lessons where nobody thinks.
        texts.term(&words::name(&Name::Computer("rival".to_owned())), "crates/client/src/learn/lesson.rs");
        texts
    }

    fn add(&mut self, key: Key, place: &str) {
        self.0.entry(key).or_insert_with(|| place.to_owned());
    }

    /// A text from a table, and what fills its gaps.
    fn term(&mut self, text: &Text, place: &str) {
        // What has no context was written with `text!` or is the same in every language.
        if !text.context().is_empty() {
            self.add(key(&Entry::of(text)), place);
        }
        for (_, arg) in text.args() {
            if let Arg::Text(text) = arg {
                self.term(text, place);
            }
        }
    }

    /// The words of a game: what is said before it begins, then its moves and cells, which only playing shows.
    fn game(&mut self, info: &Info) {
        let place = format!("docs/rules/{}.md", info.id);
        self.term(&info.title(), &place);
        self.term(&info.about_text(), &place);
        known(info.id).iter().for_each(|text| self.term(text, "docs/results.md"));
        self.term(&info.pitch(), &place);
        for option in &info.options {
            self.term(&info.option_title(option), &place);
            self.term(&option.help_text(), &place);
            for value in &option.values {
                self.term(&info.value_name(option, *value), &place);
                self.term(&info.value_summary(option, *value), &place);
            }
        }
        for settings in variants(info) {
            for (name, what) in agon_search::ask::players(info.id, &settings).expect("a variant") {
                self.term(&Text::term("player", name), "crates/search");
                self.term(&words::computer(name), "crates/search");
                self.term(&Text::term("what", what), "crates/search");
            }
            if let Err(why) = agon_search::ask::check(info.id, &settings, "nobody") {
                self.term(&why.text(), "crates/search");
            }
            self.play(games::open(info.id, &settings, Start::Seed(1)).expect("a variant"), &place);
        }
        // Moves that are rare have an example in the rules.
        let rules = games::rules(info.id).expect("a page");
        for position in rules.split('`').skip(1).step_by(2).filter(|text| text.contains(' ')) {
            if let Ok(table) = games::open(info.id, &[], Start::Position(position.to_owned())) {
                self.play(table, &place);
            }
        }
    }

    fn play(&mut self, mut table: Box<dyn Table>, place: &str) {
        let mut rng = Rng::new(1);
        while let Some(turn) = table.turn().filter(|_| table.ply() < 60) {
            let legal = table.legal();
            legal.iter().for_each(|notation| self.term(&Text::of_move(notation), place));
            for cell in table.view(Viewer::Seat(turn)).zones.iter().flat_map(|zone| &zone.cells) {
                // `b3` is a name in every language, `deck` is a word.
                if cell.name.len() > 2 && cell.name.chars().all(char::is_alphabetic) {
                    self.term(&Text::term("cell", &cell.name), place);
                }
            }
            table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
        }
    }
}

/// Every value of every option by itself.
fn variants(info: &Info) -> Vec<Settings> {
    let values = info
        .options
        .iter()
        .flat_map(|option| option.values.iter().map(|value| vec![(option.name.clone(), value.to_string())]));
    let mut all: Vec<Settings> = [Vec::new()].into_iter().chain(values).collect();
    all.retain(|settings| games::open(info.id, settings, Start::Seed(0)).is_ok());
    all
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources of all crates, without their tests.
fn sources() -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder is read").path()).collect();
        paths.sort();
        paths
    };
    let mut folders: Vec<PathBuf> = list(&root().join("crates")).into_iter().map(|path| path.join("src")).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in list(&folder) {
            match path.extension() {
                None => folders.push(path),
                Some(kind) if kind == "rs" && !path.ends_with("tests.rs") => files.push(path),
                Some(_) => {}
            }
        }
    }
    files
}

/// The texts that a source writes with `text!`.
fn literals(source: &str) -> Vec<Key> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let calls = code.match_indices("text!(").filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric()));
    calls.filter_map(|(at, call)| template(&code[at + call.len()..])).collect()
}

/// What a call of `text!` begins with: `in "context"; "singular" | "plural"`, of which only one template is a must.
fn template(code: &str) -> Option<Key> {
    let (mut code, mut context) = (code.trim_start(), String::new());
    if let Some(rest) = code.strip_prefix("in ") {
        (context, code) = literal(rest)?;
        code = code.strip_prefix(';')?.trim_start();
    }
    let (template, rest) = literal(code)?;
    let plural = rest.strip_prefix('|').and_then(literal).map(|(plural, _)| plural);
    Some((context, template, plural))
}

/// A string literal in front, and what follows it.
fn literal(code: &str) -> Option<(String, &str)> {
    let code = code.trim_start().strip_prefix('"')?;
    let mut chars = code.chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Some((text, chars.as_str().trim_start())),
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                // The rest of the line and the blanks that begin the next one are left out.
                '\n' => chars = chars.as_str().trim_start().chars(),
                c => text.push(c),
            },
            c => text.push(c),
        }
    }
    None
}

#[test]
fn every_text_has_a_translation_and_every_translation_a_text() {
    let texts = Texts::everything();
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("po")).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "po"));
    assert!(!files.is_empty(), "there is a language");
    let mut faults = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let po = fs::read_to_string(&file).expect("a file is read");
        let forms = Catalogue::read(&po).unwrap_or_else(|why| panic!("po/{name}: {why}")).plural_forms();
        let mut entries = BTreeMap::new();
        for entry in po_entries(&po).expect("it was read before").into_iter().filter(|entry| !entry.template.is_empty())
        {
            let line = entry.line;
            if !texts.0.contains_key(&key(&entry)) {
                faults.push(format!("po/{name}:{line}: no source has this text any more: `{}`", entry.template));
            } else if let Some(fault) = entry.fault(forms) {
                faults.push(format!("po/{name}:{line}: {fault}: `{}`", entry.template));
            }
            // Italian and its like have typographic apostrophes; a straight one is a slip of the keyboard.
            if name == "it.po" && entry.forms.iter().any(|form| form.contains('\'')) {
                faults.push(format!("po/{name}:{line}: a straight apostrophe: `{}`", entry.template));
            }
            if entries.insert(key(&entry), line).is_some() {
                faults.push(format!("po/{name}:{line}: the second entry for `{}`", entry.template));
            }
        }
        let missing: Vec<String> = (texts.0.iter().filter(|(key, _)| !entries.contains_key(*key)))
            .map(|((context, template, plural), place)| {
                let forms = vec![String::new(); if plural.is_some() { forms } else { 1 }];
                let (context, template, plural) = (context.clone(), template.clone(), plural.clone());
                format!("#: {place}\n{}", Entry { context, template, plural, forms, line: 0 })
            })
            .collect();
        if !missing.is_empty() {
            faults.push(format!("po/{name} lacks {}; fill these in there:\n\n{}", missing.len(), missing.join("\n")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_word_of_the_page_is_used() {
    // The terminal has words of its own.
    let page = root().join("crates/web/src");
    let sources = sources().into_iter().filter(|path| path.starts_with(&page) && !path.ends_with("words.rs"));
    let code: String = sources.map(|path| fs::read_to_string(path).expect("a source is read")).collect();
    let names: BTreeSet<&str> =
        code.split("Word::").skip(1).filter_map(|rest| rest.split(not_in_names).next()).collect();
    let unused: Vec<String> =
        Word::ALL.iter().map(|word| format!("{word:?}")).filter(|name| !names.contains(name.as_str())).collect();
    assert!(unused.is_empty(), "no source uses these words of crates/web/src/words.rs: {}", unused.join(", "));
}

/// Whether a character ends a name in code.
fn not_in_names(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
}

/// Texts that stay English, and what fills the gaps of the others.
fn english(text: &Text, italian: &Catalogue, found: &mut Vec<String>) {
    // Names of cells are mostly notation, and what has nothing but a gap joins its parts.
    let alike = text.is_empty() || text.template() == "{text}" || text.context() == "cell";
    if !alike && !italian.has(text) {
        found.push(text.to_string());
    }
    for (_, arg) in text.args() {
        if let Arg::Text(part) = arg {
            english(part, italian, found);
        }
    }
}

#[test]
fn whole_games_are_shown_in_italian() {
    let italian = Catalogue::read(include_str!("../../../po/it.po")).expect("a catalogue");
    for info in games::list() {
        let seats = games::open(info.id, &[], Start::Seed(2)).expect("a game").seats();
        let plan = Plan::new(info.id, &[], Start::Seed(2), vec![Sitter::Human; seats], 0);
        let (mut desk, mut effects) = Desk::open(&plan).expect("a game");
        let (mut rng, mut found) = (Rng::new(2), Vec::new());
        loop {
            desk.take(Input::TakeScreen);
            let screen = desk.screen();
            let said = effects.iter().filter_map(|effect| match effect {
                Effect::Say(sentences) => Some(sentences),
                _ => None,
            });
            let labels = screen.table.areas.iter().flat_map(|area| area.spots.iter().flat_map(|spot| &spot.label));
            let notes = screen.feed.iter().flat_map(|round| &round.entries).flat_map(|entry| &entry.notes);
            let plates = screen.plates.iter().flat_map(|plate| [&plate.name, &plate.sub]);
            let texts = [&screen.title, &screen.prompt].into_iter().chain(&screen.variant).chain(plates);
            let texts = texts.chain(notes.map(|note| &note.text));
            let texts = texts.chain(screen.table.areas.iter().map(|area| &area.title)).chain(labels);
            let texts = texts.chain(screen.plates.iter().map(|player| &player.name)).chain(said.flatten());
            texts.for_each(|text| english(text, &italian, &mut found));
            let choices = desk.view().choices;
            if choices.is_empty() {
                break;
            }
            effects = desk.take(Input::Play(choices[rng.below(choices.len())].text.clone()));
        }
        assert!(found.is_empty(), "{}: {found:?}", info.id);
        assert!(desk.screen().tools.over, "{}: {}", info.id, desk.screen().prompt);
    }
}

#[test]
fn italian_reads_well() {
    let italian = Catalogue::read(include_str!("../../../po/it.po")).expect("a catalogue");
    let check = |text: &Text, expected: &str| assert_eq!(text.tell(&italian), expected);
    let won = Ending { winners: vec![1], scores: Vec::new(), by: Cause::Rules("line".to_owned()) };
    check(&words::ending(&won, &Name::Player), "Giocatore 2 vince: fila");
    check(&Word::Continue.text(), "Continua");
    check(&words::grouped(749_266), "749.266");
    let behind = words::worth(agon_client::Worth::Points(-0.42), 0, words::Scale::Results);
    check(&behind, "in svantaggio di circa 0,4, una stima");
    check(&known("tic-tac-toe").expect("it is solved"), "risolto: con il gioco migliore è patta");
    let lost = |address: &str| match Route::read(address) {
        Route::Lost(why) => why,
        route => panic!("{route:?}"),
    };
    check(&lost("#/nowhere"), "qui non c’è nessuna pagina `nowhere`");
    let desk = |record: &str| {
        Desk::open(&Plan { record: record.parse().expect("a record"), sitters: Vec::new(), bot_seed: 0 })
    };
    let screen = desk("tic-tac-toe~size=4~line=4~seed=0").expect("a game").0.screen();
    let variant: Vec<String> = screen.variant.iter().map(|text| text.tell(&italian)).collect();
    assert_eq!(variant.join(", "), "4 × 4, 4 in fila");
}

#[test]
fn literals_are_found_as_the_compiler_reads_them() {
    let source = concat!(
        "// text!(\"a comment\")\nlet a = text!(in \"end\"; \"line\");\nlet b = crate::text!(\n    \"one \\\n     ",
        "`{n}` \\\"piece\\\"\" | \"{n} pieces\",\n    n\n);\ncontext!(\"another macro\"); text!(@arg name)\n",
        "#[cfg(test)]\nmod tests { fn f() { text!(\"a test\") } }",
    );
    let key = |context: &str, template: &str, plural: Option<&str>| {
        (context.to_owned(), template.to_owned(), plural.map(str::to_owned))
    };
    assert_eq!(literals(source), [key("end", "line", None), key("", "one `{n}` \"piece\"", Some("{n} pieces"))]);
}
