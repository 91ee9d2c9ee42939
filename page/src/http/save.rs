//! `POST /save`: replaces the file.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::app::App;
use super::body;
use super::refusal::{self, Refusal};
use crate::file::SaveError;

const TOKEN: &str = "x-urigram-token";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    text: String,
    /// The hash of the text that the page had before it was edited.
    saved: String,
}

pub(super) async fn save(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let not_allowed = || Refusal::new(StatusCode::FORBIDDEN, "this page may not write the file");
    let (Some(file), Some(token)) = (&app.file, &app.token) else { return Err(not_allowed()) };
    if !has_token(request.headers(), token) {
        return Err(not_allowed());
    }
    let body = body::read(request).await?;
    let Save { text, saved } =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad(format!("the body: {error}")))?;
    match file.save(text, saved).await {
        Ok(saved) => Ok(refusal::json(&json!({ "saved": saved }))),
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

/// Returns whether the request has the token. The time that this takes does not depend on where the two differ.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(TOKEN).map_or(&[][..], |given| given.as_bytes());
    let differing = given.iter().zip(token.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differing == 0
}
