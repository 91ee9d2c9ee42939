//! A connection that fails if the client does not read.

use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection on which a write fails if it stays pending for longer than `time`.
pub(super) struct WriteTimeout {
    stream: TcpStream,
    time: Duration,
    /// The timer of a pending write.
    late: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    pub(super) fn new(stream: TcpStream, time: Duration) -> Self {
        Self { stream, time, late: None }
    }

    /// Calls `write`. Returns an error if writes have been pending for too long.
    fn in_time(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let written = write(Pin::new(&mut self.stream), context);
        if written.is_ready() {
            self.late = None;
            return written;
        }
        let late = self.late.get_or_insert_with(|| Box::pin(sleep(self.time)));
        late.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.in_time(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.in_time(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, sink};
    use tokio::net::TcpListener;

    use super::*;

    /// More bytes than the system buffers for a client that does not read.
    static MUCH: [u8; 64 << 20] = [0; 64 << 20];

    /// Returns the result of writing to a client that reads this number of bytes.
    fn write(read: u64, time: Duration) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let (server, _) = listener.accept().await.unwrap();
            let (mut client, mut server) = (client.take(read), WriteTimeout::new(server, time));
            let mut sink = sink();
            let (written, _) = tokio::join!(server.write_all(&MUCH), copy(&mut client, &mut sink));
            written
        })
    }

    #[test]
    fn who_reads_gets_all() {
        assert!(write(MUCH.len() as u64, Duration::from_secs(60)).is_ok());
    }

    #[test]
    fn who_does_not_read_is_left() {
        let ended = write(1 << 20, Duration::from_millis(50));
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::TimedOut);
    }
}
