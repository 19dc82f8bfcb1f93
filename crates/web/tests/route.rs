//! Addresses: what is shown can be linked to, and a broken link says why.

use agon_client::{Plan, Sitter};
use agon_rules::{Rng, Start, games};
use agon_web::route::{Route, decode, encode, is_secret};
use agon_web::setup::Setup;

#[test]
fn every_form_is_in_its_address() {
    for info in games::list() {
        let fresh = Route::New(Setup::new(info.clone()));
        assert_eq!(fresh.write(), format!("#/new/{}", info.id));
        assert_eq!(Route::read(&fresh.write()), fresh);
        for (at, option) in info.options.iter().enumerate() {
            for value in &option.values {
                let mut setup = Setup::new(info.clone());
                assert!(setup.set(at, &value.to_string()));
                setup.set_player(0, "hard");
                setup.set_player(1, "me");
                setup.set_begins(1);
                let route = Route::New(setup);
                assert_eq!(Route::read(&route.write()), route, "{}", route.write());
            }
        }
    }
}

#[test]
fn every_game_is_in_its_address() {
    for info in games::list() {
        let mut table = games::open(info.id, &[], Start::Seed(4)).expect("a game");
        let mut rng = Rng::new(9);
        for _ in 0..30 {
            let Some(turn) = table.turn() else { break };
            let legal = table.legal();
            let text = legal[rng.below(legal.len())].clone();
            table.play(turn, &text).expect("a legal move");
        }
        let sitters = vec![Sitter::Human; table.seats()];
        let route = Route::Game(Box::new(Plan { record: table.record(), sitters, bot_seed: 77 }));
        let hash = route.write();
        assert_eq!(Route::read(&hash), route, "{hash}");
        assert!(hash.is_ascii() && !hash.contains([' ', '"', '<', '>']), "{hash}");
    }
}

#[test]
fn a_game_with_hidden_things_has_secrets_until_it_is_over() {
    let record = |text: &str| text.parse::<agon_rules::Record>().expect("a record");
    assert!(!is_secret(&record("gambit~seed=3")) && is_secret(&record("primi-composti~players=3~seed=4")));
    let mut table = record("primi-composti~players=3~seed=4").replay().expect("a game");
    while let Some(turn) = table.turn() {
        let text = table.legal()[0].clone();
        table.play(turn, &text).expect("a legal move");
    }
    assert!(!is_secret(&table.record()));
    assert!(matches!(Route::read("#/game/@3f"), Route::Kept(key) if key == "3f"));
    assert_eq!(Route::Kept("3f".to_owned()).write(), "#/game/@3f");
}

#[test]
fn a_broken_link_says_why() {
    for (hash, part) in [
        ("#/nowhere", "nowhere"),
        ("#/new/chess", "chess"),
        ("#/new/tic-tac-toe?size=99", "99"),
        ("#/new/tic-tac-toe?colour=red", "colour"),
        ("#/new/tic-tac-toe?_clock=soon", "soon"),
        ("#/game/", "no game"),
        ("#/game/tic-tac-toe~seed=0~z9", "z9"),
        ("#/game/tic-tac-toe~seed=0?players=human,human,human", "3 players"),
        ("#/room/XYZ", "XYZ"),
    ] {
        match Route::read(hash) {
            Route::Lost(why) => assert!(why.to_string().contains(part), "{hash}: {why}"),
            route => panic!("{hash} leads to {route:?}"),
        }
    }
}

#[test]
fn rooms_are_found_however_their_code_is_written() {
    assert_eq!(Route::read("#/room/k7xm-4qpt"), Route::Room { code: "K7XM4QPT".to_owned(), key: None });
    assert_eq!(Route::Room { code: "K7XM4QPT".to_owned(), key: None }.write(), "#/room/K7XM-4QPT");
    let mine = Route::Room { code: "K7XM4QPT".to_owned(), key: Some("s3cret".to_owned()) };
    assert_eq!(mine.write(), "#/room/K7XM-4QPT?key=s3cret");
    assert_eq!(Route::read(&mine.write()), mine);
}

#[test]
fn any_text_survives_an_address_and_any_address_is_read() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let text: String = (0..rng.below(20)).filter_map(|_| char::from_u32(rng.below(0x500) as u32)).collect();
        assert_eq!(decode(&encode(&text)), text);
        // It must not panic.
        let _ = Route::read(&format!("#/game/{text}"));
        let _ = Route::read(&format!("#/new/{text}?{text}"));
        let _ = Route::read(&format!("#/lab/{text}?_players={text}&_{text}"));
        let _ = Route::read(&text);
    }
    assert_eq!(decode("%"), "%");
    assert_eq!(decode("%zz%4"), "%zz%4");
}

#[test]
fn links_of_the_version_before_that_say_luck_are_read_and_written_anew() {
    let record = "tic-tac-toe~size=3~line=3~seed=4~c3~a2";
    for name in ["luck", "bot-seed"] {
        let route = Route::read(&format!("#/game/{record}?players=human,random&{name}=3"));
        let Route::Game(plan) = &route else { panic!("{name}: {route:?}") };
        assert_eq!(plan.bot_seed, 3, "{name}");
        assert!(route.write().ends_with("&bot-seed=3"), "{}", route.write());
    }
}
