//! How Parity Twist reads and looks. What is legal is not here but in the file above.

use super::*;

const NAMES: [&str; 9] = ["a1", "b1", "k1", "a2", "b2", "k2", "a3", "b3", "k3"];

impl ParityTwist {
    /// The zones of the numbers to choose from: the market, the hands, or all unused ones.
    fn numbers_zone(&self, s: &State) -> usize {
        let first = 1 + usize::from(!self.masters().is_empty());
        if self.variant == Lanier { first + usize::from(s.turn) } else { first }
    }

    /// What the zone of numbers shows.
    fn pool(&self, s: &State) -> u16 {
        match self.variant {
            Draft => s.hands[0],
            Peltola => s.free & !number(s.held).map_or(0, |n| 1 << n),
            Lanier => s.hands[usize::from(s.turn)],
            _ => self.numbers(s),
        }
    }

    fn cell_name(&self, cell: usize) -> &'static str {
        NAMES.get(cell).copied().unwrap_or_else(|| self.masters()[cell - MASTER])
    }

    fn note_row(&self, s: &State, row: usize) -> Option<Note> {
        let Row { winner, low } = self.row(s, row)?;
        let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
        let ruler = self.ruler(s, row)?;
        let parity = match (self.variant == Delfs, low) {
            (true, true) => text!("the same parity as the sum {sum}, the lower wins", sum = ruler),
            (true, false) => text!("another parity than the sum {sum}, the higher wins", sum = ruler),
            (false, true) => text!("the same parity as the Master Key {master}, the lower wins", master = ruler),
            (false, false) => text!("another parity than the Master Key {master}, the higher wins", master = ruler),
        };
        let (won, lost) = if winner == 0 { (a, b) } else { (b, a) };
        let mut text = text!(
            "row {row}: Key {key} has {parity}: {won} beats {lost}, player {player}",
            row = row + 1,
            key,
            parity,
            won,
            lost,
            player = winner + 1
        );
        if let Some(seat) = self.closer(s, row) {
            text = text!("{row}; player {player} is closer to the Key", row = text, player = seat + 1);
        }
        Some(Note::new(text, (3 * row..3 * row + 3).map(|cell| Site::new(0, cell)).collect()))
    }
}

impl Show for ParityTwist {
    const ID: &'static str = "parity-twist";
    const NAME: &'static str = "Parity Twist";
    page!("parity-twist.md");
    const POINTS: bool = true;

    fn write_move(&self, _s: &State, m: Move) -> String {
        match m {
            Move::Place(cell, n) => format!("{}={}", self.cell_name(cell.into()), text(n)),
            Move::Draft(n) => format!("draft:{n}"),
            Move::Give(n) => format!("give:{n}"),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let board: Vec<String> = s.cells[..MASTER].chunks(3).map(|row| joined(row.iter().map(|n| text(*n)))).collect();
        let masters = joined(s.cells[MASTER..self.total()].iter().map(|n| text(*n)));
        let hand = |seat: Seat| match list(s.hands[seat]).map(text) {
            none if s.hands[seat] == 0 && self.variant == Lanier => {
                joined(none.chain((0..self.hand_size(s, seat)).map(|_| text(UNKNOWN))))
            }
            cards => joined(cards),
        };
        let deck = || joined(s.deck.iter().filter(|card| **card != NONE).map(|card| text(*card)));
        let extra = match self.variant {
            KeyLock if s.lock > 0 => s.lock.to_string(),
            HiddenMaster if s.knows > 0 => list(s.knows.into()).map(|seat| seat.to_string()).collect(),
            Peltola if s.held != NONE => format!("place:{}", s.held),
            Peltola if s.empty != 0 => "give".to_owned(),
            Draft => format!("{} {} {}", hand(0), joined(number(s.held).map(text)), deck()),
            Lanier => format!("{} {} {}", hand(0), hand(1), deck()),
            _ => "-".to_owned(),
        };
        format!("{} {masters} {} {extra}", board.join("/"), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, masters, turn, extra @ ..] = fields.as_slice() else {
            return Err(text!("it needs a board, the masters, a seat and more"));
        };
        let mut s = self.start();
        let mut left = s.free;
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(',').collect()).collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err(text!("the board must be three rows of three cells, `a,b,k/a,b,k/a,b,k`"));
        }
        let masters: Vec<&str> = if *masters == "-" { vec![] } else { masters.split(',').collect() };
        if masters.len() != self.masters().len() {
            return Err(text!("it must have {cells} master cells", cells = self.masters().len()));
        }
        for (cell, word) in rows.into_iter().flatten().chain(masters).enumerate() {
            if word != "." {
                s.cells[cell] = take(&mut left, word)?;
                s.empty &= !(1 << cell);
            }
        }
        s.free = left;
        s.turn = seat(turn, 2)?;
        self.read_extra(&mut s, left, extra)?;
        let giving = usize::from(self.variant == Peltola && s.held == NONE && s.empty != 0);
        let filled = self.filled(&s);
        if filled < giving || (filled - giving) % 2 != usize::from(s.turn) {
            let seat = s.turn;
            return Err(text!("with {filled} cells filled seat {seat} cannot be to move", filled, seat));
        }
        if self.variant == Sandkuhler && filled > 5 && s.cells[MASTER] == NONE {
            return Err(text!("the Master Key must be filled by the sixth placement"));
        }
        Ok(s)
    }

    fn reason(&self, s: &State) -> Text {
        let equal = self.score(s, 0) == self.score(s, 1);
        match self.variant {
            Hodgkins if equal => text!(in "end"; "equal points"),
            Hodgkins => text!(in "end"; "most points"),
            TotalScore if equal => text!(in "end"; "equal total"),
            TotalScore => text!(in "end"; "highest total"),
            _ => text!(in "end"; "most rows"),
        }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let open = self.cells(s);
        let cell = |at: usize| {
            let ground = match at % 3 {
                _ if s.empty & !open & 1 << at != 0 => Ground::Blocked,
                column if column < 2 && at < MASTER => Ground::Home(column),
                _ => Ground::Plain,
            };
            let won = at < MASTER && self.row(s, at / 3).is_some_and(|row| row.winner == at % 3);
            let piece = match s.cells[at] {
                NONE => None,
                UNKNOWN => Some(Piece::down()),
                n => Some(Piece::up(n)),
            };
            Cell::named(self.cell_name(at)).on(ground).with(piece).marked(if won { Mark::Win } else { Mark::None })
        };
        let numbers = |title: Text, set: u16| Zone::row(title, list(set).map(Piece::up));
        let hand = |seat: Seat| match s.hands[seat] {
            0 => Zone::row(text!("hand"), (0..self.hand_size(s, seat)).map(|_| Piece::down())),
            cards => numbers(text!("hand"), cards),
        };
        let mut zones = vec![Zone::new(text!("board"), Shape::Grid { cols: 3 }, (0..MASTER).map(cell).collect())];
        if !self.masters().is_empty() {
            zones.push(Zone::new(text!("master key"), Shape::Row, (MASTER..self.total()).map(cell).collect()));
        }
        let deck = || {
            let pieces = s.deck.iter().rev().filter(|card| **card != NONE);
            Zone::pile(text!("deck"), pieces.map(|card| number(*card).map_or_else(Piece::down, Piece::up)))
        };
        let held = || numbers(text!("to place"), number(s.held).map_or(0, |n| 1 << n));
        match self.variant {
            Draft => zones.extend([numbers(text!("market"), s.hands[0]), held(), deck()]),
            Lanier => zones.extend([hand(0).of(0), hand(1).of(1), deck()]),
            Peltola => zones.extend([numbers(text!("numbers"), self.pool(s)), held()]),
            _ => zones.push(numbers(text!("numbers"), self.pool(s))),
        }
        zones
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let pool = |n: u8| Site::new(self.numbers_zone(s), (self.pool(s) & ((1 << n) - 1)).count_ones() as usize);
        match m {
            Move::Place(cell, n) => {
                let cell = usize::from(cell);
                let site = if cell < MASTER { Site::new(0, cell) } else { Site::new(1, cell - MASTER) };
                if s.held == NONE { vec![site, pool(n)] } else { vec![site] }
            }
            Move::Draft(n) | Move::Give(n) => vec![pool(n)],
        }
    }

    fn prompt(&self, s: &State) -> Text {
        match self.variant {
            Draft if s.held == NONE => text!("take a number from the market"),
            Peltola if s.held == NONE => text!("choose the number your opponent must place"),
            Draft | Peltola => text!("put {number} into an empty cell", number = s.held),
            Sandkuhler if self.cells(s) != s.empty => text!("put a number into the Master Key"),
            _ => text!("put a number into an empty cell"),
        }
    }

    fn notes(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Some((before, Move::Place(cell, n))) = last
            && before.empty == s.empty
        {
            let text = text!(
                "{number} is under the Master Key: it cannot go to {cell}, and the same player moves again",
                number = n,
                cell = self.cell_name(cell.into())
            );
            notes.push(Note::new(text, vec![Site::new(1, 0)]));
        }
        notes.extend((0..3).filter_map(|row| self.note_row(s, row)));
        notes
    }
}

impl ParityTwist {
    /// Reads the fields after the seat. `left` are the numbers that are in no cell.
    fn read_extra(&self, s: &mut State, mut left: u16, extra: &[&str]) -> Result<(), Text> {
        let mut cards = |word: &str| -> Result<Vec<u8>, Text> {
            if word == "-" { Ok(vec![]) } else { word.split(',').map(|word| take(&mut left, word)).collect() }
        };
        match (self.variant, extra) {
            (Draft, [market, drafted, deck]) => {
                s.hands[0] = set(cards(market)?);
                s.held = match cards(drafted)?.as_slice() {
                    [] => NONE,
                    [n] => *n,
                    _ => return Err(text!("only one number can be drafted")),
                };
                let placed = self.filled(s) + usize::from(s.held != NONE);
                read_deck(s, &cards(deck)?, DECK.saturating_sub(placed))?;
            }
            (Lanier, [hand0, hand1, deck]) => {
                s.hands = [set(cards(hand0)?), set(cards(hand1)?)];
                read_deck(s, &cards(deck)?, 4_usize.saturating_sub(self.filled(s)))?;
                if (0..2).any(|seat| s.hands[seat].count_ones() as usize != self.hand_size(s, seat)) {
                    let [own, other] = [0, 1].map(|seat| self.hand_size(s, seat));
                    return Err(text!("the hands must have {own} and {other} cards", own, other));
                }
            }
            (Draft | Lanier, _) => return Err(text!("it must have six fields")),
            (_, [word]) => return self.read_word(s, word),
            _ => return Err(text!("it must have four fields")),
        }
        if left == 0 { Ok(()) } else { Err(text!("{number} is nowhere", number = left.trailing_zeros())) }
    }

    /// Reads the one field after the seat.
    fn read_word(&self, s: &mut State, word: &str) -> Result<(), Text> {
        match (self.variant, word) {
            (KeyLock, "1" | "2" | "3") => {
                s.lock = word.as_bytes()[0] - b'0';
                if s.cells[3 * usize::from(s.lock) - 1] == NONE {
                    return Err(text!("row {row} cannot be locked while its Key is empty", row = word));
                }
            }
            (HiddenMaster, _) => {
                s.knows = match word {
                    "-" => 0,
                    "0" => 0b01,
                    "1" => 0b10,
                    "01" => 0b11,
                    _ => return Err(text!("who knows the Master Key is `-`, `0`, `1` or `01`, not `{word}`", word)),
                };
                if (s.knows == 0) != (s.cells[MASTER] == NONE) {
                    return Err(text!("somebody knows the Master Key exactly when it is filled"));
                }
            }
            (Peltola, "-") if s.empty == 0 => {}
            (Peltola, "give") if s.empty != 0 => {}
            (Peltola, _) => match word.strip_prefix("place:") {
                Some(n) if s.empty != 0 => s.held = take(&mut s.free.clone(), n)?,
                _ if s.empty == 0 => return Err(text!("the last field must be `-` when the game is over")),
                _ => return Err(text!("the last field must be `place:N` or `give`, not `{word}`", word)),
            },
            (_, "-") => {}
            _ => return Err(text!("the last field cannot be `{word}`", word)),
        }
        Ok(())
    }
}

fn read_deck(s: &mut State, cards: &[u8], expected: usize) -> Result<(), Text> {
    if cards.len() != expected {
        let cards = cards.len();
        return Err(text!("the deck must have {expected} cards, not {cards}", expected, cards));
    }
    s.deck[..expected].copy_from_slice(cards);
    Ok(())
}

/// Takes a number out of those that are left.
fn take(left: &mut u16, word: &str) -> Result<u8, Text> {
    let n: u8 =
        word.parse().ok().filter(|n| *n < 16).ok_or_else(|| text!("`{word}` is no number of this variant", word))?;
    if *left >> n & 1 == 0 {
        return Err(text!("{number} is out of range or stands twice", number = n));
    }
    *left &= !(1 << n);
    Ok(n)
}

fn text(n: u8) -> String {
    match n {
        NONE => ".".to_owned(),
        UNKNOWN => "?".to_owned(),
        _ => n.to_string(),
    }
}
