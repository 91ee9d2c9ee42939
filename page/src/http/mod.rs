//! The routes of the server.
//!
//! In: requests.
//! Out: the files of the page, answers of commands, and the file that is shown. `guard` refuses requests that
//! do not come from the page; each other module handles one path.
//! Next: `server`, which listens.

mod answer;
mod guard;
mod save;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{get, post};

use self::answer::json;
pub(crate) use self::answer::{App, LINES_OF_JSON};
use crate::examples::Begin;

pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/answers", post(answer::answer))
        .route("/state", get(state))
        .route("/example/{name}", get(answer::example))
        .route("/events", get(save::events))
        .route("/save", post(save::save))
        .fallback(answer::asset)
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(map_response(answer::add))
        .with_state(app)
}

pub(super) async fn state(State(app): State<Arc<App>>) -> Response {
    let latest = match &app.file {
        Some(file) => Some((file, file.refreshed().await)),
        None => None,
    };
    let file = latest.as_ref().map(|(file, latest)| file.shown(latest));
    json(&Begin::with_server(file))
}
