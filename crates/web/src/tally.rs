//! How games against the computer have ended on this device.

use agon_client::Verdict;

/// How many games ended how on this device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// games won
    pub won: u32,
    /// games drawn
    pub drawn: u32,
    /// games lost
    pub lost: u32,
}

impl Tally {
    /// What was kept; nothing where it cannot be read.
    pub fn read(text: &str) -> Self {
        let mut numbers = text.split(',').map(|number| number.parse().unwrap_or(0));
        let mut next = || numbers.next().unwrap_or(0);
        Tally { won: next(), drawn: next(), lost: next() }
    }

    /// What is kept.
    pub fn write(self) -> String {
        format!("{},{},{}", self.won, self.drawn, self.lost)
    }

    /// One more game.
    pub fn add(&mut self, verdict: Verdict) {
        let count = match verdict {
            Verdict::Won => &mut self.won,
            Verdict::Drawn => &mut self.drawn,
            Verdict::Lost => &mut self.lost,
        };
        *count = count.saturating_add(1);
    }

    /// One game less: its end was taken back.
    pub fn remove(&mut self, verdict: Verdict) {
        let count = match verdict {
            Verdict::Won => &mut self.won,
            Verdict::Drawn => &mut self.drawn,
            Verdict::Lost => &mut self.lost,
        };
        *count = count.saturating_sub(1);
    }

    /// Whether there is nothing to show.
    pub fn is_empty(self) -> bool {
        self == Tally::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_nonsense_counts_nothing() {
        let mut tally = Tally::default();
        for verdict in [Verdict::Won, Verdict::Won, Verdict::Drawn, Verdict::Lost] {
            tally.add(verdict);
        }
        assert_eq!(tally, Tally { won: 2, drawn: 1, lost: 1 });
        assert_eq!(Tally::read(&tally.write()), tally);
        for text in ["", "x", ",,", "1,-2,3,4", "99999999999"] {
            assert!(Tally::read(text).won <= 1, "{text}");
        }
    }
}
