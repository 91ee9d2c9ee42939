//! `POST /answer/{panel}`: the output of a panel's command. Bodies of requests, refusals, and the headers of every response.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::timeout;

use super::{App, unread};
use crate::child::{self, Ended};
use crate::panels::{self, Prints, panel};

#[derive(Serialize)]
struct Answer {
    status: i32,
    answers: Vec<Box<RawValue>>,
    said: String,
    command: String,
    /// The name of the file that the command reads the request's grammar from.
    file: Option<String>,
    /// The name of that with the ABNF by which the grammar is proved, if it is not the one of RFC 3986.
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
    Ok(unread::response(bytes(&answer), running, unread::TIME))
}

/// Returns the objects that a command printed, or one for its text.
fn answers(prints: Prints, ended: &Ended) -> Vec<Box<RawValue>> {
    let text = String::from_utf8_lossy(&ended.stdout);
    match prints {
        // A line that is no JSON is the rest of one, from a command that broke off.
        Prints::Json => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        Prints::Text(_) if text.is_empty() => Vec::new(),
        Prints::Text(field) => to_raw_value(&serde_json::json!({ field: text })).into_iter().collect(),
    }
}

/// The longest body, in bytes.
const LONGEST: usize = 1 << 20;
/// The time for a body to arrive.
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
        // This includes a body that breaks off, but then the client is gone.
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
    // No other page may load what this server answers, as an image or a script either.
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(super) async fn add(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused: a status, and a sentence for the page.
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

/// Returns a response with this body, which is JSON.
pub(super) fn of_json(body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Returns the value as JSON.
pub(super) fn bytes(value: &impl Serialize) -> Vec<u8> {
    match serde_json::to_vec(value) {
        Ok(bytes) => bytes,
        // Only maps with other keys than texts, and implementations that fail, cannot be written.
        Err(error) => unreachable!("the server's answers can be written as JSON: {error}"),
    }
}
