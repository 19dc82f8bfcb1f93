//! Every task of every lesson, played by the rules and held against the solver; and the Italian files against the English.

use std::fs;

use agon_client::learn::{Exercise, Goal, Judged, Lesson, Task};
use agon_client::{Local, Venue, words};
use agon_rules::{Table, games};
use agon_search::inspect::{Budget, solve};
use agon_search::{GameValue, Want, ask};

/// Solving a position for a task takes at most this many nodes.
const NODES: u64 = 5_000_000;

/// The lessons in a folder of the rules pages. They are read from the disk, so that whoever writes one compiles nothing.
fn read(folder: &str, id: &str) -> Lesson {
    let path = format!("{}/../../docs/rules/{folder}/{id}.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    Lesson::read(id, &text).unwrap_or_else(|why| panic!("{path}, {why}"))
}

fn lesson(id: &str) -> Lesson {
    read("lessons", id)
}

/// Every game, or the one that `AGON_LESSON` names.
fn taught() -> Vec<&'static str> {
    let only = std::env::var("AGON_LESSON").ok();
    games::built_in().filter(|id| only.as_ref().is_none_or(|only| only == id)).collect()
}

/// Every sentence that the game itself says to the reader after what was played.
fn told(local: &Local) -> String {
    let view = local.view();
    let mut texts: Vec<_> = view.notes.iter().map(|note| note.text.clone()).collect();
    for verdict in view.zones.iter().flat_map(|zone| zone.verdicts.iter().flatten()) {
        texts.extend([verdict.text.clone(), verdict.reason.clone()]);
    }
    if let (Some(ending), Some(end)) = (local.ending(), &view.end) {
        texts.extend([words::result(&ending, &end.margin, None, &|seat| local.name(seat)), end.why.clone()]);
    }
    texts.push(view.prompt.clone());
    texts.iter().map(|text| local.personal(text).to_string()).collect::<Vec<_>>().join("\n")
}

/// What the game says after a move of a task.
fn after(task: &Task, text: &str) -> String {
    let mut exercise = Exercise::open(task).expect("a task that opens");
    exercise.play(text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    // The opponent's answer belongs to what the reader sees, and not to what the move itself did.
    let mut local = Local::open(&exercise.local().plan()).expect("a game");
    while local.ply() > task.record.moves.len() + 1 {
        local.act(0, agon_client::Intent::Branch(task.record.moves.len() + 1)).expect("a branch");
    }
    told(&local)
}

/// What is wrong with a task; nothing when it keeps its promises.
fn faults(task: &Task) -> Vec<String> {
    let mut faults = Vec::new();
    let table = match task.record.replay() {
        Ok(table) => table,
        Err(why) => return vec![format!("its position does not open: {why}")],
    };
    let Some(turn) = table.turn() else { return vec!["its position is over".to_owned()] };
    let seat = task.seat.unwrap_or(turn);
    if seat >= table.seats() {
        faults.push(format!("there is no seat {seat}"));
    }
    if task.opponent().is_none() && seat != turn {
        faults.push("the reader is not to move".to_owned());
    }
    // Nobody is told "Rival plays" of one of two.
    if let (None, Ok(exercise)) = (task.opponent(), Exercise::open(task)) {
        let mut names: Vec<String> =
            exercise.local().names().iter().map(|name| words::name(name).to_string()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < table.seats() {
            faults.push(format!("two players have one name: {names:?}"));
        }
    }
    let legal = table.legal();
    let accepted = task.accepted();
    for text in accepted {
        if !legal.contains(text) {
            faults.push(format!("`{text}` is not legal; there is {}", legal.join(" ")));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let named = task.wrong.iter().flat_map(|one| &one.moves);
    for text in named.filter(|text| !legal.contains(text) || accepted.contains(text)) {
        faults.push(format!("`wrong {text}` is no wrong answer"));
    }
    let named = task.right.iter().chain(&task.answers).flat_map(|one| &one.moves);
    for text in named.filter(|text| !legal.contains(text) || !accepted.is_empty() && !accepted.contains(text)) {
        faults.push(format!("`{text}` is no right answer, and something is said after it"));
    }
    match &task.goal {
        Goal::Any => {}
        Goal::Move(_) => faults.extend(shown(task, &legal)),
        Goal::Best(_) => faults.extend(best(task, &*table)),
        Goal::Win { moves, against } => {
            faults.extend(winnable(task, *moves));
            faults
                .extend(ask::check(&task.record.game, &task.record.options, against).err().map(|why| why.to_string()));
        }
        Goal::Play { against } => {
            faults
                .extend(ask::check(&task.record.game, &task.record.options, against).err().map(|why| why.to_string()));
        }
    }
    for text in accepted {
        faults.extend(answered(task, text));
        if Task::reaction(&task.right, text).is_none_or(str::is_empty) {
            faults.push(format!("nothing is said after the right answer `{text}`"));
        }
    }
    let wrong = |text: &&String| !accepted.is_empty() && !accepted.contains(text);
    if let Some(text) = legal.iter().filter(wrong).find(|text| Task::reaction(&task.wrong, text).is_none()) {
        faults.push(format!("nothing is said after the wrong answer `{text}`"));
    }
    if task.opponent().is_some() && Task::reaction(&task.right, "").is_none() {
        faults.push("nothing is said when it is done".to_owned());
    }
    faults
}

/// The moves after which the game says what it is to show are just those that are accepted.
fn shown(task: &Task, legal: &[String]) -> Vec<String> {
    if task.shows.is_empty() {
        return vec!["it says `move` and not what a right move `shows`".to_owned()];
    }
    let mut faults = Vec::new();
    for text in legal {
        let said = after(task, text);
        let shows = task.shows.iter().all(|words| said.contains(words.as_str()));
        if shows != task.accepted().contains(text) {
            let is = if shows { "shows that too" } else { "does not show that" };
            faults.push(format!("`{text}` {is} ({:?}); after it stands:\n{said}", task.shows));
        }
    }
    faults
}

/// The moves that are accepted are all the best moves there are, and not all moves.
fn best(task: &Task, table: &dyn Table) -> Vec<String> {
    let budget = Budget { memory: 32_000_000, nodes: NODES, want: Want::EveryMove, stop: &|| false };
    let solved = match solve(&task.record, &budget, &mut |_, _| {}) {
        Ok(solved) => solved,
        Err(why) => return vec![why.to_string()],
    };
    let GameValue::Proved(value) = solved.value else {
        return vec![format!("its value is not proved within {NODES} nodes")];
    };
    if solved.hidden {
        return vec!["something is hidden, so that the best move is not proved".to_owned()];
    }
    let is_best = |text: &String| solved.moves.iter().any(|(m, worth)| m == text && worth.proved() == Some(value));
    let best: Vec<String> = table.legal().into_iter().filter(is_best).collect();
    let mut accepted = task.accepted().to_vec();
    accepted.sort_unstable();
    let mut faults = Vec::new();
    if best != accepted {
        faults.push(format!("the best moves are {} (value {value}), all: {:?}", best.join(" "), solved.moves));
    }
    if best.len() == table.legal().len() {
        faults.push("every move is best".to_owned());
    }
    faults
}

/// The reader wins by force within so many moves.
fn winnable(task: &Task, most: usize) -> Vec<String> {
    let budget = Budget { memory: 32_000_000, nodes: NODES, want: Want::Value, stop: &|| false };
    let Ok(solved) = solve(&task.record, &budget, &mut |_, _| {}) else {
        return vec!["it cannot be solved".to_owned()];
    };
    let mut table = task.record.replay().expect("a position");
    let seat = task.seat.or(table.turn()).unwrap_or(0);
    let wins = solved.value.proved().is_some_and(|value| if seat == 0 { value > 0 } else { value < 0 });
    let mut own = 0;
    for text in &solved.line {
        let turn = table.turn().unwrap_or(0);
        own += usize::from(turn == seat);
        table.play(turn, text).expect("a line of the solver");
    }
    if wins && own <= most {
        return Vec::new();
    }
    vec![format!("no win within {most} moves: {:?} in {own}, {:?}", solved.value, solved.line)]
}

/// After a right answer the opponent can make the moves that are written down.
fn answered(task: &Task, text: &str) -> Vec<String> {
    let wanted = Task::reaction(&task.answers, text).unwrap_or_default().split_whitespace().count();
    let mut exercise = Exercise::open(task).expect("a task that opens");
    let judged = exercise.play(text).cloned();
    let made = exercise.local().ply().saturating_sub(task.record.moves.len() + 1);
    match judged {
        Ok(Judged::Right(_)) if made == wanted => Vec::new(),
        other => vec![format!("`{text}` comes to {other:?}, and {made} of {wanted} answers were possible")],
    }
}

#[test]
fn every_task_of_every_lesson_keeps_its_promises() {
    let mut faults = Vec::new();
    for id in taught() {
        for chapter in lesson(id).chapters {
            for task in &chapter.tasks {
                let found = self::faults(task);
                let about = format!("{} / {} / {}", id, chapter.title, task.title);
                faults.extend(found.into_iter().map(|fault| format!("{about}: {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_game_has_a_lesson_that_ends_with_a_game() {
    for id in taught() {
        let lesson = lesson(id);
        let first = lesson.chapters.first().unwrap_or_else(|| panic!("{id} has no lesson"));
        assert!((3..=8).contains(&first.tasks.len()), "{}: {} tasks", id, first.tasks.len());
        let last = first.tasks.last().map(|task| &task.goal);
        assert!(matches!(last, Some(Goal::Play { .. })), "{id} ends with {last:?}");
        for chapter in &lesson.chapters {
            assert!(!chapter.tasks.is_empty(), "{}: {} has no task", id, chapter.title);
        }
    }
}

#[test]
fn every_variant_that_changes_the_rules_has_a_task() {
    for (id, option, values) in [
        ("parity-twist", "variant", 11),
        ("primi-composti", "version", 1),
        ("primi-composti", "players", 1),
        ("infiltration", "forced-capture", 1),
        ("infiltration", "pie", 1),
    ]
    .into_iter()
    .filter(|(id, ..)| taught().contains(id))
    {
        let lesson = lesson(id);
        let tasks = lesson.chapters.iter().flat_map(|chapter| &chapter.tasks);
        let mut seen: Vec<&String> = tasks
            .flat_map(|task| &task.record.options)
            .filter(|(name, _)| name == option)
            .map(|(_, value)| value)
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() >= values, "{id}: only {seen:?} of {option} are taught");
    }
}

#[test]
fn italian_lessons_have_the_same_tasks_in_other_words() {
    for id in taught() {
        let (english, italian) = (lesson(id), read("it/lessons", id));
        assert_eq!(english.chapters.len(), italian.chapters.len(), "{id}: chapters");
        for (one, other) in english.chapters.iter().zip(&italian.chapters) {
            assert_eq!(one.tasks.len(), other.tasks.len(), "{}: tasks of {}", id, one.title);
            for (one, other) in one.tasks.iter().zip(&other.tasks) {
                let bare = |task: &Task| {
                    let moves = |list: &[agon_client::learn::Reaction]| {
                        list.iter().map(|one| one.moves.clone()).collect::<Vec<_>>()
                    };
                    let spoken = [moves(&task.right), moves(&task.wrong)];
                    (
                        task.record.clone(),
                        task.seat,
                        task.goal.clone(),
                        task.shows.clone(),
                        task.answers.clone(),
                        spoken,
                    )
                };
                assert_eq!(bare(one), bare(other), "{}: {}", id, one.title);
                assert_ne!(one.words, other.words, "{}: {} is not translated", id, one.title);
            }
        }
    }
}

#[test]
fn a_wrong_answer_stays_on_the_board_until_the_next_try() {
    let task = lesson("gambit").chapters[0].tasks[2].clone();
    let mut exercise = Exercise::open(&task).expect("a task");
    assert!(matches!(exercise.play("stop"), Ok(Judged::Wrong(_))));
    assert_eq!((exercise.local().ply(), exercise.tries(), exercise.is_done()), (3, 1, false));
    assert!(matches!(exercise.play("e4xe2"), Ok(Judged::Right(_))));
    assert_eq!((exercise.local().ply(), exercise.is_done()), (3, true));
    assert!(exercise.play("stop").is_err());
}

#[test]
fn a_lesson_that_is_badly_written_says_where_and_what_would_work() {
    for (text, why) in [
        ("hello", "line 1: `hello` belongs to no task; a task begins with `## Title`"),
        ("## A", "line 1: a task needs a chapter above it, as in `# Title`"),
        ("# A\n- do: it", "line 2: a field needs a task above it: `## Title`"),
        ("# A\n## B\nwords\n- do: it", "line 2: the task `B` has no goal, as in `- goal: move d2xd4`"),
        ("# A\n## B\n- goal: any", "line 2: the task `B` explains nothing: a sentence or two stand below its title"),
        (
            "# A\n## B\nc\n- goal: fly",
            "line 4: `fly` is no goal; write `any`, `move M…`, `best M…`, `win 3 medium` or `play easy`",
        ),
        ("# A\n## B\nc\n- do it", "line 4: `do it` is no field like `do: Take d3.`"),
    ] {
        assert_eq!(Lesson::read("gambit", text).map_err(|why| why.to_string()), Err(why.to_owned()), "{text}");
    }
}
