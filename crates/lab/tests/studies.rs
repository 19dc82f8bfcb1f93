//! Whole studies: what is played for which question, and that the same question has the same answer.

use agon_lab::openings::Openings;
use agon_lab::{Course, Kind, Ladder, Precision, Study, Workers};

fn study(kind: Kind, game: &str, players: &[&str], games: u64) -> Study {
    Study {
        kind,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: players.iter().map(ToString::to_string).collect(),
        games,
        seed: 5,
        opening: 0,
        openings: Vec::new(),
        quality: 0,
    }
}

/// The seatings of a study for so many seats, with their games: `a b 3` a line.
fn cells(study: &Study, seats: usize) -> Vec<String> {
    let plan = study.plan(seats, Openings::Plain);
    plan.cells.iter().map(|cell| format!("{} {}", cell.players.join(" "), cell.games)).collect()
}

fn played(study: Study) -> Course {
    let mut course = Course::new(study).expect("a study");
    course.play(&mut |_| true).expect("games");
    course
}

#[test]
fn a_match_seats_the_first_player_everywhere_and_divides_the_games() {
    let two = study(Kind::Match, "tic-tac-toe", &["a", "b"], 7);
    assert_eq!(cells(&two, 2), ["a b 4", "b a 4"]);
    assert_eq!(cells(&two, 3), ["a b b 3", "b a b 3", "b b a 3"]);
    // Both seatings begin alike, so that a lucky deal favours nobody.
    let seeds: Vec<u64> = two.plan(2, Openings::Plain).cells.iter().map(|cell| cell.seed).collect();
    assert_eq!(seeds, [5, 5]);
}

#[test]
fn a_table_has_every_pair_in_order_and_a_tournament_every_two_both_ways() {
    let table = study(Kind::Table, "tic-tac-toe", &["a", "b"], 10);
    assert_eq!(cells(&table, 2), ["a a 10", "a b 10", "b a 10", "b b 10"]);
    let all = study(Kind::Tournament, "tic-tac-toe", &["a", "b", "c"], 10);
    assert_eq!(cells(&all, 2), ["a b 5", "b a 5", "a c 5", "c a 5", "b c 5", "c b 5"]);
    let mut seeds: Vec<u64> = table.plan(2, Openings::Plain).cells.iter().map(|cell| cell.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4, "cells are independent");
}

#[test]
fn questions_that_make_no_sense_are_refused_before_anything_is_played() {
    for (asked, why) in [
        (study(Kind::Match, "tic-tac-toe", &["random"], 1), "a match needs two players at least"),
        (study(Kind::Table, "tic-tac-toe", &[], 1), "a table needs one or more players at least"),
        (study(Kind::Tournament, "tic-tac-toe", &["random"], 1), "a tournament needs two players at least"),
        (study(Kind::Balance, "tic-tac-toe", &[], 1), "a balance needs one or more players at least"),
    ] {
        assert_eq!(Course::new(asked).map(drop).expect_err("no study").to_string(), why);
    }
    let mut three = study(Kind::Tournament, "primi-composti", &["random", "random"], 1);
    three.parts = vec![vec![("players".to_owned(), "3".to_owned())]];
    let why = "a tournament is for two seats, and this game has 3; try a match";
    assert_eq!(Course::new(three).map(drop).expect_err("no study").to_string(), why);
    for (game, player) in [("chess", "random"), ("tic-tac-toe", "nobody"), ("tic-tac-toe", "cmd:")] {
        let why = Course::new(study(Kind::Balance, game, &[player], 1)).map(drop).expect_err("no study").to_string();
        assert!(why.contains(if player == "random" { game } else { player }), "{why}");
    }
}

#[test]
fn the_same_question_has_the_same_answer_and_another_seed_another() {
    let asked = study(Kind::Match, "gambit", &["random", "random"], 200);
    let (one, two) = (played(asked.clone()), played(asked.clone()));
    assert_eq!(one.tallies, two.tallies);
    assert_eq!((one.played(), one.games()), (200, 200));
    assert!(one.is_everywhere());
    assert_ne!(played(Study { seed: 6, ..asked }).tallies, one.tallies);
}

#[test]
fn who_plays_best_never_loses_tic_tac_toe() {
    let course = played(study(Kind::Match, "tic-tac-toe", &["perfect", "random"], 40));
    let [first, second] = course.tallies[0].as_slice() else { panic!("two seatings") };
    assert_eq!((first.wins[1], second.wins[0]), (0, 0), "random wins nothing");
    assert!(first.wins[0] > 15, "{first:?}");
    let lengths = first.lengths.keys().chain(second.lengths.keys());
    assert!(lengths.clone().min() >= Some(&5) && lengths.max() <= Some(&9));
}

#[test]
fn an_opening_is_played_at_random_and_counted_as_plies_that_nobody_chose() {
    let asked = study(Kind::Balance, "tic-tac-toe", &["perfect"], 30);
    let plain = played(asked.clone());
    assert_eq!(plain.tallies[0][0].ties, 30, "best play is a draw");
    let opened = played(Study { opening: 3, ..asked });
    let tally = &opened.tallies[0][0];
    let plies: i64 = tally.lengths.iter().map(|(length, count)| length * *count as i64).sum();
    assert_eq!(tally.chosen as i64, plies - 3 * 30);
    assert!(tally.ties < 30, "some openings are lost");
}

#[test]
fn a_run_that_is_stopped_keeps_what_it_counted_and_every_cell_grows_alike() {
    let mut course = Course::new(study(Kind::Table, "tic-tac-toe", &["random", "random"], 500)).expect("a study");
    let mut looks = 0;
    let mut go_on = |course: &Course| {
        looks += 1;
        course.played() < 60
    };
    course.play(&mut go_on).expect("games");
    assert!((60..200).contains(&course.played()), "{}", course.played());
    assert!(looks > 4 && course.is_everywhere());
    let games: Vec<u64> = course.tallies[0].iter().map(|tally| tally.games).collect();
    assert!(games.iter().max() <= games.iter().min().map(|least| least * 8).as_ref(), "{games:?}");
}

#[test]
fn a_balance_knows_the_exact_value_where_it_can_be_proved() {
    let mut asked = study(Kind::Balance, "tic-tac-toe", &["random"], 10);
    asked.parts = ["3", "4"].map(|size| vec![("size".to_owned(), size.to_owned())]).to_vec();
    let mut course = Course::new(asked).expect("a study");
    let options = |part: usize| course.study.parts[part].iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>();
    assert_eq!(
        (options(0), options(1)),
        (vec!["size=3".into(), "line=3".into()], vec!["size=4".into(), "line=3".into()])
    );
    course.play(&mut |_| true).expect("games");
    course.prove(10_000_000, 1 << 20, &|| false).expect("values");
    let csv = course.report().sheet.csv();
    let ends: Vec<&str> = csv.lines().map(|line| line.rsplit(',').next().expect("a cell")).collect();
    assert_eq!(ends, ["exact_value", "0", "1"]);
}

#[test]
fn a_program_that_does_wrong_loses_that_game_and_the_next_one_is_played() {
    for (player, why) in [
        ("cmd:false", "`cmd:false` has ended"),
        ("cmd:no-such-program-anywhere", "`cmd:no-such-program-anywhere` cannot be started"),
        ("cmd:cat", "`cmd:cat` answered `{"),
    ] {
        let course = played(study(Kind::Match, "tic-tac-toe", &[player, "random"], 4));
        let [first, second] = course.tallies[0].as_slice() else { panic!("two seatings") };
        assert_eq!((first.wins[1], second.wins[0]), (2, 2), "{player} loses everything");
        let told: Vec<(&String, &u64)> = first.forfeits.iter().chain(&second.forfeits).collect();
        assert!(told.iter().all(|(text, _)| text.starts_with(why)), "{told:?}");
        assert_eq!(told.iter().map(|(_, count)| **count).sum::<u64>(), 4, "{told:?}");
        assert!(course.report().notes.iter().any(|note| note.to_string().contains(&format!("lost by default: {why}"))));
    }
}

#[test]
#[cfg(unix)]
fn a_program_plays_by_lines_of_json() {
    // It takes the first legal move of each turn.
    let script = "while read -r line; do case \"$line\" in *turn*)\n\
        echo \"$line\" | sed 's/.*\"legal\":\\[\"\\([^\"]*\\)\".*/\\1/';; esac; done\n";
    let file = std::env::temp_dir().join(format!("agon-first-move-{}.sh", std::process::id()));
    std::fs::write(&file, script).expect("a file");
    let player = format!("cmd:sh {}", file.display());
    let course = played(study(Kind::Match, "tic-tac-toe", &[&player, "perfect"], 4));
    std::fs::remove_file(&file).expect("a file");
    assert_eq!(course.played(), 4);
    assert!(course.tallies[0].iter().all(|tally| tally.forfeits.is_empty()), "{:?}", course.tallies);
}

#[test]
fn a_ladder_is_the_same_for_any_number_of_threads_and_stops_when_its_steps_are_known() {
    let players = ["random", "easy", "medium"].map(str::to_owned).to_vec();
    let (game, parts) = ("gambit".to_owned(), vec![Vec::new()]);
    let (openings, quality) = (Vec::new(), 0);
    let study = Study { kind: Kind::Match, game, parts, players, games: 200, seed: 3, opening: 2, openings, quality };
    let play = |margin, threads| {
        let precision = Precision { margin, games: 60 };
        Ladder::play(&study, precision, Workers::all(threads), &mut |_| {}).expect("a ladder")
    };
    let (one, three) = (play(1.0, 1), play(1.0, 3));
    assert_eq!(one.text(), three.text());
    assert_eq!(one.steps.iter().map(agon_lab::Step::games).collect::<Vec<_>>(), [60, 60], "as many as it may");
    assert!(play(500.0, 1).steps.iter().all(|step| step.games() == 10), "one block of each seating is enough");
    assert_eq!(one.json()["steps"][1]["below"], "easy");
}
