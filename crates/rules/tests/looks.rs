//! What a game declares for people fits together: headings, verdicts, notes and sentences in every view, labels and
//! posters once and for all. That none of it tells what is hidden is one of the laws: views that look alike are equal.

use agon_rules::games::parity_twist::{MASTER, ParityTwist, State, Variant};
use agon_rules::games::{self, Info};
use agon_rules::{
    Arrangement, Face, Form, Game, Match, Moves, PlaceOf, Rng, Seat, Shape, Site, Start, Suit, Table, Text, Value,
    View, Viewer, Zone,
};

pub fn exists(view: &View, site: &Site) -> bool {
    view.zones.get(site.zone).is_some_and(|zone| site.cell < zone.cells.len())
}

/// Everything that one view says and shows to a player, or to a spectator.
pub fn check(view: &View, me: Option<Seat>, seats: Seat, context: &str) {
    for zone in &view.zones {
        zone_fits(view, zone, seats, context);
    }
    for note in &view.notes {
        assert!(note.sites.iter().all(|site| exists(view, site)), "{context}: {note:?}");
        assert!(note.seat.is_none_or(|seat| seat < seats), "{context}: {note:?}");
        assert!(note.text.to_string().ends_with('.'), "{context}: no sentence: {}", note.text);
        form_fits(view, &note.form, &note.sites, context);
    }
    assert!(view.turn.is_none() || view.prompt.to_string().ends_with('.'), "{context}: no sentence: {}", view.prompt);
    assert!(!view.goal.to_string().ends_with('.'), "{context}: a goal is a clause: {}", view.goal);
    assert_eq!(view.goal.is_empty(), me.is_none(), "{context}: a goal is a player's: {}", view.goal);
    assert!(view.roles.len() == seats && view.roles.iter().all(|role| !role.is_empty()), "{context}: {:?}", view.roles);
    let by_rules = view.outcome.as_ref().is_some_and(|end| !["repetition", "quiet"].contains(&end.reason.as_str()));
    assert_eq!(view.end.as_ref().is_some_and(|end| !end.why.is_empty()), by_rules, "{context}: {:?}", view.end);
    if let (Some(_), Some(total)) = (&view.end, view.total) {
        assert_eq!(view.scores.iter().sum::<i32>(), total, "{context}: {:?}", view.scores);
    }
    if let Some(table) = view.end.as_ref().and_then(|end| end.breakdown.as_ref()) {
        assert!(table.lines.iter().all(|line| line.values.len() == seats), "{context}: {table:?}");
    }
    for text in texts(view) {
        let told = text.addressed(me, &|_| Text::plain("Ada")).to_string();
        assert!(!told.contains(['{', '}']), "{context}: a gap is left in {told}");
        assert!(!told.contains("layer "), "{context}: nobody is called so: {told}");
    }
}

/// Every text of a view but how it ended, which a client words itself.
fn texts(view: &View) -> Vec<Text> {
    let mut texts = vec![view.goal.clone()];
    texts.extend(view.turn.map(|_| view.prompt.clone()));
    texts.extend(view.roles.iter().cloned());
    for zone in &view.zones {
        texts.push(zone.title.clone());
        texts.extend(zone.columns.iter().map(|column| column.text.clone()));
        texts.extend(zone.verdicts.iter().flatten().flat_map(|verdict| [verdict.text.clone(), verdict.reason.clone()]));
    }
    for note in &view.notes {
        texts.push(note.text.clone());
        if let Form::Equation { result, .. } = &note.form {
            texts.push(result.clone());
        }
    }
    if let Some(end) = &view.end {
        texts.extend([end.margin.clone(), end.why.clone()]);
        for line in end.breakdown.iter().flat_map(|table| &table.lines) {
            texts.extend([line.label.clone(), line.why.clone()]);
            texts.extend(line.values.iter().cloned());
        }
    }
    texts
}

fn zone_fits(view: &View, zone: &Zone, seats: Seat, context: &str) {
    let (cols, rows) = match zone.shape {
        Shape::Grid { cols } => {
            assert_eq!(zone.cells.len() % cols, 0, "{context}: a row of {} is not full", zone.title);
            (cols, zone.cells.len() / cols)
        }
        Shape::Row => (zone.cells.len(), zone.cells.len()),
        Shape::Pile => (0, 0),
    };
    assert!(zone.columns.is_empty() || zone.columns.len() == cols, "{context}: headings of {}", zone.title);
    assert!(zone.verdicts.is_empty() || zone.verdicts.len() == rows, "{context}: verdicts of {}", zone.title);
    let seen = zone.columns.iter().map(|column| column.seat);
    let decided = zone.verdicts.iter().flatten().map(|verdict| verdict.seat);
    assert!(seen.chain(decided).flatten().all(|seat| seat < seats), "{context}: {zone:?}");
    match zone.place {
        PlaceOf::Under { column } => {
            let grids = view.zones.iter().filter_map(|zone| match zone.shape {
                Shape::Grid { cols } => Some(cols),
                _ => None,
            });
            assert!(grids.take(1).any(|cols| column < cols), "{context}: {} is under no column", zone.title);
        }
        PlaceOf::Lane(seat) => assert_eq!(zone.owner, Some(seat), "{context}: {} is elsewhere", zone.title),
        PlaceOf::Centre | PlaceOf::Tray => {}
    }
    for piece in zone.cells.iter().flat_map(|cell| &cell.pieces).filter(|piece| piece.face == Face::Down) {
        let blank = piece.text.is_empty() && piece.caption.is_empty() && piece.suit == Suit::None;
        assert!(blank, "{context}: a card that lies face down says something: {piece:?}");
    }
}

fn form_fits(view: &View, form: &Form, sites: &[Site], context: &str) {
    match form {
        Form::Cells => {}
        Form::Row | Form::Equation { .. } => assert!(straight(view, sites), "{context}: no line: {sites:?}"),
        Form::Outline { .. } => assert!(!sites.is_empty(), "{context}: an outline round nothing"),
        Form::Sum { left, sign, right, result, .. } => {
            assert_eq!(sites.len(), 2, "{context}: {form:?}");
            let [a, b, c] = [left, right, result].map(|n| n.parse::<i32>().expect("a number"));
            let is = match sign.as_str() {
                "+" => a + b == c,
                "−" => a - b == c,
                "×" => a * b == c,
                "÷" => c * b == a,
                _ => false,
            };
            assert!(is, "{context}: {form:?}");
        }
    }
    if let Form::Equation { discriminant, real, .. } = form {
        let value = discriminant.rsplit("= ").next().unwrap_or_default().replace('−', "-");
        assert_eq!(value.parse::<i32>().expect("a number") >= 0, *real, "{context}: {discriminant}");
    }
}

/// Whether cells of one grid lie side by side in a line.
fn straight(view: &View, sites: &[Site]) -> bool {
    let (Some(first), Some(second)) = (sites.first(), sites.get(1)) else { return false };
    let Shape::Grid { cols } = view.zones[first.zone].shape else { return false };
    let at = |site: &Site| ((site.cell % cols) as isize, (site.cell / cols) as isize);
    let step = (at(second).0 - at(first).0, at(second).1 - at(first).1);
    let next = |pair: &[Site]| (at(&pair[1]).0 - at(&pair[0]).0, at(&pair[1]).1 - at(&pair[0]).1) == step;
    sites.windows(2).all(next) && step.0.abs() <= 1 && step.1.abs() <= 1 && step != (0, 0)
}

#[test]
fn every_game_presents_itself() {
    for info in games::list() {
        let (look, id) = (info.look, info.id);
        assert!(look.pitch.ends_with('.') && look.accent < 360 && look.minutes > 0, "{id}: {look:?}");
        for label in look.labels {
            let option = info.options.iter().find(|option| option.name == label.option);
            let option = option.unwrap_or_else(|| panic!("{id}: a label for no option: {}", label.option));
            for named in label.values {
                let known = option.values.iter().any(|value| value.to_string() == named.value);
                assert!(known, "{id}: a label for no value of {}: {}", option.name, named.value);
            }
        }
        for option in &info.options {
            let title = info.option_title(option).to_string();
            assert!(title.starts_with(char::is_uppercase), "{id}: the title `{title}` of {}", option.name);
            for value in &option.values {
                let (name, summary) = (info.value_name(option, *value), info.value_summary(option, *value));
                let said = name.to_string();
                assert!(!said.is_empty() && !["true", "false"].contains(&&*said), "{id}: {} = {value}", option.name);
                let needs_one = !matches!(value, Value::Number(_));
                assert!(!needs_one || !summary.is_empty(), "{id}: what is {}={value}?", option.name);
                assert!(summary.is_empty() || summary.to_string().ends_with('.'), "{id}: {summary}");
            }
        }
        poster_plays(&info);
    }
}

fn poster_plays(info: &Info) {
    let (id, poster) = (info.id, info.look.poster);
    let settings: Vec<_> = poster.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let start = if poster.position.is_empty() { Start::Seed(0) } else { Start::Position(poster.position.to_owned()) };
    let mut table = games::open(id, &settings, start).unwrap_or_else(|error| panic!("{id}: {error}"));
    for text in poster.moves {
        let turn = table.turn().unwrap_or_else(|| panic!("{id}: the poster ends before {text}"));
        table.play(turn, text).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    let view = table.view(Viewer::Spectator);
    if info.look.arrangement == Arrangement::Table {
        assert!(view.notes.iter().any(|note| matches!(note.form, Form::Sum { .. })), "{id}: nothing is made");
    }
    if let Some([column, row, columns, rows]) = poster.crop.map(|crop| crop.map(usize::from)) {
        let board = view.zones.iter().find_map(|zone| match zone.shape {
            Shape::Grid { cols } => Some((cols, zone.cells.len() / cols)),
            _ => None,
        });
        let (cols, all) = board.unwrap_or_else(|| panic!("{id}: a crop of no board"));
        assert!(columns > 0 && rows > 0 && column + columns <= cols && row + rows <= all, "{id}: a crop off the board");
    }
}

#[test]
fn a_player_is_told_as_you_and_by_name() {
    let mut table = games::open("gambit", &[], Start::Seed(0)).expect("a game");
    table.play(0, "a2xa4").expect("a legal move");
    let view = table.view(Viewer::Seat(1));
    let name = |seat: Seat| Text::plain(["Ada", "Bo"][seat]);
    let told = &view.notes[0].text;
    assert_eq!(told.addressed(Some(0), &name), "You take a3.");
    assert_eq!(told.addressed(Some(1), &name), "Ada takes a3.");
    assert_eq!(told, &"Player 1 takes a3.");
}

/// The rows of Parity Twist in all twelve variants: what a verdict says is what every way to go on has in common, over
/// every world that the viewer thinks possible, and it says so as soon as that is so.
#[test]
fn a_verdict_is_exactly_what_is_certain() {
    let (mut certain, mut early) = (0, 0);
    for variant in Variant::ALL {
        let game = ParityTwist { variant };
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut table = Match::new(game, Start::Seed(seed)).expect("a start");
            let left = 1 + seed as u32 % if matches!(variant, Variant::Draft | Variant::Peltola) { 3 } else { 4 };
            while table.path().state().empty.count_ones() > left {
                let moves = table.choices();
                table.advance(moves[rng.below(moves.len())]);
            }
            for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
                let (mut worlds, mut ends) = (Vec::new(), [[[false; 2]; 2]; 3]);
                for _ in 0..200 {
                    let mut world = *table.path().state();
                    game.determinize(&mut world, viewer, &mut rng);
                    if !worlds.contains(&world) {
                        worlds.push(world);
                    }
                }
                worlds.iter().for_each(|world| all_ends(game, world, &mut ends));
                let view = table.view(viewer);
                for (row, verdict) in view.zones[0].verdicts.iter().enumerate() {
                    let only = |found: [bool; 2]| (found[0] != found[1]).then_some(found[1]);
                    let (low, winner) = (only(ends[row][0]), only(ends[row][1]).map(usize::from));
                    let context = format!("{variant:?} {viewer:?} row {row} of {}", view.position);
                    assert_eq!(verdict.as_ref().and_then(|verdict| verdict.seat), winner, "{context}: {verdict:?}");
                    let said = verdict.as_ref().and_then(|verdict| match verdict.text.template() {
                        "Low wins" => Some(true),
                        "High wins" => Some(false),
                        _ => None,
                    });
                    assert_eq!(said, low, "{context}: {verdict:?}");
                    certain += usize::from(winner.is_some());
                    let open = (3 * row..3 * row + 3).any(|cell| table.path().state().empty >> cell & 1 == 1);
                    early += usize::from(winner.is_some() && open);
                }
            }
        }
    }
    assert!(certain > 1000 && early > 100, "it was tried on too little: {certain} {early}");
}

/// By row: whether low won and whether high did, then who won.
fn all_ends(game: ParityTwist, s: &State, ends: &mut [[[bool; 2]; 2]; 3]) {
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    for row in (0..3).filter(|_| moves.is_empty()) {
        let winner = game.row_winner(s, row).expect("the board is full");
        let low = (s.cells[3 * row] < s.cells[3 * row + 1]) == (winner == 0);
        ends[row][0][usize::from(low)] = true;
        ends[row][1][winner] = true;
    }
    for m in moves.iter() {
        let mut after = *s;
        game.play(&mut after, *m);
        all_ends(game, &after, ends);
    }
}

#[test]
fn what_a_master_key_says_is_under_the_keys() {
    let table = games::open("parity-twist", &[], Start::Position("3,8,5/10,.,2/.,.,. 7 0 -".to_owned()));
    let view = table.expect("a position").view(Viewer::Seat(0));
    let verdict = |row: usize| {
        let verdict = view.zones[0].verdicts[row].as_ref().expect("a verdict");
        (verdict.text.to_string(), verdict.reason.to_string(), verdict.seat)
    };
    assert_eq!(verdict(0), ("Low wins".to_owned(), "5 and 7 are both odd".to_owned(), Some(0)));
    let reason = "2 is even, 7 is odd. Nothing beats 10.";
    assert_eq!(verdict(1), ("High wins".to_owned(), reason.to_owned(), Some(0)));
    assert_eq!(verdict(2), ("Still open".to_owned(), "Place a Key to decide".to_owned(), None));
    assert_eq!(view.zones[1].place, PlaceOf::Under { column: 2 });
    assert_eq!(view.zones[1].cells[0].pieces[0].text, "7");
    assert_eq!(view.zones[0].cells.len(), MASTER);
    assert_eq!(view.goal, "win two of three rows");
}
