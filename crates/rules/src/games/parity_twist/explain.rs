//! Why a row of Parity Twist goes to whom it goes: verdicts, notes and the end, from what the viewer sees.

use super::*;

/// What all ways to fill the rest of the board have in common for a row.
struct Outlook {
    /// whether the lower number wins
    low: Option<bool>,
    winner: Option<Seat>,
}

/// What has been found while trying them.
#[derive(Default)]
struct Found {
    low: [bool; 2],
    winner: [bool; 2],
}

impl ParityTwist {
    /// Any number that is in no cell can still go into any cell that is empty or not seen.
    fn outlook(&self, s: &State, row: usize) -> Outlook {
        let [a, b, key] = [0, 1, 2].map(|column| 3 * row + column);
        let rulers = if self.variant == Delfs { [2, 5, 8].to_vec() } else { (MASTER..self.total()).collect() };
        let cells: Vec<usize> = [a, b, key].into_iter().chain(rulers).collect();
        let mut found = Found::default();
        self.fill(&mut s.clone(), row, &cells, s.free, &mut found);
        let only = |found: [bool; 2]| (found[0] != found[1]).then_some(found[1]);
        Outlook { low: only(found.low), winner: only(found.winner).map(Seat::from) }
    }

    /// Tries all numbers in the cells that matter; true once nothing is certain any more.
    fn fill(&self, s: &mut State, row: usize, cells: &[usize], free: u16, found: &mut Found) -> bool {
        let Some((&cell, rest)) = cells.split_first() else {
            if let Some(end) = self.row(s, row) {
                found.low[usize::from(end.low)] = true;
                found.winner[end.winner] = true;
            }
            return found.low == [true; 2] && found.winner == [true; 2];
        };
        let known = s.cells[cell];
        if known < UNKNOWN {
            return self.fill(s, row, rest, free, found);
        }
        let done = list(free).any(|n| {
            s.cells[cell] = n;
            self.fill(s, row, rest, free & !(1 << n), found)
        });
        s.cells[cell] = known;
        done
    }

    /// Key against ruling number, in words, where both are known.
    fn parity(&self, s: &State, row: usize) -> Option<Text> {
        let (key, number) = (number(s.cells[3 * row + 2])?, self.ruler(s, row)?);
        let ruler = match self.variant {
            Delfs => Arg::Text(text!("the sum {sum}", sum = number)),
            _ => Arg::Number(number.into()),
        };
        Some(match (key % 2, number % 2) {
            (1, 1) => text!("{key} and {ruler} are both odd", key, ruler),
            (0, 0) => text!("{key} and {ruler} are both even", key, ruler),
            (0, _) => text!("{key} is even, {ruler} is odd", key, ruler),
            _ => text!("{key} is odd, {ruler} is even", key, ruler),
        })
    }

    /// Why a row that is not full is decided.
    fn early(&self, s: &State, row: usize, winner: Seat) -> Text {
        let of = |seat: Seat| number(s.cells[3 * row + seat]);
        match (self.parity(s, row), of(winner), of(1 - winner)) {
            (Some(_), Some(number), None) => text!("Nothing beats {number}", number),
            (Some(_), None, Some(number)) => text!("Every number left beats {number}", number),
            _ => text!("No number left can change that"),
        }
    }

    /// What holds in a row, as far as the viewer can know it.
    pub(super) fn verdict(&self, s: &State, row: usize) -> Option<Verdict> {
        let outlook = self.outlook(s, row);
        let key = number(s.cells[3 * row + 2]);
        let text = match (outlook.low, outlook.winner) {
            (Some(true), _) => text!("Low wins"),
            (Some(false), _) => text!("High wins"),
            (None, Some(_)) => text!("Decided"),
            (None, None) => text!("Still open"),
        };
        let early = |winner| self.early(s, row, winner);
        let reason = match (self.parity(s, row), outlook.winner) {
            (Some(parity), Some(winner)) if self.row(s, row).is_none() => {
                text!("{parity}. {early}.", parity, early = early(winner))
            }
            (Some(parity), _) => parity,
            (None, Some(winner)) => early(winner),
            (None, None) if outlook.low.is_some() => text!("No number left can change that"),
            (None, None) if self.variant == Delfs => {
                key?;
                let missing = [2, 5, 8].into_iter().filter(|cell| number(s.cells[*cell]).is_none()).count();
                if missing == 1 { text!("The last Key decides") } else { text!("The other two Keys decide") }
            }
            (None, None) if self.variant == DualMaster && key.is_some() => match key.map(|key| key % 2) {
                Some(1) => text!("Place the master of odd Keys to decide"),
                _ => text!("Place the master of even Keys to decide"),
            },
            (None, None) if key.is_some() => match s.cells[MASTER] {
                UNKNOWN => text!("The Master Key lies face down"),
                _ => text!("Place the Master Key to decide"),
            },
            (None, None) => {
                (MASTER..self.total()).find(|cell| s.cells[*cell] != NONE)?;
                text!("Place a Key to decide")
            }
        };
        Some(Verdict { text, reason, seat: outlook.winner })
    }

    /// Who has a row, or whether low or high will win it.
    fn note_row(&self, s: &State, row: usize) -> Option<Note> {
        let sites = (3 * row..3 * row + 3).map(|cell| Site::new(0, cell)).collect();
        let outlook = self.outlook(s, row);
        let line = row + 1;
        let Some(winner) = outlook.winner else {
            let parity = self.parity(s, row)?;
            let text = match outlook.low? {
                true => text!("Row {row}: {parity}, so low wins.", row = line, parity),
                false => text!("Row {row}: {parity}, so high wins.", row = line, parity),
            };
            return Some(Note::new(text, sites));
        };
        let player = Arg::Player(winner);
        let text = if let Some(end) = self.row(s, row) {
            let (won, lost) = (s.cells[3 * row + winner], s.cells[3 * row + 1 - winner]);
            match end.low {
                true => Text::about(
                    winner,
                    text!("You win row {row}: {won} is lower than {lost}.", row = line, won, lost),
                    text!("{player} wins row {row}: {won} is lower than {lost}.", player, row = line, won, lost),
                ),
                false => Text::about(
                    winner,
                    text!("You win row {row}: {won} is higher than {lost}.", row = line, won, lost),
                    text!("{player} wins row {row}: {won} is higher than {lost}.", player, row = line, won, lost),
                ),
            }
        } else {
            let why = || self.early(s, row, winner);
            Text::about(
                winner,
                text!("You already have row {row}. {why}.", row = line, why = why()),
                text!("{player} already has row {row}. {why}.", row = line, player, why = why()),
            )
        };
        Some(Note::new(text, sites).of(winner))
    }

    /// hodgkins: the point for the number closer to the Key.
    fn note_closer(&self, s: &State, row: usize) -> Option<Note> {
        let seat = self.closer(s, row)?;
        let n = s.cells[3 * row + seat];
        let you = text!("Your {number} is closer to the Key of row {row}: 1 point.", number = n, row = row + 1);
        let they = text!(
            "{player}’s {number} is closer to the Key of row {row}: 1 point.",
            player = Arg::Player(seat),
            number = n,
            row = row + 1
        );
        Some(Note::new(Text::about(seat, you, they), [seat, 2].map(|at| Site::new(0, 3 * row + at)).to_vec()).of(seat))
    }

    /// What a Master Key makes of odd and even Keys.
    fn note_master(&self, s: &State, master: usize) -> Option<Note> {
        let number = number(s.cells[MASTER + master])?;
        let text = match (self.masters()[master], number % 2) {
            ("m", 1) => text!("Master Key {number} is odd: odd Keys make low win, even Keys make high win.", number),
            ("m", _) => text!("Master Key {number} is even: even Keys make low win, odd Keys make high win.", number),
            ("mo", 1) => text!("The master of odd Keys is {number}, odd as well: odd Keys make low win.", number),
            ("mo", _) => text!("The master of odd Keys is {number}, even: odd Keys make high win.", number),
            (_, 0) => text!("The master of even Keys is {number}, even as well: even Keys make low win.", number),
            (_, _) => text!("The master of even Keys is {number}, odd: even Keys make high win.", number),
        };
        Some(Note::new(text, vec![Site::new(1, master)]))
    }

    /// The same in short, beside the Master Key.
    pub(super) fn ruling(&self, s: &State, master: usize) -> Option<Verdict> {
        let number = number(s.cells[MASTER + master])?;
        let text = if number % 2 == 1 { text!("odd") } else { text!("even") };
        let reason = match (self.masters()[master], number % 2) {
            ("m", 1) => text!("odd: odd Keys make low win, even Keys make high win"),
            ("m", _) => text!("even: even Keys make low win, odd Keys make high win"),
            ("mo", 1) => text!("odd Keys make low win"),
            ("mo", _) => text!("odd Keys make high win"),
            (_, 0) => text!("even Keys make low win"),
            (_, _) => text!("even Keys make high win"),
        };
        Some(Verdict { text, reason, seat: None })
    }

    /// hidden-master: who knows what lies there.
    fn note_secret(&self, s: &State) -> Option<Note> {
        let seat = match s.knows {
            0b01 => 0,
            0b10 => 1,
            _ => return None,
        };
        let they = text!("Only {player} knows the Master Key.", player = Arg::Player(seat));
        let text = Text::about(seat, text!("Only you know the Master Key."), they);
        (s.empty != 0).then(|| Note::new(text, vec![Site::new(1, 0)]).of(seat))
    }

    /// hidden-master: a number that was refused because it is the Master Key.
    fn note_refused(&self, s: &State, (before, m): (&State, Move)) -> Option<Note> {
        let Move::Place(cell, number) = m else { return None };
        let (mover, cell) = (usize::from(before.turn), self.cell_name(cell.into()));
        let player = Arg::Player(mover);
        let you = text!("{number} is the Master Key and cannot go to {cell}. Place another number.", number, cell);
        let they = text!("{player} tries {number} on {cell}, but it is the Master Key.", player, number, cell);
        (before.empty == s.empty).then(|| Note::new(Text::about(mover, you, they), vec![Site::new(1, 0)]).of(mover))
    }

    pub(super) fn explain(&self, s: &State, last: Option<(&State, Move)>) -> Vec<Note> {
        let mut notes = Vec::new();
        notes.extend(last.and_then(|last| self.note_refused(s, last)));
        notes.extend((0..self.masters().len()).filter_map(|master| self.note_master(s, master)));
        notes.extend(self.note_secret(s));
        if self.variant == KeyLock && self.cells(s) != s.empty {
            let (first, text) = (3 * usize::from(s.lock - 1), text!("Row {row} is locked for one turn.", row = s.lock));
            let open = |cell: &usize| s.cells[*cell] == NONE;
            notes.push(Note::new(text, (first..first + 2).filter(open).map(|cell| Site::new(0, cell)).collect()));
        }
        notes.extend((0..3).filter_map(|row| self.note_row(s, row)));
        notes.extend((0..3).filter_map(|row| self.note_closer(s, row)));
        notes
    }

    pub(super) fn ending(&self, s: &State) -> End {
        let scores = [0, 1].map(|seat| self.score(s, seat));
        let (rows, other) = (scores[0].max(scores[1]), scores[0].min(scores[1]));
        let winner = Seat::from(scores[1] > scores[0]);
        let player = Arg::Player(winner);
        let by_rows = !matches!(self.variant, Hodgkins | TotalScore);
        let won: Vec<usize> =
            (0..3).filter(|row| self.row_winner(s, *row) == Some(winner)).map(|row| row + 1).collect();
        let why = match *won {
            _ if rows == other => text!("Both have {points} points.", points = rows),
            [one, two] if by_rows => Text::about(
                winner,
                text!("You have rows {one} and {two}.", one, two),
                text!("{player} has rows {one} and {two}.", player, one, two),
            ),
            [_, _, _] if by_rows => {
                Text::about(winner, text!("You have all three rows."), text!("{player} has all three rows.", player))
            }
            _ if self.variant == Hodgkins => text!("A row gives 2 points, the number closer to its Key 1."),
            _ => text!("Every row gives the number that wins it."),
        };
        let line = |row: usize| {
            let value = |seat: Seat| match self.variant {
                Hodgkins => {
                    let points = 2 * i32::from(self.row_winner(s, row) == Some(seat));
                    let points = points + i32::from(self.closer(s, row) == Some(seat));
                    Text::plain(format!("{} (+{points})", s.cells[3 * row + seat]))
                }
                _ => Text::plain(s.cells[3 * row + seat].to_string()),
            };
            let why = match self.row(s, row).is_some_and(|row| row.low) {
                true => text!("low wins"),
                false => text!("high wins"),
            };
            let label = Text::plain((row + 1).to_string());
            Line { label, values: vec![value(0), value(1)], winner: self.row_winner(s, row), why }
        };
        End {
            margin: match by_rows {
                // Who has lost hears the own rows first.
                true => Text::about(
                    1 - winner,
                    text!("{rows} row to {other}" | "{rows} rows to {other}", rows = other, other = rows),
                    text!("{rows} row to {other}" | "{rows} rows to {other}", rows, other),
                ),
                false => End::points(&scores),
            },
            why,
            breakdown: Some(Breakdown::adding_up(text!("Row"), (0..3).map(line).collect(), &scores)),
        }
    }
}
