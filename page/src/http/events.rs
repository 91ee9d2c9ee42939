//! `GET /events`: the changes of the watched file, as server-sent events.
//!
//! The data of `event: file` is `file` of `GET /state`, that of `event: trouble` says why the file cannot be read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde_json::json;

use super::app::App;
use crate::file::{File, Latest};

/// The keep-alive interval, by which dropped connections are detected.
const EACH: Duration = Duration::from_secs(15);
/// The header of a browser that connects again: the id of the last event that it got, which is the hash of the text.
const LAST: &str = "last-event-id";

pub(super) async fn events(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let Some(file) = app.file.clone().filter(|file| file.is_watched()) else {
        // With this status, a browser does not connect again.
        return StatusCode::NO_CONTENT.into_response();
    };
    let mut latest = file.subscribe();
    let now = latest.borrow().content.saved.clone();
    // The headers are sent with the first bytes. An id without data is kept by a browser, but is no event to the page.
    let first = match headers.get(LAST) {
        Some(last) if *last != now.as_str() => {
            latest.mark_changed();
            Event::default().comment("")
        }
        _ => Event::default().comment("").id(now),
    };
    let events = unfold((file, latest, Some(first)), |(file, mut latest, first)| async move {
        let event = match first {
            Some(first) => first,
            None => {
                latest.changed().await.ok()?;
                event(&file, &latest.borrow_and_update())
            }
        };
        Some((Ok::<_, Infallible>(event), (file, latest, None)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(EACH)).into_response()
}

fn event(file: &File, latest: &Latest) -> Event {
    match &latest.trouble {
        Some(error) => Event::default().event("trouble").data(json!({ "error": error }).to_string()),
        None => {
            let data = json!(file.shown(latest)).to_string();
            Event::default().event("file").id(&latest.content.saved).data(data)
        }
    }
}
