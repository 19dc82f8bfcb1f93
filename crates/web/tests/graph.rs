//! A game looked at again, as a drawing and as words.

use agon_client::Review;
use agon_rules::{Catalogue, English, Language, Record, Rng, Start, games};
use agon_web::graph::Graph;
use agon_web::review;
use agon_web::think::{Ask, Question, Tell, think};

/// A clock that runs out at once, so that nothing here depends on how quick a machine is.
fn hasty() -> f64 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static TIME: AtomicU32 = AtomicU32::new(0);
    f64::from(TIME.fetch_add(1, Ordering::Relaxed)) * 40.0
}

fn graphs(record: &str, language: &dyn Language, now: &(dyn Fn() -> f64 + Sync)) -> Vec<Graph> {
    let mut graphs = Vec::new();
    let mut review = Review::new(&record.parse().expect("a record")).expect("a game to look at");
    review::run(&mut review, now, &mut |review| graphs.push(Graph::new(review, language)));
    graphs
}

#[test]
fn the_worker_tells_how_far_it_is_and_people_can_try_again() {
    let ask = Ask::Review { record: THROWN.to_owned(), catalogue: String::new(), people: vec![1], names: Vec::new() };
    let mut last = (0, String::new());
    think(&Question { id: 3, ask }, &|| 0.0, &mut |answer| match answer.tell {
        Tell::Review { done, of: 7, html, .. } if done == last.0 + 1 => last = (done, html),
        other => panic!("{other:?}"),
    });
    assert_eq!(last.0, 7);
    assert!(last.1.contains("data-ply=\"1\">Move 2: b1 gave away the draw"), "{}", last.1);
    assert!(last.1.contains("data-try=\"1\">Try again"), "{}", last.1);
    let graphs = graphs(THROWN, &English, &|| 0.0);
    assert!(!graphs[6].html(&[0], &[], &English).contains("data-try"), "who did not make it does not try again");
}

const THROWN: &str = "tic-tac-toe~size=3~line=3~seed=0~a1~b1~b2~c3~a2~c2~a3";

#[test]
fn progress_is_told_and_the_turning_point_is_said_with_what_was_best() {
    let all = graphs(THROWN, &English, &|| 0.0);
    assert_eq!(
        all.iter().map(|graph| (graph.done, graph.of)).collect::<Vec<_>>(),
        (1..=7).map(|at| (at, 7)).collect::<Vec<_>>()
    );
    let last = all.last().expect("an answer");
    assert_eq!(last.turns.len(), 1);
    assert_eq!((last.turns[0].ply, last.turns[0].seat), (1, 1));
    assert_eq!(last.turns[0].text, "Move 2: b1 gave away the draw (proved); best was b2");
    let italian = graphs(THROWN, &Catalogue::read(include_str!("../../../po/it.po")).expect("a catalogue"), &|| 0.0);
    assert!(
        italian[6].turns[0].text.starts_with("Mossa 2: b1 ha regalato la patta (dimostrato)"),
        "{:?}",
        italian[6].turns
    );
}

#[test]
fn the_line_is_drawn_in_whole_numbers_from_level_to_won() {
    let all = graphs(THROWN, &English, &|| 0.0);
    let drawing = &all[6].drawing;
    assert!(
        drawing.contains("<path class=\"curve\" d=\"M8 50L51 50L94 8L138 8L181 8L225 8L268 8L312 8\"/>"),
        "{drawing}"
    );
    assert_eq!(drawing.matches("class=\"proved\"").count(), 8, "the end is certain too");
    assert!(!drawing.contains("class=\"guess\""));
    assert_eq!(drawing.matches("class=\"turning seat1\"").count(), 1);
    assert_eq!(drawing.matches("data-ply=").count(), 8);
    assert_eq!(all[2].drawing.matches("class=\"proved\"").count(), 3, "what was not looked at is not drawn");
}

#[test]
fn what_is_thought_is_never_drawn_as_proved() {
    for info in games::list() {
        let mut table = games::open(info.id, &[], Start::Seed(2)).expect("a game");
        let mut rng = Rng::new(5);
        while let Some(turn) = table.turn() {
            let legal = table.legal();
            let text = legal[rng.below(legal.len())].clone();
            table.play(turn, &text).expect("a legal move");
        }
        let mut review = Review::new(&table.record()).expect("a game that is over");
        let plies = review.plies().len();
        // The first and the last few tell enough.
        let mut looked = 0;
        while let Some(question) = review::next(&review, 1) {
            looked += 1;
            let near = looked < 3 || looked + 3 > plies;
            let tell = Tell::Failed(agon_rules::Text::default());
            if near {
                think(&question, &hasty, &mut |answer| {
                    review::hear(&mut review, &answer);
                });
            } else {
                review::hear(&mut review, &agon_web::think::Answer { id: 1, tell });
            }
        }
        let graph = Graph::new(&review, &English);
        let certain = review.curve().iter().flatten().filter(|(_, proved)| *proved).count();
        let thought = review.curve().iter().flatten().filter(|(_, proved)| !*proved).count();
        assert!(certain > 0, "{}: the end is certain", info.id);
        assert_eq!(graph.drawing.matches("class=\"proved\"").count(), certain, "{}", info.id);
        assert_eq!(graph.drawing.matches("class=\"guess\"").count(), thought, "{}", info.id);
        for turn in &graph.turns {
            let ply = &review.plies()[turn.ply];
            let proved = ply.made.is_some_and(agon_client::Worth::is_proved)
                && ply.best.as_ref().is_some_and(|(_, value)| value.is_proved());
            assert_eq!(turn.text.contains("(proved)"), proved, "{}: {}", info.id, turn.text);
            assert_eq!(turn.text.contains("(an estimate)"), !proved, "{}: {}", info.id, turn.text);
            assert!(!turn.text.contains('{'), "{}", turn.text);
        }
    }
}

#[test]
fn where_more_than_two_play_only_the_turns_of_the_first_are_on_the_line() {
    let record: Record = "primi-composti~players=3~seed=1".parse().expect("a record");
    let mut table = record.replay().expect("a game");
    let mut rng = Rng::new(5);
    while let Some(turn) = table.turn() {
        let legal = table.legal();
        let text = legal[rng.below(legal.len())].clone();
        table.play(turn, &text).expect("a legal move");
    }
    let mut review = Review::new(&table.record()).expect("a game that is over");
    review::run(&mut review, &hasty, &mut |_| {});
    for (ply, point) in review.plies().iter().zip(review.curve()) {
        assert!(point.is_none() || ply.seat == 0, "{ply:?}");
    }
    assert!(review.curve().iter().flatten().count() > 2);
}

#[test]
fn a_game_with_secrets_is_not_looked_at_again_before_its_end() {
    let ask = |record: &str| Ask::Review {
        record: record.to_owned(),
        catalogue: String::new(),
        people: Vec::new(),
        names: Vec::new(),
    };
    let mut heard = Vec::new();
    let question = Question { id: 1, ask: ask("primi-composti~players=3~seed=1") };
    think(&question, &|| 0.0, &mut |answer| heard.push(answer.tell));
    assert!(matches!(&heard[..], [Tell::Failed(why)] if why.to_string().contains("when it is over")), "{heard:?}");
}

#[test]
fn everything_that_is_drawn_of_a_review_has_a_style() {
    let styles = include_str!("../assets/game.css");
    let graph = graphs(THROWN, &English, &|| 0.0).pop().expect("a review");
    let html = graph.html(&[0, 1], &["You".to_owned(), "<b>".to_owned()], &English);
    assert!(html.contains("<b>You</b><b>&lt;b&gt;</b>"), "{html}");
    let classes =
        html.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).flat_map(str::split_whitespace);
    for class in classes.filter(|class| !class.starts_with("seat")) {
        assert!(styles.contains(&format!(".{class} ")), "`{class}` has no style: it would be drawn black");
    }
}

#[test]
fn where_all_points_are_shared_out_a_mistake_is_told_as_two_results() {
    let start = Start::Position("3,8,5/10,1,2/.,.,. 7 1 -".to_owned());
    let mut record = Record { game: "parity-twist".to_owned(), options: Vec::new(), start, moves: Vec::new() };
    let mut rng = Rng::new(2);
    for _ in 0..3 {
        let legal = record.replay().expect("a game").legal();
        record.moves.push(legal[rng.below(legal.len())].clone());
    }
    let all = graphs(&record.to_string(), &English, &|| 0.0);
    let turns: Vec<&str> = all[2].turns.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(turns, ["Move 1: k3=4 turns 1–2 into 0–3 (proved); best was a3=6"]);
}
