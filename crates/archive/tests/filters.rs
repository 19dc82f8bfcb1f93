//! What passes a filter, compared with a plain loop over all games.

use agon_archive::{Archive, Filter, Group, Side, imported, moment};
use agon_lab::Played;
use agon_lab::played::{fingerprint, lines, text};
use agon_rules::Viewer;

use super::{Failed, Scratch, games, plain};

fn archive(name: &str, games: &[Played]) -> (Scratch, Archive) {
    let file = Scratch::new(name);
    let mut archive = Archive::append(&file.0).expect("a new archive");
    // In several steps, as the lab adds them.
    games.chunks(37).for_each(|games| archive.add(games).expect("added"));
    drop(archive);
    let archive = Archive::open(&file.0).expect("an archive");
    (file, archive)
}

#[test]
fn games_come_back_as_they_were() {
    let games = games();
    let (_file, archive) = archive("back", &games);
    let ids = archive.find(&Filter::default()).expect("all");
    assert_eq!(ids, (1..=games.len() as u64).collect::<Vec<_>>());
    let mut read = Vec::new();
    archive
        .each(&ids, &mut |_, game| {
            read.push(game);
            Ok(())
        })
        .expect("read");
    assert_eq!(read, games.iter().map(plain).collect::<Vec<_>>());
    assert_eq!(archive.game(7).expect("one"), plain(&games[6]));
    assert_eq!(archive.positions(7).expect("its positions"), games[6].positions);
    assert!(archive.game(0).is_err() && archive.game(9999).is_err() && archive.game(u64::MAX).is_err());
    archive.check_file().expect("sound");
}

#[test]
fn a_filter_passes_what_a_plain_loop_passes() {
    let games = games();
    let (_file, archive) = archive("filter", &games);
    let text = |text: &str| Some(text.to_owned());
    let options = vec![("size".to_owned(), "4".to_owned())];
    let some = &games[70];
    let position = some.positions[3];
    type Passes<'a> = Box<dyn Fn(&Played) -> bool + 'a>;
    let checks: Vec<(Filter, Passes)> = vec![
        (Filter { game: text("gambit"), ..Filter::default() }, Box::new(|game| game.record.game == "gambit")),
        (
            Filter { options, ..Filter::default() },
            Box::new(|game| game.record.options[0] == ("size".into(), "4".into())),
        ),
        (
            Filter { players: vec!["easy".into(), "random".into()], ..Filter::default() },
            Box::new(|game| game.players.contains(&"easy".into()) && game.players.contains(&"random".into())),
        ),
        (Filter { seats: vec![(1, "easy".into())], ..Filter::default() }, Box::new(|game| game.players[1] == "easy")),
        (
            Filter { won: text("easy"), ..Filter::default() },
            Box::new(|game| !game.is_drawn() && game.winners.iter().any(|seat| game.players[*seat] == "easy")),
        ),
        (
            Filter { lost: text("asc"), ..Filter::default() },
            Box::new(|game| {
                (0..game.players.len()).any(|seat| game.players[seat] == "asc" && !game.winners.contains(&seat))
            }),
        ),
        (Filter { winner: Some(Side::Draw), ..Filter::default() }, Box::new(Played::is_drawn)),
        (Filter { winner: Some(Side::Seat(2)), ..Filter::default() }, Box::new(|game| game.winners == [2])),
        (Filter { reason: text("line"), ..Filter::default() }, Box::new(|game| game.reason == "line")),
        (
            Filter { plies: (Some(7), Some(9)), ..Filter::default() },
            Box::new(|game| (7..=9).contains(&game.record.moves.len())),
        ),
        (
            Filter { dates: (moment("2026-11-10"), moment("2026-11-20")), ..Filter::default() },
            Box::new(|game| game.date.as_str() >= "2026-11-10" && game.date.as_str() < "2026-11-20"),
        ),
        (
            Filter { moves: some.record.moves[..2].to_vec(), ..Filter::default() },
            Box::new(|game| game.record.moves.starts_with(&some.record.moves[..2])),
        ),
        (
            Filter { position: Some(position), ..Filter::default() },
            Box::new(move |game| game.positions.contains(&position)),
        ),
        (
            Filter { position: Some(position), game: text("tic-tac-toe"), won: text("easy"), ..Filter::default() },
            Box::new(move |game| {
                let won = !game.is_drawn() && game.winners.iter().any(|seat| game.players[*seat] == "easy");
                game.record.game == "tic-tac-toe" && won && game.positions.contains(&position)
            }),
        ),
    ];
    for (filter, passes) in &checks {
        let found = archive.find(filter).expect("found");
        let wanted: Vec<u64> = (1..).zip(&games).filter(|(_, game)| passes(game)).map(|(id, _)| id).collect();
        assert_eq!(found, wanted, "{filter:?}");
        assert_eq!(archive.count(filter).expect("counted"), wanted.len() as u64);
    }
    assert!(checks.iter().filter(|(filter, _)| !archive.find(filter).expect("found").is_empty()).count() > 10);
}

#[test]
fn what_is_not_there_is_answered_with_what_is() {
    let (_file, archive) = archive("absent", &games());
    let why = |filter: Filter| archive.count(&filter).expect_err("absent").to_string();
    assert_eq!(
        why(Filter { game: Some("chess".into()), ..Filter::default() }),
        "no game has the id `chess`; there is `gambit`, `primi-composti`, `quadratic-war`, `tic-tac-toe`"
    );
    assert_eq!(
        why(Filter { won: Some("haard".into()), ..Filter::default() }),
        "no game has the player `haard`; there is `asc`, `desc`, `easy`, `mcts:playouts=20`, `minimax:1`, `random`"
    );
    let options = vec![("size".to_owned(), "9".to_owned())];
    assert_eq!(
        why(Filter { options, ..Filter::default() }),
        "no game has the option `size=9`; there is `size=3`, `size=4`"
    );
    assert!(why(Filter { reason: Some("boredom".into()), ..Filter::default() }).contains("`line`"));
}

#[test]
fn counts_by_what_games_have_in_common_add_up() {
    let games = games();
    let (_file, archive) = archive("groups", &games);
    for group in [Group::Variant, Group::Players, Group::Result, Group::Reason, Group::Day] {
        let counts = archive.count_by(&Filter::default(), group).expect("counted");
        assert_eq!(counts.values().sum::<u64>(), games.len() as u64, "{group:?}");
        assert!(counts.len() > 1, "{group:?}: {counts:?}");
    }
    let results = archive.count_by(&Filter::default(), Group::Result).expect("counted");
    assert_eq!(results["1-0"], games.iter().filter(|game| game.result() == "1-0").count() as u64);
    let days = archive.count_by(&Filter::default(), Group::Day).expect("counted");
    assert_eq!(days["-"], games.iter().filter(|game| game.date.is_empty()).count() as u64);
}

#[test]
fn the_explorer_counts_moves_whichever_way_games_came_to_a_position() {
    let games = games();
    let (_file, archive) = archive("explorer", &games);
    let mine: Vec<&Played> =
        games.iter().filter(|game| game.record.game == "tic-tac-toe" && game.positions.len() > 4).collect();
    let mut transposed = false;
    let places = (0..4).map(|ply| (mine[0], ply)).chain(mine.iter().skip(1).map(|game| (*game, 3)));
    for (one, ply) in places {
        let position = one.positions[ply];
        let filter = Filter { game: Some("tic-tac-toe".into()), position: Some(position), ..Filter::default() };
        let explored = archive.explore(&filter).expect("explored");
        // The same by playing every game again.
        let mut replayed = Vec::new();
        for game in games.iter().filter(|game| game.record.game == "tic-tac-toe") {
            let mut table = agon_rules::games::open("tic-tac-toe", &game.record.options, game.record.start.clone())
                .expect("a game");
            for text in &game.record.moves {
                if fingerprint(&table.position(Viewer::Referee)) == position {
                    replayed.push((text.clone(), game));
                    transposed |= game.record.moves[..ply] != one.record.moves[..ply];
                    break;
                }
                table.play(table.turn().expect("it goes on"), text).expect("legal");
            }
        }
        assert_eq!(explored.moves.iter().map(|tried| tried.games).sum::<u64>(), replayed.len() as u64);
        for tried in &explored.moves {
            let with = |result: &str| {
                replayed.iter().filter(|(text, game)| *text == tried.text && game.result() == result).count() as u64
            };
            let all = replayed.iter().filter(|(text, _)| *text == tried.text).count() as u64;
            assert_eq!(
                (tried.games, tried.wins.clone(), tried.draws),
                (all, vec![with("1-0"), with("0-1")], with("1/2-1/2"))
            );
        }
        assert!(explored.moves.is_sorted_by_key(|tried| std::cmp::Reverse(tried.games)));
    }
    assert!(transposed, "some game came there another way");
}

#[test]
fn exported_games_are_imported_as_the_same_bytes() {
    let games = games();
    let written: [String; 2] =
        [games.iter().map(text::write).collect(), games.iter().map(|game| lines::write(game) + "\n").collect()];
    for (at, written) in written.iter().enumerate() {
        let file = Scratch::new(&format!("import{at}"));
        let mut archive = Archive::append(&file.0).expect("a new archive");
        imported(written.as_bytes(), &mut |games| archive.add(&games).map_err(Failed::from)).expect("imported");
        let ids = archive.find(&Filter::default()).expect("all");
        let (mut again, mut positions) = (String::new(), Vec::new());
        archive
            .each(&ids, &mut |id, game| {
                again += &if at == 0 { text::write(&game) } else { lines::write(&game) + "\n" };
                positions.push(archive.positions(id)?);
                Ok(())
            })
            .expect("read");
        assert!(again == *written, "byte for byte");
        assert!(positions.iter().zip(&games).all(|(positions, game)| *positions == game.positions));
    }
}
