//! The screens around the games: what they show, and what becomes of what people do on them.

use agon_rules::{Text, games};
use agon_web::device::{Heard, Keyed, Load, Worker};
use agon_web::page::clerk;
use agon_web::think::{Ask, Question, Tell};
use agon_web::words::Language;

use super::fake::Fake;

/// A game that is over after five moves.
const SHORT: &str = "tic-tac-toe~seed=3~a1~b1~a2~b2~a3";

/// How many times something occurs.
fn count(html: &str, what: &str) -> usize {
    html.matches(what).count()
}

/// Every tag is closed, no id is there twice, and no style is written where the server's page may have none.
fn whole(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        ids.extend(tag.split_once(" id='").and_then(|(_, rest)| rest.split('\'').next()));
        assert!(!tag.contains(" style="), "{tag}");
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag} in {html}");
        } else if !tag.ends_with('/') && !["input", "br", "hr", "img"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{ids:?}");
}

#[test]
fn every_screen_is_whole() {
    let mut all = vec![
        "#/".to_owned(),
        "#/online".to_owned(),
        "#/puzzles".to_owned(),
        "#/puzzle".to_owned(),
        "#/nonsense".to_owned(),
        format!("#/watch/{SHORT}"),
    ];
    for info in games::list() {
        all.extend([format!("#/new/{}", info.id), format!("#/new/{}?_who=me,online", info.id)]);
        all.push(format!("#/rules/{}", info.id));
    }
    let device = Fake::at("#/");
    let mut app = device.open();
    for hash in all {
        device.travel(&mut app, &hash);
        let drawing = device.answer(&mut app);
        whole(&drawing.html);
        assert_eq!((count(&drawing.html, "<main "), count(&drawing.html, "<h1")), (1, 1), "{hash}");
        assert!(drawing.title.contains(" · "), "{hash}: {}", drawing.title);
        assert_eq!(drawing.kind == "lost", hash == "#/nonsense", "{hash}");
    }
}

#[test]
fn the_first_screen_has_every_game_and_plays_the_first() {
    let device = Fake::at("#/");
    let mut app = device.open();
    let html = app.draw().html;
    assert_eq!(count(&html, "class='gcard look'"), games::list().len());
    assert!(!html.contains(">Continue<"), "nothing was begun");
    app.hear(&Heard::Do("play"));
    let went = device.last("go ").expect("it goes somewhere");
    assert!(went.starts_with("go #/game/") && !went.contains("tic-tac-toe"), "{went}");
}

#[test]
fn the_first_screen_leads_back_into_what_was_begun() {
    let device = Fake::at("#/");
    let last = |hash: &str| {
        device.store.borrow_mut().insert("last".to_owned(), hash.to_owned());
        device.open().draw().html
    };
    let html = last("#/game/tic-tac-toe~seed=3~a1~b1?players=human,easy");
    assert!(html.contains("Your turn against Easy") && html.contains("Move 3"), "{html}");
    let html = last("#/room/K7XM-4QPT");
    assert!(html.contains("Room K7XM-4QPT") && html.contains("href='#/room/K7XM-4QPT'"), "{html}");
    // What is over is not continued, nor what never was.
    for hash in [&*format!("#/game/{SHORT}?players=human,easy"), "#/game/@gone", "<b>"] {
        assert!(!last(hash).contains(">Continue<"), "{hash}");
    }
}

#[test]
fn what_is_chosen_in_the_form_is_in_its_address() {
    let device = Fake::at("#/new/tic-tac-toe");
    let mut app = device.open();
    assert!(device.has("replace #/new/tic-tac-toe"));
    for (name, value, hash) in [
        ("against", "online", "?_who=me,online"),
        ("clock", "move:30", "?_who=me,online&_clock=move:30"),
        ("clock", "never", "?_who=me,online"),
        ("against", "watch", "?_who=medium,medium"),
        ("level", "hard", "?_who=hard,hard"),
        ("against", "computer", "?_who=me,hard"),
        ("level", "medium", ""),
        ("begins", "2", "?_first=2"),
        ("begins", "0", ""),
        ("deal", " 12 ", "?_deal=12"),
        ("deal", "twelve", ""),
        ("position", "'<", "?_at=%27%3C"),
        ("player.99", "me", "?_at=%27%3C"),
        ("nonsense", "1", "?_at=%27%3C"),
    ] {
        let html = app.hear(&Heard::Set(name, value)).html;
        whole(&html);
        assert_eq!(*device.hash.borrow(), format!("#/new/tic-tac-toe{hash}"), "{name} {value}");
    }
    let html = app.draw().html;
    assert!(html.contains("value='&#39;&lt;'") && count(&html, "data-do='start' disabled") == 2, "{html}");
    app.hear(&Heard::Do("start"));
    assert_eq!(device.last("go "), None, "nothing begins that cannot be played");
}

#[test]
fn options_are_set_by_their_kind_and_ask_anew_who_can_play() {
    for info in games::list() {
        let device = Fake::at(&format!("#/new/{}", info.id));
        let mut app = device.open();
        for (at, option) in info.options.iter().enumerate() {
            for value in &option.values {
                device.asked.take();
                let value = value.to_string();
                let sent = match &*value {
                    "true" => "on",
                    "false" => "off",
                    value => value,
                };
                let html = app.hear(&Heard::Set(&format!("option.{at}"), sent)).html;
                let usual = option.default.to_string() == value;
                let pair = format!("{}={value}", option.name);
                assert_eq!(device.hash.borrow().contains(&pair), !usual, "{pair}");
                assert_eq!(device.asked.borrow().len(), 1);
                assert_eq!(count(&html, &format!("data-option='{}'", option.name)), 1);
                let shown = if sent == value {
                    format!("data-set='option.{at}' value='{value}' checked")
                } else {
                    format!("data-set='option.{at}'{}>", if sent == "on" { " checked" } else { "" })
                };
                assert_eq!(count(&html, &shown), 1, "{shown} in {html}");
            }
        }
    }
}

#[test]
fn many_variants_are_folded_but_never_the_chosen_one() {
    let many = games::list().into_iter().find_map(|info| {
        let at = info.options.iter().position(|option| {
            option.values.len() > 6 && option.values.iter().any(|value| !info.value_summary(option, *value).is_empty())
        });
        at.map(|at| (info, at))
    });
    let (info, at) = many.expect("a game with many variants");
    let values: Vec<String> = info.options[at].values.iter().map(ToString::to_string).collect();
    let device = Fake::at(&format!("#/new/{}", info.id));
    let mut app = device.open();
    let cards = |html: &str| count(html, &format!("name='option{at}'"));
    let button = format!("variants {at}");
    let set = format!("option.{at}");
    assert_eq!(cards(&app.draw().html), 6);
    assert_eq!(cards(&app.hear(&Heard::Do(&button)).html), values.len());
    assert_eq!(cards(&app.hear(&Heard::Do(&button)).html), 6);
    let html = app.hear(&Heard::Set(&set, &values[6])).html;
    assert!(cards(&html) == values.len() && html.contains("aria-expanded='true' disabled"), "{html}");
    assert_eq!(cards(&app.hear(&Heard::Set(&set, &values[0])).html), values.len(), "a list does not fold by itself");
}

#[test]
fn the_form_offers_who_can_play_once_that_is_known() {
    let device = Fake::at("#/new/tic-tac-toe");
    let mut app = device.open();
    let html = app.draw().html;
    assert_eq!((count(&html, "<option "), count(&html, "class='lv pick'")), (1, 4));
    let html = device.answer(&mut app).html;
    assert!(count(&html, "<option ") > 5 && count(&html, "class='lv pick'") == 5, "{html}");
    assert_eq!(count(&html, "<option value='medium' selected>"), 1);
    // What is unusual is not hidden from who opens its link.
    assert!(!html.contains("data-key='advanced' open"));
    assert!(device.travel(&mut app, "#/new/tic-tac-toe?_deal=3").html.contains("data-key='advanced' open"));
}

#[test]
fn a_level_shows_how_it_does_against_the_one_below_where_that_was_measured() {
    let step = agon_search::ladder::all().into_iter().find(|step| step.player == "medium").expect("a measured step");
    let options = step.options.replace(' ', "&");
    let device = Fake::at(&format!("#/new/{}?{options}", step.game));
    let mut app = device.open();
    assert!(!app.draw().html.contains("class='figure'"), "nobody knows before the worker has answered");
    let html = device.answer(&mut app).html;
    let figure = format!("<small class='figure'>{:.0} % against Easy</small>", step.score[0]);
    assert!(html.contains(&figure) && html.contains("a draw counts as half a win"), "{figure} in {html}");
    // Nothing is said of rules by which nobody has played.
    let device = Fake::at("#/new/infiltration?pieces=5&kings=false&pie=true");
    let mut app = device.open();
    app.draw();
    assert!(!device.answer(&mut app).html.contains("class='figure'"));
}

#[test]
fn a_game_begins_and_a_room_is_opened() {
    let device = Fake::at("#/new/tic-tac-toe");
    let mut app = device.open();
    app.hear(&Heard::Do("start"));
    assert_eq!(
        device.last("go ").as_deref(),
        Some("go #/game/tic-tac-toe~size=3~line=3~seed=7?players=human,medium&bot-seed=7")
    );
    device.travel(&mut app, "#/new/tic-tac-toe?_who=me,online");
    app.hear(&Heard::Set("your-name", " Ada "));
    app.hear(&Heard::Do("start"));
    app.hear(&Heard::Do("start"));
    let asked = device.done.borrow().iter().filter(|one| one.starts_with("request ")).count();
    assert!(asked == 1 && device.last("request ").is_some_and(|one| one.contains("\"Ada\"")), "one room only");
    let html = app.hear(&Heard::Reply(429, "{\"detail\":\"too < many\"}")).html;
    assert_eq!(count(&html, ">Too &lt; many</p>"), 2, "{html}");
    app.hear(&Heard::Do("start"));
    app.hear(&Heard::Reply(201, "{\"room\":\"K7XM4QPT\",\"token\":\"mine\"}"));
    assert!(device.has("go #/room/K7XM-4QPT"), "{:?}", device.done);
    // Where nothing is kept the address takes the secret along.
    device.keeps.set(false);
    device.travel(&mut app, "#/new/tic-tac-toe?_who=me,online");
    app.hear(&Heard::Do("start"));
    app.hear(&Heard::Reply(201, "{\"room\":\"K7XM4QPT\",\"token\":\"mine\"}"));
    assert!(device.has("go #/room/K7XM-4QPT?key=mine"), "{:?}", device.done);
}

#[test]
fn a_room_needs_a_server_and_a_network() {
    let device = Fake::at("#/new/tic-tac-toe?_who=me,online");
    let mut app = device.open();
    device.offline.set(true);
    assert_eq!(count(&app.hear(&Heard::Do("start")).html, "role='alert'>Offline."), 2);
    // The message goes as soon as the form changes.
    assert_eq!(count(&app.hear(&Heard::Set("against", "computer")).html, "role='alert'></p>"), 2);
    app.hear(&Heard::Set("against", "online"));
    device.server.set(false);
    assert_eq!(count(&app.hear(&Heard::Do("start")).html, "role='alert'>No server"), 2);
    assert_eq!(device.last("request "), None);
}

#[test]
fn settings_are_in_the_bar_and_in_the_sheet() {
    let device = Fake::at("#/online");
    let mut app = device.open();
    assert!(app.draw().html.contains("<a href='#/online' aria-current='page'>Online</a>"));
    let html = app.hear(&Heard::Set("setting.theme", "dark")).html;
    assert!(html.contains("name='theme' data-set='setting.theme' value='dark' checked"), "{html}");
    assert!(device.has("paint dark false false") && device.store.borrow()["theme"] == "dark");
    let html = app.hear(&Heard::Do("sound")).html;
    assert!(html.contains("aria-label='Sound' aria-pressed='false'"), "{html}");
    assert!(html.contains("data-set='setting.sound'>") && device.store.borrow()["sound"] == "off");
    app.hear(&Heard::Set("setting.language", "it"));
    assert!(device.has("speak it"));
}

#[test]
fn a_game_is_watched_forwards_and_backwards() {
    let device = Fake::at(&format!("#/watch/{SHORT}"));
    let mut app = device.open();
    let html = app.draw().html;
    assert!(html.contains("Move 5 of 5 · a3 · ") && count(&html, " disabled>") == 2, "{html}");
    let html = app.hear(&Heard::Key("ArrowLeft", Keyed::Elsewhere)).html;
    assert!(html.contains("Move 4 of 5 · b2</p>") && html.contains("aria-live='polite'>b2</p>"), "{html}");
    assert!(device.hash.borrow().ends_with("ply=4"));
    let html = app.hear(&Heard::Do("first")).html;
    assert!(html.contains(">Move 0 of 5</p>") && html.contains("#/new/tic-tac-toe?_at="), "{html}");
    assert_eq!(app.hear(&Heard::Do("previous")).html, html);
    app.hear(&Heard::Do("newest"));
    app.hear(&Heard::Do("next"));
    assert!(app.draw().html.contains("Move 5 of 5"));
}

#[test]
fn the_rules_are_read_in_the_language_of_the_page() {
    let device = Fake::at("#/rules/tic-tac-toe");
    let mut app = device.open();
    assert!(app.draw().html.contains("class='rules' data-whole='2166136261'></div>"));
    assert!(device.answer(&mut app).html.contains("<ol class=\"inshort\">"));
    let failed = Tell::Failed(Text::plain("<b>"));
    assert!(Fake::tell(&mut app, Worker::Clerk, clerk::RULES, failed.clone()).html.contains(">&lt;b&gt;</div>"));
    let before = app.draw();
    assert_eq!(Fake::tell(&mut app, Worker::Clerk, clerk::RULES + 1, failed), before);
    // In another language the page comes first.
    let mut app = device.open_in(Language::It, "");
    assert!(device.has("load rules") && device.asked.borrow().is_empty());
    app.hear(&Heard::Loaded(Load::Rules, "\u{c}other\n# No\n\u{c}tic-tac-toe\n# Tris\n\nRegole.\n"));
    let asked = device.asked.borrow().last().cloned();
    let Some((_, Question { ask: Ask::Rules { page, .. }, .. })) = &asked else { panic!("{asked:?}") };
    assert!(page.contains("Regole."));
    assert!(device.answer(&mut app).html.contains("<p>Regole.</p>"));
}

/// A game of Gambit in which a piece has jumped and may go on.
const ASKED: &str = "#/game/gambit~big-islands=score~seed=1~a2xa4~e3xg1~h2xh4?players=human,easy";

#[test]
fn a_question_stands_below_the_board_where_there_is_room_and_does_not_move_it() {
    let device = Fake::at(ASKED);
    let mut app = device.open();
    let within = |html: &str| {
        let (_, below) = html.split_once("<div class='below'>").expect("room below the board");
        below.starts_with("<div class='choice'")
    };
    assert!(within(&app.hear(&Heard::Room(852.0, 724.0)).html));
    // Where it would cover the board, the board makes room for it.
    assert!(!within(&app.hear(&Heard::Room(852.0, 500.0)).html));
}

#[test]
fn a_phone_tells_the_last_turn_in_the_free_room() {
    let device = Fake::at(ASKED);
    let mut app = device.open();
    let told = |html: &str| {
        let (_, below) = html.split_once("<div class='below'>").expect("room below the board");
        let (below, _) = below.split_once("</div></div><aside").unwrap_or((below, ""));
        below.split_once("<section class='lastturn sheet'>").map(|(_, told)| told.to_owned())
    };
    let told_now = told(&app.hear(&Heard::Room(374.0, 620.0)).html).expect("the last turn");
    assert!(told_now.contains("Stopping here lets Easy jump: c3 takes b2."), "{told_now}");
    // Looking back, it is the turn before the position on the screen.
    let earlier = told(&app.hear(&Heard::Do("ply 2")).html).expect("the last turn");
    assert!(earlier.contains("Easy takes f2.") && !earlier.contains("You take"), "{earlier}");
    assert!(told(&app.hear(&Heard::Room(374.0, 300.0)).html).is_none_or(|told| !told.starts_with("<b")));
    // Who shares a screen reads in its title whose turn it is.
    device.travel(&mut app, "#/game/tic-tac-toe~size=3~line=3~seed=1~a3?players=human,human");
    assert_eq!(app.draw().title, "Player 2 to move · Tic-Tac-Toe");
    // A move that led to nothing is told itself.
    device.travel(&mut app, "#/game/tic-tac-toe~size=3~line=3~seed=1~a3~c1?players=human,easy");
    let html = app.hear(&Heard::Room(374.0, 620.0)).html;
    assert!(told(&html).is_some_and(|told| told.contains("<span>Easy: c1</span>")), "{html}");
}

#[test]
fn a_finished_game_that_is_opened_again_is_looked_at_too() {
    let device = Fake::at("#/game/tic-tac-toe~size=3~line=3~seed=3~a1~b1~a2~b2~a3?players=human,easy");
    let mut app = device.open();
    let asked = device.asked.borrow().last().cloned();
    let Some((Worker::Reviewer, Question { ask: Ask::Review { names, .. }, .. })) = &asked else { panic!("{asked:?}") };
    assert_eq!(names[..], ["You", "Easy"]);
    let html = device.answer(&mut app).html;
    assert!(html.contains("Decided at move ") && html.contains("<div class=\"graph\"><b>You</b><b>Easy</b>"), "{html}");
    // The way through the moves is there beside their values.
    let html = app.hear(&Heard::Do("sheet analysis")).html;
    let (_, analysis) = html.split_once("class='tab ana'").expect("the analysis is shown");
    assert!(analysis.contains("data-do='ply 4' aria-label='Previous move'"), "{analysis}");
}
