//! The answer to a request that is refused, and JSON in general.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

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
