//! Tablebases: endgames whose every position is known, and what follows from them for a game under way.
//!
//! Retrograde analysis knows nothing of the two draws that depend on the path, so what it says is a fact of a game without
//! them. This is what holds in the game with them; a position stands after `q` quiet plies.
//!
//! - *Drawn* is drawn. Each seat has a move that avoids the positions it would lose, again and again. A draw by the path
//!   can only end such play with a draw, so neither seat can be made to lose.
//! - *Won in p plies* is won, and in no fewer plies, if `q + p` is at most 100 and no position but the present one has stood
//!   twice. Along the winner's shortest way the distance falls with every ply, whatever the other seat does. So no position
//!   comes twice on it, and none for the third time. The quiet count can reach 100 with the last ply only, and a win comes
//!   before that draw. A win in fewer plies would be one in the game without such draws too.
//! - Otherwise a position that is won in p plies is at least drawn for the winner, who avoids what loses as above. It is
//!   given as this bound.

use std::any::{Any, type_name};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use agon_rules::{Game, Moves, Path, Registry, Seat};

use super::Solve;
use super::mtdf::root_moves;
use super::retrograde::{BEYOND, Fate, Positions, Stage, retrograde};
use super::solution::{GameValue, Solution};
use crate::control::Control;
use crate::hash::FastHasher;

/// A tablebase of so many positions is built in a moment, wherever it helps: for players, hints and analyses.
pub const QUICK: u64 = 50_000;
/// A tablebase of so many positions is built within seconds, where an exact value is asked for.
pub const SOON: u64 = 2_000_000;

/// The endgame of a position.
pub enum Endgame<G: Game> {
    /// Nobody has numbered its positions.
    None,
    /// It has more positions than were allowed: this many.
    TooLarge(u64),
    /// Its positions.
    Fits(Box<dyn Positions<G>>),
}

/// An endgame whose every position is known.
pub struct Tablebase<G: Game> {
    positions: Box<dyn Positions<G>>,
    values: Vec<u8>,
}

/// What a tablebase says of a position.
pub struct ReadOff<M> {
    /// its value, and that of every move
    pub solution: Solution<M>,
    /// after how many plies each move wins or loses, in the order of the list of moves, itself included: none where it draws,
    /// or takes more than a hundred. Where the value of the move is not proved, this holds without the draws of the path
    pub plies: Vec<Option<usize>>,
    /// how many positions the tablebase has
    pub size: usize,
}

impl<G: Game> Tablebase<G> {
    /// Builds it. None when the control stops it.
    pub fn build(game: &G, positions: Box<dyn Positions<G>>, control: &mut Control) -> Option<Self> {
        let values = retrograde(game, &*positions, Vec::new(), control, &mut |_: Stage, _: &[u8]| {})?;
        Some(Tablebase { positions, values })
    }

    /// One that was built before. None if these are not its values by their number.
    pub fn known(positions: Box<dyn Positions<G>>, values: Vec<u8>) -> Option<Self> {
        (values.len() == positions.size()).then_some(Tablebase { positions, values })
    }

    /// How many numbers it has, a byte each.
    pub fn size(&self) -> usize {
        self.values.len()
    }

    /// The fate of a position. None if it is not of this endgame, or if the game is over there.
    pub fn fate(&self, s: &G::State) -> Option<Fate> {
        Fate::of(*self.values.get(self.positions.number(s)?)?).filter(|fate| fate.plies() != Some(0))
    }

    /// Whether it says something of a position with these rules.
    fn serves(&self, game: &G, s: &G::State) -> bool {
        self.positions.serves(game) && self.fate(s).is_some()
    }

    /// What it says of a position. None if it says nothing, or the game is over.
    pub fn read_off(&self, game: &G, path: &Path<G::State>) -> Option<ReadOff<G::Move>> {
        let list = root_moves(game, path).ok().filter(|_| self.serves(game, path.state()))?;
        let seat = game.turn(path.state());
        let stood_twice = stood_twice(path);
        let told: Vec<Told> =
            list.iter().map(|&m| self.tell(game, path, m, &stood_twice)).collect::<Option<Vec<Told>>>()?;
        let value = GameValue::best_of(told.iter().map(|told| told.value), seat);
        let best = value.proved().and_then(|value| best(&told, value, seat));
        let mut pv: Vec<G::Move> = best.map(|at| list[at]).into_iter().collect();
        let plies = best.and_then(|at| {
            // A win that is not proved might come sooner than those that are.
            let sooner = |other: &Told| {
                other.value.proved().is_none() && other.favours == told[at].favours && other.plies < told[at].plies
            };
            told[at].plies.filter(|_| value != GameValue::Proved(0) && !told.iter().any(sooner))
        });
        if let Some(at) = best.filter(|_| value != GameValue::Proved(0)) {
            let mut s = *path.state();
            game.play(&mut s, list[at]);
            self.follow(game, s, &mut pv);
        }
        let moves = list.iter().copied().zip(told.iter().map(|told| told.value)).collect();
        let plies_of_moves = told.iter().map(|told| told.plies).collect();
        let solution = Solution { value, moves, pv, plies, nodes: 0 };
        Some(ReadOff { solution, plies: plies_of_moves, size: self.size() })
    }

    /// What it says of a move. None if it does not know where the move leads.
    fn tell(&self, game: &G, path: &Path<G::State>, m: G::Move, stood_twice: &[G::State]) -> Option<Told> {
        let mut path = path.clone();
        path.play(game, m);
        let s = path.state();
        if game.over(s, &mut Moves::new()) {
            let value = game.score(s, 0) - game.score(s, 1);
            let favours = (value != 0).then_some(usize::from(value < 0));
            return Some(Told { value: GameValue::Proved(value.signum()), favours, plies: favours.map(|_| 1) });
        }
        const DRAWN: Told = Told { value: GameValue::Proved(0), favours: None, plies: None };
        if path.draw().is_some() {
            return Some(DRAWN);
        }
        let seat = game.turn(s);
        let (winner, plies) = match self.fate(s)? {
            Fate::Drawn => return Some(DRAWN),
            Fate::Won(plies) => (seat, plies),
            Fate::Lost(plies) => (1 - seat, plies),
        };
        let in_time = plies < BEYOND && path.quiet() + u16::from(plies) <= Path::<G::State>::QUIET;
        let sure = in_time && stood_twice.iter().all(|twice| twice == s);
        let sign = if winner == 0 { 1 } else { -1 };
        let value = if sure { GameValue::Proved(sign) } else { GameValue::from_bounds(sign.min(0), sign.max(0)) };
        let plies = (plies < BEYOND).then_some(usize::from(plies) + 1);
        Some(Told { value, favours: Some(winner), plies })
    }

    /// Best play from a decided position to the end of the game: the winner hurries, the other seat holds out.
    fn follow(&self, game: &G, mut s: G::State, pv: &mut Vec<G::Move>) {
        let mut moves = Moves::new();
        while !moves.relist(game, &s).is_empty() {
            let distance = |m: &G::Move| {
                let mut after = s;
                game.play(&mut after, *m);
                if game.over(&after, &mut Moves::new()) {
                    let mover = game.turn(&s);
                    return if game.score(&after, mover) > game.score(&after, 1 - mover) { -1000 } else { 0 };
                }
                match self.fate(&after) {
                    Some(Fate::Lost(plies)) => i32::from(plies) - 1000,
                    Some(Fate::Won(plies)) => -i32::from(plies),
                    _ => -500,
                }
            };
            let Some(m) = moves.iter().copied().min_by_key(distance) else { return };
            game.play(&mut s, m);
            pv.push(m);
        }
    }
}

/// What a tablebase says of a position: one that was given to this process, or else a new one, if it needs at most `most`
/// positions, and no more than the control allows nodes. None where there is none, where the game is over, or when the
/// caller stops it. Each position may be looked at several times; the control counts that, and does not stop it.
pub fn look_up<G: Game, E: Solve<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    most: u64,
    control: &mut Control,
) -> Option<ReadOff<G::Move>> {
    if let Some(tablebase) = given(game, path.state()) {
        return tablebase.read_off(game, path);
    }
    root_moves(game, path).ok()?;
    let Endgame::Fits(positions) = guide.endgame(game, path.state(), most.min(control.left())) else { return None };
    let mut free = control.unlimited();
    let tablebase = Tablebase::build(game, positions, &mut free);
    control.nodes += free.nodes;
    let mut found = tablebase?.read_off(game, path)?;
    found.solution.nodes = control.nodes;
    Some(found)
}

/// What is known of a move.
struct Told {
    value: GameValue,
    /// who wins without the draws of the path
    favours: Option<Seat>,
    /// and after how many plies, this move included
    plies: Option<usize>,
}

/// The first of the best moves among those proved to have a value: the soonest win, the latest loss.
fn best(told: &[Told], value: i32, seat: Seat) -> Option<usize> {
    let keeps = |at: &usize| told[*at].value == GameValue::Proved(value);
    let wins = value == if seat == 0 { 1 } else { -1 };
    let plies = |at: &usize| told[*at].plies.unwrap_or(0) as i64;
    (0..told.len()).filter(keeps).min_by_key(|at| if wins { plies(at) } else { -plies(at) })
}

/// The states that have stood twice in a path already.
fn stood_twice<G: Copy + Eq + std::hash::Hash>(path: &Path<G>) -> Vec<G> {
    let mut times: HashMap<G, u32, FastHasher> = HashMap::default();
    let mut twice = Vec::new();
    for (s, _) in (0..).map_while(|ply| path.at(ply)) {
        let times = times.entry(*s).or_default();
        *times += 1;
        if *times == 2 {
            twice.push(*s);
        }
    }
    twice
}

/// The tablebases that were given to this process for one game. They only grow, and change no value: they are facts of the
/// rules, and what they say is proved.
#[derive(Default)]
struct Shelf(RwLock<Vec<Arc<dyn Any + Send + Sync>>>);

static SHELVES: Registry<Shelf> = Registry::new();

/// The shelf of a game, by the name of its type.
fn shelf<G: Game>() -> Arc<Shelf> {
    SHELVES.enter(type_name::<G>(), Arc::default())
}

/// Makes a tablebase known to every solver and player of its game in this process.
pub fn give<G: Game>(tablebase: Tablebase<G>) {
    shelf::<G>().0.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(tablebase));
}

/// The first given tablebase that knows a position.
pub fn given<G: Game>(game: &G, s: &G::State) -> Option<Arc<Tablebase<G>>> {
    let shelf = shelf::<G>();
    let given = shelf.0.read().unwrap_or_else(PoisonError::into_inner);
    let mut of_game = given.iter().filter_map(|table| Arc::clone(table).downcast::<Tablebase<G>>().ok());
    of_game.find(|table| table.serves(game, s))
}

/// What the fates of a tablebase add up to. Positions in which the game is over are not counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// positions that the seat to move wins
    pub won: u64,
    /// positions that it loses
    pub lost: u64,
    /// positions that nobody wins
    pub drawn: u64,
    /// the plies of the longest win, above a hundred 101, and the number of a position that takes so long
    pub longest: Option<(u8, usize)>,
}

impl Summary {
    /// Adds up the bytes of a tablebase.
    pub fn of(values: &[u8]) -> Self {
        let mut sum = Summary::default();
        for (number, fate) in values.iter().enumerate().filter_map(|(at, byte)| Some((at, Fate::of(*byte)?))) {
            match fate {
                Fate::Lost(0) => continue,
                Fate::Won(_) => sum.won += 1,
                Fate::Lost(_) => sum.lost += 1,
                Fate::Drawn => sum.drawn += 1,
            }
            let Some(plies) = fate.plies() else { continue };
            if sum.longest.is_none_or(|(longest, _)| plies > longest) {
                sum.longest = Some((plies, number));
            }
        }
        sum
    }
}
