//! Connections and their limits.

use std::collections::VecDeque;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use futures_util::StreamExt;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::write_timeout::WriteTimeout;
use crate::http::LINES_OF_JSON;

/// The maximum number of open connections. To accept another, the connection that has been idle for longest
/// is closed.
const MOST: usize = 64;
/// The time limit for the first byte on a connection.
const FIRST_BYTE: Duration = Duration::from_secs(2);
/// The time limit for the head of each request on a connection.
const HEAD: Duration = Duration::from_secs(30);
/// The maximum length of a head, in bytes.
const LONGEST_HEAD: usize = 64 << 10;
/// The time after which a connection is closed, so that slow clients cannot hold it. Browsers reconnect.
const LIFE: Duration = Duration::from_secs(300);
/// The time limit for a client to read an answer. The connection is then closed.
const UNREAD: Duration = Duration::from_secs(10);
/// The time limit for finishing an answer when a connection is closed.
const LAST_ANSWER: Duration = Duration::from_secs(10);
/// The time limit for finishing an answer when a connection is closed to accept another.
const GIVE_WAY: Duration = Duration::from_secs(1);
/// The pause after a connection could not be accepted, for example because there are no file descriptors or
/// no idle connections.
const PAUSE: Duration = Duration::from_millis(50);

/// Starts accepting connections.
pub(super) fn accept(listeners: Vec<std::net::TcpListener>, router: &Router) -> io::Result<()> {
    let connections =
        Arc::new(Connections { free: Arc::new(Semaphore::new(MOST)), waiting: Mutex::default() });
    for listener in listeners {
        tokio::spawn(accept_on(TcpListener::from_std(listener)?, router.clone(), Arc::clone(&connections)));
    }
    Ok(())
}

async fn accept_on(listener: TcpListener, router: Router, connections: Arc<Connections>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let permit = connections.permit().await;
        tokio::spawn(serve(stream, router.clone(), Connection::new(&connections), permit));
    }
}

struct Connections {
    free: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
}

/// The idle connections, each with the notification that closes it. The connection that has been idle for
/// longest comes first.
#[derive(Default)]
struct Waiting {
    /// Connections that wait for a request.
    idle: VecDeque<Arc<Notify>>,
    /// Connections that wait for an event. Closed last, because a page would reopen its stream.
    streams: VecDeque<Arc<Notify>>,
}

impl Connections {
    /// Returns a permit for a new connection. Closes idle connections if necessary.
    async fn permit(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                return permit;
            }
            let oldest = self.waiting().next();
            if let Some(oldest) = &oldest {
                oldest.notify_one();
            }
            let patience = if oldest.is_some() { GIVE_WAY } else { PAUSE };
            if let Ok(Ok(permit)) = timeout(patience, Arc::clone(&self.free).acquire_owned()).await {
                return permit;
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Removes the next connection to close.
    fn next(&mut self) -> Option<Arc<Notify>> {
        self.idle.pop_front().or_else(|| self.streams.pop_front())
    }
}

/// An open connection, which is idle unless a request is being answered.
struct Connection {
    all: Arc<Connections>,
    gives_way: Arc<Notify>,
    /// Whether the head of a request has been read.
    has_request: AtomicBool,
}

impl Connection {
    fn new(all: &Arc<Connections>) -> Self {
        let connection =
            Self { all: Arc::clone(all), gives_way: Arc::default(), has_request: AtomicBool::new(false) };
        connection.all.waiting().idle.push_back(Arc::clone(&connection.gives_way));
        connection
    }

    fn leave(&self) {
        let is_other = |other: &Arc<Notify>| !Arc::ptr_eq(other, &self.gives_way);
        let mut waiting = self.all.waiting();
        waiting.idle.retain(is_other);
        waiting.streams.retain(is_other);
    }

    async fn answer(self: Arc<Self>, request: Request, next: Next) -> Response {
        self.has_request.store(true, Ordering::Relaxed);
        self.leave();
        let has_body = request.method() != Method::HEAD;
        let response = next.run(request).await;
        let is = |media_type| response.headers().get(CONTENT_TYPE).is_some_and(|own| own == media_type);
        if is(LINES_OF_JSON) {
            // Kept by the body until the last answer has been read.
            let idle = Idle(self);
            let kept = move |_: &_| {
                let _: &Idle = &idle;
            };
            return response.map(|body| Body::from_stream(body.into_data_stream().inspect(kept)));
        }
        let mut waiting = self.all.waiting();
        let queue =
            if has_body && is("text/event-stream") { &mut waiting.streams } else { &mut waiting.idle };
        queue.push_back(Arc::clone(&self.gives_way));
        drop(waiting);
        response
    }
}

/// Dropped when the connection becomes idle.
struct Idle(Arc<Connection>);

impl Drop for Idle {
    fn drop(&mut self) {
        self.0.all.waiting().idle.push_back(Arc::clone(&self.0.gives_way));
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.leave();
    }
}

async fn serve(stream: TcpStream, router: Router, own: Connection, _permit: OwnedSemaphorePermit) {
    // Without this option, short answers would be delayed. If setting it fails, they only are delayed.
    let _ = stream.set_nodelay(true);
    let gives_way = Arc::clone(&own.gives_way);
    let mut first = [0];
    tokio::select! {
        () = gives_way.notified() => return,
        peeked = timeout(FIRST_BYTE, stream.peek(&mut first)) => if !matches!(peeked, Ok(Ok(1))) { return },
    }
    let own = Arc::new(own);
    let answering = Arc::clone(&own);
    let router = router.layer(from_fn(move |request, next| Arc::clone(&answering).answer(request, next)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, UNREAD)), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    // The client has disconnected, so its errors do not matter.
    let last_answer = tokio::select! {
        _ = connection.as_mut() => return,
        () = gives_way.notified() => {
            // hyper would wait for the rest of the first head, so drop the connection.
            if !own.has_request.load(Ordering::Relaxed) {
                return;
            }
            GIVE_WAY
        }
        () = sleep(LIFE) => LAST_ANSWER,
    };
    connection.as_mut().graceful_shutdown();
    let _ = timeout(last_answer, connection).await;
}
