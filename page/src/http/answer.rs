//! `POST /answer/{panel}`: what the command of a panel prints.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::app::App;
use super::refusal::{self, Refusal};
use super::{body, unread};
use crate::child::{self, Ended};
use crate::panels::{self, Prints, request};

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
    let body = body::read(request).await?;
    let request = request::Request::read(&body).map_err(Refusal::bad)?;
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
    Ok(unread::response(refusal::bytes(&answer), running, unread::TIME))
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
