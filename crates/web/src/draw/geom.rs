//! Rectangles and numbers for drawings.

use std::fmt::{self, Display};

/// A rectangle in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// from the left
    pub x: f64,
    /// from the top
    pub y: f64,
    /// how wide
    pub w: f64,
    /// how high
    pub h: f64,
}

impl Rect {
    /// A rectangle.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Rect { x, y, w, h }
    }

    /// Its right edge.
    pub fn right(self) -> f64 {
        self.x + self.w
    }

    /// Its lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    /// The column of its middle.
    pub fn cx(self) -> f64 {
        self.x + self.w / 2.0
    }

    /// The row of its middle.
    pub fn cy(self) -> f64 {
        self.y + self.h / 2.0
    }

    /// The same, larger by so much on every side.
    pub fn grown(self, by: f64) -> Self {
        Rect::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }

    /// The smallest that holds both.
    pub fn with(self, other: Rect) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }

    /// Whether they share more than an edge.
    pub fn overlaps(self, other: Rect) -> bool {
        const SLACK: f64 = 0.01;
        self.x + SLACK < other.right()
            && other.x + SLACK < self.right()
            && self.y + SLACK < other.bottom()
            && other.y + SLACK < self.bottom()
    }

    /// Whether it lies inside another.
    pub fn is_within(self, other: Rect) -> bool {
        const SLACK: f64 = 0.01;
        self.x + SLACK >= other.x
            && self.y + SLACK >= other.y
            && self.right() <= other.right() + SLACK
            && self.bottom() <= other.bottom() + SLACK
    }
}

/// A number with at most one digit after the point: drawings are short.
#[derive(Clone, Copy)]
pub struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        if tenths < 0 {
            f.write_str("-")?;
        }
        if rest == 0 { write!(f, "{whole}") } else { write!(f, "{whole}.{rest}") }
    }
}

/// The attributes of a rectangle.
impl Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Rect { x, y, w, h } = *self;
        write!(f, "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", N(x), N(y), N(w), N(h))
    }
}

/// A polygon whose corners are rounded: each begins and ends at this share of its edges.
pub fn rounded(points: &[(f64, f64)], share: f64) -> String {
    let mut path = String::new();
    let n = points.len();
    for (at, &(x, y)) in points.iter().enumerate() {
        let towards = |(px, py): (f64, f64)| (x + (px - x) * share, y + (py - y) * share);
        let (from, to) = (towards(points[(at + n - 1) % n]), towards(points[(at + 1) % n]));
        let letter = if at == 0 { 'M' } else { 'L' };
        path += &format!("{letter}{} {}Q{} {} {} {}", N(from.0), N(from.1), N(x), N(y), N(to.0), N(to.1));
    }
    path + "Z"
}
