//! `POST /answers`: runs the commands of panels. Also the bodies of requests, refusals, and the headers of all
//! responses.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use crate::file::File;
use crate::panels::answer::Answer;
use crate::panels::panel::CommandLine;
use crate::turns::Turns;
use crate::{assets, child, examples, panels};

/// The state that requests share.
pub(crate) struct App {
    /// The program whose commands produce the answers.
    pub(crate) program: PathBuf,
    /// The time limit of a command.
    pub(crate) time: Duration,
    /// The port that requests must name in their host.
    pub(crate) port: u16,
    /// The secret that requests for saving the file must contain.
    pub(crate) token: Option<String>,
    pub(crate) file: Option<Arc<File>>,
    pub(crate) turns: Arc<Turns>,
    /// The directory for temporary files.
    pub(crate) temporary: PathBuf,
}

/// Answers each ask of a request by a line of JSON, as soon as its command has ended.
pub(super) async fn answer(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let request = panels::request(&read(request).await?).map_err(Refusal::bad)?;
    let superseded = || Refusal::new(StatusCode::CONFLICT, "a later request has superseded this one");
    let turn = app.turns.begin(&request).ok_or_else(superseded)?;
    let lines: Arc<[CommandLine]> = request.lines.into();
    let (sender, mut chunks) = channel(1);
    tokio::spawn(async move {
        let answered = turn.run(send_all(&app, lines, &sender));
        tokio::select! {
            answered = answered => if answered.is_none() {
                end(&sender, TIME).await;
            },
            () = sender.closed() => {}
        }
    });
    let first = chunks.recv().await.filter(|first| !first.bytes.is_empty()).ok_or_else(superseded)?;
    let mut response = Response::new(Body::from_stream(received(first, chunks)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(LINES_OF_JSON));
    Ok(response)
}

/// The media type of answers.
pub(crate) const LINES_OF_JSON: &str = "application/x-ndjson";

/// Runs the commands, and sends their answers until the client does not read them.
async fn send_all(app: &App, lines: Arc<[CommandLine]>, sender: &Sender<Chunk>) {
    let App { program, temporary, time, .. } = app;
    let mut results = child::run(program.clone(), Arc::clone(&lines), temporary.clone(), *time);
    for (line, left) in lines.iter().zip((0..lines.len()).rev()) {
        let Some(ended) = results.recv().await else { return };
        let mut json = bytes(&Answer::new(line, ended));
        json.push(b'\n');
        if !send(&json, left == 0, sender, TIME).await {
            return;
        }
    }
}

/// The maximum length of a body, in bytes. Two grammars of 1 MiB fit, unless much of them is escaped in JSON.
const LONGEST: usize = 4 << 20;
/// The time limit for receiving a body, and for a client to read an answer.
const TIME: Duration = Duration::from_secs(10);

pub(super) async fn read(request: Request) -> Result<Bytes, Refusal> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        let why = "the body must be application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let too_long =
        || Refusal(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is longer than {LONGEST} bytes"));
    let announced = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: u64| length > LONGEST as u64) {
        return Err(too_long());
    }
    match timeout(TIME, to_bytes(body, LONGEST)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // The body may also be incomplete, but then the client no longer waits for a response.
        Ok(Err(_)) => Err(too_long()),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    // Other pages must not load the responses, not even as an image or a script.
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(super) async fn add(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The refusal of a request: a status, and a message for the page.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) StatusCode, pub(super) String);

impl Refusal {
    pub(super) fn bad(why: String) -> Self {
        Self(StatusCode::BAD_REQUEST, why)
    }

    pub(super) fn new(status: StatusCode, why: &str) -> Self {
        Self(status, why.to_owned())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Why {
            error: String,
        }
        let mut response = json(&Why { error: self.1 });
        *response.status_mut() = self.0;
        response
    }
}

/// Returns a response with this value as JSON.
pub(super) fn json(value: &impl Serialize) -> Response {
    let mut response = Response::new(Body::from(bytes(value)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Returns the value as JSON.
pub(super) fn bytes(value: &impl Serialize) -> Vec<u8> {
    match serde_json::to_vec(value) {
        Ok(bytes) => bytes,
        // Serialization fails only for maps with keys that are not strings, and for implementations that
        // return errors.
        Err(error) => unreachable!("the server's answers can be written as JSON: {error}"),
    }
}

/// The length of a chunk, in bytes. A connection buffers at most three chunks.
const CHUNK: usize = 64 << 10;

/// A part of the answers.
struct Chunk {
    bytes: Bytes,
    is_last: bool,
}

/// Sends an answer, which may be the last one. Returns whether the client has read it within this time, except for
/// the chunks that are buffered.
///
/// Without the limit, the server would keep an answer of some megabytes for each client that does not read.
async fn send(json: &[u8], is_last: bool, sender: &Sender<Chunk>, time: Duration) -> bool {
    let send_all = async {
        let last = json.len().div_ceil(CHUNK);
        for (chunk, number) in json.chunks(CHUNK).zip(1..) {
            // A slice of a shared buffer would keep the whole buffer alive, so each chunk is copied.
            let bytes = Bytes::copy_from_slice(chunk);
            sender.send(Chunk { bytes, is_last: is_last && number == last }).await?;
        }
        Ok::<_, SendError<Chunk>>(())
    };
    matches!(timeout(time, send_all).await, Ok(Ok(())))
}

/// Ends the body after the chunk that waits, if there is one. Its last answer may be incomplete: a client that has
/// superseded its request does not read the rest, so this is no error.
async fn end(sender: &Sender<Chunk>, time: Duration) {
    let _ = timeout(time, sender.send(Chunk { bytes: Bytes::new(), is_last: true })).await;
}

/// Returns the chunks as the body of a response, which fails if the rest is missing: hyper then closes the
/// connection without an end of the body.
fn received(first: Chunk, chunks: Receiver<Chunk>) -> impl Stream<Item = io::Result<Bytes>> {
    unfold(Some((Some(first), chunks)), |rest| async {
        let (first, mut chunks) = rest?;
        let chunk = match first {
            Some(first) => Some(first),
            None => chunks.recv().await,
        };
        Some(match chunk {
            Some(Chunk { bytes, is_last }) => (Ok(bytes), (!is_last).then_some((None, chunks))),
            None => (Err(ErrorKind::UnexpectedEof.into()), None),
        })
    })
}

// The files of the page, and `GET /example/{name}`.

pub(super) async fn asset(method: Method, uri: Uri) -> Response {
    let Some(asset) = assets::find(uri.path()) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is nothing here").into_response();
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        let mut response = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is only read").into_response();
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let mut response = Response::new(Body::from(asset.sent()));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(asset.media_type()));
    response
}

pub(super) async fn example(Path(name): Path<String>) -> Result<Response, Refusal> {
    let text = examples::text(&name)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such example"))?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
    }

    /// Returns the bytes until the end or an error, and whether there is an error.
    async fn read(mut chunks: Receiver<Chunk>) -> (Vec<u8>, bool) {
        let first = chunks.recv().await.unwrap();
        let (mut bytes, mut all) = (Vec::new(), Box::pin(received(first, chunks)));
        while let Some(chunk) = all.next().await {
            match chunk {
                Ok(chunk) => bytes.extend(chunk),
                Err(_) => return (bytes, true),
            }
        }
        (bytes, false)
    }

    #[test]
    fn all_of_it_is_read() {
        for length in [1, CHUNK, CHUNK + 1, 5 * CHUNK] {
            let json: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let (sender, chunks) = channel(1);
            let sent = async {
                // The sender is kept, so that only the mark of the last chunk ends the body.
                send(b"first", false, &sender, LONG).await && send(&json, true, &sender, LONG).await
            };
            let (read, is_sent) = block_on(async { tokio::join!(read(chunks), sent) });
            assert!(is_sent);
            assert_eq!(read, ([b"first", &*json].concat(), false));
        }
    }

    /// What is superseded ends without an error, even while a chunk waits for the client.
    #[test]
    fn what_is_superseded_ends() {
        let (sender, chunks) = channel(1);
        let superseded = async {
            assert!(send(b"first", false, &sender, LONG).await);
            end(&sender, LONG).await;
            drop(sender);
        };
        let (read, ()) = block_on(async { tokio::join!(read(chunks), superseded) });
        assert_eq!(read, (b"first".to_vec(), false));
    }

    #[test]
    fn without_its_end_it_fails() {
        let (sender, chunks) = channel(1);
        block_on(async {
            assert!(send(b"x", false, &sender, LONG).await);
            drop(sender);
            assert_eq!(read(chunks).await, (b"x".to_vec(), true));
        });
    }

    #[test]
    fn who_does_not_read_loses_the_rest() {
        let (sender, chunks) = channel(1);
        block_on(async {
            assert!(!send(&vec![0; 10 * CHUNK], true, &sender, Duration::from_millis(10)).await);
            drop(sender);
            let (bytes, is_error) = read(chunks).await;
            assert_eq!((bytes.len(), is_error), (CHUNK, true));
        });
    }

    #[test]
    fn nothing_is_kept_for_who_leaves() {
        let (sender, chunks) = channel(1);
        drop(chunks);
        assert!(!block_on(send(&vec![0; 10 * CHUNK], true, &sender, LONG)));
    }
}
