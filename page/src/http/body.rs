//! The body of a request: JSON of a limited length, within a limited time.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use tokio::time::timeout;

use super::refusal::Refusal;

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
