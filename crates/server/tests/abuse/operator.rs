//! What an operator decides, met from outside: pages of other origins, banned addresses, quotas that are told, rooms that
//! are closed.

use agon_server::{Front, Quotas};
use agon_wire::ToClient;
use serde_json::json;

use super::house::{Answer, Heard, House, Raw, hello};

const OWN: [u8; 4] = [127, 0, 0, 1];

fn header(answer: &Answer, name: &str) -> String {
    answer.headers.get(name).map_or(String::new(), |value| value.to_str().expect("text").to_owned())
}

#[tokio::test]
async fn pages_of_named_origins_use_the_http_interface() {
    for (origins, origin, allowed) in [
        (&[][..], "https://games.example", ""),
        (&["https://games.example"], "https://games.example", "https://games.example"),
        (&["https://games.example"], "https://games.example.evil.example", ""),
        (&["https://games.example"], "http://games.example", ""),
        (&["https://a.example", "https://games.example"], "https://games.example", "https://games.example"),
        (&["*"], "https://anybody.example", "*"),
    ] {
        let origins = origins.iter().map(ToString::to_string).collect();
        let house = House::with(Front { quotas: Quotas::none(), origins, ..Front::default() });
        let answer = house.ask(OWN, "GET", "/api/games", &[("origin", origin)], "").await;
        assert_eq!((answer.status.as_u16(), header(&answer, "access-control-allow-origin")), (200, allowed.to_owned()));
        // What a browser asks before it sends a token.
        let asks = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization,content-type"),
        ];
        for path in ["/api/rooms", "/api/rooms/ABCDEFGH/do"] {
            let answer = house.ask(OWN, "OPTIONS", path, &asks, "").await;
            assert_eq!(header(&answer, "access-control-allow-origin"), allowed, "{origin} {path}");
            if !allowed.is_empty() {
                assert_eq!(answer.status.as_u16(), 200);
                assert_eq!(header(&answer, "access-control-allow-headers"), "authorization,content-type");
                assert_eq!(header(&answer, "access-control-allow-methods"), "GET,POST");
            }
        }
        // The page itself and the operator's figures are for nobody else.
        for path in ["/", "/metrics", "/healthz"] {
            let answer = house.ask(OWN, "GET", path, &[("origin", origin)], "").await;
            assert_eq!(header(&answer, "access-control-allow-origin"), "", "{path}");
        }
    }
}

#[tokio::test]
async fn every_answer_says_how_much_is_left() {
    let house = House::with(Front { quotas: Quotas { requests: 60, ..Quotas::none() }, ..Front::default() });
    for left in [59, 58, 57] {
        let answer = house.ask(OWN, "GET", "/api/games", &[], "").await;
        let told = (header(&answer, "ratelimit-policy"), header(&answer, "ratelimit"));
        assert_eq!(told, ("\"address\";q=60;w=60".to_owned(), format!("\"address\";r={left};t={}", 60 - left)));
    }
    for _ in 0..60 {
        house.ask(OWN, "GET", "/nothing", &[], "").await;
    }
    let slow = house.ask(OWN, "GET", "/api/games", &[], "").await;
    let told = (slow.status.as_u16(), header(&slow, "ratelimit"), header(&slow, "retry-after"));
    assert_eq!(told, (429, "\"address\";r=0;t=60".to_owned(), "1".to_owned()));
    // Others have their own.
    let other = house.ask([203, 0, 113, 7], "GET", "/api/games", &[], "").await;
    assert_eq!(header(&other, "ratelimit"), "\"address\";r=59;t=1");
    // Without limits there is nothing to say.
    assert_eq!(header(&House::open().ask(OWN, "GET", "/api/games", &[], "").await, "ratelimit"), "");
}

#[tokio::test]
async fn a_banned_address_is_refused_and_its_sockets_end() {
    let front = Front { quotas: Quotas::none(), ..Front::default() };
    let bans = front.bans.clone();
    let house = House::with(front);
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut socket = Raw::open(&address, "").await.expect("a socket");
    socket.text(&hello(&me.room, me.token.as_deref())).await;
    assert!(matches!(socket.message().await, ToClient::View(_)));
    bans.ban("127.0.0.0/24".parse().expect("a network"), None).expect("it holds");
    assert_eq!(socket.end().await, Heard::Close(1008));
    let refused = house.ask(OWN, "GET", "/api/games", &[], "").await;
    assert_eq!((refused.status.as_u16(), refused.code()), (403, "not_seated".to_owned()));
    assert!(Raw::open(&address, "").await.is_err());
    assert_eq!(house.ask([203, 0, 113, 7], "GET", "/api/games", &[], "").await.status.as_u16(), 200);
    assert!(bans.unban("127.0.0.0/24".parse().expect("a network")).expect("it is lifted"));
    assert_eq!(house.ask(OWN, "GET", "/api/games", &[], "").await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_room_that_is_closed_is_gone_for_everybody() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut player = Raw::open(&address, "").await.expect("a socket");
    player.text(&hello(&me.room, me.token.as_deref())).await;
    assert!(matches!(player.message().await, ToClient::View(_)));
    house.hub().close(&me.room).await.expect("it is there");
    assert_eq!(player.end().await, Heard::Close(1012), "the client comes back");
    let mut again = Raw::open(&address, "").await.expect("a socket");
    again.text(&hello(&me.room, me.token.as_deref())).await;
    assert!(matches!(again.message().await, ToClient::Refused { .. }));
    assert_eq!(again.end().await, Heard::Close(4004), "and is told not to");
    assert_eq!(house.request("GET", &format!("/api/rooms/{}", me.room), None, "").await.code(), "no_room");
    assert!(house.hub().close(&me.room).await.is_err() && house.hub().loaded() == 0);
}
