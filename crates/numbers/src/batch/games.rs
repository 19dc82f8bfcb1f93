//! The games of a batch: one loop over all of them, compiled for each game.

use std::sync::Arc;
use std::time::Instant;

use agon_rules::{Moves, Path, Rng, Seat, Show, Viewer, position_text};
use agon_search::{Player, search_of};

use super::{Arrays, Batch, BatchSpec};
use crate::codec::Codec;
use crate::error::{Error, length};
use crate::payoff::Payoff;
use crate::player::bot_seed;

/// Random numbers of a game besides its deal, for moves that are sampled.
const SAMPLES: u64 = u64::MAX - 1;

/// Games of one type in play.
pub struct Games<G: Show> {
    codec: Arc<Codec<G>>,
    payoff: Payoff,
    max_plies: u32,
    players: Vec<Option<Player<G>>>,
    games: Vec<Slot<G>>,
    /// the legal actions of all games, one after the other
    legal: Vec<u32>,
    moves: Moves<G::Move>,
}

/// One game in play.
struct Slot<G: Show> {
    path: Path<G::State>,
    /// the seed of all deals of this place in the batch, and how many there were
    stream: u64,
    dealt: u64,
    /// the seed of this deal
    seed: u64,
    plies: u32,
    /// for moves that are sampled
    rng: Rng,
    /// where its legal actions are
    legal: (u32, u32),
}

impl<G: Show> Slot<G> {
    #[inline]
    fn deal(&mut self, game: &G) {
        self.seed = Rng::derive(self.stream, self.dealt);
        self.dealt += 1;
        self.plies = 0;
        self.path.restart(game.deal(&mut Rng::new(self.seed)), 0);
    }
}

/// How a game goes on after a move.
enum Standing {
    /// The seat to move has moves; so often the position has stood before.
    GoesOn(usize),
    Over,
    Truncated,
}

impl<G: Show> Games<G> {
    /// A batch. Its games are dealt; the caller resets it to see them.
    pub fn new(codec: Arc<Codec<G>>, spec: &BatchSpec) -> Result<Self, Error> {
        let game = codec.game();
        let seats = game.seats();
        if spec.games == 0 {
            return Err(Error::Batch("it needs at least one game".to_owned()));
        }
        if spec.players.len() > seats {
            return Err(Error::Batch(format!("{} players for {seats} seats", spec.players.len())));
        }
        if spec.max_plies == Some(0) {
            return Err(Error::Batch("a game needs at least one ply".to_owned()));
        }
        let search = search_of()?;
        let player =
            |name: &Option<String>| name.as_ref().map(|name| Player::of(name, game, search.clone())).transpose();
        let players = spec.players.iter().map(player).collect::<Result<Vec<_>, _>>()?;
        if players.len() == seats && players.iter().all(Option::is_some) {
            return Err(Error::Batch("every seat has a player; leave one to the caller".to_owned()));
        }
        let start = game.deal(&mut Rng::new(0));
        let slot = |_| Slot {
            path: Path::new(start, 0),
            stream: 0,
            dealt: 0,
            seed: 0,
            plies: 0,
            rng: Rng::new(0),
            legal: (0, 0),
        };
        let mut batch = Games {
            payoff: spec.payoff,
            max_plies: spec.max_plies.unwrap_or(u32::MAX),
            players,
            games: (0..spec.games).map(slot).collect(),
            legal: Vec::new(),
            moves: Moves::new(),
            codec,
        };
        batch.restart(spec.seed);
        Ok(batch)
    }

    /// Deals every game. No move is listed then.
    fn restart(&mut self, seed: u64) {
        self.legal.clear();
        for (place, slot) in self.games.iter_mut().enumerate() {
            slot.stream = Rng::derive(seed, place as u64);
            slot.dealt = 0;
            slot.rng = Rng::stream(slot.stream, SAMPLES);
            slot.legal = (0, 0);
            slot.deal(self.codec.game());
        }
    }

    /// Lists the moves of a game, and says how it stands.
    #[inline]
    fn stands(&mut self, place: usize) -> Standing {
        let (slot, game) = (&self.games[place], self.codec.game());
        self.moves.clear();
        let repeats = if G::LOOPS { slot.path.repeats() } else { 0 };
        let is_drawn = G::LOOPS && (repeats == 2 || slot.path.quiet() >= Path::<G::State>::QUIET);
        game.moves(slot.path.state(), &mut self.moves);
        if self.moves.is_empty() || is_drawn {
            Standing::Over
        } else if slot.plies >= self.max_plies {
            Standing::Truncated
        } else {
            Standing::GoesOn(repeats)
        }
    }

    /// Plays on until the caller is to decide, and writes the row of a game.
    #[inline]
    fn write(&mut self, place: usize, out: &mut Arrays) -> Result<(), Error> {
        let seats = self.codec.game().seats();
        let reward = &mut out.reward[place * seats..][..seats];
        reward.fill(0.0);
        (out.done[place], out.truncated[place]) = (false, false);
        let repeats = loop {
            match self.stands(place) {
                Standing::GoesOn(repeats) => {
                    let turn = self.codec.game().turn(self.games[place].path.state());
                    if !self.answers(place, turn)? {
                        break repeats;
                    }
                }
                standing => {
                    let is_over = matches!(standing, Standing::Over);
                    if is_over {
                        let state = *self.games[place].path.state();
                        let returns = self.payoff.returns(self.codec.game(), &state, &mut self.moves);
                        reward.iter_mut().zip(returns).for_each(|(out, value)| *out = value as f32);
                    }
                    (out.done[place], out.truncated[place]) = (true, !is_over);
                    self.games[place].deal(self.codec.game());
                }
            }
        };
        self.show(place, repeats, out)
    }

    /// Whether a player sits here; then it has moved.
    #[inline]
    fn answers(&mut self, place: usize, turn: Seat) -> Result<bool, Error> {
        let Some(Some(player)) = self.players.get_mut(turn) else { return Ok(false) };
        let (slot, game) = (&mut self.games[place], self.codec.game());
        let clock = player.time().map(|time| (Instant::now(), time));
        let stop = || clock.is_some_and(|(begin, time)| begin.elapsed() >= time);
        let seed = bot_seed(slot.seed, turn);
        let pick = player.choose(game, &slot.path, seed, slot.plies.into(), &stop)?;
        slot.path.advance(game, pick.expect("a game that goes on has a move").m);
        slot.plies += 1;
        Ok(true)
    }

    /// Writes what the seat to move sees, and which of the listed moves it has.
    #[inline]
    fn show(&mut self, place: usize, repeats: usize, out: &mut Arrays) -> Result<(), Error> {
        let (slot, codec) = (&mut self.games[place], &*self.codec);
        let (actions, size) = (codec.actions().len(), codec.size());
        let turn = codec.game().turn(slot.path.state());
        out.turn[place] = turn as i32;
        codec.observe(&slot.path, repeats, turn, &mut out.observation[place * size..][..size]);
        let mask = &mut out.mask[place * actions..][..actions];
        mask.fill(false);
        let begin = self.legal.len();
        for m in self.moves.iter() {
            let Some(number) = codec.actions().number(m) else {
                return Err(codec.unnumbered(slot.path.state(), *m).of_game(place));
            };
            mask[number as usize] = true;
            self.legal.push(number);
        }
        slot.legal = (begin as u32, self.legal.len() as u32);
        Ok(())
    }

    /// The legal actions of a game.
    #[inline]
    fn legal_of(&self, place: usize) -> &[u32] {
        let (begin, end) = self.games[place].legal;
        &self.legal[begin as usize..end as usize]
    }

    /// Whether the moves of all games are listed: not before the first reset, and not after an error halfway.
    fn is_listed(&self) -> Result<(), Error> {
        if self.legal.is_empty() { Err(Error::Batch("reset it first".to_owned())) } else { Ok(()) }
    }

    /// The error for an action that is not legal in a game.
    #[cold]
    fn refuse(&self, place: usize, action: i64) -> Error {
        let last = self.codec.actions().len() - 1;
        let mut legal = self.legal_of(place).to_vec();
        legal.sort_unstable();
        let is_known = usize::try_from(action).is_ok_and(|action| action <= last);
        if is_known { Error::Illegal { action, legal } } else { Error::NoAction { action, last } }.of_game(place)
    }
}

impl<G: Show> Batch for Games<G> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> Seat {
        self.codec.game().seats()
    }

    fn actions(&self) -> usize {
        self.codec.actions().len()
    }

    fn size(&self) -> usize {
        self.codec.size()
    }

    fn reset(&mut self, seed: u64, mut out: Arrays) -> Result<(), Error> {
        out.check(self)?;
        self.restart(seed);
        let written = (0..self.games.len()).try_for_each(|place| self.write(place, &mut out));
        written.inspect_err(|_| self.restart(seed))
    }

    fn step(&mut self, actions: &[i64], mut out: Arrays) -> Result<(), Error> {
        out.check(self)?;
        length("actions", actions.len(), self.games.len())?;
        self.is_listed()?;
        for (place, action) in actions.iter().enumerate() {
            if !u32::try_from(*action).is_ok_and(|action| self.legal_of(place).contains(&action)) {
                return Err(self.refuse(place, *action));
            }
        }
        self.legal.clear();
        let written = actions.iter().enumerate().try_for_each(|(place, action)| {
            let slot = &mut self.games[place];
            slot.path.advance(self.codec.game(), self.codec.actions().moves()[*action as usize]);
            slot.plies += 1;
            self.write(place, &mut out)
        });
        written.inspect_err(|_| self.restart(0))
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Error> {
        length("actions", actions.len(), self.games.len())?;
        self.is_listed()?;
        for (slot, action) in self.games.iter_mut().zip(actions) {
            let (begin, end) = slot.legal;
            *action = self.legal[begin as usize + slot.rng.below((end - begin) as usize)].into();
        }
        Ok(())
    }

    fn deal(&self, game: usize) -> Option<(u64, u32)> {
        self.games.get(game).map(|slot| (slot.seed, slot.plies))
    }

    fn position(&self, game: usize, viewer: Viewer) -> Option<String> {
        self.games.get(game).map(|slot| position_text(self.codec.game(), &slot.path, viewer))
    }

    fn legal(&self, game: usize) -> Option<&[u32]> {
        (game < self.games.len()).then(|| self.legal_of(game))
    }
}
