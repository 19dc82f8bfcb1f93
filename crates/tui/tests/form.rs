//! The form of a new game: every value is reached, and trouble is told.

use agon_rules::{Start, games};
use agon_tui::{Form, Row, Sitter, Way};

fn form(id: &str) -> Form {
    Form::new(games::info(id).expect("a known game"))
}

#[test]
fn a_new_form_can_begin_at_once() {
    for info in games::list() {
        let form = Form::new(info);
        assert!(form.starts() && form.trouble.is_none(), "{}: {:?}", form.info.id, form.trouble);
        assert_eq!(form.plan(5).sitters[0], Sitter::Human);
    }
}

#[test]
fn every_value_of_every_option_is_reached_and_trouble_is_said() {
    for info in games::list() {
        for at in 0..info.options.len() {
            let mut form = Form::new(info.clone());
            form.at = at;
            let mut seen = Vec::new();
            for _ in 0..info.options[at].values.len() {
                form.turn(Way::Forward);
                seen.push(form.settings()[at].1.clone());
                let opens = games::open(info.id, &form.settings(), Start::Seed(0)).is_ok();
                assert_eq!(opens, form.trouble.is_none(), "{}", info.id);
            }
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), info.options[at].values.len());
        }
    }
}

#[test]
fn players_come_and_go_with_the_option_that_seats_them() {
    let mut form = form("primi-composti");
    form.at = form.info.options.iter().position(|option| option.name == "players").expect("an option");
    form.turn(Way::Forward);
    assert_eq!(form.plan(0).sitters.len(), 3);
    assert_eq!(form.rows().iter().filter(|row| matches!(row, Row::Player(_))).count(), 3);
}

#[test]
fn a_player_can_be_typed_and_a_wrong_one_is_told() {
    let mut form = form("gambit");
    form.at = form.rows().iter().position(|row| *row == Row::Player(1)).expect("a line");
    form.write("minimax:2");
    assert_eq!((form.plan(0).sitters[1].word(), &form.trouble), ("minimax:2", &None));
    form.write("x");
    assert!(form.trouble.as_ref().is_some_and(|text| text.contains("`minimax:2x`")), "{:?}", form.trouble);
    form.erase();
    assert_eq!(form.trouble, None);
}

#[test]
fn whoever_is_to_begin_begins() {
    let mut form = form("gambit");
    form.at = form.rows().iter().position(|row| *row == Row::Begins).expect("a line");
    form.turn(Way::Forward);
    assert_eq!(form.text(Row::Begins).1, "player B (medium)");
    assert_eq!(form.plan(0).sitters[1], Sitter::Human);
    form.turn(Way::Forward);
    assert_eq!(form.text(Row::Begins).1, "random");
    assert_ne!(form.plan(0).sitters, form.plan(1).sitters);
}
