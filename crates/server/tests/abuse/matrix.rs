//! Every request by everybody who may not make it, over HTTP and over the socket: refused with its code, and nothing
//! changes.

use std::time::Duration;

use agon_wire::{Act, Code, Phrase, RoomView, Ticket, ToClient, ToServer, write};
use serde_json::{Value, json};

use super::house::{Heard, House, Raw, hello, play};

/// Every action there is. A new one does not compile until it is listed here.
fn actions(revision: u64) -> Vec<Act> {
    let all = vec![
        play(revision, "c3"),
        Act::Resign,
        Act::Takeback,
        Act::Draw,
        Act::Decline,
        Act::Rematch,
        Act::Computer { seat: 0, player: "easy".into() },
        Act::Computer { seat: 9, player: "easy".into() },
        Act::Computer { seat: 0, player: "nobody".into() },
        Act::Return,
        Act::Name("Eve".into()),
        Act::Withdraw,
        Act::Say(Phrase::Hello),
        Act::Report { seat: 0 },
        Act::Report { seat: 9 },
    ];
    for act in &all {
        match act {
            Act::Play { .. } | Act::Resign | Act::Takeback | Act::Draw | Act::Decline | Act::Rematch => {}
            Act::Computer { .. } | Act::Return | Act::Name(_) => {}
            Act::Withdraw | Act::Say(_) | Act::Report { .. } => {}
        }
    }
    all
}

/// One kind of caller, and what each action is answered: a code, nothing for "done without a change", `-` for what this
/// caller may do.
struct Row {
    who: &'static str,
    ticket: Ticket,
    answers: [&'static str; 15],
}

async fn check(house: &House, address: &str, row: &Row) {
    let Row { who, ticket, answers } = row;
    let room = &ticket.room;
    let before = house.look(room).await;
    // That somebody has asked for something shows that they are there, and nothing else.
    let unchanged = |mut after: RoomView, act: &Act| {
        after.chairs.iter_mut().zip(&before.chairs).for_each(|(chair, before)| chair.here = before.here);
        assert_eq!(after, before, "{who}, {act:?}: something changed");
    };
    for (act, expected) in actions(before.revision).iter().zip(answers).filter(|(_, expected)| **expected != "-") {
        let answer = house.act(ticket, act).await;
        assert_eq!(answer.code(), *expected, "{who}, {act:?} over HTTP: {}", answer.text);
        unchanged(house.look(room).await, act);
    }
    let mut socket = Raw::open(address, "").await.expect("a socket");
    socket.text(&hello(room, ticket.token.as_deref())).await;
    let first = socket.message().await;
    if answers.iter().all(|code| *code == "token") {
        // A caller who is not let in has no socket to send on.
        assert!(matches!(first, ToClient::Refused { id: None, refusal } if refusal.code == Code::Token), "{who}");
        assert_eq!(socket.end().await, Heard::Close(4004), "{who}");
        return;
    }
    assert!(matches!(first, ToClient::View(_)), "{who}: {first:?}");
    for ((id, act), expected) in
        (0..).zip(actions(before.revision)).zip(answers).filter(|(_, expected)| **expected != "-")
    {
        let told = match socket.answer(&write(&ToServer::Do { id, act: act.clone() })).await {
            ToClient::Done { id: done } if done == id => String::new(),
            ToClient::Refused { id: Some(refused), refusal } if refused == id => code(refusal.code),
            other => panic!("{who}, {act:?}: {other:?}"),
        };
        assert_eq!(told, *expected, "{who}, {act:?} over the socket");
        // Presence is not the room's; everything else is as it was.
        let after = house.look(room).await;
        let (chairs, watchers) = (before.chairs.clone(), before.watchers);
        unchanged(RoomView { chairs, watchers, ..after }, &act);
    }
    let again = socket.answer(&hello(room, ticket.token.as_deref())).await;
    assert!(
        matches!(again, ToClient::Refused { id: None, refusal } if refusal.code == Code::State),
        "{who}: two hellos"
    );
    assert_eq!(socket.answer("{\"type\":\"ping\"}").await, ToClient::Pong);
    drop(socket);
    gone(house, room).await;
}

/// Waits until the room has seen that the socket is gone, so that the next row begins as this one did.
async fn gone(house: &House, room: &str) {
    loop {
        let view = house.look(room).await;
        if view.watchers == 0 && view.chairs.iter().all(|chair| !chair.here) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn code(code: Code) -> String {
    serde_json::to_value(code).expect("JSON").as_str().expect("text").to_owned()
}

fn with_token(ticket: &Ticket, token: Option<&str>) -> Ticket {
    Ticket { token: token.map(str::to_owned), ..ticket.clone() }
}

#[tokio::test]
async fn no_request_is_granted_to_a_caller_who_may_not_make_it() {
    let house = House::open();
    let address = house.listen().await;
    let game = || json!({"game": "tic-tac-toe"});
    let (running, friend) = house.pair(game()).await;
    let waiting = house.create(game()).await;
    let (ended, loser) = house.pair(game()).await;
    assert_eq!(house.act(&loser, &Act::Resign).await.code(), "");
    let stranger = |ticket: &Ticket| with_token(ticket, None);
    let rows = [
        ("a spectator", stranger(&running), ["not_seated"; 15]),
        ("a spectator of a room that waits", stranger(&waiting), ["not_seated"; 15]),
        ("a spectator of a game that has ended", stranger(&ended), ["not_seated"; 15]),
        ("a wrong token", with_token(&running, Some(&"0".repeat(32))), ["token"; 15]),
        ("a wrong token where a seat is open", with_token(&waiting, Some("x")), ["token"; 15]),
        ("a wrong token after the end", with_token(&ended, Some("x")), ["token"; 15]),
        ("a player of another room", with_token(&running, waiting.token.as_deref()), ["token"; 15]),
        (
            "a player of another room where a seat is open",
            with_token(&waiting, running.token.as_deref()),
            ["token"; 15],
        ),
        ("a player of another room after the end", with_token(&ended, running.token.as_deref()), ["token"; 15]),
        (
            "the player who is not to move",
            friend.clone(),
            ["turn", "-", "state", "-", "", "state", "-", "bad", "bad", "state", "-", "", "-", "-", "bad"],
        ),
        (
            "a player whose game has not begun",
            waiting.clone(),
            ["state", "state", "state", "state", "", "state", "-", "bad", "bad", "state", "-", "", "-", "bad", "bad"],
        ),
        (
            "a player whose game has ended",
            ended.clone(),
            ["state", "state", "state", "state", "", "-", "state", "bad", "bad", "state", "-", "", "-", "bad", "bad"],
        ),
        (
            "the player who has resigned",
            loser.clone(),
            ["state", "state", "state", "state", "", "-", "state", "bad", "bad", "state", "-", "", "-", "-", "bad"],
        ),
    ];
    for (who, ticket, answers) in rows {
        check(&house, &address, &Row { who, ticket, answers }).await;
    }
    // In a room that does not exist nothing can be done.
    let nowhere = Ticket { room: "ABCDEFGH".into(), ..running.clone() };
    for act in actions(0) {
        assert_eq!(house.act(&nowhere, &act).await.code(), "no_room");
        assert_eq!(house.act(&with_token(&nowhere, None), &act).await.code(), "no_room");
    }
    // The other requests.
    for (room, token, joining, record) in [
        (&running.room, None, "full", "state"),
        (&running.room, running.token.as_deref(), "", "state"),
        (&ended.room, None, "full", ""),
        (&waiting.room, None, "-", "state"),
    ] {
        let path = format!("/api/rooms/{room}");
        if joining != "-" {
            assert_eq!(house.request("POST", &format!("{path}/join"), token, "{}").await.code(), joining);
        }
        assert_eq!(house.request("GET", &format!("{path}/record"), token, "").await.code(), record);
        let moves = house.request("GET", &format!("{path}/moves"), None, "").await.json();
        assert_eq!(moves["moves"], json!([]), "choices are the mover's own");
        let wrong = house.request("GET", &format!("{path}/moves"), Some("wrong"), "").await;
        assert_eq!(wrong.code(), "token");
    }
}

#[tokio::test(start_paused = true)]
async fn what_changes_nothing_does_not_make_a_room_grow() {
    let house = House::open();
    let new = json!({"game": "primi-composti", "options": [["players", "3"]]});
    let first = house.create(new).await;
    let (_, me) = (house.join(&first.room).await, house.join(&first.room).await);
    house.look(&me.room).await;
    // The second player has been away for long enough, and the first is here and would have to agree to a computer.
    tokio::time::advance(Duration::from_secs(11)).await;
    house.request("GET", &format!("/api/rooms/{}", first.room), first.token.as_deref(), "").await;
    let actions =
        [Act::Computer { seat: 1, player: "hard".into() }, Act::Name("Ann".into()), Act::Decline, Act::Resign];
    for act in actions {
        assert_eq!(house.act(&me, &act).await.code(), "");
        let before = house.look(&me.room).await;
        for _ in 0..20 {
            assert_eq!(house.act(&me, &act).await.code(), "");
        }
        assert_eq!(house.look(&me.room).await.version, before.version, "{act:?}");
    }
}

#[tokio::test]
async fn unknown_fields_and_impossible_values_are_refused() {
    let house = House::open();
    let (me, _) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let path = format!("/api/rooms/{}/do", me.room);
    let before = house.look(&me.room).await;
    let deep = format!("{{\"name\":{}", "[".repeat(8000));
    for body in [
        "",
        "null",
        "0",
        "[]",
        "\"\"",
        "\"cheat\"",
        "{}",
        "{\"resign\":null,\"draw\":null}",
        "{\"play\":{\"revision\":0,\"text\":\"b2\",\"seat\":1}}",
        "{\"play\":{\"revision\":0,\"revision\":0,\"text\":\"b2\"}}",
        "{\"play\":{\"revision\":-0.5,\"text\":\"b2\"}}",
        "{\"play\":{\"revision\":18446744073709551616,\"text\":\"b2\"}}",
        "{\"play\":{\"revision\":NaN,\"text\":\"b2\"}}",
        "{\"play\":{\"revision\":0,\"text\":\"\\ud800\"}}",
        "{\"computer\":{\"seat\":-1,\"player\":\"easy\"}}",
        "{\"computer\":{\"seat\":1,\"player\":\"easy\",\"now\":true}}",
        &deep,
    ] {
        let answer = house.request("POST", &path, me.token.as_deref(), body).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "malformed"), "{body:.80}: {}", answer.text);
    }
    for body in [
        json!({"game": "tic-tac-toe", "seed": 7}),
        json!({"game": "tic-tac-toe", "clock": {"total": {"seconds": 60, "increment": 0, "mine": 9}}}),
        json!({"game": "tic-tac-toe", "clock": {"total": {"seconds": 60, "increment": u32::MAX}}}),
        json!({"game": "tic-tac-toe", "clock": {"move": {"seconds": 1_209_601}}}),
        json!({"game": "tic-tac-toe", "seats": vec!["open"; 1000]}),
        json!({"game": "tic-tac-toe", "options": vec![["size", "3"]; 2]}),
    ] {
        let answer = house.request("POST", "/api/rooms", None, &body.to_string()).await;
        assert_eq!(answer.status.as_u16(), 400, "{body}: {}", answer.text);
    }
    assert_eq!(house.look(&me.room).await, before);
}

#[tokio::test]
async fn a_name_cannot_turn_the_line_around() {
    let house = House::open();
    let (me, _) = house.pair(json!({"game": "tic-tac-toe"})).await;
    for (wanted, shown) in [
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("A\u{202e}nn\u{2066}\u{200b}", "Ann"),
        ("\u{1b}[31mred\r\n", "[31mred"),
        ("\u{0} \u{7f}\u{85}", ""),
        ("A\u{61c}n\u{feff}n\u{3164}\u{e0041}\u{200d}", "Ann"),
        ("\u{2800}A\u{ad}n\u{34f}n\u{ffa0}\u{115f}\u{180e}\u{e0100}", "Ann"),
        ("A\u{200d}n\u{200d}\u{1f469}", "An\u{1f469}"),
        (
            "\u{1f468}\u{200d}\u{1f469}\u{1f3fd}\u{200d}\u{1f467} Ann",
            "\u{1f468}\u{200d}\u{1f469}\u{1f3fd}\u{200d}\u{1f467} Ann",
        ),
        ("\u{2764}\u{fe0f}\u{200d}\u{1f525}", "\u{2764}\u{fe0f}\u{200d}\u{1f525}"),
    ] {
        let view: Value = house.act(&me, &Act::Name(wanted.into())).await.json();
        assert_eq!(view["chairs"][0]["name"].as_str().unwrap_or_default(), shown);
    }
}
