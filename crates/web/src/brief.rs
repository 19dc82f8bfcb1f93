//! A new game in a few words, as the form sums it up: who plays, who starts, by which rules, for how long.

use agon_rules::{Text, Value, text};
use agon_wire::Clock;

use crate::setup::{Against, Setup, Who};
use crate::think::Step;
use crate::words::Word;

/// The levels that every reader of the form understands, from weak to strong: the name in commands, its name for people,
/// and what it is like to play it.
pub const LEVELS: [(&str, Word, Word); 5] = [
    ("easy", Word::Easy, Word::EasyLine),
    ("medium", Word::Medium, Word::MediumLine),
    ("hard", Word::Hard, Word::HardLine),
    ("expert", Word::Expert, Word::ExpertLine),
    ("perfect", Word::Perfect, Word::PerfectLine),
];

/// What people call a computer player.
pub fn level(name: &str) -> Text {
    let known = LEVELS.iter().find(|(level, ..)| *level == name);
    known.map_or_else(|| Text::term("player", name), |(_, word, _)| word.text())
}

/// How a level does against the one below it.
pub fn step(step: &Step) -> Text {
    let score = step.score[0].round() as u32;
    match step.below.as_str() {
        "random" => text!("{score} % against random moves", score),
        below => text!("{score} % against {player}", score, player = level(below)),
    }
}

/// What each player is called in the form; several of a kind are counted.
pub fn players(setup: &Setup) -> Vec<Text> {
    let all = setup.everybody();
    let name = |at: usize| {
        let same = all[..at].iter().filter(|who| **who == all[at]).count();
        let name = match &all[at] {
            Who::Me => Word::You.text(),
            Who::Friend => Word::Friend.text(),
            Who::Online if setup.public => Word::Anybody.text(),
            Who::Online => Word::OnlineFriend.text(),
            Who::Computer(name) => level(name),
        };
        if same == 0 { name } else { text!("{name} {number}", name, number = same as u32 + 1) }
    };
    (0..all.len()).map(name).collect()
}

/// Who plays against whom.
pub fn versus(setup: &Setup) -> Text {
    let names = players(setup);
    match names.as_slice() {
        [_, _] if setup.against() == Against::Online && !setup.public => text!("You against a friend online"),
        [one, other] => text!("{one} against {other}", one = one.clone(), other = other.clone()),
        all if setup.against() == Against::Watch => text!("{n} computers", n = all.len() as u32),
        all => text!("You against {n} others", n = all.len() as u32 - 1),
    }
}

/// Who starts.
pub fn starts(setup: &Setup) -> Text {
    let names = players(setup);
    match (names.get(setup.begins()), setup.player(setup.begins())) {
        (None, _) => text!("Chance decides who starts"),
        (Some(_), Who::Me) => text!("You start"),
        (Some(name), _) => text!("{name} starts", name = name.clone()),
    }
}

/// The rules that are chosen: words by name, what is switched on, and numbers that differ from the usual.
pub fn rules(setup: &Setup) -> Vec<Text> {
    let info = &setup.info;
    let chosen = info.options.iter().enumerate().filter_map(|(at, option)| {
        let value = option.values[setup.chosen(at)];
        match value {
            Value::Word(_) => Some(info.value_name(option, value)),
            Value::Flag(on) if on && value != option.default => Some(info.option_title(option)),
            Value::Flag(on) if !on && value != option.default => {
                Some(text!("without: {option}", option = info.option_title(option)))
            }
            Value::Number(_) if !info.value_summary(option, value).is_empty() => Some(info.value_name(option, value)),
            Value::Number(_) if value != option.default => {
                let (option, number) = (info.option_title(option), info.value_name(option, value));
                Some(text!("{option}: {number}", option, number))
            }
            Value::Flag(_) | Value::Number(_) => None,
        }
    });
    chosen.collect()
}

/// A sentence begins with a capital letter, also where commands write the same words without.
pub fn capital(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// How long it takes.
pub fn time(setup: &Setup) -> Text {
    let minutes = u32::from(setup.info.look.minutes);
    match (setup.is_online(), setup.clock) {
        // The server gives it one, so that nobody avoids a loss by never moving again.
        (true, Clock::None) if setup.rated && setup.can_be_rated() => {
            clock_text(Clock::Move { seconds: Clock::MOST_DAYS * Clock::DAY })
        }
        (false, _) | (true, Clock::None) => {
            text!("No clock, about {n} minute" | "No clock, about {n} minutes", n = minutes)
        }
        (true, clock) => clock_text(clock),
    }
}

/// A clock in words.
pub fn clock_text(clock: Clock) -> Text {
    match clock {
        Clock::None => Word::NoClock.text(),
        Clock::Move { seconds } if clock.is_slow() => {
            text!("{n} day for each move" | "{n} days for each move", n = seconds / Clock::DAY)
        }
        Clock::Move { seconds } => text!("{n} s for each move", n = seconds),
        Clock::Total { seconds, increment: 0 } => text!("{n} min", n = seconds / 60),
        Clock::Total { seconds, increment } => text!("{n} min + {more} s", n = seconds / 60, more = increment),
    }
}
