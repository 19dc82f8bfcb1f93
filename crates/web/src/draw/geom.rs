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
        decimal(f, self.0, 1)
    }
}

/// A number with at most four digits after the point, where one is too few.
#[derive(Clone, Copy)]
struct Fine(f64);

impl Display for Fine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        decimal(f, self.0, 4)
    }
}

/// Where something is drawn and how large: the column and row of its middle, and the scale.
#[derive(Clone, Copy)]
pub struct At(pub f64, pub f64, pub f64);

impl Display for At {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "transform=\"translate({} {}) scale({})\"", N(self.0), N(self.1), Fine(self.2))
    }
}

/// A way from one point to another: how long it is, and the attribute that turns what is drawn to the right along it.
pub struct Way {
    /// how long
    pub length: f64,
    from: (f64, f64),
    towards: (f64, f64),
}

impl Way {
    /// The way between two points.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Self {
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = (right * right + down * down).sqrt();
        let towards = if length > 0.0 { (right / length, down / length) } else { (1.0, 0.0) };
        Way { length, from, towards }
    }
}

/// Sine and cosine are the sides of the way; the browser needs no angle.
impl Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ((x, y), (right, down)) = (self.from, self.towards);
        let (right, down, up) = (Fine(right), Fine(down), Fine(-down));
        write!(f, "transform=\"matrix({right} {down} {up} {right} {} {})\"", N(x), N(y))
    }
}

/// Writes a number with at most so many digits after the point, without the code that could write any number.
fn decimal(f: &mut fmt::Formatter, value: f64, digits: usize) -> fmt::Result {
    let unit = 10_i64.pow(digits as u32);
    let all = (value * unit as f64).round() as i64;
    if all < 0 {
        f.write_str("-")?;
    }
    let (whole, mut rest) = (all.abs() / unit, all.abs() % unit);
    write!(f, "{whole}")?;
    let mut left = digits;
    while rest > 0 && rest % 10 == 0 {
        (rest, left) = (rest / 10, left - 1);
    }
    if rest == 0 { Ok(()) } else { write!(f, ".{rest:0left$}") }
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
