//! What is drawn, where arrow keys lead, what moves, and what is said, for every game.

use std::collections::HashSet;

use agon_client::{Plan, Review, Sitter, Worth};
use agon_rules::{Rng, Start, games};
use agon_web::desk::{Desk, Input};
use agon_web::draw::layout;
use agon_web::draw::layout::Tile;
use agon_web::focus::{entry, step};
use agon_web::motion::motion;
use agon_web::review;
use agon_web::think::think;
use agon_web::values::ranked;

/// The views of a game at random, from the first to the last.
fn views(game: &str) -> Vec<agon_rules::View> {
    let mut table = games::open(game, &[], Start::Seed(1)).expect("a game");
    let mut rng = Rng::new(8);
    let mut views = vec![table.view(agon_rules::Viewer::Referee)];
    while let Some(turn) = table.turn() {
        let legal = table.legal();
        table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
        views.push(table.view(agon_rules::Viewer::Referee));
    }
    views
}

fn desk(game: &str) -> Desk {
    let plan = Plan::new(game, &[], Start::Seed(1), vec![Sitter::Human, Sitter::Human], 1);
    Desk::open(&plan).expect("a game").0
}

#[test]
fn arrow_keys_come_to_every_cell_of_every_game_on_any_screen() {
    for info in games::list() {
        for (width, height) in [(852.0, 724.0), (360.0, 560.0), (550.0, 374.0)] {
            let mut desk = desk(info.id);
            desk.take(Input::TakeScreen);
            let table = desk.screen().table;
            let layout = layout(&table, width, height);
            // A hand of somebody else that is folded up is told as a whole.
            let open = layout.places.iter().filter(|place| place.tile != Tile::Folded);
            let all: HashSet<_> = open.map(|place| place.site).collect();
            let mut entries = table.areas.iter().filter_map(|area| entry(area, None));
            let first = entries.find(|site| all.contains(site)).expect("a cell");
            let (mut seen, mut todo) = (HashSet::from([first]), vec![first]);
            while let Some(site) = todo.pop() {
                for arrow in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(next) = step(&layout, site, arrow)
                        && seen.insert(next)
                    {
                        todo.push(next);
                    }
                }
            }
            assert_eq!(seen, all, "{} on {width}x{height}", info.id);
        }
    }
}

#[test]
fn a_turned_board_shows_the_same_cells_the_other_way_round() {
    let mut desk = desk("gambit");
    let names =
        |desk: &Desk| desk.screen().table.areas[0].spots.iter().map(|spot| spot.name.clone()).collect::<Vec<_>>();
    let before = names(&desk);
    desk.take(Input::Flip);
    let mut after = names(&desk);
    after.reverse();
    assert_eq!(before, after);
}

#[test]
fn every_move_of_every_game_is_seen_to_move_something_that_is_there() {
    for info in games::list() {
        for pair in views(info.id).windows(2) {
            let motion = motion(&pair[0], &pair[1]);
            for glide in &motion.glides {
                let cell =
                    |view: &agon_rules::View, site: agon_rules::Site| view.zones[site.zone].cells[site.cell].clone();
                assert!(!cell(&pair[0], glide.from).pieces.is_empty(), "{}: {glide:?}", info.id);
                assert!(cell(&pair[1], glide.to).pieces.len() > glide.level, "{}: {glide:?}", info.id);
                assert_ne!(glide.from, glide.to, "{}", info.id);
            }
        }
    }
}

#[test]
fn a_jump_glides_and_what_it_took_is_gone() {
    let mut table = games::open("gambit", &[], Start::Seed(0)).expect("a game");
    let before = table.view(agon_rules::Viewer::Referee);
    table.play(0, "d2xd4").expect("a jump");
    let motion = motion(&before, &table.view(agon_rules::Viewer::Referee));
    let name = |site: agon_rules::Site| before.zones[site.zone].cells[site.cell].name.clone();
    let glides: Vec<_> = motion.glides.iter().map(|glide| (name(glide.from), name(glide.to))).collect();
    assert_eq!(glides, [("d2".to_owned(), "d4".to_owned())]);
    assert_eq!(motion.gone.iter().map(|site| name(*site)).collect::<Vec<_>>(), ["d3"]);
}

#[test]
fn every_move_that_is_as_good_as_the_best_is_marked() {
    let view = &views("tic-tac-toe")[0];
    let moves = [
        ("a1".to_owned(), Worth::Proved(0)),
        ("b2".to_owned(), Worth::Proved(0)),
        ("c3".to_owned(), Worth::Proved(-1)),
    ];
    let best: Vec<bool> = ranked(&moves, view).into_iter().map(|ranked| ranked.badge.best).collect();
    assert_eq!(best, [true, true, false]);
}

#[test]
fn a_review_finds_where_a_game_was_thrown_away() {
    let record = "tic-tac-toe~size=3~line=3~seed=0~a1~b1~b2~c3~a2~c2~a3".parse().expect("a record");
    let mut review = Review::new(&record).expect("an open game");
    while let Some(question) = review::next(&review, 1) {
        let mut next = false;
        think(&question, &|| 0.0, &mut |answer| next = review::hear(&mut review, &answer));
        assert!(next, "every question is answered to its end");
    }
    let turns: Vec<&str> = review.plies().iter().filter(|ply| ply.is_turn()).map(|ply| ply.text.as_str()).collect();
    assert_eq!(turns, ["b1"], "after a1 only b2 holds the draw");
    assert_eq!(review.curve().len(), 8, "seven positions and the end");
}

#[test]
fn the_cards_of_a_sum_have_the_signs_of_those_before_whom_they_lie() {
    let mut sums = 0;
    let views = views("primi-composti");
    for pair in views.windows(2) {
        let [before, after] = pair else { continue };
        for note in &after.notes {
            let agon_rules::Form::Sum { left, right, .. } = &note.form else { continue };
            let named = |site: &agon_rules::Site| {
                let cell = &before.zones[site.zone].cells[site.cell];
                cell.pieces.last().map(|top| top.text.clone()).unwrap_or_default()
            };
            let cards: Vec<String> = note.sites.iter().map(named).collect();
            assert_eq!(cards, [left.clone(), right.clone()], "{}", note.text);
            sums += 1;
        }
    }
    assert!(sums > 3, "{sums}");
}

#[test]
fn who_has_lost_a_row_fades_and_the_tick_has_the_shape_of_the_winner() {
    let record = "parity-twist~variant=classic~seed=4~a1=1~k2=6~b3=10~a2=7~b2=2~k3=8~m=3~k1=9~a3=4~b1=5";
    let plan = Plan { record: record.parse().expect("a record"), sitters: vec![Sitter::Human; 2], bot_seed: 0 };
    let table = Desk::open(&plan).expect("a game").0.screen().table;
    let marked = |mark| -> Vec<String> {
        table.spots().filter(|spot| spot.mark == mark).map(|spot| spot.name.clone()).collect()
    };
    assert_eq!(marked(agon_rules::Mark::Win), ["a1", "a2", "b3"]);
    assert_eq!(marked(agon_rules::Mark::Lost), ["b1", "b2", "a3"]);
    let how = agon_web::draw::How { tell: &|text| text.to_string(), coordinates: true };
    let drawn = agon_web::draw::lights::badges(&table, &layout(&table, 852.0, 724.0), &how);
    for (seat, count) in [(0, 2), (1, 1)] {
        let tick = agon_web::draw::piece::outline(seat, 13.0);
        assert_eq!(drawn.matches(&tick).count(), count, "{drawn}");
    }
}
