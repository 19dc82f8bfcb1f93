//! One game between computer players.

use std::time::{Duration, Instant};

use agon_rules::{Game, Moves, Path, Rng, Seat, Show, games, winners};
use agon_search::{Guide, NoPlayer, Player};

use crate::outside::{Outside, PREFIX};

/// As many seats as a game can have.
pub const SEATS: usize = games::MOST_SEATS;

/// How a game begins: a deal and some random moves, so that deterministic players do not repeat the same game.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// the seed of deal, opening moves and players
    pub seed: u64,
    /// random plies before the players take over
    pub opening: u32,
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
}

/// Who sits at the board: one of our players, or another program.
enum Seated<G: Game, E> {
    Inside(Box<Player<G, E>>),
    Outside(String, Outside),
}

/// How long another program may take for a move unless said otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Whether a name is that of a player of this game, or of a program.
pub fn check<G: Game, E: Guide<G>>(name: &str, game: &G, guide: &E) -> Result<(), NoPlayer> {
    seated(name, game, guide, PATIENCE).map(drop)
}

fn seated<G: Game, E: Guide<G>>(name: &str, game: &G, guide: &E, patience: Duration) -> Result<Seated<G, E>, NoPlayer> {
    if name.starts_with(PREFIX) {
        let unfit = || NoPlayer::Unfit(name.to_owned(), agon_rules::text!("a command must follow `cmd:`"));
        return Outside::new(name, patience).map(|outside| Seated::Outside(name.to_owned(), outside)).ok_or_else(unfit);
    }
    Ok(Seated::Inside(Box::new(Player::new(name, game, guide)?)))
}

/// Players and the memory they share, for any number of games one after the other.
pub struct Board<'a, G: Show, E> {
    game: &'a G,
    players: Vec<Seated<G, E>>,
    path: Path<G::State>,
    moves: Moves<G::Move>,
}

impl<'a, G: Show, E: Guide<G>> Board<'a, G, E> {
    /// A board with one player for each seat, by name; `patience` is the time programs have for a move.
    pub fn new(game: &'a G, guide: &E, names: &[impl AsRef<str>], patience: Duration) -> Result<Self, NoPlayer> {
        let players =
            names.iter().map(|name| seated(name.as_ref(), game, guide, patience)).collect::<Result<_, _>>()?;
        let path = Path::new(game.deal(&mut Rng::new(0)), 0);
        Ok(Board { game, players, path, moves: Moves::new() })
    }

    /// Plays one game; `each` hears of every move before it is made.
    pub fn play(&mut self, start: Start, mut each: impl FnMut(&G::State, G::Move)) -> Result<Finished, NoPlayer> {
        let game = self.game;
        self.path.restart(game.deal(&mut Rng::new(start.seed)), 0);
        let mut rng = Rng::stream(start.seed, OPENING);
        let mut plies = 0;
        while plies < start.opening
            && let Some(m) = self.random(&mut rng)
        {
            each(self.path.state(), m);
            self.path.play(game, m);
            plies += 1;
        }
        let seeds: [u64; SEATS] = std::array::from_fn(|seat| Rng::derive(start.seed, PLAYERS + seat as u64));
        let (mut choices, mut chosen, mut leads, mut leader) = (0, 0, 0, None);
        let mut forfeit = self.begin(&seeds);
        while forfeit.is_none() {
            let seat = game.turn(self.path.state());
            let (m, width) = match &mut self.players[seat] {
                Seated::Inside(player) => {
                    let clock = player.time().map(|time| (Instant::now(), time));
                    let stop = || clock.is_some_and(|(begin, time)| begin.elapsed() >= time);
                    let Some(pick) = player.choose(game, &self.path, seeds[seat], plies.into(), &stop)? else { break };
                    (pick.m, player.width())
                }
                Seated::Outside(_, outside) => {
                    if self.path.draw().is_some() || self.moves.relist(game, self.path.state()).is_empty() {
                        break;
                    }
                    match outside.choose(game, &self.path, &self.moves) {
                        Ok(m) => (m, self.moves.len()),
                        Err(why) => {
                            forfeit = Some((seat, why));
                            break;
                        }
                    }
                }
            };
            choices += width as u64;
            chosen += 1;
            each(self.path.state(), m);
            self.path.play(game, m);
            plies += 1;
            if G::POINTS {
                let ahead = leader_of(game, self.path.state());
                leads += u32::from(ahead.is_some() && leader.is_some() && ahead != leader);
                leader = ahead.or(leader);
            }
        }
        let (scores, won, forfeit) = self.end(forfeit);
        Ok(Finished { scores, won, plies, choices, chosen, leads, forfeit })
    }

    /// Tells other programs that a game begins. One that cannot be reached forfeits.
    fn begin(&mut self, seeds: &[u64; SEATS]) -> Option<(Seat, String)> {
        let game = self.game;
        self.players.iter_mut().enumerate().find_map(|(seat, player)| match player {
            Seated::Outside(_, outside) => outside.begin(game, seat, seeds[seat]).err().map(|why| (seat, why)),
            Seated::Inside(_) => None,
        })
    }

    /// Tells other programs the result, and stops a program that forfeited the game.
    fn end(&mut self, forfeit: Option<(Seat, String)>) -> ([i32; SEATS], [bool; SEATS], Option<String>) {
        let seats = self.game.seats();
        let (scores, mut won) = self.result();
        if let Some((loser, _)) = &forfeit {
            won = std::array::from_fn(|seat| seat < seats && seat != *loser);
        }
        let winners: Vec<Seat> = (0..seats).filter(|&seat| won[seat]).collect();
        let mut said = None;
        for (seat, player) in self.players.iter_mut().enumerate() {
            let Seated::Outside(name, outside) = player else { continue };
            match &forfeit {
                Some((loser, why)) if *loser == seat => {
                    outside.dismiss();
                    said = Some(format!("`{name}` {why}"));
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

const OPENING: u64 = u64::MAX;
const PLAYERS: u64 = 1 << 32;

/// The seat that leads alone, if one does.
fn leader_of<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    let scores: [i32; SEATS] =
        std::array::from_fn(|seat| if seat < game.seats() { game.score(state, seat) } else { 0 });
    let mut first = winners(&scores[..game.seats()]);
    first.next().filter(|_| first.next().is_none())
}
