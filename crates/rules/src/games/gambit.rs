//! Gambit: jump over an enemy to take it, keep jumping with the same piece, score islands at the end.
//!
//! Each jump is one move; `stop` ends a turn early. Rules: docs/rules/gambit.md.

use crate::prelude::*;

words! {
    /// What islands of six or more pieces are worth.
    pub enum BigIslands { Score = "score", Zero = "zero" }
}

options! {
    /// Gambit on eight files and four ranks.
    pub struct Gambit {
        /// islands of 6 or more pieces: 2n - 1 points like the others, or none
        big_islands: BigIslands = BigIslands::Score => BigIslands::ALL,
    }
}

/// The board, who moves, and the piece in the middle of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// squares of each seat's pieces
    pub pieces: [u32; 2],
    /// who moves next
    pub turn: u8,
    /// the square of the piece that has jumped and can jump again
    pub runner: Option<u8>,
}

/// One jump, or the end of a turn that could go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// from a square over an enemy to the square behind it
    Jump(u8, u8),
    /// let the turn end
    Stop,
}

const GRID: Grid = Grid::new(8, 4);
const LETTERS: [char; 2] = ['O', 'X'];
const LEFT: u32 = 0x0101_0101;
const RIGHT: u32 = LEFT << 7;
const WAYS: [Way<u32>; 8] = [(-9, LEFT), (-8, 0), (-7, RIGHT), (-1, LEFT), (1, RIGHT), (7, LEFT), (8, 0), (9, RIGHT)];

/// These squares and all their neighbours.
fn grow(squares: u32) -> u32 {
    WAYS.into_iter().fold(squares, |grown, way| grown | shift(squares, way))
}

impl State {
    fn jumps(&self, from: u32, mut each: impl FnMut(Move)) {
        let (enemies, empty) = (self.pieces[usize::from(1 - self.turn)], !(self.pieces[0] | self.pieces[1]));
        for way in WAYS {
            let landing = shift(shift(from, way) & enemies, way) & empty;
            Ones(landing).for_each(|to| each(Move::Jump((to as i32 - 2 * way.0) as u8, to as u8)));
        }
    }

    fn can_jump(&self, from: u32) -> bool {
        let (enemies, empty) = (self.pieces[usize::from(1 - self.turn)], !(self.pieces[0] | self.pieces[1]));
        WAYS.into_iter().any(|way| shift(shift(from, way) & enemies, way) & empty != 0)
    }

    /// The islands of a seat: its groups that touch no enemy.
    fn islands(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let mut left = self.pieces[seat];
        let (own, enemies) = (left, self.pieces[1 - seat]);
        std::iter::from_fn(move || {
            while left != 0 {
                let mut group = left & left.wrapping_neg();
                while grow(group) & own != group {
                    group = grow(group) & own;
                }
                left &= !group;
                if grow(group) & enemies == 0 {
                    return Some(group);
                }
            }
            None
        })
    }
}

impl Gambit {
    fn points(&self, island: u32) -> i32 {
        let n = island.count_ones() as i32;
        if n > 5 && self.big_islands == BigIslands::Zero { 0 } else { 2 * n - 1 }
    }
}

impl Game for Gambit {
    type State = State;
    type Move = Move;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        State { pieces: [0xFF << 8, 0xFF << 16], turn: 0, runner: None }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        match s.runner {
            None => s.jumps(s.pieces[usize::from(s.turn)], |m| out.push(m)),
            Some(runner) => {
                s.jumps(1 << runner, |m| out.push(m));
                out.push(Move::Stop);
            }
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.runner.is_none() && !s.can_jump(s.pieces[usize::from(s.turn)])
    }

    fn play(&self, s: &mut State, m: Move) {
        let seat = usize::from(s.turn);
        s.runner = None;
        if let Move::Jump(from, to) = m {
            s.pieces[seat] ^= 1 << from | 1 << to;
            s.pieces[1 - seat] ^= 1 << ((from + to) / 2);
            if s.can_jump(1 << to) {
                s.runner = Some(to);
                return;
            }
        }
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        s.islands(seat).map(|island| self.points(island)).sum()
    }

    /// The board may be mirrored from left to right.
    fn canonical(&self, s: &State) -> State {
        let mirrored = State {
            pieces: s.pieces.map(|squares| squares.reverse_bits().swap_bytes()),
            runner: s.runner.map(|square| square ^ 7),
            ..*s
        };
        if (mirrored.pieces, mirrored.runner) < (s.pieces, s.runner) { mirrored } else { *s }
    }

    fn actions(&self) -> Vec<Move> {
        let jumps = |from: usize| {
            let to = WAYS.map(|way| shift(shift(1 << from, way), way)).into_iter().flat_map(Ones);
            to.map(move |to| Move::Jump(from as u8, to as u8))
        };
        GRID.from_a1().flat_map(jumps).chain([Move::Stop]).collect()
    }

    fn blocks(&self) -> Vec<Block> {
        let board = |name| Block::board(name, GRID);
        vec![board("own"), board("other"), board("runner"), Block::new("turn", [2])]
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        let runner = s.runner.map_or(0, |square| 1_u32 << square);
        [s.pieces[seat], s.pieces[1 - seat], runner].into_iter().for_each(|squares| out.squares(GRID, squares));
        out.relative(2, seat, self.turn(s));
    }

    /// Eight pieces in one island; fewer or smaller ones score less.
    fn highest_score(&self) -> i32 {
        15
    }

    /// Each jump takes one of sixteen pieces, and the last cannot be taken; after each jump the turn may be stopped.
    fn most_plies(&self) -> Option<usize> {
        Some(30)
    }
}

impl Show for Gambit {
    const ID: &'static str = "gambit";
    const NAME: &'static str = "Gambit";
    page!("gambit.md");
    lesson!("gambit.md");
    const POINTS: bool = true;
    const LOOK: Look = Look {
        material: Material::Paper,
        accent: 218,
        pitch: "Every move is a capture. Stop while your islands are still safe.",
        minutes: 5,
        ease: Ease::Medium,
        poster: Poster {
            options: &[],
            position: "1O6/4XXXX/O5OO/3X4 0 -",
            moves: &["h2xf4"],
            crop: Some([0, 0, 5, 3]),
        },
        labels: &[OptionLabel::new(
            "big-islands",
            "Islands of six and more",
            &[
                ValueLabel::new("score", "Big islands score", "An island of any size gives points."),
                ValueLabel::new("zero", "Big islands give nothing", "An island of six or more pieces gives no points."),
            ],
        )],
        ..Look::PLAIN
    };

    fn write_move(&self, _s: &State, m: Move) -> String {
        match m {
            Move::Jump(from, to) => format!("{}x{}", GRID.name(from.into()), GRID.name(to.into())),
            Move::Stop => "stop".to_owned(),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let runner = s.runner.map_or_else(|| "-".to_owned(), |square| GRID.name(square.into()));
        format!("{} {} {runner}", GRID.write_sets(s.pieces, LETTERS), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn, runner] = fields(text)?;
        let pieces = GRID.read_sets(board, LETTERS)?.map(|set| set as u32);
        let mut s = State { pieces, turn: seat(turn, 2)?, runner: None };
        if runner != "-" {
            let square =
                GRID.find(runner).ok_or_else(|| text!("the runner `{runner}` is neither `-` nor a square", runner))?;
            if member(s.pieces, square) != Some(s.turn.into()) || !s.can_jump(1 << square) {
                let seat = s.turn;
                return Err(text!("the runner on {runner} is not a piece of seat {seat} that can jump", runner, seat));
            }
            s.runner = Some(square as u8);
        }
        Ok(s)
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "no moves")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        vec![GRID.zone(|square, cell| {
            let mark = if s.runner == Some(square as u8) { Mark::Live } else { Mark::None };
            cell.with(piece(s.pieces, LETTERS, square).map(|piece| piece.kind(Kind::Disc))).marked(mark)
        })]
    }

    fn taps(&self, _s: &State, m: Move) -> Vec<Site> {
        match m {
            Move::Jump(from, to) => vec![GRID.site(from.into()), GRID.site(to.into())],
            Move::Stop => vec![],
        }
    }

    fn prompt(&self, s: &State) -> Text {
        match s.runner {
            Some(square) => text!("Jump again with {square}, or stop.", square = GRID.name(square.into())),
            None => text!("Jump over an enemy piece."),
        }
    }

    fn label(&self, _s: &State, m: Move) -> Text {
        if m == Move::Stop { text!("Stop here") } else { Text::default() }
    }

    fn question(&self, s: &State) -> Text {
        s.runner.map(|_| text!("Keep jumping?")).unwrap_or_default()
    }

    fn goal(&self, _s: &State, _seat: Seat) -> Text {
        text!("most points on islands")
    }

    fn role(&self, s: &State, seat: Seat) -> Text {
        let (pieces, islands) = (s.pieces[seat].count_ones(), s.islands(seat).count());
        let pieces = text!("{pieces} piece" | "{pieces} pieces", pieces);
        let islands = text!("{islands} island" | "{islands} islands", islands);
        text!("{pieces} · {islands}", pieces, islands)
    }

    fn end(&self, s: &State) -> End {
        let scores = [0, 1].map(|seat| self.score(s, seat));
        let (high, low) = (scores[0].max(scores[1]), scores[0].min(scores[1]));
        let stuck = usize::from(s.turn);
        let you = text!("You cannot jump: islands decide, {high}–{low}.", high, low);
        let player = Arg::Player(stuck);
        let they = text!("{player} cannot jump: islands decide, {high}–{low}.", player, high, low);
        let line = |seat: Seat, island: u32| {
            let points = |of| Text::plain(if of == seat { self.points(island).to_string() } else { "–".to_owned() });
            Line { label: named(island), values: vec![points(0), points(1)], winner: Some(seat), ..Line::default() }
        };
        let lines = (0..2).flat_map(|seat| s.islands(seat).map(move |island| line(seat, island)));
        End {
            margin: End::points(&scores),
            why: Text::about(stuck, you, they),
            breakdown: Some(Breakdown::adding_up(text!("Island"), lines.collect(), &scores)),
        }
    }

    fn notes(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let mut notes = Vec::new();
        notes.extend(last.and_then(|(before, m)| told(before, m, s.runner.is_some())));
        notes.extend(s.runner.map(|_| after_a_stop(s)));
        for seat in 0..2 {
            notes.extend(s.islands(seat).map(|island| {
                let points = self.points(island);
                let worth = || text!("{points} point" | "{points} points", points);
                let you = text!(
                    "Your island {squares} touches no enemy: {points}.",
                    squares = named(island),
                    points = worth()
                );
                let they = text!(
                    "{player}’s island {squares} touches no enemy: {points}.",
                    player = Arg::Player(seat),
                    squares = named(island),
                    points = worth()
                );
                let sites = Ones(island).map(|square| GRID.site(square)).collect();
                Note::new(Text::about(seat, you, they), sites).of(seat).drawn(Form::Outline { points })
            }));
        }
        notes
    }
}

/// The names of some squares.
fn named(squares: u32) -> Text {
    let names: Vec<String> = Ones(squares).map(|square| GRID.name(square)).collect();
    Text::plain(names.join(", "))
}

/// What a jump has taken; nothing of a stop.
fn told(before: &State, m: Move, goes_on: bool) -> Option<Note> {
    let Move::Jump(from, to) = m else { return None };
    let (mover, taken) = (usize::from(before.turn), usize::from((from + to) / 2));
    let (square, player) = (GRID.name(taken), Arg::Player(mover));
    let (you, they) = if goes_on {
        (
            text!("You take {square}. This piece can jump again.", square = square.clone()),
            text!("{player} takes {square}. This piece can jump again.", player, square),
        )
    } else {
        (text!("You take {square}.", square = square.clone()), text!("{player} takes {square}.", player, square))
    };
    Some(Note::new(Text::about(mover, you, they), vec![GRID.site(taken)]).of(mover))
}

/// What the other seat can do if the runner stops: the first of its jumps.
fn after_a_stop(s: &State) -> Note {
    let other = usize::from(1 - s.turn);
    let stopped = State { turn: 1 - s.turn, runner: None, ..*s };
    let mut jump = None;
    stopped.jumps(stopped.pieces[other], |m| jump = jump.or(Some(m)));
    let player = Arg::Player(other);
    match jump {
        Some(Move::Jump(from, to)) => {
            let (piece, taken) = (usize::from(from), usize::from((from + to) / 2));
            let (from, square) = (GRID.name(piece), GRID.name(taken));
            let you = text!(
                "Stopping here lets you jump: {from} takes {square}.",
                from = from.clone(),
                square = square.clone()
            );
            let they = text!("Stopping here lets {player} jump: {from} takes {square}.", player, from, square);
            Note::new(Text::about(other, you, they), vec![GRID.site(piece), GRID.site(taken)])
        }
        _ => {
            let you = text!("Stopping here ends the game: you cannot jump.");
            let they = text!("Stopping here ends the game: {player} cannot jump.", player);
            Note::new(Text::about(other, you, they), vec![])
        }
    }
}
