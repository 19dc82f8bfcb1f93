//! Requests to a server, one at a time.

use std::time::Duration;

use agon_wire::{Act, RoomView, Ticket, write};
use serde_json::Value;

/// The status and body of an answer, or none when the server is away.
pub fn request(method: &str, url: &str, token: Option<&str>, body: &str) -> Option<(u16, String)> {
    let config =
        ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(20)));
    let agent: ureq::Agent = config.build().into();
    let bearer = token.map(|token| format!("Bearer {token}"));
    let answer = if method == "GET" {
        let request = agent.get(url);
        bearer.iter().fold(request, |request, bearer| request.header("authorization", bearer)).call()
    } else {
        let request = agent.post(url);
        bearer.iter().fold(request, |request, bearer| request.header("authorization", bearer)).send(body)
    };
    let mut answer = answer.ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    Some((answer.status().as_u16(), text))
}

/// A new room; none when the server is away or cannot store it.
pub fn create(address: &str, wish: &Value) -> Option<Ticket> {
    let (status, text) = request("POST", &format!("{address}/api/rooms"), None, &wish.to_string())?;
    assert!(status == 201 || status == 503, "{status}: {text}");
    (status == 201).then(|| serde_json::from_str(&text).expect("a ticket"))
}

/// A seat in a room; none when the server is away or cannot store it, or has done so and the answer was lost.
pub fn join(address: &str, room: &str) -> Option<Ticket> {
    let (status, text) = request("POST", &format!("{address}/api/rooms/{room}/join"), None, "{}")?;
    assert!([200, 503].contains(&status) || text.contains("full"), "{status}: {text}");
    (status == 200).then(|| serde_json::from_str(&text).expect("a ticket"))
}

/// A room of two people, at a server that works.
pub fn pair(address: &str, wish: &Value) -> [Ticket; 2] {
    let me = create(address, wish).expect("a room");
    let friend = join(address, &me.room).expect("a seat");
    [me, friend]
}

/// The room as the holder of a ticket sees it; none when the server is away or cannot read it.
pub fn look(address: &str, ticket: &Ticket) -> Option<RoomView> {
    let url = format!("{address}/api/rooms/{}", ticket.room);
    let (status, text) = request("GET", &url, ticket.token.as_deref(), "")?;
    (status == 200).then(|| serde_json::from_str(&text).expect("a view"))
}

/// What is answered to a move: the status, and the code if it was refused.
pub fn play(address: &str, ticket: &Ticket, revision: u64, text: &str) -> (u16, String) {
    let url = format!("{address}/api/rooms/{}/do", ticket.room);
    let act = write(&Act::Play { revision, text: text.to_owned() });
    let (status, text) = request("POST", &url, ticket.token.as_deref(), &act).expect("an answer");
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

/// The status that `/healthz` answers.
pub fn health(address: &str) -> u16 {
    request("GET", &format!("{address}/healthz"), None, "").expect("an answer").0
}
