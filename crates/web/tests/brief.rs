//! A form in a few words, and what it says of who plays and where the game begins.

use agon_rules::games;
use agon_web::brief::{rules, starts, versus};
use agon_web::setup::{Against, Setup};

fn form(text: &str) -> Setup {
    match agon_web::route::Route::read(text) {
        agon_web::route::Route::New(setup) => setup,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_form_says_who_plays_and_who_starts() {
    let setup = form("#/new/gambit");
    assert_eq!(versus(&setup).to_string(), "You against Medium");
    assert_eq!(starts(&setup).to_string(), "You start");
    let setup = form("#/new/gambit?_who=me,hard&_first=1");
    assert_eq!(
        (versus(&setup).to_string(), starts(&setup).to_string()),
        ("You against Hard".into(), "Hard starts".into())
    );
    let setup = form("#/new/gambit?_who=hard,hard&_first=9");
    assert_eq!(versus(&setup).to_string(), "Hard against Hard 2");
    assert_eq!(starts(&setup).to_string(), "Chance decides who starts");
}

#[test]
fn numbers_are_called_as_the_form_calls_them() {
    let said = rules(&form("#/new/checkerboard?size=10"));
    assert_eq!(said.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Board: 10 × 10"]);
}

#[test]
fn whom_one_plays_against_is_changed_at_once_and_kept_in_the_address() {
    for info in games::list() {
        for against in [Against::Friend, Against::Online, Against::Watch, Against::Computer] {
            let mut setup = Setup::new(info.clone());
            setup.set_level("hard");
            setup.set_against(against);
            assert_eq!(setup.against(), against, "{}", info.id);
            assert_eq!(setup.trouble(), None);
            let again = form(&agon_web::route::Route::New(setup.clone()).write());
            assert_eq!((again.against(), again == setup), (against, true));
            if matches!(against, Against::Computer | Against::Watch) {
                assert_eq!(again.level(), "hard");
            }
        }
    }
}

#[test]
fn a_deal_and_a_position_are_where_the_game_begins() {
    let setup = form("#/new/gambit?_deal=7");
    assert_eq!(setup.plan(3).record.start, agon_rules::Start::Seed(7));
    let start =
        games::open("gambit", &[], agon_rules::Start::Seed(1)).expect("a game").position(agon_rules::Viewer::Referee);
    let address = format!("#/new/gambit?_at={}", agon_web::route::encode(&start));
    let setup = form(&address);
    assert_eq!((setup.plan(3).record.start, setup.trouble()), (agon_rules::Start::Position(start), None));
    assert_eq!(agon_web::route::Route::New(setup).write(), address);
    assert!(form("#/new/gambit?_at=nonsense").trouble().is_some());
}
