//! Pictures of positions: posters of games for cards, and stills for rules pages. They are as the table is drawn, so they
//! cannot become outdated.

use std::fmt::Write;

use agon_rules::games::Info;
use agon_rules::{Arrangement, Form, Look, Picker, Piece, Start, Text, View, Viewer, games};

use super::geom::{N, Rect};
use super::ground::{self, How, material};
use super::layout::{Layout, layout};
use super::lights;
use super::notes;
use super::piece::{Facing, Stand, piece};
use super::sight::{Sight, last_turn};
use super::table::{Side, Table};

/// A game's sample position as a drawing, cut to what matters.
pub fn poster(info: &Info, tell: &dyn Fn(&Text) -> String) -> String {
    let poster = &info.look.poster;
    let settings: Vec<(String, String)> =
        poster.options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let start = match poster.position {
        "" => Start::Seed(3),
        position => Start::Position(position.to_owned()),
    };
    let Ok(mut game) = games::open(info.id, &settings, start) else { return String::new() };
    for text in poster.moves {
        if let Some(turn) = game.turn() {
            // A sample that does not play is seen as far as it does.
            let _ = game.play(turn, text);
        }
    }
    let viewer = if info.look.arrangement == Arrangement::Table { Viewer::Seat(0) } else { Viewer::Referee };
    let view = game.view(viewer);
    let past: Vec<View> =
        (game.ply() - turn(&view).min(game.ply())..game.ply()).filter_map(|ply| game.view_at(ply, viewer)).collect();
    let how = How { tell, coordinates: false };
    if let Some(sum) = sum(&view, &info.look) {
        return sum;
    }
    let mut table = table(&view, &past, info.look);
    let mut layout = layout(&table, 860.0, 700.0);
    let frame = layout.frames.first().cloned();
    // What matters is shown whole, and round it what there is room for.
    let (shown, fit) = match (poster.crop, frame) {
        (Some([col, row, cols, rows]), Some(frame)) if !frame.cards => {
            let unit = frame.inner.w / frame.cols as f64;
            let at = |count: u8| f64::from(count) * unit;
            // Flags stand out of the first row.
            let above = if row == 0 { 0.3 * unit } else { 0.0 };
            let (x, y) = (frame.inner.x + at(col), frame.inner.y + at(row) - above);
            let fit = match (col, row) {
                (0, 0) => "xMinYMin meet",
                _ => "xMidYMid meet",
            };
            (Rect::new(x, y, at(cols), at(rows) + above), fit)
        }
        (Some([_, row, _, rows]), Some(frame)) => {
            let high = (frame.inner.h + 14.0) / frame.rows as f64;
            let at = |count: u8| f64::from(count) * high;
            let shown = Rect { y: frame.inner.y + at(row), h: at(rows) - 14.0, ..frame.inner }.grown(14.0);
            // Nothing but these rows, on a ground without an end.
            layout.places.retain(|place| (shown.y..shown.bottom()).contains(&place.rect.cy()));
            layout.labels.clear();
            layout.frames[0].outer = shown.grown(2.0 * shown.h);
            table.areas.iter_mut().flat_map(|area| area.verdicts.iter_mut().flatten()).for_each(|verdict| {
                verdict.reason = Text::default();
            });
            (shown, "xMinYMid meet")
        }
        (None, Some(frame)) => {
            let inner = if frame.cards { frame.outer } else { frame.inner };
            (
                Rect { h: inner.h.min(inner.w * 0.56), ..inner },
                if frame.cards { "xMidYMid meet" } else { "xMidYMid slice" },
            )
        }
        (_, None) => (Rect::new(0.0, 0.0, layout.width, layout.height), "xMidYMid slice"),
    };
    svg(&table, &layout, shown, &how, fit, false)
}

/// A whole position as a drawing of some width, for a page with words.
pub fn still(view: &View, past: &[View], look: Look, width: f64, tell: &dyn Fn(&Text) -> String) -> String {
    whole(view, past, look, width, tell, true)
}

/// A position as a card shows it: what is too much for it is cut off, and nothing is explained.
pub fn cut(view: &View, look: Look, tell: &dyn Fn(&Text) -> String) -> String {
    whole(view, &[], look, 720.0, tell, false)
}

fn whole(view: &View, past: &[View], look: Look, width: f64, tell: &dyn Fn(&Text) -> String, said: bool) -> String {
    let table = table(view, past, look);
    let layout = layout(&table, width, width * 0.72);
    let shown = layout.places.iter().map(|place| place.rect).chain(layout.frames.iter().map(|frame| frame.outer));
    let shown = shown.reduce(Rect::with).unwrap_or_default().grown(6.0);
    let fit = if said { "xMidYMid meet" } else { "xMidYMid slice" };
    svg(&table, &layout, Rect { h: shown.h + 8.0, ..shown }, &How { tell, coordinates: true }, fit, said)
}

fn turn(view: &View) -> usize {
    last_turn(view.history.iter().map(|step| step.seat))
}

fn table(view: &View, past: &[View], look: Look) -> Table {
    let names: Vec<Text> = (1..=view.scores.len().max(2)).map(|seat| Text::plain(seat.to_string())).collect();
    let sight = Sight {
        view,
        past,
        picker: &Picker::default(),
        hint: None,
        ranked: &[],
        near: Some(0),
        side: Side::Near,
        names: &names,
        lit: Vec::new(),
        lifted: None,
    };
    sight.table(look)
}

/// All layers as one drawing.
pub fn svg(table: &Table, layout: &Layout, shown: Rect, how: &How, fit: &str, said: bool) -> String {
    let mut out = String::new();
    let role = if said { "role=\"img\"" } else { "aria-hidden=\"true\"" };
    let _ = write!(
        out,
        "<svg class=\"drawn {}\" viewBox=\"{} {} {} {}\" preserveAspectRatio=\"{fit}\" {role}>",
        material(table.look.material),
        N(shown.x),
        N(shown.y),
        N(shown.w),
        N(shown.h)
    );
    out += &layers(table, layout, how);
    if said {
        out += &notes::above(table, layout, how);
    }
    out += "</svg>";
    out
}

/// What is drawn, from the ground up.
pub fn layers(table: &Table, layout: &Layout, how: &How) -> String {
    ground::ground(table, layout, how)
        + &lights::lights(table, layout, &[])
        + &notes::below(table, layout)
        + &lights::pieces(table, layout)
        + &notes::rings(table, layout)
        + &lights::badges(table, layout, how)
}

/// A game of cards that make others says it with three of them.
fn sum(view: &View, look: &Look) -> Option<String> {
    let (left, sign, right, result) = view.notes.iter().find_map(|note| match &note.form {
        Form::Sum { left, sign, right, result, .. } => Some((left, sign, right, result)),
        _ => None,
    })?;
    let card = |text: &str| {
        let mut pieces = view.zones.iter().flat_map(|zone| &zone.cells).flat_map(|cell| &cell.pieces);
        let found = pieces.find(|piece| piece.text == text).cloned();
        piece(&found.unwrap_or_else(|| Piece::up(text)), Stand::Rest, Facing::Up)
    };
    let mut out = format!(
        "<svg class=\"drawn {}\" viewBox=\"16 20 362 164\" preserveAspectRatio=\"xMidYMid meet\" aria-hidden=\"true\">",
        material(look.material)
    );
    for (place, text) in [("70 102) rotate(-7", left), ("196 96) rotate(3", right), ("324 102) rotate(7", result)] {
        let _ = write!(out, "<g transform=\"translate({place})\">{}</g>", card(text));
    }
    for (x, text) in [(133, sign.as_str()), (260, "=")] {
        let _ = write!(
            out,
            "<text class=\"d-head\" x=\"{x}\" y=\"112\" font-size=\"32\" text-anchor=\"middle\">{}</text>",
            super::words::safe(text)
        );
    }
    Some(out + "</svg>")
}
