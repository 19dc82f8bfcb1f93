//! A game in every form in which it is shared: pictures, texts, files and codes, for every game.

use agon_client::{Plan, Sitter, file};
use agon_rules::{Look, Record, Rng, Start, Table, View, Viewer, ascii, games};
use agon_web::desk::Desk;
use agon_web::picture::{Caption, picture};
use agon_web::route::Route;
use agon_web::share::{Goods, Want, code, goods, link, open};

/// A game after some moves at random, with what is shared of it.
fn played(game: &str, seed: u64, plies: usize) -> (Plan, Goods) {
    play(games::open(game, &[], Start::Seed(seed)).expect("a game"), seed, plies)
}

fn play(mut table: Box<dyn Table>, seed: u64, plies: usize) -> (Plan, Goods) {
    let mut rng = Rng::new(seed);
    while let (Some(turn), true) = (table.turn(), table.ply() < plies) {
        let legal = table.legal();
        let text = legal[rng.below(legal.len())].clone();
        table.play(turn, &text).expect("a legal move");
    }
    let sitters = (0..table.seats()).map(|seat| Sitter::new(if seat == 0 { "human" } else { "easy" })).collect();
    let plan = Plan { record: table.record(), sitters, bot_seed: 9 };
    let link = format!("https://example.org/{}", Route::Game(Box::new(plan.clone())).write());
    let names = vec!["player 1".to_owned(), "easy".to_owned()];
    let want = Want { record: plan.record.to_string(), ply: plies, names, link };
    (plan, goods(&want).expect("a game that was played"))
}

fn view(record: &Record, viewer: Viewer) -> View {
    record.replay().expect("a game that was played").view(viewer)
}

/// Fails where a text is not well-formed XML: tags that do not match, attributes without quotes, bare signs.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim_end();
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        assert!(!words.contains('>'), "a bare sign: {words}");
        for (at, _) in words.match_indices('&') {
            let entity =
                ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].iter().any(|entity| words[at..].starts_with(entity));
            assert!(entity, "a bare sign: {words}");
        }
        let end = tag.find('>').expect("a tag ends");
        let (tag, after) = (&tag[1..end], &tag[end + 1..]);
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag that was not open");
        } else {
            let name = tag.split([' ', '/']).next().expect("a name");
            let quoted: Vec<&str> = tag[name.len()..].trim_end_matches('/').split('"').collect();
            assert_eq!(quoted.len() % 2, 1, "quotes: {tag}");
            assert!(!tag.contains('<'), "a sign within a tag: {tag}");
            let named = quoted.iter().step_by(2).take(quoted.len() / 2);
            named.for_each(|name| assert!(name.starts_with(' ') && name.ends_with('='), "{tag}"));
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.is_empty(), "left open: {open:?}, {rest:?}");
}

#[test]
fn every_game_is_drawn_whole_and_needs_nothing_else() {
    for info in games::list() {
        for plies in [0, 7, usize::MAX] {
            let (plan, goods) = played(info.id, 4, plies);
            check_xml(&goods.picture);
            for word in [" style=", "class=", "href", "url(h", "var("] {
                assert!(!goods.picture.contains(word), "{}: {word}", info.id);
            }
            let view = view(&plan.record, Viewer::Spectator);
            assert!(goods.picture.contains(info.name) && goods.picture.contains("player 1"), "{}", info.id);
            for points in &view.scores {
                assert!(goods.picture.contains(&format!("{points}</text>")), "{}: points", info.id);
            }
        }
    }
}

#[test]
fn what_is_shared_shows_what_the_crowd_sees_and_what_would_tell_more_waits_for_the_end() {
    // Where three play this game, hands are hidden.
    let three = "primi-composti~players=3~seed=4".parse::<Record>().expect("a record").replay().expect("a game");
    let tables = games::list().into_iter().map(|info| games::open(info.id, &[], Start::Seed(4)).expect("a game"));
    let mut secrets = 0;
    for table in tables.chain([three]) {
        let (game, name) = (table.id(), games::info(table.id()).expect("a game").name);
        let start = table.record();
        for plies in [5, usize::MAX] {
            let (plan, goods) = play(start.replay().expect("a game"), 4, plies);
            let crowd = view(&plan.record, Viewer::Spectator);
            assert!(goods.text.contains(&ascii::picture(&crowd)), "{game}");
            for step in &crowd.history {
                assert!(goods.text.contains(&step.text), "{game}: {}", step.text);
            }
            let referee = view(&plan.record, Viewer::Referee);
            let hidden = crowd.position != referee.position;
            let secret = hidden && crowd.turn.is_some();
            assert_eq!((goods.hides, goods.file.is_empty()), (secret, secret), "{game}");
            let link = link("https://example.org/", plan.clone(), plies.min(plan.record.moves.len()));
            assert_eq!(link.is_empty(), secret, "{game}");
            if !secret {
                let (_, hash) = link.split_once('/').expect("a link");
                let made = plan.record.moves.len();
                let Route::Watch(shown, ply) = Route::read(&hash[hash.find('#').expect("a hash")..]) else {
                    panic!("{link}")
                };
                assert_eq!((&shown.record, ply), (&plan.record, plies.min(made)), "{game}: others look at it");
            }
            if hidden {
                secrets += 1;
                let names = ["player 1".to_owned(), "easy".to_owned()];
                let look = games::info(game).expect("a game").look;
                let caption = Caption { title: name, names: &names, look };
                let count = |text: &str| text.matches(&agon_web::picture::back()).count();
                let drawn = count(&goods.picture);
                assert_eq!(drawn, count(&picture(&crowd, None, &caption)), "{game}: face down");
                assert!(drawn > count(&picture(&referee, None, &caption)), "{game}: something is hidden");
                assert!(!goods.text.contains(&ascii::picture(&referee)), "{game}");
            }
        }
    }
    assert!(secrets > 0, "some game has secrets");
}

#[test]
fn names_cannot_break_a_picture() {
    let table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let names = ["<script>alert(\"1\")</script>".to_owned(), "Tom & Jerry > 'all'\u{1}\u{202e}".to_owned()];
    let text =
        picture(&table.view(Viewer::Spectator), None, &Caption { title: "a < b", names: &names, look: Look::PLAIN });
    check_xml(&text);
    assert!(text.contains("&lt;script&gt;") && text.contains("Tom &amp; Jerry") && !text.contains("<script"), "{text}");
}

#[test]
fn a_picture_looks_as_it_did() {
    let (_, goods) = played("tic-tac-toe", 1, 4);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("picture", goods.picture);
    });
}

#[test]
fn a_file_leads_back_to_the_same_game() {
    for info in games::list() {
        let (plan, goods) = played(info.id, 6, 9);
        assert_eq!(file::read(&goods.file, agon_search::names).expect("a game"), plan, "{}", info.id);
        let hash = open(&goods.file).expect("a game");
        assert_eq!(Route::read(&hash), Route::Game(Box::new(plan.clone())), "{}", info.id);
        // A record alone, and a link, are games too.
        let alone = open(&plan.record.to_string()).expect("a game");
        let Route::Game(alone) = Route::read(&alone) else { panic!("{alone}") };
        assert_eq!((alone.record, alone.sitters), (plan.record.clone(), vec![Sitter::Human; plan.sitters.len()]));
        let link = format!("https://example.org/{}\n", Route::Game(Box::new(plan.clone())).write());
        assert_eq!(Route::read(&open(&link).expect("a game")), Route::Game(Box::new(plan)), "{}", info.id);
    }
    let limited = "players=human,mcts:time=1s,nodes=9\ntic-tac-toe~seed=0\n";
    let hash = open(limited).expect("a game");
    let Route::Game(plan) = Route::read(&hash) else { panic!("{hash}") };
    assert_eq!(plan.sitters, [Sitter::Human, Sitter::Computer("mcts:time=1s,nodes=9".to_owned())]);
}

#[test]
fn what_a_desk_shares_keeps_players_and_the_seed_of_its_computers() {
    for info in games::list() {
        let table = games::open(info.id, &[], Start::Seed(6)).expect("a game");
        let sitters = vec![Sitter::Human; table.seats()];
        let plan = Plan { record: table.record(), sitters, bot_seed: 9 };
        let (desk, _) = Desk::open(&plan).expect("a game");
        let want = desk.share("https://example.org/");
        let goods = goods(&want).expect("a game");
        if goods.hides {
            continue;
        }
        assert_eq!(file::read(&goods.file, agon_search::names).expect("a game"), plan, "{}: its file", info.id);
        let hash = open(&want.link).expect("a link");
        assert_eq!(Route::read(&hash), Route::Watch(Box::new(plan), 0), "{}: its link", info.id);
    }
}

#[test]
fn what_is_no_game_is_said_to_be_none() {
    for (text, why) in [
        ("", "no game in it"),
        ("\u{0}\u{1}PNG", "bad record"),
        ("chess~seed=0", "chess"),
        ("tic-tac-toe~seed=0~z9", "does not follow the rules"),
        ("players=human,easy,hard\ntic-tac-toe~seed=0", "3 players are named, but 2 play"),
        ("https://example.org/#/game/nonsense", "nonsense"),
    ] {
        let said = open(text).expect_err("no game");
        assert!(said.to_string().contains(why), "{text:?}: {said}");
    }
}

#[test]
fn a_room_shares_its_record_and_its_own_link() {
    let record = "tic-tac-toe~size=3~line=3~seed=0~a1~b1";
    let names = vec!["Ada".to_owned(), "Bob".to_owned()];
    let link = "https://example.org/#/room/K7XM-4QPT".to_owned();
    let goods = goods(&Want { record: record.to_owned(), ply: 2, names, link }).expect("a game");
    assert!(goods.picture.contains("Ada") && goods.text.contains("Ada – Bob"));
    assert_eq!(Route::read(&open(&goods.file).expect("a game")), Route::read(&format!("#/game/{record}")));
    assert!(!goods.hides);
}

/// What a reader of codes finds in a drawing of one.
fn scan(drawing: &str) -> String {
    let size: usize = drawing
        .split("viewBox=\"0 0 ")
        .nth(1)
        .and_then(|text| text.split(' ').next())
        .expect("a size")
        .parse()
        .expect("a number");
    let mut dark = vec![false; size * size];
    let path = drawing.split(" d=\"M").nth(1).and_then(|text| text.split('"').next()).expect("a path");
    for dot in path.split('M') {
        let (x, y) = dot.strip_suffix("h1v1h-1z").and_then(|dot| dot.split_once(' ')).expect("a dot");
        dark[y.parse::<usize>().expect("a number") * size + x.parse::<usize>().expect("a number")] = true;
    }
    const SCALE: usize = 4;
    let luma = |x: usize, y: usize| if dark[y / SCALE * size + x / SCALE] { 0 } else { 255 };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(size * SCALE, size * SCALE, luma);
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code");
    grids[0].decode().expect("it is read").1
}

#[test]
fn a_code_leads_to_the_link_and_a_link_that_is_too_long_has_none() {
    for info in games::list() {
        let link = format!("https://example.org/agon/{}", Route::Game(Box::new(played(info.id, 3, 12).0)).write());
        assert_eq!(scan(&code(&link).expect("short enough")), link, "{}", info.id);
    }
    assert!(code(&"x".repeat(1465)).is_some() && code(&"x".repeat(1466)).is_none());
}
