//! A danger is said where, and only where, the seat that is not to move would win at once.

use agon_rules::games::{self, Info};
use agon_rules::{Mark, OptionInfo, Rng, Seat, Settings, Site, Start, Table, Value, Viewer};

/// Where the moves end with which the seat to move wins at once.
fn wins(table: &dyn Table) -> Vec<Site> {
    let Some(seat) = table.turn() else { return Vec::new() };
    let mut sites = Vec::new();
    for choice in table.view(Viewer::Seat(seat)).choices {
        let mut after = table.fork(table.ply());
        after.play(seat, &choice.text).expect("a choice is legal");
        let won = after.outcome().is_some_and(|outcome| outcome.winner == Some(seat));
        sites.extend(choice.taps.last().filter(|site| won && !sites.contains(*site)));
    }
    sites
}

/// The danger that everybody is told of, and for whom it is a chance.
fn told(table: &dyn Table) -> Option<(Seat, Vec<Site>)> {
    let view = table.view(Viewer::Spectator);
    let note = view.notes.iter().find(|note| note.mark == Mark::Danger)?;
    for site in &note.sites {
        assert!(view.zones[site.zone].cells[site.cell].mark != Mark::None, "{}: {note:?}", view.position);
    }
    assert_ne!(note.seat, view.turn, "{}: a chance of one's own is no danger", view.position);
    Some((note.seat.expect("somebody threatens"), note.sites.clone()))
}

/// The same position with the other seat to move, where a text can say so.
fn passed(info: &Info, settings: &Settings, position: &str) -> Option<Box<dyn Table>> {
    let mut words: Vec<&str> = position.split(' ').collect();
    *words.get_mut(1)? = if words[1] == "0" { "1" } else { "0" };
    games::open(info.id, settings, Start::Position(words.join(" "))).ok()
}

fn sorted(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort_by_key(|site| site.cell);
    sites
}

/// Holds what is said of a danger against what would be won.
fn check(info: &Info, settings: &Settings, table: &dyn Table, seat: Seat, rng: &mut Rng) -> bool {
    let (said, position) = (told(table), table.view(Viewer::Spectator).position);
    // Where nothing is said, a look now and then is enough.
    if said.is_none() && !table.ply().is_multiple_of(8) {
        return false;
    }
    let sites = said.as_ref().map_or_else(Vec::new, |(_, sites)| sites.clone());
    if let Some(other) = passed(info, settings, &position) {
        assert_eq!(sorted(sites), sorted(wins(&*other)), "{} {position}", info.id);
        return said.is_some();
    }
    // Seats alternate without exception: what is not parried is won.
    let (mut after, choices) = (table.fork(table.ply()), table.view(Viewer::Seat(seat)).choices);
    let reply = &choices[rng.below(choices.len())];
    after.play(seat, &reply.text).expect("a choice is legal");
    if after.turn().is_some() {
        let left = sites.into_iter().filter(|site| !reply.taps.contains(site)).collect();
        assert_eq!(sorted(left), sorted(wins(&*after)), "{} {position} {}", info.id, reply.text);
    }
    said.is_some()
}

#[test]
fn a_danger_is_where_the_other_seat_would_win_at_once() {
    for id in ["tic-tac-toe", "checkerboard", "infiltration"] {
        let info = games::info(id).expect("a game");
        let value = |option: &OptionInfo, value: &Value| vec![(option.name.clone(), value.to_string())];
        let values = info.options.iter().flat_map(|option| option.values.iter().map(|one| value(option, one)));
        let (mut rng, mut dangers) = (Rng::new(1), 0);
        for settings in [Vec::new()].into_iter().chain(values) {
            for seed in 0..3 {
                let Ok(mut table) = games::open(id, &settings, Start::Seed(seed)) else { continue };
                while let Some(seat) = table.turn().filter(|_| table.ply() < 120) {
                    dangers += usize::from(check(&info, &settings, &*table, seat, &mut rng));
                    let legal = table.legal();
                    table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
                }
            }
        }
        assert!(dangers > 20, "{id}: it was tried on too little: {dangers}");
    }
}
