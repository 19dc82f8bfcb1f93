//! The screen of a game without a browser: every game is played to its end by taps, against computers that think here.

use agon_client::{Plan, Sitter, Verdict};
use agon_rules::{Rng, Start, games};
use agon_web::desk::{Desk, Effect, Input};
use agon_web::screen::Tone;
use agon_web::think::think;

fn plan(game: &str, sitters: &[&str], seed: u64) -> Plan {
    let sitters = sitters.iter().map(|word| Sitter::new(word)).collect();
    Plan::new(game, &[], Start::Seed(seed), sitters, seed)
}

/// Lets the worker answer everything that is asked; how often the game was said to have ended, and how.
fn settle(desk: &mut Desk, effects: Vec<Effect>) -> Vec<Verdict> {
    let mut todo = effects;
    let mut endings = Vec::new();
    while let Some(effect) = todo.pop() {
        if let Effect::Ended(verdict) = effect {
            endings.push(verdict);
        } else if let Effect::Ask(question) = effect {
            let mut answers = Vec::new();
            think(&question, &|| 0.0, &mut |answer| answers.push(answer));
            for answer in answers {
                todo.extend(desk.hear(answer));
            }
        }
    }
    endings
}

#[test]
fn every_game_is_played_to_its_end_by_taps_alone() {
    for info in games::list() {
        let (mut desk, effects) = Desk::open(&plan(info.id, &["human", "random"], 5)).expect("a game");
        settle(&mut desk, effects);
        let mut rng = Rng::new(1);
        let mut endings = Vec::new();
        for tap in 0.. {
            let screen = desk.screen();
            if screen.tools.over {
                break;
            }
            assert!(tap < 3000, "{}: this game has no end", info.id);
            let lit: Vec<_> = screen.table.areas.iter().flat_map(|area| &area.spots).filter(|spot| spot.lit).collect();
            let ways = lit.len() + screen.choices.buttons.len() + screen.choices.menu.len();
            assert!(ways > 0, "{}: nothing can be chosen: {screen:?}", info.id);
            let input = if screen.choices.menu.is_empty() {
                match rng.below(ways) {
                    at if at < lit.len() => Input::Tap(lit[at].site),
                    at => Input::Play(screen.choices.buttons[at - lit.len()].text.clone()),
                }
            } else {
                Input::Play(screen.choices.menu[rng.below(screen.choices.menu.len())].clone())
            };
            let effects = desk.take(input);
            endings.extend(settle(&mut desk, effects));
        }
        assert_eq!(endings.len(), 1, "{}: the end is told once", info.id);
        assert!(desk.screen().history.steps.len() > 2, "{}", info.id);
        assert!(!desk.screen().prompt.to_string().is_empty(), "{}: how it ended is said", info.id);
    }
}

#[test]
fn a_tap_that_leads_nowhere_says_why_and_changes_nothing() {
    let (mut desk, _) = Desk::open(&plan("tic-tac-toe", &["human", "human"], 1)).expect("a game");
    let centre = desk.screen().table.areas[0].spots[4].site;
    desk.take(Input::Tap(centre));
    let before = desk.screen();
    let effects = desk.take(Input::Tap(centre));
    let message = desk.screen().message.expect("a refusal is shown");
    assert!(message.tone == Tone::Refusal && message.text.to_string().contains("b2"), "{message:?}");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Say(_))), "and heard");
    assert_eq!(desk.screen().history, before.history);
}

#[test]
fn moves_are_taken_back_to_the_own_decision_and_played_again() {
    let (mut desk, effects) = Desk::open(&plan("tic-tac-toe", &["human", "random"], 1)).expect("a game");
    settle(&mut desk, effects);
    let effects = desk.take(Input::Play("b2".to_owned()));
    settle(&mut desk, effects);
    assert_eq!(desk.screen().history.steps.len(), 2);
    desk.take(Input::Undo);
    assert_eq!(desk.screen().history.steps.len(), 0);
    let effects = desk.take(Input::Redo);
    settle(&mut desk, effects);
    assert_eq!(desk.screen().history.steps.len(), 2);
    assert_eq!(desk.screen().history.steps[0].text, "b2");
}

#[test]
fn an_earlier_position_is_looked_at_and_played_on_from() {
    let (mut desk, _) = Desk::open(&plan("tic-tac-toe", &["human", "human"], 1)).expect("a game");
    for text in ["b2", "a1", "c3"] {
        desk.take(Input::Play(text.to_owned()));
    }
    desk.take(Input::Look(1));
    assert_eq!((desk.screen().history.at, desk.screen().history.steps.len()), (1, 3));
    assert!(
        desk.screen().table.areas.iter().all(|area| area.spots.iter().all(|spot| !spot.lit)),
        "the past is only looked at"
    );
    desk.take(Input::Branch);
    assert_eq!((desk.screen().history.at, desk.screen().history.steps.len()), (1, 1));
}

#[test]
fn what_is_hidden_is_covered_until_the_screen_is_handed_over() {
    let settings = vec![("players".to_owned(), "3".to_owned())];
    let people = vec![Sitter::Human, Sitter::Human, Sitter::Human];
    let plan = Plan::new("primi-composti", &settings, Start::Seed(2), people, 2);
    let (mut desk, _) = Desk::open(&plan).expect("a game");
    let covered = desk.screen();
    assert!(covered.tools.hand_over.is_some() && covered.table.areas.is_empty(), "nothing is shown before");
    desk.take(Input::TakeScreen);
    assert!(desk.screen().tools.hand_over.is_none() && !desk.screen().table.areas.is_empty());
}

#[test]
fn an_answer_to_an_older_question_is_nothing() {
    let (mut desk, effects) = Desk::open(&plan("tic-tac-toe", &["random", "human"], 1)).expect("a game");
    let old =
        effects.into_iter().find_map(|effect| if let Effect::Ask(question) = effect { Some(question) } else { None });
    let old = old.expect("the computer begins");
    let effects = desk.take(Input::Hurry);
    assert_eq!(effects[0], Effect::Stop);
    think(&old, &|| 0.0, &mut |answer| assert!(desk.hear(answer).is_empty()));
    assert_eq!(desk.screen().history.steps.len(), 0);
    settle(&mut desk, effects);
    assert_eq!(desk.screen().history.steps.len(), 1);
}

#[test]
fn a_hint_is_shown_on_the_board() {
    let (mut desk, _) = Desk::open(&plan("tic-tac-toe", &["human", "human"], 1)).expect("a game");
    for text in ["a1", "b1", "a2", "b2"] {
        desk.take(Input::Play(text.to_owned()));
    }
    let effects = desk.take(Input::Hint);
    settle(&mut desk, effects);
    let screen = desk.screen();
    let hinted: Vec<&str> =
        screen.table.areas[0].spots.iter().filter(|spot| spot.hinted).map(|spot| spot.name.as_str()).collect();
    assert_eq!(hinted, ["a3"], "{:?}", screen.message);
}

#[test]
fn values_are_shown_where_they_may_be_known_and_follow_the_position() {
    let (mut desk, _) = Desk::open(&plan("tic-tac-toe", &["human", "human"], 1)).expect("a game");
    for text in ["a1", "b1", "a2", "b2"] {
        desk.take(Input::Play(text.to_owned()));
    }
    let watch = |effects: &[Effect]| {
        let question = effects
            .iter()
            .find_map(|effect| if let Effect::Watch(question) = effect { Some(question.clone()) } else { None });
        question.expect("moves are rated")
    };
    let question = watch(&desk.take(Input::Analyse));
    think(&question, &|| 0.0, &mut |answer| assert!(desk.hear(answer).is_empty()));
    let screen = desk.screen();
    assert_eq!(screen.values[0].0, "a3");
    assert_eq!(screen.values[0].1, "wins, proved");
    let a3 = screen.table.areas[0].spots.iter().find(|spot| spot.name == "a3").expect("a cell");
    assert!(a3.badge.as_ref().is_some_and(|badge| badge.text == "win" && badge.best), "{:?}", a3.badge);
    assert!(a3.label.iter().any(|part| *part == "win"), "and it is heard");
    // Another position has other values; the old ones do not stay.
    let question = watch(&desk.take(Input::Look(2)));
    assert!(desk.screen().values.is_empty());
    think(&question, &|| 0.0, &mut |answer| drop(desk.hear(answer)));
    assert!(!desk.screen().values.is_empty());
    assert_eq!(desk.take(Input::Analyse), [Effect::Unwatch]);
    assert!(desk.screen().values.is_empty());
}

#[test]
fn a_game_is_counted_once_for_the_only_person_who_plays() {
    let moves = ["b2", "a1", "a2", "c2", "b1", "b3"];
    let play = |sitters: &[&str], last: &str| {
        let mut plan = plan("tic-tac-toe", sitters, 1);
        plan.record.moves = moves.map(str::to_owned).to_vec();
        let (mut desk, _) = Desk::open(&plan).expect("a game");
        let effects = desk.take(Input::Play(last.to_owned()));
        (desk, effects.into_iter().filter(|effect| matches!(effect, Effect::Ended(_))).collect::<Vec<_>>())
    };
    // The board is full of marks but for a3, c1 and c3; b1, b2 and b3 are not of one player.
    let (mut desk, ended) = play(&["human", "random"], "c3");
    assert!(ended.is_empty() && !desk.screen().tools.over, "{:?}", desk.screen().prompt);
    let ended = desk.take(Input::Resign);
    assert!(ended.contains(&Effect::Ended(Verdict::Lost)));
    // Taken back it is counted no more, and resigning again counts once.
    assert!(desk.take(Input::Undo).contains(&Effect::Reopened(Verdict::Lost)));
    assert!(desk.take(Input::Resign).contains(&Effect::Ended(Verdict::Lost)));
    assert!(!desk.take(Input::Resign).iter().any(|effect| matches!(effect, Effect::Ended(_))), "not twice");
    let (mut desk, _) = play(&["human", "human"], "c3");
    assert!(!desk.take(Input::Resign).iter().any(|effect| matches!(effect, Effect::Ended(_))), "nobody is the person");
}

#[test]
fn whoever_sits_on_the_far_side_sees_the_board_from_there() {
    let first = |sitters: &[&str]| {
        let (desk, _) = Desk::open(&plan("quadratic-war", sitters, 1)).expect("a game");
        let areas = desk.screen().table.areas;
        areas[0].spots[0].name.clone()
    };
    assert_eq!((first(&["human", "random"]).as_str(), first(&["random", "human"]).as_str()), ("a9", "h1"));
    assert_eq!(first(&["human", "human"]), "a9");
}

#[test]
fn pieces_that_were_taken_are_shown_beside_their_players() {
    let took = |desk: &Desk| -> Vec<Option<usize>> {
        desk.screen().plates.iter().map(|plate| plate.took.as_ref().map(Vec::len)).collect()
    };
    let (mut desk, _) = Desk::open(&plan("gambit", &["human", "human"], 1)).expect("a game");
    assert_eq!(took(&desk), [Some(0), Some(0)], "there is room for them");
    for text in ["d2xd4", "c3xc1"] {
        desk.take(Input::Play(text.to_owned()));
    }
    assert_eq!(took(&desk), [Some(1), Some(1)]);
    // Marks that are put on an empty board are not taken from anywhere.
    let (mut desk, _) = Desk::open(&plan("tic-tac-toe", &["human", "human"], 1)).expect("a game");
    desk.take(Input::Play("b2".to_owned()));
    assert_eq!(took(&desk), [None, None]);
}
