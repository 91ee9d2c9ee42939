//! The files of the page, and `GET /example/{name}`.

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::answer::Refusal;
use crate::{assets, examples};

pub(super) async fn asset(method: Method, uri: Uri) -> Response {
    let Some(asset) = assets::find(uri.path()) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is nothing here").into_response();
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        let mut response = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is only read").into_response();
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let mut response = Response::new(Body::from(asset.content));
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
