//! The socket to a server, in a thread of its own that drives the session and reports what it comes to.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use agon_wire::{Act, Effect, Event, Session, Ticket};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// How long the socket is listened to before wishes are looked at again.
const TURN: Duration = Duration::from_millis(20);
/// How long a connection may take to be made, or to take a message.
const PATIENCE: Duration = Duration::from_secs(5);
/// No view of a room is longer.
const LONGEST: usize = 1 << 20;

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// Something has changed: the session as it is now, and what the player should be told.
pub struct Report {
    /// which link it comes from
    pub id: u64,
    /// the session
    pub session: Session,
    /// for the player
    pub told: Vec<String>,
}

/// A thread that keeps a session going; dropping it ends the thread.
pub struct Wire {
    /// its number
    pub id: u64,
    wishes: Sender<Act>,
    began: Instant,
}

impl Wire {
    /// Connects, and goes on connecting, until it is dropped or the session ends.
    pub fn open(socket: String, ticket: Ticket, seed: u64, report: impl Fn(Report) + Send + 'static) -> Self {
        let (wishes, wanted) = mpsc::channel();
        let began = Instant::now();
        let driver = Driver { id: seed, socket: None, url: socket, session: Session::new(ticket, seed), began };
        thread::spawn(move || driver.run(&wanted, &report));
        Wire { id: seed, wishes, began }
    }

    /// Asks for something.
    pub fn wish(&self, act: Act) {
        // Without a thread the session has ended, and says so.
        let _ = self.wishes.send(act);
    }

    /// The session's time.
    pub fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

struct Driver {
    id: u64,
    socket: Option<Socket>,
    url: String,
    session: Session,
    began: Instant,
}

impl Driver {
    fn run(mut self, wanted: &mpsc::Receiver<Act>, report: &dyn Fn(Report)) {
        loop {
            loop {
                match wanted.try_recv() {
                    Ok(act) => self.happen(Event::Wish(act), report),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return self.close(),
                }
            }
            self.happen(Event::Tick, report);
            match self.socket.as_mut().map(WebSocket::read) {
                None => thread::sleep(TURN),
                Some(Ok(Message::Text(text))) => self.happen(Event::Received(text.as_str().to_owned()), report),
                Some(Ok(Message::Close(frame))) => {
                    self.close();
                    self.happen(Event::Closed(frame.map(|frame| frame.code.into())), report);
                }
                Some(Ok(_)) => {}
                Some(Err(Error::Io(error))) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Some(Err(_)) => {
                    self.socket = None;
                    self.happen(Event::Closed(None), report);
                }
            }
        }
    }

    /// Gives an event to the session, does what it says, and what follows from that.
    fn happen(&mut self, event: Event, report: &dyn Fn(Report)) {
        let (mut events, mut told, mut changed) = (vec![event], Vec::new(), false);
        while let Some(event) = events.pop() {
            let now = self.began.elapsed().as_millis() as u64;
            for effect in self.session.step(now, event) {
                changed = true;
                match effect {
                    Effect::Connect => {
                        self.socket = connect(&self.url);
                        events.push(if self.socket.is_some() { Event::Connected } else { Event::Closed(None) });
                    }
                    Effect::Send(text) => {
                        if self.socket.as_mut().is_some_and(|socket| socket.send(Message::text(text)).is_err()) {
                            self.socket = None;
                            events.push(Event::Closed(None));
                        }
                    }
                    Effect::Close => self.close(),
                    Effect::Show => {}
                    Effect::Tell(text) => told.push(crate::server::clean(&text)),
                }
            }
        }
        if changed {
            report(Report { id: self.id, session: self.session.clone(), told });
        }
    }

    fn close(&mut self) {
        if let Some(mut socket) = self.socket.take() {
            let _ = socket.close(None);
            let _ = socket.flush();
        }
    }
}

/// A socket that lets go of a read after a moment.
fn connect(url: &str) -> Option<Socket> {
    let request = url.into_client_request().ok()?;
    let uri = request.uri();
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("wss") { 443 } else { 80 });
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    let stream = (host.as_str(), port)
        .to_socket_addrs()
        .ok()?
        .find_map(|address| TcpStream::connect_timeout(&address, PATIENCE).ok())?;
    stream.set_nodelay(true).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let config = WebSocketConfig::default()
        .read_buffer_size(16 << 10)
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST));
    let handle = stream.try_clone().ok()?;
    let (socket, _) = tungstenite::client_tls_with_config(request, stream, Some(config), None).ok()?;
    // Both handles are one socket, so this is its timeout too.
    handle.set_read_timeout(Some(TURN)).ok()?;
    Some(socket)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn what_is_no_server_is_not_connected_to_and_breaks_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let answers = thread::spawn(move || {
            for stream in listener.incoming().take(2) {
                let _ = stream.and_then(|mut stream| stream.write_all(b"220 mail ready\r\n"));
            }
        });
        assert!(connect(&format!("wss://127.0.0.1:{port}/api/socket")).is_none(), "no TLS is spoken there");
        assert!(connect(&format!("ws://127.0.0.1:{port}/api/socket")).is_none());
        answers.join().expect("both were answered");
        for url in ["", "nonsense", "ws://", "http://127.0.0.1:1", "ws://127.0.0.1:1/api/socket"] {
            assert!(connect(url).is_none(), "{url}");
        }
    }
}
