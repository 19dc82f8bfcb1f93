//! Rooms among strangers: looking for a player, phrases, rated games.

use agon_web::device::{Device, Heard};
use agon_wire::{Event, Known, Listing, Phrase, RoomView, Who};

use super::page_rooms::{enter, view};

#[test]
fn who_looks_for_a_player_is_offered_a_computer_after_a_while() {
    let mut waiting = view(&[], Some(0), Who::Open);
    waiting.listing = Listing::Quick;
    let mut at = enter(&waiting);
    at.answer();
    assert!(at.shows("Looking for a player") && !at.shows("Private room") && !at.shows("Nobody yet"), "{}", at.html());
    at.hear(&Heard::Time("tick"));
    at.device.now.set(19_000);
    at.receive(&waiting);
    at.hear(&Heard::Time("tick"));
    assert!(!at.shows("Nobody yet"));
    at.device.now.set(20_500);
    at.hear(&Heard::Time("tick"));
    assert!(at.shows("Nobody yet. Play a computer instead?") && at.shows("data-do='computer 1 easy'"), "{}", at.html());
    let done = at.press("stop looking");
    assert!(
        done.iter().any(|one| one.contains("\"do\":\"withdraw\"")) && done.contains(&"go #/online".to_owned()),
        "{done:?}"
    );
    // Somebody waits for the same in another room: the seat is there.
    let mut gone = waiting.clone();
    (gone.version, gone.next) = (9, Some("ABCDEFGH".to_owned()));
    let mut at = enter(&waiting);
    let done = at.receive(&gone);
    assert!(done.contains(&"go #/room/ABCD-EFGH".to_owned()), "{done:?}");
    assert_eq!(at.device.kept("seat.ABCDEFGH").as_deref(), Some("secret"));
}

#[test]
fn phrases_are_said_and_shown_until_their_player_is_muted_or_moves() {
    let mut there = view(&["b2"], Some(0), Who::Human);
    there.chairs[1].name = "Bob".to_owned();
    let mut at = enter(&there);
    let done = at.press("say good_luck");
    assert!(done.iter().any(|one| one.contains("\"do\":{\"say\":\"good_luck\"}")), "{done:?}");
    at.hear(&Heard::Socket(Event::Received("{\"type\":\"done\",\"id\":1}".to_owned())));
    assert_eq!(at.press("say something rude"), [] as [String; 0], "there is no free text");
    there.version += 1;
    there.chairs[1].said = Some(Phrase::Hello);
    at.receive(&there);
    assert!(
        at.shows("class=\"bubble\">Hello!</p>") && at.shell.said == "Bob: Hello!",
        "{} {}",
        at.shell.said,
        at.html()
    );
    at.press("mute 1");
    assert!(!at.shows("bubble") && at.shows("Listen to Bob again"), "{}", at.html());
    there.version += 1;
    there.chairs[1].said = Some(Phrase::Sorry);
    at.shell.said.clear();
    at.receive(&there);
    assert!(!at.shows("bubble") && at.shell.said.is_empty());
    at.press("mute 1");
    assert!(at.shows("Sorry!</p>"));
    let done = at.press("report 1");
    assert!(done.iter().any(|one| one.contains("\"report\":{\"seat\":1}")) && at.shows("Reported."), "{done:?}");
}

#[test]
fn a_rated_room_says_so_before_anybody_sits_and_asks_for_no_takeback() {
    let known = |change| Known { seat: 0, id: "23456789ABCDEFGH".to_owned(), rating: 1662, deviation: 90, change };
    let rated = |view: RoomView, change| RoomView { rated: true, players: vec![known(change)], ..view };
    let mut at = enter(&rated(view(&[], None, Who::Open), None));
    assert!(at.shows("<b>Rated</b> The result counts for both."), "{}", at.html());
    assert!(at.shows("href='#/player/23456789ABCDEFGH'>Ada</a> 1662"), "{}", at.html());
    let done = at.press("join");
    let asked = done.iter().find(|one| one.starts_with("request api/rooms/K7XM4QPT/join")).expect("a request");
    assert!(asked.contains(r#""key":"new-secret""#), "{asked}");
    let at = enter(&rated(view(&["b2"], Some(0), Who::Human), Some(-12)));
    assert!(at.shows("1662 (−12)"), "{}", at.html());
    let html = at.html();
    let takeback = html.find("data-do='takeback'").expect("a button");
    assert!(html[takeback..takeback + 60].contains("disabled"), "{}", &html[takeback..takeback + 90]);
}
