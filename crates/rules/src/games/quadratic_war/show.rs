//! How Quadratic War reads and looks. What is legal is not here but in the file above.

use super::*;

impl Show for QuadraticWar {
    const ID: &'static str = "quadratic-war";
    const NAME: &'static str = "Quadratic War";
    page!("quadratic-war.md");
    lesson!("quadratic-war.md");
    const LOOK: Look = Look {
        material: Material::Graph,
        accent: 228,
        pitch: "Line up an equation with real roots and your rival’s pieces vanish.",
        minutes: 25,
        ease: Ease::Deep,
        poster: Poster {
            options: &[],
            position: "l-23c+43/1q+21c+14/L-43Q-13/2L+35/8/8/8/8/8 0 0",
            moves: &["c6-c8"],
            crop: Some([0, 0, 5, 3]),
        },
        labels: &[OptionLabel::new(
            "dead-draw",
            "When nothing more can happen",
            &[
                ValueLabel::new(
                    "published",
                    "Published draw rule",
                    "A draw once no linear piece is left and all the others have one sign.",
                ),
                ValueLabel::new("revised", "Revised draw rule", "The same, but only while a constant piece is left."),
                ValueLabel::new(
                    "exact",
                    "Exact draw rule",
                    "A draw only once no equation with real roots is possible at all.",
                ),
            ],
        )],
        ..Look::PLAIN
    };

    fn write_move(&self, _s: &State, m: Move) -> String {
        match m {
            Move::Go(from, to) => format!("{}-{}", GRID.name(from.into()), GRID.name(to.into())),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let piece = |square: usize| {
            let (degree, coefficient) = (s.board[square].degree(), s.board[square].coefficient());
            owner(s, square).map(|seat| format!("{}{coefficient:+}", LETTERS[seat][degree]))
        };
        format!("{} {}", GRID.write(piece), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn] = fields(text)?;
        let mut s = State { pieces: [0; 2], board: [NOTHING; SQUARES], turn: seat(turn, 2)?, end: End::Open };
        GRID.read(board, |square, rest| {
            let &[letter, sign, digit @ b'1'..=b'9', ..] = rest.as_bytes() else { return None };
            let place = LETTERS.as_flattened().iter().position(|known| *known == char::from(letter))?;
            let size = (digit - b'0') as i8;
            let coefficient = match sign {
                b'+' => size,
                b'-' => -size,
                _ => return None,
            };
            s.board[square] = Term::new(place % 3, coefficient);
            s.pieces[place / 3] |= 1 << square;
            Some(3)
        })?;
        s.end = self.end(&s);
        Ok(s)
    }

    fn reason(&self, s: &State) -> Text {
        match s.end {
            End::Open => text!(in "end"; "open"),
            End::Elimination => text!(in "end"; "elimination"),
            End::MutualElimination => text!(in "end"; "mutual elimination"),
            End::NoQuadratics => text!(in "end"; "no quadratics"),
            End::NoRealRoots => text!(in "end"; "no real roots"),
            End::NoMoves => text!(in "end"; "no moves"),
        }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        vec![GRID.zone(|square, cell| {
            let grooves = s.board[square].degree() as u8;
            cell.with(owner(s, square).map(|seat| Piece::of(seat, term(s, square)).kind(Kind::Term { grooves })))
        })]
    }

    fn taps(&self, _s: &State, m: Move) -> Vec<Site> {
        match m {
            Move::Go(from, to) => vec![GRID.site(from.into()), GRID.site(to.into())],
            Move::Pass => vec![],
        }
    }

    fn prompt(&self, s: &State) -> Text {
        if s.can_move(s.turn.into()) {
            text!("Move a piece to an empty square.")
        } else {
            text!("None of your pieces can move: pass.")
        }
    }

    fn goal(&self, _s: &State, seat: Seat) -> Text {
        text!("remove all of {player}’s pieces", player = Arg::Player(1 - seat))
    }

    fn role(&self, s: &State, seat: Seat) -> Text {
        text!("{pieces} piece" | "{pieces} pieces", pieces = s.pieces[seat].count_ones())
    }

    fn end(&self, s: &State) -> crate::End {
        let loser = usize::from(s.pieces[1] == 0);
        let why = match s.end {
            End::Open => Text::default(),
            End::Elimination => Text::about(
                loser,
                text!("You have no piece left."),
                text!("{player} has no piece left.", player = Arg::Player(loser)),
            ),
            End::MutualElimination => text!("Nobody has a piece left."),
            End::NoQuadratics => text!("No quadratic piece is left, so there will be no more equations."),
            End::NoRealRoots if self.dead_draw == DeadDraw::Exact => {
                text!("No equation with real roots is possible any more.")
            }
            End::NoRealRoots => text!("No linear piece is left, and all the others have one sign."),
            End::NoMoves => text!("Nobody can move."),
        };
        let degrees = [(2, text!("Quadratic")), (1, text!("Linear")), (0, text!("Constant"))];
        let count = |degree, seat| s.terms(degree).filter(|term| term.0 == seat).count() as i32;
        let line = |(degree, label)| Line::of_numbers(label, &[0, 1].map(|seat| count(degree, seat)));
        let lines = degrees.into_iter().map(line).collect();
        let all = s.pieces.map(|pieces| pieces.count_ones() as i32);
        let pieces = all[1 - loser];
        crate::End {
            margin: match s.end {
                End::Elimination => text!("{pieces} piece to none" | "{pieces} pieces to none", pieces),
                _ => Text::default(),
            },
            why,
            breakdown: Some(Breakdown::adding_up(text!("Pieces left"), lines, &all)),
        }
    }

    fn notes(&self, _s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let Some((before, Move::Go(from, to))) = last else { return Vec::new() };
        // The board as it stood right after the move, with nothing removed yet.
        let (mover, board) = (usize::from(before.turn), before.moved(from, to));
        let equations: Vec<Equation> = board.equations(to.into()).collect();
        let removed = equations.iter().fold(0, |all, equation| all | board.removed(equation, mover));
        let mut notes: Vec<Note> = equations.iter().map(|equation| told(&board, equation, mover)).collect();
        notes.extend(board.cancelled(to.into()).map(|line| {
            let text = text!("Nothing happens {place}: the x² terms cancel.", place = place(&line));
            Note::new(text, sites(&line)).of(mover)
        }));
        notes.extend((0..2).filter_map(|seat| lost(&board, removed & board.pieces[seat], seat)));
        notes
    }
}

fn sites(line: &Equation) -> Vec<Site> {
    Ones(line.squares).map(|square| GRID.site(square)).collect()
}

/// Which line it is.
fn place(line: &Equation) -> Text {
    let [first, last] = [line.squares.trailing_zeros(), line.squares.ilog2()].map(|square| square as usize);
    match (first % FILES == last % FILES, first / FILES == last / FILES) {
        (true, _) => text!("on the {file}-file", file = GRID.name(first)[..1].to_owned()),
        (_, true) => text!("on rank {rank}", rank = first / FILES + 1),
        _ => text!("on the diagonal from {from} to {to}", from = GRID.name(first), to = GRID.name(last)),
    }
}

/// An equation and whether it has real roots.
fn told(board: &State, equation: &Equation, mover: Seat) -> Note {
    let delta = equation.discriminant();
    let (real, loser) = (delta >= 0, if delta >= 0 { 1 - mover } else { mover });
    let place = place(equation);
    let polynomial = polynomial(equation.sums);
    let (equals, value) = (format!("{polynomial} = 0"), minus(delta));
    let text = if real {
        text!("Real roots: {equation} {place}, Δ = {value}.", equation = equals, place, value)
    } else {
        text!("Backfire: {equation} {place} has no real roots, Δ = {value}.", equation = equals, place, value)
    };
    let pieces = board.removed(equation, mover).count_ones();
    let result = Text::about(
        loser,
        text!("You lose {pieces} piece" | "You lose {pieces} pieces", pieces),
        text!("{player} loses {pieces} piece" | "{player} loses {pieces} pieces", pieces, player = Arg::Player(loser)),
    );
    let discriminant = worked_out(equation.sums, delta);
    Note::new(text, sites(equation)).of(mover).drawn(Form::Equation { polynomial, discriminant, real, result })
}

/// The pieces that a seat loses.
fn lost(board: &State, removed: u128, seat: Seat) -> Option<Note> {
    let terms: Vec<String> =
        Ones(removed).map(|square| format!("{} ({})", term(board, square), GRID.name(square))).collect();
    let pieces = match terms.split_last()? {
        (last, []) => Text::plain(last),
        (last, others) => text!("{one} and {other}", one = others.join(", "), other = last.as_str()),
    };
    let they = text!("{player} loses {pieces}.", player = Arg::Player(seat), pieces = pieces.clone());
    let text = Text::about(seat, text!("You lose {pieces}.", pieces), they);
    Some(Note::loss(text, Ones(removed).map(|square| GRID.site(square))).of(seat))
}

/// `+2x²`
fn term(s: &State, square: usize) -> String {
    let (degree, coefficient) = (s.board[square].degree(), s.board[square].coefficient());
    let text = format!("{coefficient:+}{}", ["", "x", "x²"][degree]);
    text.replace('-', "−").replacen("1x", "x", 1)
}

fn minus(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// `Δ = 3² − 4·2·1 = 1`
fn worked_out([c, b, a]: [i32; 3], delta: i32) -> String {
    let factor = |number: i32| if number < 0 { format!("({})", minus(number)) } else { number.to_string() };
    format!("Δ = {}² − 4·{}·{} = {}", factor(b), factor(a), factor(c), minus(delta))
}

/// `2x² − x + 3`
fn polynomial([c, b, a]: [i32; 3]) -> String {
    let mut text = String::new();
    for (coefficient, unknown) in [(a, "x²"), (b, "x"), (c, "")] {
        let size = coefficient.abs();
        let sign = match (text.is_empty(), coefficient < 0) {
            _ if size == 0 => continue,
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        text += sign;
        if size != 1 || unknown.is_empty() {
            text += &size.to_string();
        }
        text += unknown;
    }
    text
}
