//! The signs on buttons: strokes in a square of 24.

/// A sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// a move is taken back
    Undo,
    /// and played again
    Redo,
    /// a suggestion
    Hint,
    /// the board is turned round
    Flip,
    /// what else there is
    More,
    /// the moves
    Moves,
    /// the rules
    Rules,
    /// a curve of values
    Graph,
    /// once more
    Again,
    /// send it
    Share,
    /// it is so
    Check,
    /// an eye: something to see
    Eye,
    /// to the left
    Back,
    /// to the right
    Next,
    /// away with it
    Close,
    /// a flag: giving up
    Flag,
    /// hands shaken: a draw
    Draw,
    /// faster
    Skip,
    /// an empty piece of paper: a new game
    New,
    /// a flask: the lab
    Lab,
}

impl Icon {
    fn strokes(self) -> &'static str {
        match self {
            Icon::Undo => "M8.5 5 4 9.500 8.500 14|M4 9.500h9.500a5.250 5.250 0 0 1 0 10.500H11",
            Icon::Redo => "M15.500 5 20 9.500 15.500 14|M20 9.500h-9.500a5.250 5.250 0 0 0 0 10.500H13",
            Icon::Hint => {
                "M9 16.500c-2.500-1.800-3.500-4-3.500-6.300a6.500 6.500 0 0 1 13 0c0 2.300-1 4.500-3.500 6.300|M9.500 20h5"
            }
            Icon::Flip => "M8 4v14l-3-3|M16 20V6l3 3",
            Icon::More => "M5 12h.01M12 12h.01M19 12h.01",
            Icon::Moves => "M9 6h11M9 12h11M9 18h11|M4.500 6h.01M4.500 12h.01M4.500 18h.01",
            Icon::Rules => {
                "M12 6.500C10 5 7 4.800 4 5v13.500c3-.2 6 0 8 1.500 2-1.500 5-1.700 8-1.500V5c-3-.2-6 0-8 1.500Z|M12 6.500V20"
            }
            Icon::Graph => "M3.500 18.500 9 12l4 3.500 7.500-9|M16 6h4.500v4.500",
            Icon::Again => "M19.500 12a7.500 7.500 0 1 1-2.400-5.500|M19.500 3.500v4.200h-4.200",
            Icon::Share => "M12 15V4M8 7.500 12 4l4 3.500|M6 11H4.500v9h15v-9H18",
            Icon::Check => "m5 12.500 4.500 4.500L19 7.500",
            Icon::Eye => {
                "M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12Z|M12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5Z"
            }
            Icon::Back => "m15 5-7 7 7 7",
            Icon::Next => "m9 5 7 7-7 7",
            Icon::Close => "M6 6l12 12M18 6 6 18",
            Icon::Flag => "M6 21V4h11l-2.500 4L17 12H6",
            Icon::Draw => "M5 9h14M5 15h14",
            Icon::Skip => "M5 5.500v13l8-6.500ZM13 5.500v13l7-6.500Z",
            Icon::New => "M12 5v14M5 12h14",
            Icon::Lab => {
                "M9.500 3.500h5M10.500 3.500v6L5 19a1.200 1.200 0 0 0 1 1.500h12a1.200 1.200 0 0 0 1-1.500l-5.500-9.500v-6"
            }
        }
    }

    /// The sign as a drawing.
    pub fn svg(self) -> String {
        let paths: String = self.strokes().split('|').map(|path| format!("<path d=\"{path}\"/>")).collect();
        let more = if matches!(self, Icon::More) { " dots" } else { "" };
        format!("<svg class=\"ic{more}\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">{paths}</svg>")
    }
}
