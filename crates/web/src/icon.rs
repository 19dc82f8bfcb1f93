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
    /// a loudspeaker that sounds
    Sound,
    /// a loudspeaker that is silent
    Mute,
    /// two sliders
    Settings,
    /// a triangle that points onwards
    Play,
    /// two people
    People,
    /// a clock
    Clock,
    /// a globe
    Globe,
    /// more below
    Down,
    /// a processor
    Computer,
    /// a screen
    Screen,
    /// a die
    Die,
    /// a folder
    File,
    /// a scholar's hat
    Learn,
}

impl Icon {
    /// Strokes, parted by `|`, or a whole drawing.
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
            Icon::Sound => {
                r#"<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z"/><path d="M15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>"#
            }
            Icon::Mute => {
                r#"<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z"/><path d="m16 9.500 5 5M21 9.500l-5 5"/>"#
            }
            Icon::Settings => {
                r#"<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.200"/><circle cx="9" cy="17" r="2.200"/>"#
            }
            Icon::Play => {
                r#"<path class="fill" d="M8 5.200v13.600c0 .8.900 1.300 1.600.800l10-6.800c.6-.4.6-1.200 0-1.600l-10-6.800C8.900 3.900 8 4.400 8 5.200Z"/>"#
            }
            Icon::People => {
                r#"<circle cx="9" cy="8.500" r="3.300"/><path d="M3 19c.4-3.500 2.800-5.300 6-5.300s5.600 1.800 6 5.300"/><path d="M15.500 5.600a3.200 3.200 0 0 1 0 5.900M17.500 14.200c2 .7 3.200 2.300 3.500 4.800"/>"#
            }
            Icon::Clock => r#"<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500V12l3 2"/>"#,
            Icon::Globe => {
                r#"<circle cx="12" cy="12" r="8.500"/><path d="M3.500 12h17M12 3.500c3 3 3 14 0 17M12 3.500c-3 3-3 14 0 17"/>"#
            }
            Icon::Learn => {
                "M2.500 9.500 12 5l9.500 4.500L12 14 2.500 9.500Z|M6.500 11.700V16c3.200 2.500 7.800 2.500 11 0v-4.300"
            }
            Icon::Down => r#"<path d="m5 9 7 7 7-7"/>"#,
            Icon::Computer => {
                r#"<rect x="6" y="6" width="12" height="12" rx="2.500"/><path d="M9.500 3v3M14.500 3v3M9.500 18v3M14.500 18v3M3 9.500h3M3 14.500h3M18 9.500h3M18 14.500h3"/>"#
            }
            Icon::Screen => r#"<rect x="3.500" y="5" width="17" height="11.500" rx="2"/><path d="M9 20h6"/>"#,
            Icon::Die => {
                r#"<rect x="4" y="4" width="16" height="16" rx="4"/><path d="M8.500 8.500h.01M15.500 15.500h.01M15.500 8.500h.01M8.500 15.500h.01M12 12h.01" stroke-width="2.800"/>"#
            }
            Icon::File => {
                r#"<path d="M3.500 7.500a2 2 0 0 1 2-2h4l2 2.500h7a2 2 0 0 1 2 2v7.500a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z"/>"#
            }
        }
    }

    /// The sign as a drawing, at the size of a button.
    pub fn svg(self) -> String {
        self.drawn(if self == Icon::More { "ic dots" } else { "ic" })
    }

    /// The same at the size of a line of text.
    pub fn small(self) -> String {
        self.drawn("ic s")
    }

    fn drawn(self, class: &str) -> String {
        let strokes = self.strokes();
        let inner = if strokes.starts_with('<') {
            strokes.to_owned()
        } else {
            strokes.split('|').map(|path| ["<path d=\"", path, "\"/>"].concat()).collect()
        };
        ["<svg class=\"", class, "\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">", &inner, "</svg>"].concat()
    }
}

/// Two shapes that share a part, a disc and a square: the mark of Agon.
pub const MARK: &str = r#"<svg viewBox="0 0 54 36" aria-hidden="true"><defs><clipPath id="lg"><circle cx="18.500" cy="18" r="16"/></clipPath></defs><circle cx="18.500" cy="18" r="16" fill="var(--s0)"/><rect x="22" y="3.500" width="29" height="29" rx="8" fill="var(--s1)"/><rect x="22" y="3.500" width="29" height="29" rx="8" fill="var(--sheet)" clip-path="url(#lg)"/></svg>"#;

/// How much of three there is, as bars.
pub fn bars(full: usize) -> String {
    let mut out = "<svg class=\"bars\" viewBox=\"0 0 17 14\" aria-hidden=\"true\">".to_owned();
    for (at, shape) in
        ["y=\"9\" height=\"5\"", "x=\"6\" y=\"4.5\" height=\"9.5\"", "x=\"12\" height=\"14\""].iter().enumerate()
    {
        let on = if at < full { " class=\"on\"" } else { "" };
        out += &["<rect width=\"4.5\" rx=\"1.2\" ", shape, on, "/>"].concat();
    }
    out + "</svg>"
}
