//! How Primi Composti reads and looks. What is legal is not here but in the file above.

use super::*;

impl Show for PrimiComposti {
    const ID: &'static str = "primi-composti";
    const NAME: &'static str = "Primi Composti";
    page!("primi-composti.md");
    lesson!("primi-composti.md");
    const SEATS: (Seat, Seat) = (2, SEATS);
    const POINTS: bool = true;
    const LOOK: Look = Look {
        material: Material::Felt,
        accent: 165,
        arrangement: Arrangement::Table,
        pitch: "Spot that 7 + 24 makes 31 before anyone else does.",
        minutes: 15,
        ease: Ease::Medium,
        poster: Poster { options: &[], position: "31/4 -:24/7:- 0 3,2", moves: &["31"], crop: None },
        labels: &[
            OptionLabel::new(
                "version",
                "Version",
                &[
                    ValueLabel::new("1", "Points", "A card made from two on the table scores for all three."),
                    ValueLabel::new("2", "Captures", "A card made from two on the table takes them from the others."),
                ],
            ),
            OptionLabel::new(
                "players",
                "Players",
                &[
                    ValueLabel::new("2", "2 players", ""),
                    ValueLabel::new("3", "3 players", ""),
                    ValueLabel::new("4", "4 players", ""),
                    ValueLabel::new("5", "5 players", ""),
                    ValueLabel::new("6", "6 players", ""),
                ],
            ),
            OptionLabel::new("cards", "Cards each", &[]),
            OptionLabel::new(
                "uncover",
                "The card below the top counts too",
                &[
                    ValueLabel::new(
                        "true",
                        "",
                        "For captures: the top of a stack and the card below it may be the two.",
                    ),
                    ValueLabel::new("false", "", "Only the tops of stacks make a card."),
                ],
            ),
        ],
    };

    fn check(&self) -> Result<(), Text> {
        if self.uncover && self.version == 1 { Err(text!("uncover=true needs version=2")) } else { Ok(()) }
    }

    fn write_move(&self, s: &State, m: Move) -> String {
        let stolen = m.steals.into_iter().filter(|card| *card != 0);
        if self.has_choice(s, m.card) { format!("{}<{}", m.card, joined(stolen)) } else { m.card.to_string() }
    }

    fn write_state(&self, s: &State) -> String {
        let hands = (0..self.seats()).map(|seat| {
            let (seen, size) = (joined(self.hand(s, seat)), self.hand_size(s, seat));
            if seen == "-" && size > 0 { format!("*{size}") } else { seen }
        });
        let stacks = (0..self.seats())
            .map(|seat| format!("{}:{}", joined(self.stack(s, seat, 0)), joined(self.stack(s, seat, 1))));
        let scores = if self.version == 1 { joined(s.points[..self.seats()].iter()) } else { "-".to_owned() };
        let (hands, stacks): (Vec<_>, Vec<_>) = (hands.collect(), stacks.collect());
        format!("{} {} {} {scores}", hands.join("/"), stacks.join("/"), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [hands, stacks, turn, scores] = fields(text)?;
        let (players, turn) = (self.seats(), seat(turn, self.seats())?);
        let mut s = State { at: [OUT; HIGHEST + 1], tops: [[0; 2]; SEATS], points: [0; SEATS], turn, size: 0 };
        let hands: Vec<Vec<u8>> = hands.split('/').map(cards).collect::<Result<_, _>>()?;
        let stacks: Vec<&str> = stacks.split('/').collect();
        let few = || text!("there must be {players} hands and {players} pairs of stacks, separated by `/`", players);
        if hands.len() != players || stacks.len() != players {
            return Err(few());
        }
        s.size = hands[usize::from(turn)].len() as u8;
        for (seat, (hand, stacks)) in hands.iter().zip(stacks).enumerate() {
            if hand.len() > self.cards.into() {
                return Err(text!("seat {seat} has more than {most} cards", seat, most = self.cards));
            }
            if hand.len() + usize::from(seat < turn.into()) != usize::from(s.size) {
                return Err(text!(
                    "with seat {turn} to move the hand of seat {seat} cannot have {cards} cards",
                    turn,
                    seat,
                    cards = hand.len()
                ));
            }
            for card in hand {
                enter(&mut s, *card)?;
                s.at[usize::from(*card)] = HAND + seat as u8;
            }
            let wrong = || text!("the stacks `{stacks}` are not `PRIMES:COMPOSITES`", stacks);
            let (primes, composites) = stacks.split_once(':').ok_or_else(wrong)?;
            for (on, stack) in [primes, composites].into_iter().enumerate() {
                for card in cards(stack)? {
                    enter(&mut s, card)?;
                    if kind(card) != on {
                        return Err(text!("{card} is on the wrong stack", card));
                    }
                    push(&mut s, seat, card);
                    s.points[seat] += if self.version == 2 { value(card) } else { 0 };
                }
            }
        }
        if self.version == 1 {
            let points: Vec<i32> = scores.split(',').map_while(|n| n.parse().ok()).collect();
            if points.len() != players || points.iter().any(|n| !(0..=MOST_POINTS).contains(n)) {
                return Err(text!(
                    "the scores must be {players} numbers from 0 to {most}, joined by `,`",
                    players,
                    most = MOST_POINTS
                ));
            }
            s.points[..players].copy_from_slice(&points);
        }
        Ok(s)
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "all cards played")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let zones = |seat: Seat| {
            let seen: Vec<Piece> = self.hand(s, seat).map(|card| face(seat, card)).collect();
            let hidden = if seen.is_empty() { self.hand_size(s, seat) } else { 0 };
            let backs = vec![Piece::down().kind(Kind::Card); hidden];
            let hand = Zone::row(text!("Hand"), seen.into_iter().chain(backs));
            let stack = |title: Text, kind| {
                let cards = self.stack(s, seat, kind).into_iter();
                Zone::pile(title, cards.map(|card| face(seat, card)))
            };
            [hand, stack(text!("Primes"), 0), stack(text!("Composites"), 1)]
                .map(|zone| zone.of(seat).at(PlaceOf::Lane(seat)))
        };
        (0..self.seats()).flat_map(zones).collect()
    }

    fn taps(&self, s: &State, m: Move) -> Vec<Site> {
        let mover = usize::from(s.turn);
        let index = self.hand(s, mover).position(|card| card == m.card).unwrap_or(0);
        let mut sites = vec![Site::new(3 * mover, index)];
        if self.has_choice(s, m.card) {
            // Two cards of one stack are two taps on it.
            let stolen = m.steals.into_iter().filter(|card| *card != 0);
            sites.extend(stolen.map(|card| self.stack_site(s, card)));
        }
        sites
    }

    fn prompt(&self, _s: &State) -> Text {
        text!("Play a card from your hand.")
    }

    fn goal(&self, _s: &State, _seat: Seat) -> Text {
        match self.version {
            1 => text!("score the most points"),
            _ => text!("own the most: 2 for a prime, 1 for a composite"),
        }
    }

    fn role(&self, s: &State, seat: Seat) -> Text {
        text!("{cards} card" | "{cards} cards", cards = self.hand_size(s, seat))
    }

    fn end(&self, s: &State) -> End {
        let points = &s.points[..self.seats()];
        let of = |kind: usize| -> Vec<i32> {
            let worth = |seat| self.stack(s, seat, kind).into_iter().map(value).sum();
            (0..self.seats()).map(worth).collect()
        };
        let (primes, composites) = (of(0), of(1));
        let made: Vec<i32> = (0..self.seats()).map(|seat| points[seat] - primes[seat] - composites[seat]).collect();
        let mut lines =
            vec![Line::of_numbers(text!("Primes"), &primes), Line::of_numbers(text!("Composites"), &composites)];
        if self.version == 1 {
            lines.push(Line::of_numbers(text!("For cards on the table"), &made));
        }
        End {
            margin: End::points(points),
            why: text!("All cards are played."),
            breakdown: Some(Breakdown::adding_up(text!("Points"), lines, points)),
        }
    }

    fn notes(&self, _s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let Some((before, m)) = last else { return Vec::new() };
        let mover = usize::from(before.turn);
        let pair = if self.version == 1 { self.best_pair(before, m.card) } else { self.used(before, m) };
        let text = if self.version == 1 { self.scored(before, m, pair) } else { taken(mover, m, pair) };
        vec![match pair {
            Some(pair) => {
                let (left, sign, right) = calculation(pair, m.card);
                // In the order in which they are written, so that each has the sign of its owner.
                let sites = [left, right].map(|card| self.stack_site(before, card)).to_vec();
                let [left, sign, right] = [left.to_string(), sign.to_owned(), right.to_string()];
                let points = (self.version == 1).then(|| self.gain(before, m));
                let form = Form::Sum { left, sign, right, result: m.card.to_string(), points };
                Note::new(text, sites).of(mover).drawn(form)
            }
            None => Note::new(text, vec![]).of(mover),
        }]
    }
}

impl PrimiComposti {
    /// Version 1: what a move scores, and why.
    fn scored(&self, before: &State, m: Move, pair: Option<(u8, u8)>) -> Text {
        let (mover, points) = (usize::from(before.turn), self.gain(before, m));
        let gets = Text::about(
            mover,
            text!("You get {points} point" | "You get {points} points", points),
            text!(
                "{player} gets {points} point" | "{player} gets {points} points",
                points,
                player = Arg::Player(mover)
            ),
        );
        let Some(pair) = pair else {
            return text!("{gets}: nothing on the table makes {card}.", gets, card = m.card);
        };
        let worth = |card: u8| match value(card) {
            2 => text!("2 for the prime {card}", card),
            _ => text!("1 for {card}", card),
        };
        let (left, _, right) = calculation(pair, m.card);
        let [a, b, c] = [left, right, m.card].map(worth);
        text!("{gets} for {equation}: {a}, {b}, {c}.", gets, equation = equation(pair, m.card), a, b, c)
    }

    /// Version 2: the two cards from which the move has made its card.
    fn used(&self, before: &State, m: Move) -> Option<(u8, u8)> {
        let (mover, mut made) = (usize::from(before.turn), None);
        self.pairs(before, |(a, owner_a), (b, owner_b)| {
            if stolen(mover, (a, owner_a), (b, owner_b)) == m.steals && makes(a, b, m.card) {
                made = made.or(Some((a, b)));
            }
        });
        made
    }

    /// The site of the stack a card lies on.
    fn stack_site(&self, s: &State, card: u8) -> Site {
        let on = |seat: &Seat| self.stack(s, *seat, kind(card)).contains(&card);
        let owner = (0..self.seats()).find(on).unwrap_or(0);
        Site::new(3 * owner + 1 + kind(card), 0)
    }
}

/// Version 2: what a move takes.
fn taken(mover: Seat, m: Move, pair: Option<(u8, u8)>) -> Text {
    let Some(pair) = pair else {
        return text!("Nothing on the table makes {card}.", card = m.card);
    };
    let (equation, player) = (equation(pair, m.card), Arg::Player(mover));
    let cards = match m.steals {
        [0, 0] => return text!("{equation}: nothing to take from the others.", equation),
        [0, card] | [card, 0] => Text::plain(card.to_string()),
        [one, other] => text!("{one} and {other}", one, other),
    };
    Text::about(
        mover,
        text!("{equation}: you take {cards}.", equation = equation.clone(), cards = cards.clone()),
        text!("{equation}: {player} takes {cards}.", equation, player, cards),
    )
}

/// How two cards make a third: the first, the sign, the second.
fn calculation((a, b): (u8, u8), c: u8) -> (u8, &'static str, u8) {
    let (high, low) = (a.max(b), a.min(b));
    match c {
        _ if a + b == c => (a, "+", b),
        _ if high - low == c => (high, "−", low),
        _ if high % low == 0 && high / low == c => (high, "÷", low),
        _ => (a, "×", b),
    }
}

/// The same written out.
fn equation(pair: (u8, u8), c: u8) -> String {
    let (left, sign, right) = calculation(pair, c);
    format!("{left} {sign} {right} = {c}")
}

/// A card as it lies open: a prime has a sign of its own, a composite says what it is made of.
fn face(seat: Seat, card: u8) -> Piece {
    let piece = Piece::of(seat, card).kind(Kind::Card);
    match kind(card) {
        0 => piece.suit(Suit::Diamond),
        _ => piece.suit(Suit::Dots(4)).caption(factors(card)),
    }
}

/// `2³ × 3`
fn factors(card: u8) -> String {
    let (mut factors, mut rest) = (Vec::new(), card);
    for prime in 2..=card {
        let mut power = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            power += 1;
        }
        if power > 0 {
            factors.push(format!("{prime}{}", ["", "", "²", "³", "⁴", "⁵", "⁶"][power]));
        }
    }
    factors.join(" × ")
}

/// More points than any game gives; a limit for positions that are read in.
const MOST_POINTS: i32 = 1_000_000;

fn cards(text: &str) -> Result<Vec<u8>, Text> {
    let words = (text != "-").then(|| text.split(',')).into_iter().flatten();
    let card = |word: &str| {
        let wrong = || text!("`{word}` is no card from 2 to {highest}", word, highest = HIGHEST);
        word.parse().ok().filter(|card| (2..=HIGHEST).contains(card)).map(|card| card as u8).ok_or_else(wrong)
    };
    words.map(card).collect()
}

fn enter(s: &mut State, card: u8) -> Result<(), Text> {
    if s.at[usize::from(card)] == OUT { Ok(()) } else { Err(text!("{card} is there twice", card)) }
}
