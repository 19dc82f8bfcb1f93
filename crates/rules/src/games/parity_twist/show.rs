//! How Parity Twist reads and looks. What is legal is not here but in the file above.

use super::*;

const NAMES: [&str; 9] = ["a1", "b1", "k1", "a2", "b2", "k2", "a3", "b3", "k3"];

const VARIANTS: [ValueLabel; 12] = [
    ValueLabel::new("classic", "Classic", "Ten numbers, one Master Key. Most rows win."),
    ValueLabel::new("delfs", "Delfs", "No Master Key: the sum of the three Keys rules every row."),
    ValueLabel::new("whiteacre", "Whiteacre", "Twelve numbers for ten cells: two stay out."),
    ValueLabel::new("hodgkins", "Hodgkins", "Two points a row, and one for the number closer to its Key."),
    ValueLabel::new("dual-master", "Dual Master", "Odd and even Keys obey different masters."),
    ValueLabel::new("key-lock", "Key Lock", "A Key locks its row for one turn."),
    ValueLabel::new("draft", "Draft", "Pick each number from three on show."),
    ValueLabel::new("hidden-master", "Hidden Master", "Only one of you knows the Master Key."),
    ValueLabel::new("total-score", "Total Score", "Count the winning numbers, not the rows."),
    ValueLabel::new("sandkuhler", "Sandkuhler", "The Master Key must come by the sixth number."),
    ValueLabel::new("peltola", "Peltola", "Your rival chooses the number you must place."),
    ValueLabel::new("lanier", "Lanier", "Play from a hand of three cards, 0 to 9."),
];

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

    pub(super) fn cell_name(&self, cell: usize) -> &'static str {
        NAMES.get(cell).copied().unwrap_or_else(|| self.masters()[cell - MASTER])
    }
}

/// A number as it lies on the table: one dot for odd, two for even.
fn card(n: u8) -> Piece {
    Piece::up(n).kind(Kind::Number).suit(Suit::Dots(if n % 2 == 1 { 1 } else { 2 }))
}

fn back() -> Piece {
    Piece::down().kind(Kind::Number)
}

impl Show for ParityTwist {
    const ID: &'static str = "parity-twist";
    const NAME: &'static str = "Parity Twist";
    page!("parity-twist.md");
    lesson!("parity-twist.md");
    const POINTS: bool = true;
    const LOOK: Look = Look {
        material: Material::Slate,
        accent: 200,
        pitch: "One card decides whether low or high wins. Time it well.",
        minutes: 5,
        ease: Ease::Easy,
        poster: Poster { options: &[], position: "3,8,5/10,1,2/.,.,. 7 1 -", moves: &[], crop: Some([0, 0, 3, 2]) },
        labels: &[OptionLabel::new("variant", "Variant", &VARIANTS)],
        ..Look::PLAIN
    };

    fn points_in_all(&self) -> Option<i32> {
        (!matches!(self.variant, Hodgkins | TotalScore)).then_some(3)
    }

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
                UNKNOWN => Some(back()),
                n => Some(card(n)),
            };
            Cell::named(self.cell_name(at)).on(ground).with(piece).marked(if won { Mark::Win } else { Mark::None })
        };
        let numbers = |title: Text, set: u16| Zone::row(title, list(set).map(card)).at(PlaceOf::Tray);
        let hand = |seat: Seat| {
            let backs = if s.hands[seat] == 0 { self.hand_size(s, seat) } else { 0 };
            let cards = list(s.hands[seat]).map(card).chain((0..backs).map(|_| back()));
            Zone::row(text!("Hand"), cards).of(seat).at(PlaceOf::Lane(seat))
        };
        let heading = |text, seat| Heading { text, seat };
        let mut zones = vec![Zone {
            columns: vec![
                heading(Text::default(), Some(0)),
                heading(Text::default(), Some(1)),
                heading(text!("Key"), None),
            ],
            verdicts: (0..3).map(|row| self.verdict(s, row)).collect(),
            ..Zone::new(text!("Board"), Shape::Grid { cols: 3 }, (0..MASTER).map(cell).collect())
        }];
        let masters: Vec<Cell> = (MASTER..self.total()).map(cell).collect();
        let verdicts = (0..masters.len()).map(|master| self.ruling(s, master)).collect();
        let under = |title, columns| Zone {
            columns,
            verdicts,
            ..Zone::new(title, Shape::Row, masters).at(PlaceOf::Under { column: 2 })
        };
        match self.masters().len() {
            0 => {}
            1 => zones.push(under(text!("Master Key"), Vec::new())),
            _ => {
                let columns = vec![heading(text!("Odd Keys"), None), heading(text!("Even Keys"), None)];
                zones.push(under(text!("Master Keys"), columns));
            }
        }
        let deck = || {
            let pieces = s.deck.iter().rev().filter(|card| **card != NONE);
            Zone::pile(text!("Deck"), pieces.map(|n| number(*n).map_or_else(back, card))).at(PlaceOf::Tray)
        };
        let held = || numbers(text!("To place"), number(s.held).map_or(0, |n| 1 << n));
        // Every number keeps its place, so that nothing moves while numbers go.
        let left = || {
            let (low, high) = self.range();
            let here = |n: u8| (self.pool(s) >> n & 1 == 1).then(|| card(n));
            let cells = (low..=high).map(|n| Cell::named(n.to_string()).with(here(n)));
            Zone::new(text!("Numbers left"), Shape::Row, cells.collect()).at(PlaceOf::Tray)
        };
        match self.variant {
            Draft => zones.extend([numbers(text!("Market"), s.hands[0]), held(), deck()]),
            Lanier => zones.extend([hand(0), hand(1), deck()]),
            Peltola => zones.extend([left(), held()]),
            _ => zones.push(left()),
        }
        zones
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let pool = |n: u8| {
            let among = (self.pool(s) & ((1 << n) - 1)).count_ones() as usize;
            let index = if matches!(self.variant, Draft | Lanier) { among } else { usize::from(n - self.range().0) };
            Site::new(self.numbers_zone(s), index)
        };
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
            Draft if s.held == NONE => text!("Take a number from the market."),
            Peltola if s.held == NONE => {
                text!("Choose the number {player} must place.", player = Arg::Player(1 - self.turn(s)))
            }
            Draft | Peltola => text!("Choose a cell for the {number}.", number = s.held),
            Sandkuhler if self.cells(s) != s.empty => text!("The Master Key is due: choose its number."),
            Lanier => text!("Choose a cell and a card from your hand."),
            _ => text!("Choose a cell and a number."),
        }
    }

    fn goal(&self, _s: &State, _seat: Seat) -> Text {
        match self.variant {
            Hodgkins => text!("most points: 2 a row, 1 for being closer to its Key"),
            TotalScore => text!("the highest total of winning numbers"),
            _ => text!("win two of three rows"),
        }
    }

    fn role(&self, _s: &State, seat: Seat) -> Text {
        if seat == 0 { text!("First column") } else { text!("Second column") }
    }

    fn end(&self, s: &State) -> End {
        self.ending(s)
    }

    fn notes(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        self.explain(s, last)
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
