//! Islands: a coastline round cells that may touch, and a flag that says what they are worth.

use std::fmt::Write;

use agon_rules::Note;

use super::geom::{At, N, Rect, Way};
use super::layout::{Layout, Place};
use super::notes::{places, seat_class};
use super::words::{signed, width};

/// A coastline round cells that may touch.
pub fn island(out: &mut String, layout: &Layout, note: &Note) {
    let rects: Vec<Rect> = places(layout, &note.sites).map(|place| place.rect).collect();
    let Some(first) = rects.first() else { return };
    let unit = first.w;
    let cells: Vec<(i32, i32)> = rects
        .iter()
        .map(|rect| (((rect.x - first.x) / unit).round() as i32, ((rect.y - first.y) / unit).round() as i32))
        .collect();
    let _ = write!(out, "<g class=\"d-isles{}\" {}>", seat_class(note.seat), At(first.x, first.y, unit / 100.0));
    for (class, inset, round) in [("d-isle3", -1.0, 47.0), ("d-isle2", 5.0, 44.0), ("d-isle", 11.0, 39.0)] {
        let path: String = coasts(&cells).iter().map(|coast| smooth(&shrunk(coast, inset), round)).collect();
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    out.push_str("</g>");
}

/// What an island is worth, at its upper right corner.
pub fn flag(out: &mut String, layout: &Layout, note: &Note, points: i32) {
    let corner = |place: &&Place| (place.rect.y.round() as i64, -place.rect.x.round() as i64);
    let Some(place) = places(layout, &note.sites).min_by_key(corner) else { return };
    let unit = place.rect.w;
    let text = signed(points);
    let wide = width(&text) * 21.0 + 18.0;
    // A flag stays readable where cells are small.
    let scale = (unit / 100.0).max(0.62);
    let x = (place.rect.x + 0.84 * unit).min(layout.width - wide * scale / 2.0 - 2.0);
    let _ = write!(
        out,
        "<g class=\"d-flag{}\" {}><rect x=\"{}\" y=\"-15\" width=\"{}\" height=\"30\" rx=\"15\"/>\
         <text y=\"7.5\" font-size=\"21\" text-anchor=\"middle\">{text}</text></g>",
        seat_class(note.seat),
        At(x, place.rect.y + 0.14 * unit, scale),
        N(-wide / 2.0),
        N(wide)
    );
}

/// The edges of a set of cells as closed ways with the land to the right; cells are a hundred wide.
fn coasts(cells: &[(i32, i32)]) -> Vec<Vec<(f64, f64)>> {
    let land = |x: i32, y: i32| cells.contains(&(x, y));
    let mut edges = Vec::new();
    for &(x, y) in cells {
        let sides = [
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ];
        for (from, to, (nx, ny)) in sides {
            if !land(nx, ny) {
                edges.push((from, to));
            }
        }
    }
    let mut ways = Vec::new();
    while let Some((start, first)) = edges.pop() {
        let mut way = vec![start, first];
        let (mut from, mut here) = (start, first);
        while here != start {
            let heading = (here.0 - from.0, here.1 - from.1);
            // Where two cells touch at a corner the way turns right, back round its own cell.
            let right = (here.0 - heading.1, here.1 + heading.0);
            let turns = edges.iter().position(|&edge| edge == (here, right));
            let Some(at) = turns.or_else(|| edges.iter().position(|edge| edge.0 == here)) else { break };
            let (_, to) = edges.swap_remove(at);
            (from, here) = (here, to);
            way.push(to);
        }
        way.pop();
        ways.push(corners(&way));
    }
    ways
}

/// Only where the way turns.
fn corners(way: &[(i32, i32)]) -> Vec<(f64, f64)> {
    let n = way.len();
    let turns = |at: &usize| {
        let (before, here, after) = (way[(at + n - 1) % n], way[*at], way[(at + 1) % n]);
        (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
    };
    (0..n).filter(turns).map(|at| (f64::from(way[at].0) * 100.0, f64::from(way[at].1) * 100.0)).collect()
}

/// The same way, further inside by so much.
fn shrunk(way: &[(f64, f64)], by: f64) -> Vec<(f64, f64)> {
    let n = way.len();
    let inward = |(ax, ay): (f64, f64), (bx, by): (f64, f64)| {
        (-(by - ay).signum() * ((by - ay) != 0.0) as u8 as f64, (bx - ax).signum() * ((bx - ax) != 0.0) as u8 as f64)
    };
    let moved = |at: usize| {
        let (before, here, after) = (way[(at + n - 1) % n], way[at], way[(at + 1) % n]);
        let ((ax, ay), (bx, b)) = (inward(before, here), inward(here, after));
        (here.0 + (ax + bx) * by, here.1 + (ay + b) * by)
    };
    (0..n).map(moved).collect()
}

/// A closed way with round corners.
fn smooth(way: &[(f64, f64)], radius: f64) -> String {
    let n = way.len();
    let mut path = String::new();
    for at in 0..n {
        let (before, (x, y), after) = (way[(at + n - 1) % n], way[at], way[(at + 1) % n]);
        let towards = |(px, py): (f64, f64)| {
            let length = Way::new((x, y), (px, py)).length.max(1.0);
            let share = radius.min(length / 2.0) / length;
            (x + (px - x) * share, y + (py - y) * share)
        };
        let (from, to) = (towards(before), towards(after));
        let letter = if at == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}Q{} {} {} {}", N(from.0), N(from.1), N(x), N(y), N(to.0), N(to.1));
    }
    path + "Z"
}
