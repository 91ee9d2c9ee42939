//! Connections, and what each of them may take.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::write_timeout::WriteTimeout;

/// The maximum number of open connections. Others wait until one is closed.
const MOST: usize = 64;
/// The time for the head of a request, also of the next one on the same connection.
const HEAD: Duration = Duration::from_secs(30);
/// The longest head, in bytes.
const LONGEST_HEAD: usize = 64 << 10;
/// The time after which a connection is closed, so that slow clients do not keep theirs. Browsers open a new one.
const LIFE: Duration = Duration::from_secs(300);
/// The time after which a connection is closed whose client reads nothing of an answer.
const UNREAD: Duration = Duration::from_secs(10);
/// The time to finish the answer that is being sent when a connection is closed.
const LAST_ANSWER: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted, for example for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Starts accepting connections.
pub(super) fn accept(listeners: Vec<std::net::TcpListener>, router: &Router) -> io::Result<()> {
    let free = Arc::new(Semaphore::new(MOST));
    for listener in listeners {
        tokio::spawn(accept_on(TcpListener::from_std(listener)?, router.clone(), Arc::clone(&free)));
    }
    Ok(())
}

async fn accept_on(listener: TcpListener, router: Router, free: Arc<Semaphore>) {
    while let Ok(permit) = Arc::clone(&free).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(stream, router.clone(), permit))),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

async fn serve(stream: TcpStream, router: Router, _permit: OwnedSemaphorePermit) {
    // Most answers are short, and would be delayed otherwise. A system that cannot do this sends them later.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, UNREAD)), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    // Errors are those of the client, which no longer listens.
    if timeout(LIFE, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST_ANSWER, connection).await;
    }
}
