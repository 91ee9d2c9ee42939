//! What the server answers.
//!
//! In: requests.
//! Out: the files of the page, answers of commands, and the file that is shown. `guard` refuses what does not come from
//! the page, `headers` tells browsers what the page may do, and the other files have a path each.
//! Next: `server`, which listens.

mod answer;
mod app;
mod asset;
mod body;
mod events;
mod example;
mod guard;
mod headers;
mod refusal;
mod save;
mod state;
mod unread;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};

pub(crate) use self::app::App;

pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/answer/{panel}", post(answer::answer))
        .route("/state", get(state::state))
        .route("/example/{name}", get(example::example))
        .route("/events", get(events::events))
        .route("/save", post(save::save))
        .fallback(asset::asset)
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(map_response(headers::add))
        .with_state(app)
}
