//! What is drawn on the table: everything is on the stage, nothing that is tapped overlaps, and what is going on can be seen.

use std::collections::HashSet;

use agon_client::{Plan, Sitter};
use agon_rules::games::{self, Info};
use agon_rules::{Arrangement, Rng, Start, Text};
use agon_web::desk::{Desk, Input};
use agon_web::draw::geom::Rect;
use agon_web::draw::layout::{Layout, Tile};
use agon_web::draw::{self, How, Table, ground, layout, lights, notes, poster};

/// Stages of screens: a desk, two phones, and two phones on their side.
const STAGES: [(f64, f64); 5] = [(852.0, 724.0), (390.0, 560.0), (360.0, 500.0), (550.0, 374.0), (439.0, 344.0)];

/// Every game with every value of every option, one at a time.
fn variants(info: &Info) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for option in &info.options {
        for value in &option.values {
            all.push(vec![(option.name.clone(), value.to_string())]);
        }
    }
    all.retain(|options| games::open(info.id, options, Start::Seed(1)).is_ok());
    all
}

fn open(game: &str, options: &[(String, String)]) -> Desk {
    let seats = games::open(game, options, Start::Seed(7)).expect("a game").seats();
    let sitters = (0..seats).map(|_| Sitter::Human).collect();
    let mut desk = Desk::open(&Plan::new(game, options, Start::Seed(7), sitters, 1)).expect("a game").0;
    desk.take(Input::TakeScreen);
    desk
}

/// Plays at random by taps and buttons.
fn tap(desk: &mut Desk, rng: &mut Rng) {
    if desk.screen().tools.hand_over.is_some() {
        desk.take(Input::TakeScreen);
    }
    let screen = desk.screen();
    let lit: Vec<_> = screen.table.spots().filter(|spot| spot.lit).map(|spot| spot.site).collect();
    let mut moves = screen.choices.menu.iter().chain(screen.choices.buttons.iter().map(|choice| &choice.text));
    match moves.next().cloned() {
        Some(text) if !screen.choices.menu.is_empty() || lit.is_empty() => desk.take(Input::Play(text)),
        _ if lit.is_empty() => Vec::new(),
        _ => desk.take(Input::Tap(lit[rng.below(lit.len())])),
    };
}

fn check(table: &Table, (width, height): (f64, f64), what: &str) -> Layout {
    let layout = layout(table, width, height);
    let what = format!("{what} on {width}x{height}");
    assert!(layout.height <= height.max(700.0), "{what}: {} high", layout.height);
    let stage = Rect::new(0.0, 0.0, width, layout.height);
    let places: HashSet<_> = layout.places.iter().map(|place| place.site).collect();
    let spots: HashSet<_> = table.spots().map(|spot| spot.site).collect();
    assert_eq!(places, spots, "{what}: every cell has its place");
    for place in &layout.places {
        assert!(place.hit.is_within(stage), "{what}: {place:?} is outside of the stage");
        assert!(place.hit.is_within(place.rect.grown(0.1)), "{what}: {place:?} is tapped where it is drawn");
    }
    for (at, one) in layout.places.iter().enumerate() {
        for other in &layout.places[at + 1..] {
            let folded = one.tile == Tile::Folded && other.tile == Tile::Folded;
            assert!(folded || !one.hit.overlaps(other.hit), "{what}: {one:?} and {other:?} overlap");
        }
    }
    for frame in &layout.frames {
        assert!(frame.outer.is_within(stage), "{what}: {frame:?}");
    }
    for label in &layout.labels {
        assert!(label.y > 0.0 && label.y < layout.height && label.x >= 0.0 && label.x <= width, "{what}: {label:?}");
    }
    for bench in &layout.benches {
        assert!(bench.rect.is_within(stage), "{what}: {bench:?}");
    }
    layout
}

#[test]
fn everything_of_every_game_and_variant_lies_on_every_stage_and_nothing_that_is_tapped_overlaps() {
    for info in games::list() {
        for options in variants(&info) {
            let mut desk = open(info.id, &options);
            let mut rng = Rng::new(4);
            for round in 0..24 {
                let table = desk.screen().table;
                for stage in STAGES {
                    check(&table, stage, &format!("{} {options:?} after {round} taps", info.id));
                }
                tap(&mut desk, &mut rng);
            }
        }
    }
}

#[test]
fn eight_files_give_a_finger_room_on_the_narrowest_phone() {
    for info in games::list() {
        for options in variants(&info) {
            let table = open(info.id, &options).screen().table;
            let layout = check(&table, (360.0, 560.0), info.id);
            for place in &layout.places {
                let wide = table.area(place.site.zone).is_some_and(|area| area.is_grid() && area.grid_cols() > 8);
                let small = place.hit.w < 44.0 || place.hit.h < 44.0;
                let lit = table.spot(place.site).is_some_and(|spot| spot.lit);
                assert!(!small || wide || !lit, "{} {options:?}: {place:?}", info.id);
            }
        }
    }
}

#[test]
fn a_board_is_as_large_as_there_is_room() {
    for info in games::list() {
        let table = open(info.id, &[]).screen().table;
        for (width, height) in STAGES {
            let layout = layout(&table, width, height);
            let Some(frame) = layout.frames.first().filter(|frame| !frame.cards) else { continue };
            let fills = frame.outer.w > 0.8 * width || frame.outer.h > 0.72 * height;
            assert!(fills, "{}: {:?} on {width}x{height}", info.id, frame.outer);
        }
    }
}

/// All layers, as the page draws them.
fn drawn(table: &Table, layout: &Layout) -> String {
    let tell = |text: &Text| text.to_string();
    let how = How { tell: &tell, coordinates: true };
    poster::layers(table, layout, &how) + &notes::above(table, layout, &how)
}

/// Every element that is opened is closed, and no style is an attribute: the page's policy allows none.
fn is_sound(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let name = tag.split([' ', '>', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.split('>').next().unwrap_or_default().ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("style=") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn every_number_of_a_hand_can_be_read_and_tables_fit_low_screens() {
    for info in games::list().iter().filter(|info| info.look.arrangement == Arrangement::Table) {
        for options in variants(info) {
            let table = open(info.id, &options).screen().table;
            for (width, height) in [(852.0, 724.0), (930.0, 573.0), (550.0, 374.0)] {
                let layout = check(&table, (width, height), info.id);
                let mine = table.spots().filter(|spot| spot.lit).filter_map(|spot| layout.place(spot.site));
                for place in mine {
                    assert!(place.hit.w >= 0.8 * place.rect.w, "{options:?} on {width}x{height}: {place:?}");
                }
                assert!(layout.height <= height, "{options:?}: {} of {height}", layout.height);
            }
        }
    }
}

#[test]
fn a_loupe_shows_what_was_aimed_at() {
    let large = [("size".to_owned(), "12".to_owned())];
    let info = games::list().into_iter().find(|info| games::open(info.id, &large, Start::Seed(1)).is_ok());
    let table = open(info.expect("a large board").id, &large).screen().table;
    let layout = layout(&table, 360.0, 500.0);
    let how = How { tell: &|text| text.to_string(), coordinates: true };
    for place in &layout.places {
        let loupe = lights::loupe(&table, &layout, &how, place.site);
        is_sound(&format!("<svg>{loupe}</svg>"));
        assert!(loupe.contains("d-lens") && loupe.contains("d-point"), "{place:?}");
        assert!(!loupe.contains("data-at"), "its pieces are not those that move");
    }
}

#[test]
fn every_position_is_drawn_soundly() {
    for info in games::list() {
        for options in variants(&info) {
            let mut desk = open(info.id, &options);
            let mut rng = Rng::new(9);
            for _ in 0..25 {
                let table = desk.screen().table;
                is_sound(&drawn(&table, &layout(&table, 852.0, 724.0)));
                is_sound(&drawn(&table, &layout(&table, 390.0, 560.0)));
                tap(&mut desk, &mut rng);
            }
        }
    }
}

#[test]
fn every_game_has_a_poster_that_is_drawn() {
    for info in games::list() {
        let poster = poster(&info, &|text| text.to_string());
        is_sound(&poster);
        assert!(poster.contains("d-fa") || poster.contains("d-card") || poster.contains("d-sign"), "{}", info.id);
    }
}

#[test]
fn what_people_are_called_cannot_become_part_of_the_drawing() {
    let info = games::list().into_iter().find(|info| info.seats.1 > 2).expect("a game for many");
    let mut table = open(info.id, &[]).screen().table;
    for lane in &mut table.lanes {
        lane.name = Text::plain("<script>\"&");
    }
    let svg = drawn(&table, &layout(&table, 852.0, 724.0));
    assert!(!svg.contains("<script") && svg.contains("&lt;"), "names are escaped");
    is_sound(&svg);
}

#[test]
fn what_can_be_chosen_stands_higher_and_what_is_held_is_framed() {
    for info in games::list() {
        let mut desk = open(info.id, &[]);
        let before = desk.screen().table;
        let place = layout(&before, 852.0, 724.0);
        let Some(full) = before.spots().find(|spot| spot.lit && !spot.pieces.is_empty()) else { continue };
        let plain = lights::pieces(&before, &place);
        let mut unlit = before.clone();
        unlit.areas.iter_mut().flat_map(|area| &mut area.spots).for_each(|spot| spot.lit = false);
        assert_ne!(lights::pieces(&unlit, &place), plain, "{}: a thicker edge", info.id);
        desk.take(Input::Tap(full.site));
        let after = desk.screen().table;
        if after.spots().any(|spot| spot.tapped) {
            let lights = lights::lights(&after, &layout(&after, 852.0, 724.0), &[]);
            assert!(lights.contains("d-sel"), "{}: a framed cell", info.id);
        }
    }
}

#[test]
fn a_hint_does_not_wipe_what_a_cell_is() {
    let mut table = open("gambit", &[]).screen().table;
    let spot = table.areas[0].spots.iter_mut().find(|spot| spot.lit).expect("a piece that can move");
    spot.hinted = true;
    let site = spot.site;
    assert!(table.spot(site).is_some_and(|spot| spot.lit && spot.hinted), "it can still be dragged");
    let place = layout(&table, 852.0, 724.0);
    let tell = |text: &Text| text.to_string();
    assert!(lights::lights(&table, &place, &[]).contains("d-hint"));
    assert!(lights::badges(&table, &place, &How { tell: &tell, coordinates: true }).contains("d-bulb"));
}

#[test]
fn coordinates_stand_on_the_rim_only_and_can_be_left_out() {
    let table = open("quadratic-war", &[]).screen().table;
    let place = layout(&table, 852.0, 724.0);
    let tell = |text: &Text| text.to_string();
    let with = ground::ground(&table, &place, &How { tell: &tell, coordinates: true });
    assert_eq!(with.matches("d-coord").count(), 8 + 9);
    let without = ground::ground(&table, &place, &How { tell: &tell, coordinates: false });
    assert!(!without.contains("d-coord"));
    let narrow = ground::ground(&table, &layout(&table, 360.0, 560.0), &How { tell: &tell, coordinates: true });
    assert_eq!(narrow.matches("d-coord").count(), 8, "the rims at the sides fall away");
}

#[test]
fn a_jump_that_goes_on_is_picked_already_and_what_it_takes_is_bracketed() {
    let mut desk = open("gambit", &[]);
    let mut rng = Rng::new(2);
    let mut seen = false;
    for _ in 0..400 {
        let screen = desk.screen();
        if screen.tools.over {
            desk = open("gambit", &[]);
        }
        if screen.choices.buttons.iter().any(|choice| choice.text == "stop") {
            let held: Vec<_> = screen.table.spots().filter(|spot| spot.tapped).collect();
            assert_eq!(held.len(), 1, "no needless tap");
            assert!(screen.table.spots().any(|spot| spot.lit && spot.pieces.is_empty()), "it can go on");
            let victims: Vec<_> = screen.table.spots().filter(|spot| spot.victim).collect();
            assert!(!victims.is_empty());
            assert!(victims.iter().all(|spot| spot.pieces[0].owner != held[0].pieces[0].owner));
            assert!(!screen.table.trail.is_empty(), "the turn so far is marked");
            assert_eq!(screen.choices.question, "Keep jumping?");
            assert_eq!(screen.choices.buttons[0].name(), "Stop here");
            seen = true;
        }
        tap(&mut desk, &mut rng);
    }
    assert!(seen, "some jump went on");
}

#[test]
fn pictures_have_the_colours_of_the_light_theme() {
    let css = include_str!("../assets/tokens.css");
    let light = css.split("[data-theme").next().expect("a first part");
    for (name, (lightness, chroma, hue)) in draw::flat::TOKENS {
        let Some((_, value)) = light.split_once(&format!("--{name}: oklch(")) else { continue };
        let value = value.split(')').next().expect("a value").replace("var(--hue", "0");
        let parts: Vec<f64> = value.split(' ').map(|part| part.parse().expect("a number")).collect();
        assert_eq!(parts, [lightness, chroma, hue], "{name}");
    }
    let known = draw::flat::TOKENS.iter().filter(|(name, _)| light.contains(&format!("--{name}:")));
    assert!(known.count() > 50, "the names are those of the styles");
}

#[test]
fn colours_are_turned_into_what_every_reader_knows() {
    use agon_web::draw::flat::hex;
    assert_eq!(hex((1.0, 0.0, 1.0)), "#ffffff");
    assert_eq!(hex((0.0, 0.0, 1.0)), "#000000");
    assert_eq!(hex((0.628, 0.2577, 29.23)), "#ff0000");
}

#[test]
fn what_the_master_key_decides_stands_beside_it_where_there_is_room() {
    let start = Start::Position("3,8,5/10,.,2/.,.,. 7 0 -".to_owned());
    let plan = Plan::new("parity-twist", &[], start, vec![Sitter::Human, Sitter::Human], 1);
    let desk = Desk::open(&plan).expect("a game").0;
    let table = desk.screen().table;
    let how = How { tell: &|text| text.to_string(), coordinates: true };
    let drawn = |(width, height)| ground::ground(&table, &layout(&table, width, height), &how);
    let desk = drawn(STAGES[0]);
    assert!(desk.contains(">odd: odd Keys make low win,<") && desk.contains(">even Keys make high win<"), "{desk}");
    let small = drawn((300.0, 300.0));
    assert!(small.contains("Master Key") && !small.contains("odd: odd"), "{small}");
}
