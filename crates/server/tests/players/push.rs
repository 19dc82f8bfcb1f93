//! Notices, against a push service that the test runs: it checks the signature and reads them with the device's key.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use agon_server::store::{LocalBus, Memory};
use agon_server::{Hub, Notices, Settings};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64ct::{Base64UrlUnpadded as Base64, Encoding};
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::mpsc;

use super::key;
use crate::rooms::client::{House, play};

/// The content of a message for a device, as RFC 8291 and RFC 8188 describe it.
fn decrypt(body: &[u8], device: &SecretKey, auth: &[u8]) -> Vec<u8> {
    let (salt, rest) = body.split_at(16);
    let (size, rest) = rest.split_at(4);
    let size = u32::from_be_bytes(size.try_into().expect("four bytes")) as usize;
    let (sender, record) = rest[1..].split_at(usize::from(rest[0]));
    assert!(record.len() <= size, "one record");
    let sender = PublicKey::from_sec1_bytes(sender).expect("a point");
    let shared = p256::ecdh::diffie_hellman(device.to_nonzero_scalar(), sender.as_affine());
    let point = |key: &PublicKey| key.to_encoded_point(false).as_bytes().to_vec();
    let info = [&b"WebPush: info\0"[..], &point(&device.public_key()), &point(&sender)].concat();
    let expand = |salt: &[u8], secret: &[u8], info: &[u8], length: usize| {
        let mut out = vec![0; length];
        Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut out).expect("a length");
        out
    };
    let secret = expand(auth, shared.raw_secret_bytes(), &info, 32);
    let key = expand(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
    let nonce = expand(salt, &secret, b"Content-Encoding: nonce\0", 12);
    let cipher = Aes128Gcm::new_from_slice(&key).expect("a key");
    let mut text = cipher.decrypt(Nonce::from_slice(&nonce), record).expect("it was encrypted for this device");
    while text.pop_if(|last| *last == 0).is_some() {}
    assert_eq!(text.pop(), Some(2), "the last record ends with its mark");
    text
}

fn bytes(text: &str) -> Vec<u8> {
    Base64::decode_vec(text).expect("base64url")
}

#[test]
fn what_decrypts_here_is_what_the_standard_encrypts() {
    // The example of RFC 8291, section 5.
    let device = SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).expect("a key");
    let body = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK\
        6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    let text = decrypt(&bytes(body), &device, &bytes("BTBZMqHH6r4Tts7J_aSIgg"));
    assert_eq!(String::from_utf8_lossy(&text), "When I grow up, I want to be a watermelon");
}

type Pushed = (String, HeaderMap, Bytes);

/// A push service on this machine: its address, and what it is sent. It knows no device called `gone`.
async fn service() -> (String, mpsc::UnboundedReceiver<Pushed>) {
    let (send, pushed) = mpsc::unbounded_channel();
    let take = |State(send): State<mpsc::UnboundedSender<Pushed>>,
                Path(device): Path<String>,
                headers: HeaderMap,
                body| async move {
        let status = if device == "gone" { StatusCode::GONE } else { StatusCode::CREATED };
        send.send((device, headers, body)).expect("the test goes on");
        status
    };
    let app = Router::new().route("/push/{device}", post(take)).with_state(send);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, app).await });
    (address, pushed)
}

fn notifying() -> House {
    let notices = Some(Notices { contact: "mailto:me@agon.test".into(), loopback: true });
    let settings = Settings { notices, ..Settings::default() };
    House::over(Hub::new(Arc::new(Memory::new()), Arc::new(LocalBus::new()), settings))
}

#[tokio::test]
async fn a_player_who_is_away_is_told_of_their_turn() {
    let ((service, mut pushed), house) = (service().await, notifying());
    let (_, server) = house.json("GET", "/api/push", None, "").await;
    let device = SecretKey::from_slice(&[7; 32]).expect("a key");
    let point = Base64::encode_string(device.public_key().to_encoded_point(false).as_bytes());
    let (auth, bob) = ([9_u8; 16], key("bob"));
    for name in ["gone", "phone"] {
        let wish = json!({"endpoint": format!("{service}/push/{name}"), "p256dh": point, "auth": Base64::encode_string(&auth), "lang": "it"});
        let (status, text) = house.text("POST", "/api/me/push", Some(&bob), &wish.to_string()).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{text}");
    }
    let me = house.create(json!({"game": "tic-tac-toe", "key": key("ada"), "name": "Ada"})).await;
    house.join_as(&me.room, "bob").await;
    // Bob has only just been there: twenty seconds after a request with his token he counts as away. Joining is none.
    assert_eq!(house.act(&me, &play(0, "b2")).await.0, StatusCode::OK);
    let mut devices = Vec::new();
    for _ in 0..2 {
        let next = tokio::time::timeout(Duration::from_secs(30), pushed.recv()).await.expect("a notice");
        let (name, headers, body) = next.expect("a service");
        let header = |name: &str| headers[name].to_str().expect("text").to_owned();
        assert_eq!(
            (header("content-encoding"), header("topic"), header("ttl")),
            ("aes128gcm".into(), me.room.clone(), "43200".into())
        );
        let text: Value = serde_json::from_slice(&decrypt(&body, &device, &auth)).expect("JSON");
        let wanted = json!({"kind": "turn", "room": me.room, "game": "Tic-Tac-Toe", "against": "Ada", "lang": "it"});
        assert_eq!(text, wanted);
        signed(&header("authorization"), server["key"].as_str().expect("a key"), &service);
        devices.push(name);
    }
    devices.sort();
    assert_eq!(devices, ["gone", "phone"]);
    // A device that the service does not know any more is forgotten.
    let forgotten = async {
        while house.json("GET", "/api/me", Some(&bob), "").await.1["notices"].as_array().map(Vec::len) != Some(1) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), forgotten).await.expect("it is forgotten");
    let forget = json!({"endpoint": format!("{service}/push/phone")}).to_string();
    assert_eq!(house.text("POST", "/api/me/push/forget", Some(&bob), &forget).await.0, StatusCode::NO_CONTENT);
    assert_eq!(house.json("GET", "/api/me", Some(&bob), "").await.1["notices"], json!([]));
}

/// The signature of RFC 8292: by the key that pages were given, for this service, and not for long.
fn signed(authorization: &str, public: &str, service: &str) {
    let (token, known) =
        authorization.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("VAPID");
    assert_eq!(known, public);
    let (text, signature) = token.rsplit_once('.').expect("a token");
    let verifier = VerifyingKey::from_sec1_bytes(&bytes(public)).expect("a key");
    let signature = Signature::from_slice(&bytes(signature)).expect("a signature");
    verifier.verify(text.as_bytes(), &signature).expect("signed by the server");
    let (head, claims) = text.split_once('.').expect("two parts");
    let read = |part: &str| -> Value { serde_json::from_slice(&bytes(part)).expect("JSON") };
    assert_eq!(read(head), json!({"typ": "JWT", "alg": "ES256"}));
    let claims = read(claims);
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service), &json!("mailto:me@agon.test")));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_secs();
    let left = claims["exp"].as_u64().expect("a time") - now;
    assert!(left > 3600 && left <= 24 * 3600, "{left} seconds");
}

#[tokio::test]
async fn endpoints_within_the_network_and_nonsense_are_refused_and_the_key_stays() {
    let house = notifying();
    let first = house.json("GET", "/api/push", None, "").await.1;
    assert_eq!(first, house.json("GET", "/api/push", None, "").await.1, "the key is made once");
    let device = SecretKey::from_slice(&[7; 32]).expect("a key");
    let point = Base64::encode_string(device.public_key().to_encoded_point(false).as_bytes());
    let auth = Base64::encode_string(&[9; 16]);
    for (endpoint, point, auth) in [
        ("http://push.example/x", point.as_str(), auth.as_str()),
        ("https://push.example:22/x", &point, &auth),
        ("http://10.0.0.1/x", &point, &auth),
        ("https://push.example/x", "AAAA", &auth),
        ("https://push.example/x", &point, "AAAA"),
        ("https://push.example/x", &format!("{point}{}", "=".repeat(5000)), &auth),
    ] {
        let wish = json!({"endpoint": endpoint, "p256dh": point, "auth": auth}).to_string();
        assert_eq!(
            house.text("POST", "/api/me/push", Some(&key("ada")), &wish).await.0,
            StatusCode::BAD_REQUEST,
            "{endpoint}"
        );
    }
    let silent = House::open();
    assert_eq!(
        silent.text("GET", "/api/push", None, "").await.0,
        StatusCode::NOT_FOUND,
        "without a contact there are none"
    );
    assert_eq!(silent.text("POST", "/api/me/push", Some(&key("ada")), "{}").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_push_service_that_never_answers_keeps_nobody_else_waiting() {
    let ((service, mut pushed), house) = (service().await, notifying());
    // Takes connections and says nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let nowhere = format!("http://{}", silent.local_addr().expect("an address"));
    let device = SecretKey::from_slice(&[7; 32]).expect("a key");
    let point = Base64::encode_string(device.public_key().to_encoded_point(false).as_bytes());
    let subscribe = async |of: &str, endpoint: String| {
        let wish = json!({"endpoint": endpoint, "p256dh": point, "auth": Base64::encode_string(&[9; 16])});
        let (status, text) = house.text("POST", "/api/me/push", Some(&key(of)), &wish.to_string()).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{text}");
    };
    // One player has as many devices as may be, and as many games.
    for at in 0..8 {
        subscribe("eve", format!("{nowhere}/{at}")).await;
    }
    subscribe("bob", format!("{service}/push/phone")).await;
    let turn = async |of: &str| {
        let me = house.create(json!({"game": "tic-tac-toe", "key": key("ada")})).await;
        house.join_as(&me.room, of).await;
        assert_eq!(house.act(&me, &play(0, "b2")).await.0, StatusCode::OK);
    };
    for _ in 0..4 {
        turn("eve").await;
    }
    let (held, _) = tokio::time::timeout(Duration::from_secs(30), silent.accept()).await.expect("eve's").expect("one");
    turn("bob").await;
    // The silent service holds 32 notices for five seconds each. If all shared a few places, this would take longer.
    let (name, ..) = tokio::time::timeout(Duration::from_secs(20), pushed.recv()).await.expect("bob's").expect("one");
    assert_eq!(name, "phone");
    drop(held);
}
