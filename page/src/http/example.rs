//! `GET /example/{name}`: the text of an example.

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;

use super::refusal::Refusal;
use crate::examples;

pub(super) async fn example(Path(name): Path<String>) -> Result<Response, Refusal> {
    let text = examples::text(&name)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such example"))?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    Ok(response)
}
