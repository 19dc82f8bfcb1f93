//! The line client: the same games, players and words on plain input and output, for pipes and screen readers.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use agon_client::{Hindrance, Intent, Local, Plan, Refusal, Review, Sitter, Venue, words};
use agon_rules::{Start, View, ascii, games, pair};
use agon_search::ask;

use crate::desk::{hint, worth};
use crate::game::told;
use crate::keep;
use crate::line;
use crate::local;
use crate::print::print_rules;
use crate::programs;
use crate::thought::{look_again, stand_in};
use crate::word::{self, Word};

/// How long moves are analysed, as nobody can say stop.
const ANALYSIS: Duration = Duration::from_secs(3);
/// This many lines push what was written out of sight.
const SCREEN: usize = 60;

/// Plays line by line, from a game or from the list of games, until the input ends or says `quit`.
///
/// `seed` gives new deals.
pub fn play_by_line(
    local: Option<Local>,
    input: impl BufRead,
    out: impl Write,
    seed: fn() -> u64,
    screen: Paper,
) -> io::Result<()> {
    let mut line = Lines { input, out, seed, screen, at: None };
    let mut local = match local {
        Some(local) => local,
        None => match line.choose()? {
            Some(local) => local,
            None => return Ok(()),
        },
    };
    writeln!(line.out, "{}; type a move, or `help`", title(&local))?;
    line.play(&mut local)
}

/// What the lines are written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// a screen, on which the next person could read what was written before
    Screen,
    /// a pipe or a file
    Pipe,
}

struct Lines<R, W> {
    input: R,
    out: W,
    seed: fn() -> u64,
    screen: Paper,
    /// the ply that is looked at, if it is not the last
    at: Option<usize>,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    /// The next line; none when there is no more.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        line::ask(&mut self.input, &mut self.out, prompt)
    }

    /// Asks for a game, its options and players until they go together.
    fn choose(&mut self) -> io::Result<Option<Local>> {
        for info in games::list() {
            writeln!(self.out, "{:<16}{}", info.id, info.name)?;
        }
        writeln!(
            self.out,
            "type a game, and options as in `agon games`, for example `{} NAME=VALUE`",
            games::list()[0].id
        )?;
        loop {
            let Some(text) = self.ask("game ")? else { return Ok(None) };
            let mut words = text.split_whitespace();
            let Some(game) = words.next() else { continue };
            if game == "quit" {
                return Ok(None);
            }
            let settings = words.map(pair).collect::<Result<Vec<_>, _>>();
            let opened = settings
                .and_then(|settings| games::open(game, &settings, Start::Seed(0)).map(|table| (settings, table)));
            let (settings, table) = match opened {
                Ok(opened) => opened,
                Err(error) => {
                    writeln!(self.out, "{error}")?;
                    continue;
                }
            };
            let known = ask::players(game, &settings).unwrap_or_default();
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            writeln!(
                self.out,
                "who plays, in the order of {} seats? `human` or {}; nothing for `human,medium`",
                table.seats(),
                names.join(", ")
            )?;
            let Some(text) = self.ask("players ")? else { return Ok(None) };
            let sitters = if text.is_empty() {
                Vec::new()
            } else {
                agon_search::names(&text).iter().map(|name| Sitter::new(name)).collect()
            };
            let seed = (self.seed)();
            match local::open(&Plan::new(game, &settings, Start::Seed(seed), sitters, seed)) {
                Ok(local) => return Ok(Some(local)),
                Err(error) => writeln!(self.out, "{error:#}")?,
            }
        }
    }

    fn play(&mut self, local: &mut Local) -> io::Result<()> {
        let mut show = true;
        loop {
            if let Some(seat) = local.hand_over() {
                if self.screen == Paper::Screen {
                    write!(self.out, "{}", "\n".repeat(SCREEN))?;
                }
                if self.ask(&format!("hand over to player {}, who presses Enter ", seat + 1))?.is_none() {
                    return self.leave(local);
                }
                local.take_screen();
                show = true;
            }
            if show {
                write!(self.out, "\n{}", ascii::picture(&told(local, local.view())))?;
                show = false;
            }
            if local.computer_turn().is_some() {
                self.computer(local)?;
                show = true;
                continue;
            }
            let prompt = local.turn().map_or_else(String::new, |seat| format!("player {} ", seat + 1));
            let Some(text) = self.ask(&prompt)? else { return self.leave(local) };
            if text.is_empty() {
                continue;
            }
            // On an earlier position one can ask, but not play.
            let view = self.at.and_then(|ply| local.view_at(ply)).unwrap_or_else(|| local.view());
            let legal = view.choices.iter().find(|choice| choice.text == text || choice.text == text.to_lowercase());
            if let (Some(_), Some(_)) = (legal, self.at) {
                let why = words::refusal(&Refusal::Hindered(Hindrance::EarlierPosition), local);
                writeln!(self.out, "{why}: `last` goes back to the game, `branch` plays on from here")?;
            } else if let Some(choice) = legal {
                let done = local.play(&choice.text);
                debug_assert!(done.is_ok(), "a choice can be played");
                show = true;
            } else if let Some((word, rest)) = word::read(&text) {
                if word == Word::Quit || word == Word::Menu {
                    return self.leave(local);
                }
                show = self.act(local, &view, word, rest)?;
            } else {
                // No legal move reads so: the rules say what would.
                show = self.intend(local, Intent::Play(text))?;
            }
        }
    }

    /// A computer makes its move.
    fn computer(&mut self, local: &mut Local) -> io::Result<()> {
        let Some((seat, player)) = local.computer_turn() else { return Ok(()) };
        let (player, bot_seed, begin) = (player.to_owned(), local.bot_seed(seat), Instant::now());
        let stop = |time: Option<Duration>| time.is_some_and(|time| begin.elapsed() >= time);
        let record = local.record();
        let mut reply = programs::reply(&record, &player, bot_seed, &stop);
        if let Err(error) = &reply {
            let other = stand_in(&player);
            writeln!(self.out, "{error}; `{other}` moves instead")?;
            reply = ask::reply(&record, other, bot_seed, &stop);
        }
        let text = reply.map_err(io::Error::other)?.text;
        local.play(&text).map_err(io::Error::other)?;
        // What is written is what the person may see of it.
        let shown = local.history().last().map_or(String::new(), |step| step.text.clone());
        writeln!(self.out, "player {} ({player}) plays {shown}", seat + 1)
    }

    /// Obeys a command; whether the position is to be shown again.
    fn act(&mut self, local: &mut Local, view: &View, word: Word, rest: &str) -> io::Result<bool> {
        let ply = self.at.unwrap_or(local.ply());
        match word {
            Word::Help => {
                let here = |word: &Word| !matches!(word, Word::Flip | Word::Now | Word::Menu);
                for (_, name, _, what) in word::ALL.iter().filter(|(word, ..)| here(word)) {
                    writeln!(self.out, "{name:<10}{what}")?;
                }
            }
            Word::Rules => print_rules(local.id(), self.screen, &mut self.out).map_err(io::Error::other)?,
            Word::Moves => {
                let moves: Vec<_> = view.choices.iter().map(|choice| choice.text.as_str()).collect();
                writeln!(self.out, "{} moves: {}", moves.len(), moves.join(" "))?;
            }
            Word::Hint => self.hint(local, view, ply)?,
            Word::Analysis => self.analyse(local, view, ply)?,
            Word::Review => self.review(local)?,
            Word::Undo => return self.intend(local, Intent::Takeback),
            Word::Redo => return self.intend(local, Intent::Redo),
            Word::Resign => return self.intend(local, Intent::Resign),
            Word::Restart => return self.intend(local, Intent::Restart),
            Word::Branch => return self.intend(local, Intent::Branch(ply)),
            Word::Again => return self.open(local, Ok(local.again((self.seed)()))),
            Word::Load => return self.open(local, keep::load(rest)),
            Word::Save => {
                let name = if rest.is_empty() { keep::free_name(local.id()) } else { rest.to_owned() };
                match keep::save(&name, &local.plan()) {
                    Ok(()) => writeln!(self.out, "saved as `{}`", keep::short(&name))?,
                    Err(error) => writeln!(self.out, "{error:#}")?,
                }
            }
            Word::Back => self.look(local, ply.saturating_sub(1))?,
            Word::Forward => self.look(local, ply + 1)?,
            Word::First => self.look(local, 0)?,
            Word::Last => self.look(local, usize::MAX)?,
            Word::Board => return Ok(true),
            Word::Learn | Word::Puzzle | Word::Next | Word::Answer | Word::Text | Word::Play => {
                writeln!(self.out, "`agon learn {0}` has lessons, and `agon puzzle {0}` puzzles", local.id())?;
            }
            Word::Flip => writeln!(self.out, "only the full screen can turn the board")?,
            Word::Now | Word::Menu | Word::Quit => {}
            Word::Takeback
            | Word::Draw
            | Word::Rematch
            | Word::Decline
            | Word::Computer
            | Word::Return
            | Word::Name
            | Word::Say
            | Word::Mute
            | Word::Report => {
                let why = words::refusal(&Refusal::OnlyInRooms, local);
                writeln!(self.out, "{why}; `agon play GAME --online new` opens one")?;
            }
        }
        Ok(false)
    }

    /// Does what the player wants of the game, or says why not; whether the position is to be shown again.
    fn intend(&mut self, local: &mut Local, intent: Intent) -> io::Result<bool> {
        match local.act(0, intent) {
            Ok(_) => self.changed(),
            Err(why) => {
                writeln!(self.out, "{}", words::refusal(&why, local))?;
                Ok(false)
            }
        }
    }

    fn changed(&mut self) -> io::Result<bool> {
        self.at = None;
        Ok(true)
    }

    fn open(&mut self, local: &mut Local, plan: anyhow::Result<Plan>) -> io::Result<bool> {
        match plan.and_then(|plan| local::open(&plan)) {
            Ok(other) => {
                *local = other;
                writeln!(self.out, "{}", title(local))?;
                self.changed()
            }
            Err(error) => {
                writeln!(self.out, "{error:#}")?;
                Ok(false)
            }
        }
    }

    /// Shows the position at a ply.
    fn look(&mut self, local: &Local, ply: usize) -> io::Result<()> {
        let ply = ply.min(local.ply());
        self.at = (ply < local.ply()).then_some(ply);
        let how = if self.at.is_some() { "; `branch` plays on from here, `last` goes back to the game" } else { "" };
        let view = local.view_at(ply).unwrap_or_else(|| local.view());
        write!(self.out, "\n{}", ascii::picture(&told(local, view)))?;
        writeln!(self.out, "move {ply} of {}{how}", local.ply())
    }

    fn hint(&mut self, local: &Local, view: &View, ply: usize) -> io::Result<()> {
        let Some(record) = local.record_at(ply).filter(|_| local.may_rate(ply)) else {
            return writeln!(self.out, "there is nothing to hint at");
        };
        match ask::hint(&record, &|| false) {
            Ok(reply) => writeln!(self.out, "{}", hint(&reply, view, local)),
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// Looks at the whole game again and says where it turned.
    fn review(&mut self, local: &Local) -> io::Result<()> {
        let Some(mut review) = local.review().and_then(|record| Review::new(&record)) else {
            let why =
                if local.ply() == 0 { "no move has been made yet".to_owned() } else { words::no_review().to_string() };
            return writeln!(self.out, "{why}");
        };
        while look_again(&mut review, &|| false) {}
        let turns = review.plies().iter().enumerate().filter(|(_, ply)| ply.is_turn());
        let turns: Vec<String> = turns
            .map(|(at, ply)| format!("player {}: {}", ply.seat + 1, words::turning_point(ply, at, review.scale())))
            .collect();
        if turns.is_empty() {
            writeln!(self.out, "{}", words::no_turning_point())?;
        }
        turns.iter().try_for_each(|turn| writeln!(self.out, "{turn}"))?;
        match review.decided().map(words::decided) {
            Some((when, sure)) => writeln!(self.out, "{when} ({sure})"),
            None => Ok(()),
        }
    }

    fn analyse(&mut self, local: &Local, view: &View, ply: usize) -> io::Result<()> {
        let Some(record) = local.record_at(ply).filter(|_| local.may_rate(ply)) else {
            return writeln!(self.out, "there is nothing to analyse");
        };
        let begin = Instant::now();
        let mut last = None;
        let rated = ask::analyse(&record, &|| begin.elapsed() >= ANALYSIS, &mut |analysis| {
            last = Some(analysis.clone());
        });
        if let Err(error) = rated {
            return writeln!(self.out, "{error}");
        }
        let Some(last) = last else { return writeln!(self.out, "nothing was found in time") };
        if let Some(depth) = last.depth {
            writeln!(self.out, "{depth} moves ahead:")?;
        }
        for (text, value) in &last.moves {
            writeln!(self.out, "{text:<8} {}", worth((*value).into(), view))?;
        }
        Ok(())
    }

    /// The last words: what was played, so that it can be loaded.
    fn leave(&mut self, local: &Local) -> io::Result<()> {
        // A record holds what is hidden too.
        if local.turn().is_some() && !local.is_open() {
            return writeln!(self.out, "the game is not finished; `save` keeps one");
        }
        writeln!(self.out, "record: {}", local.record())
    }
}

fn title(local: &Local) -> String {
    let sitters = local.sitters().iter().enumerate();
    let players: Vec<String> =
        sitters.map(|(seat, sitter)| format!("player {} is {}", seat + 1, sitter.word())).collect();
    format!("{}: {}", local.heading(), players.join(", "))
}
