//! The lab without a browser: addresses, and studies that come out as the native lab has them.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_client::words;
use agon_lab::{Block, Course, Kind, Played, Tally, Workers, run_by_id};
use agon_rules::{Catalogue, English, games};
use agon_web::lab::{Form, KINDS, Number};
use agon_web::measure::{Measured, measure};
use agon_web::route::Route;
use agon_web::setup::Setup;
use agon_web::think::{Ask, Question, Tell, think};

fn form(link: &str) -> Form {
    match Route::read(link) {
        Route::Lab { game, pairs } => Form::read(&game, &pairs).expect("a form"),
        route => panic!("{link} leads to {route:?}"),
    }
}

/// Everything the worker tells of an address; every look at the clock is so many milliseconds later.
fn told(link: &str, millis: u64) -> Vec<Tell> {
    let clock = AtomicU64::new(0);
    let now = || clock.fetch_add(millis, Ordering::Relaxed) as f64;
    let mut tells = Vec::new();
    let ask = Ask::Lab { link: link.to_owned(), width: 400, catalogue: String::new() };
    think(&Question { id: 7, ask }, &now, &mut |answer| {
        assert_eq!(answer.id, 7);
        tells.push(answer.tell);
    });
    tells
}

fn measured(link: &str, millis: u64) -> Vec<Measured> {
    let known = |tell| match tell {
        Tell::Lab(measured) => measured,
        tell => panic!("{link}: {tell:?}"),
    };
    told(link, millis).into_iter().map(known).collect()
}

fn file<'a>(measured: &'a Measured, end: &str) -> &'a str {
    let file = measured.files.iter().find(|file| file.name.ends_with(end));
    &file.unwrap_or_else(|| panic!("no {end} among {:?}", measured.files)).text
}

/// The same study on three threads, block by block in the order of the plan.
fn native(form: &Form) -> Course {
    let mut course = Course::new(form.study().expect("a study")).expect("it can be played");
    for (part, plan) in course.plans.iter().enumerate() {
        let settings = &course.study.parts[part];
        let tallies = &mut course.tallies[part];
        let mut done = |block: &Block, counted: Vec<Tally>, _: Vec<Played>| {
            let cells = &mut tallies[plan.cells_of(block.group)];
            cells.iter_mut().zip(&counted).for_each(|(sum, tally)| sum.merge(tally));
            true
        };
        let played = run_by_id((&course.study.game, settings), plan, &plan.blocks(), Workers::all(3), &mut done);
        played.expect("a game and players");
    }
    course
}

#[test]
fn every_form_of_the_lab_is_in_its_address() {
    for info in games::list() {
        let fresh = Form::new(Setup::new(info.clone())).route();
        assert_eq!(fresh.write(), format!("#/lab/{}", info.id));
        assert_eq!(Route::read(&fresh.write()), fresh);
        for (kind, word) in KINDS {
            for at in 0..info.options.len() {
                let mut setup = Setup::new(info.clone());
                setup.set(at, &info.options[at].values[0].to_string());
                let mut form = Form::new(setup);
                form.set_kind(word);
                assert_eq!((form.kind, form.word()), (kind, word));
                form.set_player(0, "mcts:nodes=50,depth=3");
                form.vary = if at == 0 { None } else { Some(at) };
                form.set_number(Number::Games, "12");
                form.set_number(Number::Seed, "18446744073709551615");
                form.set_number(Number::Opening, "1");
                let route = form.route();
                assert_eq!(Route::read(&route.write()), route, "{}", route.write());
                assert_eq!(self::form(&route.write()), form);
                assert_eq!(form.players()[0], "mcts:nodes=50,depth=3");
                assert_eq!(form.number(Number::Seed), u64::MAX);
            }
        }
    }
    assert_eq!(form("#/lab").setup.game(), games::list()[0].id, "some game is always there");
}

#[test]
fn a_form_has_as_many_players_as_its_question_needs() {
    let mut form = form("#/lab/tic-tac-toe?_players=hard");
    assert_eq!((form.players(), form.places()), (vec!["hard".to_owned()], 2));
    form.set_player(1, "medium");
    assert_eq!((form.players().len(), form.places()), (2, 3));
    form.set_kind("match");
    assert_eq!((form.players().len(), form.places()), (2, 2));
    form.set_kind("balance");
    assert_eq!((form.players(), form.places()), (vec!["hard".to_owned()], 1));
    form.set_kind("tournament");
    form.set_player(0, "");
    assert_eq!(form.players()[0], "medium", "the next one moves up");
    assert_eq!(form.players().len(), 2, "a tournament needs two");
    form.set_number(Number::Games, "none");
    form.set_number(Number::Games, "0");
    assert_eq!(form.number(Number::Games), 50, "what is no number changes nothing");
}

#[test]
fn the_page_shows_names_and_the_files_hold_ids() {
    let link = "#/lab/parity-twist?_kind=match&_players=random,easy&_games=4&variant=draft";
    let last = measured(link, 0).pop().expect("an answer");
    assert!(
        last.html.contains("<h2>Random against Easy: Parity Twist (") && last.html.contains("Draft"),
        "{}",
        last.html
    );
    // Only the command that repeats it has the ids.
    let (shown, made) = last.html.split_once("<p><small>").expect("where it comes from");
    assert!(!shown.contains("variant=") && !shown.contains("parity-twist"), "{shown}");
    assert!(made.contains("<code>agon match parity-twist random easy --set variant=draft --games 4"), "{made}");
    assert!(file(&last, ".json").contains(r#""variant":"draft""#) && file(&last, ".json").contains(r#""a":"random""#));
}

#[test]
fn a_report_is_in_the_language_of_the_page_and_its_files_in_english() {
    let italian = Catalogue::read(include_str!("../../../po/it.po")).expect("a catalogue");
    for (kind, title) in [
        ("match", "Casuale contro Facile: Tris (Scacchiera: 3 × 3, Fila che vince: 3 in fila)"),
        ("table", "ogni giocatore da primo e da secondo: Tris ("),
        ("tournament", "tutti contro tutti: Tris ("),
        ("balance", "Casuale contro sé stesso: Tris<"),
    ] {
        let link = format!("#/lab/tic-tac-toe?_kind={kind}&_players=random,easy&_games=4&_vary=none");
        let mut last = None;
        measure(&link, 400, &italian, &|| 0.0, &mut |measured| last = Some(measured)).expect("a study");
        let (told, english) = (last.expect("a report"), measured(&link, 0).pop().expect("a report"));
        assert!(told.html.contains(&format!("<h2>{title}")), "{}", told.html);
        assert_eq!(told.files, english.files, "{kind}");
        // Shares have two decimals, after a comma in Italian.
        let with = |html: &str, point: char| {
            let ends = html.match_indices(" %<").map(|(at, _)| html[..at].chars().rev().nth(2));
            ends.filter(|sign| *sign == Some(point)).count()
        };
        assert!(with(&told.html, ',') > 0 && with(&told.html, '.') == 0, "{kind}: {}", told.html);
        // Names and numbers aside, nothing is said in both languages.
        let words = |html: &str| -> Vec<String> {
            let texts = html.split('>').filter_map(|part| part.split('<').next());
            // Commands are the same in every language.
            let texts = texts.filter(|text| !text.starts_with("agon "));
            texts.filter(|text| text.chars().filter(|c| c.is_alphabetic()).count() > 3).map(str::to_owned).collect()
        };
        let both: Vec<String> = words(&told.html).into_iter().filter(|text| english.html.contains(text)).collect();
        assert!(both.is_empty(), "{kind}: {both:?}");
    }
}

#[test]
fn one_tap_runs_something_in_every_game() {
    for info in games::list() {
        for (_, word) in KINDS {
            // Looking for exact values under every option takes seconds; that it could begin is found out without.
            let link = format!("#/lab/{}?_kind={word}", info.id);
            let course = Course::new(form(&link).study().expect("a study")).expect("it can be played");
            assert!(word != "balance" || course.plans.len() > 1, "{link}: nothing is compared");
            let last = measured(&format!("{link}&_games=2&_vary=none"), 0).pop().expect("an answer");
            assert!(last.over && last.done == last.of && last.done > 0, "{link}: {last:?}");
            assert!(last.html.contains("<svg") && last.html.contains("<table"), "{link}: {}", last.html);
        }
    }
}

#[test]
fn the_worker_counts_what_the_native_lab_counts() {
    for link in [
        "#/lab/tic-tac-toe?_players=random,easy,medium&_games=30&_seed=5",
        "#/lab/parity-twist?_kind=match&_players=medium,easy&_games=41&_seed=9&_opening=1",
        "#/lab/primi-composti?_kind=tournament&_players=asc,desc,greedy_asc&_games=21",
        "#/lab/infiltration?_kind=balance&_players=random&_vary=forced-capture&_games=20&_seed=1",
    ] {
        let last = measured(link, 0).pop().expect("an answer");
        let mut course = native(&form(link));
        course.prove(1_000_000, 16_000_000, &|| false).expect("it can be tried");
        assert_eq!(last.done, course.played(), "{link}");
        let report = course.report();
        // Where it comes from is in the last columns, under a name of its own, and at the foot of the page.
        let (csv, sheet) = (file(&last, ".csv"), report.sheet.csv());
        assert_eq!(csv.lines().count(), sheet.lines().count(), "{link}");
        assert!(
            csv.lines().zip(sheet.lines()).all(|(line, row)| line.starts_with(&format!("{row},"))),
            "{link}: {csv}"
        );
        let mut json: serde_json::Value = serde_json::from_str(file(&last, ".json")).expect("JSON");
        let made = json.as_object_mut().and_then(|json| json.remove("provenance")).expect("where it comes from");
        assert_eq!(made["seed"], course.study.seed, "{link}");
        assert!(made["command"].as_str().is_some_and(|command| command.starts_with("agon ")), "{link}: {made}");
        // Read from text like the other: the last digit of a number may change on the way.
        let native: serde_json::Value = serde_json::from_str(&report.json.to_string()).expect("JSON");
        assert_eq!(json, native, "{link}");
        let main = |page: &str| page.split("</main>").next().map(str::to_owned);
        assert_eq!(main(file(&last, ".html")), main(&report.html()), "{link}");
        let shown = course.report_in_words(&words::computer);
        assert!(last.html.starts_with(&shown.part(400.0, &English)), "{link}");
        let other = measured(&format!("{link}&_seed=77"), 0).pop().expect("an answer");
        assert_ne!(file(&last, ".csv"), file(&other, ".csv"), "{link}: another seed is another run");
    }
}

#[test]
fn what_is_known_grows_everywhere_alike_and_says_that_it_is_partial() {
    let link = "#/lab/tic-tac-toe?_players=random,easy&_games=40";
    let reports = measured(link, 100);
    let (last, parts) = reports.split_last().expect("some answers");
    assert!(parts.len() > 5, "{}", parts.len());
    assert!(parts.windows(2).all(|two| two[0].done < two[1].done), "it grows");
    assert!(parts.iter().all(|part| !part.over && part.of == 160));
    for part in &parts[1..] {
        assert!(part.html.contains(&format!("partial: {} of 160 games", part.done)), "{}", part.html);
        assert!(part.files.iter().all(|file| file.name.contains("partial")), "{:?}", part.files);
        assert!(file(part, ".json").contains("\"partial\":true"));
    }
    // No row is left without games for long: of four cells the emptiest has a quarter of what the fullest has.
    let middle = &parts[parts.len() / 2];
    let games = |line: &str| line.split(',').nth(2).and_then(|count| count.parse::<u64>().ok());
    let counts: Vec<u64> = file(middle, ".csv").lines().filter_map(games).collect();
    assert!(counts.iter().min() >= counts.iter().max().map(|most| most / 4).as_ref(), "{counts:?}");
    assert!(!last.html.contains("partial") && !last.files.iter().any(|file| file.name.contains("partial")));
    // With a clock that stands still there is the beginning and the end.
    let still = measured(link, 0);
    assert_eq!(still.len(), 2);
    assert_eq!(still[1], *last);
}

#[test]
fn what_was_not_played_has_no_numbers() {
    let link = "#/lab/tic-tac-toe?_players=random,easy&_games=10";
    let early = &measured(link, 1000)[1];
    let csv = file(early, ".csv");
    assert_eq!(early.done, 1, "{csv}");
    let row: Vec<&str> = csv.lines().last().expect("a row").split(',').collect();
    assert_eq!(&row[2..6], ["0", "", "0", "1"], "anything from 0 to 1 is possible: {csv}");
    assert!(!early.html.contains("NaN") && !csv.contains("NaN"), "{}", early.html);
    // Ratings of those who have not met are not shown at all.
    let early = &measured(&format!("{link}&_kind=tournament&_players=random,easy,hard"), 1000)[1];
    assert_eq!((early.done, early.html.as_str(), early.files.len()), (2, "", 0), "a pair is played as a whole");
}

#[test]
fn a_study_that_cannot_be_played_is_refused_in_words() {
    for (link, part) in [
        ("#/lab/chess", "chess"),
        ("#/lab/tic-tac-toe?size=99", "99"),
        ("#/lab/tic-tac-toe?_kind=quiz", "quiz"),
        ("#/lab/tic-tac-toe?_games=0", "_games"),
        ("#/lab/tic-tac-toe?_games=many", "many"),
        ("#/lab/tic-tac-toe?_seed=-1", "-1"),
        ("#/lab/tic-tac-toe?_opening=1000", "1000"),
        ("#/lab/tic-tac-toe?_vary=colour", "colour"),
        ("#/lab/tic-tac-toe?_who=me", "_who"),
        ("#/lab/tic-tac-toe?_players=easy,,hard", "easy,,hard"),
        ("#/lab/tic-tac-toe?_players=a,b,c,d,e,f,g,h,i,j,k,l,m", "13 players"),
    ] {
        let Route::Lab { game, pairs } = Route::read(link) else { panic!("{link} leads elsewhere") };
        let why = Form::read(&game, &pairs).expect_err(link);
        assert!(why.to_string().contains(part), "{link}: {why}");
        let [Tell::Failed(why)] = &told(link, 0)[..] else { panic!("{link}") };
        assert!(why.to_string().contains(part), "{link}: {why}");
    }
    // These are found out by whoever knows the players.
    for (link, part) in [
        ("#/new/tic-tac-toe", "no address of the lab"),
        ("#/lab/tic-tac-toe?_players=nobody", "nobody"),
        ("#/lab/tic-tac-toe?_players=cmd:rm", "cmd:rm"),
        ("#/lab/tic-tac-toe?_players=mcts:time=1s", "by the clock"),
        ("#/lab/primi-composti?players=3&_kind=tournament&_players=easy,random", "two seats"),
    ] {
        let [Tell::Failed(why)] = &told(link, 0)[..] else { panic!("{link}") };
        assert!(why.to_string().contains(part), "{link}: {why}");
    }
}

#[test]
fn names_from_an_address_cannot_bring_markup_and_charts_bring_no_style() {
    // A name must be a player's to get into a report at all; style attributes would be dropped by the page's policy.
    let link = "#/lab/tic-tac-toe?_players=%3Cb%3E";
    let [Tell::Failed(_)] = &told(link, 0)[..] else { panic!("{link}") };
    for (kind, word) in KINDS {
        let last = measured(&format!("#/lab/gambit?_kind={word}&_games=2"), 0).pop().expect("an answer");
        assert!(!last.html.contains("style"), "{kind:?}: {}", last.html);
        let svg = file(&last, ".svg");
        assert!(svg.contains("xmlns=") && svg.contains("<style>"), "a file stands alone: {svg}");
        assert_eq!(kind == Kind::Table, svg.contains("<rect"), "{svg}");
    }
}

#[test]
fn the_openings_of_a_study_unfold_with_their_results_and_what_is_proved() {
    let last =
        measured("#/lab/tic-tac-toe?_kind=match&_players=hard,easy&_games=60&_opening=0", 0).pop().expect("an answer");
    let openings = last.html.split("<h2>Openings</h2>").nth(1).expect("openings");
    assert!(openings.contains("<p>60 games looked at</p>"), "{openings}");
    assert!(openings.contains("<summary>") && openings.contains("draws, proved"), "{openings}");
    let first: Vec<&str> = openings.split("\n<li>").filter(|row| row.contains("<summary>")).collect();
    assert!(!first.is_empty() && openings.matches("<li>").count() <= 150);
    // Every game of it can be kept, and read again.
    let games: Vec<_> = agon_lab::played::text::Games::new(file(&last, ".txt")).collect();
    assert_eq!(games.len(), 60);
    for game in games {
        let (_, mut game) = game.expect("a game");
        assert!(game.source.starts_with("#/lab/tic-tac-toe?"));
        game.check().expect("by the rules");
    }
    // Where every game has a deal of its own there are no openings.
    let dealt = measured("#/lab/primi-composti?_kind=match&_games=6", 0).pop().expect("an answer");
    assert!(!dealt.html.contains("Openings") && file(&dealt, ".txt").contains("[Game \"primi-composti\"]"));
    // A program is none of a page, however it is called.
    let [Tell::Failed(why)] = &told("#/lab/gambit?_players=mine=cmd:rm", 0)[..] else { panic!("it must not run") };
    assert!(why.to_string().contains("cmd:rm"), "{why}");
}
