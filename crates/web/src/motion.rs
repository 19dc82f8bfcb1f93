//! Which piece went where between two views, so that a page can let them glide.

use agon_rules::{Face, Piece, Site, View};

/// A piece that is somewhere else than before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glide {
    /// where it was
    pub from: Site,
    /// where it is: the cell
    pub to: Site,
    /// and how many pieces lie below it there
    pub level: usize,
}

/// What has changed between two views.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Motion {
    /// pieces that went from one cell to another
    pub glides: Vec<Glide>,
    /// pieces that came from nowhere: cell and level
    pub came: Vec<(Site, usize)>,
    /// cells from which pieces went away
    pub gone: Vec<Site>,
}

/// What has changed from one view to the next. Pieces that look alike are the same piece; where several could be, the
/// nearest is.
pub fn motion(before: &View, after: &View) -> Motion {
    let mut left = pieces(before);
    let mut new = pieces(after);
    // What lies as before has not moved.
    new.retain(|(site, level, piece)| {
        let same = left.iter().position(|(at, height, old)| (at, height, old) == (site, level, piece));
        same.map(|at| left.remove(at)).is_none()
    });
    // The rest of a pile that has only become lower or higher has not moved either.
    new.retain(|(site, _, piece)| {
        let same = left.iter().position(|(at, _, old)| (at, old) == (site, piece));
        same.map(|at| left.remove(at)).is_none()
    });
    let mut motion = Motion::default();
    for (site, level, piece) in new {
        let near = |from: &Site| (from.zone != site.zone, from.cell.abs_diff(site.cell));
        let alike = left.iter().enumerate().filter(|(_, (_, _, old))| alike(old, piece));
        let best = alike.min_by_key(|(_, (from, ..))| near(from)).map(|(at, _)| at);
        match best {
            Some(at) => {
                let (from, ..) = left.remove(at);
                motion.glides.push(Glide { from, to: site, level });
            }
            None => motion.came.push((site, level)),
        }
    }
    for (site, ..) in left {
        if !motion.gone.contains(&site) {
            motion.gone.push(site);
        }
    }
    motion
}

/// Whether two pieces can be the same one: a card that lay face down may be any.
fn alike(old: &Piece, new: &Piece) -> bool {
    old == new || (old.owner == new.owner && (old.face == Face::Down) != (new.face == Face::Down))
}

fn pieces(view: &View) -> Vec<(Site, usize, &Piece)> {
    let mut all = Vec::new();
    for (at, zone) in view.zones.iter().enumerate() {
        for (cell, place) in zone.cells.iter().enumerate() {
            let site = Site::new(at, cell);
            all.extend(place.pieces.iter().enumerate().map(|(level, piece)| (site, level, piece)));
        }
    }
    all
}
