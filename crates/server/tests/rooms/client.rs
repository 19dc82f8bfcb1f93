//! Clients for tests: requests straight to the routes, and sockets over loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use agon_server::store::{LocalBus, Memory};
use agon_server::{Front, Hub, Quotas, Server, Settings, app, serve};
use agon_wire::{Act, Code, RoomView, Ticket, ToClient, ToServer, VERSION, write};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server in memory.
pub struct House {
    server: Arc<Server>,
}

pub fn play(revision: u64, text: &str) -> Act {
    Act::Play { revision, text: text.to_owned() }
}

impl House {
    pub fn open() -> Self {
        House::with(Quotas::none())
    }

    pub fn limited() -> Self {
        House::with(Quotas::default())
    }

    fn with(quotas: Quotas) -> Self {
        let hub = Hub::new(Arc::new(Memory::new()), Arc::new(LocalBus::new()), Settings::default());
        House::within(hub, quotas)
    }

    /// A server over a hub, without limits.
    pub fn over(hub: Arc<Hub>) -> Self {
        House::within(hub, Quotas::none())
    }

    /// A server over a hub, with these limits.
    pub fn within(hub: Arc<Hub>, quotas: Quotas) -> Self {
        House { server: Server::new(hub, Front { quotas, ..Front::default() }, None) }
    }

    /// Listens on a port of its own.
    pub async fn listen(&self) -> String {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        tokio::spawn(serve(self.server.clone(), listener, std::future::pending()));
        address
    }

    pub async fn text(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> (StatusCode, String) {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::from(body.to_owned())).expect("a request");
        let response = app(self.server.clone()).oneshot(request).await.expect("an answer");
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("a body");
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    pub async fn json(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> (StatusCode, Value) {
        let (status, text) = self.text(method, path, token, body).await;
        (status, serde_json::from_str(&text).unwrap_or_else(|why| panic!("{method} {path}: {why}: {text}")))
    }

    pub async fn create(&self, wish: Value) -> Ticket {
        let (status, ticket) = self.json("POST", "/api/rooms", None, &wish.to_string()).await;
        assert_eq!(status, StatusCode::CREATED, "{ticket}");
        serde_json::from_value(ticket).expect("a ticket")
    }

    pub async fn join(&self, room: &str) -> Ticket {
        let (status, ticket) = self.json("POST", &format!("/api/rooms/{room}/join"), None, "").await;
        assert_eq!(status, StatusCode::OK, "{ticket}");
        serde_json::from_value(ticket).expect("a ticket")
    }

    pub async fn look(&self, who: &Ticket) -> (StatusCode, Value) {
        self.json("GET", &format!("/api/rooms/{}", who.room), who.token.as_deref(), "").await
    }

    pub async fn act(&self, who: &Ticket, act: &Act) -> (StatusCode, Value) {
        self.json("POST", &format!("/api/rooms/{}/do", who.room), who.token.as_deref(), &write(act)).await
    }

    /// The code of a refused request.
    pub async fn refused(&self, who: &Ticket, act: &Act) -> Code {
        let (status, problem) = self.act(who, act).await;
        assert!(!status.is_success(), "{act:?} was done");
        serde_json::from_value(problem["code"].clone()).expect("a code")
    }
}

/// A socket to a server.
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>, Option<RoomView>);

impl Socket {
    pub async fn raw(address: &str, origin: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/api/socket").into_client_request().expect("an address");
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("an origin"));
        }
        connect_async(request).await.map(|(socket, _)| Socket(socket, None))
    }

    async fn hello(address: &str, room: &str, token: Option<String>) -> Self {
        let mut socket = Socket::raw(address, None).await.expect("a socket");
        socket.send(&write(&ToServer::Hello { v: VERSION, room: room.to_owned(), token })).await;
        socket
    }

    pub async fn open(address: &str, ticket: &Ticket) -> Self {
        Socket::hello(address, &ticket.room, ticket.token.clone()).await
    }

    pub async fn watch(address: &str, room: &str) -> Self {
        Socket::hello(address, room, None).await
    }

    pub async fn send(&mut self, text: &str) {
        // A server that has had enough closes while it is written to.
        let _ = self.0.send(Message::text(text)).await;
    }

    async fn next(&mut self) -> Option<ToClient> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text).expect("a message") {
                    ToClient::View(view) => {
                        self.1 = Some(*view.clone());
                        return Some(ToClient::View(view));
                    }
                    // The view before, with those who are there now.
                    ToClient::Presence(presence) => {
                        let room = self.1.as_mut().expect("a view comes first");
                        assert!(room.note(&presence), "it belongs to the view before");
                        return Some(ToClient::View(Box::new(room.clone())));
                    }
                    message => return Some(message),
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn is_closed(&mut self) -> bool {
        while let Some(message) = self.next().await {
            assert!(matches!(message, ToClient::View(_)), "{message:?}");
        }
        true
    }

    /// The next view that is as wanted.
    pub async fn view(&mut self, wanted: impl Fn(&RoomView) -> bool) -> RoomView {
        loop {
            match self.next().await.expect("an open socket") {
                ToClient::View(view) if wanted(&view) => return *view,
                _ => {}
            }
        }
    }

    /// The next message that is no view.
    pub async fn answer(&mut self) -> ToClient {
        loop {
            match self.next().await.expect("an open socket") {
                ToClient::View(_) => {}
                answer => return answer,
            }
        }
    }

    pub async fn ask(&mut self, id: u64, act: Act) -> ToClient {
        self.send(&write(&ToServer::Do { id, act })).await;
        self.answer().await
    }
}
