//! `POST /answer/{panel}`: runs the command of a panel. Also the bodies of requests, refusals, and the
//! headers of all responses.

use std::convert::Infallible;
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
use futures_util::stream::unfold;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::child::Ended;
use crate::file::File;
use crate::panels::{Prints, panel};
use crate::turns::Turns;
use crate::{assets, child, examples, panels};

/// The state that requests share.
pub(crate) struct App {
    /// The command that produces the answers.
    pub(crate) program: PathBuf,
    /// The time limit of the command.
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

#[derive(Serialize)]
struct Answer {
    status: i32,
    answers: Vec<Box<RawValue>>,
    said: String,
    command: String,
    /// The name of the file with the grammar of the request.
    file: Option<String>,
    /// The name of the file with the ABNF of the grammar, unless the ABNF is that of RFC 3986.
    abnf: Option<String>,
    stopped: Option<String>,
}

pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Path(panel): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let panel =
        panels::find(&panel).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such panel"))?;
    let body = read(request).await?;
    let request = panel::Request::read(&body).map_err(Refusal::bad)?;
    let superseded = || Refusal::new(StatusCode::CONFLICT, "a later request has superseded this one");
    let turn = app.turns.begin(&request, panel).ok_or_else(superseded)?;
    let line = request.command_line(panel).map_err(Refusal::bad)?;
    let (file, abnf) = (line.files.last().map(|(name, _)| name.clone()), line.abnf.clone());
    let ended = turn.run(child::run(&app.program, &line, &app.temporary, app.time));
    let (ended, running) = ended.await.ok_or_else(superseded)?;
    let ended = ended.unwrap_or_else(Ended::failed);
    let answers = answers(panel.prints, &ended);
    let Ended { status, stderr: said, stopped, .. } = ended;
    let answer = Answer { status, answers, said, command: line.typed, file, abnf, stopped };
    Ok(unread(bytes(&answer), running, TIME))
}

/// Returns the JSON objects printed by the command, or one object that contains its text.
fn answers(prints: Prints, ended: &Ended) -> Vec<Box<RawValue>> {
    let text = String::from_utf8_lossy(&ended.stdout);
    match prints {
        // A line that is not JSON is incomplete, because the command was stopped while it wrote the line.
        Prints::Json => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        Prints::Text(_) if text.is_empty() => Vec::new(),
        Prints::Text(field) => to_raw_value(&serde_json::json!({ field: text })).into_iter().collect(),
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
    of_json(Body::from(bytes(value)))
}

/// Returns a response with this body of JSON.
pub(super) fn of_json(body: Body) -> Response {
    let mut response = Response::new(body);
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

/// Returns a response with this JSON, and holds `place` until the client has read all but the last chunks.
/// After `time` the rest is dropped. The connection then closes when the earlier chunks have been read, or at
/// the time limit for reading them.
///
/// Without the limit, the server would keep an answer of some megabytes for each client that does not read.
fn unread(json: Vec<u8>, place: impl Send + 'static, time: Duration) -> Response {
    let length = json.len();
    let (sender, chunks) = mpsc::channel(1);
    tokio::spawn(async move {
        let send_all = async {
            for chunk in json.chunks(CHUNK) {
                // A slice of a shared buffer would keep the whole buffer alive, so each chunk is copied.
                if sender.send(Bytes::copy_from_slice(chunk)).await.is_err() {
                    break;
                }
            }
        };
        let _ = timeout(time, send_all).await;
        drop(place);
    });
    let chunks = unfold(chunks, |mut chunks| async {
        let chunk = chunks.recv().await?;
        Some((Ok::<_, Infallible>(chunk), chunks))
    });
    let mut response = of_json(Body::from_stream(chunks));
    // The length lets the client and hyper detect that the rest is missing.
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
    response
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
    use axum::body::to_bytes;
    use tokio::sync::oneshot;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
    }

    async fn read(response: Response) -> Bytes {
        to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    #[test]
    fn all_of_it_is_read() {
        for length in [0, 1, CHUNK, CHUNK + 1, 5 * CHUNK] {
            let json: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let read = block_on(async { read(unread(json.clone(), (), LONG)).await });
            assert_eq!(read, json);
        }
    }

    #[test]
    fn the_place_is_kept_until_then() {
        block_on(async {
            let (place, mut is_free) = oneshot::channel::<()>();
            let response = unread(vec![0; 10 * CHUNK], place, LONG);
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            assert_eq!(is_free.try_recv(), Err(oneshot::error::TryRecvError::Empty));
            read(response).await;
            assert!(is_free.await.is_err());
        });
    }

    #[test]
    fn who_does_not_read_loses_the_rest() {
        block_on(async {
            let (place, is_free) = oneshot::channel::<()>();
            let response = unread(vec![0; 10 * CHUNK], place, Duration::from_millis(10));
            assert!(is_free.await.is_err());
            assert_eq!(response.headers()[CONTENT_LENGTH], (10 * CHUNK).to_string());
            assert_eq!(read(response).await.len(), CHUNK);
        });
    }

    #[test]
    fn who_leaves_frees_the_place() {
        block_on(async {
            let (place, is_free) = oneshot::channel::<()>();
            drop(unread(vec![0; 10 * CHUNK], place, LONG));
            assert!(is_free.await.is_err());
        });
    }
}
