//! `POST /save` replaces the file that is shown, and `GET /events` reports its changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::json;

use super::answer::App;
use super::answer::{self, Refusal};
use crate::file::{File, Latest, SaveError};

const TOKEN: &str = "x-urigram-token";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    text: String,
    /// The hash of the text before the page edited it.
    saved: String,
}

pub(super) async fn save(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let not_allowed = || Refusal::new(StatusCode::FORBIDDEN, "this page may not write the file");
    let (Some(file), Some(token)) = (&app.file, &app.token) else { return Err(not_allowed()) };
    if !has_token(request.headers(), token) {
        return Err(not_allowed());
    }
    let body = answer::read(request).await?;
    let Save { text, saved } =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad(format!("the body: {error}")))?;
    match file.save(text, saved).await {
        Ok(saved) => Ok(answer::json(&json!({ "saved": saved }))),
        Err(SaveError::NotAllowed) => Err(not_allowed()),
        Err(SaveError::Changed) => {
            Err(Refusal::new(StatusCode::CONFLICT, "the file has changed since it was read"))
        }
        Err(SaveError::TooLong) => Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the text is too long")),
        Err(SaveError::Failed(error)) => {
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, format!("the file could not be written: {error}")))
        }
    }
}

/// Returns whether the request contains the token. Compares in constant time.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(TOKEN).map_or(&[][..], |given| given.as_bytes());
    let differing = given.iter().zip(token.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differing == 0
}

/// The interval of keep-alive messages, which detect dropped connections.
const INTERVAL: Duration = Duration::from_secs(15);
/// The header by which a browser that reconnects sends the id of the last event, which is the hash of the
/// text.
const LAST: &str = "last-event-id";

pub(super) async fn events(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let Some(file) = app.file.clone().filter(|file| file.is_watched()) else {
        // This status keeps the browser from reconnecting.
        return StatusCode::NO_CONTENT.into_response();
    };
    let mut latest = file.subscribe();
    let now = latest.borrow().content.saved.clone();
    // The headers are sent with the first bytes. A browser stores an id without data, but reports no event to
    // the page.
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
    Sse::new(events).keep_alive(KeepAlive::new().interval(INTERVAL)).into_response()
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
