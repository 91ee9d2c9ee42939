//! `GET /events`: the changes of the watched file, as server-sent events.
//!
//! `event: file` has the file as `GET /state` does, `event: trouble` why it cannot be read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde_json::json;
use tokio::time::timeout;

use super::app::App;
use crate::file::{File, Latest};

/// The keep-alive interval, by which dropped connections are detected.
const EACH: Duration = Duration::from_secs(15);
/// The header of a browser that connects again: the hash of the last text that it got.
const LAST: &str = "last-event-id";

pub(super) async fn events(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let Some(file) = app.file.clone().filter(|file| file.is_watched()) else {
        // A browser does not ask again.
        return StatusCode::NO_CONTENT.into_response();
    };
    let mut latest = file.subscribe();
    let missed = headers.get(LAST).is_some_and(|last| *last != latest.borrow().content.saved.as_str());
    if missed {
        latest.mark_changed();
    }
    let events = unfold((file, latest, true), |(file, mut latest, is_first)| async move {
        if is_first {
            // The headers are sent with the first bytes.
            return Some((Ok::<_, Infallible>(COMMENT.to_owned()), (file, latest, false)));
        }
        let event = match timeout(EACH, latest.changed()).await {
            Ok(Ok(())) => event(&file, &latest.borrow_and_update()),
            Ok(Err(_)) => return None,
            Err(_) => COMMENT.to_owned(),
        };
        Some((Ok(event), (file, latest, false)))
    });
    let mut response = Response::new(Body::from_stream(events));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

const COMMENT: &str = ":\n\n";

fn event(file: &File, latest: &Latest) -> String {
    match &latest.trouble {
        Some(error) => format!("event: trouble\ndata: {}\n\n", json!({ "error": error })),
        None => {
            let Latest { content, .. } = latest;
            let data = json!(file.shown(content));
            format!("event: file\nid: {}\ndata: {data}\n\n", content.saved)
        }
    }
}
