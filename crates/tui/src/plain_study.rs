//! Lessons and puzzles line by line: the same tasks and words as full screen, for pipes and screen readers.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use agon_client::{Venue, words};
use agon_rules::{ascii, games};
use agon_search::ask::{self, Reply};

use crate::collection::collection;
use crate::desk::hint;
use crate::line;
use crate::local;
use crate::plain::{Paper, play_by_line};
use crate::print::print_rules;
use crate::shelf::lessons;
use crate::study::{Course, Help, Learned, Paragraph, Question, Riddle, State, Study, Wish};
use crate::thought::stand_in;
use crate::word::{self, Way, Word};

/// What can be typed besides moves.
const WORDS: [(&str, &str); 13] = [
    ("next", "go on with the next task or puzzle; Enter does it too where this one is done"),
    ("back", "return to the task before"),
    ("hint", "help: a task shows its move after two tries, a puzzle first where it begins, then the move"),
    ("answer", "show the solution of a puzzle"),
    ("undo", "take a wrong move back; the next move does it too"),
    ("again", "begin the task or puzzle again"),
    ("moves", "list the legal moves"),
    ("board", "show the task and the position again"),
    ("play", "play against the computer, from here after a puzzle"),
    ("learn", "go to the lesson of this game"),
    ("puzzle", "go to the puzzles of this game"),
    ("rules", "show the rules"),
    ("quit", "leave; what is done is kept"),
];

/// Lists the lessons with how far each is, and asks for a game; none when the input ends or says `quit`.
pub fn choose_by_line(learned: &Learned, mut input: impl BufRead, mut out: impl Write) -> io::Result<Option<Course>> {
    for (_, text) in lessons(learned) {
        writeln!(out, "{text}")?;
    }
    let ids: Vec<&str> = games::list().iter().map(|info| info.id).collect();
    writeln!(out, "type a game: {}", ids.join(", "))?;
    loop {
        let Some(text) = line::ask(&mut input, &mut out, "game ")? else { return Ok(None) };
        if text == "quit" {
            return Ok(None);
        }
        match Course::open(&text, learned.clone()) {
            Ok(course) => return Ok(Some(course)),
            Err(why) => writeln!(out, "{why:#}")?,
        }
    }
}

/// Goes through a lesson or puzzles line by line until the input ends or says `quit`. `seed` decides what is left to
/// chance.
pub fn study_by_line(
    study: Study,
    learned: Learned,
    input: impl BufRead,
    out: impl Write,
    seed: fn() -> u64,
    paper: Paper,
) -> io::Result<()> {
    let mut lines = Lines { study, learned, input, out, seed, paper };
    let example = lines.study.example().map_or_else(String::new, |text| format!(" such as `{text}`"));
    writeln!(lines.out, "type a move{example}, or `help`\n")?;
    match lines.run()? {
        End::Left => Ok(()),
        End::Play => {
            let plan = lines.study.game(seed());
            let local = local::open(&plan).map_err(io::Error::other)?;
            play_by_line(Some(local), lines.input, lines.out, seed, paper)
        }
    }
}

/// How it ends.
enum End {
    Left,
    /// a game is to follow
    Play,
}

struct Lines<R, W> {
    study: Study,
    learned: Learned,
    input: R,
    out: W,
    seed: fn() -> u64,
    paper: Paper,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    fn run(&mut self) -> io::Result<End> {
        self.show()?;
        loop {
            self.computers()?;
            let prompt = match (self.study.state(), &self.study) {
                (State::Done, _) => "done, Enter goes on ",
                (State::Wrong, _) => "try again ",
                (_, Study::Lesson(_)) => "task ",
                (_, Study::Puzzle(_)) => "puzzle ",
            };
            let Some(text) = line::ask(&mut self.input, &mut self.out, prompt)? else { return Ok(End::Left) };
            if text.is_empty() {
                match self.study.state() {
                    State::Done => self.step(Way::Forward)?,
                    State::Wrong | State::Open => self.show_again()?,
                }
                continue;
            }
            if let Some((word, _)) = word::read(&text) {
                match word {
                    Word::Quit | Word::Menu => return Ok(End::Left),
                    Word::Play => return Ok(End::Play),
                    word => self.act(word)?,
                }
                continue;
            }
            self.study.back();
            // As in a game, capitals do not matter.
            let lower = text.to_lowercase();
            let known = self.study.view().choices.iter().any(|choice| choice.text == lower);
            match self.study.play(if known { &lower } else { &text }) {
                Ok(()) => self.told()?,
                Err(why) => writeln!(self.out, "{}", words::refusal(&why, self.study.local()))?,
            }
        }
    }

    /// Obeys a command.
    fn act(&mut self, word: Word) -> io::Result<()> {
        match word {
            Word::Help => {
                for (name, what) in WORDS {
                    writeln!(self.out, "{name:<10}{what}")?;
                }
                Ok(())
            }
            Word::Next | Word::Forward => self.step(Way::Forward),
            Word::Back => self.step(Way::Back),
            Word::Hint => self.help(),
            Word::Answer => match self.study.show() {
                Ok(()) => self.told(),
                Err(why) => writeln!(self.out, "{why}"),
            },
            Word::Undo => self.show_again(),
            Word::Restart | Word::Again => {
                self.study.restart();
                self.show()
            }
            Word::Moves => {
                let view = self.study.view();
                let moves: Vec<_> = view.choices.iter().map(|choice| choice.text.as_str()).collect();
                writeln!(self.out, "{} moves: {}", moves.len(), moves.join(" "))
            }
            Word::Board | Word::Text => self.show(),
            Word::Rules => {
                let game = self.study.local().id().to_owned();
                print_rules(&game, self.paper, &mut self.out).map_err(io::Error::other)
            }
            Word::Learn => {
                let course = Course::open(self.study.local().id(), self.learned.clone());
                self.open(course.map(|course| Study::Lesson(Box::new(course))))
            }
            Word::Puzzle => {
                let wish = Wish::Next(self.study.local().id().to_owned(), None);
                let riddle = Riddle::open(collection(), self.learned.clone(), &wish, (self.seed)());
                self.open(riddle.map(|riddle| Study::Puzzle(Box::new(riddle))))
            }
            _ => writeln!(self.out, "a task has no such thing; `help` lists the words"),
        }
    }

    fn open(&mut self, study: anyhow::Result<Study>) -> io::Result<()> {
        match study {
            Ok(study) => {
                self.study = study;
                self.show()
            }
            Err(why) => writeln!(self.out, "{why:#}"),
        }
    }

    fn step(&mut self, way: Way) -> io::Result<()> {
        match self.study.step(way, (self.seed)()) {
            Ok(()) => self.show(),
            Err(end) => writeln!(self.out, "{end:#}"),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        match self.study.help() {
            Help::Say(text, _) => writeln!(self.out, "{text}"),
            Help::Ask(record) => match ask::hint(&record, &|| false) {
                Ok(reply) => writeln!(self.out, "{}", hint(&reply, &self.study.view(), self.study.local())),
                Err(error) => writeln!(self.out, "{error}"),
            },
        }
    }

    /// Takes a wrong move back and shows everything again.
    fn show_again(&mut self) -> io::Result<()> {
        self.study.back();
        self.show()
    }

    /// Writes everything there is to read, and the position.
    fn show(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.study.title())?;
        for part in self.study.text() {
            match part {
                // The title of a task stands in the line above.
                Paragraph::Heading(_) if matches!(self.study, Study::Lesson(_)) => {}
                Paragraph::Ask(text) => writeln!(self.out, "Your task: {}", bare(&text))?,
                part => writeln!(self.out, "{}", bare(part.text()))?,
            }
        }
        if let [me] = *self.study.local().people() {
            writeln!(self.out, "You are player {}.", me + 1)?;
        }
        self.picture()
    }

    /// Writes the position, and what became of the last move.
    fn told(&mut self) -> io::Result<()> {
        self.picture()?;
        // Who answers is asked first, so that it can be said.
        self.computers()?;
        let told = self
            .study
            .text()
            .into_iter()
            .skip_while(|part| matches!(part, Paragraph::Heading(_) | Paragraph::Words(_) | Paragraph::Ask(_)));
        for part in told {
            writeln!(self.out, "{}", bare(part.text()))?;
        }
        Ok(())
    }

    fn picture(&mut self) -> io::Result<()> {
        write!(self.out, "\n{}", ascii::picture(&self.study.view()))
    }

    /// Computers answer until the reader is to do something.
    fn computers(&mut self) -> io::Result<()> {
        while let Some(question) = self.study.question() {
            let begin = Instant::now();
            let stop = |time: Option<Duration>| time.is_some_and(|time| begin.elapsed() >= time);
            let (who, reply) = match &question {
                Question::Reply(record, player, seed) => {
                    let reply = ask::reply(record, player, *seed, &stop);
                    let reply = reply.or_else(|_| ask::reply(record, stand_in(player), *seed, &stop));
                    (player.as_str(), Some(reply.map_err(io::Error::other)?))
                }
                Question::Best(record) => ("Rival", ask::hint(record, &|| false).ok()),
            };
            self.study.answer(reply.as_ref().map(|reply| (reply.text.as_str(), reply.worth.into())));
            if let Some(Reply { text, .. }) = reply {
                writeln!(self.out, "{who} plays {text}")?;
                self.picture()?;
            }
        }
        Ok(())
    }
}

/// Text without the signs of bold words.
fn bare(text: &str) -> String {
    text.replace("**", "")
}
