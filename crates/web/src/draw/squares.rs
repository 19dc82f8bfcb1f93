//! Boards of squares in every material: rim, ruling or chequers, whose part is whose, and coordinates.

use std::fmt::Write;

use agon_rules::{Ground, Material};

use super::geom::{At, N, Rect};
use super::ground::How;
use super::layout::Frame;
use super::piece::outline;
use super::table::{Area, Table};
use super::words::safe;

/// A board with its rim.
pub fn squares(out: &mut String, table: &Table, area: &Area, frame: &Frame, narrow: bool, how: &How) {
    let (cols, rows) = (frame.cols, frame.rows);
    let unit = frame.inner.w / cols as f64;
    let lip = if narrow { 4.0 } else { 0.08 * unit };
    let round = if frame.rim.0 > 0.0 { 0.26 * unit } else { 0.0 };
    let below = Rect { y: frame.outer.y + lip, ..frame.outer };
    let _ = write!(
        out,
        "<g class=\"d-board\"><rect class=\"d-lip\" {below} rx=\"{0}\"/><rect class=\"d-frame\" {1} rx=\"{0}\"/></g>",
        N(round),
        frame.outer
    );
    let (wide, high) = (cols * 100, rows * 100);
    let _ = write!(
        out,
        "<g {}><rect class=\"d-cell\" width=\"{wide}\" height=\"{high}\" rx=\"{}\"/>",
        At(frame.inner.x, frame.inner.y, unit / 100.0),
        if frame.rim.0 > 0.0 { 5 } else { 0 }
    );
    // Small boards are ruled by hand; on others every second square is darker.
    let dark = area.spots.iter().any(|spot| spot.ground == Ground::Dark);
    let checkered = cols.max(rows) > 4;
    let alt = |at: usize| {
        if dark { area.spots[at].ground == Ground::Dark } else { checkered && (at % cols + at / cols) % 2 == 1 }
    };
    let square = |at: usize| format!("M{} {}h100v100h-100z", at % cols * 100, at / cols * 100);
    path(out, "d-alt", (0..area.spots.len()).filter(|&at| alt(at)).map(square).collect());
    match table.look.material {
        Material::Wood => grain(out, wide, high),
        Material::Graph => {
            let fine = |count: usize, one: &dyn Fn(usize) -> String| -> String {
                (0..count * 5).filter(|at| at % 5 != 0).map(|at| one(at * 20)).collect()
            };
            let lines = fine(cols, &|x| format!("M{x} 0V{high}")) + &fine(rows, &|y| format!("M0 {y}H{wide}"));
            path(out, "d-fine", lines);
            rule(out, cols, rows);
        }
        Material::Paper | Material::Felt | Material::Slate => rule(out, cols, rows),
    }
    homes(out, area, cols);
    out.push_str("</g>");
    if how.coordinates && area.columns.is_empty() {
        coordinates(out, area, frame, unit);
    }
}

fn path(out: &mut String, class: &str, d: String) {
    if !d.is_empty() {
        let _ = write!(out, "<path class=\"{class}\" d=\"{d}\"/>");
    }
}

fn rule(out: &mut String, cols: usize, rows: usize) {
    let (wide, high) = (cols * 100, rows * 100);
    let down: String = (0..=cols).map(|at| format!("M{} 0V{high}", at * 100)).collect();
    let across: String = (0..=rows).map(|at| format!("M0 {}H{wide}", at * 100)).collect();
    path(out, "d-rule", down + &across);
}

/// The grain of wood, the same every time.
fn grain(out: &mut String, wide: usize, high: usize) {
    let mut state: u32 = 2_463_534_242;
    let mut next = |most: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % most.max(1)
    };
    let lines = wide * high / 13_000;
    let mut d = String::new();
    for _ in 0..lines {
        let half = wide / 20 + next(wide / 14);
        let (x, y) = (next(wide - 4 * half) + 4, next(high - 6) + 3);
        let _ = write!(d, "M{x} {y}q{half} {} {} 0t{} 1", next(5) as i32 - 2, 2 * half, 2 * half);
    }
    path(out, "d-grain", d);
}

/// Whose part of a board is whose: a touch of colour, a stud of their shape in every square, and a line between them.
fn homes(out: &mut String, area: &Area, cols: usize) {
    let home = |at: usize| match area.spots.get(at).map(|spot| spot.ground) {
        Some(Ground::Home(seat)) => Some(seat),
        _ => None,
    };
    for seat in 0..6 {
        let mine: Vec<usize> = (0..area.spots.len()).filter(|&at| home(at) == Some(seat)).collect();
        if mine.is_empty() {
            continue;
        }
        let squares = mine.iter().map(|at| format!("M{} {}h100v100h-100z", at % cols * 100, at / cols * 100)).collect();
        path(out, &format!("d-half s{seat}"), squares);
        let stud = outline(seat, 5.5);
        let _ = write!(out, "<g class=\"d-stud s{seat}\">");
        // Under a piece it would look like a part of it.
        for at in mine.into_iter().filter(|&at| area.spots[at].pieces.is_empty()) {
            let (x, y) = (at % cols * 100 + 50, at / cols * 100 + 50);
            let _ = write!(out, "<path d=\"{stud}\" transform=\"translate({x} {y})\"/>");
        }
        out.push_str("</g>");
    }
    let differ = |one: usize, other: usize| matches!((home(one), home(other)), (Some(a), Some(b)) if a != b);
    let mut lines = String::new();
    let rows = area.spots.len() / cols;
    for row in 0..rows {
        for col in 0..cols {
            let at = row * cols + col;
            let (x, y) = (col * 100, row * 100);
            if row > 0 && differ(at, at - cols) {
                let _ = write!(lines, "M{x} {y}h100");
            }
            if col > 0 && differ(at, at - 1) {
                let _ = write!(lines, "M{x} {y}v100");
            }
        }
    }
    path(out, "d-inlay", lines);
    for (at, spot) in area.spots.iter().enumerate() {
        let (x, y) = (at % cols * 100 + 50, at / cols * 100 + 50);
        match spot.ground {
            Ground::Goal(seat) => {
                let _ = write!(
                    out,
                    "<path class=\"d-goal s{seat}\" d=\"{}\" transform=\"translate({x} {y})\"/>",
                    outline(seat, 36.0)
                );
            }
            Ground::Blocked => {
                let _ = write!(out, "<path class=\"d-no\" d=\"M{} {}l50 50m0-50l-50 50\"/>", x - 25, y - 25);
            }
            Ground::Plain | Ground::Dark | Ground::Home(_) => {}
        }
    }
}

/// The letters and figures of a board's squares, on its rim.
fn coordinates(out: &mut String, area: &Area, frame: &Frame, unit: f64) {
    let parts = |at: usize| -> Option<(&str, &str)> {
        let name = area.spots.get(at)?.name.as_str();
        let cut = name.find(|letter: char| letter.is_ascii_digit())?;
        let (file, rank) = name.split_at(cut);
        (!file.is_empty()).then_some((file, rank))
    };
    let cols = frame.cols;
    let fits = (0..area.spots.len()).all(|at| match (parts(at), parts(at % cols), parts(at / cols * cols)) {
        (Some((file, rank)), Some((column, _)), Some((_, row))) => file == column && rank == row,
        _ => false,
    });
    if !fits {
        return;
    }
    let size = (0.2 * unit).clamp(9.0, 20.0).min(frame.rim.1 * 0.66);
    let mut word = |text: &str, x: f64, y: f64| {
        let _ = write!(
            out,
            "<text class=\"d-coord\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>",
            N(x),
            N(y + size * 0.36),
            N(size),
            safe(text)
        );
    };
    for col in 0..cols {
        let Some((file, _)) = parts(col) else { continue };
        word(file, frame.inner.x + (col as f64 + 0.5) * unit, frame.inner.bottom() + frame.rim.1 * 0.52);
    }
    if frame.rim.0 > 0.0 {
        for row in 0..frame.rows {
            let Some((_, rank)) = parts(row * cols) else { continue };
            word(rank, frame.inner.x - frame.rim.0 * 0.5, frame.inner.y + (row as f64 + 0.5) * unit);
        }
    }
}
