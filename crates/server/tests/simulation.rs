//! Whole games over a bad network, from a seed: of a hundred messages twenty are lost, twenty doubled and twenty late, and
//! all overtake each other; the process dies between any two steps, its clock jumps by an hour either way, and players
//! change their minds. Whatever was acknowledged is in the log, once.
//!
//! The network and the disk are simulated; the room is the real one. Planted bugs show that the checks bite. Whole servers
//! are simulated in `servers`.

use std::collections::BTreeSet;

use agon_rules::Rng;
use agon_server::{Decision, Event, Outside, Room, Thinker, make};
use agon_wire::{Act, Clock, Code, NewRoom, RoomView};

/// How many games the right server plays, and each wrong one.
const SEEDS: u64 = 1000;
const WRONG_SEEDS: u64 = 300;
/// What the clock jumps by, in milliseconds.
const HOUR: u64 = 3_600_000;
/// Every game is over after this many steps.
const STEPS: u64 = 40_000;

/// What could be wrong with a server.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bug {
    None,
    /// a move is acknowledged before it is stored
    AcknowledgeFirst,
    /// a repeated message is taken for a new one
    NoMemory,
    /// everybody gets the whole state
    OneViewForAll,
}

enum Message {
    Play { seat: usize, revision: u64, text: String },
    Look { seat: usize },
    Done { seat: usize, revision: u64, text: String },
    View(usize, Box<RoomView>),
}

struct World {
    rng: Rng,
    /// how many steps were made: the time of the network
    now: u64,
    /// the server's own time in milliseconds, which jumps
    clock: u64,
    log: Vec<Event>,
    room: Room,
    /// when each message arrives
    wire: Vec<(u64, Message)>,
    /// the newest view of each player, and the move they wait for
    seen: Vec<Option<RoomView>>,
    wished: Vec<Option<(u64, String)>>,
    acknowledged: BTreeSet<(u64, usize, String)>,
    bug: Bug,
}

impl World {
    fn new(seed: u64, bug: Bug) -> Self {
        let mut rng = Rng::new(seed);
        let game = ["tic-tac-toe", "gambit", "primi-composti"][rng.below(3)];
        let options = match game {
            "primi-composti" => vec![("players".into(), "3".into()), ("cards".into(), "3".into())],
            _ => Vec::new(),
        };
        let wish = NewRoom {
            game: game.into(),
            options,
            seats: vec![],
            shuffle: false,
            clock: if rng.below(3) == 0 { Clock::Total { seconds: 60, increment: 1 } } else { Clock::None },
            name: String::new(),
            rated: false,
            key: None,
        };
        let (made, _) = make(&wish, seed, "key 0", &|count| (0..count).collect()).expect("a room");
        let mut log = vec![made];
        let mut room = Room::replay("ROOM", &log, 10 * HOUR).expect("a room");
        while !room.started() {
            let (joined, _) = room.join("", &format!("key {}", log.len())).expect("a seat");
            for mut event in joined.events {
                if let Event::Dealt { seed: drawn } = &mut event {
                    *drawn = seed;
                }
                room.apply(&event, 10 * HOUR).expect("it can be applied");
                log.push(event);
            }
        }
        let seats = room.seats().len();
        World {
            rng,
            now: 0,
            clock: 10 * HOUR,
            log,
            room,
            wire: Vec::new(),
            seen: vec![None; seats],
            wished: vec![None; seats],
            acknowledged: BTreeSet::new(),
            bug,
        }
    }

    /// A message goes out: lost, once or twice, sooner or later. Any two that are under way may overtake each other.
    fn send(&mut self, make: impl Fn() -> Message) {
        let copies = [0, 1, 1, 1, 2][self.rng.below(5)];
        for _ in 0..copies {
            let late = if self.rng.below(5) == 0 { 200 } else { 20 };
            let at = self.now + 1 + self.rng.below(late) as u64;
            self.wire.push((at, make()));
        }
    }

    /// Time passes on the server, and its clock jumps now and then; a player with no time left has lost.
    fn tick(&mut self) {
        self.clock += 10;
        match self.rng.below(2000) {
            0 => self.clock += HOUR,
            1 => self.clock = self.clock.saturating_sub(HOUR),
            _ => {}
        }
        if let Some(ended) = self.room.flag(self.clock) {
            self.store(&ended.events);
        }
    }

    /// What happens is stored, and then seen; the process may die before, between and after.
    fn store(&mut self, events: &[Event]) -> bool {
        if self.crash() {
            return false;
        }
        self.log.extend(events.iter().cloned());
        if self.crash() {
            return false;
        }
        for event in events {
            self.room.apply(event, self.clock).expect("it was decided here");
        }
        (0..self.seen.len()).for_each(|seat| self.show(seat));
        true
    }

    /// The process dies and comes back with what is in the log.
    fn crash(&mut self) -> bool {
        let dies = self.rng.below(15) == 0;
        if dies {
            self.room = Room::replay("ROOM", &self.log, self.clock).expect("the log makes sense");
        }
        dies
    }

    fn view(&self, seat: usize) -> RoomView {
        let outside = Outside { now: self.clock, away: vec![None; self.seen.len()] };
        let viewer = if self.bug == Bug::OneViewForAll { 0 } else { seat };
        RoomView { seat: Some(seat), ..self.room.view(Some(viewer), &outside, 0) }
    }

    fn show(&mut self, seat: usize) {
        let view = self.view(seat);
        self.send(|| Message::View(seat, Box::new(view.clone())));
    }

    /// The server takes a move: decides, stores, answers; it may die in between.
    fn take(&mut self, seat: usize, revision: u64, text: &str) {
        let outside = Outside { now: self.clock, away: vec![None; self.seen.len()] };
        let now = self.room.view(None, &outside, 0).revision;
        let said = if self.bug == Bug::NoMemory { now } else { revision };
        let act = Act::Play { revision: said, text: text.to_owned() };
        let done = || Message::Done { seat, revision, text: text.to_owned() };
        match self.room.decide(Some(seat), &act, &outside) {
            Ok(Decision::Already) => self.send(done),
            Ok(Decision::Happens(change)) => {
                if self.bug == Bug::AcknowledgeFirst {
                    self.send(done);
                }
                if self.store(&change.events) && self.bug != Bug::AcknowledgeFirst {
                    self.send(done);
                }
            }
            Ok(Decision::Rematch(_)) => unreachable!("nobody asks for one"),
            Err(refusal) => {
                assert!(matches!(refusal.code, Code::Stale | Code::Turn | Code::State | Code::Illegal), "{refusal:?}");
                self.show(seat);
            }
        }
    }

    fn deliver(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::Play { seat, revision, text } => self.take(seat, revision, &text),
            Message::Look { seat } => self.show(seat),
            Message::Done { seat, revision, text } => {
                self.acknowledged.insert((revision, seat, text));
            }
            Message::View(seat, view) => {
                if let Some(turn) = view.view.turn
                    && turn != seat
                    && !view.view.choices.is_empty()
                {
                    return Err("a player sees the choices of another".into());
                }
                // An older view that comes later is dropped.
                if self.seen[seat].as_ref().is_none_or(|old| view.version >= old.version) {
                    self.seen[seat] = Some(*view);
                }
            }
        }
        Ok(())
    }

    /// A player looks, repeats themselves, or thinks anew.
    fn player(&mut self, seat: usize) {
        let Some(view) = self.seen[seat].clone().filter(|_| self.rng.below(4) > 0) else {
            return self.send(|| Message::Look { seat });
        };
        let choices = &view.view.choices;
        if view.view.turn != Some(seat) || choices.is_empty() {
            return;
        }
        let same =
            self.wished[seat].clone().filter(|(revision, _)| *revision == view.revision && self.rng.below(2) == 0);
        let (revision, text) =
            same.unwrap_or_else(|| (view.revision, choices[self.rng.below(choices.len())].text.clone()));
        self.wished[seat] = Some((revision, text.clone()));
        self.send(|| Message::Play { seat, revision, text: text.clone() });
    }

    /// A computer moves for a player who has run out of time among several.
    fn computer(&mut self) {
        let Some(Thinker { revision, .. }) = self.room.thinker() else { return };
        let legal = self.room.record().replay().expect("the game so far").legal();
        let text = &legal[self.rng.below(legal.len())];
        if let Some(change) = self.room.computer_move(revision, text, self.clock) {
            for event in change.events {
                self.room.apply(&event, self.clock).expect("a legal move");
                self.log.push(event);
            }
            (0..self.seen.len()).for_each(|seat| self.show(seat));
        }
    }

    fn run(mut self) -> Result<(), String> {
        while self.now < STEPS {
            self.now += 1;
            self.tick();
            let due: Vec<usize> = (0..self.wire.len()).filter(|&at| self.wire[at].0 <= self.now).rev().collect();
            for at in due {
                let (_, message) = self.wire.swap_remove(at);
                self.deliver(message)?;
            }
            if self.room.is_over() && self.wire.is_empty() {
                return self.check();
            }
            self.computer();
            if self.now.is_multiple_of(5) && !self.room.is_over() {
                let seat = self.rng.below(self.seen.len());
                self.player(seat);
            }
        }
        Err("the game never ends".into())
    }

    fn check(&self) -> Result<(), String> {
        let Some(room) = Room::replay("ROOM", &self.log, 0) else { return Err("the log makes no sense".into()) };
        if !room.is_over() {
            return Err("what is stored is not the whole game".into());
        }
        let moves: Vec<(u64, usize, String)> = self
            .log
            .iter()
            .filter(|event| event.changes_game())
            .enumerate()
            .filter_map(|(at, event)| match event {
                Event::Moved { seat, text, .. } => Some((at as u64, *seat, text.clone())),
                _ => None,
            })
            .collect();
        match self.acknowledged.iter().find(|done| moves.iter().filter(|made| made == done).count() != 1) {
            Some(lost) => Err(format!("{lost:?} was acknowledged and is not in the log once")),
            None => Ok(()),
        }
    }
}

/// How many of this many seeds find something wrong, and the first of them.
fn found(seeds: u64, bug: Bug) -> (usize, Option<String>) {
    let wrong: Vec<String> = (0..seeds)
        .filter_map(|seed| World::new(seed, bug).run().err().map(|why| format!("seed {seed}: {why}")))
        .collect();
    (wrong.len(), wrong.into_iter().next())
}

#[test]
fn no_acknowledged_move_is_lost_or_doubled_and_no_game_hangs() {
    assert_eq!(found(SEEDS, Bug::None), (0, None));
}

#[test]
fn planted_bugs_are_found() {
    for bug in [Bug::AcknowledgeFirst, Bug::NoMemory, Bug::OneViewForAll] {
        let (count, first) = found(WRONG_SEEDS, bug);
        println!("{bug:?} was found in {count} of {WRONG_SEEDS} seeds");
        assert!(count > WRONG_SEEDS as usize / 20, "{bug:?} was found in {count} seeds only: {first:?}");
    }
}
