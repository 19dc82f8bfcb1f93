//! Tests of texts: filled in, translated, sent and received.

use super::*;

/// A language that has these templates by the English singular, each with its plural.
struct Toy(&'static [(&'static str, &'static str, &'static str)]);

impl Language for Toy {
    fn template(&self, text: &Text) -> Option<&str> {
        let (_, one, many) = self.0.iter().find(|(english, ..)| *english == text.template())?;
        Some(if text.plural().is_some_and(|(_, number)| number != 1) { many } else { one })
    }
}

fn island(seat: u8, pieces: u32) -> Text {
    let island = text!("{pieces} piece" | "{pieces} pieces", pieces);
    text!("player {seat}: an island of {island}", seat, island)
}

/// What comes out at the other end of the wire.
fn sent(text: &Text) -> Text {
    let json = serde_json::to_string(text).expect("it is written");
    serde_json::from_str(&json).expect("it is read")
}

fn read(json: &str) -> Text {
    serde_json::from_str(json).expect("it is read")
}

#[test]
fn english_fills_its_template_in() {
    assert_eq!(island(2, 1), "player 2: an island of 1 piece");
    assert_eq!(island(1, 3), "player 1: an island of 3 pieces");
    assert_eq!(text!("{a}{b} and {a}", a = "x", b = -1), "x-1 and x");
    assert_eq!(Text::plain("a {gap}"), "a {gap}");
    assert_eq!(text!(in "option"; "line"), "line");
}

#[test]
fn another_language_has_its_own_order_and_forms() {
    let toy = Toy(&[
        ("player {seat}: an island of {island}", "isola di {island}, giocatore {seat}", ""),
        ("{pieces} piece", "un pezzo", "{pieces} pezzi"),
    ]);
    assert_eq!(island(2, 1).tell(&toy), "isola di un pezzo, giocatore 2");
    assert_eq!(island(2, 4).tell(&toy), "isola di 4 pezzi, giocatore 2");
    assert_eq!(text!("no entry for {name}", name = "Anna").tell(&toy), "no entry for Anna");
    // A gap that no argument fills is seen, not lost.
    assert_eq!(text!("{pieces} piece", pieces = 1).tell(&Toy(&[("{pieces} piece", "{pezzi}", "")])), "{pezzi}");
}

#[test]
fn a_text_travels_with_its_english_and_its_parts() {
    let json = serde_json::to_string(&island(1, 2)).expect("it is written");
    let expected = concat!(
        r#"{"text":"player 1: an island of 2 pieces","template":"player {seat}: an island of {island}","#,
        r#""args":{"seat":1,"island":{"text":"2 pieces","template":"{pieces} piece","plural":"{pieces} pieces","#,
        r#""n":2,"args":{"pieces":2}}}}"#,
    );
    assert_eq!(json, expected);
    assert_eq!(serde_json::to_string(&text!("a winning row")).expect("it is written"), r#"{"text":"a winning row"}"#);
    let texts = [
        island(1, 2),
        text!("a winning row"),
        text!(in "option"; "line"),
        text!("{n} of {of} is" | "{n} of {of} are", n = 5, of = 5),
        Text::plain("b2xd4"),
    ];
    for text in texts {
        assert_eq!(sent(&text), text);
    }
}

#[test]
fn odd_texts_are_read_as_the_english_they_bring() {
    assert_eq!(read(r#""just a string""#), "just a string");
    assert_eq!(read("{}"), "");
    assert_eq!(read("7"), "7");
    assert_eq!(read("[1,[2],{}]"), "");
    assert_eq!(read(r#"{"text":"2 x","template":"{n} x","plural":"{n} xs","n":3,"args":{"n":2}}"#), "2 x");
    assert_eq!(read(r#"{"text":"a","template":"b\u0000c"}"#), "a");
    assert_eq!(read(r#"{"text":"a","later":{"deep":[1]},"template":"b {c}","args":{"c":null,"not a name":1}}"#), "b ");
    let many: Vec<String> = (0..40).map(|i| format!(r#""a{i}":{i}"#)).collect();
    assert_eq!(read(&format!(r#"{{"text":"many","template":"{{a0}}","args":{{{}}}}}"#, many.join(","))), "many");
}

#[test]
fn a_text_from_outside_is_bounded_however_it_nests() {
    let mut json = r#"{"text":"end"}"#.to_owned();
    for _ in 0..30 {
        let gaps = "{a}".repeat(200);
        json = format!(r#"{{"text":"","template":"{gaps}","args":{{"a":{json}}}}}"#);
    }
    assert!(read(&json).to_string().len() <= Text::LONGEST);
}

#[test]
fn a_po_file_is_read_as_translators_write_it() {
    let po = concat!(
        "# Italian\nmsgid \"\"\nmsgstr \"\"\n\"Language: it\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n",
        "#: somewhere.rs\nmsgctxt \"end\"\nmsgid \"line\"\nmsgstr \"fila\"\n",
        "msgid \"a \"\n\"\\\"b\\\"\"\nmsgstr \"una \\\"b\\\"\"\n\n",
        "#, fuzzy\nmsgid \"guessed\"\nmsgstr \"indovinato\"\n\nmsgid \"empty\"\nmsgstr \"\"\n",
    );
    let italian = Catalogue::read(po).expect("it is read");
    assert_eq!(text!(in "end"; "line").tell(&italian), "fila");
    assert_eq!(text!("line").tell(&italian), "line");
    assert_eq!(Text::term("end", "line").tell(&italian), "fila");
    assert_eq!(text!("a \"b\"").tell(&italian), "una \"b\"");
    assert_eq!(text!("guessed").tell(&italian), "guessed");
    let all = entries(po).expect("it is read");
    assert_eq!(all.iter().map(|entry| entry.line).collect::<Vec<_>>(), [2, 8, 11, 16, 19]);
    assert_eq!(all[1].to_string(), "msgctxt \"end\"\nmsgid \"line\"\nmsgstr \"fila\"\n");
    for bad in ["msgid", "msgid \"a", "\"a\"", "word \"a\"", "msgid \"a\"\nmsgstr[1] \"b\""] {
        assert!(Catalogue::read(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_translation_needs_the_gaps_and_the_forms_of_its_template() {
    let fault = |plural: Option<&str>, forms: &[&str]| {
        let forms = forms.iter().map(ToString::to_string).collect();
        let plural = plural.map(str::to_owned);
        Entry { context: String::new(), template: "a {b}".to_owned(), plural, forms, line: 0 }.fault(2).is_some()
    };
    assert!(!fault(None, &["{b} c"]) && !fault(Some("as {b}"), &["una", "{b} tante"]));
    assert!(fault(None, &[""]) && fault(None, &["c"]) && fault(None, &["{b} {c}"]));
    assert!(
        fault(Some("as {b}"), &["una"])
            && fault(Some("as {b}"), &["una", ""])
            && fault(Some("as {b}"), &["{c}", "{b}"])
    );
}

#[test]
fn moves_that_are_words_are_translated() {
    let keys = |notation: &str| (Text::of_move(notation).context().to_owned(), Text::of_move(notation).to_string());
    assert_eq!(keys("stop"), ("move".to_owned(), "stop".to_owned()));
    assert_eq!(keys("draft:3"), ("move".to_owned(), "draft:3".to_owned()));
    for notation in ["b2xd4", "me=5", "K@h8", "12<3,4", "a1"] {
        assert_eq!(keys(notation), (String::new(), notation.to_owned()));
    }
}
