//! Noise from players, spectators and strangers: every message is answered, nothing dies, and nothing hidden is told.

use std::fmt::Write;

use agon_rules::{Face, Rng, Viewer};
use agon_wire::{Act, Phrase, RoomView, Ticket, ToClient, ToServer, write};
use serde_json::json;

use super::house::{Heard, House, Raw, hello, panics, play};

/// How many messages go over sockets, and as many over HTTP; more with `AGON_NOISE`.
fn length() -> usize {
    std::env::var("AGON_NOISE").ok().and_then(|text| text.parse().ok()).unwrap_or(12_000)
}

/// A random action, seldom a sensible one. `texts` are moves that somebody could make.
pub fn action(rng: &mut Rng, revision: u64, texts: &[String]) -> Act {
    let near = |rng: &mut Rng| {
        [0, revision, revision, revision, revision, revision.wrapping_sub(1), revision + 1, u64::MAX, rng.bits()]
            [rng.below(9)]
    };
    let text = |rng: &mut Rng| match rng.below(8) {
        0 => garbage(rng, 12),
        1 => rng.below(80).to_string(),
        2 => String::new(),
        _ if texts.is_empty() => "m=?".to_owned(),
        _ => texts[rng.below(texts.len())].clone(),
    };
    match rng.below(24) {
        0 => Act::Takeback,
        1 => Act::Draw,
        2 => Act::Decline,
        3 => Act::Rematch,
        4 | 5 => Act::Return,
        6 => Act::Name(garbage(rng, 40)),
        7 => Act::Computer {
            seat: [0, 1, 2, 3, usize::MAX][rng.below(5)],
            player: ["easy", "random", "nobody", "", "mcts:playouts=99999999999999999999", "minimax:-1"][rng.below(6)]
                .to_owned(),
        },
        8 if rng.below(8) == 0 => Act::Resign,
        9 => Act::Say(Phrase::ALL[rng.below(6)].0),
        10 => Act::Report { seat: rng.below(4) },
        11 => Act::Withdraw,
        _ => Act::Play { revision: near(rng), text: text(rng) },
    }
}

fn garbage(rng: &mut Rng, longest: usize) -> String {
    const LETTERS: [&str; 16] =
        ["a", "1", "=", "<", "*", "~", "\"", "\\", "{", "[", "\u{0}", "\u{202e}", "é", "💥", "?", " "];
    (0..rng.below(longest + 1)).map(|_| LETTERS[rng.below(16)]).collect()
}

/// A random message: a request, a request with something wrong, or no message at all.
pub fn message(rng: &mut Rng, revision: u64, texts: &[String]) -> String {
    let valid = write(&ToServer::Do { id: rng.bits(), act: action(rng, revision, texts) });
    match rng.below(16) {
        0 => String::from_utf8_lossy(&(0..rng.below(100)).map(|_| rng.bits() as u8).collect::<Vec<_>>()).into_owned(),
        1 | 2 => mutated(rng, &valid),
        3 => valid.replacen('{', "{\"seed\":1,", 1 + rng.below(3)),
        4 => ["{\"type\":\"ping\"}", "{\"type\":\"view\"}", "{\"type\":7}", "[]", "null", "1e999"][rng.below(6)]
            .to_owned(),
        5 => {
            let depth = if rng.below(20) == 0 { 2000 } else { rng.below(300) };
            format!("{{\"type\":\"do\",\"id\":1,\"do\":{}", "[{\"a\":".repeat(depth / 2))
        }
        6 => {
            let mut digits = String::new();
            (0..rng.below(400)).for_each(|_| write!(digits, "{}", rng.below(10)).expect("text grows"));
            valid.replace("\"id\":", &format!("\"id\":-{digits}e{digits},\"id\":"))
        }
        _ => valid,
    }
}

/// A text with a piece gone, doubled or changed.
pub fn mutated(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        let to = (at + rng.below(9)).min(bytes.len());
        match rng.below(4) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.extend_from_within(at..to),
            2 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            _ => bytes.insert(at, b"0{}[]\",:-e"[rng.below(10)]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What a view must not hold for its viewer: other hands, others' choices, the record before the end.
fn check_view(view: &RoomView) {
    let viewer = view.seat.map_or(Viewer::Spectator, Viewer::Seat);
    if view.is_over() {
        return;
    }
    assert_eq!(view.record, None, "a record tells everything");
    assert!(view.view.choices.is_empty() || view.view.turn == view.seat, "choices of another seat");
    for zone in view.view.zones.iter().filter(|zone| zone.title == "Hand") {
        let owner = zone.owner.expect("whose hand it is");
        for piece in zone.cells.iter().flat_map(|cell| &cell.pieces).filter(|_| !viewer.sees(owner)) {
            assert!(piece.face == Face::Down && piece.text.is_empty(), "{viewer:?} sees {piece:?} of seat {owner}");
        }
    }
}

/// A game, its options and how many play.
type Game = (&'static str, &'static [(&'static str, &'static str)], usize);

/// The rooms with something to hide.
const GAMES: [Game; 3] = [
    ("primi-composti", &[("players", "3"), ("cards", "4")], 3),
    ("primi-composti", &[("players", "4"), ("version", "2")], 4),
    ("parity-twist", &[("variant", "lanier")], 2),
];

async fn full_room(house: &House, at: usize) -> Vec<Ticket> {
    let (game, options, seats) = GAMES[at % GAMES.len()];
    let mut tickets = vec![house.create(json!({"game": game, "options": options})).await];
    for _ in 1..seats {
        tickets.push(house.join(&tickets[0].room).await);
    }
    tickets.push(Ticket { token: None, seat: None, ..tickets[0].clone() });
    tickets
}

#[tokio::test]
async fn noise_over_sockets_is_answered_and_tells_nothing() {
    const ROUND: usize = 600;
    let (house, died) = (House::open(), panics());
    let address = house.listen().await;
    let mut rng = Rng::new(20_261_116);
    for round in 0..length() / ROUND {
        let tickets = full_room(&house, round).await;
        let room = &tickets[0].room;
        let mut sockets = Vec::new();
        for ticket in &tickets {
            sockets.push(Raw::enter(&address, room, ticket.token.as_deref()).await);
        }
        let (mut revision, mut texts) = (0, Vec::new());
        for _ in 0..ROUND {
            let at = rng.below(tickets.len());
            let text = message(&mut rng, revision, &texts);
            if !sockets[at].text(&text).await || text.len() > agon_wire::LONGEST {
                assert_eq!(sockets[at].end().await, Heard::Close(1009), "too long");
                sockets[at] = Raw::enter(&address, room, tickets[at].token.as_deref()).await;
                continue;
            }
            // Views may come before the answer; the answer must come.
            while let ToClient::View(view) = sockets[at].message().await {
                check_view(&view);
                revision = revision.max(view.revision);
                if !view.view.choices.is_empty() {
                    texts = view.view.choices.iter().map(|choice| choice.text.clone()).collect();
                }
            }
        }
        for socket in &mut sockets {
            assert_eq!(socket.answer("{\"type\":\"ping\"}").await, ToClient::Pong, "the room lives");
        }
        assert!(house.look(room).await.version > 3, "the noise had some effect");
    }
    assert_eq!(panics(), died, "something has panicked");
}

#[tokio::test]
async fn noise_over_http_is_answered_and_tells_nothing() {
    const ROUND: usize = 600;
    let (house, died) = (House::open(), panics());
    let mut rng = Rng::new(11);
    for round in 0..length() / ROUND {
        let tickets = full_room(&house, round).await;
        let room = tickets[0].room.clone();
        let (mut revision, mut texts) = (0, Vec::new());
        for _ in 0..ROUND {
            let ticket = &tickets[rng.below(tickets.len())];
            let token = match rng.below(10) {
                0 => Some(
                    mutated(&mut rng, ticket.token.as_deref().unwrap_or("x"))
                        .replace(|c: char| !c.is_ascii_graphic(), "x"),
                ),
                _ => ticket.token.clone(),
            };
            let act = write(&action(&mut rng, revision, &texts));
            let body = if rng.below(4) == 0 { mutated(&mut rng, &act) } else { act };
            let new = json!({"game": "primi-composti", "options": [["players", "3"]], "name": "x"}).to_string();
            let new = mutated(&mut rng, &new);
            let (method, path, body) = match rng.below(12) {
                0 => ("POST", "/api/rooms".to_owned(), new),
                1 => ("POST", format!("/api/rooms/{room}/join"), mutated(&mut rng, "{\"name\":\"Eve\"}")),
                2 => ("GET", format!("/api/rooms/{room}/moves"), String::new()),
                3 => ("GET", format!("/api/rooms/{room}/record"), String::new()),
                4 => ("GET", format!("/api/rooms/{room}"), String::new()),
                _ => ("POST", format!("/api/rooms/{room}/do"), body),
            };
            let answer = house.request(method, &path, token.as_deref(), &body).await;
            assert!(
                answer.status.is_success() || answer.status.is_client_error(),
                "{method} {path} {body}: {}",
                answer.text
            );
            if let Ok(view) = serde_json::from_str::<RoomView>(&answer.text) {
                check_view(&view);
                revision = view.revision;
                texts = view.view.choices.iter().map(|choice| choice.text.clone()).collect();
            }
        }
        assert!(house.look(&room).await.version > 2, "the noise had some effect");
    }
    assert_eq!(panics(), died, "something has panicked");
}

#[tokio::test]
async fn a_room_in_which_somebody_makes_noise_is_played_to_its_end() {
    let house = House::open();
    let address = house.listen().await;
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut loud = Raw::open(&address, "").await.expect("a socket");
    loud.text(&hello(&me.room, None)).await;
    let mut rng = Rng::new(5);
    for (revision, text) in (0..).zip(["a1", "b1", "a2", "b2", "a3"]) {
        for _ in 0..50 {
            loud.answer(&message(&mut rng, revision, &["b3".to_owned()])).await;
        }
        let who = if revision % 2 == 0 { &me } else { &friend };
        assert_eq!(house.act(who, &play(revision, text)).await.code(), "");
    }
    assert!(house.look(&me.room).await.is_over());
}
