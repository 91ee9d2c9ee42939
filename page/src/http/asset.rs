//! The files of the page.

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;
use crate::assets;

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
