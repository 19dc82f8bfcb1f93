//! All puzzles: the daily one, and those of every game by grade.

use agon_client::learn::Collection;
use agon_rules::games::{self, Info};
use agon_rules::text;

use crate::device::{Heard, Load};
use crate::html;
use crate::html::Html;
use crate::page::puzzle::{days, game_of, solved, streak, strength, week};
use crate::page::{Frame, Page, art};
use crate::shell::Shell;
use crate::words::Word;

/// The screen.
pub struct Puzzles {
    games: Vec<Info>,
    /// the puzzles, once they are loaded
    all: Option<Collection>,
}

impl Puzzles {
    /// Opens it.
    pub fn open(shell: &mut Shell) -> Self {
        shell.device().load(Load::Puzzles);
        Puzzles { games: games::list(), all: None }
    }
}

impl Page for Puzzles {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Puzzles), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        let device = to.shell.device();
        html!(to, "<main class='page puzzles' data-key='puzzles'><h1 class='second'>" {Word::Puzzles} "</h1><p class='soft lead'>"
            {text!("In each position one move is best, and that is proved. Find it.")} "</p><div class='live'>");
        daily(to);
        week(to, &streak(&*device), &*device);
        html!(to, "</div>");
        match &self.all {
            Some(all) if all.is_empty() => {
                html!(to, "<p class='refusal'>" {text!("The puzzles cannot be loaded now. Try again when you are online.")} "</p>");
            }
            Some(all) => self.games.iter().for_each(|info| of_game(to, info, all)),
            None => {}
        }
        html!(to, "</main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, _: &mut Shell) {
        if let Heard::Loaded(Load::Puzzles, text) = heard {
            self.all = Some(Collection::read(text));
        }
    }
}

/// The card of the daily puzzle.
pub fn daily(to: &mut Html<'_>) {
    let device = to.shell.device();
    let Some(info) = game_of(device.today()) else { return };
    html!(to, "<a class='now look' data-key='daily' data-style='--hue:" {u32::from(info.look.accent)} "' href='#/puzzle'>");
    art::poster(to, &info);
    html!(to, "<span class='txt'><span class='over'>" {Word::DailyPuzzle} "</span><h2>" {info.title()}
        "</h2><span class='row'><span class='soft small'>" {days(&*device)} "</span><span class='btn sm main'>"
        {text!("Solve")} "</span></span></span></a>");
}

/// The puzzles of a game: how many of each grade are solved.
fn of_game(to: &mut Html<'_>, info: &Info, all: &Collection) {
    if all.ids(info.id).next().is_none() {
        return;
    }
    let strength = strength(info.id, &*to.shell.device());
    html!(to, "<section class='sheet pz look' data-style='--hue:" {u32::from(info.look.accent)} "'><div class='sec'><h2>"
        {info.title()} "</h2><a class='btn sm main' href='#/puzzle/" [info.id] "'>" {text!("Next puzzle")} "</a></div>");
    if !strength.is_vague() {
        html!(to, "<p class='small soft'>" {text!("Your strength here: about {n}", n = strength.rating())} "</p>");
    }
    grades(to, info.id, all);
    html!(to, "</section>");
}

/// The grades of a game's puzzles, each with the way to its next one.
pub fn grades(to: &mut Html<'_>, game: &str, all: &Collection) {
    let mut grades = [(0_usize, 0_usize); 5];
    let done = solved(game, &*to.shell.device());
    for (id, grade) in all.ids(game) {
        let of = &mut grades[usize::from(grade) - 1];
        of.1 += 1;
        of.0 += usize::from(done.split(' ').any(|one| one == id));
    }
    html!(to, "<ul class='pzl'>");
    for (at, (solved, of)) in grades.iter().enumerate().filter(|(_, (_, of))| *of > 0) {
        html!(to, "<li><a href='#/puzzle/" {game} "/" {at + 1} "'>" {text!("Grade {n}", n = at + 1)} "<span>"
            {text!("{solved} of {all}", solved = *solved, all = *of)} "</span></a></li>");
    }
    html!(to, "</ul>");
}
