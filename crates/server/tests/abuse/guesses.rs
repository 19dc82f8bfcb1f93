//! Guessed codes and tokens: a hundred thousand tell nothing.

use std::time::Instant;

use agon_rules::Rng;
use agon_server::{Front, Quotas};
use agon_wire::{Code, ToClient, code};
use serde_json::json;

use super::front::{FOREIGN, OWN, headers};
use super::house::{House, Raw, hello};

/// A code that is no room's, as far as one can tell.
fn guess(rng: &mut Rng) -> String {
    (0..code::LENGTH).map(|_| char::from(code::LETTERS[rng.below(code::LETTERS.len())])).collect()
}

#[tokio::test]
async fn a_hundred_thousand_guesses_tell_nothing() {
    // Requests are not limited here: the limit of wrong guesses alone must be enough.
    let quotas = Quotas { requests: u32::MAX, rooms: u32::MAX, ..Quotas::default() };
    let house = House::with(Front { quotas, ..Front::default() });
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let open = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut rng = Rng::new(9);
    let begin = Instant::now();
    let (mut told, mut slow) = (0, None);
    for at in 0..100_000 {
        // Among the guesses are codes of rooms: right ones must not look different.
        let right = at > 1000 && at % 500 == 0;
        let code = if right { open.room.clone() } else { guess(&mut rng) };
        let path = format!("/api/rooms/{code}");
        let (method, path) = match at % 4 {
            0 | 1 => ("GET", path),
            2 => ("POST", path + "/join"),
            _ => ("GET", path + "/record"),
        };
        let (method, path) =
            if right && at % 1000 == 0 { ("POST", format!("/api/rooms/{code}/join")) } else { (method, path) };
        let answer = house.ask(FOREIGN, method, &path, &[], "").await;
        match answer.status.as_u16() {
            // One that comes when the budget has filled up again is told, right or wrong.
            404 => told += 1,
            200 | 409 if right => told += 1,
            429 => {
                let shape = (headers(&answer), answer.text);
                assert_eq!(*slow.get_or_insert_with(|| shape.clone()), shape, "guess {at}");
            }
            other => panic!("guess {at} of {path}: {other} {}", answer.text),
        }
    }
    let took = begin.elapsed();
    println!("100,000 guesses: {told} were told to be wrong, in {took:?}");
    // Thirty at once, and one every two seconds.
    assert!(told <= 31 + took.as_secs() / 2, "{told} guesses were answered, in {took:?}");
    // The players at that very address go on: their tokens are good, and elsewhere nothing is barred.
    let bearer = format!("Bearer {}", me.token.as_deref().expect("a token"));
    let path = format!("/api/rooms/{}", me.room);
    assert_eq!(house.ask(FOREIGN, "GET", &path, &[("authorization", &bearer)], "").await.status.as_u16(), 200);
    assert_eq!(house.ask(OWN, "GET", &path, &[], "").await.status.as_u16(), 200);
    for _ in 0..20 {
        house
            .ask(FOREIGN, "GET", &format!("/api/rooms/{}", guess(&mut rng)), &[("authorization", "Bearer 0")], "")
            .await;
    }
    // A wrong token is no way to find out either.
    for room in [&friend.room, &guess(&mut rng)] {
        let path = format!("/api/rooms/{room}");
        let answer = house.ask(FOREIGN, "GET", &path, &[("authorization", "Bearer 0")], "").await;
        assert_eq!(answer.status.as_u16(), 429);
    }
}

#[tokio::test]
async fn guesses_over_sockets_tell_nothing_either() {
    let quotas = Quotas { misses: 5, ..Quotas::none() };
    let house = House::with(Front { quotas, ..Front::default() });
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut rng = Rng::new(4);
    let mut codes = Vec::new();
    for at in 0..20 {
        let room = if at % 10 == 9 { me.room.clone() } else { guess(&mut rng) };
        let mut socket = Raw::open(&address, "").await.expect("a socket");
        socket.text(&hello(&room, None)).await;
        match socket.message().await {
            ToClient::Refused { refusal, .. } => codes.push(refusal.code),
            other => panic!("guess {at}: {other:?}"),
        }
    }
    assert!(codes[..5].iter().all(|code| *code == Code::NoRoom) && codes[5..].iter().all(|code| *code == Code::Slow));
    let mut player = Raw::open(&address, "").await.expect("a socket");
    player.text(&hello(&me.room, me.token.as_deref())).await;
    assert!(matches!(player.message().await, ToClient::View(_)), "a token is still good");
}
