//! The explorer of openings in the lab: what was played in the games of a study, how they ended, and what is proved.
//!
//! It is made in the worker, as text that unfolds by itself: the page only shows it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_client::Worth;
use agon_client::words::{self, Scale};
use agon_lab::Played;
use agon_lab::report::escape;
use agon_rules::{Language, Record, Settings, Start, Text, Viewer, games, text};

use crate::icon::Icon;

/// How many plies are told apart.
const PLIES: usize = 5;
/// How many moves are shown in all, and how many of one position.
const ROWS: usize = 150;
const MOVES: usize = 10;
/// How many positions are asked what their moves are worth, and for how many nodes each.
const RATED: usize = 8;
const NODES: u64 = 100_000;

/// The beginnings of the games of one part of a study.
pub struct Explorer {
    game: String,
    settings: Vec<(String, String)>,
    root: Node,
}

/// A position that games came to, by the moves that led there.
#[derive(Default)]
struct Node {
    games: u64,
    /// by seat: games won alone
    wins: Vec<u64>,
    draws: u64,
    next: BTreeMap<String, Node>,
}

impl Explorer {
    /// How many games are looked at: about as many of the first ones of a study.
    pub const GAMES: u64 = 20_000;

    /// An explorer for a game with these options; none where every game begins with another deal.
    pub fn new(game: &str, settings: &Settings) -> Option<Self> {
        let start = |seed| games::open(game, settings, Start::Seed(seed)).map(|table| table.position(Viewer::Referee));
        let same = start(1).is_ok_and(|one| (2..6).all(|seed| start(seed).as_ref() == Ok(&one)));
        same.then(|| Explorer { game: game.to_owned(), settings: settings.to_vec(), root: Node::default() })
    }

    /// Takes games in.
    pub fn add(&mut self, games: &[Played]) {
        for game in games {
            self.root.add(game, &game.record.moves[..game.record.moves.len().min(PLIES)]);
        }
    }

    /// What is shown of it, as HTML in a language; nothing where there are no games.
    pub fn html(&self, language: &dyn Language) -> String {
        let shown = self.shown();
        let (mut html, mut rated) = (String::new(), 0);
        self.children(&self.root, &mut Vec::new(), shown, language, &mut rated, &mut html);
        if html.is_empty() {
            return html;
        }
        let title = escape(&text!("Openings").tell(language));
        let count = text!("{games} game looked at" | "{games} games looked at", games = self.root.games);
        format!("<h2>{title}</h2>\n<p>{}</p>\n{html}", escape(&count.tell(language)))
    }

    /// The fewest games of a move that is shown, so that there are not too many.
    fn shown(&self) -> u64 {
        let mut counts = Vec::new();
        self.root.counts(&mut counts);
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.get(ROWS).map_or(1, |next| next + 1)
    }

    fn children(
        &self,
        node: &Node,
        line: &mut Vec<String>,
        least: u64,
        language: &dyn Language,
        rated: &mut usize,
        html: &mut String,
    ) {
        let mut moves: Vec<(&String, &Node)> = node.next.iter().filter(|(_, next)| next.games >= least).collect();
        moves.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(b.0)));
        moves.truncate(MOVES);
        if moves.is_empty() {
            return;
        }
        *rated += 1;
        let worths = if *rated <= RATED { self.worths(line) } else { Vec::new() };
        *html += "<ul>\n";
        for (text, next) in moves {
            let worth = worths.iter().find(|(known, _)| known == text).map(|(_, worth)| worth);
            let told = next.told(text, worth, language);
            let mut inner = String::new();
            line.push(text.clone());
            self.children(next, line, least, language, rated, &mut inner);
            line.pop();
            *html += &if inner.is_empty() {
                format!("<li>{told}</li>\n")
            } else {
                format!(
                    "<li><details><summary>{}<span>{told}</span></summary>{inner}</details></li>\n",
                    Icon::Next.small()
                )
            };
        }
        *html += "</ul>\n";
    }

    /// What the moves after a line are worth to the player who makes them, in words; the same each time.
    fn worths(&self, line: &[String]) -> Vec<(String, Text)> {
        // A search asks about every thousand nodes.
        let (asked, mut last) = (AtomicU64::new(0), Vec::new());
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= NODES / 1024;
        let (start, moves) = (Start::Seed(0), line.to_vec());
        let record = Record { game: self.game.clone(), options: self.settings.clone(), start, moves };
        let Ok(table) = record.replay() else { return Vec::new() };
        let (view, seat) = (table.view(Viewer::Referee), table.turn().unwrap_or(0));
        let _ = agon_search::ask::analyse(&record, &stop, &mut |analysis| last.clone_from(&analysis.moves));
        let told = |worth: agon_search::Worth| words::worth(Worth::from(worth), seat, Scale::of(&view));
        last.into_iter().map(|(text, worth)| (text, told(worth))).filter(|(_, told)| !told.is_empty()).collect()
    }
}

impl Node {
    fn add(&mut self, game: &Played, moves: &[String]) {
        self.games += 1;
        self.wins.resize(game.players.len(), 0);
        match game.winners.as_slice() {
            [alone] => self.wins[*alone] += 1,
            _ => self.draws += u64::from(game.is_drawn()),
        }
        if let Some((first, rest)) = moves.split_first() {
            self.next.entry(first.clone()).or_default().add(game, rest);
        }
    }

    fn counts(&self, counts: &mut Vec<u64>) {
        for next in self.next.values() {
            counts.push(next.games);
            next.counts(counts);
        }
    }

    /// A move in one line: how often, how it ended, what it is worth.
    fn told(&self, text: &str, worth: Option<&Text>, language: &dyn Language) -> String {
        let percent = |part: u64| (100 * part + self.games / 2) / self.games.max(1);
        let mut parts = vec![text!("{games} game" | "{games} games", games = self.games)];
        let player =
            |(seat, wins): (usize, &u64)| text!("player {seat}: {share} %", seat = seat + 1, share = percent(*wins));
        parts.extend(self.wins.iter().enumerate().map(player));
        parts.push(text!("drawn: {share} %", share = percent(self.draws)));
        parts.extend(worth.cloned());
        let parts: Vec<String> = parts.iter().map(|part| escape(&part.tell(language))).collect();
        format!("<b>{}</b> {}", escape(text), parts.join(" · "))
    }
}
