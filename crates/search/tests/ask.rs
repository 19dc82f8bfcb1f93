//! What clients ask: every answer is legal, honest about what is proved, and comes from what the mover sees.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_rules::{Match, Path, Record, Rng, Show, Start, Table, Viewer, games, position_text};
use agon_search::ask::{self, Analysis, NoReply, Reply};
use agon_search::{Control, Guide, NoPlayer, Request, Want, Worth, guides};

/// Says stop after so many questions: there is no clock in a test.
struct Patience(u64, AtomicU64);

impl Patience {
    fn new(questions: u64) -> Self {
        Patience(questions, AtomicU64::new(0))
    }

    fn is_over(&self) -> bool {
        self.1.fetch_add(1, Ordering::Relaxed) >= self.0
    }
}

fn record(text: &str) -> Record {
    text.parse().expect("a record")
}

/// All that is heard of an analysis within so many questions. Whatever it is, it keeps its promises.
fn analysis(record: &Record, questions: u64) -> Vec<Analysis> {
    let mut heard: Vec<Analysis> = Vec::new();
    let patience = Patience::new(questions);
    ask::analyse(record, &|| patience.is_over(), &mut |state| heard.push(state.clone())).expect("an analysis");
    let table = record.replay().expect("a good record");
    let (legal, first) = (table.legal(), table.turn() == Some(0));
    let mut proved = BTreeSet::new();
    for (i, state) in heard.iter().enumerate() {
        let mut listed: Vec<_> = state.moves.iter().map(|(text, _)| text.clone()).collect();
        listed.sort_unstable();
        assert_eq!(listed, legal, "{record}: not every legal move once");
        assert_eq!(state.done, i + 1 == heard.len(), "{record}: only the last is done");
        let now: BTreeSet<(String, i32)> = sure(state).collect();
        assert!(now.is_superset(&proved), "{record}: what was proved is not any more");
        proved = now;
        let points: Vec<f64> = state.moves.iter().filter_map(|(_, worth)| points(worth)).collect();
        assert!(points.is_sorted_by(|a, b| if first { a >= b } else { a <= b }), "{record}: the best is not first");
        if proved.len() == legal.len() {
            assert_eq!(state.depth, None, "{record}");
        }
    }
    assert!(heard.is_sorted_by_key(|state| state.nodes), "{record}");
    assert!(!heard.is_empty(), "{record}");
    heard
}

fn sure(state: &Analysis) -> impl Iterator<Item = (String, i32)> {
    state.moves.iter().filter_map(|(text, worth)| match worth {
        Worth::Proved(value) => Some((text.clone(), *value)),
        _ => None,
    })
}

fn points(worth: &Worth) -> Option<f64> {
    match worth {
        Worth::Proved(points) => Some((*points).into()),
        Worth::Points(points) => Some(*points),
        _ => None,
    }
}

fn last(heard: &[Analysis]) -> &Analysis {
    heard.last().expect("a last one")
}

/// A random game to its end.
fn random_game<G: Show>(game: &G, seed: u64) -> Match<G> {
    let mut table = Match::new(game.clone(), Start::Seed(seed)).expect("a deal");
    let mut rng = Rng::stream(seed, 1);
    while let Some(m) = table.choices().draw(&mut rng) {
        table.advance(m);
    }
    table
}

/// Plays a text and solves what comes then; none when that was not possible in time.
fn solved_after<G: Show, E: Guide<G>>(table: &Match<G>, guide: &E, text: &str) -> Option<i32> {
    let mut table = table.clone();
    table.advance(table.find(text).expect("a legal move"));
    let mut control = Control::new(20_000, &|| false);
    guide.solve(table.game(), table.path(), Request::new(Want::Value, 1 << 20, &mut control)).value.proved()
}

/// Compares what is said of late positions with what a solver says of every move there.
#[derive(Clone)]
struct Late;

impl guides::Guided for Late {
    type Out = (usize, usize);

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> (usize, usize) {
        let (mut compared, mut hints) = (0, 0);
        for seed in 0..2 {
            let mut table = random_game(&game, seed);
            for _ in 0..5 {
                table.undo();
                let record = table.record();
                let known: BTreeSet<(String, i32)> = (table.legal().into_iter())
                    .filter_map(|text| Some((text.clone(), solved_after(&table, &guide, &text)?)))
                    .collect();
                let heard = analysis(&record, 60);
                let said: BTreeSet<(String, i32)> = sure(last(&heard)).collect();
                for (text, value) in &said {
                    let other = known.iter().find(|(known, _)| known == text);
                    assert!(other.is_none_or(|(_, known)| known == value), "{record}: {text} is not {value}");
                    // A circle proves no draw.
                    assert!(*value != 0 || other.is_some(), "{record}: {text} is no proved draw");
                }
                compared += said.intersection(&known).count();
                // Without circles the end is near enough to prove everything.
                assert!(G::LOOPS || said == known, "{record}: {said:?}, not {known:?}");
                let patience = Patience::new(60);
                let hint = ask::hint(&record, &|| patience.is_over()).expect("a hint");
                assert!(table.legal().contains(&hint.text), "{record}");
                if let Worth::Proved(value) = hint.worth {
                    let after = known.iter().find(|(text, _)| *text == hint.text);
                    assert!(after.is_none_or(|(_, after)| *after == value), "{record}: {hint:?}, not {after:?}");
                    let best = if game.turn(table.path().state()) == 0 { Iterator::max } else { Iterator::min };
                    let best = (known.len() == table.legal().len()).then(|| best(known.iter().map(|(_, v)| *v)));
                    assert!(best.is_none_or(|best| best == Some(value)), "{record}: {hint:?} is not the best");
                    hints += 1;
                }
            }
        }
        (compared, hints)
    }
}

#[test]
fn what_is_proved_near_the_end_is_what_a_solver_finds() {
    for info in games::list() {
        let (compared, hints) = guides::with(info.id, &[], Late).expect("a game");
        assert!(compared >= 15 && hints >= 5, "{}: only {compared} moves and {hints} hints", info.id);
    }
}

#[test]
fn everything_is_proved_at_starts_that_are_solved() {
    // The values are those of docs/results.md.
    let starts = [("parity-twist~seed=0", -1, 100, 100), ("gambit~seed=0", 0, 14, 20), ("tic-tac-toe~seed=0", 0, 9, 9)];
    for (text, value, best, count) in starts {
        let heard = analysis(&record(text), 100_000);
        let proved: Vec<_> = sure(last(&heard)).collect();
        assert_eq!(proved.len(), count, "{text}");
        assert!(proved[..best].iter().all(|(_, proved)| *proved == value), "{text}: {proved:?}");
        assert!(proved[best..].iter().all(|(_, proved)| *proved < value), "{text}: {proved:?}");
        let depths: Vec<_> = heard.iter().map_while(|state| state.depth).take(4).collect();
        assert_eq!(depths, [1, 2, 3, 4], "{text}: quick estimates come first");
        let hint = ask::hint(&record(text), &|| false).expect("a hint");
        assert!(proved[..best].contains(&(hint.text, value)), "{text}");
        assert_eq!(hint.worth, Worth::Proved(value), "{text}");
    }
}

/// Counts the hidden worlds in which hint and analysis were the same.
#[derive(Clone)]
struct Fair;

impl guides::Guided for Fair {
    type Out = usize;

    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> usize {
        let mut compared = 0;
        for seed in 0..3 {
            let mut table = random_game(&game, seed);
            let twin = |table: &Match<G>, guess| {
                let (mut world, viewer) = (*table.path().state(), Viewer::Seat(game.turn(table.path().state())));
                game.determinize(&mut world, viewer, &mut Rng::new(guess));
                Some(world).filter(|world| world != table.path().state())
            };
            // Back to where there is a choice, and something hidden from who makes it.
            while (table.choices().len() < 3 || twin(&table, 0).is_none()) && table.undo() {}
            let of = |state: G::State| {
                let text = position_text(&game, &Path::new(state, 0), Viewer::Referee);
                let options = table.record().options;
                let record =
                    Record { game: G::ID.to_owned(), options, start: Start::Position(text), moves: Vec::new() };
                let patience = Patience::new(3);
                let hint = ask::hint(&record, &|| patience.is_over()).expect("a hint");
                (hint, analysis(&record, 3))
            };
            let here = of(*table.path().state());
            for world in (0..3).filter_map(|guess| twin(&table, guess)) {
                assert_eq!(of(world), here, "{}: it saw what is hidden", table.record());
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn hints_and_analyses_are_the_same_whatever_is_hidden() {
    let cases = [
        ("parity-twist", "variant", "hidden-master"),
        ("parity-twist", "variant", "draft"),
        ("parity-twist", "variant", "lanier"),
        ("primi-composti", "players", "3"),
        ("primi-composti", "players", "4"),
    ];
    for (id, name, value) in cases {
        let compared = guides::with(id, &[(name.to_owned(), value.to_owned())], Fair).expect("a game");
        assert!(compared >= 2, "{id} {value}: only {compared} worlds");
    }
}

#[test]
fn nothing_is_proved_while_the_other_seat_may_see_less() {
    // Nothing is hidden at the start, nor from who has placed the master key; yet open cards are another game.
    // The first two are alike in this, and thinking about the start takes five times as long.
    let cases = [
        ("", 20),
        ("~a1=1~b1=2~k1=3", u64::MAX),
        ("~a1=1~m=9", u64::MAX),
        ("~a1=1~m=9~b1=3~a2=4~k1=5~b2=6~k2=7", u64::MAX),
    ];
    for (text, questions) in cases {
        let record = record(&format!("parity-twist~variant=hidden-master~seed=0{text}"));
        let [reply, hint] = [Patience::new(questions), Patience::new(questions.min(1000))];
        let replies = [ask::reply(&record, "expert", 0, &|_| reply.is_over()), ask::hint(&record, &|| hint.is_over())];
        for reply in replies {
            assert!(!matches!(reply.expect("a move").worth, Worth::Proved(_)), "{record}");
        }
        let heard = analysis(&record, 10);
        assert!(last(&heard).moves.iter().all(|(_, worth)| matches!(worth, Worth::Share(_))), "{record}");
    }
}

#[test]
fn three_players_hear_the_share_of_every_move() {
    let heard = analysis(&record("primi-composti~players=3~seed=4"), 20);
    let Analysis { moves, depth, nodes, .. } = last(&heard);
    assert!(moves.iter().all(|(_, worth)| matches!(worth, Worth::Share(share) if (0.0..=1.0).contains(share))));
    assert_eq!(*depth, None);
    // One question comes before the first round, then one every 1024 rounds.
    assert_eq!(*nodes, 20 * 1024 - 1);
    assert!(heard.len() > 10, "only {} reports", heard.len());
}

#[test]
fn an_analysis_of_a_single_move_ends_by_itself() {
    let cases: [(&str, &[(&str, &str)]); 3] =
        [("primi-composti", &[("players", "3")]), ("quadratic-war", &[]), ("gambit", &[])];
    for (id, options) in cases {
        struct Single;
        impl guides::Guided for Single {
            type Out = Record;
            fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Record {
                let alone = |seed| {
                    let mut table = random_game(&game, seed);
                    while table.choices().len() != 1 && table.undo() {}
                    (table.choices().len() == 1).then(|| table.record())
                };
                (0..100).find_map(alone).expect("a single move somewhere")
            }
        }
        let options: Vec<_> = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let place = guides::with(id, &options, Single).expect("a game");
        let heard = analysis(&place, u64::MAX);
        assert!(last(&heard).done && last(&heard).moves[0].1 != Worth::Unknown, "{place}");
    }
}

#[test]
fn a_stop_is_heeded_and_a_player_that_is_stopped_at_once_still_moves() {
    for info in games::list() {
        let start = record(&format!("{}~seed=0", info.id));
        let legal = start.replay().expect("a start").legal();
        for (name, _) in ask::players(info.id, &[]).expect("a game") {
            match ask::reply(&start, name, 3, &|_| true) {
                Ok(Reply { text, .. }) => assert!(legal.contains(&text), "{start} {name}"),
                Err(why) => assert!(matches!(&why, NoReply::Player(NoPlayer::Unfit(..)) if name == "perfect"), "{why}"),
            }
        }
        assert!(legal.contains(&ask::hint(&start, &|| true).expect("a hint").text), "{start}");
        let [at_once] = &analysis(&start, 0)[..] else { panic!("{start}: more than one report") };
        assert!(at_once.moves.iter().all(|(_, worth)| *worth == Worth::Unknown), "{start}");
        for questions in [1, 5, 60] {
            // A question is asked every 1024 nodes, and when a round begins.
            let nodes = last(&analysis(&start, questions)).nodes;
            assert!(nodes <= questions * 1024, "{start}: {nodes} nodes for {questions} questions");
        }
    }
}

#[test]
fn a_player_hears_its_own_time() {
    let time = std::sync::Mutex::new(Vec::new());
    let stop = |own| {
        time.lock().expect("one thread").push(own);
        true
    };
    ask::reply(&record("quadratic-war~seed=0"), "alphabeta:time=70ms", 0, &stop).expect("a move");
    assert_eq!(time.lock().expect("one thread").first(), Some(&Some(std::time::Duration::from_millis(70))));
}

#[test]
fn what_is_wrong_is_said() {
    let check = |text: &str, expected: &str| {
        let record = record(text);
        let mut heard = 0;
        let errors = [
            ask::reply(&record, "easy", 0, &|_| false).map(|_| ()),
            ask::hint(&record, &|| false).map(|_| ()),
            ask::analyse(&record, &|| false, &mut |_| heard += 1),
        ];
        for error in errors {
            let error = error.expect_err("no answer").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(heard, 0);
    };
    let twice =
        "bad record, at move 2: illegal move `a1`; `a2`, `a3`, `b1`, `b2`, `b3`, `c1`, `c2` or `c3` is possible";
    check("tic-tac-toe~seed=0~a1~a1", twice);
    check("tic-tac-toe~seed=0~a1~a2~b1~b2~c1", "no move is left: the game is over (line)");
    check(
        "gambit~at=x",
        "bad position `x`: it needs 3 fields with one space between them, as in `8/XXXXXXXX/OOOOOOOO/8 0 -`",
    );
    check("chess~seed=0", "unknown game `chess`; ");
    check("gambit~islands=2~seed=0", "unknown option `islands` of gambit; ");
}

#[test]
fn a_player_is_checked_before_the_game_begins() {
    let check = |id: &str, option: &str, player: &str| {
        let options: Vec<_> = option.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())).into_iter().collect();
        ask::check(id, &options, player).map_err(|why| why.to_string())
    };
    for info in games::list() {
        for (name, _) in ask::players(info.id, &[]).expect("a game") {
            assert_eq!(check(info.id, "", name), Ok(()), "{}", info.id);
        }
    }
    assert!(
        check("gambit", "", "nobody").is_err_and(|why| why.starts_with("unknown player `nobody`; there is `easy`"))
    );
    let hidden = check("parity-twist", "variant=lanier", "alphabeta:depth=3");
    assert!(hidden.is_err_and(|why| why.contains("something is hidden")));
    assert!(check("primi-composti", "players=3", "perfect").is_err_and(|why| why.contains("for two seats")));
    assert!(check("gambit", "big-islands=huge", "easy").is_err_and(|why| why.starts_with("bad value `huge`")));
    assert_eq!(check("parity-twist", "variant=lanier", "expert"), Ok(()));
}

#[test]
fn a_hint_says_why_in_a_fact() {
    for (record, best, why) in [
        ("tic-tac-toe~seed=0~a1~a2~b1~b2", "c1", "It wins at once."),
        ("tic-tac-toe~seed=0~b2~a1~c1", "a3", "Otherwise a3 would win."),
        ("tic-tac-toe~seed=0~a1~c3~a3", "a2", "Otherwise a2 would win."),
        ("gambit~at=8/3X4/3O4/8_0_-", "d2xd4", "It wins at once."),
        // Two threats say more than that it wins.
        ("tic-tac-toe~size=3~at=xox/2o/3_0", "b2", "It threatens to win with a1 and with c1."),
        ("gambit~at=6OO/X2X1X2/O7/X7_0_-", "g4xe2", "It wins by 2 against every defence."),
    ] {
        let reply = ask::hint(&record.parse().expect("a record"), &|| false).expect("a hint");
        assert_eq!(
            (reply.text.as_str(), reply.why.map(|why| why.text().to_string()).as_deref()),
            (best, Some(why)),
            "{record}"
        );
    }
    // A proved value without a threat.
    let quiet = ask::hint(&"tic-tac-toe~seed=0".parse().expect("a record"), &|| false).expect("a hint");
    assert_eq!(
        quiet.why.map(|why| why.text().to_string()).as_deref(),
        Some("It keeps the draw, and nothing does better.")
    );
    // Where something is hidden, no threat is known.
    let hidden = ask::hint(&"parity-twist~variant=draft~seed=3".parse().expect("a record"), &|| true).expect("a hint");
    assert_eq!(hidden.why, Some(ask::Why::Judged));
}
