//! `GET /state`: what the page begins with.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use urigram::grammar::GRAMMAR;

use super::app::App;
use super::refusal::json;
use crate::examples::{self, Example};
use crate::file::Shown;

#[derive(Serialize)]
struct Begin<'a> {
    file: Option<Shown<'a>>,
    builtin: &'a str,
    examples: Vec<Example>,
}

pub(super) async fn state(State(app): State<Arc<App>>) -> Response {
    let latest = match &app.file {
        Some(file) => Some((file, file.refreshed().await)),
        None => None,
    };
    let file = latest.as_ref().map(|(file, latest)| file.shown(latest));
    json(&Begin { file, builtin: GRAMMAR, examples: examples::all() })
}
