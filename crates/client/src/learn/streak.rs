//! The daily puzzle from day to day: how many in a row, and which of the last week.

/// On which days the daily puzzle was solved. Days are counted from any, by the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Streak {
    last: u32,
    /// the last seven days before and with `last`, the lowest bit being the last
    week: u8,
    run: u32,
    best: u32,
}

impl Streak {
    /// Reads what [`write`](Streak::write) has written; anything else is nothing.
    pub fn read(text: &str) -> Self {
        let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [last, week, run, best] => Streak { last, week: (week & 127) as u8, run, best: best.max(run) },
            _ => Streak::default(),
        }
    }

    /// The days as text.
    pub fn write(&self) -> String {
        format!("{} {} {} {}", self.last, self.week, self.run, self.best)
    }

    /// The puzzle of a day was solved. Earlier days than the last one change nothing.
    pub fn solved(&mut self, day: u32) {
        if self.run > 0 && day <= self.last {
            return;
        }
        let since = if self.run > 0 { day - self.last } else { u32::MAX };
        self.week = self.week.checked_shl(since).unwrap_or(0) & 127 | 1;
        self.run = if since == 1 { self.run + 1 } else { 1 };
        self.best = self.best.max(self.run);
        self.last = day;
    }

    /// Whether the puzzle of a day was solved, as far as that is known.
    pub fn has(&self, day: u32) -> bool {
        self.run > 0 && day <= self.last && self.last - day < 7 && self.week >> (self.last - day) & 1 == 1
    }

    /// How many days in a row up to a day, or up to the day before it: today can still be solved.
    pub fn run(&self, today: u32) -> u32 {
        if self.run > 0 && today.saturating_sub(self.last) <= 1 { self.run } else { 0 }
    }

    /// The longest there has been.
    pub fn best(&self) -> u32 {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_are_counted() {
        let mut streak = Streak::default();
        for day in [100, 101, 101, 102, 99] {
            streak.solved(day);
        }
        assert_eq!((streak.run(102), streak.run(103), streak.run(104), streak.best()), (3, 3, 0, 3));
        assert_eq!([99, 100, 101, 102, 103].map(|day| streak.has(day)), [false, true, true, true, false]);
        streak.solved(105);
        assert_eq!((streak.run(105), streak.best(), streak.has(102), streak.has(104)), (1, 3, true, false));
        streak.solved(1000);
        assert_eq!((streak.run(1000), streak.has(105)), (1, false));
        assert_eq!(Streak::read(&streak.write()), streak);
        assert_eq!(Streak::read("nonsense"), Streak::default());
    }
}
