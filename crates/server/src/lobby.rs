//! The lobby as pure logic: which rooms are open to everybody, what has changed since the last beat, and who is put
//! together. No I/O, clock or chance: `lobby/hall.rs` has those.
//!
//! Every process reports its own part whole: the rooms whose players are connected there. A part is replaced by the next
//! report and forgotten when none comes, so lost word does no lasting harm, and nothing is stored.

mod ask;
mod hall;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr};

use agon_wire::{LobbyChange, LobbyView, OpenGame};
use serde::{Deserialize, Serialize};

pub(crate) use hall::{BEAT, Hall, Notice, Visitor};

/// A process that has not reported for this long is gone.
const SILENCE_MS: u64 = 6_000;
/// How often a process reports its part when nothing changes.
const REPORT_MS: u64 = 2_000;
/// How often visitors hear how many people there are when nothing else changes.
const PEOPLE_MS: u64 = 2_000;
/// More open games than this are not shown: a person reads a few, and a message must end somewhere.
const MOST: usize = 1_000;

/// An open game as a process reports it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Post {
    game: OpenGame,
    /// whether its player goes to any room where somebody wants the same
    quick: bool,
    /// since when it is open, in milliseconds of this process; between processes, for how long it has been
    since: u64,
    /// the order in which rooms of this process opened, for those that opened in the same millisecond
    #[serde(skip)]
    turn: u64,
    /// the address of its player; other processes are not told
    #[serde(skip, default = "nowhere")]
    from: IpAddr,
}

fn nowhere() -> IpAddr {
    Ipv4Addr::UNSPECIFIED.into()
}

impl Post {
    /// A room that is open since then, of somebody at this address; the lobby gives it its turn.
    fn new(game: OpenGame, quick: bool, since: u64, from: IpAddr) -> Post {
        Post { game, quick, since, turn: 0, from }
    }
}

/// What one process knows by itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Part {
    people: usize,
    posts: Vec<Post>,
    /// when it was reported
    #[serde(skip)]
    heard: u64,
}

/// The lobby at one process.
#[derive(Default)]
pub(crate) struct Lobby {
    own: BTreeMap<String, Post>,
    /// how many rooms of one address are shown; none for all
    most_of_one: Option<u32>,
    /// how many rooms have opened here
    turns: u64,
    visitors: usize,
    /// the parts of other processes
    parts: BTreeMap<u64, Part>,
    /// what was told last to those who listen here
    shown: BTreeMap<String, OpenGame>,
    people: usize,
    told: u64,
    /// what was reported last to other processes, and when
    reported: Part,
    /// whether anything may have changed since the last beat
    changed: bool,
}

/// What there is to do after a beat.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Beat {
    /// to be told to everybody who listens
    pub change: Option<LobbyChange>,
    /// to be reported to other processes
    pub report: Option<String>,
    /// rooms of this process whose only player goes to another room, where somebody waits for the same
    pub moves: Vec<(String, String)>,
}

impl Lobby {
    /// A room of this process is open to everybody as it is now, or no longer.
    pub(crate) fn post(&mut self, room: &str, post: Option<Post>) {
        match post {
            Some(post) => {
                let turn = self.own.get(room).map_or(self.turns, |known| known.turn);
                self.turns += 1;
                self.own.insert(room.to_owned(), Post { turn, ..post });
            }
            None => drop(self.own.remove(room)),
        }
        self.changed = true;
    }

    /// How many rooms of one address are shown from now on.
    pub(crate) fn limit(&mut self, most_of_one: u32) {
        self.most_of_one = Some(most_of_one).filter(|most| *most < u32::MAX);
    }

    /// Somebody has come to look at the lobby here, or has left it.
    pub(crate) fn visit(&mut self, visitors: impl Fn(usize) -> usize) {
        self.visitors = visitors(self.visitors);
        self.changed = true;
    }

    /// Another process has reported its part.
    pub(crate) fn hear(&mut self, process: u64, report: &str, now: u64) {
        let Ok(mut part) = serde_json::from_str::<Part>(report) else { return };
        let before = self.parts.remove(&process).unwrap_or_default();
        for post in &mut part.posts {
            let known = before.posts.iter().find(|known| known.game.room == post.game.room);
            post.since = known.map_or_else(|| now.saturating_sub(post.since), |known| known.since);
        }
        part.heard = now;
        self.parts.insert(process, part);
        self.changed = true;
    }

    /// The rooms of this process that are shown: of each address the oldest ones, so that nobody fills the lobby alone.
    fn listed(&self) -> Vec<&Post> {
        let mut posts: Vec<&Post> = self.own.values().collect();
        let Some(most) = self.most_of_one else { return posts };
        posts.sort_by_key(|post| (post.since, post.turn));
        let mut counts: HashMap<IpAddr, u32> = HashMap::new();
        posts.retain(|post| {
            let count = counts.entry(post.from).or_insert(0);
            *count += 1;
            *count <= most
        });
        posts
    }

    /// Everything that is open, by room. Two processes may report one room: then the fuller one is newer.
    fn posts(&self) -> BTreeMap<&str, &Post> {
        let mut all: BTreeMap<&str, &Post> = BTreeMap::new();
        for post in self.listed().into_iter().chain(self.parts.values().flat_map(|part| &part.posts)) {
            let known = all.entry(&post.game.room).or_insert(post);
            if known.game.taken() < post.game.taken() {
                *known = post;
            }
        }
        all
    }

    /// The rooms, those that have waited longest first.
    fn by_age(&self) -> Vec<&Post> {
        let mut posts: Vec<&Post> = self.posts().into_values().collect();
        posts.sort_by_key(|post| (post.since, post.turn));
        posts
    }

    /// How many people are here: they look at the lobby, or wait in an open game.
    fn people(&self) -> usize {
        self.people_here() + self.parts.values().map(|part| part.people).sum::<usize>()
    }

    fn people_here(&self) -> usize {
        self.visitors + self.own.values().map(|post| post.game.people()).sum::<usize>()
    }

    /// The lobby as it is now.
    pub(crate) fn view(&self) -> LobbyView {
        let games = self.by_age().into_iter().take(MOST).map(|post| post.game.clone()).collect();
        LobbyView { people: self.people(), games }
    }

    /// The lobby as it was told last: those who come now go on from there.
    pub(crate) fn shown(&self) -> LobbyView {
        let mut view = LobbyView { people: self.people, games: self.shown.values().cloned().collect() };
        let posts = self.posts();
        view.games.sort_by_key(|game| posts.get(game.room.as_str()).map(|post| (post.since, post.turn)));
        view
    }

    /// The rooms in which somebody waits for the same, those that have waited longest first.
    pub(crate) fn like(&self, wanted: &OpenGame) -> Vec<String> {
        let posts = self.by_age().into_iter().filter(|post| post.game.is_like(wanted));
        posts.map(|post| post.game.room.clone()).collect()
    }

    /// What has changed since the last beat, and what to do about it.
    pub(crate) fn beat(&mut self, now: u64) -> Beat {
        let parts = self.parts.len();
        self.parts.retain(|_, part| now.saturating_sub(part.heard) < SILENCE_MS);
        self.changed |= self.parts.len() != parts;
        let report = self.report(now);
        // A move that failed is tried again with the next report.
        let moves = if self.changed || report.is_some() { self.moves() } else { Vec::new() };
        let due = self.people != self.people() && now.saturating_sub(self.told) >= PEOPLE_MS;
        let change = if std::mem::take(&mut self.changed) || due { self.change(now, due) } else { None };
        Beat { change, report, moves }
    }

    /// The own part as others are to know it: when it has changed, and from time to time while there is something in it.
    fn report(&mut self, now: u64) -> Option<String> {
        let part = Part { people: self.people_here(), posts: self.listed().into_iter().cloned().collect(), heard: now };
        let same = part.people == self.reported.people && part.posts == self.reported.posts;
        let silent = part.people == 0 && part.posts.is_empty();
        if same && (silent || now.saturating_sub(self.reported.heard) < REPORT_MS) {
            return None;
        }
        self.reported = part.clone();
        let aged = part.posts.into_iter().map(|post| Post { since: now.saturating_sub(post.since), ..post });
        Some(agon_wire::write(&Part { posts: aged.collect(), ..part }))
    }

    /// What is different from the last message. Visitors hear only now and then that people have come and gone.
    fn change(&mut self, now: u64, due: bool) -> Option<LobbyChange> {
        let games: Vec<OpenGame> = self.view().games;
        let rooms: BTreeSet<&str> = games.iter().map(|game| game.room.as_str()).collect();
        let gone: Vec<String> = self.shown.keys().filter(|room| !rooms.contains(room.as_str())).cloned().collect();
        let put: Vec<OpenGame> =
            games.iter().filter(|game| self.shown.get(&game.room) != Some(game)).cloned().collect();
        if put.is_empty() && gone.is_empty() && !due {
            return None;
        }
        self.shown = games.into_iter().map(|game| (game.room.clone(), game)).collect();
        (self.people, self.told) = (self.people(), now);
        Some(LobbyChange { people: self.people, put, gone })
    }

    /// Who is put together: people who asked for the same at the same moment, each in a room of their own. A room that
    /// its maker offered stays; of the others, the one with the smaller code, so that all processes decide alike.
    fn moves(&self) -> Vec<(String, String)> {
        let posts = self.posts();
        let mut free: Vec<(&Post, usize)> =
            posts.into_values().map(|post| (post, post.game.chairs.len() - post.game.taken())).collect();
        free.sort_by_key(|(post, _)| (post.quick && post.game.people() == 1, &post.game.room));
        let mut moves = Vec::new();
        for at in (1..free.len()).rev() {
            let (post, _) = free[at];
            if !post.quick || post.game.people() != 1 {
                break;
            }
            let fits = |(other, seats): &&mut (&Post, usize)| *seats > 0 && other.game.is_like(&post.game);
            let Some((to, seats)) = free[..at].iter_mut().find(fits) else { continue };
            *seats -= 1;
            // Every process moves the players who are connected to it.
            if self.own.contains_key(&post.game.room) {
                moves.push((post.game.room.clone(), to.game.room.clone()));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests;
