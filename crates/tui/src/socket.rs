//! The socket to a server, in a thread of its own: it is told to connect, send and close, and tells what happens.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use agon_wire::{Effect, Event};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// How long the thread listens before it looks for something to send.
const TURN: Duration = Duration::from_millis(20);
/// How often the session is told the time.
const TICK: Duration = Duration::from_millis(200);
/// How long a connection may take to be made, or to take a message.
const PATIENCE: Duration = Duration::from_secs(5);
/// No view of a room is longer.
const LONGEST: usize = 1 << 20;

type Stream = WebSocket<MaybeTlsStream<TcpStream>>;

/// Something that happened at a socket.
pub struct Heard {
    /// the number of the socket
    socket: u64,
    /// the number of the connection it happened on; none for the time
    connection: Option<u64>,
    /// what
    pub event: Event,
}

/// A thread that holds the connection to a server; dropping this ends it.
pub struct Socket {
    id: u64,
    orders: Sender<Order>,
    /// the connection there is now: what is heard of earlier ones is out of date
    connection: u64,
    began: Instant,
}

enum Order {
    Connect(u64),
    Send(String),
    Close,
}

impl Socket {
    /// A socket to an address that does not connect yet; `heard` is told of everything, from another thread.
    pub fn open(url: String, id: u64, heard: impl Fn(Heard) + Send + 'static) -> Self {
        let (orders, wanted) = mpsc::channel();
        let tell = move |connection, event| heard(Heard { socket: id, connection, event });
        thread::spawn(move || Driver { url, stream: None, connection: 0, tell }.run(&wanted));
        Socket { id, orders, connection: 0, began: Instant::now() }
    }

    /// Does what the session wants of the socket.
    pub fn perform(&mut self, effect: Effect) {
        let order = match effect {
            Effect::Connect => {
                self.connection += 1;
                Order::Connect(self.connection)
            }
            Effect::Close => {
                self.connection += 1;
                Order::Close
            }
            Effect::Send(text) => Order::Send(text),
            Effect::Show | Effect::Tell(_) => return,
        };
        // The thread ends with this value only.
        let _ = self.orders.send(order);
    }

    /// Whether something was heard of this socket and its newest connection.
    pub fn is_current(&self, heard: &Heard) -> bool {
        heard.socket == self.id && heard.connection.is_none_or(|connection| connection == self.connection)
    }

    /// The session's time, in milliseconds.
    pub fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

struct Driver<T> {
    url: String,
    stream: Option<Stream>,
    connection: u64,
    tell: T,
}

impl<T: Fn(Option<u64>, Event)> Driver<T> {
    fn run(mut self, orders: &Receiver<Order>) {
        let mut ticked = None::<Instant>;
        loop {
            loop {
                match orders.try_recv() {
                    Ok(order) => self.obey(order),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return self.close(),
                }
            }
            if ticked.is_none_or(|ticked| ticked.elapsed() >= TICK) {
                ticked = Some(Instant::now());
                (self.tell)(None, Event::Tick);
            }
            self.listen();
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Connect(connection) => {
                self.connection = connection;
                self.stream = connect(&self.url);
                self.happen(if self.stream.is_some() { Event::Connected } else { Event::Closed(None) });
            }
            Order::Send(text) => {
                if self.stream.as_mut().is_some_and(|stream| stream.send(Message::text(text)).is_err()) {
                    self.stream = None;
                    self.happen(Event::Closed(None));
                }
            }
            Order::Close => self.close(),
        }
    }

    fn listen(&mut self) {
        match self.stream.as_mut().map(WebSocket::read) {
            None => thread::sleep(TURN),
            Some(Ok(Message::Text(text))) => self.happen(Event::Received(text.as_str().to_owned())),
            Some(Ok(Message::Close(frame))) => {
                self.close();
                self.happen(Event::Closed(frame.map(|frame| frame.code.into())));
            }
            Some(Ok(_)) => {}
            Some(Err(Error::Io(error))) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Some(Err(_)) => {
                self.stream = None;
                self.happen(Event::Closed(None));
            }
        }
    }

    fn happen(&self, event: Event) {
        (self.tell)(Some(self.connection), event);
    }

    fn close(&mut self) {
        if let Some(mut stream) = self.stream.take() {
            let _ = stream.close(None);
            let _ = stream.flush();
        }
    }
}

/// A socket that lets go of a read after a moment.
fn connect(url: &str) -> Option<Stream> {
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
