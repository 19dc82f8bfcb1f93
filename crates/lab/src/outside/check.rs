//! Does a program keep to the protocol? Games of every kind, and what may come between them, each with a verdict.

use std::time::{Duration, Instant};

use agon_rules::games::{self, Info};
use agon_rules::{Rng, Seat, Settings, Start, Table, Value, Viewer};
use serde_json::json;

use super::{Failure, GRACE, Outside, end, how, start, turn};

/// A check and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// what was checked
    pub what: String,
    /// what came of it
    pub verdict: Verdict,
    /// what was seen; empty where there is nothing to say
    pub detail: String,
}

/// What came of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// as it should be
    Pass,
    /// against the protocol
    Fail,
    /// allowed, and worth knowing
    Note,
    /// left out, since too much went wrong before
    Skip,
}

/// Decisions of the program in one game. After that the next game begins in the middle of it, which is allowed.
const DECISIONS: usize = 30;
/// After as many failures the remaining games would tell nothing new.
const FAILURES: usize = 3;
/// How long the longest line is.
const LONG: usize = 20_000;

/// Checks a program with some games, those of all ids there are where none is named. `each` hears of every check.
pub fn check(
    player: &mut Outside,
    ids: &[String],
    patience: Duration,
    each: &mut dyn FnMut(&Check),
) -> Result<(), agon_rules::Error> {
    let infos: Vec<Info> =
        if ids.is_empty() { games::list() } else { ids.iter().map(|id| games::info(id)).collect::<Result<_, _>>()? };
    let mut run = Run { player, patience, slowest: Duration::ZERO, failures: 0, each };
    if let Err(why) = run.player.process() {
        run.tell("it can be started", Err(why.to_string()));
        return Ok(());
    }
    run.tell("it can be started", Ok(String::new()));
    for variant in infos.iter().flat_map(covering) {
        let table = games::open(&variant.0, &variant.1, Start::Seed(0))?;
        for seat in 0..table.seats() {
            let options: Vec<String> = table.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
            let what =
                format!("plays {} as player {}", [&[variant.0.clone()][..], &options].concat().join(" "), seat + 1);
            if run.failures >= FAILURES {
                run.told(&what, Verdict::Skip, "too much went wrong before".to_owned());
            } else {
                let played = run.game(&variant, Rng::derive(7, seat as u64), seat);
                run.tell(&what, played.map(|moves| format!("{} moves", moves.len())));
            }
        }
    }
    let first = infos.first().map(|info| (info.id.to_owned(), Vec::new())).expect("there is a game");
    if run.failures < FAILURES {
        run.between_games(&first)?;
    }
    let (slowest, patience) = (run.slowest, run.patience);
    let (slowest, patience) = (slowest.as_millis(), patience.as_millis());
    run.told("its slowest answer", Verdict::Note, format!("{slowest} ms of {patience} ms"));
    run.quits();
    Ok(())
}

type Variant = (String, Vec<(String, String)>);

/// The variants of a game that have every value of every option at least once, where it goes with the others.
fn covering(info: &Info) -> Vec<Variant> {
    let mut variants: Vec<Variant> = vec![(info.id.to_owned(), Vec::new())];
    for option in &info.options {
        for value in option.values.iter().filter(|value: &&Value| **value != option.default) {
            let settings = vec![(option.name.clone(), value.to_string())];
            if games::open(info.id, &settings, Start::Seed(0)).is_ok() {
                variants.push((info.id.to_owned(), settings));
            }
        }
    }
    variants
}

struct Run<'a> {
    player: &'a mut Outside,
    patience: Duration,
    slowest: Duration,
    failures: usize,
    each: &'a mut dyn FnMut(&Check),
}

impl Run<'_> {
    fn told(&mut self, what: &str, verdict: Verdict, detail: String) {
        self.failures += usize::from(verdict == Verdict::Fail);
        (self.each)(&Check { what: what.to_owned(), verdict, detail });
    }

    /// Tells what came of a check; after a failure the program is started anew.
    fn tell(&mut self, what: &str, result: Result<String, String>) {
        match result {
            Ok(detail) => self.told(what, Verdict::Pass, detail),
            Err(why) => {
                self.player.dismiss();
                self.told(what, Verdict::Fail, why);
            }
        }
    }

    /// The program's answer where a table has come to. It must not have said anything before it was asked.
    fn ask(&mut self, table: &dyn Table, more: serde_json::Value) -> Result<String, String> {
        let said = |why: Failure| why.to_string();
        if let Some(line) = self.player.process().map_err(said)?.spoken() {
            return Err(format!("wrote `{}` before it was asked", super::shown(&line)));
        }
        let (legal, seat) = (table.legal(), table.turn().unwrap_or(0));
        let history = table.history(Viewer::Seat(seat)).into_iter();
        let history: Vec<(Seat, String)> = history.map(|step| (step.seat, step.text)).collect();
        let position = table.position(Viewer::Seat(seat));
        let mut event = turn(seat, &position, &legal, &history, &self.patience.into());
        if let (Some(event), serde_json::Value::Object(more)) = (event.as_object_mut(), more) {
            event.extend(more);
        }
        let begin = Instant::now();
        let answer = self.player.answer(&event, &legal, self.patience).map_err(said)?;
        self.slowest = self.slowest.max(begin.elapsed());
        Ok(answer)
    }

    fn say(&mut self, event: &serde_json::Value) -> Result<(), String> {
        self.player.send(event).map_err(|why| why.to_string())
    }

    /// One game with the program at a seat; all others play at random. Returns the program's moves.
    fn game(&mut self, (id, settings): &Variant, seed: u64, seat: Seat) -> Result<Vec<String>, String> {
        let mut table = open(id, settings, seed)?;
        let (mut rng, mut made) = (Rng::new(seed), Vec::new());
        self.say(&start(table.as_ref(), seat, seed))?;
        while let Some(turn) = table.turn()
            && made.len() < DECISIONS
        {
            let text = if turn == seat {
                let text = self.ask(table.as_ref(), json!(null))?;
                made.push(text.clone());
                text
            } else {
                let legal = table.legal();
                legal[rng.below(legal.len())].clone()
            };
            table.play(turn, &text).map_err(|why| why.to_string())?;
        }
        if let Some(outcome) = table.outcome() {
            let scores = outcome.scores.clone().unwrap_or_else(|| vec![0; table.seats()]);
            self.say(&end(&scores, &crate::played::winners(&outcome, table.seats())))?;
        }
        Ok(made)
    }

    /// What may come between games, and in the middle of one.
    fn between_games(&mut self, first: &Variant) -> Result<(), agon_rules::Error> {
        let fresh = || games::open(&first.0, &first.1, Start::Seed(0));
        let table = fresh()?;
        let table = table.as_ref();
        let seat = table.turn().unwrap_or(0);
        let begin = start(table, seat, 1);
        let asked = self.say(&begin).and_then(|()| self.ask(table, json!(null)));
        let again = asked.and_then(|_| self.say(&begin)).and_then(|()| self.ask(table, json!(null)));
        self.tell("takes a new game before the last one has ended", again.map(|_| String::new()));

        let mut later = fresh()?;
        for _ in 0..4 {
            let (turn, text) = (later.turn().unwrap_or(0), later.legal().first().cloned().unwrap_or_default());
            let _ = later.play(turn, &text);
        }
        if let Some(seat) = later.turn() {
            let asked = self.say(&start(later.as_ref(), seat, 1)).and_then(|()| self.ask(later.as_ref(), json!(null)));
            self.tell("takes up a game after some moves", asked.map(|_| String::new()));
        }

        let news = json!({"event": "news", "text": "an event of a later version"});
        let asked = self.say(&begin).and_then(|()| self.say(&news));
        let asked = asked.and_then(|()| self.ask(table, json!({"later": {"field": [1, 2, 3]}})));
        let asked = asked.and_then(|_| self.ask(table, json!(null)));
        self.tell("ignores events and fields that it does not know", asked.map(|_| String::new()));

        let long = json!({"later": "x".repeat(LONG)});
        let asked = self.say(&begin).and_then(|()| self.ask(table, long));
        self.tell(&format!("reads a line of {LONG} characters"), asked.map(|_| String::new()));

        self.player.dismiss();
        let (one, two) = (self.game(first, 3, seat), self.game(first, 3, seat));
        match (one, two) {
            (Ok(one), Ok(two)) if one == two => {
                self.tell("plays the same game again for the same seed", Ok(String::new()));
            }
            (Ok(_), Ok(_)) => self.told(
                "plays another game for the same seed",
                Verdict::Note,
                "what is measured with it cannot be repeated exactly".to_owned(),
            ),
            (Err(why), _) => self.tell("plays again after it was killed", Err(why)),
            (_, Err(why)) => self.tell("plays the next game after one has ended", Err(why)),
        }
        Ok(())
    }

    /// The program must end when its input does.
    fn quits(&mut self) {
        let ended = match self.player.process() {
            Ok(process) => process.quit(GRACE),
            Err(why) => return self.tell("ends when its input ends", Err(why.to_string())),
        };
        let told = match ended {
            Some(status) if status.success() => Ok(String::new()),
            Some(status) => Err(format!("it ended with {}", how(status))),
            None => Err(format!("it still ran after {} s", GRACE.as_secs())),
        };
        self.tell("ends when its input ends, with exit code 0", told);
        self.player.dismiss();
    }
}

fn open(id: &str, settings: &Settings, seed: u64) -> Result<Box<dyn Table>, String> {
    games::open(id, settings, Start::Seed(seed)).map_err(|why| why.to_string())
}
