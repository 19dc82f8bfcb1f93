//! What a person can set on this device, and how it is written down there.

use crate::device::Device;

/// Everything that is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// the colours: `auto`, `light`, `dark` or `contrast`
    pub theme: &'static str,
    /// whether moves are heard; key `sound`
    pub sound: bool,
    /// how fast computers' moves follow; key `speed`
    pub speed: Speed,
    /// whether nothing is to move; key `motion`
    pub still: bool,
    /// whether boards have coordinates; key `coordinates`
    pub coordinates: bool,
    /// whether the board says why; key `explanations`
    pub explanations: bool,
    /// whether a card is played by the first tap; key `first-tap`
    pub first_tap: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            theme: "auto",
            sound: true,
            speed: Speed::Normal,
            still: false,
            coordinates: true,
            explanations: true,
            first_tap: false,
        }
    }
}

impl Settings {
    /// As they were kept on a device.
    pub fn open(device: &dyn Device) -> Self {
        let mut settings = Settings::default();
        for key in ["theme", "sound", "speed", "motion", "coordinates", "explanations", "first-tap"] {
            if let Some(kept) = device.kept(key) {
                settings.set(key, &kept);
            }
        }
        settings
    }

    /// Sets one by its key; what makes no sense changes nothing. Whether there is such a key.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        let flag = match key {
            "theme" => {
                self.theme = theme(value);
                return true;
            }
            "speed" => {
                self.speed = Speed::of(value);
                return true;
            }
            "sound" => &mut self.sound,
            "motion" => &mut self.still,
            "coordinates" => &mut self.coordinates,
            "explanations" => &mut self.explanations,
            "first-tap" => &mut self.first_tap,
            _ => return false,
        };
        *flag = switch(Some(value), *flag);
        true
    }

    /// Paints a device as they say.
    pub fn paint(&self, device: &dyn Device) {
        device.paint(self.theme, self.still, !self.coordinates);
    }
}

/// How fast the computers' moves follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Speed {
    /// with time to look
    Calm,
    /// as usual
    #[default]
    Normal,
    /// as fast as one can follow
    Fast,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 3] = [Speed::Calm, Speed::Normal, Speed::Fast];

    /// The word that is kept.
    pub fn word(self) -> &'static str {
        match self {
            Speed::Calm => "calm",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
        }
    }

    /// How long a computer's move is shown at least before the next one, in milliseconds.
    pub fn pace(self) -> u64 {
        match self {
            Speed::Calm => 1400,
            Speed::Normal => 800,
            Speed::Fast => 600,
        }
    }

    /// The same for a move that a sum or an equation explains: it gathers for 420 ms, and is held for 1.6 s. Less motion
    /// does not make it shorter, and a tap skips it.
    pub fn hold(self) -> u64 {
        if self == Speed::Fast { 1600 } else { 2020 }
    }

    /// The speed of a word; whatever else is kept is the usual one.
    pub fn of(word: &str) -> Self {
        Speed::ALL.into_iter().find(|speed| speed.word() == word).unwrap_or_default()
    }
}

/// The themes that can be chosen; `auto` is as the device has it.
pub const THEMES: [&str; 4] = ["auto", "light", "dark", "contrast"];

/// A theme that was kept; whatever else is kept is `auto`.
pub fn theme(word: &str) -> &'static str {
    THEMES.into_iter().find(|theme| *theme == word).unwrap_or("auto")
}

/// A switch that was kept, or as it usually is.
pub fn switch(kept: Option<&str>, usual: bool) -> bool {
    match kept {
        Some("on") => true,
        Some("off") => false,
        _ => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_of_a_computer_is_gone_before_it_was_seen() {
        assert!(Speed::ALL.iter().all(|speed| speed.pace() >= 600 && speed.hold() >= 1600));
    }

    #[test]
    fn what_is_kept_is_read_back_and_nonsense_is_as_usual() {
        for speed in Speed::ALL {
            assert_eq!(Speed::of(speed.word()), speed);
        }
        assert_eq!((Speed::of("<b>"), theme("%%%"), theme("contrast")), (Speed::Normal, "auto", "contrast"));
        assert!(switch(None, true) && !switch(None, false) && switch(Some("on"), false) && !switch(Some("off"), true));
        assert!(switch(Some("?"), true));
    }
}
