//! What a person can set on this device, and how it is written down there. The page holds each as a signal.

/// How fast the computers' moves follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Speed {
    /// with time to look
    Calm,
    /// as usual
    #[default]
    Normal,
    /// hardly a pause
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
    fn what_is_kept_is_read_back_and_nonsense_is_as_usual() {
        for speed in Speed::ALL {
            assert_eq!(Speed::of(speed.word()), speed);
        }
        assert_eq!((Speed::of("<b>"), theme("%%%"), theme("contrast")), (Speed::Normal, "auto", "contrast"));
        assert!(switch(None, true) && !switch(None, false) && switch(Some("on"), false) && !switch(Some("off"), true));
        assert!(switch(Some("?"), true));
    }
}
