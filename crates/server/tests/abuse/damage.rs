//! What is stored may have been written by anybody: it is read, or refused, and nothing panics.

use agon_rules::Rng;
use agon_server::{Entry, Outside, Room};
use agon_wire::Act;

use super::noise::{action, mutated};

const MADE: &str = "{\"e\":\"made\",\"game\":\"tic-tac-toe\",\"options\":[],\"seed\":1,\"seats\":\
    [{\"who\":\"human\",\"key\":\"a\"},{\"who\":\"human\",\"key\":\"b\"}],\"clock\":{\"total\":{\"seconds\":60,\"increment\":1}}}";

/// A log of everything that can happen.
const LOG: [&str; 14] = [
    MADE,
    "{\"e\":\"dealt\",\"seed\":7}",
    "{\"e\":\"moved\",\"seat\":0,\"text\":\"a1\",\"left\":[60000,60000],\"at\":7}",
    "{\"e\":\"offered\",\"seat\":0,\"offer\":\"takeback\"}",
    "{\"e\":\"declined\",\"seat\":1}",
    "{\"e\":\"moved\",\"seat\":1,\"text\":\"b1\",\"left\":[60000,60000]}",
    "{\"e\":\"taken_back\",\"to\":1}",
    "{\"e\":\"offered\",\"seat\":1,\"offer\":{\"replace\":0}}",
    "{\"e\":\"computer\",\"seat\":0,\"player\":\"easy\"}",
    "{\"e\":\"returned\",\"seat\":0}",
    "{\"e\":\"named\",\"seat\":1,\"name\":\"Ann\"}",
    "{\"e\":\"joined\",\"seat\":1,\"name\":\"Bob\",\"key\":\"c\"}",
    "{\"e\":\"ended\",\"ending\":{\"resigned\":1}}",
    "{\"e\":\"next\",\"room\":\"ABCDEFGH\"}",
];

/// Reads a log; where it makes sense, everybody looks, and everything is tried.
fn use_it(log: &[String], rng: &mut Rng) -> bool {
    let Ok(entries) = log.iter().map(|text| Entry::read(text)).collect::<Result<Vec<_>, _>>() else { return false };
    let Some(room) = Room::load("ABCDEFGH", &entries, u64::MAX, 9) else { return false };
    let seats = room.seats().len();
    let outside = Outside { now: u64::MAX, away: vec![Some(u64::MAX); seats] };
    let revision = room.view(None, &outside, 0).revision;
    for who in (0..seats).map(Some).chain([None]) {
        assert!(room.view(who, &outside, usize::MAX).is_sound());
        let _ = room.decide(who, &action(rng, revision, &["b2".to_owned()]), &outside);
        let _ = room.decide(who, &Act::Takeback, &outside);
        let _ = room.decide(who, &Act::Rematch, &outside);
    }
    let _ = (room.time_left(u64::MAX), room.flag(u64::MAX), room.thinker().is_some());
    true
}

#[test]
fn a_log_that_cannot_have_happened_is_refused() {
    let mut rng = Rng::new(0);
    let log = |more: &[&str]| [&[MADE], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert!(use_it(&LOG.map(str::to_owned), &mut rng), "the whole log makes sense");
    for event in [
        "{\"e\":\"joined\",\"seat\":2,\"name\":\"\",\"key\":\"\"}",
        "{\"e\":\"named\",\"seat\":18446744073709551615,\"name\":\"\"}",
        "{\"e\":\"computer\",\"seat\":2,\"player\":\"easy\"}",
        "{\"e\":\"returned\",\"seat\":2}",
        "{\"e\":\"moved\",\"seat\":2,\"text\":\"a1\"}",
        "{\"e\":\"moved\",\"seat\":0,\"text\":\"z9\"}",
        "{\"e\":\"moved\",\"seat\":0,\"text\":\"a1\",\"left\":[1]}",
        "{\"e\":\"moved\",\"seat\":0,\"text\":\"a1\",\"left\":[1,18446744073709551615]}",
        "{\"e\":\"offered\",\"seat\":2,\"offer\":\"draw\"}",
        "{\"e\":\"offered\",\"seat\":0,\"offer\":{\"replace\":2}}",
        "{\"e\":\"declined\",\"seat\":2}",
        "{\"e\":\"ended\",\"ending\":{\"resigned\":18446744073709551615}}",
        "{\"e\":\"ended\",\"ending\":{\"time_up\":2}}",
    ] {
        assert!(!use_it(&log(&[event]), &mut rng), "{event}");
    }
    assert!(!use_it(&log(&[LOG[2], LOG[1]]), &mut rng), "nothing is dealt in the middle of a game");
    let one_seat = MADE.replace(",{\"who\":\"human\",\"key\":\"b\"}", "");
    assert!(one_seat != MADE && !use_it(&[one_seat], &mut rng), "a seat is missing");
    assert!(!use_it(&[], &mut rng) && !use_it(&[LOG[1].to_owned()], &mut rng));
}

#[test]
fn a_damaged_log_is_read_or_refused_and_nothing_panics() {
    let mut rng = Rng::new(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut log: Vec<String> = LOG[..1 + rng.below(LOG.len())].iter().map(|text| (*text).to_owned()).collect();
        for _ in 0..=rng.below(2) {
            let at = rng.below(log.len());
            match rng.below(4) {
                0 => log.swap(at, 0),
                1 => log.push(LOG[rng.below(LOG.len())].to_owned()),
                _ => log[at] = mutated(&mut rng, &log[at]),
            }
        }
        read += usize::from(use_it(&log, &mut rng));
    }
    assert!(read > 500, "{read} of the damaged logs made sense: the others test little");
}
