//! How Infiltration reads and looks. What is legal is not here but in the file above.

use super::*;

impl Show for Infiltration {
    const ID: &'static str = "infiltration";
    const NAME: &'static str = "Infiltration";
    page!("infiltration.md");
    lesson!("infiltration.md");
    const LEAD: usize = 2;
    const LOOK: Look = Look {
        material: Material::Wood,
        accent: 62,
        pitch: "Slip four men across the middle and line them up in enemy land.",
        minutes: 15,
        ease: Ease::Medium,
        poster: Poster {
            options: &[],
            position: "1o6/3o1o1o/1xx2o2/4x3/8/2x1o1x1/5x2/7O 0 2,0,1,0 m 0",
            moves: &[],
            crop: Some([1, 1, 5, 3]),
        },
        labels: &[
            OptionLabel::new(
                "pieces",
                "Men each",
                &[
                    ValueLabel::new("4", "4 men", ""),
                    ValueLabel::new("5", "5 men", ""),
                    ValueLabel::new("6", "6 men", ""),
                    ValueLabel::new("7", "7 men", ""),
                    ValueLabel::new("8", "8 men", ""),
                    ValueLabel::new("9", "9 men", ""),
                    ValueLabel::new("10", "10 men", ""),
                    ValueLabel::new("11", "11 men", ""),
                    ValueLabel::new("12", "12 men", ""),
                    ValueLabel::new("13", "13 men", ""),
                    ValueLabel::new("14", "14 men", ""),
                    ValueLabel::new("15", "15 men", ""),
                    ValueLabel::new("16", "16 men", ""),
                ],
            ),
            OptionLabel::new(
                "captures",
                "Pieces jump over enemies",
                &[
                    ValueLabel::new("true", "", "A piece that is jumped over returns to its owner’s hand."),
                    ValueLabel::new("false", "", "Pieces only step: nobody is sent home."),
                ],
            ),
            OptionLabel::new(
                "kings",
                "Men become kings",
                &[
                    ValueLabel::new("true", "", "On the far rank a man becomes a king, which moves backwards too."),
                    ValueLabel::new("false", "", "A man on the far rank stays a man."),
                ],
            ),
            OptionLabel::new(
                "forced-capture",
                "Jumping is a must",
                &[
                    ValueLabel::new("true", "", "If you can jump, you must."),
                    ValueLabel::new("false", "", "You jump only if you like."),
                ],
            ),
            OptionLabel::new(
                "pie",
                "The second player may swap",
                &[
                    ValueLabel::new("true", "", "The second player may take over the first man."),
                    ValueLabel::new("false", "", "Both place their men in turn."),
                ],
            ),
        ],
        ..Look::PLAIN
    };

    fn write_move(&self, _s: &State, m: Move) -> String {
        let name = |square: u8| GRID.name(square.into());
        match m {
            Move::Man(to) => format!("@{}", name(to)),
            Move::King(to) => format!("K@{}", name(to)),
            Move::Step(from, to) => format!("{}-{}", name(from), name(to)),
            Move::Jump(from, to) => format!("{}x{}", name(from), name(to)),
            Move::Swap => "swap".to_owned(),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let [[m0, k0], [m1, k1]] = s.hands;
        format!(
            "{} {} {m0},{k0},{m1},{k1} {}",
            GRID.write_sets(sets(s), LETTERS),
            s.turn,
            if s.placing { 'p' } else { 'm' }
        )
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn, hands, phase] = fields(text)?;
        let [m0, m1, k0, k1] = GRID.read_sets(board, LETTERS)?.map(|set| set as u64);
        let (men, kings) = ([m0, m1], [k0, k1]);
        let turn = seat(turn, 2)?;
        let hands: Vec<u8> = hands.split(',').map_while(|count| count.parse().ok()).collect();
        let &[m0, k0, m1, k1] = hands.as_slice() else {
            return Err(text!("the hands must be four numbers `men,kings,men,kings`"));
        };
        let placing = match phase {
            "p" => true,
            "m" => false,
            _ => return Err(text!("the phase `{phase}` is neither `p` nor `m`", phase)),
        };
        let mut s = State { men, kings, hands: [[m0, k0], [m1, k1]], turn, placing, won: false };
        possible(&s)?;
        s.won = lines(&s, usize::from(1 - turn)) != 0;
        Ok(s)
    }

    fn reason(&self, s: &State) -> Text {
        if s.won { text!(in "end"; "line") } else { text!(in "end"; "no moves") }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let kind = |which: usize| if which == 0 { Kind::Man } else { Kind::King };
        let board = GRID.zone(|square, cell| {
            let which = member(sets(s), square);
            let piece = which.map(|which| Piece::of(which % 2, LETTERS[which]).kind(kind(which / 2)));
            cell.on(Ground::Home(square / 32)).with(piece)
        });
        let hand = |seat: Seat| {
            let cells = [0, 1].map(|which| {
                let piece = Piece::of(seat, LETTERS[2 * which + seat]).kind(kind(which));
                let pieces = vec![piece; s.hands[seat][which].into()];
                Cell { name: ["men", "kings"][which].to_owned(), pieces, ..Cell::default() }
            });
            Zone::new(text!("Hand"), Shape::Row, cells.to_vec()).of(seat).at(PlaceOf::Lane(seat))
        };
        vec![board, hand(0), hand(1)]
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let hand = 1 + usize::from(s.turn);
        let site = |square: u8| GRID.site(square.into());
        match m {
            Move::Man(to) => vec![Site::new(hand, 0), site(to)],
            Move::King(to) => vec![Site::new(hand, 1), site(to)],
            Move::Step(from, to) | Move::Jump(from, to) => vec![site(from), site(to)],
            Move::Swap => vec![],
        }
    }

    fn prompt(&self, s: &State) -> Text {
        let [men, kings] = s.hands[usize::from(s.turn)];
        match (self.captures, men + kings > 0) {
            _ if s.placing && self.pie && s.may_swap() => {
                text!("Place a man in your half, {men} left, or swap.", men)
            }
            _ if s.placing => text!("Place a man in your half, {men} left.", men),
            _ if self.forced_capture && self.captures && can_jump(s) => text!("You must jump over an enemy piece."),
            (captures, true) if !(can_step(s) || captures && can_jump(s)) => text!("Place a piece from your hand."),
            (true, true) => text!("Step, jump, or place a piece from your hand."),
            (true, false) => text!("Step or jump diagonally."),
            (false, true) => text!("Step, or place a piece from your hand."),
            (false, false) => text!("Step diagonally."),
        }
    }

    fn passed(&self, s: &State) -> Option<State> {
        Some(State { turn: 1 - s.turn, ..*s }).filter(|_| !s.placing)
    }

    fn goal(&self, _s: &State, seat: Seat) -> Text {
        text!("line up {line} in {player}’s half", line = LINE, player = Arg::Player(1 - seat))
    }

    fn role(&self, _s: &State, seat: Seat) -> Text {
        if seat == 0 { text!("Moves up") } else { text!("Moves down") }
    }

    fn end(&self, s: &State) -> End {
        let stuck = self.turn(s);
        let they = || text!("{player} cannot move.", player = Arg::Player(stuck));
        let row = won(s).into_iter().next().map(|note| note.text);
        let why = row.unwrap_or_else(|| Text::about(stuck, text!("You cannot move."), they()));
        End { why, ..End::default() }
    }

    fn notes(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let mut notes = last.map_or_else(Vec::new, |(before, m)| told(before, m, s));
        notes.extend(won(s));
        notes
    }
}

/// What the last move did.
fn told(before: &State, m: Move, s: &State) -> Vec<Note> {
    let (mover, other) = (usize::from(before.turn), usize::from(1 - before.turn));
    let mut notes = Vec::new();
    if let Move::Jump(from, to) = m {
        notes.push(taken(mover, usize::from((from + to) / 2), before.kings[other] != s.kings[other]));
    }
    if let Move::Step(_, to) | Move::Jump(_, to) = m
        && before.kings[mover].count_ones() < s.kings[mover].count_ones()
    {
        let (square, player) = (GRID.name(to.into()), Arg::Player(mover));
        let you = text!("Your man reaches {square} and becomes a king.", square = square.clone());
        let they = text!("{player}’s man reaches {square} and becomes a king.", player, square);
        notes.push(Note::new(Text::about(mover, you, they), vec![GRID.site(to.into())]).of(mover));
    }
    if m == Move::Swap {
        let at = s.men[mover].trailing_zeros() as usize;
        let (square, player) = (GRID.name(at), Arg::Player(mover));
        let you = text!("You swap: the first man is yours and stands on {square}.", square = square.clone());
        let they = text!("{player} swaps: the first man changes sides and stands on {square}.", player, square);
        notes.push(Note::new(Text::about(mover, you, they), vec![GRID.site(at)]).of(mover));
    }
    if before.placing && !s.placing {
        notes.push(Note::new(text!("All men are placed. Now they move."), vec![]));
    }
    notes
}

/// A piece is sent home: who takes it, who loses it and who watches are told differently.
fn taken(mover: Seat, at: usize, king: bool) -> Note {
    let what = || if king { text!("king") } else { text!("man") };
    let (square, player, loser) = (|| GRID.name(at), || Arg::Player(mover), || Arg::Player(1 - mover));
    let you = text!(
        "You take the {piece} on {square}. It returns to {loser}’s hand.",
        piece = what(),
        square = square(),
        loser = loser()
    );
    let yours = text!(
        "{player} takes your {piece} on {square}. It returns to your hand.",
        player = player(),
        piece = what(),
        square = square()
    );
    let they = text!(
        "{player} takes the {piece} on {square}. It returns to {loser}’s hand.",
        player = player(),
        piece = what(),
        square = square(),
        loser = loser()
    );
    let text = Text::about(mover, you, Text::about(1 - mover, yours, they));
    Note::loss(text, [GRID.site(at)]).of(mover)
}

/// The winning rows of the seat that has just moved.
fn won(s: &State) -> Vec<Note> {
    let winner = usize::from(1 - s.turn);
    let abroad = s.all(winner) & HOME[1 - winner];
    if s.won { GRID.won(Ones(abroad), LINE, winner) } else { Vec::new() }
}

fn can_jump(s: &State) -> bool {
    let mut jumps = Moves::new();
    s.jumps(&mut jumps);
    !jumps.is_empty()
}

fn can_step(s: &State) -> bool {
    let mut steps = Moves::new();
    s.steps(&mut steps);
    !steps.is_empty()
}

/// The men of each seat, then the kings.
const LETTERS: [char; 4] = ['x', 'o', 'X', 'O'];

fn sets(s: &State) -> [u64; 4] {
    [s.men[0], s.men[1], s.kings[0], s.kings[1]]
}

/// Whether a position that was read in can be.
fn possible(s: &State) -> Result<(), Text> {
    let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
    for seat in 0..2 {
        let [men, kings] = s.hands[seat].map(u32::from);
        if s.all(seat).count_ones() + men + kings > MOST {
            return Err(text!("seat {seat} has more than {most} pieces", seat, most = MOST));
        }
    }
    if lines(s, mover) != 0 {
        return Err(text!("seat {turn} is to move but has already won", turn = mover));
    }
    if s.placing {
        let kings = s.kings[0] | s.kings[1] != 0 || s.hands[0][1] + s.hands[1][1] > 0;
        if kings {
            return Err(text!("there are no kings in phase `p`"));
        }
        if s.men[0] & HOME[1] | s.men[1] & HOME[0] != 0 {
            return Err(text!("in phase `p` everybody is at home"));
        }
        let (own, others) = (s.hands[mover][0], s.hands[other][0]);
        if own == 0 || !(own == others || own == others + 1) {
            return Err(text!(
                "in phase `p` seat {mover} cannot have {own} men in hand and seat {other} {others}",
                mover,
                own,
                other,
                others
            ));
        }
    }
    Ok(())
}
