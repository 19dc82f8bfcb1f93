//! A connection that is given up when its client takes nothing for too long, that is closed so that the last words arrive,
//! and on which every refusal says why.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use agon_rules::text;
use agon_wire::{Code, Refusal};
use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{Sleep, sleep, timeout};

use crate::api;
use crate::limits::Place;

/// How long a client may take nothing of what it is sent.
const STALLED: Duration = Duration::from_secs(10);
/// How long a client may go on sending after the last words.
const LINGER: Duration = Duration::from_secs(1);

/// The head of an answer without a body has this line.
const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";

/// A connection.
pub(crate) struct Stream {
    /// there until it is dropped
    tcp: Option<TcpStream>,
    /// runs while the client takes nothing
    stalled: Option<Pin<Box<Sleep>>>,
    /// what goes out instead of a bare refusal
    instead: Vec<u8>,
    /// the place of its address
    place: Option<Place>,
}

impl Stream {
    pub(crate) fn new(tcp: TcpStream, place: Option<Place>) -> Self {
        // Small messages must not wait for more data.
        let _ = tcp.set_nodelay(true);
        Stream { tcp: Some(tcp), stalled: None, instead: Vec::new(), place }
    }

    fn tcp(&mut self) -> Pin<&mut TcpStream> {
        Pin::new(self.tcp.as_mut().expect("it is there until it is dropped"))
    }

    /// Whether these bytes are a refusal without a body, which is then given one. A request whose head cannot be read, or
    /// is too long, reaches no route: the library beneath answers with a bare status. Every answer of a route that is no
    /// success has a body, and what a socket sends begins otherwise.
    fn explains(&mut self, bytes: &[u8]) -> bool {
        let status = bytes.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
        let (status, why) = match status {
            Some(b"400") => (StatusCode::BAD_REQUEST, text!("this is no HTTP request that can be read")),
            Some(b"414") => (StatusCode::URI_TOO_LONG, text!("the address of the request is too long")),
            Some(b"431") => (
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                text!("the head of the request has more than 100 lines or 16 KiB"),
            ),
            _ => return false,
        };
        if !bytes.ends_with(b"\r\n\r\n") || !bytes.windows(EMPTY.len()).any(|part| part == EMPTY) {
            return false;
        }
        self.instead = api::plain_problem(status, Refusal::new(Code::Malformed, why)).into_bytes();
        true
    }

    /// Sends what goes out instead of something else.
    fn poll_instead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.instead.is_empty() {
            let rest = std::mem::take(&mut self.instead);
            let wrote = self.tcp().poll_write(context, &rest);
            self.instead = rest;
            let count = ready!(self.wrote(context, wrote))?;
            self.instead.drain(..count);
        }
        Poll::Ready(Ok(()))
    }

    /// What follows from an attempt to write: an error if there was none that worked for too long.
    fn wrote(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.tcp().poll_read(context, into)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(context))?;
        if self.explains(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let wrote = self.tcp().poll_write(context, bytes);
        self.wrote(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(context))?;
        if let [only] = parts
            && self.explains(only)
        {
            return Poll::Ready(Ok(only.len()));
        }
        let wrote = self.tcp().poll_write_vectored(context, parts);
        self.wrote(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        self.tcp().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        self.tcp().poll_shutdown(context)
    }
}

impl Drop for Stream {
    /// A connection that is closed while something unread has arrived is reset, and the client loses what it was told last:
    /// a close code, or why its request was refused. So what still arrives is read for a moment.
    fn drop(&mut self) {
        if let (Some(mut tcp), Ok(runtime)) = (self.tcp.take(), Handle::try_current()) {
            let place = self.place.take();
            runtime.spawn(async move {
                let _place = place;
                let _ = tcp.shutdown().await;
                let mut waste = [0; 1024];
                let _ =
                    timeout(LINGER, async { while tcp.read(&mut waste).await.is_ok_and(|count| count > 0) {} }).await;
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// A connection and its client.
    async fn pair() -> (Stream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        (Stream::new(listener.accept().await.expect("a client").0, None), client)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up_after_ten_seconds() {
        let (mut stream, client) = pair().await;
        let begin = tokio::time::Instant::now();
        let error = stream.write_all(&vec![0; 64 << 20]).await.expect_err("nobody reads");
        assert_eq!((error.kind(), begin.elapsed().as_secs()), (io::ErrorKind::TimedOut, 10));
        drop(client);
    }

    #[tokio::test]
    async fn the_last_words_arrive_though_the_client_goes_on_sending() {
        let (mut stream, mut client) = pair().await;
        client.write_all(&[7; 4096]).await.expect("it is taken");
        stream.write_all(b"goodbye").await.expect("it is taken");
        drop(stream);
        let mut told = Vec::new();
        client.read_to_end(&mut told).await.expect("no reset");
        assert_eq!(told, b"goodbye");
    }
}
