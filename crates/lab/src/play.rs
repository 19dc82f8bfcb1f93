//! One game between computer players.

mod again;

use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_rules::{
    Error, Game, Match, Moves, Path, Record, Rng, Seat, Show, Viewer, games, options_of, outcome_of, winners,
};
use agon_search::{NoPlayer, Patience, Player, Search, fast_hash, fingerprint as print_of};

use crate::opening::even;
use crate::openings::{Begin, Opening, TRIES};
use crate::outside::{Failure, Outside, is_program, label};
use crate::played::{FORFEIT, Played, Thinking, fingerprint};
use crate::tally::WHOLE;

/// As many seats as a game can have.
pub const SEATS: usize = games::MOST_SEATS;

/// How a game begins: a deal and an opening, so that players without chance do not repeat the same game.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// the seed of deal, opening moves and players
    pub seed: u64,
    /// which seating of these players it is: in each of them they have chance of their own
    pub seating: u64,
    /// the moves before the players take over
    pub opening: Begin<'a>,
}

impl Start<'_> {
    /// The deal of a seed, in the first seating.
    pub fn deal(seed: u64) -> Self {
        Start { seed, seating: 0, opening: Begin::Deal }
    }
}

/// A finished game as the statistics see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// the final score of each seat
    pub scores: [i32; SEATS],
    /// whether each seat is among the winners; all of them in a draw
    pub won: [bool; SEATS],
    /// how many plies it took, the opening included
    pub plies: u32,
    /// the legal moves there were to choose from, summed over the plies that were chosen
    pub choices: u64,
    /// how many plies were chosen
    pub chosen: u32,
    /// how often the lead in points passed from one seat to another
    pub leads: u32,
    /// why a player forfeited the game
    pub forfeit: Option<String>,
    /// how many plies the opening had
    pub opening: u32,
    /// the same for games in which the players took over in the same position and made the same moves
    pub fingerprint: u64,
}

impl Finished {
    /// The share of a seat in the win, in sixtieths.
    pub fn share(&self, seat: Seat) -> u64 {
        let winners = self.won.iter().filter(|won| **won).count() as u64;
        if self.won[seat] { WHOLE / winners } else { 0 }
    }
}

/// Who sits at the board: one of our players, or another program.
enum Seated<G: Game> {
    Inside(Box<Player<G>>),
    Outside(Outside),
}

/// How long another program may take for a move unless said otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Whether a name is that of a player who can play this game from a deal, or of a program.
pub fn check<G: Game>(name: &str, game: &G, search: &Arc<dyn Search<G>>) -> Result<(), NoPlayer> {
    match seated(name, game, search)? {
        Seated::Inside(player) => player.fits_start(game, Patience::Minutes),
        Seated::Outside(_) => Ok(()),
    }
}

fn seated<G: Game>(name: &str, game: &G, search: &Arc<dyn Search<G>>) -> Result<Seated<G>, NoPlayer> {
    if is_program(name) {
        let unfit = || NoPlayer::Unfit(name.to_owned(), agon_rules::text!("a command must follow `cmd:`"));
        return Outside::new(name).map(Seated::Outside).ok_or_else(unfit);
    }
    Ok(Seated::Inside(Box::new(Player::of(name, game, search.clone())?)))
}

/// Players and the memory they share, for any number of games one after the other.
pub struct Board<'a, G: Show> {
    game: &'a G,
    search: Arc<dyn Search<G>>,
    players: Vec<Seated<G>>,
    patience: Duration,
    position: Option<String>,
    path: Path<G::State>,
    moves: Moves<G::Move>,
    line: Vec<G::Move>,
    // The plies of openings, where they must be even.
    balance: Option<u32>,
    // The same game for programs: they are told positions and moves as their seat sees them.
    table: Option<Match<G>>,
}

impl<'a, G: Show> Board<'a, G> {
    /// A board with one player for each seat, by name; `patience` is the time programs have for a move.
    pub fn new(
        game: &'a G,
        search: &Arc<dyn Search<G>>,
        names: &[impl AsRef<str>],
        patience: Duration,
    ) -> Result<Self, NoPlayer> {
        let players = names.iter().map(|name| seated(name.as_ref(), game, search)).collect::<Result<_, _>>()?;
        let path = Path::new(game.deal(&mut Rng::new(0)), 0);
        let (search, moves, line) = (search.clone(), Moves::new(), Vec::new());
        Ok(Board { game, search, players, patience, position: None, path, moves, line, balance: None, table: None })
    }

    /// Lets every game begin at a position instead of a deal.
    pub fn at(mut self, position: &str) -> Result<Self, Error> {
        Match::new(self.game.clone(), agon_rules::Start::Position(position.to_owned()))?;
        self.position = Some(position.to_owned());
        Ok(self)
    }

    /// Lets every game begin with an opening of so many plies that favours nobody, where two play and see everything.
    pub(crate) fn balanced(mut self, plies: u32) -> Self {
        let dealt = Viewer::Seat(self.game.turn(self.path.state()));
        let is_open = self.game.seats() == 2 && !self.game.hides(self.path.state(), dealt);
        self.balance = is_open.then_some(plies);
        self
    }

    /// Where a game begins.
    fn start(&self, start: Start) -> agon_rules::Start {
        match (start.opening, &self.position) {
            (Begin::With(Opening { start: Some(start), .. }), _) => start.clone(),
            (_, Some(position)) => agon_rules::Start::Position(position.clone()),
            _ => agon_rules::Start::Seed(start.seed),
        }
    }

    /// Where a game begins, and the moves of its opening.
    pub(crate) fn opening(&mut self, start: Start) -> (agon_rules::Start, Vec<G::Move>) {
        self.find_line(start);
        (self.start(start), self.line.clone())
    }

    /// Plays one game; `each` hears of every move before it is made. When `stop` returns true, the game is broken
    /// off and what is returned is worth nothing.
    pub fn play(
        &mut self,
        start: Start,
        stop: &(dyn Fn() -> bool + Sync),
        mut each: impl FnMut(&G::State, G::Move),
    ) -> Result<Finished, NoPlayer> {
        self.play_thinking(start, stop, |state, m, _| each(state, m))
    }

    /// The same; `each` also hears what the move has cost whoever chose it.
    pub(crate) fn play_thinking(
        &mut self,
        start: Start,
        stop: &(dyn Fn() -> bool + Sync),
        mut each: impl FnMut(&G::State, G::Move, Thinking),
    ) -> Result<Finished, NoPlayer> {
        let game = self.game;
        self.find_line(start);
        self.restart(start);
        for at in 0..self.line.len() {
            let m = self.line[at];
            each(self.path.state(), m, Thinking::Unknown);
            self.advance(m);
        }
        let opening = self.line.len() as u32;
        let mut plies = opening;
        let mut print = print_of(self.path.state()) as u64;
        let seeds = seeds(start.seed, start.seating);
        let (mut choices, mut chosen, mut leads, mut leader) = (0, 0, 0, None);
        let mut forfeit = self.begin(&seeds);
        while forfeit.is_none() && !stop() {
            let seat = game.turn(self.path.state());
            let (m, width, thinking) = match &mut self.players[seat] {
                Seated::Inside(player) => {
                    let clock = player.time().map(|time| (Instant::now(), time));
                    let late = || stop() || clock.is_some_and(|(begin, time)| begin.elapsed() >= time);
                    let Some(pick) = player.choose(game, &self.path, seeds[seat], plies.into(), &late)? else { break };
                    let thinking = match clock {
                        Some((begin, _)) => Thinking::since(begin),
                        None if pick.nodes > 0 => Thinking::Nodes(pick.nodes),
                        None => Thinking::Unknown,
                    };
                    (pick.m, player.width(), thinking)
                }
                Seated::Outside(outside) => {
                    if self.path.draw().is_some() || self.moves.relist(game, self.path.state()).is_empty() {
                        break;
                    }
                    let (table, begin) = (self.table.as_ref().expect("a program has a table"), Instant::now());
                    match ask(outside, table, self.patience) {
                        Ok(m) => (m, self.moves.len(), Thinking::since(begin)),
                        Err(why) => {
                            forfeit = Some((seat, why));
                            break;
                        }
                    }
                }
            };
            choices += width as u64;
            chosen += 1;
            each(self.path.state(), m, thinking);
            print = fast_hash(print, &m);
            self.advance(m);
            plies += 1;
            if G::POINTS {
                let ahead = leader_of(game, self.path.state());
                leads += u32::from(ahead.is_some() && leader.is_some() && ahead != leader);
                leader = ahead.or(leader);
            }
        }
        let (scores, won, forfeit) = self.end(forfeit);
        let fingerprint = Rng::derive(print, 0);
        Ok(Finished { scores, won, plies, choices, chosen, leads, forfeit, opening, fingerprint })
    }

    /// Plays one game, and keeps everything worth keeping of it. `players` are called what their names say.
    pub fn record(
        &mut self,
        start: Start,
        stop: &(dyn Fn() -> bool + Sync),
        players: &[String],
    ) -> Result<(Finished, Played), NoPlayer> {
        let (game, mut moves, mut thinking, mut positions) = (self.game, Vec::new(), Vec::new(), Vec::new());
        let finished = self.play_thinking(start, stop, |state, m, cost| {
            positions.push(fingerprint(&game.write_state(state)));
            moves.push(game.write_move(state, m));
            thinking.push(cost);
        })?;
        positions.push(fingerprint(&game.write_state(self.path.state())));
        if thinking.iter().all(|one| *one == Thinking::Unknown) {
            thinking.clear();
        }
        let outcome = outcome_of(game, &self.path);
        let options = options_of(game).into_iter().map(|(name, value)| (name, value.to_string())).collect();
        let record = Record { game: G::ID.to_owned(), options, start: self.start(start), moves };
        let played = Played {
            winners: (0..game.seats()).filter(|seat| finished.won[*seat]).collect(),
            reason: outcome.as_ref().map_or_else(|| FORFEIT.to_owned(), |outcome| outcome.reason.clone()),
            scores: outcome.and_then(|outcome| outcome.scores),
            note: finished.forfeit.clone().unwrap_or_default(),
            opening: finished.opening,
            thinking,
            positions,
            ..Played::new(record, players.iter().map(|player| label(player).to_owned()).collect())
        };
        Ok((finished, played))
    }

    /// The moves of the opening. It never ends the game: random plies that do are drawn again, and where all do, the last
    /// of them are left out.
    fn find_line(&mut self, start: Start) {
        self.line.clear();
        if self.balance.is_some() {
            self.restart(start);
        }
        if let Some(plies) = self.balance {
            self.line = even((self.game, &*self.search), &self.path, plies, Rng::stream(start.seed, OPENING).bits());
            return;
        }
        match start.opening {
            Begin::Deal => {}
            Begin::With(opening) => {
                self.restart(start);
                for at in &opening.moves {
                    let m = self.moves.relist(self.game, self.path.state())[usize::from(*at)];
                    self.line.push(m);
                    self.path.play(self.game, m);
                }
            }
            Begin::Random(plies) => {
                for attempt in 0..TRIES {
                    self.restart(start);
                    self.line.clear();
                    let mut rng = Rng::stream(start.seed, OPENING - attempt);
                    while self.line.len() < plies as usize
                        && let Some(m) = self.random(&mut rng)
                    {
                        self.line.push(m);
                        self.path.play(self.game, m);
                    }
                    self.moves.clear();
                    let over = self.path.draw().is_some() || self.game.over(self.path.state(), &mut self.moves);
                    if !over {
                        return;
                    }
                }
                self.line.pop();
            }
        }
    }

    /// Deals, or begins at the position.
    fn restart(&mut self, start: Start) {
        let shows = self.players.iter().any(|player| matches!(player, Seated::Outside(_)));
        match self.start(start) {
            agon_rules::Start::Seed(seed) if !shows => self.path.restart(self.game.deal(&mut Rng::new(seed)), 0),
            begin => {
                let table = Match::new(self.game.clone(), begin).expect("the position was read before");
                self.path = table.path().clone();
                self.table = shows.then_some(table);
            }
        }
    }

    fn advance(&mut self, m: G::Move) {
        self.path.play(self.game, m);
        if let Some(table) = &mut self.table {
            table.advance(m);
        }
    }

    /// Tells other programs that a game begins. One that cannot be reached forfeits.
    fn begin(&mut self, seeds: &[u64; SEATS]) -> Option<(Seat, Failure)> {
        let table = self.table.as_ref()?;
        self.players.iter_mut().enumerate().find_map(|(seat, player)| match player {
            Seated::Outside(outside) => outside.begin(table, seat, seeds[seat]).err().map(|why| (seat, why)),
            Seated::Inside(_) => None,
        })
    }

    /// Tells other programs the result, and stops a program that forfeited the game.
    fn end(&mut self, forfeit: Option<(Seat, Failure)>) -> ([i32; SEATS], [bool; SEATS], Option<String>) {
        let seats = self.game.seats();
        let (scores, mut won) = self.result();
        if let Some((loser, _)) = &forfeit {
            won = std::array::from_fn(|seat| seat < seats && seat != *loser);
        }
        let winners: Vec<Seat> = (0..seats).filter(|&seat| won[seat]).collect();
        let mut said = None;
        for (seat, player) in self.players.iter_mut().enumerate() {
            let Seated::Outside(outside) = player else { continue };
            match &forfeit {
                Some((loser, why)) if *loser == seat => {
                    outside.dismiss();
                    said = Some(format!("`{}` {why}", outside.name()));
                }
                _ => outside.end(&scores[..seats], &winners),
            }
        }
        (scores, won, said)
    }

    /// A random move, or none when the game is over.
    fn random(&mut self, rng: &mut Rng) -> Option<G::Move> {
        if self.path.draw().is_some() {
            return None;
        }
        self.game.sample(self.path.state(), rng, &mut self.moves)
    }

    /// The scores and who has won: all of them in a draw, those with the highest score otherwise.
    fn result(&mut self) -> ([i32; SEATS], [bool; SEATS]) {
        let (game, state, seats) = (self.game, self.path.state(), self.game.seats());
        let drawn = !game.over(state, &mut self.moves);
        let score = |seat: Seat| if seat < seats && (G::POINTS || !drawn) { game.score(state, seat) } else { 0 };
        let scores: [i32; SEATS] = std::array::from_fn(score);
        let mut won = std::array::from_fn(|seat| seat < seats && drawn);
        winners(&scores[..seats]).for_each(|seat| won[seat] = true);
        (scores, won)
    }
}

/// The move of a program.
fn ask<G: Show>(outside: &mut Outside, table: &Match<G>, patience: Duration) -> Result<G::Move, Failure> {
    let text = outside.choose(table, &patience.into())?;
    Ok(table.find(&text).expect("a program answers with a legal move"))
}

/// Where the chance of openings and players begins, apart from that of deals.
const OPENING: u64 = u64::MAX;
const PLAYERS: u64 = 1 << 32;

/// The seed of each player in a game with this seed. A player against itself has chance of its own at each seat of each
/// seating: otherwise it would play the same game in both, and win exactly half of them.
fn seeds(seed: u64, seating: u64) -> [u64; SEATS] {
    std::array::from_fn(|seat| Rng::derive(seed, PLAYERS + seating * SEATS as u64 + seat as u64))
}

/// The seat that leads alone, if one does.
fn leader_of<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    let scores: [i32; SEATS] =
        std::array::from_fn(|seat| if seat < game.seats() { game.score(state, seat) } else { 0 });
    let mut first = winners(&scores[..game.seats()]);
    first.next().filter(|_| first.next().is_none())
}
